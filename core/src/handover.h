// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A rebuild that goes on: cloth that takes part before and after keeps what it has learnt of its
// contacts and its motion, whoever else falls asleep or wakes.
#pragma once

#include "world/world.h"

/// Rebuilds what acts on cloth for those that are awake now. Bodies stay on their way. False when
/// memory is out; a rebuild is then due.
bool wf_handover_rebuild(weft_world* world);
