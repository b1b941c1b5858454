// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Snapshots: back to the same bits, by any path; refused when they do not belong or are damaged,
// and then nothing has changed.
#include "meshes.h"
#include "physics/sheet.h"
#include "scene_writer.h"
#include "test_macros.h"

#include "math/hash.h"
#include "world/world.h"

#include <stdlib.h>

static void run(weft_world* world, int steps) {
    for (int i = 0; i < steps; ++i) {
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    }
}

static uint8_t* save(weft_world* world, size_t* bytes) {
    *bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(*bytes);
    CHECK_EQ(weft_world_snapshot(world, block, *bytes), *bytes);
    return block;
}

// Save after `before` steps, run on, go back, run on again: the same bits. And once more from a
// world that was freshly loaded.
static void check_replay(int before, int after) {
    weft_world* world = scene_world_of_everything();
    REQUIRE(world != NULL);
    run(world, before);
    size_t bytes;
    uint8_t* block = save(world, &bytes);
    uint64_t there = weft_world_hash(world);
    run(world, after);
    uint64_t first = weft_world_hash(world);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(world), there);
    CHECK_EQ(weft_world_step_count(world), before);
    run(world, after);
    CHECK_EQ_HEX(weft_world_hash(world), first);
    weft_world* fresh = scene_world_of_everything();
    CHECK_EQ(weft_world_restore(fresh, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(fresh), there);
    run(fresh, after);
    CHECK_EQ_HEX(weft_world_hash(fresh), first);
    weft_world_destroy(fresh);
    weft_world_destroy(world);
    free(block);
}

WEFT_TEST(snapshot_replays_from_the_start) {
    check_replay(0, 12);
}

WEFT_TEST(snapshot_replays_in_a_fade) {
    check_replay(4, 12);
}

WEFT_TEST(snapshot_replays_after_the_weld) {
    check_replay(40, 20);
}

WEFT_TEST(snapshot_does_not_disturb) {
    weft_world *with = scene_world_of_everything(), *without = scene_world_of_everything();
    for (int i = 0; i < 20; ++i) {
        size_t bytes;
        free(save(with, &bytes));
        run(with, 1);
        run(without, 1);
        CHECK_EQ_HEX(weft_world_hash(with), weft_world_hash(without));
    }
    weft_world_destroy(with);
    weft_world_destroy(without);
}

/// New cloth in a world whose substeps have become long, and then who looks.
static uint64_t drop_and_look(bool looks) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    CHECK(world != NULL);
    add_box(world, (float[3]){0.1f, 0.1f, 0.1f}, 0.0f, 2);
    run(world, 20);
    add_grid(world, 5, 0.05f, (float[3]){-0.1f, 0.3f, -0.1f}, (float[3]){1, 0, 0},
             (float[3]){0, 0.3f, 1}, NULL, 0);
    if (looks) {
        size_t bytes;
        free(save(world, &bytes));
    }
    run(world, 3);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

WEFT_TEST(snapshot_of_a_world_with_new_cloth_does_not_disturb) {
    CHECK_EQ_HEX(drop_and_look(true), drop_and_look(false));
}

WEFT_TEST(snapshot_keeps_host_input_and_events) {
    weft_world* world = scene_world_of_everything();
    weft_body_id lift = weft_world_body_at(world, 1);
    float places[24];
    run(world, 3);
    memcpy(places, weft_body_positions(world, lift), sizeof places);
    for (int i = 0; i < 24; ++i) {
        places[i] += 0.004f;
    }
    CHECK_EQ(weft_body_set_positions(world, lift, places), WEFT_OK);
    weft_event grab = {4, WEFT_EVENT_GRAB, 0, 14, {0.2f, 0.8f, 0.2f, 30}};
    CHECK_EQ(weft_world_push_event(world, &grab), WEFT_OK);
    size_t bytes;
    uint8_t* block = save(world, &bytes);
    run(world, 5);
    uint64_t first = weft_world_hash(world);
    float arrived = weft_body_positions(world, lift)[0];
    CHECK_NEAR(arrived, places[0], 1e-6);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK(!world->hands.hand[0].active);
    run(world, 5);
    CHECK(world->hands.hand[0].active);
    CHECK_EQ_HEX(weft_world_hash(world), first);
    CHECK_NEAR(weft_body_positions(world, lift)[0], arrived, 0);
    weft_world_destroy(world);
    free(block);
}

static void fix_hash(uint8_t* block, size_t bytes) {
    uint64_t hash = wf_hash_words(WF_HASH_SEED, block + 32, (bytes - 32) / 4);
    memcpy(block + 24, &hash, sizeof hash);
}

WEFT_TEST(snapshot_of_another_scene_is_refused) {
    weft_world* world = scene_world_of_everything();
    run(world, 2);
    size_t bytes, small;
    uint8_t* block = save(world, &bytes);
    uint64_t hash = weft_world_hash(world);
    weft_world_def def = weft_default_world_def();
    weft_world* other = weft_world_create(&def, NULL);
    CHECK_EQ(weft_world_restore(other, block, bytes), WEFT_ERROR_SNAPSHOT_MISMATCH);
    uint8_t* nothing = save(other, &small);
    CHECK_EQ(weft_world_restore(other, nothing, small), WEFT_OK);
    CHECK_EQ(weft_world_restore(world, nothing, small), WEFT_ERROR_SNAPSHOT_MISMATCH);
    for (size_t cut = 0; cut < bytes; cut += 56) {
        CHECK_EQ(weft_world_restore(world, block, cut), WEFT_ERROR_SNAPSHOT_MISMATCH);
    }
    block[bytes / 2] ^= 1;
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_ERROR_SNAPSHOT_MISMATCH);
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    weft_world_destroy(other);
    weft_world_destroy(world);
    free(nothing);
    free(block);
}

// Whatever word becomes NaN: it is refused, or it was no number that the physics reads.
WEFT_TEST(snapshot_with_a_nan_is_refused_or_harmless) {
    const uint32_t nan = 0x7fc00000u;
    test_random random = test_seed(32);
    weft_world* world = scene_world_of_everything();
    run(world, 5);
    size_t bytes, refused = 0;
    uint8_t *block = save(world, &bytes), *copy = malloc(bytes);
    uint64_t hash = weft_world_hash(world);
    for (int round = 0; round < 400; ++round) {
        memcpy(copy, block, bytes);
        memcpy(copy + 32 + test_below(&random, (uint32_t)bytes - 32) / 4 * 4, &nan, 4);
        fix_hash(copy, bytes);
        if (weft_world_restore(world, copy, bytes) != WEFT_OK) {
            CHECK_EQ_HEX(weft_world_hash(world), hash);
            ++refused;
            continue;
        }
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
        CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    }
    CHECK(refused > 200);
    weft_world_destroy(world);
    free(copy);
    free(block);
}

WEFT_TEST(snapshot_of_equal_states_is_equal_bytes) {
    weft_world *one = scene_world_of_everything(), *other = scene_world_of_everything();
    run(one, 5);
    run(other, 5);
    size_t bytes, same;
    uint8_t *first = save(one, &bytes), *second = save(other, &same);
    REQUIRE(bytes == same);
    CHECK_EQ(memcmp(first, second, bytes), 0);
    weft_world_destroy(one);
    weft_world_destroy(other);
    free(first);
    free(second);
}

static weft_world* make_pinned(uint32_t pinned_vertex) {
    test_mesh sheet = test_grid(3, 3, 0.1f, 0.5f);
    const weft_pin pin = {pinned_vertex, WEFT_PIN_FIXED, 0, 0, {0}, 0};
    weft_world_def def = weft_default_world_def();
    weft_cloth_def cloth = weft_default_cloth_def();
    cloth.positions = sheet.positions;
    cloth.triangles = sheet.triangles;
    cloth.vertex_count = sheet.vertex_count;
    cloth.triangle_count = sheet.triangle_count;
    cloth.pins = &pin;
    cloth.pin_count = 1;
    weft_world* world = weft_world_create(&def, NULL);
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    test_mesh_free(&sheet);
    return world;
}

WEFT_TEST(snapshot_belongs_to_equal_definitions) {
    weft_world *first = make_pinned(0), *same = make_pinned(0), *other = make_pinned(1);
    run(first, 3);
    size_t bytes;
    uint8_t* block = save(first, &bytes);
    CHECK_EQ(weft_world_restore(other, block, bytes), WEFT_ERROR_SNAPSHOT_MISMATCH);
    CHECK_EQ(weft_world_restore(same, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(same), weft_world_hash(first));
    weft_world_destroy(first);
    weft_world_destroy(same);
    weft_world_destroy(other);
    free(block);
}

// Behind a right hash too: indices are checked, and a refusal changes nothing.
WEFT_TEST(snapshot_mutations_are_harmless) {
    test_random random = test_seed(31);
    weft_world* world = scene_world_of_everything();
    run(world, 5);
    size_t bytes;
    uint8_t *block = save(world, &bytes), *copy = malloc(bytes);
    uint64_t hash = weft_world_hash(world);
    for (int round = 0; round < 300; ++round) {
        memcpy(copy, block, bytes);
        size_t at = 32 + test_below(&random, (uint32_t)(round % 2 ? bytes - 32 : 1200)) / 4 * 4;
        uint32_t word = round % 3 ? test_u32(&random) : 0xffffffffu;
        memcpy(copy + at, &word, 4);
        fix_hash(copy, bytes);
        if (weft_world_restore(world, copy, bytes) != WEFT_OK) {
            CHECK_EQ_HEX(weft_world_hash(world), hash);
        } else {
            CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
        }
    }
    for (uint32_t fail_in = 1; fail_in < 60; ++fail_in) {
        world->memory.fail_in = fail_in;
        weft_status status = weft_world_restore(world, block, bytes);
        CHECK(status == WEFT_OK || status == WEFT_ERROR_OUT_OF_MEMORY);
        world->memory.fail_in = 0;
        CHECK_EQ_HEX(weft_world_hash(world), hash);
    }
    weft_world_destroy(world);
    free(copy);
    free(block);
}

/// Words behind the header that are others, and memory that runs out: neither leaves a trace in a
/// world that has not begun, whose rebuild is still due.
static void spoil_restores(weft_world* world, const uint8_t* block, size_t bytes) {
    test_random random = test_seed(33);
    uint8_t* copy = malloc(bytes);
    size_t refused = 0;
    for (int round = 0; round < 100; ++round) {
        weft_world* other = scene_world_of_everything();
        memcpy(copy, block, bytes);
        memset(copy + 32 + test_below(&random, (uint32_t)bytes - 32) / 4 * 4, 0xff, 4);
        fix_hash(copy, bytes);
        refused += weft_world_restore(other, copy, bytes) != WEFT_OK &&
                   weft_world_restore(world, copy, bytes) != WEFT_OK;
        weft_world_destroy(other);
    }
    CHECK(refused > 30);
    for (uint32_t fail_in = 1; fail_in < 60; ++fail_in) {
        world->memory.fail_in = fail_in;
        weft_status status = weft_world_restore(world, block, bytes);
        world->memory.fail_in = 0;
        CHECK_EQ(status, WEFT_ERROR_OUT_OF_MEMORY);
    }
    free(copy);
}

WEFT_TEST(a_world_that_has_not_begun_restores_as_any) {
    weft_world *first = scene_world_of_everything(), *fresh = scene_world_of_everything(),
               *spoilt = scene_world_of_everything();
    run(first, 5);
    size_t bytes;
    uint8_t* block = save(first, &bytes);
    uint64_t then = weft_world_hash(first);
    run(first, 3);
    uint64_t end = weft_world_hash(first);
    CHECK_EQ(weft_world_restore(fresh, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(fresh), then);
    run(fresh, 3);
    CHECK_EQ_HEX(weft_world_hash(fresh), end);
    CHECK_EQ(weft_world_reset(fresh), WEFT_OK);
    run(fresh, 8);
    CHECK_EQ_HEX(weft_world_hash(fresh), end);
    spoil_restores(spoilt, block, bytes);
    run(spoilt, 8);
    CHECK_EQ_HEX(weft_world_hash(spoilt), end);
    weft_world_destroy(first);
    weft_world_destroy(fresh);
    weft_world_destroy(spoilt);
    free(block);
}
