// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closest points against exact distances: coordinates are whole multiples of 2^-20 m, squared
// distances are fractions of integers. Half of the triangles are slivers, half of the segments
// nearly parallel.
#include "test_macros.h"

#include "detect/closest.h"
#include "grid_point.h"

typedef __int128 wide;

static const double unit = 0x1p-20; // m

static wide wide_dot(point a, point b) {
    return (wide)a.at[0] * b.at[0] + (wide)a.at[1] * b.at[1] + (wide)a.at[2] * b.at[2];
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

/// Squared, in grid units: of the point p and the segment ab.
static double to_segment(point p, point a, point b) {
    point e = minus(b, a), d = minus(p, a);
    int64_t along = dot(d, e), length = dot(e, e);
    if (along <= 0 || length == 0) {
        return (double)dot(d, d);
    }
    if (along >= length) {
        return (double)dot(minus(p, b), minus(p, b));
    }
    point area = cross(d, e);
    return (double)wide_dot(area, area) / (double)length;
}

static double to_triangle(point p, point a, point b, point c) {
    double best = smaller(to_segment(p, a, b), smaller(to_segment(p, b, c), to_segment(p, c, a)));
    point n = cross(minus(b, a), minus(c, a)), corner[4] = {a, b, c, a};
    bool in = wide_dot(n, n) > 0;
    for (int k = 0; k < 3; ++k) {
        point side = cross(minus(corner[k + 1], corner[k]), minus(p, corner[k]));
        in = in && wide_dot(n, side) >= 0;
    }
    double height = (double)wide_dot(n, minus(p, a));
    return in ? smaller(best, height * height / (double)wide_dot(n, n)) : best;
}

static double between_segments(point p, point q, point a, point b) {
    double best = smaller(smaller(to_segment(p, a, b), to_segment(q, a, b)),
                          smaller(to_segment(a, p, q), to_segment(b, p, q)));
    point u = minus(q, p), v = minus(b, a), r = minus(a, p), n = cross(u, v);
    wide nn = wide_dot(n, n), s = wide_dot(cross(r, v), n), t = wide_dot(cross(r, u), n);
    if (nn == 0 || s < 0 || s > nn || t < 0 || t > nn) {
        return best;
    }
    double height = (double)wide_dot(n, r);
    return smaller(best, height * height / (double)nn);
}

static point random_point(test_random* random, int64_t extent) {
    point p;
    for (int k = 0; k < 3; ++k) {
        p.at[k] = (int64_t)test_below(random, (uint32_t)(2 * extent + 1)) - extent;
    }
    return p;
}

/// a + (b - a) * share / 64 + a little.
static point near_line(test_random* random, point a, point b, int share, int64_t little) {
    point p = random_point(random, little);
    for (int k = 0; k < 3; ++k) {
        p.at[k] += a.at[k] + (b.at[k] - a.at[k]) * share / 64;
    }
    return p;
}

static void to_float(point p, float out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = (float)((double)p.at[k] * unit);
    }
}

/// |sum w x| for four points, m.
static double length_of(float x[4][3], const double w[4]) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        double at = w[0] * x[0][k] + w[1] * x[1][k] + w[2] * x[2][k] + w[3] * x[3][k];
        sum += at * at;
    }
    return sqrt(sum);
}

/// Four points within 31 mm, the last two sometimes close to the line of the two before.
static void random_four(test_random* random, int kind, point x[4], float f[4][3]) {
    int64_t extent = kind % 3 == 0 ? 8 : 1 << 15;
    int64_t little = kind % 3 == 0 ? 1 : (int64_t)1 << test_below(random, 10);
    for (int j = 0; j < 4; ++j) {
        x[j] = random_point(random, extent);
    }
    int share = (int)test_below(random, 97) - 16;
    if (kind % 2 == 1) {
        x[3] = near_line(random, x[1], x[2], share, little);
    }
    if (kind % 4 >= 2) { // close to the others too
        x[0] = near_line(random, x[1], x[3], (int)test_below(random, 65), little);
    }
    for (int j = 0; j < 4; ++j) {
        to_float(x[j], f[j]);
    }
}

WEFT_TEST(closest_point_of_slivers) {
    test_random random = test_seed(51);
    double worst = 0;
    for (int i = 0; i < 400000; ++i) {
        point x[4];
        float f[4][3], w[3];
        random_four(&random, i, x, f);
        wf_closest_point_triangle(f[0], f[1], f[2], f[3], w);
        CHECK(w[0] >= -1e-7f && w[1] >= 0.0f && w[2] >= 0.0f);
        CHECK_NEAR((double)w[0] + w[1] + w[2], 1.0, 2e-7);
        double found = length_of(f, (double[4]){1.0, -w[0], -w[1], -w[2]});
        double excess = found - unit * sqrt(to_triangle(x[0], x[1], x[2], x[3]));
        worst = excess > worst ? excess : worst;
    }
    test_note("at most %.3g m further than the closest point", worst);
    CHECK_LE(worst, 2e-8);
}

WEFT_TEST(closest_points_of_nearly_parallel_segments) {
    test_random random = test_seed(52);
    double worst = 0;
    for (int i = 0; i < 400000; ++i) {
        point x[4];
        float f[4][3], s, t;
        random_four(&random, i, x, f);
        if (i % 2 == 1) { // from beside one segment to beside its other end
            x[0] = near_line(&random, x[1], x[2], (int)test_below(&random, 65), 1 << i % 8);
            x[3] = near_line(&random, x[1], x[2], (int)test_below(&random, 65), 1 << i % 8);
            to_float(x[0], f[0]);
            to_float(x[3], f[3]);
        }
        wf_closest_segments(f[1], f[2], f[0], f[3], &s, &t);
        CHECK(s >= 0.0f && s <= 1.0f && t >= 0.0f && t <= 1.0f);
        double found = length_of(f, (double[4]){t - 1.0, 1.0 - s, s, -t});
        double excess = found - unit * sqrt(between_segments(x[1], x[2], x[0], x[3]));
        worst = excess > worst ? excess : worst;
    }
    test_note("at most %.3g m further than the closest points", worst);
    CHECK_LE(worst, 2e-8);
}
