// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Of candidates, those that have a marked particle: few, mostly, so a search for what is late looks
// at nothing else.
#pragma once

#include "base/memory.h"
#include "detect/surface.h"
#include "structures/structure.h"

/// Scratch, zero to begin with.
typedef struct wf_marked {
    uint8_t* triangles; // per triangle of the cloth: whether a corner is marked
    size_t capacity;
    wf_pairs candidates;
} wf_marked;

void wf_marked_free(wf_memory* memory, wf_marked* marked);

/// Which triangles have a corner with a mark, until the next call of either. Null when memory is
/// out.
const uint8_t* wf_marked_triangles(wf_memory* memory, wf_marked* scratch, const wf_surface* cloth,
                                   const uint8_t* marks);

/// Those of `candidates` whose first triangle has a corner with a mark, or, `both`, whose second
/// has; all where `marks` are null. They stay until the next call. Null when memory is out.
const wf_pairs* wf_marked_choose(wf_memory* memory, wf_marked* scratch, const wf_pairs* candidates,
                                 const wf_surface* cloth, const uint8_t* marks, bool both);
