// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Workers of a pool as threads of POSIX.
#define _POSIX_C_SOURCE 200809L

#include "base/workers.h"

#if defined(WEFT_THREADS) && !defined(__EMSCRIPTEN__)

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

/// What a new thread is told.
typedef struct worker {
    wf_pool* pool;
    pthread_t thread;
    uint32_t index;
} worker;

struct wf_workers {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    uint32_t most, count;
    worker items[];
};

void* wf_workers_take_room(size_t bytes) {
    return aligned_alloc(64, bytes);
}

void wf_workers_free_room(void* room) {
    free(room);
}

wf_workers* wf_workers_create(uint32_t most) {
    wf_workers* all = malloc(sizeof(wf_workers) + most * sizeof(worker));
    if (all != NULL) {
        pthread_mutex_init(&all->mutex, NULL);
        pthread_cond_init(&all->wake, NULL);
        all->most = most;
        all->count = 0;
    }
    return all;
}

static void* run(void* given) {
    const worker* w = given;
    wf_pool_work(w->pool, w->index);
    return NULL;
}

bool wf_workers_start(wf_workers* all, wf_pool* pool) {
    for (uint32_t k = 0; k < all->most; ++k) {
        worker* w = &all->items[k];
        w->pool = pool;
        w->index = k + 1;
        if (pthread_create(&w->thread, NULL, run, w) != 0) {
            return false;
        }
        all->count += 1;
    }
    return true;
}

void wf_workers_destroy(wf_workers* all) {
    if (all == NULL) {
        return;
    }
    for (uint32_t k = 0; k < all->count; ++k) {
        pthread_join(all->items[k].thread, NULL);
    }
    pthread_cond_destroy(&all->wake);
    pthread_mutex_destroy(&all->mutex);
    free(all);
}

void wf_workers_wait(wf_workers* all, atomic_uint* word, unsigned value) {
    pthread_mutex_lock(&all->mutex);
    while (atomic_load(word) == value) {
        pthread_cond_wait(&all->wake, &all->mutex);
    }
    pthread_mutex_unlock(&all->mutex);
}

void wf_workers_wake(wf_workers* all) {
    pthread_mutex_lock(&all->mutex);
    pthread_cond_broadcast(&all->wake);
    pthread_mutex_unlock(&all->mutex);
}

uint64_t wf_workers_yield(uint32_t before) {
    struct timespec now;
    (void)before; // a thread of the system ends with the program only
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

#else

// Not an empty file.
typedef int wf_no_pthreads;

#endif
