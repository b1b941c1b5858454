// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Threads: every item of a loop is done once, and a world has the same bits with any number of
// threads. A build without threads has nothing to test here.
#include "physics/sheet.h"
#include "scene_writer.h"

#include "base/parallel.h"
#include "weft/threads.h"
#include "world/world.h"

#include <stdlib.h>

#ifdef WEFT_THREADS

enum { STEPS = 10, MOST_ITEMS = 5000 };

static const uint32_t counts[] = {2, 4, 8};

typedef struct tally {
    uint32_t done[MOST_ITEMS];
    uint32_t block, count;
    bool cut_right;
} tally;

static void count_items(void* given, uint32_t begin, uint32_t end) {
    tally* t = given;
    uint32_t most = begin + t->block < t->count ? begin + t->block : t->count;
    bool whole = begin == 0 && end == t->count; // the caller alone
    if (begin % t->block != 0 || (end != most && !whole)) {
        t->cut_right = false; // every thread would write the same
    }
    for (uint32_t i = begin; i < end; ++i) {
        t->done[i] += 1;
    }
}

static void check_loop(wf_pool* pool, uint32_t count, uint32_t block) {
    static tally t;
    t = (tally){.block = block, .count = count, .cut_right = true};
    wf_pool_run(pool, count, block, count_items, &t);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < MOST_ITEMS; ++i) {
        wrong += t.done[i] != (i < count);
    }
    CHECK_EQ(wrong, 0);
    CHECK(pool == NULL || t.cut_right);
}

static void check_pool(uint32_t threads) {
    wf_pool* pool = wf_pool_create(threads);
    REQUIRE(pool != NULL);
    test_random random = test_seed(threads);
    for (int i = 0; i < 400; ++i) {
        check_loop(pool, test_below(&random, MOST_ITEMS + 1), 1 + test_below(&random, 700));
    }
    wf_pool_destroy(pool);
}

/// Two sheets, one over the other, fall on a ball: touches with a body and between layers.
static weft_world* two_on_a_ball(void) {
    weft_world* world = make_world(9.81f);
    const float along_x[3] = {1.0f, 0.0f, 0.0f}, along_y[3] = {0.0f, 0.0f, 1.0f};
    add_sphere(world, (const float[3]){0.0f, 0.0f, 0.0f}, 0.1f, 24);
    add_grid(world, 21, 0.012f, (const float[3]){-0.12f, 0.104f, -0.12f}, along_x, along_y, NULL,
             0);
    add_grid(world, 21, 0.012f, (const float[3]){-0.11f, 0.108f, -0.13f}, along_x, along_y, NULL,
             0);
    return world;
}

static weft_world* a_curtain(void) {
    enum { SIDE = 33 };
    weft_world* world = make_world(9.81f);
    weft_pin* pins = pin_row(SIDE);
    add_grid(world, SIDE, 0.01f, (const float[3]){0.0f, 1.0f, 0.0f},
             (const float[3]){0.8f, 0.0f, 0.6f}, (const float[3]){0.0f, -0.6f, 0.8f}, pins, SIDE);
    free(pins);
    return world;
}

/// The hash after some steps; the most touches of a step go to `contacts`.
static uint64_t hash_with(weft_world* (*make)(void), uint32_t threads, uint32_t* contacts) {
    weft_world* world = make();
    if (!CHECK(world != NULL)) {
        return 0;
    }
    CHECK_EQ(weft_world_set_thread_count(world, threads, NULL), WEFT_OK);
    for (int i = 0; i < STEPS; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.status, WEFT_OK);
        *contacts = report.contacts > *contacts ? report.contacts : *contacts;
    }
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static uint32_t check_world(weft_world* (*make)(void)) {
    uint32_t contacts = 0;
    uint64_t alone = hash_with(make, 1, &contacts);
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; ++k) {
        CHECK_EQ_HEX(hash_with(make, counts[k], &contacts), alone);
    }
    return contacts;
}

static void check_refused(weft_world* world, uint32_t count, const char* sentence) {
    weft_report report;
    CHECK_EQ(weft_world_set_thread_count(world, count, &report), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_STR(report.message, sentence);
}

#endif

WEFT_TEST(threads_do_every_item_once) {
#ifdef WEFT_THREADS
    check_loop(NULL, 1000, 64);
    check_pool(2);
    check_pool(5);
#endif
}

WEFT_TEST(threads_keep_the_bits_of_layers_on_a_ball) {
#ifdef WEFT_THREADS
    uint32_t contacts = check_world(two_on_a_ball);
    test_note("at most %u touches in a step", contacts);
    CHECK(contacts > 100);
#endif
}

WEFT_TEST(threads_keep_the_bits_of_a_curtain) {
#ifdef WEFT_THREADS
    check_world(a_curtain);
#endif
}

WEFT_TEST(threads_keep_the_bits_of_everything) {
#ifdef WEFT_THREADS
    check_world(scene_world_of_everything);
#endif
}

WEFT_TEST(threads_may_change_between_steps) {
#ifdef WEFT_THREADS
    uint32_t contacts = 0;
    uint64_t alone = hash_with(a_curtain, 1, &contacts);
    weft_world* world = a_curtain();
    for (uint32_t i = 0; i < STEPS; ++i) {
        CHECK_EQ(weft_world_set_thread_count(world, 1 + i % 3, NULL), WEFT_OK);
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    }
    CHECK_EQ_HEX(weft_world_hash(world), alone);
    weft_world_destroy(world);
#endif
}

WEFT_TEST(threads_out_of_range_are_refused) {
#ifdef WEFT_THREADS
    weft_world* world = a_curtain();
    CHECK_EQ(weft_world_set_thread_count(world, 2, NULL), WEFT_OK);
    const wf_pool* pool = world->pool;
    check_refused(world, 0, "0 threads cannot step a world; give 1 to 64.");
    check_refused(world, 65, "65 threads cannot step a world; give 1 to 64.");
    check_refused(world, 1000, "1000 threads cannot step a world; give 1 to 64.");
    CHECK(world->pool == pool);
    weft_world_destroy(world);
#endif
}
