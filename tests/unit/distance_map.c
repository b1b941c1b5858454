// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which segment a triangle belongs to, and the bodies that are made of segments.
#include "distance_rig.h"
#include "structures/distance_body.h"
#include "test_macros.h"

/// Three corners, each on two bones; the most of all corners together wins, not the first one's.
WEFT_TEST(distance_map_labels_by_the_most_weight) {
    const uint32_t corners[3] = {0, 1, 2};
    const uint16_t bones[12] = {0, 1, 0, 0, 2, 1, 0, 0, 1, 2, 0, 0};
    const float weights[12] = {1, 0, 0, 0, 0.6f, 0.4f, 0, 0, 0.8f, 0.2f, 0, 0};
    const uint8_t map[3] = {4, 7, 9};
    const wf_segment_map of = {map, 3};
    const wf_distance_mesh mesh = {NULL, corners, 3, 1, 1, true};
    uint8_t label = 0;
    weft_report report;
    REQUIRE(wf_segments_label(&of, &mesh, bones, weights, &label, &report) == WEFT_OK);
    CHECK_EQ(label, 7);
}

/// A bone that only a weight of zero names is not missed.
WEFT_TEST(distance_map_names_the_bone_that_is_missing) {
    const uint32_t corners[3] = {0, 1, 2};
    uint16_t bones[12] = {0, 9, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const uint8_t map[2] = {0, 1};
    const wf_segment_map of = {map, 2};
    const wf_distance_mesh mesh = {NULL, corners, 3, 1, 1, true};
    uint8_t label = 0;
    weft_report report;
    CHECK_EQ(wf_segments_label(&of, &mesh, bones, weights, &label, &report), WEFT_OK);
    bones[8] = 2;
    CHECK_EQ(wf_segments_label(&of, &mesh, bones, weights, &label, &report),
             WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_STR(
        report.message,
        "Vertex 2 hangs on bone 2, which the map of segments does not have, as it ends after 2 "
        "bones; give it that bone, or hang the vertex on another.");
    CHECK_EQ(report.element, 2);
}

/// A box whose two halves hang on two bones: two fields, which follow a turn each their own way;
/// every allocation in turn fails and nothing is lost.
WEFT_TEST(distance_body_has_a_field_a_segment) {
    test_mesh box = test_box(0.3f, 0.1f, 0.1f);
    float* x = four_wide(&box);
    uint16_t bones[32] = {0};
    float weights[32] = {0};
    uint32_t left = 0;
    for (int v = 0; v < 8; ++v) {
        bones[4 * v] = x[4 * v] > 0.1f;
        left += bones[4 * v] == 0;
        weights[4 * v] = 1.0f;
    }
    CHECK_EQ(left, 4);
    const wf_distance_skin skin = {{x, box.triangles, 8, 12, 12, false}, bones, weights, 2};
    const wf_distance_def def = {.cell = 0.02f, .shell = 3, .margin = 5};
    bool done = false;
    for (uint32_t fail = 1; fail < 200 && !done; ++fail) {
        wf_memory memory = {.fail_in = fail};
        wf_distance_body body;
        done = wf_distance_body_build(&memory, &def, &skin, &body, NULL) == WEFT_OK;
        CHECK_EQ(done, !memory.failed);
        if (done) {
            CHECK_EQ(body.count, 2);
            float moved[32];
            memcpy(moved, x, sizeof moved);
            for (int v = 0; v < 8; ++v) {
                moved[4 * v + 1] += bones[4 * v] == 1 ? 0.5f : 0.0f;
            }
            wf_distance_body_follow(&body, x, moved);
            // triangles that the bones share go with either, and their corners with them
            CHECK_GT(body.to[1].middle[1] - body.from[1].middle[1], 0.2);
            CHECK_LT(body.to[0].middle[1] - body.from[0].middle[1], 0.3);
            for (uint32_t s = 0; s < 2; ++s) {
                CHECK_GT(body.segments[s].field.bytes, 1000);
            }
        }
        wf_distance_body_free(&memory, &body);
        CHECK_EQ(memory.bytes, 0);
    }
    CHECK(done);
    free(x);
    test_mesh_free(&box);
}

/// Distances of a box in closed form: smooth ones to half of a voxel, those of single voxels to
/// one; beyond the shell and off the field there are none.
WEFT_TEST(distance_lookup_knows_a_box) {
    test_mesh box = test_box(0.4f, 0.4f, 0.4f);
    float* x = four_wide(&box);
    const float hi = 0.4f;
    const wf_distance_mesh mesh = {x, box.triangles, 8, 12, 12, false};
    const wf_distance_def def = {.cell = 0.01f, .shell = 6, .margin = 8};
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(wf_distance_build(&memory, &def, &mesh, &f, NULL) == WEFT_OK);
    test_random random = test_seed(77);
    double worst[2] = {0, 0};
    for (int i = 0; i < 4000; ++i) {
        float p[3] = {test_uniform(&random, 0.1f, 0.3f), 0, test_uniform(&random, 0.1f, 0.3f)};
        float above = test_uniform(&random, -0.045f, 0.055f);
        p[1] = hi + above;
        for (int smooth = 0; smooth < 2; ++smooth) {
            wf_distance_sample s;
            REQUIRE(wf_distance_look_up(&f, p, smooth == 1, &s));
            worst[smooth] = fmax(worst[smooth], fabs((double)(s.distance - above / 0.01f)));
            CHECK_NEAR(s.normal[1], 1, 1e-5);
        }
    }
    test_note("off by %.2f voxels, smooth by %.2f", worst[0], worst[1]);
    // the face lies anywhere in its voxels (half a voxel); a point anywhere in its own (another
    // half)
    CHECK_LE(worst[0], 1.0 + 1e-3);
    CHECK_LE(worst[1], 0.5 + 1e-3);
    wf_distance_sample s;
    const float far[3] = {0.2f, hi + 0.085f, 0.2f}, off[3] = {0.2f, hi + 5.0f, 0.2f},
                none[3] = {NAN, 0, 0};
    CHECK(!wf_distance_look_up(&f, far, true, &s));
    CHECK(!wf_distance_look_up(&f, off, true, &s));
    CHECK(!wf_distance_look_up(&f, none, true, &s));
    wf_distance_free(&memory, &f);
    CHECK_EQ(memory.bytes, 0);
    free(x);
    test_mesh_free(&box);
}
