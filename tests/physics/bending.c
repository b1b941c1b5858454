// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cantilever: a clamped strip that bends under its own weight, against the
// heavy elastica. Chord angles by dimensionless load w L^3 / B from shooting
// (Peirce 1930; ASTM D1388: at 8 the bending length is half the strip and the
// angle the standard's 41.5 degrees).
#include "sheet.h"

#include <stdlib.h>

static const float density = 0.2f; // kg/m2
static const float length = 0.1f;  // m, free part; the strip is as wide

/// A strip that is narrow against sqrt(radius x thickness) is softer: its free borders curl, which
/// the membrane forbids to a wide one. The clamp is the middle of the last pinned row of edges: a
/// hinge stands for half an edge on either side of it, so the strip is clamped half an edge before
/// its last pinned row.
static double chord_angle(sheet_kind kind, uint32_t edges, float load) {
    float height = length / ((float)edges + 0.5f);
    float step = kind == SHEET_GRID ? height : height / 0.8660254f;
    uint32_t pinned_rows = edges / 2, columns = (uint32_t)(length / step + 0.5f) + 1;
    sheet s = sheet_make(kind, columns, pinned_rows + 1 + edges, step);
    const float origin[3] = {0, 0, -(float)pinned_rows * height};
    const float across[3] = {-1, 0, 0}, along[3] = {0, 0, 1};
    sheet_place(&s, origin, across, along);
    uint32_t pin_count = (pinned_rows + 1) * columns;
    weft_pin* pins = calloc(pin_count, sizeof *pins);
    for (uint32_t i = 0; i < pin_count; ++i) {
        pins[i].vertex = i;
    }
    float rigidity = density * 9.81f * length * length * length / load;
    weft_fabric fabric = plain_fabric(density, 1000, rigidity);
    weft_world* world = make_world(9.81f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, pin_count);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {10}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    weft_step_report report = run_steps(world, 240);
    CHECK_LT(report.speed_max, 0.005);
    const float* x = weft_cloth_positions(world, id) + 3 * (size_t)(s.vertex_count - columns);
    double drop = -mean_of(x, columns, 1), reach = mean_of(x, columns, 2) + 0.5 * height;
    free(pins);
    weft_world_destroy(world);
    sheet_free(&s);
    return atan2(drop, reach) * 57.29577951308232;
}

static void check_cantilever(float load, double expected) {
    for (int kind = SHEET_EQUILATERAL; kind <= SHEET_IRREGULAR; ++kind) {
        for (uint32_t edges = 10; edges <= 20; edges += 10) {
            double angle = chord_angle((sheet_kind)kind, edges, load);
            test_note("load %g, triangulation %d, %u edges: %.2f degrees for %.2f", (double)load,
                      kind, edges, angle, expected);
            CHECK_NEAR(angle, expected, 2.0);
        }
    }
}

WEFT_TEST(cantilever_load_1) {
    check_cantilever(1, 7.10);
}

WEFT_TEST(cantilever_load_2) {
    check_cantilever(2, 13.86);
}

WEFT_TEST(cantilever_load_4) {
    check_cantilever(4, 25.53);
}

WEFT_TEST(cantilever_load_8) {
    check_cantilever(8, 41.49);
}

/// Squares with alternating diagonals measure the bend of each column at every other row only, and
/// come out 15 % too soft; that is as far as a triangulation may take it.
WEFT_TEST(cantilever_of_alternating_squares_is_softer) {
    double coarse = chord_angle(SHEET_GRID, 10, 8), fine = chord_angle(SHEET_GRID, 20, 8);
    test_note("load 8, squares: %.2f and %.2f degrees for 41.49", coarse, fine);
    CHECK_NEAR(coarse, 43.5, 2.0);
    CHECK_NEAR(fine, 43.5, 2.0);
}
