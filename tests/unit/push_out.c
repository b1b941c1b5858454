// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inside or not, the nearest surface, folds that survive the way out, and the middle between two
// bodies.
#include "repair_rig.h"

#include "detect/closest.h"

/// A box of 20 mm squares, 1 m wide and deep and 0.5 m high under y = 0, closed.
static void add_box(rig_mesh* mesh) {
    float o[3] = {0, 0, 0}, x[3] = {0.05f, 0, 0}, y[3] = {0, 0.05f, 0}, z[3] = {0, 0, 0.05f};
    float low[3] = {0, -0.5f, 0}, right[3] = {1, -0.5f, 0}, back[3] = {0, -0.5f, 1};
    rig_add_sheet(mesh, 20, 20, o, z, x);
    rig_add_sheet(mesh, 20, 20, low, x, z);
    rig_add_sheet(mesh, 20, 10, low, z, y);
    rig_add_sheet(mesh, 20, 10, right, y, z);
    rig_add_sheet(mesh, 20, 10, low, y, x);
    rig_add_sheet(mesh, 20, 10, back, x, y);
}

WEFT_TEST(push_out_walks_to_the_nearest_triangle) {
    test_random random = test_seed(6);
    rig r = {0};
    float centre[3] = {0, 0, 0};
    rig_add_ball(&r.body, 24, 16, 0.5f, centre);
    rig_begin(&r);
    for (int n = 0; n < 500; ++n) {
        float p[3], w[3], least = 1e9f;
        for (int i = 0; i < 3; ++i) {
            p[i] = test_uniform(&random, 0.2f, 0.7f) * (test_below(&random, 2) ? 1.0f : -1.0f);
        }
        uint32_t all = r.body.triangle_count;
        uint32_t found = wf_nearest_walk(&r.mesh[1], test_below(&random, all), p, w);
        float got = 0;
        for (uint32_t t = 0; t <= all; ++t) { // the last is the one found, with its weights
            const uint32_t* v = r.body.triangles + 3 * (size_t)(t < all ? t : found);
            float foot[3] = {0}, weight[3], d2 = 0;
            memcpy(weight, w, sizeof w);
            if (t < all) {
                wf_closest_point_triangle(p, r.body.x + 4 * v[0], r.body.x + 4 * v[1],
                                          r.body.x + 4 * v[2], weight);
            }
            for (int i = 0; i < 3; ++i) {
                for (int k = 0; k < 3; ++k) {
                    foot[i] += weight[k] * r.body.x[4 * v[k] + (uint32_t)i];
                }
                d2 += (foot[i] - p[i]) * (foot[i] - p[i]);
            }
            got = d2;
            least = d2 < least ? d2 : least;
        }
        CHECK_NEAR(sqrtf(got), sqrtf(least), 1e-6);
    }
    rig_free(&r);
}

/// Above what is needed, of bounded slope, and nowhere higher than one of the two asks for.
WEFT_TEST(push_out_spreads_as_little_as_it_can) {
    test_random random = test_seed(7);
    rig r = {0};
    float o[3] = {0, 0, 0}, u[3] = {0.02f, 0, 0}, v[3] = {0, 0, 0.03f};
    rig_add_sheet(&r.cloth, 20, 20, o, u, v);
    rig_begin(&r);
    uint32_t count = r.cloth.vertex_count;
    float need[441], field[441];
    uint8_t marked[441] = {0};
    uint32_t queue[441];
    for (uint32_t i = 0; i < count; ++i) {
        field[i] = need[i] =
            test_below(&random, 20) == 0 ? test_uniform(&random, 0.0f, 0.05f) : 0.0f;
    }
    wf_push_out_spread(&r.mesh[0], 0.3f, field, marked, queue);
    for (uint32_t i = 0; i < count; ++i) {
        float wanted = need[i];
        for (uint32_t k = r.first_edge[0][i]; k < r.first_edge[0][i + 1]; ++k) {
            uint32_t e = r.vertex_edges[0][k];
            uint32_t other = r.mesh[0].edges[2 * e] + r.mesh[0].edges[2 * e + 1] - i;
            float asked = field[other] - 0.3f * r.rest[e];
            wanted = asked > wanted ? asked : wanted;
        }
        CHECK_EQ(marked[i], 0);
        CHECK_NEAR(field[i], wanted, 2e-6);
    }
    rig_free(&r);
}

/// A sheet in waves of 10 mm that dips into a box. Flattened, nothing would be left of the waves
/// below the surface.
WEFT_TEST(push_out_keeps_folds) {
    rig r = {0};
    float o[3] = {0.2f, 0, 0.2f}, u[3] = {0.01f, 0, 0}, v[3] = {0, 0, 0.02f};
    rig_add_sheet(&r.cloth, 60, 30, o, u, v);
    add_box(&r.body);
    for (uint32_t i = 0; i < r.cloth.vertex_count; ++i) {
        float* x = r.cloth.x + 4 * (size_t)i;
        x[1] = -0.0052f + 0.010f * (float)sin(78.54 * (x[0] - 0.2) + 0.3); // 80 mm a wave
        x[2] += 0.0003f;
        x[0] += 0.0007f;
    }
    rig_begin(&r);
    CHECK_GT(rig_count(&r), 100);
    wf_untangle_options options = {&wf_rule_untangle, 1.0f, 0.001f};
    wf_untangle* w = &r.untangle;
    CHECK(wf_untangle_find(&r.memory, w, r.mesh, r.self.listed, r.self.listed_count,
                           r.across.listed, r.across.listed_count, &options));
    wf_push_out out = {0};
    CHECK(wf_push_out_find(&r.memory, &out, r.mesh, &w->crossings, &w->global, 1.0f, 0.001f,
                           w->push));
    wf_push_out_free(&r.memory, &out);
    float lowest = 1, highest = -1;
    for (uint32_t i = 0; i < r.cloth.vertex_count; ++i) {
        float y = r.cloth.x[4 * i + 1] += w->push[4 * i + 1];
        if (r.cloth.x[4 * i] > 0.3f && r.cloth.x[4 * i] < 0.7f) {
            lowest = y < lowest ? y : lowest;
            highest = y > highest ? y : highest;
        }
    }
    CHECK_EQ(rig_count(&r), 0);
    CHECK_NEAR(lowest, 0.001, 1e-4);
    // flat against the surface the waves would keep the 4.8 mm that were above it
    CHECK_GT(highest - lowest, 0.0075);
    test_note("20 mm from trough to crest became %.1f mm", 1e3 * (double)(highest - lowest));
    rig_free(&r);
}
