// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A strip that hangs from its upper border stretches by w (L - s) / k at
// distance s from it.
#include "sheet.h"

static void check_hanging(sheet_kind kind, bool along_weft) {
    const float density = 0.2f, stretch = 50.0f, across[3] = {1, 0, 0}, down[3] = {0, -1, 0};
    sheet s = sheet_make(kind, 6, 41, 0.02f);
    const float origin[3] = {0, 1, 0};
    sheet_place(&s, origin, across, down);
    if (along_weft) { // the same strip cut the other way: swap the material axes
        for (uint32_t v = 0; v < s.vertex_count; ++v) {
            float x = s.material[2 * v];
            s.material[2 * v] = s.material[2 * v + 1];
            s.material[2 * v + 1] = x;
        }
    }
    weft_fabric fabric = plain_fabric(density, stretch, 1e-6f);
    weft_pin pins[6] = {0};
    for (uint32_t i = 0; i < 6; ++i) {
        pins[i].vertex = i;
    }
    weft_world* world = make_world(9.81f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, 6);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {6}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    CHECK_LT(run_steps(world, 300).speed_max, 0.002);
    const float* x = weft_cloth_positions(world, id);
    double length = 40.0 * (double)s.height, load = density * 9.81;
    for (uint32_t row = 5; row < 41; row += 5) {
        double from_top = (double)row * (double)s.height;
        double drop = 1.0 - mean_of(x + 18 * (size_t)row, 6, 1);
        double expected = load * (length * from_top - 0.5 * from_top * from_top) / stretch;
        CHECK_NEAR((drop - from_top) / expected, 1, 0.02);
    }
    double stretched = 1.0 - mean_of(x + 18 * 40, 6, 1) - length;
    test_note("strain %.5f for %.5f", stretched / length, load * length / (2 * stretch));
    weft_world_destroy(world);
    sheet_free(&s);
}

WEFT_TEST(hanging_strip_stretches_along_warp) {
    check_hanging(SHEET_GRID, false);
    check_hanging(SHEET_EQUILATERAL, false);
}

WEFT_TEST(hanging_strip_stretches_along_weft) {
    check_hanging(SHEET_GRID, true);
}
