// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Ranges of a fabric's constants.
#pragma once

#include "weft/types.h"

/// The name of the first field that is out of its range or not finite, or null when all are good.
const char* wf_fabric_check(const weft_fabric* fabric);

/// Fields of a fabric, all floats, are numbered in the order of the struct.
#define WF_FABRIC_FIELDS ((uint32_t)(sizeof(weft_fabric) / sizeof(float)))

/// Whether field `index` may have this value.
bool wf_fabric_field_fits(uint32_t index, float value);

/// Gives field `index` a value that fits. Where the coupling would then be more than the stiffness
/// in compression allows, it is taken back to that.
void wf_fabric_set_field(weft_fabric* fabric, uint32_t index, float value);
