// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Methods that cannot work with the bodies there are. The defaults take everything; a row of the
// lab may need closed bodies, or room for its cells. It is asked before the first step with new
// bodies, cloths, methods or parameters.
#pragma once

#include "world/world.h"

/// Rebuilds the world, if that is due, when the structure and the response that were chosen can
/// work with it; else one sentence says why not, and it stays due to be rebuilt.
weft_status wf_refuse_or_rebuild(weft_world* world, weft_report* report);
