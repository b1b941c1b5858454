// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What timed programs share: the processor's clock, and a world from a cooked scene.
#pragma once

#include "weft/weft.h"

#include <stdio.h>
#include <time.h>

/// Processor time, ms: what else the machine does is none of a program's cost.
static inline double now(void) {
    return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

/// The world of a cooked scene; null, with a line to stderr, where there is none.
static inline weft_world* load(const char* path) {
    FILE* file = fopen(path, "rb");
    static char bytes[1 << 25];
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    weft_report report = {.message = "cannot be read, or is empty"};
    weft_world* world = size > 0 ? weft_world_load(bytes, size, &report) : NULL;
    if (world == NULL) {
        fprintf(stderr, "%s: %s\n", path, report.message);
    }
    return world;
}
