// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth against cloth for the response `projection`, by vertices as that response has it of bodies:
// "performing more checks for self-collision detection, and performing multiple Grid-Traverse steps
// to allow for higher deformation rates" is what ElBadrawy, Hemayed, Fayek 2012 leave open. The
// reading is ours.
//
// A move is taken in parts. Before each the cloths' vertices are registered in cubic cells of their
// own. A particle looks around its cell for the four nearest vertices that are no neighbours within
// two rings, and is to stay on its side of the closest triangle of each. (The plane across the
// vertex's normal, as for bodies, says the wrong side where cloth bends: with it crossings became
// more.) Where a particle would end nearer than layers lie, or beyond, it and the corners go apart
// by their masses; then bodies put out, and whom they put out weighs as if it were held.
//
// Edges are not looked at: those of two layers may still cross.
#pragma once

#include "contact/contact.h"

/// A particle and a triangle of a vertex that it met.
typedef struct wf_vertex_pair {
    uint32_t particle[4]; // it, and the corners
    float weight[4];      // 1, and of the corners less their barycentric weights
    float normal[3];      // unit, from the triangle
    float target;         // m, at the end
} wf_vertex_pair;

typedef struct wf_vertex_cells {
    float side;      // m, of a cell
    uint32_t mask;   // buckets, less one
    uint32_t* head;  // per bucket: its first vertex
    uint32_t* after; // per vertex: the next, of a higher number
    float* x;        // 4 per vertex: the pose in hand
    wf_rows vertex_triangles;
    wf_vertex_pair* pairs;
    uint8_t* held;   // per particle: by itself, or by a body
    uint8_t* pushed; // per particle
} wf_vertex_cells;

/// Room for all particles; false when memory is out.
bool wf_vertex_cells_create(const wf_contact* c, wf_vertex_cells* cells);
void wf_vertex_cells_free(const wf_contact* c, wf_vertex_cells* cells);

/// What puts a particle that goes d out of bodies; whether it did.
typedef struct wf_put_out {
    bool (*one)(const wf_contact* c, const void* self, uint32_t particle, float* d);
    const void* self;
} wf_put_out;

/// Keeps the displacements (4 per particle) from taking particles through cloth, or into bodies;
/// how many were pushed.
uint32_t wf_vertex_cells_part(const wf_contact* c, wf_vertex_cells* cells, float* displacement,
                              const wf_put_out* bodies);
