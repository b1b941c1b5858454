// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cooked scene that the environment variable WEFT_WALK_SCENE names.
#pragma once

#include "test_macros.h"
#include "walk_frames.h"

#include <stdio.h>
#include <stdlib.h>

static inline weft_world* walk_load(void) {
    const char* path = getenv("WEFT_WALK_SCENE");
    FILE* file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    static char bytes[1 << 24];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    weft_report report;
    weft_world* world = weft_world_load(bytes, size, &report);
    test_note("%s", report.message);
    return world;
}
