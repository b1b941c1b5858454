// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertex normals, for shading and for contact: area-weighted sums over triangles in their order.
#pragma once

#include "base/memory.h"

/// Unit normals (3 per vertex) into `out`. Vertex v counts as vertex merge[v], so that a welded
/// seam shades smoothly; merge may be null and merge[v] <= v. Positions have 3 floats a vertex;
/// `sums` is scratch of 4 per vertex. A vertex without area gets (0, 1, 0).
void wf_normals(const float* positions, const uint32_t* triangles, uint32_t triangle_count,
                const uint32_t* merge, uint32_t vertex_count, float* sums, float* out);

/// Sums alone, 4 per vertex, from positions with 4 floats a vertex: where the surface faces, not of
/// unit length.
void wf_normal_sums(const float* x, const uint32_t* triangles, uint32_t triangle_count,
                    uint32_t vertex_count, float* sums);
