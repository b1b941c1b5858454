// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the filter takes from the ways of particles, split into what goes along the normal of a
// plane that stopped it and what goes along the plane. The second is motion that no contact asked
// to stop. For the lab; nothing is counted until somebody asks.
#pragma once

#include "contact/contact.h"

typedef struct wf_cuts {
    bool counting;
    double normal, tangential; // m, sums over particles and rounds
    float* before;             // 4 per particle: the way before a stage
    float* most;               // per particle: its largest cut along one normal, m
    size_t before_capacity, most_capacity;
} wf_cuts;

/// Remembers the ways before a stage of the filter. Both do nothing while nobody counts.
void wf_cuts_begin(wf_contact* contact, const float* displacement);

/// Adds what the stage took. `pushed`: it moved particles along normals only.
void wf_cuts_end(wf_contact* contact, const float* displacement, bool pushed);
