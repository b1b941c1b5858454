// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Heights and supports are in double, so a gap is what it says whatever rounding did to the
// direction. The solid goes to its next pose; how much further it reaches along the direction by
// then, and by turning in between, is what the plane moves by.
#include "detect/solids.h"

#include "detect/convex_distance.h"
#include "detect/direction.h"
#include "math/v3x4.h"

#include <string.h>

/// No less than how far any of it is from its middle.
static double size_of(const wf_convex* c) {
    double most = c->radius + ((c->half[0] + c->half[1]) + c->half[2]);
    for (uint32_t i = 0; i < c->corner_count; ++i) {
        const double* x = c->corners + 3 * (size_t)i;
        double far = (fabs(x[0]) + fabs(x[1])) + fabs(x[2]);
        most = far > most ? far : most;
    }
    return most;
}

void wf_solid_bound(wf_solid* solid, float reach) {
    double lo[2][3], hi[2][3], bulge = wf_convex_bulge(&solid->from, &solid->to, 0.0);
    wf_convex_bounds(&solid->from, lo[0], hi[0]);
    wf_convex_bounds(&solid->to, lo[1], hi[1]);
    for (int k = 0; k < 3; ++k) {
        double low = lo[0][k] < lo[1][k] ? lo[0][k] : lo[1][k];
        double high = hi[0][k] > hi[1][k] ? hi[0][k] : hi[1][k];
        solid->lo[k] = (float)(low - bulge) - reach;
        solid->hi[k] = (float)(high + bulge) + reach;
    }
    solid->lo[3] = solid->hi[3] = 0.0f;
    const wf_convex *from = &solid->from, *to = &solid->to;
    solid->stands = memcmp(from->at, to->at, sizeof to->at) == 0 &&
                    memcmp(from->axis, to->axis, sizeof to->axis) == 0;
    solid->size = size_of(from);
}

/// A triangle and its solid.
typedef struct task {
    const wf_solid_search* search;
    const wf_solid* solid;
    const uint32_t* corner;
    double from[3][3], to[3][3]; // in the axes of the solid at the start and at the end
    double middle[2][3];         // of the triangle, in both, and
    double wide;                 // how far from it a corner may be or get, m
} task;

/// A plane, how low cloth may come over the solid within its boxes, and how low it would
/// unhindered.
typedef struct trial {
    wf_plane plane;
    float lowest, predicted;
} trial;

WF_INLINE double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static bool is_outside(const task* t) {
    wf_f4 lo = wf_f4_splat(1e30f), hi = wf_f4_splat(-1e30f);
    for (int k = 0; k < 3; ++k) {
        size_t at = 4 * (size_t)t->corner[k];
        wf_f4 x = wf_f4_load(t->search->cloth.from + at);
        lo = wf_f4_min(lo, wf_f4_add(x, wf_f4_load(t->search->lo + at)));
        hi = wf_f4_max(hi, wf_f4_add(x, wf_f4_load(t->search->hi + at)));
    }
    wf_f4 apart = wf_f4_or(wf_f4_less(hi, wf_f4_load(t->solid->lo)),
                           wf_f4_less(wf_f4_load(t->solid->hi), lo));
    return (wf_f4_mask(apart) & 7) != 0;
}

/// The lowest that displacements in their boxes take four particles along n.
WF_INLINE wf_f4 lowest_in_boxes(const wf_solid_search* s, const uint32_t corner[4],
                                const float n[3]) {
    wf_v3x4 lo = wf_v3x4_gather(s->lo, corner), hi = wf_v3x4_gather(s->hi, corner);
    wf_v3x4 least = {n[0] > 0.0f ? lo.x : hi.x, n[1] > 0.0f ? lo.y : hi.y,
                     n[2] > 0.0f ? lo.z : hi.z};
    return wf_v3x4_dot(wf_v3x4_splat(n), least);
}

/// Whether a solid that stands is apart by the plane of try_middle, in float and by more than that
/// can be wrong: most triangles are far from a floor.
static bool is_clearly_apart(const task* t) {
    const wf_solid_search* s = t->search;
    const uint32_t corner[4] = {t->corner[0], t->corner[1], t->corner[2], t->corner[0]};
    wf_v3x4 from = wf_v3x4_gather(s->cloth.from, corner), to = wf_v3x4_gather(s->cloth.to, corner);
    wf_f4 sum = wf_f4_zero();
    for (int k = 0; k < 3; ++k) {
        sum = wf_f4_add(sum, wf_f4_load(s->cloth.from + 4 * (size_t)corner[k]));
    }
    float middle[4], n[3];
    wf_f4_store(middle, wf_f4_mul(sum, wf_f4_splat(1.0f / 3.0f)));
    double point[3], local[3], world[3];
    wf_convex_point_in(&t->solid->from, middle, point);
    float height = (float)wf_convex_height(&t->solid->from, point, local);
    wf_convex_way_out(&t->solid->from, local, world);
    for (int k = 0; k < 3; ++k) {
        n[k] = (float)world[k];
    }
    wf_v3x4 along = wf_v3x4_splat(n);
    wf_f4 now = wf_f4_add(wf_f4_splat(height),
                          wf_v3x4_dot(along, wf_v3x4_sub(from, wf_v3x4_splat(middle))));
    wf_f4 ahead = wf_f4_min(now, wf_f4_add(now, wf_v3x4_dot(along, wf_v3x4_sub(to, from))));
    wf_f4 low = wf_f4_add(now, lowest_in_boxes(s, corner, n));
    double size = t->solid->size + ((fabs(point[0]) + fabs(point[1])) + fabs(point[2]));
    double wrong = 1e-5 + 4e-6 * size;
    return (double)wf_f4_x(wf_f4_least(ahead)) > (double)s->between + wrong &&
           (double)wf_f4_x(wf_f4_least(low)) > (double)(2.0f * WEFT_SAFETY_GAP) + wrong;
}

static void measure(task* t) {
    double wide2 = 0.0, room = 0.0;
    for (int k = 0; k < 3; ++k) {
        size_t at = 4 * (size_t)t->corner[k];
        wf_convex_point_in(&t->solid->from, t->search->cloth.from + at, t->from[k]);
        wf_convex_point_in(&t->solid->to, t->search->cloth.to + at, t->to[k]);
        for (size_t i = 0; i < 3; ++i) {
            double low = -(double)t->search->lo[at + i], high = t->search->hi[at + i];
            room = low > room ? low : high > room ? high : room;
        }
    }
    for (int i = 0; i < 3; ++i) {
        t->middle[0][i] = ((t->from[0][i] + t->from[1][i]) + t->from[2][i]) / 3.0;
        t->middle[1][i] = ((t->to[0][i] + t->to[1][i]) + t->to[2][i]) / 3.0;
    }
    for (int k = 0; k < 3; ++k) {
        double d[3] = {t->from[k][0] - t->middle[0][0], t->from[k][1] - t->middle[0][1],
                       t->from[k][2] - t->middle[0][2]};
        double e[3] = {t->to[k][0] - t->middle[1][0], t->to[k][1] - t->middle[1][1],
                       t->to[k][2] - t->middle[1][2]};
        wide2 = dot(d, d) > wide2 ? dot(d, d) : wide2;
        wide2 = dot(e, e) > wide2 ? dot(e, e) : wide2;
    }
    t->wide = sqrt(wide2) + 3.5 * room; // a diagonal of the box there and one back
}

/// How far the solid advances along n until the end, m.
static double approach_of(const task* t, const double n[3], double reach_now) {
    const wf_convex *from = &t->solid->from, *to = &t->solid->to;
    double way[3],
        move[3] = {to->at[0] - from->at[0], to->at[1] - from->at[1], to->at[2] - from->at[2]};
    wf_convex_way_in(to, n, way);
    double lever = sqrt(dot(t->middle[0], t->middle[0])) + t->wide;
    return (dot(n, move) + wf_convex_support(to, way, t->middle[1], t->wide) - reach_now) +
           wf_convex_bulge(from, to, lever);
}

/// The lowest that a displacement in its box takes a particle along n.
static float lowest_in_box(const wf_solid_search* s, uint32_t particle, const float n[3]) {
    float sum = 0.0f;
    for (size_t i = 0; i < 3; ++i) {
        size_t at = 4 * (size_t)particle + i;
        sum += n[i] * (n[i] > 0.0f ? s->lo[at] : s->hi[at]);
    }
    return sum;
}

static trial try_plane(const task* t, const double world[3]) {
    trial out = {.plane = {.upper = 3}, .lowest = 1e30f, .predicted = 1e30f};
    double n[3], way[3], gap = INFINITY;
    for (int k = 0; k < 3; ++k) {
        out.plane.n[k] = (float)world[k];
        n[k] = out.plane.n[k];
    }
    wf_convex_way_in(&t->solid->from, n, way);
    double reach = wf_convex_support(&t->solid->from, way, t->middle[0], t->wide);
    for (int k = 0; k < 3; ++k) {
        double height = dot(way, t->from[k]) - reach;
        size_t at = 4 * (size_t)t->corner[k];
        const float *from = t->search->cloth.from + at, *to = t->search->cloth.to + at;
        float move =
            (n[0] * (to[0] - from[0]) + n[1] * (to[1] - from[1])) + n[2] * (to[2] - from[2]);
        float low = (float)height + lowest_in_box(t->search, t->corner[k], out.plane.n);
        out.plane.point[k] = t->corner[k];
        out.plane.height[k] = (float)height;
        out.lowest = low < out.lowest ? low : out.lowest;
        out.predicted = (float)height + move < out.predicted ? (float)height + move : out.predicted;
        gap = height < gap ? height : gap;
    }
    out.plane.point[3] = t->solid->vertex;
    out.plane.gap = (float)gap;
    out.plane.approach = (float)approach_of(t, n, reach);
    float advance = out.plane.approach > 0.0f ? out.plane.approach : 0.0f;
    out.lowest -= advance;
    out.predicted -= out.plane.approach;
    return out;
}

static wf_proof proof_of(const trial* t) {
    return (wf_proof){t->plane.gap, t->predicted};
}

/// A plane by the height of the triangle's middle alone. Most triangles lie flat over what is flat
/// or gently round, and need no other.
static trial try_middle(const task* t) {
    double way[3], n[3];
    wf_convex_height(&t->solid->from, t->middle[0], way);
    wf_convex_way_out(&t->solid->from, way, n);
    return try_plane(t, n);
}

/// Whether a plane proves that the pair matters to nobody.
static bool is_apart(const task* t, const trial* p) {
    return p->plane.gap > t->search->between && p->predicted > t->search->between &&
           p->lowest > 2.0f * WEFT_SAFETY_GAP;
}

/// The direction in which the two are to be at the end, where that of now is in the way.
static trial try_ahead(const task* t, const trial* best) {
    wf_convex_gap ahead = wf_convex_distance(&t->solid->to, t->to, 3);
    double n[3];
    wf_convex_way_out(&t->solid->to, ahead.way, n);
    if (!(ahead.distance > 0.0)) {
        return *best;
    }
    trial other = try_plane(t, n);
    return wf_hinders_less(proof_of(&other), proof_of(best)) ? other : *best;
}

static bool keep(const wf_solid_search* s, const wf_near* pair, const wf_plane* plane) {
    wf_near_list* out = s->out;
    if (!wf_reserve(s->memory, (void**)&out->items, &out->capacity, out->count + 1,
                    sizeof(wf_near)) ||
        !wf_reserve(s->memory, (void**)&out->planes, &out->plane_capacity, out->count + 1,
                    sizeof(wf_plane))) {
        return false;
    }
    out->items[out->count] = *pair;
    out->planes[out->count++] = *plane;
    return true;
}

bool wf_solid_near(const wf_solid_search* s, uint32_t triangle, const wf_solid* solid,
                   uint32_t number) {
    task t = {.search = s, .solid = solid, .corner = s->cloth.triangles + 3 * (size_t)triangle};
    if (is_outside(&t) || (solid->stands && is_clearly_apart(&t))) {
        return true;
    }
    measure(&t);
    trial best = try_middle(&t);
    if (is_apart(&t, &best)) {
        return true;
    }
    wf_convex_gap gap = wf_convex_distance(&solid->from, t.from, 3);
    double n[3];
    wf_convex_way_out(&solid->from, gap.way, n);
    trial nearest = try_plane(&t, n);
    best = nearest.plane.gap > best.plane.gap ? nearest : best;
    if (is_apart(&t, &best)) {
        return true;
    }
    if (best.lowest <= s->reach && wf_is_in_the_way(proof_of(&best), s->reach)) {
        best = try_ahead(&t, &best);
    }
    wf_near pair = {.kind = WF_NEAR_SOLID,
                    .a = triangle,
                    .b = number,
                    .upper = 3,
                    .distance = (float)gap.distance,
                    .interior = gap.weight[0] > 0.0 && gap.weight[1] > 0.0 && gap.weight[2] > 0.0};
    for (int k = 0; k < 3; ++k) {
        pair.point[k] = t.corner[k];
        pair.weight[k] = (float)gap.weight[k];
    }
    pair.point[3] = solid->vertex;
    // What is inside already has no plane; it is led out.
    best.plane.upper = best.plane.gap > 0.0f ? 3 : 0;
    return keep(s, &pair, &best.plane);
}

bool wf_solid_is_met(const wf_solid* solid, const float* const corner[3], const float n[3]) {
    double points[3][3], way[3], world[3] = {n[0], n[1], n[2]}, gap = INFINITY, middle[3];
    for (int k = 0; k < 3; ++k) {
        wf_convex_point_in(&solid->from, corner[k], points[k]);
    }
    for (int i = 0; i < 3; ++i) {
        middle[i] = ((points[0][i] + points[1][i]) + points[2][i]) / 3.0;
    }
    wf_convex_way_in(&solid->from, world, way);
    double reach = solid->from.kind == WEFT_SHAPE_PLANE
                       ? INFINITY
                       : wf_convex_support(&solid->from, way, middle, 0.0);
    for (int k = 0; k < 3; ++k) {
        double height = dot(way, points[k]) - reach;
        gap = height < gap ? height : gap;
    }
    return !(gap > 0.0) && !(wf_convex_distance(&solid->from, points, 3).distance > 0.0);
}
