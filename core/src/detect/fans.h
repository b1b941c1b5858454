// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fans: the triangles round a vertex. Where all of them, seen along one direction, turn the same
// way and go round once, they tile a star and no two of them cross. So one test a vertex stands for
// all pairs of its triangles, which are most of the candidates of a cloth with itself.
//
// Curvature and contour tests for adjacent faces: Volino, Magnenat-Thalmann 1994; Provot 1997. Here
// the view need not be common to a region, and the whole way is covered: the area of a triangle
// under linear motion is a quadratic polynomial of time, positive where its Bernstein coefficients
// are.
#pragma once

#include "base/memory.h"
#include "mesh/topology.h"

#include <stdbool.h>
#include <stdint.h>

/// Least cosine, for wf_fans_keep, at which floats are sure.
#define WF_FANS_FACING 0.05f
/// Further than a direction can stray: of triangles that floats cannot judge.
#define WF_FANS_ASTRAY 2.0f

typedef struct wf_fan_block wf_fan_block; // four triangles
typedef struct wf_fan_shape wf_fan_shape; // their sides and normals

struct wf_pool; // base/parallel.h

typedef struct wf_fans {
    const uint32_t* triangles; // 3 per triangle; not owned
    uint32_t triangle_count, vertex_count, block_count;
    wf_fan_block* blocks; // all triangles
    wf_fan_shape* shapes; // of each block, in the pose of the last find
    uint8_t* closed;      // per vertex: its triangles form one ring, and nothing is sewn to it
    uint8_t* rim;         // per vertex: they form one chain instead, and nothing is sewn to it
    uint8_t* turns;       // per vertex: scratch
    wf_rows around;       // per vertex: its triangles
    uint8_t* sound;       // per block: bits of the triangles that floats can judge in the last pose
    float* normal; // 4 per vertex: sum of its triangles' normals in the last pose, times area; the
                   // fourth means nothing
    float* ray;    // 4 per vertex: across the normal
    // 4 per triangle: normal times twice its area, and its square; in the pose of the last find, as
    // the middle Bernstein coefficient of the last way, and at the end of that way
    float* face[3];
    // 4 per triangle: the direction of its normal in the pose of the last find, and how far its
    // normal strayed from there on the way since, if any, over its length; or WF_FANS_ASTRAY
    float* stray;
    uint16_t* kept;              // per block: scratch, four bits for each corner
    uint16_t* passed;            // per block: the same
    struct wf_pool* const* pool; // null, or whose threads help; of others, to be set by them
} wf_fans;

/// `same` numbers the particles that seams make one. False when memory is out.
bool wf_fans_create(wf_memory* memory, wf_fans* fans, const uint32_t* triangles,
                    uint32_t triangle_count, uint32_t vertex_count, const uint32_t* same);
void wf_fans_free(wf_memory* memory, wf_fans* fans);

/// flat[v] = 1 where no two triangles of v's fan cross in pose x (4 floats a vertex), else 0.
void wf_fans_find(wf_fans* fans, const float* x, uint8_t* flat);

/// Clears flat[v] where that may cease to hold on the straight way from the pose of the last find
/// to `end`. `margin` is the least cosine by which a triangle has to face the view.
void wf_fans_keep(const wf_fans* fans, const float* end, float margin, uint8_t* flat);
