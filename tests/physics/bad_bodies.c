// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bodies that do what bodies cannot, with cloth on them and between them: they jump, meet and pass
// through each other, and carry pins apart. The run goes on, in bounded work; what was clean is
// never crossed without being declared; where there is room in the end, everything is clean within
// a second.
#include "sheet.h"
#include "watch.h"

#include <stdlib.h>

static const float x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1};

/// A body that is moved as a whole.
typedef struct mover {
    weft_body_id id;
    float *rest, *places;
} mover;

static mover mover_make(const weft_world* world, weft_body_id id) {
    size_t bytes = 12 * (size_t)weft_body_vertex_count(world, id);
    mover m = {id, malloc(bytes), malloc(bytes)};
    memcpy(m.rest, weft_body_positions(world, id), bytes);
    return m;
}

static void mover_to(weft_world* world, mover* m, float x, float y, float z) {
    const float by[3] = {x, y, z};
    for (uint32_t i = 0; i < 3 * weft_body_vertex_count(world, m->id); ++i) {
        m->places[i] = m->rest[i] + by[i % 3];
    }
    CHECK_EQ(weft_body_set_positions(world, m->id, m->places), WEFT_OK);
}

static void mover_free(mover* m) {
    free(m->rest);
    free(m->places);
}

// ---- bodies that do what bodies cannot
// ------------------------------------------------------------------------------

/// The ball under a cloth is 2 m away in the next frame, and then back.
WEFT_TEST(body_that_jumps_from_under_its_cloth) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0}, origin[3] = {-0.15f, 0.11f, -0.15f};
    weft_body_id ball = add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 13, 0.025f, origin, x_axis, z_axis, NULL, 0);
    mover m = mover_make(w.world, ball);
    watch_steps(&w, 40);
    mover_to(w.world, &m, 2.0f, 0.0f, 0.0f);
    watch_steps(&w, 30);
    watch_note(&w, "away");
    CHECK_LT(w.last.body_lag_max, 1e-6);
    mover_to(w.world, &m, 0.0f, -0.2f, 0.0f);
    watch_steps(&w, 60);
    watch_note(&w, "away and back");
    CHECK_LT(w.last.body_lag_max, 1e-6);
    CHECK_EQ(w.last.captured, 0);
    mover_free(&m);
    watch_end(&w);
}

/// A ball jumps 2 m along a line through a hanging sheet, to stop beyond it or in the middle of it.
static void jump_through(float start, float end, uint32_t within) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.15f, start}, origin[3] = {-0.2f, 0.0f, 0.0f};
    const float down[3] = {0, -1, 0};
    weft_body_id ball = add_sphere(w.world, centre, 0.08f, 12);
    weft_pin* pins = pin_row(17);
    add_grid(w.world, 17, 0.025f, origin, x_axis, down, pins, 17);
    free(pins);
    mover m = mover_make(w.world, ball);
    watch_steps(&w, 10);
    mover_to(w.world, &m, 0.0f, 0.0f, end - start);
    watch_steps(&w, 30);
    watch_until_clean(&w, end < 0.5f ? "into" : "through", within);
    CHECK_LT(w.last.body_lag_max, 1e-6);
    mover_free(&m);
    watch_end(&w);
}

WEFT_TEST(body_that_jumps_through_a_hanging_sheet) {
    jump_through(-1.0f, 1.0f, 60);
}

WEFT_TEST(body_that_jumps_into_a_hanging_sheet) {
    jump_through(-2.0f, 0.0f, 60);
}

/// Two balls go through each other, at a limb's speed and in a frame, with a hanging sheet between.
static void meet_and_part(uint32_t frames) {
    watch w = {.world = make_world(9.81f)};
    const float left[3] = {0, -0.15f, -0.15f}, right[3] = {0.02f, -0.14f, 0.15f};
    const float origin[3] = {-0.2f, 0.0f, 0.0f}, down[3] = {0, -1, 0};
    weft_body_id balls[2] = {add_sphere(w.world, left, 0.08f, 12),
                             add_sphere(w.world, right, 0.09f, 12)};
    weft_pin* pins = pin_row(17);
    add_grid(w.world, 17, 0.025f, origin, x_axis, down, pins, 17);
    free(pins);
    mover m[2] = {mover_make(w.world, balls[0]), mover_make(w.world, balls[1])};
    watch_steps(&w, 5);
    for (uint32_t n = 1; n <= frames; ++n) {
        float way = 0.3f * (float)n / (float)frames;
        mover_to(w.world, &m[0], 0.0f, 0.0f, way);
        mover_to(w.world, &m[1], 0.0f, 0.0f, -way);
        watch_step(&w);
    }
    watch_note(&w, "met");
    // Up out of the way, both.
    for (uint32_t n = 1; n <= 20; ++n) {
        float up = 0.5f * (float)n / 20.0f;
        mover_to(w.world, &m[0], 0.0f, -up, 0.3f);
        mover_to(w.world, &m[1], 0.0f, -up, -0.3f);
        watch_step(&w);
    }
    watch_until_clean(&w, "parted", 60);
    mover_free(&m[0]);
    mover_free(&m[1]);
    watch_end(&w);
}

WEFT_TEST(bodies_through_each_other_with_cloth_between) {
    meet_and_part(30);
    meet_and_part(1);
}

/// Greatest distance from the plane z = middle of the vertices within 15 mm of the line x = 0, y =
/// -0.15, m; they have to be captured.
static float furthest_held(const weft_world* world, float middle) {
    weft_cloth_id id = weft_world_cloth_at(world, 0);
    const float* x = weft_cloth_positions(world, id);
    const uint8_t* captured = weft_cloth_captured(world, id);
    float furthest = 0.0f;
    for (uint32_t i = 0; i < weft_cloth_vertex_count(world, id); ++i) {
        if (hypotf(x[3 * i], x[3 * i + 1] + 0.15f) < 0.015f) {
            CHECK(captured[i]);
            furthest = fmaxf(furthest, fabsf(x[3 * i + 2] - middle));
        }
    }
    return furthest;
}

/// Two balls close on a hanging sheet until they overlap by 3 mm, stay so for half a second while
/// they sway, and part. What they hold stays in the middle between them.
WEFT_TEST(cloth_held_between_bodies_is_in_the_middle) {
    watch w = {.world = make_world(9.81f)};
    const float left[3] = {0, -0.15f, -0.13f}, right[3] = {0, -0.15f, 0.13f};
    const float origin[3] = {-0.15f, 0.0f, 0.0f}, down[3] = {0, -1, 0};
    mover m[2] = {mover_make(w.world, add_sphere(w.world, left, 0.1f, 24)),
                  mover_make(w.world, add_sphere(w.world, right, 0.1f, 24))};
    weft_pin* pins = pin_row(31);
    add_grid(w.world, 31, 0.01f, origin, x_axis, down, pins, 31);
    free(pins);
    const float close = 0.0315f;
    float furthest = 0.0f;
    uint32_t held = 0;
    for (uint32_t n = 1; n <= 70; ++n) {
        float way = n < 40 ? close * (float)n / 40.0f : close;
        float side = n < 40 ? 0.0f : 0.005f * sinf(0.3f * (float)(n - 40));
        mover_to(w.world, &m[0], 0.0f, 0.0f, way + side);
        mover_to(w.world, &m[1], 0.0f, 0.0f, side - way);
        watch_step(&w);
        if (n >= 45) {
            held += w.last.captured;
            furthest = fmaxf(furthest, furthest_held(w.world, side));
        }
    }
    watch_note(&w, "held");
    test_note("%.1f vertices on average, at most %.2f mm off", (double)held / 26.0,
              1e3 * (double)furthest);
    CHECK_GT(held, 26);
    CHECK_LT(furthest, 0.001);
    for (uint32_t n = 1; n <= 20; ++n) {
        float way = close * (1.0f - (float)n / 20.0f);
        mover_to(w.world, &m[0], 0.0f, 0.0f, way);
        mover_to(w.world, &m[1], 0.0f, 0.0f, -way);
        watch_step(&w);
    }
    watch_until_clean(&w, "parted", 60);
    mover_free(&m[0]);
    mover_free(&m[1]);
    watch_end(&w);
}

/// A loose patch on a ball, and a second ball that comes down over it and leaves again.
WEFT_TEST(patch_that_a_body_swallows_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float below[3] = {0, -0.1f, 0}, above[3] = {0.01f, 0.2f, 0.005f};
    const float origin[3] = {-0.03f, 0.004f, -0.03f};
    add_sphere(w.world, below, 0.1f, 12);
    mover m = mover_make(w.world, add_sphere(w.world, above, 0.12f, 12));
    add_grid(w.world, 7, 0.01f, origin, x_axis, z_axis, NULL, 0);
    watch_steps(&w, 10);
    for (uint32_t n = 1; n <= 60; ++n) {
        mover_to(w.world, &m, 0.0f, -0.25f * (float)n / 60.0f, 0.0f);
        watch_step(&w);
    }
    watch_note(&w, "swallowed");
    for (uint32_t n = 1; n <= 20; ++n) {
        mover_to(w.world, &m, 0.0f, -0.25f + 0.5f * (float)n / 20.0f, 0.0f);
        watch_step(&w);
    }
    watch_until_clean(&w, "let go", 60);
    CHECK_GT(watch_reach(&w, true), 0.0f);
    mover_free(&m);
    watch_end(&w);
}

/// Two balls that are somewhere else every few frames, in and around a hanging and a loose sheet.
static void jump_about(uint64_t seed, uint32_t jumps) {
    test_random random = test_seed(seed);
    watch w = {.world = make_world(9.81f)};
    const float out[2][3] = {{0, 0, -0.5f}, {0, 0, 0.5f}}, down[3] = {0, -1, 0};
    const float hung[3] = {-0.15f, 0.15f, 0.0f}, loose[3] = {-0.12f, 0.3f, -0.12f};
    mover m[2];
    for (int k = 0; k < 2; ++k) {
        m[k] = mover_make(w.world, add_sphere(w.world, out[k], 0.08f, 8));
    }
    weft_pin* pins = pin_row(13);
    add_grid(w.world, 13, 0.025f, hung, x_axis, down, pins, 13);
    add_grid(w.world, 11, 0.024f, loose, x_axis, z_axis, NULL, 0);
    free(pins);
    for (uint32_t n = 0; n < jumps; ++n) {
        for (int k = 0; k < 2; ++k) {
            float x = test_uniform(&random, -0.2f, 0.2f), y = test_uniform(&random, -0.3f, 0.2f);
            float z = test_uniform(&random, -0.3f, 0.3f);
            mover_to(w.world, &m[k], x, y, z - out[k][2]);
        }
        watch_steps(&w, 1 + test_below(&random, 5));
    }
    for (int k = 0; k < 2; ++k) {
        mover_to(w.world, &m[k], 0.0f, 0.0f, out[k][2]);
    }
    watch_steps(&w, 10);
    watch_until_clean(&w, "about", 120); // two cloths hooked into each other take longer
    CHECK_EQ(w.last.captured, 0);
    CHECK_LT(w.last.body_lag_max, 1e-6);
    mover_free(&m[0]);
    mover_free(&m[1]);
    watch_end(&w);
}

WEFT_TEST(bodies_that_jump_about) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        jump_about(seed, 20);
    }
}

// ---- pins
// ---------------------------------------------------------------------------------------------------

/// A sheet whose two ends ride on two balls, which part by `way` metres in so many frames.
static void fly_apart(float way, uint32_t frames) {
    watch w = {.world = make_world(9.81f)};
    const float left[3] = {-0.25f, 0, 0}, right[3] = {0.25f, 0, 0};
    const float origin[3] = {-0.15f, 0.0f, -0.1f};
    weft_body_id balls[2] = {add_sphere(w.world, left, 0.08f, 10),
                             add_sphere(w.world, right, 0.08f, 10)};
    weft_pin pins[26] = {{0}};
    for (uint32_t k = 0; k < 26; ++k) {
        pins[k] =
            (weft_pin){.vertex = k / 2 * 13 + k % 2 * 12, .kind = WEFT_PIN_BODY, .body = k % 2};
    }
    add_grid(w.world, 13, 0.025f, origin, x_axis, z_axis, pins, 26);
    mover m[2] = {mover_make(w.world, balls[0]), mover_make(w.world, balls[1])};
    watch_steps(&w, 5);
    for (uint32_t n = 1; n <= 40; ++n) {
        float part = n < frames ? (float)n / (float)frames : 1.0f;
        mover_to(w.world, &m[0], -0.5f * way * part, 0.0f, 0.0f);
        mover_to(w.world, &m[1], 0.5f * way * part, 0.0f, 0.0f);
        watch_step(&w);
    }
    watch_note(&w, "apart");
    for (uint32_t n = 1; n <= 60; ++n) {
        float part = n < frames ? 1.0f - (float)n / (float)frames : 0.0f;
        mover_to(w.world, &m[0], -0.5f * way * part, 0.0f, 0.0f);
        mover_to(w.world, &m[1], 0.5f * way * part, 0.0f, 0.0f);
        watch_step(&w);
    }
    watch_note(&w, "together again");
    CHECK_EQ(w.last.captured, 0);
    CHECK_EQ(w.last.tangled, 0);
    CHECK_LT(w.last.strain_max, 0.5);
    CHECK_LT(w.last.body_lag_max, 1e-6);
    mover_free(&m[0]);
    mover_free(&m[1]);
    watch_end(&w);
}

WEFT_TEST(pins_that_fly_apart) {
    fly_apart(3.0f, 30);
    fly_apart(3.0f, 1);
}

/// A sheet all of whose vertices ride on a ball.
static weft_body_id add_tablet(weft_world* world, const float* centre, const float* origin) {
    enum { SIDE = 7 };
    weft_body_id ball = add_sphere(world, centre, 0.08f, 10);
    weft_pin pins[SIDE * SIDE] = {{0}};
    for (uint32_t v = 0; v < SIDE * SIDE; ++v) {
        pins[v] = (weft_pin){
            .vertex = v, .kind = WEFT_PIN_BODY, .body = weft_world_body_count(world) - 1};
    }
    add_grid(world, SIDE, 0.025f, origin, x_axis, z_axis, pins, SIDE * SIDE);
    return ball;
}

/// Two balls, of which one is to go down by 0.4 m. Each carries a sheet that is pinned all over and
/// in the way of the other's.
static mover make_tablets(weft_world* world) {
    const float front[3] = {0, 0, -0.3f}, back[3] = {0, 0.05f, 0.3f};
    const float below[3] = {-0.075f, 0.0f, -0.1f}, above[3] = {-0.075f, 0.05f, -0.05f};
    add_tablet(world, front, below);
    return mover_make(world, add_tablet(world, back, above));
}

/// The balls wait for two steps, then what is in the way is dropped, and they arrive.
WEFT_TEST(pins_that_bodies_lead_through_each_other_are_dropped) {
    watch w = {.world = make_world(9.81f)};
    mover m = make_tablets(w.world);
    watch_steps(&w, 5);
    uint32_t dropped = 0, waited = 0;
    for (uint32_t n = 1; n <= 60; ++n) {
        mover_to(w.world, &m, 0.0f, -0.01f * (float)(n < 40 ? n : 40), 0.0f);
        watch_step(&w);
        waited += w.last.body_lag_max > 0.1f;
        dropped += w.last.pins_dropped;
        if (w.last.pins_dropped > 0) {
            CHECK_GT(w.last.blocked, 0);
            CHECK_GT(w.last.body_lag_max, 0.1f);
        }
    }
    watch_note(&w, "through");
    test_note("%u pins dropped, %u steps with a lag", dropped, waited);
    CHECK_GT(dropped, 0);
    CHECK_LE(dropped, 98);
    CHECK_LT(waited, 20);
    CHECK_LT(w.last.body_lag_max, 1e-6);
    CHECK_EQ(w.last.blocked, 0);
    mover_free(&m);
    watch_end(&w);
}

static uint32_t lower(weft_world* world, mover* m, uint32_t from, uint32_t to) {
    uint32_t dropped = 0;
    for (uint32_t n = from; n < to; ++n) {
        mover_to(world, m, 0.0f, -0.01f * (float)n, 0.0f);
        dropped += run_steps(world, 1).pins_dropped;
    }
    return dropped;
}

/// A snapshot from any step of that goes on as the run that it is of.
WEFT_TEST(pins_are_dropped_after_a_snapshot_as_without) {
    for (uint32_t early = 12; early <= 22; early += 2) {
        weft_world* world = make_world(9.81f);
        mover m = make_tablets(world);
        uint32_t before = lower(world, &m, 0, early);
        size_t bytes = weft_world_snapshot(world, NULL, 0);
        void* kept = malloc(bytes);
        CHECK_EQ(weft_world_snapshot(world, kept, bytes), bytes);
        uint32_t dropped = lower(world, &m, early, 30);
        uint64_t hash = weft_world_hash(world);
        CHECK_GT(before + dropped, 0);
        CHECK_EQ(weft_world_restore(world, kept, bytes), WEFT_OK);
        CHECK_EQ(lower(world, &m, early, 30), dropped);
        CHECK_EQ(weft_world_hash(world), hash);
        test_note("%u dropped before step %u, %u after", before, early, dropped);
        free(kept);
        mover_free(&m);
        weft_world_destroy(world);
    }
}
