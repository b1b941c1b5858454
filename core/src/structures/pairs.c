// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sorting pairs by two counting passes, first by body, then by cloth: linear, stable, and without a
// comparison that could be mispredicted.
#include "structures/pairs.h"

#include "base/assert.h"

#include <string.h>

void wf_pair_list_free(wf_memory* memory, wf_pair_list* list) {
    wf_free(memory, list->found);
    wf_free(memory, list->by_body);
    wf_free(memory, list->starts);
    *list = (wf_pair_list){0};
}

bool wf_pairs_reserve(wf_memory* memory, wf_pairs* pairs, size_t count) {
    return wf_reserve(memory, (void**)&pairs->cloth, &pairs->capacity, count, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&pairs->body, &pairs->body_capacity, count, sizeof(uint32_t));
}

static bool reserve_scratch(wf_memory* memory, wf_pair_list* list, size_t ids) {
    return wf_reserve(memory, (void**)&list->by_body, &list->by_body_capacity, list->count,
                      sizeof(wf_pair)) &&
           wf_reserve(memory, (void**)&list->starts, &list->starts_capacity, ids + 1,
                      sizeof(uint32_t));
}

/// starts[id] counts id; afterwards it is the place of the first.
static void sum_starts(uint32_t* starts, uint32_t count) {
    uint32_t total = 0;
    for (uint32_t id = 0; id < count; ++id) {
        uint32_t here = starts[id];
        starts[id] = total;
        total += here;
    }
}

static void order_by_body(wf_pair_list* list, uint32_t body_count) {
    uint32_t* starts = list->starts;
    memset(starts, 0, sizeof(uint32_t) * body_count);
    for (size_t i = 0; i < list->count; ++i) {
        WEFT_DEBUG_ASSERT(list->found[i].body < body_count);
        starts[list->found[i].body] += 1;
    }
    sum_starts(starts, body_count);
    for (size_t i = 0; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        list->by_body[starts[pair.body]++] = pair;
    }
}

static void order_by_cloth(wf_pair_list* list, uint32_t cloth_count, wf_pairs* pairs) {
    uint32_t* starts = list->starts;
    memset(starts, 0, sizeof(uint32_t) * cloth_count);
    for (size_t i = 0; i < list->count; ++i) {
        WEFT_DEBUG_ASSERT(list->by_body[i].cloth < cloth_count);
        starts[list->by_body[i].cloth] += 1;
    }
    sum_starts(starts, cloth_count);
    for (size_t i = 0; i < list->count; ++i) {
        wf_pair pair = list->by_body[i];
        pairs->body[starts[pair.cloth]++] = pair.body;
    }
    size_t place = 0;
    for (uint32_t cloth = 0; cloth < cloth_count; ++cloth) {
        for (; place < starts[cloth]; ++place) {
            pairs->cloth[place] = cloth;
        }
    }
}

bool wf_pair_list_sort(wf_memory* memory, wf_pair_list* list, uint32_t cloth_count,
                       uint32_t body_count, wf_pairs* pairs) {
    uint32_t ids = cloth_count > body_count ? cloth_count : body_count;
    pairs->count = 0;
    if (!reserve_scratch(memory, list, ids) || !wf_pairs_reserve(memory, pairs, list->count)) {
        return false;
    }
    if (list->count > 0) {
        order_by_body(list, body_count);
        order_by_cloth(list, cloth_count, pairs);
    }
    pairs->count = list->count;
    return true;
}
