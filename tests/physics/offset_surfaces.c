// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `offset_surfaces` (the lab's): sheets that fall on bodies stay on them for 300
// frames, at T2; what crosses is counted and said.
#include "held_sheet.h"
#include "method_rows.h"

/// The least and the mean distance that particles nearer than 30 mm keep from a sphere at the
/// origin, m.
static void measure_sphere(const weft_world* world, double radius, double out[2]) {
    double sum = 0.0;
    uint32_t count = 0;
    out[0] = INFINITY;
    for (uint32_t i = 0; i < world->particles->count; ++i) {
        const float* x = world->particles->x + 4 * (size_t)i;
        double d[3] = {(double)x[0], (double)x[1], (double)x[2]};
        double far = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - radius;
        if (far < 0.03) {
            sum += far;
            count += 1;
            out[0] = far < out[0] ? far : out[0];
        }
    }
    out[1] = sum / count;
}

static void hold_on_a_sphere(const char* stage, const char* parameter, float value,
                             uint32_t frames) {
    weft_world* world = world_with_response("offset_surfaces");
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    CHECK_EQ(weft_world_set_parameter(world, stage, parameter, value, NULL), WEFT_OK);
    add_sphere(world, middle, 0.2f, 40);
    held h = hold(world, drop_sheet(world, 0.24f), frames);
    double keeps[2];
    measure_sphere(world, 0.2, keeps);
    test_note("%s %g: nearest %.4f m, in the mean %.4f", parameter, (double)value, keeps[0],
              keeps[1]);
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    CHECK_EQ(world->report.crossings_body, 0);
    // the centre of a voxel of the surface is at most half of a diagonal off, that of a particle
    // too
    const double cell = 0.0075, diagonal = 1.7321 * cell;
    CHECK_GT(keeps[0], 0.0);
    CHECK_GT(keeps[1], 3 * cell - diagonal);
    CHECK_LT(keeps[1], 3 * cell + diagonal);
    weft_world_destroy(world);
}

WEFT_TEST(offset_surfaces_hold_a_sheet_on_a_sphere) {
    hold_on_a_sphere("response", "cell", 0.0075f, HELD_FRAMES);
}

WEFT_TEST(offset_surfaces_hold_it_by_the_exact_field_too) {
    hold_on_a_sphere("response", "generator", 1, SOME_FRAMES);
}

WEFT_TEST(offset_surfaces_hold_it_by_single_voxels_too) {
    hold_on_a_sphere("response", "smooth", 0, SOME_FRAMES);
}

WEFT_TEST(offset_surfaces_hold_it_with_ten_tests_a_second) {
    hold_on_a_sphere("narrow_phase", "every", 6, SOME_FRAMES);
}

WEFT_TEST(offset_surfaces_hold_it_by_traces_forward_too) {
    hold_on_a_sphere("narrow_phase", "entry", 1, SOME_FRAMES);
}

WEFT_TEST(offset_surfaces_hold_a_sheet_on_a_torus) {
    weft_world* world = world_with_response("offset_surfaces");
    if (world == NULL) {
        return;
    }
    add_torus(world);
    held h = hold(world, drop_sheet(world, 0.1f), HELD_FRAMES);
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

WEFT_TEST(offset_surfaces_refuse_an_open_body) {
    refuses_an_open_body("offset_surfaces");
}

/// What a sheet does that falls on a sphere from a height, m at 4 m/s.
static uint64_t fall(const weft_method* row, const char* parameter, float value, float height) {
    weft_world* world = world_with_response("offset_surfaces");
    const float middle[3] = {0, 0, 0};
    CHECK_EQ(weft_world_set_method(world, row->stage, row->name, NULL), WEFT_OK);
    CHECK_EQ(weft_world_set_parameter(world, row->stage, parameter, value, NULL), WEFT_OK);
    add_sphere(world, middle, 0.2f, 24);
    sheet s = sheet_make(SHEET_ONE_DIAGONAL, 20, 20, 0.02f);
    const float corner[3] = {-0.19f, height, -0.19f}, down[3] = {0, -4, 0}, still[3] = {0, 0, 0};
    sheet_place(&s, corner, east, south);
    sheet_set_motion(&s, down, still, middle);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
    run_steps(world, 20);
    CHECK_EQ(count_inside(world), 0);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

static bool listens(const weft_method* row, const weft_parameter* p) {
    // T0 is for those who come in below T2; the least cell has more voxels than may be
    bool stop = strcmp(p->name, "stop") == 0, cell = strcmp(p->name, "cell") == 0;
    float height = stop ? 0.205f : 0.3f;
    uint64_t usual = fall(row, p->name, p->usual, height);
    bool low = !cell && p->low != p->usual && fall(row, p->name, p->low, height) != usual;
    return low || (p->high != p->usual && fall(row, p->name, p->high, height) != usual);
}

/// Every number of the row does something, and none lets a particle in. Looked up lines are the
/// drawn ones, and where a trace begins changes what it looks at (unit/voxel_trace.c), not where
/// such a sheet goes.
WEFT_TEST(offset_surfaces_listen_to_every_parameter) {
    const weft_method* row;
    for (uint32_t k = 0; (row = weft_method_at(k)) != NULL; ++k) {
        bool own =
            strcmp(row->name, "offset_surfaces") == 0 || strcmp(row->name, "voxel_trace") == 0;
        for (uint32_t i = 0; own && i < row->parameter_count; ++i) {
            const weft_parameter* p = &row->parameters[i];
            bool same = strcmp(p->name, "line") == 0 || strcmp(p->name, "entry") == 0;
            test_check(listens(row, p) != same, __FILE__, __LINE__, "%s: %s", row->name, p->name);
        }
    }
}
