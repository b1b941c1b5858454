// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Masks of four comparisons at once are those of each.
#include "test_macros.h"

#include "math/simd.h"

static wf_f4 compare(test_random* random, int* mask) {
    float a[4], b[4];
    for (int i = 0; i < 4; ++i) {
        a[i] = test_uniform(random, -1.0f, 1.0f);
        b[i] = test_uniform(random, -1.0f, 1.0f);
    }
    wf_f4 less = wf_f4_less(wf_f4_load(a), wf_f4_load(b));
    *mask = 0;
    for (int i = 0; i < 4; ++i) {
        *mask |= (a[i] < b[i]) << i;
    }
    return less;
}

WEFT_TEST(masks_of_four_comparisons_are_those_of_each) {
    test_random random = test_seed(17);
    for (int n = 0; n < 1000; ++n) {
        int mask[4];
        wf_f4 a = compare(&random, &mask[0]), b = compare(&random, &mask[1]),
              c = compare(&random, &mask[2]), d = compare(&random, &mask[3]);
        int all = mask[0] | mask[1] << 4 | mask[2] << 8 | mask[3] << 12;
        CHECK_EQ(wf_f4_masks(a, b, c, d), (uint32_t)all);
    }
}
