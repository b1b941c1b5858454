// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The rule of second order: a swing keeps the energy that much finer steps keep, what falls freely
// does as Galilei says, what lies comes to rest, what touches has backward Euler, and a snapshot
// takes along what is remembered.
#include "particles/particles.h"
#include "physics/sheet.h"
#include "weft/lab.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 15, SECONDS = 5, FINER = 16 };

static const float spacing = 0.5f / (SIDE - 1);

static void choose(weft_world* world, const char* parameter, float value) {
    CHECK_EQ(weft_world_set_parameter(world, "solver", parameter, value, NULL), WEFT_OK);
}

/// A sheet of cotton in a world with steps so many times finer, held by its upper edge, `degrees`
/// from the vertical.
static weft_world* hang(int finer, float degrees, bool held) {
    weft_world_def def = weft_default_world_def();
    def.frame_seconds /= (float)finer;
    def.air_density = 0.0f;
    weft_world* world = weft_world_create(&def, NULL);
    choose(world, "swing", 1);
    const float angle = degrees * 3.14159265f / 180.0f;
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, spacing);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0},
                (float[3]){0, -cosf(angle), sinf(angle)});
    weft_pin* pins = pin_row(SIDE);
    weft_fabric cotton = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &cotton, pins, held ? SIDE : 0);
    free(pins);
    sheet_free(&s);
    return world;
}

#ifdef WEFT_LAB
static double energy_of(const weft_world* world) {
    weft_lab_energy e = weft_lab_energy_of(world);
    return e.kinetic + e.height + e.membrane + e.bending + e.seams + e.holds;
}

static double energy_at_rest(void) {
    weft_world* world = hang(1, 0, true);
    const weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {3}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    run_steps(world, 300);
    double rest = energy_of(world);
    weft_world_destroy(world);
    return rest;
}

/// What is left of the energy above rest after so many seconds. Moves of a fine step are not much
/// larger than what gradients leave over, so it is solved further.
static double keep(int finer, float degrees, float swing, int seconds) {
    weft_world* world = hang(finer, degrees, true);
    choose(world, "swing", swing);
    if (finer > 1) {
        choose(world, "newton_steps", 3);
        choose(world, "iterations", 200);
        choose(world, "sweeps", 8);
    }
    run_steps(world, 1);
    double rest = energy_at_rest(), start = energy_of(world) - rest;
    run_steps(world, (uint32_t)(60 * finer * seconds - 1));
    double end = energy_of(world) - rest;
    weft_world_destroy(world);
    return end / start;
}
#endif

WEFT_TEST(swing_keeps_what_sixteen_times_finer_steps_keep) {
#ifdef WEFT_LAB
    double now = keep(1, 30, 1, SECONDS), finer = keep(FINER, 30, 1, SECONDS);
    test_note("kept for %d s: %.3f, with finer steps %.3f", SECONDS, now, finer);
    CHECK_NEAR(now / finer, 1, 0.1);
    CHECK_GT(finer, 0.8);
#endif
}

WEFT_TEST(backward_euler_loses_most_of_a_swing) {
#ifdef WEFT_LAB
    double kept = keep(1, 30, 0, SECONDS);
    test_note("kept for %d s: %.3f", SECONDS, kept);
    CHECK_LT(kept, 0.4);
#endif
}

WEFT_TEST(second_order_falls_freely) {
    weft_world* world = hang(1, 60, false);
    weft_cloth_id id = weft_world_cloth_at(world, 0);
    double start = mean_of(weft_cloth_positions(world, id), SIDE * SIDE, 1);
    run_steps(world, 48);
    double fallen = start - mean_of(weft_cloth_positions(world, id), SIDE * SIDE, 1);
    CHECK_NEAR(fallen, 0.5 * 9.81 * 0.8 * 0.8, 2e-5);
    weft_world_destroy(world);
}

WEFT_TEST(second_order_comes_to_rest) {
    weft_world* world = make_world(9.81f);
    choose(world, "swing", 1);
    add_sphere(world, (float[3]){0, 0, 0}, 0.15f, 24);
    sheet s = sheet_make(SHEET_EQUILATERAL, 17, 19, 0.02f);
    sheet_place(&s, (float[3]){-0.165f, 0.16f, 0.156f}, (float[3]){1, 0, 0}, (float[3]){0, 0, -1});
    weft_fabric cotton = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_cloth_id id = sheet_add(world, &s, &cotton, NULL, 0);
    run_steps(world, 300);
    double sum = 0.0;
    for (int n = 0; n < 60; ++n) {
        run_steps(world, 1);
        const float* v = weft_cloth_velocities(world, id);
        for (uint32_t i = 0; i < s.vertex_count; ++i, v += 3) {
            sum += sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                        (double)v[2] * (double)v[2]);
        }
    }
    double speed = sum / (60.0 * s.vertex_count);
    test_note("mean speed in the sixth second: %.3g mm/s", 1e3 * speed);
    CHECK_LT(speed, 1e-3);
    CHECK_EQ(weft_world_report(world)->crossings_body, 0);
    weft_world_destroy(world);
    sheet_free(&s);
}

/// A sheet that slides on a box, 3 mm above it: the hash after a second.
static uint64_t slide(float swing) {
    weft_world* world = make_world(9.81f);
    choose(world, "swing", swing);
    add_box(world, (float[3]){1.5f, 0.1f, 0.5f}, 0.0f, 10);
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, spacing);
    sheet_place(&s, (float[3]){-0.6f, 0.1031f, 0.25f}, (float[3]){1, 0, 0}, (float[3]){0, 0, -1});
    sheet_set_motion(&s, (float[3]){1, 0, 0}, (float[3]){0, 0, 0}, (float[3]){0, 0, 0});
    weft_fabric cotton = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    cotton.friction_body = 0.05f;
    sheet_add(world, &s, &cotton, NULL, 0);
    sheet_free(&s);
    run_steps(world, 60);
    CHECK_GT(weft_world_report(world)->speed_max, 0.2);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

WEFT_TEST(cloth_that_touches_has_backward_euler) {
    CHECK_EQ_HEX(slide(1), slide(0));
}

static uint32_t most_ease(const weft_world* world) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < world->particles->count; ++i) {
        most = world->particles->ease[i] > most ? world->particles->ease[i] : most;
    }
    return most;
}

/// A sheet that falls on a ball has had the rule on its way; where it lies nothing is remembered,
/// or its proposals would be doubted, and made twice, for good.
WEFT_TEST(cloth_that_has_landed_forgets_the_rule) {
    weft_world* world = make_world(9.81f);
    add_sphere(world, (float[3]){0, 0, 0}, 0.3f, 32);
    add_grid(world, 21, 0.05f, (float[3]){-0.49f, 0.8f, 0.52f}, (float[3]){1, 0, 0},
             (float[3]){0, 0, -1}, NULL, 0);
    uint32_t before = 0, after = 0;
    for (int n = 0; n < 180; ++n) {
        run_steps(world, 1);
        uint32_t *most = n < 60 ? &before : &after, now = most_ease(world);
        *most = now > *most ? now : *most;
    }
    CHECK_GT(before, 127); // it was looked at
    CHECK_EQ(after, 0);
    weft_world_destroy(world);
}

/// Largest velocity by which one step of backward Euler in the middle of a swing differs from one
/// of the rule, m/s.
static double blow(float* speed) {
    float v[2][3 * SIDE * SIDE];
    for (int swing = 0; swing < 2; ++swing) {
        weft_world* world = hang(1, 40, true);
        run_steps(world, 36);
        choose(world, "swing", (float)swing);
        *speed = run_steps(world, 1).speed_max;
        memcpy(v[swing], weft_cloth_velocities(world, weft_world_cloth_at(world, 0)), sizeof v[0]);
        weft_world_destroy(world);
    }
    double most = 0.0;
    for (int k = 0; k < 3 * SIDE * SIDE; ++k) {
        most = fmax(most, fabs((double)v[1][k] - (double)v[0][k]));
    }
    return most;
}

/// Half a substep of gravity is 41 mm/s: what a change of the rule gives to a cloth that takes its
/// velocity for that of the other rule.
WEFT_TEST(a_change_of_the_rule_is_no_blow) {
    float speed = 0.0f;
    double most = blow(&speed);
    test_note("at %.2f m/s: %.2f mm/s", (double)speed, 1e3 * most);
    CHECK_GT(speed, 0.3);
    CHECK_GT(most, 0);
    CHECK_LT(most, 0.01);
}

WEFT_TEST(snapshot_takes_the_memory_of_a_swing) {
    weft_world* world = hang(1, 60, true);
    run_steps(world, 40);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    void* kept = malloc(bytes);
    CHECK_EQ(weft_world_snapshot(world, kept, bytes), bytes);
    run_steps(world, 20);
    uint64_t first = weft_world_hash(world);
    CHECK_EQ(weft_world_restore(world, kept, bytes), WEFT_OK);
    run_steps(world, 20);
    CHECK_EQ_HEX(weft_world_hash(world), first);
    // In the middle of a flight the rule may change; the memory of the other one does not stay.
    choose(world, "swing", 0);
    run_steps(world, 1);
    CHECK_EQ(weft_world_report(world)->status, WEFT_OK);
    free(kept);
    weft_world_destroy(world);
}
