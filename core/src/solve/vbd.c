// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Block sweeps alone: each particle in turn goes to the minimum of the true energy around it, four
// particles of one colour a time, one in each lane. Stable at any number of sweeps, soft where
// stiff sheets are fine. After Chen et al. 2024 (vertex block descent).
#include "math/vec.h"
#include "solve/system.h"

#include <string.h>

enum { SWEEPS = 12, LATER_SWEEPS = 4 };

/// One triangle around each of four particles; the particle is corner 0 of its lane.
typedef struct spoke {
    wf_membrane m;
    uint32_t corner[3][4];
    float damping[4]; // s
} spoke;

/// Four particles of one colour. Unused lanes repeat the first particle and are not written.
typedef struct bundle {
    uint32_t particle[4];
    uint32_t count;
    uint32_t first_spoke, spoke_count;
} bundle;

struct wf_sweeper {
    bundle* bundles;
    spoke* spokes;
    uint32_t bundle_count, spoke_count;
    uint32_t* seam_row; // per particle + 1
    uint32_t* seam_of;  // seams of a particle
};

/// Places of particle i in the elements: element * 16 + lane * 4 + corner.
typedef struct uses {
    uint32_t* row;
    uint32_t* item;
} uses;

static bool list_uses(wf_memory* m, const wf_system* s, uses* out) {
    out->row = WF_ALLOC(m, uint32_t, (size_t)s->count + 2);
    out->item = WF_ALLOC(m, uint32_t, 3 * (size_t)s->triangle_count + 1);
    if (m->failed) {
        return false;
    }
    for (uint32_t t = 0; t < 3 * s->triangle_count; ++t) {
        out->row[s->triangles[t] + 2] += 1;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        out->row[i + 2] += out->row[i + 1];
    }
    for (uint32_t t = 0; t < 3 * s->triangle_count; ++t) {
        uint32_t triangle = t / 3;
        out->item[out->row[s->triangles[t] + 1]++] = triangle / 4 * 16 + triangle % 4 * 4 + t % 3;
    }
    return true;
}

static void copy_lane(wf_f4* to, int to_lane, wf_f4 from, int from_lane) {
    float a[4], b[4];
    wf_f4_store(a, *to);
    wf_f4_store(b, from);
    a[to_lane] = b[from_lane];
    *to = wf_f4_load(a);
}

static void copy_spoke(spoke* to, int lane, const wf_element* e, uint32_t from, uint32_t corner) {
    const wf_f4* in = (const wf_f4*)&e->m;
    wf_f4* out = (wf_f4*)&to->m;
    for (size_t k = 6; k < sizeof(wf_membrane) / sizeof(wf_f4); ++k) {
        copy_lane(&out[k], lane, in[k], (int)from);
    }
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t source = (corner + k) % 3;
        copy_lane(&to->m.gu[k], lane, e->m.gu[source], (int)from);
        copy_lane(&to->m.gv[k], lane, e->m.gv[source], (int)from);
        to->damping[lane] = e->damping[from];
        to->corner[k][lane] = e->corner[source][from];
    }
}

static void fill_bundle(wf_sweeper* w, const wf_system* s, const uses* u, bundle* b) {
    b->first_spoke = w->spoke_count;
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        uint32_t n = u->row[b->particle[lane] + 1] - u->row[b->particle[lane]];
        b->spoke_count = n > b->spoke_count ? n : b->spoke_count;
    }
    w->spoke_count += b->spoke_count;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        uint32_t i = b->particle[lane];
        for (uint32_t k = 0; k < b->spoke_count; ++k) {
            spoke* to = &w->spokes[b->first_spoke + k];
            uint32_t n = u->row[i] + k;
            to->corner[0][lane] = to->corner[1][lane] = to->corner[2][lane] = i;
            if (lane < b->count && n < u->row[i + 1]) {
                uint32_t use = u->item[n];
                copy_spoke(to, (int)lane, &s->elements[use / 16], use / 4 % 4, use % 4);
            }
        }
    }
}

static bool list_seams(wf_memory* m, const wf_system* s, wf_sweeper* w) {
    w->seam_row = WF_ALLOC(m, uint32_t, (size_t)s->count + 2);
    w->seam_of = WF_ALLOC(m, uint32_t, 2 * (size_t)s->seam_count + 1);
    if (m->failed) {
        return false;
    }
    for (uint32_t k = 0; k < s->seam_count; ++k) {
        w->seam_row[s->seams[k].a + 2] += 1;
        w->seam_row[s->seams[k].b + 2] += 1;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        w->seam_row[i + 2] += w->seam_row[i + 1];
    }
    for (uint32_t k = 0; k < s->seam_count; ++k) {
        w->seam_of[w->seam_row[s->seams[k].a + 1]++] = k;
        w->seam_of[w->seam_row[s->seams[k].b + 1]++] = k;
    }
    return true;
}

static bool create(wf_memory* m, wf_system* s) {
    wf_sweeper* w = s->sweeper = WF_ALLOC(m, wf_sweeper, 1);
    uses u = {0};
    bool built = w != NULL && list_uses(m, s, &u) && list_seams(m, s, w);
    if (built) {
        w->bundles = WF_ALLOC(m, bundle, s->count / 4 + s->colours.count + 1);
        w->spokes = WF_ALLOC(m, spoke, 3 * (size_t)s->triangle_count + 1);
        built = !m->failed;
    }
    for (uint32_t c = 0; built && c < s->colours.count; ++c) {
        for (uint32_t k = s->colours.row[c]; k < s->colours.row[c + 1]; k += 4) {
            bundle* b = &w->bundles[w->bundle_count++];
            uint32_t left = s->colours.row[c + 1] - k;
            b->count = left < 4 ? left : 4;
            for (uint32_t lane = 0; lane < 4; ++lane) {
                b->particle[lane] = s->colours.item[k + (lane < b->count ? lane : 0)];
            }
            fill_bundle(w, s, &u, b);
        }
    }
    wf_free(m, u.row);
    wf_free(m, u.item);
    return built;
}

static void destroy(wf_memory* m, wf_system* s) {
    wf_sweeper* w = s->sweeper;
    if (w == NULL) {
        return;
    }
    wf_free(m, w->bundles);
    wf_free(m, w->spokes);
    wf_free(m, w->seam_row);
    wf_free(m, w->seam_of);
    wf_free(m, w);
    s->sweeper = NULL;
}

/// Gradient and Hessian of the membrane around four particles: 3 and 6 (xx xy xz yy yz zz) values
/// in lanes.
static void membrane_around(const wf_system* s, const bundle* b, wf_f4 gradient[3],
                            wf_f4 hessian[6]) {
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    for (uint32_t k = 0; k < b->spoke_count; ++k) {
        const spoke* p = &s->sweeper->spokes[b->first_spoke + k];
        wf_element e;
        e.m = p->m;
        memcpy(e.corner, p->corner, sizeof e.corner);
        wf_f4 u[3], v[3], u0[3], v0[3];
        wf_membrane_result r;
        wf_element_directions(&e, s->z, u, v);
        wf_element_directions(&e, s->x_start, u0, v0);
        wf_membrane_evaluate(&p->m, u, v, u0, v0, &r);
        wf_f4 gu = p->m.gu[0], gv = p->m.gv[0];
        wf_f4 uu = wf_f4_mul(gu, gu), vv = wf_f4_mul(gv, gv), uv = wf_f4_mul(gu, gv);
        for (int i = 0; i < 3; ++i) {
            wf_f4 g = wf_f4_muladd(gu, r.pu[i], wf_f4_mul(gv, r.pv[i]));
            gradient[i] = wf_f4_add(gradient[i], g);
        }
        for (int i = 0; i < 6; ++i) {
            wf_f4 cross = wf_f4_add(r.uv[3 * row[i] + column[i]], r.uv[3 * column[i] + row[i]]);
            wf_f4 h = wf_f4_muladd(uu, r.uu[i], wf_f4_mul(vv, r.vv[i]));
            hessian[i] = wf_f4_add(hessian[i], wf_f4_muladd(uv, cross, h));
        }
    }
}

/// Everything that is not membrane, particle by particle: adds to g (3) and the symmetric h (6).
static void others_around(const wf_system* s, const weft_world* world, const wf_contact* c,
                          uint32_t i, float* g, float* h) {
    const wf_sweeper* w = s->sweeper;
    float inertia = s->mass[i] / (s->h * s->h), rate = s->bend_damping[i] / s->h;
    float identity = inertia + (1.0f + rate) * s->bending.diagonal[i];
    wf_v3 z = wf_v3_load(s->z + 4 * (size_t)i), x0 = wf_v3_load(s->x_start + 4 * (size_t)i);
    wf_v3 sum = wf_v3_scale(wf_v3_sub(z, wf_v3_load(s->y + 4 * (size_t)i)), inertia);
    for (uint32_t k = s->bending.row[i]; k < s->bending.row[i + 1]; ++k) {
        size_t j = 4 * (size_t)s->bending.column[k];
        wf_v3 now = wf_v3_sub(wf_v3_load(s->z + j), z),
              then = wf_v3_sub(wf_v3_load(s->x_start + j), x0);
        sum = wf_v3_muladd(sum, now, s->bending.value[k]);
        sum = wf_v3_muladd(sum, wf_v3_sub(now, then), rate * s->bending.value[k]);
    }
    for (uint32_t k = w->seam_row[i]; k < w->seam_row[i + 1]; ++k) {
        const wf_seam* seam = &s->seams[w->seam_of[k]];
        size_t j = 4 * (size_t)(seam->a == i ? seam->b : seam->a);
        wf_v3 d = wf_v3_sub(z, wf_v3_load(s->z + j));
        float length = wf_v3_length(d), rest = wf_seam_rest(world, seam);
        sum = wf_v3_muladd(sum, d,
                           length > 1e-9f ? WF_SEAM_STIFFNESS * (1.0f - rest / length) : 0.0f);
        identity += WF_SEAM_STIFFNESS;
    }
    h[0] += identity;
    h[3] += identity;
    h[5] += identity;
    for (int axis = 0; axis < 3; ++axis) {
        g[axis] += sum.raw[axis];
    }
    for (uint32_t k = c->first[i]; k < c->first[i + 1]; ++k) {
        const wf_touch* t = &c->touches[c->incident[k] >> 2];
        float weight = t->weight[c->incident[k] & 3];
        wf_touch_response r = wf_touch_respond(t, s->z, 0.0f);
        float across = weight * weight * r.tangential,
              along = weight * weight * (r.normal - r.tangential);
        h[0] += across + along * t->n[0] * t->n[0];
        h[1] += along * t->n[0] * t->n[1];
        h[2] += along * t->n[0] * t->n[2];
        h[3] += across + along * t->n[1] * t->n[1];
        h[4] += along * t->n[1] * t->n[2];
        h[5] += across + along * t->n[2] * t->n[2];
        for (int axis = 0; axis < 3; ++axis) {
            g[axis] -= weight * r.force[axis];
        }
    }
}

static void add_holds(const wf_system* s, uint32_t i, float* g, float* h) {
    static const int diagonal[3] = {0, 3, 5};
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        const wf_hold* hold = &s->holds[k];
        for (int axis = 0; hold->particle == i && axis < 3; ++axis) {
            if (!hold->height_only || axis == 1) {
                g[axis] += hold->now * (s->z[4 * (size_t)i + axis] - hold->target[axis]);
                h[diagonal[axis]] += hold->now;
            }
        }
    }
}

/// z -= H^-1 g for one particle.
static void descend(wf_system* s, uint32_t i, const float* g, const float* h) {
    float c0 = h[3] * h[5] - h[4] * h[4], c1 = h[2] * h[4] - h[1] * h[5],
          c2 = h[1] * h[4] - h[2] * h[3];
    float determinant = (h[0] * c0 + h[1] * c1) + h[2] * c2;
    if (!(determinant > 0.0f)) {
        return;
    }
    float scale = 1.0f / determinant;
    float d0 = h[0] * h[5] - h[2] * h[2], d1 = h[1] * h[2] - h[0] * h[4],
          d2 = h[0] * h[3] - h[1] * h[1];
    float* z = s->z + 4 * (size_t)i;
    z[0] -= scale * ((c0 * g[0] + c1 * g[1]) + c2 * g[2]);
    z[1] -= scale * ((c1 * g[0] + d0 * g[1]) + d1 * g[2]);
    z[2] -= scale * ((c2 * g[0] + d1 * g[1]) + d2 * g[2]);
}

static void relax_bundle(wf_system* s, const weft_world* world, const wf_contact* c,
                         const bundle* b) {
    wf_f4 gradient[3] = {wf_f4_zero(), wf_f4_zero(), wf_f4_zero()};
    wf_f4 hessian[6] = {wf_f4_zero(), wf_f4_zero(), wf_f4_zero(),
                        wf_f4_zero(), wf_f4_zero(), wf_f4_zero()};
    membrane_around(s, b, gradient, hessian);
    float g[3][4], h[6][4];
    for (int k = 0; k < 3; ++k) {
        wf_f4_store(g[k], gradient[k]);
    }
    for (int k = 0; k < 6; ++k) {
        wf_f4_store(h[k], hessian[k]);
    }
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        uint32_t i = b->particle[lane];
        if (s->fixed[i]) {
            continue;
        }
        float own_g[3] = {g[0][lane], g[1][lane], g[2][lane]};
        float own_h[6] = {h[0][lane], h[1][lane], h[2][lane], h[3][lane], h[4][lane], h[5][lane]};
        others_around(s, world, c, i, own_g, own_h);
        add_holds(s, i, own_g, own_h);
        descend(s, i, own_g, own_h);
    }
}

static void solve(wf_system* s, const weft_world* world, wf_contact* c, uint32_t round) {
    int sweeps = round == 0 ? SWEEPS : LATER_SWEEPS;
    for (uint32_t k = 0; k < s->sweeper->spoke_count; ++k) {
        spoke* p = &s->sweeper->spokes[k];
        p->m.damping_rate = wf_f4_mul(wf_f4_load(p->damping), wf_f4_splat(1.0f / s->h));
    }
    for (int n = 1; n <= sweeps; ++n) {
        if (wf_dual_is_due(n, round)) {
            wf_contact_dual(c, s->z);
        }
        for (uint32_t k = 0; k < s->sweeper->bundle_count; ++k) {
            relax_bundle(s, world, c, &s->sweeper->bundles[k]);
        }
    }
}

const wf_solver wf_solver_vbd = {create, destroy, solve};
