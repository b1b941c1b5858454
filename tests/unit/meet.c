// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What meets, against convex hulls in integers: two convex sets meet when the origin is in the hull
// of the differences of their corners, and a hull has the origin when one of its simplices has it
// (Caratheodory). Small grids, so that every degenerate case comes up thousands of times.
#include "test_macros.h"

#include "grid_point.h"
#include "math/predicates.h"

static bool is_zero(point a) {
    return a.at[0] == 0 && a.at[1] == 0 && a.at[2] == 0;
}

static bool segment_has_origin(point a, point b) {
    return is_zero(cross(a, b)) && dot(a, b) <= 0;
}

static bool triangle_has_origin(point a, point b, point c) {
    point n = cross(minus(b, a), minus(c, a));
    return !is_zero(n) && dot(n, a) == 0 && dot(n, cross(a, b)) >= 0 && dot(n, cross(b, c)) >= 0 &&
           dot(n, cross(c, a)) >= 0;
}

static bool tetrahedron_has_origin(point a, point b, point c, point d) {
    int64_t whole = dot(cross(minus(b, a), minus(c, a)), minus(d, a));
    int64_t part[4] = {dot(cross(b, c), d), -dot(cross(a, c), d), dot(cross(a, b), d),
                       -dot(cross(a, b), c)};
    bool in = whole != 0;
    for (int i = 0; i < 4; ++i) {
        in = in && (whole > 0 ? part[i] >= 0 : part[i] <= 0);
    }
    return in;
}

static bool hull_has_origin(const point* x, int count) {
    for (int a = 0; a < count; ++a) {
        for (int b = 0; b <= a; ++b) {
            if (segment_has_origin(x[a], x[b])) {
                return true;
            }
            for (int c = 0; c < b; ++c) {
                if (triangle_has_origin(x[a], x[b], x[c])) {
                    return true;
                }
                for (int d = 0; d < c; ++d) {
                    if (tetrahedron_has_origin(x[a], x[b], x[c], x[d])) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

/// Whether the hulls of a and b meet.
static bool hulls_meet(const point* a, int a_count, const point* b, int b_count) {
    point all[9];
    for (int i = 0; i < a_count * b_count; ++i) {
        all[i] = minus(a[i / b_count], b[i % b_count]);
    }
    return hull_has_origin(all, a_count * b_count);
}

/// Six points of a grid with a few values a coordinate, sometimes in one plane, on one line, or
/// with points repeated, as exact floats.
static void random_points(test_random* random, int kind, point x[6], float f[6][3]) {
    uint32_t extent = kind % 4 == 3 ? 100 : 2 + (uint32_t)kind % 4;
    for (int j = 0; j < 6; ++j) {
        for (int k = 0; k < 3; ++k) {
            x[j].at[k] = test_below(random, extent);
        }
        if (kind % 5 == 1) {
            x[j].at[2] = x[j].at[0] - 2 * x[j].at[1] + 1;
        }
        if (kind % 7 == 2) {
            x[j] = (point){{x[j].at[0], 2 * x[j].at[0], 5 - x[j].at[0]}};
        }
        if (kind % 11 == 3 && j % 3 == 2) {
            x[j] = x[j - 1];
        }
        for (int k = 0; k < 3; ++k) {
            f[j][k] = (float)x[j].at[k] * 0.1875f + 16.0f; // exact
        }
    }
}

WEFT_TEST(segments_meet_on_a_grid) {
    test_random random = test_seed(41);
    uint32_t met = 0;
    for (int i = 0; i < 200000; ++i) {
        point x[6];
        float f[6][3];
        random_points(&random, i, x, f);
        bool expected = hulls_meet(x, 2, x + 2, 2);
        met += expected;
        CHECK_EQ(wf_segments_meet(f[0], f[1], f[2], f[3]), expected);
        CHECK_EQ(wf_segments_meet(f[3], f[2], f[0], f[1]), expected);
    }
    test_note("%u met", met);
    CHECK_GT(met, 10000);
}

WEFT_TEST(point_meets_triangle_on_a_grid) {
    test_random random = test_seed(42);
    uint32_t met = 0;
    for (int i = 0; i < 200000; ++i) {
        point x[6];
        float f[6][3];
        random_points(&random, i, x, f);
        bool expected = hulls_meet(x, 1, x + 3, 3);
        met += expected;
        CHECK_EQ(wf_point_meets_triangle(f[0], f[3], f[4], f[5]), expected);
        CHECK_EQ(wf_point_meets_triangle(f[0], f[5], f[4], f[3]), expected);
    }
    test_note("%u met", met);
    CHECK_GT(met, 10000);
}

WEFT_TEST(triangles_meet_on_a_grid) {
    test_random random = test_seed(43);
    uint32_t met = 0, apart = 0;
    for (int i = 0; i < 60000; ++i) {
        point x[6];
        float f[6][3];
        random_points(&random, i, x, f);
        const float* a[3] = {f[0], f[1], f[2]};
        const float* b[3] = {f[3], f[4], f[5]};
        const float* turned[3] = {f[1], f[0], f[2]};
        bool expected = hulls_meet(x, 3, x + 3, 3);
        met += expected;
        apart += !expected;
        CHECK_EQ(wf_triangles_meet(a, b), expected);
        CHECK_EQ(wf_triangles_meet(b, turned), expected);
    }
    test_note("%u met, %u apart", met, apart);
    CHECK_GT(met, 5000);
    CHECK_GT(apart, 5000);
}
