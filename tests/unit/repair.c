// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that crosses itself or a body in known ways, led out by the pushes of the repair alone.
#include "repair_rig.h"

#define STEPS_MOST 240 // 2 s

#define CHECK_RUN(r, method)                                                                       \
    do {                                                                                           \
        uint32_t before_ = rig_count(r), steps_ = rig_run(r, method, STEPS_MOST);                  \
        CHECK_GT(before_, 0);                                                                      \
        CHECK_LE(steps_, STEPS_MOST);                                                              \
        test_note("%u crossings gone after %u steps, %u left", before_, steps_, (r)->crossings);   \
    } while (0)

/// An upright sheet whose lower 30 mm are below a lying one.
WEFT_TEST(repair_of_two_sheets) {
    rig r = {0};
    float o[3] = {0, 0, 0}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 20, 20, o, u, v);
    float o2[3] = {0.105f, -0.031f, 0.203f}, u2[3] = {0.019f, 0, 0.001f}, v2[3] = {0, 0.02f, 0};
    rig_add_sheet(&r.cloth, 10, 10, o2, u2, v2);
    rig_begin(&r);
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// A sheet bent round so that its end goes through it.
WEFT_TEST(repair_of_a_fold_through_itself) {
    rig r = {0};
    float o[3] = {0, 0, 0}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 40, 12, o, u, v);
    rig_begin(&r);
    for (uint32_t i = 0; i < r.cloth.vertex_count; ++i) {
        float* x = r.cloth.x + 4 * (size_t)i;
        double over = x[0] - 0.45, radius = 0.05;
        if (over > 0) { // once round and down through the flat part
            double a = over / radius;
            x[0] = (float)(0.45 + radius * sin(a));
            x[1] = (float)(radius * (1 - cos(a)));
            if (a > 4.5) {
                double more = (a - 4.5) * radius;
                x[0] = (float)(0.45 + radius * sin(4.5) + more * cos(4.5));
                x[1] = (float)(radius * (1 - cos(4.5)) + more * sin(4.5));
            }
        }
    }
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// The middle of a sheet drawn up to a loop whose sides have gone through each other.
WEFT_TEST(repair_of_a_loop_in_the_middle) {
    rig r = {0};
    float o[3] = {-0.4f, 0, -0.13f}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 40, 13, o, u, v);
    rig_begin(&r);
    for (uint32_t i = 0; i < r.cloth.vertex_count; ++i) {
        float* x = r.cloth.x + 4 * (size_t)i;
        // an arc of 300 degrees of radius 30 mm, its ends straight on
        double s = x[0], radius = 0.03, half = 2.6, a = s / radius;
        double c = a < -half ? -half : a > half ? half : a, rest = (a - c) * radius;
        x[0] = (float)(radius * sin(c) + rest * cos(c));
        x[1] = (float)(radius * (1 - cos(c)) + rest * sin(c));
        x[2] += 0.0004f * (float)sin(40 * s);
    }
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// The corner of one sheet through the middle of another.
WEFT_TEST(repair_of_a_corner) {
    rig r = {0};
    float o[3] = {0, 0, 0}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 20, 20, o, u, v);
    float o2[3] = {0.2f, -0.035f, 0.2f}, u2[3] = {0.014f, 0.014f, 0},
          v2[3] = {-0.014f, 0.012f, 0.006f};
    rig_add_sheet(&r.cloth, 10, 10, o2, u2, v2);
    rig_begin(&r);
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// Two borders that have slipped into each other: the contour runs from the border of one into the
/// other and cuts neither in two.
WEFT_TEST(repair_of_two_borders) {
    rig r = {0};
    float o[3] = {0, 0, 0}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 12, 12, o, u, v);
    float o2[3] = {0.19f, -0.09f, 0.043f}, u2[3] = {0.02f, 0.001f, 0}, v2[3] = {0, 0.017f, 0.009f};
    rig_add_sheet(&r.cloth, 10, 10, o2, u2, v2);
    rig_begin(&r);
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// A ball half through a sheet that is held at its rim.
WEFT_TEST(repair_of_a_ball_through_a_sheet) {
    rig r = {0};
    float o[3] = {-0.2f, 0, -0.2f}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 20, 20, o, u, v);
    float centre[3] = {0.011f, -0.05f, 0.007f};
    rig_add_ball(&r.body, 20, 12, 0.08f, centre);
    rig_begin(&r);
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// Two layers of a garment around a body, 6 mm apart.
static rig garment(void) {
    rig r = {0};
    rig_add_tube(&r.cloth, 48, 36, 0.150f, -0.3f, 0.3f);
    rig_add_tube(&r.cloth, 48, 36, 0.156f, -0.3f, 0.3f);
    rig_add_tube(&r.body, 40, 30, 0.140f, -0.4f, 0.4f);
    rig_begin(&r);
    CHECK_EQ(rig_count(&r), 0);
    return r;
}

/// Pushes everything within `width` of a random vertex of one layer in or out, less towards the
/// rim.
static void dent(rig* r, test_random* random, float width, float depth) {
    uint32_t layer = r->cloth.vertex_count / 2, first = test_below(random, 2) * layer;
    wf_v3 at = wf_v3_load(r->cloth.x + 4 * (size_t)(first + test_below(random, layer)));
    float by = test_uniform(random, -depth, depth), up = test_uniform(random, -0.3f, 0.3f);
    for (uint32_t i = first; i < first + layer; ++i) {
        float* x = r->cloth.x + 4 * (size_t)i;
        float far2 = wf_v3_dot(wf_v3_sub(wf_v3_load(x), at), wf_v3_sub(wf_v3_load(x), at));
        if (far2 < width * width) {
            float radius = sqrtf(x[0] * x[0] + x[2] * x[2]);
            float part = (1.0f - far2 / (width * width)) * by;
            x[0] += part / radius * x[0];
            x[2] += part / radius * x[2];
            x[1] += up * part;
        }
    }
}

/// Makes a garment with crossings and repairs it. The springs are at rest in the dented shape, so
/// they do not help.
static void repair_garment(uint64_t seed, float width, float depth, uint32_t crossings) {
    test_random random = test_seed(seed);
    rig r = garment();
    while (rig_count(&r) < crossings) {
        for (int n = 0; n < 4; ++n) {
            dent(&r, &random, width, depth);
        }
    }
    rig_rest(&r);
    test_note("seed %llu: %u of cloth with itself, %u with the body", (unsigned long long)seed,
              r.self.crossings, r.across.crossings);
    CHECK_RUN(&r, &wf_rule_untangle);
    rig_free(&r);
}

/// Single vertices, up to 30 mm.
WEFT_TEST(repair_of_a_garment_with_200_crossings) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        repair_garment(seed, 0.01f, 0.03f, 200);
    }
}

/// Dents of 100 mm, up to 40 mm.
WEFT_TEST(repair_of_a_garment_with_dents) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        repair_garment(seed, 0.05f, 0.04f, 1000);
    }
}
