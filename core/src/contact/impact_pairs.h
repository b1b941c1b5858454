// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Points of cloth and bodies in one list, and which features of them may meet during a step: vertex
// and face, edge and edge, of cloth with cloth and with bodies.
#pragma once

#include "detect/ccd.h"
#include "structures/dop_tree.h"
#include "weft/types.h"

/// One of the two surfaces. `owns` as wf_obstacle.owns, or null when every triangle stands for all
/// of its corners and edges.
typedef struct wf_impact_surface {
    const uint32_t* triangles; // 3 per triangle
    const uint8_t* owns;
    uint32_t point_count, triangle_count;
} wf_impact_surface;

typedef struct wf_impact_feature {
    wf_ccd_kind kind;
    uint32_t point[4]; // as in wf_ccd_query
} wf_impact_feature;

typedef struct wf_impact_pairs {
    uint32_t cloth_points, point_count; // cloth first
    uint32_t cloth_triangles, triangle_count;
    uint32_t* triangles;
    uint8_t* owns;
    float* x0;              // 4 per point: start of the step
    float* x1;              // end
    uint32_t* same;         // per point: the point that it counts as (seams that close)
    float* inverse_mass;    // 1/kg, 0 for what moves as it is told
    uint8_t* exempt;        // per point of cloth: its features meet no body
    const uint32_t* tangle; // per point of cloth: features with the same pass each other,
                            // UINT32_MAX for none; or null
    weft_collision* who;    // per point: whom its object may touch; or null for everyone
    wf_dop_tree cloth, body;
    wf_dop_stack stack;
    wf_pair_list list;
    wf_pairs found; // of triangles, numbered over both surfaces; in order, so that nothing depends
                    // on where the trees were built
} wf_impact_pairs;

/// Room for two surfaces; the body may be empty. x0 and x1 are to be filled before the first
/// search; same is the identity. False when memory is out; free it then too.
bool wf_impact_pairs_create(wf_memory* memory, const wf_impact_surface* cloth,
                            const wf_impact_surface* body, wf_impact_pairs* out);
void wf_impact_pairs_free(wf_memory* memory, wf_impact_pairs* pairs);

/// Finds the pairs of triangles that may come within `reach`, m, between x0 and x1. False when
/// memory is out.
bool wf_impact_pairs_search(wf_memory* memory, wf_impact_pairs* pairs, float reach);

/// Calls `visit` for every pair of features within `reach` of the last search that can be kept
/// apart: one of its points may move freely, none is exempt, in one tangle with another or shared,
/// and their objects may touch. In a fixed order.
typedef void wf_impact_visit(void* context, const wf_impact_feature* feature);
void wf_impact_pairs_visit(const wf_impact_pairs* pairs, float reach, wf_impact_visit* visit,
                           void* context);

/// The exact motion of a feature from x0 to x1.
wf_ccd_query wf_impact_query(const wf_impact_pairs* pairs, const wf_impact_feature* feature);
