// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bumpy torus that other engines were measured on, and sleeves around its tube: a closed body
// and a tight garment from formulas. Vertices have four floats.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define TORUS_PI 3.14159265358979323846

typedef struct torus_mesh {
    float* x;
    uint32_t* triangles;
    uint32_t vertex_count, triangle_count;
} torus_mesh;

static inline void torus_free(torus_mesh* mesh) {
    free(mesh->x);
    free(mesh->triangles);
}

static inline torus_mesh torus_alloc(uint32_t vertices, uint32_t triangles) {
    return (torus_mesh){calloc(4 * (size_t)vertices, sizeof(float)),
                        calloc(3 * (size_t)triangles, sizeof(uint32_t)), vertices, triangles};
}

/// The point at (u, v) and time t, `off` metres outside the tube.
static inline void torus_point(double u, double v, double t, double off, float* x) {
    double ring = 0.28 + 0.02 * sin(3 * u + TORUS_PI * t);
    double tube = 0.12 + 0.008 * sin(7 * u) * cos(5 * v) + 0.01 * sin(2 * u - 2 * TORUS_PI * t);
    double r = tube + off;
    x[0] = (float)((ring + r * cos(v)) * cos(u));
    x[1] = (float)(0.03 * sin(2 * u + TORUS_PI * t) + r * sin(v));
    x[2] = (float)((ring + r * cos(v)) * sin(u));
    x[3] = 1.0f;
}

/// n x m vertices; wraps in v, and in u when closed.
static inline void torus_connect(torus_mesh* mesh, uint32_t n, uint32_t m, int closed) {
    uint32_t* out = mesh->triangles;
    for (uint32_t i = 0; i + (closed ? 0 : 1) < n; ++i) {
        for (uint32_t j = 0; j < m; ++j) {
            uint32_t i1 = (i + 1) % n, j1 = (j + 1) % m;
            uint32_t a = i * m + j, b = i1 * m + j, c = i1 * m + j1, d = i * m + j1;
            uint32_t quad[6] = {a, d, c, a, c, b};
            for (int k = 0; k < 6; ++k) {
                *out++ = quad[k];
            }
        }
    }
}

static inline void torus_pose(torus_mesh* mesh, uint32_t n, uint32_t m, double t) {
    for (uint32_t i = 0; i < n * m; ++i) {
        double u = 2 * TORUS_PI * (i / m) / n, v = 2 * TORUS_PI * (i % m) / m;
        torus_point(u, v, t, 0, mesh->x + 4 * (size_t)i);
    }
}

static inline torus_mesh torus_make(uint32_t n, uint32_t m, double t) {
    torus_mesh mesh = torus_alloc(n * m, 2 * n * m);
    torus_connect(&mesh, n, m, 1);
    torus_pose(&mesh, n, m, t);
    return mesh;
}

/// A sleeve of n rings of m vertices over the arc of `length` radians, `base` metres off the tube.
static inline void sleeve_pose(torus_mesh* mesh, uint32_t n, uint32_t m, double length, double base,
                               double t) {
    for (uint32_t i = 0; i < n * m; ++i) {
        double u = length * ((double)(i / m) / (n - 1) - 0.5) + 0.05 * sin(1.4 * TORUS_PI * t);
        double v = 2 * TORUS_PI * (i % m) / m;
        double wave = 0.006 * sin(9 * u + 4 * v + 2.6 * TORUS_PI * t);
        torus_point(u, v, t, base + wave, mesh->x + 4 * (size_t)i);
    }
}

static inline torus_mesh sleeve_make(uint32_t n, uint32_t m, double length, double base, double t) {
    torus_mesh mesh = torus_alloc(n * m, 2 * (n - 1) * m);
    torus_connect(&mesh, n, m, 0);
    sleeve_pose(&mesh, n, m, length, base, t);
    return mesh;
}
