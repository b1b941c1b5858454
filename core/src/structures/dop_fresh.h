// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a lazy tree finds, looked at once more where everything is: the volumes of such a tree
// depend on where things were, the pairs that it hands on do not.
#pragma once

#include "structures/dop_tree.h"

#ifdef WEFT_LAB

struct wf_dop_fresh {
    wf_sweep sweep; // of the last refit, with places of its own
    float* places;  // 4 per vertex where moves begin, then as many where they end
    float* slabs;   // per triangle and group: 4 lo, 4 hi
    uint32_t* seen; // per triangle: the refit that its slabs are of
    uint32_t refit;
};

/// Null when memory is out.
wf_dop_fresh* wf_dop_fresh_create(wf_memory* memory, const wf_dop_tree* tree,
                                  const wf_sweep* sweep);
void wf_dop_fresh_free(wf_memory* memory, wf_dop_fresh* fresh);

/// Takes new positions of the same mesh.
void wf_dop_fresh_fit(wf_dop_fresh* fresh, const wf_sweep* sweep);

/// Takes out of the pairs from `first` on those whose faces are apart along a direction: a of one
/// tree, b of the other, both lazy.
void wf_dop_fresh_sift(const wf_dop_tree* a, const wf_dop_tree* b, wf_pair_list* list,
                       size_t first);

#endif
