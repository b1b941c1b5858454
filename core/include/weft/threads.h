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
/// with a sentence in `report` (may be null); the world then keeps the threads it has. The worlds
/// of a WebAssembly module share its workers: those with more than one thread have the same number,
/// and another is OUT_OF_MEMORY; a world that loses its pool for a larger one may keep one thread.
WEFT_API weft_status weft_world_set_thread_count(weft_world* world, uint32_t count,
                                                 weft_report* report);

#ifdef __EMSCRIPTEN__
// A module cannot make threads, so its host does: it instantiates the module again on the same
// memory, gives that instance a stack of its own (`stackRestore`), and calls
// weft_crew_work there.

/// What worker `index` (from 1 on, below WEFT_MAX_THREADS) runs for ever.
WEFT_API void weft_crew_work(uint32_t index);

/// Where the state of a worker is: the host stores 1 there when it begins, 3 when it is gone.
WEFT_API uint32_t* weft_crew_word(uint32_t index);

/// Workers that are there.
WEFT_API uint32_t weft_crew_count(void);

/// Whether the thread that steps may wait; that which draws a page may not.
WEFT_API void weft_crew_may_wait(bool may_wait);

/// Whether a step trapped because a worker was lost with a part of it. No pool works from then on;
/// a world that was not in that step, or is restored, goes on in one thread.
WEFT_API bool weft_crew_failed(void);

/// Leaves the world with one thread and touches no worker: after weft_crew_failed.
WEFT_API void weft_crew_leave(weft_world* world);

/// Like weft_world_snapshot, but without the hash of the content, which takes longer than the
/// content: for who keeps it in this memory while a step is done, and needs it only where that
/// fails.
WEFT_API size_t weft_crew_keep(const weft_world* world, void* bytes, size_t capacity);

/// Goes back to what weft_crew_keep wrote, which becomes a snapshot thereby.
WEFT_API weft_status weft_crew_restore(weft_world* world, void* bytes, size_t byte_count);
#endif

#ifdef __cplusplus
}
#endif
