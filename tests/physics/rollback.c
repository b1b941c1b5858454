// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the filter let through, were it to fail: the audit sends it back. The filter is made to fail
// by telling it, and nobody else, that all cloth is one tangle, whose features may pass each other.
#include "repair/rollback.h"
#include "contact/contact.h"
#include "crossing_count.h"
#include "math/vec.h"
#include "mend.h"
#include "repair/audit.h"
#include "repair/repair.h"
#include "sheet.h"
#include "solve/system.h"

#include <stdlib.h>

enum { SIDE = 13, COUNT = SIDE * SIDE };

static const float x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1}, tilted[3] = {0, 0.4f, 0.9165f};

static bool audit_afresh(weft_world* world) {
    return wf_audit_afresh(world->contact, world->repair->tangled, &world->report);
}

static void add_sheet(weft_world* world, float height, float shift, bool pinned) {
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    const float origin[3] = {-0.12f + shift, height, -0.12f + shift};
    sheet_place(&s, origin, x_axis, height > 0.01f ? tilted : z_axis);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_pin pins[COUNT] = {{0}};
    for (uint32_t i = 0; i < COUNT; ++i) {
        pins[i].vertex = i;
    }
    sheet_add(world, &s, &fabric, pins, pinned ? COUNT : 0);
    sheet_free(&s);
}

static weft_world* two_sheets(void) {
    weft_world* world = make_world(9.81f);
    add_sheet(world, 0.0f, 0.0f, true);
    add_sheet(world, 0.05f, 0.0071f, false);
    return world;
}

/// One step in which the filter lets cloth through cloth.
static weft_step_report step_blind(weft_world* world) {
    static uint32_t one_tangle[2 * COUNT];
    world->contact->tangle = one_tangle;
    return run_steps(world, 1);
}

WEFT_TEST(crossings_that_nobody_declared_are_undone) {
    weft_world* world = two_sheets();
    float before[3 * COUNT];
    uint32_t rolled_back = 0;
    run_steps(world, 1);
    for (int n = 0; n < 60; ++n) {
        weft_cloth_id upper = weft_world_cloth_at(world, 1);
        const float* x = weft_cloth_positions(world, upper);
        memcpy(before, x, sizeof before);
        weft_step_report r = step_blind(world);
        CHECK_EQ(r.crossings_cloth, 0);
        CHECK_EQ(r.crossings_declared, 0);
        CHECK_EQ(r.tangled, 0);
        CHECK_EQ(count_crossings(world), 0);
        uint32_t same = 0;
        for (uint32_t i = 0; i < COUNT; ++i) {
            const float* v = weft_cloth_velocities(world, upper) + 3 * (size_t)i;
            bool rests = v[0] == 0.0f && v[1] == 0.0f && v[2] == 0.0f;
            same += rests && memcmp(x + 3 * (size_t)i, before + 3 * (size_t)i, 12) == 0;
        }
        CHECK_GE(same, r.rolled_back);
        rolled_back += r.rolled_back;
    }
    test_note("%u vertices in 60 steps", rolled_back);
    CHECK_GT(rolled_back, 100);
    // As soon as the filter sees again, all is well.
    CHECK_EQ(run_steps(world, 30).rolled_back, 0);
    CHECK_EQ(count_crossings(world), 0);
    weft_world_destroy(world);
}

/// Nothing is rolled back where the filter keeps its promise.
WEFT_TEST(nothing_is_undone_without_need) {
    weft_world* world = two_sheets();
    for (int n = 0; n < 60; ++n) {
        CHECK_EQ(run_steps(world, 1).rolled_back, 0);
    }
    weft_world_destroy(world);
}

/// A run with rollbacks goes on bit for bit after a restore.
WEFT_TEST(rollback_leaves_no_trace_in_a_snapshot) {
    weft_world* world = two_sheets();
    run_steps(world, 1);
    for (int n = 0; n < 25; ++n) {
        step_blind(world);
    }
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    void* state = malloc(bytes);
    weft_world_snapshot(world, state, bytes);
    run_steps(world, 10);
    uint64_t hash = weft_world_hash(world);
    CHECK_EQ(weft_world_restore(world, state, bytes), WEFT_OK);
    run_steps(world, 10);
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    free(state);
    weft_world_destroy(world);
}

/// What the filter proved of the way to one pose says nothing of another one: a vertex goes through
/// the triangles beyond its neighbours.
WEFT_TEST(audit_takes_nothing_over_for_another_pose) {
    weft_world* world = two_sheets();
    run_steps(world, 1);
    wf_audit_crossings(world->contact, world->repair->tangled, &world->report);
    CHECK_EQ(world->report.crossings_cloth, 0);
    wf_particles* particles = world->particles;
    uint32_t i = COUNT + COUNT / 2;
    wf_v3 a = wf_v3_load(particles->x + 4 * (size_t)i),
          b = wf_v3_load(particles->x + 4 * (size_t)(i + 1));
    wf_v3 to = wf_v3_muladd(a, wf_v3_sub(b, a), 2.5f);
    wf_v3_store(particles->x + 4 * (size_t)i, wf_v3_set(to.x, to.y + 0.004f, to.z));
    particles->x[4 * (size_t)(i + 2) + 1] += 0.03f;
    wf_audit_crossings(world->contact, world->repair->tangled, &world->report);
    CHECK_GT(world->report.crossings_cloth, 0);
    weft_world_destroy(world);
}

// ---- against a body
// -----------------------------------------------------------------------------------------

/// A sheet over a ball, in the pose of the start of a step; then the middle of it dips into the
/// ball, and the ball has risen by so much.
static weft_world* dipped(float rise) {
    weft_world* world = make_world(9.81f);
    const float centre[3] = {0, -0.1f, 0};
    add_sphere(world, centre, 0.1f, 16);
    add_sheet(world, 0.004f, 0.0071f, false);
    run_steps(world, 1);
    wf_particles* particles = world->particles;
    memcpy(particles->x_good, particles->x, 16 * (size_t)particles->count);
    for (uint32_t i = 0; i < particles->count; ++i) {
        float* x = particles->x + 4 * (size_t)i;
        x[1] -= x[0] * x[0] + x[2] * x[2] < 0.0009f ? 0.02f : 0.0f;
    }
    for (uint32_t i = 0; i < world->obstacle.vertex_count; ++i) {
        world->obstacle.x0[4 * (size_t)i + 1] += rise;
        world->obstacle.x1[4 * (size_t)i + 1] += rise;
    }
    world->obstacle.stands = world->obstacle.fitted = false;
    CHECK(audit_afresh(world));
    CHECK_GT(world->report.crossings_body, 4);
    return world;
}

WEFT_TEST(cloth_in_a_body_goes_back_to_where_it_was_clean) {
    weft_world* world = dipped(0.0f);
    world->report.rolled_back = 0;
    CHECK(wf_rollback(world->contact, world->repair->tangled, &world->report));
    CHECK_EQ(world->report.crossings_body, 0);
    CHECK_GT(world->report.rolled_back, 4);
    CHECK_LT(world->report.rolled_back, COUNT / 2);
    weft_world_destroy(world);
}

/// Where the body is now, the old pose is no better: the cloth stays and is captured.
WEFT_TEST(cloth_whose_old_place_is_taken_stays_and_is_captured) {
    weft_world* world = dipped(0.03f);
    world->report.rolled_back = 0;
    CHECK(wf_rollback(world->contact, world->repair->tangled, &world->report));
    uint32_t left = world->report.crossings_body;
    CHECK_GT(left, 0);
    CHECK_EQ(world->report.rolled_back, 0);
    CHECK(wf_mend_repair(world));
    CHECK_GT(world->report.captured, 4);
    CHECK(audit_afresh(world));
    CHECK_EQ(world->report.crossings_body, 0);
    CHECK_EQ(world->report.crossings_declared, left);
    weft_world_destroy(world);
}
