// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four vectors at a time, an axis a register.
#pragma once

#include "math/simd.h"

typedef struct wf_v3x4 {
    wf_f4 x, y, z;
} wf_v3x4;

WF_INLINE wf_v3x4 wf_v3x4_sub(wf_v3x4 a, wf_v3x4 b) {
    return (wf_v3x4){wf_f4_sub(a.x, b.x), wf_f4_sub(a.y, b.y), wf_f4_sub(a.z, b.z)};
}

WF_INLINE wf_v3x4 wf_v3x4_add(wf_v3x4 a, wf_v3x4 b) {
    return (wf_v3x4){wf_f4_add(a.x, b.x), wf_f4_add(a.y, b.y), wf_f4_add(a.z, b.z)};
}

WF_INLINE wf_v3x4 wf_v3x4_scale(wf_v3x4 a, wf_f4 b) {
    return (wf_v3x4){wf_f4_mul(a.x, b), wf_f4_mul(a.y, b), wf_f4_mul(a.z, b)};
}

WF_INLINE wf_f4 wf_v3x4_minor(wf_f4 a, wf_f4 b, wf_f4 c, wf_f4 d) {
    return wf_f4_sub(wf_f4_mul(a, b), wf_f4_mul(c, d));
}

WF_INLINE wf_v3x4 wf_v3x4_cross(wf_v3x4 a, wf_v3x4 b) {
    return (wf_v3x4){wf_v3x4_minor(a.y, b.z, a.z, b.y), wf_v3x4_minor(a.z, b.x, a.x, b.z),
                     wf_v3x4_minor(a.x, b.y, a.y, b.x)};
}

WF_INLINE wf_f4 wf_v3x4_dot(wf_v3x4 a, wf_v3x4 b) {
    return wf_f4_muladd(a.z, b.z, wf_f4_muladd(a.y, b.y, wf_f4_mul(a.x, b.x)));
}

/// a + b * scale.
WF_INLINE wf_v3x4 wf_v3x4_muladd(wf_v3x4 a, wf_v3x4 b, wf_f4 scale) {
    return (wf_v3x4){wf_f4_muladd(b.x, scale, a.x), wf_f4_muladd(b.y, scale, a.y),
                     wf_f4_muladd(b.z, scale, a.z)};
}

/// One vector in all lanes.
WF_INLINE wf_v3x4 wf_v3x4_splat(const float* v) {
    return (wf_v3x4){wf_f4_splat(v[0]), wf_f4_splat(v[1]), wf_f4_splat(v[2])};
}

/// Vectors of four floats each.
WF_INLINE wf_v3x4 wf_v3x4_gather(const float* base, const uint32_t* index) {
    wf_f4 p[3];
    wf_f4_gather3(base, index, p);
    return (wf_v3x4){p[0], p[1], p[2]};
}
