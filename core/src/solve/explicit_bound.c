// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The fewest steps that are stable, and the stiffest cloth that the most of them can bear.
#include "solve/explicit_bound.h"

/// What w^2 may be in steps of dt: the inequality of the header, solved for it.
static float bearable(const wf_explicit_mode* m, float dt) {
    float step = dt / m->safety, left = 4.0f - 2.0f * m->air * step;
    return left > 0.0f ? left / (step * (step + 2.0f * m->beta)) : 0.0f;
}

wf_explicit_plan wf_explicit_plan_of(const wf_explicit_mode* m, float span, uint32_t most) {
    uint32_t low = 1, high = most;
    while (low < high) { // more steps bear more
        uint32_t middle = low + (high - low) / 2;
        if (bearable(m, span / (float)middle) >= m->square) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    wf_explicit_plan plan = {.steps = low, .dt = span / (float)low, .soft = 1.0f};
    float bears = bearable(m, plan.dt);
    plan.soft = bears < m->square ? bears / m->square : 1.0f;
    return plan;
}
