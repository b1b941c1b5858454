// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The parts of the body that walks in a cooked scene (WEFT_WALK_SCENE), each with an inclusion
// field that its bone carries: for 300 frames they must be those that are built from scratch, put
// every place on its side of the skin, and find the nearest vertex.
#include "contact/segments.h"
#include "parts_checks.h"
#include "walk_scene.h"

enum { FRAMES = 300, COMPARED = 5, PLACES = 500 };

static const float cell_side = 0.02f; // m

static void follow(wf_inclusion_rule rule, float cell, parts_difference* d) {
    weft_world* world = walk_load();
    REQUIRE(world != NULL && wf_world_rebuild(world));
    const wf_body* body = &world->objects.bodies[0];
    const float* x = world->obstacle.x1 + 4 * (size_t)body->first_vertex;
    uint8_t *labels = calloc(body->triangle_count, 1), segments[256];
    REQUIRE(labels != NULL && body->bone_count <= sizeof segments &&
            wf_contact_label_body(body, labels, segments) > 1);
    const wf_inclusion_skin skin = {{body->triangles, body->vertex_count, body->triangle_count},
                                    body->bone_indices,
                                    body->bone_weights,
                                    body->bone_count,
                                    labels,
                                    segments};
    const wf_inclusion_options options = {.cell = cell, .rule = rule};
    wf_inclusion_parts parts = {.count = 0};
    test_random random = test_seed(91);
    double moved = 0, most = 0;
    uint32_t rebuilt = 0;
    size_t before = world->memory.bytes;
    CHECK_EQ(wf_inclusion_parts_check(&world->memory, &skin, body->shaped, &options, NULL),
             WEFT_OK);
    REQUIRE(wf_inclusion_parts_build(&world->memory, &parts, &skin, body->shaped, x, &options));
    for (int frame = 1; frame <= FRAMES; ++frame) {
        walk_on(world);
        CHECK(wf_inclusion_parts_update(&world->memory, &parts, body->shaped, x));
        uint32_t sum = 0;
        for (uint32_t i = 0; i < parts.count; ++i) {
            sum += parts.parts[i].moved;
            rebuilt += parts.parts[i].field.rebuilt;
            most = parts.parts[i].field.parts > most ? parts.parts[i].field.parts : most;
        }
        moved += (double)sum / FRAMES;
        if (frame % COMPARED == 0) {
            parts_compare(&parts, &skin, body->shaped, x, d);
            parts_probe(&parts, &random, PLACES, 12, d);
        }
    }
    test_note(
        "%u parts, %u vertices, %.0f not at rest; %u grids laid anew, at most %.0f parts of a "
        "move; %zu bytes; %u other cells, %u other; of %u places inside, %u on the surface, "
        "%u outside %u on the wrong side; %u vertices off the surface; %u of %u not nearest",
        parts.count, body->vertex_count, moved, rebuilt, most, world->memory.bytes - before,
        d->values, d->others, d->inside, d->surface, d->outside, d->sides, d->missed, d->far,
        d->hits);
    wf_inclusion_parts_free(&world->memory, &parts);
    CHECK_EQ(world->memory.bytes, before);
    free(labels);
    weft_world_destroy(world);
}

WEFT_TEST(inclusion_parts_follow_the_walk) {
    parts_difference d = {.values = 0};
    follow(WF_INCLUSION_COUNTED, cell_side, &d);
    CHECK_EQ(d.values, 0);
    CHECK_EQ(d.others, 0);
    CHECK_EQ(d.sides, 0);
    CHECK_EQ(d.missed, 0);
    CHECK_EQ(d.far, 0);
    CHECK_GT(d.inside, 1000);
    CHECK_GT(d.outside, 1000);
    CHECK_GT(d.hits, 1000);
}

WEFT_TEST(inclusion_parts_follow_the_walk_in_fine_cells) {
    parts_difference d = {.values = 0};
    follow(WF_INCLUSION_COUNTED, 0.01f, &d);
    CHECK_EQ(d.values + d.others + d.sides + d.missed + d.far, 0);
}

static uint64_t go_on(weft_world* world, int steps) {
    for (int i = 0; i < steps; ++i) {
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    }
    return weft_world_hash(world);
}

static weft_world* dress(void) {
    weft_world* world = walk_load();
    if (world != NULL) {
        CHECK_EQ(weft_world_set_method(world, "response", "projection", NULL), WEFT_OK);
        CHECK_EQ(weft_world_set_parameter(world, "response", "parts", 1, NULL), WEFT_OK);
    }
    return world;
}

/// Parts have no memory: a run that is taken up from a snapshot, in this world or another, goes on
/// bit for bit.
WEFT_TEST(inclusion_parts_go_on_from_a_snapshot) {
    weft_world *world = dress(), *other = dress();
    REQUIRE(world != NULL && other != NULL);
    go_on(world, 150);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    void* kept = malloc(bytes);
    REQUIRE(kept != NULL && weft_world_snapshot(world, kept, bytes) == bytes);
    uint64_t through = go_on(world, 15);
    CHECK_EQ(weft_world_restore(world, kept, bytes), WEFT_OK);
    CHECK_EQ(go_on(world, 15), through);
    CHECK_EQ(weft_world_restore(other, kept, bytes), WEFT_OK);
    CHECK_EQ(go_on(other, 15), through);
    free(kept);
    weft_world_destroy(world);
    weft_world_destroy(other);
}
