// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that lies still, over bodies that stand. What is near what there is found once, with room
// to spare, and is known for as long as nobody of it strays from its place. A round then looks only
// at features that are close to each other, and searches as usual for triangles with a loose
// corner: a hem that swings, a fold that slips. Who is loose and has come to rest settles where it
// is, once many enough were searched in vain. Cloth in a walk is never still, so nothing is kept
// there.
//
// Pairs of triangles are kept or searched as a whole, and whether a pair is kept follows from its
// own places alone. So the lists and their order are the same whenever they are made, and a
// snapshot carries the places and who is loose.
#pragma once

#include "contact/contact.h"

/// How far a particle may stray from its place, m.
#define WF_STILL_STRAY 0.001f

/// Who is predicted to move further than this in a round does not settle, m.
#define WF_STILL_MOVE 0.0004f

/// Everybody is loose.
void wf_still_forget(wf_contact* c);

/// The same for what is listed: it is found again when it is asked for.
void wf_still_forget_lists(wf_contact* c);

/// Who is loose in this round, and whether what is kept is to be used.
void wf_still_look(wf_contact* c);

/// Boxes of everything that the cloth may reach from its kept places.
wf_sweep wf_still_sweep(const wf_contact* c);

/// Cloth in its kept places.
wf_surface wf_still_cloth(const wf_contact* c);

/// How near features of the kept places can matter to each other, m: over bodies, and of layers.
float wf_still_reach_of_bodies(const wf_contact* c);
float wf_still_reach_of_layers(const wf_contact* c);

#ifdef WEFT_LAB
/// Whether the structure's walk heeds marks. Others of the lab are run as they are described, in
/// every round, and what has no mark is taken out of what they found.
bool wf_still_can_mark(const wf_contact* c);
#else
static inline bool wf_still_can_mark(const wf_contact* c) {
    (void)c;
    return true;
}
#endif

/// Whether candidates with a loose corner are to be searched in this round.
static inline bool wf_still_searches(const wf_contact* c) {
    return c->still.loose_count > 0 || !wf_still_can_mark(c);
}

/// Takes the candidates with a loose corner out of what is kept.
void wf_still_drop_loose(wf_contact* c);

/// Adds what was found of the triangles that a list lacks to it, of cloth with a body or, where
/// that is null, with itself. False when memory is out.
bool wf_still_add(wf_contact* c, wf_meetings* near, const wf_obstacle* body);

/// Puts the remembered candidates that may come close in this round ahead of these; how many goes
/// to `kept`. False when memory is out.
bool wf_still_recall(wf_contact* c, const wf_meetings* near, wf_pairs* candidates, size_t* kept);
