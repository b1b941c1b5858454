// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closest points of features; those to the origin in double.
#pragma once

#include <stdbool.h>
#include <stdint.h>

static inline double wf_dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static inline void wf_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void wf_minus(const double a[3], const double b[3], double out[3]) {
    out[0] = a[0] - b[0];
    out[1] = a[1] - b[1];
    out[2] = a[2] - b[2];
}

/// The point of segment ab that is closest to the origin is a + s (b - a); returns its squared
/// distance.
double wf_origin_to_segment(const double a[3], const double b[3], double* s);

/// The same for triangle abc by barycentric weights; true when the point is inside and the triangle
/// is no needle (a height of more than 1e-7 of its sides), false when it is the closest of the
/// border.
bool wf_origin_to_triangle(const double a[3], const double b[3], const double c[3],
                           double weight[3]);

/// Closest points of point p and triangle abc: barycentric weights of abc. Returns true when the
/// foot is interior.
bool wf_closest_point_triangle(const float* p, const float* a, const float* b, const float* c,
                               float weight[3]);

/// Closest points of segments p0 p1 and q0 q1: parameters s, t in [0, 1]. True when both are
/// interior.
bool wf_closest_segments(const float* p0, const float* p1, const float* q0, const float* q1,
                         float* s, float* t);

/// Closest points of two features with four points between them, the first `upper` of them of one:
/// a vertex (1) and a triangle, two edges (2), or a triangle (3) and a vertex. The sum of weight
/// times point leads from the other's closest point to the first one's. True when both are inside.
bool wf_closest_features(const float* const point[4], uint32_t upper, float weight[4]);
