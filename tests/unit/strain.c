// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Percentiles against a sort, means against a count by hand.
#include "test_macros.h"

#include "cloth/strain.h"

#include <stdlib.h>

static int ascending(const void* a, const void* b) {
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

WEFT_TEST(strain_percentiles_match_a_sort) {
    test_random random = test_seed(41);
    static float stretch[3000], sorted[3000];
    for (uint32_t count = 1; count <= 3000; count += 1 + count / 7) {
        for (uint32_t i = 0; i < count; ++i) {
            stretch[i] = i % 3 ? test_uniform(&random, 0.9f, 1.2f) : 1.0f; // with many equals
        }
        memcpy(sorted, stretch, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, ascending);
        wf_strain_summary s = wf_strain_summarise(stretch, count, NULL);
        CHECK_EQ(s.p50 == sorted[(count + 1) / 2 - 1] - 1.0f, 1);
        CHECK_EQ(s.p99 == sorted[(99 * count + 99) / 100 - 1] - 1.0f, 1);
        CHECK_EQ(s.max == sorted[count - 1] - 1.0f, 1);
    }
}

WEFT_TEST(strain_of_nothing_is_zero) {
    wf_strain_summary s = wf_strain_summarise(NULL, 0, NULL);
    CHECK_EQ(s.p50, 0);
    CHECK_EQ(s.p99, 0);
    CHECK_EQ(s.max, 0);
}

WEFT_TEST(strain_mean_of_the_triangles_around) {
    const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    const float stretch[2] = {1.25f, 1.75f};
    uint32_t scratch[5];
    float strain[5];
    wf_strain_mean(stretch, triangles, 2, 5, scratch, strain);
    CHECK_NEAR(strain[0], 0.5, 1e-7);
    CHECK_NEAR(strain[1], 0.25, 1e-7);
    CHECK_NEAR(strain[2], 0.5, 1e-7);
    CHECK_NEAR(strain[3], 0.75, 1e-7);
    CHECK_EQ(strain[4], 0);
}
