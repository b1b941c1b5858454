// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One job at a time. Its state is one word: whether it is open, its number, and how many workers
// are inside. A worker enters only while the job is open, and the caller waits only for those
// inside: one that the system does not let run is not missed. Workers that find nothing spin a
// little, since the loops of a step follow each other closely, then sleep.
#ifdef WEFT_THREADS

#define _POSIX_C_SOURCE 200809L

#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SPINS_BEFORE_SLEEP = 4000, SPINS_BEFORE_YIELD = 1000 };

/// Of the state: the lowest bits count the workers inside, the next ones number the job.
#define INSIDE 0xffu
#define NUMBER 0x7fffff00u
#define ONE_JOB 0x100u
#define OPEN 0x80000000u

struct wf_pool {
    _Alignas(64) atomic_uint state;
    _Alignas(64) atomic_uint next; // item that nobody has taken
    _Alignas(64) atomic_uint sleepers;
    atomic_bool ended;
    // of the job: written while nobody is inside
    wf_loop* loop;
    void* context;
    uint32_t count, block;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    uint32_t worker_count;
    pthread_t workers[];
};

static void pause_shortly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void take_blocks(wf_pool* pool) {
    for (;;) {
        uint32_t begin = atomic_fetch_add_explicit(&pool->next, pool->block, memory_order_relaxed);
        if (begin >= pool->count) {
            return;
        }
        uint32_t left = pool->count - begin;
        pool->loop(pool->context, begin, begin + (left < pool->block ? left : pool->block));
    }
}

static bool is_news(unsigned state, unsigned seen) {
    return (state & OPEN) != 0 && (state & NUMBER) != seen;
}

/// Does its part of the job of this state, unless the state has changed.
static void enter(wf_pool* pool, unsigned state, unsigned* seen) {
    if (atomic_compare_exchange_strong(&pool->state, &state, state + 1)) {
        *seen = state & NUMBER;
        take_blocks(pool);
        atomic_fetch_sub(&pool->state, 1);
    }
}

static void sleep_until_news(wf_pool* pool, unsigned seen) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1); // before the state is read: the caller does it reversed
    while (!is_news(atomic_load(&pool->state), seen) && !atomic_load(&pool->ended)) {
        pthread_cond_wait(&pool->wake, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

static void* work(void* given) {
    wf_pool* pool = given;
    unsigned seen = 0, spins = 0;
    while (!atomic_load(&pool->ended)) {
        unsigned state = atomic_load(&pool->state);
        if (is_news(state, seen)) {
            enter(pool, state, &seen);
            spins = 0;
        } else if (++spins < SPINS_BEFORE_SLEEP) {
            pause_shortly();
        } else {
            sleep_until_news(pool, seen);
            spins = 0;
        }
    }
    return NULL;
}

static void wake_all(wf_pool* pool) {
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
    }
}

wf_pool* wf_pool_create(uint32_t thread_count) {
    size_t workers = thread_count - 1;
    size_t bytes = sizeof(wf_pool) + workers * sizeof(pthread_t);
    wf_pool* pool = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    if (pool == NULL) {
        return NULL;
    }
    atomic_init(&pool->state, 0);
    atomic_init(&pool->next, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->ended, false);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->worker_count = 0;
    for (size_t i = 0; i < workers; ++i) {
        if (pthread_create(&pool->workers[i], NULL, work, pool) != 0) {
            wf_pool_destroy(pool);
            return NULL;
        }
        pool->worker_count += 1;
    }
    return pool;
}

void wf_pool_destroy(wf_pool* pool) {
    if (pool == NULL) {
        return;
    }
    atomic_store(&pool->ended, true);
    wake_all(pool);
    for (uint32_t i = 0; i < pool->worker_count; ++i) {
        pthread_join(pool->workers[i], NULL);
    }
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

/// No worker can enter any more; those inside are at their last block.
static void close_job(wf_pool* pool) {
    unsigned spins = 0;
    atomic_fetch_and(&pool->state, ~OPEN);
    while ((atomic_load(&pool->state) & INSIDE) != 0) {
        if (++spins < SPINS_BEFORE_YIELD) {
            pause_shortly();
        } else {
            sched_yield();
        }
    }
}

void wf_pool_run(wf_pool* pool, uint32_t count, uint32_t block, wf_loop* loop, void* context) {
    if (pool == NULL || count <= block) {
        loop(context, 0, count);
        return;
    }
    pool->loop = loop;
    pool->context = context;
    pool->count = count;
    pool->block = block;
    atomic_store(&pool->next, 0);
    unsigned number = atomic_load(&pool->state) & NUMBER;
    number = number == NUMBER ? ONE_JOB : number + ONE_JOB; // 0 is what nobody has seen
    atomic_store(&pool->state, number | OPEN);
    wake_all(pool);
    take_blocks(pool);
    close_job(pool);
}

#else

// Not an empty file.
typedef int wf_no_threads;

#endif
