// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much work a pinch is worth. Where bodies close on cloth there is no room for it: every round
// is cut, and no number of them makes the cut smaller. What has to be done is done: bodies arrive,
// nothing crosses. Beyond that a round only refines, and a step with captured cloth that already
// costs more than steps of this world usually do leaves that to the next one. So the worst steps
// stay near the usual ones, by counts alone: the bits do not depend on the machine.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What steps cost, in pairs.
typedef struct wf_patience {
    uint32_t begun; // substeps of this step that have begun
    float work;     // of this step so far
    float usual;    // of a substep, a running median; 0 before the first
    uint32_t hasty; // substeps to come that get one round: more have not helped
} wf_patience;

/// A step begins, and each of its substeps.
void wf_patience_begin(wf_patience* p);
void wf_patience_begin_substep(wf_patience* p);

/// Adds what a round of so many particles and pairs costs.
void wf_patience_spend(wf_patience* p, size_t particle_count, size_t pair_count);

/// Whether the substeps that have begun have cost clearly more, with the round that is being done,
/// than as many usually do.
bool wf_patience_is_busy(const wf_patience* p);

/// A step, counted from 0, has ended after so many substeps: what is usual follows it, slowly.
void wf_patience_learn(wf_patience* p, uint32_t step, uint32_t substeps);
