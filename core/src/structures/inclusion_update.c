// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inclusion update (ElBadrawy, Hemayed, Fayek 2012, "Inclusion field update phase", Fig. 3).
//
// `PLANE` is theirs: one vertex at a time, the cells of each of its triangles become inside where
// its new place is in front of the plane of the old triangle, outside where it is behind; after the
// last vertex all triangles are traversed and their cells are the surface. A vertex that slides in
// the plane says nothing. The rule fails at edges: a cell that two triangles of a vertex have takes
// the word of the second, and one beside a convex corner that draws back along a face is inside by
// that face. What it gets wrong stays wrong until a triangle comes by.
//
// `COUNTED` is ours: every cell knows how many triangles have it. One that none has any more is
// what a neighbour is that none had before. No place goes further than a cell, so no cell passes
// the surface without being touched at one end: the outcome is that of building anew, and it does
// not depend on the order of vertices. A longer move goes in parts (their "multiple Grid-Traverse
// steps").
#include "structures/inclusion_field.h"

#include "math/predicates.h"

#include <math.h>
#include <string.h>

/// Moves of more cells than this are a jump: building anew costs less.
#define JUMP 16
/// How much less than a cell a part of a move is: more than rounding takes.
#define SHORT 0.999

static uint32_t cells_at(wf_memory* memory, wf_inclusion* field, uint32_t triangle,
                         const float* x) {
    const uint32_t* corner = field->mesh.triangles + 3 * (size_t)triangle;
    uint32_t count = wf_inclusion_cells(memory, field, x + 4 * (size_t)corner[0],
                                        x + 4 * (size_t)corner[1], x + 4 * (size_t)corner[2]);
    field->visited += count;
    field->walked += 1;
    return count;
}

/// Whether the cells of corners and so of triangles stay in the grid, one off its rim.
static bool is_within(const wf_inclusion* field, const float* x) {
    for (int axis = 0; axis < 3; ++axis) {
        double low = field->first[axis] + 1, high = field->first[axis] + (double)field->size[axis];
        for (size_t v = 0; v < field->mesh.vertex_count; ++v) {
            double at = wf_inclusion_place(field, x[4 * v + (size_t)axis]);
            if (!(at > low && at < high - 1.0)) {
                return false;
            }
        }
    }
    return true;
}

/// Marks who moves; the longest move, in cells.
static double mark_moved(wf_inclusion* field, const float* x) {
    double longest2 = 0.0;
    for (size_t v = 0; v < field->mesh.vertex_count; ++v) {
        const float *from = field->x + 4 * v, *to = x + 4 * v;
        double d[3], far2 = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            d[axis] = (double)to[axis] - (double)from[axis];
            far2 += d[axis] * d[axis];
        }
        field->moved[v] = d[0] != 0.0 || d[1] != 0.0 || d[2] != 0.0;
        longest2 = far2 > longest2 ? far2 : longest2;
    }
    return sqrt(longest2) * field->per_cell;
}

static bool same_cell(const wf_inclusion* field, const float* from, const float* to) {
    bool same = true;
    for (int axis = 0; axis < 3; ++axis) {
        same &= wf_inclusion_floor(wf_inclusion_place(field, from[axis])) ==
                wf_inclusion_floor(wf_inclusion_place(field, to[axis]));
    }
    return same;
}

static void move_vertex(wf_inclusion* field, uint32_t vertex, const float* x) {
    float* from = field->x + 4 * (size_t)vertex;
    const float* to = x + 4 * (size_t)vertex;
    bool stays = same_cell(field, from, to);
    if (!stays) {
        wf_inclusion_take_out(field, vertex);
    }
    memcpy(from, to, 16);
    if (!stays) {
        wf_inclusion_register(field, vertex);
    }
}

// ---- counted ------------------------------------------------------------------------------------

static bool leave(wf_memory* memory, wf_inclusion* field, uint32_t count) {
    if (!wf_reserve(memory, (void**)&field->freed, &field->freed_capacity,
                    field->freed_count + count, sizeof(uint32_t))) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t cell = field->cells[i];
        field->freed[field->freed_count] = cell;
        field->touching[cell] -= 1;
        field->freed_count += field->touching[cell] == 0;
    }
    return true;
}

static void enter(wf_inclusion* field, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        field->touching[field->cells[i]] += 1;
        field->value[field->cells[i]] = WF_INCLUSION_SURFACE;
    }
}

/// The cells of a triangle along one axis alone are those of its box; when the corners keep
/// their cells it keeps its own.
static bool keeps_cells(const wf_inclusion* field, const uint32_t* corner, const float* x) {
    uint32_t spread = 0;
    bool same = field->options.walk == WF_INCLUSION_EVERY;
    for (int axis = 0; axis < 3 && same; ++axis) {
        int32_t lo = INT32_MAX, hi = INT32_MIN;
        for (int k = 0; k < 3; ++k) {
            double p = wf_inclusion_place(field, field->x[4 * (size_t)corner[k] + (size_t)axis]);
            double q = wf_inclusion_place(field, x[4 * (size_t)corner[k] + (size_t)axis]);
            int32_t at = wf_inclusion_floor(p);
            double into = fmin(p - at, q - at), out = fmax(p - at, q - at);
            same &= into > 1e-6 && out < 1.0 - 1e-6; // clear of the border by more than generosity
            lo = at < lo ? at : lo;
            hi = at > hi ? at : hi;
        }
        spread += lo != hi;
    }
    return same && spread <= 1;
}

static bool change_triangles(wf_memory* memory, wf_inclusion* field, const float* x) {
    const uint32_t* corner = field->mesh.triangles;
    for (uint32_t t = 0; t < field->mesh.triangle_count; ++t, corner += 3) {
        uint8_t moves = field->moved[corner[0]] | field->moved[corner[1]] | field->moved[corner[2]];
        if (moves == 0 || keeps_cells(field, corner, x)) {
            continue;
        }
        uint32_t count = cells_at(memory, field, t, x);
        if (count == WF_INCLUSION_NONE) {
            return false;
        }
        enter(field, count);
        count = cells_at(memory, field, t, field->x);
        if (count == WF_INCLUSION_NONE || !leave(memory, field, count)) {
            return false;
        }
    }
    return true;
}

static bool update_counted(wf_memory* memory, wf_inclusion* field, const float* x) {
    field->freed_count = 0;
    if (!change_triangles(memory, field, x)) {
        return false;
    }
    for (uint32_t v = 0; v < field->mesh.vertex_count; ++v) {
        if (field->moved[v]) {
            move_vertex(field, v, x);
        }
    }
    for (size_t i = 0; i < field->freed_count; ++i) {
        uint32_t cell = field->freed[i];
        field->value[cell] = field->touching[cell] == 0 ? WF_INCLUSION_UNKNOWN : 0;
    }
    return wf_inclusion_sign(memory, field, field->freed, field->freed_count);
}

// ---- by the plane -------------------------------------------------------------------------------

/// Their rule for the triangles of one vertex, whose neighbours may have moved before it.
static bool leave_by_plane(wf_memory* memory, wf_inclusion* field, uint32_t vertex,
                           const float* to) {
    const wf_rows* rows = &field->vertex_triangles;
    for (uint32_t i = rows->row[vertex]; i < rows->row[vertex + 1]; ++i) {
        const uint32_t* corner = field->mesh.triangles + 3 * (size_t)rows->item[i];
        int side = wf_orient3d(field->x + 4 * (size_t)corner[0], field->x + 4 * (size_t)corner[1],
                               field->x + 4 * (size_t)corner[2], to);
        uint32_t count = cells_at(memory, field, rows->item[i], field->x);
        if (count == WF_INCLUSION_NONE) {
            return false;
        }
        for (uint32_t k = 0; k < count && side != 0; ++k) {
            field->value[field->cells[k]] = side > 0 ? WF_INCLUSION_INSIDE : WF_INCLUSION_OUTSIDE;
        }
    }
    return true;
}

static bool update_by_plane(wf_memory* memory, wf_inclusion* field, const float* x) {
    for (uint32_t v = 0; v < field->mesh.vertex_count; ++v) {
        if (field->moved[v] == 0) {
            continue;
        }
        if (!leave_by_plane(memory, field, v, x + 4 * (size_t)v)) {
            return false;
        }
        move_vertex(field, v, x);
    }
    for (uint32_t t = 0; t < field->mesh.triangle_count; ++t) {
        uint32_t count = cells_at(memory, field, t, field->x);
        if (count == WF_INCLUSION_NONE) {
            return false;
        }
        for (uint32_t k = 0; k < count; ++k) {
            field->value[field->cells[k]] = WF_INCLUSION_SURFACE;
        }
    }
    return true;
}

// ---- all of it ----------------------------------------------------------------------------------

static bool update_part(wf_memory* memory, wf_inclusion* field, const float* x) {
    return field->options.rule == WF_INCLUSION_PLANE ? update_by_plane(memory, field, x)
                                                     : update_counted(memory, field, x);
}

/// Straight ways, each cut into as many parts.
static bool update_parts(wf_memory* memory, wf_inclusion* field, const float* x) {
    for (uint32_t k = field->parts; k > 1; --k) {
        float share = 1.0f / (float)k; // of what is left
        for (size_t i = 0; i < 4 * (size_t)field->mesh.vertex_count; ++i) {
            field->part[i] = field->x[i] + share * (x[i] - field->x[i]);
        }
        if (!update_part(memory, field, field->part)) {
            return false;
        }
    }
    return update_part(memory, field, x);
}

bool wf_inclusion_update(wf_memory* memory, wf_inclusion* field, const float* x) {
    double longest = mark_moved(field, x);
    field->rebuilt = false;
    field->parts = 0;
    if (longest == 0.0) {
        return true;
    }
    if (!(longest <= JUMP) || !is_within(field, x)) {
        return wf_inclusion_build(memory, field, &field->mesh, x, &field->options);
    }
    field->parts = field->options.whole ? 1 : (uint32_t)ceil(longest / SHORT);
    return update_parts(memory, field, x);
}
