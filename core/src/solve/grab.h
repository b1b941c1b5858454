// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What grabbing hands do to the system: springs on a handful of particles each, made anew in every
// substep, hand by hand.
#pragma once

#include "weft/weft.h"

struct wf_system; // system.h

/// Most particles of a handful; on finer meshes it is smaller.
enum { WF_GRAB_MOST = 64 };

/// A hand that holds a cloth vertex (GRAB, DRAG, DROP).
typedef struct wf_grab {
    bool active;
    uint32_t cloth;
    uint32_t vertex;
    float place[3];
    float stiffness; // N/m
} wf_grab;

typedef struct wf_hands {
    wf_grab hand[WEFT_HANDS];
    uint32_t calm; // the step from which what was thrown about counts as calm
} wf_hands;

/// Puts the springs of the hands behind those of the pins, for the places at the start of the
/// substep. Nothing when nothing is grabbed.
void wf_grab_place(struct wf_system* s, const wf_hands* hands);
