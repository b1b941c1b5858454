// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The audit: how many edges of one surface cross faces of the other in the present pose, counted
// exactly. Touching counts as crossing. It takes candidate pairs of triangles that someone has
// already: any list that holds every pair whose boxes overlap in this pose will do, for example the
// pairs of a structure whose sweeps cover the pose.
#pragma once

#include "structures/pairs.h"

struct wf_pool; // base/parallel.h

/// A surface in one pose.
typedef struct wf_audit_mesh {
    const float* x;            // 4 per vertex, m
    const uint32_t* triangles; // 3 per triangle
    const uint8_t* owns;     // per triangle: bit 3 + i when it stands for the edge opposite corner
                             // i, so that an edge counts once; null when every triangle stands
                             // for all of its edges
    const uint8_t* declared; // per vertex: nonzero when its crossings are declared; or null
    const uint32_t* same;    // per vertex: the vertex it counts as when corners are compared (seams
                             // that close), for a surface against itself; or null
    uint32_t triangle_count;
} wf_audit_mesh;

/// Crossing pairs of triangles that the list has room for from the start; for more it grows.
#define WF_AUDIT_ROOM 4096

/// What an audit found, and its scratch. Start from zero.
typedef struct wf_audit {
    uint32_t crossings;  // edges of either across faces of the other, without the declared
    uint32_t declared;   // those with a declared vertex in the edge or the face
    wf_pair* listed;     // the pairs that hold them, in the order of the candidates
    uint8_t* undeclared; // per listed pair: 1 when a crossing of it is not declared
    uint32_t listed_count;
    uint32_t mesh_count; // of the listed: those with a triangle; behind them those with solids
    size_t listed_capacity, undeclared_capacity;
    float* boxes; // 8 per triangle of the second surface: lo, hi
    size_t boxes_capacity;
    uint32_t* near;       // pairs that no box and no plane has apart, block by block
    uint32_t* near_count; // per block
    size_t near_capacity, near_count_capacity;
    struct wf_pool* const* pool; // null, or whose threads help; of others, to be set by them
} wf_audit;

/// Counts crossings of `cloth` and `body` among the pairs; false when out of memory. For a surface
/// against itself pass it twice, and every pair of triangles once: an edge and a face that share a
/// vertex are then left out.
bool wf_audit_count(wf_memory* memory, wf_audit* audit, const wf_pairs* pairs,
                    const wf_audit_mesh* cloth, const wf_audit_mesh* body);

void wf_audit_free(wf_memory* memory, wf_audit* audit);
