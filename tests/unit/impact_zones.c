// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response by impulses and rigid zones: whatever moves, nothing crosses afterwards, by exact
// predicates over all pairs; momentum stays.
#include "test_macros.h"

#include "contact/impact_rigid.h"
#include "contact/impact_zones.h"
#include "math/predicates.h"

#include <stdlib.h>

enum { MOST_POINTS = 1200, MOST_TRIANGLES = 1000 };

/// Points and triangles, cloth first; free of memory, so that a test may return anywhere.
typedef struct soup {
    float x[4 * MOST_POINTS], move[4 * MOST_POINTS], inverse_mass[MOST_POINTS];
    uint32_t triangles[3 * MOST_TRIANGLES]; // numbered over both surfaces
    uint32_t cloth_points, points, cloth_triangles, triangle_count;
} soup;

static soup s; // large

static const float* corner(const float* x, uint32_t t, uint32_t k) {
    return x + 4 * (size_t)s.triangles[3 * t + k];
}

static bool share_corner(uint32_t a, uint32_t b) {
    bool share = false;
    for (int i = 0; i < 9; ++i) {
        share =
            share || s.triangles[3 * a + (uint32_t)i / 3] == s.triangles[3 * b + (uint32_t)i % 3];
    }
    return share;
}

static bool meet(const float* x, uint32_t a, uint32_t b) {
    const float* ca[3] = {corner(x, a, 0), corner(x, a, 1), corner(x, a, 2)};
    const float* cb[3] = {corner(x, b, 0), corner(x, b, 1), corner(x, b, 2)};
    return wf_triangles_meet(ca, cb);
}

/// Pairs of triangles that meet, but for neighbours and pairs of bodies.
static uint32_t count_meeting(const float* x) {
    uint32_t count = 0;
    for (uint32_t a = 0; a < s.cloth_triangles; ++a) {
        for (uint32_t b = a + 1; b < s.triangle_count; ++b) {
            count += !share_corner(a, b) && meet(x, a, b);
        }
    }
    return count;
}

/// Small triangles anywhere in a cube of 1 m, none meeting another, and moves of up to `reach`.
static void make_soup(test_random* random, uint32_t cloth, uint32_t body, float size, float reach) {
    s.cloth_triangles = cloth;
    s.triangle_count = 0;
    while (s.triangle_count < cloth + body) {
        uint32_t t = s.triangle_count++;
        float middle[3], move[3];
        for (int k = 0; k < 3; ++k) {
            middle[k] = test_uniform(random, -0.5f, 0.5f);
            move[k] = test_uniform(random, -reach, reach);
        }
        for (uint32_t i = 3 * t; i < 3 * t + 3; ++i) {
            s.triangles[i] = i;
            s.inverse_mass[i] = t < cloth ? 1.0f / test_uniform(random, 0.1f, 1.0f) : 0.0f;
            for (uint32_t k = 0; k < 3; ++k) {
                s.x[4 * i + k] = middle[k] + test_uniform(random, -size, size);
                s.move[4 * i + k] = move[k] + test_uniform(random, -0.3f, 0.3f) * reach;
            }
        }
        bool clear = true;
        for (uint32_t other = 0; other < t; ++other) {
            clear = clear && !meet(s.x, other, t);
        }
        s.triangle_count -= !clear;
    }
    s.cloth_points = 3 * cloth;
    s.points = 3 * (cloth + body);
}

/// Resolves the soup; the end positions are put into `end`.
static wf_impact_result resolve(const wf_impact_limits* limits, float* end) {
    wf_memory memory = {0};
    wf_impact_zones z;
    wf_impact_result result = {.alpha = -1};
    uint32_t* body_triangles = calloc(3 * (size_t)s.triangle_count + 1, sizeof(uint32_t));
    uint32_t body_count = s.triangle_count - s.cloth_triangles;
    for (uint32_t i = 0; i < 3 * body_count; ++i) {
        body_triangles[i] = s.triangles[3 * s.cloth_triangles + i] - s.cloth_points;
    }
    wf_impact_surface cloth = {s.triangles, NULL, s.cloth_points, s.cloth_triangles};
    wf_impact_surface body = {body_triangles, NULL, s.points - s.cloth_points, body_count};
    if (CHECK(wf_impact_zones_create(&memory, &cloth, &body, &z))) {
        memcpy(z.pairs.x0, s.x, 16 * (size_t)s.points);
        memcpy(z.move, s.move, 16 * (size_t)s.points);
        memcpy(z.pairs.inverse_mass, s.inverse_mass, sizeof(float) * s.points);
        for (size_t k = 4 * (size_t)s.cloth_points; k < 4 * (size_t)s.points; ++k) {
            z.pairs.x1[k] = s.x[k] + s.move[k];
        }
        CHECK(wf_impact_zones_resolve(&memory, &z, limits, &result));
        memcpy(end, z.pairs.x1, 16 * (size_t)s.points);
    }
    wf_impact_zones_free(&memory, &z);
    CHECK_EQ(memory.bytes, 0);
    free(body_triangles);
    return result;
}

static const wf_impact_limits usual = {1e-3f, 12, 24};
static const wf_impact_limits zones_soon = {0, 2, 24}; // leaves more to zones

static float end[4 * MOST_POINTS];

/// All bodies move like the first one.
static void move_bodies_together(void) {
    for (uint32_t i = s.cloth_points; i < s.points; ++i) {
        memcpy(s.move + 4 * i, s.move + 4 * s.cloth_points, 3 * sizeof(float));
    }
}

/// Without bodies, with bodies that move together, with bodies that go through each other. Only the
/// last may leave cloth no room.
WEFT_TEST(impact_zones_keep_soups_apart) {
    test_random random = test_seed(81);
    uint32_t would[3] = {0, 0, 0}, after[3] = {0, 0, 0}, stopped[3] = {0, 0, 0}, zones = 0;
    for (int round = 0; round < 30; ++round) {
        int kind = round % 3;
        make_soup(&random, 120, kind > 0 ? 40 : 0, 0.15f, 0.4f);
        if (kind == 1) {
            move_bodies_together();
        }
        wf_impact_result result = resolve(round / 3 % 2 ? &zones_soon : &usual, end);
        zones += result.zone_points;
        test_note("%d: %u impulses in %u passes, %u points in zones in %u passes, alpha %g", kind,
                  result.impulses, result.passes, result.zone_points, result.zone_passes,
                  (double)result.alpha);
        float there[4 * 480];
        for (uint32_t i = 0; i < 4 * s.points; ++i) {
            there[i] = s.x[i] + s.move[i];
        }
        would[kind] += count_meeting(there);
        after[kind] += count_meeting(end);
        stopped[kind] += result.alpha < 1.0f;
    }
    for (int kind = 0; kind < 3; ++kind) {
        test_note("%d: %u pairs would meet, %u do, %u rounds of 10 cut short", kind, would[kind],
                  after[kind], stopped[kind]);
        CHECK_EQ(after[kind], 0);
        CHECK_GT(would[kind], 100);
        CHECK(kind == 2 || stopped[kind] == 0);
    }
    CHECK_GT(zones, 100);
}

/// A sheet folded over itself whose upper half wants to go through the lower one, in ripples.
WEFT_TEST(impact_zones_keep_a_fold_apart) {
    enum { SIDE = 16, ROWS = 2 * SIDE };
    test_random random = test_seed(82);
    s = (soup){.cloth_points = SIDE * ROWS, .points = SIDE * ROWS};
    for (uint32_t i = 0; i < s.points; ++i) {
        uint32_t row = i / SIDE, up = row >= SIDE;
        float along = (float)(up ? ROWS - 1 - row : row) * 0.01f;
        float* x = s.x + 4 * i;
        x[0] = (float)(i % SIDE) * 0.01f;
        x[1] = up ? 0.006f : 0.0f;
        x[2] = row == SIDE ? along + 0.002f : along;
        s.inverse_mass[i] = 5000.0f;
        for (uint32_t k = 0; k < 3; ++k) {
            s.move[4 * i + k] = test_uniform(&random, -0.004f, 0.004f);
        }
        s.move[4 * i + 1] += up ? -0.02f - along * 0.1f : 0.0f;
    }
    for (uint32_t row = 0; row + 1 < ROWS; ++row) {
        for (uint32_t k = 0; k + 1 < SIDE; ++k) {
            uint32_t a = row * SIDE + k, t[6] = {a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE};
            memcpy(s.triangles + 3 * s.triangle_count, t, sizeof t);
            s.triangle_count += 2;
        }
    }
    s.cloth_triangles = s.triangle_count;
    REQUIRE(s.triangle_count <= MOST_TRIANGLES);
    CHECK_EQ(count_meeting(s.x), 0);
    wf_impact_result result = resolve(&usual, end);
    test_note("%u impulses in %u passes, %u points in zones in %u passes, alpha %g",
              result.impulses, result.passes, result.zone_points, result.zone_passes,
              (double)result.alpha);
    CHECK_EQ(count_meeting(end), 0);
}

static void add_momentum(const float* move, double linear[3], double angular[3]) {
    for (int k = 0; k < 3; ++k) {
        linear[k] = angular[k] = 0;
    }
    for (uint32_t i = 0; i < s.points; ++i) {
        double m = 1.0 / (double)s.inverse_mass[i];
        const float *x = s.x + 4 * i, *d = move + 4 * i;
        for (int k = 0; k < 3; ++k) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            linear[k] += m * (double)d[k];
            angular[k] += m * ((double)x[u] * (double)d[v] - (double)x[v] * (double)d[u]);
        }
    }
}

/// Two free triangles that fly into each other: by impulses, and as one zone. A zone turns by a
/// finite angle, which differs from its momentum in the third order.
WEFT_TEST(impact_zones_keep_momentum) {
    test_random random = test_seed(83);
    uint32_t met = 0;
    double worst = 0;
    for (int round = 0; round < 400; ++round) {
        make_soup(&random, 2, 0, 0.3f, 0.02f);
        for (uint32_t i = 0; i < 24; ++i) { // towards each other
            const float* t = s.x + i - i % 12 + i % 4;
            s.move[i] -= 0.4f * (t[0] + t[4] + t[8]);
        }
        wf_impact_limits limits = {0, round % 2 ? 12 : 0, 24};
        wf_impact_result result = resolve(&limits, end);
        CHECK_EQ(result.alpha, 1);
        met += result.impulses > 0 || result.zone_points > 0;
        float moved[4 * 6];
        for (uint32_t i = 0; i < 24; ++i) {
            moved[i] = end[i] - s.x[i];
        }
        double before[2][3], after[2][3];
        add_momentum(s.move, before[0], before[1]);
        add_momentum(moved, after[0], after[1]);
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR(after[0][k], before[0][k], 1e-6);
            if (round % 2 == 0) {
                worst = fmax(worst, fabs(after[1][k] - before[1][k]));
                CHECK_NEAR(after[1][k], before[1][k], 0.005);
            }
        }
    }
    test_note("%u of 400 met; angular momentum of zones changed by %.3g", met, worst);
    CHECK_GT(met, 60);
}

/// With neither impulses nor zones everything stops before the first contact.
WEFT_TEST(impact_zones_stop_as_a_last_resort) {
    test_random random = test_seed(84);
    for (int round = 0; round < 20; ++round) {
        make_soup(&random, 40, 20, 0.1f, 0.3f);
        wf_impact_result result = resolve(&(wf_impact_limits){0, 0, 0}, end);
        CHECK_LT(result.alpha, 1);
        CHECK_GE(result.alpha, 0);
        CHECK_EQ(count_meeting(end), 0);
    }
}

/// Points that turn about their centre already: the zone goes on as they do.
WEFT_TEST(impact_rigid_finds_the_turn) {
    test_random random = test_seed(85);
    for (int round = 0; round < 300; ++round) {
        double turn[3], move[3];
        float x[6][3], d[6][3], moved[3];
        int count = round % 3 == 0 ? 6 : round % 3 == 1 ? 2 : 1;
        wf_rigid rigid = {.mass = 0};
        for (int k = 0; k < 3; ++k) {
            turn[k] = (double)test_uniform(&random, -0.01f, 0.01f);
            move[k] = (double)test_uniform(&random, -1, 1);
        }
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < 3; ++k) {
                x[i][k] = test_uniform(&random, -1, 1);
            }
            for (int k = 0; k < 3; ++k) {
                int u = (k + 1) % 3, v = (k + 2) % 3;
                d[i][k] = (float)(move[k] + turn[u] * (double)x[i][v] - turn[v] * (double)x[i][u]);
            }
            wf_rigid_add(&rigid, 1.0 + i, x[i], d[i]);
        }
        wf_rigid_settle(&rigid);
        for (int i = 0; i < count; ++i) {
            wf_rigid_add_turn(&rigid, 1.0 + i, x[i], d[i]);
        }
        wf_rigid_finish(&rigid);
        for (int i = 0; i < count; ++i) {
            wf_rigid_move(&rigid, x[i], moved);
            for (int k = 0; k < 3; ++k) {
                CHECK_NEAR(moved[k], d[i][k], 5e-4); // a turn is not its tangent
            }
        }
    }
}

/// Whichever allocation fails, it says so, and nothing is lost.
WEFT_TEST(impact_zones_survive_lack_of_memory) {
    test_random random = test_seed(86);
    make_soup(&random, 30, 0, 0.15f, 0.4f);
    bool done = false;
    uint32_t fail_in = 1;
    for (; !done && fail_in < 200; ++fail_in) {
        wf_memory memory = {.fail_in = fail_in};
        wf_impact_zones z;
        wf_impact_result result;
        wf_impact_surface cloth = {s.triangles, NULL, s.cloth_points, s.cloth_triangles};
        wf_impact_surface body = {NULL, NULL, 0, 0};
        done = wf_impact_zones_create(&memory, &cloth, &body, &z);
        if (done) {
            memcpy(z.pairs.x0, s.x, 16 * (size_t)s.points);
            memcpy(z.move, s.move, 16 * (size_t)s.points);
            memcpy(z.pairs.inverse_mass, s.inverse_mass, sizeof(float) * s.points);
            done = wf_impact_zones_resolve(&memory, &z, &zones_soon, &result);
        }
        wf_impact_zones_free(&memory, &z);
        CHECK_EQ(memory.bytes, 0);
    }
    test_note("%u allocations", fail_in - 2);
    CHECK(done);
    CHECK_GT(fail_in, 10);
}
