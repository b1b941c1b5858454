// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The faces of two leaves that overlap, as Mezger, Kimmerle, Etzmuss 2003 test them, sections 6.1
// and 6.3: by the distance of convex polygons, whose closest points are used again while they move
// together. Here a pair counts as apart when the hulls of all that its two faces may reach are.
#pragma once

#include "structures/dop_tree.h"
#include "structures/gjk.h"

#ifdef WEFT_LAB

/// What is known of a pair from the last time that it was computed.
typedef struct wf_dop_near {
    uint32_t a, b;
    bool known, apart;
    wf_gjk_shape shape[2]; // then
    wf_gjk_result result;
} wf_dop_near;

/// Pairs that were looked at, by a hash of their faces; another pair takes the place of one.
typedef struct wf_dop_near_table {
    wf_dop_near* items;
    uint32_t mask;
} wf_dop_near_table;

struct wf_dop_leaves {
    wf_sweep sweep; // of the last refit, with places of its own
    float* places;  // 4 per vertex where moves begin, then as many where they end
    float reuse;    // m: closest points are used again while their error is within this; 0 never
    wf_dop_near_table with_body, with_self;
    uint64_t asked, computed, dropped; // pairs, since the beginning
};

/// Null when memory is out. `reuse` as above.
wf_dop_leaves* wf_dop_leaves_create(wf_memory* memory, const wf_sweep* sweep, float reuse);
void wf_dop_leaves_free(wf_memory* memory, wf_dop_leaves* leaves);

/// Takes new positions of the same mesh.
void wf_dop_leaves_fit(wf_dop_leaves* leaves, const wf_sweep* sweep);

/// Takes out of the pairs from `first` on those that are apart; a of one tree, b of the other.
void wf_dop_leaves_sift(wf_dop_leaves* a, const wf_dop_leaves* b, wf_pair_list* list, size_t first);

/// The hull of what a face may reach.
void wf_dop_leaves_shape(const wf_sweep* sweep, uint32_t triangle, wf_gjk_shape* out);

#endif
