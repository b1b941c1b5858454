// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Segments of a body: the table of bones, cuts that are closed, and fields that follow rigid
// motions.
#include "structures/distance_segments.h"
#include "distance_rig.h"
#include "test_macros.h"

/// The table names every segment, the same on both sides; other rigs have a segment a bone.
WEFT_TEST(distance_segments_of_the_rig) {
    uint8_t of[WF_RIG_BONES];
    uint32_t bones[WF_RIG_SEGMENTS] = {0};
    REQUIRE(wf_segments_of_bones(WF_RIG_BONES, of) == WF_RIG_SEGMENTS);
    for (uint32_t i = 0; i < WF_RIG_BONES; ++i) {
        REQUIRE(of[i] < WF_RIG_SEGMENTS);
        bones[of[i]] += 1;
    }
    for (uint32_t s = 0; s < WF_RIG_SEGMENTS; ++s) {
        CHECK_GT(bones[s], 0);
        CHECK_GT(strlen(wf_segment_name(s)), 0);
    }
    for (uint32_t i = 10; i < 25; ++i) { // left, then right
        CHECK_EQ(of[i + 15], of[i] < 5 ? of[i] : of[i] + 7);
    }
    CHECK_EQ(wf_segments_of_bones(3, of), 3);
    CHECK_EQ(of[2], 2);
}

/// Half a torus each: cuts closed, nothing inside of one is inside of the other, together all of
/// it.
WEFT_TEST(distance_segments_close_their_cuts) {
    test_mesh torus = test_torus(48, 24, 0.1f, 0.04f);
    float* x = four_wide(&torus);
    wf_distance_mesh mesh = {
        x, torus.triangles, torus.vertex_count, torus.triangle_count, torus.triangle_count, false};
    uint8_t* labels = calloc(torus.triangle_count, 1);
    for (uint32_t t = 0; t < torus.triangle_count && labels != NULL; ++t) {
        labels[t] = x[4 * (size_t)torus.triangles[3 * t]] > 0.013f;
    }
    const wf_distance_def def = {.cell = 0.004f, .shell = 6, .margin = 7};
    wf_memory memory = {0};
    wf_distance_segment part[3];
    uint32_t inside[2] = {0, 0};
    for (uint32_t k = 0; k < 3; ++k) {
        REQUIRE(wf_segment_build(&memory, &def, &mesh, labels, k, &part[k], NULL) == WEFT_OK);
    }
    CHECK_EQ(part[2].vertex_count, 0); // nobody has this label
    for (uint32_t k = 0; k < 2; ++k) {
        const wf_distance_field* f = &part[k].field;
        for (uint32_t v = 0; v < f->count; ++v) {
            inside[k] += f->inside[v];
        }
    }
    // 2 pi^2 R r^2, less a layer of surface voxels.
    double volume = 2 * 9.8696 * 0.1 * 0.04 * 0.04 / (0.004 * 0.004 * 0.004);
    CHECK_GT(inside[0], 0.3 * volume);
    CHECK_GT(inside[1], 0.25 * volume);
    CHECK_LT(inside[0] + inside[1], volume);
    for (uint32_t k = 0; k < 3; ++k) {
        wf_segment_free(&memory, &part[k]);
    }
    CHECK_EQ(memory.bytes, 0);
    free(labels);
    free(x);
    test_mesh_free(&torus);
}

/// A random rotation by rows, of a random quaternion.
static void random_turn(test_random* random, double turn[9]) {
    double q[4], length = 0;
    for (int k = 0; k < 4; ++k) {
        q[k] = (double)test_uniform(random, -1, 1);
        length += q[k] * q[k];
    }
    for (int k = 0; k < 4; ++k) {
        q[k] /= sqrt(length);
    }
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double m[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(turn, m, sizeof m);
}

WEFT_TEST(distance_segments_follow_rigid_motions) {
    test_random random = test_seed(40);
    test_mesh box = test_box(0.4f, 0.1f, 0.15f);
    float *rest = four_wide(&box), *now = four_wide(&box);
    uint8_t labels[12] = {0};
    wf_distance_mesh mesh = {rest, box.triangles, 8, 12, 12, false};
    const wf_distance_def def = {.cell = 0.02f, .shell = 3, .margin = 4};
    wf_memory memory = {0};
    wf_distance_segment s;
    REQUIRE(wf_segment_build(&memory, &def, &mesh, labels, 0, &s, NULL) == WEFT_OK);
    for (int i = 0; i < 300; ++i) {
        double turn[9], worst = 0.0;
        float shift[3];
        random_turn(&random, turn);
        for (int k = 0; k < 3; ++k) {
            shift[k] = test_uniform(&random, -2, 2);
        }
        for (int v = 0; v < 8; ++v) {
            for (int k = 0; k < 3; ++k) {
                double sum = (double)shift[k];
                for (int c = 0; c < 3; ++c) {
                    sum += turn[3 * k + c] * (double)rest[4 * v + c];
                }
                now[4 * v + k] = (float)sum;
            }
        }
        wf_segment_pose pose = wf_segment_fit(&s, now);
        for (int k = 0; k < 9; ++k) {
            worst = fmax(worst, fabs(pose.turn[k] - turn[k]));
        }
        CHECK_LT(worst, 5e-6); // places of 2 m are good to 0.12 um, the box is a tenth wide
        for (int v = 0; v < 8; ++v) {
            float local[3], back[3];
            wf_segment_to_field(&s, &pose, now + 4 * v, local);
            wf_segment_to_world(&s, &pose, local, back);
            for (int k = 0; k < 3; ++k) {
                CHECK_NEAR(local[k], rest[4 * v + k], 2e-6);
                CHECK_NEAR(back[k], now[4 * v + k], 1e-6);
            }
        }
    }
    wf_segment_free(&memory, &s);
    CHECK_EQ(memory.bytes, 0);
    free(rest);
    free(now);
    test_mesh_free(&box);
}
