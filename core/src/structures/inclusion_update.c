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
#include "math/simd.h"

#include <math.h>
#include <string.h>

/// Moves of more cells than this are a jump: building anew costs less.
#define JUMP 16
/// How much less than a cell a part of a move is: more than rounding takes.
#define SHORT 0.999
/// More than the rounding of a bound in floats.
#define BOUND_SLACK 1.00001
/// A place that is this far from borders, in cells, is in its cell by floats too, where there are
/// fewer than so many of them.
#define FLOAT_CLEAR 1e-3f
#define FLOAT_CELLS 2048.0f

static uint32_t cells_at(wf_memory* memory, wf_inclusion* field, uint32_t triangle,
                         const float* x) {
    const uint32_t* corner = field->mesh.triangles + 3 * (size_t)triangle;
    uint32_t count = wf_inclusion_cells(memory, field, x + 4 * (size_t)corner[0],
                                        x + 4 * (size_t)corner[1], x + 4 * (size_t)corner[2]);
    field->visited += count;
    field->walked += 1;
    return count;
}

static void note_move(wf_inclusion* field, uint32_t v, const float* x, wf_f4* farthest) {
    wf_f4 from = wf_f4_load(field->x + 4 * (size_t)v), to = wf_f4_load(x + 4 * (size_t)v);
    wf_f4 differ = wf_f4_or(wf_f4_less(from, to), wf_f4_less(to, from));
    field->moved[v] = (wf_f4_mask(differ) & 7) != 0;
    field->moves[field->move_count] = v;
    field->move_count += field->moved[v];
    *farthest = wf_f4_max(*farthest, wf_f4_abs(wf_f4_sub(to, from)));
}

/// Whether one of four vertices moves: most do not, so they are asked together.
static inline bool any_moves(const float* from, const float* to) {
    wf_f4 differ = wf_f4_zero();
    for (int i = 0; i < 16; i += 4) {
        wf_f4 a = wf_f4_load(from + i), b = wf_f4_load(to + i);
        differ = wf_f4_or(differ, wf_f4_or(wf_f4_less(a, b), wf_f4_less(b, a)));
    }
    return (wf_f4_mask(differ) & 7) != 0;
}

/// The longest move, in cells.
static double longest_move(const wf_inclusion* field, const float* x) {
    double longest2 = 0.0;
    for (uint32_t i = 0; i < field->move_count; ++i) {
        const float* from = field->x + 4 * (size_t)field->moves[i];
        const float* to = x + 4 * (size_t)field->moves[i];
        double far2 = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            double d = (double)to[axis] - (double)from[axis];
            far2 += d * d;
        }
        longest2 = far2 > longest2 ? far2 : longest2;
    }
    return sqrt(longest2) * field->per_cell;
}

/// Lists who moves; no move is longer than this, in cells. It is the longest where it matters.
static double list_moves(wf_inclusion* field, const float* x) {
    uint32_t count = field->mesh.vertex_count, v = 0;
    wf_f4 farthest = wf_f4_zero();
    field->move_count = 0;
    memset(field->moved, 0, count);
    for (; v + 4 <= count; v += 4) {
        if (any_moves(field->x + 4 * (size_t)v, x + 4 * (size_t)v)) {
            for (uint32_t i = 0; i < 4; ++i) {
                note_move(field, v + i, x, &farthest);
            }
        }
    }
    for (; v < count; ++v) {
        note_move(field, v, x, &farthest);
    }
    double bound = sqrt((double)wf_f4_dot3(farthest, farthest)) * field->per_cell * BOUND_SLACK;
    return bound <= SHORT ? bound : longest_move(field, x);
}

/// Whether the cells of those that move and so of triangles stay in the grid, one off its rim.
static bool is_within(const wf_inclusion* field, const float* x) {
    wf_f4 low = wf_f4_splat(INFINITY), high = wf_f4_splat(-INFINITY);
    for (uint32_t i = 0; i < field->move_count; ++i) {
        wf_f4 to = wf_f4_load(x + 4 * (size_t)field->moves[i]);
        low = wf_f4_min(low, to);
        high = wf_f4_max(high, to);
    }
    float lo[4], hi[4];
    bool within = true;
    wf_f4_store(lo, low);
    wf_f4_store(hi, high);
    for (int axis = 0; axis < 3; ++axis) {
        double first = field->first[axis] + 1, last = first + (double)field->size[axis] - 2.0;
        within &= wf_inclusion_place(field, lo[axis]) > first;
        within &= wf_inclusion_place(field, hi[axis]) < last;
    }
    return within;
}

static bool is_same_cell(const int32_t* a, const int32_t* b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void move_vertex(wf_inclusion* field, uint32_t vertex, const float* x,
                        const int32_t place[4]) {
    size_t at = 4 * (size_t)vertex;
    bool stays = is_same_cell(field->place + at, place);
    if (!stays) {
        wf_inclusion_take_out(field, vertex);
    }
    memcpy(field->x + at, x + at, 16);
    memcpy(field->place + at, place, 16);
    if (stays && vertex < field->mesh.vertex_count - field->options.cap_vertices) {
        wf_inclusion_place_lane(field, vertex);
    } else if (!stays) {
        wf_inclusion_register(field, vertex);
    }
}

bool wf_inclusion_keeps_cell(const wf_inclusion* field, uint32_t vertex) {
    size_t at = 4 * (size_t)vertex;
    return is_same_cell(field->place + at, field->place_to + at);
}

void wf_inclusion_move_to(wf_inclusion* field, uint32_t vertex, const float* x) {
    size_t at = 4 * (size_t)vertex;
    move_vertex(field, vertex, x, field->place_to + at);
    field->steady[vertex] = field->place[at + 3] != 0;
}

// ---- counted ------------------------------------------------------------------------------------

bool wf_inclusion_leave(wf_memory* memory, wf_inclusion* field, const uint32_t* cells,
                        uint32_t count, uint32_t weight) {
    if (!wf_reserve(memory, (void**)&field->freed, &field->freed_capacity,
                    field->freed_count + count, sizeof(uint32_t))) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t cell = cells[i];
        field->freed[field->freed_count] = cell;
        field->touching[cell] -= weight;
        field->freed_count += field->touching[cell] == 0;
    }
    return true;
}

void wf_inclusion_enter(wf_inclusion* field, const uint32_t* cells, uint32_t count,
                        uint32_t weight) {
    for (uint32_t i = 0; i < count; ++i) {
        field->touching[cells[i]] += weight;
        field->value[cells[i]] = WF_INCLUSION_SURFACE;
    }
}

/// Finds where a vertex goes; floats serve where they are clear.
void wf_inclusion_find_place_to(wf_inclusion* field, uint32_t vertex, const float* x) {
    float per_cell = (float)field->per_cell, clear_by = FLOAT_CLEAR + (float)field->clear;
    int32_t* place = field->place_to + 4 * (size_t)vertex;
    const int32_t* from = field->place + 4 * (size_t)vertex;
    bool clear = true;
    for (int axis = 0; axis < 3; ++axis) {
        float at = x[axis] * per_cell, here = at - (float)field->first[axis];
        int32_t whole = (int32_t)here;
        float within = here - (float)whole;
        place[axis] = whole;
        clear &= within > clear_by && within < 1.0f - clear_by && fabsf(at) < FLOAT_CELLS;
    }
    place[3] = 1;
    if (!clear) {
        wf_inclusion_find_place(field, x, place);
    }
    field->steady[vertex] = from[3] != 0 && place[3] != 0 && is_same_cell(from, place);
}

/// A triangle whose corners keep their cells may still gain or lose one of eight between them.
static bool change_mask(wf_memory* memory, wf_inclusion* field, uint32_t triangle, const float* x) {
    const uint32_t* corner = field->mesh.triangles + 3 * (size_t)triangle;
    const int32_t* place[3];
    wf_inclusion_places(field, triangle, place);
    const float* const at[3] = {x + 4 * (size_t)corner[0], x + 4 * (size_t)corner[1],
                                x + 4 * (size_t)corner[2]};
    int32_t low[3], size[3];
    wf_inclusion_box(place, low, size);
    uint32_t before = field->mask[triangle], after = wf_inclusion_mask(field, at, low, size);
    field->mask[triangle] = (uint8_t)after;
    field->walked += 1;
    field->visited += 8;
    uint32_t weight = wf_inclusion_weight(field, triangle);
    uint32_t* cells = field->cells;
    uint32_t count = wf_inclusion_list_mask(field, low, after & ~before, cells);
    wf_inclusion_enter(field, cells, count, weight);
    count = wf_inclusion_list_mask(field, low, before & ~after, cells);
    return wf_inclusion_leave(memory, field, cells, count, weight);
}

/// The cells that a triangle has had: by what is known of it, or found once more.
static uint32_t cells_before(wf_memory* memory, wf_inclusion* field, uint32_t triangle,
                             uint32_t known) {
    const int32_t* place[3];
    wf_inclusion_places(field, triangle, place);
    int32_t low[3], size[3];
    if (known == WF_INCLUSION_UNSEEN) {
        return cells_at(memory, field, triangle, field->x);
    }
    wf_inclusion_box(place, low, size);
    uint32_t count = known == WF_INCLUSION_BOX
                         ? wf_inclusion_list_row(field, low, size, field->cells)
                         : wf_inclusion_list_mask(field, low, known, field->cells);
    field->visited += count;
    field->walked += 1;
    return count;
}

static bool change_triangle(wf_memory* memory, wf_inclusion* field, uint32_t triangle,
                            const float* x) {
    const uint32_t* corner = field->mesh.triangles + 3 * (size_t)triangle;
    uint32_t known = field->mask[triangle];
    bool steady = field->steady[corner[0]] & field->steady[corner[1]] & field->steady[corner[2]];
    if (steady && known != WF_INCLUSION_UNSEEN) {
        return known == WF_INCLUSION_BOX || change_mask(memory, field, triangle, x);
    }
    uint32_t count = cells_at(memory, field, triangle, x);
    if (count == WF_INCLUSION_NONE) {
        return false;
    }
    const int32_t* const place[3] = {wf_inclusion_place_after(field, corner[0]),
                                     wf_inclusion_place_after(field, corner[1]),
                                     wf_inclusion_place_after(field, corner[2])};
    field->mask[triangle] = wf_inclusion_mask_found(field, field->cells, count, place);
    uint32_t weight = wf_inclusion_weight(field, triangle);
    wf_inclusion_enter(field, field->cells, count, weight);
    count = cells_before(memory, field, triangle, known);
    return count != WF_INCLUSION_NONE &&
           wf_inclusion_leave(memory, field, field->cells, count, weight);
}

/// The triangles of the vertices that move, each once. A joint moves the same vertices step after
/// step, so the list is kept until others do.
static void list_triangles(wf_inclusion* field) {
    const wf_rows* rows = &field->vertex_triangles;
    if (field->listed_move_count == field->move_count &&
        memcmp(field->listed_moves, field->moves, 4 * (size_t)field->move_count) == 0) {
        return;
    }
    field->turn += 1;
    field->listed_count = 0;
    for (uint32_t k = 0; k < field->move_count; ++k) {
        uint32_t vertex = field->moves[k];
        for (uint32_t i = rows->row[vertex]; i < rows->row[vertex + 1]; ++i) {
            uint32_t triangle = rows->item[i];
            if (field->turn_of[triangle] != field->turn) {
                field->turn_of[triangle] = field->turn;
                field->listed[field->listed_count++] = triangle;
            }
        }
    }
    memcpy(field->listed_moves, field->moves, 4 * (size_t)field->move_count);
    field->listed_move_count = field->move_count;
}

static bool change_triangles(wf_memory* memory, wf_inclusion* field, const float* x) {
    list_triangles(field);
    if (!wf_reserve(memory, (void**)&field->cells, &field->cells_capacity, 8, sizeof(uint32_t))) {
        return false;
    }
    if (field->options.parallel) {
        return wf_inclusion_change_parallel(memory, field, x);
    }
    for (uint32_t i = 0; i < field->listed_count; ++i) {
        if (!change_triangle(memory, field, field->listed[i], x)) {
            return false;
        }
    }
    return true;
}

static void find_places(wf_inclusion* field, const float* x) {
    if (field->options.parallel) {
        wf_inclusion_find_places_parallel(field, x);
        return;
    }
    for (uint32_t k = 0; k < field->move_count; ++k) {
        wf_inclusion_find_place_to(field, field->moves[k], x + 4 * (size_t)field->moves[k]);
    }
}

/// In parallel those first that keep their cells: the others shift lanes, and copy places that all
/// have by then.
static void move_vertices(wf_inclusion* field, const float* x) {
    bool parallel = field->options.parallel;
    if (parallel) {
        wf_inclusion_move_parallel(field, x);
    }
    for (uint32_t k = 0; k < field->move_count; ++k) {
        uint32_t vertex = field->moves[k];
        if (!parallel || !wf_inclusion_keeps_cell(field, vertex)) {
            wf_inclusion_move_to(field, vertex, x);
        }
    }
}

static bool update_counted(wf_memory* memory, wf_inclusion* field, const float* x) {
    field->freed_count = 0;
    find_places(field, x);
    if (!change_triangles(memory, field, x)) {
        return false;
    }
    move_vertices(field, x);
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
    for (uint32_t k = 0; k < field->move_count; ++k) {
        uint32_t v = field->moves[k];
        int32_t place[4];
        if (!leave_by_plane(memory, field, v, x + 4 * (size_t)v)) {
            return false;
        }
        wf_inclusion_find_place(field, x + 4 * (size_t)v, place);
        move_vertex(field, v, x, place);
    }
    bool caps = field->options.cap_triangles > 0; // who asks which cells they alone have
    memset(field->touching, 0, caps ? 4 * field->cell_count : 0);
    for (uint32_t t = 0; t < field->mesh.triangle_count; ++t) {
        uint32_t count = cells_at(memory, field, t, field->x);
        if (count == WF_INCLUSION_NONE) {
            return false;
        }
        for (uint32_t k = 0; k < count; ++k) {
            field->value[field->cells[k]] = WF_INCLUSION_SURFACE;
            field->touching[field->cells[k]] += caps ? wf_inclusion_weight(field, t) : 0;
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
    if (field->parts > 1) {
        memcpy(field->part, field->x, 16 * (size_t)field->mesh.vertex_count);
    }
    for (uint32_t k = field->parts; k > 1; --k) {
        wf_f4 share = wf_f4_splat(1.0f / (float)k); // of what is left
        for (uint32_t i = 0; i < field->move_count; ++i) {
            size_t at = 4 * (size_t)field->moves[i];
            wf_f4 from = wf_f4_load(field->x + at);
            wf_f4 way = wf_f4_sub(wf_f4_load(x + at), from);
            wf_f4_store(field->part + at, wf_f4_add(from, wf_f4_mul(share, way)));
        }
        if (!update_part(memory, field, field->part)) {
            return false;
        }
    }
    return update_part(memory, field, x);
}

bool wf_inclusion_update(wf_memory* memory, wf_inclusion* field, const float* x) {
    double longest = list_moves(field, x);
    field->rebuilt = false;
    field->parts = 0;
    if (field->move_count == 0) {
        return true;
    }
    if (!(longest <= JUMP) || !is_within(field, x)) {
        return wf_inclusion_build(memory, field, &field->mesh, x, &field->options);
    }
    field->parts = field->options.whole || longest <= SHORT ? 1 : (uint32_t)ceil(longest / SHORT);
    return update_parts(memory, field, x);
}
