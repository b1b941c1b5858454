// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The linear system of a Newton step: mass / h2 + membrane + bending + seams + holds. Membrane,
// seams and what neighbours have of bending are 3x3 blocks in rows, the rest of bending constant
// scalars in rows of its own, the diagonal of everything together. Contact stays outside, since it
// changes within a solve.
#include "math/vec.h"
#include "solve/block.h"
#include "solve/system.h"

#include <string.h>

typedef struct block9 {
    wf_f4 e[9]; // row major, lanes are triangles
} block9;

static wf_f4 mix(wf_f4 a, wf_f4 x, wf_f4 b, wf_f4 y) {
    return wf_f4_muladd(a, x, wf_f4_mul(b, y));
}

/// Hessian block of corners i and j in lanes.
static block9 corner_block(const wf_element* e, const wf_membrane_result* r, int i, int j) {
    static const int symmetric[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    wf_f4 uu = wf_f4_mul(e->m.gu[i], e->m.gu[j]);
    wf_f4 vv = wf_f4_mul(e->m.gv[i], e->m.gv[j]);
    wf_f4 uv = wf_f4_mul(e->m.gu[i], e->m.gv[j]);
    wf_f4 vu = wf_f4_mul(e->m.gv[i], e->m.gu[j]);
    block9 b;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            int k = 3 * row + column;
            wf_f4 same = mix(uu, r->uu[symmetric[k]], vv, r->vv[symmetric[k]]);
            wf_f4 cross = mix(uv, r->uv[k], vu, r->uv[3 * column + row]);
            b.e[k] = wf_f4_add(same, cross);
        }
    }
    return b;
}

/// Lane-wise columns of a block: column c of lane l is out[l][c] = (e[c], e[3 + c], e[6 + c], 0).
static void block_columns(const block9* b, bool transposed, wf_f4 out[4][3]) {
    for (int c = 0; c < 3; ++c) {
        wf_f4 x = transposed ? b->e[3 * c] : b->e[c];
        wf_f4 y = transposed ? b->e[3 * c + 1] : b->e[3 + c];
        wf_f4 z = transposed ? b->e[3 * c + 2] : b->e[6 + c];
        wf_f4 w = wf_f4_zero();
        wf_f4_transpose(&x, &y, &z, &w);
        out[0][c] = x;
        out[1][c] = y;
        out[2][c] = z;
        out[3][c] = w;
    }
}

static void add_columns(float* at, const wf_f4 columns[3]) {
    for (int c = 0; c < 3; ++c) {
        wf_f4_store(at + 4 * c, wf_f4_add(wf_f4_load(at + 4 * c), columns[c]));
    }
}

static void scatter_block(const block9* b, const uint32_t slot[4], bool transposed, float* base) {
    wf_f4 columns[4][3];
    block_columns(b, transposed, columns);
    for (int lane = 0; lane < 4; ++lane) {
        if (slot[lane] != UINT32_MAX) {
            add_columns(base + 12 * (size_t)slot[lane], columns[lane]);
        }
    }
}

static void scatter_gradient(wf_system* s, const wf_element* e, const wf_membrane_result* r,
                             int corner) {
    wf_f4 g[4];
    for (int axis = 0; axis < 3; ++axis) {
        g[axis] = mix(e->m.gu[corner], r->pu[axis], e->m.gv[corner], r->pv[axis]);
    }
    g[3] = wf_f4_zero();
    wf_f4_transpose(&g[0], &g[1], &g[2], &g[3]);
    for (int lane = 0; lane < 4; ++lane) {
        if (e->slot[0][lane] != UINT32_MAX) {
            float* at = s->gradient + 4 * (size_t)e->corner[corner][lane];
            wf_f4_store(at, wf_f4_add(wf_f4_load(at), g[lane]));
        }
    }
}

void wf_element_directions(const wf_element* e, const float* x, wf_f4 u[3], wf_f4 v[3]) {
    wf_f4 p[3][3];
    for (int k = 0; k < 3; ++k) {
        wf_f4_gather3(x, e->corner[k], p[k]);
    }
    for (int axis = 0; axis < 3; ++axis) {
        // Differences first: the sum of gu_i x_i would cancel metres against millimetres.
        wf_f4 a = wf_f4_sub(p[1][axis], p[0][axis]);
        wf_f4 b = wf_f4_sub(p[2][axis], p[0][axis]);
        u[axis] = mix(e->m.gu[1], a, e->m.gu[2], b);
        v[axis] = mix(e->m.gv[1], a, e->m.gv[2], b);
    }
}

static void linearise_element(wf_system* s, wf_element* e) {
    e->m.damping_rate = wf_f4_mul(wf_f4_load(e->damping), wf_f4_splat(1.0f / s->h));
    wf_f4 u[3], v[3], u0[3], v0[3];
    wf_membrane_result r;
    wf_element_directions(e, s->z, u, v);
    wf_element_directions(e, s->x_start, u0, v0);
    wf_membrane_evaluate(&e->m, u, v, u0, v0, &r);
    for (int k = 0; k < 3; ++k) {
        uint32_t corner[4];
        for (int lane = 0; lane < 4; ++lane) {
            corner[lane] = e->slot[0][lane] == UINT32_MAX ? UINT32_MAX : e->corner[k][lane];
        }
        scatter_gradient(s, e, &r, k);
        block9 b = corner_block(e, &r, k, k);
        scatter_block(&b, corner, false, s->diagonal);
        b = corner_block(e, &r, k, (k + 1) % 3);
        scatter_block(&b, e->slot[2 * k], false, s->block);
        scatter_block(&b, e->slot[2 * k + 1], true, s->block);
    }
}

/// k (l nn^T + max(0, 1 - rest/l)(I - nn^T)) and its gradient for a pair.
static void linearise_seam(wf_system* s, const wf_seam* seam, float rest) {
    const float* z = s->z;
    wf_v3 d = wf_v3_sub(wf_v3_load(z + 4 * (size_t)seam->b), wf_v3_load(z + 4 * (size_t)seam->a));
    float length = wf_v3_length(d);
    wf_v3 n = length > 1e-9f ? wf_v3_scale(d, 1.0f / length) : wf_v3_set(0.0f, 0.0f, 0.0f);
    float across = length > rest && length > 1e-9f ? 1.0f - rest / length : 0.0f;
    across = length > 1e-9f ? across : 1.0f;
    float pull = WF_SEAM_STIFFNESS * (length - rest);
    float columns[12] = {0}, opposite[12];
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            float identity = r == c ? across : 0.0f;
            columns[4 * c + r] =
                WF_SEAM_STIFFNESS * (identity + (1.0f - across) * n.raw[r] * n.raw[c]);
        }
    }
    float* ga = s->gradient + 4 * (size_t)seam->a;
    float* gb = s->gradient + 4 * (size_t)seam->b;
    for (int axis = 0; axis < 3; ++axis) {
        ga[axis] -= pull * n.raw[axis];
        gb[axis] += pull * n.raw[axis];
    }
    for (int k = 0; k < 12; ++k) {
        opposite[k] = -columns[k];
        s->diagonal[12 * (size_t)seam->a + k] += columns[k];
        s->diagonal[12 * (size_t)seam->b + k] += columns[k];
        s->block[12 * (size_t)seam->slot[0] + k] += opposite[k];
        s->block[12 * (size_t)seam->slot[1] + k] += opposite[k];
    }
}

static void linearise_hold(wf_system* s, const wf_hold* hold) {
    size_t i = hold->particle;
    for (int axis = 0; axis < 3; ++axis) {
        if (hold->height_only && axis != 1) {
            continue;
        }
        s->gradient[4 * i + axis] += hold->now * (s->z[4 * i + axis] - hold->target[axis]);
        s->diagonal[12 * i + 5 * axis] += hold->now;
    }
}

/// Mass, bending and its damping: gradient rows, what blocks have of them, and the scalar part of
/// the diagonal.
static void linearise_particle(wf_system* s, uint32_t i) {
    float inertia = s->mass[i] / (s->h * s->h);
    float rate = s->bend_damping[i] / s->h;
    wf_f4 z = wf_f4_load(s->z + 4 * (size_t)i);
    wf_f4 x0 = wf_f4_load(s->x_start + 4 * (size_t)i);
    wf_f4 g = wf_f4_mul(wf_f4_splat(inertia), wf_f4_sub(z, wf_f4_load(s->y + 4 * (size_t)i)));
    wf_f4 bend = wf_f4_zero(), slow = wf_f4_zero();
    for (uint32_t k = s->bending.row[i]; k < s->bending.row[i + 1]; ++k) {
        size_t j = 4 * (size_t)s->bending.column[k];
        wf_f4 value = wf_f4_splat(s->bending.value[k]);
        bend = wf_f4_muladd(value, wf_f4_sub(wf_f4_load(s->z + j), z), bend);
        slow = wf_f4_muladd(value, wf_f4_sub(wf_f4_load(s->x_start + j), x0), slow);
    }
    // Damping acts on the change of the bend since the start of the substep.
    g = wf_f4_add(g, wf_f4_add(bend, wf_f4_mul(wf_f4_splat(rate), wf_f4_sub(bend, slow))));
    wf_f4_store(s->gradient + 4 * (size_t)i, g);
    float* diagonal = s->diagonal + 12 * (size_t)i;
    memset(diagonal, 0, 12 * sizeof(float));
    wf_add_identity(diagonal, inertia + (1.0f + rate) * s->bending.diagonal[i]);
    for (uint32_t k = s->bending.row[i]; k < s->bend_far[i]; ++k) {
        wf_add_identity(s->block + 12 * (size_t)s->bend_slot[k],
                        (1.0f + rate) * s->bending.value[k]);
    }
}

void wf_system_linearise(wf_system* s, const weft_world* world) {
    memset(s->block, 0, 12 * sizeof(float) * s->row[s->count]);
    for (uint32_t i = 0; i < s->count; ++i) {
        linearise_particle(s, i);
    }
    for (uint32_t e = 0; e < s->element_count; ++e) {
        linearise_element(s, &s->elements[e]);
    }
    for (uint32_t k = 0; k < s->seam_count; ++k) {
        linearise_seam(s, &s->seams[k], wf_seam_rest(world, &s->seams[k]));
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        linearise_hold(s, &s->holds[k]);
    }
}

/// Sums in several chains: one would wait for each of its additions.
wf_f4 wf_system_row(const wf_system* s, const float* d, uint32_t i) {
    wf_f4 sum[3] = {wf_f4_zero(), wf_f4_zero(), wf_f4_zero()};
    for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
        const float* b = s->block + 12 * (size_t)k;
        wf_f4 x = wf_f4_load(d + 4 * (size_t)s->column[k]);
        sum[0] = wf_f4_muladd(wf_f4_load(b), wf_f4_xxxx(x), sum[0]);
        sum[1] = wf_f4_muladd(wf_f4_load(b + 4), wf_f4_yyyy(x), sum[1]);
        sum[2] = wf_f4_muladd(wf_f4_load(b + 8), wf_f4_zzzz(x), sum[2]);
    }
    wf_f4 even = wf_f4_zero(), odd = wf_f4_zero();
    const float* value = s->bending.value;
    const uint32_t* column = s->bending.column;
    uint32_t k = s->bend_far[i], end = s->bending.row[i + 1];
    for (; k + 2 <= end; k += 2) {
        wf_f4 x0 = wf_f4_load(d + 4 * (size_t)column[k]);
        wf_f4 x1 = wf_f4_load(d + 4 * (size_t)column[k + 1]);
        even = wf_f4_muladd(wf_f4_splat(value[k]), x0, even);
        odd = wf_f4_muladd(wf_f4_splat(value[k + 1]), x1, odd);
    }
    if (k < end) {
        even = wf_f4_muladd(wf_f4_splat(value[k]), wf_f4_load(d + 4 * (size_t)column[k]), even);
    }
    wf_f4 scale = wf_f4_splat(1.0f + s->bend_damping[i] / s->h);
    wf_f4 near = wf_f4_add(wf_f4_add(sum[0], sum[1]), sum[2]);
    return wf_f4_muladd(scale, wf_f4_add(even, odd), near);
}

void wf_system_multiply(const wf_system* s, const float* d, float* out) {
    for (uint32_t i = 0; i < s->count; ++i) {
        wf_f4 sum = wf_f4_zero();
        if (!s->fixed[i]) {
            wf_f4 x = wf_f4_load(d + 4 * (size_t)i);
            sum =
                wf_f4_add(wf_system_row(s, d, i), wf_apply_block(s->diagonal + 12 * (size_t)i, x));
        }
        wf_f4_store(out + 4 * (size_t)i, sum);
    }
}
