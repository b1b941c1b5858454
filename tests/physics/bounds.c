// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Work in a step has bounds, whatever is asked of the cloth: pulls that no cloth can follow, rings
// wrung between bodies that turn against each other. Bounds are counts, so the tests count.
#include "sheet.h"

#include "solve/system.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 41 };

// ---- a pull without measure
// --------------------------------------------------------------------------------------

static weft_world* hang(uint32_t fabric_preset) {
    weft_world* world = make_world(9.81f);
    const float origin[3] = {-0.4f, 0.4f, 0.0f}, along[3] = {1, 0, 0}, down[3] = {0, -1, 0};
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    sheet_place(&s, origin, along, down);
    weft_pin* pins = pin_row(SIDE);
    weft_fabric fabric = weft_fabric_from_preset(fabric_preset);
    sheet_add(world, &s, &fabric, pins, SIDE);
    free(pins);
    sheet_free(&s);
    return world;
}

static void pull(weft_world* world, uint32_t kind, uint32_t vertex, float x, float y, float z) {
    weft_event event = {0, kind, 0, vertex, {x, y, z, kind == WEFT_EVENT_GRAB ? 1e7f : 0.0f}};
    CHECK_EQ(weft_world_push_event(world, &event), WEFT_OK);
}

WEFT_TEST(pull_beyond_measure_stretches_no_fabric_beyond_use) {
    for (uint32_t preset = 0; preset < WEFT_FABRIC_PRESET_COUNT; ++preset) {
        weft_world* world = hang(preset);
        uint32_t middle = SIDE * (SIDE - 1) + SIDE / 2;
        pull(world, WEFT_EVENT_GRAB, middle, 0.0f, 0.0f, 3.9f);
        float stretch = 0.0f;
        uint32_t rounds = 0;
        for (int step = 0; step < 60; ++step) {
            if (step % 10 == 5) {
                pull(world, WEFT_EVENT_DRAG, 0, step % 20 == 5 ? 3.9f : -3.9f, 3.9f, -3.9f);
            }
            weft_step_report report = run_steps(world, 1);
            CHECK_EQ(report.crossings_cloth, 0);
            stretch = report.strain_max > stretch ? report.strain_max : stretch;
            rounds = report.rounds > rounds ? report.rounds : rounds;
        }
        test_note("%s: %.0f %% stretch, %u rounds at most", weft_fabric_name(preset),
                  100.0 * (double)stretch, rounds);
        CHECK_LT(stretch, 0.6f);
        weft_world_destroy(world);
    }
}

/// The cloth comes to the pointer when nothing holds it back, however light or heavy it is.
WEFT_TEST(pull_within_reach_arrives) {
    weft_world* world = hang(WEFT_FABRIC_COTTON);
    uint32_t corner = SIDE * SIDE - 1;
    pull(world, WEFT_EVENT_GRAB, corner, 0.4f, -0.1f, 0.5f);
    run_steps(world, 120);
    const float* x = weft_cloth_positions(world, weft_world_cloth_at(world, 0)) + 3 * corner;
    float off[3] = {x[0] - 0.4f, x[1] + 0.1f, x[2] - 0.5f};
    float length = sqrtf(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
    test_note("%.1f mm short of the pointer", 1e3 * (double)length);
    CHECK_LT(length, 0.01f);
    weft_world_destroy(world);
}

// ---- a ring wrung
// ------------------------------------------------------------------------------------------------

enum { AROUND = 48, ROWS = 24, POST_AROUND = 32 };

/// Part of the triangles that have a corner at a place around: 4 or 5 by halves, as legs have.
static uint32_t part_around(uint32_t k) {
    return k < POST_AROUND / 2 ? 4 : 5;
}

/// A closed post about the y axis, its halves labelled as parts.
static weft_body_id add_post(weft_world* world, float radius, float low, float high) {
    float positions[3 * (2 * POST_AROUND + 2)];
    uint32_t triangles[12 * POST_AROUND], parts[4 * POST_AROUND], count = 0;
    const float ends[2] = {low, high};
    for (uint32_t i = 0; i < 2 * POST_AROUND; ++i) {
        float turn = 6.2831853f * (float)(i % POST_AROUND) / POST_AROUND;
        positions[3 * i] = radius * cosf(turn);
        positions[3 * i + 1] = ends[i / POST_AROUND];
        positions[3 * i + 2] = -radius * sinf(turn);
    }
    for (uint32_t end = 0; end < 2; ++end) {
        float* pole = positions + 3 * (2 * POST_AROUND + end);
        pole[0] = pole[2] = 0.0f;
        pole[1] = ends[end];
    }
    for (uint32_t k = 0; k < POST_AROUND; ++k) {
        uint32_t next = (k + 1) % POST_AROUND, a = k, b = next, c = POST_AROUND + k;
        uint32_t d = POST_AROUND + next, bottom = 2 * POST_AROUND, top = bottom + 1;
        const uint32_t four[12] = {a, b, d, a, d, c, bottom, b, a, top, c, d};
        memcpy(triangles + count, four, sizeof four);
        count += 12;
        for (uint32_t i = 0; i < 4; ++i) {
            parts[4 * k + i] = part_around(k);
        }
    }
    weft_body_def def = weft_default_body_def();
    def.positions = positions;
    def.triangles = triangles;
    def.parts = parts;
    def.vertex_count = 2 * POST_AROUND + 2;
    def.triangle_count = 4 * POST_AROUND;
    weft_report report = {0};
    weft_body_id id = weft_world_add_body(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    return id;
}

/// A tube about both posts. Its first row is pinned to the upper one and its last to the lower; or,
/// halved, one half of both rows to the one and the other half to the other.
static void add_ring(weft_world* world, float radius, bool halved) {
    const float high = 0.2f, low = -0.2f;
    static float x[3 * AROUND * ROWS];
    static uint32_t t[6 * AROUND * (ROWS - 1)];
    weft_pin pins[2 * AROUND] = {{0}};
    for (uint32_t v = 0; v < AROUND * ROWS; ++v) {
        float turn = 6.2831853f * (float)(v % AROUND) / AROUND;
        x[3 * v] = radius * cosf(turn);
        x[3 * v + 1] = high + (low - high) * (float)(v / AROUND) / (ROWS - 1);
        x[3 * v + 2] = -radius * sinf(turn);
    }
    uint32_t count = 0;
    for (uint32_t v = 0; v < AROUND * (ROWS - 1); ++v) {
        uint32_t b = v / AROUND * AROUND + (v + 1) % AROUND;
        const uint32_t quad[6] = {v, v + AROUND, b, b, v + AROUND, b + AROUND};
        memcpy(t + count, quad, sizeof quad);
        count += 6;
    }
    for (uint32_t k = 0; k < 2 * AROUND; ++k) {
        uint32_t v = k < AROUND ? k : AROUND * (ROWS - 1) + k - AROUND;
        uint32_t post = halved ? (k % AROUND) / (AROUND / 2) : k / AROUND;
        uint32_t on = (k % AROUND) * POST_AROUND / AROUND;
        pins[k] = (weft_pin){.vertex = v, .kind = WEFT_PIN_BODY, .body = post, .element = on};
        const float* at = weft_body_positions(world, weft_world_body_at(world, post)) + 3 * on;
        for (int axis = 0; axis < 3; ++axis) {
            pins[k].offset[axis] = x[3 * v + axis] - at[axis];
        }
    }
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.triangles = t;
    def.vertex_count = AROUND * ROWS;
    def.triangle_count = count / 3;
    def.pins = pins;
    def.pin_count = 2 * AROUND;
    weft_report report = {0};
    weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
}

static void turn(weft_world* world, weft_body_id post, const float* rest, float angle) {
    float places[3 * (2 * POST_AROUND + 2)], c = cosf(angle), s = sinf(angle);
    for (uint32_t v = 0; v < 2 * POST_AROUND + 2; ++v) {
        places[3 * v] = c * rest[3 * v] + s * rest[3 * v + 2];
        places[3 * v + 1] = rest[3 * v + 1];
        places[3 * v + 2] = c * rest[3 * v + 2] - s * rest[3 * v];
    }
    CHECK_EQ(weft_body_set_positions(world, post, places), WEFT_OK);
}

/// What a run of wringing came to.
typedef struct wringing {
    uint32_t rounds, pairs, crossings, blocked, captured, dropped;
    float lag, last_lag;
} wringing;

/// Turns the posts against each other, half a turn a second, for so many steps.
static wringing wring(weft_world* world, int steps) {
    weft_body_id post[2] = {weft_world_body_at(world, 0), weft_world_body_at(world, 1)};
    float rest[2][3 * (2 * POST_AROUND + 2)];
    for (int k = 0; k < 2; ++k) {
        memcpy(rest[k], weft_body_positions(world, post[k]), sizeof rest[k]);
    }
    wringing all = {0};
    for (int step = 0; step < steps; ++step) {
        float angle = 3.1415926f * (float)step / 60.0f;
        turn(world, post[0], rest[0], angle);
        turn(world, post[1], rest[1], -angle);
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.status, WEFT_OK);
        all.rounds = report.rounds > all.rounds ? report.rounds : all.rounds;
        all.pairs = report.pairs > all.pairs ? report.pairs : all.pairs;
        all.lag = report.body_lag_max > all.lag ? report.body_lag_max : all.lag;
        all.crossings += report.crossings_body + report.crossings_cloth;
        all.blocked += report.blocked > 0;
        all.dropped += report.pins_dropped;
        all.last_lag = report.body_lag_max;
        all.captured = report.captured > all.captured ? report.captured : all.captured;
        CHECK_LE(report.rounds, 3 * report.substeps + WEFT_SPARE_ROUNDS);
    }
    test_note(
        "%u rounds, %u pairs at most, %u steps blocked, lag %.3f m, last %.3f m, %u captured, "
        "%u pins dropped",
        all.rounds, all.pairs, all.blocked, (double)all.lag, (double)all.last_lag, all.captured,
        all.dropped);
    return all;
}

static weft_world* make_ring(bool halved) {
    weft_world* world = make_world(9.81f);
    add_post(world, 0.12f, 0.02f, 0.3f);
    add_post(world, 0.12f, -0.3f, -0.02f);
    add_ring(world, 0.135f, halved);
    return world;
}

WEFT_TEST(ring_wrung_between_two_posts_goes_on) {
    weft_world* world = make_ring(false);
    wringing all = wring(world, 45);
    CHECK_EQ(all.crossings, 0);
    CHECK_LT(all.lag, WEFT_PREDICTION_CAP); // a substep's way, once
    weft_world_destroy(world);
}

/// Pins that two bodies drive through each other cannot arrive: the bodies wait, no step takes more
/// rounds than allowed, and the report names who is in whose way. Pins are dropped meanwhile, so
/// that nobody is left behind.
WEFT_TEST(ring_whose_halves_are_pinned_to_two_posts_blocks_and_says_why) {
    weft_world* world = make_ring(true);
    wringing all = wring(world, 40);
    CHECK_EQ(all.crossings, 0);
    CHECK(all.blocked > 30);
    CHECK_GT(all.dropped, 0);
    CHECK_LT(all.dropped, AROUND); // of twice as many
    CHECK_LT(all.lag, 0.15f);      // without that 0.25 m
    CHECK_LE(all.rounds, 3 * WEFT_BLOCKED_SUBSTEPS + WEFT_SPARE_ROUNDS);
    weft_block block;
    CHECK(weft_world_block(world, 0, &block));
    test_note("cloth %u vertex %u pin %u on body %u, against cloth %u vertex %u pin %u on body %u",
              block.cloth[0], block.vertex[0], block.pin[0], block.body[0], block.cloth[1],
              block.vertex[1], block.pin[1], block.body[1]);
    int held = block.pin[0] != UINT32_MAX ? 0 : 1; // one of both may have lost its pin before
    CHECK_EQ(block.cloth[held], 0);
    CHECK_LT(block.vertex[held], AROUND * ROWS);
    CHECK_LT(block.pin[held], 2 * AROUND);
    CHECK_LT(block.body[held], 2);
    // The part is that of a triangle at the pin's vertex; on the border between two parts either.
    for (int side = 0; side < 2; ++side) {
        if (block.body[side] != UINT32_MAX && block.pin[side] != UINT32_MAX) {
            uint32_t on = block.pin[side] % AROUND * POST_AROUND / AROUND;
            uint32_t before = (on + POST_AROUND - 1) % POST_AROUND;
            CHECK(block.part[side] == part_around(on) || block.part[side] == part_around(before));
        }
    }
    CHECK_LE(block.part[held] - 4, 1);
    CHECK(!weft_world_block(world, 1000, &block));
    weft_world_destroy(world);
}
