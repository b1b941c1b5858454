// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The uniform grid on a real body: a cooked scene, named by the environment variable
// WEFT_WALK_SCENE, walks for 300 frames, and after each the updated field must be the one that is
// built from scratch.
#include "grid_checks.h"
#include "walk_scene.h"

enum { FRAMES = 300 };

WEFT_TEST(uniform_grid_follows_the_walk) {
    weft_world* world = walk_load();
    REQUIRE(world != NULL);
    REQUIRE(wf_world_rebuild(world));
    wf_obstacle* o = &world->obstacle;
    wf_sweep sweep = {o->x0, o->x1, o->triangles, o->vertex_count, o->triangle_count, 0.003f, true};
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    REQUIRE(wf_grid_build(&world->memory, &field, &sweep));
    uint32_t count[3], changed = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        walk_on(world);
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
