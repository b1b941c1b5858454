// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How long substeps may be. Where cloth lies on something and nothing has to be kept from crossing,
// half as many do, if the solver looks closer at each: detection, two fifths of a step, is spared.
// Cloth that is cut, thrown, pulled or sewn, or that swings free, needs them short: there they are
// what keeps it from stretching, and its swing alive. And twice as many do where two parts of a
// body have just closed on cloth: the less they go at once, the narrower the gap that it can pass,
// and the sooner it is free again.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct weft_world weft_world;

/// So many even steps, and long substeps may follow.
enum { WF_EVEN_STEPS = 10 };

/// For how many steps after the last one with captured cloth substeps are fine: thighs that walk
/// close again. And how many of them in a row make a pinch that lasts, which has the usual ones
/// until it is over: fine ones do not free what lies between parts that overlap.
enum { WF_PINCH_STEPS = 60, WF_LASTING_STEPS = 15 };

/// A substep of a world that is not even takes at most so long, s.
float wf_pace_short_seconds(const weft_world* world);

/// Whether a step begins that is steady: after even ones, or after one in which bodies held all
/// cloth and little was cut. The solver may then leave alone what is settled.
bool wf_pace_is_steady(const weft_world* world);

/// Whether a step begins in which substeps may be long.
bool wf_pace_is_long(const weft_world* world);

/// Fewest substeps of a step, short and long ones.
uint32_t wf_pace_short_count(const weft_world* world);
uint32_t wf_pace_long_count(const weft_world* world);

/// How many substeps a step has where one usually does: more where cloth was pinched.
uint32_t wf_pace_refinement(const weft_world* world);

/// How far a body may go against cloth in a step with that many long substeps, m.
float wf_pace_long_way(const weft_world* world);

/// After a step: whether it was even.
void wf_pace_watch(weft_world* world);

/// An event has happened, or what is there has changed: cloth may answer.
void wf_pace_stir(weft_world* world);
