// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How the block sweeps read the cloth: particle by particle, four of one colour at a time, each
// with the triangles, seams and holds around it.
#pragma once

#include "solve/system.h"

/// One triangle around each of four particles; the particle is corner 0 of its lane.
typedef struct wf_spoke {
    wf_membrane m;
    uint32_t corner[3][4];
    float damping[4]; // s
} wf_spoke;

/// Four particles of one colour. Unused lanes repeat the first particle and are not written.
typedef struct wf_bundle {
    uint32_t particle[4];
    uint32_t count;
    uint32_t first_spoke, spoke_count;
} wf_bundle;

struct wf_sweeper {
    wf_bundle* bundles;
    wf_spoke* spokes;
    uint32_t bundle_count, spoke_count;
    uint32_t* seam_row;   // per particle + 1
    uint32_t* seam_of;    // seams of a particle
    uint32_t* hold_first; // per particle: its first hold, UINT32_MAX for none
    uint32_t* hold_next;  // per hold
};

/// For the cloth of the system. False when memory is out.
bool wf_sweeper_create(wf_memory* memory, wf_system* system);
void wf_sweeper_destroy(wf_memory* memory, wf_system* system);

/// Takes over what the substep has changed: its length and the holds.
void wf_sweeper_begin(wf_system* system);
