// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Neighbours are most of the candidates of a cloth with itself, and almost all of them are cleared
// by boxes of their features or by one plane in lanes of four.
#include "detect/self.h"

#include "detect/direction.h"
#include "detect/edge_batch.h"
#include "detect/face_batch.h"
#include "detect/separate.h"
#include "math/simd.h"
#include "math/vec.h"
#include "weft/constants.h"

#include <math.h>

typedef struct collector {
    wf_memory* memory;
    const wf_self_cloth* cloth;
    const float* x;
    const wf_boxes* boxes;
    float reach;
    const wf_self_boxes* feature;
    bool late; // what late particles add: it may touch, but does not push
    wf_self_list* out;
    wf_edge_batch batch;
    wf_face_batch faces;
} collector;

bool wf_self_boxes_create(wf_memory* m, wf_self_boxes* scratch, const wf_self_cloth* cloth) {
    scratch->vertex = WF_ALLOC(m, float, 12 * (size_t)cloth->vertex_count);
    scratch->edge = WF_ALLOC(m, float, 12 * (size_t)cloth->edge_count);
    scratch->triangle = WF_ALLOC(m, float, 12 * (size_t)cloth->triangle_count);
    return !m->failed;
}

void wf_self_boxes_free(wf_memory* m, wf_self_boxes* scratch) {
    wf_free(m, scratch->vertex);
    wf_free(m, scratch->edge);
    wf_free(m, scratch->triangle);
}

// ---- boxes in moving frames
// ----------------------------------------------------------------------------

/// A box b whose frame moves by `by` against that of another one covers all of this on its way.
static inline void sweep_box(wf_f4 by, wf_f4* lo, wf_f4* hi) {
    *lo = wf_f4_add(*lo, wf_f4_min(by, wf_f4_zero()));
    *hi = wf_f4_add(*hi, wf_f4_max(by, wf_f4_zero()));
}

/// Box of a feature in the frame of the mean move of its particles.
static void frame_box(const float* vertex, const uint32_t* particle, uint32_t count, float* to) {
    wf_f4 sum = wf_f4_zero();
    for (uint32_t k = 0; k < count; ++k) {
        sum = wf_f4_add(sum, wf_f4_load(vertex + 12 * (size_t)particle[k] + 8));
    }
    wf_f4 mean = wf_f4_mul(sum, wf_f4_splat(1.0f / (float)count));
    wf_f4 lo = wf_f4_splat(1e30f), hi = wf_f4_splat(-1e30f);
    for (uint32_t k = 0; k < count; ++k) {
        const float* from = vertex + 12 * (size_t)particle[k];
        wf_f4 l = wf_f4_load(from), h = wf_f4_load(from + 4);
        sweep_box(wf_f4_sub(wf_f4_load(from + 8), mean), &l, &h);
        lo = wf_f4_min(lo, l);
        hi = wf_f4_max(hi, h);
    }
    wf_f4_store(to, lo);
    wf_f4_store(to + 4, hi);
    wf_f4_store(to + 8, mean);
}

static bool any_late(const uint8_t* late, const uint32_t* particle, uint32_t count) {
    uint8_t any = late == NULL;
    for (uint32_t k = 0; k < count && late != NULL; ++k) {
        any |= late[particle[k]];
    }
    return any != 0;
}

/// Boxes of all features, or of those with a late particle.
static void fill_boxes(const wf_self_cloth* cloth, const float* x, const wf_boxes* boxes,
                       const uint8_t* late, wf_self_boxes* out) {
    for (uint32_t i = 0; i < cloth->vertex_count; ++i) {
        if (any_late(late, &i, 1)) {
            size_t at = 12 * (size_t)i;
            wf_f4 p = wf_f4_load(x + 4 * (size_t)i), slack = wf_f4_splat(boxes->slack[i]);
            wf_f4 to = wf_f4_load(boxes->predicted + 4 * (size_t)i);
            wf_f4_store(out->vertex + at, wf_f4_sub(p, slack));
            wf_f4_store(out->vertex + at + 4, wf_f4_add(p, slack));
            wf_f4_store(out->vertex + at + 8, wf_f4_sub(to, p));
        }
    }
    for (size_t e = 0; e < cloth->edge_count; ++e) {
        if (any_late(late, cloth->edges + 2 * e, 2)) {
            frame_box(out->vertex, cloth->edges + 2 * e, 2, out->edge + 12 * e);
        }
    }
    for (size_t t = 0; t < cloth->triangle_count; ++t) {
        if (any_late(late, cloth->triangles + 3 * t, 3)) {
            frame_box(out->vertex, cloth->triangles + 3 * t, 3, out->triangle + 12 * t);
        }
    }
}

static inline bool apart(const float* a, const float* b, wf_f4 reach) {
    wf_f4 lo = wf_f4_load(b), hi = wf_f4_load(b + 4);
    sweep_box(wf_f4_sub(wf_f4_load(b + 8), wf_f4_load(a + 8)), &lo, &hi);
    wf_f4 gap = wf_f4_or(wf_f4_less(wf_f4_add(wf_f4_load(a + 4), reach), lo),
                         wf_f4_less(wf_f4_add(hi, reach), wf_f4_load(a)));
    return (wf_f4_mask(gap) & 7) != 0;
}

// ---- planes
// -----------------------------------------------------------------------------------------

static wf_v3 place(const float* x, uint32_t i, wf_v3 origin) {
    return wf_v3_sub(wf_v3_load(x + 4 * (size_t)i), origin);
}

/// Across the cloth along the lower edge; 0 without normals.
static wf_v3 across_cloth(const collector* c, const wf_self_near* p) {
    const float* normals = c->cloth->normals;
    if (normals == NULL || p->upper != 2) {
        return wf_v3_set(0.0f, 0.0f, 0.0f);
    }
    wf_v3 n = wf_v3_add(wf_v3_load(normals + 4 * (size_t)p->particle[2]),
                        wf_v3_load(normals + 4 * (size_t)p->particle[3]));
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : n;
}

/// Across the face, across both edges or, where they are parallel, across the cloth of one: the
/// direction where the closest points give none, and the one that lets layers slide.
static wf_v3 across(const collector* c, const wf_self_near* p) {
    const uint32_t* i = p->particle;
    const float* x = c->x;
    wf_v3 u = wf_v3_sub(wf_v3_load(x + 4 * (size_t)i[3]), wf_v3_load(x + 4 * (size_t)i[2]));
    wf_v3 v = p->upper == 1
                  ? wf_v3_sub(wf_v3_load(x + 4 * (size_t)i[1]), wf_v3_load(x + 4 * (size_t)i[2]))
                  : wf_v3_sub(wf_v3_load(x + 4 * (size_t)i[1]), wf_v3_load(x + 4 * (size_t)i[0]));
    wf_v3 n = wf_v3_cross(u, v);
    float length = wf_v3_length(n);
    float shortest = 0.05f * wf_v3_length(u) * wf_v3_length(v);
    return length > shortest ? wf_v3_scale(n, 1.0f / length) : across_cloth(c, p);
}

static wf_v3 direction(const collector* c, wf_self_near* p, wf_v3 origin) {
    wf_v3 n = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < 4; ++k) {
        n = wf_v3_muladd(n, place(c->x, p->particle[k], origin), p->weight[k]);
    }
    float length = wf_v3_length(n);
    p->distance = length;
    return length > 1e-7f ? wf_v3_scale(n, 1.0f / length) : across(c, p);
}

/// A plane along n, how low the upper side may come over the lower within the boxes, and how low it
/// would unhindered.
typedef struct trial {
    wf_self_plane plane;
    float lowest, predicted; // m
} trial;

static trial try_plane(const collector* c, const wf_self_near* p, wf_v3 n, wf_v3 origin) {
    trial t = {.plane = {.upper = p->upper}};
    float low = 1e30f, low_end = 1e30f, low_to = 1e30f; // of the upper side
    float top = -1e30f, top_end = -1e30f, top_to = -1e30f;
    for (uint32_t k = 0; k < 4; ++k) {
        float s = wf_v3_dot(n, place(c->x, p->particle[k], origin));
        float to = wf_v3_dot(n, place(c->boxes->predicted, p->particle[k], origin));
        t.plane.particle[k] = p->particle[k];
        t.plane.height[k] = s;
        float slack = c->boxes->slack[p->particle[k]] * ((fabsf(n.x) + fabsf(n.y)) + fabsf(n.z));
        if (k < p->upper) {
            float end = to - slack;
            low = s < low ? s : low;
            low_end = end < low_end ? end : low_end;
            low_to = to < low_to ? to : low_to;
        } else {
            float end = to + slack;
            top = s > top ? s : top;
            top_end = end > top_end ? end : top_end;
            top_to = to > top_to ? to : top_to;
        }
    }
    for (uint32_t k = 0; k < 4; ++k) {
        t.plane.height[k] -= top;
    }
    t.plane.gap = low - top;
    t.lowest = low_end - top_end;
    t.predicted = low_to - top_to;
    wf_v3_store(t.plane.n, n);
    return t;
}

/// Below this floats may not see the gap, or see half of it.
static bool is_unclear(const wf_self_near* p, float gap) {
    return p->distance < WEFT_UNCLEAR_GAP || gap < 0.5f * p->distance;
}

static trial try_exactly(const collector* c, const wf_self_near* p, wf_v3 origin) {
    const float* point[4];
    for (int k = 0; k < 4; ++k) {
        point[k] = c->x + 4 * (size_t)p->particle[k];
    }
    wf_separation s = wf_separate(point, p->upper);
    trial t = try_plane(c, p, wf_v3_load(s.n), origin);
    t.plane.gap = (float)s.gap;
    for (int k = 0; k < 4; ++k) {
        t.plane.height[k] = (float)s.height[k];
    }
    return t;
}

static wf_proof proof_of(const trial* t) {
    return (wf_proof){t->plane.gap, t->predicted};
}

/// Fills the plane; false when the pair cannot matter. Where the direction of the closest points
/// is in the way, the one across the features is tried.
static bool certify(const collector* c, wf_self_near* p, wf_self_plane* plane) {
    wf_v3 origin = wf_v3_load(c->x + 4 * (size_t)p->particle[3]);
    trial best = try_plane(c, p, direction(c, p, origin), origin);
    if (is_unclear(p, best.plane.gap)) {
        best = try_exactly(c, p, origin);
    }
    if (!p->joined && !c->late && best.lowest <= c->reach &&
        wf_is_in_the_way(proof_of(&best), c->reach)) {
        wf_v3 n = across(c, p), first = wf_v3_load(best.plane.n);
        float side = wf_v3_dot(n, first);
        trial other = try_plane(c, p, side < 0.0f ? wf_v3_set(-n.x, -n.y, -n.z) : n, origin);
        bool better = wf_hinders_less(proof_of(&other), proof_of(&best));
        best = side != 0.0f && better ? other : best;
    }
    // Edges push only where they cross each other, so elsewhere only what could touch matters.
    bool aside = p->kind == WF_SELF_EDGE_EDGE && !p->interior;
    bool forceless = p->joined || aside || best.predicted > c->reach || c->late;
    if (best.lowest > 2.0f * WEFT_SAFETY_GAP && best.plane.gap > 0.0f && forceless) {
        return false;
    }
    *plane = best.plane;
    plane->upper = plane->gap > 0.0f ? p->upper : 0;
    return true;
}

// ---- pairs
// ------------------------------------------------------------------------------------------

static bool is_joined(const wf_self_cloth* cloth, const wf_self_near* p) {
    for (uint32_t k = 0; k < p->upper; ++k) {
        for (uint32_t l = p->upper; l < 4; ++l) {
            if (wf_rows_has(cloth->joined, cloth->same[p->particle[k]],
                            cloth->same[p->particle[l]])) {
                return true;
            }
        }
    }
    return false;
}

static void keep(collector* c, wf_self_near* p) {
    wf_self_list* out = c->out;
    if (!wf_reserve(c->memory, (void**)&out->items, &out->capacity, out->count + 1,
                    sizeof(wf_self_near)) ||
        !wf_reserve(c->memory, (void**)&out->planes, &out->plane_capacity, out->count + 1,
                    sizeof(wf_self_plane))) {
        return;
    }
    p->joined = is_joined(c->cloth, p);
    if (certify(c, p, &out->planes[out->count])) {
        out->items[out->count++] = *p;
    }
}

static void vertex_face(collector* c, uint32_t vertex, uint32_t face) {
    const uint32_t* t = c->cloth->triangles + 3 * (size_t)face;
    wf_self_near p = {.kind = WF_SELF_VERTEX_FACE,
                      .a = vertex,
                      .b = face,
                      .upper = 1,
                      .particle = {vertex, t[0], t[1], t[2]}};
    float weight[3];
    p.interior =
        wf_closest_point_triangle(c->x + 4 * (size_t)vertex, c->x + 4 * (size_t)t[0],
                                  c->x + 4 * (size_t)t[1], c->x + 4 * (size_t)t[2], weight);
    p.weight[0] = 1.0f;
    for (int k = 0; k < 3; ++k) {
        p.weight[1 + k] = -weight[k];
    }
    keep(c, &p);
}

static void edge_edge(collector* c, uint32_t a, uint32_t b) {
    const uint32_t* e = c->cloth->edges + 2 * (size_t)a;
    const uint32_t* f = c->cloth->edges + 2 * (size_t)b;
    wf_self_near p = {.kind = WF_SELF_EDGE_EDGE,
                      .a = a,
                      .b = b,
                      .upper = 2,
                      .particle = {e[0], e[1], f[0], f[1]}};
    float s, t;
    p.interior = wf_closest_segments(c->x + 4 * (size_t)e[0], c->x + 4 * (size_t)e[1],
                                     c->x + 4 * (size_t)f[0], c->x + 4 * (size_t)f[1], &s, &t);
    p.weight[0] = 1.0f - s;
    p.weight[1] = s;
    p.weight[2] = t - 1.0f;
    p.weight[3] = -t;
    keep(c, &p);
}

static void flush_edges(collector* c) {
    if (c->batch.count == 0) {
        return;
    }
    int open = wf_edge_batch_test_self(&c->batch, c->cloth->edges, c->x, c->boxes, c->reach);
    for (uint32_t k = 0; k < c->batch.count; ++k) {
        if (open >> k & 1) {
            edge_edge(c, c->batch.cloth[k], c->batch.body[k]);
        }
    }
    c->batch.count = 0;
}

static void flush_faces(collector* c) {
    if (c->faces.count == 0) {
        return;
    }
    const float *to = c->boxes->predicted, *slack = c->boxes->slack;
    const wf_face_lanes lanes = {c->cloth->triangles, c->x, to, slack, c->x, to, slack, c->reach};
    int open = wf_face_batch_test(&c->faces, &lanes);
    for (uint32_t k = 0; k < c->faces.count; ++k) {
        if (open >> k & 1) {
            vertex_face(c, c->faces.vertex[k], c->faces.face[k]);
        }
    }
    c->faces.count = 0;
}

static void queue_face(collector* c, uint32_t vertex, uint32_t face) {
    if (wf_face_batch_put(&c->faces, vertex, face)) {
        flush_faces(c);
    }
}

static void queue_edges(collector* c, uint32_t a, uint32_t b) {
    c->batch.cloth[c->batch.count] = a;
    c->batch.body[c->batch.count] = b;
    if (++c->batch.count == 4) {
        flush_edges(c);
    }
}

/// Bit 3 k + l: corner k of a and corner l of b are or will be one particle.
static unsigned shared_corners(const uint32_t* same, const uint32_t* a, const uint32_t* b) {
    unsigned shared = 0;
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned l = 0; l < 3; ++l) {
            shared |= (unsigned)(same[a[k]] == same[b[l]]) << (3 * k + l);
        }
    }
    return shared;
}

/// Corners of an edge, as rows (of a) and columns (of b) of the bits of shared_corners.
static const unsigned corner_row[3] = {07, 070, 0700}, corner_column[3] = {0111, 0222, 0444};

/// Bit k: corner k of the first triangle is shared.
static unsigned shared_rows(unsigned shared) {
    return (unsigned)((shared & corner_row[0]) != 0) |
           (unsigned)((shared & corner_row[1]) != 0) << 1 |
           (unsigned)((shared & corner_row[2]) != 0) << 2;
}

static unsigned shared_columns(unsigned shared) {
    return (shared | shared >> 3 | shared >> 6) & 7u;
}

static void expand_faces(collector* c, uint32_t a, uint32_t b, unsigned shared, wf_f4 reach) {
    const uint32_t *ta = c->cloth->triangles + 3 * (size_t)a,
                   *tb = c->cloth->triangles + 3 * (size_t)b;
    const wf_self_boxes* f = c->feature;
    unsigned of_a = c->cloth->owns[a] & 7u & ~shared_rows(shared);
    unsigned of_b = c->cloth->owns[b] & 7u & ~shared_columns(shared);
    for (unsigned left = of_a | of_b; left != 0; left &= left - 1) {
        int k = __builtin_ctz(left);
        if ((of_a >> k & 1) &&
            !apart(f->vertex + 12 * (size_t)ta[k], f->triangle + 12 * (size_t)b, reach)) {
            queue_face(c, ta[k], b);
        }
        if ((of_b >> k & 1) &&
            !apart(f->vertex + 12 * (size_t)tb[k], f->triangle + 12 * (size_t)a, reach)) {
            queue_face(c, tb[k], a);
        }
    }
}

static void expand_edges(collector* c, uint32_t a, uint32_t b, unsigned shared, wf_f4 reach) {
    const uint32_t *ea = c->cloth->triangle_edges + 3 * (size_t)a,
                   *eb = c->cloth->triangle_edges + 3 * (size_t)b;
    unsigned of_b = (unsigned)c->cloth->owns[b] >> 3 & 7u;
    unsigned of_a = of_b == 0 ? 0 : (unsigned)c->cloth->owns[a] >> 3 & 7u;
    for (; of_a != 0; of_a &= of_a - 1) {
        int k = __builtin_ctz(of_a);
        unsigned rows = shared & ~corner_row[k]; // an edge lies opposite its corner
        const float* box = c->feature->edge + 12 * (size_t)ea[k];
        for (unsigned left = of_b; left != 0; left &= left - 1) {
            int l = __builtin_ctz(left);
            if ((rows & ~corner_column[l]) == 0 &&
                !apart(box, c->feature->edge + 12 * (size_t)eb[l], reach)) {
                queue_edges(c, ea[k], eb[l]);
            }
        }
    }
}

static void expand(collector* c, uint32_t a, uint32_t b) {
    const uint32_t *ta = c->cloth->triangles + 3 * (size_t)a,
                   *tb = c->cloth->triangles + 3 * (size_t)b;
    if (apart(c->feature->triangle + 12 * (size_t)a, c->feature->triangle + 12 * (size_t)b,
              wf_f4_splat(c->reach))) {
        return;
    }
    // What shares a corner is joined by an edge, and the joined are only kept from touching.
    unsigned shared = shared_corners(c->cloth->same, ta, tb);
    wf_f4 reach = wf_f4_splat(shared != 0 ? 2.0f * WEFT_SAFETY_GAP : c->reach);
    expand_faces(c, a, b, shared, reach);
    expand_edges(c, a, b, shared, reach);
}

bool wf_self_collect(wf_memory* memory, const wf_pairs* candidates, const wf_self_cloth* cloth,
                     const float* x, const wf_boxes* boxes, float reach, wf_self_boxes* scratch,
                     wf_self_list* out) {
    collector c = {.memory = memory,
                   .cloth = cloth,
                   .x = x,
                   .boxes = boxes,
                   .reach = reach,
                   .feature = scratch,
                   .out = out};
    fill_boxes(cloth, x, boxes, NULL, scratch);
    out->count = 0;
    for (size_t i = 0; i < candidates->count; ++i) {
        expand(&c, candidates->cloth[i], candidates->body[i]);
    }
    flush_edges(&c);
    flush_faces(&c);
    return !memory->failed;
}

bool wf_self_collect_late(wf_memory* memory, const wf_pairs* candidates, const wf_self_cloth* cloth,
                          const float* x, const wf_boxes* boxes, const uint8_t* late,
                          wf_self_boxes* scratch, wf_self_list* out) {
    collector c = {.memory = memory,
                   .cloth = cloth,
                   .x = x,
                   .boxes = boxes,
                   .reach = 2.0f * WEFT_SAFETY_GAP,
                   .feature = scratch,
                   .late = true,
                   .out = out};
    fill_boxes(cloth, x, boxes, late, scratch);
    for (size_t i = 0; i < candidates->count; ++i) {
        uint32_t a = candidates->cloth[i], b = candidates->body[i];
        if (wf_is_late(late, cloth->triangles + 3 * (size_t)a) ||
            wf_is_late(late, cloth->triangles + 3 * (size_t)b)) {
            expand(&c, a, b);
        }
    }
    flush_edges(&c);
    flush_faces(&c);
    return !memory->failed;
}
