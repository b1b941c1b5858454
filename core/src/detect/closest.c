// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closest points of a point and a triangle and of two segments. Slivers and nearly parallel edges
// need double: what decides is of the fourth power of a length, and its rounding grows with the
// inverse of the angle. Below 1e-7 the angle is taken for 0, which costs as much of a length.
// Results never leave the feature. The segments after Ericson, Real-Time Collision Detection, 2005,
// 5.1.9.
#include "detect/closest.h"

/// The square of the smallest sine of an angle that counts.
#define LEAST_SINE2 1e-14

static double unit_ratio(double numerator, double denominator) {
    if (!(denominator > 0.0)) {
        return 0.0;
    }
    double ratio = numerator / denominator;
    return ratio < 0.0 ? 0.0 : ratio > 1.0 ? 1.0 : ratio;
}

double wf_origin_to_segment(const double a[3], const double b[3], double* s) {
    double e[3], at[3];
    wf_minus(b, a, e);
    *s = unit_ratio(-wf_dot(a, e), wf_dot(e, e));
    for (int k = 0; k < 3; ++k) {
        at[k] = *s == 1.0 ? b[k] : a[k] + *s * e[k];
    }
    return wf_dot(at, at);
}

static void closest_on_border(const double* const corner[3], double weight[3]) {
    double best = 0.0;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        double s, distance2 = wf_origin_to_segment(corner[i], corner[j], &s);
        if (i == 0 || distance2 < best) {
            best = distance2;
            weight[i] = 1.0 - s;
            weight[j] = s;
            weight[(i + 2) % 3] = 0.0;
        }
    }
}

bool wf_origin_to_triangle(const double a[3], const double b[3], const double c[3],
                           double weight[3]) {
    double ab[3], ac[3], n[3], left[3], right[3];
    wf_minus(b, a, ab);
    wf_minus(c, a, ac);
    wf_cross(ab, ac, n);
    double nn = wf_dot(n, n);
    if (nn > LEAST_SINE2 * wf_dot(ab, ab) * wf_dot(ac, ac)) {
        wf_cross(ac, a, left);
        wf_cross(a, ab, right);
        weight[1] = wf_dot(n, left) / nn;
        weight[2] = wf_dot(n, right) / nn;
        weight[0] = 1.0 - weight[1] - weight[2];
        if (weight[0] > 0.0 && weight[1] > 0.0 && weight[2] > 0.0) {
            return true;
        }
    }
    closest_on_border((const double* const[3]){a, b, c}, weight);
    return false;
}

static void load(const float* p, double out[3]) {
    out[0] = p[0];
    out[1] = p[1];
    out[2] = p[2];
}

static void load_from(const float* p, const double origin[3], double out[3]) {
    load(p, out);
    wf_minus(out, origin, out);
}

bool wf_closest_point_triangle(const float* p, const float* a, const float* b, const float* c,
                               float weight[3]) {
    double origin[3], da[3], db[3], dc[3], w[3];
    load(p, origin);
    load_from(a, origin, da);
    load_from(b, origin, db);
    load_from(c, origin, dc);
    bool inside = wf_origin_to_triangle(da, db, dc, w);
    weight[1] = (float)w[1];
    weight[2] = (float)w[2];
    weight[0] = (float)w[0];
    return inside;
}

bool wf_closest_segments(const float* p0, const float* p1, const float* q0, const float* q1,
                         float* s, float* t) {
    double p[3], q[3], d1[3], d2[3], r[3];
    load(p0, p);
    load(q0, q);
    load_from(p1, p, d1);
    load_from(q1, q, d2);
    wf_minus(p, q, r);
    double a = wf_dot(d1, d1), e = wf_dot(d2, d2);
    double b = wf_dot(d1, d2), c = wf_dot(d1, r), f = wf_dot(d2, r);
    double denominator = a * e - b * b;
    // parallel segments: any common point will do
    double u = denominator > LEAST_SINE2 * a * e ? unit_ratio(b * f - c * e, denominator) : 0.5;
    double w = unit_ratio(b * u + f, e);
    u = unit_ratio(b * w - c, a);
    w = unit_ratio(b * u + f, e);
    *s = (float)u;
    *t = (float)w;
    return u > 0.0 && u < 1.0 && w > 0.0 && w < 1.0;
}

bool wf_closest_features(const float* const point[4], uint32_t upper, float weight[4]) {
    if (upper == 2) {
        float s, t;
        bool interior = wf_closest_segments(point[0], point[1], point[2], point[3], &s, &t);
        weight[0] = 1.0f - s;
        weight[1] = s;
        weight[2] = t - 1.0f;
        weight[3] = -t;
        return interior;
    }
    if (upper == 3) {
        weight[3] = -1.0f;
        return wf_closest_point_triangle(point[3], point[0], point[1], point[2], weight);
    }
    bool interior = wf_closest_point_triangle(point[0], point[1], point[2], point[3], weight + 1);
    weight[0] = 1.0f;
    for (int k = 1; k < 4; ++k) {
        weight[k] = -weight[k];
    }
    return interior;
}
