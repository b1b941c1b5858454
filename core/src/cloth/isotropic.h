// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth as a sheet of an even material, which the engineer's numbers describe: Young's modulus,
// Poisson ratio, density and thickness. Bull, Slater, Buxton 2003, section 4.1, give their cloth
// these four and refer to Anderson 1998 for what follows from them. We take the thin plate of any
// textbook (Timoshenko): plane stress for the membrane, E t^3 / 12 (1 - nu^2) for bending.
#pragma once

#include "weft/types.h"

typedef struct wf_isotropic {
    float young;     // Pa
    float poisson;   // 0 to below 0.5
    float density;   // kg/m3
    float thickness; // m
} wf_isotropic;

/// Replaces weight, membrane and bending of a fabric. Air, friction, damping and the room that it
/// needs in contact stay.
void wf_isotropic_to_fabric(const wf_isotropic* material, weft_fabric* fabric);

/// Young's modulus times thickness of a fabric along a direction of its material, N/m: what a strip
/// that is cut along it answers to a pull. `weft` and `warp` are the direction's parts, of length
/// 1.
float wf_fabric_pull(const weft_fabric* fabric, float weft, float warp);
