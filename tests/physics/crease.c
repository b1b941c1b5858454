// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A sheet of 1 m stands almost upright on the floor and folds down on itself. Creases lay
// neighbours in the mesh on each other, and corners between two layers: what holds them there must
// let the sheet come to rest.
#include "sheet.h"

#include <math.h>

enum { SETTLE = 300, WATCH = 120 };

/// A sheet of side x side points that leans back from upright by so many degrees.
static weft_world* fold(uint32_t side, double lean) {
    weft_world* world = make_world(9.81f);
    add_box(world, (float[3]){2.0f, 0.1f, 2.0f}, 0.0f, 4);
    double angle = (90.0 - lean) * 3.14159265358979 / 180.0;
    float rise = (float)sin(angle), back = (float)cos(angle), step = 1.0f / (float)(side - 1);
    add_grid(world, side, step, (float[3]){-0.5f, 0.16f, 0.0f}, (float[3]){1, 0, 0},
             (float[3]){0, rise, back}, NULL, 0);
    return world;
}

typedef struct rest {
    uint32_t throttled, crossed;
    float fastest, stretched; // m/s in the mean of the steps; of an edge
} rest;

static rest settle(uint32_t side, double lean) {
    weft_world* world = fold(side, lean);
    weft_step_report before = run_steps(world, SETTLE);
    rest r = {.crossed = before.crossings_cloth + before.crossings_declared};
    for (int n = 0; n < WATCH; ++n) {
        weft_step_report report = run_steps(world, 1);
        r.throttled += report.throttled;
        r.crossed += report.crossings_body + report.crossings_cloth + report.crossings_declared;
        r.fastest += report.speed_max / WATCH;
        r.stretched = report.strain_max;
    }
    test_note("%u points a side, leaning by %.0f degrees: %u throttled, %.1f mm/s, stretched by "
              "%.1f %%",
              side, lean, r.throttled, 1000.0 * (double)r.fastest, 100.0 * (double)r.stretched);
    weft_world_destroy(world);
    return r;
}

/// How a sheet falls is chance: one of ten goes to and fro between two shapes of compressed cloth.
WEFT_TEST(crumpled_sheets_come_to_rest) {
    const uint32_t sides[] = {9, 9, 9, 13};
    uint32_t count = 0, at_rest = 0;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i) {
        for (int k = 0; k < 4; ++k) {
            rest r = settle(sides[i], 3.0 + 4.5 * k + (double)i);
            CHECK_EQ(r.crossed, 0);
            CHECK_LT(r.stretched, 0.06);
            at_rest += r.throttled == 0 && r.fastest < 0.01f;
            count += 1;
        }
    }
    test_note("%u of %u at rest", at_rest, count);
    CHECK_GE(4 * at_rest, 3 * count);
}

/// Neighbours turn against each other by 20 degrees a substep while the sheet comes down, and pass
/// no plane that keeps them apart but those across where they were nearest before.
WEFT_TEST(a_sheet_that_folds_is_hardly_cut) {
    weft_world* world = fold(21, 15.0);
    uint32_t cut = 0, rounds = 0, crossed = 0, steps = 60;
    for (uint32_t n = 0; n < steps; ++n) {
        weft_step_report report = run_steps(world, 1);
        cut += report.throttled;
        rounds += report.rounds;
        crossed += report.crossings_body + report.crossings_cloth + report.crossings_declared;
    }
    test_note("%u particles cut in %u steps of %u rounds", cut, steps, rounds);
    CHECK_EQ(crossed, 0);
    CHECK_LT(cut, 45 * steps);
    weft_world_destroy(world);
}
