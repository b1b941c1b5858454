// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The point of a triangle that is closest to the origin, in double.
#pragma once

#include <stdbool.h>

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
