// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The coarse levels of the preconditioner: particles are gathered into patches, each patch moves as
// one, and the system over the patches is solved directly. It carries what local iterations cannot:
// the weight of a whole sheet, its slide on a body. Additive, translations only; dense, so the
// number of patches is capped. After Vanek, Mandel, Brezina 1996 (aggregation).
#pragma once

#include "solve/level.h"

/// Room for small patches of 8, 64 and 512 particles.
enum { WF_COARSE_LEVELS = 3 };

struct wf_coarse {
    uint32_t count;  // patches
    uint32_t size;   // 3 * count, rounded up to 4
    uint32_t* patch; // per particle
    wf_rows members; // per patch: its particles
    wf_rows parts;   // of loops over the patches of all levels, wf_patches_deal
    wf_rows blocks;  // the same by WF_PARTICLE_BLOCK
    float* matrix;   // size x size, row major, lower triangle becomes the factor
    float* inverse;  // 1 / diagonal of the factor
    float* rhs;      // size
    float* sums;     // 4 per patch
    uint32_t level_count;
    wf_level level[WF_COARSE_LEVELS]; // between the particles and the patches
};

/// Grows patches of about equal size over the mesh. `row`, `column` are the neighbours.
bool wf_coarse_create(wf_memory* memory, wf_system* system);
void wf_coarse_destroy(wf_memory* memory, wf_system* system);

/// Gathers the present matrix (and the touches' stiffness) and factors it.
void wf_coarse_factor(wf_system* system, const wf_touches* touches);

/// Sums of r over the patches of the dense level, which wf_coarse_correct begins with.
void wf_coarse_sum(const wf_system* system, const float* r);

/// The same of r - step * product, of the patches that are dealt to a block of particles.
void wf_coarse_sum_after(const wf_system* system, uint32_t block, const float* r,
                         const float* product, float step);

/// out = what the blocks of the particles, inverted, make of r, and P A_c^-1 P^T r, and the same of
/// each level with the diagonal blocks alone. Leaves the parts of r . out, by WF_PARTICLE_BLOCK.
void wf_coarse_correct(const wf_system* system, const float* r, float* out);
