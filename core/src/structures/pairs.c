// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sorting pairs by two counting passes, first by the second triangle, then by the first: linear,
// stable, and without a comparison that could be mispredicted. Threads share the second half of
// that: pairs are counted into rows by the first triangle, and the rows, which are short, sorted
// beside each other, to the same list.
#include "structures/pairs.h"

#include "base/assert.h"
#include "base/parallel.h"

#include <string.h>

void wf_pair_list_free(wf_memory* memory, wf_pair_list* list) {
    wf_free(memory, list->found);
    wf_free(memory, list->by_second);
    wf_free(memory, list->starts);
    *list = (wf_pair_list){0};
}

bool wf_pairs_reserve(wf_memory* memory, wf_pairs* pairs, size_t count) {
    return wf_reserve(memory, (void**)&pairs->a, &pairs->capacity, count, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&pairs->b, &pairs->b_capacity, count, sizeof(uint32_t));
}

static bool reserve_scratch(wf_memory* memory, wf_pair_list* list, size_t ids) {
    return wf_reserve(memory, (void**)&list->by_second, &list->by_second_capacity, list->count,
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

static void order_by_second(wf_pair_list* list, uint32_t second_count) {
    uint32_t* starts = list->starts;
    memset(starts, 0, sizeof(uint32_t) * second_count);
    for (size_t i = 0; i < list->count; ++i) {
        WEFT_DEBUG_ASSERT(list->found[i].b < second_count);
        starts[list->found[i].b] += 1;
    }
    sum_starts(starts, second_count);
    for (size_t i = 0; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        list->by_second[starts[pair.b]++] = pair;
    }
}

static void order_by_first(wf_pair_list* list, uint32_t first_count, wf_pairs* pairs) {
    uint32_t* starts = list->starts;
    memset(starts, 0, sizeof(uint32_t) * first_count);
    for (size_t i = 0; i < list->count; ++i) {
        WEFT_DEBUG_ASSERT(list->by_second[i].a < first_count);
        starts[list->by_second[i].a] += 1;
    }
    sum_starts(starts, first_count);
    for (size_t i = 0; i < list->count; ++i) {
        wf_pair pair = list->by_second[i];
        pairs->b[starts[pair.a]++] = pair.b;
    }
    size_t place = 0;
    for (uint32_t a = 0; a < first_count; ++a) {
        for (; place < starts[a]; ++place) {
            pairs->a[place] = a;
        }
    }
}

#ifdef WEFT_THREADS
/// Rows that a thread takes at a time.
enum { ROW_BLOCK = 512 };

typedef struct rows {
    const uint32_t* end; // per first triangle
    wf_pairs* pairs;
} rows;

/// Ascending, by inserting over shorter and shorter distances: few rows are longer than the last.
static void sort_row(uint32_t* b, uint32_t count) {
    static const uint32_t distances[] = {1, 10, 57, 301};
    size_t k = 0;
    while (k < 3 && distances[k + 1] < count) {
        ++k;
    }
    for (size_t n = k + 1; n-- > 0;) {
        uint32_t distance = distances[n];
        for (uint32_t i = distance; i < count; ++i) {
            uint32_t held = b[i], at = i;
            for (; at >= distance && b[at - distance] > held; at -= distance) {
                b[at] = b[at - distance];
            }
            b[at] = held;
        }
    }
}

static void sort_rows(void* given, uint32_t begin, uint32_t end) {
    const rows* r = given;
    uint32_t first = begin > 0 ? r->end[begin - 1] : 0;
    for (uint32_t a = begin; a < end; ++a) {
        uint32_t last = r->end[a];
        for (uint32_t k = first; k < last; ++k) {
            r->pairs->a[k] = a;
        }
        sort_row(r->pairs->b + first, last - first);
        first = last;
    }
}

static void order_by_rows(wf_pair_list* list, uint32_t first_count, wf_pairs* pairs) {
    uint32_t* starts = list->starts;
    memset(starts, 0, sizeof(uint32_t) * first_count);
    for (size_t i = 0; i < list->count; ++i) {
        starts[list->found[i].a] += 1;
    }
    sum_starts(starts, first_count);
    for (size_t i = 0; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        pairs->b[starts[pair.a]++] = pair.b;
    }
    rows r = {starts, pairs};
    wf_parallel_for(list->pool, first_count, ROW_BLOCK, sort_rows, &r);
}
#endif

static void order(wf_pair_list* list, uint32_t first_count, uint32_t second_count,
                  wf_pairs* pairs) {
#ifdef WEFT_THREADS
    if (wf_pool_at(list->pool) != NULL) {
        order_by_rows(list, first_count, pairs);
        return;
    }
#endif
    order_by_second(list, second_count);
    order_by_first(list, first_count, pairs);
}

bool wf_pair_list_sort(wf_memory* memory, wf_pair_list* list, uint32_t first_count,
                       uint32_t second_count, wf_pairs* pairs) {
    uint32_t ids = first_count > second_count ? first_count : second_count;
    pairs->count = 0;
    if (!reserve_scratch(memory, list, ids) || !wf_pairs_reserve(memory, pairs, list->count)) {
        return false;
    }
    if (list->count > 0) {
        order(list, first_count, second_count, pairs);
    }
    pairs->count = list->count;
    return true;
}

static void sift(wf_pairs* pairs, const uint8_t* marks, bool either, bool marked) {
    size_t count = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        uint32_t a = pairs->a[i], b = pairs->b[i];
        pairs->a[count] = a;
        pairs->b[count] = b;
        count += ((marks[a] | (either ? marks[b] : 0)) != 0) == marked;
    }
    pairs->count = count;
}

void wf_pairs_drop_marked(wf_pairs* pairs, const uint8_t* marks, bool either) {
    sift(pairs, marks, either, false);
}

#ifdef WEFT_LAB
void wf_pairs_keep_marked(wf_pairs* pairs, const uint8_t* marks, bool either) {
    sift(pairs, marks, either, true);
}
#endif

bool wf_pairs_append(wf_memory* memory, wf_pairs* pairs, const wf_pairs* more) {
    if (!wf_pairs_reserve(memory, pairs, pairs->count + more->count)) {
        return false;
    }
    if (more->count > 0) {
        memcpy(pairs->a + pairs->count, more->a, more->count * sizeof(uint32_t));
        memcpy(pairs->b + pairs->count, more->b, more->count * sizeof(uint32_t));
    }
    pairs->count += more->count;
    return true;
}
