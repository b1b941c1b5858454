// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Least significant digit first, a byte a pass; passes in which all keys agree are skipped.
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

// Turns counts into first places; false when one bucket holds everything.
static bool start_buckets(size_t bucket[256], size_t count) {
    size_t sum = 0;
    for (int b = 0; b < 256; ++b) {
        size_t here = bucket[b];
        if (here == count) {
            return false;
        }
        bucket[b] = sum;
        sum += here;
    }
    return true;
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
    if (!start_buckets(bucket, sort->count)) {
        return;
    }
    for (size_t i = 0; i < sort->count; ++i) {
        size_t place = bucket[sort->key[i] >> shift & 255]++;
        sort->key_scratch[place] = sort->key[i];
        sort->value_scratch[place] = sort->value[i];
    }
    swap_scratch(sort);
}

void wf_sort_run(wf_sort* sort) {
    WEFT_DEBUG_ASSERT(sort->count == 0 || sort->key != NULL);
    for (int shift = 0; shift < 64 && sort->count > 1; shift += 8) {
        sort_pass(sort, shift);
    }
}
