// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What crosses in a world, counted exactly (detect/audit.h); what is declared apart.
#pragma once

#include "world/world.h"

/// Counts crossings of cloth and body exactly into the report.
void wf_audit_world(weft_world* world);

/// The same in a pose that the last detection did not lead to: detects there first. False when
/// memory is out.
bool wf_audit_afresh(weft_world* world);
