// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "pace.h"

#include "contact/contact.h"
#include "contact/response.h"
#include "math/simd.h"
#include "rest.h"
#include "solve/system.h"
#include "world/world.h"

/// In a long substep bodies may go further against cloth by this factor; where they go further
/// still, short ones stretch it less.
#define LONG_MOVE 1.25f
/// One of so many particles may be cut before steps are even, and while they are.
enum { CUT_BEFORE = 2000, CUT_WHILE = 1000 };
/// Cloth of which one of so many particles has a touch lies on something.
enum { LYING_ONE_OF = 8 };
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

static bool is_changing(const weft_world* world) {
    bool changing = wf_is_thrown(world);
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        changing |= wf_rest_is_busy(world, k);
    }
    return changing;
}

static bool is_hardly_cut(const weft_world* world) {
    uint32_t cuts = world->particles->count / (was_even(world) ? CUT_WHILE : CUT_BEFORE);
    return world->report.throttled <= cuts;
}

/// Whether every cloth lies on something or is at rest: one that swings free needs short substeps
/// whatever the others do. The particles of a cloth stand behind each other.
static bool do_all_lie(const weft_world* world) {
    const wf_particles* p = world->particles;
    const uint32_t* first = world->contact->touches.first;
    float limit = was_even(world) ? REST_WHILE : REST_BEFORE;
    bool all = true;
    for (uint32_t begin = 0, end; begin < p->count && all; begin = end) {
        uint32_t lying = 0, fast = 0;
        for (end = begin; end < p->count && p->cloth_of[end] == p->cloth_of[begin]; ++end) {
            wf_f4 v = wf_f4_load(p->v + 4 * (size_t)end);
            fast += wf_f4_dot3(v, v) > limit * limit;
            lying += first[end] != first[end + 1];
        }
        uint32_t count = end - begin;
        all = LYING_ONE_OF * lying >= count || FAST_ONE_OF * fast <= count;
    }
    return all;
}

void wf_pace_watch(weft_world* world) {
    bool even = may_be_long(world) && wf_rest_is_clean(&world->report) && is_hardly_cut(world) &&
                !is_changing(world) && do_all_lie(world);
    world->even_steps = even ? world->even_steps + !was_even(world) : 0;
}

void wf_pace_stir(weft_world* world) {
    world->even_steps = 0;
}
