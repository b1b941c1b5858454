// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Stable sorting of (key, value) pairs in linear time. Everything that is ordered outside a step
// (edges, sections, adjacency) goes through it, so no order depends on a library's qsort.
#pragma once

#include "base/memory.h"

/// Keys to sort by, and what belongs to them. Own both arrays' scratch too.
typedef struct wf_sort {
    uint64_t* key;
    uint32_t* value;
    uint64_t* key_scratch;
    uint32_t* value_scratch;
    size_t count;
} wf_sort;

/// Room for `count` pairs. False when memory is out (nothing is kept then).
bool wf_sort_create(wf_memory* memory, size_t count, wf_sort* out);
void wf_sort_free(wf_memory* memory, wf_sort* sort);

/// Sorts by key, ascending, stable.
void wf_sort_run(wf_sort* sort);

/// Two 32-bit halves as one key: ordered by `high`, then `low`.
static inline uint64_t wf_sort_key(uint32_t high, uint32_t low) {
    return (uint64_t)high << 32 | low;
}
