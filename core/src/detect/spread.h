// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A sheet that lies spread out needs no search: seen along one direction all its triangles face the
// viewer and its border nearly never turns back, so that the view shows no point twice, and what is
// not joined is as far apart as the triangles are high.
//   Volino, Magnenat-Thalmann, "Efficient self-collision detection on smoothly discretized surface
//   animations using geometrical shape regularity", 1994: normals in a cone and a contour without
//   crossings. Here the contour is bounded by its turns alone, and the outcome is a distance.
#pragma once

#include "base/memory.h"
#include "detect/surface.h"

typedef struct wf_spread {
    uint32_t* rim;      // the vertices of the border in order
    uint32_t rim_count; // 0: the cloth is not one sheet with one border and no seams
} wf_spread;

/// `same` as in wf_joins. False when memory is out; free it then too.
bool wf_spread_create(wf_memory* memory, wf_spread* spread, const wf_surface* cloth,
                      const uint32_t* same);
void wf_spread_free(wf_memory* memory, wf_spread* spread);

/// Whether no two features that share no vertex are predicted to come within `reach` (m) of each
/// other, or may touch: whether wf_self_collect would find nothing, and nothing crosses on the way.
/// False says nothing.
bool wf_spread_is_clear(const wf_spread* spread, const wf_surface* cloth, float reach);
