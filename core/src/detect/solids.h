// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of cloth with a convex solid: one a triangle. A plane between them proves the whole
// triangle to be apart from the whole solid, as it is and not as a mesh: the least height of the
// corners less what the solid reaches along the plane's direction (its support). So vertices and
// edges need no planes of their own, and the solid's faces and curvature none at all.
#pragma once

#include "detect/near.h"
#include "math/convex.h"

/// Kind of these pairs, in which `a` is a triangle of cloth and `b` the number of the solid; beside
/// those of wf_near_kind. They keep cloth off and never push: contact/solids.h.
enum { WF_NEAR_SOLID = 6 };

/// A solid in a substep.
typedef struct wf_solid {
    wf_convex from, to; // where it is, and where it is to be at the end
    uint32_t body;      // index
    uint32_t vertex;    // the first of its body's in the obstacle
    uint32_t element;   // a number that no triangle of a mesh has
    float lo[4], hi[4]; // m: box of its way, grown by the reach
    bool stands;        // the two poses are one
    double size;        // m: no less than how far it reaches from its middle
} wf_solid;

/// Brings the rest to the two poses. `reach` in m.
void wf_solid_bound(wf_solid* solid, float reach);

/// A search for triangles near a solid.
typedef struct wf_solid_search {
    wf_memory* memory;
    wf_surface cloth;
    const float *lo, *hi; // 4 per particle, m: the box of its displacement
    float reach;          // m: of forces
    float between;        // m: what comes nearer than this between its corners is kept
    wf_near_list* out;
} wf_solid_search;

/// Appends the pair of a triangle and a solid if they could meet while particles stay in their
/// boxes, or come nearer than `between`. False when memory is out.
bool wf_solid_near(const wf_solid_search* s, uint32_t triangle, const wf_solid* solid,
                   uint32_t number);

/// Whether a triangle meets the solid, as both are now; a direction that proved them apart before
/// is tried first.
bool wf_solid_is_met(const wf_solid* solid, const float* const corner[3], const float n[3]);
