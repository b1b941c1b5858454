// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Proposals of a solver of which some leave their boxes.
#pragma once

#include "cells.h"
#include "contact/contact.h"
#include "particles/particles.h"

/// Displacements, 4 a particle: what was predicted, and one in so many up to 8 mm off it.
static inline void propose_strays(test_random* r, const wf_contact* c, uint32_t one_in, float* d) {
    const float zero[3] = {0.0f, 0.0f, 0.0f};
    for (size_t at = 0; at < 4 * (size_t)c->particle_count; at += 4) {
        float off[3];
        random_point(r, zero, test_below(r, one_in) == 0 ? 0.008f : 0.0f, off);
        for (size_t k = 0; k < 3; ++k) {
            d[at + k] = c->predicted[at + k] - c->particles->x[at + k] + off[k];
        }
        d[at + 3] = 0.0f;
    }
}
