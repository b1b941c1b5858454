// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How pairs keep their gaps: what a displacement leaves of them, and how it is changed where that
// is too little. Passes look at the pairs whose particles `moved` marks, mark in `moves` what they
// move, and tell whether that is anything. Prescribed particles are not moved.
#pragma once

#include "contact/contact.h"

/// Height of a point at the end of its displacement.
static inline float wf_height_end(const wf_plane* plane, const float* displacement, uint32_t k) {
    const float* d = displacement + 4 * (size_t)plane->point[k];
    return plane->height[k] + ((plane->n[0] * d[0] + plane->n[1] * d[1]) + plane->n[2] * d[2]);
}

/// The same over the body, which has arrived.
static inline float wf_height_over_body(const wf_plane* plane, const float* displacement,
                                        uint32_t k) {
    return wf_height_end(plane, displacement, k) - plane->approach;
}

/// What is left of the gap of a pair of layers.
float wf_gap_between_layers(const wf_plane* plane, const float* displacement);

/// Pushes cloth out of the way.
bool wf_gaps_push(const wf_contact* contact, float* displacement, const uint8_t* moved,
                  uint8_t* moves);

/// Shortens displacements of cloth that still goes through.
bool wf_gaps_shorten(const wf_contact* contact, float* displacement, const uint8_t* moved,
                     uint8_t* moves);

/// Fraction of everything, bodies included, that keeps the pairs apart that are still violated.
float wf_gaps_fraction(const wf_contact* contact, const float* displacement);
