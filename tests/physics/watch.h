// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs that must survive bad input: every step is checked, also from outside, and what was reached
// on the way is kept.
#pragma once

#include "weft/weft.h"

/// What a run came to.
typedef struct watch {
    weft_world* world;
    weft_step_report last;
    uint32_t most_captured, most_tangled, most_declared, most_rounds;
    float most_strain, most_lag, most_speed;
} watch;

/// Everything is at a finite place and moves at a finite speed.
void check_places(const weft_world* world, uint32_t step);

/// One step, and everything that has to be true after any.
void watch_step(watch* w);
void watch_steps(watch* w, uint32_t count);

/// Notes what the run came to so far.
void watch_note(const watch* w, const char* what);

/// Steps until nothing is declared any more; that it takes more than `allowed` steps is a failed
/// check.
void watch_until_clean(watch* w, const char* what, uint32_t allowed);

/// How far from the origin the farthest, or else the nearest, vertex of the first cloth is.
float watch_reach(const watch* w, bool farthest);

void watch_end(watch* w);
