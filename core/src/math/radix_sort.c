// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Least significant digit first, a byte a pass; bytes in which all keys agree are skipped.
#include "math/radix_sort.h"

#include "base/assert.h"

#include <string.h>

bool wf_sort_create(wf_memory* memory, size_t count, wf_sort* out) {
    *out = (wf_sort){.count = count};
    if (count == 0) {
        return true;
    }
    out->key = WF_ALLOC(memory, uint64_t, count);
    out->value = WF_ALLOC(memory, uint32_t, count);
    out->key_scratch = WF_ALLOC(memory, uint64_t, count);
    out->value_scratch = WF_ALLOC(memory, uint32_t, count);
    if (out->key && out->value && out->key_scratch && out->value_scratch) {
        return true;
    }
    wf_sort_free(memory, out);
    return false;
}

void wf_sort_free(wf_memory* memory, wf_sort* sort) {
    wf_free(memory, sort->key);
    wf_free(memory, sort->value);
    wf_free(memory, sort->key_scratch);
    wf_free(memory, sort->value_scratch);
    *sort = (wf_sort){0};
}

static void start_buckets(size_t bucket[256]) {
    size_t sum = 0;
    for (int b = 0; b < 256; ++b) {
        size_t here = bucket[b];
        bucket[b] = sum;
        sum += here;
    }
}

static void swap_scratch(wf_sort* sort) {
    uint64_t* key = sort->key;
    uint32_t* value = sort->value;
    sort->key = sort->key_scratch;
    sort->value = sort->value_scratch;
    sort->key_scratch = key;
    sort->value_scratch = value;
}

static void sort_pass(wf_sort* sort, int shift) {
    size_t bucket[256] = {0};
    for (size_t i = 0; i < sort->count; ++i) {
        bucket[sort->key[i] >> shift & 255] += 1;
    }
    start_buckets(bucket);
    for (size_t i = 0; i < sort->count; ++i) {
        size_t place = bucket[sort->key[i] >> shift & 255]++;
        sort->key_scratch[place] = sort->key[i];
        sort->value_scratch[place] = sort->value[i];
    }
    swap_scratch(sort);
}

/// Bits in which keys differ.
static uint64_t differing_bits(const wf_sort* sort) {
    uint64_t bits = 0;
    for (size_t i = 1; i < sort->count; ++i) {
        bits |= sort->key[i] ^ sort->key[0];
    }
    return bits;
}

void wf_sort_run(wf_sort* sort) {
    WEFT_DEBUG_ASSERT(sort->count == 0 || sort->key != NULL);
    uint64_t bits = differing_bits(sort);
    for (int shift = 0; shift < 64; shift += 8) {
        if ((bits >> shift & 255) != 0) {
            sort_pass(sort, shift);
        }
    }
}
