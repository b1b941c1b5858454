// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who belongs outside where two cloths cross: the one of the higher layer. Outside is where the
// nearest surface of a body faces; where there is no body, the front of the cloth of the lower
// layer. Cloths of one layer have no order, and the smaller side of the cut comes back.
#pragma once

#include "repair/crossings.h"

/// Sets the order of all contours of cloth with cloth.
void wf_order_contours(wf_crossings* crossings, const wf_repair_mesh mesh[2]);

/// Normal of a surface along an edge, unit.
wf_f4 wf_edge_normal(const wf_repair_mesh* mesh, uint32_t edge);
