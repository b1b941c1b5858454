// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Block sweeps: in steady steps they take what touches something or is still to move, and leave the
// rest where gradients left it.
#include "solve/block_sweeps.h"
#include "contact/contact.h"
#include "physics/sheet.h"
#include "solve/block.h"
#include "solve/system.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 15, PARTICLES = SIDE * SIDE, MIDDLE = PARTICLES / 2 };

/// A sheet that lies on a ball with its middle, on its way down.
static weft_world* drape(void) {
    weft_world* world = make_world(9.81f);
    add_sphere(world, (float[3]){0, 0, 0}, 0.1f, 16);
    add_grid(world, SIDE, 0.02f, (float[3]){-0.14f, 0.106f, -0.14f}, (float[3]){1, 0, 0},
             (float[3]){0, 0, 1}, NULL, 0);
    run_steps(world, 6);
    return world;
}

/// The system as gradients leave it that had nothing to do: linearised where it is, d and q zero.
static wf_system* settled(weft_world* world, bool is_steady) {
    wf_system* s = world->system;
    CHECK_EQ(s->particles.count, PARTICLES);
    s->is_steady = is_steady;
    wf_system_linearise(s);
    memset(s->d, 0, 16 * PARTICLES);
    memset(s->q, 0, 16 * PARTICLES);
    for (int i = 0; i < PARTICLES; ++i) {
        wf_invert_block(s->diagonal + 12 * (size_t)i, s->inverse + 12 * (size_t)i);
    }
    return s;
}

static bool touches_something(const weft_world* world, int i) {
    const uint32_t* first = world->contact->touches.first;
    return first[i] != first[i + 1];
}

static bool is_neighbour(const wf_system* s, int i, int j) {
    bool found = i == j;
    for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
        found |= s->column[k] == (uint32_t)j;
    }
    return found;
}

/// Who went elsewhere in so many sweeps of fast cloth.
static void sweep_from(weft_world* world, int sweeps, bool moved[PARTICLES]) {
    wf_system* s = world->system;
    float* before = malloc(16 * PARTICLES);
    memcpy(before, s->particles.z, 16 * PARTICLES);
    wf_sweep_blocks(s, &world->contact->touches, 0, sweeps, 1.0f);
    for (int i = 0; i < PARTICLES; ++i) {
        moved[i] = memcmp(before + 4 * i, s->particles.z + 4 * i, 12) != 0;
    }
    free(before);
}

WEFT_TEST(steady_sweeps_take_what_touches_and_leave_what_is_settled) {
    weft_world* world = drape();
    bool moved[PARTICLES];
    settled(world, true);
    sweep_from(world, 1, moved);
    int touching = 0;
    for (int i = 0; i < PARTICLES; ++i) {
        CHECK_EQ(moved[i], touches_something(world, i));
        touching += touches_something(world, i);
    }
    CHECK(touching > 3 && touching < PARTICLES / 2);
    weft_world_destroy(world);
}

WEFT_TEST(steady_sweeps_take_whom_gradients_have_not_settled) {
    weft_world* world = drape();
    wf_system* s = settled(world, true);
    bool moved[PARTICLES];
    const int corner = 0;
    CHECK(!touches_something(world, corner));
    s->q[4 * corner + 1] = 1e-4f;
    sweep_from(world, 1, moved);
    for (int i = 0; i < PARTICLES; ++i) {
        CHECK_EQ(moved[i], i == corner || touches_something(world, i));
    }
    weft_world_destroy(world);
}

/// A sweep hands on what it moved: the next one takes the neighbours, too.
WEFT_TEST(steady_sweeps_follow_what_moves) {
    weft_world* world = drape();
    wf_system* s = settled(world, true);
    bool moved[PARTICLES];
    const int corner = 0;
    s->gradient[4 * corner + 1] -= 1.0f; // N, moves it by far more than what is let be
    s->q[4 * corner + 1] = 1e-4f;
    sweep_from(world, 2, moved);
    int followed = 0;
    for (int i = 0; i < PARTICLES; ++i) {
        bool next = is_neighbour(s, corner, i);
        followed += next && i != corner;
        CHECK(!next || moved[i]);
    }
    CHECK(followed >= 2);
    weft_world_destroy(world);
}

WEFT_TEST(sweeps_of_unsteady_steps_take_everybody) {
    weft_world* world = drape();
    bool moved[PARTICLES];
    settled(world, false);
    sweep_from(world, 1, moved);
    for (int i = 0; i < PARTICLES; ++i) {
        CHECK(moved[i]);
    }
    weft_world_destroy(world);
}

WEFT_TEST(no_sweep_moves_what_is_fixed) {
    weft_world* world = drape();
    bool moved[PARTICLES];
    for (int steady = 0; steady < 2; ++steady) {
        wf_system* s = settled(world, steady == 1);
        s->particles.fixed[MIDDLE] = 1;
        s->q[4 * MIDDLE + 1] = 1e-4f;
        sweep_from(world, 4, moved);
        CHECK(!moved[MIDDLE]);
        s->particles.fixed[MIDDLE] = 0;
    }
    weft_world_destroy(world);
}
