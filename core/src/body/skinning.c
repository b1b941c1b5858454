// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Matrices are blended first and applied once: 4 columns a bone in lanes. Most vertices have one or
// two bones, so the list ends early. (Kavan et al. call this linear blend skinning; cite as such.)
#include "body/skinning.h"

#include "base/assert.h"
#include "math/simd.h"

#include <math.h>

static void lerp_rotation(const float* a, const float* b, float t, float* out) {
    float dot = ((a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]) + a[3] * b[3];
    float sign = dot < 0.0f ? -1.0f : 1.0f; // q and -q are the same rotation: take the near one
    float q[4], square = 0.0f;
    for (int i = 0; i < 4; ++i) {
        q[i] = a[i] + (sign * b[i] - a[i]) * t;
        square += q[i] * q[i];
    }
    float length = sqrtf(square);
    for (int i = 0; i < 4; ++i) {
        out[i] = q[i] / length;
    }
}

void wf_pose_lerp(const float* a, const float* b, float t, uint32_t bone_count, float* out) {
    WEFT_DEBUG_ASSERT(t >= 0.0f && t <= 1.0f);
    for (uint32_t bone = 0; bone < bone_count; ++bone) {
        size_t at = WF_POSE_FLOATS * (size_t)bone;
        lerp_rotation(a + at, b + at, t, out + at);
        for (size_t i = at + 4; i < at + 7; ++i) {
            out[i] = a[i] + (b[i] - a[i]) * t;
        }
    }
}

static void rotation_columns(const float* q, float* c) {
    float x = q[0], y = q[1], z = q[2], w = q[3];
    float x2 = x + x, y2 = y + y, z2 = z + z;
    float xx = x * x2, yy = y * y2, zz = z * z2;
    float xy = x * y2, xz = x * z2, yz = y * z2;
    float wx = w * x2, wy = w * y2, wz = w * z2;
    wf_f4_store(c, wf_f4_set(1.0f - (yy + zz), xy + wz, xz - wy, 0.0f));
    wf_f4_store(c + 4, wf_f4_set(xy - wz, 1.0f - (xx + zz), yz + wx, 0.0f));
    wf_f4_store(c + 8, wf_f4_set(xz + wy, yz - wx, 1.0f - (xx + yy), 0.0f));
}

void wf_pose_columns(const float* pose, const float* rest_heads, uint32_t bone_count,
                     float* columns) {
    for (uint32_t bone = 0; bone < bone_count; ++bone) {
        const float* p = pose + WF_POSE_FLOATS * (size_t)bone;
        const float* h = rest_heads + 3 * (size_t)bone;
        float* c = columns + 16 * (size_t)bone;
        rotation_columns(p, c);
        for (int i = 0; i < 3; ++i) {
            c[12 + i] = p[4 + i] - ((c[i] * h[0] + c[4 + i] * h[1]) + c[8 + i] * h[2]);
        }
        c[15] = 0.0f;
    }
}

void wf_columns_to_rows(const float* columns, uint32_t bone_count, float* rows) {
    for (uint32_t bone = 0; bone < bone_count; ++bone) {
        const float* c = columns + 16 * (size_t)bone;
        for (int row = 0; row < 3; ++row) {
            for (int i = 0; i < 4; ++i) {
                *rows++ = c[4 * i + row];
            }
        }
    }
}

void wf_rows_to_columns(const float* rows, uint32_t bone_count, float* columns) {
    for (uint32_t bone = 0; bone < bone_count; ++bone) {
        const float* r = rows + 12 * (size_t)bone;
        for (int i = 0; i < 4; ++i) {
            wf_f4_store(columns, wf_f4_set(r[i], r[4 + i], r[8 + i], 0.0f));
            columns += 4;
        }
    }
}

static inline void blend_columns(const uint16_t* bone, const float* weight, const float* columns,
                                 wf_f4 c[4]) {
    const float* m = columns + 16 * (size_t)bone[0];
    wf_f4 w = wf_f4_splat(weight[0]);
    for (int i = 0; i < 4; ++i) {
        c[i] = wf_f4_mul(wf_f4_load(m + 4 * i), w);
    }
    for (int k = 1; k < 4 && weight[k] != 0.0f; ++k) {
        m = columns + 16 * (size_t)bone[k];
        w = wf_f4_splat(weight[k]);
        for (int i = 0; i < 4; ++i) {
            c[i] = wf_f4_muladd(wf_f4_load(m + 4 * i), w, c[i]);
        }
    }
}

void wf_skin(const float* rest, const uint16_t* bones, const float* weights, const float* columns,
             const float place[3], uint32_t vertex_count, float* out) {
    const wf_f4 last = wf_f4_set(place[0], place[1], place[2], 1.0f);
    for (size_t v = 0; v < vertex_count; ++v) {
        wf_f4 c[4];
        blend_columns(bones + 4 * v, weights + 4 * v, columns, c);
        wf_f4 x = wf_f4_load(rest + 4 * v);
        wf_f4 sum = wf_f4_muladd(c[0], wf_f4_xxxx(x), c[3]);
        sum = wf_f4_muladd(c[1], wf_f4_yyyy(x), sum);
        sum = wf_f4_muladd(c[2], wf_f4_zzzz(x), sum);
        wf_f4_store(out + 4 * v, wf_f4_add(sum, last));
    }
}
