// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bounds: a particle within STRAY of its place, now and as predicted, moves any height along
// any direction by no more than that. So features that some plane held further apart than their
// reach and the strays of both sides are still apart by their reach. Pairs with a loose particle
// are searched among the candidates that its room has.
#include "contact/still.h"

#include "contact/response.h"
#include "contact/thickness.h"
#include "math/simd.h"
#include "structures/pairs.h"
#include "weft/constants.h"

#include <string.h>

#define STRAY WF_STILL_STRAY

/// Slacks of a box of the filter and round a predicted place, m: of particles that stay within
/// STRAY, in a first round where no body moves.
#define BOX_SLACK (WEFT_BOX_SLACK_LEAST + WEFT_BOX_SLACK_FACTOR * 2.0f * STRAY)
#define CALM_SLACK (WEFT_CALM_SLACK + WEFT_CALM_SLACK_FACTOR * 2.0f * STRAY)

/// The first of these of who is loose.
#define LOOSE_SLACK (WEFT_BOX_SLACK_LEAST + WEFT_BOX_SLACK_FACTOR * 2.0f * WF_STILL_LOOSE)

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

/// Who is loose may come this far. Two who stay near their places, or one and somebody loose, are
/// within reach of each other only where their boxes meet.
wf_sweep wf_still_sweep(const wf_contact* c) {
    const wf_particles* p = c->particles;
    float grow = wf_wider(WF_STILL_LOOSE + LOOSE_SLACK, 0.5f * wf_still_reach_of_layers(c));
    grow = wf_wider(grow, WF_STILL_LOOSE + 0.5f * wf_layers_reach(c));
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

bool wf_still_keep(wf_contact* c, wf_meetings* near, const wf_obstacle* body,
                   const wf_pairs* candidates) {
    const wf_particles* p = c->particles;
    const float *place = c->still.place, *other = body != NULL ? body->x0 : place;
    const uint32_t* corners = body != NULL ? body->triangles : p->triangles;
    float grow = STRAY + BOX_SLACK + WF_LATE_REACH;
    if (!wf_pairs_reserve(c->memory, &near->candidates, candidates->count)) {
        return false;
    }
    for (size_t i = 0; i < candidates->count; ++i) {
        uint32_t a = candidates->a[i], b = candidates->b[i];
        box upper = box_of(place, p->triangles + 3 * (size_t)a, grow);
        box lower = box_of(other, corners + 3 * (size_t)b, body != NULL ? 0.0f : grow);
        near->candidates.a[i] = a;
        near->candidates.b[i] = are_apart(&upper, &lower) ? b : b | WF_CLOSE;
    }
    near->candidates.count = candidates->count;
    near->mixed = true;
    return true;
}

void wf_still_choose(const wf_contact* c, wf_meetings* near, bool of_layers, wf_pairs* candidates) {
    const wf_still* s = &c->still;
    if (!near->mixed && s->loose_count == 0) {
        return; // as in the round before
    }
    const uint32_t* triangles = c->particles->triangles;
    size_t count = 0;
    for (size_t i = 0; i < near->candidates.count; ++i) {
        uint32_t a = near->candidates.a[i], b = near->candidates.b[i] & ~WF_CLOSE;
        bool wanted = (near->candidates.b[i] & WF_CLOSE) != 0;
        if (s->loose_count > 0 && !wanted) {
            wanted = wf_is_late(s->loose, triangles + 3 * (size_t)a) ||
                     (of_layers && wf_is_late(s->loose, triangles + 3 * (size_t)b));
        }
        candidates->a[count] = a;
        candidates->b[count] = b;
        count += wanted;
    }
    candidates->count = count;
    near->mixed = s->loose_count > 0;
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

static float way2(const float* from, const float* to) {
    wf_f4 way = wf_f4_sub(wf_f4_load(to), wf_f4_load(from));
    return wf_f4_dot3(way, way);
}

/// Marks who has strayed, now or as predicted. False when these are too many, or too far away.
static bool find_loose(wf_contact* c) {
    wf_still* s = &c->still;
    float most = 0.0f;
    s->loose_count = 0;
    for (size_t i = 0; i < c->particle_count; ++i) {
        const float* place = s->place + 4 * i;
        float far =
            wf_wider(way2(place, c->particles->x + 4 * i), way2(place, c->predicted + 4 * i));
        s->loose[i] = far > STRAY * STRAY;
        s->loose_count += s->loose[i];
        most = wf_wider(most, far);
    }
    return most <= WF_STILL_LOOSE * WF_STILL_LOOSE &&
           s->loose_count <= c->particle_count / WF_STILL_LOOSE_SHARE;
}

static bool is_calm(const wf_contact* c) {
    uint32_t movers = 0;
    for (size_t i = 0; i < c->particle_count; ++i) {
        float move2 = way2(c->particles->x + 4 * i, c->predicted + 4 * i);
        movers += move2 > WF_STILL_MOVE * WF_STILL_MOVE;
    }
    return movers <= c->particle_count / (2 * WF_STILL_LOOSE_SHARE);
}

static void forget(wf_still* s) {
    s->known = false;
    s->wait = s->rounds < ROUNDS_TO_PAY ? ROUNDS_TO_WAIT : 0;
}

static void begin(wf_contact* c) {
    wf_still* s = &c->still;
    memcpy(s->place, c->particles->x, 16 * (size_t)c->particle_count);
    s->bodies.made = s->layers.made = false;
    s->rounds = 0;
    s->known = find_loose(c);
}

void wf_still_look(wf_contact* c) {
    wf_still* s = &c->still;
    bool can = c->particle_count > 0 && is_allowed(c) && c->obstacle->stands &&
               c->captured_count == 0 && c->least_slack <= WEFT_BOX_SLACK_LEAST;
    if (s->known && !(can && find_loose(c))) {
        forget(s);
    }
    if (!s->known && s->wait > 0) {
        s->wait -= 1;
    } else if (!s->known && can && is_calm(c)) {
        begin(c);
    }
    s->rounds += s->known;
}
