// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A fan that is called flat must have no two triangles that cross: at rest and, when it is kept, at
// every moment of a straight way. The audit's exact predicates decide, over random fans from
// flat to crumpled.
#include "detect/fans.h"

#include "detect/audit.h"
#include "test_macros.h"

#include <string.h>

enum { MOST = 12 };

/// A hub, vertex 0, with `count` triangles round it.
typedef struct fan {
    uint32_t count, pair_count;
    uint32_t triangles[3 * MOST], same[MOST + 1];
    uint32_t first[MOST * MOST], second[MOST * MOST];
} fan;

static fan make_fan(uint32_t count) {
    fan f = {.count = count};
    for (uint32_t k = 0; k < count; ++k) {
        f.triangles[3 * k + k % 3] = 0; // the hub may be any corner
        f.triangles[3 * k + (k + 1) % 3] = 1 + k;
        f.triangles[3 * k + (k + 2) % 3] = 1 + (k + 1) % count;
        for (uint32_t l = k + 1; l < count; ++l) {
            f.first[f.pair_count] = k;
            f.second[f.pair_count++] = l;
        }
    }
    for (uint32_t i = 0; i <= count; ++i) {
        f.same[i] = i;
    }
    return f;
}

/// A star that goes round `turns` times, rumpled by `noise` times its radius of a centimetre.
static void place_fan(test_random* random, uint32_t count, float turns, float noise, float* x) {
    float at[3] = {test_uniform(random, -2, 2), test_uniform(random, -2, 2),
                   test_uniform(random, -2, 2)};
    for (uint32_t i = 0; i <= count; ++i) {
        float angle = 6.2831853f * turns * (float)i / (float)count;
        float r = i == 0 ? 0.0f : test_uniform(random, 0.005f, 0.015f);
        float flat[3] = {r * cosf(angle), r * sinf(angle), 0.0f};
        for (int k = 0; k < 3; ++k) {
            x[4 * i + (uint32_t)k] = at[k] + flat[k] + 0.01f * test_uniform(random, -noise, noise);
        }
        x[4 * i + 3] = 0.0f;
    }
}

static uint32_t crossings(wf_memory* memory, wf_audit* audit, fan* f, const float* x) {
    wf_pairs pairs = {f->first, f->second, f->pair_count, f->pair_count, f->pair_count};
    wf_audit_mesh mesh = {x, f->triangles, NULL, NULL, f->same, f->count};
    CHECK(wf_audit_count(memory, audit, &pairs, &mesh, &mesh));
    return audit->crossings;
}

WEFT_TEST(fans_called_flat_do_not_cross_themselves) {
    test_random random = test_seed(31);
    wf_memory memory = {0};
    wf_audit audit = {0};
    uint32_t flat_count = 0, crossed_count = 0;
    for (int n = 0; n < 20000; ++n) {
        uint32_t count = 3 + test_below(&random, 7);
        fan f = make_fan(count);
        float x[4 * (MOST + 1)];
        place_fan(&random, count, 1.0f, test_uniform(&random, 0.0f, 1.5f), x);
        wf_fans fans;
        uint8_t flat[MOST + 1];
        REQUIRE(wf_fans_create(&memory, &fans, f.triangles, count, count + 1, f.same));
        CHECK(fans.closed[0] && !fans.closed[1]);
        wf_fans_find(&fans, x, flat);
        bool crossed = crossings(&memory, &audit, &f, x) > 0;
        CHECK(!flat[0] || !crossed);
        flat_count += flat[0];
        crossed_count += crossed;
        wf_fans_free(&memory, &fans);
    }
    CHECK_GT(flat_count, 5000);
    CHECK_GT(crossed_count, 1000);
    wf_audit_free(&memory, &audit);
    CHECK_EQ(memory.bytes, 0);
}

WEFT_TEST(fans_kept_do_not_cross_on_the_way) {
    test_random random = test_seed(32);
    wf_memory memory = {0};
    wf_audit audit = {0};
    uint32_t kept_count = 0, lost_count = 0, crossed_count = 0;
    for (int n = 0; n < 20000; ++n) {
        uint32_t count = 3 + test_below(&random, 7);
        fan f = make_fan(count);
        float x[4 * (MOST + 1)], end[4 * (MOST + 1)], now[4 * (MOST + 1)] = {0};
        place_fan(&random, count, 1.0f, 0.3f, x);
        float move = test_uniform(&random, 0.0f, 0.015f);
        for (uint32_t i = 0; i < 4 * (count + 1); ++i) {
            end[i] = x[i] + test_uniform(&random, -move, move);
        }
        wf_fans fans;
        uint8_t flat[MOST + 1];
        REQUIRE(wf_fans_create(&memory, &fans, f.triangles, count, count + 1, f.same));
        wf_fans_find(&fans, x, flat);
        bool was = flat[0];
        wf_fans_keep(&fans, end, WF_FANS_FACING, flat);
        bool crossed = false;
        for (int step = 0; step <= 16; ++step) {
            float t = (float)step / 16.0f;
            for (uint32_t i = 0; i < 4 * (count + 1); ++i) {
                now[i] = (1.0f - t) * x[i] + t * end[i];
            }
            crossed |= crossings(&memory, &audit, &f, now) > 0;
        }
        CHECK(!flat[0] || !crossed);
        kept_count += flat[0];
        lost_count += was && !flat[0];
        crossed_count += crossed;
        wf_fans_free(&memory, &fans);
    }
    CHECK_GT(kept_count, 5000);
    CHECK_GT(lost_count, 2000);
    CHECK_GT(crossed_count, 1000);
    wf_audit_free(&memory, &audit);
}

/// All triangles of a fan that goes round twice turn the same way, and yet they cross.
WEFT_TEST(fans_that_go_round_twice_are_not_flat) {
    test_random random = test_seed(33);
    wf_memory memory = {0};
    for (int n = 0; n < 200; ++n) {
        fan f = make_fan(10);
        float x[4 * (MOST + 1)];
        place_fan(&random, 10, 2.0f, 0.05f, x);
        wf_fans fans;
        uint8_t flat[MOST + 1];
        REQUIRE(wf_fans_create(&memory, &fans, f.triangles, 10, 11, f.same));
        wf_fans_find(&fans, x, flat);
        CHECK_EQ(flat[0], 0);
        wf_fans_free(&memory, &fans);
    }
}

/// Borders, seams, branches and triangles that float rounding could turn are left to the search.
WEFT_TEST(fans_that_cannot_be_judged_are_not_flat) {
    wf_memory memory = {0};
    test_random random = test_seed(34);
    fan f = make_fan(6);
    float x[4 * (MOST + 1)];
    place_fan(&random, 6, 1.0f, 0.0f, x);
    wf_fans fans;
    uint8_t flat[MOST + 1];
    REQUIRE(wf_fans_create(&memory, &fans, f.triangles, 5, 7, f.same)); // an open one
    CHECK_EQ(fans.closed[0], 0);
    wf_fans_free(&memory, &fans);
    f.same[3] = 0; // a seam joins the hub
    REQUIRE(wf_fans_create(&memory, &fans, f.triangles, 6, 7, f.same));
    CHECK_EQ(fans.closed[0], 0);
    wf_fans_free(&memory, &fans);
    f.same[3] = 3;
    REQUIRE(wf_fans_create(&memory, &fans, f.triangles, 6, 7, f.same));
    CHECK_EQ(fans.closed[0], 1);
    wf_fans_find(&fans, x, flat);
    CHECK_EQ(flat[0], 1);
    for (uint32_t i = 0; i < 4 * 7; ++i) {
        x[i] *= 0.01f; // a tenth of a millimetre
    }
    wf_fans_find(&fans, x, flat);
    CHECK_EQ(flat[0], 0);
    memset(x, 0, sizeof x);
    wf_fans_find(&fans, x, flat);
    CHECK_EQ(flat[0], 0);
    wf_fans_free(&memory, &fans);
}
