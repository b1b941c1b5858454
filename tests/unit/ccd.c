// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Continuous collision detection against exact answers, in coordinates that strain the rounding,
// and against contacts that are there by construction.
#include "test_macros.h"

#include "exact_ccd.h"

/// Linear maps keep what is hit. Entries are whole numbers so large that coordinates fill all 53
/// bits of a double and their differences need rounding (strain 2), or so that products do
/// (strain 1), or small (strain 0).
typedef struct map {
    double a[3][3], offset[3];
} map;

static double whole(test_random* random, double extent) {
    double high = floor(extent * (test_u32(random) * 0x1p-32)), low = test_u32(random) % 1024;
    double x = high + (extent > 1e6 ? low : 0);
    return test_u32(random) % 2 ? x : -x;
}

static map random_map(test_random* random, int strain) {
    double extent = strain == 0 ? 4.0 : strain == 1 ? 0x1p20 : 0x1p49;
    double shift = strain == 0 ? 64.0 : strain == 1 ? 0x1p50 : 0.0;
    map m;
    double determinant;
    do {
        for (int i = 0; i < 9; ++i) {
            m.a[i / 3][i % 3] = whole(random, extent) / extent;
        }
        determinant = 0;
        for (int i = 0; i < 3; ++i) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            determinant += m.a[0][i] * (m.a[1][j] * m.a[2][k] - m.a[1][k] * m.a[2][j]);
        }
    } while (fabs(determinant) < 0.01);
    for (int i = 0; i < 3; ++i) {
        m.offset[i] = whole(random, shift);
        for (int j = 0; j < 3; ++j) {
            m.a[i][j] *= extent;
        }
    }
    return m;
}

static void apply(const map* m, const int x[3], double power, double out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = m->a[i][0] * x[0] + m->a[i][1] * x[1] + m->a[i][2] * x[2] + m->offset[i];
        out[i] *= power;
    }
}

static wf_ccd_query mapped(const map* m, const exact_query* q, double power) {
    wf_ccd_query out = {.separation = 0};
    for (int i = 0; i < 4; ++i) {
        apply(m, q->at[0][i], power, out.from[i]);
        apply(m, q->at[1][i], power, out.to[i]);
    }
    return out;
}

typedef struct tally {
    uint32_t hits, misses, false_hits, false_misses, late;
} tally;

static void count(tally* t, const exact_query* exact, const exact_answer* answer, const map* m,
                  double power) {
    wf_ccd_query query = mapped(m, exact, power);
    wf_ccd_hit hit;
    bool said = wf_ccd(exact->kind, &query, &hit);
    t->hits += answer->hit;
    t->misses += !answer->hit;
    t->false_hits += said && !answer->hit;
    t->false_misses += !said && answer->hit;
    t->late += said && answer->hit && hit.time > answer->time;
}

/// All degenerate kinds of one kind of query, in all strains of coordinates.
static void check_against_exact(wf_ccd_kind kind, uint64_t seed, int each) {
    test_random random = test_seed(seed);
    tally all = {0};
    for (int degenerate = 0; degenerate < EXACT_KINDS; ++degenerate) {
        tally t = {0};
        for (int i = 0; i < each; ++i) {
            exact_query exact = exact_random(&random, kind, degenerate);
            exact_answer answer = exact_ccd(&exact);
            for (int strain = 0; strain < 3; ++strain) {
                map m = random_map(&random, strain);
                double power = i % 3 == 0 ? 0x1p-900 : i % 3 == 1 ? 0x1p-60 : 1.0;
                count(&t, &exact, &answer, &m, power);
            }
        }
        test_note("%-26s %6u hits %6u misses, false: %u hits %u misses",
                  exact_kind_name[degenerate], t.hits, t.misses, t.false_hits, t.false_misses);
        CHECK_EQ(t.false_misses, 0);
        CHECK_EQ(t.late, 0);
        all.hits += t.hits;
        all.misses += t.misses;
        all.false_hits += t.false_hits;
    }
    test_note("%u hits, %u misses, %u false hits", all.hits, all.misses, all.false_hits);
    CHECK_GT(all.hits, 10 * each);
    CHECK_GT(all.misses, 5 * each);
    CHECK_LE(all.false_hits, 0.001 * all.misses);
}

WEFT_TEST(ccd_vertex_face_is_exact_enough) {
    check_against_exact(WF_CCD_VERTEX_FACE, 61, 2000);
}

WEFT_TEST(ccd_edge_edge_is_exact_enough) {
    check_against_exact(WF_CCD_EDGE_EDGE, 62, 2000);
}

static double random_real(test_random* random) {
    return 2.0 * (test_u32(random) * 0x1p-32) - 1.0;
}

/// Two convex combinations of the points, the second negative.
static void random_weights(test_random* random, wf_ccd_kind kind, double w[4]) {
    double u = test_u32(random) * 0x1p-32, v = test_u32(random) * 0x1p-32 * (1.0 - u);
    double s = test_u32(random) * 0x1p-32;
    if (kind == WF_CCD_VERTEX_FACE) {
        memcpy(w, (double[4]){1.0, u + v - 1.0, -u, -v}, 4 * sizeof *w);
    } else {
        memcpy(w, (double[4]){1.0 - u, u, s - 1.0, -s}, 4 * sizeof *w);
    }
}

static void weighted(double x[4][3], const double w[4], double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = ((w[0] * x[0][k] + w[1] * x[1][k]) + w[2] * x[2][k]) + w[3] * x[3][k];
    }
}

static void at_time(const wf_ccd_query* q, double t, double x[4][3]) {
    for (int i = 0; i < 12; ++i) {
        (&x[0][0])[i] = (1.0 - t) * (&q->from[0][0])[i] + t * (&q->to[0][0])[i];
    }
}

/// A query in which a point of each feature is `gap` apart along a random direction at a random
/// time: by moving the first feature as a whole.
static wf_ccd_query meeting(test_random* random, wf_ccd_kind kind, double gap, double* time,
                            double w[4]) {
    wf_ccd_query q = {.separation = 0};
    for (int i = 0; i < 12; ++i) {
        (&q.from[0][0])[i] = random_real(random);
        (&q.to[0][0])[i] = random_real(random);
    }
    double x[4][3], apart[3], n[3], length2 = 0;
    random_weights(random, kind, w);
    *time = test_u32(random) * 0x1p-32;
    at_time(&q, *time, x);
    weighted(x, w, apart);
    for (int k = 0; k < 3; ++k) {
        n[k] = random_real(random);
        length2 += n[k] * n[k];
    }
    for (int i = 0; i < (kind == WF_CCD_VERTEX_FACE ? 1 : 2); ++i) {
        for (int k = 0; k < 3; ++k) {
            double shift = gap * n[k] / sqrt(length2) - apart[k];
            q.from[i][k] += shift;
            q.to[i][k] += shift;
        }
    }
    return q;
}

/// Contacts by construction: with a separation that covers the gap, or with a rounding that covers
/// how far the coordinates were moved, they are found.
WEFT_TEST(ccd_finds_every_contact_that_was_made) {
    test_random random = test_seed(63);
    uint32_t lost = 0, late = 0;
    for (int i = 0; i < 100000; ++i) {
        double gap = i % 2 ? 1e-3 : 0, time, w[4];
        wf_ccd_kind kind = i % 4 < 2 ? WF_CCD_VERTEX_FACE : WF_CCD_EDGE_EDGE;
        wf_ccd_query q = meeting(&random, kind, gap, &time, w);
        q.separation = gap;
        q.rounding = 4e-15; // of the construction
        if (i % 3 == 0) {
            q.rounding = 1e-6;
            for (int j = 0; j < 12; ++j) {
                (&q.from[0][0])[j] += 0.99e-6 * random_real(&random);
                (&q.to[0][0])[j] += 0.99e-6 * random_real(&random);
            }
        }
        wf_ccd_hit hit;
        bool said = wf_ccd(kind, &q, &hit);
        lost += !said;
        late += said && hit.time > time;
    }
    CHECK_EQ(lost, 0);
    CHECK_EQ(late, 0);
}

/// At the time of a hit the features are no further apart than a hair, where the hit says, and its
/// direction points from the second to the first.
WEFT_TEST(ccd_hits_say_where) {
    test_random random = test_seed(64);
    double worst = 0;
    uint32_t seen = 0;
    for (int i = 0; i < 50000; ++i) {
        double time, w[4], x[4][3], before[3], apart[3];
        wf_ccd_kind kind = i % 2 ? WF_CCD_VERTEX_FACE : WF_CCD_EDGE_EDGE;
        wf_ccd_query q = meeting(&random, kind, 0, &time, w);
        wf_ccd_hit hit;
        if (!wf_ccd(kind, &q, &hit) || hit.time == 0) {
            continue; // crossed, so that it has no direction yet, or missed by rounding
        }
        ++seen;
        at_time(&q, hit.time, x);
        weighted(x, hit.weight, apart);
        double distance = sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
        worst = distance > worst ? distance : worst;
        CHECK_NEAR(hit.n[0] * hit.n[0] + hit.n[1] * hit.n[1] + hit.n[2] * hit.n[2], 1, 1e-12);
        at_time(&q, hit.time * (1.0 - 1e-6), x);
        weighted(x, hit.weight, before);
        double side = before[0] * hit.n[0] + before[1] * hit.n[1] + before[2] * hit.n[2];
        CHECK_GT(side, -1e-8);
    }
    test_note("%u hits, at most %.3g apart", seen, worst);
    CHECK_GT(seen, 40000);
    CHECK_LE(worst, 1e-7);
}

/// A vertex that keeps `height` above a face that turns while both fly past: no plane that stands
/// still keeps them apart for long, the sign of the cubic does.
WEFT_TEST(ccd_tells_a_miss_by_a_hair) {
    test_random random = test_seed(65);
    const double height[3] = {1e-9, 1e-12, 1e-14};
    uint32_t said[3] = {0, 0, 0}, touching = 0;
    for (int i = 0; i < 30000; ++i) {
        wf_ccd_query q = {.separation = 0};
        double u = 0.25 + 0.125 * (i % 3), v = 0.25;
        for (int j = 1; j < 4; ++j) {
            for (int k = 0; k < 2; ++k) { // turns by up to a right angle about x
                q.from[j][k] = floor(0x1p20 * random_real(&random)) * 0x1p-20;
            }
            q.from[j][1] += (j == 3 ? 4 : -2) + (j == 1);
            q.from[j][0] += j == 2 ? 4 : -2;
            q.to[j][0] = q.from[j][0] + 3;
            q.to[j][1] = q.from[j][1] * 0.5;
            q.to[j][2] = q.from[j][1];
        }
        for (int k = 0; k < 3; ++k) {
            q.from[0][k] = (1 - u - v) * q.from[1][k] + u * q.from[2][k] + v * q.from[3][k];
            q.to[0][k] = (1 - u - v) * q.to[1][k] + u * q.to[2][k] + v * q.to[3][k];
        }
        wf_ccd_hit hit;
        touching += wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit);
        q.from[0][2] += height[i % 3];
        q.to[0][2] += height[i % 3];
        said[i % 3] += wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit);
    }
    test_note("false hits of 10000 at 1e-9: %u, at 1e-12: %u, at 1e-14: %u", said[0], said[1],
              said[2]);
    CHECK_EQ(touching, 30000);
    CHECK_EQ(said[0], 0);
    CHECK_LE(said[1], 100);
}

WEFT_TEST(ccd_answers_what_is_no_motion) {
    wf_ccd_query q = {.separation = 0};
    wf_ccd_hit hit;
    CHECK(wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit)); // four equal points
    CHECK_EQ(hit.time, 0);
    q.from[0][2] = q.to[0][2] = 1;
    CHECK(!wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit)); // a face that is a point
    CHECK(wf_ccd(WF_CCD_EDGE_EDGE, &q, &hit));    // an edge that ends in one that is a point
    q.separation = 1;
    CHECK(wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit));
    q.separation = 0;
    q.rounding = 0.6;
    CHECK(wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit));
    q.rounding = 0;
    q.to[2][1] = NAN;
    CHECK(wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit));
    q.to[2][1] = INFINITY;
    CHECK(wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit));
    q.to[2][1] = 1e305;
    CHECK(wf_ccd(WF_CCD_VERTEX_FACE, &q, &hit));
}
