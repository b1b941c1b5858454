// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A world in which nothing has moved for a while sleeps: its steps only count. Any event, a body
// that moves, whatever comes or goes wakes it, and it goes on from rest where it was.
#pragma once

#include "world.h"

/// Counts the calm steps; after a step.
void wf_rest_watch(weft_world* world);

/// Whether the coming step may be skipped; after its events. `woken`: one of them happened.
bool wf_rest_is_asleep(weft_world* world, bool woken);

/// A step of a world that sleeps.
void wf_rest_skip(weft_world* world);
