// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The distance of two convex polygons, or of what polygons whose corners lie in boxes may reach, by
// the algorithm of Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between
// complex objects in three-dimensional space", 1988. Closest points come as weights of the corners,
// so that they go along when the corners move: Mezger, Kimmerle, Etzmuss 2003, section 6.3.
#pragma once

#include "weft/base.h"

#ifdef WEFT_LAB

/// Corners that a polygon may have: a triangle at both ends of its way, and two to spare.
enum { WF_GJK_CORNERS = 8 };

/// The hull of boxes about corners; of a plain polygon the boxes have no width.
typedef struct wf_gjk_shape {
    uint32_t count;
    double at[WF_GJK_CORNERS][3];   // m
    double half[WF_GJK_CORNERS][3]; // m, of the box about each
} wf_gjk_shape;

/// What is known of two shapes.
typedef struct wf_gjk_result {
    double weight[2][WF_GJK_CORNERS]; // of the corners in the closest points
    double offset[2][3];              // m: where in its boxes a closest point is
    double distance;                  // m, between the two points; 0 when the shapes meet
    double apart;                     // m: a plane proves that they are at least so far apart
    uint32_t rounds;
} wf_gjk_result;

/// Distance and closest points. `distance` is never less than the truth, `apart` never more.
void wf_gjk(const wf_gjk_shape* a, const wf_gjk_shape* b, wf_gjk_result* out);

/// How far apart the plane across a direction, of any length, proves two shapes to be.
double wf_gjk_apart_along(const wf_gjk_shape* a, const wf_gjk_shape* b, const double axis[3]);

/// From the closest point of a to that of b, by the weights of a result for shapes that were in
/// other places.
void wf_gjk_carry(const wf_gjk_shape* a, const wf_gjk_shape* b, const wf_gjk_result* of,
                  double way[3]);

/// How far the corners of a have moved against those of b at most, and boxes have grown, m, since
/// the shapes were `a0` and `b0`. With this e, carried closest points are at most 2 e farther from
/// each other than the shapes are.
double wf_gjk_drift(const wf_gjk_shape* a0, const wf_gjk_shape* b0, const wf_gjk_shape* a,
                    const wf_gjk_shape* b);

#endif
