// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether two objects come near each other in a step, by boxes: of the whole, then of runs of
// triangles. What is not near cannot have touched; what is may have.
#pragma once

#include "world/world.h"

/// Whether what two cloths show is nearer than `margin`, m, along every axis.
bool wf_cloths_are_near(const wf_cloth* a, const wf_cloth* b, float margin);

/// Whether a body, on its way from obstacle.x0 to x1, comes nearer to a cloth than `margin`, m, and
/// than its longest way: it need not go straight. A body that stands comes near to nobody.
bool wf_body_comes_near(const wf_obstacle* obstacle, const wf_body* body, const wf_cloth* cloth,
                        float margin);

/// Whether a body moves at all in this step.
bool wf_body_goes(const wf_obstacle* obstacle, const wf_body* body);
