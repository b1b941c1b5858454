// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Loops over several threads. A loop is cut in blocks that depend on its count alone, and a block
// writes only what is its own, so the number of threads cannot reach a result. A build without
// WEFT_THREADS calls the body once for the whole loop.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The body of a loop, for items `begin` to `end` - 1.
typedef void wf_loop(void* context, uint32_t begin, uint32_t end);

#ifdef WEFT_THREADS

typedef struct wf_pool wf_pool;

/// A pool of `thread_count` threads, the caller among them; null when memory or threads are out.
wf_pool* wf_pool_create(uint32_t thread_count);

/// Null is nothing.
void wf_pool_destroy(wf_pool* pool);

/// Runs `loop` over blocks of `block` items and returns when all are done. A null pool, a count of
/// one block, and anything on a machine that has no time for workers is done by the caller alone,
/// in one call. Not to be called from within a loop.
void wf_pool_run(wf_pool* pool, uint32_t count, uint32_t block, wf_loop* loop, void* context);

static inline wf_pool* wf_pool_at(wf_pool* const* place) {
    return place != NULL ? *place : NULL;
}

/// wf_pool_run with the pool at `place`, null for none; a build without threads does not look
/// there.
#define wf_parallel_for(place, count, block, loop, context)                                        \
    wf_pool_run(wf_pool_at(place), (count), (block), (loop), (context))

#else

#define wf_parallel_for(place, count, block, loop, context) (loop)((context), 0, (count))

#endif
