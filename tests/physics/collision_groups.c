// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who may touch whom: what may not passes through without a contact, a crossing or a capture; what
// may is stopped; and both can change while the world runs.
#include "method_rows.h"
#include "sheet.h"

#include "world/world.h"

#include <stdlib.h>

static const float right[3] = {1, 0, 0}, back[3] = {0, 0, 1};

static void drop_sheet(weft_world* world, float y) {
    const float origin[3] = {-0.1f, y, -0.1f};
    add_grid(world, 11, 0.02f, origin, right, back, NULL, 0);
}

static void set_groups(weft_world* world, uint32_t kind, uint32_t target, uint32_t group,
                       uint32_t mask) {
    weft_event event = {.kind = kind, .target = target, .p = {(float)group, (float)mask}};
    CHECK_EQ(weft_world_push_event(world, &event), WEFT_OK);
}

static float height_of(const weft_world* world, uint32_t cloth) {
    return weft_cloth_positions(world, weft_world_cloth_at(world, cloth))[3 * 60 + 1];
}

/// Steps; the contacts of all of them.
static uint32_t run_clean(weft_world* world, uint32_t count) {
    uint32_t contacts = 0;
    for (uint32_t i = 0; i < count; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.crossings_body + report.crossings_cloth + report.crossings_declared, 0);
        CHECK_EQ(report.captured + report.rolled_back, 0);
        contacts += report.contacts;
    }
    return contacts;
}

WEFT_TEST(cloth_passes_a_body_that_it_may_not_touch) {
    weft_world* world = make_world(9.81f);
    const float centre[3] = {0, 0, 0};
    add_sphere(world, centre, 0.08f, 10);
    drop_sheet(world, 0.12f);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 2, 2);
    CHECK_EQ(run_clean(world, 30), 0);
    CHECK_LE(height_of(world, 0), -0.8);
    weft_world_destroy(world);
}

WEFT_TEST(one_cloth_passes_and_the_other_is_stopped) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.2f, 0.05f, 0.2f};
    add_box(world, half, 0, 4);
    drop_sheet(world, 0.07f);
    drop_sheet(world, 0.09f);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 2, 0xffff);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 1, 4, 1 | 4); // not the other cloth
    set_groups(world, WEFT_EVENT_BODY_COLLISION, 0, 1, 4);      // not the lower cloth
    run_clean(world, 60);
    CHECK_LE(height_of(world, 0), -1.0);
    CHECK_LE(0.05, height_of(world, 1));
    weft_world_destroy(world);
}

WEFT_TEST(layers_that_may_not_touch_fall_into_one) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.2f, 0.05f, 0.2f};
    add_box(world, half, 0, 4);
    drop_sheet(world, 0.06f);
    drop_sheet(world, 0.08f);
    run_steps(world, 90);
    float kept_apart = height_of(world, 1) - height_of(world, 0);
    CHECK_LE(0.001, kept_apart);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 2, 1 | 2);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 1, 4, 1 | 4);
    run_clean(world, 60);
    CHECK_LE(fabsf(height_of(world, 1) - height_of(world, 0)), 0.001);
    weft_world_destroy(world);
}

WEFT_TEST(what_begins_to_touch_while_crossed_comes_out) {
    weft_world* world = make_world(9.81f);
    const float centre[3] = {0, 0, 0};
    add_sphere(world, centre, 0.08f, 10);
    drop_sheet(world, 0.1f);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 2, 2);
    run_clean(world, 6);
    CHECK_LE(height_of(world, 0), 0.07);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 1, 0xffff);
    uint32_t declared = 1;
    for (int i = 0; i < 10 && declared > 0; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
        declared = report.crossings_declared;
    }
    CHECK_EQ(declared, 0);
    CHECK_LE(0.08, height_of(world, 0)); // out on top, from where it slides off
    weft_world_destroy(world);
}

WEFT_TEST(groups_outlast_a_snapshot) {
    weft_world* world = make_world(9.81f);
    drop_sheet(world, 0.1f);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 8, 16);
    run_steps(world, 1);
    uint8_t block[65536];
    size_t bytes = weft_world_snapshot(world, block, sizeof block);
    CHECK_LE(bytes, sizeof block);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 1, 1);
    run_steps(world, 1);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK_EQ(world->objects.cloths[0].collision.group, 8);
    CHECK_EQ(world->objects.cloths[0].collision.mask, 16);
    weft_event bad = {.kind = WEFT_EVENT_CLOTH_COLLISION, .p = {65536.0f, 1}};
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INVALID_ARGUMENT);
    weft_world_destroy(world);
}

// ---- strangers: what may touch nobody

enum { NO_STRANGER, STRANGER_FIRST, STRANGER_LAST };

static void add_strangers(weft_world* world, uint32_t first) {
    add_sphere(world, (float[3]){0.01f, 0.02f, 0}, 0.09f, 7);
    add_box(world, (float[3]){0.2f, 0.2f, 0.2f}, 0.1f, 3);
    set_groups(world, WEFT_EVENT_BODY_COLLISION, first, 2, 2);
    set_groups(world, WEFT_EVENT_BODY_COLLISION, first + 1, 2, 2);
}

static weft_world* world_with(const char* const names[3]) {
    static const char* const stages[] = {"structure", "response", "repair"};
    weft_world* world = make_world(0.0f);
    for (int i = 0; i < 3; ++i) {
        CHECK_EQ(weft_world_set_method(world, stages[i], names[i], NULL), WEFT_OK);
    }
    return world;
}

/// A sheet sunk into a ball, one wholly in it; and maybe a ball and a box that both are in too, but
/// may not touch.
static weft_world* sunk(const char* const names[3], int stranger) {
    weft_world* world = world_with(names);
    if (stranger == STRANGER_FIRST) {
        add_strangers(world, 0);
    }
    add_sphere(world, (float[3]){0, 0, 0}, 0.08f, 8);
    if (stranger == STRANGER_LAST) {
        add_strangers(world, 1);
    }
    drop_sheet(world, 0.062f);
    add_grid(world, 4, 0.015f, (float[3]){-0.02f, 0.01f, -0.02f}, right, back, NULL, 0);
    return world;
}

/// Whether it steps as the other one has stepped.
static bool has_same_step(weft_world* a, weft_world* b) {
    weft_step_report ra = *weft_world_report(a), rb = run_steps(b, 1);
    return ra.captured == rb.captured && ra.contacts == rb.contacts &&
           ra.crossings_declared == rb.crossings_declared &&
           ra.crossings_body == rb.crossings_body && weft_world_hash(a) == weft_world_hash(b);
}

/// Every response with every repair, and with the first of these every structure: who may touch
/// whom is asked behind the structure, by one place for all of them.
static void every_method(void (*check)(const char* const names[3])) {
    uint32_t at[3] = {0}, structures = 0;
    const weft_method* row[3];
    while ((row[0] = next_row("structure", &at[0])) != NULL) {
        for (at[1] = 0; (row[1] = next_row("response", &at[1])) != NULL;) {
            for (at[2] = 0; (row[2] = next_row("repair", &at[2])) != NULL;) {
                check((const char* const[]){row[0]->name, row[1]->name, row[2]->name});
                if (structures > 0) {
                    break;
                }
            }
        }
        ++structures;
    }
}

static void check_bits(const char* const names[3]) {
    weft_world* world[STRANGER_LAST + 1];
    bool same[STRANGER_LAST + 1] = {true, true, true};
    for (int stranger = NO_STRANGER; stranger <= STRANGER_LAST; ++stranger) {
        world[stranger] = sunk(names, stranger);
    }
    for (int n = 0; n < 8; ++n) {
        run_steps(world[NO_STRANGER], 1);
        for (int stranger = STRANGER_FIRST; stranger <= STRANGER_LAST; ++stranger) {
            same[stranger] &= has_same_step(world[NO_STRANGER], world[stranger]);
        }
    }
    weft_world_destroy(world[NO_STRANGER]);
    for (int stranger = STRANGER_FIRST; stranger <= STRANGER_LAST; ++stranger) {
        test_check(same[stranger], __FILE__, __LINE__,
                   "%s, %s, %s: other bits with bodies that nobody may touch %s", names[0],
                   names[1], names[2], stranger == STRANGER_FIRST ? "first" : "last");
        weft_world_destroy(world[stranger]);
    }
}

WEFT_TEST(bodies_that_nobody_may_touch_change_no_bit) {
    every_method(check_bits);
}

/// A sheet falls on one that is pinned, and may not touch it.
static void check_layers(const char* const names[3]) {
    weft_world* world = world_with(names);
    weft_pin* pins = pin_row(36);
    add_grid(world, 6, 0.02f, (float[3]){-0.05f, 0, -0.05f}, right, back, pins, 36);
    sheet s = sheet_make(SHEET_GRID, 7, 7, 0.02f);
    sheet_place(&s, (float[3]){-0.06f, 0.02f, -0.06f}, right, back);
    sheet_set_motion(&s, (float[3]){0, -3, 0}, (float[3]){0}, (float[3]){0});
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
    free(pins);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 0, 2, 2);
    set_groups(world, WEFT_EVENT_CLOTH_COLLISION, 1, 4, 4);
    CHECK_EQ(run_clean(world, 6), 0);
    const float* y = weft_cloth_positions(world, weft_world_cloth_at(world, 1));
    for (uint32_t i = 0; i < 49; ++i) {
        test_check(fabsf(y[3 * i + 1] - y[1]) < 1e-4f && y[1] < -0.2f, __FILE__, __LINE__,
                   "%s, %s, %s: vertex %u at %g m, the first at %g", names[0], names[1], names[2],
                   i, (double)y[3 * i + 1], (double)y[1]);
    }
    weft_world_destroy(world);
}

WEFT_TEST(sheets_that_may_not_touch_pass_whatever_the_method) {
    every_method(check_layers);
}
