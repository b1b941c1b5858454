// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Patches: connected groups of about as many particles each, for the coarser levels of the
// preconditioner.
#pragma once

#include "solve/system.h"

/// Gives every particle the number of its patch, at most `limit` particles in each; `patch` and the
/// scratch `queue` have one entry a particle. Returns the number of patches.
uint32_t wf_patches_grow(const wf_system* system, uint32_t limit, uint32_t* patch, uint32_t* queue);

/// Deals patches out to parts of so many particles each: a patch goes where its middle particle is,
/// so that who does the particles of a part has most of what its patches add up in its cache. False
/// when memory is out; the caller frees what there is of `out`.
bool wf_patches_deal(wf_memory* memory, const wf_rows* members, uint32_t particle_count,
                     uint32_t part, wf_rows* out);

/// Sum of the weights that a touch has in the patch of a slot, fixed particles left out; 0 for a
/// slot whose patch was met before.
float wf_patch_weight(const wf_system* system, const uint32_t* patch, const wf_touch* touch,
                      uint32_t slot);
