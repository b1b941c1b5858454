// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertices and faces in lanes: what is dropped never touches, whatever way both take within their
// slack, and is not within reach of a force where it was predicted; and of what is far, all is
// dropped.
#include "test_macros.h"

#include "detect/closest.h"
#include "detect/face_batch.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 4000, MOMENTS = 16 };

/// Four vertices, then three corners for each of four faces; 4 floats each.
typedef struct scene {
    float from[64], to[64], slack[16];
    uint32_t triangles[12];
} scene;

static void make_scene(test_random* random, scene* s, float size, float apart) {
    for (uint32_t i = 0; i < 16; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            float offset = i < 4 && k == 1 ? apart : 0.0f;
            s->from[4 * i + k] = offset + test_uniform(random, -size, size);
            s->to[4 * i + k] = s->from[4 * i + k] + test_uniform(random, -0.01f, 0.01f);
        }
        s->slack[i] = test_uniform(random, 0.0f, 0.002f);
    }
    for (uint32_t k = 0; k < 12; ++k) {
        s->triangles[k] = 4 + k;
    }
}

static double distance(const float* p, const float* a, const float* b, const float* c) {
    float weight[3];
    double sum = 0.0;
    wf_closest_point_triangle(p, a, b, c, weight);
    for (int k = 0; k < 3; ++k) {
        double d = (double)p[k] - (double)weight[0] * (double)a[k] -
                   (double)weight[1] * (double)b[k] - (double)weight[2] * (double)c[k];
        sum += d * d;
    }
    return sqrt(sum);
}

static double distance_at(const scene* s, const float* to, uint32_t lane, float t) {
    float at[16];
    const uint32_t index[4] = {lane, s->triangles[3 * lane], s->triangles[3 * lane + 1],
                               s->triangles[3 * lane + 2]};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            size_t from = 4 * (size_t)index[i] + (size_t)k;
            at[4 * i + k] = s->from[from] + t * (to[from] - s->from[from]);
        }
    }
    return distance(at, at + 4, at + 8, at + 12);
}

/// Ends anywhere in the slack.
static void stray(test_random* random, const scene* s, float* to) {
    memcpy(to, s->to, sizeof s->to);
    for (uint32_t i = 0; i < 16; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            to[4 * i + k] += test_stray(random, s->slack[i]);
        }
    }
}

static int open_lanes(const scene* s, float reach, bool vertex_slack, bool face_slack) {
    wf_face_batch batch = {{0, 1, 2, 3}, {0, 1, 2, 3}, 4};
    wf_surface vertices = {.from = s->from, .to = s->to, .slack = vertex_slack ? s->slack : NULL};
    wf_surface faces = {.triangles = s->triangles,
                        .from = s->from,
                        .to = s->to,
                        .slack = face_slack ? s->slack : NULL};
    return wf_face_batch_test(&batch, &vertices, &faces, reach);
}

WEFT_TEST(what_the_lanes_drop_neither_touches_nor_pushes) {
    test_random random = test_seed(71);
    const float reach = 0.004f;
    uint32_t dropped = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        scene s;
        make_scene(&random, &s, 0.02f, test_uniform(&random, 0.0f, 0.03f));
        int open = open_lanes(&s, reach, true, true);
        for (uint32_t lane = 0; lane < 4; ++lane) {
            if (open >> lane & 1) {
                continue;
            }
            ++dropped;
            CHECK(distance_at(&s, s.to, lane, 1.0f) > (double)reach - 1e-6);
            float to[64];
            stray(&random, &s, to);
            for (int k = 0; k <= MOMENTS; ++k) {
                CHECK(distance_at(&s, to, lane, (float)k / MOMENTS) > 1e-6);
            }
        }
    }
    test_note("%u of %u dropped", dropped, 4u * ROUNDS);
    CHECK(dropped > ROUNDS);
}

WEFT_TEST(lanes_drop_whatever_is_far) {
    test_random random = test_seed(72);
    for (int round = 0; round < 500; ++round) {
        scene s;
        make_scene(&random, &s, 0.02f, 0.12f);
        CHECK_EQ(open_lanes(&s, 0.004f, round & 1, round >> 1 & 1) & 15, 0);
    }
}

// A face without area still has edges and corners to measure from.
WEFT_TEST(lanes_measure_from_faces_without_area) {
    scene s;
    memset(&s, 0, sizeof s);
    for (uint32_t k = 0; k < 12; ++k) {
        s.triangles[k] = 4 + k;
        s.from[4 * (4 + k)] = s.to[4 * (4 + k)] = k < 6 ? 0.01f * (float)k : 0.0f;
    }
    for (uint32_t lane = 0; lane < 4; ++lane) {
        s.from[4 * lane + 1] = s.to[4 * lane + 1] = lane & 1 ? 0.5f : 0.001f;
    }
    s.from[8] = s.to[8] = 0.0f;
    CHECK_EQ(open_lanes(&s, 0.004f, true, true) & 15, 5);
}
