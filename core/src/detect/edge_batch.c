// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closest points of four pairs of segments, the plane between them, and how low the upper can come
// over it. Any direction proves what it proves, so the lanes may differ from the full computation
// in the last bits without harm.
#include "detect/edge_batch.h"

#include "math/v3x4.h"
#include "weft/constants.h"

#include <stddef.h>

WF_INLINE wf_f4 clamp01(wf_f4 a) {
    return wf_f4_min(wf_f4_max(a, wf_f4_zero()), wf_f4_splat(1.0f));
}

WF_INLINE wf_f4 strictly_inside(wf_f4 a) {
    return wf_f4_and(wf_f4_less(wf_f4_zero(), a), wf_f4_less(a, wf_f4_splat(1.0f)));
}

/// Unit direction from the closest point of q0 q1 to that of p0 p1; whether both are inside is out.
static wf_v3x4 direction(wf_v3x4 p0, wf_v3x4 p1, wf_v3x4 q0, wf_v3x4 q1, wf_f4* inside) {
    const wf_f4 tiny = wf_f4_splat(1e-20f);
    wf_v3x4 d1 = wf_v3x4_sub(p1, p0), d2 = wf_v3x4_sub(q1, q0), r = wf_v3x4_sub(p0, q0);
    wf_f4 a = wf_v3x4_dot(d1, d1), e = wf_v3x4_dot(d2, d2), b = wf_v3x4_dot(d1, d2),
          c = wf_v3x4_dot(d1, r), f = wf_v3x4_dot(d2, r);
    wf_f4 denominator = wf_f4_max(wf_f4_sub(wf_f4_mul(a, e), wf_f4_mul(b, b)), tiny);
    wf_f4 s = clamp01(wf_f4_div(wf_f4_sub(wf_f4_mul(b, f), wf_f4_mul(c, e)), denominator));
    wf_f4 t = clamp01(wf_f4_div(wf_f4_muladd(b, s, f), wf_f4_max(e, tiny)));
    s = clamp01(wf_f4_div(wf_f4_sub(wf_f4_mul(b, t), c), wf_f4_max(a, tiny)));
    *inside = wf_f4_and(strictly_inside(s), strictly_inside(t));
    wf_v3x4 n = wf_v3x4_sub(wf_v3x4_muladd(p0, d1, s), wf_v3x4_muladd(q0, d2, t));
    wf_f4 scale = wf_f4_div(wf_f4_splat(1.0f), wf_f4_sqrt(wf_f4_max(wf_v3x4_dot(n, n), tiny)));
    return (wf_v3x4){wf_f4_mul(n.x, scale), wf_f4_mul(n.y, scale), wf_f4_mul(n.z, scale)};
}

/// The two ends of four edges; unused places repeat the first one.
static void find_ends(const uint32_t* edges, const uint32_t* waiting, uint32_t count,
                      uint32_t out[2][4]) {
    for (uint32_t k = 0; k < 4; ++k) {
        const uint32_t* edge = edges + 2 * (size_t)waiting[k < count ? k : 0];
        out[0][k] = edge[0];
        out[1][k] = edge[1];
    }
}

static wf_f4 slack_of(const float* slack, const uint32_t a[4], const uint32_t b[4]) {
    return wf_f4_max(wf_f4_set(slack[a[0]], slack[a[1]], slack[a[2]], slack[a[3]]),
                     wf_f4_set(slack[b[0]], slack[b[1]], slack[b[2]], slack[b[3]]));
}

WF_INLINE wf_f4 slack_along(wf_v3x4 n, wf_f4 slack) {
    return wf_f4_mul(wf_f4_add(wf_f4_add(wf_f4_abs(n.x), wf_f4_abs(n.y)), wf_f4_abs(n.z)), slack);
}

/// Heights along n over `origin`: the least of the upper edge and the greatest of the lower.
typedef struct edge_heights {
    wf_f4 low, top;
} edge_heights;

WF_INLINE wf_f4 lower(wf_v3x4 n, wf_v3x4 a, wf_v3x4 b, wf_v3x4 origin) {
    return wf_f4_min(wf_v3x4_dot(n, wf_v3x4_sub(a, origin)),
                     wf_v3x4_dot(n, wf_v3x4_sub(b, origin)));
}

WF_INLINE wf_f4 upper(wf_v3x4 n, wf_v3x4 a, wf_v3x4 b, wf_v3x4 origin) {
    return wf_f4_max(wf_v3x4_dot(n, wf_v3x4_sub(a, origin)),
                     wf_v3x4_dot(n, wf_v3x4_sub(b, origin)));
}

/// What could touch, what is not proven apart, and what crosses each other within reach.
WF_INLINE int open_lanes(edge_heights now, edge_heights end, wf_f4 inside, wf_f4 slack,
                         float reach) {
    wf_f4 predicted = wf_f4_sub(end.low, end.top);
    wf_f4 touches =
        wf_f4_less_equal(wf_f4_sub(predicted, slack), wf_f4_splat(2.0f * WEFT_SAFETY_GAP));
    wf_f4 near = wf_f4_and(inside, wf_f4_less_equal(predicted, wf_f4_splat(reach)));
    wf_f4 closed = wf_f4_less_equal(wf_f4_sub(now.low, now.top), wf_f4_zero());
    return wf_f4_mask(wf_f4_or(wf_f4_or(touches, near), closed));
}

int wf_edge_batch_test(const wf_edge_batch* batch, const wf_surface* above, const wf_surface* below,
                       float reach) {
    uint32_t c[2][4], b[2][4];
    find_ends(above->edges, batch->upper, batch->count, c);
    find_ends(below->edges, batch->lower, batch->count, b);
    wf_v3x4 p0 = wf_v3x4_gather(above->from, c[0]), p1 = wf_v3x4_gather(above->from, c[1]),
            q0 = wf_v3x4_gather(below->from, b[0]), q1 = wf_v3x4_gather(below->from, b[1]);
    wf_f4 inside;
    wf_v3x4 n = direction(p0, p1, q0, q1, &inside);
    edge_heights now = {lower(n, p0, p1, q0), upper(n, q0, q1, q0)};
    edge_heights end = {
        lower(n, wf_v3x4_gather(above->to, c[0]), wf_v3x4_gather(above->to, c[1]), q0), now.top};
    if (below->to != below->from) { // else it stands
        end.top = upper(n, wf_v3x4_gather(below->to, b[0]), wf_v3x4_gather(below->to, b[1]), q0);
    }
    if (above->slack == NULL) { // it may come to cross the other one
        wf_f4 any = wf_f4_less_equal(wf_f4_zero(), wf_f4_zero());
        return open_lanes(now, end, any, wf_f4_zero(), reach);
    }
    wf_f4 slack = slack_of(above->slack, c[0], c[1]);
    if (below->slack != NULL) {
        slack = wf_f4_add(slack, slack_of(below->slack, b[0], b[1]));
    }
    return open_lanes(now, end, inside, slack_along(n, slack), reach);
}
