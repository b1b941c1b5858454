// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Many cells far from each other, each with a few triangles at random: what meets what can be told
// cell by cell.
#pragma once

#include "test_macros.h"

enum { SIDE = 6, CELLS = SIDE * SIDE * SIDE };

/// m; corners of a triangle lie within the first of its middle, cells this far apart.
#define SIZE 0.01f
#define APART 0.3f

static inline void random_point(test_random* r, const float* around, float reach, float* out) {
    for (int k = 0; k < 3; ++k) {
        out[k] = around[k] + test_uniform(r, -reach, reach);
    }
}

static inline void middle_of(uint32_t cell, float* middle) {
    middle[0] = ((float)(cell % SIDE) - 0.5f * SIDE) * APART;
    middle[1] = ((float)(cell / SIDE % SIDE) - 0.5f * SIDE) * APART;
    middle[2] = ((float)(cell / SIDE / SIDE) - 0.5f * SIDE) * APART;
}

/// Triangles with so many corners a cell.
static inline void fill(test_random* r, uint32_t corners, float* x, uint32_t* triangles) {
    for (uint32_t i = 0; i < corners * CELLS; ++i) {
        float middle[3];
        middle_of(i / corners, middle);
        random_point(r, middle, SIZE, x + 3 * (size_t)i);
        triangles[i] = i;
    }
}
