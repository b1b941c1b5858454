// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The default solver: two Newton steps of backward Euler by conjugate gradients with a two-level
// preconditioner, then coloured block sweeps over the same system in which the touches may open and
// close. Gradients carry the long waves, the patches the rigid ones, the sweeps what is local.
// After Baraff, Witkin 1998 (implicit step).
#include "solve/block_sweeps.h"
#include "solve/coarse.h"
#include "solve/cut_sweeps.h"
#include "solve/gradients.h"
#include "weft/constants.h"

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
/// more than where it lies.
enum { LYING_NEWTON_STEPS = 1, HANGING_NEWTON_STEPS = 2 };

/// Where the last Newton step moved more than one of so many particles by more than ASTRAY, m, one
/// more follows: what lands would be thrown up again by what two leave over.
#define ASTRAY 1e-3f
enum { ASTRAY_ONE_OF = 100 };

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
    wf_gradients_start(s, touches);
    if (s->factor_stale) {
        wf_coarse_factor(s, touches);
        s->factor_stale = false;
    }
    wf_gradients_run(s, touches, iterations_for(s, thorough, haste));
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, move_particles, s);
}

/// Whether a Newton step before so many others is a thorough one. In steady steps it is the last
/// and, in cloth that hangs, every second one; from others little is asked, as what gradients find
/// late the next step finds in a truer matrix. A sheet that is thrown into a corner would tear.
static bool is_thorough(const wf_system* s, int left) {
    return left == 0 || !s->is_steady || (s->hangs && left % 2 == 0);
}

/// Whether the last Newton step, which is in `d`, moved many far.
static bool is_astray(const wf_system* s) {
    uint32_t few = s->particles.count / ASTRAY_ONE_OF;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        wf_f4 d = wf_f4_load(s->d + 4 * (size_t)i);
        if (wf_f4_dot3(d, d) > ASTRAY * ASTRAY && few-- == 0) {
            return true;
        }
    }
    return false;
}

static void solve(wf_system* s, wf_touches* touches, uint32_t round) {
    float haste = haste_of(s);
    bool closer = s->is_long && haste > 0.0f;
    int more = s->hangs ? HANGING_NEWTON_STEPS : LYING_NEWTON_STEPS;
    int newton_steps = (int)s->values[NEWTON_STEPS] + (closer ? more : 0);
    for (int n = 0; n < newton_steps; ++n) {
        newton_step(s, touches, is_thorough(s, newton_steps - 1 - n), haste);
    }
    if (s->is_filtered && is_astray(s)) {
        newton_step(s, touches, true, haste);
    }
    int sweeps = (int)s->values[SWEEPS];
    sweeps = round == 0 ? sweeps : (sweeps + 1) / 2;
    wf_sweep_blocks(s, touches, round, sweeps, haste);
    if (haste < 1.0f && !s->is_mended) {
        wf_sweep_restless(s, touches);
    }
    memcpy(s->q, s->d, 16 * (size_t)s->particles.count); // for wf_sweep_round_cut
}

const wf_solver wf_solver_implicit_euler = {
    .create = create,
    .destroy = destroy,
    .solve = solve,
    .yield = wf_sweep_round_cut,
    .swing = SWING + 1,
    .looks_closer = true,
};
