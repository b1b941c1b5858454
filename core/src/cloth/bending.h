// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bending: (1/2) integral of D_weft |x_uu|^2 + D_warp |x_vv|^2 + (D_weft + D_warp) |x_uv|^2 over
// the material (u along weft, v along warp). For cloth that keeps its lengths this is the energy of
// curvature without a Poisson ratio, and a fold in any direction has the rigidity that the squares
// of its components blend. It is quadratic in the places, so the Hessian is a constant scalar
// matrix times the identity, built once. bend_patch.h has the second derivatives.
#pragma once

#include "base/memory.h"
#include "mesh/topology.h"
#include "weft/types.h"

/// Symmetric sparse matrix of scalars in rows; rows sum to zero, so B x = sum_j B_ij (x_j - x_i).
/// The diagonal is kept apart.
typedef struct wf_bending {
    uint32_t count;
    uint32_t* row;    // count + 1
    uint32_t* column; // off-diagonal columns, ascending in a row as it is built
    float* value;     // N/m
    float* diagonal;  // N/m, positive
} wf_bending;

/// What bends. Across a seam each triangle keeps the layout of its own panel, so folds need no
/// common plane.
typedef struct wf_bending_mesh {
    uint32_t vertex_count, triangle_count, fold_count;
    const uint32_t* triangles; // 3 per triangle
    const float* rest;         // 6 per triangle: material points of its corners, m
    const float* rigidity;     // 2 per triangle: for bending the weft and the warp, N m
    const uint8_t* clamped;    // per triangle: 1 when it is held in place as a whole
    const wf_fold* folds;
} wf_bending_mesh;

/// Builds the matrix. A clamped triangle has no energy of its own, and its neighbours leave it with
/// its slope. False when memory is out.
bool wf_bending_build(wf_memory* memory, const wf_bending_mesh* mesh, wf_bending* out);
void wf_bending_free(wf_memory* memory, wf_bending* bending);
