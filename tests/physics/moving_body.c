// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The promise of the filter, tested hard: a ball is driven through a hanging sheet faster than any
// limb, and a jaw closes on one. No step may show a crossing that was not declared, nothing may
// become NaN, and bodies arrive in the end.
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 33, ROWS = 37 };

static const float origin[3] = {-0.32f, 0.3f, 0.0f};

/// A sheet of 2 cm edges in the plane z = 0, hung by its top row.
static weft_cloth_id hang_sheet(weft_world* world, float friction) {
    sheet s = sheet_make(SHEET_EQUILATERAL, COLUMNS, ROWS, 0.02f);
    const float along[3] = {1, 0, 0}, down[3] = {0, -1, 0};
    sheet_place(&s, origin, along, down);
    weft_pin pins[COLUMNS] = {{0}};
    for (uint32_t k = 0; k < COLUMNS; ++k) {
        pins[k].vertex = k;
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.friction_body = friction;
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, COLUMNS);
    sheet_free(&s);
    return id;
}

/// Shifts a body by `offset` along z from its rest places, at the end of the next step.
static void drive(weft_world* world, weft_body_id body, const float* rest, float* places,
                  float offset) {
    uint32_t count = weft_body_vertex_count(world, body);
    for (uint32_t i = 0; i < count; ++i) {
        places[3 * i] = rest[3 * i];
        places[3 * i + 1] = rest[3 * i + 1];
        places[3 * i + 2] = rest[3 * i + 2] + offset;
    }
    CHECK_EQ(weft_body_set_positions(world, body, places), WEFT_OK);
}

static float* copy_places(const weft_world* world, weft_body_id body) {
    size_t bytes = 3 * sizeof(float) * (size_t)weft_body_vertex_count(world, body);
    float* copy = malloc(bytes);
    memcpy(copy, weft_body_positions(world, body), bytes);
    return copy;
}

static void push_through(float speed, float friction) {
    weft_world* world = make_world(9.81f);
    const float centre[3] = {0, 0, -0.35f};
    weft_body_id ball = add_sphere(world, centre, 0.15f, 24);
    hang_sheet(world, friction);
    float *rest = copy_places(world, ball), *places = copy_places(world, ball);
    uint32_t crossings = 0, declared = 0;
    float lag = 0.0f, offset = 0.0f;
    for (int step = 0; step < 40; ++step) {
        offset = offset + speed / 60.0f < 0.7f ? offset + speed / 60.0f : 0.7f;
        drive(world, ball, rest, places, offset);
        weft_step_report report = run_steps(world, 1);
        crossings += report.crossings_body;
        declared += report.crossings_declared;
        lag = report.body_lag_max;
    }
    test_note("%.0f m/s, mu %.1f: %u crossings, %u declared, lag %.2g m", (double)speed,
              (double)friction, crossings, declared, (double)lag);
    CHECK_EQ(crossings, 0);
    CHECK_EQ(declared, 0);
    CHECK_LT(lag, 1e-6);
    weft_world_destroy(world);
    free(rest);
    free(places);
}

WEFT_TEST(ball_through_a_curtain_never_crosses) {
    for (float speed = 1.0f; speed <= 6.0f; speed += 2.5f) {
        push_through(speed, 0.0f);
        push_through(speed, 0.3f);
    }
}

static uint32_t count_flags(const weft_world* world) {
    weft_cloth_id cloth = weft_world_cloth_at(world, 0);
    const uint8_t* captured = weft_cloth_captured(world, cloth);
    uint32_t count = 0;
    for (uint32_t v = 0; v < weft_cloth_vertex_count(world, cloth); ++v) {
        count += captured[v];
    }
    return count;
}

WEFT_TEST(jaw_that_closes_on_cloth_lets_go_of_it_again) {
    weft_world* world = make_world(9.81f);
    const float left[3] = {0, 0, -0.22f}, right[3] = {0, 0, 0.22f};
    weft_body_id jaw[2] = {add_sphere(world, left, 0.15f, 24), add_sphere(world, right, 0.15f, 24)};
    hang_sheet(world, 0.3f);
    float *rest[2], *places[2];
    for (int k = 0; k < 2; ++k) {
        rest[k] = copy_places(world, jaw[k]);
        places[k] = copy_places(world, jaw[k]);
    }
    weft_step_report report = {0};
    uint32_t most = 0;
    for (int step = 0; step < 120; ++step) {
        // Closed until the two balls overlap by 10 mm, held, opened again.
        float t = step < 30   ? (float)step / 30.0f
                  : step < 40 ? 1.0f
                              : fmaxf(0.0f, 1.0f - (float)(step - 40) / 30.0f);
        for (int k = 0; k < 2; ++k) {
            drive(world, jaw[k], rest[k], places[k], (k ? -0.075f : 0.075f) * t);
        }
        report = run_steps(world, 1);
        CHECK_EQ(count_flags(world), report.captured);
        most = report.captured > most ? report.captured : most;
    }
    test_note("%u captured at most; a second after: %u captured, %u crossings", most,
              report.captured, report.crossings_body);
    CHECK_GT(most, 0);
    CHECK_EQ(report.captured, 0);
    CHECK_EQ(report.crossings_body, 0);
    CHECK_LT(report.body_lag_max, 1e-6);
    CHECK_LT(report.strain_max, 0.5);
    weft_world_destroy(world);
    for (int k = 0; k < 2; ++k) {
        free(rest[k]);
        free(places[k]);
    }
}
