// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "pace.h"

#include "contact/contact.h"
#include "contact/response.h"
#include "math/simd.h"
#include "solve/system.h"
#include "world/world.h"

/// In a long substep bodies may go further against cloth by this factor; where they go further
/// still, short ones stretch it less.
#define LONG_MOVE 1.25f
/// One of so many particles may be cut before steps are even, and while they are.
enum { CUT_BEFORE = 2000, CUT_WHILE = 1000 };
/// Cloth with a touch for every so many particles lies on something.
enum { LYING_ONE_OF = 16 };
/// Cloth that lies on nothing is even where it is at rest, m/s, before and while it is. One of so
/// many particles may be faster: where touches open and close they twitch and go nowhere.
#define REST_BEFORE 0.003f
#define REST_WHILE 0.01f
enum { FAST_ONE_OF = 8 };

static bool was_even(const weft_world* world) {
    return world->even_steps == WF_EVEN_STEPS;
}

uint32_t wf_pace_short_count(const weft_world* world) {
    uint32_t least = world->def.min_substeps < 1 ? 1 : world->def.min_substeps;
    return least < WEFT_MAX_SUBSTEPS ? least : WEFT_MAX_SUBSTEPS;
}

uint32_t wf_pace_long_count(const weft_world* world) {
    return (wf_pace_short_count(world) + 1) / 2;
}

float wf_pace_short_seconds(const weft_world* world) {
    return world->def.frame_seconds / (float)wf_pace_short_count(world);
}

float wf_pace_long_way(const weft_world* world) {
    return (float)wf_pace_long_count(world) * LONG_MOVE * world->def.body_move_limit;
}

bool wf_pace_is_long(const weft_world* world) {
    return was_even(world) && wf_pace_short_count(world) > 1 && !wf_is_thrown(world);
}

/// Only a solver that looks closer can do with long substeps, and only what is cut where it goes
/// too far tells when it cannot.
static bool may_be_long(const weft_world* world) {
    return world->system->solver->looks_closer && world->contact->response->limit != NULL;
}

static bool is_at_rest(const wf_particles* p, float limit) {
    uint32_t fast = 0;
    for (size_t i = 0; i < p->count; ++i) {
        wf_f4 v = wf_f4_load(p->v + 4 * i);
        fast += wf_f4_dot3(v, v) > limit * limit;
    }
    return fast <= p->count / FAST_ONE_OF;
}

static bool is_changing(const weft_world* world) {
    bool changing = wf_is_thrown(world);
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        const wf_cloth* cloth = &world->objects.cloths[k];
        changing |= cloth->hold_step < cloth->hold_steps || cloth->seams_open > 0;
    }
    return changing;
}

static bool was_smooth(const weft_world* world) {
    const weft_step_report* r = &world->report;
    uint32_t cuts = world->particles->count / (was_even(world) ? CUT_WHILE : CUT_BEFORE);
    return r->status == WEFT_OK && r->throttled <= cuts && r->captured == 0 && r->tangled == 0 &&
           r->blocked == 0 && r->rolled_back == 0;
}

static bool is_lying(const weft_world* world) {
    return LYING_ONE_OF * world->contact->touches.count >= world->particles->count;
}

void wf_pace_watch(weft_world* world) {
    float limit = was_even(world) ? REST_WHILE : REST_BEFORE;
    bool even = may_be_long(world) && was_smooth(world) && !is_changing(world) &&
                (is_lying(world) || is_at_rest(world->particles, limit));
    world->even_steps = even ? world->even_steps + !was_even(world) : 0;
}

void wf_pace_stir(weft_world* world) {
    world->even_steps = 0;
}
