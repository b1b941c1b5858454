// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The update of the inclusion field against building anew: by counts it is the same always; by the
// plane of the old triangle, as the paper has it, what differs is counted.
#include "inclusion_checks.h"

#include "bezier.h"
#include "meshes.h"
#include "stage.h"

#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>

static wf_inclusion_mesh mesh_of(const torus_mesh* mesh) {
    return (wf_inclusion_mesh){mesh->triangles, mesh->vertex_count, mesh->triangle_count};
}

static void add_to(inclusion_difference* sum, inclusion_difference d) {
    sum->signs += d.signs;
    sum->ghosts += d.ghosts;
    sum->holes += d.holes;
    sum->others += d.others;
    for (int i = 0; i < 3; ++i) {
        sum->count[i] += d.count[i];
    }
}

// ---- bodies that deform -------------------------------------------------------------------------

/// The torus over so many frames; sums over all of them.
static inclusion_difference follow_torus(wf_inclusion_options options, double seconds_a_frame,
                                         int frames) {
    torus_mesh mesh = torus_make(60, 24, 0);
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    inclusion_difference sum = {.others = 0};
    uint32_t parts = 0;
    CHECK(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    for (int frame = 1; frame <= frames; ++frame) {
        torus_pose(&mesh, 60, 24, frame * seconds_a_frame);
        CHECK(wf_inclusion_update(&memory, &field, mesh.x));
        CHECK_EQ(memcmp(field.x, mesh.x, 16 * (size_t)mesh.vertex_count), 0);
        parts = field.parts > parts ? field.parts : parts;
        add_to(&sum, inclusion_compare(&field));
    }
    test_note("cell %g m, at most %u parts: wrong signs %u, ghosts %u, holes %u of %u cells on "
              "the surface; %u asked a ray",
              (double)options.cell, parts, sum.signs, sum.ghosts, sum.holes, sum.count[1],
              (uint32_t)field.asked);
    wf_inclusion_free(&memory, &field);
    CHECK_EQ(memory.bytes, 0);
    torus_free(&mesh);
    return sum;
}

WEFT_TEST(inclusion_update_by_counts_is_building_anew) {
    const float cells[] = {0.012f, 0.02f, 0.05f};
    for (int i = 0; i < 3; ++i) {
        inclusion_difference sum =
            follow_torus((wf_inclusion_options){.cell = cells[i]}, 1.0 / 60, 200);
        CHECK_EQ(inclusion_wrong(sum), 0);
        CHECK_GT(sum.count[0], 300);
    }
}

/// Frames that are 15 times as long: moves of several cells, in parts.
WEFT_TEST(inclusion_update_takes_moves_of_many_cells_in_parts) {
    inclusion_difference sum = follow_torus((wf_inclusion_options){.cell = 0.012f}, 0.25, 60);
    CHECK_EQ(inclusion_wrong(sum), 0);
}

/// The same moves taken whole go wrong: the limit that the paper states is one.
WEFT_TEST(inclusion_update_of_moves_beyond_a_cell_needs_parts) {
    wf_inclusion_options options = {.cell = 0.012f, .whole = true};
    CHECK_GT(inclusion_wrong(follow_torus(options, 0.25, 60)), 0);
    CHECK_EQ(inclusion_wrong(follow_torus(options, 1.0 / 60, 300)), 0);
}

WEFT_TEST(inclusion_update_by_counts_is_building_anew_with_the_fan_too) {
    wf_inclusion_options options = {.cell = 0.02f, .walk = WF_INCLUSION_FAN};
    inclusion_difference sum = follow_torus(options, 1.0 / 60, 300);
    CHECK_EQ(sum.holes + sum.ghosts + sum.others, 0);
}

/// What the paper's rule gets wrong is there, and is little.
WEFT_TEST(inclusion_update_by_the_plane_mismatches_now_and_then) {
    wf_inclusion_options options = {.cell = 0.02f, .rule = WF_INCLUSION_PLANE};
    inclusion_difference sum = follow_torus(options, 1.0 / 60, 300);
    CHECK_EQ(sum.holes, 0);
    CHECK_EQ(sum.others, 0);
    CHECK_GT(sum.signs, 0);
}

// ---- the rule at edges --------------------------------------------------------------------------

/// The corner at the origin of a box goes along an axis into the box and a little out of the two
/// faces beside that edge. Those say of what lies at the old corner, which is free now, that it is
/// inside; the face that draws back says outside; the last one that is asked is believed.
static inclusion_difference draw_back(wf_inclusion_rule rule, int along) {
    test_mesh box = test_box(0.4f, 0.4f, 0.4f);
    float x[8][4] = {{0}};
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_mesh own = {box.triangles, box.vertex_count, box.triangle_count};
    wf_inclusion_options options = {.cell = 0.031f, .rule = rule};
    inclusion_difference sum = {.others = 0};
    for (int v = 0; v < 8; ++v) {
        memcpy(x[v], box.positions + 3 * (size_t)v, 12);
    }
    CHECK(wf_inclusion_build(&memory, &field, &own, x[0], &options));
    for (int frame = 0; frame < 40; ++frame) {
        for (int axis = 0; axis < 3; ++axis) {
            x[0][axis] += axis == along ? 0.003f : -1e-4f;
        }
        CHECK(wf_inclusion_update(&memory, &field, x[0]));
        add_to(&sum, inclusion_compare(&field));
    }
    test_note("wrong signs %u, ghosts %u, holes %u", sum.signs, sum.ghosts, sum.holes);
    wf_inclusion_free(&memory, &field);
    test_mesh_free(&box);
    return sum;
}

WEFT_TEST(inclusion_update_at_the_corner_of_a_box) {
    uint32_t signs = 0;
    for (int axis = 0; axis < 3; ++axis) {
        CHECK_EQ(inclusion_wrong(draw_back(WF_INCLUSION_COUNTED, axis)), 0);
        inclusion_difference plane = draw_back(WF_INCLUSION_PLANE, axis);
        CHECK_EQ(plane.holes + plane.others, 0);
        signs += plane.signs;
    }
    CHECK_GT(signs, 0);
}

// ---- some vertices, at random -------------------------------------------------------------------

/// A few vertices tremble by up to a cell or several, so that the surface passes through itself.
static void tremble(uint64_t seed, float cells) {
    test_random random = test_seed(seed);
    torus_mesh mesh = torus_make(40, 16, 0), still = torus_make(40, 16, 0);
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_options options = {.cell = 0.015f};
    REQUIRE(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 0; i < 30; ++i) {
            size_t v = 4 * (size_t)test_below(&random, mesh.vertex_count);
            for (size_t axis = 0; axis < 3; ++axis) {
                float to = 0.5f * cells * options.cell;
                mesh.x[v + axis] = still.x[v + axis] + test_uniform(&random, -to, to);
            }
        }
        REQUIRE(wf_inclusion_update(&memory, &field, mesh.x));
        CHECK_EQ(inclusion_wrong(inclusion_compare(&field)), 0);
    }
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
    torus_free(&still);
}

WEFT_TEST(inclusion_update_follows_vertices_that_tremble) {
    tremble(31, 0.9f);
    tremble(32, 4.0f);
    tremble(33, 12.0f);
}

/// Bodies that jump, leave the grid, or stay.
WEFT_TEST(inclusion_update_survives_jumps) {
    torus_mesh mesh = torus_make(40, 16, 0);
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_options options = {.cell = 0.02f};
    REQUIRE(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    const float steps[] = {0.0f, 0.01f, -0.05f, 3.0f, 0.2f, -70.0f};
    const bool anew[] = {false, false, false, true, true, true};
    for (int i = 0; i < 6; ++i) {
        for (uint32_t v = 0; v < mesh.vertex_count; ++v) {
            mesh.x[4 * (size_t)v] += steps[i];
        }
        REQUIRE(wf_inclusion_update(&memory, &field, mesh.x));
        CHECK_EQ(field.rebuilt, anew[i]);
        CHECK_EQ(inclusion_wrong(inclusion_compare(&field)), 0);
    }
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
}

// ---- in parallel --------------------------------------------------------------------------------

/// Whether two fields have the same in every cell, by the order of freed cells and of blocks too.
static void check_same(const wf_inclusion* a, const wf_inclusion* b) {
    uint32_t vertices = a->mesh.vertex_count;
    REQUIRE(a->cell_count == b->cell_count);
    CHECK_EQ(memcmp(a->value, b->value, a->cell_count), 0);
    CHECK_EQ(memcmp(a->touching, b->touching, 4 * a->cell_count), 0);
    CHECK_EQ(memcmp(a->head, b->head, 4 * a->cell_count), 0);
    CHECK_EQ(memcmp(a->mask, b->mask, a->mesh.triangle_count), 0);
    CHECK_EQ(memcmp(a->x, b->x, 16 * (size_t)vertices), 0);
    CHECK_EQ(memcmp(a->place, b->place, 16 * (size_t)vertices), 0);
    CHECK_EQ(memcmp(a->steady, b->steady, vertices), 0);
    CHECK_EQ(memcmp(a->home, b->home, 4 * (size_t)vertices), 0);
    CHECK_EQ(memcmp(a->slot, b->slot, 4 * (size_t)vertices), 0);
    CHECK_EQ(memcmp(a->after, b->after, 4 * (size_t)vertices), 0);
    for (size_t v = 0; v < vertices; ++v) {
        uint32_t block = a->slot[v] / 4;
        CHECK_EQ(memcmp(&a->blocks[block], &b->blocks[block], sizeof *a->blocks), 0);
    }
    CHECK_EQ(a->freed_count, b->freed_count);
    CHECK_EQ(memcmp(a->freed, b->freed, 4 * a->freed_count), 0);
    CHECK_EQ(a->visited, b->visited);
    CHECK_EQ(a->walked, b->walked);
    CHECK_EQ(a->asked, b->asked);
}

typedef void (*pose_frame)(torus_mesh* mesh, int frame);

/// Both over so many frames; in the last half nothing is allocated.
static void follow_both(torus_mesh* mesh, pose_frame pose, int frames, wf_inclusion_options options,
                        struct wf_pool* const* pool) {
    wf_inclusion_mesh own = mesh_of(mesh);
    wf_memory memory[2] = {{0}, {0}};
    wf_inclusion field[2] = {{.cell_count = 0}, {.cell_count = 0}};
    for (int k = 0; k < 2; ++k) {
        options.parallel = k == 1;
        options.pool = k == 1 ? pool : NULL;
        REQUIRE(wf_inclusion_build(&memory[k], &field[k], &own, mesh->x, &options));
    }
    for (int frame = 1; frame <= frames; ++frame) {
        pose(mesh, frame);
        for (int k = 0; k < 2; ++k) {
            memory[k].grown = 0;
            REQUIRE(wf_inclusion_update(&memory[k], &field[k], mesh->x));
        }
        check_same(&field[0], &field[1]);
        CHECK_LE(memory[1].grown, memory[0].grown + (frame < frames / 2));
    }
    for (int k = 0; k < 2; ++k) {
        wf_inclusion_free(&memory[k], &field[k]);
        CHECK_EQ(memory[k].bytes, 0);
    }
}

static void bend(torus_mesh* mesh, int frame) {
    torus_pose(mesh, 60, 24, frame / 60.0);
}

static void bend_far(torus_mesh* mesh, int frame) {
    torus_pose(mesh, 60, 24, frame * 0.25);
}

/// A few vertices go anywhere near, the others stay.
static void shake(torus_mesh* mesh, int frame) {
    test_random random = test_seed((uint64_t)frame);
    for (int i = 0; i < 300; ++i) {
        mesh->x[4 * (size_t)test_below(&random, mesh->vertex_count) + 1] +=
            test_uniform(&random, -0.01f, 0.01f);
    }
}

static void check_parallel(struct wf_pool* const* pool) {
    const wf_inclusion_options all[] = {{.cell = 0.05f},
                                        {.cell = 0.012f},
                                        {.cell = 0.008f},
                                        {.cell = 0.02f, .walk = WF_INCLUSION_FAN}};
    const pose_frame poses[] = {bend, bend_far, shake};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        for (int k = 0; k < 3; ++k) {
            torus_mesh mesh = torus_make(60, 24, 0);
            follow_both(&mesh, poses[k], 6, all[i], pool);
            torus_free(&mesh);
        }
    }
}

WEFT_TEST(inclusion_update_in_parallel_is_the_serial_one) {
    check_parallel(NULL);
#ifdef WEFT_THREADS
    for (uint32_t threads = 2; threads <= 8; threads *= 2) {
        struct wf_pool* pool = wf_pool_create(threads);
        REQUIRE(pool != NULL);
        check_parallel(&pool);
        wf_pool_destroy(pool);
    }
#endif
}

// ---- the paper's first scene --------------------------------------------------------------------

static double bezier_volume(const torus_mesh* mesh) {
    double six = 0;
    for (uint32_t t = 0; t < 3 * mesh->triangle_count; t += 3) {
        const float* p[3];
        for (uint32_t k = 0; k < 3; ++k) {
            p[k] = mesh->x + 4 * (size_t)mesh->triangles[t + k];
        }
        six += (double)p[0][0] *
                   ((double)p[1][1] * (double)p[2][2] - (double)p[1][2] * (double)p[2][1]) +
               (double)p[0][1] *
                   ((double)p[1][2] * (double)p[2][0] - (double)p[1][0] * (double)p[2][2]) +
               (double)p[0][2] *
                   ((double)p[1][0] * (double)p[2][1] - (double)p[1][1] * (double)p[2][0]);
    }
    return six / 6;
}

/// 81 x 81 vertices on 16 control points, no vertex further than a cell a step, for 300 steps. A
/// cell is twice as long as a square.
static inclusion_difference follow_bezier(wf_inclusion_rule rule) {
    torus_mesh mesh = bezier_make(81, 0.4);
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_options options = {.cell = 0.01f, .rule = rule};
    inclusion_difference sum = {.others = 0};
    uint32_t parts = 0;
    weft_report report;
    CHECK_GT(bezier_volume(&mesh), 0.01);
    CHECK_EQ(wf_inclusion_check(&memory, &own, mesh.x, &options, &report), WEFT_OK);
    CHECK(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    for (int frame = 1; frame <= 300; ++frame) {
        bezier_pose(&mesh, 81, 0.4, frame / 60.0);
        CHECK(wf_inclusion_update(&memory, &field, mesh.x));
        parts = field.parts > parts ? field.parts : parts;
        add_to(&sum, inclusion_compare(&field));
    }
    CHECK_EQ(parts, 1);
    test_note("wrong signs %u, ghosts %u, holes %u of %u surface cells; %.1f cells a triangle",
              sum.signs, sum.ghosts, sum.holes, sum.count[1],
              (double)field.visited / (double)field.walked);
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
    return sum;
}

WEFT_TEST(inclusion_update_by_counts_follows_a_bezier_surface) {
    CHECK_EQ(inclusion_wrong(follow_bezier(WF_INCLUSION_COUNTED)), 0);
}

WEFT_TEST(inclusion_update_by_the_plane_follows_a_bezier_surface_nearly) {
    inclusion_difference sum = follow_bezier(WF_INCLUSION_PLANE);
    CHECK_EQ(sum.holes + sum.others, 0);
    CHECK_LT(sum.signs + sum.ghosts, sum.count[1] / 100);
}
