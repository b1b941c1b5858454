// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cooked scene that the environment variable WEFT_WALK_SCENE names, and its bodies alone, from
// frame to frame.
#pragma once

#include "test_macros.h"
#include "world/world.h"

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

/// Plays the timeline of the bodies by a frame.
static inline void walk_on(weft_world* world) {
    wf_obstacle* o = &world->obstacle;
    memcpy(o->x0, o->x1, 16 * (size_t)o->vertex_count);
    wf_world_apply_events(world);
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body* body = &world->objects.bodies[k];
        wf_body_begin_step(body);
        wf_body_positions_at(body, 1.0f, o->x1 + 4 * (size_t)body->first_vertex);
        wf_body_end_step(body);
    }
    world->step += 1;
}
