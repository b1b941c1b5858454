// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertices in colours: no two neighbours share one, so what is done to a colour may be done in any
// order or at once.
#pragma once

#include "mesh/topology.h"

/// Greedy in index order over symmetric neighbour rows. Row c of `out` lists the vertices of colour
/// c, ascending. False when memory is out.
bool wf_colour_rows(wf_memory* memory, const wf_rows* neighbours, wf_rows* out);
