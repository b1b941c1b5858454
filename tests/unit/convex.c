// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Convex solids against brute force: supports and heights against many points of the surface,
// distances of triangles against many of their points, and the bulge against many moments of a
// turn.
#include "detect/convex_distance.h"
#include "detect/solids.h"
#include "test_macros.h"

#include <string.h>

enum { TRIANGLES = 400, FINE = 60, MOMENTS = 40 };

static const double corners[24] = {0.2,  0.1,   0.15, -0.2,  0.1,   0.15, 0.2,  -0.1,
                                   0.15, 0.2,   0.1,  -0.15, -0.2,  -0.1, 0.15, -0.2,
                                   0.1,  -0.15, 0.2,  -0.1,  -0.15, -0.2, -0.1, -0.15};
static const double faces[24] = {1, 0,  0, 0.2, -1, 0, 0, 0.2,  0, 1, 0,  0.1,
                                 0, -1, 0, 0.1, 0,  0, 1, 0.15, 0, 0, -1, 0.15};

/// A solid of a kind about the origin, along the world's axes; the hull is the box's.
static wf_convex solid_of(uint32_t kind) {
    return (wf_convex){.kind = kind,
                       .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       .radius = 0.12,
                       .half = {0.2, 0.1, 0.15},
                       .corner_count = 8,
                       .corners = corners,
                       .face_count = 6,
                       .faces = faces};
}

static double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void unit_way(test_random* random, double way[3]) {
    double length = 0;
    while (length < 0.1 || length > 1) {
        for (int k = 0; k < 3; ++k) {
            way[k] = (double)test_uniform(random, -1, 1);
        }
        length = sqrt(dot3(way, way));
    }
    for (int k = 0; k < 3; ++k) {
        way[k] /= length;
    }
}

/// The height of a point by the textbook, for what has one that is short; a point of a hull outside
/// has the distance that the search gives.
static double height_of(const wf_convex* c, const double p[3]) {
    double way[3], height = wf_convex_height(c, p, way);
    if (c->kind == WEFT_SHAPE_HULL && height > 0) {
        double one[1][3] = {{p[0], p[1], p[2]}};
        return wf_convex_distance(c, (const double(*)[3])one, 1).distance;
    }
    return height;
}

WEFT_TEST(convex_heights_lead_to_the_surface_and_supports_hold_it) {
    test_random random = test_seed(81);
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        wf_convex c = solid_of(kind);
        double off = 0, over = -1e30, loose = 1e30, slope = 0;
        for (int n = 0; n < 4000; ++n) {
            double p[3], way[3], foot[3], n0[3], foot_way[3], none[3] = {0, 0, 0};
            for (int k = 0; k < 3; ++k) {
                p[k] = (double)test_uniform(&random, -0.3f, 0.3f);
            }
            double height = wf_convex_height(&c, p, way);
            slope = fmax(slope, fabs(sqrt(dot3(way, way)) - 1));
            if (kind == WEFT_SHAPE_HULL && height > 0) {
                continue;
            }
            for (int k = 0; k < 3; ++k) {
                foot[k] = p[k] - height * way[k];
            }
            off = fmax(off, fabs(wf_convex_height(&c, foot, foot_way)));
            unit_way(&random, n0);
            if (kind != WEFT_SHAPE_PLANE) {
                over = fmax(over, dot3(n0, foot) - wf_convex_support(&c, n0, none, 0));
                loose = fmin(loose, wf_convex_support(&c, way, none, 0) - dot3(way, foot));
                over = fmax(over, dot3(way, foot) - wf_convex_support(&c, way, none, 0));
            }
        }
        test_note("kind %u: feet off by %.2g, over supports by %.2g", kind, off, over);
        CHECK_LT(off, 1e-12);
        CHECK_LT(over, 1e-12);
        CHECK_LT(slope, 1e-12);
    }
}

/// The least height over a fine grid of points of a triangle, which is a little more than the
/// distance.
static double sampled(const wf_convex* c, const double p[3][3]) {
    double least = 1e30;
    for (int i = 0; i <= FINE; ++i) {
        for (int j = 0; i + j <= FINE; ++j) {
            double a = i / (double)FINE, b = j / (double)FINE, x[3];
            for (int k = 0; k < 3; ++k) {
                x[k] = (1 - a - b) * p[0][k] + a * p[1][k] + b * p[2][k];
            }
            least = fmin(least, height_of(c, x));
        }
    }
    return least;
}

WEFT_TEST(convex_distances_of_triangles_are_the_least_of_their_points) {
    test_random random = test_seed(82);
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        wf_convex c = solid_of(kind);
        double above = 0, below = 0, narrow = 0;
        uint32_t apart = 0;
        for (int n = 0; n < TRIANGLES; ++n) {
            double p[3][3], centre[3];
            unit_way(&random, centre);
            for (int i = 0; i < 3; ++i) {
                for (int k = 0; k < 3; ++k) {
                    p[i][k] = 0.25 * centre[k] + (double)test_uniform(&random, -0.1f, 0.1f);
                }
            }
            wf_convex_gap gap = wf_convex_distance(&c, (const double(*)[3])p, 3);
            double least = sampled(&c, p);
            if (gap.distance <= 0) {
                CHECK_LT(least, 0.005); // a grid of 3 mm
                continue;
            }
            apart += 1;
            above = fmax(above, gap.distance - least);
            below = fmax(below, least - gap.distance);
            // The direction is a proof, and no narrower than the distance.
            double lowest = 1e30;
            for (int i = 0; i < 3; ++i) {
                lowest = fmin(lowest, dot3(gap.way, p[i]));
            }
            double proof = lowest - wf_convex_support(&c, gap.way, p[0], 0.3);
            narrow = fmax(narrow, gap.distance - proof);
        }
        test_note("kind %u: %u apart; above by %.2g, below by %.2g m, narrow by %.2g", kind, apart,
                  above, below, narrow);
        CHECK(apart > 50);
        CHECK_LT(above, 1e-7);
        CHECK_LT(below, 1.5e-3); // what the grid misses
        CHECK_LT(narrow, 1e-6);
    }
}

/// Axes turned about a direction, between two poses as the vertices of a body go: evenly along the
/// chord, made square again.
static void turned_axes(const double about[3], double angle, double axis[3][3]) {
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; ++i) {
        double e[3] = {i == 0, i == 1, i == 2}, along = dot3(e, about);
        double across[3] = {about[1] * e[2] - about[2] * e[1], about[2] * e[0] - about[0] * e[2],
                            about[0] * e[1] - about[1] * e[0]};
        for (int k = 0; k < 3; ++k) {
            axis[i][k] = c * e[k] + s * across[k] + (1 - c) * along * about[k];
        }
    }
}

/// Square axes from the first two, as body/shape.c makes them.
static void square(double axis[3][3]) {
    double length = sqrt(dot3(axis[0], axis[0])), along;
    for (int k = 0; k < 3; ++k) {
        axis[0][k] /= length;
    }
    along = dot3(axis[1], axis[0]);
    for (int k = 0; k < 3; ++k) {
        axis[1][k] -= along * axis[0][k];
    }
    length = sqrt(dot3(axis[1], axis[1]));
    for (int k = 0; k < 3; ++k) {
        axis[1][k] /= length;
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        axis[2][k] = axis[0][a] * axis[1][b] - axis[0][b] * axis[1][a];
    }
}

WEFT_TEST(convex_solids_stay_below_their_bulge_while_they_turn) {
    test_random random = test_seed(83);
    const uint32_t kinds[] = {WEFT_SHAPE_CAPSULE, WEFT_SHAPE_BOX, WEFT_SHAPE_CONE, WEFT_SHAPE_HULL};
    double over = -1e30;
    for (int n = 0; n < 2000; ++n) {
        wf_convex from = solid_of(kinds[n % 4]), to = from, now = from;
        double about[3], way[3], local[3], none[3] = {0, 0, 0};
        unit_way(&random, about);
        unit_way(&random, way);
        turned_axes(about, (double)test_uniform(&random, 0, n % 2 ? 0.2f : 1.5f), to.axis);
        to.at[0] = (double)test_uniform(&random, -0.1f, 0.1f);
        wf_convex_way_in(&from, way, local);
        double start = wf_convex_support(&from, local, none, 0);
        wf_convex_way_in(&to, way, local);
        double end = wf_convex_support(&to, local, none, 0) + way[0] * to.at[0];
        double approach = end - start + wf_convex_bulge(&from, &to, 0);
        for (int m = 1; m < MOMENTS; ++m) {
            double t = m / (double)MOMENTS;
            for (int i = 0; i < 3; ++i) {
                now.at[i] = t * to.at[i];
                for (int k = 0; k < 3; ++k) {
                    now.axis[i][k] = (1 - t) * from.axis[i][k] + t * to.axis[i][k];
                }
            }
            square(now.axis);
            wf_convex_way_in(&now, way, local);
            double reach = wf_convex_support(&now, local, none, 0) + dot3(way, now.at);
            over = fmax(over, reach - (start + t * approach));
        }
    }
    test_note("over the straight way by %.2g m", over);
    CHECK_LT(over, 1e-12);
}

/// Turned, somewhere.
static wf_convex turned_solid(test_random* random, uint32_t kind) {
    wf_convex c = solid_of(kind);
    double about[3];
    unit_way(random, about);
    turned_axes(about, (double)test_uniform(random, 0, 6), c.axis);
    for (int i = 0; i < 3; ++i) {
        c.at[i] = (double)test_uniform(random, -1, 1);
    }
    return c;
}

/// A triangle of up to 10 cm within 25 cm of a place, its way and its boxes.
static void random_triangle(test_random* random, const double at[3], float x[4][12]) {
    float wide = test_uniform(random, 0.001f, 0.05f), far = test_uniform(random, 0, 0.02f);
    for (int i = 0; i < 3; ++i) {
        float middle = (float)at[i] + test_uniform(random, -0.25f, 0.25f);
        for (int k = 0; k < 3; ++k) {
            int n = 4 * k + i;
            x[0][n] = middle + test_uniform(random, -wide, wide);
            x[1][n] = x[0][n] + test_uniform(random, -far, far);
            x[2][n] = test_uniform(random, -far, 0);
            x[3][n] = test_uniform(random, 0, far);
        }
    }
}

/// What is looked at in float first keeps the pairs that the whole search keeps, to the bit.
WEFT_TEST(convex_solids_that_stand_keep_what_others_keep) {
    static const uint32_t corner[3] = {0, 1, 2};
    test_random random = test_seed(87);
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        uint32_t kept = 0;
        for (int i = 0; i < 4000; ++i) {
            wf_solid solid = {.from = turned_solid(&random, kind)};
            solid.to = solid.from;
            wf_solid_bound(&solid, 0.005f);
            CHECK(solid.stands);
            float x[4][12] = {{0}};
            random_triangle(&random, solid.from.at, x);
            wf_memory memory = {0};
            wf_near_list out[2] = {{0}, {0}};
            for (int quick = 0; quick < 2; ++quick) {
                wf_solid_search search = {.memory = &memory,
                                          .cloth = {.triangles = corner, .from = x[0], .to = x[1]},
                                          .lo = x[2],
                                          .hi = x[3],
                                          .reach = 0.005f,
                                          .between = 0.0045f,
                                          .out = &out[quick]};
                solid.stands = quick == 1;
                CHECK(wf_solid_near(&search, 0, &solid, 0));
            }
            CHECK_EQ(out[0].count, out[1].count);
            size_t same = out[0].count == out[1].count ? out[0].count : 0;
            CHECK(same == 0 || (memcmp(out[0].items, out[1].items, sizeof(wf_near)) == 0 &&
                                memcmp(out[0].planes, out[1].planes, sizeof(wf_plane)) == 0));
            kept += (uint32_t)same;
            wf_near_list_free(&memory, &out[0]);
            wf_near_list_free(&memory, &out[1]);
        }
        CHECK_GT(kept, 100);
        CHECK_LT(kept, 3000);
    }
}
