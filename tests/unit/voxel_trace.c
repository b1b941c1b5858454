// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Traces through a distance field: lines against their formula, all nine transitions against
// looking at every voxel, and against marching along the way in small steps.
#include "detect/voxel_trace.h"

#include "distance_rig.h"
#include "test_macros.h"

/// Voxel k of the line between two voxels, by dividing: halves round towards the start.
static void voxel_at(const int32_t from[3], const int32_t to[3], int32_t k, int32_t n,
                     int32_t at[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        int32_t d = to[axis] - from[axis], size = d < 0 ? -d : d;
        int32_t along = n > 0 ? (2 * k * size + n - 1) / (2 * n) : 0;
        at[axis] = from[axis] + (d < 0 ? -along : along);
    }
}

static int32_t longest(const int32_t from[3], const int32_t to[3]) {
    int32_t n = 0;
    for (int k = 0; k < 3; ++k) {
        n = abs(to[k] - from[k]) > n ? abs(to[k] - from[k]) : n;
    }
    return n;
}

WEFT_TEST(voxel_line_rounds_its_way) {
    test_random random = test_seed(30);
    uint32_t wrong = 0, voxels = 0;
    for (int i = 0; i < 5000; ++i) {
        int32_t from[3], to[3], at[3];
        for (int k = 0; k < 3; ++k) {
            int32_t reach = i % 3 ? 9 : 200;
            from[k] = (int32_t)test_below(&random, 2 * (uint32_t)reach) - reach;
            to[k] = (int32_t)test_below(&random, 2 * (uint32_t)reach) - reach;
        }
        int32_t n = longest(from, to), count = 0;
        wf_voxel_line line = wf_voxel_line_between(from, to);
        do {
            voxel_at(from, to, count, n, at);
            wrong += memcmp(at, line.at, sizeof at) != 0;
            count += 1;
        } while (wf_voxel_line_step(&line));
        CHECK_EQ(count, n + 1);
        CHECK(memcmp(line.at, to, sizeof to) == 0);
        voxels += (uint32_t)count;
    }
    CHECK_EQ(wrong, 0);
    CHECK_GT(voxels, 100000);
}

// ---- transitions --------------------------------------------------------------------------------

enum { SIDE = 34 };

/// A ball of voxels in the middle of a cube, its inside marked.
static bool ball_field(wf_memory* memory, wf_distance_field* f) {
    const uint32_t size[3] = {SIDE, SIDE, SIDE};
    static uint32_t sites[SIDE * SIDE * SIDE];
    uint32_t count = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t v = 0; v < SIDE * SIDE * SIDE; ++v) {
            double d[3] = {v % SIDE - 16.5, v / SIDE % SIDE - 16.5, v / SIDE / SIDE - 16.5};
            double r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            if (pass == 0 && r >= 4.0 && r < 5.5) {
                sites[count++] = v;
            } else if (pass == 1) {
                f->inside[v] = r < 4.0;
            }
        }
        if (pass == 0 && (!scatter_field(memory, size, sites, count, 6, f) ||
                          !wf_distance_transform(memory, f))) {
            return false;
        }
    }
    return true;
}

static bool within(const int32_t at[3]) {
    return at[0] > 0 && at[1] > 0 && at[2] > 0 && at[0] < SIDE - 1 && at[1] < SIDE - 1 &&
           at[2] < SIDE - 1;
}

static uint32_t depth_at(const wf_distance_field* f, const int32_t at[3]) {
    uint32_t v = wf_distance_index(f, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
    return f->inside[v] ? 0 : f->squared[v];
}

static wf_trace_state state_at(const wf_distance_field* f, const int32_t at[3], uint32_t impact) {
    return !within(at)                 ? WF_TRACE_OUTSIDE
           : depth_at(f, at) <= impact ? WF_TRACE_SURFACE
                                       : WF_TRACE_INSIDE;
}

/// What the rules say, from the list of all voxels of the way, drawn from the end that is traced.
static wf_trace expected(const wf_distance_field* f, const int32_t from[3], const int32_t to[3],
                         const wf_trace_limits* limits) {
    wf_trace t = {.free = 1, .clear = 1};
    t.from = state_at(f, from, limits->impact);
    t.to = state_at(f, to, limits->impact);
    int32_t n = longest(from, to);
    bool enters = t.from == WF_TRACE_OUTSIDE, left = false;
    for (int32_t k = 0; k <= n && !(enters && t.to == WF_TRACE_OUTSIDE); ++k) {
        int32_t at[3];
        if (enters) {
            voxel_at(to, from, n - k, n, at);
        } else {
            voxel_at(from, to, k, n, at);
        }
        left |= !enters && !within(at);
        if (left || !within(at)) {
            continue;
        }
        float part = k > 0 ? (float)(k - 1) / (float)n : 0.0f;
        if (!t.hit && depth_at(f, at) <= limits->impact) {
            t.hit = true;
            t.free = part;
            t.site = wf_distance_index(f, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
        }
        if (!t.stopped && depth_at(f, at) <= limits->stop) {
            t.stopped = true;
            t.clear = part;
        }
    }
    return t;
}

static void random_point(test_random* random, float reach, float p[3], int32_t at[3]) {
    for (int k = 0; k < 3; ++k) {
        p[k] = test_uniform(random, 17 - reach, 17 + reach);
        at[k] = (int32_t)floorf(p[k]);
    }
}

WEFT_TEST(voxel_trace_knows_nine_transitions) {
    test_random random = test_seed(31);
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(ball_field(&memory, &f));
    uint32_t seen[3][3] = {{0}}, wrong = 0, hits = 0;
    for (int i = 0; i < 40000; ++i) {
        float p[3], q[3];
        int32_t from[3], to[3];
        random_point(&random, i % 2 ? 24 : 9, p, from);
        random_point(&random, i % 3 ? 24 : 9, q, to);
        wf_trace_limits limits = {1 + test_below(&random, 20), test_below(&random, 2)};
        wf_trace t = wf_voxel_trace(&f, p, q, &limits), e = expected(&f, from, to, &limits);
        wrong += t.from != e.from || t.to != e.to || t.hit != e.hit || t.stopped != e.stopped ||
                 t.free != e.free || t.clear != e.clear || (t.hit && t.site != e.site);
        hits += t.hit;
        seen[t.from][t.to] += 1;
    }
    CHECK_EQ(wrong, 0);
    CHECK_GT(hits, 5000);
    for (int i = 0; i < 9; ++i) {
        CHECK_GT(seen[i / 3][i % 3], 500);
    }
    wf_distance_free(&memory, &f);
}

/// The line of voxels is next to every voxel that the way passes through, so what it misses is not
/// nearer by more than a diagonal.
WEFT_TEST(voxel_trace_misses_no_more_than_a_diagonal) {
    test_random random = test_seed(32);
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(ball_field(&memory, &f));
    uint32_t misses = 0, wrong = 0;
    for (int i = 0; i < 4000; ++i) {
        float p[3], q[3];
        int32_t from[3], to[3];
        random_point(&random, 15, p, from);
        random_point(&random, 15, q, to);
        const wf_trace_limits limits = {9, 0};
        wf_trace t = wf_voxel_trace(&f, p, q, &limits);
        for (int s = 0; s <= 2000 && !t.hit; ++s) {
            int32_t at[3];
            for (int k = 0; k < 3; ++k) {
                at[k] = (int32_t)floor((double)p[k] + s / 2000.0 * ((double)q[k] - (double)p[k]));
            }
            wrong += within(at) && sqrt(depth_at(&f, at)) < 3.0 - sqrt(3.0);
        }
        misses += !t.hit;
    }
    CHECK_EQ(wrong, 0);
    CHECK_GT(misses, 500);
    wf_distance_free(&memory, &f);
}

/// Nothing to look at outside, one voxel for a point that rests; ends that are no numbers are
/// outside.
WEFT_TEST(voxel_trace_looks_at_little) {
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(ball_field(&memory, &f));
    const wf_trace_limits limits = {9, 1};
    wf_trace t =
        wf_voxel_trace(&f, (const float[3]){-5, 17, 17}, (const float[3]){50, 17, 17}, &limits);
    CHECK_EQ(t.steps, 0);
    CHECK(!t.hit);
    t = wf_voxel_trace(&f, (const float[3]){3, 3.2f, 3}, (const float[3]){3.1f, 3.4f, 3}, &limits);
    CHECK_EQ(t.steps, 1);
    t = wf_voxel_trace(&f, (const float[3]){NAN, 3, 3}, (const float[3]){INFINITY, 3, 3}, &limits);
    CHECK_EQ(t.from, WF_TRACE_OUTSIDE);
    CHECK_EQ(t.to, WF_TRACE_OUTSIDE);
    wf_distance_free(&memory, &f);
}
