// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Geometric questions about float coordinates, answered exactly: a filter in double decides nearly
// always, expansions decide the rest.
//   Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates",
//   Discrete & Computational Geometry 18, 1997;
//   Dekker, "A floating-point technique for extending the available precision", 1971.
// Needs IEEE doubles, rounding to nearest, no fused multiply-add. Finite input cannot overflow or
// underflow. NaN gives 0.
#pragma once

#include <stdbool.h>

/// The sign of the volume of (a, b, c, d): 1 when d sees a, b, c counter-clockwise turned away,
/// that is (b - a) x (c - a) . (d - a) > 0, 0 when all four lie in one plane.
int wf_orient3d(const float a[3], const float b[3], const float c[3], const float d[3]);

/// The sign of the area of (a, b, c): 1 when counter-clockwise.
int wf_orient2d(const float a[2], const float b[2], const float c[2]);

/// Whether segment pq and triangle abc, both with their borders, have a point in common. Touching
/// counts, and so does overlap in one plane; a triangle without area meets nothing (its edges do,
/// as segments against other triangles).
bool wf_segment_meets_triangle(const float p[3], const float q[3], const float a[3],
                               const float b[3], const float c[3]);

/// The same when the sides of p and q of the plane of abc are known, as wf_orient3d(a, b, c, .)
/// gives them.
bool wf_segment_meets_triangle_sided(const float p[3], const float q[3], int side_p, int side_q,
                                     const float a[3], const float b[3], const float c[3]);

/// Whether segments pq and ab, with their ends, have a point in common. Either may be a point.
bool wf_segments_meet(const float p[3], const float q[3], const float a[3], const float b[3]);

/// Whether p lies in triangle abc or on its border. The triangle may be a segment or a point.
bool wf_point_meets_triangle(const float p[3], const float a[3], const float b[3],
                             const float c[3]);

/// Whether two triangles, with their borders, have a point in common. A triangle without area is
/// its three edges.
bool wf_triangles_meet(const float* const a[3], const float* const b[3]);
