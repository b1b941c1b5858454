// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who may touch whom: what may not passes through without a contact, a crossing or a capture; what
// may is stopped; and both can change while the world runs.
#include "sheet.h"

#include "world/world.h"

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
    for (int i = 0; i < 10; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
    }
    CHECK_LE(0.08, height_of(world, 0));
    CHECK_EQ(weft_world_report(world)->crossings_declared, 0);
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
    CHECK_EQ(world->cloths[0].collision.group, 8);
    CHECK_EQ(world->cloths[0].collision.mask, 16);
    weft_event bad = {.kind = WEFT_EVENT_CLOTH_COLLISION, .p = {65536.0f, 1}};
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INVALID_ARGUMENT);
    weft_world_destroy(world);
}
