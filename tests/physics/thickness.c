// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Thick cloth takes its room: a stack is as high as the sum of its sheets. What is thinner than the
// contact radius rests at that, whatever its thickness.
#include "sheet.h"

#include <math.h>
#include <string.h>

enum { SHEETS = 5, SIDE = 9 };

typedef struct pile {
    weft_world* world;
    weft_cloth_id ids[SHEETS];
} pile;

/// Sheets over a box, `shift` m aside.
static pile drop_beside(const float* thickness, float shift) {
    pile p = {.world = make_world(9.81f)};
    const float half[3] = {0.3f, 0.1f, 0.3f};
    add_box(p.world, half, 0.0f, 4);
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    float height = 0.1f;
    for (int k = 0; k < SHEETS; ++k) {
        height += thickness[k] > 0.003f ? thickness[k] + 0.004f : 0.007f;
        const float origin[3] = {-0.08f + 0.0013f * (float)k + shift, height, -0.08f};
        const float along[3] = {1, 0, 0}, across[3] = {0, 0, 1};
        sheet_place(&s, origin, along, across);
        weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_WOOL);
        fabric.thickness = thickness[k];
        p.ids[k] = sheet_add(p.world, &s, &fabric, NULL, 0);
    }
    sheet_free(&s);
    return p;
}

static pile drop(const float* thickness) {
    return drop_beside(thickness, 0.0f);
}

static double height_of(const pile* p, int k) {
    return mean_of(weft_cloth_positions(p->world, p->ids[k]), SIDE * SIDE, 1) - 0.1;
}

/// Steps until the pile lies; the sum of all crossings.
static uint32_t settle(const pile* p, uint32_t steps) {
    uint32_t crossings = 0;
    for (uint32_t step = 0; step < steps; ++step) {
        weft_step_report report = run_steps(p->world, 1);
        crossings += report.crossings_body + report.crossings_cloth + report.crossings_declared;
    }
    return crossings;
}

static double wider(double a, double b) {
    return a > b ? a : b;
}

/// The middle of the first sheet lies half its thickness over the body, that of each other one half
/// of both thicknesses over the one below; nothing nearer than the contact radius.
WEFT_TEST(stack_of_thick_sheets_is_as_high_as_their_sum) {
    const float thickness[][SHEETS] = {{0.005f, 0.005f, 0.005f, 0.005f, 0.005f},
                                       {0.01f, 0.01f, 0.01f, 0.01f, 0.01f},
                                       {0.0f, 0.0005f, 0.001f, 0.002f, 0.003f},
                                       {0.01f, 0.0005f, 0.006f, 0.0005f, 0.004f}};
    for (int n = 0; n < 4; ++n) {
        pile p = drop(thickness[n]);
        CHECK_EQ(settle(&p, 180), 0);
        double expected = wider(0.003, 0.5 * (double)thickness[n][0]);
        for (int k = 0; k < SHEETS; ++k) {
            if (k > 0) {
                expected += wider(0.003, 0.5 * (double)(thickness[n][k - 1] + thickness[n][k]));
            }
            test_note("pile %d, sheet %d: %.2f mm, expected %.2f", n, k, 1e3 * height_of(&p, k),
                      1e3 * expected);
            CHECK_NEAR(height_of(&p, k), expected, 0.0003);
        }
        weft_world_destroy(p.world);
    }
}

/// Of the second sheet, m.
static double top_of(const pile* p) {
    const float* x = weft_cloth_positions(p->world, p->ids[1]);
    double top = -1.0;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        top = wider(top, (double)x[3 * i + 1]);
    }
    return top;
}

/// Five sheets land on each other within two steps. What the solver leaves over of that must not
/// throw corners up.
WEFT_TEST(sheets_that_land_together_do_not_bounce) {
    const float thickness[SHEETS] = {0.01f, 0.0005f, 0.006f, 0.0005f, 0.004f};
    for (int n = 0; n < 12; ++n) {
        pile p = drop_beside(thickness, 0.0001f * (float)n);
        double start = top_of(&p), top = -1.0;
        for (int step = 0; step < 25; ++step) {
            CHECK_EQ(settle(&p, 1), 0);
            top = wider(top, top_of(&p));
        }
        test_note("start %d: at most %.1f mm over where it fell from", n, 1e3 * (top - start));
        CHECK_LT(top, start + 0.001);
        weft_world_destroy(p.world);
    }
}

/// Real fabrics are thinner than the contact radius: how thick makes no difference to a bit.
WEFT_TEST(thickness_below_the_contact_radius_changes_nothing) {
    const float thin[SHEETS] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    const float real[SHEETS] = {0.0002f, 0.0009f, 0.0005f, 0.003f, 0.002f};
    pile a = drop(thin), b = drop(real);
    settle(&a, 60);
    settle(&b, 60);
    CHECK_EQ_HEX(weft_world_hash(a.world), weft_world_hash(b.world));
    weft_world_destroy(a.world);
    weft_world_destroy(b.world);
}

/// Sheets that become thick while they lie go apart, and come together again.
WEFT_TEST(sheets_that_become_thick_go_apart) {
    const float thin[SHEETS] = {0};
    pile p = drop(thin);
    settle(&p, 180);
    double before = height_of(&p, 1) - height_of(&p, 0);
    for (uint32_t k = 0; k < SHEETS; ++k) {
        weft_event felt = {181, WEFT_EVENT_FABRIC_FIELD, k, 10, {0.006f}};
        weft_event again = {400, WEFT_EVENT_FABRIC_FIELD, k, 10, {0.0f}};
        CHECK_EQ(weft_world_push_event(p.world, &felt), WEFT_OK);
        CHECK_EQ(weft_world_push_event(p.world, &again), WEFT_OK);
    }
    CHECK_EQ(settle(&p, 210), 0);
    CHECK_NEAR(before, 0.003, 0.0002);
    for (int k = 1; k < SHEETS; ++k) {
        CHECK_NEAR(height_of(&p, k) - height_of(&p, k - 1), 0.006, 0.0003);
    }
    CHECK_EQ(settle(&p, 240), 0);
    CHECK_NEAR(height_of(&p, 1) - height_of(&p, 0), 0.003, 0.0003);
    weft_world_destroy(p.world);
}

static weft_status add_thick(weft_world* world, float step, float thickness, weft_report* report) {
    sheet s = sheet_make(SHEET_GRID, 9, 9, step);
    const float origin[3] = {0, 0, 0}, along[3] = {1, 0, 0}, up[3] = {0, 1, 0};
    sheet_place(&s, origin, along, up);
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = s.positions;
    def.triangles = s.triangles;
    def.vertex_count = s.vertex_count;
    def.triangle_count = s.triangle_count;
    def.fabric.thickness = thickness;
    weft_world_add_cloth(world, &def, report);
    sheet_free(&s);
    return (weft_status)report->status;
}

WEFT_TEST(fabric_thicker_than_its_mesh_is_fine_is_refused) {
    weft_world* world = make_world(0.0f);
    weft_report report;
    CHECK_EQ(add_thick(world, 0.01f, 0.02f, &report), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_STR(report.where, "fabric");
    CHECK_STR(report.message,
              "A fabric 20000 um thick needs vertices as far apart, and these are 8889 um; take "
              "a coarser mesh or a thinner fabric.");
    CHECK_EQ(add_thick(world, 0.03f, 0.02f, &report), WEFT_OK);
    // What is thinner than the contact radius is no matter of the mesh.
    CHECK_EQ(add_thick(world, 0.0005f, 0.0009f, &report), WEFT_OK);
    weft_event thick = {0, WEFT_EVENT_FABRIC_FIELD, 0, 10, {0.04f}};
    CHECK_EQ(weft_world_check_event(world, &thick, &report), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_STR(report.where, "fabric");
    thick.p[0] = 0.02f;
    CHECK_EQ(weft_world_check_event(world, &thick, &report), WEFT_OK);
    weft_world_destroy(world);
}
