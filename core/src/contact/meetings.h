// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a seam closes, the particles that become one are proposed to go to one place. Each has
// pairs of its own, so pushes would lead them apart again, in every substep to the same two places:
// a fold or a body in the way would keep the seam open for good. So they go as one through the
// pushes: what moves one of them moves all, and the pairs of all decide where they meet.
#pragma once

#include "contact/contact.h"

/// After a pass of pushes: the rest of a group goes where the particle went that was pushed
/// furthest. `moves` marks what the pass moved, and gets those that follow.
void wf_meetings_hold(const wf_contact* contact, float* displacement, uint8_t* moves);
