// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vectors in lanes for the repair: x, y, z count, the fourth lane is anything. What takes many
// instructions is out of line, since every page loads the repair and few ever run it.
#pragma once

#include "math/simd.h"

#include <stddef.h>
#include <stdint.h>

/// a + s b.
static inline wf_f4 wf_lanes_muladd(wf_f4 a, wf_f4 b, float s) {
    return wf_f4_muladd(b, wf_f4_splat(s), a);
}

static inline wf_f4 wf_lanes_scale(wf_f4 a, float s) {
    return wf_f4_mul(a, wf_f4_splat(s));
}

/// Vector `i` of an array with four floats a vector.
static inline wf_f4 wf_lanes_at(const float* x, uint32_t i) {
    return wf_f4_load(x + 4 * (size_t)i);
}

float wf_lanes_dot(wf_f4 a, wf_f4 b);
wf_f4 wf_lanes_cross(wf_f4 a, wf_f4 b);

/// Of length 1, or a itself when it has none.
wf_f4 wf_lanes_unit(wf_f4 a);

/// Unit normal of a triangle.
wf_f4 wf_lanes_normal(const float* x, const uint32_t* triangle);
