// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closest points of a point and a triangle and of two segments, written for slivers and parallel
// edges: every division is guarded and results are clamped, so they may lose accuracy but never
// leave the feature. After Ericson, Real-Time Collision Detection, 2005, 5.1.5 and 5.1.9.
#include "detect/proximity.h"
#include "math/vec.h"

static bool region_weights(float v, float w, float weight[3]) {
    weight[0] = (1.0f - v) - w;
    weight[1] = v;
    weight[2] = w;
    return false;
}

static float unit_ratio(float numerator, float denominator) {
    if (!(denominator > 0.0f)) {
        return 0.0f;
    }
    float ratio = numerator / denominator;
    return ratio < 0.0f ? 0.0f : ratio > 1.0f ? 1.0f : ratio;
}

bool wf_closest_point_triangle(const float* p, const float* a, const float* b, const float* c,
                               float weight[3]) {
    wf_v3 va = wf_v3_load(a);
    wf_v3 ab = wf_v3_sub(wf_v3_load(b), va);
    wf_v3 ac = wf_v3_sub(wf_v3_load(c), va);
    wf_v3 ap = wf_v3_sub(wf_v3_load(p), va);
    float d1 = wf_v3_dot(ab, ap), d2 = wf_v3_dot(ac, ap);
    if (d1 <= 0.0f && d2 <= 0.0f) {
        return region_weights(0.0f, 0.0f, weight);
    }
    wf_v3 bp = wf_v3_sub(ap, ab);
    float d3 = wf_v3_dot(ab, bp), d4 = wf_v3_dot(ac, bp);
    if (d3 >= 0.0f && d4 <= d3) {
        return region_weights(1.0f, 0.0f, weight);
    }
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
        return region_weights(unit_ratio(d1, d1 - d3), 0.0f, weight);
    }
    wf_v3 cp = wf_v3_sub(ap, ac);
    float d5 = wf_v3_dot(ab, cp), d6 = wf_v3_dot(ac, cp);
    if (d6 >= 0.0f && d5 <= d6) {
        return region_weights(0.0f, 1.0f, weight);
    }
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
        return region_weights(0.0f, unit_ratio(d2, d2 - d6), weight);
    }
    float va_ = d3 * d6 - d5 * d4;
    if (va_ <= 0.0f && (d4 - d3) >= 0.0f && (d5 - d6) >= 0.0f) {
        float w = unit_ratio(d4 - d3, (d4 - d3) + (d5 - d6));
        return region_weights(1.0f - w, w, weight);
    }
    float sum = (va_ + vb) + vc;
    if (!(sum > 0.0f)) {
        return region_weights(1.0f / 3.0f, 1.0f / 3.0f, weight);
    }
    weight[1] = vb / sum;
    weight[2] = vc / sum;
    weight[0] = (1.0f - weight[1]) - weight[2];
    return true;
}

bool wf_closest_segments(const float* p0, const float* p1, const float* q0, const float* q1,
                         float* s, float* t) {
    wf_v3 d1 = wf_v3_sub(wf_v3_load(p1), wf_v3_load(p0));
    wf_v3 d2 = wf_v3_sub(wf_v3_load(q1), wf_v3_load(q0));
    wf_v3 r = wf_v3_sub(wf_v3_load(p0), wf_v3_load(q0));
    float a = wf_v3_dot(d1, d1), e = wf_v3_dot(d2, d2);
    float b = wf_v3_dot(d1, d2), c = wf_v3_dot(d1, r), f = wf_v3_dot(d2, r);
    float denominator = a * e - b * b;
    // Below this the segments are parallel as far as floats can tell; any common point will do.
    float parallel = 1e-6f * a * e;
    float u = denominator > parallel ? unit_ratio(b * f - c * e, denominator) : 0.5f;
    float w = unit_ratio(b * u + f, e);
    u = unit_ratio(b * w - c, a);
    *s = u;
    *t = unit_ratio(b * u + f, e);
    return u > 0.0f && u < 1.0f && *t > 0.0f && *t < 1.0f;
}
