// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a mesh must be before anything is built on it. Every check names the first bad element and
// says in one sentence what is wrong with it and what to do; nothing is changed.
#pragma once

#include "base/memory.h"
#include "weft/types.h"

/// Smallest area of a triangle, m2. Below it (a hundredth of a millimetre by two) the rest shape's
/// inverse is noise.
#define WF_MIN_TRIANGLE_AREA 1e-10f

/// Groups of weft_collision are the bits of this.
#define WF_ALL_GROUPS 0xffffu

/// Most vertices and triangles of all bodies, or all cloths, of a world: array sizes stay below
/// 2^32 bytes, also on wasm.
#define WF_MAX_VERTICES (1u << 22)
#define WF_MAX_TRIANGLES (1u << 23)

/// Every value finite and |value| <= limit; `width` values belong to one element.
weft_status wf_check_values(const float* values, size_t count, uint32_t width, float limit,
                            const char* where, weft_report* report);

/// Corners below vertex_count, three different ones a triangle.
weft_status wf_check_corners(const uint32_t* triangles, uint32_t triangle_count,
                             uint32_t vertex_count, weft_report* report);

/// No triangle smaller than WF_MIN_TRIANGLE_AREA. Points have 2 or 3 coordinates.
weft_status wf_check_areas(const float* points, uint32_t dimensions, const uint32_t* triangles,
                           uint32_t triangle_count, weft_report* report);

/// No triangle twice, no edge with three triangles, neighbours agree about their front; with
/// `closed` every edge has two triangles.
weft_status wf_check_manifold(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                              bool closed, weft_report* report);

/// No connected piece of a closed mesh has a negative volume.
weft_status wf_check_outward(wf_memory* memory, const float* positions, const uint32_t* triangles,
                             uint32_t triangle_count, uint32_t vertex_count, weft_report* report);

/// The lowest index of the set that v belongs to; `parent[v] <= v`, and v itself in the beginning.
/// Shortens the way for the next time.
uint32_t wf_find_root(uint32_t* parent, uint32_t v);
void wf_join_sets(uint32_t* parent, uint32_t a, uint32_t b);

/// Every vertex belongs to a triangle.
weft_status wf_check_used(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                          uint32_t vertex_count, weft_report* report);

/// Checks that groups and mask lie within WF_ALL_GROUPS.
weft_status wf_check_collision(const weft_collision* collision, weft_report* report);
