// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The boxes of cloth and bodies grow by no more than is needed. Many cells far from each other hold
// a triangle of cloth and one of a body at random; whatever meets with cloth anywhere in its box of
// displacement, and whatever is predicted within reach of a force, has to be a candidate. Beside
// bodies that stand so has what comes within reach in the calm part of its slack: pairs of cloth at
// rest that come and go keep it twitching.
#include "cells.h"
#include "contact/contact.h"
#include "contact/thickness.h"
#include "math/predicates.h"
#include "solve/system.h"
#include "strays.h"
#include "test_macros.h"
#include "weft/weft.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 6, LANDINGS = 30, ROUNDS = 40 };

static weft_world* make_world(test_random* r) {
    static float x[9 * CELLS];
    static uint32_t triangles[3 * CELLS];
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    weft_cloth_def cloth = weft_default_cloth_def();
    fill(r, 3, x, triangles);
    cloth.positions = x, cloth.vertex_count = 3 * CELLS;
    cloth.triangles = triangles, cloth.triangle_count = CELLS;
    weft_report report = {0};
    weft_world_add_cloth(world, &cloth, &report);
    CHECK_EQ(report.status, WEFT_OK);
    fill(r, 3, x, triangles);
    weft_body_def body = weft_default_body_def();
    body.positions = x, body.vertex_count = 3 * CELLS;
    body.triangles = triangles, body.triangle_count = CELLS;
    body.open = true;
    weft_world_add_body(world, &body, &report);
    CHECK_EQ(report.status, WEFT_OK);
    CHECK(wf_world_rebuild(world));
    return world;
}

/// Cloth and body anew, up to a few reaches from each other; both move, and bodies that stand not.
static void lay_out(test_random* r, weft_world* world, float fastest, bool stands) {
    wf_particles* p = world->particles;
    wf_obstacle* o = &world->obstacle;
    const float zero[3] = {0.0f, 0.0f, 0.0f};
    for (uint32_t cell = 0; cell < CELLS; ++cell) {
        float cloth[3], body[3], move[3], way[3];
        middle_of(cell, body);
        random_point(r, body, 2.0f * SIZE, cloth);
        random_point(r, zero, fastest, move);
        random_point(r, zero, stands ? 0.0f : 0.005f, way);
        for (size_t at = 12 * (size_t)cell; at < 12 * (size_t)cell + 12; at += 4) {
            random_point(r, cloth, SIZE, p->x + at);
            random_point(r, move, 0.2f * fastest, p->z + at);
            if (!o->stands) {
                random_point(r, body, SIZE, o->x0 + at);
            }
            for (int k = 0; k < 3; ++k) {
                p->z[at + (size_t)k] += p->x[at + (size_t)k];
                o->x1[at + (size_t)k] = o->x0[at + (size_t)k] + way[k];
            }
        }
    }
    o->stands = stands;
}

static void blend(const float* x, uint32_t i, uint32_t j, double* out) {
    double a = (double)i / PARTS, b = (double)j / PARTS;
    for (int k = 0; k < 3; ++k) {
        out[k] = a * (double)x[k] + b * (double)x[4 + k] + (1 - a - b) * (double)x[8 + k];
    }
}

/// Whether two points of a fine grid on the triangles are this near, m.
static bool are_near(const float* a, const float* b, double reach) {
    double points[2][(PARTS + 1) * (PARTS + 2) / 2][3];
    size_t n = 0;
    for (uint32_t i = 0; i <= PARTS; ++i) {
        for (uint32_t j = 0; i + j <= PARTS; ++j, ++n) {
            blend(a, i, j, points[0][n]);
            blend(b, i, j, points[1][n]);
        }
    }
    bool near = false;
    for (size_t i = 0; i < n * n; ++i) {
        const double *p = points[0][i / n], *q = points[1][i % n];
        double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
        near |= x * x + y * y + z * z <= reach * reach;
    }
    return near;
}

/// Cloth at corners of its boxes, the body on its way.
static bool meet_somewhere(test_random* r, const weft_world* world, size_t at) {
    const wf_contact* c = world->contact;
    float part = test_uniform(r, 0.0f, 1.0f), cloth[12], body[12];
    for (size_t i = 0; i < 12; ++i) {
        const float* end = test_below(r, 2) == 0 ? c->cloth_lo : c->cloth_hi;
        cloth[i] = world->particles->x[at + i] + end[at + i];
        body[i] = world->obstacle.x0[at + i] +
                  part * (world->obstacle.x1[at + i] - world->obstacle.x0[at + i]);
    }
    const float *a[3] = {cloth, cloth + 4, cloth + 8}, *b[3] = {body, body + 4, body + 8};
    return wf_triangles_meet(a, b);
}

typedef struct tally {
    uint32_t near, meeting, candidates, missed;
} tally;

/// What a triangle may end off its prediction and still be calm, m.
static double calm_of(const wf_contact* c, uint32_t cell) {
    const float* slack = c->slacks + 3 * (size_t)cell;
    float least = slack[0] < slack[1] ? slack[0] : slack[1];
    return (double)(least < slack[2] ? least : slack[2]);
}

static void count(test_random* r, const weft_world* world, tally* out) {
    const wf_contact* c = world->contact;
    bool stands = world->obstacle.stands;
    bool listed[CELLS] = {false};
    for (size_t i = 0; i < c->candidates.count; ++i) {
        CHECK_EQ(c->candidates.a[i], c->candidates.b[i]);
        listed[c->candidates.a[i]] = true;
    }
    for (uint32_t cell = 0; cell < CELLS; ++cell) {
        size_t at = 12 * (size_t)cell;
        double reach = (double)wf_contact_reach(c) + (stands ? calm_of(c, cell) : 0.0);
        bool near = are_near(c->predicted + at, world->obstacle.x1 + at, reach);
        bool meets = false;
        for (int i = 0; i < LANDINGS; ++i) {
            meets |= meet_somewhere(r, world, at);
        }
        out->near += near;
        out->meeting += meets;
        out->candidates += listed[cell];
        out->missed += (near || meets) && !listed[cell];
    }
}

static void run(uint64_t seed, float fastest, bool stands, bool followed) {
    test_random random = test_seed(seed);
    weft_world* world = make_world(&random);
    tally found = {0};
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        lay_out(&random, world, fastest, stands);
        wf_contact_boxes(world->contact, world->particles->z, stands ? 0.0f : 0.005f,
                         followed ? 0 : i % 3, followed);
        REQUIRE(wf_contact_search_all(world->contact)); // also of cloth that lies still
        count(&random, world, &found);
    }
    test_note("seed %llu: %u cells, %u near, %u meeting, %u candidates, %u missed",
              (unsigned long long)seed, ROUNDS * CELLS, found.near, found.meeting, found.candidates,
              found.missed);
    CHECK_GT(found.near, 500);
    CHECK_GT(found.meeting, 500);
    CHECK_LT(found.candidates, ROUNDS * CELLS * 9 / 10);
    CHECK_EQ(found.missed, 0);
    weft_world_destroy(world);
}

WEFT_TEST(boxes_hold_what_calm_cloth_and_moving_bodies_may_meet) {
    run(30001, 0.0005f, false, false);
}

WEFT_TEST(boxes_hold_what_fast_cloth_and_moving_bodies_may_meet) {
    run(30002, 0.02f, false, false);
}

WEFT_TEST(boxes_that_are_followed_hold_what_calm_cloth_and_moving_bodies_may_meet) {
    run(30010, 0.0005f, false, true);
}

WEFT_TEST(boxes_that_are_followed_hold_what_fast_cloth_and_moving_bodies_may_meet) {
    run(30006, 0.02f, false, true);
}

WEFT_TEST(boxes_hold_what_cloth_on_standing_bodies_may_meet) {
    run(30003, 0.01f, true, false);
}

WEFT_TEST(boxes_hold_what_cloth_at_rest_on_standing_bodies_may_meet) {
    run(30004, 0.0002f, true, false);
}

/// New boxes hold the proposals, candidates what meets in them, and what was found stays.
static void follow(uint64_t seed, float fastest, bool stands) {
    test_random random = test_seed(seed);
    weft_world* world = make_world(&random);
    wf_contact* c = world->contact;
    static float d[12 * CELLS], predicted[12 * CELLS];
    uint32_t meeting = 0, missed = 0, out = 0;
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        lay_out(&random, world, fastest, stands);
        wf_contact_boxes(c, world->particles->z, stands ? 0.0f : 0.005f, 0, true);
        REQUIRE(wf_contact_refresh(c) && wf_contact_detect(c));
        size_t found = c->pairs.count;
        memcpy(predicted, c->predicted, sizeof predicted);
        propose_strays(&random, c, 3, d);
        out += wf_contact_count_strays(c, d) > 0;
        REQUIRE(wf_contact_follow(c, d));
        CHECK_EQ(wf_contact_count_strays(c, d), 0);
        CHECK_EQ(c->pairs.count, found);
        CHECK(memcmp(predicted, c->predicted, sizeof predicted) == 0);
        bool listed[CELLS] = {false};
        for (size_t k = 0; k < c->candidates.count; ++k) {
            CHECK(!listed[c->candidates.a[k]]); // once
            listed[c->candidates.a[k]] = true;
        }
        for (uint32_t cell = 0; cell < CELLS; ++cell) {
            bool meets = false;
            for (int k = 0; k < LANDINGS; ++k) {
                meets |= meet_somewhere(&random, world, 12 * (size_t)cell);
            }
            meeting += meets;
            missed += meets && !listed[cell];
        }
    }
    test_note("seed %llu: %u of %u rounds left boxes, %u meet, %u missed", (unsigned long long)seed,
              out, ROUNDS, meeting, missed);
    CHECK_EQ(out, ROUNDS);
    CHECK_GT(meeting, 500);
    CHECK_EQ(missed, 0);
    weft_world_destroy(world);
}

WEFT_TEST(boxes_follow_proposals_over_bodies_that_move) {
    follow(30007, 0.01f, false);
}

WEFT_TEST(boxes_follow_proposals_over_bodies_that_stand) {
    follow(30008, 0.01f, true);
}

WEFT_TEST(boxes_follow_proposals_of_cloth_that_lies_still) {
    follow(30009, 0.0001f, true);
}

/// Which displacements a search holds: all in their boxes and a little more, in no direction far.
WEFT_TEST(what_leaves_its_box_is_noticed) {
    test_random random = test_seed(30005);
    weft_world* world = make_world(&random);
    wf_contact* c = world->contact;
    lay_out(&random, world, 0.01f, false);
    wf_contact_boxes(c, world->particles->z, 0.005f, 0, false);
    size_t count = 4 * (size_t)world->particles->count;
    float* d = calloc(count, sizeof(float));
    for (size_t i = 0; i < count; ++i) {
        d[i] = test_uniform(&random, c->cloth_lo[i], c->cloth_hi[i]);
    }
    CHECK_EQ(wf_contact_count_strays(c, d), 0);
    for (int n = 0; n < 200; ++n) {
        size_t i = test_below(&random, (uint32_t)count);
        float kept = d[i], side = n % 2 == 0 ? 1.0f : -1.0f;
        const float* end = n % 2 == 0 ? c->cloth_hi : c->cloth_lo;
        d[i] = end[i] + side * 1e-5f;
        CHECK_EQ(wf_contact_count_strays(c, d), 0);
        d[i] = end[i] + side * 4e-5f;
        CHECK_EQ(wf_contact_count_strays(c, d) > 0, i % 4 < 3);
        d[i] = kept;
    }
    free(d);
    weft_world_destroy(world);
}
