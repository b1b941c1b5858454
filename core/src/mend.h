// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// After the solver: what crosses in a world is counted, taken back, declared and led out, as far as
// the response and the repair that were chosen promise it.
#pragma once

#include "world/world.h"

/// Before the first step of new or changed cloth: declares what is crossed already, so that the
/// filter does not hold it. False when memory is out.
bool wf_mend_begin(weft_world* world);

/// Counts what crosses in the pose of the end of a step.
void wf_mend_audit(weft_world* world);

/// Takes back what a response let through against its promise.
void wf_mend_undo(weft_world* world);

/// Declares what is left, captures and releases, and finds the pushes of the next step. False when
/// memory is out.
bool wf_mend_repair(weft_world* world);
