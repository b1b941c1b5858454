// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the mesh checks refuse, which element they name, and what they let through.
#include "meshes.h"
#include "test_macros.h"

#include "base/report.h"
#include "math/hash.h"
#include "mesh/check.h"
#include "mesh/normals.h"

#include <stdlib.h>

#define CHECK_FAILS(call, status_, element_)                                                       \
    do {                                                                                           \
        CHECK_EQ(call, status_);                                                                   \
        CHECK_EQ(report.status, status_);                                                          \
        CHECK_EQ(report.element, element_);                                                        \
        CHECK(strlen(report.where) > 0 && strlen(report.message) > 10);                            \
    } while (0)

WEFT_TEST(report_words) {
    weft_report report;
    wf_report_fail(&report, WEFT_ERROR_INVALID_ARGUMENT, "pins", 7, 9, "%u%% of %s, %u", 50u, "all",
                   4294967295u);
    CHECK_STR(report.message, "50% of all, 4294967295");
    CHECK_EQ(report.other, 9);
    wf_report_prefix(&report, "CLTH", 12);
    CHECK_STR(report.where, "CLTH 12 pins");
    for (int i = 0; i < 10; ++i) {
        wf_report_prefix(&report, "LONG", 4000000000u);
    }
    CHECK_EQ(strlen(report.where), sizeof report.where - 1);
    char long_text[400];
    memset(long_text, 'x', sizeof long_text);
    long_text[399] = 0;
    wf_report_fail(&report, WEFT_ERROR_INVALID_ARGUMENT, long_text, 0, 0, "%s", long_text);
    CHECK_EQ(strlen(report.message), sizeof report.message - 1);
    CHECK_EQ(wf_report_fail(NULL, WEFT_ERROR_OPEN_BODY, "a", 0, 0, "b"), WEFT_ERROR_OPEN_BODY);
}

// Words are little-endian u32: FNV-1a with its 64-bit prime, one word a turn.
WEFT_TEST(hash_of_words) {
    CHECK_EQ_HEX(wf_hash_words(WF_HASH_SEED, NULL, 0), UINT64_C(0xcbf29ce484222325));
    const uint32_t one = 1;
    CHECK_EQ_HEX(wf_hash_words(WF_HASH_SEED, &one, 1),
                 (WF_HASH_SEED ^ 1) * UINT64_C(0x100000001b3));
    const char* text = "weft";
    CHECK_EQ_HEX(wf_hash_bytes(WF_HASH_SEED, text, 4), wf_hash_words(WF_HASH_SEED, text, 1));
    CHECK_EQ_HEX(wf_hash_bytes(WF_HASH_SEED, "\1", 1), wf_hash_words(WF_HASH_SEED, &one, 1));
}

WEFT_TEST(check_values_finds_the_first) {
    weft_report report;
    float values[9] = {0, 1, 2, 3, 4, 0, 0, 0, 0};
    CHECK_EQ(wf_check_values(values, 9, 3, 4.0f, "positions", &report), WEFT_OK);
    values[8] = NAN;
    CHECK_FAILS(wf_check_values(values, 9, 3, 4.0f, "positions", &report), WEFT_ERROR_NOT_FINITE,
                2);
    values[4] = 4.5f;
    CHECK_FAILS(wf_check_values(values, 9, 3, 4.0f, "positions", &report),
                WEFT_ERROR_INVALID_ARGUMENT, 1);
    values[0] = -INFINITY;
    CHECK_FAILS(wf_check_values(values, 9, 3, 4.0f, "positions", &report), WEFT_ERROR_NOT_FINITE,
                0);
}

WEFT_TEST(check_triangles) {
    weft_report report;
    uint32_t triangles[6] = {0, 1, 2, 2, 1, 3};
    float flat[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    CHECK_EQ(wf_check_corners(triangles, 2, 4, &report), WEFT_OK);
    CHECK_EQ(wf_check_areas(flat, 3, triangles, 2, &report), WEFT_OK);
    CHECK_FAILS(wf_check_corners(triangles, 2, 3, &report), WEFT_ERROR_INDEX_OUT_OF_RANGE, 1);
    CHECK_EQ(report.other, 3);
    flat[9] = 0.5f, flat[10] = 0.5f; // on the line from 2 to 1
    CHECK_FAILS(wf_check_areas(flat, 3, triangles, 2, &report), WEFT_ERROR_DEGENERATE_TRIANGLE, 1);
    triangles[4] = 2;
    CHECK_FAILS(wf_check_corners(triangles, 2, 4, &report), WEFT_ERROR_DEGENERATE_TRIANGLE, 1);
}

WEFT_TEST(check_manifold_names_the_first) {
    wf_memory memory = {0};
    weft_report report;
    test_mesh box = test_box(1, 2, 3);
    uint32_t* t = box.triangles;
    CHECK_EQ(wf_check_manifold(&memory, t, 12, true, &report), WEFT_OK);
    CHECK_EQ(wf_check_outward(&memory, box.positions, t, 12, 8, &report), WEFT_OK);
    CHECK_EQ(wf_check_manifold(&memory, t, 11, false, &report), WEFT_OK);
    CHECK_FAILS(wf_check_manifold(&memory, t, 11, true, &report), WEFT_ERROR_OPEN_BODY, 2);
    uint32_t swap = t[15];
    t[15] = t[16], t[16] = swap;
    CHECK_EQ(wf_check_manifold(&memory, t, 12, true, &report), WEFT_ERROR_NON_MANIFOLD_EDGE);
    t[16] = t[15], t[15] = swap;
    t[33] = t[1], t[34] = t[2], t[35] = t[0]; // the first triangle again, turned
    CHECK_FAILS(wf_check_manifold(&memory, t, 12, true, &report), WEFT_ERROR_DUPLICATE_TRIANGLE,
                11);
    CHECK_EQ(report.other, 0);
    const uint32_t book[9] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
    CHECK_FAILS(wf_check_manifold(&memory, book, 3, false, &report), WEFT_ERROR_NON_MANIFOLD_EDGE,
                2);
    test_mesh_free(&box);
    CHECK_EQ(memory.bytes, 0);
}

WEFT_TEST(check_outward_and_used) {
    wf_memory memory = {0};
    weft_report report;
    test_mesh box = test_box(1, 1, 1);
    for (uint32_t i = 0; i < 36; i += 3) {
        uint32_t swap = box.triangles[i];
        box.triangles[i] = box.triangles[i + 1];
        box.triangles[i + 1] = swap;
    }
    CHECK_EQ(wf_check_outward(&memory, box.positions, box.triangles, 12, 8, &report),
             WEFT_ERROR_INSIDE_OUT_BODY);
    CHECK_EQ(wf_check_used(&memory, box.triangles, 12, 8, &report), WEFT_OK);
    CHECK_FAILS(wf_check_used(&memory, box.triangles, 12, 9, &report), WEFT_ERROR_INVALID_ARGUMENT,
                8);
    memory.fail_in = 1;
    CHECK_EQ(wf_check_used(&memory, box.triangles, 12, 9, &report), WEFT_ERROR_OUT_OF_MEMORY);
    memory.fail_in = 1;
    CHECK_EQ(wf_check_manifold(&memory, box.triangles, 12, true, &report),
             WEFT_ERROR_OUT_OF_MEMORY);
    test_mesh_free(&box);
    CHECK_EQ(memory.bytes, 0);
}

WEFT_TEST(check_outward_takes_pieces_apart) {
    wf_memory memory = {0};
    weft_report report;
    test_mesh big = test_box(1, 1, 1), small = test_box(0.1f, 0.1f, 0.1f);
    float positions[48];
    uint32_t triangles[72];
    memcpy(positions, big.positions, 96);
    memcpy(positions + 24, small.positions, 96);
    memcpy(triangles, big.triangles, 144);
    for (int i = 0; i < 36; ++i) {
        positions[24 + i % 24] = small.positions[i % 24] + 2.0f; // beside the big one
        triangles[36 + i] = 8 + small.triangles[i];
    }
    CHECK_EQ(wf_check_outward(&memory, positions, triangles, 24, 16, &report), WEFT_OK);
    for (int i = 36; i < 72; i += 3) {
        uint32_t swap = triangles[i];
        triangles[i] = triangles[i + 1];
        triangles[i + 1] = swap;
    }
    CHECK_FAILS(wf_check_outward(&memory, positions, triangles, 24, 16, &report),
                WEFT_ERROR_INSIDE_OUT_BODY, 12);
    memory.fail_in = 2;
    CHECK_EQ(wf_check_outward(&memory, positions, triangles, 24, 16, &report),
             WEFT_ERROR_OUT_OF_MEMORY);
    test_mesh_free(&big);
    test_mesh_free(&small);
    CHECK_EQ(memory.bytes, 0);
}

// A fan of n triangles around one edge would be quadratic if edges were compared pairwise.
WEFT_TEST(check_manifold_is_fast_on_hostile_fans) {
    wf_memory memory = {0};
    weft_report report;
    enum { COUNT = 200000 };
    uint32_t* fan = malloc(3 * sizeof *fan * COUNT);
    for (uint32_t i = 0; i < COUNT; ++i) {
        fan[3 * i] = 0, fan[3 * i + 1] = 1, fan[3 * i + 2] = i + 2;
    }
    CHECK_FAILS(wf_check_manifold(&memory, fan, COUNT, false, &report),
                WEFT_ERROR_NON_MANIFOLD_EDGE, 1);
    free(fan);
    CHECK_EQ(memory.bytes, 0);
}

WEFT_TEST(normals_of_a_sheet_and_a_seam) {
    // Two squares folded at a right angle along the x axis, sewn: vertices 4, 5 are 0, 1.
    const float x[24] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const uint32_t t[12] = {0, 3, 2, 0, 2, 1, 4, 5, 6, 4, 6, 7};
    const uint32_t merge[8] = {0, 1, 2, 3, 0, 1, 6, 7};
    float sums[32], normals[24];
    wf_normals(x, t, 4, merge, 8, sums, normals);
    CHECK_NEAR(normals[3 * 2 + 1], 1, 1e-6);
    CHECK_NEAR(normals[3 * 6 + 2], 1, 1e-6);
    for (int k = 0; k < 3; ++k) {
        CHECK_EQ(normals[k] == normals[12 + k], 1); // the sewn corners agree to the bit
    }
    CHECK_GT(normals[1], 0.4f);
    CHECK_GT(normals[2], 0.4f);
    wf_normals(x, t, 2, NULL, 8, sums, normals);
    CHECK_NEAR(normals[3 * 7 + 1], 1, 0); // unused: up
}
