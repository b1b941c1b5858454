// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sized, counted blocks. The size sits in front of the block so that frees need not repeat it.
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WF_HEADER = 64 };

// Counts down to the allocation that a test wants to fail.
static bool is_refused(wf_memory* memory) {
    if (memory->fail_in == 0) {
        return false;
    }
    memory->fail_in -= 1;
    return memory->fail_in == 0;
}

void* wf_alloc(wf_memory* memory, size_t bytes) {
    if (bytes == 0) {
        return NULL;
    }
    size_t total = ((bytes + 63) & ~(size_t)63) + WF_HEADER;
    if (total < bytes || is_refused(memory)) {
        memory->failed = true;
        return NULL;
    }
    char* block = aligned_alloc(64, total);
    if (block == NULL) {
        memory->failed = true;
        return NULL;
    }
    memset(block, 0, total);
    memcpy(block, &total, sizeof total);
    memory->bytes += total;
    return block + WF_HEADER;
}

void wf_free(wf_memory* memory, void* pointer) {
    if (pointer == NULL) {
        return;
    }
    char* block = (char*)pointer - WF_HEADER;
    size_t total;
    memcpy(&total, block, sizeof total);
    memory->bytes -= total;
    free(block);
}

bool wf_reserve(wf_memory* memory, void** block, size_t* capacity, size_t need, size_t item_bytes) {
    if (need <= *capacity) {
        return true;
    }
    size_t grown = *capacity + *capacity / 2 + 16;
    size_t count = need > grown ? need : grown;
    if (count > SIZE_MAX / item_bytes) {
        memory->failed = true;
        return false;
    }
    void* fresh = wf_alloc(memory, count * item_bytes);
    if (fresh == NULL) {
        return false;
    }
    if (*block != NULL) {
        memcpy(fresh, *block, *capacity * item_bytes);
        wf_free(memory, *block);
    }
    *block = fresh;
    *capacity = count;
    memory->grown += 1;
    return true;
}
