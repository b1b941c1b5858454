// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `projection` (the lab's): sheets that fall on bodies stay on them for 300 frames.
// What crosses is counted and said: particles alone are kept out.
#include "held_sheet.h"

WEFT_TEST(projection_holds_a_sheet_on_a_sphere) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    add_sphere(world, middle, 0.2f, 40);
    held h = hold(world, drop_sheet(world, 0.22f));
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

WEFT_TEST(projection_holds_a_sheet_on_a_torus) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    add_torus(world);
    held h = hold(world, drop_sheet(world, 0.1f));
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

/// What starts inside comes out at once.
WEFT_TEST(projection_leaves_nothing_inside_that_starts_across) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    add_sphere(world, middle, 0.2f, 40);
    drop_sheet(world, 0.17f);
    run_steps(world, 1);
    uint32_t first = count_inside(world);
    run_steps(world, 30);
    test_note("%u particles inside after the first step", first);
    CHECK_EQ(count_inside(world), 0);
    weft_world_destroy(world);
}

/// Of who is deep inside the cell alone says nothing that would bring it out.
WEFT_TEST(projection_by_the_cell_alone_leaves_who_is_deep_inside) {
    uint32_t inside[2];
    for (int cell = 0; cell < 2; ++cell) {
        weft_world* world = world_with_response("projection");
        if (world == NULL) {
            return;
        }
        const float middle[3] = {0, 0, 0};
        CHECK_EQ(weft_world_set_parameter(world, "response", "lookup", (float)cell, NULL), WEFT_OK);
        add_sphere(world, middle, 0.2f, 40);
        drop_sheet(world, 0.1f);
        run_steps(world, 1);
        inside[cell] = count_inside(world);
        weft_world_destroy(world);
    }
    test_note("%u inside after a step, by the cell alone %u", inside[0], inside[1]);
    CHECK_GT(inside[1], inside[0] + 50);
}

/// A surface without an inside is refused, before anything moves.
WEFT_TEST(projection_refuses_an_open_body) {
    refuses_an_open_body("projection");
}
