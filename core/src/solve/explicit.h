// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the parts of the solver `explicit_euler` share: its numbers, its forces, its bound.
#pragma once

#include "math/vec.h"
#include "solve/edge_springs.h"
#include "solve/explicit_bound.h"

/// Its parameters, by their place in the registry.
enum {
    WF_EXPLICIT_ELEMENTS,
    WF_EXPLICIT_MATERIAL,
    WF_EXPLICIT_YOUNG,
    WF_EXPLICIT_POISSON,
    WF_EXPLICIT_DENSITY,
    WF_EXPLICIT_THICKNESS,
    WF_EXPLICIT_DAMPING,
    WF_EXPLICIT_AIR,
    WF_EXPLICIT_LIMIT,
    WF_EXPLICIT_SAFETY,
    WF_EXPLICIT_STEPS
};

struct wf_explicit {
    wf_edge_spring* springs;
    float* row;   // per particle, N/m: sum of what its row of the stiffness can come to
    float* sum;   // the same with seams and holds
    float* way;   // 4 per particle, m: from the start of the substep
    float* v;     // 4 per particle, m/s
    float* force; // 4 per particle, N
    float* whole; // 4 per particle, m: the way of what is prescribed
    wf_explicit_plan plan;
    uint32_t most_steps;
    float least_soft;
};

/// Adds to `row`, per particle, what its row of the stiffness can come to, N/m: what stays as it
/// is.
void wf_explicit_bound_rows(const wf_system* system, float* row);

/// Plans the steps of a substep by the fastest mode that there can be now.
void wf_explicit_plan_steps(wf_system* system);

/// All forces at the proposal z and the velocities of the steps, without touches.
void wf_explicit_gather(wf_system* system);

static inline void wf_explicit_add(float* to, uint32_t i, wf_v3 f) {
    to[4 * (size_t)i] += f.x;
    to[4 * (size_t)i + 1] += f.y;
    to[4 * (size_t)i + 2] += f.z;
}
