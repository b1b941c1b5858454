// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The rigid motion of a group of points that has their momentum: mass, centre, angular momentum and
// inertia, gathered in two passes. After Bridson, "Computational aspects of dynamic surfaces",
// 2003, 3.3: the angular momentum counts velocities relative to that of the centre.
#pragma once

typedef struct wf_rigid {
    double mass;
    double centre[3], move[3]; // sums of mass times place and move; means after wf_rigid_settle
    double momentum[3];        // angular, about the centre
    double inertia[6];         // xx yy zz xy yz zx
    double half_turn[3];       // tan of half the angle along the axis, after wf_rigid_finish
} wf_rigid;

/// First pass: a point at x that would move by `move`.
void wf_rigid_add(wf_rigid* rigid, double mass, const float x[3], const float move[3]);
/// Between the passes.
void wf_rigid_settle(wf_rigid* rigid);
/// Second pass, the same points.
void wf_rigid_add_turn(wf_rigid* rigid, double mass, const float x[3], const float move[3]);
/// Solves for the turn, by the pseudo-inverse where the inertia is singular (points on a line).
void wf_rigid_finish(wf_rigid* rigid);

/// How a point at x moves with the group: a turn of less than half a circle, so that on straight
/// paths the group goes through affine images of itself and nothing in it meets.
void wf_rigid_move(const wf_rigid* rigid, const float x[3], float move[3]);
