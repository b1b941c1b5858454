// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The solver `explicit_euler` and its material by Young's modulus: closed forms of strips and
// plates, forces against differences of the energy, a fall that is Euler's and not the parabola,
// and what it does when it may not take the steps that it needs.
#include "physics/sheet.h"
#include "weft/lab.h"

#ifdef WEFT_LAB
#include "solve/explicit.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

typedef struct choice {
    const char* parameter;
    float value;
} choice;

#define YOUNG 2e5f
#define THICK 1e-3f
#define DENSE 200.0f

static weft_world* explicit_world(float gravity, const choice* choices, uint32_t count) {
    weft_world* world = make_world(gravity);
    weft_report report;
    const choice usual[] = {{"material", 1},
                            {"young", YOUNG},
                            {"thickness", THICK},
                            {"density", DENSE},
                            {"elements", 1}};
    CHECK_EQ(weft_world_set_method(world, "solver", "explicit_euler", &report), WEFT_OK);
    for (uint32_t i = 0; i < 5 + count; ++i) {
        const choice* c = i < 5 ? &usual[i] : &choices[i - 5];
        CHECK_EQ(weft_world_set_parameter(world, "solver", c->parameter, c->value, &report),
                 WEFT_OK);
    }
    return world;
}

static double figure_of(const weft_world* world, const char* what) {
    weft_lab_figure f;
    for (uint32_t i = 0; weft_lab_figure_at(world, i, &f); ++i) {
        if (strcmp(f.what, what) == 0) {
            return f.value;
        }
    }
    CHECK(false);
    return 0;
}

static void calm(weft_world* world, float rate) {
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {rate}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
}

/// How much longer than at rest a strip of 6 points across is that hangs, over its length, when its
/// squares have this side; `narrow` takes how much narrower its middle is.
static double hanging(sheet_kind kind, uint32_t rows, float step, const choice* choices,
                      uint32_t count, double* narrow) {
    sheet s = sheet_make(kind, 6, rows, step);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, -1, 0});
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f); // of which nothing is left
    weft_pin pins[6] = {{0}};
    for (uint32_t i = 0; i < 6; ++i) {
        pins[i].vertex = i;
    }
    weft_world* world = explicit_world(9.81f, choices, count);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, 6);
    calm(world, 6);
    CHECK_LT(run_steps(world, 300).speed_max, 0.002);
    const float* x = weft_cloth_positions(world, id);
    double length = (double)(s.height * (float)(rows - 1));
    double end = 1.0 - mean_of(x + 18 * ((size_t)rows - 1), 6, 1);
    uint32_t middle = rows / 2;
    *narrow = 1.0 - (double)(x[18 * middle + 15] - x[18 * middle]) / (5.0 * (double)step);
    CHECK_EQ(figure_of(world, "least stiffness"), 1);
    weft_world_destroy(world);
    sheet_free(&s);
    return (end - length) / length;
}
#endif

/// Triangles: rho g L / 2 E, whatever Poisson's ratio and the mesh; it narrows by nu of the strain.
WEFT_TEST(explicit_strip_stretches_by_young) {
#ifdef WEFT_LAB
    const sheet_kind kinds[] = {SHEET_GRID, SHEET_ONE_DIAGONAL, SHEET_EQUILATERAL, SHEET_IRREGULAR};
    for (int i = 0; i < 8; ++i) {
        const choice poisson = {"poisson", i < 4 ? 0.0f : 0.3f};
        double narrow, length = 20 * (kinds[i % 4] < SHEET_EQUILATERAL ? 0.02 : 0.02 * sqrt(0.75));
        double strain = hanging(kinds[i % 4], 21, 0.02f, &poisson, 1, &narrow);
        double expected = (double)DENSE * 9.81 * length / (2 * (double)YOUNG);
        test_note("strain %.5f for %.5f, narrower by %.5f", strain, expected, narrow);
        CHECK_NEAR(strain / expected, 1, 0.03);
        if (kinds[i % 4] < SHEET_EQUILATERAL) { // whose rows are not shifted
            CHECK_NEAR(narrow, (double)poisson.value * expected, 0.1 * 0.3 * expected);
        }
    }
#endif
}

/// Springs: the same strain for squares of half the side, within 2 %; Young's for equilateral
/// triangles and nu = 1/3 within 3 %, and otherwise what the mesh makes of it.
WEFT_TEST(explicit_springs_do_not_depend_on_the_size_of_the_mesh) {
#ifdef WEFT_LAB
    const choice springs[] = {{"elements", 0}, {"poisson", 1.0f / 3}};
    double narrow, expected = (double)DENSE * 9.81 / (2 * (double)YOUNG);
    double coarse = hanging(SHEET_GRID, 11, 0.04f, springs, 2, &narrow) / 0.4;
    double fine = hanging(SHEET_GRID, 21, 0.02f, springs, 2, &narrow) / 0.4;
    double even = hanging(SHEET_EQUILATERAL, 21, 0.02f, springs, 2, &narrow) / (0.4 * sqrt(0.75));
    test_note("strain over length: %.5f in 40 mm, %.5f in 20 mm, %.5f equilateral, for %.5f",
              coarse, fine, even, expected);
    CHECK_NEAR(fine / coarse, 1, 0.02);
    CHECK_NEAR(even / expected, 1, 0.06);
    CHECK_GT(expected / fine, 1.05); // stiffer than E says: their own Poisson ratio
    CHECK_LT(expected / fine, 1.4);
#endif
}

/// A plate clamped along a side sinks by rho g t L^4 / 8 D, with nu = 0.
WEFT_TEST(explicit_plate_bends_by_young_and_thickness) {
#ifdef WEFT_LAB
    enum { COLUMNS = 4, ROWS = 13, HELD = 2 };
    const choice choices[] = {
        {"poisson", 0}, {"thickness", 2e-3f}, {"density", 75}, {"young", 1e5f}};
    sheet s = sheet_make(SHEET_GRID, COLUMNS, ROWS, 0.005f);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    weft_pin pins[HELD * COLUMNS] = {{0}};
    for (uint32_t i = 0; i < HELD * COLUMNS; ++i) {
        pins[i].vertex = i;
        memcpy(pins[i].offset, s.positions + 3 * (size_t)i, 12);
    }
    weft_world* world = explicit_world(0.5f, choices, 4);
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, HELD * COLUMNS);
    calm(world, 12);
    run_steps(world, 180);
    const float* x = weft_cloth_positions(world, id);
    double sunk = 1.0 - mean_of(x + 3 * (ROWS - 1) * COLUMNS, COLUMNS, 1);
    double length = (ROWS - HELD) * 0.005, rigidity = 1e5 * 8e-9 / 12;
    double expected = 0.15 * 0.5 * pow(length, 4) / (8 * rigidity);
    test_note("sunk by %.4f mm for %.4f", 1e3 * sunk, 1e3 * expected);
    CHECK_NEAR(sunk / expected, 1, 0.1);
    weft_world_destroy(world);
    sheet_free(&s);
#endif
}

#ifdef WEFT_LAB
enum { SIDE = 8, COUNT = SIDE * SIDE };

/// A crumpled sheet in the air, one step old, so that its system is there.
static weft_world* crumpled(const choice* choices, uint32_t count, uint32_t seed, float speed) {
    sheet s = sheet_make(SHEET_IRREGULAR, SIDE, SIDE, 0.02f);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
    weft_world* world = explicit_world(0, choices, count);
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    sheet_add(world, &s, &fabric, NULL, 0);
    run_steps(world, 1);
    wf_particles* p = world->particles;
    test_random random = test_seed(seed);
    for (uint32_t i = 0; i < p->count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            p->z[4 * i + k] = p->x[4 * i + k] + test_uniform(&random, -0.004f, 0.004f);
            world->system->explicit_steps->v[4 * i + k] = test_uniform(&random, -speed, speed);
        }
        memset(p->force + 4 * (size_t)i, 0, 16);
    }
    sheet_free(&s);
    return world;
}

static double spring_energy(const weft_world* world, const float* x) {
    const wf_system* s = world->system;
    double sum = 0;
    for (uint32_t k = 0; k < s->particles.edge_count; ++k) {
        const wf_edge_spring* p = &s->explicit_steps->springs[k];
        double d2 = 0;
        for (uint32_t i = 0; i < 3; ++i) {
            double d = (double)x[4 * p->b + i] - (double)x[4 * p->a + i];
            d2 += d * d;
        }
        double over = sqrt(d2) - (double)p->rest;
        sum += 0.5 * (double)p->k * (over < 0 ? (double)p->push : 1.0) * over * over;
    }
    return sum;
}
#endif

/// Springs alone: minus the difference of their energy, and nothing in sum.
WEFT_TEST(explicit_forces_are_differences_of_the_energy) {
#ifdef WEFT_LAB
    const choice choices[] = {
        {"elements", 0}, {"damping", 0}, {"thickness", 1e-5f}, {"young", 1.6e7f}};
    weft_world* world = crumpled(choices, 4, 7, 0.0f);
    wf_system* s = world->system;
    wf_explicit_gather(s);
    double total[3] = {0}, largest = 0, worst = 0;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            float* z = &s->particles.z[4 * i + k];
            float at = *z, force = s->explicit_steps->force[4 * i + k];
            const float by = 3e-5f;
            *z = at + by;
            float up = *z;
            double more = spring_energy(world, s->particles.z);
            *z = at - by;
            double slope = (more - spring_energy(world, s->particles.z)) / (double)(up - *z);
            *z = at;
            total[k] += (double)force;
            largest = fmax(largest, fabs((double)force));
            worst = fmax(worst, fabs((double)force + slope));
        }
    }
    test_note("off by %.2g of %.2g N", worst, largest);
    CHECK_LT(worst, 2e-3 * largest);
    for (uint32_t k = 0; k < 3; ++k) {
        CHECK_LT(fabs(total[k]), 1e-4 * largest);
    }
    weft_world_destroy(world);
#endif
}

/// Damping takes away, of springs and of triangles; a rotation feels nothing of it.
WEFT_TEST(explicit_damping_takes_energy) {
#ifdef WEFT_LAB
    for (int elements = 0; elements < 2; ++elements) {
        double power[2];
        for (int damped = 0; damped < 2; ++damped) {
            const choice choices[] = {
                {"elements", (float)elements}, {"damping", damped ? 1e-3f : 0.0f}, {"steps", 2000}};
            weft_world* world = crumpled(choices, 3, 11, 0.3f);
            const wf_system* s = world->system;
            wf_explicit_gather(world->system);
            power[damped] = 0;
            for (uint32_t i = 0; i < 4 * s->particles.count; ++i) {
                power[damped] +=
                    (double)s->explicit_steps->force[i] * (double)s->explicit_steps->v[i];
            }
            weft_world_destroy(world);
        }
        test_note("power %.3g W without, %.3g W with", power[0], power[1]);
        CHECK_LT(power[1], power[0] - 1e-3);
    }
#endif
}

/// The place takes the new velocity: it falls by g dt^2 n (n + 1) / 2.
WEFT_TEST(explicit_fall_is_eulers) {
#ifdef WEFT_LAB
    weft_world* world = explicit_world(9.81f, NULL, 0);
    sheet s = sheet_make(SHEET_GRID, 3, 3, 0.05f);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    weft_step_report report = run_steps(world, 12);
    double n = 12.0 * report.substeps * figure_of(world, "explicit steps");
    double dt = 12.0 / 60 / n, fallen = 1 - mean_of(weft_cloth_positions(world, id), 9, 1);
    double expected = 0.5 * 9.81 * dt * dt * n * (n + 1);
    test_note("%.0f steps, fallen %.6f m for %.6f", n, fallen, expected);
    CHECK_NEAR(fallen, expected, 2e-6);
    CHECK_GT(fabs(expected - 0.5 * 9.81 * 0.04), 1e-5); // not the parabola
    weft_world_destroy(world);
    sheet_free(&s);
#endif
}

/// A sheet that swings without loss keeps its energy, the better the shorter the steps.
WEFT_TEST(explicit_swing_keeps_its_energy) {
#ifdef WEFT_LAB
    double kept[2];
    for (int fine = 0; fine < 2; ++fine) {
        const choice choices[] = {{"damping", 0}, {"safety", fine ? 0.1f : 0.4f}};
        weft_world* world = explicit_world(9.81f, choices, 2);
        sheet s = sheet_make(SHEET_GRID, 8, 8, 0.04f);
        sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
        weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
        fabric.drag = fabric.lift = 0;
        weft_pin* pins = pin_row(8);
        for (uint32_t i = 0; i < 8; ++i) {
            memcpy(pins[i].offset, s.positions + 3 * (size_t)i, 12);
        }
        sheet_add(world, &s, &fabric, pins, 8);
        double first = 0, high = 0, swing = 0, off = 0;
        int steps = 0;
        for (int n = 0; n < 30; ++n) { // before it touches itself
            run_steps(world, 1);
            if (weft_world_report(world)->throttled > 0) {
                break; // a whip too fast for the filter's boxes, which take energy
            }
            steps = n + 1;
            weft_lab_energy e = weft_lab_energy_of(world);
            double now = e.kinetic + e.height + e.membrane + e.bending + e.holds;
            first = n == 0 ? now : first;
            high = n == 0 ? e.height : high;
            swing = fmax(swing, high - e.height);
            off = fmax(off, fabs(now - first));
        }
        kept[fine] = off / swing;
        test_note("energy off by %.6f of the swing in %d steps", kept[fine], steps);
        CHECK_GT(steps, 10);
        weft_world_destroy(world);
        sheet_free(&s);
        free(pins);
    }
    CHECK_LT(kept[1], 0.02);
    CHECK_LT(kept[1], 0.6 * kept[0]);
#endif
}

/// Too few steps: it stays finite, softer than asked for, and says so.
WEFT_TEST(explicit_steps_are_bounded) {
#ifdef WEFT_LAB
    const choice few[] = {{"steps", 2}, {"young", 1.6e7f}};
    sheet s = sheet_make(SHEET_GRID, 6, 11, 0.02f);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, -1, 0});
    weft_world* world = explicit_world(9.81f, few, 2);
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    weft_pin* pins = pin_row(6);
    sheet_add(world, &s, &fabric, pins, 6);
    CHECK_EQ(run_steps(world, 120).status, WEFT_OK);
    CHECK_EQ(figure_of(world, "explicit steps"), 2);
    CHECK_LT(figure_of(world, "least stiffness"), 0.1);
    weft_world_destroy(world);
    free(pins);
    sheet_free(&s);
#endif
}

/// Cloth that hardly resists hangs no longer than Provot's limit allows, and comes to rest.
WEFT_TEST(explicit_limit_holds_soft_cloth) {
#ifdef WEFT_LAB
    const choice soft[] = {{"young", 1e4f}, {"limit", 0.1f}, {"elements", 0}};
    double narrow, without = hanging(SHEET_GRID, 11, 0.02f, soft, 1, &narrow);
    double with = hanging(SHEET_GRID, 11, 0.02f, soft, 3, &narrow);
    test_note("strain %.3f, limited %.3f", without, with);
    CHECK_LT(with, 0.11);
    const choice heavy[] = {{"young", 1e4f}, {"limit", 0.1f}, {"elements", 0}, {"density", 2000}};
    double held = hanging(SHEET_GRID, 11, 0.02f, heavy, 4, &narrow);
    test_note("ten times the weight: %.3f", held);
    CHECK_LT(held, 0.12);
    CHECK_GT(held, 0.05);
#endif
}

/// A constant wind takes a sheet along: v = w (1 - e^(-c t / sigma)); what falls ends at g sigma /
/// c.
WEFT_TEST(explicit_wind_is_viscous) {
#ifdef WEFT_LAB
    const choice air = {"air", 0.5f};
    weft_world* world = explicit_world(0, &air, 1);
    sheet s = sheet_make(SHEET_GRID, 4, 4, 0.05f);
    sheet_place(&s, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    fabric.drag = 1.2f; // the core's air is not asked
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    weft_event wind = {.kind = WEFT_EVENT_WIND, .p = {0.4f, 0, 0}};
    CHECK_EQ(weft_world_push_event(world, &wind), WEFT_OK);
    run_steps(world, 24);
    double v = mean_of(weft_cloth_velocities(world, id), 16, 0), rate = 0.5 / 0.2;
    CHECK_NEAR(v, 0.4 * (1 - exp(-rate * 0.4)), 2e-3);
    weft_event fall[] = {{.kind = WEFT_EVENT_WIND}, {.kind = WEFT_EVENT_GRAVITY, .p = {0, -2, 0}}};
    for (int i = 0; i < 2; ++i) {
        CHECK_EQ(weft_world_push_event(world, &fall[i]), WEFT_OK);
    }
    run_steps(world, 240);
    CHECK_NEAR(mean_of(weft_cloth_velocities(world, id), 16, 1), -2 / rate, 2e-3);
    weft_world_destroy(world);
    sheet_free(&s);
#endif
}

/// A sheet that falls on a sphere comes to rest on it, under its own impacts, uncrossed.
WEFT_TEST(explicit_sheet_rests_on_a_sphere) {
#ifdef WEFT_LAB
    const choice springs = {"elements", 0};
    weft_world* world = explicit_world(9.81f, &springs, 1);
    add_sphere(world, (float[3]){0, 0, 0}, 0.15f, 24);
    sheet s = sheet_make(SHEET_GRID, 13, 13, 0.025f);
    sheet_place(&s, (float[3]){-0.15f, 0.2f, -0.15f}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1});
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    fabric.friction_body = 0.6f;
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    weft_step_report report = {0};
    for (int n = 0; n < 240; ++n) {
        report = run_steps(world, 1);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
    }
    double height = mean_of(weft_cloth_positions(world, id), 169, 1);
    test_note("height %.3f, speed %.4f", height, (double)report.speed_max);
    CHECK_GT(height, 0.0);
    CHECK_LT(report.speed_max, 0.3);
    weft_world_destroy(world);
    sheet_free(&s);
#endif
}
