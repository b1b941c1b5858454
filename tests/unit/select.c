// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pairs push, and what a touch keeps from the one before it.
#include "contact/contact.h"
#include "physics/sheet.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, STEPS = 30 };

/// A sheet that lies on a flat block whose triangles are finer than its own, off their lines,
/// within the block or beyond its rim.
static weft_world* lay(float across) {
    weft_world* world = make_world(9.81f);
    add_box(world, (float[3]){0.2f, 0.1f, 0.2f}, 0.0f, 48);
    add_grid(world, SIDE, across / (SIDE - 1), (float[3]){-0.0513f, 0.1031f, 0.0487f},
             (float[3]){1, 0, 0}, (float[3]){0, 0, -1}, NULL, 0);
    run_steps(world, STEPS);
    return world;
}

/// Most pairs of features on a finely meshed plane have slanting directions, which the surface does
/// not have there.
WEFT_TEST(on_a_plane_everything_pushes_straight_up) {
    weft_world* world = lay(0.1f);
    const wf_contact* c = world->contact;
    CHECK_GT(c->pairs.count, 2 * c->touches.count);
    CHECK_GE(c->touches.count, SIDE * SIDE);
    for (size_t i = 0; i < c->touches.count; ++i) {
        CHECK_GT(c->touches.items[i].n[1], 0.9999);
    }
    weft_world_destroy(world);
}

/// Touches of edges with edges whose direction leans.
static uint32_t count_rims(const wf_contact* c) {
    uint32_t count = 0;
    for (size_t i = 0; i < c->touches.count; ++i) {
        const wf_touch* t = &c->touches.items[i];
        count += t->kind == WF_NEAR_EDGE_EDGE && t->n[1] < 0.99f;
    }
    return count;
}

WEFT_TEST(edges_push_where_the_body_is_convex) {
    weft_world* world = lay(0.33f); // hangs over the rim on one side
    run_steps(world, 4 * STEPS);    // and sways there
    uint32_t held = 0, sum = 0;
    for (int n = 0; n < STEPS; ++n) {
        run_steps(world, 1);
        uint32_t count = count_rims(world->contact);
        held += count > 0;
        sum += count;
    }
    test_note("in %u of %d steps, %u in all", held, STEPS, sum);
    CHECK_GT(held, STEPS / 2);
    weft_world_destroy(world);
}

static int by_pair(const void* a, const void* b) {
    const wf_touch *s = a, *t = b;
    return s->kind != t->kind ? (s->kind < t->kind ? -1 : 1)
           : s->a != t->a     ? (s->a < t->a ? -1 : 1)
           : s->b != t->b     ? (s->b < t->b ? -1 : 1)
                              : 0;
}

WEFT_TEST(a_pair_pushes_once_and_pushes_whole) {
    weft_world* world = lay(0.35f);
    wf_touches* touches = &world->contact->touches;
    uint32_t particles = touches->particle_count;
    qsort(touches->items, touches->count, sizeof *touches->items, by_pair);
    for (size_t i = 0; i < touches->count; ++i) {
        const wf_touch* t = &touches->items[i];
        CHECK(i == 0 || by_pair(t - 1, t) < 0);
        CHECK(t->count >= 1 && t->count <= 4);
        float sum = 0.0f, length2 = 0.0f;
        for (uint32_t k = 0; k < t->count; ++k) {
            CHECK_LT(t->particle[k], particles);
            sum += t->weight[k];
        }
        for (int k = 0; k < 3; ++k) {
            length2 += t->n[k] * t->n[k];
        }
        CHECK_NEAR(sum, 1.0, 1e-5); // a body is on the other side
        CHECK_NEAR(length2, 1.0, 1e-5);
        CHECK(t->rho > 0.0f && t->lambda >= 0.0f && t->friction >= 0.0f);
    }
    weft_world_destroy(world);
}

/// Selected anew from the same pairs, every touch has what it had learnt; without the old ones it
/// has learnt nothing.
WEFT_TEST(a_touch_keeps_the_multiplier_of_its_pair) {
    weft_world* world = lay(0.1f);
    wf_contact* c = world->contact;
    size_t count = c->touches.count;
    wf_touch* before = malloc(count * sizeof *before);
    memcpy(before, c->touches.items, count * sizeof *before);
    float h = world->def.frame_seconds / (float)world->def.min_substeps;
    REQUIRE(wf_contact_select(world->contact, h));
    uint32_t kept = 0;
    for (size_t i = 0; i < c->touches.count; ++i) {
        const wf_touch* t = &c->touches.items[i];
        const wf_touch* old = NULL;
        for (size_t k = 0; k < count && old == NULL; ++k) {
            old = by_pair(t, &before[k]) == 0 ? &before[k] : NULL;
        }
        if (old != NULL) {
            CHECK_EQ(t->lambda, old->lambda);
            kept += old->lambda > 0.0f;
        }
    }
    CHECK_GT(kept, SIDE * SIDE / 2);
    c->touches.count = 0;
    REQUIRE(wf_contact_select(world->contact, h));
    CHECK_GT(c->touches.count, 0);
    for (size_t i = 0; i < c->touches.count; ++i) {
        CHECK_EQ(c->touches.items[i].lambda, 0);
    }
    free(before);
    weft_world_destroy(world);
}
