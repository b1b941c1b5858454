// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Building an inclusion field from scratch: the grid around the body, the cells of every triangle,
// the vertices in their cells, and the signs of all others (ElBadrawy, Hemayed, Fayek 2012,
// "Initialization phase"; the traverse after it closes the gaps between vertices that are further
// apart than a cell, "Discussion of the results").
#include "structures/inclusion_field.h"

#include "base/assert.h"
#include "base/report.h"

#include <math.h>
#include <string.h>

/// Cells around the body, so that it can move a little before it needs another grid.
#define MARGIN 3
/// By so many cells a cell may miss a triangle and still count as touched: more than rounding.
#define GENEROUS 1e-9
/// A vertex this far from its cell's border is clear of it, in cells: more than triangles' cells
/// are generous.
#define CLEAR 1e-6
/// Up to so many cells from the origin a place in floats is exact to 2.5e-4 of a cell.
#define FLOAT_CELLS 2048

// ---- what can be built --------------------------------------------------------------------------

static void box_of(const float* x, uint32_t vertex_count, double lo[3], double hi[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        lo[axis] = INFINITY;
        hi[axis] = -INFINITY;
        for (size_t v = 0; v < vertex_count; ++v) {
            double at = (double)x[4 * v + (size_t)axis];
            lo[axis] = fmin(lo[axis], at);
            hi[axis] = fmax(hi[axis], at);
        }
    }
}

static double cells_of(const double lo[3], const double hi[3], double per_cell) {
    double count = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        count *= floor(hi[axis] * per_cell) - floor(lo[axis] * per_cell) + 1 + 2 * MARGIN;
    }
    return count;
}

/// Every edge in two triangles, once in each direction; -1 when memory is out.
static int is_closed(wf_memory* memory, const wf_inclusion_mesh* mesh) {
    wf_topology topology;
    if (!wf_topology_build(memory, mesh->triangles, mesh->triangle_count, mesh->vertex_count,
                           &topology)) {
        return -1;
    }
    int closed = mesh->triangle_count > 0;
    for (uint32_t e = 0; e < topology.edge_count; ++e) {
        closed &= (topology.edge_triangles.row[e + 1] - topology.edge_triangles.row[e]) % 2 == 0;
    }
    wf_topology_free(memory, &topology);
    return closed;
}

weft_status wf_inclusion_check_mesh(wf_memory* memory, const wf_inclusion_mesh* mesh,
                                    const wf_inclusion_options* options, weft_report* report) {
    if (!(options->cell >= WF_INCLUSION_LEAST_CELL)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "cell", 0, WF_NO_OTHER,
                              "A cell of the inclusion field needs a side of 0.0005 m at least; "
                              "half the distance between the body's vertices is a good one.");
    }
    if (!(options->cell <= WF_INCLUSION_LARGEST_CELL)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "cell", 0, WF_NO_OTHER,
                              "A cell of the inclusion field may have a side of 0.25 m at most: "
                              "larger ones see no limbs; give the side in metres.");
    }
    int closed = is_closed(memory, mesh);
    if (closed < 0) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    if (closed == 0) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "body", 0, WF_NO_OTHER,
                              "An open body has no inside that an inclusion field could show; "
                              "close its holes or choose another response.");
    }
    return wf_report_ok(report);
}

weft_status wf_inclusion_check_size(const double lo[3], const double hi[3],
                                    const wf_inclusion_options* options, weft_report* report) {
    if (!(cells_of(lo, hi, 1.0 / (double)options->cell) <= WF_INCLUSION_MOST_CELLS)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "cell", 0, WF_NO_OTHER,
                              "This body needs more than %u cells of that side; take larger "
                              "cells.",
                              WF_INCLUSION_MOST_CELLS);
    }
    return wf_report_ok(report);
}

weft_status wf_inclusion_check(wf_memory* memory, const wf_inclusion_mesh* mesh, const float* x,
                               const wf_inclusion_options* options, weft_report* report) {
    double lo[3], hi[3];
    weft_status status = wf_inclusion_check_mesh(memory, mesh, options, report);
    box_of(x, mesh->vertex_count, lo, hi);
    return status == WEFT_OK ? wf_inclusion_check_size(lo, hi, options, report) : status;
}

// ---- places -------------------------------------------------------------------------------------

void wf_inclusion_find_place(const wf_inclusion* field, const float* x, int32_t place[4]) {
    bool clear = true;
    for (int axis = 0; axis < 3; ++axis) {
        double at = wf_inclusion_place(field, x[axis]);
        int32_t whole = wf_inclusion_floor(at);
        double within = at - whole;
        clear &= within > field->clear && within < 1.0 - field->clear;
        place[axis] = whole - field->first[axis];
    }
    place[3] = clear;
}

// ---- from scratch -------------------------------------------------------------------------------

static bool alloc_mesh(wf_memory* memory, wf_inclusion* field, const wf_inclusion_mesh* mesh) {
    size_t count = mesh->vertex_count;
    field->mesh = *mesh;
    field->x = WF_ALLOC(memory, float, 4 * count);
    field->part = WF_ALLOC(memory, float, 4 * count);
    field->moved = WF_ALLOC(memory, uint8_t, count);
    field->place = WF_ALLOC(memory, int32_t, 4 * count);
    field->place_to = WF_ALLOC(memory, int32_t, 4 * count);
    field->moves = WF_ALLOC(memory, uint32_t, count);
    field->steady = WF_ALLOC(memory, uint8_t, count);
    field->mask = WF_ALLOC(memory, uint8_t, mesh->triangle_count);
    field->listed = WF_ALLOC(memory, uint32_t, mesh->triangle_count);
    field->listed_moves = WF_ALLOC(memory, uint32_t, count);
    field->turn_of = WF_ALLOC(memory, uint32_t, mesh->triangle_count);
    bool done = wf_inclusion_alloc_blocks(memory, field, mesh->vertex_count);
    done &= wf_vertex_triangles(memory, mesh->triangles, mesh->triangle_count, mesh->vertex_count,
                                &field->vertex_triangles);
    return done && field->x != NULL && field->part != NULL && field->moved != NULL &&
           field->place != NULL && field->place_to != NULL && field->moves != NULL &&
           field->turn_of != NULL && field->steady != NULL && field->mask != NULL &&
           field->listed != NULL && field->listed_moves != NULL;
}

/// Lays the grid on the lattice; cells double until there are few enough of them.
static void lay_grid(wf_inclusion* field) {
    double lo[3], hi[3];
    box_of(field->x, field->mesh.vertex_count, lo, hi);
    field->per_cell = 1.0 / (double)field->options.cell;
    while (cells_of(lo, hi, field->per_cell) > WF_INCLUSION_MOST_CELLS) {
        field->per_cell *= 0.5;
    }
    field->generous = GENEROUS + (double)field->options.slack * field->per_cell;
    field->clear = CLEAR + (double)field->options.slack * field->per_cell;
    field->cell_count = 1;
    for (int axis = 0; axis < 3; ++axis) {
        int32_t first = wf_inclusion_floor(lo[axis] * field->per_cell) - MARGIN;
        int32_t last = wf_inclusion_floor(hi[axis] * field->per_cell) + MARGIN;
        field->first[axis] = first;
        field->size[axis] = (uint32_t)(last - first) + 1;
        bool exact = first >= -FLOAT_CELLS && last < FLOAT_CELLS;
        field->scale[axis] = (float)field->per_cell;
        field->middle[axis] = (float)first + 0.5f;
        field->most[axis] = exact ? (float)field->size[axis] : 0.0f;
        field->stride[axis] = (float)field->cell_count;
        field->cell_count *= field->size[axis];
    }
}

static bool reserve_grid(wf_memory* memory, wf_inclusion* field) {
    size_t count = field->cell_count;
    return wf_reserve(memory, (void**)&field->value, &field->value_capacity, count, 1) &&
           wf_reserve(memory, (void**)&field->touching, &field->touching_capacity, count, 4) &&
           wf_reserve(memory, (void**)&field->head, &field->head_capacity, count, 4);
}

static bool add_triangles(wf_memory* memory, wf_inclusion* field) {
    const uint32_t* corner = field->mesh.triangles;
    for (uint32_t t = 0; t < field->mesh.triangle_count; ++t, corner += 3) {
        uint32_t count =
            wf_inclusion_cells(memory, field, field->x + 4 * (size_t)corner[0],
                               field->x + 4 * (size_t)corner[1], field->x + 4 * (size_t)corner[2]);
        if (count == WF_INCLUSION_NONE) {
            return false;
        }
        const int32_t* place[3];
        wf_inclusion_places(field, t, place);
        field->mask[t] = wf_inclusion_mask_found(field, field->cells, count, place);
        for (uint32_t i = 0; i < count; ++i) {
            field->value[field->cells[i]] = WF_INCLUSION_SURFACE;
            field->touching[field->cells[i]] += wf_inclusion_weight(field, t);
        }
    }
    return true;
}

bool wf_inclusion_build(wf_memory* memory, wf_inclusion* field, const wf_inclusion_mesh* mesh,
                        const float* x, const wf_inclusion_options* options) {
    WEFT_DEBUG_ASSERT(options->cell > 0.0f && mesh->vertex_count > 0);
    if (field->x == NULL && !alloc_mesh(memory, field, mesh)) {
        wf_inclusion_free(memory, field);
        return false;
    }
    field->options = *options;
    if (options->parallel && !wf_inclusion_alloc_changes(memory, field)) {
        return false;
    }
    memcpy(field->x, x, 16 * (size_t)mesh->vertex_count);
    lay_grid(field);
    if (!reserve_grid(memory, field)) {
        return false;
    }
    memset(field->value, WF_INCLUSION_UNKNOWN, field->cell_count);
    memset(field->touching, 0, 4 * field->cell_count);
    memset(field->head, 0xff, 4 * field->cell_count);
    wf_inclusion_free_blocks(field);
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        wf_inclusion_find_place(field, field->x + 4 * (size_t)v, field->place + 4 * (size_t)v);
        field->steady[v] = field->place[4 * (size_t)v + 3] != 0;
        wf_inclusion_register(field, v);
    }
    if (!add_triangles(memory, field)) {
        return false;
    }
    field->rebuilt = true;
    return wf_inclusion_sign(memory, field, NULL, field->cell_count);
}

void wf_inclusion_free(wf_memory* memory, wf_inclusion* field) {
    void* blocks[] = {field->x,       field->value,    field->touching,
                      field->head,    field->blocks,   field->after,
                      field->slot,    field->home,     field->part,
                      field->moved,   field->cells,    field->freed,
                      field->queue,   field->place,    field->moves,
                      field->turn_of, field->place_to, field->steady,
                      field->mask,    field->listed,   field->listed_moves,
                      field->changes, field->found};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        wf_free(memory, blocks[i]);
    }
    wf_rows_free(memory, &field->vertex_triangles);
    *field = (wf_inclusion){.cell_count = 0};
}
