// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Air on a free sheet: it comes to drift with the wind and never outruns it; terminal speed.
#include "sheet.h"

static weft_world* make_windy_world(float gravity, float density, const float wind[3]) {
    weft_world_def def = weft_default_world_def();
    def.gravity[1] = -gravity;
    def.air_density = density;
    memcpy(def.wind, wind, sizeof def.wind);
    return weft_world_create(&def, NULL);
}

static sheet level_sheet(void) {
    sheet s = sheet_make(SHEET_EQUILATERAL, 9, 10, 0.02f);
    const float origin[3] = {-0.08f, 0, -0.08f}, east[3] = {1, 0, 0}, south[3] = {0, 0, 1};
    sheet_place(&s, origin, east, south);
    return s;
}

/// So light that one substep's drag could stop the wind many times over.
WEFT_TEST(feather_follows_the_wind) {
    const float wind[3] = {0, 3, 0};
    sheet s = level_sheet();
    weft_fabric fabric = plain_fabric(0.005f, 50, 1e-6f);
    fabric.drag = 1.2f;
    weft_world* world = make_windy_world(0, 1.2f, wind);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    for (int n = 0; n < 60; ++n) {
        run_steps(world, 1);
        CHECK_LT(mean_of(weft_cloth_velocities(world, id), s.vertex_count, 1), 3.03);
    }
    CHECK_NEAR(mean_of(weft_cloth_velocities(world, id), s.vertex_count, 1), 3, 0.15);
    weft_world_destroy(world);
    sheet_free(&s);
}

WEFT_TEST(flat_sheet_falls_at_terminal_speed) {
    const float calm[3] = {0, 0, 0};
    sheet s = level_sheet();
    weft_fabric fabric = plain_fabric(0.1f, 500, 1e-4f);
    fabric.drag = 1.2f;
    fabric.lift = 0.0f;
    weft_world* world = make_windy_world(9.81f, 1.2f, calm);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    run_steps(world, 60);
    CHECK_NEAR(mean_of(weft_cloth_velocities(world, id), s.vertex_count, 1),
               -sqrt(2 * 0.1 * 9.81 / (1.2 * 1.2)), 0.02);
    weft_world_destroy(world);
    sheet_free(&s);
}
