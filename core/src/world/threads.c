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

weft_status weft_world_set_thread_count(weft_world* world, uint32_t count, weft_report* report) {
    if (count < 1 || count > WEFT_MAX_THREADS) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "thread_count", 0, WF_NO_OTHER,
                              "%u threads cannot step a world; give 1 to 64.", count);
    }
    wf_pool* fresh = count > 1 ? wf_pool_create(count) : NULL;
    if (count > 1 && fresh == NULL) {
        return wf_report_fail(report, WEFT_ERROR_OUT_OF_MEMORY, "thread_count", 0, WF_NO_OTHER,
                              "The system does not give %u threads; use fewer.", count);
    }
    wf_pool_destroy(world->pool);
    world->pool = fresh;
    return wf_report_ok(report);
}

#else

// Not an empty file.
typedef int wf_no_threads;

#endif
