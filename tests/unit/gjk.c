// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Distances of convex polygons against all their features and against the plane that proves them,
// and what carried closest points are worth.
#include "structures/gjk.h"

#include "test_macros.h"
#include "triangle_distance.h"

#ifdef WEFT_LAB

enum { PAIRS = 10000 };

static wf_gjk_shape polygon(const float (*corner)[3], uint32_t count) {
    wf_gjk_shape s = {.count = count};
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            s.at[i][k] = (double)corner[i][k];
        }
    }
    return s;
}

/// A triangle of centimetres: any, thin, or in a plane that it shares with others.
static void triangle_at(test_random* random, int kind, float corner[3][3]) {
    float centre[3];
    for (int k = 0; k < 3; ++k) {
        centre[k] = test_uniform(random, -0.03f, 0.03f);
    }
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            corner[i][k] = centre[k] + test_uniform(random, -0.02f, 0.02f);
        }
        if (kind == 1) {
            corner[i][1] = centre[1] + 0.3f * (corner[i][0] - centre[0]); // near a line
            corner[i][2] = centre[2] + test_uniform(random, -1e-4f, 1e-4f);
        }
        if (kind == 2) {
            corner[i][2] = 0.0f;
        }
    }
}

static double distance_of(const float a[3][3], const float b[3][3]) {
    const float *pa[3] = {a[0], a[1], a[2]}, *pb[3] = {b[0], b[1], b[2]};
    return triangle_distance(pa, pb);
}

static double length(const double* v) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// The weights are those of a point of the polygon, and the points are so far apart.
static void check_weights(const wf_gjk_shape* a, const wf_gjk_shape* b, const wf_gjk_result* r) {
    const wf_gjk_shape* shape[2] = {a, b};
    for (int side = 0; side < 2; ++side) {
        double sum = 0.0, least = 0.0;
        for (uint32_t i = 0; i < shape[side]->count; ++i) {
            sum += r->weight[side][i];
            least = fmin(least, r->weight[side][i]);
        }
        CHECK_NEAR(sum, 1.0, 1e-12);
        CHECK_GE(least, 0.0);
    }
    double way[3];
    wf_gjk_carry(a, b, r, way);
    CHECK_LE(length(way), r->distance + 1e-9);
}

static void move(test_random* random, wf_gjk_shape* s, const double common[3], float own) {
    for (uint32_t i = 0; i < s->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            s->at[i][k] += common[k] + (double)test_uniform(random, -own, own);
            s->half[i][k] *= (double)test_uniform(random, 0.8f, 1.2f);
        }
    }
}

#endif

/// Random triangles, a third thin and a third in one plane.
WEFT_TEST(gjk_of_triangles_is_their_distance) {
#ifdef WEFT_LAB
    test_random random = test_seed(1988);
    double worst = 0.0, gap = 0.0;
    uint32_t rounds = 0, met = 0;
    for (int n = 0; n < PAIRS; ++n) {
        float a[3][3], b[3][3];
        triangle_at(&random, n % 3, a);
        triangle_at(&random, n / 3 % 3, b);
        wf_gjk_shape sa = polygon((const float(*)[3])a, 3), sb = polygon((const float(*)[3])b, 3);
        wf_gjk_result r;
        wf_gjk(&sa, &sb, &r);
        double truth = distance_of((const float(*)[3])a, (const float(*)[3])b);
        worst = fmax(worst, fabs(truth - r.distance));
        gap = fmax(gap, r.distance - r.apart); // a proof that needs no other code
        rounds = r.rounds > rounds ? r.rounds : rounds;
        met += truth == 0.0;
        check_weights(&sa, &sb, &r);
    }
    test_note("seed 1988, %d pairs, %u meet: off by %.3g m, proof by %.3g m, %u rounds", PAIRS, met,
              worst, gap, rounds);
    CHECK_LE(worst, 2e-8); // the oracle's weights are floats
    CHECK_LE(gap, 1e-9);
    CHECK_GT(met, 200);
#endif
}

/// A flat convex polygon of four corners is two triangles.
WEFT_TEST(gjk_of_quads_is_the_distance_of_their_triangles) {
#ifdef WEFT_LAB
    test_random random = test_seed(1989);
    double worst = 0.0;
    for (int n = 0; n < PAIRS; ++n) {
        float quad[2][4][3], t[3][3];
        double truth = INFINITY;
        for (int side = 0; side < 2; ++side) {
            triangle_at(&random, 0, t);
            memcpy(quad[side], t, sizeof t);
            float u = test_uniform(&random, 0.6f, 0.9f), w = test_uniform(&random, 0.6f, 0.9f);
            for (int k = 0; k < 3; ++k) { // beyond the side opposite corner 0
                quad[side][3][k] = t[2][k];
                quad[side][2][k] = t[0][k] + u * (t[1][k] - t[0][k]) + w * (t[2][k] - t[0][k]);
            }
        }
        for (int i = 0; i < 4; ++i) {
            float a[3][3], b[3][3];
            for (int c = 0; c < 3; ++c) {
                memcpy(a[c], quad[0][c == 0 ? 0 : c + i % 2], sizeof a[c]);
                memcpy(b[c], quad[1][c == 0 ? 0 : c + i / 2], sizeof b[c]);
            }
            truth = fmin(truth, distance_of((const float(*)[3])a, (const float(*)[3])b));
        }
        wf_gjk_shape a = polygon((const float(*)[3])quad[0], 4);
        wf_gjk_shape b = polygon((const float(*)[3])quad[1], 4);
        wf_gjk_result r;
        wf_gjk(&a, &b, &r);
        worst = fmax(worst, fabs(truth - r.distance));
        check_weights(&a, &b, &r);
    }
    test_note("seed 1989: off by %.3g m", worst);
    CHECK_LE(worst, 2e-8); // and corner 2 is rounded out of the plane
#endif
}

/// Carried closest points are at most twice the drift too far, with boxes about the corners too;
/// what a carried direction proves is true.
WEFT_TEST(carried_closest_points_keep_to_their_bound) {
#ifdef WEFT_LAB
    test_random random = test_seed(1990);
    double most = 0.0, tightest = INFINITY;
    for (int n = 0; n < PAIRS; ++n) {
        float a[3][3], b[3][3], own = n % 2 == 0 ? 0.0005f : 0.003f;
        triangle_at(&random, n % 3, a);
        triangle_at(&random, 0, b);
        wf_gjk_shape a0 = polygon((const float(*)[3])a, 3), b0 = polygon((const float(*)[3])b, 3);
        for (uint32_t i = 0; i < 9 && n % 4 >= 2; ++i) {
            a0.half[i / 3][i % 3] = (double)test_uniform(&random, 0.0f, 0.002f);
            b0.half[i / 3][i % 3] = (double)test_uniform(&random, 0.0f, 0.002f);
        }
        wf_gjk_shape a1 = a0, b1 = b0;
        double common[3], none[3] = {0, 0, 0}, way[3];
        for (int k = 0; k < 3; ++k) {
            common[k] = (double)test_uniform(&random, -0.05f, 0.05f);
        }
        move(&random, &a1, common, own);
        move(&random, &b1, n % 5 == 0 ? none : common, own);
        wf_gjk_result then, now;
        wf_gjk(&a0, &b0, &then);
        wf_gjk(&a1, &b1, &now);
        double e = wf_gjk_drift(&a0, &b0, &a1, &b1);
        wf_gjk_carry(&a1, &b1, &then, way);
        // The offsets are places in the boxes of then: those of now hold them but for the growth.
        CHECK_LE(length(way) - now.distance, 2.0 * e + 1e-12);
        CHECK_GE(length(way) - now.distance, -e - 1e-12);
        CHECK_GE(now.distance, then.distance - e - 1e-12);
        CHECK_LE(wf_gjk_apart_along(&a1, &b1, way), now.distance + 1e-12);
        most = fmax(most, (length(way) - now.distance) / (2.0 * e));
        tightest = fmin(tightest, e);
    }
    test_note("seed 1990: the error is up to %.2f of its bound; least drift %.3g m", most,
              tightest);
    CHECK_GT(most, 0.1); // the bound is not idle
#endif
}
