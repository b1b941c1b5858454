// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The nearest of four candidates, the foot on the plane and the closest points of three edges,
// gives a direction. Any direction proves what it proves, so the lanes may differ from the full
// computation in the last bits without harm.
#include "detect/face_batch.h"

#include "math/v3x4.h"
#include "weft/constants.h"

#include <stddef.h>

typedef struct nearest {
    wf_v3x4 n; // from the face to the vertex, not unit
    wf_f4 length2;
} nearest;

WF_INLINE void take_nearer(nearest* best, wf_v3x4 n, wf_f4 allowed) {
    wf_f4 length2 = wf_v3x4_dot(n, n);
    wf_f4 nearer = wf_f4_and(allowed, wf_f4_less(length2, best->length2));
    best->n.x = wf_f4_select(nearer, n.x, best->n.x);
    best->n.y = wf_f4_select(nearer, n.y, best->n.y);
    best->n.z = wf_f4_select(nearer, n.z, best->n.z);
    best->length2 = wf_f4_select(nearer, length2, best->length2);
}

/// From the closest point of the edge a + [0, 1] ab.
WF_INLINE void try_edge(nearest* best, wf_v3x4 ap, wf_v3x4 ab) {
    wf_f4 t = wf_f4_div(wf_v3x4_dot(ap, ab), wf_f4_max(wf_v3x4_dot(ab, ab), wf_f4_splat(1e-20f)));
    t = wf_f4_min(wf_f4_max(t, wf_f4_zero()), wf_f4_splat(1.0f));
    wf_f4 always = wf_f4_less_equal(wf_f4_zero(), wf_f4_zero());
    take_nearer(best, wf_v3x4_sub(ap, wf_v3x4_scale(ab, t)), always);
}

/// From the foot on the plane, where that lies inside: left of every edge.
WF_INLINE void try_inside(nearest* best, wf_v3x4 ap, wf_v3x4 bp, wf_v3x4 ab, wf_v3x4 bc,
                          wf_v3x4 ca) {
    wf_v3x4 across = wf_v3x4_cross(ab, bc);
    wf_f4 zero = wf_f4_zero();
    wf_f4 inside = wf_f4_less(zero, wf_v3x4_dot(wf_v3x4_cross(ab, ap), across));
    inside = wf_f4_and(inside, wf_f4_less(zero, wf_v3x4_dot(wf_v3x4_cross(bc, bp), across)));
    inside = wf_f4_and(inside, wf_f4_less(zero, wf_v3x4_dot(wf_v3x4_cross(ca, ap), across)));
    wf_f4 size2 = wf_f4_max(wf_v3x4_dot(across, across), wf_f4_splat(1e-30f));
    wf_f4 height = wf_f4_div(wf_v3x4_dot(ap, across), size2);
    take_nearer(best, wf_v3x4_scale(across, height), inside);
}

/// Unit direction from the closest point of the face abc to p.
static wf_v3x4 direction(wf_v3x4 p, wf_v3x4 a, wf_v3x4 b, wf_v3x4 c) {
    wf_v3x4 ab = wf_v3x4_sub(b, a), bc = wf_v3x4_sub(c, b), ca = wf_v3x4_sub(a, c);
    wf_v3x4 ap = wf_v3x4_sub(p, a), bp = wf_v3x4_sub(p, b), cp = wf_v3x4_sub(p, c);
    nearest best = {ap, wf_v3x4_dot(ap, ap)};
    try_edge(&best, ap, ab);
    try_edge(&best, bp, bc);
    try_edge(&best, cp, ca);
    try_inside(&best, ap, bp, ab, bc, ca);
    wf_f4 length = wf_f4_sqrt(wf_f4_max(best.length2, wf_f4_splat(1e-20f)));
    return wf_v3x4_scale(best.n, wf_f4_div(wf_f4_splat(1.0f), length));
}

/// How far a vertex lies over a face along n.
WF_INLINE wf_f4 gap_along(wf_v3x4 n, wf_v3x4 p, wf_v3x4 a, wf_v3x4 b, wf_v3x4 c) {
    return wf_f4_min(
        wf_v3x4_dot(n, wf_v3x4_sub(p, a)),
        wf_f4_min(wf_v3x4_dot(n, wf_v3x4_sub(p, b)), wf_v3x4_dot(n, wf_v3x4_sub(p, c))));
}

WF_INLINE wf_f4 gather1(const float* values, const uint32_t* index) {
    return wf_f4_set(values[index[0]], values[index[1]], values[index[2]], values[index[3]]);
}

/// Of a vertex against a face; null for none.
static wf_f4 slack_of(const float* over, const uint32_t* vertex, const float* face,
                      uint32_t corner[3][4]) {
    wf_f4 slack = over ? gather1(over, vertex) : wf_f4_zero();
    if (face) {
        wf_f4 most = wf_f4_max(gather1(face, corner[0]), gather1(face, corner[1]));
        slack = wf_f4_add(slack, wf_f4_max(most, gather1(face, corner[2])));
    }
    return slack;
}

int wf_face_batch_test(const wf_face_batch* batch, const wf_surface* v, const wf_surface* f,
                       float reach) {
    uint32_t vertex[4], corner[3][4];
    for (uint32_t k = 0; k < 4; ++k) { // unused places repeat the first one
        uint32_t pair = k < batch->count ? k : 0;
        vertex[k] = batch->vertex[pair];
        for (int j = 0; j < 3; ++j) {
            corner[j][k] = f->triangles[3 * (size_t)batch->face[pair] + j];
        }
    }
    wf_v3x4 p = wf_v3x4_gather(v->from, vertex), a = wf_v3x4_gather(f->from, corner[0]),
            b = wf_v3x4_gather(f->from, corner[1]), c = wf_v3x4_gather(f->from, corner[2]);
    wf_v3x4 n = direction(p, a, b, c);
    wf_f4 now = gap_along(n, p, a, b, c);
    wf_f4 predicted = gap_along(n, wf_v3x4_gather(v->to, vertex), wf_v3x4_gather(f->to, corner[0]),
                                wf_v3x4_gather(f->to, corner[1]), wf_v3x4_gather(f->to, corner[2]));
    wf_f4 size = wf_f4_add(wf_f4_add(wf_f4_abs(n.x), wf_f4_abs(n.y)), wf_f4_abs(n.z));
    wf_f4 lowest =
        wf_f4_sub(predicted, wf_f4_mul(size, slack_of(v->slack, vertex, f->slack, corner)));
    wf_f4 touches = wf_f4_less_equal(lowest, wf_f4_splat(2.0f * WEFT_SAFETY_GAP));
    wf_f4 near = wf_f4_less_equal(predicted, wf_f4_splat(reach));
    wf_f4 unclear = wf_f4_less_equal(now, wf_f4_splat(WEFT_UNCLEAR_GAP));
    return wf_f4_mask(wf_f4_or(wf_f4_or(touches, near), unclear));
}
