// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A pair of features (vertex and face, edge and edge) that may meet: its distance, the weights of
// its closest points, one direction n from the lower to the upper side and the certified gap along
// n: min over the upper feature of n.x minus max over the lower one of n.x. The gap is a proof of
// separation whatever the accuracy of n, so near-parallel edges need no special case. After Chen et
// al. 2025 (separating planes).
//
// The upper side is always cloth. The lower one is a body, which goes where it is told, or cloth
// again: then the plane between them goes wherever they push it, and what counts is how far they
// approach each other.
#pragma once

#include "base/memory.h"
#include "detect/surface.h"
#include "mesh/topology.h"
#include "weft/constants.h"

/// What meets what: cloth with a body, and cloth with cloth.
typedef enum wf_near_kind {
    WF_NEAR_VERTEX_FACE = 0, // cloth vertex, body face
    WF_NEAR_FACE_VERTEX = 1, // cloth face, body vertex
    WF_NEAR_EDGE_EDGE = 2,
    WF_SELF_VERTEX_FACE = 3,
    WF_SELF_EDGE_EDGE = 4,
} wf_near_kind;

/// Two features that may meet during the substep: what forces need. The first `upper` points are
/// those of the upper side; weights of the lower side are negative, so that the sum of w x leads
/// from the lower closest point to the upper one. Points are particles or, on the lower side where
/// that is a body, its vertices.
typedef struct wf_near {
    uint32_t kind;
    uint32_t a, b; // numbers of the upper and the lower feature: vertex, triangle or edge
    uint32_t upper;
    uint32_t point[4];
    float weight[4];
    float distance; // m, between the closest points
    bool interior;  // closest points are inside both features (edges: not at an end)
    bool joined;    // an edge of the mesh leads from one to the other: kept apart, never pushed
} wf_near;

/// The plane of a pair: what the filter needs, as small as can be. Heights along n are over the
/// foremost point of the lower side: at least `gap` for the upper points, at most 0 for the lower.
/// A body's foremost vertex advances by `approach` during the substep.
typedef struct wf_plane {
    uint32_t point[4];
    uint32_t upper;  // 0 when the features cross already
    float n[3];      // unit, from the lower to the upper side
    float height[4]; // m
    float gap;       // m, certified
    float approach;  // m, 0 between cloth and cloth
} wf_plane;

/// Pairs and their planes, index by index.
typedef struct wf_near_list {
    wf_near* items;
    wf_plane* planes;
    size_t count;
    size_t capacity;
    size_t plane_capacity;
} wf_near_list;

void wf_near_list_free(wf_memory* memory, wf_near_list* list);

/// Which particles of cloth are or will be one, and what edges join: pairs of cloth with cloth.
/// `same` gives each particle the lowest of its group, so that what will share a vertex is not kept
/// apart.
typedef struct wf_joins {
    const uint32_t* same;  // per particle
    const wf_rows* joined; // per particle that stands for a group: its neighbours, ascending
} wf_joins;

/// A search for pairs. Kept is what could touch, or is predicted to come within `reach`. Cloth that
/// goes along with a body does not come nearer to it, however fast both are, so this takes every
/// particle to end within its slack of the predicted place.
typedef struct wf_near_search {
    wf_surface upper, lower;
    const wf_joins* joins; // of cloth with cloth; null where the lower side is a body
    float reach;           // m
    bool late;             // what late particles add: it may touch, but does not push
} wf_near_search;

/// Reach of a search for late particles, m.
#define WF_LATE_REACH (2.0f * WEFT_SAFETY_GAP)

/// The pair of two edges, of an upper vertex over a lower face, and of an upper face with a lower
/// vertex beneath, with its plane. False when it cannot matter.
bool wf_near_edges(const wf_near_search* search, uint32_t upper, uint32_t lower, wf_near* out,
                   wf_plane* plane);
bool wf_near_over(const wf_near_search* search, uint32_t vertex, uint32_t face, wf_near* out,
                  wf_plane* plane);
bool wf_near_beneath(const wf_near_search* search, uint32_t face, uint32_t vertex, wf_near* out,
                     wf_plane* plane);

/// Whether a corner of a triangle is marked late.
static inline bool wf_is_late(const uint8_t* late, const uint32_t* corner) {
    return (late[corner[0]] | late[corner[1]] | late[corner[2]]) != 0;
}
