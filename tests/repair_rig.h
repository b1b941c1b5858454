// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that was made to cross, and the plainest way to follow the pushes of the repair: add them,
// then let edge springs pull a little. No filter, no inertia: what gets clean here does so by the
// pushes alone.
#pragma once

#include "detect/audit.h"
#include "math/vec.h"
#include "mesh/topology.h"
#include "repair/untangle.h"
#include "structures/structure.h"
#include "test_macros.h"

#include <stdlib.h>

typedef struct rig_mesh {
    float* x; // 4 per vertex
    uint32_t* triangles;
    uint32_t vertex_count, triangle_count;
} rig_mesh;

typedef struct rig {
    rig_mesh cloth, body;
    wf_repair_mesh mesh[2];
    wf_topology topology[2];
    uint32_t *edge_triangles[2], *first_edge[2], *vertex_edges[2];
    float* rest;      // m per cloth edge
    uint8_t* owns[2]; // so that an edge counts once
    bool* pinned;     // per cloth vertex
    wf_memory memory;
    wf_untangle untangle;
    wf_audit self, across;
    wf_pairs pairs;
    void* tree[2];
    uint32_t crossings;
} rig;

/// Appends a sheet of columns x rows squares: corner at o, sides u and v of one square.
void rig_add_sheet(rig_mesh* mesh, uint32_t columns, uint32_t rows, const float o[3],
                   const float u[3], const float v[3]);

/// Appends an open tube around y of `around` x `rows` squares.
void rig_add_tube(rig_mesh* mesh, uint32_t around, uint32_t rows, float radius, float low,
                  float high);

/// Closes a ring of `around` vertices from `first` on by a fan about `apex`.
void rig_add_lid(rig_mesh* mesh, uint32_t first, uint32_t around, const float apex[3], bool up);

/// Appends a closed ball.
void rig_add_ball(rig_mesh* mesh, uint32_t around, uint32_t rings, float radius,
                  const float centre[3]);

/// Takes the meshes over; the cloth's edges are at rest as they are now.
void rig_begin(rig* r);
/// The edges are at rest as they are now.
void rig_rest(rig* r);
void rig_free(rig* r);

/// Counts all crossings and lists them.
uint32_t rig_count(rig* r);

/// Steps of 1/120 s with pushes of 1 m/s at most, until nothing crosses or `most` are done. The
/// number of steps, or UINT32_MAX.
uint32_t rig_run(rig* r, const wf_repair_rule* rule, uint32_t most);
