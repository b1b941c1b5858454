// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// With N the normal of the face, or of the plane along both edges, the features can only meet when
// N.d = 0 (a cubic in time) and the vertex lies within the three edges of the face, or each edge on
// both sides of the other, seen along N (quartics (e x d).N). Where one of these polynomials has
// the wrong sign for sure, they do not. Coefficients in Bernstein form bound a polynomial on an
// interval, and where their hull meets zero is a lower bound of its first root: two or three steps
// reach the root to the last digits (Bezier clipping; Sederberg, Nishita 1990).
#include "detect/ccd_motion.h"
#include "detect/closest.h"

#include <math.h>

/// How much is left of a step to a root, so that rounding does not spoil the proof.
#define CLIP_PART (1.0 - 1e-9)
enum { SHORTER_INTERVALS = 16 };

typedef struct quadratic {
    double at[3][3]; // three coefficients, vectors
} quadratic;

/// x(t) x y(t) for vectors linear in time. Error: 4 M slip + 6 u M^2.
static quadratic cross_linear(const double x0[3], const double x1[3], const double y0[3],
                              const double y1[3]) {
    quadratic q;
    double left[3], right[3];
    wf_cross(x0, y0, q.at[0]);
    wf_cross(x1, y1, q.at[2]);
    wf_cross(x0, y1, left);
    wf_cross(x1, y0, right);
    for (int k = 0; k < 3; ++k) {
        q.at[1][k] = 0.5 * (left[k] + right[k]);
    }
    return q;
}

/// n(t).d(t), d linear. Error: 18 M^2 slip + 60 u M^3, and 54 u M^3 of every later interpolation.
static void dot_linear(const quadratic* n, const double d0[3], const double d1[3], double sign,
                       double out[5]) {
    out[0] = sign * wf_dot(n->at[0], d0);
    out[1] = sign * (2.0 * wf_dot(n->at[1], d0) + wf_dot(n->at[0], d1)) / 3.0;
    out[2] = sign * (wf_dot(n->at[2], d0) + 2.0 * wf_dot(n->at[1], d1)) / 3.0;
    out[3] = sign * wf_dot(n->at[2], d1);
}

/// a(t).n(t). Error: 48 M^3 slip + 164 u M^4, and 144 u M^4 of every later interpolation.
static void dot_quadratic(const quadratic* a, const quadratic* n, double sign, double out[5]) {
    out[0] = sign * wf_dot(a->at[0], n->at[0]);
    out[1] = sign * 0.5 * (wf_dot(a->at[0], n->at[1]) + wf_dot(a->at[1], n->at[0]));
    out[2] = sign *
             ((wf_dot(a->at[0], n->at[2]) + wf_dot(a->at[2], n->at[0])) +
              4.0 * wf_dot(a->at[1], n->at[1])) /
             6.0;
    out[3] = sign * 0.5 * (wf_dot(a->at[1], n->at[2]) + wf_dot(a->at[2], n->at[1]));
    out[4] = sign * wf_dot(a->at[2], n->at[2]);
}

/// No less than the length of a polynomial vector anywhere in the step.
static double longest(const double (*coefficient)[3], int count) {
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        double length2 = wf_dot(coefficient[i], coefficient[i]);
        most = length2 > most ? length2 : most;
    }
    return sqrt(most) * (1.0 + 1e-9);
}

/// (e x d).n with a sign: how far the plane through e along n has d on its wrong side.
static void add_side(const wf_ccd_motion* m, wf_ccd_signs* signs, const quadratic* n, int edge,
                     int difference, double sign) {
    int at = signs->count++;
    quadratic a =
        cross_linear(m->e[0][edge], m->e[1][edge], m->d[0][difference], m->d[1][difference]);
    double ends[2][3];
    for (int k = 0; k < 3; ++k) {
        ends[0][k] = m->e[0][edge][k];
        ends[1][k] = m->e[1][edge][k];
    }
    double M = m->size, cube = M * M * M;
    double rounding = 64.0 * cube * m->slip + 512.0 * WF_CCD_U * cube * M;
    signs->degree[at] = 4;
    signs->margin[at] = m->separation * longest((const double(*)[3])ends, 2) *
                            longest((const double(*)[3])n->at, 3) +
                        rounding;
    dot_quadratic(&a, n, sign, signs->coefficient[at]);
}

void wf_ccd_signs_build(const wf_ccd_motion* m, wf_ccd_signs* signs) {
    bool face = m->kind == WF_CCD_VERTEX_FACE;
    // of a face e0 x e1, which is (f1 - f0) x (f2 - f0)
    quadratic n = cross_linear(m->e[0][0], m->e[1][0], m->e[0][1], m->e[1][1]);
    double M = m->size;
    double rounding = 32.0 * M * M * m->slip + 192.0 * WF_CCD_U * M * M * M;
    for (int at = 0; at < 2; ++at) {
        signs->degree[at] = 3;
        signs->margin[at] = m->separation * longest((const double(*)[3])n.at, 3) + rounding;
        dot_linear(&n, m->d[0][0], m->d[1][0], at == 0 ? 1.0 : -1.0, signs->coefficient[at]);
    }
    signs->count = 2;
    if (face) {
        add_side(m, signs, &n, 0, 0, -1.0);
        add_side(m, signs, &n, 1, 1, -1.0);
        add_side(m, signs, &n, 2, 2, -1.0);
    } else {
        add_side(m, signs, &n, 1, 0, -1.0); // a0 beyond b
        add_side(m, signs, &n, 1, 2, 1.0);  // a1 before b
        add_side(m, signs, &n, 0, 0, -1.0); // b0 beyond a
        add_side(m, signs, &n, 0, 1, 1.0);  // b1 before a
    }
}

/// Coefficients on [t, s]: coefficient i is the polar form at i times s, otherwise t.
static void restrict_to(const double* whole, int degree, double t, double s, double* part) {
    for (int i = 0; i <= degree; ++i) {
        double at[5];
        for (int k = 0; k <= degree; ++k) {
            at[k] = whole[k];
        }
        for (int level = 0; level < degree; ++level) {
            double where = level < i ? s : t;
            for (int k = 0; k < degree - level; ++k) {
                at[k] = wf_ccd_lerp(at[k], at[k + 1], where);
            }
        }
        part[i] = at[0];
    }
}

/// The part of the interval on which the hull of the coefficients stays above the margin.
static double clear_part(const double* part, int degree, double margin) {
    double first = part[0] - margin, clear = 1.0;
    if (!(first > 0.0)) {
        return 0.0;
    }
    for (int i = 1; i <= degree; ++i) {
        double other = part[i] - margin;
        if (!(other > 0.0)) {
            double meets = (double)i / degree * (first / (first - other));
            clear = meets < clear ? meets : clear;
        }
    }
    return clear;
}

/// How far from t the polynomial stays above the margin, by its coefficients on [t, end].
static double clip(const double* whole, int degree, double margin, double t, double end) {
    double part[5] = {0};
    restrict_to(whole, degree, t, end, part);
    double clear = clear_part(part, degree, margin);
    if (clear == 1.0 || !(clear > 0.0)) {
        return clear == 1.0 ? end : t;
    }
    double step = (end - t) * clear * CLIP_PART;
    for (int attempt = 0; attempt < 3; ++attempt) {
        double s = t + step;
        restrict_to(whole, degree, t, s, part);
        if (clear_part(part, degree, margin) == 1.0) {
            return s;
        }
        step *= 0.5;
    }
    return t;
}

/// The hull is loose on a long interval: shorter ones go further as long as they do.
static double reach_of(const double* whole, int degree, double margin, double t) {
    double reach = clip(whole, degree, margin, t, 1.0);
    for (int i = 0; i < SHORTER_INTERVALS && reach > t; ++i) {
        double end = t + 4.0 * (reach - t);
        double further = end < 1.0 ? clip(whole, degree, margin, t, end) : t;
        if (!(further - t > 1.1 * (reach - t))) {
            break;
        }
        reach = further;
    }
    return reach;
}

double wf_ccd_signs_reach(const wf_ccd_signs* signs, double t) {
    double reach = t;
    for (int i = 0; i < signs->count && reach < 1.0; ++i) {
        double other = reach_of(signs->coefficient[i], signs->degree[i], signs->margin[i], t);
        reach = other > reach ? other : reach;
    }
    return reach;
}
