// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Memory of a world: aligned blocks that are counted, and arrays that grow outside the step or,
// once, inside it (which the step reports). Nothing here is global.
#pragma once

#include "weft/base.h"

typedef struct wf_memory {
    size_t bytes;     // held now
    uint32_t grown;   // times an array grew since the counter was last cleared
    bool failed;      // an allocation failed; the caller unwinds and reports
    uint32_t fail_in; // for tests: the allocation that fails, counted from 1; 0 for none
} wf_memory;

/// Zeroed, 64-byte aligned, or null with memory->failed set. Zero bytes give null.
void* wf_alloc(wf_memory* memory, size_t bytes);
void wf_free(wf_memory* memory, void* block);

/// Makes room for `need` items of `item_bytes` and keeps the content. Grows by half again at least.
/// Returns false when memory is out; the old block stays.
bool wf_reserve(wf_memory* memory, void** block, size_t* capacity, size_t need, size_t item_bytes);

#define WF_ALLOC(memory, type, count) ((type*)wf_alloc((memory), sizeof(type) * (size_t)(count)))
