// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Another plane for a pair that the one it was found with would stop.
#pragma once

#include "contact/contact.h"

/// Turns the plane of a pair to one that proves it apart on the whole way of a displacement; false,
/// and the plane stays, where none that is tried does. `of_layers`: both sides are cloth.
bool wf_turn_plane(const wf_contact* contact, wf_plane* plane, bool of_layers,
                   const float* displacement);
