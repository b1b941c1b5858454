// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Patches by breadth-first growth over the mesh.
#include "solve/patches.h"

#include <string.h>

/// Collects up to `limit` unassigned particles around `seed`.
static void grow_patch(const wf_system* s, uint32_t seed, uint32_t limit, uint32_t label,
                       uint32_t* patch, uint32_t* queue) {
    uint32_t head = 0, tail = 0;
    patch[seed] = label;
    queue[tail++] = seed;
    while (head < tail) {
        uint32_t i = queue[head++];
        for (uint32_t k = s->row[i]; k < s->row[i + 1] && tail < limit; ++k) {
            uint32_t j = s->column[k];
            if (patch[j] == UINT32_MAX) {
                patch[j] = label;
                queue[tail++] = j;
            }
        }
    }
}

uint32_t wf_patches_grow(const wf_system* s, uint32_t limit, uint32_t* patch, uint32_t* queue) {
    uint32_t count = 0;
    memset(patch, 0xff, sizeof(uint32_t) * s->particles.count);
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        if (patch[i] == UINT32_MAX) {
            grow_patch(s, i, limit, count++, patch, queue);
        }
    }
    return count;
}

bool wf_patches_deal(wf_memory* m, const wf_rows* members, uint32_t particle_count, uint32_t part,
                     wf_rows* out) {
    uint32_t* label = WF_ALLOC(m, uint32_t, (size_t)members->count + 1);
    if (label == NULL) {
        return false;
    }
    for (uint32_t p = 0; p < members->count; ++p) {
        label[p] = members->item[(members->row[p] + members->row[p + 1]) / 2] / part;
    }
    out->count = (particle_count + part - 1) / part;
    bool done = wf_rows_of_labels(m, label, members->count, out);
    wf_free(m, label);
    return done;
}

float wf_patch_weight(const wf_system* s, const uint32_t* patch, const wf_touch* t, uint32_t slot) {
    float sum = 0.0f;
    uint32_t own = patch[t->particle[slot]];
    for (uint32_t k = 0; k < t->count; ++k) {
        if (patch[t->particle[k]] == own && !s->particles.fixed[t->particle[k]]) {
            sum += k < slot ? 0.0f : t->weight[k];
        }
        if (k < slot && patch[t->particle[k]] == own) {
            return 0.0f;
        }
    }
    return sum;
}
