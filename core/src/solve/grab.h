// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the pointer's grab does to the system: springs on a handful of particles, made anew in every
// substep.
#pragma once

#include "world.h"

/// Most particles of a handful; on finer meshes it is smaller.
enum { WF_GRAB_MOST = 64 };

/// Puts the springs of the grab behind those of the pins, for the places at the start of the
/// substep. Nothing when nothing is grabbed.
void wf_grab_place(const weft_world* world);
