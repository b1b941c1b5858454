// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The separation list of Mezger, Kimmerle, Etzmuss 2003, section 6.3, after Li and Chen 1998: "The
// list stores the node pairs where the last recursion stopped and the next detection process
// resumes the recursion at these nodes. Instead of checking whether a separation node moves up in
// the recursion tree, we just track the nodes moving down and rebuild the separation list after a
// while."
#pragma once

#include "structures/dop_tree.h"

#ifdef WEFT_LAB

typedef struct wf_dop_front {
    uint32_t* pairs; // of nodes: where the recursion stopped, apart or at two leaves
    size_t count, capacity;
    uint32_t* open; // pairs still to open: scratch
    size_t open_capacity;
    uint32_t age;   // walks since it was built anew
    uint64_t tests; // of two volumes, since the beginning
} wf_dop_front;

void wf_dop_front_free(wf_memory* memory, wf_dop_front* front);

/// Puts the pairs of leaves that overlap at the bottom of the stack and returns true; false when
/// memory is out. `cones` as in a walk, null for none.
bool wf_dop_front_walk(wf_memory* memory, wf_dop_front* front, const wf_dop_tree* cloth,
                       const wf_dop_tree* body, const wf_dop_cones* cones, wf_dop_stack* stack,
                       size_t* leaves);

#endif
