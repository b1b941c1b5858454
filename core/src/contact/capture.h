// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a body leaves cloth no room, the vertices concerned are declared captured: see capture.c.
#pragma once

#include "contact/contact.h"

/// How a vertex was captured: bodies have closed on it, or it was found on the wrong side. What has
/// sunk in takes along what crosses round it, and all of it is led out; of what is pinched the
/// neighbours keep their side.
enum { WF_FREE = 0, WF_PINCHED = 1, WF_SUNK = 2 };

/// Declares the vertices whose pairs leave less than `share` of the way that body and cloth want to
/// close (`between`: those that lie between two faces), and returns what the others allow of it.
float wf_capture_pinched(wf_contact* c, const float* displacement, float share, bool between);

/// Takes the pairs of captured vertices out of the filter.
void wf_capture_exempt(wf_contact* contact);

/// Declares one particle, if it is free.
void wf_capture_add(wf_contact* contact, uint32_t particle, uint8_t how);

/// After the audit: declares what crosses where it may, releases what is outside and clear, and
/// counts.
void wf_capture_update(wf_contact* c, bool may_capture);
