// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Restores mutated snapshots and steps on from those that are taken. The hash in the header is put
// right first, or nothing behind it would ever be reached. The seed is the scene with everything of
// the unit tests, some steps in.
//
//   cmake --preset fuzz && cmake --build build/fuzz
//   build/fuzz/tests/fuzz/snapshot_fuzz -max_total_time=60 CORPUS
#include "mutate.h"
#include "scene_writer.h"
#include "weft/weft.h"

#include "math/hash.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 32, STEPS_BEFORE = 5, STEPS_AFTER = 2 };

static weft_world* make_world(void) {
    weft_world* world = scene_world_of_everything();
    for (int i = 0; i < STEPS_BEFORE; ++i) {
        weft_world_step(world);
    }
    return world;
}

// A world with a hand on its cloth, so that the bytes say something of it.
static weft_world* fresh_world(void) {
    weft_world* world = make_world();
    const weft_event grab = {0, WEFT_EVENT_GRAB, 0, 14, {0.2f, 0.8f, 0.2f, 30}};
    weft_world_push_event(world, &grab);
    weft_world_step(world);
    return world;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static weft_world* world;
    world = world ? world : fresh_world();
    if (weft_world_restore(world, data, size) == WEFT_OK) {
        for (int i = 0; i < STEPS_AFTER; ++i) {
            weft_world_step(world);
        }
        weft_world_destroy(world); // what was restored may have left it in any state
        world = NULL;
    }
    return 0;
}

static size_t put_snapshot(uint8_t* data, size_t capacity) {
    weft_world* world = fresh_world();
    size_t count = weft_world_snapshot(world, data, capacity);
    weft_world_destroy(world);
    mutate_check_room(count, capacity);
    return count;
}

// Mutate as usual, then make size and hash agree again. Size is kept half of the time: fields stay
// where they are.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t capacity, unsigned int seed) {
    if (size < 64) {
        size = put_snapshot(data, capacity);
    }
    if (size > HEADER_BYTES && seed % 2 == 0) {
        mutate_words(data, size, HEADER_BYTES, seed);
    } else {
        size = LLVMFuzzerMutate(data, size, capacity) & ~(size_t)7;
    }
    if (size >= HEADER_BYTES && seed % 8 != 1) {
        uint64_t bytes = size;
        memcpy(data + 16, &bytes, sizeof bytes);
        uint64_t hash = wf_hash_words(WF_HASH_SEED, data + HEADER_BYTES, (size - HEADER_BYTES) / 4);
        memcpy(data + 24, &hash, sizeof hash);
    }
    return size;
}
