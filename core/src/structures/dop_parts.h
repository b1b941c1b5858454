// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A traversal of two trees in parts that threads do beside each other: the first levels of pairs of
// nodes are opened in one thread, and the pairs that are left are dealt out. What is found is the
// same, in another order; whoever needs an order sorts.
#pragma once

#include "structures/dop_tree.h"

enum { WF_DOP_PARTS = 32 };

/// What one thread does alone.
typedef struct wf_dop_part {
    uint32_t* nodes; // stack, two nodes a pair
    size_t capacity;
    uint32_t begin, end; // pairs of the front that it begins with
    wf_pair_list list;   // what it found
    bool full;           // the list could not grow in a thread: to be done again
} wf_dop_part;

struct wf_dop_parts {
    wf_dop_part part[WF_DOP_PARTS];
    uint32_t* front[2]; // two nodes a pair
    size_t front_capacity[2];
    uint32_t count; // pairs of the last front, which is front[0]
};

/// Whether it is worth it for these trees.
bool wf_dop_parts_help(const wf_dop_tree* cloth, const wf_dop_tree* body);

/// Opens pairs until there are enough, and deals them out. `stack_need` is what a walk from one
/// pair may have on its stack. False when memory is out.
bool wf_dop_parts_deal(wf_memory* memory, const wf_dop_tree* cloth, const wf_dop_tree* body,
                       bool self, size_t stack_need, wf_dop_parts** parts);

/// Appends what the parts found.
bool wf_dop_parts_join(wf_memory* memory, const wf_dop_parts* parts, wf_pair_list* list);

void wf_dop_parts_free(wf_memory* memory, wf_dop_parts* parts);
