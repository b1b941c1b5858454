// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Ranges of a fabric's constants.
#pragma once

#include "weft/types.h"

/// The name of the first field that is out of its range or not finite, or null when all are good.
const char* wf_fabric_check(const weft_fabric* fabric);
