// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How far apart things come to rest. The contact radius is the least: sheets are kept 3 mm apart
// although few fabrics are as thick, since what is nearer is hard to keep from crossing. Thicker
// fabrics take the room that they need: the middles of two layers half of both thicknesses, a body
// and the middle of its cloth half of one.
#pragma once

#include "contact/layers.h"
#include "contact/touching.h"

/// Finds how far the vertices of every cloth are apart, and fills `half` and `thickest`. Cloth that
/// sleeps counts: whether it does must make no difference to others.
void wf_thickness_measure(wf_contact* c);

/// The contact radius, but no more than the vertices of any cloth are apart: a sheet would else
/// push itself apart in its own plane.
float wf_thickness_radius(const wf_contact* c);

static inline float wf_wider(float a, float b) {
    return a > b ? a : b;
}

/// Distance between two layers of cloth, m.
static inline float wf_distance_of_layers(const wf_contact* c, uint32_t i, uint32_t j) {
    return wf_wider(c->layers->radius, c->half[i] + c->half[j]);
}

/// Distance of cloth from a body, m.
static inline float wf_distance_to_body(const wf_contact* c, uint32_t particle) {
    return wf_wider(c->radius, c->half[particle]);
}

/// Nothing that is further apart than this gets a force, m.
static inline float wf_contact_reach(const wf_contact* c) {
    return WF_TOUCH_REACH * wf_wider(c->radius, c->thickest);
}
static inline float wf_layers_reach(const wf_contact* c) {
    return WF_TOUCH_REACH * wf_wider(c->layers->radius, c->thickest);
}
