// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Into how many substeps a step is split: as many as keep the moves of bodies near cloth, and of
// cloth, below what contact can follow.
#pragma once

#include "world/world.h"

/// A body near cloth goes at most this far in a substep, m: as far as cloth may, which has to make
/// room for it. What is left of a longer way waits for the next step.
#define WF_LONGEST_STRIDE WEFT_PREDICTION_CAP

/// Plans a step in which bodies go from obstacle.x0 to x1: report.substeps, and how far bodies go
/// in one of them.
void wf_substeps_plan(weft_world* world, bool was_blocked);

/// Shortens the way of all bodies in a substep, from x0 to x1, to what cloth can follow.
void wf_substeps_hold_bodies(weft_world* world);
