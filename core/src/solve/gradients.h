// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Conjugate gradients on A d = r, with the preconditioner of coarse.h. After Hestenes, Stiefel
// 1952.
#pragma once

#include "solve/system.h"

/// Touches at the particles' places, the residual there in r, and the inverse of the block that
/// each particle has; d is 0.
void wf_gradients_start(wf_system* system, wf_touches* touches);

/// Iterates from what wf_gradients_start left. d becomes the step; in q is what the blocks of the
/// particles make of the residual at its end.
void wf_gradients_run(wf_system* system, wf_touches* touches, int iterations);
