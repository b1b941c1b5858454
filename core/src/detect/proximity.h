// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// "Who does touch whom": candidate triangle pairs of cloth and bodies become pairs of features
// (vertex-face, face-vertex, edge-edge): near.h.
#pragma once

#include "detect/collect.h"

/// Appends the feature pairs of candidates that could touch, or that are predicted to come within
/// `reach`, m, in the order of the candidates. With `late`, those around the particles that it
/// marks: those that the filter stopped or pushed aside and for which another place, or more slack,
/// is predicted now; pairs may then be there twice. False when memory is out.
bool wf_proximity_collect(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                          const wf_surface* body, float reach, const uint8_t* late,
                          wf_collect_work* work, wf_near_list* out);

/// Keeps the features of candidates that are within reach of each other where they are: `cloth` has
/// no slack, and nobody moves. False when memory is out.
bool wf_proximity_collect_near(wf_memory* memory, const wf_pairs* candidates,
                               const wf_surface* cloth, const wf_surface* body, float reach,
                               wf_collect_work* work, wf_meetings* out);
