// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What no scene should do and some scene does: cloth that begins in a body, inside out or crossed,
// bodies that jump or meet, a contact thicker than the edges of the cloth are long, pins that fly
// apart. The run goes on, in bounded work; what was clean is never crossed without being declared,
// counted here from outside as well; where there is room in the end, everything is clean within a
// second.
#include "crossing_count.h"
#include "sheet.h"
#include "solve/system.h"

#include <stdlib.h>

/// What a run came to.
typedef struct watch {
    weft_world* world;
    weft_step_report last;
    uint32_t most_captured, most_tangled, most_declared, most_rounds;
    float most_strain, most_lag, most_speed;
} watch;

static void check_places(const weft_world* world, uint32_t step) {
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

/// One step, and everything that has to be true after any.
static void watch_step(watch* w) {
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

static void watch_steps(watch* w, uint32_t count) {
    for (uint32_t n = 0; n < count; ++n) {
        watch_step(w);
    }
}

/// Steps until nothing is declared any more; how many, or `most` + 1.
static uint32_t steps_until_clean(watch* w, uint32_t most) {
    uint32_t n = 0;
    do {
        watch_step(w);
        n += 1;
    } while (n <= most && w->last.captured + w->last.tangled + w->last.crossings_declared > 0);
    return n;
}

static void note(const watch* w, const char* what) {
    test_note("%s: captured %u at most, %u after; tangled %u, %u; declared crossings %u, %u; "
              "rounds %u; strain %.2f, %.2f; lag %.2g, %.2g m; speed %.1f m/s",
              what, w->most_captured, w->last.captured, w->most_tangled, w->last.tangled,
              w->most_declared, w->last.crossings_declared, w->most_rounds, (double)w->most_strain,
              (double)w->last.strain_max, (double)w->most_lag, (double)w->last.body_lag_max,
              (double)w->most_speed);
}

static void watch_end(watch* w) {
    weft_world_destroy(w->world);
}

// ---- cloth and bodies
// ---------------------------------------------------------------------------------------

static const float x_axis[3] = {1, 0, 0}, y_axis[3] = {0, 1, 0}, z_axis[3] = {0, 0, 1};

static weft_fabric cotton(void) {
    return weft_fabric_from_preset(WEFT_FABRIC_COTTON);
}

static void add_grid(weft_world* world, uint32_t side, float step, const float origin[3],
                     const float along_x[3], const float along_y[3], const weft_pin* pins,
                     uint32_t pin_count) {
    sheet s = sheet_make(SHEET_GRID, side, side, step);
    sheet_place(&s, origin, along_x, along_y);
    weft_fabric fabric = cotton();
    sheet_add(world, &s, &fabric, pins, pin_count);
    sheet_free(&s);
}

/// A tube round y; `inward` turns its triangles over.
static void add_tube(weft_world* world, uint32_t around, uint32_t rows, float radius, float low,
                     float high, bool inward) {
    uint32_t vertices = around * (rows + 1), triangles = 2 * around * rows;
    float* x = malloc(12 * (size_t)vertices);
    uint32_t* t = malloc(12 * (size_t)triangles);
    for (uint32_t v = 0; v < vertices; ++v) {
        double a = 6.283185307 * (v % around) / around;
        x[3 * v] = (float)(radius * cos(a));
        x[3 * v + 1] = low + (high - low) * (float)(v / around) / (float)rows;
        x[3 * v + 2] = (float)(radius * sin(a));
    }
    for (uint32_t q = 0; q < around * rows; ++q) {
        uint32_t a = q, b = q / around * around + (q + 1) % around, c = a + around, d = b + around;
        uint32_t out[6] = {a, c, d, a, d, b}, in[6] = {a, d, c, a, b, d};
        memcpy(t + 6 * (size_t)q, inward ? in : out, sizeof in);
    }
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.triangles = t;
    def.vertex_count = vertices;
    def.triangle_count = triangles;
    weft_report report = {0};
    weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    free(x);
    free(t);
}

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

// ---- cloth that comes in wrong
// ------------------------------------------------------------------------------

/// A sheet right through the middle of a ball.
WEFT_TEST(sheet_through_a_ball_is_declared_and_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0}, origin[3] = {-0.2f, 0.03f, -0.2f};
    add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 17, 0.025f, origin, x_axis, z_axis, NULL, 0);
    watch_step(&w);
    CHECK_GT(w.last.captured, 10);
    CHECK_GT(w.last.crossings_declared, 10);
    uint32_t steps = steps_until_clean(&w, 120);
    note(&w, "through");
    test_note("clean after %u steps", steps);
    CHECK_LE(steps, 60);
    watch_steps(&w, 20);
    watch_end(&w);
}

/// Where a sheet is in the end: the farthest of its vertices is so far from the origin.
static float reach_of(const weft_world* world, bool farthest) {
    const float* x = weft_cloth_positions(world, weft_world_cloth_at(world, 0));
    float reach = farthest ? 0.0f : 1e30f;
    for (uint32_t v = 0; v < weft_cloth_vertex_count(world, weft_world_cloth_at(world, 0)); ++v) {
        float far =
            sqrtf(x[3 * v] * x[3 * v] + x[3 * v + 1] * x[3 * v + 1] + x[3 * v + 2] * x[3 * v + 2]);
        reach = (far > reach) == farthest ? far : reach;
    }
    return reach;
}

/// A small sheet with no part outside crosses nothing, and is found all the same. A second ball
/// around the first makes no difference to that.
WEFT_TEST(sheet_wholly_inside_a_ball_comes_out) {
    for (int balls = 1; balls <= 2; ++balls) {
        watch w = {.world = make_world(9.81f)};
        const float centre[3] = {0, 0, 0}, origin[3] = {-0.05f, 0.02f, -0.05f};
        add_sphere(w.world, centre, 0.15f, 12);
        if (balls == 2) {
            add_sphere(w.world, centre, 0.17f, 13);
        }
        add_grid(w.world, 9, 0.0125f, origin, x_axis, z_axis, NULL, 0);
        watch_step(&w);
        CHECK_EQ(w.last.crossings_declared, 0);
        CHECK_EQ(w.last.captured, 81);
        CHECK_LT(reach_of(w.world, true), 0.15f);
        uint32_t steps = steps_until_clean(&w, 120);
        note(&w, "inside");
        test_note("clean after %u steps", steps);
        CHECK_LE(steps, 60);
        CHECK_GT(reach_of(w.world, false), 0.14f);
        watch_end(&w);
    }
}

/// The same beside a ball: half of it is in.
WEFT_TEST(sheet_half_inside_a_ball_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0}, origin[3] = {0.0f, 0.05f, -0.1f};
    add_sphere(w.world, centre, 0.12f, 12);
    add_grid(w.world, 13, 0.02f, origin, x_axis, z_axis, NULL, 0);
    watch_step(&w);
    CHECK_GT(w.last.captured, 4);
    uint32_t steps = steps_until_clean(&w, 120);
    note(&w, "half");
    test_note("clean after %u steps", steps);
    CHECK_LE(steps, 60);
    watch_end(&w);
}

/// Which side of its triangles a garment shows makes no difference to contact.
WEFT_TEST(garment_inside_out_stays_on_its_body) {
    for (int inward = 0; inward < 2; ++inward) {
        watch w = {.world = make_world(9.81f)};
        const float half[3] = {0.1f, 0.3f, 0.1f}, centre[3] = {0, 0, 0};
        add_box(w.world, half, 0.0f, 6);
        add_sphere(w.world, centre, 0.17f, 12);
        add_tube(w.world, 32, 12, 0.175f, 0.02f, 0.25f, inward);
        watch_steps(&w, 90);
        note(&w, inward ? "inside out" : "right side out");
        CHECK_EQ(w.most_captured, 0);
        CHECK_EQ(w.most_declared, 0);
        watch_end(&w);
    }
}

/// Inside out and too small: the body sticks out of it all round.
WEFT_TEST(garment_inside_out_within_its_body_comes_out) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, 0, 0};
    add_sphere(w.world, centre, 0.15f, 16);
    add_tube(w.world, 32, 16, 0.14f, -0.15f, 0.15f, true);
    watch_step(&w);
    CHECK_GT(w.last.captured, 10);
    uint32_t steps = steps_until_clean(&w, 120);
    note(&w, "inside out, within");
    test_note("clean after %u steps", steps);
    CHECK_LE(steps, 60);
    watch_end(&w);
}

/// Three panels through one another above a ball.
WEFT_TEST(panels_that_come_in_crossed_come_apart) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.15f, 0};
    const float origin[3][3] = {
        {-0.11f, 0.03f, -0.1f}, {-0.103f, -0.013f, -0.017f}, {-0.021f, 0.011f, -0.107f}};
    const float tilted[3] = {0.0f, 0.6f, 0.8f};
    add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 13, 0.0171f, origin[0], x_axis, z_axis, NULL, 0);
    add_grid(w.world, 11, 0.0163f, origin[1], x_axis, y_axis, NULL, 0);
    add_grid(w.world, 12, 0.0157f, origin[2], tilted, x_axis, NULL, 0);
    watch_step(&w);
    CHECK_GT(w.last.tangled, 20);
    uint32_t steps = steps_until_clean(&w, 180);
    note(&w, "panels");
    test_note("clean after %u steps", steps);
    CHECK_LE(steps, 120);
    watch_end(&w);
}

/// Two panels in one place, and a panel in the very plane of a body's side: everything touches
/// everything.
WEFT_TEST(cloth_that_comes_in_touching_comes_apart) {
    const float half[3] = {0.1f, 0.05f, 0.1f}, on_top[3] = {-0.12f, 0.05f, -0.12f};
    watch on_box = {.world = make_world(9.81f)};
    add_box(on_box.world, half, 0.0f, 4);
    add_grid(on_box.world, 13, 0.02f, on_top, x_axis, z_axis, NULL, 0);
    watch_step(&on_box);
    uint32_t steps = steps_until_clean(&on_box, 120);
    note(&on_box, "on a box");
    test_note("clean after %u steps", steps);
    CHECK_LE(steps, 60);
    watch_end(&on_box);

    // So many crossings that they cannot all be traced at once.
    watch many = {.world = make_world(9.81f)};
    const float first[3] = {-0.2f, 0.0f, -0.2f};
    for (int k = 0; k < 3; ++k) {
        add_grid(many.world, 21, 0.02f, first, x_axis, z_axis, NULL, 0);
    }
    watch_step(&many);
    CHECK_GT(many.last.tangled, 0);
    steps = steps_until_clean(&many, 180);
    note(&many, "many");
    test_note("clean after %u steps", steps);
    CHECK_LE(steps, 60);
    watch_end(&many);

    watch twice = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.1f, 0}, above[3] = {-0.12f, 0.02f, -0.12f};
    add_sphere(twice.world, centre, 0.1f, 12);
    add_grid(twice.world, 13, 0.02f, above, x_axis, z_axis, NULL, 0);
    add_grid(twice.world, 13, 0.02f, above, x_axis, z_axis, NULL, 0);
    watch_step(&twice);
    CHECK_GT(twice.last.tangled, 0);
    steps = steps_until_clean(&twice, 180);
    CHECK_LE(steps, 60);
    note(&twice, "twice");
    test_note("clean after %u steps", steps);
    watch_end(&twice);
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
    note(&w, "away");
    CHECK_LT(w.last.body_lag_max, 1e-6);
    mover_to(w.world, &m, 0.0f, -0.2f, 0.0f);
    watch_steps(&w, 60);
    note(&w, "away and back");
    CHECK_LT(w.last.body_lag_max, 1e-6);
    CHECK_EQ(w.last.captured, 0);
    mover_free(&m);
    watch_end(&w);
}

static weft_pin* pin_row(uint32_t side) {
    weft_pin* pins = calloc(side, sizeof *pins);
    for (uint32_t k = 0; k < side; ++k) {
        pins[k].vertex = k;
    }
    return pins;
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
    uint32_t steps = steps_until_clean(&w, within);
    note(&w, end < 0.5f ? "into" : "through");
    test_note("clean after %u steps more", steps);
    CHECK_LE(steps, within);
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
    note(&w, "met");
    // Up out of the way, both.
    for (uint32_t n = 1; n <= 20; ++n) {
        float up = 0.5f * (float)n / 20.0f;
        mover_to(w.world, &m[0], 0.0f, -up, 0.3f);
        mover_to(w.world, &m[1], 0.0f, -up, -0.3f);
        watch_step(&w);
    }
    uint32_t steps = steps_until_clean(&w, 60);
    note(&w, "parted");
    test_note("clean after %u steps more", steps);
    CHECK_LE(steps, 60);
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
            furthest = greater(furthest, fabsf(x[3 * i + 2] - middle));
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
            furthest = greater(furthest, furthest_held(w.world, side));
        }
    }
    note(&w, "held");
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
    CHECK_LE(steps_until_clean(&w, 60), 60);
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
    note(&w, "swallowed");
    for (uint32_t n = 1; n <= 20; ++n) {
        mover_to(w.world, &m, 0.0f, -0.25f + 0.5f * (float)n / 20.0f, 0.0f);
        watch_step(&w);
    }
    uint32_t steps = steps_until_clean(&w, 60);
    note(&w, "let go");
    test_note("clean after %u steps more", steps);
    CHECK_LE(steps, 60);
    CHECK_GT(reach_of(w.world, true), 0.0f);
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
    uint32_t steps = steps_until_clean(&w, 120);
    note(&w, "about");
    test_note("clean after %u steps more", steps);
    CHECK_LE(steps, 120); // two cloths hooked into each other take longer
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

// ---- thick contact
// ------------------------------------------------------------------------------------------

static weft_world* make_thick_world(float radius) {
    weft_world_def def = weft_default_world_def();
    def.contact_radius = radius;
    weft_report report = {0};
    weft_world* world = weft_world_create(&def, &report);
    test_check(world != NULL, __FILE__, __LINE__, "world refused: %s", report.message);
    return world;
}

/// Edges of 5 mm, contact at 20 mm: alone, folded, on a ball.
WEFT_TEST(contact_thicker_than_the_edges_are_long) {
    const float origin[3] = {-0.05f, 0.0f, -0.05f}, on_ball[3] = {-0.06f, 0.082f, -0.06f};
    watch alone = {.world = make_thick_world(0.02f)};
    add_grid(alone.world, 21, 0.005f, origin, x_axis, z_axis, NULL, 0);
    watch_steps(&alone, 40);
    note(&alone, "alone");
    CHECK_LT(alone.most_strain, 0.05);
    watch_end(&alone);

    watch ball = {.world = make_thick_world(0.02f)};
    const float centre[3] = {0, 0, 0};
    add_sphere(ball.world, centre, 0.08f, 12);
    add_grid(ball.world, 25, 0.005f, on_ball, x_axis, z_axis, NULL, 0);
    watch_steps(&ball, 90);
    note(&ball, "on a ball");
    CHECK_LT(ball.most_strain, 0.5);
    CHECK_LT(ball.last.strain_p99, 0.15); // single edges twitch between 0.1 and 0.3
    CHECK_EQ(ball.most_captured, 0);
    CHECK_EQ(ball.most_declared, 0);
    watch_end(&ball);
}

/// A sheet folded over a rod's width of 4 mm.
WEFT_TEST(fold_in_contact_thicker_than_its_edges) {
    watch w = {.world = make_thick_world(0.02f)};
    sheet s = sheet_make(SHEET_GRID, 11, 31, 0.005f);
    const float radius = 0.002f;
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        float along = s.material[2 * v + 1] - 0.075f, bend = 3.14159265f * radius;
        float a = along < -0.5f * bend  ? -1.5707963f
                  : along > 0.5f * bend ? 1.5707963f
                                        : along / radius;
        float rest = fabsf(along) > 0.5f * bend ? fabsf(along) - 0.5f * bend : 0.0f;
        s.positions[3 * v] = s.material[2 * v];
        s.positions[3 * v + 1] = radius * sinf(a);
        s.positions[3 * v + 2] = radius * cosf(a) - rest;
    }
    weft_fabric fabric = cotton();
    weft_pin* pins = pin_row(11);
    sheet_add(w.world, &s, &fabric, pins, 11);
    free(pins);
    sheet_free(&s);
    watch_steps(&w, 90);
    note(&w, "fold");
    CHECK_EQ(w.most_declared, 0);
    watch_end(&w);
}

// ---- numbers that are none
// ----------------------------------------------------------------------------------

/// A velocity that is no number: the step says so and leaves the cloth at rest where it was. Where
/// the body has come meanwhile, it is declared.
WEFT_TEST(step_that_fails_leaves_nothing_undeclared) {
    watch w = {.world = make_world(9.81f)};
    const float centre[3] = {0, -0.1f, 0}, origin[3] = {-0.12f, 0.004f, -0.12f};
    add_sphere(w.world, centre, 0.1f, 12);
    add_grid(w.world, 13, 0.02f, origin, x_axis, z_axis, NULL, 0);
    watch_steps(&w, 10);
    wf_obstacle* o = &w.world->obstacle;
    for (uint32_t i = 0; i < o->vertex_count; ++i) {
        o->x0[4 * (size_t)i + 1] += 0.03f;
    }
    w.world->system->v[4 * 40] = NAN;
    weft_step_report r = weft_world_step(w.world);
    CHECK_EQ(r.status, WEFT_ERROR_NON_FINITE_STATE);
    CHECK_EQ(r.crossings_body + r.crossings_cloth, 0);
    CHECK_GT(r.crossings_declared, 4);
    CHECK_GT(r.captured, 4);
    CHECK_EQ(r.speed_max, 0);
    CHECK_EQ(count_crossings(w.world), r.crossings_declared);
    check_places(w.world, r.step);
    uint32_t steps = steps_until_clean(&w, 60);
    test_note("clean after %u steps more", steps);
    CHECK_LE(steps, 60);
    watch_end(&w);
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
    note(&w, "apart");
    for (uint32_t n = 1; n <= 60; ++n) {
        float part = n < frames ? 1.0f - (float)n / (float)frames : 0.0f;
        mover_to(w.world, &m[0], -0.5f * way * part, 0.0f, 0.0f);
        mover_to(w.world, &m[1], 0.5f * way * part, 0.0f, 0.0f);
        watch_step(&w);
    }
    note(&w, "together again");
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
