// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two convex features that do not meet have a plane between them across the line of their closest
// points. A gap of one ulp needs that line to seven more digits than floats have, so everything is
// in double here, and several candidates compete: the rounded direction of each is only as good as
// the gap that it proves.
#include "detect/separate.h"

#include "detect/closest.h"

#include <math.h>

/// The points in double, relative to the last one.
typedef struct features {
    double p[4][3];
    uint32_t upper;
} features;

/// Proves what it can along d and keeps the best.
static void try_direction(const features* f, const double d[3], wf_separation* best) {
    double length = sqrt(wf_dot(d, d));
    if (!(length > 0.0)) {
        return;
    }
    wf_separation s;
    double n[3], low = 1e30, top = -1e30;
    for (int k = 0; k < 3; ++k) {
        s.n[k] = (float)(d[k] / length);
        n[k] = s.n[k];
    }
    for (uint32_t i = 0; i < 4; ++i) {
        double h = s.height[i] = wf_dot(n, f->p[i]);
        if (i < f->upper) {
            low = h < low ? h : low;
        } else {
            top = h > top ? h : top;
        }
    }
    s.gap = low - top;
    for (uint32_t i = 0; i < 4; ++i) {
        s.height[i] -= top;
    }
    if (s.gap > best->gap) {
        *best = s;
    }
}

static void try_both(const features* f, const double d[3], wf_separation* best) {
    const double other[3] = {-d[0], -d[1], -d[2]};
    try_direction(f, d, best);
    try_direction(f, other, best);
}

/// Across two lines.
static void try_cross(const features* f, int a, int b, int c, int d, wf_separation* best) {
    double u[3], v[3], n[3];
    wf_minus(f->p[b], f->p[a], u);
    wf_minus(f->p[d], f->p[c], v);
    wf_cross(u, v, n);
    try_both(f, n, best);
}

/// From the closest point of segment ab to point i, or back.
static void try_end(const features* f, int i, int a, int b, wf_separation* best) {
    double from[3], to[3], s, d[3];
    wf_minus(f->p[a], f->p[i], from);
    wf_minus(f->p[b], f->p[i], to);
    wf_origin_to_segment(from, to, &s);
    for (int k = 0; k < 3; ++k) {
        d[k] = from[k] + s * (to[k] - from[k]);
    }
    try_both(f, d, best);
}

wf_separation wf_separate(const float* const point[4], uint32_t upper) {
    features f = {.upper = upper};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            f.p[i][k] = (double)point[i][k] - (double)point[3][k];
        }
    }
    wf_separation best = {.gap = -1e30};
    if (upper == 1) {
        try_cross(&f, 1, 2, 1, 3, &best);
        for (int i = 1; i < 4; ++i) {
            try_end(&f, 0, i, i % 3 + 1, &best);
        }
        return best;
    }
    try_cross(&f, 0, 1, 2, 3, &best);
    for (int i = 0; i < 2; ++i) {
        try_end(&f, i, 2, 3, &best);
        try_end(&f, 2 + i, 0, 1, &best);
    }
    return best;
}
