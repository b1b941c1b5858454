// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much work a pinch is worth. Where bodies close on cloth there is no room for it: every round
// is cut, and no number of them makes the cut smaller. What has to be done is done: bodies arrive,
// nothing crosses. Beyond that a round only refines, and a step with captured cloth that already
// costs more than steps of this world usually do leaves that to the next one. So the worst steps
// stay near the usual ones, by counts alone: the bits do not depend on the machine.
#pragma once

#include "world/world.h"

/// A step begins, and each of its substeps.
void wf_patience_begin(weft_world* world);
void wf_patience_begin_substep(weft_world* world);

/// Adds what a round costs, once its pairs are known.
void wf_patience_spend(weft_world* world);

/// Whether cloth is captured and the substeps that have begun have cost clearly more, with the
/// round that is being done, than as many usually do.
bool wf_patience_is_busy(const weft_world* world);

/// A step has ended: what is usual follows it, slowly.
void wf_patience_learn(weft_world* world);
