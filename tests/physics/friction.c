// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Coulomb friction on a slope of 1:2 (26.57 degrees): the threshold is mu = tan
// = 0.5, and below it the acceleration is g (sin - mu cos). And a sheet that
// lies on a sphere stays there.
#include "sheet.h"

static const float slope = 0.4636476f; // atan(1/2)

typedef struct slide {
    double start, end;   // m down the slope, at 0.5 s and 1 s
    double speed, later; // m/s
} slide;

/// A sheet laid just above the slope.
static slide run_slide(float mu, uint32_t cuts) {
    const float half[3] = {1.5f, 0.1f, 0.4f};
    const float c = cosf(slope), s = sinf(slope);
    weft_world* world = make_world(9.81f);
    add_box(world, half, -slope, cuts); // falls towards +x
    sheet cloth = sheet_make(SHEET_EQUILATERAL, 9, 10, 0.02f);
    const float along[3] = {c, -s, 0}, across[3] = {0, 0, -1};
    const float lift = half[1] + 0.0031f;
    const float origin[3] = {-0.8f * c + lift * s, 0.8f * s + lift * c, 0.08f};
    sheet_place(&cloth, origin, along, across);
    weft_fabric fabric = plain_fabric(0.2f, 1000, 1e-5f);
    fabric.friction_body = mu;
    weft_cloth_id id = sheet_add(world, &cloth, &fabric, NULL, 0);
    slide r = {0};
    for (int half_second = 0; half_second < 2; ++half_second) {
        run_steps(world, 30);
        const float *x = weft_cloth_positions(world, id), *v = weft_cloth_velocities(world, id);
        uint32_t n = cloth.vertex_count;
        double place = mean_of(x, n, 0) * c - mean_of(x, n, 1) * s;
        double speed = mean_of(v, n, 0) * c - mean_of(v, n, 1) * s;
        *(half_second ? &r.end : &r.start) = place;
        *(half_second ? &r.later : &r.speed) = speed;
    }
    CHECK_EQ(weft_world_report(world)->crossings_body, 0);
    weft_world_destroy(world);
    sheet_free(&cloth);
    return r;
}

WEFT_TEST(incline_sticks_above_the_threshold) {
    for (float mu = 0.56f; mu < 0.9f; mu += 0.12f) {
        slide r = run_slide(mu, 20);
        test_note("mu %.2f: crept %.3f mm in 0.5 s, speed %.2g m/s", (double)mu,
                  1e3 * (r.end - r.start), r.later);
        CHECK_LT(fabs(r.end - r.start), 5e-4);
        CHECK_LT(fabs(r.later), 1e-3);
    }
}

WEFT_TEST(incline_slides_below_the_threshold) {
    for (float mu = 0.0f; mu < 0.5f; mu += 0.12f) {
        slide r = run_slide(mu, 20);
        double expected = 9.81 * (sin(slope) - mu * cos(slope));
        double measured = (r.later - r.speed) / 0.5;
        double acts = (sin(slope) - measured / 9.81) / cos(slope);
        test_note("mu %.2f: acceleration %.4f for %.4f m/s2, as mu %.4f", (double)mu, measured,
                  expected, acts);
        CHECK_NEAR(acts, mu, mu < 0.06f ? 0.025 : 0.01); // without friction it reaches 4 m/s
    }
}

WEFT_TEST(incline_does_not_depend_on_the_mesh_of_the_slope) {
    slide fine = run_slide(0.3f, 40), coarse = run_slide(0.3f, 1);
    test_note("speed on the coarse slope over the fine one: %.3f", coarse.later / fine.later);
    CHECK_NEAR(coarse.later / fine.later, 1, 0.05);
}

/// Mean speed over the vertices and the next second, m/s.
static double mean_speed(weft_world* world, weft_cloth_id id, uint32_t vertex_count) {
    double sum = 0;
    for (int step = 0; step < 60; ++step) {
        run_steps(world, 1);
        const float* v = weft_cloth_velocities(world, id);
        for (uint32_t i = 0; i < vertex_count; ++i, v += 3) {
            sum += sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
        }
    }
    return sum / (60.0 * vertex_count);
}

static weft_cloth_id drape_on_sphere(weft_world* world, sheet* cloth, const weft_fabric* fabric) {
    const float centre[3] = {0, 0, 0};
    const float origin[3] = {-0.165f, 0.16f, 0.156f}, along[3] = {1, 0, 0}, across[3] = {0, 0, -1};
    add_sphere(world, centre, 0.15f, 24);
    sheet_place(cloth, origin, along, across);
    return sheet_add(world, cloth, fabric, NULL, 0);
}

/// With some rigidities single vertices twitch at 0.03 m/s now and then, see the next test; the
/// sheet of this one does not.
WEFT_TEST(sheet_on_a_sphere_comes_to_rest_and_stays) {
    weft_world* world = make_world(9.81f);
    sheet cloth = sheet_make(SHEET_EQUILATERAL, 17, 19, 0.02f);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.friction_body = 0.6f;
    fabric.bend_warp = 8e-6f;
    fabric.bend_weft = 13e-6f;
    weft_cloth_id id = drape_on_sphere(world, &cloth, &fabric);
    weft_step_report report = run_steps(world, 240);
    double before = mean_of(weft_cloth_positions(world, id), cloth.vertex_count, 1);
    test_note("fastest vertex after 4 s: %.4f m/s", (double)report.speed_max);
    CHECK_LT(report.speed_max, 0.02);
    report = run_steps(world, 60);
    double after = mean_of(weft_cloth_positions(world, id), cloth.vertex_count, 1);
    CHECK_NEAR(after, before, 1e-3);
    CHECK_EQ(report.crossings_body, 0);
    CHECK_EQ(report.crossings_cloth, 0);
    CHECK_LT(report.speed_max, 0.02);
    weft_world_destroy(world);
    sheet_free(&cloth);
}

WEFT_TEST(sheet_at_rest_is_still_in_the_mean) {
    weft_world* world = make_world(9.81f);
    sheet cloth = sheet_make(SHEET_EQUILATERAL, 17, 19, 0.02f);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.friction_body = 0.6f;
    weft_cloth_id id = drape_on_sphere(world, &cloth, &fabric);
    run_steps(world, 300);
    double speed = mean_speed(world, id, cloth.vertex_count);
    test_note("mean speed after 5 s: %.3g mm/s", 1e3 * speed);
    CHECK_LT(speed, 0.001);
    weft_world_destroy(world);
    sheet_free(&cloth);
}
