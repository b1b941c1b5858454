// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Neighbouring triangles of one mesh: those that share a vertex, or that an edge joins. They are
// always near each other, so a search that is after what comes near leaves them out, and somebody
// who knows the mesh looks after them.
#pragma once

#include "mesh/topology.h"

/// In four bytes, since there are some 25 for each triangle and all are read again and again. Of
/// triangles there are fewer than WF_NEIGHBOURS_MOST.
typedef struct wf_neighbour {
    uint32_t triangle : 25;
    uint32_t own : 3;    // bit k: corner k of the row's triangle is shared, or the end of an edge
    uint32_t other : 3;  // the same of the other triangle
    uint32_t shares : 1; // 1: they share a vertex; 0: an edge leads from one to the other
} wf_neighbour;

#define WF_NEIGHBOURS_MOST (1u << 25)

/// Per triangle its neighbours of greater number, ascending: each pair once.
typedef struct wf_neighbours {
    uint32_t triangle_count, vertex_count;
    uint32_t* row; // triangle_count + 1
    wf_neighbour* item;
} wf_neighbours;

/// `same` gives every vertex the one that it counts as (below vertex_count); `joined` the vertices
/// that an edge joins to those, for every vertex that stands for others. False when memory is out,
/// or would be: of so many triangles none has enough.
bool wf_neighbours_build(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                         const uint32_t* same, const wf_rows* joined, wf_neighbours* out);
void wf_neighbours_free(wf_memory* memory, wf_neighbours* neighbours);

/// Whether triangle b, greater than a, is a neighbour of a.
bool wf_neighbours_has(const wf_neighbours* neighbours, uint32_t a, uint32_t b);
