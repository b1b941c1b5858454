// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The default solver: two Newton steps of backward Euler by conjugate gradients with a two-level
// preconditioner, then coloured block sweeps over the same system in which the touches may open and
// close. Gradients carry the long waves, the patches the rigid ones, the sweeps what is local.
// After Baraff, Witkin 1998 (implicit step).
#include "solve/block_sweeps.h"
#include "solve/coarse.h"
#include "solve/terms.h"

#include <math.h>
#include <string.h>

/// Its parameters, by their place in the registry. Two short Newton steps do more than a long one:
/// what cloth under compression does at the end of the first is not what it did at the guess, and
/// left alone that difference keeps a sheet buzzing.
enum { NEWTON_STEPS, ITERATIONS, SWEEPS, SWING };

/// A Newton step of cloth at rest has all iterations of gradients; one of cloth whose root mean
/// square speed, m/s, is twice this or more has three fifths. What too few leave over is small
/// against a fast motion, but is most of a slow one and keeps it going. Fewer than the usual 25 and
/// 15 are felt in a walk too: with 10 the waist of a skirt, whose friction they no longer settle,
/// turns six times as far round the hips.
#define CG_SLOW 0.03f

/// A long substep of cloth in motion has so many more Newton steps, where it hangs and swings one
/// more than where it lies, and sweeps times this.
enum { LYING_NEWTON_STEPS = 1, HANGING_NEWTON_STEPS = 2, LONG_SWEEPS = 2 };

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
    memcpy(p->force, r->force, sizeof r->force);
    p->force[3] = 0.0f;
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
    for (size_t i = begin; i < end; ++i) {
        wf_touch* t = &a->touches->items[i];
        // A sheet at rest hovers by micrometres: a touch that is just open at the guess but would
        // press without it is taken as closed, or the whole sheet falls through one Newton step and
        // is thrown back by the next. One that is open further would be pulled shut, so the more
        // it is open the less it counts.
        wf_touch_response r =
            wf_touch_respond(t, particles->z, wf_touch_hover(t, particles->z, particles->y));
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
        wf_touch_response r = {{p->force[0], p->force[1], p->force[2]}, p->normal, p->tangential};
        wf_add_touch(&touches->items[at >> 2], at & 3, &r, force, block);
        touches->pressed[end] = at;
        end += p->normal != 0.0f;
    }
    touches->pressed_end[i] = end;
}

/// Where conjugate gradients begin: at d = 0, with the residual and what the block of each particle
/// makes of it in q.
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
        wf_f4_store(s->q + at, wf_apply_block(s->inverse + 3 * at, left));
    }
}

static void start_gradients(wf_system* s, wf_touches* touches) {
    press a = {s, touches};
    wf_system_for(s, (uint32_t)touches->count, WF_TOUCH_BLOCK, linearise_touches, &a);
    wf_system_for(s, s->particles.count, WF_ROW_BLOCK, start_particles, &a);
}

/// What touches make of p, left in their forces.
static void multiply_touches(void* given, uint32_t begin, uint32_t end) {
    const press* a = given;
    const float* d = a->s->p;
    for (size_t i = begin; i < end; ++i) {
        wf_pressing* t = &a->touches->pressing[i];
        if (t->normal == 0.0f) {
            continue;
        }
        wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
        for (uint32_t k = 0; k < t->count; ++k) {
            sum = wf_v3_muladd(sum, wf_v3_load(d + 4 * (size_t)t->particle[k]), t->weight[k]);
        }
        wf_v3 n = wf_v3_load(t->n);
        float along = wf_v3_dot(n, sum);
        wf_v3 f =
            wf_v3_muladd(wf_v3_scale(sum, t->tangential), n, (t->normal - t->tangential) * along);
        wf_v3_store(t->force, f);
    }
}

/// s = A p, touches included.
static void multiply(wf_system* s, wf_touches* touches) {
    press a = {s, touches};
    wf_system_for(s, (uint32_t)touches->count, WF_TOUCH_BLOCK, multiply_touches, &a);
    wf_system_multiply(s, touches, s->p, s->s);
}

typedef struct stride {
    wf_system* s;
    float step;
} stride;

/// One pass over what conjugate gradients move by a step along p: place, residual and what the
/// block of each particle makes of it in q.
static void advance_particles(void* given, uint32_t begin, uint32_t end) {
    const stride* a = given;
    wf_f4 forward = wf_f4_splat(a->step), back = wf_f4_splat(-a->step);
    float *d = a->s->d, *r = a->s->r, *q = a->s->q;
    const float *along = a->s->p, *product = a->s->s, *inverse = a->s->inverse;
    for (size_t i = begin; i < end; ++i) {
        wf_f4 left = wf_f4_muladd(back, wf_f4_load(product + 4 * i), wf_f4_load(r + 4 * i));
        wf_f4_store(d + 4 * i,
                    wf_f4_muladd(forward, wf_f4_load(along + 4 * i), wf_f4_load(d + 4 * i)));
        wf_f4_store(r + 4 * i, left);
        wf_f4_store(q + 4 * i, wf_apply_block(inverse + 12 * i, left));
    }
}

static void advance(wf_system* s, float step) {
    stride a = {s, step};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, advance_particles, &a);
}

/// r . q for the preconditioned residual q.
static float precondition(wf_system* s) {
    wf_coarse_correct(s, s->r, s->q);
    return wf_system_sum_parts(s);
}

/// p = q + step * p.
static void turn_particles(void* given, uint32_t begin, uint32_t end) {
    const stride* a = given;
    wf_f4 kept = wf_f4_splat(a->step);
    float* p = a->s->p;
    const float* q = a->s->q;
    for (size_t i = 4 * (size_t)begin; i < 4 * (size_t)end; i += 4) {
        wf_f4_store(p + i, wf_f4_muladd(kept, wf_f4_load(p + i), wf_f4_load(q + i)));
    }
}

static void turn(wf_system* s, float kept) {
    stride a = {s, kept};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, turn_particles, &a);
}

/// From 0, at rest, to 1, from twice CG_SLOW on.
static float haste_of(const wf_system* s) {
    float speed =
        sqrtf(wf_system_dot(s, s->particles.v, s->particles.v) / (float)s->particles.count);
    float fast = (speed - CG_SLOW) / CG_SLOW;
    fast = fast > 0.0f ? fast : 0.0f;
    return fast < 1.0f ? fast : 1.0f;
}

/// All at rest, in motion three fifths for a thorough Newton step and a third for another.
static int iterations_for(const wf_system* s, bool thorough, float haste) {
    int most = (int)s->values[ITERATIONS];
    int spared = most - (thorough ? 3 * most / 5 : most / 3);
    return most - (int)((float)spared * haste);
}

/// Conjugate gradients on A d = r, from what start_gradients left.
static void conjugate_gradients(wf_system* s, wf_touches* touches, int iterations) {
    float rho = precondition(s);
    memcpy(s->p, s->q, 16 * (size_t)s->particles.count);
    float enough = CG_PRECISION * CG_PRECISION * s->particles.total_mass / s->square;
    enough =
        enough > CG_TOLERANCE * CG_TOLERANCE * rho ? enough : CG_TOLERANCE * CG_TOLERANCE * rho;
    for (int n = 1; rho > enough; ++n) {
        multiply(s, touches);
        float curvature = wf_system_dot(s, s->p, s->s);
        if (!(curvature > 0.0f)) {
            return;
        }
        advance(s, rho / curvature);
        if (n >= iterations) {
            return;
        }
        float next = precondition(s);
        turn(s, next / rho);
        rho = next;
    }
}

/// A Newton step from far away may overshoot: no particle goes further than the prediction cap.
static void move_particles(void* given, uint32_t begin, uint32_t end) {
    const wf_system* s = given;
    for (size_t i = 4 * (size_t)begin; i < 4 * (size_t)end; i += 4) {
        wf_f4 d = wf_f4_load(s->d + i);
        float length2 = wf_f4_dot3(d, d);
        if (length2 > WEFT_PREDICTION_CAP * WEFT_PREDICTION_CAP) {
            d = wf_f4_mul(d, wf_f4_splat(WEFT_PREDICTION_CAP / sqrtf(length2)));
            wf_f4_store(s->d + i, d);
        }
        wf_f4_store(s->particles.z + i, wf_f4_add(d, wf_f4_load(s->particles.z + i)));
    }
}

static bool create(wf_memory* memory, wf_system* system) {
    return wf_coarse_create(memory, system);
}

static void destroy(wf_memory* memory, wf_system* system) {
    wf_coarse_destroy(memory, system);
}

static void newton_step(wf_system* s, wf_touches* touches, bool thorough, float haste) {
    wf_system_linearise(s);
    start_gradients(s, touches);
    if (s->factor_stale) {
        wf_coarse_factor(s, touches);
        s->factor_stale = false;
    }
    conjugate_gradients(s, touches, iterations_for(s, thorough, haste));
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, move_particles, s);
}

/// Whether a Newton step before so many others is a thorough one. In steady steps it is the last
/// and, in cloth that hangs, every second one; from others little is asked, as what gradients find
/// late the next step finds in a truer matrix. A sheet that is thrown into a corner would tear.
static bool is_thorough(const wf_system* s, int left) {
    return left == 0 || !s->is_steady || (s->hangs && left % 2 == 0);
}

static void solve(wf_system* s, wf_touches* touches, uint32_t round) {
    float haste = haste_of(s);
    bool closer = s->is_long && haste > 0.0f;
    int more = s->hangs ? HANGING_NEWTON_STEPS : LYING_NEWTON_STEPS;
    int newton_steps = (int)s->values[NEWTON_STEPS] + (closer ? more : 0);
    for (int n = 0; n < newton_steps; ++n) {
        newton_step(s, touches, is_thorough(s, newton_steps - 1 - n), haste);
    }
    int sweeps = (int)s->values[SWEEPS] * (closer ? LONG_SWEEPS : 1);
    sweeps = round == 0 ? sweeps : (sweeps + 1) / 2;
    wf_sweep_blocks(s, touches, round, sweeps, haste);
    if (haste < 1.0f && !s->is_mended) {
        wf_sweep_restless(s, touches);
    }
}

const wf_solver wf_solver_implicit_euler = {
    .create = create,
    .destroy = destroy,
    .solve = solve,
    .swing = SWING + 1,
    .looks_closer = true,
};
