// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Elastic tape: what it pulls with, what it presses with, and that it never pushes.
#include "sheet.h"

#include "weft/lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 40, COUNT = 2 * AROUND };
#define RADIUS 0.1f
#define TURN 6.2831853f
#define HIGH 0.02f // m, of the tube

/// A tube of soft cloth round the z axis, its rest shape that of its place, with a band of `rest`
/// m a piece along both edges.
static weft_cloth_id add_tube(weft_world* world, float radius, float rest, float stiffness) {
    float x[3 * COUNT];
    uint32_t t[6 * AROUND];
    weft_band bands[COUNT];
    for (uint32_t v = 0; v < COUNT; ++v) {
        uint32_t i = v % AROUND, j = (i + 1) % AROUND, row = v / AROUND;
        float angle = TURN * (float)i / AROUND;
        x[3 * v] = radius * cosf(angle);
        x[3 * v + 1] = radius * sinf(angle);
        x[3 * v + 2] = row == 0 ? -0.5f * HIGH : 0.5f * HIGH;
        bands[v] = (weft_band){{v, row * AROUND + j}, rest, stiffness, 4e-4f};
        if (row == 0) {
            const uint32_t two[6] = {i, j, j + AROUND, i, j + AROUND, i + AROUND};
            memcpy(t + 6 * (size_t)i, two, sizeof two);
        }
    }
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.triangles = t;
    def.bands = bands;
    def.vertex_count = COUNT;
    def.triangle_count = 2 * AROUND;
    def.band_count = COUNT;
    def.fabric = plain_fabric(0.1f, 1.0f, 1e-7f);
    def.fabric.damping = 0.05f;
    weft_report report;
    weft_cloth_id cloth = weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    return cloth;
}

/// Mean length of a piece, m.
static double mean_piece(const float* x) {
    double sum = 0.0;
    for (uint32_t v = 0; v < COUNT; ++v) {
        const float* a = x + 3 * (size_t)v;
        const float* b = x + 3 * (size_t)(v / AROUND * AROUND + (v % AROUND + 1) % AROUND);
        double square = 0.0;
        for (int k = 0; k < 3; ++k) {
            square += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
        }
        sum += sqrt(square);
    }
    return sum / COUNT;
}

/// Two bands press on what they are round with 2 pi T each, T the stiffness times the strain.
WEFT_TEST(band_presses_with_two_pi_its_tension) {
    for (int n = 1; n <= 3; ++n) {
        weft_world* world = make_world(0.0f);
        add_pillar(world, AROUND, RADIUS, 0.2f);
        float piece = TURN * (RADIUS + 0.003f) / AROUND, stiffness = 10.0f * (float)n;
        weft_cloth_id cloth = add_tube(world, RADIUS + 0.003f, piece / 1.05f, stiffness);
        run_steps(world, 240);
        const float* x = weft_cloth_positions(world, cloth);
        const float* pressure = weft_cloth_pressure(world, cloth);
        double strain = mean_piece(x) / (double)(piece / 1.05f) - 1.0, force = 0.0;
        for (uint32_t v = 0; v < COUNT; ++v) {
            force += (double)pressure[v] * (double)(0.5f * HIGH * piece);
        }
        double tension = (double)stiffness * strain;
        CHECK_GT(strain, 0.02);
        CHECK_NEAR(force, 2.0 * (double)TURN * tension, 0.05 * 2.0 * (double)TURN * tension);
#ifdef WEFT_LAB
        weft_lab_energy e = weft_lab_energy_of(world);
        double stored = COUNT * 0.5 * tension * strain * (double)(piece / 1.05f);
        CHECK_NEAR(e.bands, stored, 0.02 * stored);
#endif
        weft_world_destroy(world);
    }
}

/// A tube without a body, whose band is `part` of its edges, after some steps; its edges are
/// `length` of what they were.
static weft_world* let_tube_go(float part, float stiffness, uint32_t steps, double* length) {
    weft_world* world = make_world(0.0f);
    float piece = TURN * RADIUS / AROUND;
    weft_cloth_id cloth = add_tube(world, RADIUS, part * piece, stiffness);
    run_steps(world, steps);
    *length = mean_piece(weft_cloth_positions(world, cloth)) / (double)piece;
    return world;
}

/// A band that is longer than what it is sewn to does nothing: the tube stays as it is.
WEFT_TEST(band_that_is_slack_does_not_push) {
    double length;
    weft_world* world = let_tube_go(1.2f, 1000.0f, 60, &length);
    CHECK_NEAR(length, 1.0, 2e-3);
#ifdef WEFT_LAB
    CHECK_NEAR(weft_lab_energy_of(world).bands, 0.0, 0.0);
#endif
    weft_world_destroy(world);
}

/// Free of a body it draws the tube in until it is at rest.
WEFT_TEST(band_shortens_to_its_rest_length) {
    double length;
    weft_world* world = let_tube_go(0.9f, 100.0f, 240, &length);
    CHECK_NEAR(length, 0.9, 5e-3);
    weft_world_destroy(world);
}

WEFT_TEST(bands_that_are_none_are_refused) {
    static const weft_band wrong[] = {
        {{0, COUNT}, 0.01f, 1.0f, 0.0f}, {{1, 1}, 0.01f, 1.0f, 0.0f},  {{0, 1}, 0.0f, 1.0f, 0.0f},
        {{0, 1}, NAN, 1.0f, 0.0f},       {{0, 1}, 0.01f, -1.0f, 0.0f}, {{0, 1}, 0.01f, NAN, 0.0f},
        {{0, 1}, 0.01f, 1.0f, -1.0f},    {{0, 1}, 0.01f, 1.0f, NAN},
    };
    const float x[9] = {0, 0, 0, 0.1f, 0, 0, 0, 0.1f, 0};
    const uint32_t t[3] = {0, 1, 2};
    for (size_t k = 0; k <= sizeof wrong / sizeof *wrong; ++k) {
        weft_world* world = make_world(0.0f);
        weft_cloth_def def = weft_default_cloth_def();
        weft_report report;
        def.positions = x;
        def.triangles = t;
        def.vertex_count = 3;
        def.triangle_count = 1;
        def.bands = k < sizeof wrong / sizeof *wrong ? &wrong[k] : NULL;
        def.band_count = 1;
        weft_cloth_id cloth = weft_world_add_cloth(world, &def, &report);
        CHECK_EQ(cloth.id, WEFT_NULL_ID);
        CHECK(strcmp(report.where, "bands") == 0);
        CHECK_EQ(report.status,
                 k == 0 ? WEFT_ERROR_INDEX_OUT_OF_RANGE : WEFT_ERROR_INVALID_ARGUMENT);
        weft_world_destroy(world);
    }
}
