// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// "Who does touch whom": candidate triangle pairs become pairs of features (vertex-face,
// face-vertex, edge-edge), each with its distance, the weights of its closest points, one direction
// n from body to cloth and the certified gap along n: min over the cloth feature of n.x minus max
// over the body feature of n.x. The gap is a proof of separation whatever the accuracy of n, so
// near-parallel edges need no special case.
#pragma once

#include "base/memory.h"
#include "body/body.h"
#include "structures/structure.h"

typedef enum wf_near_kind {
    WF_NEAR_VERTEX_FACE = 0, // cloth vertex, body face
    WF_NEAR_FACE_VERTEX = 1, // cloth face, body vertex
    WF_NEAR_EDGE_EDGE = 2,
} wf_near_kind;

/// Two features that may meet during the substep: what the contact needs. `a`, `b` are feature
/// numbers (vertex, triangle or edge) of cloth and obstacle; `cloth`, `body` their vertices;
/// weights of unused slots are 0.
typedef struct wf_near {
    uint32_t kind;
    uint32_t a, b;
    uint32_t cloth_count, body_count;
    uint32_t cloth[3];
    uint32_t body[3];
    float cloth_weight[3];
    float body_weight[3];
    float distance; // m, between the closest points
    bool interior;  // closest points are inside both features (edges: not at an end)
} wf_near;

/// The moving plane of a pair: what the filter needs, as small as can be. The cloth vertices stand
/// `height` above the foremost body vertex along n; during the substep the foremost body vertex
/// advances by `approach`.
typedef struct wf_plane {
    uint32_t cloth[3];
    uint32_t count;  // of cloth vertices; 0 when the features cross already
    float n[3];      // unit, from body to cloth
    float height[3]; // m, each at least `gap`
    float gap;       // m, certified
    float approach;  // m
} wf_plane;

/// Cloth as the detection sees it.
typedef struct wf_cloth_features {
    const uint32_t* triangles;      // 3 per triangle
    const uint32_t* edges;          // 2 per edge
    const uint32_t* triangle_edges; // 3 per triangle, edge opposite the corner
    const uint8_t* owns;            // as wf_obstacle.owns
} wf_cloth_features;

/// Where particles end.
typedef struct wf_boxes {
    const float* predicted; // 4 per particle: where it would go unhindered, or where a late one is
    const float* slack;     // per particle, m: how far from there it may end
} wf_boxes;

/// Pairs and their planes, index by index.
typedef struct wf_near_list {
    wf_near* items;
    wf_plane* planes;
    size_t count;
    size_t capacity;
    size_t plane_capacity;
} wf_near_list;

/// Turns candidates into feature pairs that could touch, or that are predicted to come within
/// `reach`, in the order of the candidates. `x` and `obstacle->x0` are the present positions. Cloth
/// that goes along with a body does not come nearer to it, however fast both are, so this takes
/// every particle to end within its slack of the predicted place. False when memory is out.
bool wf_proximity_collect(wf_memory* memory, const wf_pairs* candidates,
                          const wf_cloth_features* cloth, const wf_obstacle* obstacle,
                          const float* x, const wf_boxes* boxes, float reach, wf_near_list* out);

/// Whether a corner of a triangle is marked late.
static inline bool wf_is_late(const uint8_t* late, const uint32_t* corner) {
    return (late[corner[0]] | late[corner[1]] | late[corner[2]]) != 0;
}

/// Appends the pairs around particles that are marked late: those that the filter stopped or pushed
/// aside and for which another place, or more slack, is predicted now. Pairs may be there twice.
bool wf_proximity_collect_late(wf_memory* memory, const wf_pairs* candidates,
                               const wf_cloth_features* cloth, const wf_obstacle* obstacle,
                               const float* x, const wf_boxes* boxes, const uint8_t* late,
                               wf_near_list* out);

/// Closest points of point p and triangle abc: barycentric weights of abc. Returns true when the
/// foot is interior.
bool wf_closest_point_triangle(const float* p, const float* a, const float* b, const float* c,
                               float weight[3]);

/// Closest points of segments p0 p1 and q0 q1: parameters s, t in [0, 1]. True when both are
/// interior.
bool wf_closest_segments(const float* p0, const float* p1, const float* q0, const float* q1,
                         float* s, float* t);
