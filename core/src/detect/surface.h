// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A moving mesh of triangles as detection sees it: cloth or bodies.
#pragma once

#include <stdint.h>

typedef struct wf_surface {
    const uint32_t* triangles;      // 3 per triangle
    const uint32_t* edges;          // 2 per edge
    const uint32_t* triangle_edges; // 3 per triangle, edge opposite the corner
    const uint8_t* owns;            // per triangle: mesh/owners.h
    uint32_t vertex_count, edge_count, triangle_count;
    const float* from;    // 4 per vertex: now
    const float* to;      // where it ends, as predicted; `from` itself where all of it stands
    const float* slack;   // per vertex, m: how far from there it may end; null for not at all
    const float* normals; // 4 per vertex, of any length; null for none
} wf_surface;
