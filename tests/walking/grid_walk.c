// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The uniform grid on a real body: a cooked scene, named by the environment variable
// WEFT_WALK_SCENE, walks for 300 frames, and after each the updated field must be the one that is
// built from scratch.
#include "grid_checks.h"
#include "world/world.h"

#include <stdio.h>

enum { FRAMES = 300 };

static weft_world* load_walk(void) {
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

/// Plays the timeline of the bodies alone, from frame to frame.
static void walk(weft_world* world) {
    wf_obstacle* o = &world->obstacle;
    memcpy(o->x0, o->x1, 16 * (size_t)o->vertex_count);
    wf_world_apply_events(world);
    for (uint32_t k = 0; k < world->body_count; ++k) {
        wf_body* body = &world->bodies[k];
        wf_body_begin_step(body);
        wf_body_positions_at(body, 1.0f, o->x1 + 4 * (size_t)body->first_vertex);
        wf_body_end_step(body);
    }
    world->step += 1;
}

WEFT_TEST(uniform_grid_follows_the_walk) {
    weft_world* world = load_walk();
    REQUIRE(world != NULL);
    REQUIRE(wf_world_rebuild(world));
    wf_obstacle* o = &world->obstacle;
    wf_sweep sweep = {o->x0, o->x1, o->triangles, o->vertex_count, o->triangle_count, 0.003f, true};
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    REQUIRE(wf_grid_build(&world->memory, &field, &sweep));
    uint32_t count[3], changed = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        walk(world);
        REQUIRE(wf_grid_update(&world->memory, &field, &sweep));
        changed += field.changed_triangles;
        check_registrations(&field, &sweep);
        check_signs(&field, &sweep, count);
        CHECK_GT(count[0], 0);
    }
    test_note("%u cells: %u inside, %u boundary, %u outside; %u triangles changed cells a frame",
              field.cell_count, count[0], count[1], count[2], changed / FRAMES);
    CHECK_GT(changed, 0);
    wf_grid_free(&world->memory, &field);
    weft_world_destroy(world);
}
