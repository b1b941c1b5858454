// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Builds the bending matrix: each triangle adds the small matrix of its patch. Entries are summed
// in double, in the order of the triangles.
#include "cloth/bending.h"

#include "cloth/bend_patch.h"

#include <math.h>
#include <string.h>

/// An entry that is no more than this part of what its rows add up to is what rounding left of
/// zero. The weaker of two threads has entries of a millionth and less.
#define NOISE 1e-12

/// Rows while they are built: `used` columns of row i begin at start[i].
typedef struct rows {
    uint32_t* start;
    uint32_t* used;
    uint32_t* column;
    double* value;
} rows;

typedef struct builder {
    const wf_bending_mesh* mesh;
    uint32_t* fold; // 3 per triangle: the first fold of each side plus 1, or 0
    rows r;
} builder;

static void add_entry(rows* r, uint32_t i, uint32_t j, double value) {
    uint32_t* column = r->column + r->start[i];
    double* values = r->value + r->start[i];
    uint32_t at = 0;
    while (at < r->used[i] && column[at] < j) {
        ++at;
    }
    if (at == r->used[i] || column[at] != j) {
        memmove(column + at + 1, column + at, (r->used[i] - at) * sizeof *column);
        memmove(values + at + 1, values + at, (r->used[i] - at) * sizeof *values);
        column[at] = j;
        values[at] = 0.0;
        ++r->used[i];
    }
    values[at] += value;
}

static void add_matrix(rows* r, const uint32_t vertex[6], double matrix[6][6]) {
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            bool present = vertex[i] != UINT32_MAX && vertex[j] != UINT32_MAX;
            if (present && vertex[i] != vertex[j] && matrix[i][j] != 0.0) {
                add_entry(r, vertex[i], vertex[j], matrix[i][j]);
            }
        }
    }
}

static int corner_of(const uint32_t* triangle, uint32_t vertex) {
    return triangle[0] == vertex ? 0 : triangle[1] == vertex ? 1 : 2;
}

/// Side of a triangle that lies on the fold: between its corners a and b.
static int side_of(const uint32_t* triangle, const wf_fold* fold) {
    int a = corner_of(triangle, fold->a), b = corner_of(triangle, fold->b);
    return (a + 1) % 3 == b ? a : b;
}

static void assign_folds(builder* b) {
    for (uint32_t f = 0; f < b->mesh->fold_count; ++f) {
        const wf_fold* fold = &b->mesh->folds[f];
        uint32_t sides[2] = {fold->left, fold->right};
        for (int k = 0; k < 2; ++k) {
            uint32_t t = sides[k];
            uint32_t* at =
                &b->fold[3 * (size_t)t + (size_t)side_of(b->mesh->triangles + 3 * (size_t)t, fold)];
            *at = *at == 0 ? f + 1 : *at;
        }
    }
}

/// Puts the triangle across the fold on side k of triangle t; returns the vertex there.
static uint32_t place_neighbour(const builder* b, uint32_t t, int k, const wf_fold* fold,
                                wf_bend_patch* patch) {
    const wf_bending_mesh* mesh = b->mesh;
    bool is_left = fold->left == t;
    uint32_t to = is_left ? fold->right : fold->left;
    uint32_t vertex = is_left ? fold->d : fold->c;
    const uint32_t* own = mesh->triangles + 3 * (size_t)t;
    const uint32_t* other = mesh->triangles + 3 * (size_t)to;
    patch->across[k] = (wf_bend_neighbour){.rest = mesh->rest + 6 * (size_t)to,
                                           .first = corner_of(other, own[k]),
                                           .second = corner_of(other, own[(k + 1) % 3]),
                                           .apex = corner_of(other, vertex),
                                           .clamped = mesh->clamped[to] != 0};
    return vertex;
}

static wf_bend_patch bare_patch(const builder* b, uint32_t t, uint32_t vertex[6]) {
    wf_bend_patch patch = {.rest = b->mesh->rest + 6 * (size_t)t,
                           .weft = (double)b->mesh->rigidity[2 * (size_t)t],
                           .warp = (double)b->mesh->rigidity[2 * (size_t)t + 1]};
    memcpy(vertex, b->mesh->triangles + 3 * (size_t)t, 3 * sizeof *vertex);
    vertex[3] = vertex[4] = vertex[5] = UINT32_MAX;
    return patch;
}

static void add_triangle(builder* b, uint32_t t) {
    uint32_t vertex[6];
    double matrix[6][6];
    wf_bend_patch patch = bare_patch(b, t, vertex);
    for (int k = 0; k < 3; ++k) {
        uint32_t fold = b->fold[3 * (size_t)t + (size_t)k];
        if (fold != 0) {
            vertex[3 + k] = place_neighbour(b, t, k, &b->mesh->folds[fold - 1], &patch);
        }
    }
    if (wf_bend_patch_matrix(&patch, matrix)) {
        add_matrix(&b->r, vertex, matrix);
    }
}

/// Where more than two triangles meet on an edge, the folds beyond the first of a side are hinges.
static void add_branch(builder* b, uint32_t t, uint32_t f) {
    const wf_fold* fold = &b->mesh->folds[f];
    int k = side_of(b->mesh->triangles + 3 * (size_t)t, fold);
    if (b->fold[3 * (size_t)t + (size_t)k] == f + 1 || b->mesh->clamped[t]) {
        return;
    }
    uint32_t vertex[6];
    double matrix[6][6];
    wf_bend_patch patch = bare_patch(b, t, vertex);
    vertex[3 + k] = place_neighbour(b, t, k, fold, &patch);
    if (wf_bend_hinge_matrix(&patch, k, matrix)) {
        add_matrix(&b->r, vertex, matrix);
    }
}

static void add_all(builder* b) {
    for (uint32_t t = 0; t < b->mesh->triangle_count; ++t) {
        if (!b->mesh->clamped[t]) {
            add_triangle(b, t);
        }
    }
    for (uint32_t f = 0; f < b->mesh->fold_count; ++f) {
        add_branch(b, b->mesh->folds[f].left, f);
        add_branch(b, b->mesh->folds[f].right, f);
    }
}

/// Room for five entries a vertex of every patch; equal columns leave some of it unused.
static uint32_t lay_out(builder* b) {
    const wf_bending_mesh* mesh = b->mesh;
    uint32_t* start = b->r.start;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; ++i) {
        start[mesh->triangles[i] + 1] += 5;
    }
    for (uint32_t f = 0; f < mesh->fold_count; ++f) { // hinges of a branch included
        const wf_fold* fold = &mesh->folds[f];
        uint32_t vertex[4] = {fold->a, fold->b, fold->c, fold->d};
        for (int k = 0; k < 4; ++k) {
            start[vertex[k] + 1] += k < 2 ? 2 : 5;
        }
    }
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        start[i + 1] += start[i];
    }
    return start[mesh->vertex_count];
}

/// What a row adds up to without signs, the most that one of its entries can be measured by.
static double row_size(const rows* r, uint32_t i) {
    double sum = 0.0;
    for (uint32_t e = 0; e < r->used[i]; ++e) {
        sum += fabs(r->value[r->start[i] + e]);
    }
    return sum;
}

/// In a regular mesh half of the entries would be zero if numbers had no end. What is left of them
/// bends nothing, but it is read in every product, and times a small move it is subnormal, which
/// takes processors some tens of cycles.
static void drop_noise(rows* r, const double* size, uint32_t i) {
    uint32_t* column = r->column + r->start[i];
    double* value = r->value + r->start[i];
    uint32_t kept = 0;
    for (uint32_t e = 0; e < r->used[i]; ++e) {
        if (fabs(value[e]) > NOISE * fmin(size[i], size[column[e]])) {
            column[kept] = column[e];
            value[kept++] = value[e];
        }
    }
    r->used[i] = kept;
}

static bool drop_all_noise(wf_memory* memory, rows* r, uint32_t count) {
    double* size = WF_ALLOC(memory, double, (size_t)count + 1);
    if (size == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        size[i] = row_size(r, i);
    }
    for (uint32_t i = 0; i < count; ++i) {
        drop_noise(r, size, i);
    }
    wf_free(memory, size);
    return true;
}

/// The diagonal is what makes the rounded row sum to zero, so a translation makes no force.
static void copy_row(const rows* r, uint32_t i, wf_bending* out) {
    uint32_t to = out->row[i];
    double sum = 0.0;
    for (uint32_t e = 0; e < r->used[i]; ++e) {
        out->column[to + e] = r->column[r->start[i] + e];
        out->value[to + e] = (float)r->value[r->start[i] + e];
        sum += (double)out->value[to + e];
    }
    out->diagonal[i] = (float)-sum;
    out->row[i + 1] = to + r->used[i];
}

static bool copy_rows(wf_memory* memory, const rows* r, uint32_t count, wf_bending* out) {
    size_t entries = 0;
    for (uint32_t i = 0; i < count; ++i) {
        entries += r->used[i];
    }
    out->count = count;
    out->row = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    out->column = WF_ALLOC(memory, uint32_t, entries + 1); // an empty matrix still has arrays
    out->value = WF_ALLOC(memory, float, entries + 1);
    out->diagonal = WF_ALLOC(memory, float, (size_t)count + 1);
    if (!out->row || !out->column || !out->value || !out->diagonal) {
        wf_bending_free(memory, out);
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        copy_row(r, i, out);
    }
    return true;
}

static void free_builder(wf_memory* memory, builder* b) {
    wf_free(memory, b->fold);
    wf_free(memory, b->r.start);
    wf_free(memory, b->r.used);
    wf_free(memory, b->r.column);
    wf_free(memory, b->r.value);
}

bool wf_bending_build(wf_memory* memory, const wf_bending_mesh* mesh, wf_bending* out) {
    *out = (wf_bending){0};
    uint32_t count = mesh->vertex_count;
    builder b = {.mesh = mesh};
    b.fold = WF_ALLOC(memory, uint32_t, 3 * (size_t)mesh->triangle_count + 1);
    b.r.start = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    b.r.used = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    bool built = false;
    if (b.fold && b.r.start && b.r.used) {
        size_t room = (size_t)lay_out(&b) + 1;
        b.r.column = WF_ALLOC(memory, uint32_t, room);
        b.r.value = WF_ALLOC(memory, double, room);
        if (b.r.column && b.r.value) {
            assign_folds(&b);
            add_all(&b);
            built = drop_all_noise(memory, &b.r, count) && copy_rows(memory, &b.r, count, out);
        }
    }
    free_builder(memory, &b);
    return built;
}

void wf_bending_free(wf_memory* memory, wf_bending* bending) {
    wf_free(memory, bending->row);
    wf_free(memory, bending->column);
    wf_free(memory, bending->value);
    wf_free(memory, bending->diagonal);
    *bending = (wf_bending){0};
}
