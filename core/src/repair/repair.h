// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The repair of a world: what the audit finds crossed at the end of a step is declared, leaves the
// filter, and is pushed back in the next. Everything else stays forbidden to cross meanwhile. What
// makes no progress has a name.
#pragma once

#include "repair/enclosed.h"
#include "repair/untangle.h"
#include "world/world.h"

/// Usual values of the parameters "speed" and "margin", which any repair may list: the speed at
/// which crossed cloth goes back, m/s, and how far beyond the face the way back leads, m.
#define WF_REPAIR_SPEED 1.0f
#define WF_REPAIR_MARGIN 0.001f
/// Steps without progress after which a tangle counts as stuck: 1 s.
enum { WF_REPAIR_PATIENCE = 60 };

typedef struct wf_repair {
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

/// The rule that repairs a world now.
static inline const wf_repair_rule* wf_repair_in_use(const weft_world* world) {
    return wf_rule_in_use(world->methods.repair, wf_response_is(world, WEFT_METHOD_REPAIRED));
}

bool wf_repair_rebuild(weft_world* world);
void wf_repair_destroy(weft_world* world);

/// Dynamic state for snapshots: how long each particle has waited. Tangles and pushes follow from
/// the places.
size_t wf_repair_save(const weft_world* world, void* bytes, size_t capacity);
bool wf_repair_load(weft_world* world, const void* bytes, size_t byte_count);

/// After the audit: finds the tangles and their pushes, declares, reports.
bool wf_repair_update(weft_world* world);

/// Appends the pushes to the touches of a substep of h seconds.
bool wf_repair_push(weft_world* world, float h);
