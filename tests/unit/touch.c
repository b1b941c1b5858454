// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a touch learns to carry is capped by the contact radius of its world: a fifth of what the
// penalty would answer to a gap closed by that much. Loops over touches go by their particles.
#include "contact/contact.h"
#include "meshes.h"
#include "physics/sheet.h"

#include "world/world.h"

#include <stdlib.h>

#define FRAME 0.05f // s, one substep: what a multiplier carries goes with its inverse square
enum { SIDE = 5, STEPS = 40 };

/// A sheet on a block, pressed on it by gravity.
static weft_world* press(float radius, float gravity) {
    weft_world_def def = weft_default_world_def();
    def.gravity[0] = def.gravity[2] = 0.0f;
    def.gravity[1] = -gravity;
    def.air_density = 0.0f;
    def.frame_seconds = FRAME;
    def.min_substeps = 1;
    def.contact_radius = radius;
    weft_world* world = weft_world_create(&def, NULL);
    CHECK(world);
    add_box(world, (float[3]){0.2f, 0.1f, 0.2f}, 0.0f, 4);
    add_grid(world, SIDE, 0.03f, (float[3]){-0.06f, 0.1f + radius, -0.06f}, (float[3]){1, 0, 0},
             (float[3]){0, 0, -1}, NULL, 0);
    return world;
}

/// The greatest multiplier as a part of rho times the radius, of any touch after any step.
static float largest_part(float radius, float gravity) {
    weft_world* world = press(radius, gravity);
    float largest = 0.0f;
    for (int n = 0; n < STEPS; ++n) {
        run_steps(world, 1);
        const wf_contact* c = world->contact;
        for (size_t i = 0; i < c->touches.count; ++i) {
            float part = c->touches.items[i].lambda / (c->touches.items[i].rho * radius);
            largest = part > largest ? part : largest;
        }
    }
    weft_world_destroy(world);
    return largest;
}

WEFT_TEST(multipliers_are_capped_by_the_radius_of_the_world) {
    static const float radii[] = {0.0005f, 0.001f, 0.003f, 0.006f};
    for (int k = 0; k < 4; ++k) {
        // 20 r / h2 is what the cap carries of a particle alone; twice that is too much for it.
        float cap = 20.0f * radii[k] / (FRAME * FRAME);
        float heavy = largest_part(radii[k], 2.0f * cap),
              light = largest_part(radii[k], 0.5f * cap);
        test_note("radius %.1f mm: %.3f under twice the load, %.3f under half", 1e3 * radii[k],
                  heavy, light);
        CHECK_NEAR(heavy, 0.2, 1e-4);
        CHECK_NEAR(light, 0.1, 0.02);
    }
}

WEFT_TEST(loops_over_touches_take_each_once_by_its_first_particle) {
    weft_world* world = press(0.003f, 10.0f);
    run_steps(world, STEPS);
    const wf_touches* touches = &world->contact->touches;
    uint32_t n = touches->particle_count;
    REQUIRE(touches->count > 4);
    CHECK_EQ(wf_touches_before(touches, 0), (size_t)0);
    CHECK_EQ(wf_touches_before(touches, n), touches->count);
    uint8_t* seen = calloc(touches->count, 1);
    for (size_t k = 0; k < touches->count; ++k) {
        size_t i = wf_touch_at(touches, k);
        REQUIRE(i < touches->count && !seen[i]);
        seen[i] = 1;
#ifdef WEFT_THREADS
        uint32_t first = touches->items[i].particle[0];
        CHECK(wf_touches_before(touches, first) <= k && k < wf_touches_before(touches, first + 1));
#endif
    }
    free(seen);
    weft_world_destroy(world);
}
