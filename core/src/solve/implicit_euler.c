// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The default solver: two Newton steps of backward Euler by conjugate gradients with a two-level
// preconditioner, then coloured block sweeps over the same system in which the touches may open and
// close. Gradients carry the long waves, the patches the rigid ones, the sweeps what is local.
// After Baraff, Witkin 1998 (implicit step); Chen et al. 2024 (block sweeps).
#include "detect/near.h"
#include "solve/coarse.h"
#include "solve/rows.h"
#include "solve/terms.h"

#include <math.h>
#include <string.h>

/// Its parameters, by their place in the registry. Two short Newton steps do more than a long one:
/// what cloth under compression does at the end of the first is not what it did at the guess, and
/// left alone that difference keeps a sheet buzzing.
enum { NEWTON_STEPS, ITERATIONS, SWEEPS, SWING };

#ifdef WEFT_THREADS
/// Particles of one colour that a thread takes at a time.
enum { SWEEP_BLOCK = 32 };
#endif

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

/// What the last sweep moved further than RESTLESS, m, in cloth that is slow and crosses nothing,
/// gets up to so many sweeps of its own, with whom it moves, but no more work than one sweep over
/// everybody. Where a fold stands on the floor its multipliers else never end their dance.
#define RESTLESS 1e-5f
#define OWN_SWEEPS 16

/// Touches that a thread takes at a time.
enum { TOUCH_BLOCK = 128 };

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
    wf_system_for(s, (uint32_t)touches->count, TOUCH_BLOCK, linearise_touches, &a);
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
    wf_system_for(s, (uint32_t)touches->count, TOUCH_BLOCK, multiply_touches, &a);
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

static float dot(const wf_system* s, const float* a, const float* b) {
    wf_f4 even = wf_f4_zero(), odd = wf_f4_zero();
    size_t floats = 4 * (size_t)s->particles.count, i = 0;
    for (; i + 8 <= floats; i += 8) {
        even = wf_f4_muladd(wf_f4_load(a + i), wf_f4_load(b + i), even);
        odd = wf_f4_muladd(wf_f4_load(a + i + 4), wf_f4_load(b + i + 4), odd);
    }
    if (i < floats) {
        even = wf_f4_muladd(wf_f4_load(a + i), wf_f4_load(b + i), even);
    }
    return wf_f4_sum(wf_f4_add(even, odd));
}

/// r . q for the preconditioned residual q.
static float precondition(wf_system* s) {
    wf_coarse_correct(s, s->r, s->q);
    return dot(s, s->r, s->q);
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
    float speed = sqrtf(dot(s, s->particles.v, s->particles.v) / (float)s->particles.count);
    float fast = (speed - CG_SLOW) / CG_SLOW;
    fast = fast > 0.0f ? fast : 0.0f;
    return fast < 1.0f ? fast : 1.0f;
}

static int iterations_for(const wf_system* s, int most) {
    int spared = most - 3 * most / 5;
    return most - (int)((float)spared * haste_of(s));
}

/// Conjugate gradients on A d = r, from what start_gradients left.
static void conjugate_gradients(wf_system* s, wf_touches* touches, int most) {
    float rho = precondition(s);
    memcpy(s->p, s->q, 16 * (size_t)s->particles.count);
    float enough = CG_PRECISION * CG_PRECISION * s->particles.total_mass / s->square;
    enough =
        enough > CG_TOLERANCE * CG_TOLERANCE * rho ? enough : CG_TOLERANCE * CG_TOLERANCE * rho;
    int iterations = iterations_for(s, most);
    for (int n = 1; rho > enough; ++n) {
        multiply(s, touches);
        float curvature = dot(s, s->p, s->s);
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

/// Force on a particle of the linearised energy, without touches.
static wf_f4 force_at(const wf_system* s, uint32_t i) {
    const wf_matrix_view m = wf_matrix_of(s);
    size_t at = 4 * (size_t)i;
    wf_f4 own = wf_apply_block(m.diagonal + 3 * at, wf_f4_load(s->d + at));
    wf_f4 sum = wf_f4_add(wf_matrix_row(&m, s->d, i), own);
    return wf_f4_neg(wf_f4_add(wf_f4_load(s->gradient + at), sum));
}

/// The same with touches, whose stiffness goes into the block's inverse.
static wf_f4 touched_force_at(const wf_system* s, const wf_touches* touches, uint32_t i,
                              float* inverse) {
    float block[12], force[4];
    memcpy(block, s->diagonal + 12 * (size_t)i, sizeof block);
    wf_f4_store(force, force_at(s, i));
    wf_add_touches(s, touches, i, force, block);
    wf_invert_block(block, inverse);
    return wf_f4_load(force);
}

/// Exact minimum of the linearised energy plus the true touches over one particle. `s` keeps how
/// far it went, m2.
static void relax_particle(wf_system* s, const wf_touches* touches, uint32_t i) {
    size_t at = 4 * (size_t)i;
    float own[12];
    const float* inverse = s->inverse + 3 * at;
    wf_f4 force;
    if (touches->first[i] == touches->first[i + 1]) {
        force = force_at(s, i);
    } else {
        force = touched_force_at(s, touches, i, own);
        inverse = own;
    }
    wf_f4 step = wf_apply_block(inverse, force);
    s->s[i] = wf_f4_dot3(step, step); // that gradients are done with
    wf_f4_store(s->d + at, wf_f4_add(wf_f4_load(s->d + at), step));
    wf_f4_store(s->particles.z + at, wf_f4_add(wf_f4_load(s->particles.z + at), step));
}

#ifdef WEFT_THREADS
typedef struct colour_sweep {
    wf_system* s;
    const wf_touches* touches;
    const uint32_t* particle; // of one colour
} colour_sweep;

/// Whether a particle touches only bodies. Others of its colour then do not read it, nor it them: a
/// touch with a body is of one triangle, whose corners have different colours.
static bool is_alone(const wf_touches* touches, uint32_t i) {
    bool alone = true;
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        alone &= touches->items[touches->incident[k] >> 2].kind <= WF_NEAR_EDGE_EDGE;
    }
    return alone;
}

/// Notes in `p`, which sweeps do not need: 1 what may move at any time within its colour, 0 what
/// keeps its turn.
static void note_alone(void* given, uint32_t begin, uint32_t end) {
    const colour_sweep* c = given;
    for (uint32_t i = begin; i < end; ++i) {
        c->s->p[i] = is_alone(c->touches, i) ? 1.0f : 0.0f;
    }
}

static void relax_alone(void* given, uint32_t begin, uint32_t end) {
    const colour_sweep* c = given;
    for (uint32_t k = begin; k < end; ++k) {
        uint32_t i = c->particle[k];
        if (!c->s->particles.fixed[i] && c->s->p[i] != 0.0f) {
            relax_particle(c->s, c->touches, i);
        }
    }
}

/// The bits of a sweep in one thread: those of a colour that could see each other keep their order.
static void sweep(wf_system* s, const wf_touches* touches) {
    colour_sweep c = {s, touches, NULL};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, note_alone, &c);
    for (uint32_t colour = 0; colour < s->colours.count; ++colour) {
        uint32_t first = s->colours.row[colour], count = s->colours.row[colour + 1] - first;
        c.particle = s->colours.item + first;
        wf_system_for(s, count, SWEEP_BLOCK, relax_alone, &c);
        for (uint32_t k = 0; k < count; ++k) {
            uint32_t i = c.particle[k];
            if (!s->particles.fixed[i] && s->p[i] == 0.0f) {
                relax_particle(s, touches, i);
            }
        }
    }
}
#else
static void sweep(wf_system* s, const wf_touches* touches) {
    for (uint32_t k = 0; k < s->particles.count; ++k) {
        uint32_t i = s->colours.item[k];
        if (!s->particles.fixed[i]) {
            relax_particle(s, touches, i);
        }
    }
}
#endif

static bool is_restless(const wf_system* s, uint32_t i) {
    return s->s[i] > RESTLESS * RESTLESS && !s->particles.fixed[i];
}

static void disturb(wf_system* s, uint32_t i) {
    s->s[i] = s->s[i] > RESTLESS * RESTLESS ? s->s[i] : 2.0f * RESTLESS * RESTLESS;
}

/// Neighbours and whom it touches, of a particle that moved.
static void disturb_around(wf_system* s, const wf_touches* touches, uint32_t i) {
    float own = s->s[i];
    for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
        disturb(s, s->column[k]);
    }
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        const wf_touch* t = &touches->items[touches->incident[k] >> 2];
        for (uint32_t n = 0; n < t->count; ++n) {
            disturb(s, t->particle[n]);
        }
    }
    s->s[i] = own;
}

/// One sweep over the restless; how many there were, at most `most`.
static uint32_t sweep_restless(wf_system* s, const wf_touches* touches, uint32_t most) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->particles.count && count < most; ++k) {
        uint32_t i = s->colours.item[k];
        if (is_restless(s, i)) {
            relax_particle(s, touches, i);
            count += 1;
            if (is_restless(s, i)) {
                disturb_around(s, touches, i);
            }
        }
    }
    return count;
}

/// Of touches of the restless; others would learn again from what no sweep answers.
static void update_restless(wf_system* s, wf_touches* touches) {
    for (size_t k = 0; k < touches->count; ++k) {
        wf_touch* t = &touches->items[k];
        bool any = false;
        for (uint32_t n = 0; n < t->count; ++n) {
            any |= is_restless(s, t->particle[n]);
        }
        if (any) {
            wf_touch_dual(touches, t, s->particles.z);
        }
    }
}

static void calm(wf_system* s, wf_touches* touches) {
    uint32_t left = s->particles.count;
    for (int n = 0; n < OWN_SWEEPS && left > 0; ++n) {
        if (n % 2 == 0) {
            update_restless(s, touches);
        }
        uint32_t count = sweep_restless(s, touches, left);
        left = count > 0 ? left - count : 0;
    }
}

static bool create(wf_memory* memory, wf_system* system) {
    return wf_coarse_create(memory, system);
}

static void destroy(wf_memory* memory, wf_system* system) {
    wf_coarse_destroy(memory, system);
}

static void newton_step(wf_system* s, wf_touches* touches) {
    wf_system_linearise(s);
    start_gradients(s, touches);
    if (s->factor_stale) {
        wf_coarse_factor(s, touches);
        s->factor_stale = false;
    }
    conjugate_gradients(s, touches, (int)s->values[ITERATIONS]);
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, move_particles, s);
}

static void learn_touches(void* given, uint32_t begin, uint32_t end) {
    const press* a = given;
    for (size_t i = begin; i < end; ++i) {
        wf_touch_dual(a->touches, &a->touches->items[i], a->s->particles.z);
    }
}

static void solve(wf_system* s, wf_touches* touches, uint32_t round) {
    press a = {s, touches};
    bool closer = s->is_long && haste_of(s) > 0.0f;
    int more = s->hangs ? HANGING_NEWTON_STEPS : LYING_NEWTON_STEPS;
    int newton_steps = (int)s->values[NEWTON_STEPS] + (closer ? more : 0);
    for (int n = 0; n < newton_steps; ++n) {
        newton_step(s, touches);
    }
    int sweeps = (int)s->values[SWEEPS] * (closer ? LONG_SWEEPS : 1);
    sweeps = round == 0 ? sweeps : (sweeps + 1) / 2;
    for (int n = 1; n <= sweeps; ++n) {
        if (wf_dual_is_due(n, round)) {
            wf_system_for(s, (uint32_t)touches->count, TOUCH_BLOCK, learn_touches, &a);
        }
        sweep(s, touches);
    }
    if (haste_of(s) < 1.0f && !s->is_mended) {
        calm(s, touches);
    }
}

const wf_solver wf_solver_implicit_euler = {
    .create = create,
    .destroy = destroy,
    .solve = solve,
    .swing = SWING + 1,
    .looks_closer = true,
};
