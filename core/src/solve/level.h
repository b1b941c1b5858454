// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A level of the preconditioner between the particles and the dense coarse one: small patches, each
// of which moves as one against its own stiffness. Without them the number of iterations grows with
// the size of the dense level's patches, and a stack of fine sheets never comes to rest. After
// Bramble, Pasciak, Xu 1990 (additive levels) with the aggregates of Vanek, Mandel, Brezina 1996.
#pragma once

#include "math/simd.h"
#include "solve/system.h"

typedef struct wf_level {
    uint32_t count;  // patches
    uint32_t* patch; // per particle
    wf_rows members; // per patch: its particles
    wf_rows parts;   // of loops over the patches, wf_patches_deal
    float* inverse;  // 12 per patch: of the sum of its blocks
    float* residual; // 4 per patch: scratch
} wf_level;

/// Patches of at most `limit` particles, in parts of `part` of them; `queue` is scratch for one
/// number a particle. False when memory is out; free it then too.
bool wf_level_create(wf_memory* memory, const wf_system* system, uint32_t limit, uint32_t part,
                     uint32_t* queue, wf_level* level);
void wf_level_free(wf_memory* memory, wf_level* level);

/// Gathers the present matrix over the patches of parts `begin` to `end` - 1.
void wf_level_gather(wf_level* level, const wf_system* system, uint32_t begin, uint32_t end);

/// Adds the touches' stiffness to what was gathered, and inverts it.
void wf_level_factor(wf_level* level, const wf_system* system, const wf_touches* touches);

/// Leaves D^-1 P^T r in `residual`, over the patches of parts `begin` to `end` - 1.
void wf_level_solve(const wf_level* level, const float* r, uint32_t begin, uint32_t end);

/// Sum of r over a patch, which is 0 where a particle is prescribed.
WF_INLINE wf_f4 wf_patch_sum(const wf_rows* members, uint32_t patch, const float* r) {
    wf_f4 sum = wf_f4_zero();
    for (uint32_t k = members->row[patch]; k < members->row[patch + 1]; ++k) {
        sum = wf_f4_add(sum, wf_f4_load(r + 4 * (size_t)members->item[k]));
    }
    return sum;
}
