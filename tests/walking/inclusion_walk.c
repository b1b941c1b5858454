// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The inclusion field of a body that walks in a cooked scene (WEFT_WALK_SCENE): for 300 frames the
// updated field must be the one that is built from scratch, and what the paper's rule gets wrong is
// counted.
#include "inclusion_checks.h"
#include "walk_scene.h"

enum { FRAMES = 300, COMPARED = 5 };

static const float cell_side = 0.02f; // m; frames move the feet by about three

typedef struct followed {
    inclusion_difference sum;
    uint32_t parts, compared;
    double cells; // a triangle that was visited
} followed;

/// A field of the first body, compared after every fifth frame and after the last.
static followed follow(wf_inclusion_rule rule) {
    followed f = {.compared = 0};
    weft_world* world = walk_load();
    CHECK(world != NULL);
    if (world == NULL || !wf_world_rebuild(world)) {
        return f;
    }
    const wf_body* body = &world->objects.bodies[0];
    const float* x = world->obstacle.x1 + 4 * (size_t)body->first_vertex;
    wf_inclusion_mesh mesh = {body->triangles, body->vertex_count, body->triangle_count};
    wf_inclusion_options options = {.cell = cell_side, .rule = rule};
    wf_inclusion field = {.cell_count = 0};
    weft_report report;
    CHECK_EQ(wf_inclusion_check(&world->memory, &mesh, x, &options, &report), WEFT_OK);
    CHECK(wf_inclusion_build(&world->memory, &field, &mesh, x, &options));
    for (int frame = 1; frame <= FRAMES; ++frame) {
        walk_on(world);
        CHECK(wf_inclusion_update(&world->memory, &field, x));
        f.parts = field.parts > f.parts ? field.parts : f.parts;
        if (frame % COMPARED == 0) {
            inclusion_difference d = inclusion_compare(&field);
            f.sum.signs += d.signs;
            f.sum.ghosts += d.ghosts;
            f.sum.holes += d.holes;
            f.sum.others += d.others;
            f.sum.count[0] += d.count[0];
            f.sum.count[1] += d.count[1];
            f.compared += 1;
        }
    }
    f.cells = (double)field.visited / (double)field.walked;
    test_note("%u vertices, a mean of %u cells inside and %u on the surface, %.1f cells a triangle "
              "that was visited, at most %u parts a frame; in %u frames %u wrong signs, %u ghosts, "
              "%u holes; %u cells asked a ray",
              body->vertex_count, f.sum.count[0] / f.compared, f.sum.count[1] / f.compared, f.cells,
              f.parts, f.compared, f.sum.signs, f.sum.ghosts, f.sum.holes, (uint32_t)field.asked);
    wf_inclusion_free(&world->memory, &field);
    weft_world_destroy(world);
    return f;
}

WEFT_TEST(inclusion_field_by_counts_follows_the_walk) {
    followed f = follow(WF_INCLUSION_COUNTED);
    CHECK_EQ(f.compared, FRAMES / COMPARED);
    CHECK_EQ(inclusion_wrong(f.sum), 0);
    CHECK_GT(f.sum.count[0], 1000);
}

WEFT_TEST(inclusion_field_by_the_plane_goes_astray_on_the_walk) {
    followed f = follow(WF_INCLUSION_PLANE);
    CHECK_EQ(f.sum.holes + f.sum.others, 0);
    CHECK_GT(f.sum.signs, 0);
}
