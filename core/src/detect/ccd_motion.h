// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the two halves of the continuous detection share: the motion of two features relative to
// each other, and proofs that they stay apart for a while.
//
// Rounding. u = 2^-53, M is the largest coordinate of a difference of points, `slip` (u M plus
// twice the rounding of the input) what a computed difference may miss. Bounds below are counted
// from the operations and rounded up.
#pragma once

#include "detect/ccd.h"

#define WF_CCD_U 1.1102230246251565e-16

/// Differences of points: linear in time. Scaled by a power of two so that M is near 1.
typedef struct wf_ccd_motion {
    wf_ccd_kind kind;
    int count;         // of differences: 3 of a vertex and a face, 4 of two edges
    double d[2][4][3]; // start, end. VF: v - f_i; EE: a_i - b_j at 2 i + j
    double e[2][3][3]; // VF: f_i+1 - f_i; EE: a_1 - a_0, b_1 - b_0
    double size;       // M
    double slip;
    double separation;
} wf_ccd_motion;

/// Polynomials in time, in Bernstein form; each proves the features apart where it is greater than
/// its margin.
typedef struct wf_ccd_signs {
    int count;
    int degree[6];
    double coefficient[6][5];
    double margin[6];
} wf_ccd_signs;

static inline double wf_ccd_lerp(double a, double b, double t) {
    return (1.0 - t) * a + t * b;
}

/// The coplanarity cubic with both signs, and by which edge of the face the vertex passes, or past
/// which end of an edge the other passes.
void wf_ccd_signs_build(const wf_ccd_motion* motion, wf_ccd_signs* signs);

/// The latest time, at least t, up to which one polynomial proves the features apart.
double wf_ccd_signs_reach(const wf_ccd_signs* signs, double t);
