// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bulge: a point at the lever r that turns by an angle w goes r (cos(phi) - ...) along a
// direction. A function of time whose second derivative is at most r w^2 is nowhere more than
// t (1 - t) / 2 r w^2 over its chord, so t r w^2 / 2 on top of the chord covers it from the start
// on. With w^2 replaced by the square of the chord of the turn, 2 - 2 cos w, and 0.65 instead of
// 0.5, that also holds for the large turns of small things and for the normalised lerp.
#include "math/convex.h"

#include "math/simd.h"

#define BULGE 0.65

WF_INLINE double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static double clamp(double x, double most) {
    return x > most ? most : x < -most ? -most : x;
}

static void set(double out[3], double x, double y, double z) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

// ---- axes ---------------------------------------------------------------------------------------

void wf_convex_way_in(const wf_convex* c, const double world[3], double out[3]) {
    set(out, dot(c->axis[0], world), dot(c->axis[1], world), dot(c->axis[2], world));
}

void wf_convex_point_in(const wf_convex* c, const float world[3], double out[3]) {
    double way[3] = {(double)world[0] - c->at[0], (double)world[1] - c->at[1],
                     (double)world[2] - c->at[2]};
    wf_convex_way_in(c, way, out);
}

void wf_convex_way_out(const wf_convex* c, const double local[3], double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = (c->axis[0][k] * local[0] + c->axis[1][k] * local[1]) + c->axis[2][k] * local[2];
    }
}

// ---- supports -----------------------------------------------------------------------------------

double wf_convex_rounding(const wf_convex* c) {
    return c->kind == WEFT_SHAPE_SPHERE || c->kind == WEFT_SHAPE_CAPSULE ? c->radius : 0.0;
}

static void foremost_of_cone(const wf_convex* c, const double way[3], double point[3]) {
    double across = sqrt(way[0] * way[0] + way[2] * way[2]);
    double part = across > 0.0 ? c->radius / across : 0.0;
    double apex = way[1] * c->half[1], base = c->radius * across - way[1] * c->half[1];
    if (apex >= base) {
        set(point, 0.0, c->half[1], 0.0);
    } else {
        set(point, part * way[0], -c->half[1], part * way[2]);
    }
}

static void foremost_of_hull(const wf_convex* c, const double way[3], double point[3]) {
    double most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < c->corner_count; ++i) {
        double reach = dot(c->corners + 3 * (size_t)i, way);
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    const double* corner = c->corners + 3 * (size_t)best;
    set(point, corner[0], corner[1], corner[2]);
}

void wf_convex_foremost(const wf_convex* c, const double way[3], double point[3]) {
    set(point, 0.0, 0.0, 0.0);
    if (c->kind == WEFT_SHAPE_CAPSULE) {
        point[1] = way[1] >= 0.0 ? c->half[1] : -c->half[1];
    } else if (c->kind == WEFT_SHAPE_BOX) {
        for (int k = 0; k < 3; ++k) {
            point[k] = way[k] >= 0.0 ? c->half[k] : -c->half[k];
        }
    } else if (c->kind == WEFT_SHAPE_CONE) {
        foremost_of_cone(c, way, point);
    } else if (c->kind == WEFT_SHAPE_HULL) {
        foremost_of_hull(c, way, point);
    }
}

double wf_convex_support(const wf_convex* c, const double way[3], const double around[3],
                         double reach) {
    if (c->kind == WEFT_SHAPE_PLANE) {
        double beside = sqrt(way[0] * way[0] + way[2] * way[2]);
        double foot = way[0] * around[0] + way[2] * around[2];
        return way[1] > 0.0 ? foot + beside * reach : INFINITY;
    }
    double point[3], round = wf_convex_rounding(c);
    wf_convex_foremost(c, way, point);
    return dot(point, way) + (round > 0.0 ? round * sqrt(dot(way, way)) : 0.0);
}

// ---- heights ------------------------------------------------------------------------------------

/// From a point of the core: the direction of `from`, and its length less the rounding.
static double height_over(const double from[3], double round, double way[3]) {
    double length = sqrt(dot(from, from));
    if (length > 0.0) {
        set(way, from[0] / length, from[1] / length, from[2] / length);
    } else {
        set(way, 0.0, 1.0, 0.0);
    }
    return length - round;
}

static double height_over_capsule(const wf_convex* c, const double point[3], double way[3]) {
    double from[3] = {point[0], point[1] - clamp(point[1], c->half[1]), point[2]};
    if (!(dot(from, from) > 0.0)) {
        set(way, 1.0, 0.0, 0.0); // on the segment every side is as near
        return -c->radius;
    }
    return height_over(from, c->radius, way);
}

static double height_in_box(const wf_convex* c, const double point[3], double way[3]) {
    double best = -INFINITY;
    for (int k = 0; k < 3; ++k) {
        double height = fabs(point[k]) - c->half[k];
        if (height > best) {
            best = height;
            set(way, 0.0, 0.0, 0.0);
            way[k] = point[k] >= 0.0 ? 1.0 : -1.0;
        }
    }
    return best;
}

static double height_over_box(const wf_convex* c, const double point[3], double way[3]) {
    double from[3];
    for (int k = 0; k < 3; ++k) {
        from[k] = point[k] - clamp(point[k], c->half[k]);
    }
    return dot(from, from) > 0.0 ? height_over(from, 0.0, way) : height_in_box(c, point, way);
}

/// In the half-plane through the axis: s across, y along; the slope goes from the apex (0, h) to
/// the rim (r, -h).
static double height_over_cone(const wf_convex* c, const double point[3], double way[3]) {
    double s = sqrt(point[0] * point[0] + point[2] * point[2]), y = point[1];
    double h = c->half[1], r = c->radius, length = sqrt(r * r + 4.0 * h * h);
    double slope[2] = {r / length, -2.0 * h / length}, out[2] = {-slope[1], slope[0]};
    double over = s * out[0] + (y - h) * out[1], along = s * slope[0] + (y - h) * slope[1];
    double beneath = -h - y, flat[2];
    if (over <= 0.0 && beneath <= 0.0) { // inside
        bool side = over >= beneath;
        flat[0] = side ? out[0] : 0.0;
        flat[1] = side ? out[1] : -1.0;
        over = side ? over : beneath;
    } else {
        along = along < 0.0 ? 0.0 : along > length ? length : along;
        double to[2] = {s - along * slope[0], y - h - along * slope[1]};
        if (beneath > 0.0 && s <= r) {
            to[0] = 0.0;
            to[1] = -beneath;
        }
        over = sqrt(to[0] * to[0] + to[1] * to[1]);
        flat[0] = over > 0.0 ? to[0] / over : out[0];
        flat[1] = over > 0.0 ? to[1] / over : out[1];
    }
    double x = s > 0.0 ? point[0] / s : 1.0, z = s > 0.0 ? point[2] / s : 0.0;
    set(way, flat[0] * x, flat[1], flat[0] * z);
    return over;
}

static double height_over_hull(const wf_convex* c, const double point[3], double way[3]) {
    double best = -INFINITY;
    for (uint32_t i = 0; i < c->face_count; ++i) {
        const double* face = c->faces + 4 * (size_t)i;
        double height = dot(face, point) - face[3];
        if (height > best) {
            best = height;
            set(way, face[0], face[1], face[2]);
        }
    }
    return best;
}

double wf_convex_height(const wf_convex* c, const double point[3], double way[3]) {
    switch (c->kind) {
    case WEFT_SHAPE_SPHERE:
        return height_over(point, c->radius, way);
    case WEFT_SHAPE_CAPSULE:
        return height_over_capsule(c, point, way);
    case WEFT_SHAPE_BOX:
        return height_over_box(c, point, way);
    case WEFT_SHAPE_CONE:
        return height_over_cone(c, point, way);
    case WEFT_SHAPE_HULL:
        return height_over_hull(c, point, way);
    default:
        set(way, 0.0, 1.0, 0.0);
        return point[1];
    }
}

// ---- in the world -------------------------------------------------------------------------------

void wf_convex_bounds(const wf_convex* c, double lo[3], double hi[3]) {
    const double middle[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        double way[3] = {c->axis[0][k], c->axis[1][k], c->axis[2][k]};
        double back[3] = {-way[0], -way[1], -way[2]};
        bool endless = c->kind == WEFT_SHAPE_PLANE;
        hi[k] = endless ? INFINITY : c->at[k] + wf_convex_support(c, way, middle, 0.0);
        lo[k] = endless ? -INFINITY : c->at[k] - wf_convex_support(c, back, middle, 0.0);
    }
}

/// How far from its middle the core of a solid goes.
static double lever_of(const wf_convex* c) {
    double most2 = 0.0;
    switch (c->kind) {
    case WEFT_SHAPE_CAPSULE:
        return c->half[1];
    case WEFT_SHAPE_BOX:
        return sqrt(dot(c->half, c->half));
    case WEFT_SHAPE_CONE:
        return sqrt(c->half[1] * c->half[1] + c->radius * c->radius);
    case WEFT_SHAPE_HULL:
        for (uint32_t i = 0; i < c->corner_count; ++i) {
            const double* corner = c->corners + 3 * (size_t)i;
            most2 = dot(corner, corner) > most2 ? dot(corner, corner) : most2;
        }
        return sqrt(most2);
    default:
        return 0.0;
    }
}

double wf_convex_bulge(const wf_convex* from, const wf_convex* to, double lever) {
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            double d = to->axis[i][k] - from->axis[i][k];
            square += d * d;
        }
    }
    double arm = from->kind == WEFT_SHAPE_PLANE ? lever : lever_of(from);
    return square > 0.0 ? BULGE * 0.5 * square * arm : 0.0;
}
