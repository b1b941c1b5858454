// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "watch.h"

#include "crossing_count.h"
#include "sheet.h"

void check_places(const weft_world* world, uint32_t step) {
    for (uint32_t i = 0; i < weft_world_cloth_count(world); ++i) {
        weft_cloth_id id = weft_world_cloth_at(world, i);
        const float* x = weft_cloth_positions(world, id);
        const float* v = weft_cloth_velocities(world, id);
        float sum = 0.0f;
        for (uint32_t k = 0; k < 3 * weft_cloth_vertex_count(world, id); ++k) {
            sum += fabsf(x[k]) + fabsf(v[k]);
        }
        test_check(isfinite(sum), __FILE__, __LINE__, "step %u: cloth %u is nowhere", step, i);
    }
}

/// The names of what is crossed add up to what the report says.
static void check_names(const weft_world* world, const weft_step_report* r) {
    weft_tangle t;
    uint32_t crossings = 0, stuck = 0, count = 0;
    for (; weft_world_tangle(world, count, &t); ++count) {
        crossings += t.crossings;
        stuck += t.waited >= 60;
        CHECK_LT(t.cloth, weft_world_cloth_count(world));
        CHECK_LT(t.vertex, weft_cloth_vertex_count(world, weft_world_cloth_at(world, t.cloth)));
        CHECK_LE(t.crossings_body, t.crossings);
    }
    CHECK_EQ(crossings, r->crossings_declared + r->crossings_body + r->crossings_cloth);
    CHECK_EQ(stuck, r->stuck);
    CHECK_EQ(r->tangled > 0, count > 0);
}

static float greater(float a, float b) {
    return a > b ? a : b;
}

static uint32_t more(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

void watch_step(watch* w) {
    weft_step_report r = w->last = run_steps(w->world, 1);
    test_check(r.crossings_body + r.crossings_cloth == 0, __FILE__, __LINE__,
               "step %u: %u crossings with bodies and %u of cloth that nobody declared", r.step,
               r.crossings_body, r.crossings_cloth);
    CHECK_EQ(count_crossings(w->world),
             r.crossings_body + r.crossings_cloth + r.crossings_declared);
    CHECK_LE(r.substeps, WEFT_MAX_SUBSTEPS);
    CHECK_LE(r.rounds, WEFT_MAX_ROUNDS * r.substeps);
    check_places(w->world, r.step);
    check_names(w->world, &r);
    w->most_captured = more(w->most_captured, r.captured);
    w->most_tangled = more(w->most_tangled, r.tangled);
    w->most_declared = more(w->most_declared, r.crossings_declared);
    w->most_rounds = more(w->most_rounds, r.rounds);
    w->most_strain = greater(w->most_strain, r.strain_max);
    w->most_lag = greater(w->most_lag, r.body_lag_max);
    w->most_speed = greater(w->most_speed, r.speed_max);
}

void watch_steps(watch* w, uint32_t count) {
    for (uint32_t n = 0; n < count; ++n) {
        watch_step(w);
    }
}

void watch_note(const watch* w, const char* what) {
    test_note("%s: captured %u at most, %u after; tangled %u, %u; declared crossings %u, %u; "
              "rounds %u; strain %.2f, %.2f; lag %.2g, %.2g m; speed %.1f m/s",
              what, w->most_captured, w->last.captured, w->most_tangled, w->last.tangled,
              w->most_declared, w->last.crossings_declared, w->most_rounds, (double)w->most_strain,
              (double)w->last.strain_max, (double)w->most_lag, (double)w->last.body_lag_max,
              (double)w->most_speed);
}

void watch_until_clean(watch* w, const char* what, uint32_t allowed) {
    uint32_t steps = 0;
    do {
        watch_step(w);
        steps += 1;
    } while (steps <= 2 * allowed &&
             w->last.captured + w->last.tangled + w->last.crossings_declared > 0);
    watch_note(w, what);
    test_note("clean after %u steps", steps);
    test_check(steps <= allowed, __FILE__, __LINE__, "%s: clean after %u steps", what, steps);
}

void watch_end(watch* w) {
    weft_world_destroy(w->world);
}

float watch_reach(const watch* w, bool farthest) {
    const weft_world* world = w->world;
    const float* x = weft_cloth_positions(world, weft_world_cloth_at(world, 0));
    float reach = farthest ? 0.0f : 1e30f;
    for (uint32_t v = 0; v < weft_cloth_vertex_count(world, weft_world_cloth_at(world, 0)); ++v) {
        float far =
            sqrtf(x[3 * v] * x[3 * v] + x[3 * v + 1] * x[3 * v + 1] + x[3 * v + 2] * x[3 * v + 2]);
        reach = (far > reach) == farthest ? far : reach;
    }
    return reach;
}
