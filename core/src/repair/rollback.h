// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the audit finds crossed although nobody declared it goes back: see rollback.c.
#pragma once

#include "world/world.h"

/// After an audit that found undeclared crossings: takes the cloth concerned back to where it was
/// when the step began, at rest, audits again, and counts in the report. What crosses still is for
/// the repair. False when memory is out.
bool wf_rollback(weft_world* world);
