// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where energy goes. What falls freely turns height into speed to the last joule that its time
// steps can tell; what swings may lose, but never gains.
#include "physics/sheet.h"
#include "weft/lab.h"

#ifdef WEFT_LAB
#include <math.h>

enum { SIDE = 11, COUNT = SIDE * SIDE };

/// A sheet that leaves the horizontal by so much.
static weft_world* hung(bool pinned, float angle) {
    weft_world* world = make_world(9.81f);
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.03f);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0},
                (float[3]){0, sinf(angle), cosf(angle)});
    weft_fabric cotton = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    cotton.drag = cotton.lift = 0.0f;
    weft_pin pins[SIDE] = {{0}};
    for (uint32_t i = 0; i < SIDE; ++i) {
        pins[i].vertex = i;
    }
    sheet_add(world, &s, &cotton, pins, pinned ? SIDE : 0);
    sheet_free(&s);
    return world;
}

static double total_of(const weft_lab_energy* e) {
    return e->kinetic + e->height + e->membrane + e->bending + e->seams + e->holds;
}
#endif

WEFT_TEST(free_fall_turns_height_into_speed) {
#ifdef WEFT_LAB
    weft_world* world = hung(false, 0);
    weft_lab_energy none = weft_lab_energy_of(world);
    CHECK_EQ(total_of(&none), 0);
    run_steps(world, 1);
    weft_lab_energy first = weft_lab_energy_of(world);
    run_steps(world, 30);
    weft_lab_energy last = weft_lab_energy_of(world);
    double turned = last.kinetic - first.kinetic, fallen = first.height - last.height;
    CHECK_GT(turned, 0.01);
    // Implicit Euler falls with the speed of the end of a step: h / t more than it gains.
    CHECK_NEAR(turned, fallen, 0.05 * fallen);
    CHECK_LT(last.membrane + last.bending, 1e-3 * turned);
    weft_world_destroy(world);
#endif
}

#ifdef WEFT_LAB
static void swing_from(float angle) {
    weft_world* world = hung(true, angle);
    run_steps(world, 1);
    weft_lab_energy e = weft_lab_energy_of(world);
    double start = total_of(&e), least = e.height, before = start, swing = 0.0;
    for (int n = 0; n < 240; ++n) {
        run_steps(world, 1);
        e = weft_lab_energy_of(world);
        double now = total_of(&e);
        least = fmin(least, e.height);
        swing = fmax(swing, e.kinetic);
        CHECK_LT(now - before, 1e-3 * fabs(start - least) + 1e-7);
        before = now;
    }
    CHECK_GT(swing, 0.01);
    CHECK_LT(before, start);
    CHECK_EQ(e.seams, 0);
    weft_world_destroy(world);
}
#endif

/// It whips at the turns, where its way hangs on the last bit: one start says little.
WEFT_TEST(swinging_sheet_gains_nothing) {
#ifdef WEFT_LAB
    for (int k = 0; k < 8; ++k) {
        swing_from(2e-4f * (float)k);
    }
#endif
}
