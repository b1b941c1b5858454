// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Three-vectors for the code that is not in lanes: cglm's by-value structs, and loads and stores
// between them and float arrays. Only functions that are plain multiplications, additions and
// square roots are used, so every back end gives the same bits.
#pragma once

#include "math/simd.h"

#include <cglm/struct/vec3.h>

typedef vec3s wf_v3;

WF_INLINE wf_v3 wf_v3_load(const float* p) {
    return (wf_v3){{p[0], p[1], p[2]}};
}
WF_INLINE void wf_v3_store(float* p, wf_v3 a) {
    p[0] = a.x;
    p[1] = a.y;
    p[2] = a.z;
}
WF_INLINE wf_v3 wf_v3_set(float x, float y, float z) {
    return (wf_v3){{x, y, z}};
}
WF_INLINE wf_v3 wf_v3_add(wf_v3 a, wf_v3 b) {
    return glms_vec3_add(a, b);
}
WF_INLINE wf_v3 wf_v3_sub(wf_v3 a, wf_v3 b) {
    return glms_vec3_sub(a, b);
}
WF_INLINE wf_v3 wf_v3_scale(wf_v3 a, float s) {
    return glms_vec3_scale(a, s);
}
/// a + s b.
WF_INLINE wf_v3 wf_v3_muladd(wf_v3 a, wf_v3 b, float s) {
    return wf_v3_set(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
WF_INLINE float wf_v3_dot(wf_v3 a, wf_v3 b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
WF_INLINE wf_v3 wf_v3_cross(wf_v3 a, wf_v3 b) {
    return glms_vec3_cross(a, b);
}
WF_INLINE float wf_v3_length(wf_v3 a) {
    return sqrtf(wf_v3_dot(a, a));
}
