// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "detect/marked.h"

#include "detect/near.h"
#include "structures/pairs.h"

void wf_marked_free(wf_memory* memory, wf_marked* marked) {
    wf_free(memory, marked->triangles);
    wf_free(memory, marked->candidates.a);
    wf_free(memory, marked->candidates.b);
    *marked = (wf_marked){0};
}

static unsigned is_chosen(const uint8_t* triangle, const wf_pairs* candidates, size_t i,
                          unsigned both) {
    return triangle[candidates->a[i]] | (both != 0 ? triangle[candidates->b[i]] : 0u);
}

static bool mark_triangles(wf_memory* memory, wf_marked* scratch, const wf_surface* cloth,
                           const uint8_t* marks) {
    uint32_t count = cloth->triangle_count;
    if (!wf_reserve(memory, (void**)&scratch->triangles, &scratch->capacity, count, 1)) {
        return false;
    }
    for (size_t t = 0; t < count; ++t) {
        scratch->triangles[t] = wf_is_late(marks, cloth->triangles + 3 * t);
    }
    return true;
}

const wf_pairs* wf_marked_choose(wf_memory* memory, wf_marked* scratch, const wf_pairs* candidates,
                                 const wf_surface* cloth, const uint8_t* marks, bool both) {
    if (marks == NULL) {
        return candidates;
    }
    if (!mark_triangles(memory, scratch, cloth, marks)) {
        return NULL;
    }
    size_t count = 0;
    for (size_t i = 0; i < candidates->count; ++i) {
        count += is_chosen(scratch->triangles, candidates, i, both);
    }
    wf_pairs* chosen = &scratch->candidates;
    // One more, as the place behind the last is written in vain.
    if (!wf_pairs_reserve(memory, chosen, count + 1)) {
        return NULL;
    }
    chosen->count = 0;
    for (size_t i = 0; i < candidates->count; ++i) {
        chosen->a[chosen->count] = candidates->a[i];
        chosen->b[chosen->count] = candidates->b[i];
        chosen->count += is_chosen(scratch->triangles, candidates, i, both);
    }
    return chosen;
}
