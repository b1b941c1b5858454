// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Workers of a pool as workers of the host, which makes them, since WebAssembly cannot: each is an
// instance of the module on the same memory, with a stack of its own, inside weft_crew_work. One
// pool at a time has them all. The host may lose a worker without a word to the thread that steps,
// so every worker has a word in memory that says how it is, and who waits for one waits with
// limits.
//
// A worker stays in weft_crew_work for as long as it lives, and an engine that compiles this well
// keeps in a register how large the memory was when it entered: V8 of Node 20 does, and checks
// every atomic access against it. What workers share there must not lie in memory that grew later,
// so pool and words are static. A loop's function is entered anew for every block.
#include "base/workers.h"

#if defined(WEFT_THREADS) && defined(__EMSCRIPTEN__)

#include "base/clock.h"
#include "weft/threads.h"

enum { NOBODY, IDLE, BUSY, LOST };

/// A block takes less than a millisecond. So long after one of the workers was said to be lost, or
/// without that, whoever still holds a block will not give it back, microseconds.
enum { GRIEF_US = 200000, PATIENCE_US = 10000000 };

/// More than a look at the clock takes; what was longer was a pause of the whole program.
enum { LONGEST_LOOK_US = 10000 };

enum { NAP_NS = 50000, MOST_NAPS = 20000 };

typedef struct slot {
    _Alignas(64) atomic_uint state;
    atomic_uint index; // in the pool; 0 for one that the pool did not ask for
} slot;

struct wf_workers {
    _Atomic(atomic_uint*) word; // that some wait on
    uint32_t most;
};

/// A pool needs a few lines, and one for each thread.
enum { ROOM_BYTES = 64 * (WEFT_MAX_THREADS + 8) };

// Of the module, like its memory: whoever has more than one pool has them in turn.
static struct {
    atomic_uint turn; // another one when a pool begins or ends
    _Atomic(wf_pool*) pool;
    atomic_uint nobody; // what naps wait on
    bool may_wait;
    bool failed;
    uint64_t waited_us, looked_us;
    slot slots[WEFT_MAX_THREADS]; // the first is the caller's
    _Alignas(64) char room[ROOM_BYTES];
    bool room_taken;
    wf_workers workers;
} crew;

static void wait_on(atomic_uint* word, unsigned value, int64_t nanoseconds) {
    __builtin_wasm_memory_atomic_wait32((int32_t*)word, (int32_t)value, nanoseconds);
}

static void notify(atomic_uint* word) {
    __builtin_wasm_memory_atomic_notify((int32_t*)word, UINT32_MAX);
}

/// The thread that draws a page must not wait.
static void nap(void) {
    if (crew.may_wait) {
        wait_on(&crew.nobody, 0, NAP_NS);
    }
}

static void change_turn(void) {
    atomic_fetch_add(&crew.turn, 1);
    notify(&crew.turn);
}

static uint32_t count_alive(void) {
    uint32_t count = 0;
    for (uint32_t k = 1; k < WEFT_MAX_THREADS; ++k) {
        unsigned state = atomic_load(&crew.slots[k].state);
        count += state == IDLE || state == BUSY;
    }
    return count;
}

void weft_crew_work(uint32_t index) {
    slot* own = &crew.slots[index];
    for (;;) {
        unsigned turn = atomic_load(&crew.turn);
        atomic_store(&own->state, BUSY); // before the pool is read: who ends it does it reversed
        wf_pool* pool = atomic_load(&crew.pool);
        unsigned as = pool != NULL ? atomic_load(&own->index) : 0;
        if (as != 0) {
            wf_pool_work(pool, as);
        }
        atomic_store(&own->state, IDLE);
        wait_on(&crew.turn, turn, -1);
    }
}

uint32_t* weft_crew_word(uint32_t index) {
    return (uint32_t*)&crew.slots[index].state;
}

uint32_t weft_crew_count(void) {
    return count_alive();
}

void weft_crew_may_wait(bool may_wait) {
    crew.may_wait = may_wait;
}

bool weft_crew_failed(void) {
    return crew.failed;
}

void* wf_workers_take_room(size_t bytes) {
    if (crew.room_taken || bytes > ROOM_BYTES) {
        return NULL;
    }
    crew.room_taken = true;
    return crew.room;
}

void wf_workers_free_room(void* room) {
    if (room != NULL) {
        crew.room_taken = false;
    }
}

wf_workers* wf_workers_create(uint32_t most) {
    atomic_init(&crew.workers.word, NULL);
    crew.workers.most = most;
    return &crew.workers;
}

bool wf_workers_start(wf_workers* all, wf_pool* pool) {
    if (count_alive() < all->most || atomic_load(&crew.pool) != NULL || crew.failed) {
        return false;
    }
    uint32_t given = 0;
    for (uint32_t k = 1; k < WEFT_MAX_THREADS; ++k) {
        unsigned state = atomic_load(&crew.slots[k].state);
        bool wanted = (state == IDLE || state == BUSY) && given < all->most;
        given += wanted;
        atomic_store(&crew.slots[k].index, wanted ? given : 0);
    }
    atomic_store(&crew.pool, pool);
    change_turn();
    return true;
}

/// Whoever does not come out is lost.
static void await_idle(slot* one) {
    for (uint64_t begin = wf_workers_yield(0), now = begin; atomic_load(&one->state) == BUSY;) {
        now = wf_workers_yield(0);
        if (now - begin > PATIENCE_US) {
            atomic_store(&one->state, LOST);
        }
    }
}

void wf_workers_destroy(wf_workers* all) {
    if (all == NULL) {
        return;
    }
    atomic_store(&crew.pool, NULL);
    change_turn();
    for (uint32_t k = 1; k < WEFT_MAX_THREADS; ++k) {
        await_idle(&crew.slots[k]);
    }
}

void wf_workers_wait(wf_workers* all, atomic_uint* word, unsigned value) {
    atomic_store(&all->word, word);
    wait_on(word, value, -1);
}

void wf_workers_wake(wf_workers* all) {
    atomic_uint* word = atomic_load(&all->word);
    if (word != NULL) { // else whoever is about to wait finds the word changed
        notify(word);
    }
}

static bool is_any_lost(void) {
    for (uint32_t k = 1; k < WEFT_MAX_THREADS; ++k) {
        if (atomic_load(&crew.slots[k].state) == LOST) {
            return true;
        }
    }
    return false;
}

uint64_t wf_workers_yield(uint32_t before) {
    nap();
    uint64_t now = (uint64_t)(wf_clock_now() * 1000.0);
    uint64_t look = before == 0 ? 0 : now - crew.looked_us;
    crew.looked_us = now;
    crew.waited_us = before == 0 ? 0 : crew.waited_us;
    crew.waited_us += look < LONGEST_LOOK_US ? look : LONGEST_LOOK_US;
    if (crew.waited_us > PATIENCE_US || (crew.waited_us > GRIEF_US && is_any_lost())) {
        crew.failed = true;
        __builtin_trap(); // what the lost one did to its block nobody knows
    }
    return now;
}

#else

// Not an empty file.
typedef int wf_no_wasm_workers;

#endif
