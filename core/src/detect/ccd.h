// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Continuous collision detection: whether a vertex and a face, or two edges, whose points move in
// straight lines meet within a step. Conservative: "no" is a proof, whatever the rounding; "yes"
// may be said of features that miss each other by a hair (about 1e-9 of their size and motion when
// the case is degenerate, rounding of the determinants else). The coplanarity cubic after
//   Provot, "Collision and self-collision handling in cloth model dedicated to design garments",
//   1997; Bridson, Fedkiw, Anderson, "Robust treatment of collisions, contact and friction for
//   cloth animation", 2002;
// conservativeness as in
//   Wang et al., "A large-scale benchmark and an inclusion-based algorithm for continuous collision
//   detection", 2021, by other means.
// Features are closed and so is the step: touching is a hit, at its start and end too.
#pragma once

#include <stdbool.h>

typedef enum wf_ccd_kind {
    WF_CCD_VERTEX_FACE = 0, // points: vertex, three corners
    WF_CCD_EDGE_EDGE = 1,   // points: two ends, two ends
} wf_ccd_kind;

typedef struct wf_ccd_query {
    double from[4][3], to[4][3]; // the points at the start and at the end of the step
    double separation;           // a hit is a distance of this or less; 0 or more
    double rounding;             // by how much each coordinate may differ from what is meant
} wf_ccd_query;

typedef struct wf_ccd_hit {
    double time;      // of the step, 0..1: there is no hit before
    double n[3];      // unit, from the second feature to the first, or 0 when none was seen
    double weight[4]; // sum w x points from the second feature to the first at that time: two
                      // convex combinations, the second negative
} wf_ccd_hit;

/// Whether the features may meet. `hit` is filled when they do. Values that are not finite count as
/// a hit at the start.
bool wf_ccd(wf_ccd_kind kind, const wf_ccd_query* query, wf_ccd_hit* hit);
