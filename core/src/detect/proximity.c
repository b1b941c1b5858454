// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Feature pairs from triangle pairs. Each triangle stands for the vertices and edges that it owns,
// so every pair of features is met once; boxes cull most of them before any distance is computed.
// Representative triangles after Curtis, Tamstorf, Manocha 2008; certified gap: see proximity.h.
#include "detect/proximity.h"

#include "detect/direction.h"
#include "detect/edge_batch.h"
#include "detect/face_batch.h"
#include "detect/separate.h"
#include "math/simd.h"
#include "math/vec.h"
#include "weft/constants.h"

#include <math.h>
#include <string.h>

typedef struct collector {
    wf_memory* memory;
    const wf_cloth_features* cloth;
    const wf_obstacle* obstacle;
    const float* x;
    const wf_boxes* boxes;
    float reach;
    const uint8_t* late; // per particle: is to be searched again; null for the first search
    wf_near_list* out;
    wf_edge_batch batch;      // edges that wait for their test in lanes
    wf_face_batch over_body;  // the same: vertices of cloth with faces of bodies
    wf_face_batch over_cloth; // and vertices of bodies with faces of cloth
} collector;

/// Box of one feature over the substep, in a frame that moves evenly: what moves as one does not
/// come nearer, however fast it is.
typedef struct box {
    wf_f4 lo, hi;
} box;

/// A vertex of a body goes from x0 to x1.
static box body_box(const wf_obstacle* o, uint32_t i, wf_f4 frame) {
    wf_f4 from = wf_f4_load(o->x0 + 4 * (size_t)i);
    wf_f4 to = wf_f4_sub(wf_f4_load(o->x1 + 4 * (size_t)i), frame);
    return (box){wf_f4_min(from, to), wf_f4_max(from, to)};
}

/// A particle ends within its slack of the predicted place.
static box calm_box(const collector* c, uint32_t i, wf_f4 frame) {
    wf_f4 from = wf_f4_load(c->x + 4 * (size_t)i), slack = wf_f4_splat(c->boxes->slack[i]);
    wf_f4 to = wf_f4_sub(wf_f4_load(c->boxes->predicted + 4 * (size_t)i), frame);
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

static wf_v3 weighted(const float* x, const uint32_t* index, const float* weight, uint32_t count,
                      wf_v3 origin) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < count; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_sub(wf_v3_load(x + 4 * (size_t)index[k]), origin), weight[k]);
    }
    return sum;
}

/// Across a face, times twice its area.
static wf_v3 across_face(const float* x, const uint32_t* corner) {
    wf_v3 a = wf_v3_load(x + 4 * (size_t)corner[0]);
    return wf_v3_cross(wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner[1]), a),
                       wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner[2]), a));
}

static wf_v3 fallback_normal(const collector* c, const wf_near* p) {
    // The features touch as far as floats can tell: the body's own face gives the direction.
    const float* x = c->obstacle->x0;
    if (p->body_count == 3) {
        return across_face(x, p->body);
    }
    const float* y = c->x;
    wf_v3 a = wf_v3_load(y + 4 * (size_t)p->cloth[0]);
    wf_v3 ab = wf_v3_sub(wf_v3_load(y + 4 * (size_t)p->cloth[1]), a);
    wf_v3 other = p->cloth_count == 3 ? wf_v3_sub(wf_v3_load(y + 4 * (size_t)p->cloth[2]), a)
                                      : wf_v3_sub(wf_v3_load(x + 4 * (size_t)p->body[1]),
                                                  wf_v3_load(x + 4 * (size_t)p->body[0]));
    return wf_v3_cross(ab, other);
}

static wf_v3 direction(const collector* c, wf_near* p, wf_v3 origin) {
    wf_v3 q = weighted(c->x, p->cloth, p->cloth_weight, p->cloth_count, origin);
    wf_v3 b = weighted(c->obstacle->x0, p->body, p->body_weight, p->body_count, origin);
    wf_v3 n = wf_v3_sub(q, b);
    float length = wf_v3_length(n);
    p->distance = length;
    if (!(length > 1e-7f)) {
        n = fallback_normal(c, p);
        length = wf_v3_length(n);
    }
    if (!(length > 0.0f)) {
        return wf_v3_set(0.0f, 1.0f, 0.0f);
    }
    return wf_v3_scale(n, 1.0f / length);
}

/// A plane along n: heights and gap now, the body's approach, how low the cloth may sink within its
/// slack, and how low it would go unhindered.
typedef struct plane_trial {
    wf_plane plane;
    float lowest;    // m, height at the end, worst case
    float predicted; // m, height at the end as predicted
} plane_trial;

static void try_cloth(const collector* c, const wf_near* p, wf_v3 n, wf_v3 origin, plane_trial* t) {
    float size = (fabsf(n.x) + fabsf(n.y)) + fabsf(n.z);
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        size_t i = 4 * (size_t)p->cloth[k];
        float s = wf_v3_dot(n, wf_v3_sub(wf_v3_load(c->x + i), origin));
        float to = wf_v3_dot(n, wf_v3_sub(wf_v3_load(c->boxes->predicted + i), origin));
        float low = to - c->boxes->slack[p->cloth[k]] * size;
        t->plane.cloth[k] = p->cloth[k];
        t->plane.height[k] = s;
        t->plane.gap = s < t->plane.gap ? s : t->plane.gap;
        t->lowest = low < t->lowest ? low : t->lowest;
        t->predicted = to < t->predicted ? to : t->predicted;
    }
}

static plane_trial try_plane(const collector* c, const wf_near* p, wf_v3 n, wf_v3 origin) {
    plane_trial t = {
        .plane = {.count = p->cloth_count, .gap = 1e30f}, .lowest = 1e30f, .predicted = 1e30f};
    float now = -1e30f, end = -1e30f; // the foremost body vertex
    for (uint32_t k = 0; k < p->body_count; ++k) {
        size_t i = 4 * (size_t)p->body[k];
        float s = wf_v3_dot(n, wf_v3_sub(wf_v3_load(c->obstacle->x0 + i), origin));
        float to = wf_v3_dot(n, wf_v3_sub(wf_v3_load(c->obstacle->x1 + i), origin));
        now = s > now ? s : now;
        end = to > end ? to : end;
    }
    try_cloth(c, p, n, origin, &t);
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        t.plane.height[k] -= now;
    }
    t.plane.gap -= now;
    t.plane.approach = end - now;
    t.lowest -= end;
    t.predicted -= end;
    wf_v3_store(t.plane.n, n);
    return t;
}

/// The way the body's surface faces where the pair is.
static wf_v3 surface_normal(const collector* c, const wf_near* p) {
    wf_v3 n = wf_v3_set(0.0f, 0.0f, 0.0f);
    if (p->body_count == 3) {
        n = across_face(c->obstacle->x0, p->body);
    }
    for (uint32_t k = 0; k < p->body_count && p->body_count < 3; ++k) {
        n = wf_v3_add(n, wf_v3_load(c->obstacle->normals + 4 * (size_t)p->body[k]));
    }
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : wf_v3_set(0.0f, 1.0f, 0.0f);
}

/// Where floats may not see the gap, or see half of it. A body's vertex is the upper side of its
/// separation, so that one is turned over.
static plane_trial try_exactly(const collector* c, const wf_near* p, wf_v3 origin) {
    const float* point[4];
    bool turned = p->kind == WF_NEAR_FACE_VERTEX;
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        point[turned ? k + 1 : k] = c->x + 4 * (size_t)p->cloth[k];
    }
    for (uint32_t k = 0; k < p->body_count; ++k) {
        point[turned ? k : p->cloth_count + k] = c->obstacle->x0 + 4 * (size_t)p->body[k];
    }
    wf_separation s = wf_separate(point, p->kind == WF_NEAR_EDGE_EDGE ? 2 : 1);
    wf_v3 n = wf_v3_load(s.n);
    plane_trial t = try_plane(c, p, turned ? wf_v3_set(-n.x, -n.y, -n.z) : n, origin);
    t.plane.gap = (float)s.gap;
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        t.plane.height[k] = (float)(turned ? s.height[0] - s.height[k + 1] : s.height[k]);
    }
    return t;
}

static wf_proof proof_of(const plane_trial* t) {
    return (wf_proof){t->plane.gap, t->predicted};
}

/// Fills the plane; false when the pair cannot matter. Where the direction of the closest points is
/// in the way, that of the surface is tried: any direction with a gap is as good a proof.
static bool certify(const collector* c, wf_near* p, wf_plane* plane) {
    wf_v3 origin = wf_v3_load(c->obstacle->x0 + 4 * (size_t)p->body[0]);
    plane_trial best = try_plane(c, p, direction(c, p, origin), origin);
    if (p->distance < WEFT_UNCLEAR_GAP || best.plane.gap < 0.5f * p->distance) {
        best = try_exactly(c, p, origin);
    }
    if (best.lowest <= c->reach && wf_is_in_the_way(proof_of(&best), c->reach)) {
        plane_trial other = try_plane(c, p, surface_normal(c, p), origin);
        bool better = wf_hinders_less(proof_of(&other), proof_of(&best));
        best = better ? other : best;
    }
    // The filter needs what could touch, the forces what is predicted within reach; and edges push
    // only where they cross each other.
    bool aside = p->kind == WF_NEAR_EDGE_EDGE && !p->interior;
    bool forceless = aside || best.predicted > c->reach || c->late != NULL;
    if (best.lowest > 2.0f * WEFT_SAFETY_GAP && best.plane.gap > 0.0f && forceless) {
        return false;
    }
    *plane = best.plane;
    // Features that cross already have no plane between them; the filter would hold them as they
    // are.
    plane->count = plane->gap > 0.0f ? plane->count : 0;
    return true;
}

static void keep(collector* c, wf_near* p) {
    wf_near_list* out = c->out;
    if (!wf_reserve(c->memory, (void**)&out->items, &out->capacity, out->count + 1,
                    sizeof(wf_near)) ||
        !wf_reserve(c->memory, (void**)&out->planes, &out->plane_capacity, out->count + 1,
                    sizeof(wf_plane))) {
        return;
    }
    if (certify(c, p, &out->planes[out->count])) {
        out->items[out->count++] = *p;
    }
}

static void vertex_face(collector* c, uint32_t vertex, uint32_t face) {
    const uint32_t* t = c->obstacle->triangles + 3 * (size_t)face;
    wf_near p = {
        .kind = WF_NEAR_VERTEX_FACE, .a = vertex, .b = face, .cloth_count = 1, .body_count = 3};
    const float* x = c->obstacle->x0;
    p.interior =
        wf_closest_point_triangle(c->x + 4 * (size_t)vertex, x + 4 * (size_t)t[0],
                                  x + 4 * (size_t)t[1], x + 4 * (size_t)t[2], p.body_weight);
    p.cloth_weight[0] = 1.0f;
    for (int k = 0; k < 3; ++k) {
        p.cloth[k] = vertex;
        p.body[k] = t[k];
    }
    keep(c, &p);
}

static void face_vertex(collector* c, uint32_t face, uint32_t vertex) {
    const uint32_t* t = c->cloth->triangles + 3 * (size_t)face;
    wf_near p = {
        .kind = WF_NEAR_FACE_VERTEX, .a = face, .b = vertex, .cloth_count = 3, .body_count = 1};
    p.interior =
        wf_closest_point_triangle(c->obstacle->x0 + 4 * (size_t)vertex, c->x + 4 * (size_t)t[0],
                                  c->x + 4 * (size_t)t[1], c->x + 4 * (size_t)t[2], p.cloth_weight);
    p.body_weight[0] = 1.0f;
    for (int k = 0; k < 3; ++k) {
        p.cloth[k] = t[k];
        p.body[k] = vertex;
    }
    keep(c, &p);
}

static void edge_edge(collector* c, uint32_t a, uint32_t b) {
    const uint32_t* e = c->cloth->edges + 2 * (size_t)a;
    const uint32_t* f = c->obstacle->edges + 2 * (size_t)b;
    wf_near p = {.kind = WF_NEAR_EDGE_EDGE, .a = a, .b = b, .cloth_count = 2, .body_count = 2};
    float s, t;
    p.interior = wf_closest_segments(c->x + 4 * (size_t)e[0], c->x + 4 * (size_t)e[1],
                                     c->obstacle->x0 + 4 * (size_t)f[0],
                                     c->obstacle->x0 + 4 * (size_t)f[1], &s, &t);
    p.cloth_weight[0] = 1.0f - s;
    p.cloth_weight[1] = s;
    p.body_weight[0] = 1.0f - t;
    p.body_weight[1] = t;
    p.cloth[0] = p.cloth[2] = e[0];
    p.cloth[1] = e[1];
    p.body[0] = p.body[2] = f[0];
    p.body[1] = f[1];
    keep(c, &p);
}

/// Tests what waits, four pairs at a time; only what the lanes cannot drop is computed in full.
static void flush_edges(collector* c) {
    if (c->batch.count == 0) {
        return;
    }
    const wf_edge_lanes lanes = {c->cloth->edges, c->obstacle->edges, c->x,    c->obstacle->x0,
                                 c->obstacle->x1, c->boxes,           c->reach};
    int open = wf_edge_batch_test(&c->batch, &lanes);
    for (uint32_t k = 0; k < c->batch.count; ++k) {
        if (open >> k & 1) {
            edge_edge(c, c->batch.cloth[k], c->batch.body[k]);
        }
    }
    c->batch.count = 0;
}

static void queue_edges(collector* c, uint32_t a, uint32_t b) {
    c->batch.cloth[c->batch.count] = a;
    c->batch.body[c->batch.count] = b;
    if (++c->batch.count == 4) {
        flush_edges(c);
    }
}

static void flush_over_body(collector* c) {
    if (c->over_body.count == 0) {
        return;
    }
    const wf_obstacle* o = c->obstacle;
    const wf_face_lanes lanes = {
        o->triangles, c->x, c->boxes->predicted, c->boxes->slack, o->x0, o->x1, NULL, c->reach};
    int open = wf_face_batch_test(&c->over_body, &lanes);
    for (uint32_t k = 0; k < c->over_body.count; ++k) {
        if (open >> k & 1) {
            vertex_face(c, c->over_body.vertex[k], c->over_body.face[k]);
        }
    }
    c->over_body.count = 0;
}

static void flush_over_cloth(collector* c) {
    if (c->over_cloth.count == 0) {
        return;
    }
    const wf_obstacle* o = c->obstacle;
    const wf_face_lanes lanes = {c->cloth->triangles, o->x0,           o->x1,   NULL, c->x,
                                 c->boxes->predicted, c->boxes->slack, c->reach};
    int open = wf_face_batch_test(&c->over_cloth, &lanes);
    for (uint32_t k = 0; k < c->over_cloth.count; ++k) {
        if (open >> k & 1) {
            face_vertex(c, c->over_cloth.face[k], c->over_cloth.vertex[k]);
        }
    }
    c->over_cloth.count = 0;
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

static triangle_boxes body_boxes(const wf_obstacle* o, const uint32_t* corner, wf_f4 frame) {
    triangle_boxes b;
    for (int k = 0; k < 3; ++k) {
        b.corner[k] = body_box(o, corner[k], frame);
    }
    join_corners(&b);
    return b;
}

/// In the frame of its mean move, which goes to `frame`.
static triangle_boxes cloth_boxes(const collector* c, const uint32_t* corner, wf_f4* frame) {
    triangle_boxes b;
    wf_f4 sum = wf_f4_zero();
    for (int k = 0; k < 3; ++k) {
        size_t i = 4 * (size_t)corner[k];
        sum = wf_f4_add(sum, wf_f4_sub(wf_f4_load(c->boxes->predicted + i), wf_f4_load(c->x + i)));
    }
    *frame = wf_f4_mul(sum, wf_f4_splat(1.0f / 3.0f));
    for (int k = 0; k < 3; ++k) {
        b.corner[k] = calm_box(c, corner[k], *frame);
    }
    join_corners(&b);
    return b;
}

static void expand(collector* c, uint32_t cloth_triangle, uint32_t body_triangle,
                   const triangle_boxes* cb, wf_f4 frame) {
    const uint32_t* ct = c->cloth->triangles + 3 * (size_t)cloth_triangle;
    const uint32_t* bt = c->obstacle->triangles + 3 * (size_t)body_triangle;
    uint8_t cloth_owns = c->cloth->owns[cloth_triangle];
    uint8_t body_owns = c->obstacle->owns[body_triangle];
    triangle_boxes bb = body_boxes(c->obstacle, bt, frame);
    wf_f4 reach = wf_f4_splat(c->reach);
    if (boxes_apart(cb->all, bb.all, reach)) {
        return;
    }
    for (int k = 0; k < 3; ++k) {
        if ((cloth_owns >> k & 1) && !boxes_apart(cb->corner[k], bb.all, reach)) {
            if (wf_face_batch_put(&c->over_body, ct[k], body_triangle)) {
                flush_over_body(c);
            }
        }
        if ((body_owns >> k & 1) && !boxes_apart(cb->all, bb.corner[k], reach)) {
            if (wf_face_batch_put(&c->over_cloth, bt[k], cloth_triangle)) {
                flush_over_cloth(c);
            }
        }
        if (!(cloth_owns >> (3 + k) & 1)) {
            continue;
        }
        for (int l = 0; l < 3; ++l) {
            if ((body_owns >> (3 + l) & 1) && !boxes_apart(cb->edge[k], bb.edge[l], reach)) {
                queue_edges(c, c->cloth->triangle_edges[3 * (size_t)cloth_triangle + k],
                            c->obstacle->triangle_edges[3 * (size_t)body_triangle + l]);
            }
        }
    }
}

static bool collect(collector* c, const wf_pairs* candidates) {
    uint32_t last = UINT32_MAX;
    bool taken = true;
    triangle_boxes cb;
    wf_f4 frame = wf_f4_zero();
    memset(&cb, 0, sizeof cb);
    for (size_t i = 0; i < candidates->count; ++i) {
        if (candidates->cloth[i] != last) {
            last = candidates->cloth[i];
            const uint32_t* corner = c->cloth->triangles + 3 * (size_t)last;
            taken = c->late == NULL || wf_is_late(c->late, corner);
            cb = taken ? cloth_boxes(c, corner, &frame) : cb;
        }
        if (taken) {
            expand(c, last, candidates->body[i], &cb, frame);
        }
    }
    flush_edges(c);
    flush_over_body(c);
    flush_over_cloth(c);
    return !c->memory->failed;
}

bool wf_proximity_collect(wf_memory* memory, const wf_pairs* candidates,
                          const wf_cloth_features* cloth, const wf_obstacle* obstacle,
                          const float* x, const wf_boxes* boxes, float reach, wf_near_list* out) {
    out->count = 0;
    collector c = {memory, cloth,        obstacle,     x,           boxes, reach, NULL,
                   out,    {.count = 0}, {.count = 0}, {.count = 0}};
    return collect(&c, candidates);
}

bool wf_proximity_collect_late(wf_memory* memory, const wf_pairs* candidates,
                               const wf_cloth_features* cloth, const wf_obstacle* obstacle,
                               const float* x, const wf_boxes* boxes, const uint8_t* late,
                               wf_near_list* out) {
    const float reach = 2.0f * WEFT_SAFETY_GAP;
    collector c = {memory, cloth,        obstacle,     x,           boxes, reach, late,
                   out,    {.count = 0}, {.count = 0}, {.count = 0}};
    return collect(&c, candidates);
}
