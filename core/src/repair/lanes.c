// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "repair/lanes.h"

#include <math.h>

float wf_lanes_dot(wf_f4 a, wf_f4 b) {
    return wf_f4_dot3(a, b);
}

wf_f4 wf_lanes_cross(wf_f4 a, wf_f4 b) {
    float u[4], v[4];
    wf_f4_store(u, a);
    wf_f4_store(v, b);
    return wf_f4_set(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                     u[0] * v[1] - u[1] * v[0], 0.0f);
}

wf_f4 wf_lanes_unit(wf_f4 a) {
    float length2 = wf_lanes_dot(a, a);
    return length2 > 0.0f ? wf_lanes_scale(a, 1.0f / sqrtf(length2)) : a;
}

wf_f4 wf_lanes_normal(const float* x, const uint32_t* t) {
    wf_f4 a = wf_lanes_at(x, t[0]);
    wf_f4 u = wf_f4_sub(wf_lanes_at(x, t[1]), a), v = wf_f4_sub(wf_lanes_at(x, t[2]), a);
    return wf_lanes_unit(wf_lanes_cross(u, v));
}
