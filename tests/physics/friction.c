// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Coulomb friction on a slope of 1:2 (26.57 degrees): the threshold is mu = tan
// = 0.5, and below it the acceleration is g (sin - mu cos), on a body and on
// another cloth. And a sheet that lies on a sphere stays there.
#include "sheet.h"

static const float slope = 0.4636476f; // atan(1/2)

typedef struct slide {
    double start, end;   // m down the slope, at 0.5 s and 1 s
    double speed, later; // m/s
} slide;

/// How the second half of a second went, of a sheet that slides along (cos, -sin) of the slope.
static slide measure_slide(weft_world* world, weft_cloth_id id, uint32_t vertex_count) {
    const double c = cos((double)slope), s = sin((double)slope);
    slide r = {0};
    for (int half_second = 0; half_second < 2; ++half_second) {
        run_steps(world, 30);
        const float *x = weft_cloth_positions(world, id), *v = weft_cloth_velocities(world, id);
        double place = mean_of(x, vertex_count, 0) * c - mean_of(x, vertex_count, 1) * s;
        double speed = mean_of(v, vertex_count, 0) * c - mean_of(v, vertex_count, 1) * s;
        *(half_second ? &r.end : &r.start) = place;
        *(half_second ? &r.later : &r.speed) = speed;
    }
    CHECK_EQ(weft_world_report(world)->crossings_body, 0);
    CHECK_EQ(weft_world_report(world)->crossings_cloth, 0);
    return r;
}

/// Places a sheet on the slope's plane, its first corner `down` m from the top and `lift` above the
/// plane through the origin.
static void place_on_slope(sheet* cloth, float down, float lift, float z) {
    const float c = cosf(slope), s = sinf(slope);
    const float along[3] = {c, -s, 0}, across[3] = {0, 0, -1};
    const float origin[3] = {(down - 0.8f) * c + lift * s, (0.8f - down) * s + lift * c, z};
    sheet_place(cloth, origin, along, across);
}

/// A sheet laid just above the slope.
static slide run_slide(float mu, uint32_t cuts) {
    const float half[3] = {1.5f, 0.1f, 0.4f};
    weft_world* world = make_world(9.81f);
    add_box(world, half, -slope, cuts); // falls towards +x
    sheet cloth = sheet_make(SHEET_EQUILATERAL, 9, 10, 0.02f);
    place_on_slope(&cloth, 0.0f, half[1] + 0.0031f, 0.08f);
    weft_fabric fabric = plain_fabric(0.2f, 1000, 1e-5f);
    fabric.friction_body = mu;
    weft_cloth_id id = sheet_add(world, &cloth, &fabric, NULL, 0);
    slide r = measure_slide(world, id, cloth.vertex_count);
    weft_world_destroy(world);
    sheet_free(&cloth);
    return r;
}

enum { LOWER_COLUMNS = 61, LOWER_ROWS = 12, LOWER_VERTICES = LOWER_COLUMNS * LOWER_ROWS };

/// A sheet laid just above another one that is held along the slope by every vertex. Their
/// coefficients differ; what acts between them is the geometric mean.
static slide run_slide_on_cloth(float mu, float step) {
    weft_world* world = make_world(9.81f);
    weft_fabric fabric = plain_fabric(0.2f, 1000, 1e-5f);
    sheet lower = sheet_make(SHEET_EQUILATERAL, LOWER_COLUMNS, LOWER_ROWS, 0.05f);
    static weft_pin pins[LOWER_VERTICES];
    for (uint32_t k = 0; k < LOWER_VERTICES; ++k) {
        pins[k] = (weft_pin){.vertex = k};
    }
    place_on_slope(&lower, -0.2f, 0.0f, 0.25f);
    fabric.friction_cloth = 2.0f * mu;
    sheet_add(world, &lower, &fabric, pins, LOWER_VERTICES);
    const uint32_t columns = (uint32_t)(0.17f / step) + 1;
    sheet upper = sheet_make(SHEET_EQUILATERAL, columns, columns, step);
    place_on_slope(&upper, 0.0f, 0.0031f, 0.08f);
    fabric.friction_cloth = 0.5f * mu;
    weft_cloth_id id = sheet_add(world, &upper, &fabric, NULL, 0);
    slide r = measure_slide(world, id, upper.vertex_count);
    weft_world_destroy(world);
    sheet_free(&lower);
    sheet_free(&upper);
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
        CHECK_NEAR(acts, mu, 0.01);
    }
}

WEFT_TEST(incline_does_not_depend_on_the_mesh_of_the_slope) {
    slide fine = run_slide(0.3f, 40), coarse = run_slide(0.3f, 1);
    test_note("speed on the coarse slope over the fine one: %.3f", coarse.later / fine.later);
    CHECK_NEAR(coarse.later / fine.later, 1, 0.05);
}

/// On a fine mesh every vertex is light and touches come and go faster.
static const float upper_steps[2] = {0.02f, 0.008f};

WEFT_TEST(cloth_on_cloth_sticks_above_the_threshold) {
    for (int k = 0; k < 2; ++k) {
        for (float mu = 0.56f; mu < 0.9f; mu += 0.24f) {
            slide r = run_slide_on_cloth(mu, upper_steps[k]);
            test_note("mu %.2f, %.0f mm: crept %.3f mm in 0.5 s, speed %.2g m/s", (double)mu,
                      1e3 * (double)upper_steps[k], 1e3 * (r.end - r.start), r.later);
            CHECK_LT(fabs(r.end - r.start), 5e-4);
            CHECK_LT(fabs(r.later), 1e-3);
        }
    }
}

WEFT_TEST(cloth_on_cloth_slides_below_the_threshold) {
    for (int k = 0; k < 2; ++k) {
        for (float mu = 0.0f; mu < 0.4f; mu += 0.15f) {
            slide r = run_slide_on_cloth(mu, upper_steps[k]);
            double measured = (r.later - r.speed) / 0.5;
            double acts = (sin(slope) - measured / 9.81) / cos(slope);
            test_note("mu %.2f, %.0f mm: acceleration %.4f m/s2, as mu %.4f", (double)mu,
                      1e3 * (double)upper_steps[k], measured, acts);
            CHECK_NEAR(acts, mu, 0.01);
        }
    }
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

/// Not one vertex twitches.
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
    CHECK_LT(report.speed_max, 0.003);
    report = run_steps(world, 60);
    double after = mean_of(weft_cloth_positions(world, id), cloth.vertex_count, 1);
    CHECK_NEAR(after, before, 1e-3);
    CHECK_EQ(report.crossings_body, 0);
    CHECK_EQ(report.crossings_cloth, 0);
    CHECK_LT(report.speed_max, 0.003);
    weft_world_destroy(world);
    sheet_free(&cloth);
}

/// Mean speed in the sixth second under that gravity, m/s.
static double speed_at_rest(float gravity) {
    weft_world* world = make_world(gravity);
    sheet cloth = sheet_make(SHEET_EQUILATERAL, 17, 19, 0.02f);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.friction_body = 0.6f;
    weft_cloth_id id = drape_on_sphere(world, &cloth, &fabric);
    run_steps(world, 300);
    double speed = mean_speed(world, id, cloth.vertex_count);
    weft_world_destroy(world);
    sheet_free(&cloth);
    return speed;
}

/// A fold may still snap over, but not where the sheet began a hair's breadth elsewhere.
WEFT_TEST(sheet_at_rest_is_still_in_the_mean) {
    double sum = 0.0;
    int restless = 0;
    for (int start = 0; start < 5; ++start) {
        double speed = speed_at_rest(9.81f * (1.0f + 2e-6f * (float)start));
        test_note("start %d: mean speed after 5 s: %.3g mm/s", start, 1e3 * speed);
        sum += speed;
        restless += speed > 0.0001;
    }
    CHECK(restless <= 1);
    CHECK_LT(sum / 5.0, 0.0003);
}
