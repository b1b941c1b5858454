// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The inclusion field of a body with bones as a group of parts: each has a grid of its own, which
// goes where its bone goes. "A body part is a portion of the body whose vertices' relative
// positions remain constant"; "we can apply the same transformations to the bounding box
// surrounding the object"; "as the joints rotate, the grid update function is called for the joint
// parts" (ElBadrawy, Hemayed, Fayek 2012, "Collision detection for cloth simulation",
// "Initialization phase").
//
// A part is a segment of the skin (distance_segments.h) in the place that its bone has at rest. A
// vertex that is there where it was at rest is rigid with it and is left alone; the others, at
// joints, are moved by the inclusion update. Cuts are closed by fans that both sides share, so
// winding numbers of all parts add up to the skin's: a place is inside of the body by the cells
// that hold it, and where such a cell has nothing but a fan, by a ray through that part. Nothing
// depends on how the body came where it is.
#pragma once

#include "math/simd.h"
#include "structures/inclusion_field.h"
#include "structures/rigid_fit.h"

typedef struct wf_inclusion_skin {
    wf_inclusion_mesh mesh;
    const uint16_t* bones; // 4 per vertex, heaviest first
    const float* weights;  // 4 per vertex
    uint32_t bone_count;
    const uint8_t* labels;   // per triangle: its segment
    const uint8_t* segments; // per bone: the same
} wf_inclusion_skin;

/// One segment and its grid.
typedef struct wf_inclusion_part {
    uint32_t label;
    wf_inclusion field;  // where the segment is at rest
    uint32_t* triangles; // of the field: of the skin, then of its caps
    uint32_t* source;    // per vertex of the field: of the body, or of the middle of a joint
    uint32_t* anchors;   // vertices of the body that the segment is fitted to
    float* anchors_rest; // 3 per anchor, m, from their middle
    float* local;        // 4 per vertex of the field
    wf_inclusion_mesh mesh;
    uint32_t skin_triangles, skin_count, vertex_count, anchor_count;
    uint32_t moved;     // vertices of the skin that were not at rest, in the pose that it shows
    float lo[4], hi[4]; // m, in the world: nothing beyond is inside, or a surface cell's
    float row[3][4];    // the way into the field: sum of rows times what is left after `middle`
    float middle[4], middle_there[4];
} wf_inclusion_part;

typedef struct wf_inclusion_parts {
    wf_inclusion_options options;
    wf_inclusion_mesh mesh;
    wf_rows vertex_triangles; // of the whole skin
    float* x;                 // 4 per vertex of the body, then per joint its middle: in the world
    wf_rows joints;           // per joint: vertices of its cuts
    uint32_t joint_count;
    wf_inclusion_part* parts;
    uint32_t count;
} wf_inclusion_parts;

/// Whether such parts can be made, in one sentence.
weft_status wf_inclusion_parts_check(wf_memory* memory, const wf_inclusion_skin* skin,
                                     const float* rest, const wf_inclusion_options* options,
                                     weft_report* report);

/// Builds from scratch: `rest` and `x` have 4 floats a vertex. `parts` is zeroed. False when memory
/// is out; then nothing is held.
bool wf_inclusion_parts_build(wf_memory* memory, wf_inclusion_parts* parts,
                              const wf_inclusion_skin* skin, const float* rest, const float* x,
                              const wf_inclusion_options* options);
void wf_inclusion_parts_free(wf_memory* memory, wf_inclusion_parts* parts);

/// Follows the body to `x`; `rest` may have changed too. False when memory is out.
bool wf_inclusion_parts_update(wf_memory* memory, wf_inclusion_parts* parts, const float* rest,
                               const float* x);

/// -1, 0 or +1. A cell that has a triangle of the skin is on the surface.
int wf_inclusion_parts_at(const wf_inclusion_parts* parts, const float point[3]);

/// As wf_inclusion_look_up, wf_inclusion_ask and wf_inclusion_measure: of the parts whose boxes
/// hold the point; the nearest vertex is looked for in those around it too.
bool wf_inclusion_parts_look_up(const wf_inclusion_parts* parts, const float point[3],
                                uint32_t reach, wf_inclusion_hit* hit);
int wf_inclusion_parts_ask(const wf_inclusion_parts* parts, const float point[3], uint32_t* vertex);
void wf_inclusion_parts_measure(const wf_inclusion_parts* parts, const float point[3],
                                uint32_t vertex, wf_inclusion_hit* hit);

/// From the world into the part's frame.
static inline wf_f4 wf_inclusion_part_local(const wf_inclusion_part* part, wf_f4 world) {
    wf_f4 d = wf_f4_sub(world, wf_f4_load(part->middle));
    wf_f4 x = wf_f4_mul(wf_f4_xxxx(d), wf_f4_load(part->row[0]));
    wf_f4 y = wf_f4_mul(wf_f4_yyyy(d), wf_f4_load(part->row[1]));
    wf_f4 z = wf_f4_mul(wf_f4_zzzz(d), wf_f4_load(part->row[2]));
    return wf_f4_add(wf_f4_load(part->middle_there), wf_f4_add(wf_f4_add(x, y), z));
}
