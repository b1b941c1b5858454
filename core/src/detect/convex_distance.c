// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The algorithm looks for the point of (feature - core) that is nearest to the origin: it keeps up
// to four points of that difference, takes the nearest point v of their hull, and adds the one that
// is foremost against v, until none is nearer than v. A disc as the base of a cone has is followed
// until the distance is exact to a ten-millionth; what matters is that any direction is a proof
// (detect/solids.h), so an end before the end is only a narrower gap.
#include "detect/convex_distance.h"

#include "detect/closest.h"

#include <string.h>

/// Rounds after which the answer is taken as it is; half a dozen are usual, a score on a disc.
enum { MOST_ROUNDS = 48 };
/// A gain of less than this part of the squared distance is none: of flat things rounding, of a
/// disc enough.
#define LEAST_GAIN 1e-13
#define LEAST_GAIN_ROUND 1e-7
/// Nearer than this, m, the core counts as met.
#define MET 1e-9

/// Points of the difference, and which point of the feature each is of.
typedef struct simplex {
    double at[4][3], weight[4];
    uint32_t of[4], count;
} simplex;

// ---- the nearest point of a hull of up to four --------------------------------------------------

static void keep(simplex* s, const uint32_t* index, const double* weight, uint32_t count) {
    simplex kept = {.count = 0};
    for (uint32_t i = 0; i < count; ++i) {
        if (weight[i] > 0.0) {
            memcpy(kept.at[kept.count], s->at[index[i]], sizeof kept.at[0]);
            kept.of[kept.count] = s->of[index[i]];
            kept.weight[kept.count++] = weight[i];
        }
    }
    *s = kept;
}

static void sum_up(const simplex* s, double v[3]) {
    v[0] = v[1] = v[2] = 0.0;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            v[k] += s->weight[i] * s->at[i][k];
        }
    }
}

/// Whether the origin lies on the inner side of the face of a tetrahedron opposite to `apex`.
static bool is_behind(const simplex* s, const uint32_t face[3], uint32_t apex) {
    double u[3], w[3], n[3], to[3];
    wf_minus(s->at[face[1]], s->at[face[0]], u);
    wf_minus(s->at[face[2]], s->at[face[0]], w);
    wf_cross(u, w, n);
    wf_minus(s->at[apex], s->at[face[0]], to);
    double inner = wf_dot(n, to), origin = -wf_dot(n, s->at[face[0]]);
    return (inner > 0.0 && origin > 0.0) || (inner < 0.0 && origin < 0.0);
}

static const uint32_t faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};

/// The best of the four faces; false when the origin is inside.
static bool reduce_four(simplex* s) {
    double best = INFINITY, best_weight[3] = {1.0, 0.0, 0.0};
    int at = 0;
    bool inside = true;
    for (int f = 0; f < 4; ++f) {
        const uint32_t* i = faces[f];
        double weight[3], v[3];
        inside = inside && is_behind(s, i, (uint32_t)(3 - f));
        wf_origin_to_triangle(s->at[i[0]], s->at[i[1]], s->at[i[2]], weight);
        for (int k = 0; k < 3; ++k) {
            v[k] = (weight[0] * s->at[i[0]][k] + weight[1] * s->at[i[1]][k]) +
                   weight[2] * s->at[i[2]][k];
        }
        double square = wf_dot(v, v);
        if (square < best) {
            best = square;
            at = f;
            memcpy(best_weight, weight, sizeof weight);
        }
    }
    if (!inside) {
        keep(s, faces[at], best_weight, 3);
    }
    return !inside;
}

/// Leaves of a simplex what has the point nearest to the origin; false when that is the origin.
static bool reduce(simplex* s) {
    static const uint32_t all[3] = {0, 1, 2};
    double weight[3] = {1.0, 0.0, 0.0};
    if (s->count == 4) {
        return reduce_four(s);
    }
    if (s->count == 3) {
        wf_origin_to_triangle(s->at[0], s->at[1], s->at[2], weight);
    } else if (s->count == 2) {
        wf_origin_to_segment(s->at[0], s->at[1], &weight[1]);
        weight[0] = 1.0 - weight[1];
    }
    keep(s, all, weight, s->count);
    return true;
}

// ---- the search ---------------------------------------------------------------------------------

/// Adds the point of the difference that is foremost against v; false when it is there already.
static bool add_foremost(const wf_convex* c, const double points[][3], uint32_t count,
                         const double v[3], simplex* s) {
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; ++i) {
        lowest = wf_dot(points[i], v) < wf_dot(points[lowest], v) ? i : lowest;
    }
    double core[3];
    wf_convex_foremost(c, v, core);
    wf_minus(points[lowest], core, s->at[s->count]);
    s->of[s->count] = lowest;
    bool known = false;
    for (uint32_t i = 0; i < s->count; ++i) {
        known = known || memcmp(s->at[i], s->at[s->count], sizeof s->at[0]) == 0;
    }
    return !known;
}

/// The nearest point of the difference as a simplex; false when the core is met.
static bool search(const wf_convex* c, const double points[][3], uint32_t count, simplex* s) {
    double gain = c->kind == WEFT_SHAPE_CONE ? LEAST_GAIN_ROUND : LEAST_GAIN;
    double v[3] = {points[0][0], points[0][1], points[0][2]};
    s->count = 0;
    add_foremost(c, points, count, v, s);
    s->weight[0] = 1.0;
    s->count = 1;
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        sum_up(s, v);
        double square = wf_dot(v, v);
        if (!(square > MET * MET)) {
            return false;
        }
        if (!add_foremost(c, points, count, v, s) ||
            square - wf_dot(s->at[s->count], v) <= gain * square) {
            return true;
        }
        simplex before = *s;
        s->count += 1;
        if (!reduce(s)) {
            return false;
        }
        sum_up(s, v);
        if (!(wf_dot(v, v) < square)) { // rounding has the last word
            *s = before;
            return true;
        }
    }
    return true;
}

/// What the simplex says; that much of the way is the rounding.
static wf_convex_gap tell(const simplex* s, double rounding) {
    wf_convex_gap out = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    double v[3];
    sum_up(s, v);
    double length = sqrt(wf_dot(v, v));
    for (int k = 0; k < 3; ++k) {
        out.way[k] = v[k] / length;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        out.weight[s->of[i]] += s->weight[i];
    }
    out.distance = length - rounding;
    return out;
}

/// The highest or lowest point alone, or the middle of all.
static wf_convex_gap middle_of(const wf_convex* c, const double points[][3], uint32_t count) {
    wf_convex_gap out = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    double middle[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; ++i) {
        out.weight[i] = 1.0 / count;
        for (int k = 0; k < 3; ++k) {
            middle[k] += points[i][k] / count;
        }
    }
    double height = wf_convex_height(c, middle, out.way);
    out.distance = height < 0.0 ? height : 0.0;
    return out;
}

static wf_convex_gap over_plane(const double points[][3], uint32_t count) {
    wf_convex_gap out = {{0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; ++i) {
        lowest = points[i][1] < points[lowest][1] ? i : lowest;
    }
    out.weight[lowest] = 1.0;
    out.distance = points[lowest][1];
    return out;
}

wf_convex_gap wf_convex_distance(const wf_convex* c, const double points[][3], uint32_t count) {
    if (c->kind == WEFT_SHAPE_PLANE) {
        return over_plane(points, count);
    }
    simplex s;
    if (c->kind == WEFT_SHAPE_SPHERE) {
        s.count = count;
        for (uint32_t i = 0; i < count; ++i) {
            memcpy(s.at[i], points[i], sizeof s.at[i]);
            s.of[i] = i;
        }
        double v[3];
        reduce(&s);
        sum_up(&s, v);
        return wf_dot(v, v) > MET * MET ? tell(&s, c->radius) : middle_of(c, points, count);
    }
    return search(c, points, count, &s) ? tell(&s, wf_convex_rounding(c))
                                        : middle_of(c, points, count);
}
