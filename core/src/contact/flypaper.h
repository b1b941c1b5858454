// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth between two parts of a body that have closed on it has no place that is right. It is best
// held in the middle, as on flypaper, and moved along with the two, until they part again. Where
// only one surface is near, cloth is led out over it.
//   Baraff, Witkin, Kass, "Untangling cloth", 2003.
#pragma once

#include "contact/contact.h"

/// A point of a body near a captured vertex.
typedef struct wf_foot {
    uint32_t face;   // UINT32_MAX: none within reach; of a solid its element: detect/solids.h
    uint32_t solid;  // number of the solid, UINT32_MAX for a mesh
    float weight[3]; // of the corners of the face
    float height;    // m, over a solid
    double local[3]; // m, in the axes of a solid
    float n[3];      // unit, outward from a solid
    float distance2; // m2; 0 inside of a solid
} wf_foot;

/// Two feet per particle: on the nearest face, and on the nearest that faces that one. Only those
/// of captured particles are ever set.
typedef struct wf_flypaper {
    wf_foot* feet;
} wf_flypaper;

bool wf_flypaper_create(wf_contact* c);
void wf_flypaper_destroy(wf_contact* c);

/// Finds the feet of the captured particles in the present pose, among the candidates of the last
/// search.
void wf_flypaper_find(wf_contact* c);

/// Appends a touch for each foot; two of them hold a vertex in the middle. `h` in s; false when
/// memory is out.
bool wf_flypaper_push(wf_contact* c, float h);

/// Whether a captured particle has both feet since the last push.
bool wf_flypaper_holds(const wf_contact* contact, uint32_t particle);

/// Height of a captured particle over its nearest face, m, negative inside; large without a foot.
float wf_flypaper_height(const wf_contact* c, uint32_t particle);
