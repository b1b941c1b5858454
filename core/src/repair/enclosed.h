// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that is wholly inside a body crosses nothing: see enclosed.c.
#pragma once

#include "contact/contact.h"

/// Result and scratch. Start from zero.
typedef struct wf_enclosed {
    uint32_t* sheet; // per particle: the lowest one that edges join it to
    float* way;      // 4 per particle, of the lowest ones: unit way out and 1, or zero
    uint8_t* rest;   // per particle, of the lowest ones: 1 where the sheet crosses
    bool any;
} wf_enclosed;

/// False when memory is out.
bool wf_enclosed_create(wf_memory* memory, const wf_particles* particles, wf_enclosed* enclosed);
void wf_enclosed_free(wf_memory* memory, wf_enclosed* enclosed);

/// After the audit: finds the sheets that are inside a body without a crossing, and the way out of
/// it.
void wf_enclosed_find(const wf_contact* contact, wf_enclosed* enclosed);

/// Declares them captured and gives all of such a sheet one push (4 floats per particle, m and 1).
void wf_enclosed_push(wf_contact* contact, const wf_enclosed* enclosed, float reach, float* push);
