// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "solve/swing.h"

#include "math/vec.h"
#include "solve/terms.h"

#include <string.h>

/// What is too fast for the substeps keeps (1 - alpha) / (1 + alpha) of its swing in each.
#define ALPHA 0.2f
/// Newmark's beta.
#define BETA (0.25f * (1.0f + ALPHA) * (1.0f + ALPHA))
/// Mean speed of a cloth that gets half of the rule, m/s. With half of that ten sheets in a pile
/// still do with what they have in the sixth second, but need longer to come there.
#define CALM_SPEED 0.1f
/// A particle that the filter holds back by more than this, m, has no velocity beyond that of its
/// last move: it did not go where the forces led it.
#define HELD_BACK 1e-5f
/// Cloth of which this share of the mass touches something, is held back, or is drawn together by
/// seams, has nothing of the rule.
#define BUSY_SHARE 0.05f
/// Where the part of the rule times what a substep changes the forces would change velocities by
/// more than this share of the speed, backward Euler takes the substep instead: a force from which
/// a substep would go on as if it stayed makes energy. Where the forces alone change by half as
/// much, two Newton steps leave over what makes energy too, and the proposal is made twice.
#define ROUGH 0.02f
/// `ease` rises by RISE in a substep. Up to WAIT cloth has backward Euler, nothing is remembered,
/// and nothing looked at; from there to MOST it comes to have all of the rule. A substep whose
/// proposal is made twice takes RATE, but never the look: what whips on has backward Euler, whose
/// two Newton steps make energy there as well. From nothing to everything it takes a quarter of a
/// second.
enum { RISE = 8, WAIT = 127, MOST = 255, RATE = 12 };

typedef struct rule {
    float ahead, behind, alpha;
} rule;

/// Part 0 is backward Euler.
static rule rule_of(float part) {
    return (rule){part * BETA + 1.0f - part, part * (0.5f - BETA), part * ALPHA};
}

static float share_of(const rule* r) {
    return r->ahead * (1.0f - r->alpha);
}

static wf_swing* swing_of(const wf_system* s, size_t particle) {
    return &s->swing[s->particles.piece[particle]];
}

static bool is_chosen(const wf_system* s) {
    return s->solver->swing > 0 && s->values[s->solver->swing - 1] != 0.0f;
}

/// The most `ease` of a piece of which so much is busy, kg.
static float ease_for(const wf_swing* w, float busy) {
    float idle = 1.0f - busy / (BUSY_SHARE * w->mass);
    return idle > 0.0f ? (float)WAIT + (float)(MOST - WAIT) * idle : 0.0f;
}

static float squared_speed(const wf_swing* w) {
    return w->energy + w->mass * (CALM_SPEED * CALM_SPEED);
}

static void sum_up(wf_system* s, const wf_touches* touches) {
    const wf_particles* p = &s->particles;
    for (uint32_t k = 0; k < p->piece_count; ++k) {
        s->swing[k] = (wf_swing){.ease = (float)MOST};
    }
    for (size_t i = 0; i < p->count; ++i) {
        wf_swing* w = swing_of(s, i);
        wf_f4 v = wf_f4_load(p->v + 4 * i);
        w->mass += p->mass[i];
        w->energy += p->mass[i] * wf_f4_dot3(v, v);
        bool sewn = s->objects->cloths[p->cloth_of[i]].drag_rate > 0.0f;
        w->busy += sewn || touches->first[i] != touches->first[i + 1] ? p->mass[i] : 0.0f;
        w->ease = (float)p->ease[i] < w->ease ? (float)p->ease[i] : w->ease;
    }
}

/// Whether any piece remembers something, or will.
static bool choose(wf_system* s, bool seen) {
    bool any = false, chosen = seen && is_chosen(s);
    for (uint32_t k = 0; k < s->particles.piece_count; ++k) {
        wf_swing* w = &s->swing[k];
        float most = chosen ? ease_for(w, w->busy) : 0.0f;
        float now = w->ease < most ? w->ease : most, next = w->ease + (float)RISE;
        w->knows = w->ease > (float)WAIT;
        w->part = now > (float)WAIT ? (now - (float)WAIT) / (float)(MOST - WAIT) : 0.0f;
        w->part *= w->energy / squared_speed(w);
        w->ease = next < most ? next : most;
        any |= w->knows || w->ease > (float)WAIT;
    }
    return any;
}

/// What the forces that are remembered add to the way of a particle, m.
static wf_f4 way_of(const wf_system* s, size_t i) {
    const wf_particles* p = &s->particles;
    float part = swing_of(s, i)->part;
    rule r = rule_of(part);
    wf_f4 last = wf_f4_splat(s->square * r.ahead * r.alpha);
    wf_f4 mean = wf_f4_splat(s->square * (r.behind + 0.5f * part));
    return wf_f4_muladd(mean, wf_f4_load(p->mean + 4 * i),
                        wf_f4_mul(last, wf_f4_load(p->pull + 4 * i)));
}

/// Adds to where inertia takes a particle.
static void shift(wf_particles* p, size_t at, wf_f4 way) {
    wf_f4 x = wf_f4_load(p->x + at), carry = wf_f4_load(p->carry + at);
    wf_f4 move = wf_f4_add(wf_f4_add(wf_f4_sub(wf_f4_load(p->y + at), x), way), carry);
    wf_f4 y = wf_f4_add(x, move), left = wf_f4_sub(move, wf_f4_sub(y, x));
    wf_f4_store(p->y + at, y);
    wf_f4_store(p->carry + at, left);
    wf_f4_store(p->carried + at, wf_f4_add(wf_f4_load(p->carried + at), wf_f4_sub(left, carry)));
    wf_f4_store(p->inert + at, wf_f4_add(wf_f4_load(p->inert + at), way));
}

static void weigh(wf_system* s) {
    for (size_t i = 0; i < s->particles.count; ++i) {
        rule r = rule_of(swing_of(s, i)->part);
        s->share[i] = share_of(&r);
    }
    for (uint32_t e = 0; e < s->element_count; ++e) {
        wf_element* element = &s->elements[e];
        float share[4];
        for (int lane = 0; lane < 4; ++lane) {
            share[lane] = s->share[element->corner[0][lane]];
        }
        element->m.area = wf_f4_mul(element->area, wf_f4_load(share));
    }
}

void wf_swing_act(wf_system* s, const wf_touches* touches, bool seen) {
    wf_particles* p = &s->particles;
    sum_up(s, touches);
    bool swung = s->swings;
    s->swings = choose(s, seen);
    for (size_t i = 0; i < p->count; ++i) {
        const wf_swing* w = swing_of(s, i);
        p->ease[i] = (uint8_t)w->ease;
        if (w->knows && !p->fixed[i]) {
            wf_f4 late = wf_f4_mul(wf_f4_splat(s->h), wf_f4_load(p->late + 4 * i));
            shift(p, 4 * i, wf_f4_add(way_of(s, i), late));
            wf_f4_store(p->late + 4 * i, wf_f4_zero());
        }
    }
    if (s->swings || swung) {
        weigh(s);
    }
}

/// Forces on the particles at the proposal that are not the cloth's own, N, in `r`.
static void gather_others(wf_system* s, const wf_touches* touches) {
    const float* z = s->particles.z;
    float unused[12] = {0};
    memset(s->r, 0, 16 * (size_t)s->particles.count);
    for (size_t k = 0; k < touches->count; ++k) {
        const wf_touch* t = &touches->items[k];
        wf_touch_response response;
        wf_touch_respond(t, z, 0.0f, &response);
        for (uint32_t n = 0; n < t->count; ++n) {
            wf_add_touch(t, n, &response, s->r + 4 * (size_t)t->particle[n], unused);
        }
    }
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        const wf_seam* seam = &s->seams[k];
        wf_seam_term t = wf_seam_at(seam, z, wf_seam_rest(s, seam));
        wf_add_seam_pull(&t, 1.0f, s->r + 4 * (size_t)seam->a);
        wf_add_seam_pull(&t, -1.0f, s->r + 4 * (size_t)seam->b);
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        size_t at = 4 * (size_t)s->holds[k].particle;
        float gradient[3] = {0.0f, 0.0f, 0.0f};
        wf_add_hold(&s->holds[k], z + at, gradient, unused);
        for (size_t axis = 0; axis < 3; ++axis) {
            s->r[at + axis] -= gradient[axis];
        }
    }
}

/// Acceleration of a particle by the cloth's own forces.
static wf_f4 pull_at(const wf_system* s, size_t i) {
    const wf_particles* p = &s->particles;
    size_t at = 4 * i;
    wf_f4 went = wf_f4_sub(wf_f4_load(p->z + at), wf_f4_load(p->x_start + at));
    went = wf_f4_add(went, wf_f4_load(p->carried + at));
    wf_f4 pull = wf_f4_sub(went, wf_f4_load(p->inert + at));
    pull = wf_f4_mul(pull, wf_f4_splat(1.0f / s->square));
    pull = wf_f4_muladd(wf_f4_splat(-1.0f / p->mass[i]), wf_f4_load(s->r + at), pull);
    return wf_f4_mul(pull, wf_f4_splat(1.0f / s->share[i]));
}

/// Gives pieces that are too rough backward Euler. Whether any is to be solved again.
static bool drop_rough(wf_system* s) {
    wf_particles* p = &s->particles;
    bool again = false;
    for (uint32_t k = 0; k < p->piece_count; ++k) {
        wf_swing* w = &s->swing[k];
        float change = s->h * s->h * w->change, most = ROUGH * ROUGH * squared_speed(w);
        w->rough = w->part * w->part * change > most;
        w->again = w->ease > (float)WAIT && change > 0.25f * most; // never what touches
        again |= w->again;
    }
    for (size_t i = 0; i < p->count && again; ++i) {
        const wf_swing* w = swing_of(s, i);
        if (w->rough && !p->fixed[i]) {
            shift(p, 4 * i, wf_f4_neg(way_of(s, i)));
        }
        if (w->again) {
            p->ease[i] = p->ease[i] > WAIT + RATE ? p->ease[i] - RATE : WAIT + 1;
        }
    }
    return again;
}

bool wf_swing_doubt(wf_system* s, const wf_touches* touches) {
    const wf_particles* p = &s->particles;
    if (!s->swings) {
        return false;
    }
    gather_others(s, touches);
    for (size_t i = 0; i < p->count; ++i) {
        wf_swing* w = swing_of(s, i);
        if (w->knows && !p->fixed[i]) {
            wf_f4 change = wf_f4_sub(pull_at(s, i), wf_f4_load(p->pull + 4 * i));
            w->change += p->mass[i] * wf_f4_dot3(change, change);
        }
    }
    if (!drop_rough(s)) {
        return false;
    }
    for (uint32_t k = 0; k < p->piece_count; ++k) {
        s->swing[k].part = s->swing[k].rough ? 0.0f : s->swing[k].part;
    }
    weigh(s);
    return true;
}

static bool is_held_back(const wf_particles* p, size_t i) {
    size_t at = 4 * i;
    wf_f4 off = wf_f4_sub(wf_f4_load(p->z + at), wf_f4_load(p->x + at));
    return wf_f4_dot3(off, off) > HELD_BACK * HELD_BACK;
}

static void remember(wf_system* s, size_t i) {
    wf_particles* p = &s->particles;
    size_t at = 4 * i;
    wf_swing* w = swing_of(s, i);
    wf_f4 pull = pull_at(s, i), before = wf_f4_load(p->mean + at);
    wf_f4 change = wf_f4_sub(wf_f4_load(p->pull + at), pull);
    wf_f4 mean = wf_f4_muladd(wf_f4_splat(w->part * ALPHA), change, pull);
    wf_f4 late = wf_f4_splat(s->h * w->part * (BETA - ALPHA));
    wf_f4_store(p->pull + at, pull);
    wf_f4_store(p->mean + at, mean);
    wf_f4_store(p->late + at, wf_f4_mul(late, wf_f4_sub(before, mean)));
    if (is_held_back(p, i)) {
        wf_f4_store(p->late + at, wf_f4_zero());
        w->held += p->mass[i];
    }
}

void wf_swing_remember(wf_system* s, const wf_touches* touches) {
    wf_particles* p = &s->particles;
    if (!s->swings) {
        return;
    }
    gather_others(s, touches);
    for (size_t i = 0; i < p->count; ++i) {
        if (p->ease[i] > WAIT && !p->fixed[i]) {
            remember(s, i);
        }
    }
    for (size_t i = 0; i < p->count; ++i) {
        const wf_swing* w = swing_of(s, i);
        float most = ease_for(w, w->held);
        p->ease[i] = (float)p->ease[i] < most ? p->ease[i] : (uint8_t)most;
        if (p->ease[i] == 0) {
            wf_f4_store(p->late + 4 * i, wf_f4_zero());
        }
    }
}
