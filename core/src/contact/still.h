// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that lies still. What is near what there is found once, with room to spare, and is known
// for as long as nobody strays from its place; a substep then looks only at features that are close
// to each other, and searches nothing. Cloth in a walk strays in every substep, so nothing is kept
// there.
//
// What is kept follows from the places and the bodies alone, so a snapshot carries the places.
#pragma once

#include "contact/contact.h"

/// How far a particle may stray from its place, m.
#define WF_STILL_STRAY 0.0015f

/// Cloth is still when no particle is predicted to move further than this in a substep, m.
#define WF_STILL_MOVE 0.0006f

/// Whether what is kept holds in this round, or is to be found now that cloth has come to rest.
void wf_still_look(wf_contact* c);

/// Boxes of everything that the cloth may reach from its kept places.
wf_sweep wf_still_sweep(const wf_contact* c);

/// Cloth in its kept places.
wf_surface wf_still_cloth(const wf_contact* c);

/// How near features of the kept places can matter to each other, m: over bodies, and of layers.
float wf_still_reach_of_bodies(const wf_contact* c);
float wf_still_reach_of_layers(const wf_contact* c);

/// Leaves of the candidates, of cloth with a body or, where that is null, with itself, what those
/// who stay near their kept places can touch: for the audit, and for who is late.
void wf_still_thin(const wf_contact* c, const wf_obstacle* body, wf_pairs* candidates);

/// Has the structure take the kept places. False when memory is out.
bool wf_still_refit(wf_contact* c);
