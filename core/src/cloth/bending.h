// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bending by the quadratic isometric model: for an inner edge with rest triangles of areas A1, A2
// the energy is (D/2) |sum_j K_j x_j|^2 / (A1+A2), K the cotangent stencil, D the flexural rigidity
// for bending across that edge. It is quadratic, so the Hessian is a constant scalar matrix times
// the identity, built once. After Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, whose factor 3
// is right for a sphere; cloth bends into developable shapes, and for a cylinder the factor is 1.
// Warp and weft by the direction of the edge in the material.
#pragma once

#include "memory.h"
#include "weft/types.h"

/// Symmetric sparse matrix of scalars in rows; rows sum to zero, so B x = sum_j B_ij (x_j - x_i).
/// The diagonal is kept apart.
typedef struct wf_bending {
    uint32_t count;
    uint32_t* row;    // count + 1
    uint32_t* column; // off-diagonal columns, ascending in a row
    float* value;     // N/m
    float* diagonal;  // N/m, positive
} wf_bending;

/// One inner edge as the builder takes it: opposite vertices c (left) and d (right) of edge a-b.
typedef struct wf_hinge {
    uint32_t a, b, c, d;
    float rest[5];  // lengths ab, ac, bc, ad, bd at rest, m
    float rigidity; // N m for bending across this edge
} wf_hinge;

/// Rigidity across an edge whose material direction is (dx along weft, dy along warp): a fold along
/// warp bends the weft and so on, blended by the squares of the direction's components.
float wf_bending_rigidity(const weft_fabric* fabric, float dx, float dy);

/// Builds the matrix over `count` vertices. False when memory is out.
bool wf_bending_build(wf_memory* memory, const wf_hinge* hinges, uint32_t hinge_count,
                      uint32_t count, wf_bending* out);
void wf_bending_free(wf_memory* memory, wf_bending* bending);
