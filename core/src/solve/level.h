// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A level of the preconditioner between the particles and the dense coarse one: small patches, each
// of which moves as one against its own stiffness. Without them the number of iterations grows with
// the size of the dense level's patches, and a stack of fine sheets never comes to rest. After
// Bramble, Pasciak, Xu 1990 (additive levels) with the aggregates of Vanek, Mandel, Brezina 1996.
#pragma once

#include "solve/system.h"

typedef struct wf_level {
    uint32_t count;  // patches
    uint32_t* patch; // per particle
    float* inverse;  // 12 per patch: of the sum of its blocks
    float* residual; // 4 per patch: scratch
} wf_level;

/// Patches of at most `limit` particles; `queue` is scratch for one number a particle. False when
/// memory is out; free it then too.
bool wf_level_create(wf_memory* memory, const wf_system* system, uint32_t limit, uint32_t* queue,
                     wf_level* level);
void wf_level_free(wf_memory* memory, wf_level* level);

/// Gathers the present matrix and the touches' stiffness.
void wf_level_gather(wf_level* level, const wf_system* system, const wf_touches* touches);

#ifdef WEFT_THREADS
/// Leaves D^-1 P^T r in `residual`.
void wf_level_solve(const wf_level* level, const wf_system* system, const float* r);
#endif

/// out += P D^-1 P^T r.
void wf_level_correct(const wf_level* level, const wf_system* system, const float* r, float* out);
