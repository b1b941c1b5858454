// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What particles do by themselves: the forces from outside, the place where inertia takes them in a
// substep, and the velocities that it leaves.
#pragma once

#include "world/world.h"

/// Air and gravity as they are at the start of the step, for all of it.
void wf_inertia_gather(weft_world* world);

/// Where inertia and outside forces take each particle in a substep of `h` seconds, and where the
/// solver begins. Returns the mean of the last substep and this one, s.
float wf_inertia_predict(weft_world* world, float h);

/// Velocities from where a substep of `h` seconds has led; `mean` is what was predicted with.
void wf_inertia_commit(weft_world* world, float h, float mean);
