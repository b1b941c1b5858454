// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A body: a rest mesh, morphs, bones, clips and the player that says which pose the body has at a
// time. Positions are stored with four floats a vertex (x, y, z, 1) so that lanes can load them.
#pragma once

#include "memory.h"
#include "weft/types.h"

typedef struct wf_morph {
    uint32_t count;
    uint32_t* vertex;
    float* delta;         // 3 per entry, m
    float from, to;       // weight at the start and end of the running change
    uint32_t step, steps; // progress of the change in steps
} wf_morph;

/// Frames of global bone rotations (x, y, z, w) and heads, as cooked.
typedef struct wf_clip {
    char name[32];
    uint32_t frame_count;
    bool loop;
    float* rotation; // 4 per bone per frame, unit
    float* head;     // 3 per bone per frame, m
} wf_clip;

/// What the player does: one clip, faded in over the pose that was there when it began.
typedef struct wf_player {
    uint32_t clip;
    uint32_t frame;       // frames played since the clip began, at the start of the step
    uint32_t blend_frame; // frames since the blend began
    uint32_t blend_frames;
    bool external; // the host sets poses or positions
} wf_player;

typedef struct wf_body {
    uint16_t generation;
    bool open;
    char name[32];
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t bone_count;
    uint32_t clip_count;
    uint32_t morph_count;
    uint32_t vertex_frames; // frames of vertex animation, 0 for none
    bool vertex_loop;
    float friction;
    uint32_t first_vertex;   // in the obstacle
    uint32_t first_triangle; // in the obstacle
    uint32_t* triangles;
    uint32_t* parts;
    uint16_t* bone_indices;
    uint16_t* bone_weights;
    float* rest;       // 4 per vertex, without morphs
    float* shaped;     // 4 per vertex, with morphs
    float* rest_heads; // 3 per bone
    wf_clip* clips;
    wf_morph* morphs;
    float* vertex_animation; // 3 per vertex per frame
    wf_player player;
    float* pose_from;  // bone poses at the start of the blend: 7 floats a bone (rotation, head)
    float* pose_start; // at the start of the step
    float* pose_end;   // at the end of the step
    float* matrices;   // 12 per bone, rest to world, of the last pose applied
    float* host;      // 4 per vertex: positions that the host gave for the end of the step, or null
    float* published; // 3 per vertex
} wf_body;

/// Evaluates clips, blends and morphs for the end of the step that begins now.
void wf_body_begin_step(wf_body* body);

/// Positions at `fraction` (0..1] of the step into `out` (4 per vertex): rotations by normalised
/// lerp and heads by lerp between the two poses of the step, then skinned; morphs likewise.
void wf_body_positions_at(wf_body* body, float fraction, float* out);

/// Moves the player on by one frame.
void wf_body_end_step(wf_body* body);

/// All bodies side by side, as the structures and the contact see them.
typedef struct wf_obstacle {
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t edge_count;
    float* x0;                // 4 per vertex: where the bodies are
    float* x1;                // 4 per vertex: where they are to be at the end of the substep
    uint32_t* triangles;      // 3 per triangle, obstacle vertices
    uint32_t* edges;          // 2 per edge
    uint32_t* triangle_edges; // 3 per triangle: the edge opposite each corner
    uint8_t* owns; // per triangle: bits 0..2 vertices, 3..5 edges that this triangle stands for, so
                   // that every vertex and edge is tested once
    uint16_t* body_of; // per vertex
} wf_obstacle;
