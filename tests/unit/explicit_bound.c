// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How many steps explicit Euler takes: every mode up to the fastest stays bounded in them, and the
// fastest would not in fewer.
#include "solve/explicit_bound.h"
#include "test_macros.h"

#include <math.h>

/// The largest eigenvalue's size of one step for a mode that loses c of its velocity.
static double growth(double square, double c, double dt) {
    double trace = 2 - c * dt - square * dt * dt, determinant = 1 - c * dt;
    double root = trace * trace - 4 * determinant;
    return root < 0 ? sqrt(determinant)
                    : fmax(fabs(trace + sqrt(root)), fabs(trace - sqrt(root))) / 2;
}

/// Of all modes up to the fastest.
static double worst(const wf_explicit_mode* m, const wf_explicit_plan* p, double dt) {
    double most = 0;
    for (int k = 1; k <= 200; ++k) {
        double square = (double)m->square * pow(k / 200.0, 3) * (double)p->soft;
        double c = (double)m->beta * square + (double)m->air;
        most = fmax(most, growth(square, c, dt));
    }
    return most;
}

WEFT_TEST(explicit_steps_keep_every_mode) {
    test_random random = test_seed(1995);
    int tight = 0;
    for (int n = 0; n < 4000; ++n) {
        wf_explicit_mode m = {.square = powf(10, test_uniform(&random, 2, 10)),
                              .beta = n % 3 == 0 ? 0 : powf(10, test_uniform(&random, -7, -2)),
                              .air = n % 2 == 0 ? 0 : test_uniform(&random, 0, 50),
                              .safety = test_uniform(&random, 0.1f, 0.95f)};
        const float span = 1.0f / 120;
        const uint32_t most = 1 + (uint32_t)test_uniform(&random, 0, 3000);
        wf_explicit_plan p = wf_explicit_plan_of(&m, span, most);
        REQUIRE(p.steps >= 1 && p.steps <= most);
        CHECK_NEAR(p.dt * (float)p.steps, span, 1e-6f);
        CHECK_LE(worst(&m, &p, (double)p.dt), 1 + 1e-6);
        CHECK(p.soft == 1.0f || p.steps == most);
        // without the safety, one step less is one too few
        wf_explicit_mode bare = m;
        bare.safety = 1.0f;
        p = wf_explicit_plan_of(&bare, span, 100000);
        if (p.steps > 1 && p.steps < 100000) {
            double c = (double)m.beta * (double)m.square + (double)m.air;
            double longer = (double)span / (p.steps - 1);
            CHECK_GT(growth((double)m.square, c, longer), 1 - 1e-9);
            tight += 1;
        }
    }
    CHECK_GT(tight, 1000);
}

WEFT_TEST(explicit_steps_that_are_few_bear_less) {
    const wf_explicit_mode m = {.square = 1e8f, .safety = 0.9f};
    wf_explicit_plan p = wf_explicit_plan_of(&m, 0.01f, 4);
    CHECK_EQ(p.steps, 4);
    // (0.9 * 2 / 0.0025 s)^2 of 1e8 / s2
    CHECK_NEAR(p.soft, 0.9 * 0.9 * 4 / (0.0025 * 0.0025) / 1e8, 1e-6);
    const wf_explicit_mode none = {.square = 0, .safety = 0.9f};
    CHECK_EQ(wf_explicit_plan_of(&none, 0.01f, 4).steps, 1);
}
