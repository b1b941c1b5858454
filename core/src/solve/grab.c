// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pointers' hands. One takes a handful, not a thread: a patch around the grabbed vertex, each
// particle by a share that falls off with the distance. It pulls as hard as the cloth can bear and
// follows at the speed of a hand; the pointer may go ahead. Nothing of it is remembered from
// substep to substep but the place that the pointer has.
#include "solve/grab.h"

#include "math/vec.h"
#include "solve/system.h"

#include <math.h>
#include <string.h>

/// Reach of the handful along the cloth, m.
#define HANDFUL 0.03f
/// Strain beyond its limit that a fabric bears under a hand.
#define BORNE_STRAIN 0.1f
/// What fingers hold before cloth slips out of them, N.
#define MOST_FORCE 3.0f
/// And no more than lifts the whole cloth this many times over: a hand that pulls harder only
/// throws light cloth about. m/s2
#define MOST_LIFT (2.5f * 9.81f)
/// How fast cloth follows that nothing else holds, m/s.
#define HAND_SPEED 1.5f

/// A particle of the handful and how far along edges it lies from the middle, m.
typedef struct reached {
    uint32_t particle;
    float distance;
} reached;

typedef struct handful {
    reached items[WF_GRAB_MOST];
    uint32_t count;
} handful;

static uint32_t find(const handful* h, uint32_t particle) {
    uint32_t k = 0;
    while (k < h->count && h->items[k].particle != particle) {
        ++k;
    }
    return k;
}

/// Notes a way to a particle, if it is shorter than the one known. True when that is news.
static bool reach(handful* h, uint32_t particle, float distance) {
    uint32_t k = find(h, particle);
    if (k == WF_GRAB_MOST || (k < h->count && h->items[k].distance <= distance)) {
        return false;
    }
    h->items[k] = (reached){particle, distance};
    h->count = k < h->count ? h->count : k + 1;
    return true;
}

/// Shortest ways along edges, ring by ring until none gets shorter.
static void spread(const wf_system* s, uint32_t middle, handful* h) {
    h->count = 0;
    reach(h, middle, 0.0f);
    bool news = true;
    for (uint32_t round = 0; news && round < WF_GRAB_MOST; ++round) {
        news = false;
        for (uint32_t k = 0; k < h->count; ++k) {
            reached from = h->items[k];
            wf_v3 x = wf_v3_load(s->particles.x + 4 * (size_t)from.particle);
            for (uint32_t n = s->row[from.particle]; n < s->row[from.particle + 1]; ++n) {
                uint32_t to = s->column[n];
                wf_v3 way = wf_v3_sub(wf_v3_load(s->particles.x + 4 * (size_t)to), x);
                float distance = from.distance + wf_v3_length(way);
                if (distance < HANDFUL &&
                    s->particles.cloth_of[to] == s->particles.cloth_of[middle]) {
                    news = reach(h, to, distance) || news;
                }
            }
        }
    }
}

static float cloth_mass(const wf_system* s, uint32_t cloth) {
    float mass = 0.0f;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        mass += s->particles.cloth_of[i] == cloth ? s->particles.mass[i] : 0.0f;
    }
    return mass;
}

/// What a strip as wide as the handful bears, N.
static float borne_force(const weft_fabric* f) {
    float stiffer = f->stretch_warp > f->stretch_weft ? f->stretch_warp : f->stretch_weft;
    float softer = f->stretch_warp + f->stretch_weft - stiffer;
    float tension = softer * (f->strain_limit + BORNE_STRAIN) +
                    WF_LIMIT_FACTOR * stiffer * BORNE_STRAIN * BORNE_STRAIN;
    float force = 2.0f * HANDFUL * tension;
    return force < MOST_FORCE ? force : MOST_FORCE;
}

/// Shares of the particles, which sum to one; a particle that is prescribed has none. False when
/// nothing is left.
static bool share_out(const wf_system* s, const handful* h, float* share, wf_v3* middle) {
    float sum = 0.0f;
    *middle = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < h->count; ++k) {
        bool fixed = s->particles.fixed[h->items[k].particle] != 0;
        share[k] = fixed ? 0.0f : 1.0f - h->items[k].distance / HANDFUL;
        sum += share[k];
    }
    for (uint32_t k = 0; k < h->count && sum > 0.0f; ++k) {
        share[k] /= sum;
        wf_v3 x = wf_v3_load(s->particles.x + 4 * (size_t)h->items[k].particle);
        *middle = wf_v3_muladd(*middle, x, share[k]);
    }
    return sum > 0.0f;
}

/// A spring that leads a particle by `lead` from where it is.
static wf_hold lead_particle(const wf_system* s, uint32_t particle, uint32_t cloth, wf_v3 lead,
                             float stiffness) {
    wf_hold hold = {
        .particle = particle, .cloth = cloth, .triangle = UINT32_MAX, .stiffness = stiffness};
    wf_v3 to = wf_v3_add(wf_v3_load(s->particles.x + 4 * (size_t)particle), lead);
    memcpy(hold.place, to.raw, sizeof hold.place);
    return hold;
}

static void let_go(wf_system* s) {
    s->hold_count -= s->grab_holds;
    s->grab_holds = 0;
}

static void place_hand(wf_system* s, const wf_grab* g) {
    handful h;
    float share[WF_GRAB_MOST];
    wf_v3 middle;
    const wf_cloth* cloth = &s->objects->cloths[g->cloth];
    spread(s, cloth->particle[g->vertex], &h);
    if (!share_out(s, &h, share, &middle)) {
        return;
    }
    wf_v3 way = wf_v3_sub(wf_v3_load(g->place), middle);
    float most = borne_force(&cloth->fabric), length = wf_v3_length(way);
    float lift = MOST_LIFT * cloth_mass(s, g->cloth);
    most = lift < most ? lift : most;
    float pull = g->stiffness * length > most ? most / length : g->stiffness; // N/m
    // A brake that follows the cloth: at hand speed it takes up the greatest force.
    float brake = most / (HAND_SPEED * s->h);
    float stiffness = pull + brake;
    wf_v3 lead = stiffness > 0.0f ? wf_v3_scale(way, pull / stiffness) : way;
    for (uint32_t k = 0; k < h.count; ++k) {
        if (share[k] > 0.0f) {
            s->holds[s->hold_count++] =
                lead_particle(s, h.items[k].particle, g->cloth, lead, share[k] * stiffness);
            s->grab_holds += 1;
        }
    }
}

void wf_grab_place(wf_system* s, const wf_hands* hands) {
    let_go(s);
    for (uint32_t k = 0; k < WEFT_HANDS; ++k) {
        if (hands->hand[k].active) {
            place_hand(s, &hands->hand[k]);
        }
    }
}
