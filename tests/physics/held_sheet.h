// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sheets that fall on solids and are held there, for the responses of the lab that keep particles
// alone out: what is inside and what crosses is counted exactly.
#pragma once

#include "crossing_count.h"
#include "mesh/inside.h"
#include "meshes.h"
#include "particles/particles.h"
#include "sheet.h"
#include "weft/lab.h"
#include "world/world.h"

#include <string.h>

/// It has come to rest after some of them.
enum { HELD_FRAMES = 300, SOME_FRAMES = 120 };

static const float east[3] = {1, 0, 0}, south[3] = {0, 0, 1};

/// A world with a response; null in a module without it.
static inline weft_world* world_with_response(const char* name) {
    weft_world* world = make_world(9.81f);
    if (weft_world_set_method(world, "response", name, NULL) != WEFT_OK) {
        weft_world_destroy(world);
        return NULL;
    }
    return world;
}

static inline weft_body_id add_torus(weft_world* world) {
    test_mesh mesh = test_torus(64, 32, 0.16f, 0.07f);
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

static inline weft_cloth_id drop_sheet(weft_world* world, float height) {
    sheet s = sheet_make(SHEET_ONE_DIAGONAL, 30, 30, 0.02f);
    const float corner[3] = {-0.29f, height, -0.29f};
    sheet_place(&s, corner, east, south);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
    return id;
}

/// Particles inside of a body, exactly.
static inline uint32_t count_inside(const weft_world* world) {
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

static inline held hold(weft_world* world, weft_cloth_id id, uint32_t frames) {
    held h = {.most = 0};
    for (uint32_t frame = 0; frame < frames; frame += 30) {
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

/// The step says that it cannot, and does nothing; the lab has the sentence. A closed body helps,
/// and so does another response.
static inline void refuses_an_open_body(const char* response) {
    weft_world* world = world_with_response(response);
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
    for (int i = 0; i < 2; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK(report.status != WEFT_OK && report.status != WEFT_ERROR_OUT_OF_MEMORY);
        CHECK_EQ(report.step, 0);
    }
    CHECK_EQ(mean_of(weft_cloth_positions(world, id), weft_cloth_vertex_count(world, id), 1), 0);
#ifdef WEFT_LAB
    weft_report why;
    CHECK(weft_lab_check_methods(world, &why) != WEFT_OK);
    test_note("%s: %s", why.where, why.message);
    CHECK_STR(why.where, strcmp(response, "projection") == 0 ? "BODY 0 body" : "BODY 0 triangles");
    CHECK(strstr(why.message, "choose another response") != NULL);
#endif
    CHECK_EQ(weft_world_set_method(world, "response", "filter", NULL), WEFT_OK);
    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    test_mesh_free(&mesh);
    weft_world_destroy(world);
}
