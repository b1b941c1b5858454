// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Symmetric 3x3 blocks, stored as three columns of four floats.
#pragma once

#include "contact/contact.h"
#include "math/simd.h"

/// out = a^-1, or 0 where the determinant is not positive.
static inline void wf_invert_block(const float* a, float* out) {
    float xx = a[0], xy = a[4], xz = a[8], yy = a[5], yz = a[9], zz = a[10];
    float c0 = yy * zz - yz * yz, c1 = xz * yz - xy * zz, c2 = xy * yz - xz * yy;
    float determinant = (xx * c0 + xy * c1) + xz * c2;
    float scale = determinant > 0.0f ? 1.0f / determinant : 0.0f;
    float d0 = xx * zz - xz * xz, d1 = xy * xz - xx * yz, d2 = xx * yy - xy * xy;
    float xy_out = c1 * scale, xz_out = c2 * scale, yz_out = d1 * scale;
    wf_f4_store(out, wf_f4_set(c0 * scale, xy_out, xz_out, 0.0f));
    wf_f4_store(out + 4, wf_f4_set(xy_out, d0 * scale, yz_out, 0.0f));
    wf_f4_store(out + 8, wf_f4_set(xz_out, yz_out, d2 * scale, 0.0f));
}

static inline wf_f4 wf_apply_block(const float* b, wf_f4 x) {
    wf_f4 sum = wf_f4_mul(wf_f4_load(b), wf_f4_xxxx(x));
    sum = wf_f4_muladd(wf_f4_load(b + 4), wf_f4_yyyy(x), sum);
    return wf_f4_muladd(wf_f4_load(b + 8), wf_f4_zzzz(x), sum);
}

/// block += value * I.
static inline void wf_add_identity(float* block, float value) {
    block[0] += value;
    block[5] += value;
    block[10] += value;
}

/// block += weight2 * (normal * nn^T + tangential * (I - nn^T)).
static inline void wf_add_touch_block(float* block, const wf_touch* t, float weight2, float normal,
                                      float tangential) {
    const float identity[12] = {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f};
    wf_f4 n = wf_f4_xyz(wf_f4_load(t->n)), along = wf_f4_splat(normal);
    wf_f4 across = wf_f4_splat(tangential), weight = wf_f4_splat(weight2);
    for (int k = 0; k < 3; ++k) {
        wf_f4 nn = wf_f4_mul(n, wf_f4_splat(t->n[k]));
        wf_f4 rest = wf_f4_mul(across, wf_f4_sub(wf_f4_load(identity + 4 * k), nn));
        wf_f4 column = wf_f4_mul(weight, wf_f4_muladd(along, nn, rest));
        wf_f4_store(block + 4 * k, wf_f4_add(wf_f4_load(block + 4 * k), column));
    }
}
