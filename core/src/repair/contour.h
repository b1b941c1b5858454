// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Intersection contour minimisation. However two surfaces came to cross, the contour along which
// they do is gone once its length is zero. Each crossing knows how its length changes when the edge
// moves against the face; all crossings of a contour together know how it changes when one surface
// moves against the other. The two are added, so that a contour that is straight, and whose
// crossings see nothing to gain, still follows its ends, and a small one near a border does not
// stall.
//   Volino, Magnenat-Thalmann, "Resolving surface collisions through intersection contour
//   minimization", 2006.
#pragma once

#include "repair/crossings.h"

/// For every crossing of one contour (in `moves`) how far its edge should go against its face, m,
/// at most `reach`. The method needs no inside and knows none: it works on open surfaces, and may
/// leave by the far side.
void wf_contour_move(const wf_crossings* crossings, const wf_contour* contour, float reach,
                     wf_f4* moves);
