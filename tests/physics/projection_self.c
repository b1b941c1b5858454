// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `projection` (the lab's) with cloth against cloth by vertices: fewer edges go
// through other cloth than by touches alone, in a sheet that folds on the floor and in a pile that
// falls on a sphere. What is left is counted and said: between vertices nothing is seen.
#include "crossing_count.h"
#include "sheet.h"

#include <math.h>

enum { FRAMES = 120, EVERY = 20 };

typedef weft_world* (*make_scene)(void);

static weft_world* world_by_projection(void) {
    weft_world* world = make_world(9.81f);
    if (weft_world_set_method(world, "response", "projection", NULL) != WEFT_OK) {
        weft_world_destroy(world);
        return NULL;
    }
    return world;
}

/// How far the sheet of a fold leans, radians.
static float lean;

static weft_world* fold(void) {
    weft_world* world = world_by_projection();
    if (world != NULL) {
        add_box(world, (float[3]){1.0f, 0.1f, 1.0f}, 0.0f, 20);
        add_grid(world, 21, 0.05f, (float[3]){-0.5f, 0.16f, 0.0f}, (float[3]){1, 0, 0},
                 (float[3]){0, cosf(lean), sinf(lean)}, NULL, 0);
    }
    return world;
}

static weft_world* pile(void) {
    weft_world* world = world_by_projection();
    if (world == NULL) {
        return NULL;
    }
    add_sphere(world, (float[3]){0, 0, 0}, 0.15f, 24);
    add_box(world, (float[3]){1.0f, 0.05f, 1.0f}, 0.0f, 20);
    for (int k = 0; k < 5; ++k) {
        float c = cosf(0.16f * (float)k), d = sinf(0.16f * (float)k), half = 0.24f;
        add_grid(world, 11, 0.048f,
                 (float[3]){-half * (c + d), 0.17f + 0.02f * (float)k, half * (c - d)},
                 (float[3]){c, 0, -d}, (float[3]){d, 0, c}, NULL, 0);
    }
    return world;
}

typedef struct outcome {
    uint32_t sum, most, last;
    double fastest; // m/s, at the end
    uint64_t hash;
} outcome;

/// `self` below 0 leaves the parameter alone. False in a module without the response.
static bool run(make_scene make, float self, uint32_t frames, outcome* o) {
    *o = (outcome){0};
    weft_world* world = make();
    if (world == NULL) {
        return false;
    }
    if (self >= 0.0f) {
        CHECK_EQ(weft_world_set_parameter(world, "response", "self_collision", self, NULL),
                 WEFT_OK);
    }
    for (uint32_t frame = 0; frame < frames; frame += EVERY) {
        weft_step_report report = run_steps(world, EVERY);
        o->last = count_cloth_crossings(world);
        o->sum += o->last;
        o->most = o->last > o->most ? o->last : o->most;
        o->fastest = (double)report.speed_max;
    }
    o->hash = weft_world_hash(world);
    weft_world_destroy(world);
    return true;
}

/// Adds the crossings by touches alone and by vertices too, and throws nothing about. False in a
/// module without the response.
static bool compare(make_scene make, uint32_t* alone, uint32_t* both) {
    outcome off, on;
    if (!run(make, 0.0f, FRAMES, &off) || !run(make, 1.0f, FRAMES, &on)) {
        return false;
    }
    test_note("crossings of cloth with cloth, by touches alone: %u in all, at most %u, %u at the "
              "end, %.2f m/s; by vertices too: %u, %u, %u, %.2f m/s",
              off.sum, off.most, off.last, off.fastest, on.sum, on.most, on.last, on.fastest);
    CHECK_GT(off.sum, 0);
    CHECK_LT(on.fastest, 1.0);
    *alone += off.sum;
    *both += on.sum;
    return true;
}

/// How one sheet folds is chance: of one lean there may be a fifth of the crossings, of the next a
/// half more.
WEFT_TEST(projection_by_vertices_lowers_the_crossings_of_folds) {
    uint32_t alone = 0, both = 0;
    for (int k = 0; k < 4; ++k) {
        lean = 0.1073f + 0.04f * (float)k;
        if (!compare(fold, &alone, &both)) {
            return;
        }
    }
    test_note("%u by touches alone, %u by vertices too", alone, both);
    CHECK_LT(both, 0.75 * alone);
}

WEFT_TEST(projection_by_vertices_lowers_the_crossings_of_a_pile_to_a_fourth) {
    uint32_t alone = 0, both = 0;
    if (compare(pile, &alone, &both)) {
        CHECK_LT(both, 0.25 * alone);
    }
}

WEFT_TEST(projection_leaves_cloth_to_touches_where_nothing_else_is_asked_for) {
    outcome usual, off, on;
    const uint32_t frames = 2 * EVERY; // sheets lie on each other by then
    if (run(pile, -1.0f, frames, &usual) && run(pile, 0.0f, frames, &off) &&
        run(pile, 1.0f, frames, &on)) {
        CHECK_GT(off.sum, 0);
        CHECK_EQ(usual.hash, off.hash);
        CHECK(on.hash != off.hash);
    }
}

/// A warmed-up step allocates nothing, whatever meets later.
WEFT_TEST(projection_by_vertices_allocates_once) {
    weft_world* world = pile();
    if (world == NULL) {
        return;
    }
    CHECK_EQ(weft_world_set_parameter(world, "response", "self_collision", 1.0f, NULL), WEFT_OK);
    run_steps(world, 60);
    uint32_t grown = 0;
    for (int k = 0; k < 60; ++k) {
        grown += run_steps(world, 1).grown;
    }
    CHECK_EQ(grown, 0);
    weft_world_destroy(world);
}
