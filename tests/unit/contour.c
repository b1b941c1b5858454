// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Tracing against the audit, sides against what was pushed through, and the gradient of a contour's
// length against differences.
#include "repair/contour.h"

#include "math/predicates.h"
#include "repair_rig.h"

/// A waved sheet (surface 0) and a ball of cloth (surface 1) that comes through it.
static rig sheet_and_ball(float height) {
    rig r = {0};
    float o[3] = {-0.2f, 0, -0.2f}, u[3] = {0.02f, 0.001f, 0}, v[3] = {0, 0.002f, 0.02f};
    rig_add_sheet(&r.cloth, 20, 20, o, u, v);
    float centre[3] = {0.013f, height, -0.021f};
    rig_add_ball(&r.cloth, 17, 11, 0.1f, centre);
    rig_begin(&r);
    return r;
}

static void trace(rig* r) {
    rig_count(r);
    CHECK(wf_crossings_trace(&r->memory, &r->untangle.crossings, r->mesh, r->self.listed,
                             r->self.listed_count, NULL, 0));
}

WEFT_TEST(contour_has_every_crossing_once) {
    rig r = sheet_and_ball(-0.03f);
    rig_count(&r);
    // one pair is enough to find all of a contour
    for (uint32_t given = r.self.listed_count; given > 0; given = given == 1 ? 0 : 1) {
        CHECK(wf_crossings_trace(&r.memory, &r.untangle.crossings, r.mesh, r.self.listed, given,
                                 NULL, 0));
        CHECK_EQ(r.untangle.crossings.count, r.self.crossings);
        CHECK_EQ(r.untangle.crossings.contour_count, 1);
    }
    CHECK_GT(r.self.crossings, 50);
    CHECK(!r.untangle.crossings.contours[0].mixed);
    rig_free(&r);
}

/// Where an edge of triangle a crosses triangle b, in double.
static int points_between(const rig* r, uint32_t a, uint32_t b, double out[][3]) {
    int found = 0;
    const float* f[3];
    for (int i = 0; i < 3; ++i) {
        f[i] = r->cloth.x + 4 * (size_t)r->cloth.triangles[3 * b + (uint32_t)i];
    }
    for (uint32_t i = 0; i < 3; ++i) {
        const float* p = r->cloth.x + 4 * (size_t)r->cloth.triangles[3 * a + i];
        const float* q = r->cloth.x + 4 * (size_t)r->cloth.triangles[3 * a + (i + 1) % 3];
        if (!wf_segment_meets_triangle(p, q, f[0], f[1], f[2])) {
            continue;
        }
        double u[3], v[3], from = 0, to = 0;
        for (int k = 0; k < 3; ++k) {
            u[k] = (double)f[1][k] - f[0][k];
            v[k] = (double)f[2][k] - f[0][k];
        }
        for (int k = 0; k < 3; ++k) {
            double n = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
            from += n * ((double)p[k] - f[0][k]);
            to += n * ((double)q[k] - f[0][k]);
        }
        for (int k = 0; k < 3; ++k) {
            out[found][k] = p[k] + from / (from - to) * ((double)q[k] - p[k]);
        }
        found += 1;
    }
    return found;
}

/// Length of all contours between the sheet (triangles below `split`) and the rest.
static double contour_length(const rig* r, uint32_t split) {
    double sum = 0;
    for (uint32_t a = 0; a < split; ++a) {
        for (uint32_t b = split; b < r->cloth.triangle_count; ++b) {
            double at[6][3];
            int n = points_between(r, a, b, at);
            n += points_between(r, b, a, at + n);
            if (n == 2) {
                double x = at[0][0] - at[1][0], y = at[0][1] - at[1][1], z = at[0][2] - at[1][2];
                sum += sqrt(x * x + y * y + z * z);
            }
        }
    }
    return sum;
}

/// Moving one surface as a whole by d changes the length by minus half the sum of the gradients
/// times d. Shallow edges are bounded (contour.c), so few edges of these meshes are shallow.
WEFT_TEST(contour_gradient_is_that_of_its_length) {
    for (int n = 0; n < 3; ++n) {
        rig r = sheet_and_ball(-0.02f - 0.02f * (float)n);
        trace(&r);
        const wf_crossings* c = &r.untangle.crossings;
        double gradient[3] = {0};
        for (uint32_t i = 0; i < c->count; ++i) {
            bool of_sheet = c->items[i].end[0] < 441; // and not of the ball
            float g[4];
            wf_f4_store(g, c->items[i].gradient);
            for (int k = 0; k < 3; ++k) {
                gradient[k] += (of_sheet ? 0.5 : -0.5) * (double)g[k];
            }
        }
        for (int k = 0; k < 3; ++k) {
            double length[2], step = 2e-5;
            for (int way = 0; way < 2; ++way) {
                for (uint32_t i = 0; i < 441; ++i) {
                    r.cloth.x[4 * i + (uint32_t)k] += (float)(way == 0 ? -step : 2 * step);
                }
                length[way] = contour_length(&r, 800);
            }
            for (uint32_t i = 0; i < 441; ++i) {
                r.cloth.x[4 * i + (uint32_t)k] -= (float)step;
            }
            double slope = -(length[1] - length[0]) / (2 * step);
            test_note("ball %d, axis %d: %.4f, by differences %.4f", n, k, gradient[k], slope);
            CHECK_NEAR(gradient[k], slope, 0.001 * (1 + fabs(slope)));
        }
        rig_free(&r);
    }
}

/// The cap of the ball and the disk of the sheet inside it, by their coordinates.
WEFT_TEST(global_intersection_knows_what_went_through) {
    rig r = sheet_and_ball(-0.06f);
    trace(&r);
    wf_global_intersection* g = &r.untangle.global;
    CHECK(wf_global_intersection_find(&r.memory, g, &r.untangle.crossings, r.mesh));
    CHECK_EQ(g->region_count, 2);
    uint32_t expected[2] = {0, 0}, found[2] = {0, 0};
    for (uint32_t i = 0; i < r.cloth.vertex_count; ++i) {
        const float* x = r.cloth.x + 4 * (size_t)i;
        float d[3] = {x[0] - 0.013f, x[1] + 0.06f, x[2] + 0.021f};
        bool in_ball = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < 0.0098f;
        bool above = x[1] > 0.05f * (x[0] + 0.2f) + 0.1f * (x[2] + 0.2f);
        expected[i >= 441] += i < 441 ? in_ball : above;
    }
    for (uint32_t n = 0; n < g->region_count; ++n) {
        for (uint32_t k = 0; k < g->regions[n].count; ++k) {
            uint32_t i = g->members[g->regions[n].first + k];
            const float* x = r.cloth.x + 4 * (size_t)i;
            CHECK(i < 441 || x[1] > 0.05f * (x[0] + 0.2f) + 0.1f * (x[2] + 0.2f));
            found[i >= 441] += 1;
        }
    }
    CHECK_EQ(found[0], expected[0]);
    CHECK_EQ(found[1], expected[1]);
    CHECK_GT(expected[0], 10);
    CHECK_GT(expected[1], 10);
    test_note("%u vertices of the sheet, %u of the ball", found[0], found[1]);
    rig_free(&r);
}

/// The contour alone brings out a small ball, though it knows no inside.
WEFT_TEST(contour_alone_brings_out_a_cap) {
    rig r = sheet_and_ball(-0.05f);
    CHECK_GT(rig_count(&r), 30);
    CHECK_LE(rig_run(&r, &wf_rule_contour, 240), 240);
    CHECK_EQ(r.crossings, 0);
    rig_free(&r);
}
