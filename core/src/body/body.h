// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A body: a rest mesh, morphs, bones, clips and the player that says which pose the body has at a
// time. Positions are stored with four floats a vertex (x, y, z, 1) so that lanes can load them.
#pragma once

#include "base/memory.h"
#include "body/shape.h"
#include "math/simd.h"
#include "math/vec.h"
#include "weft/types.h"

struct wf_pool; // base/parallel.h

typedef struct wf_morph {
    char name[32];
    uint32_t count;
    uint32_t* vertex;
    float* delta;         // 3 per entry, m
    float from, to;       // weight at the start and end of the running change
    uint32_t step, steps; // progress of the change in steps; it runs while step < steps
    float applied;        // weight that `shaped` holds
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
    bool playing;  // false: the body stands in frame `frame` of the clip
    bool external; // the host sets poses or positions
} wf_player;

/// How the vertices go through the step that runs.
typedef enum wf_motion {
    WF_MOTION_NONE = 0, // they do not move
    WF_MOTION_POSE = 1, // skinned between two poses, or shaped by morphs
    WF_MOTION_LINE = 2, // straight from `still` to `host`
} wf_motion;

typedef struct wf_body {
    uint16_t generation;
    uint64_t def_hash; // of all that was given
    weft_collision collision;
    double home[3]; // m: the world's origin, which clips and frames know nothing of
    bool open;
    bool placed; // the obstacle has its vertices
    char name[32];
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t bone_count;
    uint32_t clip_count;
    uint32_t morph_count;
    size_t clip_capacity, morph_capacity;
    wf_shape shape;         // the solid that it is to cloth, if it is one
    uint32_t vertex_frames; // frames of vertex animation, 0 for none
    bool vertex_loop;
    float friction;
    uint32_t first_vertex;   // in the obstacle
    uint32_t first_triangle; // in the obstacle
    uint32_t* triangles;
    uint32_t* frame_corners; // 2 per vertex: the other corners of the triangle that turns its pins
    uint32_t* parts;         // one label per triangle, or null
    uint16_t* bone_indices;  // 4 per vertex, heaviest first
    float* bone_weights;     // 4 per vertex, descending; zeros end the list
    float* rest;             // 4 per vertex, without morphs
    float* shaped;           // 4 per vertex, with morphs
    float* rest_heads;       // 3 per bone
    wf_clip* clips;
    wf_morph* morphs;
    float* vertex_animation; // 3 per vertex per frame
    wf_player player;
    float* pose_from;  // poses at the start of the blend: 7 floats a bone (rotation, head)
    float* pose_start; // at the start of the step
    float* pose_end;   // at the end of the step
    float* pose;       // in between: scratch
    float* columns;    // 16 per bone, rest to world by columns: scratch of skinning
    float* matrices;   // 12 per bone in rows, rest to world, of the pose at the start of the step
    wf_motion motion;  // of the step that runs
    bool fresh;        // no step and no cloth since it was made: the host's place counts at once
    bool posed;        // the pose arrays say where the body is (not so after the host spoke)
    bool still_valid;
    bool host_pending; // `host` is the end of the coming step
    bool host_posed;   // and came from `host_matrices`
    float* still;      // 4 per vertex: where the body stands at the start of the step
    float* host; // 4 per vertex: end of the step where it is not a pose (host, vertex animation)
    float* host_matrices; // 12 per bone
    float* spare;         // 4 per vertex: takes host input until it has been checked
    float* published;     // 3 per vertex
} wf_body;

/// Copies a checked definition. False when memory is out; then nothing is held.
bool wf_body_create(wf_memory* memory, const weft_body_def* def, wf_body* out);
void wf_body_destroy(wf_memory* memory, wf_body* body);

/// Checks a definition (and fills the report).
weft_status wf_body_check(wf_memory* memory, const weft_body_def* def, weft_report* report);

/// Takes over a clip or morph whose arrays come from `memory`. The first clip sets the pose.
bool wf_body_add_clip(wf_memory* memory, wf_body* body, const wf_clip* clip);
bool wf_body_add_morph(wf_memory* memory, wf_body* body, const wf_morph* morph);

/// Takes over 3 * vertex_count floats per frame; the body then stands in frame 0.
bool wf_body_set_animation(wf_memory* memory, wf_body* body, float* frames, uint32_t frame_count,
                           bool loop);

/// Starts a clip at `frame`, faded in over `blend_frames`.
void wf_body_play(wf_body* body, uint32_t clip, uint32_t frame, uint32_t blend_frames);

/// Moves the weight of a morph to `weight` within `steps`; 0: at once, before the step.
void wf_body_morph(wf_body* body, uint32_t morph, float weight, uint32_t steps);

/// Host input for the end of the coming step: positions (3 per vertex) or matrices (12 per bone),
/// with a rest shape of its own (3 per vertex, or null) and a move of all. On failure nothing has
/// changed.
weft_status wf_body_host_positions(wf_memory* memory, wf_body* body, const float* positions);
weft_status wf_body_host_pose(wf_memory* memory, wf_body* body, const float* matrices,
                              const float* rest, const float place[3]);

/// The same by a place and a rotation (x, y, z, w) of the rest shape, for a body without bones.
weft_status wf_body_host_transform(wf_memory* memory, wf_body* body, const float place[3],
                                   const float rotation[4]);

/// Takes what the host gave as where the body stands now.
void wf_body_take_host(wf_body* body);

/// Makes the arrays that host input needs. False when memory is out.
bool wf_body_alloc_host(wf_memory* memory, wf_body* body);

/// Evaluates clips, blends and morphs for the end of the step that begins now and sets `motion`.
/// May be called again when the step was given up.
void wf_body_begin_step(wf_body* body);

/// Positions at `fraction` (0..1] of the step into `out` (4 per vertex): rotations by normalised
/// lerp and heads by lerp between the two poses of the step, then skinned; morphs likewise. With
/// motion NONE every fraction gives the same bits, by a copy. `pool` may be null.
void wf_body_positions_at(wf_body* body, float fraction, struct wf_pool* const* pool, float* out);

/// Positions at the start of the step, into `out` (4 per vertex).
void wf_body_positions_now(wf_body* body, float* out);

/// Shows the start of the step in `published`; the world does so after a step, from the obstacle.
void wf_body_publish_now(wf_body* body);

/// Moves the player on by one frame.
void wf_body_end_step(wf_body* body);

/// All bodies side by side, as the structures and the contact see them. Triangles of solids, which
/// nothing is to touch, come last and have no edges here.
typedef struct wf_obstacle {
    uint32_t body_count;
    uint32_t vertex_count;
    uint32_t triangle_count; // of meshes
    uint32_t drawn_count;    // of meshes, then of solids
    uint32_t edge_count;
    bool stale;               // bodies came or went
    bool stands;              // no body moves in the step that runs, or none did in the last one;
                              // to be cleared by whoever else writes x0
    bool fitted, shown;       // structure and host know bodies that have stood since
    float* x0;                // 4 per vertex: where the bodies are
    float* x1;                // 4 per vertex: where they are to be at the end of the substep
    float placed;             // the part of the step that x1 is of; WF_NOT_PLACED for none
    uint32_t* triangles;      // 3 per triangle, obstacle vertices; drawn_count of them
    uint32_t* edges;          // 2 per edge
    uint32_t* triangle_edges; // 3 per triangle: the edge opposite each corner
    uint8_t* owns; // per triangle: bits 0..2 vertices, 3..5 edges that this triangle stands for, so
                   // that every vertex and edge is tested once
    uint16_t* body_of; // per vertex
    float* normals;    // 4 per vertex, area weighted, not unit: where the surface faces at x0
    float* way2;       // m2, per vertex: the squared length of its way from x0 to x1, when measured
    float* most;       // per block of triangles: scratch of what looks for the largest of something
} wf_obstacle;

/// Nobody knows what x1 is.
#define WF_NOT_PLACED -1.0f

/// Vertices, and triangles, that a thread takes at a time.
enum { WF_BODY_BLOCK = 1024 };

static inline uint32_t wf_obstacle_block_count(const wf_obstacle* o) {
    return (o->triangle_count + WF_BODY_BLOCK - 1) / WF_BODY_BLOCK;
}

/// Where a block of triangles of meshes ends.
static inline uint32_t wf_obstacle_block_end(const wf_obstacle* o, uint32_t block) {
    uint32_t end = (block + 1) * WF_BODY_BLOCK;
    return end < o->triangle_count ? end : o->triangle_count;
}

/// The largest of `least` and what blocks left in `most`.
static inline float wf_obstacle_most(const wf_obstacle* o, float least) {
    for (uint32_t block = 0; block < wf_obstacle_block_count(o); ++block) {
        least = o->most[block] > least ? o->most[block] : least;
    }
    return least;
}

/// The largest way2 of a triangle's corners.
WF_INLINE float wf_obstacle_way2(const wf_obstacle* o, uint32_t triangle) {
    const uint32_t* corner = o->triangles + 3 * (size_t)triangle;
    float a = o->way2[corner[0]], b = o->way2[corner[1]], c = o->way2[corner[2]];
    a = a > b ? a : b;
    return a > c ? a : c;
}

/// Rebuilds when bodies came or went. Those that stay keep their place; x1 = x0 afterwards.
/// False when memory is out; the old obstacle stays.
bool wf_obstacle_rebuild(wf_memory* memory, wf_obstacle* obstacle, wf_body* bodies,
                         uint32_t body_count);
void wf_obstacle_free(wf_memory* memory, wf_obstacle* obstacle);

/// Brings the normals to where the bodies are.
void wf_obstacle_face(wf_obstacle* obstacle);

/// Unit normal of a face in the committed pose; zero for one without area.
wf_v3 wf_obstacle_normal(const wf_obstacle* obstacle, uint32_t face);
