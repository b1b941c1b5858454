// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What crosses, counted exactly (detect/audit.h); what is declared apart.
#pragma once

#include "contact/contact.h"

/// Counts crossings of cloth and body exactly into the report. `tangled` marks the particles that
/// came in crossed.
void wf_audit_crossings(wf_contact* c, const uint8_t* tangled, weft_step_report* report);

/// The same in a pose that the last detection did not lead to: detects there first. False when
/// memory is out.
bool wf_audit_afresh(wf_contact* c, const uint8_t* tangled, weft_step_report* report);
