// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who is next to whom in a triangle mesh: edges, the triangles of an edge and of a vertex, the
// neighbours of a vertex, and the folds (inner edges with their two opposite vertices). Plain index
// arrays; rows of all kinds are in ascending order, so that loops over them have one order only.
#pragma once

#include "base/memory.h"

#include <stdbool.h>

/// Rows of indices: row i is item[row[i]] .. item[row[i + 1] - 1].
typedef struct wf_rows {
    uint32_t count;
    uint32_t* row; // count + 1
    uint32_t* item;
} wf_rows;

void wf_rows_free(wf_memory* memory, wf_rows* rows);

/// The `out->count` rows of what has each label, ascending; labels are below that. False when
/// memory is out; the caller frees what there is of the rows.
bool wf_rows_of_labels(wf_memory* memory, const uint32_t* label, uint32_t count, wf_rows* out);

/// Whether row i holds an item; rows are short.
bool wf_rows_has(const wf_rows* rows, uint32_t i, uint32_t item);

/// An inner edge a-b. The triangle left of a->b has c opposite, the right one d.
typedef struct wf_fold {
    uint32_t a, b, c, d;
    uint32_t left, right; // triangles
} wf_fold;

typedef struct wf_topology {
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t edge_count;
    uint32_t fold_count;
    uint32_t* edges;          // 2 per edge, lower vertex first, edges in ascending order
    uint32_t* triangle_edges; // 3 per triangle: the edge opposite each corner
    wf_rows edge_triangles;   // per edge: one triangle at a boundary, two inside, more at a branch
    wf_rows vertex_triangles; // per vertex
    wf_rows neighbours;       // per vertex: the vertices it shares an edge with
    wf_fold* folds;           // in order of edges; a branch of n triangles gives n - 1
} wf_topology;

/// Builds everything. Triangles must have three different corners below vertex_count; branches and
/// triangles that disagree about their front are taken as they are. False when memory is out.
bool wf_topology_build(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                       uint32_t vertex_count, wf_topology* out);
void wf_topology_free(wf_memory* memory, wf_topology* topology);

/// The triangles of every vertex, ascending. Corners must be below vertex_count. False when memory
/// is out; the caller frees what there is of the rows.
bool wf_vertex_triangles(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                         uint32_t vertex_count, wf_rows* out);

/// Symmetric adjacency of `count` vertices from pairs (2 per entry), without doubles and without
/// pairs of a vertex with itself. False when memory is out.
bool wf_adjacency_from_pairs(wf_memory* memory, uint32_t count, const uint32_t* pairs,
                             size_t pair_count, wf_rows* out);

/// The corner of a triangle that is not on one of its edges.
uint32_t wf_opposite_corner(const uint32_t* triangle, const uint32_t* edge);

/// Fills 2 per edge: the triangles of each edge, UINT32_MAX where there is none.
void wf_edge_triangles(const uint32_t* triangle_edges, uint32_t triangle_count, uint32_t edge_count,
                       uint32_t* edge_triangles);
