// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Connected patches of triangles. Cloth against itself is searched patch against patch: patches
// that share a vertex always overlap and need a test of their own, so their neighbours are listed.
// After the face groups of Mezger, Kimmerle, Etzmuss 2003.
#pragma once

#include "mesh/topology.h"

/// Triangles of a full group, and the size below which a group joins a neighbour.
#define WF_GROUP_TRIANGLES 32
#define WF_GROUP_SMALLEST 8

typedef struct wf_face_groups {
    uint32_t* group_of; // per triangle
    wf_rows triangles;  // per group: its triangles, ascending
    wf_rows neighbours; // per group: other groups that share a vertex with it, ascending
} wf_face_groups;

/// Groups grow over edges, breadth first, from the lowest triangle that has none. False when memory
/// is out.
bool wf_face_groups_build(wf_memory* memory, const wf_topology* topology, wf_face_groups* out);
void wf_face_groups_free(wf_memory* memory, wf_face_groups* groups);
