// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A hull is small, so its faces are found by trying every three of its corners.
#include "body/shape.h"

#include "base/report.h"
#include "weft/constants.h"

#include <string.h>

/// Of the size of what a mesh spans, less than this is none.
#define FLAT 1e-4
/// How far from a face of a hull its corners may be, as a part of its size: they are rounded.
#define ON_FACE 1e-6
/// Normals of faces that agree to this are those of one face.
#define SAME_FACE 1e-9

static void minus(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = a[k] - b[k];
    }
}

static double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double length(const double a[3]) {
    return sqrt(dot(a, a));
}

static void scale_to(double a[3], double by) {
    for (int k = 0; k < 3; ++k) {
        a[k] *= by;
    }
}

/// From one vertex to another; `stride` floats each.
static void way(const float* x, size_t stride, uint32_t from, uint32_t to, double out[3]) {
    for (size_t k = 0; k < 3; ++k) {
        out[k] = (double)x[stride * to + k] - (double)x[stride * from + k];
    }
}

// ---- what it rides on ---------------------------------------------------------------------------

/// The frame of three vertices: along the first side, across it, and across both.
static void frame_of(const double u[3], const double w[3], double frame[3][3]) {
    memcpy(frame[0], u, sizeof frame[0]);
    scale_to(frame[0], 1.0 / length(u));
    cross(frame[0], w, frame[2]);
    scale_to(frame[2], 1.0 / length(frame[2]));
    cross(frame[2], frame[0], frame[1]);
}

/// Vertices far from each other: the one that is farthest from the first, from their line, and from
/// their plane. Returns how many span something.
static uint32_t choose_vertices(const weft_body_def* def, uint32_t vertex[4]) {
    double best[3] = {0.0, 0.0, 0.0}, to[3], side[3], n[3] = {0.0, 0.0, 0.0};
    double sides[2][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vertex[0] = vertex[1] = vertex[2] = vertex[3] = 0;
    for (int chosen = 0; chosen < 3; ++chosen) {
        for (uint32_t i = 1; i < def->vertex_count; ++i) {
            way(def->positions, 3, 0, i, to);
            cross(sides[0], to, side);
            double far = chosen == 0 ? length(to) : chosen == 1 ? length(side) : fabs(dot(n, to));
            if (far > best[chosen]) {
                best[chosen] = far;
                vertex[chosen + 1] = i;
            }
        }
        if (chosen < 2) {
            way(def->positions, 3, 0, vertex[chosen + 1], sides[chosen]);
        }
        cross(sides[0], sides[1], n);
    }
    double size = best[0];
    return best[1] > FLAT * size * size ? (best[2] > FLAT * size * size * size ? 4 : 3) : 2;
}

/// The weights of three ways that make up one, by Cramer's rule.
static void solve_three(const double a[3], const double b[3], const double c[3], const double of[3],
                        double weight[3]) {
    double bc[3], ca[3], ab[3];
    cross(b, c, bc);
    cross(c, a, ca);
    cross(a, b, ab);
    double whole = dot(a, bc);
    weight[0] = dot(of, bc) / whole;
    weight[1] = dot(of, ca) / whole;
    weight[2] = dot(of, ab) / whole;
}

/// Three ways that span space at the vertices that it rides on, and the frame.
static void spread(const wf_shape* s, const float* x, size_t stride, double ways[3][3],
                   double frame[3][3]) {
    way(x, stride, s->vertex[0], s->vertex[1], ways[0]);
    way(x, stride, s->vertex[0], s->vertex[2], ways[1]);
    frame_of(ways[0], ways[1], frame);
    if (s->vertex[3] != UINT32_MAX) {
        way(x, stride, s->vertex[0], s->vertex[3], ways[2]);
    } else {
        memcpy(ways[2], frame[2], sizeof frame[2]);
    }
}

/// Unit axes of a rotation, as rows.
static void axes_of(const float rotation[4], double axis[3][3]) {
    double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    double s = 2.0 / (((x * x + y * y) + z * z) + w * w);
    double rows[3][3] = {
        {1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
        {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
        {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)},
    };
    memcpy(axis, rows, sizeof rows);
}

static void settle_on(const weft_body_def* def, wf_shape* s) {
    double ways[3][3], frame[3][3], axis[3][3], to[3];
    if (choose_vertices(def, s->vertex) < 4) {
        s->vertex[3] = UINT32_MAX;
    }
    spread(s, def->positions, 3, ways, frame);
    for (size_t k = 0; k < 3; ++k) {
        to[k] = (double)def->shape.center[k] - (double)def->positions[3 * s->vertex[0] + k];
    }
    solve_three(ways[0], ways[1], ways[2], to, s->middle);
    axes_of(def->shape.rotation, axis);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            s->turn[i][k] = dot(axis[i], frame[k]);
        }
    }
}

void wf_shape_at(const wf_shape* s, const float* x, wf_convex* out) {
    double ways[3][3], frame[3][3];
    *out = (wf_convex){.kind = s->def.kind,
                       .radius = s->def.radius,
                       .half = {s->def.half[0], s->def.half[1], s->def.half[2]},
                       .corner_count = s->corner_count,
                       .corners = s->corners,
                       .face_count = s->face_count,
                       .faces = s->faces};
    spread(s, x, 4, ways, frame);
    for (int k = 0; k < 3; ++k) {
        out->at[k] =
            (double)x[4 * (size_t)s->vertex[0] + (size_t)k] +
            ((s->middle[0] * ways[0][k] + s->middle[1] * ways[1][k]) + s->middle[2] * ways[2][k]);
        for (int i = 0; i < 3; ++i) {
            out->axis[i][k] = (s->turn[i][0] * frame[0][k] + s->turn[i][1] * frame[1][k]) +
                              s->turn[i][2] * frame[2][k];
        }
    }
}

bool wf_shape_is_rigid(const float* rest, const float* x, uint32_t vertex_count) {
    double off = 0.0, size = 0.0;
    for (uint32_t i = 1; i < vertex_count; ++i) {
        // against the first vertex and the one before: the rest follows
        for (uint32_t from = 0; from < i; from = from + 1 < i ? i - 1 : i) {
            double was[3], is[3];
            way(rest, 4, from, i, was);
            way(x, 4, from, i, is);
            double before = length(was), change = fabs(length(is) - before);
            size = before > size ? before : size;
            off = change > off ? change : off;
        }
    }
    return off <= 1e-3 * size;
}

// ---- hulls --------------------------------------------------------------------------------------

/// Takes a face unless it is there; its offset is that of the foremost corner.
static void add_face(wf_shape* s, const double n[3], double offset) {
    for (uint32_t f = 0; f < s->face_count; ++f) {
        if (dot(s->faces + 4 * (size_t)f, n) > 1.0 - SAME_FACE) {
            return;
        }
    }
    if (s->face_count < 2 * WF_HULL_CORNERS) {
        double* face = s->faces + 4 * (size_t)s->face_count++;
        memcpy(face, n, 3 * sizeof(double));
        face[3] = offset;
    }
}

/// The plane of three corners is a face when all others lie on one side of it.
static void try_face(wf_shape* s, const double* a, const double* b, const double* c, double size) {
    double u[3], w[3], n[3], least = INFINITY, most = -INFINITY;
    minus(b, a, u);
    minus(c, a, w);
    cross(u, w, n);
    double area = length(n);
    if (!(area > FLAT * FLAT * size * size)) {
        return;
    }
    scale_to(n, 1.0 / area);
    double at = dot(n, a);
    for (uint32_t i = 0; i < s->corner_count; ++i) {
        double height = dot(n, s->corners + 3 * (size_t)i);
        least = height < least ? height : least;
        most = height > most ? height : most;
    }
    double back[3] = {-n[0], -n[1], -n[2]};
    if (most <= at + ON_FACE * size) {
        add_face(s, n, most);
    } else if (least >= at - ON_FACE * size) {
        add_face(s, back, -least);
    }
}

static void find_faces(wf_shape* s, double size) {
    const double* p = s->corners;
    for (uint32_t i = 0; i < s->corner_count; ++i) {
        for (uint32_t j = i + 1; j < s->corner_count; ++j) {
            for (uint32_t k = j + 1; k < s->corner_count; ++k) {
                try_face(s, p + 3 * (size_t)i, p + 3 * (size_t)j, p + 3 * (size_t)k, size);
            }
        }
    }
}

/// Corners that are on no face are inside.
static void drop_inner(wf_shape* s, double size) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->corner_count; ++i) {
        double highest = -INFINITY;
        for (uint32_t f = 0; f < s->face_count; ++f) {
            const double* face = s->faces + 4 * (size_t)f;
            double height = dot(face, s->corners + 3 * (size_t)i) - face[3];
            highest = height > highest ? height : highest;
        }
        memmove(s->corners + 3 * (size_t)kept, s->corners + 3 * (size_t)i, 3 * sizeof(double));
        kept += highest > -2.0 * ON_FACE * size;
    }
    s->corner_count = kept;
}

static bool make_hull(wf_memory* memory, const weft_body_def* def, wf_shape* s) {
    s->corners = WF_ALLOC(memory, double, 3 * (size_t)def->vertex_count);
    s->faces = WF_ALLOC(memory, double, 8 * (size_t)WF_HULL_CORNERS);
    if (s->corners == NULL || s->faces == NULL) {
        return false;
    }
    double axis[3][3], size = 0.0;
    axes_of(def->shape.rotation, axis);
    s->corner_count = def->vertex_count;
    for (size_t i = 0; i < def->vertex_count; ++i) {
        double to[3];
        for (size_t k = 0; k < 3; ++k) {
            to[k] = (double)def->positions[3 * i + k] - (double)def->shape.center[k];
        }
        for (size_t k = 0; k < 3; ++k) {
            s->corners[3 * i + k] = dot(axis[k], to);
        }
        size = length(to) > size ? length(to) : size;
    }
    find_faces(s, size);
    drop_inner(s, size);
    return true;
}

// ---- lifetime -----------------------------------------------------------------------------------

bool wf_shape_create(wf_memory* memory, const weft_body_def* def, wf_shape* out) {
    *out = (wf_shape){.def = def->shape};
    if (!wf_is_solid(out)) {
        return true;
    }
    settle_on(def, out);
    if (def->shape.kind == WEFT_SHAPE_HULL && !make_hull(memory, def, out)) {
        wf_shape_free(memory, out);
        return false;
    }
    return true;
}

void wf_shape_free(wf_memory* memory, wf_shape* shape) {
    wf_free(memory, shape->corners);
    wf_free(memory, shape->faces);
    *shape = (wf_shape){0};
}

// ---- checks -------------------------------------------------------------------------------------

static const char* const names[] = {"mesh", "sphere", "capsule", "box", "cone", "plane", "hull"};

static weft_status fail(weft_report* report, const weft_body_def* def, const char* where,
                        const char* problem) {
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, where, 0, WF_NO_OTHER, "The %s %s.",
                          names[def->shape.kind], problem);
}

/// A length of more than nothing that fits into the world; a NaN is none.
static bool is_length(float value) {
    return value > 0.0f && value <= WEFT_WORLD_EXTENT;
}

static weft_status check_place(const weft_body_def* def, weft_report* report) {
    const float* q = def->shape.rotation;
    float square = ((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3];
    for (int k = 0; k < 3; ++k) {
        if (!(fabsf(def->shape.center[k]) <= WEFT_WORLD_EXTENT)) {
            return fail(report, def, "shape.center", "has its middle outside of the world");
        }
    }
    if (!(fabsf(square - 1.0f) <= 2e-3f)) {
        return fail(report, def, "shape.rotation", "needs a rotation of unit length");
    }
    return WEFT_OK;
}

static weft_status check_lengths(const weft_body_def* def, weft_report* report) {
    const weft_shape* s = &def->shape;
    bool round =
        s->kind == WEFT_SHAPE_SPHERE || s->kind == WEFT_SHAPE_CAPSULE || s->kind == WEFT_SHAPE_CONE;
    bool tall = s->kind == WEFT_SHAPE_CAPSULE || s->kind == WEFT_SHAPE_CONE;
    if (round && !is_length(s->radius)) {
        return fail(report, def, "shape.radius", "needs a radius above 0 and of 4 m at most");
    }
    if (tall && !is_length(s->half[1])) {
        return fail(report, def, "shape.half", "needs half a height above 0 and of 4 m at most");
    }
    bool wide = is_length(s->half[0]) && is_length(s->half[1]) && is_length(s->half[2]);
    if (s->kind == WEFT_SHAPE_BOX && !wide) {
        return fail(report, def, "shape.half", "needs half lengths above 0 and of 4 m at most");
    }
    return WEFT_OK;
}

weft_status wf_shape_check_mesh(const weft_body_def* def, weft_report* report) {
    if (def->shape.kind == WEFT_SHAPE_MESH) {
        return WEFT_OK;
    }
    uint32_t vertex[4], spanned = choose_vertices(def, vertex);
    if (def->shape.kind == WEFT_SHAPE_HULL && def->vertex_count > WF_HULL_CORNERS) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "positions", def->vertex_count,
                              WF_NO_OTHER, "A hull may have %u corners at most, not %u.",
                              (uint32_t)WF_HULL_CORNERS, def->vertex_count);
    }
    if (def->shape.kind == WEFT_SHAPE_HULL && spanned < 4) {
        return fail(report, def, "positions", "is flat: it needs 4 corners that span a space");
    }
    if (spanned < 3) {
        return fail(report, def, "positions", "needs a mesh that spans a plane to ride on");
    }
    return WEFT_OK;
}

weft_status wf_shape_check(const weft_body_def* def, weft_report* report) {
    if (def->shape.kind == WEFT_SHAPE_MESH) {
        return WEFT_OK;
    }
    if (def->shape.kind >= WEFT_SHAPE_KIND_COUNT) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "shape.kind", def->shape.kind,
                              WF_NO_OTHER, "There is no shape of kind %u; the last is %u.",
                              def->shape.kind, (uint32_t)WEFT_SHAPE_KIND_COUNT - 1);
    }
    weft_status status = check_place(def, report);
    return status == WEFT_OK ? check_lengths(def, report) : status;
}
