// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloths that come in through each other, or in one place, come apart in the order of their layers:
// the higher one outside, whichever of the two was added first and however much of it was inside.
#include "sheet.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 11, AROUND = 36, ROWS = 14, TUBE = AROUND * (ROWS + 1) };

static weft_cloth_id add_layer(weft_world* world, const float* x, const float* material,
                               const uint32_t* triangles, uint32_t vertex_count,
                               uint32_t triangle_count, uint32_t layer) {
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.material = material;
    def.triangles = triangles;
    def.vertex_count = vertex_count;
    def.triangle_count = triangle_count;
    def.layer = layer;
    weft_report report;
    weft_cloth_id id = weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    return id;
}

/// Steps until nothing is crossed; the step, or 0.
static uint32_t untangle(weft_world* world, uint32_t most) {
    uint32_t clean = 0;
    for (uint32_t step = 1; step <= most; ++step) {
        weft_step_report report = run_steps(world, 1);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
        clean = report.crossings_declared + report.tangled > 0 ? 0 : clean > 0 ? clean : step;
    }
    return clean;
}

// ---- sheets without a body
// --------------------------------------------------------------------------------------------

static weft_cloth_id add_flat(weft_world* world, const float origin[3], const float along[3],
                              const float up[3], uint32_t layer) {
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    sheet_place(&s, origin, along, up);
    weft_cloth_id id =
        add_layer(world, s.positions, NULL, s.triangles, s.vertex_count, s.triangle_count, layer);
    sheet_free(&s);
    return id;
}

/// Mean of z of the first sheet less that of the second, after they have come apart. The sheets lie
/// in z = 0 and look to +z, the second turned by `tilt`, or to -z for a sheet from behind.
static double come_apart(float tilt, bool from_behind, const uint32_t layer[2], uint32_t* clean) {
    weft_world* world = make_world(0.0f);
    const float c = cosf(tilt), s = sinf(tilt), origin[3] = {-0.1f, -0.1f, 0};
    const float turned[3] = {-0.1f * c, -0.1f, -0.1f * s};
    const float along[3] = {1, 0, 0}, up[3] = {0, 1, 0}, tilted[3] = {c, 0, s};
    weft_cloth_id id[2];
    id[0] = add_flat(world, origin, from_behind ? up : along, from_behind ? along : up, layer[0]);
    id[1] = add_flat(world, turned, from_behind ? up : tilted, from_behind ? tilted : up, layer[1]);
    *clean = untangle(world, 90);
    double apart = mean_of(weft_cloth_positions(world, id[0]), SIDE * SIDE, 2) -
                   mean_of(weft_cloth_positions(world, id[1]), SIDE * SIDE, 2);
    weft_world_destroy(world);
    return apart;
}

/// Vertex on vertex, or through each other in the middle. Outside is the front of the inner one.
WEFT_TEST(sheets_in_one_place_part_by_layer) {
    const uint32_t layers[2][2] = {{0, 1}, {1, 0}};
    const float tilts[] = {0.0f, 0.1f, -0.25f};
    for (int n = 0; n < 12; ++n) {
        bool behind = n / 6 == 1;
        uint32_t clean;
        double apart = come_apart(tilts[n % 3], behind, layers[n / 3 % 2], &clean);
        double wanted = (n / 3 % 2 == 1) != behind ? 1.0 : -1.0;
        test_note("tilt %.2f, layers %u %u, %s: %.2f mm, clean after step %u", (double)tilts[n % 3],
                  layers[n / 3 % 2][0], layers[n / 3 % 2][1],
                  behind ? "from behind" : "from the front", 1e3 * apart, clean);
        CHECK_GT(clean, 0);
        CHECK_GT(wanted * apart, 0.0005);
    }
}

// ---- tubes round a body
// --------------------------------------------------------------------------------------------

/// A tube round y of radius `mean` that goes `wave` m in and out of that.
static weft_cloth_id add_tube(weft_world* world, float mean, float wave, uint32_t layer,
                              bool inside_out) {
    float x[3 * TUBE];
    uint32_t t[6 * AROUND * ROWS];
    for (uint32_t v = 0; v < TUBE; ++v) {
        float angle = 6.2831853f * (float)(v % AROUND) / AROUND;
        float height = 0.02f * ((float)(v / AROUND) - 0.5f * ROWS);
        float radius = mean + wave * sinf(2.0f * angle) * cosf(12.0f * height);
        x[3 * v] = radius * cosf(angle);
        x[3 * v + 1] = height;
        x[3 * v + 2] = radius * sinf(angle);
    }
    for (uint32_t i = 0; i < AROUND * ROWS; ++i) {
        uint32_t a = i, b = i / AROUND * AROUND + (i + 1) % AROUND;
        const uint32_t two[2][6] = {{a, a + AROUND, b + AROUND, a, b + AROUND, b},
                                    {a, b + AROUND, a + AROUND, a, b, b + AROUND}};
        for (int k = 0; k < 6; ++k) {
            t[6 * (size_t)i + (size_t)k] = two[inside_out][k];
        }
    }
    return add_layer(world, x, NULL, t, TUBE, 2 * AROUND * ROWS, layer);
}

static double mean_radius(weft_world* world, weft_cloth_id id) {
    const float* x = weft_cloth_positions(world, id);
    double sum = 0.0;
    for (uint32_t v = 0; v < TUBE; ++v) {
        sum += hypot((double)x[3 * v], (double)x[3 * v + 2]);
    }
    return sum / TUBE;
}

/// Both tubes weave through each other round a ball; a part of them that is the larger one in some
/// of the cases has to go in or out. Read after a second: later they slide down the ball, on ways
/// that a micrometre changes.
WEFT_TEST(tubes_that_weave_part_by_layer) {
    for (int n = 0; n < 8; ++n) {
        weft_world* world = make_world(0.0f);
        const float centre[3] = {0, 0, 0};
        add_sphere(world, centre, 0.09f, 16);
        uint32_t outer = (uint32_t)n % 2;
        // the waves are 6 mm, so the second tube is mostly outside, or mostly inside
        float shift = n / 2 % 2 == 0 ? 0.003f : -0.003f;
        weft_cloth_id id[2];
        id[0] = add_tube(world, 0.11f, 0.006f, outer == 0 ? 3 : 1, n / 4 == 1);
        id[1] = add_tube(world, 0.11f + shift, -0.006f, outer == 1 ? 3 : 1, false);
        uint32_t clean = untangle(world, 60);
        double out = mean_radius(world, id[outer]), in = mean_radius(world, id[1 - outer]);
        test_note("case %d: outer %.2f mm, inner %.2f mm, clean after step %u", n, 1e3 * out,
                  1e3 * in, clean);
        CHECK_GT(clean, 0);
        CHECK_GT(out, in + 0.003);
        weft_world_destroy(world);
    }
}

/// Cloths of one layer part as they always did, whatever its number.
WEFT_TEST(equal_layers_have_no_order) {
    uint64_t hash[2];
    for (uint32_t k = 0; k < 2; ++k) {
        weft_world* world = make_world(0.0f);
        const float centre[3] = {0, 0, 0};
        add_sphere(world, centre, 0.09f, 16);
        add_tube(world, 0.11f, 0.006f, 4 * k, false);
        add_tube(world, 0.112f, -0.006f, 4 * k, false);
        run_steps(world, 30);
        hash[k] = weft_world_hash(world);
        weft_world_destroy(world);
    }
    CHECK_EQ_HEX(hash[0], hash[1]);
}
