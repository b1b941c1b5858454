// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bending energy of one triangle, from its three corners and the three vertices across its
// sides. The bend of each side is known (as in a hinge); together the three say what the curvature
// tensor of the triangle is. docs/material.md derives the matrix and shows its convergence.
#pragma once

#include <stdbool.h>

/// The triangle across one side, as its own panel lays it out. Without `rest` the side is a border.
typedef struct wf_bend_neighbour {
    const float* rest;       // 6: material points of its corners, m
    int first, second, apex; // which corner is the side's first, its second, and across from it
    bool clamped;            // held in place: its slope is that of the side itself
} wf_bend_neighbour;

/// Side k of the triangle runs from corner k to corner k + 1.
typedef struct wf_bend_patch {
    const float* rest; // 6: material points of the corners (x along weft, y along warp), m
    double weft, warp; // flexural rigidity for bending the weft and the warp, N m
    wf_bend_neighbour across[3];
} wf_bend_patch;

/// Matrix B over the corners 0, 1, 2 and the vertices 3 + k across side k, N/m: the energy is
/// x^T B x / 2 for each coordinate of the places. Symmetric to the last bit, positive semidefinite;
/// rows of a missing vertex are zero. False when there is no energy.
bool wf_bend_patch_matrix(const wf_bend_patch* patch, double matrix[6][6]);

/// Energy of a bend across side k alone, as if the triangle were bent nowhere else: for the second
/// and further folds of a side where more than two triangles meet.
bool wf_bend_hinge_matrix(const wf_bend_patch* patch, int side, double matrix[6][6]);
