// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Springs along the edges of a mesh that need not be even. Bull, Slater, Buxton 2003, section 4.1:
// constants are found one by one from the geometry around and the material, masses are those of the
// triangles around; the formula is Anderson's and not printed. Ours is that of Van Gelder 1998
// ("Approximate simulation of elastic membranes by triangulated spring meshes"), a sum over the
// triangles T of an edge of length c that faces the angle gamma, with E the pull of the material
// along the edge, N/m:
//     k = sum_T  E/(1 + nu) A_T / c^2  +  E nu/(1 - nu^2) cot(gamma) / 2,   none below 0.
// Halving all edges leaves k as it is, and so strain under a load, as the one-dimensional rule of a
// constant per strain does (lecture notes of CS 533D, UBC 2005: f = E (x' - x - L) / L). It is
// exact for equilateral triangles and nu = 1/3; the shape of the mesh is seen in others.
#pragma once

#include "solve/system.h"

typedef struct wf_edge_spring {
    uint32_t a, b; // particles
    float rest;    // m
    float k;       // N/m
    float push;    // of k, when it is shorter than at rest
} wf_edge_spring;

/// Stiffness of an edge by one of its triangles: `area` m2, `length` m of the edge, `cotangent` of
/// the angle that it faces, `pull` N/m.
float wf_edge_spring_part(float pull, float poisson, float area, float length, float cotangent);

/// One spring per edge of the system's mesh; null when memory is out.
wf_edge_spring* wf_edge_springs_build(wf_memory* memory, const wf_system* system);
