// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From candidates to certified pairs. What differs between a body and cloth beneath is only the
// direction that is tried where that of the closest points is none or in the way.
#include "detect/near.h"

#include "detect/closest.h"
#include "detect/direction.h"
#include "detect/separate.h"
#include "math/vec.h"
#include "weft/constants.h"

#include <math.h>

void wf_near_list_free(wf_memory* m, wf_near_list* list) {
    wf_free(m, list->items);
    wf_free(m, list->planes);
}

static const wf_surface* side_of(const wf_near_search* c, const wf_near* p, uint32_t k) {
    return k < p->upper ? &c->upper : &c->lower;
}

static const float* place(const wf_near_search* c, const wf_near* p, uint32_t k) {
    return side_of(c, p, k)->from + 4 * (size_t)p->point[k];
}

static wf_v3 way(const wf_near_search* c, const wf_near* p, uint32_t from, uint32_t to) {
    return wf_v3_sub(wf_v3_load(place(c, p, to)), wf_v3_load(place(c, p, from)));
}

// ---- directions over a body
// -----------------------------------------------------------------------------

/// Across a face of the body, times twice its area.
static wf_v3 across_face(const wf_near_search* c, const wf_near* p) {
    return wf_v3_cross(way(c, p, 1, 2), way(c, p, 1, 3));
}

/// Where the features touch as far as floats can tell: the body's own face gives the direction, or
/// both features do.
static wf_v3 over_body(const wf_near_search* c, const wf_near* p) {
    wf_v3 n = p->upper == 1
                  ? across_face(c, p)
                  : wf_v3_cross(way(c, p, 0, 1), p->upper == 3 ? way(c, p, 0, 2) : way(c, p, 2, 3));
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : wf_v3_set(0.0f, 1.0f, 0.0f);
}

/// The way the body's surface faces where the pair is.
static wf_v3 surface_normal(const wf_near_search* c, const wf_near* p) {
    wf_v3 n = wf_v3_set(0.0f, 0.0f, 0.0f);
    if (p->upper == 1) {
        n = across_face(c, p);
    }
    for (uint32_t k = p->upper; k < 4 && p->upper > 1; ++k) {
        n = wf_v3_add(n, wf_v3_load(c->lower.normals + 4 * (size_t)p->point[k]));
    }
    if (p->upper == 2) {
        wf_v3 along = way(c, p, 2, 3);
        n = wf_v3_muladd(n, along, -wf_v3_dot(n, along) / (wf_v3_dot(along, along) + 1e-30f));
    }
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : wf_v3_set(0.0f, 1.0f, 0.0f);
}

// ---- directions between layers
// --------------------------------------------------------------------------

/// Across the cloth along the lower edge; 0 without normals.
static wf_v3 across_cloth(const wf_near_search* c, const wf_near* p) {
    const float* normals = c->lower.normals;
    if (normals == NULL || p->upper != 2) {
        return wf_v3_set(0.0f, 0.0f, 0.0f);
    }
    wf_v3 n = wf_v3_add(wf_v3_load(normals + 4 * (size_t)p->point[2]),
                        wf_v3_load(normals + 4 * (size_t)p->point[3]));
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : n;
}

/// Across the face, across both edges or, where they are parallel, across the cloth of one: the
/// direction where the closest points give none, and the one that lets layers slide.
static wf_v3 between_layers(const wf_near_search* c, const wf_near* p) {
    wf_v3 u = way(c, p, 2, 3), v = p->upper == 1 ? way(c, p, 2, 1) : way(c, p, 0, 1);
    wf_v3 n = wf_v3_cross(u, v);
    float length = wf_v3_length(n);
    float shortest = 0.05f * wf_v3_length(u) * wf_v3_length(v);
    return length > shortest ? wf_v3_scale(n, 1.0f / length) : across_cloth(c, p);
}

// ---- planes
// -----------------------------------------------------------------------------------------

static wf_v3 add_points(const wf_near_search* c, const wf_near* p, uint32_t from, uint32_t to,
                        wf_v3 origin, wf_v3 sum) {
    for (uint32_t k = from; k < to; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_sub(wf_v3_load(place(c, p, k)), origin), p->weight[k]);
    }
    return sum;
}

/// From the lower closest point to the upper one; the distance goes to the pair.
static wf_v3 direction(const wf_near_search* c, wf_near* p, wf_v3 origin) {
    wf_v3 zero = wf_v3_set(0.0f, 0.0f, 0.0f);
    wf_v3 n = add_points(c, p, 0, p->upper, origin, zero);
    if (c->joins != NULL) {
        n = add_points(c, p, p->upper, 4, origin, n);
    } else {
        n = wf_v3_add(n, add_points(c, p, p->upper, 4, origin, zero));
    }
    float length = wf_v3_length(n);
    p->distance = length;
    if (length > 1e-7f) {
        return wf_v3_scale(n, 1.0f / length);
    }
    return c->joins != NULL ? between_layers(c, p) : over_body(c, p);
}

/// A plane along n, how low the upper side may come over the lower within the slack, and how low it
/// would unhindered.
typedef struct trial {
    wf_plane plane;
    float lowest, predicted; // m
} trial;

/// Heights of one side: the one nearest to the other side now, at the end within the slack, and as
/// predicted.
typedef struct span {
    float now, end, to;
} span;

static trial try_plane(const wf_near_search* c, const wf_near* p, wf_v3 n, wf_v3 origin) {
    trial t = {.plane = {.upper = p->upper}};
    span low = {1e30f, 1e30f, 1e30f}, top = {-1e30f, -1e30f, -1e30f};
    float size = (fabsf(n.x) + fabsf(n.y)) + fabsf(n.z);
    for (uint32_t k = 0; k < 4; ++k) {
        const wf_surface* s = side_of(c, p, k);
        size_t i = p->point[k];
        float now = wf_v3_dot(n, wf_v3_sub(wf_v3_load(s->from + 4 * i), origin));
        float to = wf_v3_dot(n, wf_v3_sub(wf_v3_load(s->to + 4 * i), origin));
        float slack = s->slack != NULL ? s->slack[i] * size : 0.0f;
        t.plane.point[k] = p->point[k];
        t.plane.height[k] = now;
        if (k < p->upper) {
            float end = to - slack;
            low.now = now < low.now ? now : low.now;
            low.end = end < low.end ? end : low.end;
            low.to = to < low.to ? to : low.to;
        } else {
            float end = to + slack;
            top.now = now > top.now ? now : top.now;
            top.end = end > top.end ? end : top.end;
            top.to = to > top.to ? to : top.to;
        }
    }
    for (uint32_t k = 0; k < 4; ++k) {
        t.plane.height[k] -= top.now;
    }
    t.plane.gap = low.now - top.now;
    t.plane.approach = c->joins != NULL ? 0.0f : top.to - top.now;
    t.lowest = low.end - top.end;
    t.predicted = low.to - top.to;
    wf_v3_store(t.plane.n, n);
    return t;
}

/// Where floats may not see the gap, or see half of it. A face over a vertex is turned over.
static trial try_exactly(const wf_near_search* c, const wf_near* p, wf_v3 origin) {
    const float* point[4];
    uint32_t turned = p->upper == 3;
    for (uint32_t k = 0; k < 4; ++k) {
        point[(k + turned) % 4] = place(c, p, k);
    }
    wf_separation s = wf_separate(point, turned ? 1 : p->upper);
    wf_v3 n = wf_v3_load(s.n);
    trial t = try_plane(c, p, turned ? wf_v3_set(-n.x, -n.y, -n.z) : n, origin);
    t.plane.gap = (float)s.gap;
    for (uint32_t k = 0; k < 4; ++k) {
        double height = s.height[(k + turned) % 4];
        t.plane.height[k] = (float)(turned ? s.height[0] - height : height);
    }
    return t;
}

static wf_proof proof_of(const trial* t) {
    return (wf_proof){t->plane.gap, t->predicted};
}

/// Where the direction of the closest points is in the way, that across the surface or the features
/// is tried: any direction with a gap is as good a proof.
static trial try_across(const wf_near_search* c, const wf_near* p, wf_v3 origin,
                        const trial* best) {
    wf_v3 n = c->joins != NULL ? between_layers(c, p) : surface_normal(c, p);
    if (c->joins != NULL) {
        float side = wf_v3_dot(n, wf_v3_load(best->plane.n));
        if (!(side != 0.0f)) {
            return *best;
        }
        n = side < 0.0f ? wf_v3_set(-n.x, -n.y, -n.z) : n;
    }
    trial other = try_plane(c, p, n, origin);
    return wf_hinders_less(proof_of(&other), proof_of(best)) ? other : *best;
}

/// Fills the plane; false when the pair cannot matter.
static bool certify(const wf_near_search* c, wf_near* p, wf_plane* plane) {
    wf_v3 origin = wf_v3_load(place(c, p, c->joins != NULL ? 3 : p->upper));
    trial best = try_plane(c, p, direction(c, p, origin), origin);
    if (p->distance < WEFT_UNCLEAR_GAP || best.plane.gap < 0.5f * p->distance) {
        best = try_exactly(c, p, origin);
    }
    bool slides = c->joins == NULL || (!p->joined && !c->late);
    if (slides && best.lowest <= c->reach && wf_is_in_the_way(proof_of(&best), c->reach)) {
        best = try_across(c, p, origin, &best);
    }
    // The filter needs what could touch, the forces what is predicted within reach; and edges push
    // only where they cross each other.
    bool aside = p->upper == 2 && !p->interior;
    bool forceless = p->joined || aside || best.predicted > c->reach || c->late;
    if (best.lowest > 2.0f * WEFT_SAFETY_GAP && best.plane.gap > 0.0f && forceless) {
        return false;
    }
    *plane = best.plane;
    // Features that cross already have no plane between them; the filter would hold them as they
    // are.
    plane->upper = plane->gap > 0.0f ? p->upper : 0;
    return true;
}

// ---- pairs
// ------------------------------------------------------------------------------------------

static bool is_joined(const wf_joins* joins, const wf_near* p) {
    for (uint32_t k = 0; k < p->upper; ++k) {
        for (uint32_t l = p->upper; l < 4; ++l) {
            if (wf_rows_has(joins->joined, joins->same[p->point[k]], joins->same[p->point[l]])) {
                return true;
            }
        }
    }
    return false;
}

static bool is_wanted(const wf_near_search* c, const wf_near* p) {
    bool any = false;
    for (uint32_t k = 0; k < (c->joins != NULL ? 4 : p->upper); ++k) {
        any |= c->loose[p->point[k]] != 0;
    }
    return any == c->of_loose;
}

static bool complete(const wf_near_search* c, wf_near* p, wf_plane* plane) {
    if (c->loose != NULL && !is_wanted(c, p)) {
        return false;
    }
    p->joined = c->joins != NULL && is_joined(c->joins, p);
    return certify(c, p, plane);
}

static bool find_closest(const wf_near_search* c, wf_near* p) {
    const float* point[4];
    for (uint32_t k = 0; k < 4; ++k) {
        point[k] = place(c, p, k);
    }
    return wf_closest_features(point, p->upper, p->weight);
}

bool wf_near_over(const wf_near_search* c, uint32_t vertex, uint32_t face, wf_near* out,
                  wf_plane* plane) {
    const uint32_t* t = c->lower.triangles + 3 * (size_t)face;
    wf_near p = {.kind = c->joins != NULL ? WF_SELF_VERTEX_FACE : WF_NEAR_VERTEX_FACE,
                 .a = vertex,
                 .b = face,
                 .upper = 1,
                 .point = {vertex, t[0], t[1], t[2]}};
    p.interior = find_closest(c, &p);
    *out = p;
    return complete(c, out, plane);
}

bool wf_near_beneath(const wf_near_search* c, uint32_t face, uint32_t vertex, wf_near* out,
                     wf_plane* plane) {
    const uint32_t* t = c->upper.triangles + 3 * (size_t)face;
    wf_near p = {.kind = WF_NEAR_FACE_VERTEX,
                 .a = face,
                 .b = vertex,
                 .upper = 3,
                 .point = {t[0], t[1], t[2], vertex}};
    p.interior = find_closest(c, &p);
    *out = p;
    return complete(c, out, plane);
}

bool wf_near_edges(const wf_near_search* c, uint32_t a, uint32_t b, wf_near* out, wf_plane* plane) {
    const uint32_t* e = c->upper.edges + 2 * (size_t)a;
    const uint32_t* f = c->lower.edges + 2 * (size_t)b;
    wf_near p = {.kind = c->joins != NULL ? WF_SELF_EDGE_EDGE : WF_NEAR_EDGE_EDGE,
                 .a = a,
                 .b = b,
                 .upper = 2,
                 .point = {e[0], e[1], f[0], f[1]}};
    p.interior = find_closest(c, &p);
    *out = p;
    return complete(c, out, plane);
}
