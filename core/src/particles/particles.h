// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Particles of all cloths: where they are, where they want to go, how they are joined. Welded
// vertices share a particle. Detection, contact and repair see cloth as this; which energies act
// between particles is the business of solve/. Arrays of vectors have four floats a particle (x, y,
// z, 0) so that one load takes a vector.
#pragma once

#include "mesh/topology.h"

typedef struct wf_particles {
    uint32_t count, triangle_count, edge_count;
    // state
    float* x;       // m
    float* v;       // m/s
    float* x_good;  // at the start of the step, to go back to
    float* x_start; // at the start of the substep
    float* y;       // where inertia and outside forces would take the particle
    float* z;       // the solver's proposal
    float* along;   // acceleration of the last substep along gravity, 1 per particle, m/s2
    float* force;   // outside forces, N
    float* carry;   // m: what rounding took from the place, added to the next move
    float* carried; // m: change of `carry` in this substep
    // what the rule of second order remembers (solve/swing.h)
    float* pull;   // m/s2: acceleration by the cloth's own forces at the end of the last substep
    float* mean;   // m/s2: of it and the one before, weighed
    float* late;   // m/s: how much faster than its last move a particle is
    float* inert;  // m: way in this substep without the forces that act at its end
    uint8_t* ease; // per particle: how much of the rule it may have, 0: nothing is remembered
    // constants
    float total_mass; // kg, free particles
    float* mass;      // kg, 1 per particle
    float* area;      // m2, 1 per particle
    uint8_t* fixed;   // 1: prescribed
    // mesh
    uint32_t* cloth_of; // per particle
    uint32_t* triangles;
    uint32_t* edges;
    uint32_t* triangle_edges;
    uint8_t* owns;  // per triangle, bits: the corners and edges that it stands for
    wf_rows groups; // per point where seams meet: the particles that become one
    float* meeting; // 4 per group: the place that all of it is proposed to go to, m, and 1; or 0
    uint32_t piece_count;
    uint32_t* piece;     // per particle: connected piece
    uint8_t* piece_free; // per piece: nothing holds or touches it
    // published
    float* strain;   // per particle
    float* pressure; // per particle
} wf_particles;

/// Forgets what the rule of second order knows of all particles. Forces weigh alike all over a
/// cloth, so nobody is forgotten alone.
void wf_particles_forget(wf_particles* particles);
