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

static void random_point(test_random* random, float reach, float p[3], int32_t at[3]) {
    for (int k = 0; k < 3; ++k) {
        p[k] = test_uniform(random, 17 - reach, 17 + reach);
        at[k] = (int32_t)floorf(p[k]);
    }
}

/// Counts the voxels of a looked up line that are not those of the drawn one.
static uint32_t differing(const wf_voxel_table* table, const int32_t from[3], const int32_t to[3]) {
    wf_voxel_line drawn = wf_voxel_line_between(from, to), looked_up;
    uint32_t wrong = !wf_voxel_table_line(table, from, to, &looked_up);
    bool on = wrong == 0, other = true;
    while (on) {
        wrong += memcmp(drawn.at, looked_up.at, sizeof drawn.at) != 0;
        on = wf_voxel_line_step(&drawn);
        other = wf_voxel_table_step(&looked_up);
        wrong += on != other;
    }
    return wrong;
}

/// Every line that the table reaches, from every octant; a longer one is not in it.
WEFT_TEST(voxel_table_has_the_moves_of_every_short_line) {
    static wf_voxel_table table;
    wf_voxel_table_fill(&table);
    enum { REACH = WF_VOXEL_TABLE_REACH, WIDTH = 2 * REACH + 1 };
    uint32_t wrong = 0;
    const int32_t from[3] = {3, -7, 12};
    for (int32_t i = 0; i < WIDTH * WIDTH * WIDTH; ++i) {
        const int32_t to[3] = {from[0] + i % WIDTH - REACH, from[1] + i / WIDTH % WIDTH - REACH,
                               from[2] + i / WIDTH / WIDTH - REACH};
        wrong += differing(&table, from, to);
    }
    CHECK_EQ(wrong, 0);
    wf_voxel_line line;
    for (int k = 0; k < 3; ++k) {
        int32_t to[3] = {from[0], from[1], from[2]};
        to[k] -= REACH + 1;
        CHECK(!wf_voxel_table_line(&table, from, to, &line));
    }
}

/// Voxels that a way passes through, of which the rounded line has others: an exact traversal goes
/// from face to face (Amanatides, Woo, "A fast voxel traversal algorithm for ray tracing", 1987).
static uint32_t exact_voxels(const float p[3], const float q[3], int32_t out[][3], uint32_t most) {
    double next[3], step[3];
    int32_t at[3], sign[3];
    uint32_t count = 0;
    for (int k = 0; k < 3; ++k) {
        double d = (double)q[k] - (double)p[k];
        at[k] = (int32_t)floorf(p[k]);
        sign[k] = d < 0 ? -1 : 1;
        step[k] = d != 0 ? 1 / fabs(d) : INFINITY;
        double face = d < 0 ? (double)p[k] - at[k] : at[k] + 1 - (double)p[k];
        next[k] = d != 0 ? face * step[k] : INFINITY;
    }
    for (; count < most; ++count) {
        memcpy(out[count], at, sizeof at);
        int k = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : (next[1] < next[2] ? 1 : 2);
        if (next[k] > 1) {
            return count + 1;
        }
        at[k] += sign[k];
        next[k] += step[k];
    }
    return count;
}

static uint32_t line_voxels(const int32_t from[3], const int32_t to[3], int32_t out[][3]) {
    uint32_t count = 0;
    wf_voxel_line line = wf_voxel_line_between(from, to);
    do {
        memcpy(out[count++], line.at, sizeof line.at);
    } while (wf_voxel_line_step(&line));
    return count;
}

/// How many of `a` are not in `b`, and how far off at most, as the largest difference of an axis.
static uint32_t others(int32_t a[][3], uint32_t a_count, int32_t b[][3], uint32_t b_count,
                       int32_t* far) {
    uint32_t missing = 0;
    for (uint32_t i = 0; i < a_count; ++i) {
        int32_t best = INT32_MAX;
        for (uint32_t j = 0; j < b_count; ++j) {
            int32_t d = longest(a[i], b[j]);
            best = d < best ? d : best;
        }
        missing += best > 0;
        *far = best > *far ? best : *far;
    }
    return missing;
}

/// A rounded line goes round corners that the way goes through, and from centre to centre: it is a
/// voxel off at most, drawn or looked up.
WEFT_TEST(voxel_line_is_a_voxel_off_the_exact_way_at_most) {
    test_random random = test_seed(33);
    uint32_t skipped = 0, added = 0, passed = 0, drawn = 0;
    int32_t far[2] = {0, 0};
    for (int i = 0; i < 20000; ++i) {
        float p[3], q[3], reach = i % 2 ? 1.5f : 9.0f;
        int32_t from[3], to[3], exact[64][3], line[64][3];
        random_point(&random, 9, p, from);
        for (int k = 0; k < 3; ++k) {
            q[k] = p[k] + test_uniform(&random, -reach, reach);
            to[k] = (int32_t)floorf(q[k]);
        }
        uint32_t n = exact_voxels(p, q, exact, 64), m = line_voxels(from, to, line);
        skipped += others(exact, n, line, m, &far[0]);
        added += others(line, m, exact, n, &far[1]);
        passed += n;
        drawn += m;
    }
    test_note("%u of %u voxels of the ways are not drawn, %u of %u drawn are not of them", skipped,
              passed, added, drawn);
    CHECK_EQ(far[0], 1);
    CHECK_EQ(far[1], 1);
    CHECK_GT(skipped, 0);
    CHECK_GT(added, 0);
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
                         const wf_trace_limits* limits, bool forward) {
    wf_trace t = {.free = 1, .clear = 1};
    t.from = state_at(f, from, limits->impact);
    t.to = state_at(f, to, limits->impact);
    int32_t n = longest(from, to);
    bool enters = t.from == WF_TRACE_OUTSIDE, left = false;
    for (int32_t k = 0; k <= n && !(enters && t.to == WF_TRACE_OUTSIDE); ++k) {
        int32_t at[3];
        if (enters && !forward) {
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

typedef struct tally {
    uint32_t seen[3][3], wrong, hits, steps;
} tally;

/// 40 000 ways against the rules, the lengths of ways from a fraction of a voxel to the whole cube.
static tally trace_all(const wf_distance_field* f, const wf_trace_rules* rules) {
    test_random random = test_seed(31);
    tally out = {{{0}}, 0, 0, 0};
    for (int i = 0; i < 40000; ++i) {
        float p[3], q[3];
        int32_t from[3], to[3];
        random_point(&random, i % 2 ? 24 : 9, p, from);
        random_point(&random, i % 3 ? 24 : 9, q, to);
        for (int k = 0; k < 3 && i % 4 == 0; ++k) {
            q[k] = p[k] + 0.1f * (q[k] - p[k]);
            to[k] = (int32_t)floorf(q[k]);
        }
        wf_trace_limits limits = {1 + test_below(&random, 20), test_below(&random, 2)};
        wf_trace t = wf_voxel_trace(f, p, q, &limits, rules);
        wf_trace e = expected(f, from, to, &limits, rules->forward);
        out.wrong += t.from != e.from || t.to != e.to || t.hit != e.hit || t.stopped != e.stopped ||
                     t.free != e.free || t.clear != e.clear || (t.hit && t.site != e.site);
        out.hits += t.hit;
        out.steps += t.steps;
        out.seen[t.from][t.to] += 1;
    }
    return out;
}

/// With every set of rules; a forward trace ends at the stop surface, so it looks at fewer voxels.
WEFT_TEST(voxel_trace_knows_nine_transitions) {
    static wf_voxel_table table;
    wf_voxel_table_fill(&table);
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(ball_field(&memory, &f));
    uint32_t steps[2][2];
    for (int rule = 0; rule < 4; ++rule) {
        tally t = trace_all(&f, &(wf_trace_rules){rule & 1, rule & 2 ? &table : NULL});
        CHECK_EQ(t.wrong, 0);
        CHECK_GT(t.hits, 5000);
        for (int i = 0; i < 9; ++i) {
            CHECK_GT(t.seen[i / 3][i % 3], 300);
        }
        steps[rule & 1][rule >> 1] = t.steps;
    }
    CHECK_EQ(steps[0][0], steps[0][1]);
    CHECK_EQ(steps[1][0], steps[1][1]);
    CHECK_LT(steps[1][0], steps[0][0]);
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
        wf_trace t = wf_voxel_trace(&f, p, q, &limits, NULL);
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
    wf_trace t = wf_voxel_trace(&f, (const float[3]){-5, 17, 17}, (const float[3]){50, 17, 17},
                                &limits, NULL);
    CHECK_EQ(t.steps, 0);
    CHECK(!t.hit);
    t = wf_voxel_trace(&f, (const float[3]){3, 3.2f, 3}, (const float[3]){3.1f, 3.4f, 3}, &limits,
                       NULL);
    CHECK_EQ(t.steps, 1);
    t = wf_voxel_trace(&f, (const float[3]){NAN, 3, 3}, (const float[3]){INFINITY, 3, 3}, &limits,
                       NULL);
    CHECK_EQ(t.from, WF_TRACE_OUTSIDE);
    CHECK_EQ(t.to, WF_TRACE_OUTSIDE);
    wf_distance_free(&memory, &f);
}
