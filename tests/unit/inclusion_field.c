// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The inclusion field from scratch: cells of triangles against exact intersection, signs against
// exact inside and outside, normals and lookups against closed forms, and what it refuses.
#include "inclusion_checks.h"

#include "math/predicates.h"
#include "mesh/inside.h"
#include "meshes.h"
#include "stage.h"

#include <stdlib.h>
#include <string.h>

#define CELL 0.03125f // corners of cells are floats, so that predicates see them as they are

static wf_inclusion_mesh mesh_of(const torus_mesh* mesh) {
    return (wf_inclusion_mesh){mesh->triangles, mesh->vertex_count, mesh->triangle_count};
}

// ---- cells of a triangle ------------------------------------------------------------------------

/// Whether a closed cell and a triangle have a point in common.
static bool meets_cell(const wf_inclusion* field, const uint32_t at[3], float x[3][4]) {
    static const uint8_t faces[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 5, 7}, {4, 7, 6},
                                         {0, 1, 5}, {0, 5, 4}, {2, 3, 7}, {2, 7, 6},
                                         {0, 2, 6}, {0, 6, 4}, {1, 3, 7}, {1, 7, 5}};
    float corner[8][3];
    bool within = true, apart = false;
    for (int axis = 0; axis < 3; ++axis) {
        float low = (float)((int32_t)at[axis] + field->first[axis]) * CELL;
        for (int k = 0; k < 8; ++k) {
            corner[k][axis] = low + (k >> axis & 1 ? CELL : 0.0f);
        }
        within &= x[0][axis] >= low && x[0][axis] <= low + CELL;
        apart |= x[0][axis] < low && x[1][axis] < low && x[2][axis] < low;
        apart |= x[0][axis] > low + CELL && x[1][axis] > low + CELL && x[2][axis] > low + CELL;
    }
    const float* triangle[3] = {x[0], x[1], x[2]};
    bool met = within;
    for (int f = 0; f < 12 && !met && !apart; ++f) {
        const float* face[3] = {corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]]};
        met = wf_triangles_meet(triangle, face);
    }
    return met;
}

typedef struct tally {
    uint32_t met, missed, extra;
} tally;

static void count_cells(wf_memory* memory, wf_inclusion* field, float x[3][4], tally* sum) {
    uint32_t count = wf_inclusion_cells(memory, field, x[0], x[1], x[2]);
    uint8_t* mark = calloc(field->cell_count, 1);
    for (uint32_t i = 0; i < count; ++i) {
        CHECK_EQ(mark[field->cells[i]], 0);
        mark[field->cells[i]] = 1;
    }
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        uint32_t at[3] = {cell % field->size[0], cell / field->size[0] % field->size[1],
                          cell / field->size[0] / field->size[1]};
        bool met = meets_cell(field, at, x);
        sum->met += met;
        sum->missed += met && mark[cell] == 0;
        sum->extra += !met && mark[cell] == 1;
    }
    free(mark);
}

static tally count_random(wf_inclusion_walk walk, float size, bool snapped) {
    wf_memory memory = {0};
    torus_mesh mesh = torus_make(24, 12, 0);
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_inclusion_options options = {.cell = CELL, .walk = walk};
    wf_inclusion field = {.cell_count = 0};
    CHECK(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    test_random random = test_seed(17);
    tally sum = {0, 0, 0};
    for (int i = 0; i < 100; ++i) {
        float x[3][4],
            middle[3] = {test_uniform(&random, -0.3f, 0.3f), test_uniform(&random, -0.1f, 0.1f),
                         test_uniform(&random, -0.3f, 0.3f)};
        for (int k = 0; k < 9; ++k) {
            float* at = &x[k / 3][k % 3];
            *at = middle[k % 3] + test_uniform(&random, -size, size);
            *at = snapped ? floorf(*at / (0.5f * CELL)) * (0.5f * CELL) : *at;
        }
        count_cells(&memory, &field, x, &sum);
    }
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
    return sum;
}

WEFT_TEST(inclusion_traverse_finds_every_cell_that_a_triangle_touches) {
    const float sizes[] = {0.01f, 0.04f, 0.09f};
    for (int i = 0; i < 3; ++i) {
        tally sum = count_random(WF_INCLUSION_EVERY, sizes[i], false);
        CHECK_GT(sum.met, 150);
        CHECK_EQ(sum.missed, 0);
        CHECK_EQ(sum.extra, 0);
    }
}

/// Corners on the borders of cells: touching counts.
WEFT_TEST(inclusion_traverse_finds_cells_that_are_touched_from_outside) {
    tally sum = count_random(WF_INCLUSION_EVERY, 0.06f, true);
    test_note("%u touched, %u extra", sum.met, sum.extra);
    CHECK_EQ(sum.missed, 0);
    CHECK_LE(sum.extra, sum.met / 20); // of triangles without area, whose plane says nothing
}

/// The lines of the paper's Fig. 4 leave cells out: what EVERY is for.
WEFT_TEST(inclusion_fan_of_lines_leaves_cells_out) {
    tally sum = count_random(WF_INCLUSION_FAN, 0.06f, false);
    test_note("of %u cells the fan misses %u and takes %u too many", sum.met, sum.missed,
              sum.extra);
    CHECK_GT(sum.missed, 0);
    CHECK_LT(sum.missed, sum.met / 4);
}

// ---- from scratch -------------------------------------------------------------------------------

static uint32_t check_middles(const wf_inclusion* field, uint32_t* inside) {
    uint32_t wrong = 0;
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        uint32_t at[3] = {cell % field->size[0], cell / field->size[0] % field->size[1],
                          cell / field->size[0] / field->size[1]};
        float p[3];
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = (float)(((int32_t)at[axis] + field->first[axis] + 0.5) / field->per_cell);
        }
        int side = wf_point_side(p, field->x, field->mesh.triangles, field->mesh.triangle_count);
        wrong += field->value[cell] == WF_INCLUSION_INSIDE && side != 1;
        wrong += field->value[cell] == WF_INCLUSION_OUTSIDE && side != -1;
        wrong += (field->value[cell] == WF_INCLUSION_SURFACE) != (field->touching[cell] > 0);
        *inside += field->value[cell] == WF_INCLUSION_INSIDE;
    }
    return wrong;
}

WEFT_TEST(inclusion_field_knows_inside_and_outside) {
    const float cells[] = {0.012f, CELL, 0.06f};
    torus_mesh mesh = torus_make(60, 24, 0.3);
    for (int i = 0; i < 3; ++i) {
        wf_memory memory = {0};
        wf_inclusion field = {.cell_count = 0};
        wf_inclusion_mesh own = mesh_of(&mesh);
        wf_inclusion_options options = {.cell = cells[i]};
        uint32_t inside = 0;
        REQUIRE(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
        CHECK_EQ(check_middles(&field, &inside), 0);
        CHECK_EQ(inclusion_wrong_lists(&field), 0);
        CHECK_GT(inside, 0);
        const float far_away[3] = {1e6f, 0.0f, -1e6f}, lost[3] = {NAN, 0.0f, 0.0f};
        CHECK_EQ(wf_inclusion_at(&field, far_away), WF_INCLUSION_OUTSIDE);
        CHECK_EQ(wf_inclusion_at(&field, lost), WF_INCLUSION_OUTSIDE);
        wf_inclusion_free(&memory, &field);
        CHECK_EQ(memory.bytes, 0);
    }
    torus_free(&mesh);
}

/// Vertices alone, the paper's first step, leave gaps where they are further apart than a cell;
/// after the traverse no way leads inside.
WEFT_TEST(inclusion_surface_has_no_gaps_where_vertices_are_far_apart) {
    test_mesh box = test_box(0.5f, 0.4f, 0.3f);
    float x[8][4] = {{0}};
    for (int v = 0; v < 8; ++v) {
        memcpy(x[v], box.positions + 3 * v, 12);
    }
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_mesh own = {box.triangles, box.vertex_count, box.triangle_count};
    wf_inclusion_options options = {.cell = 0.02f};
    REQUIRE(wf_inclusion_build(&memory, &field, &own, x[0], &options));
    uint32_t inside = 0, nx = field.size[0], row = nx * field.size[1];
    CHECK_EQ(check_middles(&field, &inside), 0);
    CHECK_GT(inside, 3000);
    for (uint32_t cell = row; cell + row < field.cell_count; ++cell) {
        const uint32_t around[6] = {cell - 1,  cell + 1,   cell - nx,
                                    cell + nx, cell - row, cell + row};
        for (int k = 0; k < 6; ++k) {
            CHECK(field.value[cell] * field.value[around[k]] >= 0);
        }
    }
    wf_inclusion_free(&memory, &field);
    test_mesh_free(&box);
}

// ---- normals and particles ----------------------------------------------------------------------

/// Where the surface of the torus faces at a point, without the bumps: away from the middle of its
/// tube.
static void facing(double u, double v, float n[3]) {
    float on[4], off[4];
    torus_point(u, v, 0, 0, on);
    torus_point(u, v, 0, 0.01, off);
    for (int axis = 0; axis < 3; ++axis) {
        n[axis] = (off[axis] - on[axis]) / 0.01f;
    }
}

/// Adds the area of the triangles of a vertex as vectors, in double, to a sum, as a unit vector of
/// this weight.
static void add_by_triangles(const torus_mesh* mesh, uint32_t vertex, double weight,
                             double sum[3]) {
    double area[3] = {0, 0, 0};
    for (const uint32_t* c = mesh->triangles; c < mesh->triangles + 3 * mesh->triangle_count;
         c += 3) {
        if (c[0] != vertex && c[1] != vertex && c[2] != vertex) {
            continue;
        }
        double e[2][3];
        for (uint32_t k = 0; k < 6; ++k) {
            e[k / 3][k % 3] = (double)mesh->x[4 * (size_t)c[1 + k / 3] + k % 3] -
                              (double)mesh->x[4 * (size_t)c[0] + k % 3];
        }
        for (int k = 0; k < 3; ++k) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            area[k] += e[0][l] * e[1][m] - e[0][m] * e[1][l];
        }
    }
    double length = sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
    for (int k = 0; k < 3; ++k) {
        sum[k] += weight * area[k] / length;
    }
}

/// The normal of a cell by its definition, over all vertices of the mesh: those in it, or else
/// those in the 26 around it, nearer ones counting more. False when there are none.
static bool normal_by_definition(const wf_inclusion* field, const torus_mesh* mesh,
                                 const int32_t at[3], double normal[3]) {
    for (int around = 0; around < 2; ++around) {
        uint32_t count = 0;
        normal[0] = normal[1] = normal[2] = 0.0;
        for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
            int32_t far = 0, far2 = 0;
            for (int axis = 0; axis < 3; ++axis) {
                float x = mesh->x[4 * (size_t)v + (size_t)axis];
                int32_t d = (int32_t)floor((double)x * field->per_cell) - at[axis];
                far = abs(d) > far ? abs(d) : far;
                far2 += d * d;
            }
            if (far == 0 || (around && far == 1)) {
                add_by_triangles(mesh, v, far2 > 0 ? 1.0 / sqrt(far2) : 1.0, normal);
                count += 1;
            }
        }
        if (count > 0) {
            double n2 = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
            for (int k = 0; k < 3; ++k) {
                normal[k] /= sqrt(n2);
            }
            return true;
        }
    }
    return false;
}

WEFT_TEST(inclusion_normals_are_those_of_the_vertices_around) {
    torus_mesh mesh = torus_make(60, 24, 0);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_inclusion_options options = {.cell = 0.02f};
    REQUIRE(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    uint32_t with = 0, without = 0, none = 0;
    test_random random = test_seed(5);
    for (int i = 0; i < 600; ++i) {
        double u = (double)test_uniform(&random, 0.0f, 6.28f);
        double v = (double)test_uniform(&random, 0.0f, 6.28f);
        double expected[3];
        float p[4], n[3], outwards[3];
        torus_point(u, v, 0, 0, p);
        facing(u, v, outwards);
        int32_t at[3];
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] = wf_inclusion_floor(wf_inclusion_place(&field, p[axis]));
        }
        uint32_t cell = wf_inclusion_index(&field, (uint32_t)(at[0] - field.first[0]),
                                           (uint32_t)(at[1] - field.first[1]),
                                           (uint32_t)(at[2] - field.first[2]));
        bool found = wf_inclusion_cell_normal(&field, cell, n);
        if (field.value[cell] != WF_INCLUSION_SURFACE) {
            CHECK(!found); // the mesh cuts corners off the torus
            continue;
        }
        CHECK_EQ(found, normal_by_definition(&field, &mesh, at, expected));
        none += !found;
        with += found && field.head[cell] != WF_INCLUSION_NONE;
        without += found && field.head[cell] == WF_INCLUSION_NONE;
        for (int k = 0; k < 3 && found; ++k) {
            CHECK_NEAR(n[k], expected[k], 2e-6); // a few roundings of floats of one
        }
        // a vertex at most two cells off turns by 40 degrees, a bump leans by 30: less than 90
        CHECK(!found || n[0] * outwards[0] + n[1] * outwards[1] + n[2] * outwards[2] > 0.0f);
    }
    test_note("%u cells with vertices, %u without, %u without a normal", with, without, none);
    CHECK_GT(with, 100);
    CHECK_GT(without, 100);
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
}

/// The vertex that is found is the nearest of all.
WEFT_TEST(inclusion_lookup_finds_the_nearest_vertex_of_all) {
    torus_mesh mesh = torus_make(60, 24, 0);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_inclusion_options options = {.cell = 0.015f};
    REQUIRE(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    test_random random = test_seed(9);
    uint32_t found = 0, off = 0;
    for (int i = 0; i < 2000; ++i) {
        float p[4];
        double deep = (double)test_uniform(&random, -0.1f, 0.03f);
        torus_point((double)test_uniform(&random, 0.0f, 6.28f),
                    (double)test_uniform(&random, 0.0f, 6.28f), 0, deep, p);
        uint32_t nearest = 0;
        float least = INFINITY;
        for (uint32_t v = 0; v < mesh.vertex_count; ++v) {
            const float* x = mesh.x + 4 * (size_t)v;
            float d[3] = {p[0] - x[0], p[1] - x[1], p[2] - x[2]};
            float far2 = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
            nearest = far2 < least ? v : nearest;
            least = far2 < least ? far2 : least;
        }
        wf_inclusion_hit hit;
        bool hits = wf_inclusion_look_up(&field, p, 12, &hit);
        off += !hits;
        CHECK_EQ(hits, wf_inclusion_at(&field, p) != WF_INCLUSION_OUTSIDE);
        if (hits) {
            found += 1;
            CHECK_EQ(hit.vertex, nearest);
            CHECK(hit.distance * hit.distance <= least * 1.0001f);
        }
    }
    CHECK_GT(found, 1000);
    CHECK_GT(off, 100);
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
}

/// The paper's lookup answers by the cell alone: its value, and on the surface the nearest of what
/// is registered there, by brute force over all vertices of that cell.
WEFT_TEST(inclusion_ask_stays_in_the_cell) {
    torus_mesh mesh = torus_make(60, 24, 0);
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_inclusion_options options = {.cell = 0.02f};
    REQUIRE(wf_inclusion_build(&memory, &field, &own, mesh.x, &options));
    test_random random = test_seed(11);
    uint32_t seen[3] = {0, 0, 0}, empty = 0;
    for (int i = 0; i < 2000; ++i) {
        float p[4];
        int32_t cell[4], home[4];
        torus_point((double)test_uniform(&random, 0.0f, 6.28f),
                    (double)test_uniform(&random, 0.0f, 6.28f), 0,
                    (double)test_uniform(&random, -0.1f, 0.03f), p);
        uint32_t nearest = WF_INCLUSION_NONE;
        float least = INFINITY;
        wf_inclusion_find_place(&field, p, cell);
        for (uint32_t v = 0; v < mesh.vertex_count; ++v) {
            const float* x = mesh.x + 4 * (size_t)v;
            float d[3] = {p[0] - x[0], p[1] - x[1], p[2] - x[2]};
            float far2 = (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2];
            wf_inclusion_find_place(&field, x, home);
            bool here = memcmp(cell, home, 3 * sizeof cell[0]) == 0;
            nearest = here && far2 < least ? v : nearest;
            least = here && far2 < least ? far2 : least;
        }
        uint32_t found;
        int value = wf_inclusion_ask(&field, p, &found);
        CHECK_EQ(value, wf_inclusion_at(&field, p));
        CHECK_EQ(found, nearest);
        seen[value + 1] += 1;
        empty += value == WF_INCLUSION_SURFACE && nearest == WF_INCLUSION_NONE;
        if (found != WF_INCLUSION_NONE) {
            wf_inclusion_hit hit;
            float normal[3];
            wf_inclusion_measure(&field, p, found, &hit);
            wf_inclusion_vertex_normal(&field, found, normal);
            CHECK_EQ(hit.vertex, found);
            CHECK_EQ(memcmp(hit.normal, normal, sizeof normal), 0);
            CHECK(hit.distance * hit.distance <= least * 1.0001f);
        }
    }
    test_note("%u inside, %u on the surface (%u without a vertex), %u outside", seen[0], seen[1],
              empty, seen[2]);
    CHECK(seen[0] > 100 && seen[1] > 100 && seen[2] > 100 && empty > 10);
    const float off[3] = {50, 50, 50};
    uint32_t found;
    CHECK_EQ(wf_inclusion_ask(&field, off, &found), WF_INCLUSION_OUTSIDE);
    CHECK_EQ(found, WF_INCLUSION_NONE);
    wf_inclusion_free(&memory, &field);
    torus_free(&mesh);
}

// ---- bad input ----------------------------------------------------------------------------------

static weft_status check_of(const torus_mesh* mesh, float cell, weft_report* report) {
    wf_memory memory = {0};
    wf_inclusion_mesh own = mesh_of(mesh);
    wf_inclusion_options options = {.cell = cell};
    weft_status status = wf_inclusion_check(&memory, &own, mesh->x, &options, report);
    CHECK_EQ(memory.bytes, 0);
    test_note("%s", report->message);
    return status;
}

WEFT_TEST(inclusion_field_says_what_it_cannot_do) {
    torus_mesh closed = torus_make(60, 24, 0), open = sleeve_make(22, 20, 1.8, 0.008, 0);
    weft_report report;
    CHECK_EQ(check_of(&closed, 0.01f, &report), WEFT_OK);
    CHECK_EQ(check_of(&open, 0.01f, &report), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(report.message, "open body") != NULL);
    const float bad[] = {0.0f, -1.0f, 1.0f, NAN, INFINITY};
    for (int i = 0; i < 5; ++i) {
        CHECK_EQ(check_of(&closed, bad[i], &report), WEFT_ERROR_INVALID_ARGUMENT);
        CHECK(strstr(report.message, "m at") != NULL);
    }
    for (uint32_t v = 0; v < closed.vertex_count; ++v) {
        for (uint32_t axis = 0; axis < 3; ++axis) {
            closed.x[4 * (size_t)v + axis] *= 10.0f;
        }
    }
    CHECK_EQ(check_of(&closed, 0.01f, &report), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(report.message, "larger cells") != NULL);
    torus_free(&closed);
    torus_free(&open);
}

/// Every allocation of a build may fail; nothing is lost then.
WEFT_TEST(inclusion_field_gives_up_without_memory) {
    torus_mesh mesh = torus_make(20, 10, 0);
    wf_inclusion_mesh own = mesh_of(&mesh);
    wf_inclusion_options options = {.cell = 0.03f};
    bool done = false;
    for (uint32_t fail = 1; fail < 40 && !done; ++fail) {
        wf_memory memory = {.fail_in = fail};
        wf_inclusion field = {.cell_count = 0};
        done = wf_inclusion_build(&memory, &field, &own, mesh.x, &options);
        CHECK_EQ(done, !memory.failed);
        wf_inclusion_free(&memory, &field);
        CHECK_EQ(memory.bytes, 0);
    }
    CHECK(done);
    torus_free(&mesh);
}
