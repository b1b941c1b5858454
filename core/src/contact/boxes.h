// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a particle may end in a round: boxes for displacements. The rest of their interface is in
// contact.h.
#pragma once

#include "contact/contact.h"

/// Particles whose widest slack is found at a time: `widest` has room for one in so many.
enum { WF_BOX_BLOCK = 512 };

/// New boxes for those whose displacement leaves theirs, by more than may well be cut: they are
/// marked, and where everybody's box is now round goes to `ends`, 4 per particle, m. Predictions
/// stay, so the filter finds the pairs of these late.
void wf_contact_box_strays(wf_contact* c, const float* displacement, float* ends, uint8_t* strays);
