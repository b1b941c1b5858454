// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A world that may sleep does so when its cloth has come to rest, wakes for whatever happens to it,
// and neither jumps nor forgets when it does.
#include "sheet.h"

#include "world/world.h"

#include <stdlib.h>

enum { SIDE = 9, NUMBERS = 3 * SIDE * SIDE };

static weft_world* make_sleeper(bool sleep) {
    weft_world_def def = weft_default_world_def();
    def.sleep = sleep ? 1 : 0;
    weft_world* world = weft_world_create(&def, NULL);
    const float half[3] = {0.1f, 0.05f, 0.1f}, origin[3] = {-0.12f, 0.055f, -0.12f};
    const float x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    add_box(world, half, 0, 4);
    add_grid(world, SIDE, 0.03f, origin, x, z, NULL, 0); // its border hangs down
    return world;
}

/// Steps until it sleeps; false after twenty seconds.
static bool run_to_sleep(weft_world* world) {
    for (int i = 0; i < 1200; ++i) {
        if (weft_world_step(world).asleep) {
            test_note("asleep after %d steps", i);
            return true;
        }
    }
    return false;
}

static const float* places(const weft_world* world) {
    return weft_cloth_positions(world, weft_world_cloth_at(world, 0));
}

static void push(weft_world* world, weft_event event) {
    CHECK_EQ(weft_world_push_event(world, &event), WEFT_OK);
}

WEFT_TEST(a_world_at_rest_sleeps_and_only_if_it_may) {
    weft_world* world = make_sleeper(true);
    REQUIRE(run_to_sleep(world));
    uint64_t hash = weft_world_hash(world);
    uint32_t step = weft_world_step_count(world);
    for (int i = 0; i < 100; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.asleep, 1);
        CHECK_EQ(report.substeps, 0);
    }
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    CHECK_EQ(weft_world_step_count(world), step + 100);
    weft_world_destroy(world);
    world = make_sleeper(false);
    for (uint32_t i = 0; i < step + 10; ++i) {
        CHECK_EQ(weft_world_step(world).asleep, 0);
    }
    weft_world_destroy(world);
}

/// A sheet of 0.7 m that stands nearly upright on the floor, and folds down on itself.
static weft_world* make_fold(weft_world* world) {
    const float floor[3] = {1, 0.1f, 1}, origin[3] = {-0.35f, 0.16f, 0};
    const float across[3] = {1, 0, 0}, up[3] = {0, 0.9659f, 0.2588f};
    add_box(world, floor, 0, 4);
    add_grid(world, 15, 0.05f, origin, across, up, NULL, 0);
    return world;
}

static weft_world* make_drape(weft_world* world) {
    const float centre[3] = {0, 0, 0}, origin[3] = {-0.33f, 0.26f, -0.32f};
    const float x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    add_sphere(world, centre, 0.25f, 16);
    add_grid(world, 14, 0.05f, origin, x, z, NULL, 0);
    return world;
}

static weft_world* make_pile(weft_world* world) {
    const float block[3] = {0.2f, 0.05f, 0.2f}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    add_box(world, block, 0, 4);
    for (int k = 0; k < 10; ++k) {
        const float origin[3] = {-0.12f + 0.003f * (float)k, 0.06f + 0.01f * (float)k, -0.12f};
        add_grid(world, SIDE, 0.03f, origin, x, z, NULL, 0);
    }
    return world;
}

WEFT_TEST(folds_drapes_and_piles_fall_asleep) {
    weft_world* (*const make[])(weft_world*) = {make_fold, make_drape, make_pile};
    for (size_t i = 0; i < sizeof make / sizeof *make; ++i) {
        weft_world_def def = weft_default_world_def();
        def.sleep = 1;
        weft_world* world = make[i](weft_world_create(&def, NULL));
        CHECK(run_to_sleep(world));
        weft_world_destroy(world);
    }
}

WEFT_TEST(waking_does_not_make_cloth_jump) {
    weft_world* world = make_sleeper(true);
    REQUIRE(run_to_sleep(world));
    float before[NUMBERS];
    memcpy(before, places(world), sizeof before);
    push(world, (weft_event){.kind = WEFT_EVENT_WIND, .p = {0, 0, 0, 0}});
    CHECK_EQ(weft_world_step(world).asleep, 0);
    float most = 0.0f;
    for (int i = 0; i < NUMBERS; ++i) {
        most = fmaxf(most, fabsf(places(world)[i] - before[i]));
    }
    CHECK_LE(most, 2e-4);
    CHECK(run_to_sleep(world)); // and it may sleep again
    weft_world_destroy(world);
}

WEFT_TEST(whatever_happens_wakes) {
    weft_world* world = make_sleeper(true);
    REQUIRE(run_to_sleep(world));
    float* moved =
        malloc(sizeof(float) * 3 * weft_body_vertex_count(world, weft_world_body_at(world, 0)));
    for (int cause = 0; cause < 6; ++cause) {
        weft_body_id body = weft_world_body_at(world, 0);
        uint32_t floats = 3 * weft_body_vertex_count(world, body);
        memcpy(moved, weft_body_positions(world, body), sizeof(float) * floats);
        if (cause == 0) {
            moved[1] += 0.001f;
            CHECK_EQ(weft_body_set_positions(world, body, moved), WEFT_OK);
        } else if (cause == 1) {
            push(world, (weft_event){.kind = WEFT_EVENT_WIND, .p = {1, 0, 0, 0}});
        } else if (cause == 2) {
            push(world, (weft_event){.kind = WEFT_EVENT_GRAB, .index = 0, .p = {0, 0.3f, 0, 50}});
        } else if (cause == 3) {
            const float* x = places(world) + 15;
            push(world, (weft_event){
                            .kind = WEFT_EVENT_PIN, .index = 5, .p = {0, 0, 0, x[0], x[1], x[2]}});
        } else if (cause == 4) {
            const float far[3] = {2, 0, 0};
            add_sphere(world, far, 0.1f, 6);
        } else {
            weft_world_remove_body(world, body);
        }
        CHECK_EQ(weft_world_step(world).asleep, 0);
        if (cause == 2) {
            push(world, (weft_event){.kind = WEFT_EVENT_DROP});
        }
        if (cause == 3) {
            push(world, (weft_event){.kind = WEFT_EVENT_UNPIN, .index = 5});
        }
        if (cause == 1) {
            push(world, (weft_event){.kind = WEFT_EVENT_WIND});
        }
        if (cause < 5) {
            CHECK(run_to_sleep(world));
        }
    }
    free(moved);
    weft_world_destroy(world);
}

WEFT_TEST(a_body_told_to_stand_where_it_stands_lets_sleep) {
    weft_world* world = make_sleeper(true);
    REQUIRE(run_to_sleep(world));
    weft_body_id body = weft_world_body_at(world, 0);
    size_t bytes = 12 * (size_t)weft_body_vertex_count(world, body);
    float* same = malloc(bytes);
    memcpy(same, weft_body_positions(world, body), bytes);
    for (int i = 0; i < 5; ++i) {
        CHECK_EQ(weft_body_set_positions(world, body, same), WEFT_OK);
        CHECK_EQ(weft_world_step(world).asleep, 1);
    }
    free(same);
    weft_world_destroy(world);
}

WEFT_TEST(sleep_outlasts_a_snapshot) {
    weft_world* world = make_sleeper(true);
    for (int i = 0; i < 20; ++i) {
        weft_world_step(world);
    }
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(bytes);
    weft_world_snapshot(world, block, bytes);
    REQUIRE(run_to_sleep(world));
    uint32_t step = weft_world_step_count(world);
    uint64_t hash = weft_world_hash(world);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK(run_to_sleep(world));
    CHECK_EQ(weft_world_step_count(world), step);
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    free(block);
    bytes = weft_world_snapshot(world, NULL, 0);
    block = malloc(bytes);
    weft_world_snapshot(world, block, bytes);
    push(world, (weft_event){.kind = WEFT_EVENT_WIND, .p = {1}});
    weft_world_step(world);
    hash = weft_world_hash(world);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK_EQ(weft_world_step(world).asleep, 1);
    push(world, (weft_event){.kind = WEFT_EVENT_WIND, .p = {1}});
    weft_world_step(world);
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    free(block);
    weft_world_destroy(world);
}
