// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Crossings counted from outside: every edge against every face of what a world shows, without any
// of its structures. Slow, and it knows nothing of seams.
#pragma once

#include "weft/weft.h"

/// Edges of cloth and bodies through faces, those between two bodies left out.
uint32_t count_crossings(const weft_world* world);

/// Those of cloth through cloth alone.
uint32_t count_cloth_crossings(const weft_world* world);
