// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bodies of a world alone, from frame to frame.
#pragma once

#include "world/world.h"

#include <string.h>

/// Plays the timeline of the bodies by a frame.
static inline void walk_on(weft_world* world) {
    wf_obstacle* o = &world->obstacle;
    memcpy(o->x0, o->x1, 16 * (size_t)o->vertex_count);
    wf_world_apply_events(world);
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body* body = &world->objects.bodies[k];
        wf_body_begin_step(body);
        wf_body_positions_at(body, 1.0f, NULL, o->x1 + 4 * (size_t)body->first_vertex);
        wf_body_end_step(body);
    }
    world->step += 1;
}
