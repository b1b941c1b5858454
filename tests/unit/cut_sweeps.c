// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sweeps round what the filter cut: that stays, its neighbours follow, and who is far keeps its
// way.
#include "solve/cut_sweeps.h"

#include "contact/contact.h"
#include "physics/sheet.h"
#include "solve/block.h"
#include "solve/system.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 17, PARTICLES = SIDE * SIDE, MIDDLE = PARTICLES / 2, REACH = 3 };

#define SPACING 0.02f // m
#define CUT 0.003f    // m

/// A sheet that touches nothing, in the system as gradients leave it that had nothing to do, and
/// all granted as it was wanted.
static weft_world* fall(void) {
    weft_world* world = make_world(9.81f);
    add_grid(world, SIDE, SPACING, (float[3]){0, 1, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1},
             NULL, 0);
    run_steps(world, 4);
    wf_system* s = world->system;
    CHECK_EQ(s->particles.count, PARTICLES);
    wf_system_linearise(s);
    memset(s->q, 0, 16 * PARTICLES);
    for (size_t i = 0; i < PARTICLES; ++i) {
        wf_invert_block(s->diagonal + 12 * i, s->inverse + 12 * i);
    }
    for (size_t i = 0; i < 4 * (size_t)PARTICLES; ++i) {
        s->d[i] = s->particles.z[i] - s->particles.x[i];
    }
    return world;
}

/// Where the filter has everybody end.
static float* granted_places(const wf_system* s) {
    float* place = malloc(16 * PARTICLES);
    for (size_t i = 0; i < 4 * (size_t)PARTICLES; ++i) {
        place[i] = s->particles.x[i] + s->d[i];
    }
    return place;
}

/// The longest edge along the rows and columns at a particle, m.
static float longest_edge(const float* place, int i) {
    const int beside[] = {i - 1, i + 1, i - SIDE, i + SIDE};
    float longest = 0.0f;
    for (int k = 0; k < 4; ++k) {
        longest = fmaxf(longest, distance(place + 4 * i, place + 4 * beside[k]));
    }
    return longest;
}

static int rings_apart(int i, int j) {
    int rows = abs(i / SIDE - j / SIDE), columns = abs(i % SIDE - j % SIDE);
    return rows > columns ? rows : columns;
}

WEFT_TEST(neighbours_follow_what_was_cut) {
    weft_world* world = fall();
    wf_system* s = world->system;
    const int pinned = MIDDLE + 1;
    s->particles.fixed[pinned] = 1;
    s->d[4 * MIDDLE + 0] -= CUT; // along the sheet, which stretches it
    float *granted = granted_places(s), *z = s->particles.z;
    CHECK(wf_sweep_round_cut(s, &world->contact->touches));
    int followed = 0;
    for (int i = 0; i < PARTICLES; ++i) {
        float way = distance(z + 4 * i, granted + 4 * i);
        bool stays = i == MIDDLE || i == pinned || rings_apart(i, MIDDLE) > REACH;
        CHECK(!stays || way < 1e-6f);
        followed += way > 0.1f * CUT;
    }
    test_note("%d followed, longest edge %.2f -> %.2f mm", followed,
              1e3 * (double)longest_edge(granted, MIDDLE), 1e3 * (double)longest_edge(z, MIDDLE));
    CHECK(followed >= 3 && followed < 49);
    const float *left = z + 4 * (MIDDLE - 1), *was = granted + 4 * (MIDDLE - 1);
    CHECK_LT(left[0], was[0] - 0.3f * CUT);
    free(granted);
    weft_world_destroy(world);
}

WEFT_TEST(cloth_stretches_less_when_neighbours_follow) {
    for (int axis = 0; axis < 3; axis += 2) {
        weft_world* world = fall();
        wf_system* s = world->system;
        s->d[4 * MIDDLE + axis] += CUT;
        float* granted = granted_places(s);
        CHECK(wf_sweep_round_cut(s, &world->contact->touches));
        float before = longest_edge(granted, MIDDLE) - SPACING;
        CHECK_GT(before, 0.8 * CUT);
        CHECK_LT(longest_edge(s->particles.z, MIDDLE) - SPACING, 0.5f * before);
        free(granted);
        weft_world_destroy(world);
    }
}

/// Whether neighbours follow so many cuts of that length, m. Else nothing may change.
static bool follow(int cuts, float length) {
    weft_world* world = fall();
    wf_system* s = world->system;
    for (int k = 0; k < cuts; ++k) {
        s->d[4 * (size_t)(7 * k) + 1] += length;
    }
    float *d = malloc(16 * PARTICLES), *z = malloc(16 * PARTICLES);
    memcpy(d, s->d, 16 * PARTICLES);
    memcpy(z, s->particles.z, 16 * PARTICLES);
    bool done = wf_sweep_round_cut(s, &world->contact->touches);
    CHECK(done || memcmp(d, s->d, 16 * PARTICLES) == 0);
    CHECK_EQ(done, memcmp(z, s->particles.z, 16 * PARTICLES) != 0);
    free(d);
    free(z);
    weft_world_destroy(world);
    return done;
}

WEFT_TEST(neighbours_follow_short_cuts_of_a_twentieth_and_long_ones_of_a_hundredth) {
    CHECK(!follow(0, 0.0f));
    CHECK(!follow(1, 1e-5f));
    CHECK(follow(PARTICLES / 20, 0.0005f)); // 0.06 m/s
    CHECK(!follow(PARTICLES / 20 + 1, 0.0005f));
    CHECK(follow(PARTICLES / 100, CUT)); // 0.36 m/s
    CHECK(!follow(PARTICLES / 100 + 1, CUT));
}
