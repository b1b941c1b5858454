// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Global intersection analysis: which part of a cloth is on the wrong side. A contour that closes,
// or ends at borders, cuts a piece out of the cloth; the smaller side of the cut is the one that
// went through and has to come back. Against a body no vote is needed: its inside is the wrong
// side. What a contour does not cut in two (it ends inside the cloth) stays undecided here.
//   Baraff, Witkin, Kass, "Untangling cloth", 2003.
#pragma once

#include "repair/crossings.h"

/// A piece of cloth on the wrong side of a contour.
typedef struct wf_region {
    uint32_t contour;
    uint32_t first, count; // in `members`, those next to the contour first
    uint8_t sheet;         // colour: the surface of the contour that it belongs to
} wf_region;

/// Result and scratch. Start from zero.
typedef struct wf_global_intersection {
    wf_region* regions;
    uint32_t region_count;
    uint32_t* members; // particles, ring by ring from the contour
    uint32_t member_count;
    uint32_t* cut;   // per edge: the last cut that it was part of
    uint32_t* claim; // per particle: 4 * cut + 2 * sheet + side, of the last cut that reached it
    float* nearest;  // per particle next to a cut: m2, to its nearest crossing
    uint32_t* queue; // per particle
    size_t regions_capacity, members_capacity, cut_capacity, claim_capacity, nearest_capacity;
    size_t queue_capacity;
} wf_global_intersection;

/// Sets `inside` of the crossings whose edge is cloth and lists the regions: at most one a contour
/// and surface; one for all bodies together. False when out of memory.
bool wf_global_intersection_find(wf_memory* memory, wf_global_intersection* global,
                                 wf_crossings* crossings, const wf_repair_mesh mesh[2]);

void wf_global_intersection_free(wf_memory* memory, wf_global_intersection* global);
