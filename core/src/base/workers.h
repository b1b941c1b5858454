// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// All that a pool (base/parallel.h) asks of the system: workers that run, a word to wait on, and
// how long a wait takes. One file for each system answers it.
#pragma once

#ifdef WEFT_THREADS

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wf_pool wf_pool;
typedef struct wf_workers wf_workers;

/// What worker `index` of a pool runs until the pool ends; 0 is the caller of the pool.
void wf_pool_work(wf_pool* pool, uint32_t index);

/// Room for a pool, aligned to 64 bytes; null when there is none. Not every memory will do: see
/// base/workers_wasm.c.
void* wf_workers_take_room(size_t bytes);

/// Gives the room of a pool back when no worker is in it. Null is nothing.
void wf_workers_free_room(void* room);

/// Room for `most` workers, none of which runs yet; null when memory is out.
wf_workers* wf_workers_create(uint32_t most);

/// Starts workers 1 to `most`, each in wf_pool_work. False when the system does not give so many.
bool wf_workers_start(wf_workers* workers, wf_pool* pool);

/// Waits until all that were started have left wf_pool_work, and frees them. Null is nothing.
void wf_workers_destroy(wf_workers* workers);

/// Sleeps while `*word` is `value`, and may wake without a reason.
void wf_workers_wait(wf_workers* workers, atomic_uint* word, unsigned value);

/// Wakes all that wait; the word was changed before.
void wf_workers_wake(wf_workers* workers);

/// Lets other threads run, and says how many microseconds have passed since some time. `before` is
/// how often the caller did so while it waited for the same. Does not return where a worker is lost
/// with a block.
uint64_t wf_workers_yield(uint32_t before);

/// A breath between two looks at a word.
static inline void wf_workers_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__wasm__)
    // As long as the instruction that it does not have. A loop over a counter in memory is no
    // measure: some processors run one in the time of registers.
    volatile atomic_uint here = 0;
    for (int i = 0; i < 5; ++i) {
        atomic_fetch_add_explicit(&here, 1, memory_order_relaxed);
    }
#endif
}

#endif
