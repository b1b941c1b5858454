// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the lab build (CMake option WEFT_LAB) offers beside the simulator. Not in the plain build.
#pragma once

#include "weft/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Continuous collision queries: whether a vertex and a face (kind 0) or two edges (kind 1) meet
/// while their points move in straight lines. `points` has 24 numbers a query: four points (vertex
/// and corners, or ends of one edge and of the other) at the start, then at the end. `rounding`,
/// one number a query, says by how much any coordinate may differ from what is meant. `verdicts`
/// takes a byte a query: 1 when they may meet, 0 when they certainly do not. See detect/ccd.h.
WEFT_API void weft_lab_ccd(uint32_t kind, const double* points, const double* rounding,
                           uint32_t count, uint8_t* verdicts);

#ifdef __cplusplus
}
#endif
