// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Feeds mutated cooked scenes to the reader and steps what loads. The hash in the header is put
// right first, or nothing behind it would ever be reached. The seed corpus is the scene with
// everything of the unit tests; a run without a corpus folder starts from it too.
//
//   cmake --preset fuzz && cmake --build build/fuzz
//   build/fuzz/tests/fuzz/scene_file_fuzz -max_total_time=60 CORPUS
#include "mutate.h"
#include "scene_writer.h"
#include "weft/weft.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 32, STEPS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    weft_report report;
    weft_world* world = weft_world_load(data, size, &report);
    for (int i = 0; world && i < STEPS; ++i) {
        weft_world_step(world);
    }
    weft_world_destroy(world);
    return 0;
}

static size_t put_everything(uint8_t* data, size_t capacity) {
    scene_writer writer;
    size_t count;
    scene_everything(&writer);
    uint8_t* file = scene_finish(&writer, &count);
    mutate_check_room(count, capacity);
    memcpy(data, file, count);
    free(file);
    return count;
}

// Mutate words or, as usual, anything, then put the header right.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t capacity, unsigned int seed) {
    if (size < 64) {
        size = put_everything(data, capacity);
    }
    if (seed % 2 == 0) {
        mutate_words(data, size, HEADER_BYTES, seed);
    } else {
        size = LLVMFuzzerMutate(data, size, capacity) & ~(size_t)7;
    }
    if (size >= HEADER_BYTES && seed % 8 != 1) {
        scene_fix_header(data, size);
    }
    return size;
}
