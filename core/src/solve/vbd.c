// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Block sweeps alone: each particle in turn goes to the minimum of the true energy around it, four
// particles of one colour a time, one in each lane. It starts where the paper's adaptive guess
// says, which is step.c's prediction: inertia, and of gravity what acted in the last substep.
// Stable at any number of sweeps, which see only what is near: stiff sheets that are fine look
// soft, and a sheet that should slide or turn as a whole does so late. Nor do they take long waves
// out: 12 x 12 vertices that hang by two corners swing in their plane by 2 cm for ever, where
// implicit_euler has them at rest within five seconds. After Chen et al. 2024 (vertex block
// descent).
//
// The paper's Chebyshev acceleration is left out: with a radius of 0.9 the strip of
// scenes/cantilever.json with 12 sweeps sinks by 29 degrees in five seconds instead of 23 (of 47),
// but sheets that land on solids reach 9.7 m/s where they reach 2.2 without.
#include "solve/spokes.h"
#include "solve/terms.h"

#include <math.h>

/// Its parameters, by their place in the registry.
enum { SWEEPS, LATER_SWEEPS };

/// Force on a particle and the symmetric block of its Hessian.
typedef struct block_term {
    float force[4];
    float block[12];
} block_term;

static void add_block(wf_f4 sum[6], const wf_membrane* m, const wf_membrane_result* r) {
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    wf_f4 gu = m->gu[0], gv = m->gv[0];
    wf_f4 uu = wf_f4_mul(gu, gu), vv = wf_f4_mul(gv, gv), uv = wf_f4_mul(gu, gv);
    for (int i = 0; i < 6; ++i) {
        wf_f4 cross = wf_f4_add(r->uv[3 * row[i] + column[i]], r->uv[3 * column[i] + row[i]]);
        wf_f4 h = wf_f4_muladd(uu, r->uu[i], wf_f4_mul(vv, r->vv[i]));
        sum[i] = wf_f4_add(sum[i], wf_f4_muladd(uv, cross, h));
    }
}

/// From lanes to particles.
static void spread(const wf_f4 force[3], const wf_f4 hessian[6], block_term out[4]) {
    static const int place[12] = {0, 1, 2, -1, 1, 3, 4, -1, 2, 4, 5, -1};
    float f[3][4], h[6][4];
    for (int k = 0; k < 3; ++k) {
        wf_f4_store(f[k], force[k]);
    }
    for (int k = 0; k < 6; ++k) {
        wf_f4_store(h[k], hessian[k]);
    }
    for (uint32_t lane = 0; lane < 4; ++lane) {
        for (int k = 0; k < 4; ++k) {
            out[lane].force[k] = k < 3 ? f[k][lane] : 0.0f;
        }
        for (int k = 0; k < 12; ++k) {
            out[lane].block[k] = place[k] < 0 ? 0.0f : h[place[k]][lane];
        }
    }
}

/// The membrane around four particles.
static void membrane_around(const wf_system* s, const wf_bundle* b, block_term out[4]) {
    wf_f4 force[3] = {wf_f4_zero(), wf_f4_zero(), wf_f4_zero()};
    wf_f4 hessian[6] = {wf_f4_zero(), wf_f4_zero(), wf_f4_zero(),
                        wf_f4_zero(), wf_f4_zero(), wf_f4_zero()};
    for (uint32_t k = 0; k < b->spoke_count; ++k) {
        const wf_spoke* p = &s->sweeper->spokes[b->first_spoke + k];
        wf_membrane_result r;
        wf_membrane_at(s, &p->m, p->corner, &r);
        for (int i = 0; i < 3; ++i) {
            force[i] = wf_f4_sub(force[i], wf_membrane_gradient(&p->m, &r, 0, i));
        }
        add_block(hessian, &p->m, &r);
    }
    spread(force, hessian, out);
}

static void add_seam(const wf_system* s, const wf_seam* seam, uint32_t i, block_term* to) {
    wf_seam_term t = wf_seam_at(seam, s->particles.z, wf_seam_rest(s, seam));
    wf_add_seam_pull(&t, seam->a == i ? 1.0f : -1.0f, to->force);
    wf_add_seam_block(&t, 1.0f, to->block);
}

static void add_holds(const wf_system* s, uint32_t i, block_term* to) {
    const wf_sweeper* w = s->sweeper;
    float gradient[3] = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = w->hold_first[i]; k != UINT32_MAX; k = w->hold_next[k]) {
        wf_add_hold(&s->holds[k], s->particles.z + 4 * (size_t)i, gradient, to->block);
    }
    for (int axis = 0; axis < 3; ++axis) {
        to->force[axis] -= gradient[axis];
    }
}

/// Everything but the membrane.
static void add_others(const wf_system* s, const wf_touches* touches, uint32_t i, block_term* to) {
    const wf_sweeper* w = s->sweeper;
    wf_f4 force = wf_f4_sub(wf_f4_load(to->force), wf_inertia_and_bends(s, i));
    wf_f4_store(to->force, force);
    wf_add_inertia_and_bends(s, i, s->bending.diagonal[i], to->block);
    for (uint32_t k = w->seam_row[i]; k < w->seam_row[i + 1]; ++k) {
        add_seam(s, &s->seams[w->seam_of[k]], i, to);
    }
    add_holds(s, i, to);
    wf_add_touches(s, touches, i, to->force, to->block);
}

/// Far from the minimum a step may overshoot: none goes further than the prediction cap.
static wf_f4 newton(const block_term* t) {
    float inverse[12];
    wf_invert_block(t->block, inverse);
    wf_f4 step = wf_apply_block(inverse, wf_f4_load(t->force));
    float length2 = wf_f4_dot3(step, step);
    if (length2 > WEFT_PREDICTION_CAP * WEFT_PREDICTION_CAP) {
        step = wf_f4_mul(step, wf_f4_splat(WEFT_PREDICTION_CAP / sqrtf(length2)));
    }
    return step;
}

static void move(wf_system* s, uint32_t i, wf_f4 step) {
    float* z = s->particles.z + 4 * (size_t)i;
    wf_f4_store(z, wf_f4_add(wf_f4_load(z), step));
    wf_lead_bends(s, i);
}

static void relax_bundle(wf_system* s, const wf_touches* touches, const wf_bundle* b) {
    block_term around[4];
    membrane_around(s, b, around);
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        uint32_t i = b->particle[lane];
        if (!s->particles.fixed[i]) {
            add_others(s, touches, i, &around[lane]);
            move(s, i, newton(&around[lane]));
        }
    }
}

static void solve(wf_system* s, wf_touches* touches, uint32_t round) {
    const float* values = s->values;
    int sweeps = (int)values[round == 0 ? SWEEPS : LATER_SWEEPS];
    wf_sweeper_begin(s);
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        wf_lead_bends(s, i);
    }
    for (int n = 1; n <= sweeps; ++n) {
        if (wf_dual_is_due(n, round)) {
            wf_touches_dual(touches, s->particles.z);
        }
        for (uint32_t k = 0; k < s->sweeper->bundle_count; ++k) {
            relax_bundle(s, touches, &s->sweeper->bundles[k]);
        }
    }
}

const wf_solver wf_solver_vbd = {
    .create = wf_sweeper_create, .destroy = wf_sweeper_destroy, .solve = solve};
