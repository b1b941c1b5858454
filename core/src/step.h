// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pieces of the step that have rooms of their own.
#pragma once

#include "world.h"

/// Strain percentiles, speed and pressure into the report and the system's published arrays.
void wf_measure_cloth(weft_world* world);

/// Counts crossings of cloth and body exactly into the report.
void wf_audit_world(weft_world* world);

/// The same in a pose that the last detection did not lead to: detects there first. False when
/// memory is out.
bool wf_audit_afresh(weft_world* world);
