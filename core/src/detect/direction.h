// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The choice between two directions along which a pair is proven apart. That of the closest points
// has the widest gap, but it slants where one surface slides over the other, and would stop it
// short of what it only passes; the direction across the surface has a narrower gap that stays.
#pragma once

#include "math/vec.h"
#include "weft/constants.h"

/// A little more than the part of its gap that the filter keeps for a pair (contact/allowance.h).
#define WF_KEPT_PART 0.25f

/// A direction along which a pair is proven apart: gap now and gap as predicted, m.
typedef struct wf_proof {
    float gap, predicted;
} wf_proof;

/// Whether the filter would hinder the predicted move.
static inline bool wf_is_stopped(wf_proof p) {
    return p.predicted < WF_KEPT_PART * p.gap;
}

/// Whether the filter would, or a force of this reach, m.
static inline bool wf_is_in_the_way(wf_proof p, float reach) {
    return wf_is_stopped(p) || p.predicted < (p.gap < reach ? p.gap : reach) - WEFT_SAFETY_GAP;
}

/// Whether another direction is as good a proof and hinders less: forces count the gap that is
/// left, the filter counts it against the gap that there was.
static inline bool wf_hinders_less(wf_proof other, wf_proof p) {
    if (!(other.gap > 2.0f * WEFT_SAFETY_GAP || other.gap > 0.5f * p.gap)) {
        return false;
    }
    return wf_is_stopped(p) && p.gap > 0.0f ? other.predicted * p.gap > p.predicted * other.gap
                                            : other.predicted > p.predicted;
}
