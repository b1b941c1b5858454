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

/// Candidates that are looked at between two looks at the room for them.
enum { CHUNK = 1024 };

const uint8_t* wf_marked_triangles(wf_memory* memory, wf_marked* scratch, const wf_surface* cloth,
                                   const uint8_t* marks) {
    uint32_t count = cloth->triangle_count;
    if (!wf_reserve(memory, (void**)&scratch->triangles, &scratch->capacity, count, 1)) {
        return NULL;
    }
    for (size_t t = 0; t < count; ++t) {
        scratch->triangles[t] = wf_is_late(marks, cloth->triangles + 3 * t);
    }
    return scratch->triangles;
}

/// Without branches: they would be taken at random.
static void choose_chunk(wf_marked* scratch, const wf_pairs* candidates, size_t begin, size_t end,
                         bool both) {
    const uint32_t *a = candidates->a, *b = candidates->b;
    const uint8_t* marked = scratch->triangles;
    uint32_t *to_a = scratch->candidates.a, *to_b = scratch->candidates.b;
    size_t count = scratch->candidates.count;
    for (size_t i = begin; i < end; ++i) {
        uint32_t first = a[i], other = b[i];
        to_a[count] = first;
        to_b[count] = other;
        count += marked[first] | (both ? marked[other] : 0u);
    }
    scratch->candidates.count = count;
}

const wf_pairs* wf_marked_choose(wf_memory* memory, wf_marked* scratch, const wf_pairs* candidates,
                                 const wf_surface* cloth, const uint8_t* marks, bool both) {
    if (marks == NULL) {
        return candidates;
    }
    if (wf_marked_triangles(memory, scratch, cloth, marks) == NULL) {
        return NULL;
    }
    wf_pairs* chosen = &scratch->candidates;
    chosen->count = 0;
    for (size_t begin = 0; begin < candidates->count; begin += CHUNK) {
        // One more, as the place behind the last is written in vain.
        if (!wf_pairs_reserve(memory, chosen, chosen->count + CHUNK + 1)) {
            return NULL;
        }
        size_t left = candidates->count - begin;
        choose_chunk(scratch, candidates, begin, begin + (left < CHUNK ? left : CHUNK), both);
    }
    return chosen;
}
