// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Crossings as the repair sees them: every edge that goes through a face, once, with place and
// directions, joined to contours. Two crossings are neighbours on a contour when one pair of
// triangles has both; a contour ends where an edge has one triangle only, or in a vertex that both
// triangles share.
#pragma once

#include "base/memory.h"
#include "repair/lanes.h"
#include "structures/pairs.h"

/// A surface. `edge_triangles` has UINT32_MAX where an edge has no second triangle. Edges around a
/// vertex are needed for cloth only.
typedef struct wf_repair_mesh {
    const float* x;                 // 4 per vertex, m
    const uint32_t* triangles;      // 3 per triangle
    const uint32_t* edges;          // 2 per edge
    const uint32_t* triangle_edges; // 3 per triangle: the edge opposite each corner
    const uint32_t* edge_triangles; // 2 per edge
    const uint32_t* first_edge;     // per vertex + 1: start in `vertex_edges`
    const uint32_t* vertex_edges;   // the edges of each vertex
    const uint32_t* same;           // per vertex: equal for what a seam is to make one; or null
    const uint8_t* fixed;           // per vertex: 1 when a push does not move it; or null
    const uint32_t* layer;          // per vertex of cloth; or null, and nobody belongs outside
    const float* normals;           // 4 per vertex of a body, of any length
    uint32_t vertex_count, edge_count, triangle_count;
} wf_repair_mesh;

enum { WF_CLOTH = 0, WF_BODY = 1 };

/// An edge through a face. Of the two ends that the edge has, `end[0]` is edges[2 * edge].
typedef struct wf_crossing {
    uint32_t edge, face;
    uint32_t contour;
    uint8_t edge_of, face_of; // WF_CLOTH or WF_BODY
    uint8_t sheet;            // 0 or 1: which of the contour's two surfaces has the edge
    uint8_t inside; // 0: not known; 1 + k: end k is the one that has to come back through the face
    uint32_t end[2];
    uint32_t corner[3]; // of the face
    float end_weight[2];
    float corner_weight[3];
    wf_f4 place;    // m
    wf_f4 along;    // unit, end 0 to end 1
    wf_f4 normal;   // unit, of the face; for edges of a body the outward normal of the edge
    wf_f4 gradient; // of the contour's length by the edge's move against the face
} wf_crossing;

typedef struct wf_contour {
    uint32_t first, count; // in `order`
    bool body;             // of cloth and body
    bool mixed;            // both surfaces meet in it: no telling one from the other
    bool pinched;          // ends in a vertex that both triangles share
    bool ordered;          // of two layers: the rest says who belongs where (order.h)
    uint8_t outer;         // the sheet that belongs outside
    int8_t out[2];         // per sheet: 1 when its normals look outside, -1 inside, 0 neither
} wf_contour;

/// Most crossings that are traced; what is left waits until these are gone.
enum { WF_CROSSINGS_MOST = 16384 };

/// All crossings of a pose, and the scratch to find them. Start from zero.
typedef struct wf_crossings {
    wf_crossing* items;
    uint32_t count;
    wf_contour* contours;
    uint32_t contour_count;
    uint32_t* order;  // crossings by contour
    uint32_t* parent; // 2 per crossing while tracing: parent * 2 + unlike, marks
    wf_pair* queue;   // pairs of triangles to look at, `body` offset by bit 31 for bodies
    uint32_t queue_count;
    bool full;     // there are more than could be traced
    uint64_t* key; // hash table of what was seen
    uint32_t* value;
    size_t table_size;
    size_t items_capacity, contours_capacity, order_capacity, parent_capacity, queue_capacity;
    size_t key_capacity, value_capacity;
} wf_crossings;

/// Traces all contours that go through the listed pairs of triangles: `self` of cloth with itself
/// (each pair once), `across` of cloth and body. Either may be null with count 0. False when out of
/// memory.
bool wf_crossings_trace(wf_memory* memory, wf_crossings* crossings, const wf_repair_mesh mesh[2],
                        const wf_pair* self, uint32_t self_count, const wf_pair* across,
                        uint32_t across_count);

void wf_crossings_free(wf_memory* memory, wf_crossings* crossings);

/// The edges around each vertex: rows of `vertex_count`. False when out of memory.
bool wf_vertex_edges(wf_memory* memory, const uint32_t* edges, uint32_t edge_count,
                     uint32_t vertex_count, uint32_t** first_edge, uint32_t** vertex_edges);
