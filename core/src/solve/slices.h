// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How threads share the scatter of elements. The elements are cut into slices; what the elements of
// one slice alone write to they add to as one thread would. What several slices write to gets
// nothing until all are done: each leaves its entry in a place of its own, and then they are added
// in the order of the elements. Every sum thus has its terms in the order of one thread. Slices are
// dealt out by the places of their particles, so that who does one has most of what it writes to in
// its cache.
#pragma once

#ifdef WEFT_THREADS

#include "solve/system.h"

/// Of a place in wf_element_way: the rest numbers a late entry.
#define WF_LATE 0x80000000u

/// Where the entries of an element go: particles for the gradient and slots of the matrix, or late
/// entries. UINT32_MAX in padded lanes.
typedef struct wf_element_way {
    uint32_t corner[3][4];
    uint32_t slot[3][4];
} wf_element_way;

/// Late entries of one kind, those of a target behind each other in the order of the elements.
typedef struct wf_late {
    uint32_t count;   // targets
    uint32_t* target; // particles or slots
    uint32_t* first;  // per target its first entry, and one for the end
    float* entry;     // 4 per entry of a gradient, 12 of the matrix
} wf_late;

/// Slices, at most: with more of them more is shared, with fewer there is less to deal out.
enum { WF_SLICES = 8 };

struct wf_slices {
    uint32_t elements;         // in a slice
    uint32_t order[WF_SLICES]; // of the slices, by the places of their particles
    wf_element_way* way;
    wf_late gradient, block;
};

/// Cuts the elements of a system. Null when memory is out.
wf_slices* wf_slices_create(wf_memory* memory, const wf_system* system);

/// Null is nothing.
void wf_slices_free(wf_memory* memory, wf_slices* slices);

/// Adds the late entries to the gradient and the matrix.
void wf_slices_join(const wf_system* system);

#endif
