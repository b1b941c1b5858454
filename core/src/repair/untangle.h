// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How crossed cloth gets back: where a side can be told (global_intersection), that side comes back
// through the faces it went through, all of it in one direction; elsewhere the contour is shortened
// (contour). The result is a push for every particle concerned and the name of the tangle it
// belongs to: features of one tangle may pass each other, everything else stays forbidden.
#pragma once

#include "repair/push_out.h"
#include "weft/types.h"

struct wf_repair_rule;

typedef struct wf_untangle_options {
    const struct wf_repair_rule* rule; // of the method that was chosen
    float reach;                       // m, longest push
    float margin;                      // m, how far beyond the face the way back leads
} wf_untangle_options;

/// Result and scratch. Start from zero.
typedef struct wf_untangle {
    wf_crossings crossings;
    wf_global_intersection global;
    float* push;      // 4 per particle: m, and a nonzero weight where there is a push
    uint32_t* tangle; // per particle: the tangle it belongs to, UINT32_MAX for none
    uint32_t tangled; // particles with one
#ifdef WEFT_LAB
    wf_push_out push_out;
#endif
    wf_f4* moves;     // per crossing: of its edge against its face, m
    uint32_t* joined; // per contour: union of those that share particles
    uint32_t* region; // per particle: the last region that gave it a push
    size_t push_capacity, tangle_capacity, moves_capacity, joined_capacity, region_capacity;
} wf_untangle;

/// Finds the pushes for a pose. Arguments as for wf_crossings_trace. False when out of memory.
bool wf_untangle_find(wf_memory* memory, wf_untangle* untangle, const wf_repair_mesh mesh[2],
                      const wf_pair* self, uint32_t self_count, const wf_pair* across,
                      uint32_t across_count, const wf_untangle_options* options);

void wf_untangle_free(wf_memory* memory, wf_untangle* untangle);

/// A method of repair.
typedef struct wf_repair_rule {
    /// Fills untangle->push (zero before) from the crossings and their contours. False when memory
    /// is out. Null: what is crossed stays crossed.
    bool (*push)(wf_memory* memory, wf_untangle* untangle, const wf_repair_mesh mesh[2],
                 const wf_untangle_options* options);
    bool has_regions;  // wants to know what contours cut off: untangle->global
    bool has_sides;    // where a side can be told, that side comes back
    bool has_contours; // elsewhere the contour is shortened
} wf_repair_rule;

extern const wf_repair_rule wf_rule_auto; // stands for another: wf_rule_in_use
extern const wf_repair_rule wf_rule_untangle;
extern const wf_repair_rule wf_rule_push_out;
extern const wf_repair_rule wf_rule_contour;
extern const wf_repair_rule wf_rule_global_intersection;
extern const wf_repair_rule wf_rule_none;

/// The rule that was chosen, or the one that "auto" stands for under a response that is `repaired`
/// by default or not.
const wf_repair_rule* wf_rule_in_use(const wf_repair_rule* chosen, bool repaired);
