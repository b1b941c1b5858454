// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the selections of touches, against bodies and between layers, have in common.
#pragma once

#include "contact/contact.h"

/// rho over the effective mass per h2; below about 30 the filter has to do the solver's work.
#define WF_TOUCH_KAPPA 100.0f

/// A contact that starts nearer than the radius opens by this much a substep at most, m.
#define WF_TOUCH_GROWTH 0.0005f

/// Gives a new touch the multipliers of the same pair in the last detection, or of the pair that
/// its vertex slid from. Kind, features and direction are set.
void wf_touch_inherit(const wf_contact* contact, wf_touch* touch);
