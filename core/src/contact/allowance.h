// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much of its certified gap a pair may give up in one round.
#pragma once

#include "contact/contact.h"
#include "math/simd.h"
#include "weft/base.h"
#include "weft/constants.h"

/// Below this a change of height is rounding, m: at rest on the limit a pair would otherwise ask
/// for fraction 0.
#define WF_HEIGHT_ROUNDING 1e-8f

/// How far a pair may close by pushes: to twice the safety gap; closer pairs are opened a little.
static inline float wf_push_allowance(float gap) {
    float a = gap - 2.0f * WEFT_SAFETY_GAP, b = 0.8f * gap;
    float allowed = a < b ? a : b;
    return allowed > -0.5f * WEFT_SAFETY_GAP ? allowed : -0.5f * WEFT_SAFETY_GAP;
}

/// How far it may close at all: never past the safety gap, never more than half of what is left of
/// it, and not at all where rounding could do the rest.
static inline float wf_close_allowance(float gap) {
    float a = gap - WEFT_SAFETY_GAP, b = 0.5f * gap, most = gap - WEFT_LEAST_GAP;
    float allowed = a > b ? a : b;
    allowed = allowed < most ? allowed : most;
    return allowed > 0.0f ? allowed : 0.0f;
}

/// Takes a particle's displacement away; true when it had one.
static inline bool wf_freeze(float* displacement, uint32_t particle, uint8_t* moves) {
    float* d = displacement + 4 * (size_t)particle;
    if (d[0] == 0.0f && d[1] == 0.0f && d[2] == 0.0f) {
        return false;
    }
    d[0] = d[1] = d[2] = 0.0f;
    moves[particle] = 1;
    return true;
}

/// Keeps a displacement inside the box that the search of pairs covered.
static inline void wf_clip_to_box(const wf_contact* c, float* displacement, uint32_t particle) {
    float* d = displacement + 4 * (size_t)particle;
    wf_f4 lo = wf_f4_load(c->cloth_lo + 4 * (size_t)particle);
    wf_f4 hi = wf_f4_load(c->cloth_hi + 4 * (size_t)particle);
    wf_f4_store(d, wf_f4_min(wf_f4_max(wf_f4_load(d), lo), hi));
}
