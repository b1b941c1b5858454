// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sheets that fall on a sphere one after another lie still after a while, each about a contact
// radius above the one below, and none slides off. On a fine mesh that asks for a solver that
// carries a push through the whole stack, and for friction that touches do not lose as they come
// and go.
#include "sheet.h"

#include <math.h>

enum { SHEETS = 5, COLUMNS = 23, ROWS = 26, STEPS = 180 };

typedef struct stack {
    weft_world* world;
    weft_cloth_id ids[SHEETS];
    uint32_t vertex_count;
} stack;

static stack drop_stack(void) {
    stack s = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0};
    add_sphere(s.world, centre, 0.15f, 24);
    sheet cloth = sheet_make(SHEET_EQUILATERAL, COLUMNS, ROWS, 0.015f);
    s.vertex_count = cloth.vertex_count;
    for (int k = 0; k < SHEETS; ++k) {
        float c = cosf(0.16f * (float)k), d = sinf(0.16f * (float)k);
        const float along[3] = {c, 0, d}, across[3] = {d, 0, -c};
        const float u = -0.165f, v = -0.157f;
        const float origin[3] = {u * c + v * d, 0.16f + 0.02f * (float)k, u * d - v * c};
        sheet_place(&cloth, origin, along, across);
        weft_fabric fabric = weft_fabric_from_preset(
            k % 2 == 0 ? WEFT_FABRIC_COTTON
                       : WEFT_FABRIC_SILK); // heavy on light and light on heavy
        s.ids[k] = sheet_add(s.world, &cloth, &fabric, NULL, 0);
    }
    sheet_free(&cloth);
    return s;
}

/// Mean height over the sphere's top of the vertices within 3 cm of its axis, m.
static double height_of(const stack* s, int k) {
    const float* x = weft_cloth_positions(s->world, s->ids[k]);
    double sum = 0.0;
    int count = 0;
    for (uint32_t i = 0; i < s->vertex_count; ++i, x += 3) {
        if (x[0] * x[0] + x[2] * x[2] < 0.03f * 0.03f) {
            sum += (double)x[1] - 0.15;
            ++count;
        }
    }
    return count == 0 ? 0.0 : sum / count;
}

static double mean_speed(const stack* s, int k) {
    const float* v = weft_cloth_velocities(s->world, s->ids[k]);
    double sum = 0.0;
    for (uint32_t i = 0; i < s->vertex_count; ++i, v += 3) {
        sum += sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
    return sum / s->vertex_count;
}

WEFT_TEST(stack_of_fine_sheets_lies_still) {
    stack s = drop_stack();
    uint32_t crossings = 0;
    for (int step = 0; step < STEPS; ++step) {
        weft_step_report report = run_steps(s.world, 1);
        crossings += report.crossings_body + report.crossings_cloth + report.crossings_declared;
    }
    CHECK_EQ(crossings, 0);
    for (int k = 0; k < SHEETS; ++k) {
        const float* x = weft_cloth_positions(s.world, s.ids[k]);
        double off = hypot(mean_of(x, s.vertex_count, 0), mean_of(x, s.vertex_count, 2));
        test_note("sheet %d: %.1f mm high, %.1f mm aside, %.2f mm/s", k, 1e3 * height_of(&s, k),
                  1e3 * off, 1e3 * mean_speed(&s, k));
        CHECK_LT(off, 0.01);
        CHECK_LT(mean_speed(&s, k), 0.001);
        CHECK_LT(height_of(&s, k), 0.004 * (k + 1));
    }
    weft_world_destroy(s.world);
}
