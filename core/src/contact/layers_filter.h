// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The passes of the filter over the pairs of cloth with cloth: the same three stages as against
// bodies. `moved` marks the particles that the last pass moved, `moves` gets those that this one
// moves; true when anything did.
#pragma once

#include "contact/layers.h"

bool wf_layers_push(const wf_contact* contact, const uint8_t* fixed, float* displacement,
                    const uint8_t* moved, uint8_t* moves);
bool wf_layers_shorten(const wf_contact* contact, const uint8_t* fixed, float* displacement,
                       const uint8_t* moved, uint8_t* moves);

/// Fraction of everything that keeps the pairs apart that are still violated.
float wf_layers_fraction(const wf_contact* contact, const float* displacement);
