// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of cloth with bodies. Each triangle stands for the vertices and edges that it owns, so
// every pair of features is met once; boxes cull most of them before any distance is computed.
// Representative triangles after Curtis, Tamstorf, Manocha 2008.
#include "detect/proximity.h"

#include "math/simd.h"
#include "weft/constants.h"

#include <string.h>

/// Box of one feature over the substep, in a frame that moves evenly: what moves as one does not
/// come nearer, however fast it is.
typedef struct box {
    wf_f4 lo, hi;
} box;

static box body_box(const wf_surface* body, uint32_t i, wf_f4 frame) {
    wf_f4 from = wf_f4_load(body->from + 4 * (size_t)i);
    wf_f4 to = wf_f4_sub(wf_f4_load(body->to + 4 * (size_t)i), frame);
    return (box){wf_f4_min(from, to), wf_f4_max(from, to)};
}

/// A particle ends within its slack of the predicted place.
static box calm_box(const wf_surface* cloth, uint32_t i, wf_f4 frame) {
    wf_f4 from = wf_f4_load(cloth->from + 4 * (size_t)i), slack = wf_f4_splat(cloth->slack[i]);
    wf_f4 to = wf_f4_sub(wf_f4_load(cloth->to + 4 * (size_t)i), frame);
    return (box){wf_f4_min(from, wf_f4_sub(to, slack)), wf_f4_max(from, wf_f4_add(to, slack))};
}

static box box_union(box a, box b) {
    return (box){wf_f4_min(a.lo, b.lo), wf_f4_max(a.hi, b.hi)};
}

static bool boxes_apart(box a, box b, wf_f4 reach) {
    wf_f4 apart = wf_f4_or(wf_f4_less(wf_f4_add(a.hi, reach), b.lo),
                           wf_f4_less(wf_f4_add(b.hi, reach), a.lo));
    return (wf_f4_mask(apart) & 7) != 0;
}

/// Boxes of a triangle: corners and the edges opposite to them.
typedef struct triangle_boxes {
    box corner[3];
    box edge[3];
    box all;
} triangle_boxes;

static void join_corners(triangle_boxes* b) {
    for (int k = 0; k < 3; ++k) {
        b->edge[k] = box_union(b->corner[(k + 1) % 3], b->corner[(k + 2) % 3]);
    }
    b->all = box_union(b->edge[0], b->corner[0]);
}

static triangle_boxes body_boxes(const wf_surface* body, const uint32_t* corner, wf_f4 frame) {
    triangle_boxes b;
    for (int k = 0; k < 3; ++k) {
        b.corner[k] = body_box(body, corner[k], frame);
    }
    join_corners(&b);
    return b;
}

/// In the frame of its mean move, which goes to `frame`.
static triangle_boxes cloth_boxes(const wf_surface* cloth, const uint32_t* corner, wf_f4* frame) {
    triangle_boxes b;
    wf_f4 sum = wf_f4_zero();
    for (int k = 0; k < 3; ++k) {
        size_t i = 4 * (size_t)corner[k];
        sum = wf_f4_add(sum, wf_f4_sub(wf_f4_load(cloth->to + i), wf_f4_load(cloth->from + i)));
    }
    *frame = wf_f4_mul(sum, wf_f4_splat(1.0f / 3.0f));
    for (int k = 0; k < 3; ++k) {
        b.corner[k] = calm_box(cloth, corner[k], *frame);
    }
    join_corners(&b);
    return b;
}

static void expand(wf_near_search* c, uint32_t cloth_triangle, uint32_t body_triangle,
                   const triangle_boxes* cb, wf_f4 frame) {
    const uint32_t* ct = c->upper.triangles + 3 * (size_t)cloth_triangle;
    const uint32_t* bt = c->lower.triangles + 3 * (size_t)body_triangle;
    uint8_t cloth_owns = c->upper.owns[cloth_triangle];
    uint8_t body_owns = c->lower.owns[body_triangle];
    triangle_boxes bb = body_boxes(&c->lower, bt, frame);
    wf_f4 reach = wf_f4_splat(c->reach);
    if (boxes_apart(cb->all, bb.all, reach)) {
        return;
    }
    for (int k = 0; k < 3; ++k) {
        if ((cloth_owns >> k & 1) && !boxes_apart(cb->corner[k], bb.all, reach)) {
            wf_near_put_over(c, ct[k], body_triangle);
        }
        if ((body_owns >> k & 1) && !boxes_apart(cb->all, bb.corner[k], reach)) {
            wf_near_put_beneath(c, bt[k], cloth_triangle);
        }
        if (!(cloth_owns >> (3 + k) & 1)) {
            continue;
        }
        for (int l = 0; l < 3; ++l) {
            if ((body_owns >> (3 + l) & 1) && !boxes_apart(cb->edge[k], bb.edge[l], reach)) {
                wf_near_put_edges(c, c->upper.triangle_edges[3 * (size_t)cloth_triangle + k],
                                  c->lower.triangle_edges[3 * (size_t)body_triangle + l]);
            }
        }
    }
}

bool wf_proximity_collect(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                          const wf_surface* body, float reach, const uint8_t* late,
                          wf_near_list* out) {
    wf_near_search c = {.memory = memory,
                        .upper = *cloth,
                        .lower = *body,
                        .reach = reach,
                        .late = late != NULL,
                        .out = out};
    uint32_t last = UINT32_MAX;
    bool taken = true;
    triangle_boxes cb;
    wf_f4 frame = wf_f4_zero();
    memset(&cb, 0, sizeof cb);
    for (size_t i = 0; i < candidates->count; ++i) {
        if (candidates->a[i] != last) {
            last = candidates->a[i];
            const uint32_t* corner = cloth->triangles + 3 * (size_t)last;
            taken = late == NULL || wf_is_late(late, corner);
            cb = taken ? cloth_boxes(cloth, corner, &frame) : cb;
        }
        if (taken) {
            expand(&c, last, candidates->b[i], &cb, frame);
        }
    }
    return wf_near_flush(&c);
}
