// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The features meet when the hull of the differences of their points has the origin. Time advances
// from proof to proof: a plane that has all differences on one side now and at a later time has
// them there in between, and polynomials in time tell sides that turn with the features (see
// ccd_signs.c). Planes come from the closest points, as in conservative advancement; near a grazing
// pass the polynomials go on where planes would take thousands of steps. Where neither advances, it
// is a hit.
#include "detect/ccd.h"

#include "base/assert.h"
#include "detect/ccd_motion.h"
#include "detect/closest.h"

#include <math.h>

/// Advances of less than this part of the step are taken for a hit.
#define LEAST_ADVANCE 1e-9
/// So many advances without a decision are taken for a hit.
enum { MOST_ADVANCES = 256 };

// ---- the motion
// -------------------------------------------------------------------------------------------

static void difference(const wf_ccd_query* query, int a, int b, double from[3], double to[3]) {
    wf_minus(query->from[a], query->from[b], from);
    wf_minus(query->to[a], query->to[b], to);
}

static double largest(double most, const double x[3]) {
    for (int k = 0; k < 3; ++k) {
        double size = fabs(x[k]);
        most = size > most || size != size ? size : most; // keeps a NaN
    }
    return most;
}

static void scale(wf_ccd_motion* m, double factor) {
    for (int i = 0; i < 2 * 4 * 3; ++i) {
        (&m->d[0][0][0])[i] *= factor;
    }
    for (int i = 0; i < 2 * 3 * 3; ++i) {
        (&m->e[0][0][0])[i] *= factor;
    }
    m->size *= factor;
    m->slip *= factor;
    m->separation *= factor;
}

/// False when it is no motion between finite places, or none at all.
static bool prepare(wf_ccd_kind kind, const wf_ccd_query* query, wf_ccd_motion* m) {
    bool face = kind == WF_CCD_VERTEX_FACE;
    *m = (wf_ccd_motion){.kind = kind, .count = face ? 3 : 4};
    for (int i = 0; i < m->count; ++i) {
        difference(query, face ? 0 : i / 2, face ? i + 1 : 2 + i % 2, m->d[0][i], m->d[1][i]);
    }
    for (int i = 0; i < (face ? 3 : 2); ++i) {
        difference(query, face ? 1 + (i + 1) % 3 : 2 * i + 1, face ? 1 + i : 2 * i, m->e[0][i],
                   m->e[1][i]);
    }
    for (int i = 0; i < 4; ++i) {
        m->size = largest(largest(m->size, m->d[0][i]), m->d[1][i]);
        m->size = i < 3 ? largest(largest(m->size, m->e[0][i]), m->e[1][i]) : m->size;
    }
    if (!(m->size > 0.0) || !(m->size <= 1e300)) {
        return false;
    }
    m->slip = WF_CCD_U * m->size + 2.0 * query->rounding;
    m->separation = query->separation;
    while (m->size < 0x1p-32) {
        scale(m, 0x1p32);
    }
    while (m->size > 0x1p32) {
        scale(m, 0x1p-32);
    }
    return true;
}

static void place(const wf_ccd_motion* m, double t, double d[4][3]) {
    for (int i = 0; i < m->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            d[i][k] = wf_ccd_lerp(m->d[0][i][k], m->d[1][i][k], t);
        }
    }
}

// ---- planes
// -----------------------------------------------------------------------------------------------

/// What n.d must exceed to prove more than the separation. The error of a computed n.d(t) is below
/// |n|_1 (slip + 12 u M).
static double plane_margin(const wf_ccd_motion* m, const double n[3]) {
    double sum = fabs(n[0]) + fabs(n[1]) + fabs(n[2]);
    double length = sqrt(wf_dot(n, n)) * (1.0 + 1e-9);
    return m->separation * length + sum * (2.0 * m->slip + 16.0 * WF_CCD_U * m->size);
}

static bool all_beyond(const wf_ccd_motion* m, const double n[3], double margin, double t) {
    double d[4][3];
    bool beyond = true;
    place(m, t, d);
    for (int i = 0; i < m->count; ++i) {
        beyond = beyond && wf_dot(n, d[i]) > margin;
    }
    return beyond;
}

/// The latest time, at least t, up to which the plane across n keeps the features apart.
static double plane_reach(const wf_ccd_motion* m, const double n[3], double t) {
    double margin = plane_margin(m, n);
    if (!all_beyond(m, n, margin, t)) {
        return t;
    }
    double d[4][3], part = 1.0;
    place(m, t, d);
    for (int i = 0; i < m->count; ++i) {
        double now = wf_dot(n, d[i]) - margin, end = wf_dot(n, m->d[1][i]) - margin;
        if (!(end > 0.0) && now / (now - end) < part) {
            part = now / (now - end);
        }
    }
    if (part == 1.0 && all_beyond(m, n, margin, 1.0)) {
        return 1.0;
    }
    double reach = t + (1.0 - t) * (part * (1.0 - 1e-9));
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (all_beyond(m, n, margin, reach)) {
            return reach;
        }
        reach = t + 0.5 * (reach - t);
    }
    return t;
}

static bool apart_along_axis(const wf_ccd_motion* m) {
    for (int k = 0; k < 6; ++k) {
        double n[3] = {0.0, 0.0, 0.0};
        n[k % 3] = k < 3 ? 1.0 : -1.0;
        double margin = plane_margin(m, n);
        if (all_beyond(m, n, margin, 0.0) && all_beyond(m, n, margin, 1.0)) {
            return true;
        }
    }
    return false;
}

// ---- closest points
// ---------------------------------------------------------------------------------------

/// Where the hull of the differences is closest to the origin.
typedef struct nearest {
    double at[3];     // the point
    double edge[3];   // direction of the edge that it lies on, or 0
    double normal[3]; // of the hull there, not unit, away from the origin
    double weight[4]; // of the differences
    double distance2;
} nearest;

static void nearest_of_triangle(const double d[4][3], const int corner[3], nearest* out) {
    const double *a = d[corner[0]], *b = d[corner[1]], *c = d[corner[2]];
    double w[3], ab[3], ac[3], of[3][3];
    bool inside = wf_origin_to_triangle(a, b, c, w);
    *out = (nearest){0};
    wf_minus(b, a, ab);
    wf_minus(c, a, ac);
    wf_cross(ab, ac, out->normal);
    wf_minus(c, b, of[0]);
    for (int k = 0; k < 3; ++k) {
        out->weight[corner[k]] = w[k];
        out->at[k] = (w[0] * a[k] + w[1] * b[k]) + w[2] * c[k];
        of[1][k] = ac[k];
        of[2][k] = ab[k];
    }
    for (int i = 0; i < 3 && !inside; ++i) {
        if (w[(i + 1) % 3] > 0.0 && w[(i + 2) % 3] > 0.0) {
            wf_minus(of[i], (double[3]){0.0, 0.0, 0.0}, out->edge);
        }
    }
    double sign = wf_dot(out->normal, out->at) < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 3; ++k) {
        out->normal[k] *= sign;
    }
    out->distance2 = wf_dot(out->at, out->at);
}

/// Differences of two edges span a parallelogram, which is two triangles.
static void find_nearest(const wf_ccd_motion* m, double t, nearest* out) {
    double d[4][3];
    place(m, t, d);
    bool face = m->kind == WF_CCD_VERTEX_FACE;
    nearest_of_triangle(d, face ? (const int[3]){0, 1, 2} : (const int[3]){0, 2, 3}, out);
    if (!face) {
        nearest other;
        nearest_of_triangle(d, (const int[3]){0, 1, 3}, &other);
        *out = other.distance2 < out->distance2 ? other : *out;
    }
}

/// The point without its part along the edge that it lies on: rounding put that there, and when the
/// features almost touch it is most of the point.
static void direction_of(const nearest* p, double n[3]) {
    double length2 = wf_dot(p->edge, p->edge);
    double along = length2 > 0.0 ? wf_dot(p->at, p->edge) / length2 : 0.0;
    for (int k = 0; k < 3; ++k) {
        n[k] = p->at[k] - along * p->edge[k];
    }
}

static void set_unit(const double x[3], double out[3]) {
    double length = sqrt(wf_dot(x, x));
    for (int k = 0; k < 3; ++k) {
        out[k] = length > 0.0 ? x[k] / length : 0.0;
    }
}

/// The latest time up to which a plane between the closest points proves the features apart; the
/// better direction is kept when there is one.
static double advance_by_planes(const wf_ccd_motion* m, const nearest* p, double t, double n[3]) {
    double direction[3], by_normal = plane_reach(m, p->normal, t);
    if (by_normal > t) {
        set_unit(p->normal, n);
    }
    if (by_normal == 1.0) {
        return 1.0;
    }
    direction_of(p, direction);
    double by_point = plane_reach(m, direction, t);
    if (by_point > by_normal) {
        set_unit(direction, n);
    }
    return by_point > by_normal ? by_point : by_normal;
}

// ---- the search
// -------------------------------------------------------------------------------------------

/// Without a plane that ever separated, the direction of the closest points, or else the normal.
static void fill_hit(const wf_ccd_motion* m, const nearest* p, double t, wf_ccd_hit* hit) {
    hit->time = t;
    if (wf_dot(hit->n, hit->n) == 0.0) {
        set_unit(p->distance2 > 0.0 ? p->at : p->normal, hit->n);
    }
    const double* w = p->weight;
    if (m->kind == WF_CCD_VERTEX_FACE) {
        hit->weight[0] = 1.0;
        for (int i = 0; i < 3; ++i) {
            hit->weight[i + 1] = -w[i];
        }
    } else {
        for (int i = 0; i < 2; ++i) {
            hit->weight[i] = w[2 * i] + w[2 * i + 1];
            hit->weight[2 + i] = -(w[i] + w[2 + i]);
        }
    }
}

bool wf_ccd(wf_ccd_kind kind, const wf_ccd_query* query, wf_ccd_hit* hit) {
    WEFT_DEBUG_ASSERT(kind == WF_CCD_VERTEX_FACE || kind == WF_CCD_EDGE_EDGE);
    wf_ccd_motion m;
    wf_ccd_signs signs = {0};
    nearest p = {0};
    *hit = (wf_ccd_hit){0};
    if (!prepare(kind, query, &m)) {
        p.weight[0] = 1.0;
        fill_hit(&m, &p, 0.0, hit);
        return true;
    }
    if (apart_along_axis(&m)) {
        return false;
    }
    double t = 0.0;
    for (int i = 0; i < MOST_ADVANCES; ++i) {
        find_nearest(&m, t, &p);
        double reach = advance_by_planes(&m, &p, t, hit->n);
        if (reach < 1.0) {
            if (signs.count == 0) {
                wf_ccd_signs_build(&m, &signs);
            }
            double other = wf_ccd_signs_reach(&signs, t);
            reach = other > reach ? other : reach;
        }
        if (reach == 1.0) {
            return false;
        }
        if (!(reach - t > LEAST_ADVANCE)) {
            break;
        }
        t = reach;
    }
    fill_hit(&m, &p, t, hit);
    return true;
}
