// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `projection` (the lab's): sheets that fall on bodies stay on them for 300 frames.
// What crosses is counted and said: particles alone are kept out.
#include "crossing_count.h"
#include "meshes.h"
#include "sheet.h"
#include "world/world.h"

#include "mesh/inside.h"
#include "particles/particles.h"

enum { FRAMES = 300 };

static const float east[3] = {1, 0, 0}, south[3] = {0, 0, 1};

/// A world with the response; null in a module without it.
static weft_world* projecting_world(void) {
    weft_world* world = make_world(9.81f);
    if (weft_world_set_method(world, "response", "projection", NULL) != WEFT_OK) {
        weft_world_destroy(world);
        return NULL;
    }
    return world;
}

static weft_body_id add_torus(weft_world* world) {
    test_mesh mesh = test_torus(96, 48, 0.16f, 0.07f);
    weft_body_def def = weft_default_body_def();
    def.positions = mesh.positions;
    def.vertex_count = mesh.vertex_count;
    def.triangles = mesh.triangles;
    def.triangle_count = mesh.triangle_count;
    def.friction = 1.0f;
    weft_report report;
    weft_body_id id = weft_world_add_body(world, &def, &report);
    test_note("%s", report.message);
    test_mesh_free(&mesh);
    return id;
}

static weft_cloth_id drop_sheet(weft_world* world, float height) {
    sheet s = sheet_make(SHEET_ONE_DIAGONAL, 30, 30, 0.02f);
    const float corner[3] = {-0.29f, height, -0.29f};
    sheet_place(&s, corner, east, south);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
    return id;
}

/// Particles inside of a body, exactly.
static uint32_t count_inside(const weft_world* world) {
    const wf_obstacle* o = &world->obstacle;
    uint32_t inside = 0;
    for (uint32_t i = 0; i < world->particles->count; ++i) {
        inside += wf_point_side(world->particles->x + 4 * (size_t)i, o->x0, o->triangles,
                                o->triangle_count) == 1;
    }
    return inside;
}

typedef struct held {
    double height; // m, mean over the sheet at the end
    uint32_t inside, crossings, most;
} held;

static held hold(weft_world* world, weft_cloth_id id) {
    held h = {.most = 0};
    for (uint32_t frame = 0; frame < FRAMES; frame += 30) {
        run_steps(world, 30);
        h.crossings = count_crossings(world);
        h.inside = count_inside(world);
        h.most = h.crossings > h.most ? h.crossings : h.most;
    }
    h.height = mean_of(weft_cloth_positions(world, id), weft_cloth_vertex_count(world, id), 1);
    test_note("at %.3f m; %u of %u particles inside, %u crossings, at most %u", h.height, h.inside,
              world->particles->count, h.crossings, h.most);
    return h;
}

WEFT_TEST(projection_holds_a_sheet_on_a_sphere) {
    weft_world* world = projecting_world();
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    add_sphere(world, middle, 0.2f, 40);
    held h = hold(world, drop_sheet(world, 0.22f));
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

WEFT_TEST(projection_holds_a_sheet_on_a_torus) {
    weft_world* world = projecting_world();
    if (world == NULL) {
        return;
    }
    add_torus(world);
    held h = hold(world, drop_sheet(world, 0.1f));
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

/// What starts inside comes out at once.
WEFT_TEST(projection_leaves_nothing_inside_that_starts_across) {
    weft_world* world = projecting_world();
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    add_sphere(world, middle, 0.2f, 40);
    drop_sheet(world, 0.17f);
    run_steps(world, 1);
    uint32_t first = count_inside(world);
    run_steps(world, 30);
    test_note("%u particles inside after the first step", first);
    CHECK_EQ(count_inside(world), 0);
    weft_world_destroy(world);
}

/// A surface without an inside keeps nobody out, and does no harm.
WEFT_TEST(projection_knows_no_inside_of_an_open_body) {
    weft_world* world = projecting_world();
    if (world == NULL) {
        return;
    }
    test_mesh mesh = test_grid(20, 20, 0.05f, -0.1f);
    weft_body_def def = weft_default_body_def();
    def.positions = mesh.positions;
    def.vertex_count = mesh.vertex_count;
    def.triangles = mesh.triangles;
    def.triangle_count = mesh.triangle_count;
    def.open = true;
    CHECK(weft_world_add_body(world, &def, NULL).id != 0);
    weft_cloth_id id = drop_sheet(world, 0.0f);
    run_steps(world, 60);
    CHECK_LT(mean_of(weft_cloth_positions(world, id), weft_cloth_vertex_count(world, id), 1), -1);
    test_mesh_free(&mesh);
    weft_world_destroy(world);
}
