// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cantilever: a clamped strip that bends under its own weight, against the
// heavy elastica. Chord angles by dimensionless load w L^3 / B from shooting
// (Peirce 1930; ASTM D1388: at 8 the bending length is half the strip and the
// angle the standard's 41.5 degrees). The strip is clamped at its last pinned
// row, and no case may be off by more than a degree.
#include "sheet.h"

#include <stdlib.h>

static const float density = 0.2f; // kg/m2
static const float length = 0.1f;  // m, free part

/// A strip along warp or weft with `edges` rows of edges beyond the clamp.
typedef struct strip {
    sheet_kind kind;
    uint32_t edges;
    float width;       // m
    float bent, other; // rigidity of the thread that bends and of the other, over w L^3 / G
    bool along_weft;
} strip;

static weft_fabric strip_fabric(const strip* s, float load) {
    float rigidity = density * 9.81f * length * length * length / load;
    weft_fabric fabric = plain_fabric(density, 1000, rigidity);
    fabric.bend_warp = rigidity * (s->along_weft ? s->other : s->bent);
    fabric.bend_weft = rigidity * (s->along_weft ? s->bent : s->other);
    return fabric;
}

static void swap_axes(sheet* s) {
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        float x = s->material[2 * v];
        s->material[2 * v] = s->material[2 * v + 1];
        s->material[2 * v + 1] = x;
    }
}

/// Angle of the chord from the clamp to the middle of the free end, degrees.
static double chord_angle(const strip* c, float load) {
    bool square = c->kind == SHEET_GRID || c->kind == SHEET_ONE_DIAGONAL;
    float height = length / (float)c->edges, step = square ? height : height / 0.8660254f;
    uint32_t pinned_rows = c->edges / 2, columns = (uint32_t)(c->width / step + 0.5f) + 1;
    sheet s = sheet_make(c->kind, columns, pinned_rows + 1 + c->edges, step);
    const float origin[3] = {0, 0, -(float)pinned_rows * height};
    const float across[3] = {-1, 0, 0}, along[3] = {0, 0, 1};
    sheet_place(&s, origin, across, along);
    if (c->along_weft) {
        swap_axes(&s);
    }
    uint32_t pin_count = (pinned_rows + 1) * columns;
    weft_pin* pins = calloc(pin_count, sizeof *pins);
    for (uint32_t i = 0; i < pin_count; ++i) {
        pins[i].vertex = i;
    }
    weft_fabric fabric = strip_fabric(c, load);
    weft_world* world = make_world(9.81f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, pin_count);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {10}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    weft_step_report report = run_steps(world, 240);
    CHECK_LT(report.speed_max, 0.005);
    const float* x = weft_cloth_positions(world, id);
    const float* clamp = x + 3 * (size_t)(pin_count - columns);
    const float* end = x + 3 * (size_t)(s.vertex_count - columns);
    double drop = mean_of(clamp, columns, 1) - mean_of(end, columns, 1);
    double reach = mean_of(end, columns, 2) - mean_of(clamp, columns, 2);
    free(pins);
    weft_world_destroy(world);
    sheet_free(&s);
    return atan2(drop, reach) * 57.29577951308232;
}

static const struct {
    float load;
    double angle;
} table[] = {{1, 7.10}, {2, 13.86}, {4, 25.53}, {8, 41.49}, {16, 57.39}};

static void check_strip(const strip* c, const char* name) {
    for (int i = 0; i < 5; ++i) {
        double angle = chord_angle(c, table[i].load);
        test_note("%s, %u edges, load %g: %.2f degrees for %.2f", name, c->edges,
                  (double)table[i].load, angle, table[i].angle);
        CHECK_NEAR(angle, table[i].angle, 1.0);
    }
}

/// Rows shifted by half a step leave teeth on both sides, which weigh and hardly bear: these strips
/// are as wide as long.
static float width_of(sheet_kind kind) {
    return kind == SHEET_GRID || kind == SHEET_ONE_DIAGONAL ? 0.25f * length : length;
}

static void check_densities(sheet_kind kind, const char* name) {
    for (uint32_t edges = 10; edges <= 30; edges += 10) {
        check_strip(&(strip){kind, edges, width_of(kind), 1, 1, false}, name);
    }
}

WEFT_TEST(cantilever_of_squares_with_one_diagonal) {
    check_densities(SHEET_ONE_DIAGONAL, "one diagonal");
}

WEFT_TEST(cantilever_of_squares_with_alternating_diagonals) {
    check_densities(SHEET_GRID, "alternating diagonals");
}

WEFT_TEST(cantilever_of_equilateral_triangles) {
    check_densities(SHEET_EQUILATERAL, "equilateral");
}

WEFT_TEST(cantilever_of_irregular_triangles) {
    check_densities(SHEET_IRREGULAR, "irregular");
}

/// Warp and weft each bend with their own rigidity, whatever that of the other.
WEFT_TEST(cantilever_of_warp_and_weft) {
    static const char* const names[] = {"alternating, orthotropic", "one diagonal, orthotropic",
                                        "equilateral, orthotropic", "irregular, orthotropic"};
    static const sheet_kind kinds[] = {SHEET_GRID, SHEET_ONE_DIAGONAL, SHEET_EQUILATERAL,
                                       SHEET_IRREGULAR};
    for (int k = 0; k < 4; ++k) {
        check_strip(&(strip){kinds[k], 20, width_of(kinds[k]), 1, 4, false}, names[k]);
        check_strip(&(strip){kinds[k], 20, width_of(kinds[k]), 1, 0.25f, true}, names[k]);
    }
}

/// A strip of two columns of squares bends like a wide one: nothing couples the two directions.
WEFT_TEST(cantilever_of_narrow_strip) {
    check_strip(&(strip){SHEET_GRID, 20, 0.1f * length, 1, 1, false}, "narrow, alternating");
    check_strip(&(strip){SHEET_ONE_DIAGONAL, 20, 0.1f * length, 1, 1, false},
                "narrow, one diagonal");
}
