// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Normal cones over the nodes of a k-DOP tree and face groups over its triangles: which pairs of
// one surface Mezger, Kimmerle, Etzmuss 2003 do not look at, sections 5.1 and 6.2. The rule of a
// pair of faces is one that no tree changes; the cones of nodes only find out sooner.
#pragma once

#include "mesh/face_groups.h"
#include "structures/dop_tree.h"

#ifdef WEFT_LAB

/// Groups that a node lists at most; groups that all touch each other are few.
enum { WF_DOP_NODE_GROUPS = 8 };

struct wf_dop_cones {
    wf_face_groups groups;
    float cosine; // of the self-proximity angle
    uint32_t triangle_count;
    float* normals;        // 8 per triangle: unit normal where moves begin and where they end
    float* cones;          // 4 per node: axis, cosine of half the apex angle; -1 for no cone
    uint32_t* node_groups; // WF_DOP_NODE_GROUPS per node
    uint8_t* group_count;  // per node; 0 when two of its groups do not touch
};

/// Divides the faces into groups and lists those of each node. `degrees` is the self-proximity
/// angle. Null when memory is out.
wf_dop_cones* wf_dop_cones_create(wf_memory* memory, const wf_dop_tree* tree, const wf_sweep* sweep,
                                  float degrees);
void wf_dop_cones_free(wf_memory* memory, wf_dop_cones* cones);

/// Takes the normals of new positions.
void wf_dop_cones_fit(const wf_dop_tree* tree, const wf_sweep* sweep, wf_dop_cones* cones);

/// Whether the rule leaves out every pair of a face of node a with one of node b, which may be the
/// same.
bool wf_dop_cones_rest(const wf_dop_cones* cones, uint32_t a, uint32_t b);

/// Whether the rule leaves out a pair of faces: their groups are the same or touch, and their
/// normals part by less than the angle, where moves begin and where they end.
bool wf_dop_cones_skip(const wf_dop_cones* cones, uint32_t a, uint32_t b);

/// Takes out of the pairs from `first` on what the rule leaves out.
void wf_dop_cones_sift(const wf_dop_cones* cones, wf_pair_list* list, size_t first);

#endif
