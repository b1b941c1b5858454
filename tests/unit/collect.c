// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Collecting pairs of features where there are none to collect.
#include "detect/collect.h"

#include "test_macros.h"

#include <string.h>

static void meet_nothing(const void* context, uint32_t begin, uint32_t end, uint16_t* bits) {
    (void)context;
    memset(bits, 0, sizeof *bits * (end - begin));
}

static wf_meeting* name_nothing(const void* context, uint32_t begin, uint32_t end,
                                const uint16_t* bits, wf_meeting* out) {
    (void)context;
    (void)begin;
    (void)end;
    (void)bits;
    CHECK(false); // there is nothing to name, and no memory to name it in
    return out;
}

WEFT_TEST(candidates_whose_boxes_never_meet_leave_nothing_to_name) {
    wf_memory memory = {0};
    wf_near_search search = {0};
    wf_collect_work work = {0};
    wf_near_list pairs = {0};
    wf_meetings kept = {0};
    uint32_t triangles[2000] = {0};
    wf_collect_way way = {meet_nothing, name_nothing, NULL};
    for (size_t candidates = 0; candidates < 2000; candidates += 511) {
        CHECK(wf_collect(&memory, &search, &way, candidates, &work, &pairs));
        wf_pairs given = {.a = triangles, .b = triangles, .count = candidates};
        CHECK(wf_collect_near(&memory, &search, &way, &given, &work, &kept));
        CHECK_EQ(kept.candidates.count, candidates);
        CHECK_EQ(kept.count, 0);
        CHECK(wf_collect_kept(&memory, &search, &kept, &work, &pairs));
        CHECK_EQ(pairs.count, 0);
    }
    wf_near_list_free(&memory, &pairs);
    wf_meetings_free(&memory, &kept);
    wf_collect_work_free(&memory, &work);
    CHECK_EQ(memory.bytes, 0);
}
