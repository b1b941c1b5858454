// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `impact_zones` of a world, in place of the filter.
#pragma once

#include "contact/contact.h"

/// Changes the displacements D = z - x in place (4 per particle) so that nothing meets while cloth
/// and bodies go alpha of their way. Captured particles meet nobody.
wf_filter_result wf_impact_respond(weft_world* world, float* displacement);

void wf_impact_destroy(weft_world* world);
