// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The uniform grid: pairs against brute force, updates against building anew, signs against
// winding numbers.
#include "grid_checks.h"
#include "test_macros.h"

#include "stage.h"
#include "structures/sweep.h"
#include "structures/uniform_grid.h"

#include <stdlib.h>

static void check_pairs(float per_side) {
    stage s = stage_make(0.004f, 0.003f);
    const wf_structure* kinds[] = {&wf_structure_brute_force, &wf_structure_uniform_grid};
    void* self[2];
    wf_pairs pairs[2] = {{0}, {0}};
    for (int k = 0; k < 2; ++k) {
        self[k] = kinds[k]->create(&s.memory, &s.cloth_sweep, &s.body_sweep, &per_side);
        REQUIRE(self[k]);
    }
    for (int frame = 0; frame < 40; ++frame) {
        stage_pose(&s, (frame + (frame > 20 ? 30 : 0)) / 60.0);
        for (int k = 0; k < 2; ++k) {
            pairs_collect(kinds[k], self[k], &s, &pairs[k]);
        }
        CHECK_GT(pairs[1].count, 1000);
        CHECK(pairs_equal(&pairs[0], &pairs[1]));
    }
    for (int k = 0; k < 2; ++k) {
        pairs_free(&s, &pairs[k]);
        kinds[k]->destroy(&s.memory, self[k]);
    }
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

/// At both ends of the range of its parameter too.
WEFT_TEST(uniform_grid_finds_the_pairs_of_brute_force) {
    check_pairs(WF_GRID_PER_SIDE);
    check_pairs(0.5f);
    check_pairs(8.0f);
}

WEFT_TEST(uniform_grid_update_equals_building_anew) {
    stage s = stage_make(0.004f, 0.001f);
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    REQUIRE(wf_grid_build(&s.memory, &field, &s.body_sweep));
    uint32_t count[3], rebuilt = 0, changed = 0;
    for (int frame = 0; frame < 300; ++frame) {
        stage_pose(&s, frame / 60.0);
        REQUIRE(wf_grid_update(&s.memory, &field, &s.body_sweep));
        rebuilt += field.rebuilt;
        changed += field.changed_triangles;
        check_registrations(&field, &s.body_sweep);
        check_signs(&field, &s.body_sweep, count);
        CHECK_GT(count[0], 50);
        CHECK_GT(count[1], 500);
        CHECK_GT(count[2], 500);
    }
    test_note(
        "%u cells: %u inside, %u boundary, %u outside; rebuilt %u times; %u triangles changed",
        field.cell_count, count[0], count[1], count[2], rebuilt, changed / 300);
    CHECK_LT(rebuilt, 30);
    wf_grid_free(&s.memory, &field);
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

/// Van Oosterom and Strackee's solid angle, summed over the surface: 4 pi inside, 0 outside.
static double winding(const wf_sweep* body, const float point[3]) {
    double sum = 0;
    for (uint32_t t = 0; t < 3 * body->triangle_count; t += 3) {
        double r[3][3], length[3], dots[3];
        for (int k = 0; k < 3; ++k) {
            length[k] = 0;
            for (int axis = 0; axis < 3; ++axis) {
                float x = body->x1[4 * (size_t)body->triangles[t + (uint32_t)k] + (size_t)axis];
                r[k][axis] = (double)x - (double)point[axis];
                length[k] += r[k][axis] * r[k][axis];
            }
            length[k] = sqrt(length[k]);
        }
        for (int k = 0; k < 3; ++k) {
            const double *u = r[(k + 1) % 3], *v = r[(k + 2) % 3];
            dots[k] = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        }
        double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) +
                        r[0][1] * (r[1][2] * r[2][0] - r[1][0] * r[2][2]) +
                        r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
        sum += 2 * atan2(volume, length[0] * length[1] * length[2] + dots[0] * length[0] +
                                     dots[1] * length[1] + dots[2] * length[2]);
    }
    return sum / (4 * TORUS_PI);
}

WEFT_TEST(uniform_grid_signs_are_those_of_winding_numbers) {
    stage s = stage_make(0.004f, 0.001f);
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    test_random random = test_seed(21);
    uint32_t seen[3] = {0, 0, 0};
    REQUIRE(wf_grid_build(&s.memory, &field, &s.body_sweep));
    for (int frame = 0; frame < 20; ++frame) {
        stage_pose(&s, frame / 60.0);
        REQUIRE(wf_grid_update(&s.memory, &field, &s.body_sweep));
        for (int i = 0; i < 200; ++i) {
            float point[3] = {test_uniform(&random, -0.5f, 0.5f),
                              test_uniform(&random, -0.25f, 0.25f),
                              test_uniform(&random, -0.5f, 0.5f)};
            int sign = wf_grid_at(&field, point);
            seen[sign + 1] += 1;
            if (sign != 0) {
                CHECK_EQ(winding(&s.body_sweep, point) > 0.5 ? -1 : 1, sign);
            }
        }
    }
    float far_away[3] = {100, 0, 0};
    CHECK_EQ(wf_grid_at(&field, far_away), 1);
    test_note("%u inside, %u boundary, %u outside", seen[0], seen[1], seen[2]);
    CHECK_GT(seen[0], 100);
    CHECK_GT(seen[2], 500);
    wf_grid_free(&s.memory, &field);
    stage_free(&s);
}

/// A body that is somewhere else in the next frame, and one that leaves the grid.
WEFT_TEST(uniform_grid_survives_jumps) {
    stage s = stage_make(0.004f, 0.001f);
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    uint32_t count[3];
    REQUIRE(wf_grid_build(&s.memory, &field, &s.body_sweep));
    const float steps[] = {0.04f, -0.03f, 3.0f, 0.02f, -7.0f};
    for (int i = 0; i < 5; ++i) {
        for (uint32_t v = 0; v < s.body.vertex_count; ++v) {
            s.body.x[4 * v] += steps[i];
            s.body_next.x[4 * v] += steps[i];
        }
        REQUIRE(wf_grid_update(&s.memory, &field, &s.body_sweep));
        CHECK_EQ(field.rebuilt, fabsf(steps[i]) > 1);
        check_registrations(&field, &s.body_sweep);
        check_signs(&field, &s.body_sweep, count);
        CHECK_GT(count[0], 50);
    }
    wf_grid_free(&s.memory, &field);
    stage_free(&s);
}

/// Pockets of outside space that the boundary layer encloses are still outside: a hollow shell with
/// a second body inside its cavity.
WEFT_TEST(uniform_grid_tells_pockets_from_insides) {
    torus_mesh tube = torus_make(160, 64, 0);
    torus_mesh both = torus_alloc(2 * tube.vertex_count, 2 * tube.triangle_count);
    for (uint32_t v = 0; v < tube.vertex_count; ++v) {
        double u = 2 * TORUS_PI * (v / 64) / 160, w = 2 * TORUS_PI * (v % 64) / 64;
        torus_point(u, w, 0, 0, both.x + 4 * (size_t)v);
        torus_point(u, w, 0, -0.06, both.x + 4 * (size_t)(v + tube.vertex_count));
    }
    for (uint32_t i = 0; i < tube.triangle_count; ++i) {
        const uint32_t* t = tube.triangles + 3 * (size_t)i;
        uint32_t* inner = both.triangles + 3 * (size_t)(i + tube.triangle_count);
        memcpy(both.triangles + 3 * (size_t)i, t, 12);
        inner[0] = t[0] + tube.vertex_count; // turned inside out: a cavity
        inner[1] = t[2] + tube.vertex_count;
        inner[2] = t[1] + tube.vertex_count;
    }
    wf_sweep sweep = sweep_of(&both, &both, 0.001f);
    wf_memory memory = {0};
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    REQUIRE(wf_grid_build(&memory, &field, &sweep));
    const float middle[3] = {0.28f, 0, 0}, out[3] = {0, 0, 0};
    CHECK_EQ(wf_grid_at(&field, middle), 1);
    CHECK_EQ(wf_grid_at(&field, out), 1);
    uint32_t inside = 0;
    for (uint32_t cell = 0; cell < field.cell_count; ++cell) {
        inside += field.signs[cell] == -1;
    }
    CHECK_GT(inside, 50);
    wf_grid_free(&memory, &field);
    torus_free(&tube);
    torus_free(&both);
}

WEFT_TEST(uniform_grid_normals_point_outwards) {
    stage s = stage_make(0.004f, 0.001f);
    wf_grid field = {.per_side = WF_GRID_PER_SIDE};
    REQUIRE(wf_grid_build(&s.memory, &field, &s.body_sweep));
    float top[4], normal[3];
    torus_point(0.3, TORUS_PI / 2, 1.0 / 120, 0, top);
    wf_grid_normal(&field, &s.body_sweep, top, normal);
    CHECK_GT(normal[1], 0.8f);
    float nowhere[3] = {0, 0, 0};
    wf_grid_normal(&field, &s.body_sweep, nowhere, normal);
    CHECK_EQ(normal[1] == 0.0f, true);
    wf_grid_free(&s.memory, &field);
    stage_free(&s);
}
