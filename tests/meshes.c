// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Small meshes for tests.
#include "meshes.h"

#include <math.h>
#include <stdlib.h>

static test_mesh make_mesh(uint32_t vertex_count, uint32_t triangle_count) {
    return (test_mesh){
        .positions = calloc(3 * (size_t)vertex_count, sizeof(float)),
        .triangles = calloc(3 * (size_t)triangle_count, sizeof(uint32_t)),
        .vertex_count = vertex_count,
        .triangle_count = triangle_count,
    };
}

static void put(float* p, float x, float y, float z) {
    p[0] = x;
    p[1] = y;
    p[2] = z;
}

// Two triangles a, b, c and a, c, d.
static uint32_t* put_quad(uint32_t* t, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t corners[6] = {a, b, c, a, c, d};
    for (int i = 0; i < 6; ++i) {
        *t++ = corners[i];
    }
    return t;
}

test_mesh test_grid(uint32_t columns, uint32_t rows, float cell, float y) {
    test_mesh mesh = make_mesh((columns + 1) * (rows + 1), 2 * columns * rows);
    float* p = mesh.positions;
    for (uint32_t r = 0; r <= rows; ++r) {
        for (uint32_t c = 0; c <= columns; ++c, p += 3) {
            put(p, (float)c * cell, y, (float)r * cell);
        }
    }
    uint32_t* t = mesh.triangles;
    for (uint32_t r = 0; r < rows; ++r) {
        for (uint32_t c = 0; c < columns; ++c) {
            uint32_t v = r * (columns + 1) + c;
            t = put_quad(t, v, v + columns + 1, v + columns + 2, v + 1);
        }
    }
    return mesh;
}

test_mesh test_box(float x, float y, float z) {
    test_mesh mesh = make_mesh(8, 12);
    for (int i = 0; i < 8; ++i) {
        put(mesh.positions + 3 * i, i & 1 ? x : 0.0f, i & 2 ? y : 0.0f, i & 4 ? z : 0.0f);
    }
    uint32_t* t = mesh.triangles;
    t = put_quad(t, 0, 2, 3, 1);
    t = put_quad(t, 4, 5, 7, 6);
    t = put_quad(t, 0, 1, 5, 4);
    t = put_quad(t, 2, 6, 7, 3);
    t = put_quad(t, 0, 4, 6, 2);
    put_quad(t, 1, 3, 7, 5);
    return mesh;
}

test_mesh test_torus(uint32_t around, uint32_t along, float radius, float tube) {
    test_mesh mesh = make_mesh(around * along, 2 * around * along);
    const float turn = 6.2831853f;
    float* p = mesh.positions;
    for (uint32_t a = 0; a < around; ++a) {
        for (uint32_t b = 0; b < along; ++b, p += 3) {
            float u = turn * (float)a / (float)around, v = turn * (float)b / (float)along;
            float r = radius + tube * cosf(v);
            put(p, r * cosf(u), tube * sinf(v), r * sinf(u));
        }
    }
    uint32_t* t = mesh.triangles;
    for (uint32_t a = 0; a < around; ++a) {
        for (uint32_t b = 0; b < along; ++b) {
            uint32_t next_a = (a + 1) % around * along, next_b = (b + 1) % along;
            t = put_quad(t, a * along + b, a * along + next_b, next_a + next_b, next_a + b);
        }
    }
    return mesh;
}

void test_mesh_free(test_mesh* mesh) {
    free(mesh->positions);
    free(mesh->triangles);
    *mesh = (test_mesh){0};
}
