// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs as a traversal finds them, in any order, and their way into a sorted wf_pairs.
#pragma once

#include "structures/structure.h"

typedef struct wf_pair {
    uint32_t a, b; // triangles, as in wf_pairs
} wf_pair;

/// A growing list of raw pairs with the scratch that sorting needs.
typedef struct wf_pair_list {
    wf_pair* found;
    wf_pair* by_second;
    uint32_t* starts;
    size_t count;
    size_t found_capacity, by_second_capacity, starts_capacity;
    struct wf_pool* const* pool; // that helps to sort; null for none
} wf_pair_list;

void wf_pair_list_free(wf_memory* memory, wf_pair_list* list);

/// Room for `more` pairs beyond the count.
static inline bool wf_pair_list_reserve(wf_memory* memory, wf_pair_list* list, size_t more) {
    return list->count + more <= list->found_capacity ||
           wf_reserve(memory, (void**)&list->found, &list->found_capacity, list->count + more,
                      sizeof(wf_pair));
}

/// Replaces `pairs` by the list sorted by (a, b). All ids of first triangles are below
/// `first_count`, of second ones below `second_count`.
bool wf_pair_list_sort(wf_memory* memory, wf_pair_list* list, uint32_t first_count,
                       uint32_t second_count, wf_pairs* pairs);

/// Takes the pairs whose first triangle has a mark, or whose either has, out of the list.
void wf_pairs_drop_marked(wf_pairs* pairs, const uint8_t* marks, bool either);

#ifdef WEFT_LAB
/// Leaves these alone.
void wf_pairs_keep_marked(wf_pairs* pairs, const uint8_t* marks, bool either);
#endif

/// Puts the pairs of another list behind these. False when memory is out.
bool wf_pairs_append(wf_memory* memory, wf_pairs* pairs, const wf_pairs* more);

/// Room for `count` pairs.
bool wf_pairs_reserve(wf_memory* memory, wf_pairs* pairs, size_t count);
