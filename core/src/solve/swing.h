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
// else sees and v = w + late the one that the rule means:
//     a1 = (1 - alpha) f1 + alpha f0
//     x1 = x0 + h v0 + h^2 (ahead a1 + behind a0 + gravity, air, contact)
//     v1 = v0 + h ((1 - gamma) a0 + gamma a1)
// ahead is Newmark's beta = (1 + alpha)^2 / 4, behind 1/2 - beta, gamma 1/2 + alpha. Backward Euler
// is alpha = 0, ahead = gamma = 1, behind = 0, and what lies between the two on a straight line is
// stable too: the slower a cloth moves, the nearer it comes to backward Euler, which brings it to
// rest. The weights add up to 1, so free fall and rest stay what they are.
//
// f1 is what the solver's proposal leaves of the balance of momentum, not the gradient there: of a
// micrometre that gradients leave over the gradient would make 100 m/s2.
#pragma once

#include "solve/system.h"

/// Chooses, by its speed, how much of the rule each cloth gets in this step.
void wf_swing_begin(wf_system* system);

/// What is remembered adds to the way of a particle in a substep of h seconds, m.
wf_f4 wf_swing_way(const wf_system* system, uint32_t particle, float h);

/// Weighs the forces of the cloth by the part of them that acts at the end of the substep.
void wf_swing_weigh(wf_system* system);

/// Remembers the forces at the end of a substep. Comes when everything has advanced, before
/// velocities are taken and touches learn.
void wf_swing_remember(wf_system* system, const wf_touches* touches);
