// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What grabbing hands do to the system: springs on a handful of particles each, made anew in every
// substep, hand by hand.
#pragma once

#include "world/world.h"

/// Most particles of a handful; on finer meshes it is smaller.
enum { WF_GRAB_MOST = 64 };

/// Puts the springs of the hands behind those of the pins, for the places at the start of the
/// substep. Nothing when nothing is grabbed.
void wf_grab_place(const weft_world* world);
