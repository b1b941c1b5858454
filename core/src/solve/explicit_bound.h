// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How long a step of explicit Euler may be whose places take the new velocity. A mode of frequency
// w that loses its velocity at the rate c goes on as a 2x2 matrix; both eigenvalues lie in the unit
// circle (Jury) where
//     w^2 dt^2 + 2 c dt < 4,
// with c = beta w^2 + air for a material whose stress has beta times the rate of its strain. That
// is least for the fastest mode.
#pragma once

#include <stdint.h>

typedef struct wf_explicit_mode {
    float square; // 1/s2, bound on w^2 of all modes
    float beta;   // s
    float air;    // 1/s
    float safety; // part of the longest step that is taken
} wf_explicit_mode;

typedef struct wf_explicit_plan {
    uint32_t steps;
    float dt;   // s
    float soft; // factor on all stiffness that so many steps can bear; 1 when they bear all of it
} wf_explicit_plan;

/// Steps for `span` seconds, at most `most`.
wf_explicit_plan wf_explicit_plan_of(const wf_explicit_mode* mode, float span, uint32_t most);
