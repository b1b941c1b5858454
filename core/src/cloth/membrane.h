// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Membrane energy of a triangle in warp and weft, four triangles a call.
//
// With u = sum_i gu_i x_i and v = sum_i gv_i x_i (the deformed weft and warp directions; gu, gv are
// constants of the rest shape), the energy is
//     A/2 ( k_u(C_u) C_u^2 + k_v(C_v) C_v^2 + k_s C_s^2 + 2 k_uv C_u C_v ),
//     C_u = |u| - 1,  C_v = |v| - 1,  C_s = u.v / (|u||v|),
// weak in compression (k times `compression` for C < 0), plus a cubic limit on the largest
// principal stretch, plus damping on the rate of the strains, which is zero for a rigid motion.
// After Baraff, Witkin 1998 (energy); Kim 2020 (its definite Hessian); Li et al. 2025 (cubic
// limit).
#pragma once

#include "math/simd.h"
#include "weft/types.h"

/// Constants of four triangles. A padded lane has area 0 and acts as nothing.
typedef struct wf_membrane {
    wf_f4 gu[3]; // 1/m, one per corner, they sum to 0
    wf_f4 gv[3];
    wf_f4 area;         // m2
    wf_f4 stretch_u;    // N/m weft
    wf_f4 stretch_v;    // N/m warp
    wf_f4 shear;        // N/m
    wf_f4 coupling;     // N/m, k_uv
    wf_f4 compression;  // factor
    wf_f4 limit;        // principal stretch - 1 where the limit starts
    wf_f4 limit_k;      // N/m, stiffness of the limit
    wf_f4 damping_rate; // damping seconds / substep seconds: scales the stiffness of the rate term
} wf_membrane;

/// What an evaluation gives per lane: the gradient with respect to u and v, already times area, and
/// the positive semidefinite 6x6 Hessian in blocks. Force on corner i is -(gu_i pu + gv_i pv); the
/// Hessian block of corners i, j is gu_i gu_j uu + gu_i gv_j uv + gv_i gu_j uv^T + gv_i gv_j vv.
typedef struct wf_membrane_result {
    wf_f4 pu[3], pv[3];
    wf_f4 uu[6]; // xx xy xz yy yz zz
    wf_f4 vv[6];
    wf_f4 uv[9]; // row major
} wf_membrane_result;

/// The three strains of lanes of triangles.
typedef struct wf_membrane_strains {
    wf_f4 u, v, shear;
} wf_membrane_strains;

wf_membrane_strains wf_membrane_strains_at(const wf_f4 u[3], const wf_f4 v[3]);

/// u, v: deformed directions now; start: strains at the start of the substep (for damping).
void wf_membrane_evaluate(const wf_membrane* m, const wf_f4 u[3], const wf_f4 v[3],
                          const wf_membrane_strains* start, wf_membrane_result* out);

/// Energy of each lane, J, without damping.
wf_f4 wf_membrane_energy(const wf_membrane* m, const wf_f4 u[3], const wf_f4 v[3]);

/// Largest principal stretch of each lane.
wf_f4 wf_membrane_stretch(const wf_f4 u[3], const wf_f4 v[3]);

/// gu, gv and the area of one triangle from its three material points (2 floats each). False when
/// the triangle is degenerate.
bool wf_membrane_rest(const float* a, const float* b, const float* c, float gu[3], float gv[3],
                      float* area);
