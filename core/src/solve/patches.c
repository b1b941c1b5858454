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
