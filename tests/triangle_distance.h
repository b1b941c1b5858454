// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The distance of two triangles from all their features, for comparison.
#pragma once

#include "detect/closest.h"
#include "math/predicates.h"

#include <math.h>

static inline double point_distance(const double* a, const double* b) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

static inline double vertex_face_distance(const float* p, const float* const face[3]) {
    double foot[3] = {0, 0, 0}, at[3] = {p[0], p[1], p[2]};
    float weight[3];
    wf_closest_point_triangle(p, face[0], face[1], face[2], weight);
    for (int c = 0; c < 3; ++c) {
        for (int axis = 0; axis < 3; ++axis) {
            foot[axis] += (double)weight[c] * (double)face[c][axis];
        }
    }
    return point_distance(at, foot);
}

static inline double edge_distance(const float* p0, const float* p1, const float* q0,
                                   const float* q1) {
    double a[3], b[3];
    float s, t;
    wf_closest_segments(p0, p1, q0, q1, &s, &t);
    for (int axis = 0; axis < 3; ++axis) {
        a[axis] = (double)p0[axis] + (double)s * ((double)p1[axis] - (double)p0[axis]);
        b[axis] = (double)q0[axis] + (double)t * ((double)q1[axis] - (double)q0[axis]);
    }
    return point_distance(a, b);
}

/// 0 when they meet.
static inline double triangle_distance(const float* const a[3], const float* const b[3]) {
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        least = fmin(least, vertex_face_distance(a[i], b));
        least = fmin(least, vertex_face_distance(b[i], a));
        for (int j = 0; j < 3; ++j) {
            least = fmin(least, edge_distance(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
        }
    }
    return wf_triangles_meet(a, b) ? 0.0 : least;
}
