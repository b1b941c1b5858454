// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the audit finds crossed although nobody declared it goes back: see rollback.c.
#pragma once

#include "contact/contact.h"

/// After an audit that found undeclared crossings: takes the cloth concerned back to where it was
/// when the step began, at rest, audits again, and counts in the report. What crosses still is for
/// the repair. False when memory is out.
bool wf_rollback(wf_contact* c, const uint8_t* tangled, weft_step_report* report);
