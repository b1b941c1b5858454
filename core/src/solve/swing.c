// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "solve/swing.h"

#include "math/vec.h"
#include "solve/terms.h"

#include <math.h>
#include <string.h>

/// What is too fast for the substeps keeps (1 - alpha) / (1 + alpha) of its swing in each.
#define ALPHA 0.2f
/// Mean speed of a cloth that gets half of the rule, m/s. With half of that ten sheets in a pile
/// still do with what they have in the sixth second, but need longer to come there.
#define CALM_SPEED 0.1f
/// Accelerations are remembered up to this, m/s2: ten times what cloth that falls is stopped with.
#define MOST_PULL 100.0f
/// A particle that the filter holds back by more than this, m, has no velocity beyond that of its
/// last move: it did not go where the forces led it.
#define HELD_BACK 1e-5f

typedef struct rule {
    float ahead, behind, gamma, alpha;
} rule;

/// Part 0 is backward Euler.
static rule rule_of(float part) {
    const float beta = 0.25f * (1.0f + ALPHA) * (1.0f + ALPHA);
    float rest = 1.0f - part;
    return (rule){part * beta + rest, part * (0.5f - beta), part * (0.5f + ALPHA) + rest,
                  part * ALPHA};
}

/// A particle of which nothing is remembered does a substep of backward Euler.
static rule rule_at(const wf_system* s, uint32_t i) {
    return rule_of(s->particles.known[i] ? s->part[i] : 0.0f);
}

static float share_of(const rule* r) {
    return r->ahead * (1.0f - r->alpha);
}

static bool is_chosen(const wf_system* s) {
    return s->solver->swing > 0 && s->values[s->solver->swing - 1] != 0.0f;
}

void wf_swing_begin(wf_system* s) {
    const wf_particles* p = &s->particles;
    bool chosen = is_chosen(s);
    if (!chosen) {
        wf_particles_forget(&s->particles);
    }
    for (uint32_t first = 0, end; first < p->count; first = end) {
        float energy = 0.0f, mass = 0.0f;
        for (end = first; end < p->count && p->cloth_of[end] == p->cloth_of[first]; ++end) {
            wf_f4 v = wf_f4_load(p->v + 4 * (size_t)end);
            energy += p->mass[end] * wf_f4_dot3(v, v);
            mass += p->mass[end];
        }
        float part = energy / (energy + mass * (CALM_SPEED * CALM_SPEED));
        for (uint32_t i = first; i < end; ++i) {
            s->part[i] = chosen ? part : 0.0f;
        }
    }
}

wf_f4 wf_swing_way(const wf_system* s, uint32_t i, float h) {
    const wf_particles* p = &s->particles;
    size_t at = 4 * (size_t)i;
    rule r = rule_at(s, i);
    wf_f4 way = wf_f4_mul(wf_f4_splat(h), wf_f4_load(p->late + at));
    way = wf_f4_muladd(wf_f4_splat(s->square * r.ahead * r.alpha), wf_f4_load(p->pull + at), way);
    return wf_f4_muladd(wf_f4_splat(s->square * r.behind), wf_f4_load(p->mean + at), way);
}

void wf_swing_weigh(wf_system* s) {
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        rule r = rule_at(s, i);
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

/// Forces on the particles at the proposal that are not the cloth's own, N, in `r`.
static void gather_others(wf_system* s, const wf_touches* touches) {
    const float* z = s->particles.z;
    float unused[12] = {0};
    memset(s->r, 0, 16 * (size_t)s->particles.count);
    for (size_t k = 0; k < touches->count; ++k) {
        const wf_touch* t = &touches->items[k];
        wf_touch_response response = wf_touch_respond(t, z, 0.0f);
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
static wf_f4 pull_at(const wf_system* s, uint32_t i, float share) {
    const wf_particles* p = &s->particles;
    size_t at = 4 * (size_t)i;
    wf_f4 went = wf_f4_sub(wf_f4_load(p->z + at), wf_f4_load(p->x_start + at));
    went = wf_f4_add(went, wf_f4_load(p->carried + at));
    wf_f4 pull = wf_f4_sub(went, wf_f4_load(p->inert + at));
    pull = wf_f4_mul(pull, wf_f4_splat(1.0f / s->square));
    pull = wf_f4_muladd(wf_f4_splat(-1.0f / p->mass[i]), wf_f4_load(s->r + at), pull);
    pull = wf_f4_mul(pull, wf_f4_splat(1.0f / share));
    float size2 = wf_f4_dot3(pull, pull);
    bool ends = size2 > MOST_PULL * MOST_PULL;
    return ends ? wf_f4_mul(pull, wf_f4_splat(MOST_PULL / sqrtf(size2))) : pull;
}

static bool is_held_back(const wf_particles* p, uint32_t i) {
    size_t at = 4 * (size_t)i;
    wf_f4 off = wf_f4_sub(wf_f4_load(p->z + at), wf_f4_load(p->x + at));
    return wf_f4_dot3(off, off) > HELD_BACK * HELD_BACK;
}

static void remember(wf_system* s, uint32_t i) {
    wf_particles* p = &s->particles;
    size_t at = 4 * (size_t)i;
    rule r = rule_at(s, i);
    wf_f4 pull = pull_at(s, i, share_of(&r)), before = wf_f4_load(p->mean + at);
    wf_f4 change = wf_f4_sub(wf_f4_load(p->pull + at), pull);
    wf_f4 mean = wf_f4_muladd(wf_f4_splat(r.alpha), change, pull);
    wf_f4 late = wf_f4_mul(wf_f4_splat(s->h * (1.0f - r.gamma - r.behind)), before);
    late = wf_f4_muladd(wf_f4_splat(s->h * (r.gamma - r.ahead)), mean, late);
    wf_f4_store(p->pull + at, pull);
    wf_f4_store(p->mean + at, mean);
    wf_f4_store(p->late + at, is_held_back(p, i) ? wf_f4_zero() : late);
}

void wf_swing_remember(wf_system* s, const wf_touches* touches) {
    if (!is_chosen(s)) {
        return;
    }
    gather_others(s, touches);
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        s->particles.known[i] = 1;
        if (!s->particles.fixed[i]) {
            remember(s, i);
        }
    }
}
