// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The rigid motion that fits moved places best. The rotation is the orthogonal factor of the
// covariance of rest and present places, by Higham's Newton iteration: multiplications, divisions
// and square roots alone, so every back end gives the same bits.
#pragma once

#include <stdint.h>

/// A rotation by rows and where the middle of the segment is, m, in double: fields are large and
/// their voxels small.
typedef struct wf_segment_pose {
    double turn[9];
    double middle[3];
} wf_segment_pose;

/// Where `count` vertices are now (`x` has 4 floats each); `rest` has 3 per vertex, m, from their
/// middle. The rotation is none where they are flat or mirrored.
wf_segment_pose wf_rigid_fit(const uint32_t* vertices, const float* rest, uint32_t count,
                             const float* x);
