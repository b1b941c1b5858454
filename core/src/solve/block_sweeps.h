// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Coloured block sweeps over the linear system that gradients leave, in which touches open and
// close.
#pragma once

#include "solve/system.h"

/// The sweeps of a proposal, with the dual updates between them, in cloth of so much `haste`, from
/// 0, at rest, to 1. Moves z and d; what gradients left in q says where there is something to do,
/// r, p and s are overwritten.
void wf_sweep_blocks(wf_system* system, wf_touches* touches, uint32_t round, int sweeps,
                     float haste);

/// Further sweeps, with dual updates, over what the last one of wf_sweep_blocks still moved.
void wf_sweep_restless(wf_system* system, wf_touches* touches);

/// Which particles wf_sweep_taken takes, one byte each, in what gradients are done with.
static inline uint8_t* wf_swept(const wf_system* system) {
    return (uint8_t*)system->r;
}

/// Sweeps over these alone; touches keep their multipliers.
void wf_sweep_taken(wf_system* system, const wf_touches* touches, int sweeps);
