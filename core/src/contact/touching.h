// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the selections of touches, against bodies and between layers, have in common.
#pragma once

#include "contact/contact.h"

/// Pairs that may come within this many radii get a force.
#define WF_TOUCH_REACH 1.3f

/// rho over the effective mass per h2; below about 30 the filter has to do the solver's work.
#define WF_TOUCH_KAPPA 100.0f

/// A contact that starts nearer than the radius opens by this part of what is missing a substep:
/// all of it at once would throw what lies on a pile.
#define WF_TOUCH_OPENING 0.2f

/// Neighbours in the mesh that a fold lays on each other keep this part of the radius: they are
/// nearer than it wherever cloth is flat, so that all of it would push a crease open.
#define WF_JOINED_PART (1.0f / 3.0f)

/// Distance that a touch is to have at the end of the substep, m.
static inline float wf_touch_target(float distance, float radius) {
    return distance < radius ? distance + WF_TOUCH_OPENING * (radius - distance) : radius;
}

/// Kind of the touches that the repair adds; continues wf_near_kind and those of detect/self.h.
enum { WF_TOUCH_REPAIR = 5 };

/// Kinds from here on are those of responses with a law of force of their own: they push from
/// outside, whatever they push.
enum { WF_TOUCH_OUTSIDE = 100 };

/// A vertex that slid to another face keeps its multipliers when the normals agree to this cosine.
#define WF_SAME_NORMAL 0.9f

/// The feature that carries a touch from face to face: the vertex of a vertex-face pair, or
/// UINT32_MAX.
uint32_t wf_touch_carrier(uint32_t kind, uint32_t a, uint32_t b);

/// Takes out all touches but those between layers of cloth.
void wf_touches_keep_layers(wf_touches* touches);

/// Begins an empty list of touches; those that were are kept to inherit from. False when memory is
/// out.
bool wf_touches_renew(wf_memory* memory, wf_contact* contact);

/// Whether the same pair pushed after the last detection.
bool wf_touch_was(const wf_contact* contact, uint32_t kind, uint32_t a, uint32_t b);

/// Inverse of the effective mass; 0 when every particle is prescribed.
static inline float wf_touch_inverse_mass(const wf_particles* particles, const wf_touch* t) {
    float sum = 0.0f;
    for (uint32_t k = 0; k < t->count; ++k) {
        uint32_t i = t->particle[k];
        sum += particles->fixed[i] ? 0.0f : t->weight[k] * t->weight[k] / particles->mass[i];
    }
    return sum;
}

/// Part of its multiplier that a touch between layers keeps from substep to substep. A fold that
/// cannot open would wind up what it stores and set the sheet buzzing.
#define WF_LAYER_MEMORY 0.8f

/// Gives a new touch the multipliers of the same pair in the last detection, or of the pair that
/// its vertex slid from, of the normal one only this part. Kind, features and direction are set.
void wf_touch_inherit(const wf_contact* contact, wf_touch* touch, float memory);
