// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a body leaves cloth no room, the vertices concerned are declared captured: see capture.c.
#pragma once

#include "contact/contact.h"

/// Declares the vertices whose pairs leave less than `share` of the way that body and cloth want to
/// close (`between`: those that lie between two faces), and returns what the others allow of it.
float wf_capture_pinched(wf_contact* c, const float* displacement, float share, bool between);

/// Takes the pairs of captured vertices out of the filter.
void wf_capture_exempt(wf_contact* contact);

/// Declares one particle.
void wf_capture_add(wf_contact* contact, uint32_t particle);

/// After the audit: declares what crosses where it may, releases what is outside and clear, and
/// counts.
void wf_capture_update(wf_contact* c, bool may_capture);
