// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A complete response to collisions, the second one beside the filter:
//   Bridson, Fedkiw, Anderson, "Robust treatment of collisions, contact and friction for cloth
//   animation", 2002; after Provot 1997 for the zones.
// Repulsions first, for what is close; then inelastic impulses for what meets, over and over; then
// what still meets moves as a rigid body, zones that grow until nothing meets. As a last resort
// everything, bodies included, moves only a part of its way. If nothing crosses at the start,
// nothing crosses at the end: the last pass tests the very positions that are committed, by
// detection that never says no wrongly.
#pragma once

#include "contact/impact_pairs.h"

typedef struct wf_impact_zone wf_impact_zone;

typedef struct wf_impact_zones {
    wf_impact_pairs pairs;
    float* move;      // 4 per point: from x0 to x1, m
    float* wanted;    // 4 per point: moves before zones were made rigid
    uint32_t* parent; // per point: forest of zones
    uint8_t* joined;  // per point: in a zone
    wf_impact_zone* zones;
    uint32_t* told; // pairs: a free point, and one that moves as it is told and met its zone
    size_t told_count, told_capacity;
} wf_impact_zones;

typedef struct wf_impact_limits {
    float thickness;      // m: nearer than this is pushed apart
    uint32_t passes;      // of impulses; 0 goes to zones at once
    uint32_t zone_passes; // 0 goes to the last resort at once
} wf_impact_limits;

typedef struct wf_impact_result {
    float alpha;       // part of every move that is granted; 1 but for the last resort
    uint32_t impulses; // that were given
    uint32_t zone_points;
    uint32_t passes, zone_passes; // that were needed
} wf_impact_result;

/// Room for two surfaces. False when memory is out; free it then too.
bool wf_impact_zones_create(wf_memory* memory, const wf_impact_surface* cloth,
                            const wf_impact_surface* body, wf_impact_zones* out);
void wf_impact_zones_free(wf_memory* memory, wf_impact_zones* zones);

/// Changes the moves of points with an inverse mass so that nothing meets on straight paths from
/// pairs.x0 to pairs.x0 + alpha * move, in floats (bodies at alpha = 1: to pairs.x1). To be filled:
/// pairs.x0, inverse_mass, exempt, same, `move` of the cloth, pairs.x1 of the bodies. `move` and
/// the result are out. What crosses at the start may still do so at the end. False when memory is
/// out.
bool wf_impact_zones_resolve(wf_memory* memory, wf_impact_zones* zones,
                             const wf_impact_limits* limits, wf_impact_result* result);
