// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a step spares because bodies stand, or because nobody may touch, must change no bit: a world
// that is told before every step that its bodies may have moved comes to the same.
#include "sheet.h"

#include "world/world.h"

#include <stdlib.h>

enum { STEPS = 120 };

static weft_world* make_room(void) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    const float half[3] = {0.1f, 0.05f, 0.1f}, ball[3] = {0.5f, 0.3f, 0};
    const float origin[3] = {-0.12f, 0.06f, -0.12f}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    add_box(world, half, 0, 4);
    add_sphere(world, ball, 0.1f, 8);
    add_grid(world, 9, 0.03f, origin, x, z, NULL, 0);
    return world;
}

static void move_body(weft_world* world, uint32_t index, float dx) {
    weft_body_id body = weft_world_body_at(world, index);
    uint32_t count = weft_body_vertex_count(world, body);
    float* x = malloc(12 * (size_t)count);
    memcpy(x, weft_body_positions(world, body), 12 * (size_t)count);
    for (uint32_t v = 0; v < count; ++v) {
        x[3 * v] += dx;
    }
    CHECK_EQ(weft_body_set_positions(world, body, x), WEFT_OK);
    free(x);
}

static void restore_itself(weft_world* world) {
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(bytes);
    weft_world_snapshot(world, block, bytes);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    free(block);
}

/// What happens before a step; most steps nothing does.
static void act(weft_world* world, uint32_t what, float by) {
    if (what == 0) {
        move_body(world, 0, by);
    } else if (what == 1) {
        move_body(world, 1, by);
    } else if (what == 2) {
        weft_world_set_origin(world, (double)by, 0, 0);
    } else if (what == 3) {
        restore_itself(world);
    } else if (what == 4) {
        weft_event silk = {.kind = WEFT_EVENT_FABRIC, .index = WEFT_FABRIC_SILK};
        CHECK_EQ(weft_world_push_event(world, &silk), WEFT_OK);
    } else if (what == 5) {
        const float centre[3] = {by, 0.8f, 0};
        add_sphere(world, centre, 0.05f, 5);
    }
}

static bool same_bodies(const weft_world* a, const weft_world* b) {
    bool same = a->objects.body_count == b->objects.body_count;
    for (uint32_t k = 0; k < a->objects.body_count && same; ++k) {
        weft_body_id id = weft_world_body_at(a, k);
        same = memcmp(weft_body_positions(a, id), weft_body_positions(b, id),
                      12 * (size_t)weft_body_vertex_count(a, id)) == 0;
    }
    return same;
}

WEFT_TEST(bodies_that_stand_spare_work_and_change_no_bit) {
    for (uint32_t seed = 1; seed <= 6; ++seed) {
        test_random random = test_seed(seed);
        weft_world *sparing = make_room(), *thorough = make_room();
        uint32_t stood = 0;
        for (int i = 0; i < STEPS; ++i) {
            uint32_t what = test_below(&random, 60);
            float by = test_uniform(&random, -0.02f, 0.02f);
            act(sparing, what, by);
            act(thorough, what, by);
            thorough->obstacle.stands = false;
            weft_step_report a = weft_world_step(sparing), b = weft_world_step(thorough);
            stood += sparing->obstacle.stands && sparing->obstacle.shown;
            CHECK_EQ(a.pairs, b.pairs);
            CHECK_EQ(a.crossings_body + a.crossings_cloth, b.crossings_body + b.crossings_cloth);
            CHECK_EQ_HEX(weft_world_hash(sparing), weft_world_hash(thorough));
            CHECK(same_bodies(sparing, thorough));
        }
        test_note("seed %u: bodies stood in %u steps", seed, stood);
        CHECK_GT(stood, STEPS / 2);
        weft_world_destroy(sparing);
        weft_world_destroy(thorough);
    }
}

/// A sheet that may touch nothing falls as one that has nothing to touch, through a body and
/// itself.
WEFT_TEST(cloth_that_may_touch_nothing_is_not_searched) {
    uint64_t hash[2];
    for (int k = 0; k < 2; ++k) {
        weft_world* world = make_world(9.81f);
        sheet s = sheet_make(SHEET_GRID, 9, 9, 0.03f);
        const float origin[3] = {0, 0.3f, 0}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
        sheet_place(&s, origin, x, z);
        weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
        sheet_add(world, &s, &fabric, NULL, 0);
        sheet_free(&s);
        if (k == 1) {
            const float centre[3] = {0.12f, 0, 0.12f};
            add_sphere(world, centre, 0.1f, 8);
            weft_event alone = {.kind = WEFT_EVENT_CLOTH_COLLISION, .p = {1, 0}};
            CHECK_EQ(weft_world_push_event(world, &alone), WEFT_OK);
        }
        for (int i = 0; i < 40; ++i) {
            weft_step_report report = weft_world_step(world);
            CHECK_EQ(report.status, WEFT_OK);
            CHECK_EQ(report.pairs + report.contacts, 0);
            CHECK_EQ(report.crossings_body + report.crossings_declared + report.captured, 0);
        }
        hash[k] = weft_world_hash(world);
        weft_world_destroy(world);
    }
    CHECK_EQ_HEX(hash[0], hash[1]);
}
