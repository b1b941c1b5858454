// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// "How far may it go": the forces that keep cloth off the body and the filter that makes it
// certain.
//
// Contacts are the pairs close enough to push: touch.h. The filter then cuts whatever displacement
// the solver proposes so that no pair closes its gap. After Chen et al. 2025,
// 2026 (separating planes) with planes that move with the body,
// push passes ahead of it, local and then global step fraction.
#pragma once

#include "contact/patience.h"
#include "contact/touch.h"
#include "detect/audit.h"
#include "detect/proximity.h"
#include "detect/self.h"
#include "particles/objects.h"
#include "particles/particles.h"
#include "structures/dop_tree.h"

struct wf_blocks;   // blocks.h
struct wf_response; // response.h

/// What is near what in cloth that lies still: still.h.
typedef struct wf_still {
    float* place;         // 4 per particle: where it settled
    uint8_t* loose;       // per particle: has no place, or has strayed from it
    uint8_t* has_loose;   // per triangle: a corner is loose
    uint32_t loose_count; // particles
    uint32_t in_vain;     // calm ones that were searched, summed over rounds
    bool used;            // in this round
    wf_meetings bodies, layers;
    wf_meetings found, merged; // scratch
} wf_still;

/// Four particles a pair, for the filter's passes: gaps.c.
typedef struct wf_points {
    uint32_t* items;
    size_t capacity;
} wf_points;

typedef struct wf_contact {
    // What it works with: all of it belongs to others, and stays in its place while the contact
    // lives.
    wf_memory* memory;
    wf_particles* particles;
    wf_obstacle* obstacle;
    wf_objects* objects;
    struct wf_blocks* blocks;
    const wf_patience* patience;
    struct wf_cuts* cuts; // of the lab, else null
    const wf_structure* structure;
    const float* structure_values; // of its parameters
    const struct wf_response* response;
    const float* response_values;
    const float* narrow_values;  // of the lab, else null
    float radius;                // m, contact radius
    const uint32_t* step;        // that runs, or is to run
    struct wf_pool* const* pool; // of the world; null where nobody gave one

    void* structure_self;
    wf_pairs candidates;
    wf_pairs fresh;             // candidates: scratch
    wf_collect_work collecting; // of bodies and of layers in turn
    wf_still still;
    wf_near_list pairs;
    size_t found;      // of the pairs: what the detection found, before the filter added the late
    uint32_t* nearest; // per particle, then per body vertex: its nearest pair with a face
    uint32_t* edge_faces; // 2 per body edge
    uint32_t* chosen;     // pairs that push: scratch of the choice
    size_t chosen_capacity;
    wf_touches touches;
    wf_touch* old_touches; // of the previous detection, for the multipliers
    size_t old_count, old_capacity;
    uint32_t* table; // hash of old touches
    size_t table_size, table_capacity;
    float* cloth_lo; // displacement boxes, 4 per vertex
    float* cloth_hi;
    uint8_t* captured;       // per particle: how it was (capture.h), exempt from the filter; 0 free
    uint32_t captured_count; // at the end of the last step
    bool capturing;          // in this step
    bool limited;            // some objects may not touch each other: partners.h
    float body_move;         // m, longest move of a body near cloth in a substep
    float body_drift;        // m, the same against the cloth near it
    float* half;             // per particle, m: half the thickness of its cloth
    float thickest;          // m, of all cloths: the largest thickness
    float slack;             // m, largest slack of a box
    float least_slack;       // m, of who does not move
    float most_slack;        // m, of who moves furthest
    float leash;             // m, how far a particle may go in the step along an axis; 0 for any
    float* slacks;           // per particle, m: slack of its box
    float* widest;           // m, per block of particles: its widest slack
    float* predicted;        // 4 per particle: x + predicted move, for the structure
    uint8_t* moved[2];       // per particle, and one more: marks of the filter's passes
    wf_points points[2];     // of the pairs, and of those between layers
    float* proposed;         // 4 per particle: the displacement before the filter
    uint32_t particle_count;
    wf_audit audit;
    struct wf_layers* layers;     // cloth against cloth: layers.h
    struct wf_flypaper* flypaper; // what holds captured vertices: flypaper.h
    struct wf_solids* solids;     // bodies that are no meshes: solids.h; null for none
    void* response_self;          // its own
    weft_status trouble;          // of the response in this step, which could not do what it should
    const uint32_t* tangle; // per particle: equal within a tangle, whose features may pass each
                            // other, UINT32_MAX for none; null when there are no tangles
} wf_contact;

/// A contact for the present topology; of `given`, the members down to the radius are taken. Null
/// when memory is out.
wf_contact* wf_contact_create(const wf_contact* given);

/// Null is nothing.
void wf_contact_destroy(wf_contact* c);

/// Boxes for the displacement that starts at the present positions: `guess` is where the particles
/// would go unhindered (4 per particle), `body_drift` the longest move of a body against the
/// cloth near it in this substep, m; `followed`: a proposal that leaves them gets new ones.
void wf_contact_boxes(wf_contact* c, const float* guess, float body_drift, uint32_t round,
                      bool followed);

/// How many displacements (4 per particle) leave these boxes, by more than may well be cut.
uint32_t wf_contact_count_strays(const wf_contact* c, const float* displacement);

/// Whether wf_contact_follow does for the structures and bodies that there are.
bool wf_contact_can_follow(const wf_contact* c);

/// New boxes, and the candidates of these, for the particles whose displacement leaves its own,
/// between detection and filter. False when memory is out.
bool wf_contact_follow(wf_contact* c, const float* displacement);

/// Cloth as the detection takes it: each particle ends within its slack of the predicted place.
wf_surface wf_contact_cloth(const wf_contact* c);

bool wf_contact_refresh(wf_contact* c);
bool wf_contact_detect(wf_contact* c);

/// Both, between rounds: whether cloth lies still is left as it is.
bool wf_contact_search_all(wf_contact* c);

/// Adds the pairs that matter because the filter holds the marked particles up; what it added
/// before goes. False when memory is out.
bool wf_contact_detect_late(wf_contact* c, const uint8_t* late);

/// Whether cloth is captured and the step has cost clearly more than steps usually do.
static inline bool wf_contact_is_busy(const wf_contact* c) {
    return c->captured_count > 0 && wf_patience_is_busy(c->patience);
}

/// Selects the touches from the pairs and gives them the multipliers of the same pairs before.
bool wf_contact_select(wf_contact* c, float h);

/// What a filter pass did.
typedef struct wf_filter_result {
    float alpha; // fraction of the displacement that was granted to everything, body included
    uint32_t throttled; // vertices cut by more than 0.1 mm
    uint32_t changed;   // vertices changed by more than 0.1 mm and 5 %
} wf_filter_result;

/// Cuts the displacements D = z - x in place (4 per particle) so that x + alpha D stays clear of
/// the body moving by the same fraction. The displacement of prescribed particles is not cut
/// locally. `later` is any round of a substep but the first.
wf_filter_result wf_filter_apply(wf_contact* c, float* displacement, bool later);

/// Dynamic state for snapshots.
size_t wf_contact_save(const wf_contact* c, void* bytes, size_t capacity);
bool wf_contact_load(wf_contact* c, const void* bytes, size_t byte_count);
