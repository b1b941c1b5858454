// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How pairs keep their gaps: what a displacement leaves of them, and how it is changed where that
// is too little. Prescribed particles are not moved.
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

/// One of the passes over all pairs, which follow each other until nothing moves. Both marks have a
/// byte more than there are particles, which is 0.
typedef struct wf_pass {
    int number; // from 0 on
    float* displacement;
    const uint8_t* moved; // who was moved by the pass before: it looks at their pairs; all at first
    uint8_t* moves;       // marks whom it moves
} wf_pass;

/// Room for what passes note of the pairs that there are now; false when memory is out.
bool wf_gaps_reserve(wf_contact* contact);

/// Pushes cloth out of the way; true when that moved anything.
bool wf_gaps_push(const wf_contact* contact, const wf_pass* pass);

/// Shortens displacements of cloth that still goes through; true when that is anything.
bool wf_gaps_shorten(const wf_contact* contact, const wf_pass* pass);

/// Fraction of everything, bodies included, that keeps the pairs apart that are still violated.
float wf_gaps_fraction(const wf_contact* contact, const float* displacement);
