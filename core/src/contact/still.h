// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that lies still. What is near what there is found once, with room to spare, and is known
// for as long as hardly anybody strays from its place; a substep then looks only at features that
// are close to each other, and at those of the few that are loose: a corner that swings, a fold
// that slips. Cloth in a walk strays in every substep, so nothing is kept there.
//
// What is kept follows from the places and the bodies alone, so a snapshot carries the places.
#pragma once

#include "contact/contact.h"

/// How far a particle may stray from its place, m.
#define WF_STILL_STRAY 0.0015f

/// Who strays further is loose; nobody may stray further than this, m.
#define WF_STILL_LOOSE 0.003f

/// Of so many particles one may be loose.
enum { WF_STILL_LOOSE_SHARE = 16 };

/// Cloth is still when hardly any particle is predicted to move further than this in a substep, m.
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

/// Remembers candidates of the kept places, of cloth with a body or, where that is null, with
/// itself. False when memory is out.
bool wf_still_keep(wf_contact* c, wf_meetings* near, const wf_obstacle* body,
                   const wf_pairs* candidates);

/// Of the remembered candidates those of this round, for who is loose, who will be late, and the
/// audit.
void wf_still_choose(const wf_contact* c, wf_meetings* near, bool of_layers, wf_pairs* candidates);

/// Has the structure take the kept places. False when memory is out.
bool wf_still_refit(wf_contact* c);
