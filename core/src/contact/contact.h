// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// "How far may it go": the forces that keep cloth off the body and the filter that makes it
// certain.
//
// Contacts are the pairs close enough to push. Each carries a multiplier lam (N, the normal force
// it has learnt) next to a penalty rho, so that a loaded contact neither sinks nor needs a stiff
// spring, and a tangential multiplier for Coulomb friction that truly sticks. The filter then cuts
// whatever displacement the solver proposes so that no pair closes its gap. After Chen et al. 2025,
// 2026 (separating planes) with planes that move with the body,
// push passes ahead of it, local and then global step fraction.
#pragma once

#include "detect/audit.h"
#include "detect/proximity.h"
#include "detect/self.h"
#include "structures/dop_tree.h"
#include "world/world.h"

/// A pair that pushes. c(z) = n.(sum w z - body point at the end of the substep) - target. Between
/// cloth and cloth there is no body point and the weights of the lower side are negative.
typedef struct wf_touch {
    uint32_t kind, a, b;
    uint32_t count; // of cloth particles
    uint32_t particle[4];
    float weight[4];
    float n[3];
    float offset;     // n.body point at the end + target: c = n.(sum w z) - offset
    float anchor[3];  // body point's move plus the cloth point at the start: tangential zero
    float rho;        // N/m
    float lambda;     // N
    float tangent[3]; // N, tangential multiplier
    float load;       // N, mean normal force of the last substeps, to which friction is in
                      // proportion; negative until a new touch has been through its first
    float friction;   // coefficient
    float normal;     // N/m, Hessian along n at the last linearisation
    float tangential; // N/m, across n
} wf_touch;

/// What a linearised touch that presses is to gradients, which read all of them many times.
typedef struct wf_pressing {
    uint32_t particle[4];
    float weight[4];
    float n[3];
    float normal, tangential; // N/m
    uint32_t count;
} wf_pressing;

typedef struct wf_contact {
    const wf_structure* structure;
    void* structure_self;
    wf_pairs candidates;
    wf_near_list pairs;
    size_t found;      // of the pairs: what the detection found, before the filter added the late
    uint32_t* nearest; // per particle, then per body vertex: its nearest pair with a face
    uint32_t* edge_faces; // 2 per body edge
    wf_touch* touches;
    size_t touch_count, touch_capacity;
    wf_touch* old_touches; // of the previous detection, for the multipliers
    size_t old_count, old_capacity;
    uint32_t* table; // hash of old touches
    size_t table_size, table_capacity;
    uint32_t* first;    // per particle + 1: start in `incident`
    uint32_t* incident; // touch * 4 + slot
    size_t incident_capacity;
    wf_pressing* pressing; // of the last linearisation
    size_t pressing_count, pressing_capacity;
    float* cloth_lo; // displacement boxes, 4 per vertex
    float* cloth_hi;
    uint8_t* captured;       // per particle: declared, exempt from the filter
    uint32_t captured_count; // at the end of the last step
    bool capturing;          // in this step
    bool limited;            // some objects may not touch each other: partners.h
    float body_move;         // m, longest move of a body near cloth in a substep
    float body_drift;        // m, the same against the cloth near it
    float radius;            // m, contact radius of the world
    float slack;             // m, largest slack of a box
    float leash;             // m, how far a particle may go in the step along an axis; 0 for any
    float* slacks;           // per particle, m: slack of its box
    float* predicted;        // 4 per particle: x + predicted move, for the structure
    uint8_t* moved[2];       // per particle: marks of the filter's passes
    float* proposed;         // 4 per particle: the displacement before the filter
    uint32_t particle_count;
    wf_audit audit;
    struct wf_layers* layers;     // cloth against cloth: layers.h
    struct wf_flypaper* flypaper; // what holds captured vertices: flypaper.h
    const struct wf_response* response;
    void* response_self;    // its own
    const uint32_t* tangle; // per particle: equal within a tangle, whose features may pass each
                            // other, UINT32_MAX for none; null when there are no tangles
} wf_contact;

/// Makes or remakes the buffers for the world's present topology. False when memory is out.
bool wf_contact_rebuild(weft_world* world);
void wf_contact_destroy(weft_world* world);

/// Boxes for the displacement that starts at the present positions: `guess` is where the particles
/// would go unhindered (4 per particle), `body_drift` the longest move of a body against the
/// cloth near it in this substep, m.
void wf_contact_boxes(weft_world* world, const float* guess, float body_drift, uint32_t round);
/// The boxes and the slack as the detection takes them.
static inline wf_boxes wf_contact_search_boxes(const wf_contact* c) {
    return (wf_boxes){c->predicted, c->slacks};
}

bool wf_contact_refresh(weft_world* world);
bool wf_contact_detect(weft_world* world);

/// Adds the pairs that matter because the filter holds the marked particles up; what it added
/// before goes. False when memory is out.
bool wf_contact_detect_late(weft_world* world, const uint8_t* late);

/// Selects the touches from the pairs and gives them the multipliers of the same pairs before.
bool wf_contact_select(weft_world* world, float h);

/// Lists, per particle, the touches that it takes part in, and makes room for those that press;
/// after the last touch was added.
bool wf_contact_index(weft_world* world);

/// Whether a dual update comes before a sweep, counted from 1: after every second one, and before
/// the first of a later round. The last is left to wf_contact_settle.
static inline bool wf_dual_is_due(int sweep, uint32_t round) {
    return sweep % 2 == 1 && (sweep > 1 || round > 0);
}

/// One dual update of all touches at the proposal `z`.
void wf_contact_dual(wf_contact* contact, const float* z);

/// Force on slot `k` of a touch is out; the Hessian of the touch is normal * nn^T + tangential * (I
/// - nn^T), to be multiplied by the weights of two slots.
typedef struct wf_touch_response {
    float force[3];
    float normal, tangential;
} wf_touch_response;
/// A touch that is open answers with the part `hover` of its linear model, as if it were glued.
wf_touch_response wf_touch_respond(const wf_touch* touch, const float* z, float hover);

/// How far a touch that would push at y counts as closed although it is just open at z: from 1
/// where it closes down to 0, without a step that it could go to and fro over.
float wf_touch_hover(const wf_touch* touch, const float* z, const float* y);

/// Takes the normal forces at the end of a substep into the loads, then a last dual update: before
/// it the multipliers are those that acted.
void wf_contact_settle(wf_contact* contact, const float* z);

/// What a filter pass did.
typedef struct wf_filter_result {
    float alpha; // fraction of the displacement that was granted to everything, body included
    uint32_t throttled; // vertices cut by more than 0.1 mm
    uint32_t changed;   // vertices changed by more than 0.1 mm and 5 %
} wf_filter_result;

/// Cuts the displacements D = z - x in place (4 per particle) so that x + alpha D stays clear of
/// the body moving by the same fraction. The displacement of prescribed particles is not cut
/// locally.
wf_filter_result wf_filter_apply(weft_world* world, float* displacement, bool may_capture);

/// Dynamic state for snapshots.
size_t wf_contact_save(const weft_world* world, void* bytes, size_t capacity);
bool wf_contact_load(weft_world* world, const void* bytes, size_t byte_count);
