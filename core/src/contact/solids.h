// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bodies that are convex solids in the contact: planes for the filter, touches, the audit.
//
// What pushes are the vertices, each from the nearest point of the surface. An edge or a triangle
// comes nearer than its vertices where the solid is narrower than it is: at a corner, a ridge, a
// tip. It pushes as well, but keeps to a part of the distance only, so that over what is round it
// leaves the weight to the vertices.
#pragma once

#include "contact/contact.h"
#include "detect/solids.h"

typedef struct wf_solids {
    wf_solid* items;
    uint32_t count;
    uint8_t* meets; // per cloth: whether it may touch the solid at hand
    uint32_t* seen; // per edge of cloth: the search that has looked at it
    uint32_t search;
} wf_solids;

/// The nearest point of a solid's surface to a vertex.
typedef struct wf_solid_foot {
    double local[3]; // in the axes of the solid
    double way[3];   // unit, in the world: from the solid outwards
    double height;   // m
} wf_solid_foot;

/// False when memory is out. Where no solid meets cloth contact->solids is null.
bool wf_solids_create(wf_contact* c);
void wf_solids_destroy(wf_contact* c);

/// Appends the pairs of cloth with solids. False when memory is out.
bool wf_solids_detect(wf_contact* c);

/// The same once more for triangles with a mark, whose boxes are others now.
bool wf_solids_follow(wf_contact* c, const uint8_t* marks);

/// Appends their touches. False when memory is out.
bool wf_solids_push(wf_contact* c, float h);

/// Appends to the audit what crosses solids among the pairs of the last detection: each triangle
/// counts once. False when memory is out.
bool wf_solids_audit(wf_contact* c);

/// The foot of a vertex, and where it is in the world at the start or the end of the substep.
wf_solid_foot wf_solid_find_foot(const wf_convex* solid, const float x[3]);
void wf_solid_place(const wf_convex* solid, const double local[3], double world[3]);

/// Whether the cloth of a particle may touch a solid.
bool wf_solid_meets(const wf_contact* c, const wf_solid* solid, uint32_t particle);
