// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Galerkin sums over small patches, of which only the diagonal blocks are kept.
#include "solve/level.h"

#include "solve/block.h"
#include "solve/patches.h"

#include <string.h>

bool wf_level_create(wf_memory* m, const wf_system* s, uint32_t limit, uint32_t part,
                     uint32_t* queue, wf_level* level) {
    level->patch = WF_ALLOC(m, uint32_t, s->particles.count);
    if (level->patch == NULL) {
        return false;
    }
    level->count = level->members.count = wf_patches_grow(s, limit, level->patch, queue);
    level->inverse = WF_ALLOC(m, float, 12 * (size_t)level->count);
    level->residual = WF_ALLOC(m, float, 4 * (size_t)level->count);
    return wf_rows_of_labels(m, level->patch, s->particles.count, &level->members) &&
           wf_patches_deal(m, &level->members, s->particles.count, part, &level->parts) &&
           level->inverse != NULL && level->residual != NULL;
}

void wf_level_free(wf_memory* m, wf_level* level) {
    wf_free(m, level->patch);
    wf_rows_free(m, &level->members);
    wf_rows_free(m, &level->parts);
    wf_free(m, level->inverse);
    wf_free(m, level->residual);
}

static void add_block(float* to, const float* block) {
    for (int k = 0; k < 12; k += 4) {
        wf_f4_store(to + k, wf_f4_add(wf_f4_load(to + k), wf_f4_load(block + k)));
    }
}

static void gather_row(wf_level* level, const wf_system* s, uint32_t i) {
    uint32_t own = level->patch[i];
    float* to = level->inverse + 12 * (size_t)own;
    add_block(to, s->diagonal + 12 * (size_t)i);
    for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
        uint32_t j = s->column[k];
        if (level->patch[j] == own && !s->particles.fixed[j]) {
            add_block(to, s->block + 12 * (size_t)k);
        }
    }
    float scale = s->bend_scale[i], sum = 0.0f;
    for (uint32_t k = s->bend_far[i]; k < s->bending.row[i + 1]; ++k) {
        uint32_t j = s->bending.column[k];
        if (level->patch[j] == own && !s->particles.fixed[j]) {
            sum += scale * s->bending.value[k];
        }
    }
    wf_add_identity(to, sum);
}

void wf_level_gather(wf_level* level, const wf_system* s, uint32_t begin, uint32_t end) {
    const wf_rows *members = &level->members, *parts = &level->parts;
    for (uint32_t n = parts->row[begin]; n < parts->row[end]; ++n) {
        uint32_t p = parts->item[n];
        memset(level->inverse + 12 * (size_t)p, 0, 12 * sizeof(float));
        for (uint32_t k = members->row[p]; k < members->row[p + 1]; ++k) {
            if (!s->particles.fixed[members->item[k]]) {
                gather_row(level, s, members->item[k]);
            }
        }
    }
}

void wf_level_factor(wf_level* level, const wf_system* s, const wf_touches* touches) {
    for (size_t n = 0; n < touches->count; ++n) {
        const wf_touch* t = &touches->items[n];
        for (uint32_t k = 0; k < t->count && t->normal != 0.0f; ++k) {
            float w = wf_patch_weight(s, level->patch, t, k);
            wf_add_touch_block(level->inverse + 12 * (size_t)level->patch[t->particle[k]], t, w * w,
                               t->normal, t->tangential);
        }
    }
    for (uint32_t p = 0; p < level->count; ++p) {
        float block[12];
        memcpy(block, level->inverse + 12 * (size_t)p, sizeof block);
        wf_invert_block(block, level->inverse + 12 * (size_t)p);
    }
}

void wf_level_solve(const wf_level* level, const float* r, uint32_t begin, uint32_t end) {
    const wf_rows* parts = &level->parts;
    for (uint32_t n = parts->row[begin]; n < parts->row[end]; ++n) {
        uint32_t p = parts->item[n];
        wf_f4_store(
            level->residual + 4 * (size_t)p,
            wf_apply_block(level->inverse + 12 * (size_t)p, wf_patch_sum(&level->members, p, r)));
    }
}
