// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The plane between two features that almost touch, where floats see no gap any more.
#pragma once

#include "weft/base.h"

/// A certified gap: heights of the four points along n over the highest point of the lower side.
typedef struct wf_separation {
    float n[3]; // unit but for rounding, from the lower to the upper side
    double height[4];
    double gap; // m; 0 or less when the features meet
} wf_separation;

/// Separates a vertex (upper = 1) from a face, or an edge (upper = 2) from an edge. Points are the
/// upper ones, then the lower.
wf_separation wf_separate(const float* const point[4], uint32_t upper);
