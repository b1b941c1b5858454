// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sorting pairs: the same list whoever sorts it, whether rows are short, long or empty.
#include "test_macros.h"

#include "base/parallel.h"
#include "structures/pairs.h"

#include <string.h>

enum { PAIRS = 20000, FIRST = 3000, SECOND = 9000 };

/// Fills a list with pairs, of which `crowded` are of one first triangle.
static bool fill(wf_memory* memory, test_random* random, uint32_t crowded, wf_pair_list* list) {
    list->count = 0;
    if (!wf_pair_list_reserve(memory, list, PAIRS)) {
        return false;
    }
    for (uint32_t i = 0; i < PAIRS; ++i) {
        uint32_t a = i < crowded ? FIRST / 2 : test_below(random, FIRST);
        list->found[list->count++] = (wf_pair){a, test_below(random, SECOND)};
    }
    return true;
}

static bool is_sorted(const wf_pairs* pairs) {
    for (size_t i = 1; i < pairs->count; ++i) {
        bool before = pairs->a[i - 1] < pairs->a[i] ||
                      (pairs->a[i - 1] == pairs->a[i] && pairs->b[i - 1] <= pairs->b[i]);
        if (!before) {
            return false;
        }
    }
    return true;
}

static bool are_equal(const wf_pairs* a, const wf_pairs* b) {
    return a->count == b->count && memcmp(a->a, b->a, 4 * a->count) == 0 &&
           memcmp(a->b, b->b, 4 * a->count) == 0;
}

static void free_pairs(wf_memory* memory, wf_pairs* pairs) {
    wf_free(memory, pairs->a);
    wf_free(memory, pairs->b);
}

WEFT_TEST(pairs_are_sorted_the_same_by_one_thread_and_by_many) {
    test_random random = test_seed(20261127);
    wf_memory memory = {0};
#ifdef WEFT_THREADS
    wf_pool* pool = wf_pool_create(3);
#endif
    for (uint32_t crowded = 0; crowded <= 4000; crowded += 1000) {
        wf_pair_list list = {0};
        wf_pairs alone = {0}, shared = {0};
        CHECK(fill(&memory, &random, crowded, &list));
        CHECK(wf_pair_list_sort(&memory, &list, FIRST, SECOND, &alone));
        CHECK(alone.count == PAIRS && is_sorted(&alone));
#ifdef WEFT_THREADS
        list.pool = &pool;
#endif
        CHECK(wf_pair_list_sort(&memory, &list, FIRST, SECOND, &shared));
        CHECK(are_equal(&alone, &shared));
        free_pairs(&memory, &alone);
        free_pairs(&memory, &shared);
        wf_pair_list_free(&memory, &list);
    }
#ifdef WEFT_THREADS
    wf_pool_destroy(pool);
#endif
}
