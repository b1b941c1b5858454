// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Triangles parted by planes: what is dropped never touches, whatever way the cloth takes within
// its slack, and is not within reach of a force where it was predicted; what a plane of either
// parts widely is dropped.
#include "test_macros.h"
#include "triangle_distance.h"

#include "detect/triangle_batch.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 3000, MOMENTS = 8, CORNERS = 15 };

/// Corners of the cloth's triangle, then of four of a body; 4 floats each.
typedef struct scene {
    float from[4 * CORNERS], to[4 * CORNERS], slack[3];
    uint32_t triangles[CORNERS];
} scene;

static scene empty_scene(void) {
    scene s = {.slack = {0}};
    for (uint32_t i = 0; i < CORNERS; ++i) {
        s.triangles[i] = i;
    }
    return s;
}

static void make_scene(test_random* random, scene* s, float size, float apart) {
    *s = empty_scene();
    for (uint32_t i = 0; i < CORNERS; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            float offset = i < 3 && k == 1 ? apart : 0.0f;
            s->from[4 * i + k] = offset + test_uniform(random, -size, size);
            s->to[4 * i + k] = s->from[4 * i + k] + test_uniform(random, -0.01f, 0.01f);
        }
    }
    for (uint32_t i = 0; i < 3; ++i) {
        s->slack[i] = test_uniform(random, 0.0f, 0.002f);
    }
}

static int apart_lanes(const scene* s, float reach, bool with_slack) {
    wf_surface cloth = {.triangles = s->triangles,
                        .from = s->from,
                        .to = s->to,
                        .slack = with_slack ? s->slack : NULL};
    wf_surface body = {.triangles = s->triangles, .from = s->from, .to = s->to};
    wf_triangle_side side;
    wf_triangle_side_find(&cloth, 0, &side);
    return wf_triangle_batch_apart(&side, &body, (const uint32_t[4]){1, 2, 3, 4}, reach);
}

static double distance_at(const scene* s, const float* to, int lane, float t) {
    float at[6][3];
    const float* corner[6];
    for (size_t i = 0; i < 6; ++i) {
        size_t first = 4 * (i < 3 ? i : 3 * (size_t)lane + i);
        for (size_t k = 0; k < 3; ++k) {
            at[i][k] = s->from[first + k] + t * (to[first + k] - s->from[first + k]);
        }
        corner[i] = at[i];
    }
    return triangle_distance(corner, corner + 3);
}

/// The cloth ends anywhere in its slack.
static void stray(test_random* random, const scene* s, float* to) {
    memcpy(to, s->to, sizeof s->to);
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            to[4 * i + k] += test_stray(random, s->slack[i]);
        }
    }
}

WEFT_TEST(triangles_that_planes_part_neither_touch_nor_push) {
    test_random random = test_seed(73);
    const float reach = 0.004f;
    uint32_t dropped = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        scene s;
        make_scene(&random, &s, 0.02f, test_uniform(&random, -0.05f, 0.05f));
        int apart = apart_lanes(&s, reach, true);
        for (int lane = 0; lane < 4; ++lane) {
            if ((apart >> lane & 1) == 0) {
                continue;
            }
            ++dropped;
            CHECK(distance_at(&s, s.to, lane, 1.0f) > (double)reach - 1e-6);
            float to[4 * CORNERS];
            stray(&random, &s, to);
            for (int k = 0; k <= MOMENTS; ++k) {
                CHECK(distance_at(&s, to, lane, (float)k / MOMENTS) > 1e-6);
            }
        }
    }
    test_note("%u of %u dropped", dropped, 4u * ROUNDS);
    CHECK(dropped > ROUNDS);
}

/// Flat in the plane y = height, moved by `lift` till the end.
static void lay_flat(scene* s, uint32_t triangle, float size, float height, float lift) {
    for (uint32_t k = 0; k < 3; ++k) {
        float* p = s->from + 4 * (3 * triangle + k);
        p[0] = k == 1 ? size : -size;
        p[1] = height;
        p[2] = k == 2 ? size : -size;
        float* q = s->to + 4 * (3 * triangle + k);
        memcpy(q, p, 3 * sizeof(float));
        q[1] += lift;
    }
}

WEFT_TEST(planes_part_what_lies_beyond_reach_on_either_side) {
    scene s = empty_scene();
    s.slack[0] = 0.001f;
    lay_flat(&s, 0, 0.05f, 0.0f, 0.0f);
    lay_flat(&s, 1, 0.01f, 0.0041f, 0.0f);  // beyond the reach, over
    lay_flat(&s, 2, 0.01f, -0.0041f, 0.0f); // and under
    lay_flat(&s, 3, 0.01f, -0.0039f, 0.0f); // within it
    lay_flat(&s, 4, 0.01f, -0.01f, 0.01f);  // comes to touch
    CHECK_EQ(apart_lanes(&s, 0.004f, true), 3);
    lay_flat(&s, 1, 0.01f, 1e-5f, 0.1f);   // touches as far as floats can tell
    lay_flat(&s, 2, 0.01f, 0.002f, 0.1f);  // leaves
    lay_flat(&s, 3, 0.01f, 0.002f, -0.1f); // goes through
    lay_flat(&s, 4, 0.01f, 0.0011f, 0.0f); // within the slack
    CHECK_EQ(apart_lanes(&s, 0.0f, true), 2);
    CHECK_EQ(apart_lanes(&s, 0.0f, false), 10);
}

// Only the body's triangle, upright beside the cloth's, has a plane between them.
WEFT_TEST(planes_of_the_body_part_too) {
    scene s = empty_scene();
    lay_flat(&s, 0, 0.05f, 0.0f, 0.0f);
    for (uint32_t lane = 1; lane < 5; ++lane) {
        float x = lane & 1 ? -0.06f : -0.052f;
        const float corner[3][3] = {{x, -0.02f, 0.0f}, {x, 0.02f, 0.0f}, {x, 0.0f, 0.03f}};
        for (size_t k = 0; k < 3; ++k) {
            memcpy(s.from + 4 * (3 * lane + k), corner[k], sizeof corner[k]);
            memcpy(s.to + 4 * (3 * lane + k), corner[k], sizeof corner[k]);
        }
    }
    CHECK_EQ(apart_lanes(&s, 0.004f, true), 5);
}

// A triangle without area has no plane: it is left to its features, and NaN too.
WEFT_TEST(triangles_without_a_plane_are_not_parted) {
    scene s = empty_scene();
    for (uint32_t i = 0; i < CORNERS; ++i) {
        s.from[4 * i] = s.to[4 * i] = (float)i;
    }
    CHECK_EQ(apart_lanes(&s, 0.004f, true), 0);
    s.from[1] = NAN;
    CHECK_EQ(apart_lanes(&s, 0.004f, true), 0);
}
