// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How far convex solids go in a step, as drift.h has it for triangles: in space where cloth is, and
// against the cloth that they come near to.
#pragma once

#include "math/simd.h"
#include "world/world.h"

/// The longest move of a point of a solid whose way meets a box, m: all of its lanes but the last.
float wf_solid_move(const weft_world* world, wf_f4 lo, wf_f4 hi);

/// The longest move of a solid against a triangle of cloth that comes nearer than `met` to it, m,
/// with cloth at its present speed; no less than `least`.
float wf_solid_drift(const weft_world* world, float met, float least);
