// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Triangles that stand for features: each vertex and edge is owned by the first triangle that has
// it, so a loop over triangles meets every feature once. After Curtis, Tamstorf, Manocha 2008
// (representative triangles).
#pragma once

#include "base/memory.h"

/// Bits 0..2 of owns[t] for the corners and bits 3..5 for the edges opposite them that triangle t
/// stands for. False when memory is out.
bool wf_owners_assign(wf_memory* memory, const uint32_t* triangles, const uint32_t* triangle_edges,
                      uint32_t triangle_count, uint32_t vertex_count, uint32_t edge_count,
                      uint8_t* owns);
