// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What has not moved for a while sleeps. A cloth alone, with all that is near it, takes no part in
// the step: it is not in the system, and keeps its place exactly. A world in which everything is at
// rest only counts its steps. Whatever happens to a cloth wakes it, before the step in which it
// could be touched, and it goes on from rest where it was.
#pragma once

#include "world/world.h"

/// Whether in a step nothing was captured, tangled, blocked or undone.
bool wf_rest_is_clean(const weft_step_report* report);

/// Whether something is going on with a cloth: a hand, a seam that closes, a band that moves.
bool wf_rest_is_busy(const weft_world* world, uint32_t cloth);

/// Counts the calm steps of every cloth; after a step.
void wf_rest_watch(weft_world* world);

/// Wakes whom the events from `first` on, which have just happened, concern.
void wf_rest_hear(weft_world* world, uint32_t first);

/// Whether the coming step may be skipped; after its events, of which `heard` tells whether there
/// were any.
bool wf_rest_is_asleep(weft_world* world, bool heard);

/// A step of a world that sleeps.
void wf_rest_skip(weft_world* world);

/// Decides who sleeps in the step that begins. Bodies know where they go, and the report in how
/// many substeps. `changed`: others take part than before, so both are to be found anew. False when
/// memory is out.
bool wf_rest_settle(weft_world* world, bool* changed);
