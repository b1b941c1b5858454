// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A distance field of a closed mesh: voxels that know how far the surface is and which voxels of it
// are nearest. After L. Bull, M. Slater, B. Buxton, "Prometheus cloth simulation", 2003, section
// 4.2.1: the surface is scan converted with the normals of its polygons; discrete Voronoi distance
// propagation (distance_propagate.c) does the rest. A distance is one between centres of voxels, in
// voxels. `exact` (distance_exact.c) is a second generator, ours to compare with.
//
// The outermost layer of voxels is the border: it has no distance, and says to whoever walks
// through the field that it ends here.
#pragma once

#include "base/memory.h"
#include "weft/types.h"

/// Squared distances that are none. Farther than 255.99 voxels is far.
enum { WF_DISTANCE_FAR = 65534, WF_DISTANCE_BORDER = 65535 };

/// What a cell may be, m: half a millimetre is finer than any body here, ten centimetres coarser.
#define WF_DISTANCE_LEAST_CELL 5e-4f
#define WF_DISTANCE_MOST_CELL 0.1f
/// Most that a field may take while it is made, unless the definition says otherwise.
#define WF_DISTANCE_MOST_BYTES ((size_t)256 << 20)

typedef enum wf_distance_generator {
    WF_DISTANCE_PROPAGATED = 0, // the paper's rule: never too short, sometimes too long
    WF_DISTANCE_EXACT = 1,      // one of the nearest voxels of the surface as the owner
} wf_distance_generator;

typedef struct wf_distance_def {
    float cell;      // m, side of a voxel
    uint32_t shell;  // voxels: owners are kept up to this distance
    uint32_t margin; // empty voxels between the box of the mesh and the border, at least 1
    wf_distance_generator generator;
    size_t most_bytes; // 0 for WF_DISTANCE_MOST_BYTES
} wf_distance_def;

typedef struct wf_distance_mesh {
    const float* x;            // 4 per vertex, m
    const uint32_t* triangles; // 3 per triangle
    uint32_t vertex_count, triangle_count;
    uint32_t skin_count; // triangles from here on only close the mesh: they have no normal
    bool trusted; // closed by whoever made it, with edges of four triangles perhaps: not checked
} wf_distance_mesh;

typedef struct wf_distance_field {
    uint32_t size[3]; // with the border
    uint32_t count;   // of voxels
    float origin[3];  // m, corner of voxel (0, 0, 0)
    float cell;       // m
    float per_cell;   // 1/m
    uint32_t shell;
    uint32_t site_count;
    uint32_t* sites;         // voxels of the surface, ascending
    uint32_t* polygon_first; // per site + 1
    uint32_t* polygons;      // triangles that meet the voxel of a site, ascending
    float* normals;          // 3 per site: sum of the unit normals of its polygons
    uint16_t* squared;       // per voxel: squared distance in voxels
    uint8_t* inside;         // per voxel: 1 when the surface is round it
    uint32_t* owner_first;   // per voxel + 1
    uint32_t* owners;        // sites
    size_t bytes;            // that it holds
} wf_distance_field;

/// Makes the field of a mesh; on failure `field` is empty and the report says what to do.
weft_status wf_distance_build(wf_memory* memory, const wf_distance_def* def,
                              const wf_distance_mesh* mesh, wf_distance_field* field,
                              weft_report* report);
void wf_distance_free(wf_memory* memory, wf_distance_field* field);

/// Whether a field can be made of a mesh, but for its size: a cell that can be, a closed surface.
weft_status wf_distance_check(wf_memory* memory, const wf_distance_def* def,
                              const wf_distance_mesh* mesh, weft_report* report);

/// Enters every triangle in every voxel that it meets: sites, polygons and normals. The grid is
/// there. False when memory is out.
bool wf_distance_voxelise(wf_memory* memory, const wf_distance_mesh* mesh,
                          wf_distance_field* field);

/// Fills squared distances and owners from the sites; all else is there. False when memory is out.
bool wf_distance_propagate(wf_memory* memory, wf_distance_field* field);
bool wf_distance_transform(wf_memory* memory, wf_distance_field* field);

/// Marks sites and border, and all else as far.
void wf_distance_begin(wf_distance_field* field);

static inline uint32_t wf_distance_index(const wf_distance_field* field, uint32_t x, uint32_t y,
                                         uint32_t z) {
    return (z * field->size[1] + y) * field->size[0] + x;
}

static inline void wf_distance_place(const wf_distance_field* field, uint32_t voxel,
                                     int32_t at[3]) {
    at[0] = (int32_t)(voxel % field->size[0]);
    at[1] = (int32_t)(voxel / field->size[0] % field->size[1]);
    at[2] = (int32_t)(voxel / field->size[0] / field->size[1]);
}

/// The voxel of a point along each axis, held to the border; false when the point is on the border
/// or off the field.
bool wf_distance_locate(const wf_distance_field* field, const float point[3], int32_t at[3]);

/// Sum of the normals of a voxel's owners as a unit vector; zero when it has none, or when they
/// cancel.
void wf_distance_normal(const wf_distance_field* field, uint32_t voxel, float normal[3]);

/// What a field says of a place.
typedef struct wf_distance_sample {
    float distance;  // voxels, negative inside
    float normal[3]; // of the owners around, unit; zero where there are none
} wf_distance_sample;

/// Looks a point up: false off the field, on its border, and outside further than the shell
/// reaches. `smooth` mixes the eight voxels around, so that distance and normal have no steps; else
/// the voxel of the point speaks alone, as in the paper.
bool wf_distance_look_up(const wf_distance_field* field, const float point[3], bool smooth,
                         wf_distance_sample* out);
