// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A touch: a constraint on a few particles that pushes, whatever found it. It carries a multiplier
// lambda (N, the normal force it has learnt) next to a penalty rho, so that a loaded contact
// neither sinks nor needs a stiff spring, and a tangential multiplier for Coulomb friction that
// truly sticks. After Zheng, Luo, Li 2025.
#pragma once

#include "base/memory.h"

struct wf_pool; // base/parallel.h

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
    float hold;       // part of rho r that lambda may have beyond what a pinch may
    float normal;     // N/m, Hessian along n at the last linearisation
    float tangential; // N/m, across n
} wf_touch;

/// What a linearised touch is to gradients, which read all of them many times.
typedef struct wf_pressing {
    float force[4]; // N: on a slot of weight 1, for what its particles do at present; 0 last
    uint32_t particle[4];
    float weight[4];
    float n[3];
    float normal, tangential; // N/m; it presses where `normal` is not 0
    uint32_t count;
} wf_pressing;

/// The touches of a substep, and what solvers read of them.
typedef struct wf_touches {
    wf_touch* items;
    size_t count, capacity;
    uint32_t particle_count;
    float radius;       // m, contact radius of the world
    uint32_t* first;    // per particle + 1: start in `incident`
    uint32_t* incident; // touch * 4 + slot
    size_t incident_capacity;
    wf_pressing* pressing; // per touch, of the last linearisation
    size_t pressing_capacity;
    uint32_t* pressed; // like `incident`, of those that press alone
    size_t pressed_capacity;
    uint32_t* pressed_end; // per particle: where its part of `pressed` ends, begun at `first`
#ifdef WEFT_THREADS
    uint32_t* led;  // touches in the order of their first particles
    uint32_t* lead; // per particle + 1: start in `led`
    size_t led_capacity;
#endif
} wf_touches;

/// The touch that comes n-th in loops that threads share. They go through the touches by the places
/// of their particles, so that who does a part of the particles has most of what is read of
/// touches.
static inline size_t wf_touch_at(const wf_touches* touches, size_t n) {
#ifdef WEFT_THREADS
    return touches->led[n];
#else
    (void)touches;
    return n;
#endif
}

/// How many touches such a loop has done when it has those of the particles before this one.
static inline size_t wf_touches_before(const wf_touches* touches, uint32_t particle) {
#ifdef WEFT_THREADS
    return touches->lead[particle];
#else
    return (size_t)((uint64_t)touches->count * particle / touches->particle_count);
#endif
}

/// Makes an empty list for so many particles. False when memory is out.
bool wf_touches_create(wf_memory* memory, wf_touches* touches, uint32_t particle_count,
                       float radius);
void wf_touches_free(wf_memory* memory, wf_touches* touches);

/// Room for `more` behind the last, which count once `count` is raised; null when memory is out.
wf_touch* wf_touches_room(wf_memory* memory, wf_touches* touches, size_t more);

/// Room for one.
static inline wf_touch* wf_touches_next(wf_memory* memory, wf_touches* touches) {
    return wf_touches_room(memory, touches, 1);
}

/// Lists, per particle, the touches that it takes part in, and makes room for what they are to
/// gradients; after the last touch was added.
bool wf_touches_index(wf_memory* memory, wf_touches* touches);

/// Whether a dual update comes before a sweep, counted from 1: after every second one, and before
/// the first of a later round. The last is left to wf_touches_settle.
static inline bool wf_dual_is_due(int sweep, uint32_t round) {
    return sweep % 2 == 1 && (sweep > 1 || round > 0);
}

/// One dual update of all touches at the proposal `z`.
void wf_touches_dual(wf_touches* touches, const float* z);

/// Force on slot `k` of a touch is out; the Hessian of the touch is normal * nn^T + tangential * (I
/// - nn^T), to be multiplied by the weights of two slots.
typedef struct wf_touch_response {
    float force[4]; // 0 last
    float normal, tangential;
} wf_touch_response;
/// A touch that is open answers with the part `hover` of its linear model, as if it were glued.
void wf_touch_respond(const wf_touch* touch, const float* z, float hover, wf_touch_response* out);

/// How far a touch that would push at y counts as closed although it is just open at z: from 1
/// where it closes down to 0, without a step that it could go to and fro over.
float wf_touch_hover(const wf_touch* touch, const float* z, const float* y);

/// One dual update of one of them.
void wf_touch_dual(const wf_touches* touches, wf_touch* touch, const float* z);

/// Takes the normal forces at the end of a substep into the loads, then a last dual update: before
/// it the multipliers are those that acted. `pool` may be null.
void wf_touches_settle(wf_touches* touches, struct wf_pool* const* pool, const float* z);
