// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How seams end: see sewing.c.
#pragma once

#include "solve/system.h"

/// Leads the groups of closed seams to their common points in the proposal z.
void wf_sewing_snap(wf_system* s);

/// Widest open seam pair, m.
float wf_sewing_gap(const wf_system* s);

/// Welds what coincides at the end of a step and moves the sewing on by one frame. True when
/// vertices were welded: the particles are others then.
bool wf_sewing_weld(wf_system* s);

/// Seam pairs that are not welded yet.
uint32_t wf_sewing_open(const wf_objects* objects);
