// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Linear blend skinning: a vertex is at sum_k w_k (R_k (x - rest_head_k) + head_k).
#pragma once

#include "weft/base.h"

/// Floats of a bone's pose: rotation x, y, z, w from rest, then the place of the head.
#define WF_POSE_FLOATS 7

/// Normalised lerp of rotations and lerp of heads. `out` may be `a` or `b`.
void wf_pose_lerp(const float* a, const float* b, float t, uint32_t bone_count, float* out);

/// Rest-to-world transforms of a pose: 16 floats a bone, four columns (x, y, z, 0), the last one
/// the translation.
void wf_pose_columns(const float* pose, const float* rest_heads, uint32_t bone_count,
                     float* columns);

/// The same transforms as three rows of four, and back.
void wf_columns_to_rows(const float* columns, uint32_t bone_count, float* rows);
void wf_rows_to_columns(const float* rows, uint32_t bone_count, float* columns);

/// Moves vertices (4 floats each, in and out). Four bones a vertex, heaviest first; the first zero
/// weight ends the list. All are moved by `place` afterwards. `out` may be `rest`.
void wf_skin(const float* rest, const uint16_t* bones, const float* weights, const float* columns,
             const float place[3], uint32_t vertex_count, float* out);
