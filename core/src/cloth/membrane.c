// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Strains, their gradients and a positive semidefinite Hessian, four triangles at a time. The
// Hessian is a sum of squares: along the threads (with the cross term cut to what stays definite),
// across them where the thread pulls, the outer product of the shear gradient, and the limit along
// its own direction. After Baraff, Witkin 1998, section 4; Kim 2020 (which parts of the Hessian may
// be negative); Choi, Ko 2002 (drop the geometric term in compression).
#include "cloth/membrane.h"

/// Below this length of u or v the shear angle stops to depend on it: a collapsed triangle has no
/// angle, and 1/length would blow up.
static const float shortest_for_shear = 0.1f;

static const float tiny = 1e-12f;

typedef wf_f4 f4;

#define ADD wf_f4_add
#define SUB wf_f4_sub
#define MUL wf_f4_mul
#define MULADD wf_f4_muladd

/// A thread direction in lanes: its length, unit vector and inverse length (cut for shear).
typedef struct thread {
    f4 length;
    f4 unit[3];
    f4 inverse;
    f4 long_enough; // mask: the shear angle depends on the length
} thread;

typedef wf_membrane_strains strains;

static inline thread thread_of(const f4 d[3], f4 dot) {
    f4 floor = wf_f4_splat(shortest_for_shear);
    thread t;
    t.length = wf_f4_sqrt(dot);
    f4 inverse = wf_f4_div(wf_f4_splat(1.0f), wf_f4_max(t.length, wf_f4_splat(tiny)));
    for (int i = 0; i < 3; ++i) {
        t.unit[i] = MUL(d[i], inverse);
    }
    t.inverse = wf_f4_min(inverse, wf_f4_splat(1.0f / shortest_for_shear));
    t.long_enough = wf_f4_less(floor, t.length);
    return t;
}

static inline strains strains_of(const thread* u, const thread* v, f4 dot) {
    f4 one = wf_f4_splat(1.0f);
    strains c;
    c.u = SUB(u->length, one);
    c.v = SUB(v->length, one);
    c.shear = MUL(dot, MUL(u->inverse, v->inverse));
    return c;
}

static inline f4 soften(f4 stiffness, f4 strain, f4 compression) {
    f4 factor = wf_f4_select(wf_f4_less(strain, wf_f4_zero()), compression, wf_f4_splat(1.0f));
    return MUL(stiffness, factor);
}

/// Gradient of the shear with respect to `a`, the other direction being `b`.
static inline void shear_gradient(const thread* a, const thread* b, const f4 b_vector[3], f4 shear,
                                  f4 out[3]) {
    f4 along = wf_f4_and(a->long_enough, shear);
    for (int i = 0; i < 3; ++i) {
        out[i] = MUL(SUB(MUL(b_vector[i], b->inverse), MUL(along, a->unit[i])), a->inverse);
    }
}

/// out = radial d d^T + across (I - d d^T).
static inline void set_thread_block(f4 out[6], const f4 d[3], f4 radial, f4 across) {
    f4 k = SUB(radial, across);
    f4 x = MUL(k, d[0]), y = MUL(k, d[1]), z = MUL(k, d[2]);
    out[0] = MULADD(x, d[0], across);
    out[1] = MUL(x, d[1]);
    out[2] = MUL(x, d[2]);
    out[3] = MULADD(y, d[1], across);
    out[4] = MUL(y, d[2]);
    out[5] = MULADD(z, d[2], across);
}

/// out += k d d^T + diagonal I.
static inline void add_square(f4 out[6], const f4 d[3], f4 k, f4 diagonal) {
    f4 x = MUL(k, d[0]), y = MUL(k, d[1]), z = MUL(k, d[2]);
    out[0] = ADD(out[0], MULADD(x, d[0], diagonal));
    out[1] = MULADD(x, d[1], out[1]);
    out[2] = MULADD(x, d[2], out[2]);
    out[3] = ADD(out[3], MULADD(y, d[1], diagonal));
    out[4] = MULADD(y, d[2], out[4]);
    out[5] = ADD(out[5], MULADD(z, d[2], diagonal));
}

/// out = k a b^T + l c d^T.
static inline void set_cross_block(f4 out[9], f4 k, const f4 a[3], const f4 b[3], f4 l,
                                   const f4 c[3], const f4 d[3]) {
    for (int i = 0; i < 3; ++i) {
        f4 ka = MUL(k, a[i]), lc = MUL(l, c[i]);
        for (int j = 0; j < 3; ++j) {
            out[3 * i + j] = MULADD(lc, d[j], MUL(ka, b[j]));
        }
    }
}

/// out += s w w^T + diagonal I.
static inline void add_cross_square(f4 out[9], const f4 w[3], f4 s, f4 diagonal) {
    for (int i = 0; i < 3; ++i) {
        f4 x = MUL(s, w[i]);
        for (int j = 0; j < 3; ++j) {
            out[3 * i + j] = MULADD(x, w[j], out[3 * i + j]);
        }
        out[4 * i] = ADD(out[4 * i], diagonal);
    }
}

/// Larger eigenvalue of F^T F = [a c; c b] and its unit eigenvector (d0, d1) in the material.
static inline f4 principal(f4 a, f4 b, f4 c, f4* d0, f4* d1) {
    f4 half = wf_f4_splat(0.5f);
    f4 difference = MUL(half, SUB(a, b));
    f4 radius = wf_f4_sqrt(MULADD(difference, difference, MUL(c, c)));
    // the longer of the two forms of the eigenvector; any direction will do when all are equal
    f4 major = wf_f4_max(ADD(wf_f4_abs(difference), radius), wf_f4_splat(tiny));
    f4 norm = wf_f4_sqrt(MULADD(major, major, MUL(c, c)));
    f4 x = wf_f4_div(major, norm), y = wf_f4_div(c, norm);
    f4 along_u = wf_f4_less_equal(b, a);
    *d0 = wf_f4_select(along_u, x, y);
    *d1 = wf_f4_select(along_u, y, x);
    return MULADD(half, ADD(a, b), radius);
}

/// How far the largest principal stretch is over the limit.
static inline f4 excess_of(const wf_membrane* m, f4 stretch) {
    f4 start = ADD(wf_f4_splat(1.0f), m->limit);
    return wf_f4_max(SUB(stretch, start), wf_f4_zero());
}

/// By the envelope theorem the gradient is that of |F d| with the direction d held; holding it in
/// the Hessian too leaves a square.
static inline void add_limit(const wf_membrane* m, const f4 u[3], const f4 v[3], f4 a, f4 b, f4 c,
                             wf_membrane_result* out) {
    f4 d0, d1;
    f4 stretch = wf_f4_sqrt(principal(a, b, c, &d0, &d1));
    f4 inverse = wf_f4_div(wf_f4_splat(1.0f), wf_f4_max(stretch, wf_f4_splat(tiny)));
    f4 excess = excess_of(m, stretch);
    f4 slope = MUL(MUL(m->area, m->limit_k), excess);
    f4 force = MUL(slope, excess);
    f4 w[3];
    for (int i = 0; i < 3; ++i) {
        w[i] = MUL(ADD(MUL(u[i], d0), MUL(v[i], d1)), inverse);
        f4 p = MUL(force, w[i]);
        out->pu[i] = MULADD(p, d0, out->pu[i]);
        out->pv[i] = MULADD(p, d1, out->pv[i]);
    }
    f4 across = MUL(force, inverse);
    f4 radial = SUB(ADD(slope, slope), across);
    f4 uu = MUL(d0, d0), uv = MUL(d0, d1), vv = MUL(d1, d1);
    add_square(out->uu, w, MUL(radial, uu), MUL(across, uu));
    add_square(out->vv, w, MUL(radial, vv), MUL(across, vv));
    add_cross_square(out->uv, w, MUL(radial, uv), MUL(across, uv));
}

/// No principal stretch exceeds this bound, and it costs no root: most blocks stop here.
static inline int may_exceed_limit(const wf_membrane* m, f4 a, f4 b, f4 c) {
    f4 start = ADD(wf_f4_splat(1.0f), m->limit);
    f4 bound = ADD(wf_f4_max(a, b), wf_f4_abs(c));
    return wf_f4_mask(wf_f4_less(MUL(start, start), bound));
}

/// Stiffness and stress of the three strains in lanes, times area.
typedef struct response {
    f4 stiff_u, stiff_v, stiff_cross, stiff_shear;
    f4 stress_u, stress_v, stress_shear;
} response;

/// The rate term takes the stiffness of the start of the substep, so that it stays one parabola
/// while a thread passes from compression to tension.
static inline response respond(const wf_membrane* m, const strains* c, const strains* c0) {
    f4 rate = MUL(m->damping_rate, m->area);
    f4 elastic_u = MUL(soften(m->stretch_u, c->u, m->compression), m->area);
    f4 elastic_v = MUL(soften(m->stretch_v, c->v, m->compression), m->area);
    f4 viscous_u = MUL(soften(m->stretch_u, c0->u, m->compression), rate);
    f4 viscous_v = MUL(soften(m->stretch_v, c0->v, m->compression), rate);
    f4 elastic_shear = MUL(m->shear, m->area), viscous_shear = MUL(m->shear, rate);
    f4 cross = MUL(m->coupling, m->area);
    response r;
    r.stiff_u = ADD(elastic_u, viscous_u);
    r.stiff_v = ADD(elastic_v, viscous_v);
    r.stiff_cross = wf_f4_min(cross, wf_f4_min(r.stiff_u, r.stiff_v));
    r.stiff_shear = ADD(elastic_shear, viscous_shear);
    r.stress_u = ADD(MULADD(elastic_u, c->u, MUL(cross, c->v)), MUL(viscous_u, SUB(c->u, c0->u)));
    r.stress_v = ADD(MULADD(elastic_v, c->v, MUL(cross, c->u)), MUL(viscous_v, SUB(c->v, c0->v)));
    r.stress_shear =
        ADD(MUL(elastic_shear, c->shear), MUL(viscous_shear, SUB(c->shear, c0->shear)));
    return r;
}

wf_membrane_strains wf_membrane_strains_at(const f4 u[3], const f4 v[3]) {
    thread tu = thread_of(u, wf_f4x3_dot(u, u));
    thread tv = thread_of(v, wf_f4x3_dot(v, v));
    return strains_of(&tu, &tv, wf_f4x3_dot(u, v));
}

void wf_membrane_evaluate(const wf_membrane* m, const wf_f4 u[3], const wf_f4 v[3],
                          const wf_membrane_strains* start, wf_membrane_result* out) {
    f4 a = wf_f4x3_dot(u, u), b = wf_f4x3_dot(v, v), c = wf_f4x3_dot(u, v);
    thread tu = thread_of(u, a), tv = thread_of(v, b);
    strains now = strains_of(&tu, &tv, c);
    response r = respond(m, &now, start);

    f4 su[3], sv[3];
    shear_gradient(&tu, &tv, v, now.shear, su);
    shear_gradient(&tv, &tu, u, now.shear, sv);
    for (int i = 0; i < 3; ++i) {
        out->pu[i] = MULADD(r.stress_u, tu.unit[i], MUL(r.stress_shear, su[i]));
        out->pv[i] = MULADD(r.stress_v, tv.unit[i], MUL(r.stress_shear, sv[i]));
    }
    f4 zero = wf_f4_zero();
    f4 across_u = MUL(wf_f4_max(r.stress_u, zero), tu.inverse);
    f4 across_v = MUL(wf_f4_max(r.stress_v, zero), tv.inverse);
    set_thread_block(out->uu, tu.unit, r.stiff_u, across_u);
    set_thread_block(out->vv, tv.unit, r.stiff_v, across_v);
    add_square(out->uu, su, r.stiff_shear, zero);
    add_square(out->vv, sv, r.stiff_shear, zero);
    set_cross_block(out->uv, r.stiff_cross, tu.unit, tv.unit, r.stiff_shear, su, sv);
    if (may_exceed_limit(m, a, b, c)) {
        add_limit(m, u, v, a, b, c, out);
    }
}

wf_f4 wf_membrane_energy(const wf_membrane* m, const wf_f4 u[3], const wf_f4 v[3]) {
    strains c = wf_membrane_strains_at(u, v);
    f4 stretch_u = MUL(soften(m->stretch_u, c.u, m->compression), MUL(c.u, c.u));
    f4 stretch_v = MUL(soften(m->stretch_v, c.v, m->compression), MUL(c.v, c.v));
    f4 shear = MUL(m->shear, MUL(c.shear, c.shear));
    f4 cross = MUL(m->coupling, MUL(c.u, c.v));
    f4 excess = excess_of(m, wf_membrane_stretch(u, v));
    f4 cube = MUL(excess, MUL(excess, excess));
    f4 squares = MUL(wf_f4_splat(0.5f), ADD(ADD(stretch_u, stretch_v), shear));
    f4 limit = MUL(MUL(m->limit_k, wf_f4_splat(1.0f / 3.0f)), cube);
    return MUL(m->area, ADD(ADD(squares, cross), limit));
}

wf_f4 wf_membrane_stretch(const wf_f4 u[3], const wf_f4 v[3]) {
    f4 d0, d1;
    f4 a = wf_f4x3_dot(u, u), b = wf_f4x3_dot(v, v), c = wf_f4x3_dot(u, v);
    return wf_f4_sqrt(principal(a, b, c, &d0, &d1));
}

bool wf_membrane_rest(const float* a, const float* b, const float* c, float gu[3], float gv[3],
                      float* area) {
    double bx = (double)b[0] - a[0], by = (double)b[1] - a[1];
    double cx = (double)c[0] - a[0], cy = (double)c[1] - a[1];
    double determinant = bx * cy - by * cx;
    double longest = bx * bx + by * by + cx * cx + cy * cy;
    double size = determinant < 0 ? -determinant : determinant;
    if (!(size > 1e-6 * longest)) {
        return false;
    }
    gu[1] = (float)(cy / determinant);
    gu[2] = (float)(-by / determinant);
    gu[0] = -(gu[1] + gu[2]);
    gv[1] = (float)(-cx / determinant);
    gv[2] = (float)(bx / determinant);
    gv[0] = -(gv[1] + gv[2]);
    *area = (float)(0.5 * size);
    return true;
}
