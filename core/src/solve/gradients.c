// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Preconditioned conjugate gradients of one Newton step. An iteration is five loops over particles:
// with threads each ends in a wait, and each reads fields that are larger than a cache, so what can
// be done in one pass is. Where a loop reads of others what it would write, it writes elsewhere and
// the fields change places.
#include "solve/gradients.h"

#include "solve/coarse.h"
#include "solve/rows.h"
#include "solve/terms.h"

#include <math.h>
#include <string.h>

/// Stop when the correction still to come is below this, m, root mean square over the mass; or when
/// the residual has fallen to this part of the first one.
#define CG_PRECISION 5e-7f
#define CG_TOLERANCE 1e-3f

/// What loops over touches, and over the particles they act on, work with.
typedef struct press {
    wf_system* s;
    wf_touches* touches;
} press;

static void list_pressing(wf_pressing* p, const wf_touch* t, const wf_touch_response* r) {
    memcpy(p->force, r->force, sizeof p->force);
    memcpy(p->particle, t->particle, sizeof p->particle);
    memcpy(p->weight, t->weight, sizeof p->weight);
    memcpy(p->n, t->n, sizeof p->n);
    p->normal = r->normal;
    p->tangential = r->tangential;
    p->count = t->count;
}

static void linearise_touches(void* given, uint32_t begin, uint32_t end) {
    const press* a = given;
    const wf_particles* particles = &a->s->particles;
    for (size_t n = begin; n < end; ++n) {
        size_t i = wf_touch_at(a->touches, n);
        wf_touch* t = &a->touches->items[i];
        // A sheet at rest hovers by micrometres: a touch that is just open at the guess but would
        // press without it is taken as closed, or the whole sheet falls through one Newton step and
        // is thrown back by the next. One that is open further would be pulled shut, so the more
        // it is open the less it counts.
        wf_touch_response r;
        wf_touch_respond(t, particles->z, wf_touch_hover(t, particles->z, particles->y), &r);
        t->normal = r.normal;
        t->tangential = r.tangential;
        list_pressing(&a->touches->pressing[i], t, &r);
    }
}

/// Touch forces on a particle into its residual, their stiffness into its block; lists those that
/// press.
static void gather_touches(const wf_touches* touches, uint32_t i, float* force, float* block) {
    uint32_t end = touches->first[i];
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        uint32_t at = touches->incident[k];
        const wf_pressing* p = &touches->pressing[at >> 2];
        wf_touch_response r = {.normal = p->normal, .tangential = p->tangential};
        memcpy(r.force, p->force, sizeof r.force);
        wf_add_touch(&touches->items[at >> 2], at & 3, &r, force, block);
        touches->pressed[end] = at;
        end += p->normal != 0.0f;
    }
    touches->pressed_end[i] = end;
}

/// Where conjugate gradients begin: at d = 0, with the residual.
static void start_particles(void* given, uint32_t begin, uint32_t end) {
    const press* a = given;
    wf_system* s = a->s;
    for (uint32_t i = begin; i < end; ++i) {
        size_t at = 4 * (size_t)i;
        float force[4], block[12];
        wf_f4_store(force, wf_f4_neg(wf_f4_load(s->gradient + at)));
        memcpy(block, s->diagonal + 3 * at, sizeof block);
        gather_touches(a->touches, i, force, block);
        wf_invert_block(block, s->inverse + 3 * at);
        wf_f4 left = s->particles.fixed[i] ? wf_f4_zero() : wf_f4_load(force);
        wf_f4_store(s->d + at, wf_f4_zero());
        wf_f4_store(s->r + at, left);
    }
}

void wf_gradients_start(wf_system* s, wf_touches* touches) {
    press a = {s, touches};
    wf_system_for(s, (uint32_t)touches->count, WF_TOUCH_BLOCK, linearise_touches, &a);
    wf_system_for(s, s->particles.count, WF_ROW_BLOCK, start_particles, &a);
}

/// What the loops of an iteration work with. Their items are blocks of particles; what is not of
/// particles is dealt out over the same blocks.
typedef struct stride {
    wf_system* s;
    wf_touches* touches;
    float step; // along p
    float kept; // of p in the next direction
} stride;

static uint32_t block_count(const wf_system* s) {
    return (s->particles.count + WF_PARTICLE_BLOCK - 1) / WF_PARTICLE_BLOCK;
}

static uint32_t end_of(const wf_system* s, uint32_t block) {
    return wf_block_end(block * WF_PARTICLE_BLOCK, s->particles.count);
}

static void swap(float** a, float** b) {
    float* held = *a;
    *a = *b;
    *b = held;
}

// ---- along p
// --------------------------------------------------------------------------------------------

/// The residual after a step along p, in q, and the sums of it over patches.
static void advance_blocks(void* given, uint32_t begin, uint32_t end) {
    const stride* a = given;
    const wf_system* s = a->s;
    const float *r = s->r, *product = s->s;
    float* q = s->q;
    wf_f4 back = wf_f4_splat(-a->step);
    for (uint32_t block = begin; block < end; ++block) {
        size_t last = 4 * (size_t)end_of(s, block);
        for (size_t i = 4 * (size_t)block * WF_PARTICLE_BLOCK; i < last; i += 4) {
            wf_f4_store(q + i, wf_f4_muladd(back, wf_f4_load(product + i), wf_f4_load(r + i)));
        }
        wf_coarse_sum_after(s, block, r, product, a->step);
    }
}

/// r . q for the preconditioned residual q a step further along p.
static float precondition_after(wf_system* s, float step) {
    stride a = {.s = s, .step = step};
    wf_system_for(s, block_count(s), 1, advance_blocks, &a);
    swap(&s->r, &s->q);
    wf_coarse_correct(s, s->r, s->q);
    return wf_system_sum_parts(s);
}

/// The last step along p, and what the block of each particle makes of the residual there in q.
static void finish_particles(void* given, uint32_t begin, uint32_t end) {
    const stride* a = given;
    wf_f4 forward = wf_f4_splat(a->step), back = wf_f4_splat(-a->step);
    float *d = a->s->d, *q = a->s->q;
    const float *p = a->s->p, *r = a->s->r, *product = a->s->s, *inverse = a->s->inverse;
    for (size_t i = 4 * (size_t)begin; i < 4 * (size_t)end; i += 4) {
        wf_f4 left = wf_f4_muladd(back, wf_f4_load(product + i), wf_f4_load(r + i));
        wf_f4_store(d + i, wf_f4_muladd(forward, wf_f4_load(p + i), wf_f4_load(d + i)));
        wf_f4_store(q + i, wf_apply_block(inverse + 3 * i, left));
    }
}

static void finish(wf_system* s, float step) {
    stride a = {.s = s, .step = step};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, finish_particles, &a);
}

// ---- directions
// -----------------------------------------------------------------------------------------

/// What a touch makes of q + kept * p, left in its force.
static void press_touch(const float* q, const float* p, wf_f4 kept, wf_pressing* t) {
    wf_f4 sum = wf_f4_zero();
    for (uint32_t k = 0; k < t->count; ++k) {
        size_t i = 4 * (size_t)t->particle[k];
        wf_f4 d = wf_f4_muladd(kept, wf_f4_load(p + i), wf_f4_load(q + i));
        sum = wf_f4_muladd(d, wf_f4_splat(t->weight[k]), sum);
    }
    float moved[4];
    wf_f4_store(moved, sum);
    wf_v3 n = wf_v3_load(t->n), way = wf_v3_load(moved);
    float along = wf_v3_dot(n, way);
    wf_v3_store(t->force, wf_v3_muladd(wf_v3_scale(way, t->tangential), n,
                                       (t->normal - t->tangential) * along));
}

static void press_touches(const stride* a, uint32_t block) {
    const float *q = a->s->q, *p = a->s->p;
    wf_f4 kept = wf_f4_splat(a->kept);
    const wf_touches* touches = a->touches;
    size_t end = wf_touches_before(touches, end_of(a->s, block));
    for (size_t n = wf_touches_before(touches, block * WF_PARTICLE_BLOCK); n < end; ++n) {
        wf_pressing* pressing = &touches->pressing[wf_touch_at(touches, n)];
        if (pressing->normal != 0.0f) {
            press_touch(q, p, kept, pressing);
        }
    }
}

/// The place goes along p, which turns to q + kept * p in s; what touches make of that.
static void turn_blocks(void* given, uint32_t begin, uint32_t end) {
    const stride* a = given;
    const wf_system* s = a->s;
    const float *q = s->q, *p = s->p;
    float *d = s->d, *next = s->s;
    wf_f4 forward = wf_f4_splat(a->step), kept = wf_f4_splat(a->kept);
    for (uint32_t block = begin; block < end; ++block) {
        size_t last = 4 * (size_t)end_of(s, block);
        for (size_t i = 4 * (size_t)block * WF_PARTICLE_BLOCK; i < last; i += 4) {
            wf_f4 along = wf_f4_load(p + i);
            wf_f4_store(d + i, wf_f4_muladd(forward, along, wf_f4_load(d + i)));
            wf_f4_store(next + i, wf_f4_muladd(kept, along, wf_f4_load(q + i)));
        }
        press_touches(a, block);
    }
}

static void turn(wf_system* s, wf_touches* touches, float step, float kept) {
    stride a = {s, touches, step, kept};
    wf_system_for(s, block_count(s), 1, turn_blocks, &a);
    swap(&s->p, &s->s);
}

// ---- all
// ------------------------------------------------------------------------------------------------

void wf_gradients_run(wf_system* s, wf_touches* touches, int iterations) {
    wf_coarse_sum(s, s->r);
    wf_coarse_correct(s, s->r, s->q);
    float rho = wf_system_sum_parts(s);
    float enough = CG_PRECISION * CG_PRECISION * s->particles.total_mass / s->square;
    enough =
        enough > CG_TOLERANCE * CG_TOLERANCE * rho ? enough : CG_TOLERANCE * CG_TOLERANCE * rho;
    memset(s->p, 0, 16 * (size_t)s->particles.count);
    turn(s, touches, 0.0f, 0.0f);
    for (int n = 1; rho > enough; ++n) {
        float curvature = wf_system_multiply(s, touches, s->p, s->s);
        if (!(curvature > 0.0f)) {
            return;
        }
        float step = rho / curvature;
        if (n >= iterations) {
            finish(s, step);
            return;
        }
        float next = precondition_after(s, step);
        turn(s, touches, step, next / rho);
        rho = next;
    }
}
