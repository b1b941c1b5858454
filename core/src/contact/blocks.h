// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who is at fault when a substep ends before everything has arrived.
#pragma once

#include "world/world.h"

/// Notes the pairs that leave the displacements of the last filter no room. Those noted before in
/// this step are kept; of several pairs of the same things the first one counts.
void wf_blocks_note(weft_world* world, const float* displacement);
