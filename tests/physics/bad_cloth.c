// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth as no scene should bring it and some scene does: it begins in a body, inside out or
// crossed, its contact is thicker than its edges are long, its velocity is no number. The run goes
// on, in bounded work; what was clean is never crossed without being declared; where there is room
// in the end, everything is clean within a second.
#include "crossing_count.h"
#include "sheet.h"
#include "solve/system.h"
#include "watch.h"
#include "world/world.h"

#include <stdlib.h>

static const float x_axis[3] = {1, 0, 0}, y_axis[3] = {0, 1, 0}, z_axis[3] = {0, 0, 1};

/// A tube round y; `inward` turns its triangles over.
static void add_tube(weft_world* world, uint32_t around, uint32_t rows, float radius, float low,
                     float high, bool inward) {
    uint32_t vertices = around * (rows + 1), triangles = 2 * around * rows;
    float* x = malloc(12 * (size_t)vertices);
    uint32_t* t = malloc(12 * (size_t)triangles);
    for (uint32_t v = 0; v < vertices; ++v) {
        double a = 6.283185307 * (v % around) / around;
        x[3 * v] = (float)(radius * cos(a));
        x[3 * v + 1] = low + (high - low) * (float)(v / around) / (float)rows;
        x[3 * v + 2] = (float)(radius * sin(a));
    }
    for (uint32_t q = 0; q < around * rows; ++q) {
        uint32_t a = q, b = q / around * around + (q + 1) % around, c = a + around, d = b + around;
        uint32_t out[6] = {a, c, d, a, d, b}, in[6] = {a, d, c, a, b, d};
        memcpy(t + 6 * (size_t)q, inward ? in : out, sizeof in);
    }
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.triangles = t;
    def.vertex_count = vertices;
    def.triangle_count = triangles;
    weft_report report = {0};
    weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    free(x);
    free(t);
}

// ---- cloth that comes in wrong
// ------------------------------------------------------------------------------

/// A sheet right through the middle of a ball.
WEFT_TEST(sheet_through_a_ball_is_declared_and_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0}, origin[3] = {-0.2f, 0.03f, -0.2f};
    add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 17, 0.025f, origin, x_axis, z_axis, NULL, 0);
    watch_step(&w);
    CHECK_GT(w.last.captured, 10);
    CHECK_GT(w.last.crossings_declared, 10);
    watch_until_clean(&w, "through", 60);
    watch_steps(&w, 20);
    watch_end(&w);
}

/// A small sheet with no part outside crosses nothing, and is found all the same. A second ball
/// around the first makes no difference to that.
WEFT_TEST(sheet_wholly_inside_a_ball_comes_out) {
    for (int balls = 1; balls <= 2; ++balls) {
        watch w = {.world = make_world(9.81f)};
        const float centre[3] = {0, 0, 0}, origin[3] = {-0.05f, 0.02f, -0.05f};
        add_sphere(w.world, centre, 0.15f, 12);
        if (balls == 2) {
            add_sphere(w.world, centre, 0.17f, 13);
        }
        add_grid(w.world, 9, 0.0125f, origin, x_axis, z_axis, NULL, 0);
        watch_step(&w);
        CHECK_EQ(w.last.crossings_declared, 0);
        CHECK_EQ(w.last.captured, 81);
        CHECK_LT(watch_reach(&w, true), 0.15f);
        watch_until_clean(&w, "inside", 60);
        CHECK_GT(watch_reach(&w, false), 0.14f);
        watch_end(&w);
    }
}

/// What is free of a pinned sheet comes out, what is pinned stays declared: by name once nothing
/// gets better.
WEFT_TEST(pinned_sheet_wholly_inside_a_ball_is_declared) {
    for (uint32_t pinned = 1; pinned <= 81; pinned += 80) {
        watch w = {.world = make_world(9.81f)};
        const float centre[3] = {0, 0, 0}, origin[3] = {-0.05f, 0.02f, -0.05f};
        weft_pin pins[81] = {0};
        for (uint32_t k = 0; k < pinned; ++k) {
            pins[k].vertex = k;
        }
        add_sphere(w.world, centre, 0.15f, 12);
        add_grid(w.world, 9, 0.0125f, origin, x_axis, z_axis, pins, pinned);
        watch_step(&w);
        CHECK_EQ(w.last.captured, 81);
        watch_steps(&w, 150);
        for (int more = 0; more < 150 && w.last.stuck < 1 && pinned == 1; ++more) {
            watch_step(&w); // how long something gets better is chance
        }
        watch_note(&w, pinned == 1 ? "a corner pinned" : "all pinned");
        CHECK_GT(w.last.captured, 0);
        CHECK_EQ(w.last.stuck, pinned == 1 ? 1u : 0u);
        watch_end(&w);
    }
}

/// The same beside a ball: half of it is in.
WEFT_TEST(sheet_half_inside_a_ball_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0}, origin[3] = {0.0f, 0.05f, -0.1f};
    add_sphere(w.world, centre, 0.12f, 12);
    add_grid(w.world, 13, 0.02f, origin, x_axis, z_axis, NULL, 0);
    watch_step(&w);
    CHECK_GT(w.last.captured, 4);
    watch_until_clean(&w, "half", 60);
    watch_end(&w);
}

/// Which side of its triangles a garment shows makes no difference to contact.
WEFT_TEST(garment_inside_out_stays_on_its_body) {
    for (int inward = 0; inward < 2; ++inward) {
        watch w = {.world = make_world(9.81f)};
        const float half[3] = {0.1f, 0.3f, 0.1f}, centre[3] = {0, 0, 0};
        add_box(w.world, half, 0.0f, 6);
        add_sphere(w.world, centre, 0.17f, 12);
        add_tube(w.world, 32, 12, 0.175f, 0.02f, 0.25f, inward);
        watch_steps(&w, 90);
        watch_note(&w, inward ? "inside out" : "right side out");
        CHECK_EQ(w.most_captured, 0);
        CHECK_EQ(w.most_declared, 0);
        watch_end(&w);
    }
}

/// Inside out and too small: the body sticks out of it all round.
WEFT_TEST(garment_inside_out_within_its_body_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0};
    add_sphere(w.world, centre, 0.15f, 16);
    add_tube(w.world, 32, 16, 0.14f, -0.15f, 0.15f, true);
    watch_step(&w);
    CHECK_GT(w.last.captured, 10);
    watch_until_clean(&w, "inside out, within", 60);
    watch_end(&w);
}

/// Three panels through one another above a ball.
WEFT_TEST(panels_that_come_in_crossed_come_apart) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.15f, 0};
    const float origin[3][3] = {
        {-0.11f, 0.03f, -0.1f}, {-0.103f, -0.013f, -0.017f}, {-0.021f, 0.011f, -0.107f}};
    const float tilted[3] = {0.0f, 0.6f, 0.8f};
    add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 13, 0.0171f, origin[0], x_axis, z_axis, NULL, 0);
    add_grid(w.world, 11, 0.0163f, origin[1], x_axis, y_axis, NULL, 0);
    add_grid(w.world, 12, 0.0157f, origin[2], tilted, x_axis, NULL, 0);
    watch_step(&w);
    CHECK_GT(w.last.tangled, 20);
    watch_until_clean(&w, "panels", 120);
    watch_end(&w);
}

/// Two panels in one place, and a panel in the very plane of a body's side: everything touches
/// everything.
WEFT_TEST(cloth_that_comes_in_touching_comes_apart) {
    const float half[3] = {0.1f, 0.05f, 0.1f}, on_top[3] = {-0.12f, 0.05f, -0.12f};
    watch on_box = {.world = make_world(9.81f)};
    add_box(on_box.world, half, 0.0f, 4);
    add_grid(on_box.world, 13, 0.02f, on_top, x_axis, z_axis, NULL, 0);
    watch_step(&on_box);
    watch_until_clean(&on_box, "on a box", 60);
    watch_end(&on_box);

    // So many crossings that they cannot all be traced at once.
    watch many = {.world = make_world(9.81f)};
    const float first[3] = {-0.2f, 0.0f, -0.2f};
    for (int k = 0; k < 3; ++k) {
        add_grid(many.world, 21, 0.02f, first, x_axis, z_axis, NULL, 0);
    }
    watch_step(&many);
    CHECK_GT(many.last.tangled, 0);
    watch_until_clean(&many, "many", 60);
    watch_end(&many);

    watch twice = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.1f, 0}, above[3] = {-0.12f, 0.02f, -0.12f};
    add_sphere(twice.world, centre, 0.1f, 12);
    add_grid(twice.world, 13, 0.02f, above, x_axis, z_axis, NULL, 0);
    add_grid(twice.world, 13, 0.02f, above, x_axis, z_axis, NULL, 0);
    watch_step(&twice);
    CHECK_GT(twice.last.tangled, 0);
    watch_until_clean(&twice, "twice", 60);
    watch_end(&twice);
}

// ---- thick contact
// ------------------------------------------------------------------------------------------

static weft_world* make_thick_world(float radius) {
    weft_world_def def = weft_default_world_def();
    def.contact_radius = radius;
    weft_report report = {0};
    weft_world* world = weft_world_create(&def, &report);
    test_check(world != NULL, __FILE__, __LINE__, "world refused: %s", report.message);
    return world;
}

/// Edges of 5 mm, contact at 20 mm: alone, folded, on a ball.
WEFT_TEST(contact_thicker_than_the_edges_are_long) {
    const float origin[3] = {-0.05f, 0.0f, -0.05f}, on_ball[3] = {-0.06f, 0.082f, -0.06f};
    watch alone = {.world = make_thick_world(0.02f)};
    add_grid(alone.world, 21, 0.005f, origin, x_axis, z_axis, NULL, 0);
    watch_steps(&alone, 40);
    watch_note(&alone, "alone");
    CHECK_LT(alone.most_strain, 0.05);
    watch_end(&alone);

    watch ball = {.world = make_thick_world(0.02f)};
    const float centre[3] = {0, 0, 0};
    add_sphere(ball.world, centre, 0.08f, 12);
    add_grid(ball.world, 25, 0.005f, on_ball, x_axis, z_axis, NULL, 0);
    watch_steps(&ball, 90);
    watch_note(&ball, "on a ball");
    CHECK_LT(ball.most_strain, 0.5);
    CHECK_LT(ball.last.strain_p99, 0.15); // single edges twitch between 0.1 and 0.3
    CHECK_EQ(ball.most_captured, 0);
    CHECK_EQ(ball.most_declared, 0);
    watch_end(&ball);
}

/// A sheet folded over a rod's width of 4 mm.
WEFT_TEST(fold_in_contact_thicker_than_its_edges) {
    watch w = {.world = make_thick_world(0.02f)};
    sheet s = sheet_make(SHEET_GRID, 11, 31, 0.005f);
    const float radius = 0.002f;
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        float along = s.material[2 * v + 1] - 0.075f, bend = 3.14159265f * radius;
        float a = along < -0.5f * bend  ? -1.5707963f
                  : along > 0.5f * bend ? 1.5707963f
                                        : along / radius;
        float rest = fabsf(along) > 0.5f * bend ? fabsf(along) - 0.5f * bend : 0.0f;
        s.positions[3 * v] = s.material[2 * v];
        s.positions[3 * v + 1] = radius * sinf(a);
        s.positions[3 * v + 2] = radius * cosf(a) - rest;
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_pin* pins = pin_row(11);
    sheet_add(w.world, &s, &fabric, pins, 11);
    free(pins);
    sheet_free(&s);
    watch_steps(&w, 90);
    watch_note(&w, "fold");
    CHECK_EQ(w.most_declared, 0);
    watch_end(&w);
}

// ---- numbers that are none
// ----------------------------------------------------------------------------------

/// A velocity that is no number: the step says so and leaves the cloth at rest where it was. Where
/// the body has come meanwhile, it is declared.
WEFT_TEST(step_that_fails_leaves_nothing_undeclared) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.1f, 0}, origin[3] = {-0.12f, 0.004f, -0.12f};
    add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 13, 0.02f, origin, x_axis, z_axis, NULL, 0);
    watch_steps(&w, 10);
    wf_obstacle* o = &w.world->obstacle;
    for (uint32_t i = 0; i < o->vertex_count; ++i) {
        o->x0[4 * (size_t)i + 1] += 0.03f;
    }
    w.world->particles->v[4 * 40] = NAN;
    weft_step_report r = weft_world_step(w.world);
    CHECK_EQ(r.status, WEFT_ERROR_NON_FINITE_STATE);
    CHECK_EQ(r.crossings_body + r.crossings_cloth, 0);
    CHECK_GT(r.crossings_declared, 4);
    CHECK_GT(r.captured, 4);
    CHECK_EQ(r.speed_max, 0);
    CHECK_EQ(count_crossings(w.world), r.crossings_declared);
    check_places(w.world, r.step);
    watch_until_clean(&w, "after the failure", 60);
    watch_end(&w);
}
