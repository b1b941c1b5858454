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
#define LONG_MOVE 1.5f
/// One of so many particles may be cut before steps are even, and while they are.
enum { CUT_BEFORE = 2000, CUT_WHILE = 1000 };
/// The same where cloth hangs, of which the solver then asks more.
enum { HANGING_CUT_BEFORE = 1200, HANGING_CUT_WHILE = 600 };
/// The step after one in which no more than one of so many particles was cut is steady.
enum { STEADY_ONE_OF = 100 };
/// So many cut particles, if they are no more than that, say nothing of a small cloth.
enum { FEW = 4 };
/// Cloth of which one of so many particles has a touch lies on something, or hangs from it.
enum { LYING_ONE_OF = 8, HANGING_ONE_OF = 16 };
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

uint32_t wf_pace_refinement(const weft_world* world) {
    return world->narrow_steps > 0 ? 2 : 1;
}

float wf_pace_short_seconds(const weft_world* world) {
    return world->def.frame_seconds / (float)wf_pace_short_count(world);
}

float wf_pace_long_way(const weft_world* world) {
    return (float)wf_pace_long_count(world) * LONG_MOVE * world->def.body_move_limit;
}

bool wf_pace_is_steady(const weft_world* world) {
    return (world->steady || was_even(world)) && !wf_is_thrown(world);
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

static bool is_seldom_cut(const weft_world* world) {
    return STEADY_ONE_OF * world->report.throttled <= world->particles->count;
}

static bool is_hardly_cut(const weft_world* world) {
    uint32_t before = world->hangs ? HANGING_CUT_BEFORE : CUT_BEFORE;
    uint32_t meanwhile = world->hangs ? HANGING_CUT_WHILE : CUT_WHILE;
    uint32_t cut = world->report.throttled;
    return cut <= world->particles->count / (was_even(world) ? meanwhile : before) ||
           (cut <= FEW && is_seldom_cut(world));
}

typedef enum support { SUPPORT_LIES, SUPPORT_HANGS, SUPPORT_NONE } support;

static support support_of(uint32_t touching, uint32_t count) {
    if (LYING_ONE_OF * touching >= count) {
        return SUPPORT_LIES;
    }
    return HANGING_ONE_OF * touching >= count ? SUPPORT_HANGS : SUPPORT_NONE;
}

/// What a particle touches: nothing or its own cloth, another cloth, or a body.
typedef enum partner { PARTNER_OWN, PARTNER_CLOTH, PARTNER_BODY } partner;

static partner partner_of(const wf_particles* p, const wf_touches* touches, uint32_t i) {
    partner found = PARTNER_OWN;
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        const wf_touch* t = &touches->items[touches->incident[k] >> 2];
        if (t->kind <= WF_NEAR_EDGE_EDGE) {
            return PARTNER_BODY;
        }
        for (uint32_t n = 0; n < t->count; ++n) {
            found = p->cloth_of[t->particle[n]] != p->cloth_of[i] ? PARTNER_CLOTH : found;
        }
    }
    return found;
}

/// What holds a cloth: by whatever else it touches, and by bodies alone. What swings and folds
/// touches itself, which holds nothing.
typedef struct hold {
    support by_all, by_bodies;
} hold;

/// Of the particles from `begin` to `end`, those of one cloth.
static hold hold_of(const weft_world* world, uint32_t begin, uint32_t end) {
    const wf_particles* p = world->particles;
    const wf_touches* touches = &world->contact->touches;
    float limit = was_even(world) ? REST_WHILE : REST_BEFORE;
    uint32_t touching = 0, on_bodies = 0, fast = 0, count = end - begin;
    for (uint32_t i = begin; i < end; ++i) {
        wf_f4 v = wf_f4_load(p->v + 4 * (size_t)i);
        fast += wf_f4_dot3(v, v) > limit * limit;
        partner with = partner_of(p, touches, i);
        touching += with != PARTNER_OWN;
        on_bodies += with == PARTNER_BODY;
    }
    if (FAST_ONE_OF * fast <= count) {
        return (hold){SUPPORT_LIES, SUPPORT_LIES};
    }
    return (hold){support_of(touching, count), support_of(on_bodies, count)};
}

/// What the cloth has that is held least: one that swings free needs short substeps whatever the
/// others do. The particles of a cloth stand behind each other.
static hold least_hold(const weft_world* world) {
    const wf_particles* p = world->particles;
    hold least = {SUPPORT_LIES, SUPPORT_LIES};
    for (uint32_t begin = 0, end = 0; begin < p->count && least.by_all != SUPPORT_NONE;
         begin = end) {
        while (end < p->count && p->cloth_of[end] == p->cloth_of[begin]) {
            end += 1;
        }
        hold own = hold_of(world, begin, end);
        least.by_all = own.by_all > least.by_all ? own.by_all : least.by_all;
        least.by_bodies = own.by_bodies > least.by_bodies ? own.by_bodies : least.by_bodies;
    }
    return least;
}

static void watch_pinch(weft_world* world) {
    if (world->report.captured == 0) {
        world->pinched_steps = 0;
        world->narrow_steps -= world->narrow_steps > 0;
        return;
    }
    world->pinched_steps += world->pinched_steps < WF_LASTING_STEPS;
    world->narrow_steps = world->pinched_steps < WF_LASTING_STEPS ? WF_PINCH_STEPS : 0;
}

void wf_pace_watch(weft_world* world) {
    watch_pinch(world);
    bool calm = may_be_long(world) && wf_rest_is_clean(&world->report) && !is_changing(world);
    hold least = calm ? least_hold(world) : (hold){SUPPORT_NONE, SUPPORT_NONE};
    world->hangs = least.by_all == SUPPORT_HANGS;
    world->steady = least.by_bodies != SUPPORT_NONE && is_seldom_cut(world);
    bool even = least.by_all != SUPPORT_NONE && is_hardly_cut(world);
    world->even_steps = even ? world->even_steps + !was_even(world) : 0;
}

void wf_pace_stir(weft_world* world) {
    world->steady = false;
    world->even_steps = 0;
}
