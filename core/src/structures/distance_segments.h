// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Segments of a body, each with a distance field of its own that moves with it, rigid: Bull,
// Slater, Buxton 2003, sections 4.2 and 5 (about 19 segments a character). Their characters are
// made of closed parts; ours is one skin, so it is cut where the heaviest bones change, and the
// cuts are closed by fans that have no normal: nothing is pushed by them. A field follows the
// vertices of its segment by the rigid motion that fits them best.
#pragma once

#include "structures/distance_field.h"
#include "structures/rigid_fit.h"

/// Segments of the rig with 40 bones.
enum { WF_RIG_BONES = 40, WF_RIG_SEGMENTS = 19 };

typedef struct wf_distance_segment {
    uint32_t label;
    wf_distance_field field; // in the pose it was made in
    uint32_t* vertices;      // of the mesh, that the motion is fitted to
    float* rest;             // 3 per such vertex, m, from the middle
    uint32_t vertex_count;
    double middle[3]; // m, mean of the vertices when it was made
} wf_distance_segment;

/// The segment of each bone: of the 40 of our rig by a table, else each bone is its own. `out`
/// takes `bone_count` labels; the result is one more than the largest.
uint32_t wf_segments_of_bones(uint32_t bone_count, uint8_t* out);

/// The segment of every bone.
typedef struct wf_segment_map {
    const uint8_t* segment;
    uint32_t bone_count;
} wf_segment_map;

/// Labels every triangle with the segment that carries most of its corners; `bones` and `weights`
/// have four entries a vertex. Fails in one sentence when a vertex names a bone that the map does
/// not have.
weft_status wf_segments_label(const wf_segment_map* map, const wf_distance_mesh* mesh,
                              const uint16_t* bones, const float* weights, uint8_t* labels,
                              weft_report* report);

/// The name of a segment of the 40 bones.
const char* wf_segment_name(uint32_t label);

/// Takes the triangles with a label out of a closed mesh, closes the cuts and makes the field. The
/// segment is empty (no vertices) when no triangle has the label. `labels` is per triangle.
weft_status wf_segment_build(wf_memory* memory, const wf_distance_def* def,
                             const wf_distance_mesh* mesh, const uint8_t* labels, uint32_t label,
                             wf_distance_segment* segment, weft_report* report);
void wf_segment_free(wf_memory* memory, wf_distance_segment* segment);

/// The rigid motion that takes the segment to where its vertices are now (`x` has 4 floats per
/// vertex of the mesh).
wf_segment_pose wf_segment_fit(const wf_distance_segment* segment, const float* x);

/// Between the world and the space of the field.
void wf_segment_to_field(const wf_distance_segment* segment, const wf_segment_pose* pose,
                         const float world[3], float local[3]);
void wf_segment_to_world(const wf_distance_segment* segment, const wf_segment_pose* pose,
                         const float local[3], float world[3]);
/// A direction of the field in the world.
void wf_segment_turn(const wf_segment_pose* pose, const float local[3], float world[3]);
