// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The predicates against integer arithmetic: whole coordinates, so that the oracle is exact, many
// of them degenerate.
#include "test_macros.h"

#include "math/predicates.h"

typedef __int128 wide;

typedef struct point {
    int64_t at[3];
} point;

static int sign_of_wide(wide a) {
    return (a > 0) - (a < 0);
}

static wide volume(point a, point b, point c, point d) {
    wide u[3], v[3], w[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = b.at[i] - a.at[i];
        v[i] = c.at[i] - a.at[i];
        w[i] = d.at[i] - a.at[i];
    }
    return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
           (u[0] * v[1] - u[1] * v[0]) * w[2];
}

static void to_float(point a, float scale, float out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = (float)a.at[i] * scale;
    }
}

static int orient_points(point a, point b, point c, point d, float scale) {
    float fa[3], fb[3], fc[3], fd[3];
    to_float(a, scale, fa);
    to_float(b, scale, fb);
    to_float(c, scale, fc);
    to_float(d, scale, fd);
    return wf_orient3d(fa, fb, fc, fd);
}

/// Whole numbers of at most 24 digits, up to 2^(24 + shift).
static point random_point(test_random* random, int64_t extent, uint32_t max_shift) {
    point p;
    for (int i = 0; i < 3; ++i) {
        int64_t value = (int64_t)test_below(random, (uint32_t)(2 * extent + 1)) - extent;
        p.at[i] = value * ((int64_t)1 << test_below(random, max_shift + 1));
    }
    return p;
}

static point combine(point a, point b, point c, int64_t s, int64_t t) {
    point p;
    for (int i = 0; i < 3; ++i) {
        p.at[i] = a.at[i] + s * (b.at[i] - a.at[i]) + t * (c.at[i] - a.at[i]);
    }
    return p;
}

WEFT_TEST(orient3d_on_a_grid) {
    test_random random = test_seed(11);
    uint32_t zero = 0;
    for (int i = 0; i < 200000; ++i) {
        int64_t extent = i % 2 ? 1 << 20 : 5;
        point p[4];
        for (int j = 0; j < 4; ++j) {
            p[j] = random_point(&random, extent, 0);
        }
        int expected = sign_of_wide(volume(p[0], p[1], p[2], p[3]));
        zero += expected == 0;
        CHECK_EQ(orient_points(p[0], p[1], p[2], p[3], 0x1p-20f), expected);
        CHECK_EQ(orient_points(p[1], p[0], p[2], p[3], 0x1p-20f), -expected);
    }
    CHECK_GT(zero, 100);
}

/// Points in a plane, and one step of the grid off it.
WEFT_TEST(orient3d_near_a_plane) {
    test_random random = test_seed(12);
    for (int i = 0; i < 100000; ++i) {
        point a = random_point(&random, 1 << 18, 0), b = random_point(&random, 1 << 18, 0);
        point c = random_point(&random, 1 << 18, 0);
        int64_t s = (int64_t)test_below(&random, 7) - 3, t = (int64_t)test_below(&random, 7) - 3;
        point d = combine(a, b, c, s, t);
        CHECK_EQ(orient_points(a, b, c, d, 0x1p-20f), 0);
        d.at[i % 3] += i % 2 ? 1 : -1;
        CHECK_EQ(orient_points(a, b, c, d, 0x1p-20f), sign_of_wide(volume(a, b, c, d)));
    }
}

/// Exponents so far apart that the differences of coordinates need rounding.
WEFT_TEST(orient3d_with_mixed_exponents) {
    test_random random = test_seed(13);
    for (int i = 0; i < 100000; ++i) {
        point p[4];
        for (int j = 0; j < 4; ++j) {
            p[j] = random_point(&random, i % 2 ? 3 : 1023, 28);
        }
        if (i % 4 == 0) {
            p[3] = combine(p[0], p[1], p[1], 0, 0);
            p[3].at[i % 3] += 1;
        }
        float back[3];
        to_float(p[3], 1, back);
        if ((int64_t)back[i % 3] == p[3].at[i % 3]) {
            int expected = sign_of_wide(volume(p[0], p[1], p[2], p[3]));
            CHECK_EQ(orient_points(p[0], p[1], p[2], p[3], 1), expected);
        }
    }
    const float tiny[3] = {1e-38f, 0, 0}, a[3] = {1, 0, 0}, b[3] = {0, 1, 0}, c[3] = {0, 0, 0};
    const float up[3] = {0.25f, 0.25f, 1e-45f};
    CHECK_EQ(wf_orient3d(c, a, b, up), 1);
    CHECK_EQ(wf_orient3d(c, tiny, b, up), 1);
    CHECK_EQ(wf_orient3d(c, tiny, a, up), 0);
}

WEFT_TEST(orient2d_on_a_grid) {
    test_random random = test_seed(14);
    for (int i = 0; i < 200000; ++i) {
        point a = random_point(&random, 1000, i % 3 ? 20 : 0);
        point b = random_point(&random, 1000, i % 3 ? 20 : 0);
        point c = i % 2 ? random_point(&random, 1000, 0) : combine(a, b, b, 1, 1);
        for (int k = 0; k < 2; ++k) {
            c.at[k] = (int64_t)(float)c.at[k]; // what is left after rounding
        }
        wide area = (wide)(b.at[0] - a.at[0]) * (c.at[1] - a.at[1]) -
                    (wide)(b.at[1] - a.at[1]) * (c.at[0] - a.at[0]);
        float fa[3], fb[3], fc[3];
        to_float(a, 1, fa);
        to_float(b, 1, fb);
        to_float(c, 1, fc);
        CHECK_EQ(wf_orient2d(fa, fb, fc), sign_of_wide(area));
    }
}

static wide dot(const wide a[3], const wide b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const wide a[3], const wide b[3], wide out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static void minus(point a, point b, wide out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = a.at[i] - b.at[i];
    }
}

/// Another way to the same answer: clip the segment p + t (q - p), 0 <= t <= 1, by the plane of the
/// triangle and by the three half-spaces through its edges. Bounds of t are fractions.
static bool meets_by_clipping(point p, point q, point a, point b, point c) {
    wide ab[3], ac[3], normal[3];
    minus(b, a, ab);
    minus(c, a, ac);
    cross(ab, ac, normal);
    if (dot(normal, normal) == 0) {
        return false;
    }
    wide lo = 0, lo_of = 1, hi = 1, hi_of = 1; // lo/lo_of <= t <= hi/hi_of
    point corner[3] = {a, b, c};
    for (int i = 0; i < 5; ++i) { // three edges, then both sides of the plane
        wide face[3], edge[3], from[3], to[3];
        if (i < 3) {
            minus(corner[(i + 1) % 3], corner[i], edge);
            cross(normal, edge, face);
        }
        for (int k = 0; k < 3 && i >= 3; ++k) {
            face[k] = i == 3 ? normal[k] : -normal[k];
        }
        minus(p, corner[i % 3], from);
        minus(q, corner[i % 3], to);
        wide at_p = dot(face, from), at_q = dot(face, to); // inside where >= 0
        if (at_p < 0 && at_q < 0) {
            return false;
        }
        if (at_p < 0 && at_p * lo_of * -1 > lo * (at_q - at_p)) {
            lo = -at_p;
            lo_of = at_q - at_p;
        }
        if (at_q < 0 && at_p * hi_of < hi * (at_p - at_q)) {
            hi = at_p;
            hi_of = at_p - at_q;
        }
    }
    return lo * hi_of <= hi * lo_of;
}

WEFT_TEST(segment_meets_triangle_on_a_grid) {
    test_random random = test_seed(15);
    uint32_t met = 0, flat = 0;
    for (int i = 0; i < 300000; ++i) {
        point x[5];
        float f[5][3];
        for (int j = 0; j < 5; ++j) {
            x[j] = random_point(&random, i % 3 == 0 ? 2 : i % 3 == 1 ? 6 : 200, 0);
            if (i % 7 == 0) {
                x[j].at[i % 3] = 1; // all in one plane
            }
            to_float(x[j], 0.125f, f[j]);
        }
        bool expected = meets_by_clipping(x[0], x[1], x[2], x[3], x[4]);
        bool actual = wf_segment_meets_triangle(f[0], f[1], f[2], f[3], f[4]);
        CHECK_EQ(actual, expected);
        met += expected;
        flat += expected && i % 7 == 0;
        CHECK_EQ(wf_segment_meets_triangle(f[1], f[0], f[3], f[4], f[2]), expected);
    }
    test_note("%u met, %u in a plane", met, flat);
    CHECK_GT(met, 10000);
    CHECK_GT(flat, 1000);
}
