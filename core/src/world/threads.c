// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The threads of a world. What is built later finds them through the world, so their number may
// change at any time between steps.
#ifdef WEFT_THREADS

#include "weft/threads.h"

#include "base/parallel.h"
#include "base/report.h"
#include "world/world.h"

#ifdef __EMSCRIPTEN__

// Of the module: its worlds are stepped in turns, by one thread.
static struct {
    wf_pool* pool;
    uint32_t thread_count, worlds;
} shared;

void wf_world_drop_pool(weft_world* world) {
    if (world->pool != NULL && --shared.worlds == 0) {
        wf_pool_destroy(world->pool);
    }
    world->pool = NULL;
}

static wf_pool* take_pool(weft_world* world, uint32_t count) {
    if (shared.worlds == 1 && world->pool != NULL) {
        wf_world_drop_pool(world);
    }
    if (shared.worlds == 0) {
        shared.pool = wf_pool_create(count);
        shared.thread_count = count;
    } else if (shared.thread_count != count) {
        return NULL;
    }
    shared.worlds += shared.pool != NULL;
    return shared.pool;
}

// Whoever is lost may be within the pool: it is not given back.
void weft_crew_leave(weft_world* world) {
    shared.worlds -= world->pool != NULL;
    world->pool = NULL;
}

#else

static wf_pool* take_pool(const weft_world* world, uint32_t count) {
    (void)world;
    return wf_pool_create(count);
}

void wf_world_drop_pool(weft_world* world) {
    wf_pool_destroy(world->pool);
    world->pool = NULL;
}

#endif

weft_status weft_world_set_thread_count(weft_world* world, uint32_t count, weft_report* report) {
    if (count < 1 || count > WEFT_MAX_THREADS) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "thread_count", 0, WF_NO_OTHER,
                              "%u threads cannot step a world; give 1 to 64.", count);
    }
    wf_pool* fresh = count > 1 ? take_pool(world, count) : NULL;
    if (count > 1 && fresh == NULL) {
        return wf_report_fail(report, WEFT_ERROR_OUT_OF_MEMORY, "thread_count", 0, WF_NO_OTHER,
                              "The system does not give %u threads; use fewer.", count);
    }
    wf_world_drop_pool(world);
    world->pool = fresh;
    return wf_report_ok(report);
}

#else

// Not an empty file.
typedef int wf_no_threads;

#endif
