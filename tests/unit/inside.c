// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inside or outside of solids built of cubes, whose faces are cut along random diagonals. Rays from
// points of the half grid run through edges and vertices nearly always.
#include "test_macros.h"

#include "mesh/inside.h"

#include <stdlib.h>

enum { SIDE = 4, CORNERS = SIDE + 1 };

typedef struct solid {
    bool full[SIDE][SIDE][SIDE];
    float x[4 * CORNERS * CORNERS * CORNERS];
    uint32_t triangles[3 * 12 * SIDE * SIDE * SIDE];
    uint32_t count;
} solid;

static uint32_t corner(const int at[3]) {
    return (uint32_t)((at[0] * CORNERS + at[1]) * CORNERS + at[2]);
}

static bool is_full(const solid* s, int x, int y, int z) {
    bool in = x >= 0 && y >= 0 && z >= 0 && x < SIDE && y < SIDE && z < SIDE;
    return in && s->full[x][y][z];
}

/// The face of a cube on the given side of an axis, outward, cut along either diagonal.
static void add_face(solid* s, const int cube[3], int axis, int side, bool other) {
    uint32_t at[4];
    for (int k = 0; k < 4; ++k) {
        int place[3] = {cube[0], cube[1], cube[2]};
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        place[axis] += side;
        place[side ? u : v] += k == 1 || k == 2;
        place[side ? v : u] += k >= 2;
        at[k] = corner(place);
    }
    uint32_t first = other ? 1 : 0;
    for (uint32_t k = 0; k < 2; ++k) {
        uint32_t* t = s->triangles + 3 * s->count++;
        t[0] = at[first];
        t[1] = at[(first + 1 + k) % 4];
        t[2] = at[(first + 2 + k) % 4];
    }
}

static void random_solid(solid* s, test_random* random) {
    s->count = 0;
    for (int i = 0; i < SIDE * SIDE * SIDE; ++i) {
        (&s->full[0][0][0])[i] = test_below(random, 2) == 1;
    }
    for (int i = 0; i < CORNERS * CORNERS * CORNERS; ++i) {
        float* x = s->x + 4 * i;
        x[0] = (float)(i / CORNERS / CORNERS);
        x[1] = (float)(i / CORNERS % CORNERS);
        x[2] = (float)(i % CORNERS);
    }
    for (int i = 0; i < SIDE * SIDE * SIDE * 6; ++i) {
        int c[3] = {i / 6 / SIDE / SIDE, i / 6 / SIDE % SIDE, i / 6 % SIDE};
        int axis = i % 3, side = i / 3 % 2, step = 2 * side - 1;
        if (is_full(s, c[0], c[1], c[2]) &&
            !is_full(s, c[0] + (axis == 0) * step, c[1] + (axis == 1) * step,
                     c[2] + (axis == 2) * step)) {
            add_face(s, c, axis, side, test_below(random, 2) == 1);
        }
    }
}

/// Of the cubes that hold the point: all full, none, or the point is on the surface. Coordinates
/// are counted in half cubes.
static int expected_side(const solid* s, const int p[3]) {
    int full = 0, all = 0;
    for (int i = 0; i < 8; ++i) {
        int lo[3], use = 1;
        for (int k = 0; k < 3; ++k) {
            int up = i >> k & 1;
            lo[k] = p[k] % 2 == 0 ? p[k] / 2 - 1 + up : (p[k] - 1) / 2;
            use &= p[k] % 2 == 0 || up == 0;
        }
        full += use && is_full(s, lo[0], lo[1], lo[2]);
        all += use;
    }
    return full == all ? 1 : full == 0 ? -1 : 0;
}

WEFT_TEST(point_side_of_cubes) {
    test_random random = test_seed(45);
    static solid s;
    uint32_t on[3] = {0, 0, 0};
    for (int round = 0; round < 60; ++round) {
        random_solid(&s, &random);
        for (int i = 0; i < 9 * 9 * 9; ++i) {
            int p[3] = {i / 81, i / 9 % 9, i % 9};
            float at[3] = {0.5f * (float)p[0], 0.5f * (float)p[1], 0.5f * (float)p[2]};
            int expected = expected_side(&s, p);
            on[expected + 1] += 1;
            CHECK_EQ(wf_point_side(at, s.x, s.triangles, s.count), expected);
        }
    }
    test_note("%u outside, %u on the surface, %u inside", on[0], on[1], on[2]);
    CHECK_GT(on[0], 1000);
    CHECK_GT(on[2], 1000);
}

/// Turned so that edges and vertices lie in general directions, still on a grid of floats.
WEFT_TEST(point_side_of_sheared_cubes) {
    test_random random = test_seed(46);
    static solid s;
    for (int round = 0; round < 30; ++round) {
        random_solid(&s, &random);
        const float shear[3][3] = {{3, -2, 1}, {1, 2, -1}, {-2, 1, 4}};
        for (int i = 0; i < CORNERS * CORNERS * CORNERS; ++i) {
            float x[3] = {s.x[4 * i], s.x[4 * i + 1], s.x[4 * i + 2]};
            for (int k = 0; k < 3; ++k) {
                s.x[4 * i + k] = shear[k][0] * x[0] + shear[k][1] * x[1] + shear[k][2] * x[2];
            }
        }
        for (int i = 0; i < 9 * 9 * 9; ++i) {
            int p[3] = {i / 81, i / 9 % 9, i % 9};
            float at[3];
            for (int k = 0; k < 3; ++k) {
                at[k] = 0.5f * (shear[k][0] * (float)p[0] + shear[k][1] * (float)p[1] +
                                shear[k][2] * (float)p[2]);
            }
            CHECK_EQ(wf_point_side(at, s.x, s.triangles, s.count), expected_side(&s, p));
        }
    }
}
