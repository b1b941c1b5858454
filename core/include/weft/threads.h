// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a build with threads (CMake option WEFT_THREADS) offers beside the simulator. Not in the
// plain build.
#pragma once

#include "weft/weft.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most threads of a world.
#define WEFT_MAX_THREADS 64

/// Sets how many threads step the world, the caller among them: 1, as a new world has it, to
/// WEFT_MAX_THREADS. The result has the same bits for every number. Not from within a step.
/// INVALID_ARGUMENT for another number, OUT_OF_MEMORY when the system gives no more threads, both
/// with a sentence in `report` (may be null); the world then keeps the threads it has.
WEFT_API weft_status weft_world_set_thread_count(weft_world* world, uint32_t count,
                                                 weft_report* report);

#ifdef __cplusplus
}
#endif
