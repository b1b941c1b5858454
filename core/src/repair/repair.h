// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The repair of a world: what the audit finds crossed at the end of a step is declared, leaves the
// filter, and is pushed back in the next. Everything else stays forbidden to cross meanwhile. What
// makes no progress has a name.
#pragma once

#include "repair/enclosed.h"
#include "repair/untangle.h"

/// Usual values of the parameters "speed" and "margin", which any repair may list: the speed at
/// which crossed cloth goes back, m/s, and how far beyond the face the way back leads, m.
#define WF_REPAIR_SPEED 1.0f
#define WF_REPAIR_MARGIN 0.001f
/// Steps without progress after which a tangle counts as stuck: 1 s.
enum { WF_REPAIR_PATIENCE = 60 };

typedef struct wf_repair {
    wf_contact* contact;
    wf_untangle untangle;
    wf_repair_mesh mesh[2];
    uint32_t *first_edge, *vertex_edges; // of the particles
    uint32_t* layer;                     // per particle: of its cloth
    uint8_t* tangled;                    // per particle: declared by the last step
    uint32_t* waited;                    // per particle: steps without progress of its tangle
    uint32_t* fewest;                    // per particle: least crossings of its tangle so far
    weft_tangle* tangles;                // of the last step
    uint32_t* tangle_at;                 // per contour: its place in `tangles`
    uint32_t tangle_count;
    size_t tangles_capacity, tangle_at_capacity;
    wf_enclosed enclosed;
    bool look;   // cloth was captured: a sheet may be wholly inside a body now
    bool fresh;  // rebuilt or restored: the crossings have to be looked for
    bool active; // there are pushes
} wf_repair;

/// A repair of what a contact keeps apart; the contact outlives it. Null when memory is out.
wf_repair* wf_repair_create(wf_contact* contact);

/// Null is nothing.
void wf_repair_destroy(wf_repair* r);

/// Dynamic state for snapshots: how long each particle has waited. Tangles and pushes follow from
/// the places.
size_t wf_repair_save(const wf_repair* r, void* bytes, size_t capacity);
bool wf_repair_load(wf_repair* r, const void* bytes, size_t byte_count);

/// After the audit: finds the tangles and their pushes, declares, reports.
bool wf_repair_update(wf_repair* r, const wf_untangle_options* options, weft_step_report* report);

/// Appends the pushes to the touches of a substep of h seconds in a frame of so many.
bool wf_repair_push(const wf_repair* r, float frame, float h);
