// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Drag and lift of moving air on every triangle. Still air brakes a moving cloth too. The gusts are
// the curl of smooth noise, so the wind has no sources, and they drift with the mean wind (frozen
// turbulence, Taylor 1938). After Ling, Damodaran, Gay 1996 (flat plates in a flow); Bridson,
// Houriham, Nordenstam 2007 (curl noise).
#pragma once

#include "weft/types.h"

struct wf_pool; // base/parallel.h

typedef struct wf_air {
    float density;    // kg/m3; 0: there is no air
    float wind[3];    // m/s, mean
    float gust;       // m/s, root mean square of the turbulent part over space and time
    double origin[3]; // m, of the places that are asked about
} wf_air;

/// What the air blows on: `x` and `v` have 4 floats a particle, `drag` and `lift` are coefficients
/// a triangle, `mass` is in kg a particle.
typedef struct wf_blown {
    const float *x, *v;
    const uint32_t* triangles;
    const float *drag, *lift, *mass;
    uint32_t triangle_count, particle_count;
} wf_blown;

/// Adds N to `force` (4 floats a particle). The velocities are those before the substep of length
/// `h`; no force is larger than what stops the relative wind within it. Threads of `pool` help
/// where there is `scratch` of 16 floats for every four triangles; both may be null.
void wf_air_forces(const wf_air* air, const wf_blown* cloth, float time, float h,
                   struct wf_pool* const* pool, float* scratch, float* force);

/// The wind at a point and time, m/s.
void wf_air_wind(const wf_air* air, const float point[3], float time, float wind[3]);
