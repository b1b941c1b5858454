// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A bicubic Bezier surface over 16 control points that move, as the lid of a closed body: n x n
// vertices above, the border below, and a floor. The first scene of ElBadrawy, Hemayed, Fayek 2012.
#pragma once

#include "torus.h"

#include <stddef.h>

static inline double bezier_weight(int k, double t) {
    double s = 1 - t;
    return k == 0 ? s * s * s : k == 1 ? 3 * s * s * t : k == 2 ? 3 * s * t * t : t * t * t;
}

/// Height of a control point: the inner ones and the rim go up and down out of step.
static inline double bezier_control(int i, int j, double side, double t) {
    double swing = 0.3 + 0.7 * ((i == 1 || i == 2) && (j == 1 || j == 2));
    return 0.35 * side * swing * sin(2 * TORUS_PI * t / 4 + 2.1 * i + 1.3 * j * j);
}

/// The lid at time t over a square of `side` m; the floor lies a side below.
static inline void bezier_pose(torus_mesh* mesh, uint32_t n, double side, double t) {
    uint32_t below = n * n;
    for (uint32_t v = 0; v < n * n; ++v) {
        double a = (double)(v % n) / (n - 1), b = (double)(v / n) / (n - 1), height = 0;
        for (int k = 0; k < 16; ++k) {
            height += bezier_weight(k % 4, a) * bezier_weight(k / 4, b) *
                      bezier_control(k % 4, k / 4, side, t);
        }
        float* x = mesh->x + 4 * (size_t)v;
        x[0] = (float)(side * (a - 0.5));
        x[1] = (float)height;
        x[2] = (float)(side * (b - 0.5));
        x[3] = 1;
        if (v % n == 0 || v % n == n - 1 || v / n == 0 || v / n == n - 1) {
            float* low = mesh->x + 4 * (size_t)below++;
            low[0] = x[0];
            low[1] = (float)-side;
            low[2] = x[2];
            low[3] = 1;
        }
    }
    float* middle = mesh->x + 4 * (size_t)below;
    middle[0] = middle[2] = 0;
    middle[1] = (float)-side;
    middle[3] = 1;
}

/// The vertex below a vertex of the border.
static inline uint32_t bezier_below(uint32_t v, uint32_t n) {
    uint32_t row = v / n, column = v % n;
    return n * n + (row == 0       ? column
                    : row == n - 1 ? n + 2 * (n - 2) + column
                                   : n + 2 * (row - 1) + (column > 0));
}

static inline torus_mesh bezier_make(uint32_t n, double side) {
    uint32_t lid = 2 * (n - 1) * (n - 1), rim = 4 * (n - 1);
    torus_mesh mesh = torus_alloc(n * n + rim + 1, lid + 3 * rim);
    uint32_t* out = mesh.triangles;
    for (uint32_t row = 0; row + 1 < n; ++row) {
        for (uint32_t column = 0; column + 1 < n; ++column) {
            uint32_t a = row * n + column, b = a + 1, c = a + n, d = c + 1;
            uint32_t six[6] = {a, c, d, a, d, b};
            for (int k = 0; k < 6; ++k) {
                *out++ = six[k];
            }
        }
    }
    for (uint32_t side_of = 0; side_of < 4; ++side_of) {
        for (uint32_t i = 0; i + 1 < n; ++i) {
            const uint32_t from[4] = {i + 1, n * i, n * (n - 1) + i, n * (i + 2) - 1};
            const uint32_t to[4] = {i, n * (i + 1), n * (n - 1) + i + 1, n * (i + 1) - 1};
            uint32_t a = from[side_of], b = to[side_of];
            uint32_t c = bezier_below(a, n), d = bezier_below(b, n);
            uint32_t nine[9] = {a, c, d, a, d, b, c, mesh.vertex_count - 1, d};
            for (int k = 0; k < 9; ++k) {
                *out++ = nine[k];
            }
        }
    }
    bezier_pose(&mesh, n, side, 0);
    return mesh;
}
