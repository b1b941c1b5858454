// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two balls that close on two sheets again and again, as thighs on the legs of trousers: for a
// second after a pinch steps have twice the substeps; one that lasts has not, and both are kept.
#include "sheet.h"

#include "pace.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS 0.15f
#define PI_F 3.14159265f
/// Steps from one bite to the next, and how far the balls part between them, m.
enum { PERIOD = 33 };
#define OPEN 0.03f
/// How far they are beside each other then, m.
#define ASIDE 0.04f

typedef struct jaw {
    weft_world* world;
    weft_body_id ball[2];
    float *rest[2], *places[2];
} jaw;

static void hang_between(weft_world* world, float z) {
    sheet s = sheet_make(SHEET_EQUILATERAL, 25, 29, 0.018f);
    const float origin[3] = {-0.22f, 0.22f, z}, along[3] = {1, 0, 0}, down[3] = {0, -1, 0};
    sheet_place(&s, origin, along, down);
    weft_pin pins[25] = {{0}};
    for (uint32_t k = 0; k < 25; ++k) {
        pins[k].vertex = k;
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, pins, 25);
    sheet_free(&s);
}

static jaw open_jaw(void) {
    jaw j = {.world = make_world(9.81f)};
    for (int k = 0; k < 2; ++k) {
        float side = k ? 1.0f : -1.0f;
        const float centre[3] = {-side * ASIDE, 0, side * (RADIUS + OPEN)};
        j.ball[k] = add_sphere(j.world, centre, RADIUS, 16);
        size_t bytes = 3 * sizeof(float) * weft_body_vertex_count(j.world, j.ball[k]);
        j.rest[k] = malloc(bytes);
        j.places[k] = malloc(bytes);
        memcpy(j.rest[k], weft_body_positions(j.world, j.ball[k]), bytes);
        hang_between(j.world, k ? 0.008f : -0.008f);
    }
    return j;
}

static void destroy_jaw(jaw* j) {
    weft_world_destroy(j->world);
    for (int k = 0; k < 2; ++k) {
        free(j->rest[k]);
        free(j->places[k]);
    }
}

/// Moves both balls by `in` towards each other and past each other by `past`, m, and steps.
static weft_step_report bite(jaw* j, float in, float past) {
    for (int k = 0; k < 2; ++k) {
        float way = k ? -1.0f : 1.0f;
        uint32_t count = weft_body_vertex_count(j->world, j->ball[k]);
        for (uint32_t i = 0; i < count; ++i) {
            j->places[k][3 * i] = j->rest[k][3 * i] + way * past;
            j->places[k][3 * i + 1] = j->rest[k][3 * i + 1];
            j->places[k][3 * i + 2] = j->rest[k][3 * i + 2] + way * in;
        }
        CHECK_EQ(weft_body_set_positions(j->world, j->ball[k], j->places[k]), WEFT_OK);
    }
    return run_steps(j->world, 1);
}

/// Where the balls are in a step of a walk that leaves a gap of `least`, m, at its narrowest.
static weft_step_report walk(jaw* j, uint32_t step, float least) {
    float t = 2.0f * PI_F * (float)step / (float)PERIOD;
    float in = 0.5f * (1.0f - cosf(t)) * (OPEN - 0.5f * least);
    return bite(j, in, ASIDE * (cosf(0.5f * t) - 1.0f));
}

WEFT_TEST(substeps_are_halved_for_a_second_after_a_pinch) {
    jaw j = open_jaw();
    uint32_t since = 2 * WF_PINCH_STEPS, pinched = 0, calm = 0, row = 0, fine = 0;
    for (uint32_t step = 1; step <= 2 * PERIOD + 2 * WF_PINCH_STEPS; ++step) {
        bool bites = step <= 2 * PERIOD;
        weft_step_report report = bites ? walk(&j, step, -0.003f) : bite(&j, 0.0f, 0.0f);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
        if (since < WF_PINCH_STEPS && row < WF_LASTING_STEPS && !wf_pace_is_long(j.world)) {
            CHECK(report.substeps >= 4);
            fine += 1;
        } else if (since > WF_PINCH_STEPS && !bites) {
            CHECK(report.substeps <= 2);
            calm += 1;
        }
        since = report.captured > 0 ? 0 : since + 1;
        row = report.captured > 0 ? row + 1 : row < WF_LASTING_STEPS ? 0 : row;
        pinched += report.captured > 0;
    }
    test_note("%u steps with captured cloth, %u fine ones, %u calm ones", pinched, fine, calm);
    CHECK(pinched > 4);
    CHECK(fine > WF_PINCH_STEPS);
    CHECK(calm > 30);
    destroy_jaw(&j);
}

WEFT_TEST(a_pinch_that_lasts_has_the_usual_substeps) {
    jaw j = open_jaw();
    uint32_t fine = 0;
    for (uint32_t step = 1; step <= PERIOD / 2; ++step) {
        walk(&j, step, -0.01f);
    }
    for (uint32_t step = 0; step < 3 * WF_PINCH_STEPS; ++step) {
        weft_step_report report = walk(&j, PERIOD / 2, -0.01f);
        CHECK(report.captured > 0);
        fine += report.substeps >= 4;
    }
    test_note("%u fine steps of %u", fine, 3 * WF_PINCH_STEPS);
    CHECK(fine <= WF_LASTING_STEPS);
    destroy_jaw(&j);
}

static uint64_t go_on(jaw* j, uint32_t from) {
    for (uint32_t step = from; step < from + 30; ++step) {
        walk(j, step, -0.003f);
    }
    return weft_world_hash(j->world);
}

WEFT_TEST(a_snapshot_keeps_the_pinch) {
    jaw j = open_jaw();
    uint32_t step = 1;
    for (; j.world->narrow_steps == 0 && step < PERIOD; ++step) {
        walk(&j, step, -0.003f);
    }
    CHECK_EQ(j.world->narrow_steps, WF_PINCH_STEPS);
    size_t bytes = weft_world_snapshot(j.world, NULL, 0);
    void* state = malloc(bytes);
    weft_world_snapshot(j.world, state, bytes);
    uint64_t first = go_on(&j, step);
    CHECK_EQ(weft_world_restore(j.world, state, bytes), WEFT_OK);
    CHECK_EQ(go_on(&j, step), first);
    CHECK_EQ(weft_world_reset(j.world), WEFT_OK);
    CHECK_EQ(j.world->narrow_steps + j.world->pinched_steps, 0);
    free(state);
    destroy_jaw(&j);
}
