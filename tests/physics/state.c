// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What holds a cloth, what a snapshot keeps, what a NaN does.
#include "sheet.h"

#include <stdlib.h>

static const float east[3] = {1, 0, 0}, south[3] = {0, 0, 1};

static sheet level_sheet(float height) {
    sheet s = sheet_make(SHEET_EQUILATERAL, 9, 10, 0.02f);
    const float origin[3] = {-0.08f, height, -0.08f};
    sheet_place(&s, origin, east, south);
    return s;
}

WEFT_TEST(fixed_pins_hold) {
    sheet s = level_sheet(0);
    weft_pin pins[2] = {{.vertex = 0}, {.vertex = 8}};
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_world* world = make_world(9.81f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, 2);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {3}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    run_steps(world, 120);
    const float* x = weft_cloth_positions(world, id);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(x[k], s.positions[k], 1e-6);
        CHECK_NEAR(x[24 + k], s.positions[24 + k], 1e-6);
    }
    CHECK_LT(x[3 * 85 + 1], -0.14); // the rest hangs
    weft_world_destroy(world);
    sheet_free(&s);
}

WEFT_TEST(released_pins_let_go) {
    sheet s = level_sheet(0);
    weft_pin pins[2] = {{.vertex = 0}, {.vertex = 8}};
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_world* world = make_world(9.81f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, 2);
    run_steps(world, 10);
    weft_event release = {.kind = WEFT_EVENT_RELEASE, .index = WEFT_PIN_FIXED};
    CHECK_EQ(weft_world_push_event(world, &release), WEFT_OK);
    run_steps(world, 20);
    CHECK_LT(weft_cloth_positions(world, id)[1], -0.2);
    weft_world_destroy(world);
    sheet_free(&s);
}

/// Every vertex on a spring of its own: the sheet sinks by its weight over the
/// springs.
WEFT_TEST(spring_pins_yield_by_weight_over_stiffness) {
    sheet s = level_sheet(0);
    const uint32_t count = s.vertex_count;
    weft_pin* pins = calloc(count, sizeof *pins);
    const float stiffness = 0.05f;
    for (uint32_t i = 0; i < count; ++i) {
        pins[i].vertex = i;
        pins[i].kind = WEFT_PIN_SPRING;
        pins[i].stiffness = stiffness;
        memcpy(pins[i].offset, s.positions + 3 * (size_t)i, sizeof pins[i].offset);
    }
    weft_fabric fabric = plain_fabric(0.2f, 1000, 1e-5f);
    weft_world* world = make_world(9.81f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, count);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {10}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    run_steps(world, 180);
    double area = 8 * 9 * (double)(s.step * s.height);
    double sunk = -mean_of(weft_cloth_positions(world, id), count, 1);
    CHECK_NEAR(sunk, 0.2 * 9.81 * area / ((double)stiffness * count), 1e-5);
    free(pins);
    weft_world_destroy(world);
    sheet_free(&s);
}

static weft_world* make_drape(sheet* s, weft_cloth_id* id) {
    const float centre[3] = {0, 0, 0};
    weft_world* world = make_world(9.81f);
    add_sphere(world, centre, 0.06f, 12);
    *s = level_sheet(0.066f);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    *id = sheet_add(world, s, &fabric, NULL, 0);
    return world;
}

WEFT_TEST(snapshot_goes_on_bit_for_bit) {
    sheet s, other_sheet;
    weft_cloth_id id, other_id;
    weft_world *world = make_drape(&s, &id), *other = make_drape(&other_sheet, &other_id);
    run_steps(world, 20);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    REQUIRE(bytes > 0);
    void* kept = malloc(bytes);
    CHECK_EQ(weft_world_snapshot(world, kept, bytes), bytes);
    uint64_t at_snapshot = weft_world_hash(world);
    run_steps(world, 20);
    uint64_t first = weft_world_hash(world);
    CHECK(first != at_snapshot);
    CHECK_EQ(weft_world_restore(world, kept, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(world), at_snapshot);
    CHECK_EQ(weft_world_step_count(world), 20);
    run_steps(world, 20);
    CHECK_EQ_HEX(weft_world_hash(world), first);
    CHECK_EQ(weft_world_restore(other, kept, bytes),
             WEFT_OK); // another world of the same scene
    run_steps(other, 20);
    CHECK_EQ_HEX(weft_world_hash(other), first);
    CHECK_EQ(weft_world_restore(other, kept, bytes - 1), WEFT_ERROR_SNAPSHOT_MISMATCH);
    free(kept);
    weft_world_destroy(world);
    weft_world_destroy(other);
    sheet_free(&s);
    sheet_free(&other_sheet);
}

WEFT_TEST(two_worlds_of_one_scene_agree) {
    sheet s[2];
    weft_cloth_id id[2];
    weft_world* world[2] = {make_drape(&s[0], &id[0]), make_drape(&s[1], &id[1])};
    for (int n = 0; n < 30; ++n) {
        run_steps(world[0], 1);
        run_steps(world[1], 1);
        CHECK_EQ_HEX(weft_world_hash(world[0]), weft_world_hash(world[1]));
    }
    for (int i = 0; i < 2; ++i) {
        weft_world_destroy(world[i]);
        sheet_free(&s[i]);
    }
}

/// The host may give a NaN; it is refused at the door or reported by the step,
/// and with good positions the world goes on from where it was.
WEFT_TEST(nan_from_the_host_is_reported_and_survived) {
    sheet s;
    weft_cloth_id id;
    weft_world* world = make_drape(&s, &id);
    run_steps(world, 10);
    weft_body_id body = weft_world_body_at(world, 0);
    size_t bytes = 3 * sizeof(float) * weft_body_vertex_count(world, body);
    float *good = malloc(bytes), *bad = malloc(bytes);
    memcpy(good, weft_body_positions(world, body), bytes);
    memcpy(bad, good, bytes);
    bad[4] = NAN;
    uint64_t before = weft_world_hash(world);
    weft_status status = weft_body_set_positions(world, body, bad);
    if (status == WEFT_OK) {
        CHECK_EQ(weft_world_step(world).status, WEFT_ERROR_NON_FINITE_STATE);
    } else {
        CHECK_EQ(status, WEFT_ERROR_NOT_FINITE);
    }
    CHECK_EQ_HEX(weft_world_hash(world), before);
    CHECK_EQ(weft_body_set_positions(world, body, good), WEFT_OK);
    run_steps(world, 10);
    CHECK(weft_world_hash(world) != before);
    free(good);
    free(bad);
    weft_world_destroy(world);
    sheet_free(&s);
}

WEFT_TEST(nan_in_an_event_is_refused) {
    sheet s;
    weft_cloth_id id;
    weft_world* world = make_drape(&s, &id);
    weft_event gravity = {.kind = WEFT_EVENT_GRAVITY, .p = {0, NAN, 0}};
    CHECK_EQ(weft_world_push_event(world, &gravity), WEFT_ERROR_NOT_FINITE);
    run_steps(world, 2);
    weft_world_destroy(world);
    sheet_free(&s);
}
