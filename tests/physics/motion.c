// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Motion that internal forces must leave alone: free fall, straight flight,
// rotation.
#include "sheet.h"

static const float east[3] = {1, 0, 0}, south[3] = {0, 0, 1};
static const float none[3] = {0, 0, 0};

/// Mass-weighted means: a vertex weighs a third of the triangles around it.
typedef struct momentum {
    double mass, centre[3], linear[3], angular[3];
} momentum;

static double triangle_area(const sheet* s, uint32_t t) {
    const uint32_t* v = s->triangles + 3 * (size_t)t;
    const float *a = s->material + 2 * (size_t)v[0], *b = s->material + 2 * (size_t)v[1];
    const float* c = s->material + 2 * (size_t)v[2];
    return 0.5 *
           fabs((double)(b[0] - a[0]) * (c[1] - a[1]) - (double)(b[1] - a[1]) * (c[0] - a[0]));
}

static momentum momentum_of(const weft_world* world, weft_cloth_id id, const sheet* s) {
    const float *x = weft_cloth_positions(world, id), *v = weft_cloth_velocities(world, id);
    momentum m = {0};
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t c = 0; c < 3 * s->triangle_count; ++c) {
            size_t i = 3 * (size_t)s->triangles[c];
            double mass = triangle_area(s, c / 3) / 3;
            for (int k = 0; k < 3; ++k) {
                int a = (k + 1) % 3, b = (k + 2) % 3;
                if (pass == 0) {
                    m.centre[k] += mass * (double)x[i + k];
                    m.linear[k] += mass * (double)v[i + k];
                } else {
                    m.angular[k] += mass * ((x[i + a] - m.centre[a]) * (double)v[i + b] -
                                            (x[i + b] - m.centre[b]) * (double)v[i + a]);
                }
            }
            m.mass += pass == 0 ? mass : 0;
        }
        for (int k = 0; k < 3 && pass == 0; ++k) {
            m.centre[k] /= m.mass;
        }
    }
    return m;
}

/// A sheet with a wave in it, so that bending and membrane act during the fall.
static sheet wavy_sheet(float height) {
    sheet s = sheet_make(SHEET_EQUILATERAL, 12, 13, 0.02f);
    const float origin[3] = {-0.12f, height, -0.1f};
    sheet_place(&s, origin, east, south);
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        s.positions[3 * v + 1] += 0.003f * sinf(40.0f * s.material[2 * v]);
    }
    return s;
}

/// Moves for one second; the displacement of the centre of mass, and its
/// velocity.
static void fly(const weft_fabric* fabric, const float linear[3], const float spin[3],
                uint32_t substeps, double moved[3], double velocity[3]) {
    sheet s = wavy_sheet(1.5f);
    const float centre[3] = {0, 1.5f, 0};
    sheet_set_motion(&s, linear, spin, centre);
    weft_world* world = make_world_in_substeps(9.81f, substeps);
    weft_cloth_id id = sheet_add(world, &s, fabric, NULL, 0);
    momentum before = momentum_of(world, id, &s);
    CHECK_LT(run_steps(world, 60).strain_max, 0.02);
    momentum after = momentum_of(world, id, &s);
    for (int k = 0; k < 3; ++k) {
        moved[k] = after.centre[k] - before.centre[k] - before.linear[k] / before.mass;
        velocity[k] = (after.linear[k] - before.linear[k]) / before.mass;
    }
    weft_world_destroy(world);
    sheet_free(&s);
}

/// Places follow the parabola exactly; a velocity is that of the middle of the last substep, so it
/// lags by g h / 2. Internal forces, damping and rounding may add nothing to that.
static void check_parabola(weft_fabric fabric, const float linear[3], const float spin[3]) {
    for (uint32_t substeps = 2; substeps <= 4; substeps += 2) {
        double moved[3], velocity[3], n = 60.0 * substeps;
        fly(&fabric, linear, spin, substeps, moved, velocity);
        test_note("%u substeps: %.6f %.6f %.6f m", substeps, moved[0], moved[1], moved[2]);
        for (int k = 0; k < 3; ++k) {
            double g = k == 1 ? 9.81 : 0;
            CHECK_NEAR(moved[k], -0.5 * g, 1e-4);
            CHECK_NEAR(velocity[k], -g * (1 - 0.25 / n), 2e-4 + 0.25 * g / n);
        }
    }
}

WEFT_TEST(free_fall_is_the_parabola) {
    check_parabola(weft_fabric_from_preset(WEFT_FABRIC_COTTON), none, none);
    check_parabola(weft_fabric_from_preset(WEFT_FABRIC_LEATHER), none, none);
}

WEFT_TEST(free_fall_with_a_throw_is_the_parabola) {
    const float linear[3] = {0.8f, 2.0f, -0.5f};
    check_parabola(weft_fabric_from_preset(WEFT_FABRIC_JERSEY), linear, none);
}

WEFT_TEST(free_fall_with_spin_is_the_parabola) {
    const float spin[3] = {0.5f, 3.0f, 1.0f};
    check_parabola(weft_fabric_from_preset(WEFT_FABRIC_DENIM), none, spin);
}

WEFT_TEST(free_fall_is_not_slowed_by_damping) {
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_WOOL);
    fabric.damping = 1.0f;
    check_parabola(fabric, none, none);
}

/// Without gravity nothing may change linear momentum, and angular momentum
/// only by what backward Euler loses on a circle: a factor 1 / sqrt(1 + (w h)^2
/// n) over n substeps.
static double spin_left(float damping, float spin_speed, double* drift) {
    sheet s = wavy_sheet(0);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.damping = damping;
    const float linear[3] = {0.3f, -0.2f, 0.1f}, spin[3] = {0, spin_speed, 0};
    sheet_set_motion(&s, linear, spin, none);
    weft_world* world = make_world(0);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    momentum before = momentum_of(world, id, &s);
    run_steps(world, 60);
    momentum after = momentum_of(world, id, &s);
    *drift = 0;
    for (int k = 0; k < 3; ++k) {
        *drift = fmax(*drift, fabs(after.linear[k] - before.linear[k]) / before.mass);
    }
    weft_world_destroy(world);
    sheet_free(&s);
    return after.angular[1] / before.angular[1];
}

WEFT_TEST(rotation_is_not_damped) {
    double drift, slow = spin_left(0.02f, 2.0f, &drift);
    CHECK_LT(drift, 1e-4);
    CHECK_NEAR(slow, 1, 0.05);
    double fast = spin_left(0.02f, 6.0f, &drift), fast_plain = spin_left(0.0f, 6.0f, &drift);
    test_note("spin left after 1 s: %.4f at 2 rad/s, %.4f at 6 rad/s, %.4f undamped", slow, fast,
              fast_plain);
    CHECK_NEAR(fast, fast_plain, 0.01);
}
