// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Small meshes for tests, as plain arrays in a struct that frees itself with test_mesh_free.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct test_mesh {
    float* positions; // 3 per vertex
    uint32_t* triangles;
    uint32_t vertex_count;
    uint32_t triangle_count;
} test_mesh;

/// Sheet in the xz plane at height y, columns x rows squares of `cell` m, corner at the origin.
test_mesh test_grid(uint32_t columns, uint32_t rows, float cell, float y);

/// Closed box with its corner at the origin, 8 vertices, 12 triangles, outward.
test_mesh test_box(float x, float y, float z);

/// Torus around the y axis, closed, outward.
test_mesh test_torus(uint32_t around, uint32_t along, float radius, float tube);

void test_mesh_free(test_mesh* mesh);
