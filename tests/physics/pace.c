// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Long substeps: what lies or hangs still does with half of them, what swings free, is held or is
// told something has all of them, and the change from one to the other moves nothing.
#include "sheet.h"

#include "pace.h"
#include "solve/system.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 15, VERTICES = SIDE * SIDE };

static const float EAST[3] = {1, 0, 0}, SOUTH[3] = {0, 0, 1}, DOWN[3] = {0, -1, 0};

/// A sheet whose corners hang over the edges of a box.
static weft_world* make_lying(uint32_t substeps) {
    weft_world* world = make_world_in_substeps(9.81f, substeps);
    const float half[3] = {0.12f, 0.1f, 0.12f}, origin[3] = {-0.21f, 0.105f, -0.21f};
    add_box(world, half, 0.0f, 4);
    add_grid(world, SIDE, 0.03f, origin, EAST, SOUTH, NULL, 0);
    return world;
}

static weft_world* make_hung_at(const float origin[3], const float along[3]) {
    weft_world* world = make_world(9.81f);
    weft_pin* pins = pin_row(SIDE);
    add_grid(world, SIDE, 0.03f, origin, EAST, along, pins, SIDE);
    free(pins);
    return world;
}

/// A sheet that hangs by its upper row.
static weft_world* make_hung(const float along[3]) {
    const float origin[3] = {0, 1, 0};
    return make_hung_at(origin, along);
}

/// The same, but it swings against a bar, below which it goes on.
static weft_world* make_leaning(void) {
    const float origin[3] = {-0.21f, 0.2f, 0}, aslant[3] = {0, -0.9f, 0.43f};
    const float half[3] = {0.14f, 0.004f, 0.02f};
    weft_world* world = make_hung_at(origin, aslant);
    add_box(world, half, 0.0f, 8);
    return world;
}

static const float* places(const weft_world* world) {
    return weft_cloth_positions(world, weft_world_cloth_at(world, 0));
}

/// Steps until a step has so many substeps, ten seconds at most, and returns how far a vertex went
/// in that one, m.
static float step_until(weft_world* world, uint32_t substeps) {
    float before[3 * VERTICES], most = -1.0f;
    for (int i = 0; i < 600 && most < 0.0f; ++i) {
        memcpy(before, places(world), sizeof before);
        if (run_steps(world, 1).substeps == substeps) {
            most = 0.0f;
            for (int k = 0; k < 3 * VERTICES; ++k) {
                most = fmaxf(most, fabsf(places(world)[k] - before[k]));
            }
        }
    }
    CHECK(most >= 0.0f);
    return most;
}

static uint32_t substeps_after(weft_world* world, weft_event event) {
    CHECK_EQ(weft_world_push_event(world, &event), WEFT_OK);
    return run_steps(world, 1).substeps;
}

WEFT_TEST(cloth_at_rest_has_half_of_the_substeps) {
    for (uint32_t least = 1; least <= 4; ++least) {
        weft_world* world = make_lying(least);
        step_until(world, (least + 1) / 2);
        run_steps(world, 120);
        CHECK_EQ(run_steps(world, 1).substeps, (least + 1) / 2);
        weft_world_destroy(world);
    }
}

WEFT_TEST(a_change_of_substeps_kicks_nothing) {
    weft_world* worlds[2] = {make_lying(2), make_hung(DOWN)};
    for (int k = 0; k < 2; ++k) {
        step_until(worlds[k], 1);
        run_steps(worlds[k], 300);
        float calm = step_until(worlds[k], 1);
        weft_event wind = {.kind = WEFT_EVENT_WIND};
        CHECK_EQ(weft_world_push_event(worlds[k], &wind), WEFT_OK);
        float shorter = step_until(worlds[k], 2), longer = step_until(worlds[k], 1);
        test_note("moves %.2f, %.2f, %.2f um", 1e6 * calm, 1e6 * shorter, 1e6 * longer);
        CHECK_LT(shorter, 2e-5f + 2.0f * calm);
        CHECK_LT(longer, 2e-5f + 2.0f * calm);
        weft_world_destroy(worlds[k]);
    }
}

WEFT_TEST(what_is_told_or_held_has_short_substeps) {
    weft_world* world = make_lying(2);
    step_until(world, 1);
    CHECK_EQ(substeps_after(world, (weft_event){.kind = WEFT_EVENT_WIND, .p = {0, 0, 1}}), 2);
    step_until(world, 1);
    const float* x = places(world) + 3 * (VERTICES / 2);
    weft_event grab = {.kind = WEFT_EVENT_GRAB, .index = VERTICES / 2, .p = {x[0], x[1], x[2], 1}};
    CHECK_EQ(substeps_after(world, grab), 2);
    for (int i = 0; i < 60; ++i) {
        CHECK_EQ(run_steps(world, 1).substeps, 2);
    }
    weft_world_destroy(world);
}

/// Whether the solver took the next step for one in which it may leave alone what is settled.
static bool is_steady_in_next(weft_world* world) {
    run_steps(world, 1);
    return world->system->is_steady;
}

WEFT_TEST(what_lies_is_steady_until_something_happens) {
    weft_world* world = make_lying(2);
    CHECK(!is_steady_in_next(world));
    run_steps(world, 60);
    CHECK(is_steady_in_next(world));
    CHECK_EQ(substeps_after(world, (weft_event){.kind = WEFT_EVENT_WIND, .p = {0, 0, 1}}), 2);
    CHECK(!world->system->is_steady);
    CHECK(is_steady_in_next(world)); // long before steps are even again
    CHECK(!world->system->is_long);
    const float* x = places(world) + 3 * (VERTICES / 2);
    weft_event grab = {.kind = WEFT_EVENT_GRAB, .index = VERTICES / 2, .p = {x[0], x[1], x[2], 1}};
    CHECK_EQ(weft_world_push_event(world, &grab), WEFT_OK);
    for (int i = 0; i < 30; ++i) {
        CHECK(!is_steady_in_next(world));
    }
    weft_world_destroy(world);
}

WEFT_TEST(what_is_cut_is_not_steady) {
    weft_world* world = make_lying(2);
    run_steps(world, 60);
    for (uint32_t cut = 0; cut < 6; ++cut) {
        world->report.throttled = cut;
        wf_pace_watch(world);
        CHECK_EQ(world->steady, 100 * cut <= VERTICES);
    }
    weft_world_destroy(world);
}

/// A sheet that hangs from one corner, swings and folds touches itself, which holds nothing. When
/// it folds is chance, so there are many.
WEFT_TEST(what_swings_and_folds_is_never_steady) {
    for (int start = 0; start < 16; ++start) {
        weft_world* world = make_world(9.81f);
        const float origin[3] = {0, 1, 0};
        const weft_pin pin = {.vertex = 0};
        add_grid(world, 8, 0.02f + 1e-5f * (float)start, origin, EAST, SOUTH, &pin, 1);
        for (int i = 0; i < 90; ++i) {
            CHECK(!is_steady_in_next(world));
        }
        weft_world_destroy(world);
    }
}

WEFT_TEST(what_hangs_may_have_long_substeps_while_it_swings) {
    weft_world* world = make_leaning();
    float stretch[2] = {0, 0}; // of short substeps, and long ones, while it hangs
    uint32_t long_ones = 0;
    for (int i = 0; i < 600; ++i) {
        bool hangs = world->hangs;
        weft_step_report report = run_steps(world, 1);
        bool is_long = hangs && report.substeps == 1;
        stretch[is_long] = fmaxf(stretch[is_long], report.strain_max);
        long_ones += is_long && report.speed_max > 0.1f;
    }
    test_note("%u long ones, stretch %.3f and %.3f", long_ones, stretch[0], stretch[1]);
    CHECK(long_ones > 20);
    CHECK_LT(stretch[1], 1.1f * stretch[0]); // both are mostly what its weight does
    weft_world_destroy(world);
}

/// The places after one more step of the state, with so many Newton steps in any case.
static void step_from(weft_world* world, const void* state, size_t bytes, bool hangs, float newton,
                      float* out) {
    CHECK_EQ(weft_world_restore(world, state, bytes), WEFT_OK);
    float *values = (float*)world->system->values, usual = values[0];
    world->hangs = hangs;
    values[0] = newton > 0.0f ? newton : usual;
    CHECK_EQ(run_steps(world, 1).substeps, 1);
    memcpy(out, places(world), 12 * VERTICES);
    values[0] = usual;
}

static double way_between(const float* a, const float* b) {
    double sum = 0;
    for (int k = 0; k < 3 * VERTICES; ++k) {
        sum += (double)(a[k] - b[k]) * (a[k] - b[k]);
    }
    return sqrt(sum / VERTICES);
}

WEFT_TEST(what_hangs_is_solved_more_closely_than_what_lies) {
    weft_world* world = make_leaning();
    float wanted[3 * VERTICES], lying[3 * VERTICES], hanging[3 * VERTICES];
    double off[2] = {0, 0};
    for (int i = 0; i < 300; ++i) {
        size_t bytes = weft_world_snapshot(world, NULL, 0);
        void* state = malloc(bytes);
        weft_world_snapshot(world, state, bytes);
        bool is_long = world->hangs && run_steps(world, 1).substeps == 1;
        if (is_long) {
            step_from(world, state, bytes, true, 20, wanted);
            step_from(world, state, bytes, false, 0, lying);
            step_from(world, state, bytes, true, 0, hanging);
            off[0] += way_between(lying, wanted);
            off[1] += way_between(hanging, wanted);
        }
        CHECK_EQ(weft_world_restore(world, state, bytes), WEFT_OK);
        free(state);
        run_steps(world, 1);
    }
    test_note("off by %.1f um where it lies, %.1f where it hangs", 1e6 * off[0], 1e6 * off[1]);
    CHECK_GT(off[0], 0);
    CHECK_LT(off[1], 0.9 * off[0]);
    weft_world_destroy(world);
}

WEFT_TEST(what_swings_free_has_short_substeps) {
    const float aslant[3] = {0, -0.8f, 0.6f};
    weft_world* world = make_hung(aslant);
    for (int i = 0; i < 180; ++i) {
        CHECK(run_steps(world, 1).substeps >= 2);
    }
    weft_world_destroy(world);
}

/// Cloth that lies beside it and is more of the world makes no difference to what swings.
WEFT_TEST(what_swings_beside_what_lies_has_short_substeps) {
    weft_world* world = make_lying(2);
    const float origin[3] = {2, 1, 0}, aslant[3] = {0, -0.8f, 0.6f};
    weft_pin* pins = pin_row(9);
    step_until(world, 1);
    add_grid(world, 9, 0.03f, origin, EAST, aslant, pins, 9);
    free(pins);
    for (int i = 0; i < 120; ++i) {
        CHECK(run_steps(world, 1).substeps >= 2);
    }
    weft_world_destroy(world);
}

/// Hash after so many steps.
static uint64_t run_on(weft_world* world, uint32_t steps) {
    run_steps(world, steps);
    return weft_world_hash(world);
}

WEFT_TEST(a_snapshot_keeps_the_pace) {
    weft_world* world = make_lying(2);
    step_until(world, 1);
    CHECK_EQ(substeps_after(world, (weft_event){.kind = WEFT_EVENT_WIND}), 2);
    for (uint32_t steps = 1; steps < 12; steps += 2) {
        run_steps(world, 2); // so some are taken while even steps are counted, some after
        size_t bytes = weft_world_snapshot(world, NULL, 0);
        void* state = malloc(bytes);
        weft_world_snapshot(world, state, bytes);
        uint64_t first = run_on(world, 20);
        CHECK_EQ(weft_world_restore(world, state, bytes), WEFT_OK);
        CHECK_EQ(run_on(world, 20), first);
        CHECK_EQ(weft_world_restore(world, state, bytes), WEFT_OK);
        free(state);
    }
    weft_world_destroy(world);
}

/// What a world has learned of its steps says nothing about those from the start.
WEFT_TEST(a_reset_forgets_the_pace) {
    weft_world* world = make_lying(2);
    uint64_t first = run_on(world, 40);
    step_until(world, 1);
    CHECK_EQ(weft_world_reset(world), WEFT_OK);
    CHECK_EQ(world->even_steps, 0);
    CHECK_EQ(world->patience.usual, 0);
    CHECK_EQ(world->patience.hasty, 0);
    CHECK_EQ(run_on(world, 40), first);
    weft_world_destroy(world);
}
