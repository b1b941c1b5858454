// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Meshes by formulas, beside the torus of tests/torus.h: the sleeve of 833 vertices and 1 626
// triangles round its tube, and a sheet whose folds touch and cross. Y up, metres; t in seconds.
#pragma once

#include "../../../torus.h"

#include <stdbool.h>

enum { RINGS = 15, RING_INNER = 61, RING_END = 20, CRUMPLE_SIDE = 101 };

static inline uint32_t ring_size(uint32_t ring) {
    return ring == 0 || ring == RINGS - 1 ? RING_END : RING_INNER;
}

/// `base` metres off the tube: at 0.002 it crosses the obstacle, at 0.008 it is 2 to 14 mm away.
static inline void ring_sleeve_pose(torus_mesh* mesh, double base, double t) {
    float* x = mesh->x;
    for (uint32_t k = 0; k < RINGS; ++k) {
        double u = -0.9 + 1.8 * k / 14 + 0.05 * sin(1.4 * TORUS_PI * t);
        uint32_t n = ring_size(k);
        for (uint32_t l = 0; l < n; ++l, x += 4) {
            double v = 2 * TORUS_PI * l / n;
            double off = base + 0.006 * sin(9 * u + 4 * v + 2.6 * TORUS_PI * t);
            torus_point(u, v, t, off, x);
        }
    }
}

/// Triangles between two rings: the one that is behind, as a fraction of its round, goes on.
static inline uint32_t* stitch(uint32_t* out, uint32_t a, uint32_t n, uint32_t b, uint32_t m) {
    for (uint32_t i = 0, j = 0; i < n || j < m;) {
        bool first = j == m || (i < n && (uint64_t)(i + 1) * m <= (uint64_t)(j + 1) * n);
        uint32_t p = a + i % n, q = b + j % m;
        *out++ = p;
        *out++ = first ? a + (i + 1) % n : b + (j + 1) % m;
        *out++ = q;
        i += first;
        j += !first;
    }
    return out;
}

static inline torus_mesh ring_sleeve_make(double base) {
    uint32_t vertices = 2 * RING_END + (RINGS - 2) * RING_INNER;
    uint32_t triangles = 2 * (RING_END + RING_INNER) + (RINGS - 3) * 2 * RING_INNER;
    torus_mesh mesh = torus_alloc(vertices, triangles);
    uint32_t* out = mesh.triangles;
    for (uint32_t k = 0, at = 0; k + 1 < RINGS; at += ring_size(k++)) {
        out = stitch(out, at, ring_size(k), at + ring_size(k), ring_size(k + 1));
    }
    ring_sleeve_pose(&mesh, base, 0);
    return mesh;
}

/// Rows that meander across themselves.
static inline void crumple_pose(torus_mesh* mesh, double t) {
    float* out = mesh->x;
    for (uint32_t j = 0; j < CRUMPLE_SIDE; ++j) {
        double z = 0.01 * j, amp = 2.0 + 0.2 * sin(TORUS_PI * t + 3 * z), x = 0, y = 0;
        for (uint32_t i = 0; i < CRUMPLE_SIDE; ++i, out += 4) {
            out[0] = (float)x, out[1] = (float)y, out[2] = (float)z, out[3] = 1.0f;
            double turn = 8 * TORUS_PI * i / 100;
            double a = amp * sin(turn + 0.6 * sin(4 * z + 0.8 * TORUS_PI * t));
            x += 0.01 * cos(a);
            y += 0.01 * sin(a);
        }
    }
}

static inline torus_mesh crumple_make(void) {
    enum { N = CRUMPLE_SIDE };
    torus_mesh mesh = torus_alloc(N * N, 2 * (N - 1) * (N - 1));
    uint32_t* out = mesh.triangles;
    for (uint32_t j = 0; j + 1 < N; ++j) {
        for (uint32_t i = 0; i + 1 < N; ++i) {
            uint32_t a = j * N + i, quad[6] = {a, a + N, a + N + 1, a, a + N + 1, a + 1};
            for (int k = 0; k < 6; ++k) {
                *out++ = quad[k];
            }
        }
    }
    crumple_pose(&mesh, 0);
    return mesh;
}
