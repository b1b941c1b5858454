// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From candidates to certified pairs. What differs between a body and cloth beneath is only the
// direction that is tried where that of the closest points is none or in the way.
#include "detect/near.h"

#include "detect/closest.h"
#include "detect/direction.h"
#include "detect/separate.h"
#include "math/v3x4.h"
#include "math/vec.h"
#include "weft/constants.h"

#include <math.h>
#include <string.h>

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

static wf_f4 add_points(const wf_near_search* c, const wf_near* p, uint32_t from, uint32_t to,
                        wf_f4 origin, wf_f4 sum) {
    for (uint32_t k = from; k < to; ++k) {
        wf_f4 at = wf_f4_sub(wf_f4_load(place(c, p, k)), origin);
        sum = wf_f4_muladd(at, wf_f4_splat(p->weight[k]), sum);
    }
    return sum;
}

/// From the lower closest point to the upper one; the distance goes to the pair.
static wf_v3 direction(const wf_near_search* c, wf_near* p, const float* origin) {
    wf_f4 zero = wf_f4_zero(), base = wf_f4_load(origin);
    wf_f4 sum = add_points(c, p, 0, p->upper, base, zero);
    if (c->joins != NULL) {
        sum = add_points(c, p, p->upper, 4, base, sum);
    } else {
        sum = wf_f4_add(sum, add_points(c, p, p->upper, 4, base, zero));
    }
    float xyzw[4];
    wf_f4_store(xyzw, sum);
    wf_v3 n = wf_v3_load(xyzw);
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

/// Heights of four points along n, in lanes.
WF_INLINE wf_f4 heights(wf_v3x4 n, wf_v3x4 origin, const float* a, const float* b, const float* c,
                        const float* d) {
    wf_v3x4 p;
    wf_f4 w = wf_f4_load(d);
    p.x = wf_f4_load(a), p.y = wf_f4_load(b), p.z = wf_f4_load(c);
    wf_f4_transpose(&p.x, &p.y, &p.z, &w);
    return wf_v3x4_dot(n, wf_v3x4_sub(p, origin));
}

WF_INLINE float slack_of(const wf_surface* s, uint32_t i) {
    return s->slack != NULL ? s->slack[i] : 0.0f;
}

/// Written out, since a loop over four points is dear in a browser: the first is of the upper side,
/// the last of the lower, and those between of either.
WF_APART void try_plane(const wf_near_search* c, const wf_near* p, const wf_v3* along_n,
                        const wf_v3* origin, trial* t) {
    const wf_surface *upper = &c->upper, *lower = &c->lower;
    const wf_surface *second = p->upper > 1 ? upper : lower, *third = p->upper > 2 ? upper : lower;
    size_t i0 = p->point[0], i1 = p->point[1], i2 = p->point[2], i3 = p->point[3];
    wf_v3 n = *along_n;
    wf_v3x4 along = {wf_f4_splat(n.x), wf_f4_splat(n.y), wf_f4_splat(n.z)};
    wf_v3x4 base = {wf_f4_splat(origin->x), wf_f4_splat(origin->y), wf_f4_splat(origin->z)};
    wf_f4 now = heights(along, base, upper->from + 4 * i0, second->from + 4 * i1,
                        third->from + 4 * i2, lower->from + 4 * i3);
    wf_f4 aim = heights(along, base, upper->to + 4 * i0, second->to + 4 * i1, third->to + 4 * i2,
                        lower->to + 4 * i3);
    float room1 = slack_of(second, p->point[1]), room2 = slack_of(third, p->point[2]);
    wf_f4 raise = wf_f4_set(-slack_of(upper, p->point[0]), p->upper > 1 ? -room1 : room1,
                            p->upper > 2 ? -room2 : room2, slack_of(lower, p->point[3]));
    float size = (fabsf(n.x) + fabsf(n.y)) + fabsf(n.z);
    // A row a point: its height now, at the end within the slack, and as predicted.
    wf_f4 r0 = now, r1 = wf_f4_muladd(raise, wf_f4_splat(size), aim), r2 = aim, r3 = aim;
    wf_f4_transpose(&r0, &r1, &r2, &r3);
    wf_f4 low = wf_f4_min(r0, wf_f4_splat(1e30f)), top = wf_f4_splat(-1e30f);
    if (p->upper > 1) {
        low = wf_f4_min(r1, low);
    } else {
        top = wf_f4_max(r1, top);
    }
    if (p->upper > 2) {
        low = wf_f4_min(r2, low);
    } else {
        top = wf_f4_max(r2, top);
    }
    top = wf_f4_max(r3, top);
    float rise[4], highest[4];
    wf_f4_store(rise, wf_f4_sub(low, top));
    wf_f4_store(highest, top);
    wf_f4_store(t->plane.height, wf_f4_sub(now, wf_f4_xxxx(top)));
    memcpy(t->plane.point, p->point, sizeof t->plane.point);
    t->plane.upper = p->upper;
    wf_v3_store(t->plane.n, n);
    t->plane.gap = rise[0];
    t->plane.approach = c->joins != NULL ? 0.0f : highest[2] - highest[0];
    t->lowest = rise[1];
    t->predicted = rise[2];
}

/// Where floats may not see the gap, or see half of it. A face over a vertex is turned over.
static void try_exactly(const wf_near_search* c, const wf_near* p, const wf_v3* origin, trial* t) {
    const float* point[4];
    uint32_t turned = p->upper == 3;
    for (uint32_t k = 0; k < 4; ++k) {
        point[(k + turned) % 4] = place(c, p, k);
    }
    wf_separation s = wf_separate(point, turned ? 1 : p->upper);
    wf_v3 n = wf_v3_load(s.n);
    n = turned ? wf_v3_set(-n.x, -n.y, -n.z) : n;
    try_plane(c, p, &n, origin, t);
    t->plane.gap = (float)s.gap;
    for (uint32_t k = 0; k < 4; ++k) {
        double height = s.height[(k + turned) % 4];
        t->plane.height[k] = (float)(turned ? s.height[0] - height : height);
    }
}

static wf_proof proof_of(const trial* t) {
    return (wf_proof){t->plane.gap, t->predicted};
}

/// Where the direction of the closest points is in the way, that across the surface or the features
/// is tried: any direction with a gap is as good a proof.
static void try_across(const wf_near_search* c, const wf_near* p, const wf_v3* origin,
                       trial* best) {
    wf_v3 n = c->joins != NULL ? between_layers(c, p) : surface_normal(c, p);
    if (c->joins != NULL) {
        float side = wf_v3_dot(n, wf_v3_load(best->plane.n));
        if (!(side != 0.0f)) {
            return;
        }
        n = side < 0.0f ? wf_v3_set(-n.x, -n.y, -n.z) : n;
    }
    trial other;
    try_plane(c, p, &n, origin, &other);
    if (wf_hinders_less(proof_of(&other), proof_of(best))) {
        *best = other;
    }
}

/// Fills the plane; false when the pair cannot matter.
static bool certify(const wf_near_search* c, wf_near* p, wf_plane* plane) {
    const float* base = place(c, p, c->joins != NULL ? 3 : p->upper);
    wf_v3 origin = wf_v3_load(base), n = direction(c, p, base);
    trial best;
    try_plane(c, p, &n, &origin, &best);
    if (p->distance < WEFT_UNCLEAR_GAP || best.plane.gap < 0.5f * p->distance) {
        try_exactly(c, p, &origin, &best);
    }
    bool slides = c->joins == NULL || (!p->joined && !c->late);
    if (slides && best.lowest <= c->reach && wf_is_in_the_way(proof_of(&best), c->reach)) {
        try_across(c, p, &origin, &best);
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

static bool complete(const wf_near_search* c, wf_near* p, wf_plane* plane) {
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
    *out = (wf_near){.kind = c->joins != NULL ? WF_SELF_VERTEX_FACE : WF_NEAR_VERTEX_FACE,
                     .a = vertex,
                     .b = face,
                     .upper = 1,
                     .point = {vertex, t[0], t[1], t[2]}};
    out->interior = find_closest(c, out);
    return complete(c, out, plane);
}

bool wf_near_beneath(const wf_near_search* c, uint32_t face, uint32_t vertex, wf_near* out,
                     wf_plane* plane) {
    const uint32_t* t = c->upper.triangles + 3 * (size_t)face;
    *out = (wf_near){.kind = WF_NEAR_FACE_VERTEX,
                     .a = face,
                     .b = vertex,
                     .upper = 3,
                     .point = {t[0], t[1], t[2], vertex}};
    out->interior = find_closest(c, out);
    return complete(c, out, plane);
}

bool wf_near_edges(const wf_near_search* c, uint32_t a, uint32_t b, wf_near* out, wf_plane* plane) {
    const uint32_t* e = c->upper.edges + 2 * (size_t)a;
    const uint32_t* f = c->lower.edges + 2 * (size_t)b;
    *out = (wf_near){.kind = c->joins != NULL ? WF_SELF_EDGE_EDGE : WF_NEAR_EDGE_EDGE,
                     .a = a,
                     .b = b,
                     .upper = 2,
                     .point = {e[0], e[1], f[0], f[1]}};
    out->interior = find_closest(c, out);
    return complete(c, out, plane);
}
