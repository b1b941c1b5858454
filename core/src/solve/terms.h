// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The energies that every solver has, each by its value (J), gradient and block, one function each:
// what the matrix scatters and what a block sweep gathers around a particle are the same. Values
// are in doubles: no step needs them, differences of large sums do.
#pragma once

#include "math/vec.h"
#include "solve/block.h"
#include "solve/system.h"

/// Its strains at the start of the substep.
static inline wf_membrane_strains wf_membrane_start(const wf_system* s, const wf_membrane* m,
                                                    const uint32_t corner[3][4]) {
    wf_f4 u[3], v[3];
    wf_membrane_directions(m, corner, s->particles.x_start, u, v);
    return wf_membrane_strains_at(u, v);
}

/// The membrane of four triangles at z, with damping since the start of the substep.
static inline void wf_membrane_at(const wf_system* s, const wf_membrane* m,
                                  const uint32_t corner[3][4], wf_membrane_result* out) {
    wf_f4 u[3], v[3];
    wf_membrane_strains start = wf_membrane_start(s, m, corner);
    wf_membrane_directions(m, corner, s->particles.z, u, v);
    wf_membrane_evaluate(m, u, v, &start, out);
}

/// Its value at x, without damping, the four lanes together.
static inline double wf_membrane_value(const wf_membrane* m, const uint32_t corner[3][4],
                                       const float* x) {
    wf_f4 u[3], v[3];
    float lane[4];
    wf_membrane_directions(m, corner, x, u, v);
    wf_f4_store(lane, wf_membrane_energy(m, u, v));
    return ((double)lane[0] + (double)lane[1]) + ((double)lane[2] + (double)lane[3]);
}

/// Its gradient at a corner along an axis.
static inline wf_f4 wf_membrane_gradient(const wf_membrane* m, const wf_membrane_result* r,
                                         int corner, int axis) {
    return wf_f4_muladd(m->gu[corner], r->pu[axis], wf_f4_mul(m->gv[corner], r->pv[axis]));
}

/// Particle i's half of its bends at x, or of their change since `from` when that is not null: of
/// -1/4 sum_ij B_ij |d_i - d_j|^2, which is d^T B d / 2 as rows sum to zero, the terms of i.
static inline double wf_bending_value(const wf_bending* b, uint32_t i, const float* x,
                                      const float* from) {
    double sum = 0.0;
    for (uint32_t k = b->row[i]; k < b->row[i + 1]; ++k) {
        size_t at = 4 * (size_t)i, other = 4 * (size_t)b->column[k];
        for (size_t axis = 0; axis < 3; ++axis) {
            double d = (double)x[at + axis] - (double)x[other + axis];
            d -= from != NULL ? (double)from[at + axis] - (double)from[other + axis] : 0.0;
            sum -= 0.25 * (double)b->value[k] * d * d;
        }
    }
    return sum;
}

/// Bending acts on z and its damping on the change of the bend since the start of the substep. Both
/// are linear, so the sum of the two acts on z + rate (z - x_start), left in `q` times the share
/// that acts.
static inline void wf_lead_bends(wf_system* s, uint32_t i) {
    wf_f4 rate = wf_f4_splat(s->bend_damping[i] / s->h);
    wf_f4 z = wf_f4_load(s->particles.z + 4 * (size_t)i);
    wf_f4 move = wf_f4_sub(z, wf_f4_load(s->particles.x_start + 4 * (size_t)i));
    wf_f4_store(s->q + 4 * (size_t)i,
                wf_f4_mul(wf_f4_splat(s->share[i]), wf_f4_muladd(rate, move, z)));
}

/// Gradient of inertia, bending and its damping; `q` leads the bends.
static inline wf_f4 wf_inertia_and_bends(const wf_system* s, uint32_t i) {
    float inertia = s->particles.mass[i] / s->square;
    size_t at = 4 * (size_t)i;
    wf_f4 off = wf_f4_sub(wf_f4_load(s->particles.z + at), wf_f4_load(s->particles.y + at));
    wf_f4 g = wf_f4_mul(wf_f4_splat(inertia), off), lead = wf_f4_load(s->q + at);
    for (uint32_t k = s->bending.row[i]; k < s->bending.row[i + 1]; ++k) {
        wf_f4 other = wf_f4_load(s->q + 4 * (size_t)s->bending.column[k]);
        g = wf_f4_muladd(wf_f4_splat(s->bending.value[k]), wf_f4_sub(other, lead), g);
    }
    return g;
}

/// The block of the same; `bend` is what of the row of bending belongs to it.
static inline void wf_add_inertia_and_bends(const wf_system* s, uint32_t i, float bend,
                                            float* block) {
    wf_add_identity(block, s->particles.mass[i] / s->square + wf_system_bend_scale(s, i) * bend);
}

/// A seam or a band as a spring from a to b.
typedef struct wf_seam_term {
    wf_v3 n;         // from a to b
    float pull;      // N
    float across;    // stiffness across n over that along it
    float stiffness; // N/m, along n
} wf_seam_term;

static inline wf_seam_term wf_seam_at(const wf_seam* seam, const float* z, float rest) {
    wf_v3 d = wf_v3_sub(wf_v3_load(z + 4 * (size_t)seam->b), wf_v3_load(z + 4 * (size_t)seam->a));
    float length = wf_v3_length(d);
    wf_seam_term t;
    t.n = length > 1e-9f ? wf_v3_scale(d, 1.0f / length) : wf_v3_set(0.0f, 0.0f, 0.0f);
    t.across = length > rest && length > 1e-9f ? 1.0f - rest / length : 0.0f;
    t.across = length > 1e-9f ? t.across : 1.0f;
    t.stiffness = seam->slackens && length <= rest ? 0.0f : seam->stiffness;
    t.pull = t.stiffness * (length - rest);
    return t;
}

static inline double wf_seam_value(const wf_seam_term* t) {
    return t->pull == 0.0f ? 0.0 : 0.5 * (double)t->pull * (double)t->pull / (double)t->stiffness;
}

/// Entry of k (l nn^T + max(0, 1 - rest/l)(I - nn^T)).
static inline float wf_seam_entry(const wf_seam_term* t, int row, int column) {
    float identity = row == column ? t->across : 0.0f;
    return t->stiffness * (identity + (1.0f - t->across) * t->n.raw[row] * t->n.raw[column]);
}

/// Adds `sign` times the seam's pull on its end a, and times its block.
static inline void wf_add_seam_pull(const wf_seam_term* t, float sign, float* force) {
    for (int axis = 0; axis < 3; ++axis) {
        force[axis] += sign * t->pull * t->n.raw[axis];
    }
}

static inline void wf_add_seam_block(const wf_seam_term* t, float sign, float* block) {
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            block[4 * c + r] += sign * wf_seam_entry(t, r, c);
        }
    }
}

static inline double wf_hold_value(const wf_hold* hold, const float* x) {
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        double off = (double)x[axis] - (double)hold->target[axis];
        sum += hold->height_only && axis != 1 ? 0.0 : 0.5 * (double)hold->now * off * off;
    }
    return sum;
}

/// Adds a hold to the gradient and the block of its particle.
static inline void wf_add_hold(const wf_hold* hold, const float* z, float* gradient, float* block) {
    for (int axis = 0; axis < 3; ++axis) {
        if (hold->height_only && axis != 1) {
            continue;
        }
        gradient[axis] += hold->now * (z[axis] - hold->target[axis]);
        block[5 * axis] += hold->now;
    }
}

/// Adds what a touch does to the particle of its slot k.
static inline void wf_add_touch(const wf_touch* t, uint32_t k, const wf_touch_response* r,
                                float* force, float* block) {
    float w = t->weight[k];
    wf_f4_store(force, wf_f4_muladd(wf_f4_splat(w), wf_f4_load(r->force), wf_f4_load(force)));
    wf_add_touch_block(block, t, w * w, r->normal, r->tangential);
}

/// Adds the touches of a particle to the force on it and to its block.
static inline void wf_add_touches(const wf_system* s, const wf_touches* touches, uint32_t i,
                                  float* force, float* block) {
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        const wf_touch* t = &touches->items[touches->incident[k] >> 2];
        wf_touch_response r;
        wf_touch_respond(t, s->particles.z, 0.0f, &r);
        wf_add_touch(t, touches->incident[k] & 3, &r, force, block);
    }
}
