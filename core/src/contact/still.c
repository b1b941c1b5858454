// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bounds: a particle within STRAY of its place, now and as predicted, moves any height along
// any direction by no more than that. So features that some plane held further apart than their
// reach and the strays of both sides are still apart by their reach.
#include "contact/still.h"

#include "contact/response.h"
#include "contact/thickness.h"
#include "math/simd.h"
#include "weft/constants.h"

#include <string.h>

#define STRAY WF_STILL_STRAY

/// Slacks of a box of the filter and round a predicted place, m: of particles that stay within
/// STRAY, in a first round where no body moves.
#define BOX_SLACK (WEFT_BOX_SLACK_LEAST + WEFT_BOX_SLACK_FACTOR * 2.0f * STRAY)
#define CALM_SLACK (WEFT_CALM_SLACK + WEFT_CALM_SLACK_FACTOR * 2.0f * STRAY)

/// A slack is along an axis, a reach along any direction.
#define DIAGONAL 1.7321f

/// To find it costs as much as some rounds save. What lasted shorter is not tried again soon.
enum { ROUNDS_TO_PAY = 3, ROUNDS_TO_WAIT = 30 };

float wf_still_reach_of_bodies(const wf_contact* c) {
    float slack = 2.0f * WEFT_SAFETY_GAP + DIAGONAL * CALM_SLACK;
    return wf_wider(wf_contact_reach(c), slack) + STRAY;
}

float wf_still_reach_of_layers(const wf_contact* c) {
    float slack = 2.0f * (WEFT_SAFETY_GAP + DIAGONAL * CALM_SLACK);
    return wf_wider(wf_layers_reach(c), slack) + 2.0f * STRAY;
}

wf_sweep wf_still_sweep(const wf_contact* c) {
    const wf_particles* p = c->particles;
    float grow = wf_wider(STRAY + BOX_SLACK, 0.5f * wf_still_reach_of_layers(c));
    const float* place = c->still.place;
    return (wf_sweep){place, place, p->triangles, p->count, p->triangle_count, grow, false};
}

wf_surface wf_still_cloth(const wf_contact* c) {
    wf_surface cloth = wf_contact_cloth(c);
    cloth.from = cloth.to = c->still.place;
    cloth.slack = NULL;
    return cloth;
}

bool wf_still_refit(wf_contact* c) {
    wf_sweep sweep = wf_still_sweep(c);
    return c->structure_self == NULL ||
           c->structure->refresh_cloth(c->memory, c->structure_self, &sweep);
}

typedef struct box {
    wf_f4 lo, hi;
} box;

static box box_of(const float* x, const uint32_t* corner, float grow) {
    box b = {wf_f4_splat(1e30f), wf_f4_splat(-1e30f)};
    for (int k = 0; k < 3; ++k) {
        wf_f4 p = wf_f4_load(x + 4 * (size_t)corner[k]);
        b.lo = wf_f4_min(b.lo, p);
        b.hi = wf_f4_max(b.hi, p);
    }
    b.lo = wf_f4_sub(b.lo, wf_f4_splat(grow));
    b.hi = wf_f4_add(b.hi, wf_f4_splat(grow));
    return b;
}

static bool are_apart(const box* a, const box* b) {
    wf_f4 gap = wf_f4_or(wf_f4_less(a->hi, b->lo), wf_f4_less(b->hi, a->lo));
    return (wf_f4_mask(gap) & 7) != 0;
}

void wf_still_thin(const wf_contact* c, const wf_obstacle* body, wf_pairs* candidates) {
    const wf_particles* p = c->particles;
    const float *place = c->still.place, *other = body != NULL ? body->x0 : place;
    const uint32_t* corners = body != NULL ? body->triangles : p->triangles;
    float grow = STRAY + BOX_SLACK + WF_LATE_REACH;
    size_t kept = 0;
    for (size_t i = 0; i < candidates->count; ++i) {
        uint32_t a = candidates->a[i], b = candidates->b[i];
        box upper = box_of(place, p->triangles + 3 * (size_t)a, grow);
        box lower = box_of(other, corners + 3 * (size_t)b, body != NULL ? 0.0f : grow);
        candidates->a[kept] = a;
        candidates->b[kept] = b;
        kept += !are_apart(&upper, &lower);
    }
    candidates->count = kept;
}

/// Methods of the lab are run as they are described, in every round.
static bool is_allowed(const wf_contact* c) {
#ifdef WEFT_LAB
    enum { FIRST_OF_LAB = 2, UPDATE = 5, TRAVERSE = 7, SELF = 8, LEAF_TEST = 10, SEPARATION = 11 };
    static const int plain[] = {FIRST_OF_LAB, 3, 4, UPDATE, TRAVERSE, SELF, LEAF_TEST, SEPARATION};
    bool allowed = c->structure->is_dop_tree && c->response->narrow == NULL;
    for (size_t k = 0; k < sizeof plain / sizeof *plain && allowed; ++k) {
        allowed = c->structure_values[plain[k]] == 0.0f;
    }
    return allowed;
#else
    (void)c;
    return true;
#endif
}

/// The longest way, squared, from `from` to where a particle is now, and to where it is predicted.
static float longest_way2(const wf_contact* c, const float* from) {
    const float *x = c->particles->x, *to = c->predicted;
    float most = 0.0f;
    for (size_t i = 0; i < 4 * (size_t)c->particle_count; i += 4) {
        wf_f4 start = wf_f4_load(from + i);
        wf_f4 a = wf_f4_sub(wf_f4_load(x + i), start), b = wf_f4_sub(wf_f4_load(to + i), start);
        most = wf_wider(most, wf_wider(wf_f4_dot3(a, a), wf_f4_dot3(b, b)));
    }
    return most;
}

static void forget(wf_still* s) {
    s->known = false;
    s->wait = s->rounds < ROUNDS_TO_PAY ? ROUNDS_TO_WAIT : 0;
}

static void begin(wf_contact* c) {
    wf_still* s = &c->still;
    memcpy(s->place, c->particles->x, 16 * (size_t)c->particle_count);
    s->known = true;
    s->bodies.made = s->layers.made = false;
    s->rounds = 0;
}

void wf_still_look(wf_contact* c) {
    wf_still* s = &c->still;
    bool can =
        is_allowed(c) && c->obstacle->stands && c->captured_count == 0 && c->slack <= BOX_SLACK;
    if (s->known && !(can && longest_way2(c, s->place) <= STRAY * STRAY)) {
        forget(s);
    }
    if (!s->known && s->wait > 0) {
        s->wait -= 1;
    } else if (!s->known && can &&
               longest_way2(c, c->particles->x) <= WF_STILL_MOVE * WF_STILL_MOVE) {
        begin(c);
    }
    s->rounds += s->known;
}
