// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How fast bodies move against the cloth that they meet. What rides on a swinging leg goes with it:
// only the difference has to be followed by contact, so only the difference asks for substeps.
// Cells of a coarse grid hold where their cloth is and the range of its moves; a triangle of a body
// is compared with every cell whose cloth it comes near in the step, seen from that cloth.
#pragma once

#include "world/world.h"

typedef struct wf_drift wf_drift;

/// Makes or remakes the cells for the world's present number of particles. False when memory is
/// out.
bool wf_drift_rebuild(weft_world* world);
void wf_drift_destroy(weft_world* world);

/// The longest move in this step of a body vertex against cloth that it comes near, m, but no more
/// than its move in space and no less than `least`. Bodies go from obstacle.x0 to x1, as measured
/// in obstacle.way2, cloth at its present speed.
float wf_drift_measure(weft_world* world, float least);
