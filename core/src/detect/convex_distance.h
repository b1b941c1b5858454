// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How far a vertex, an edge or a triangle is from a convex solid: by the nearest points of its core
// after Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex
// objects in three-dimensional space", 1988, less the radius round it. Against a ball, a point for
// its core, and over a plane there is nothing to search.
#pragma once

#include "math/convex.h"

/// What is known of a feature and a solid, in the axes of the solid.
typedef struct wf_convex_gap {
    double way[3];    // unit, from the solid to the feature; where they meet the way out, as far
                      // as the solid alone can tell it for the middle of the feature
    double weight[3]; // of the feature's points in its nearest point
    double distance;  // m, less than nothing inside
} wf_convex_gap;

/// `points`: one to three, in the axes of the solid.
wf_convex_gap wf_convex_distance(const wf_convex* c, const double points[][3], uint32_t count);
