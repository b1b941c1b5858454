// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A small sheet flies fast into the corner between a floor and a wall. Both push it off its
// straight path, each along another axis, so it ends where the box of its move has a corner: only
// what a structure found there keeps it out.
#include "../method_rows.h"
#include "meshes.h"
#include "sheet.h"

enum { SIDE = 7, STEPS = 60, FIRST_SEED = 1044, SEEDS = 16 };

static const uint32_t ks[] = {6, 8, 14, 18, 26}, arities[] = {4, 2, 8};

static void add_block(weft_world* world, const float corner[3], const float size[3]) {
    test_mesh box = test_box(size[0], size[1], size[2]);
    for (uint32_t i = 0; i < 3 * box.vertex_count; ++i) {
        box.positions[i] += corner[i % 3];
    }
    weft_body_def def = weft_default_body_def();
    def.positions = box.positions;
    def.triangles = box.triangles;
    def.vertex_count = box.vertex_count;
    def.triangle_count = box.triangle_count;
    def.friction = 0.0f;
    weft_report report = {0};
    weft_world_add_body(world, &def, &report);
    CHECK_EQ(report.status, WEFT_OK);
    test_mesh_free(&box);
}

/// How the corner is searched, and where the first corner of the sheet begins, m.
typedef struct flight {
    const char* structure;
    float k, arity; // of a tree
    float from[3];
} flight;

/// What a flight came to, all crossings of all steps.
typedef struct landing {
    uint32_t crossings;
    float most, stretched; // of an edge, in all steps and at last
    uint64_t hash;
} landing;

static weft_world* fly(flight f) {
    weft_world_def def = weft_default_world_def();
    memset(def.gravity, 0, sizeof def.gravity);
    def.contact_radius = 0.0005f;
    weft_world* world = weft_world_create(&def, NULL);
    CHECK(world);
    CHECK_EQ(weft_world_set_method(world, "structure", f.structure, NULL), WEFT_OK);
    if (strcmp(f.structure, "dop_tree") == 0) {
        CHECK_EQ(weft_world_set_parameter(world, "structure", "k", f.k, NULL), WEFT_OK);
        CHECK_EQ(weft_world_set_parameter(world, "structure", "arity", f.arity, NULL), WEFT_OK);
    }
    add_block(world, (float[3]){-0.5f, -0.1f, -0.5f}, (float[3]){1.0f, 0.1f, 1.0f});
    add_block(world, (float[3]){0.05f, 0.0001f, -0.15f}, (float[3]){0.3f, 0.3f, 0.3f});
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.01f);
    sheet_place(&s, f.from, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
    sheet_set_motion(&s, (float[3]){2.25f, -2.25f, 0}, (float[3]){0, 0, 0}, f.from);
    weft_fabric silk = weft_fabric_from_preset(WEFT_FABRIC_SILK);
    silk.drag = silk.lift = 0.0f;
    sheet_add(world, &s, &silk, NULL, 0);
    sheet_free(&s);
    return world;
}

static landing land(flight f) {
    weft_world* world = fly(f);
    landing l = {0};
    for (int n = 0; n < STEPS; ++n) {
        weft_step_report r = run_steps(world, 1);
        l.crossings += r.crossings_body + r.crossings_cloth + r.crossings_declared + r.captured;
        l.stretched = r.strain_max;
        l.most = r.strain_max > l.most ? r.strain_max : l.most;
    }
    l.hash = weft_world_hash(world);
    test_note("structure %s k %.0f arity %.0f: %u crossings, stretched by %.0f %% at most, %.1f %% "
              "at last",
              f.structure, (double)f.k, (double)f.arity, l.crossings, 100.0 * l.most,
              100.0 * l.stretched);
    weft_world_destroy(world);
    return l;
}

WEFT_TEST(fast_sheet_ends_clean_in_a_corner) {
    for (int i = 0; i < 5; ++i) {
        uint64_t hash = 0;
        for (int j = 0; j < 3; ++j) {
            flight f = {"dop_tree", (float)ks[i], (float)arities[j], {-0.0453f, 0.0206f, -0.03f}};
            landing l = land(f);
            CHECK_EQ(l.crossings, 0);
            CHECK_LT(l.stretched, 0.15);
            hash = j == 0 ? l.hash : hash;
            CHECK_EQ_HEX(l.hash, hash); // arity is a matter of the walk alone
        }
        // Boxes are boxes, whoever compares them.
        const weft_method* row;
        for (uint32_t n = 0; ks[i] == 6 && (row = next_row("structure", &n)) != NULL;) {
            CHECK_EQ_HEX(land((flight){row->name, 6, 8, {-0.0453f, 0.0206f, -0.03f}}).hash, hash);
        }
    }
}

/// Some of these starts end outside of what straight paths sweep.
WEFT_TEST(fast_sheets_stay_out_of_a_corner) {
    for (uint32_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; ++seed) {
        test_random random = test_seed(seed);
        float x = test_uniform(&random, -0.0653f, -0.0353f);
        float y = test_uniform(&random, 0.0106f, 0.0306f);
        float z = test_uniform(&random, -0.13f, 0.07f);
        for (int i = 0; i < 5; ++i) {
            landing l = land((flight){"dop_tree", (float)ks[i], 8, {x, y, z}});
            CHECK_EQ(l.crossings, 0);
            CHECK_LT(l.most, 1.0); // or edges of floor and wall held up what slides along them
        }
        test_note("seed %u", seed);
    }
}
