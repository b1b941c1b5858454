// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth against cloth, itself included: triangle pairs become pairs of features, vertex-face and
// edge-edge, that share no vertex. Each has a direction n from its lower to its upper side and a
// certified gap along n. Both sides move, so the plane between them goes wherever they push it:
// what counts is how far they approach each other. After Chen et al. 2025 (separating planes),
// representative triangles after Curtis, Tamstorf, Manocha 2008.
#pragma once

#include "detect/proximity.h"
#include "mesh/topology.h"

/// Kinds of a wf_self_near; they continue wf_near_kind.
enum { WF_SELF_VERTEX_FACE = 3, WF_SELF_EDGE_EDGE = 4 };

/// Two features of cloth that may meet. The first `upper` particles (1 or 2) are the vertex or the
/// first edge, the rest the face or the second edge; weights of the lower side are negative, so
/// that the sum of w x leads from the lower closest point to the upper one.
typedef struct wf_self_near {
    uint32_t kind;
    uint32_t a, b; // numbers of the upper and the lower feature
    uint32_t upper;
    uint32_t particle[4];
    float weight[4];
    float distance; // m
    bool interior;  // closest points are inside both features
    bool joined; // an edge of the mesh leads from one to the other: kept apart, never pushed apart
} wf_self_near;

/// Heights along n over the foremost particle of the lower side: at least `gap` for the upper
/// particles, at most 0 for the lower.
typedef struct wf_self_plane {
    uint32_t particle[4];
    uint32_t upper; // 0 when the features cross already
    float n[3];     // unit, from the lower to the upper side
    float height[4];
    float gap; // m, certified
} wf_self_plane;

typedef struct wf_self_list {
    wf_self_near* items;
    wf_self_plane* planes;
    size_t count, capacity, plane_capacity;
} wf_self_list;

/// The cloth as self-detection sees it. Particles that a seam is to make one count as one: `same`
/// gives each the lowest of its group, so that what will share a vertex is not kept apart.
typedef struct wf_self_cloth {
    const uint32_t* triangles;
    const uint32_t* edges;
    const uint32_t* triangle_edges;
    const uint8_t* owns;
    const uint32_t* same;  // per particle
    const wf_rows* joined; // per particle that stands for a group: its neighbours, ascending
    uint32_t vertex_count, edge_count, triangle_count;
    const float* normals; // 4 per particle, of any length; null for none
} wf_self_cloth;

/// Scratch of the collection, 12 floats a feature: lo and hi of its box in a frame that moves with
/// it, and the move of that frame.
typedef struct wf_self_boxes {
    float* vertex;
    float* edge;
    float* triangle;
} wf_self_boxes;

bool wf_self_boxes_create(wf_memory* memory, wf_self_boxes* scratch, const wf_self_cloth* cloth);
void wf_self_boxes_free(wf_memory* memory, wf_self_boxes* scratch);

/// Turns candidates (pairs of triangles, each once) into feature pairs that could touch, or that
/// are predicted to come within `reach`, in the order of the candidates. Cloth that moves as one
/// does not come nearer to itself, however fast it is, so this takes every particle to end within
/// its slack of the predicted place. False when memory is out.
bool wf_self_collect(wf_memory* memory, const wf_pairs* candidates, const wf_self_cloth* cloth,
                     const float* x, const wf_boxes* boxes, float reach, wf_self_boxes* scratch,
                     wf_self_list* out);

/// Appends the pairs around particles that are marked late: those that the filter stopped or pushed
/// aside and for which another place, or more slack, is predicted now. `scratch` is that of the
/// search before. Pairs may be there twice.
bool wf_self_collect_late(wf_memory* memory, const wf_pairs* candidates, const wf_self_cloth* cloth,
                          const float* x, const wf_boxes* boxes, const uint8_t* late,
                          wf_self_boxes* scratch, wf_self_list* out);
