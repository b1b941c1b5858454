// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How many substeps a body asks for: by how fast it moves against the cloth that it comes near, not
// by how fast it moves.
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float stride = 0.047f; // m in a step: five times the limit, twice the longest move

/// Substeps of a step in which a box goes one stride along z, under a sheet `gap` above it that
/// goes `share` of that.
static uint32_t substeps_of(float gap, float share, uint32_t cuts) {
    weft_world* world = make_world(0.0f);
    const float half[3] = {0.2f, 0.2f, 0.2f};
    weft_body_id box = add_box(world, half, 0.0f, cuts);
    sheet s = sheet_make(SHEET_GRID, 13, 13, 0.02f);
    const float origin[3] = {-0.12f, half[1] + gap, -0.12f}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    const float motion[3] = {0, 0, 60.0f * stride * share}, still[3] = {0, 0, 0};
    sheet_place(&s, origin, x, z);
    sheet_set_motion(&s, motion, still, still);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
    uint32_t count = weft_body_vertex_count(world, box);
    float* places = malloc(12 * (size_t)count);
    memcpy(places, weft_body_positions(world, box), 12 * (size_t)count);
    run_steps(world, 0);
    weft_step_report report;
    for (int step = 0; step < 2; ++step) { // the first places that a body is given count at once
        for (uint32_t i = 0; i < count; ++i) {
            places[3 * i + 2] += step == 0 ? 0.0f : stride;
        }
        CHECK_EQ(weft_body_set_positions(world, box, places), WEFT_OK);
        report = run_steps(world, 1);
    }
    CHECK_EQ(report.crossings_body, 0);
    free(places);
    weft_world_destroy(world);
    return report.substeps;
}

WEFT_TEST(cloth_that_goes_along_asks_for_no_more_than_its_own_way) {
    CHECK_EQ(substeps_of(0.005f, 1.0f, 10), 2);
}

WEFT_TEST(cloth_that_a_body_sweeps_along_asks_for_the_whole_way) {
    CHECK_EQ(substeps_of(0.005f, 0.0f, 10), 5);
    CHECK_EQ(substeps_of(0.005f, 0.0f, 1), 5);
}

WEFT_TEST(cloth_at_half_the_speed_asks_for_half_the_way) {
    CHECK_EQ(substeps_of(0.005f, 0.5f, 10), 3);
}

// However fast cloth comes, a body asks for its own way at most: cloth has its own count.
WEFT_TEST(cloth_that_comes_towards_a_body_asks_for_the_way_of_the_body) {
    CHECK_EQ(substeps_of(0.005f, -1.0f, 10), 5);
}

WEFT_TEST(cloth_that_a_body_passes_asks_for_nothing) {
    CHECK_EQ(substeps_of(0.03f, 0.0f, 10), 2);
}
