// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The time rule. Backward Euler takes the swing out of cloth: a sheet that swings for five seconds
// keeps a quarter of the energy it should. This is the rule of Hilber, Hughes and Taylor (1977),
// which errs in the second order of a substep and still ends what is too fast for it, for the
// forces of membrane and bending. Contacts, seams, pins, holds and air act whole at the end of a
// substep as before: what lands would bounce if their forces were remembered.
//
// With f the acceleration by the cloth's own forces, w = (x1 - x0) / h the velocity that everything
// else sees and v = w + late + h/2 mean the one that the rule means, without half a substep of what
// is not the cloth's:
//     a1 = mean = (1 - alpha) f1 + alpha f0
//     x1 = x0 + h v0 + h^2 (ahead a1 + behind a0 + gravity, air, contact)
//     v1 = v0 + h ((1 - gamma) a0 + gamma a1), so late = h (beta - alpha) (a0 - a1)
// ahead is Newmark's beta = (1 + alpha)^2 / 4, behind 1/2 - beta, gamma 1/2 + alpha. Backward Euler
// is alpha = 0, ahead = gamma = 1, behind = 0. What lies between the two on a straight line is
// stable too, and as `late` is kept apart from the half substep of the mean force, the part of the
// rule may change from substep to substep without a blow. The weights add up to 1, so free fall and
// rest stay what they are.
//
// The rule is for cloth that swings free. A piece of cloth has the less of it the more of it
// touches something or is held back by the filter, at once, and comes to have it again in a quarter
// of a second; the slower it moves, the nearer it comes to backward Euler, which brings it to rest;
// and where forces change too much in a substep (a whip), backward Euler takes that substep.
//
// f1 is what the solver's proposal leaves of the balance of momentum, not the gradient there: of a
// micrometre that gradients leave over the gradient would make 100 m/s2.
#pragma once

#include "solve/system.h"

/// Chooses how much of the rule each piece of cloth gets in this substep, adds what is remembered
/// to where inertia takes it, and weighs its forces by the part that acts at the end. Comes when
/// the first round has found the touches. `seen`: nothing but the filter moves cloth after the
/// proposal, and nothing is on its way back from a crossing; else every piece has backward Euler.
void wf_swing_act(wf_system* system, const wf_touches* touches, bool seen);

/// Whether the first proposal changes the forces of a piece of cloth too much for the rule. Such
/// pieces have backward Euler in this substep, and the proposal is to be made again.
bool wf_swing_doubt(wf_system* system, const wf_touches* touches);

/// Remembers the forces at the end of a substep. Comes when everything has advanced, before
/// velocities are taken and touches learn.
void wf_swing_remember(wf_system* system, const wf_touches* touches);
