// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One job at a time. Its state is one word: whether it is open, its number, and how many workers
// are inside. A worker enters only while the job is open, and the caller waits only for those
// inside: one that the system does not let run is not missed. Workers that find nothing spin a
// little, since the loops of a step follow each other closely, then sleep. Each thread begins with
// a share of its own, so that what it wrote in one loop is in its cache in the next, and then helps
// the others. Where the caller had to wait long, the machine has other work to do: it goes on alone
// for a while, the longer the more often that happens.
#ifdef WEFT_THREADS

#include "base/parallel.h"

#include "base/workers.h"

enum { SPINS_BEFORE_SLEEP = 4000, SPINS_BEFORE_YIELD = 2000 };

/// Whoever holds a block for so much longer than it takes does not run, microseconds.
enum { STALL_US = 300 };

/// Loops that the caller does alone after a stall: at first, and at most.
enum { LEAST_ALONE = 64, MOST_ALONE = 4096 };

/// Of the state: the lowest bits count the workers inside, the next ones number the job.
#define INSIDE 0xffu
#define NUMBER 0x7fffff00u
#define ONE_JOB 0x100u
#define OPEN 0x80000000u

/// Of what is next in a share: the block that nobody has taken, and above it the lowest bits of the
/// job's number. Whoever comes first to a share of the job before makes it one of this job, so the
/// caller need not fetch the shares of all. At the end of a job all are of it, and exhausted.
#define BLOCK 0xfffffu
enum { BLOCK_BITS = 20, MOST_BLOCKS = 1000000 };

/// The blocks of a job that a thread begins with.
typedef struct share {
    _Alignas(64) atomic_uint next;
} share;

struct wf_pool {
    // One line of memory: who finds that there is a job has it.
    _Alignas(64) atomic_uint state;
    uint32_t count, block, blocks; // of the job: written while nobody is inside
    wf_loop* loop;
    void* context;
    // What is hardly ever written.
    _Alignas(64) atomic_uint sleepers;
    atomic_bool ended;
    wf_workers* workers;
    uint32_t thread_count;
    // The caller's own.
    _Alignas(64) uint32_t alone; // loops still to be done alone
    uint32_t patience;           // and after the next stall
    share shares[];
};

static void do_block(const wf_pool* pool, uint32_t taken) {
    uint32_t begin = taken * pool->block, left = pool->count - begin;
    pool->loop(pool->context, begin, begin + (left < pool->block ? left : pool->block));
}

/// `job` is the number of the job where shares have it.
static void take_share(wf_pool* pool, uint32_t index, unsigned job) {
    atomic_uint* next = &pool->shares[index].next;
    uint32_t first = (uint32_t)((uint64_t)pool->blocks * index / pool->thread_count);
    uint32_t end = (uint32_t)((uint64_t)pool->blocks * (index + 1) / pool->thread_count);
    for (;;) {
        unsigned seen = atomic_load_explicit(next, memory_order_relaxed);
        if ((seen & ~BLOCK) != job) {
            atomic_compare_exchange_strong_explicit(next, &seen, job | first, memory_order_relaxed,
                                                    memory_order_relaxed);
        } else if ((seen & BLOCK) >= end) {
            return;
        } else {
            seen = atomic_fetch_add_explicit(next, 1, memory_order_relaxed) & BLOCK;
            if (seen >= end) {
                return;
            }
            do_block(pool, seen);
        }
    }
}

/// `state` is that of the job.
static void take_blocks(wf_pool* pool, uint32_t index, unsigned state) {
    unsigned job = (state & NUMBER) / ONE_JOB << BLOCK_BITS;
    for (uint32_t k = 0; k < pool->thread_count; ++k) {
        take_share(pool, (index + k) % pool->thread_count, job);
    }
}

static bool is_news(unsigned state, unsigned seen) {
    return (state & OPEN) != 0 && (state & NUMBER) != seen;
}

/// Does its part of the job of this state, unless the state has changed.
static void enter(wf_pool* pool, uint32_t index, unsigned state, unsigned* seen) {
    if (atomic_compare_exchange_strong(&pool->state, &state, state + 1)) {
        *seen = state & NUMBER;
        take_blocks(pool, index, state);
        atomic_fetch_sub(&pool->state, 1);
    }
}

static void sleep_until_news(wf_pool* pool, unsigned seen) {
    atomic_fetch_add(&pool->sleepers, 1); // before the state is read: the caller does it reversed
    unsigned state = atomic_load(&pool->state);
    if (!is_news(state, seen) && !atomic_load(&pool->ended)) {
        wf_workers_wait(pool->workers, &pool->state, state);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
}

void wf_pool_work(wf_pool* pool, uint32_t index) {
    unsigned seen = 0, spins = 0;
    while (!atomic_load(&pool->ended)) {
        unsigned state = atomic_load(&pool->state);
        if (is_news(state, seen)) {
            enter(pool, index, state, &seen);
            spins = 0;
        } else if (++spins < SPINS_BEFORE_SLEEP) {
            wf_workers_pause();
        } else {
            sleep_until_news(pool, seen);
            spins = 0;
        }
    }
}

static void wake_all(wf_pool* pool) {
    if (atomic_load(&pool->sleepers) > 0) {
        wf_workers_wake(pool->workers);
    }
}

wf_pool* wf_pool_create(uint32_t thread_count) {
    wf_pool* pool = wf_workers_take_room(sizeof(wf_pool) + thread_count * sizeof(share));
    if (pool == NULL) {
        return NULL;
    }
    atomic_init(&pool->state, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->ended, false);
    for (uint32_t k = 0; k < thread_count; ++k) {
        atomic_init(&pool->shares[k].next, 0);
    }
    pool->alone = 0;
    pool->patience = LEAST_ALONE;
    pool->thread_count = thread_count;
    pool->workers = wf_workers_create(thread_count - 1);
    if (pool->workers == NULL || !wf_workers_start(pool->workers, pool)) {
        wf_pool_destroy(pool);
        return NULL;
    }
    return pool;
}

void wf_pool_destroy(wf_pool* pool) {
    if (pool == NULL) {
        return;
    }
    atomic_store(&pool->ended, true);
    atomic_fetch_add(&pool->state, ONE_JOB); // who waits for another state wakes
    wake_all(pool);
    wf_workers_destroy(pool->workers);
    wf_workers_free_room(pool);
}

/// No worker can enter any more; those inside are at their last block. Whether one of them stalled.
static bool close_job(wf_pool* pool) {
    uint64_t since = 0, now = 0;
    unsigned spins = 0;
    atomic_fetch_and(&pool->state, ~OPEN);
    while ((atomic_load(&pool->state) & INSIDE) != 0) {
        if (++spins < SPINS_BEFORE_YIELD) {
            wf_workers_pause();
        } else {
            now = wf_workers_yield(spins - SPINS_BEFORE_YIELD);
            since = since == 0 ? now : since;
        }
    }
    return now - since > STALL_US;
}

static void learn(wf_pool* pool, bool stalled) {
    if (stalled) {
        pool->alone = pool->patience;
        pool->patience = 2 * pool->patience < MOST_ALONE ? 2 * pool->patience : MOST_ALONE;
    } else if (pool->patience > LEAST_ALONE) {
        pool->patience -= 1;
    }
}

void wf_pool_run(wf_pool* pool, uint32_t count, uint32_t block, wf_loop* loop, void* context) {
    uint32_t blocks = count / block + (count % block != 0);
    if (pool == NULL || blocks <= 1 || blocks > MOST_BLOCKS) {
        loop(context, 0, count);
        return;
    }
    if (pool->alone > 0) {
        pool->alone -= 1;
        loop(context, 0, count);
        return;
    }
    pool->loop = loop;
    pool->context = context;
    pool->count = count;
    pool->block = block;
    pool->blocks = blocks;
    unsigned number = atomic_load(&pool->state) & NUMBER;
    number = number == NUMBER ? ONE_JOB : number + ONE_JOB; // 0 is what nobody has seen
    atomic_store(&pool->state, number | OPEN);
    wake_all(pool);
    take_blocks(pool, 0, number);
    learn(pool, close_job(pool));
}

#else

// Not an empty file.
typedef int wf_no_threads;

#endif
