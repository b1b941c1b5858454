// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four lanes of float. One header, two back ends: SSE2 (also WebAssembly through -msimd128 -msse2)
// and plain C. Both give the same bits: multiply and add stay apart, no estimates, sums in a fixed
// lane order, and min/max follow SSE (the second operand wins when either is NaN).
#pragma once

#include <stddef.h>
#include <stdint.h>

/// An operation is shorter than a call, also where code is made for size.
#define WF_INLINE static inline __attribute__((always_inline))

/// A function of its own: of a long one a browser's compiler keeps in memory what would fit into
/// registers.
#define WF_APART static __attribute__((noinline))

#if !defined(WEFT_SCALAR)
#include <emmintrin.h>

typedef __m128 wf_f4;

WF_INLINE wf_f4 wf_f4_load(const float* p) {
    return _mm_loadu_ps(p);
}
WF_INLINE void wf_f4_store(float* p, wf_f4 a) {
    _mm_storeu_ps(p, a);
}
WF_INLINE wf_f4 wf_f4_splat(float a) {
    return _mm_set1_ps(a);
}
WF_INLINE wf_f4 wf_f4_set(float a, float b, float c, float d) {
    return _mm_setr_ps(a, b, c, d);
}
WF_INLINE wf_f4 wf_f4_zero(void) {
    return _mm_setzero_ps();
}
WF_INLINE wf_f4 wf_f4_add(wf_f4 a, wf_f4 b) {
    return _mm_add_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_sub(wf_f4 a, wf_f4 b) {
    return _mm_sub_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_mul(wf_f4 a, wf_f4 b) {
    return _mm_mul_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_div(wf_f4 a, wf_f4 b) {
    return _mm_div_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_sqrt(wf_f4 a) {
    return _mm_sqrt_ps(a);
}
#if defined(__wasm_simd128__)
/// Emscripten makes a comparison and a selection of _mm_min_ps; this is one instruction, with its
/// operands in the other order.
WF_INLINE wf_f4 wf_f4_min(wf_f4 a, wf_f4 b) {
    return (wf_f4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}
WF_INLINE wf_f4 wf_f4_max(wf_f4 a, wf_f4 b) {
    return (wf_f4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}
#else
WF_INLINE wf_f4 wf_f4_min(wf_f4 a, wf_f4 b) {
    return _mm_min_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_max(wf_f4 a, wf_f4 b) {
    return _mm_max_ps(a, b);
}
#endif
/// All bits set in lanes where a < b.
WF_INLINE wf_f4 wf_f4_less(wf_f4 a, wf_f4 b) {
    return _mm_cmplt_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_less_equal(wf_f4 a, wf_f4 b) {
    return _mm_cmple_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_and(wf_f4 a, wf_f4 b) {
    return _mm_and_ps(a, b);
}
WF_INLINE wf_f4 wf_f4_or(wf_f4 a, wf_f4 b) {
    return _mm_or_ps(a, b);
}
/// a where the mask is set, else b.
WF_INLINE wf_f4 wf_f4_select(wf_f4 mask, wf_f4 a, wf_f4 b) {
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}
/// Bit i is the sign bit of lane i.
WF_INLINE int wf_f4_mask(wf_f4 a) {
    return _mm_movemask_ps(a);
}
/// The masks of four, of comparisons each: bit 4 k + i is the sign bit of lane i of the k-th.
WF_INLINE uint32_t wf_f4_masks(wf_f4 a, wf_f4 b, wf_f4 c, wf_f4 d) {
    __m128i ab = _mm_packs_epi32(_mm_castps_si128(a), _mm_castps_si128(b));
    __m128i cd = _mm_packs_epi32(_mm_castps_si128(c), _mm_castps_si128(d));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(ab, cd));
}
WF_INLINE wf_f4 wf_f4_abs(wf_f4 a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
WF_INLINE wf_f4 wf_f4_neg(wf_f4 a) {
    return _mm_xor_ps(_mm_set1_ps(-0.0f), a);
}
WF_INLINE wf_f4 wf_f4_xxxx(wf_f4 a) {
    return _mm_shuffle_ps(a, a, 0x00);
}
WF_INLINE wf_f4 wf_f4_yyyy(wf_f4 a) {
    return _mm_shuffle_ps(a, a, 0x55);
}
WF_INLINE wf_f4 wf_f4_zzzz(wf_f4 a) {
    return _mm_shuffle_ps(a, a, 0xaa);
}
WF_INLINE wf_f4 wf_f4_wwww(wf_f4 a) {
    return _mm_shuffle_ps(a, a, 0xff);
}
/// Neighbours, and halves, change places.
WF_INLINE wf_f4 wf_f4_yxwz(wf_f4 a) {
    return _mm_shuffle_ps(a, a, 0xb1);
}
WF_INLINE wf_f4 wf_f4_zwxy(wf_f4 a) {
    return _mm_shuffle_ps(a, a, 0x4e);
}
WF_INLINE float wf_f4_x(wf_f4 a) {
    return _mm_cvtss_f32(a);
}
/// The last lane becomes 0.
WF_INLINE wf_f4 wf_f4_xyz(wf_f4 a) {
    return _mm_and_ps(a, _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0)));
}
/// Rows become columns.
#if defined(__wasm_simd128__)
/// Of a shuffle whose last lanes nobody reads our compiler makes one that may leave anything there,
/// for which a browser's knows no instruction and takes a dozen. These it lets be.
WF_INLINE void wf_f4_transpose(wf_f4* a, wf_f4* b, wf_f4* c, wf_f4* d) {
    v128_t ab = wasm_i32x4_shuffle((v128_t)*a, (v128_t)*b, 0, 4, 1, 5);
    v128_t cd = wasm_i32x4_shuffle((v128_t)*c, (v128_t)*d, 0, 4, 1, 5);
    v128_t ab_end = wasm_i32x4_shuffle((v128_t)*a, (v128_t)*b, 2, 6, 3, 7);
    v128_t cd_end = wasm_i32x4_shuffle((v128_t)*c, (v128_t)*d, 2, 6, 3, 7);
    *a = (wf_f4)wasm_i64x2_shuffle(ab, cd, 0, 2);
    *b = (wf_f4)wasm_i64x2_shuffle(ab, cd, 1, 3);
    *c = (wf_f4)wasm_i64x2_shuffle(ab_end, cd_end, 0, 2);
    *d = (wf_f4)wasm_i64x2_shuffle(ab_end, cd_end, 1, 3);
}
#else
WF_INLINE void wf_f4_transpose(wf_f4* a, wf_f4* b, wf_f4* c, wf_f4* d) {
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}
#endif

#else
#include <math.h>
#include <string.h>

typedef struct wf_f4 {
    float v[4];
} wf_f4;

#define WF_F4_EACH(expression)                                                                     \
    wf_f4 r;                                                                                       \
    for (int i = 0; i < 4; ++i) {                                                                  \
        r.v[i] = (expression);                                                                     \
    }                                                                                              \
    return r

WF_INLINE uint32_t wf_bits(float a) {
    uint32_t u;
    memcpy(&u, &a, 4);
    return u;
}
WF_INLINE float wf_from_bits(uint32_t u) {
    float a;
    memcpy(&a, &u, 4);
    return a;
}
WF_INLINE wf_f4 wf_f4_load(const float* p) {
    WF_F4_EACH(p[i]);
}
WF_INLINE void wf_f4_store(float* p, wf_f4 a) {
    memcpy(p, a.v, 16);
}
WF_INLINE wf_f4 wf_f4_splat(float a) {
    WF_F4_EACH(a);
}
WF_INLINE wf_f4 wf_f4_set(float a, float b, float c, float d) {
    return (wf_f4){{a, b, c, d}};
}
WF_INLINE wf_f4 wf_f4_zero(void) {
    WF_F4_EACH(0.0f);
}
WF_INLINE wf_f4 wf_f4_add(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(a.v[i] + b.v[i]);
}
WF_INLINE wf_f4 wf_f4_sub(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(a.v[i] - b.v[i]);
}
WF_INLINE wf_f4 wf_f4_mul(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(a.v[i] * b.v[i]);
}
WF_INLINE wf_f4 wf_f4_div(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(a.v[i] / b.v[i]);
}
WF_INLINE wf_f4 wf_f4_sqrt(wf_f4 a) {
    WF_F4_EACH(sqrtf(a.v[i]));
}
WF_INLINE wf_f4 wf_f4_min(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}
WF_INLINE wf_f4 wf_f4_max(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}
WF_INLINE wf_f4 wf_f4_less(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(wf_from_bits(a.v[i] < b.v[i] ? 0xffffffffu : 0u));
}
WF_INLINE wf_f4 wf_f4_less_equal(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(wf_from_bits(a.v[i] <= b.v[i] ? 0xffffffffu : 0u));
}
WF_INLINE wf_f4 wf_f4_and(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(wf_from_bits(wf_bits(a.v[i]) & wf_bits(b.v[i])));
}
WF_INLINE wf_f4 wf_f4_or(wf_f4 a, wf_f4 b) {
    WF_F4_EACH(wf_from_bits(wf_bits(a.v[i]) | wf_bits(b.v[i])));
}
WF_INLINE wf_f4 wf_f4_select(wf_f4 mask, wf_f4 a, wf_f4 b) {
    WF_F4_EACH(wf_bits(mask.v[i]) ? a.v[i] : b.v[i]);
}
WF_INLINE int wf_f4_mask(wf_f4 a) {
    int mask = 0;
    for (int i = 0; i < 4; ++i) {
        mask |= (int)(wf_bits(a.v[i]) >> 31) << i;
    }
    return mask;
}
WF_INLINE uint32_t wf_f4_masks(wf_f4 a, wf_f4 b, wf_f4 c, wf_f4 d) {
    return (uint32_t)(wf_f4_mask(a) | wf_f4_mask(b) << 4 | wf_f4_mask(c) << 8 |
                      wf_f4_mask(d) << 12);
}
WF_INLINE wf_f4 wf_f4_abs(wf_f4 a) {
    WF_F4_EACH(fabsf(a.v[i]));
}
WF_INLINE wf_f4 wf_f4_neg(wf_f4 a) {
    WF_F4_EACH(-a.v[i]);
}
WF_INLINE wf_f4 wf_f4_xxxx(wf_f4 a) {
    WF_F4_EACH(((void)i, a.v[0]));
}
WF_INLINE wf_f4 wf_f4_yyyy(wf_f4 a) {
    WF_F4_EACH(((void)i, a.v[1]));
}
WF_INLINE wf_f4 wf_f4_zzzz(wf_f4 a) {
    WF_F4_EACH(((void)i, a.v[2]));
}
WF_INLINE wf_f4 wf_f4_wwww(wf_f4 a) {
    WF_F4_EACH(((void)i, a.v[3]));
}
WF_INLINE wf_f4 wf_f4_yxwz(wf_f4 a) {
    WF_F4_EACH(a.v[i ^ 1]);
}
WF_INLINE wf_f4 wf_f4_zwxy(wf_f4 a) {
    WF_F4_EACH(a.v[i ^ 2]);
}
WF_INLINE float wf_f4_x(wf_f4 a) {
    return a.v[0];
}
WF_INLINE wf_f4 wf_f4_xyz(wf_f4 a) {
    return (wf_f4){{a.v[0], a.v[1], a.v[2], 0.0f}};
}
WF_INLINE void wf_f4_transpose(wf_f4* a, wf_f4* b, wf_f4* c, wf_f4* d) {
    wf_f4 m[4] = {*a, *b, *c, *d};
    wf_f4* rows[4] = {a, b, c, d};
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            rows[i]->v[j] = m[j].v[i];
        }
    }
}
#undef WF_F4_EACH
#endif

/// The least and the greatest of four, in all lanes.
WF_INLINE wf_f4 wf_f4_least(wf_f4 a) {
    a = wf_f4_min(a, wf_f4_zwxy(a));
    return wf_f4_min(a, wf_f4_yxwz(a));
}
WF_INLINE wf_f4 wf_f4_greatest(wf_f4 a) {
    a = wf_f4_max(a, wf_f4_zwxy(a));
    return wf_f4_max(a, wf_f4_yxwz(a));
}

/// a * b + c, rounded twice.
WF_INLINE wf_f4 wf_f4_muladd(wf_f4 a, wf_f4 b, wf_f4 c) {
    return wf_f4_add(wf_f4_mul(a, b), c);
}

/// ((x + y) + z) + w.
WF_INLINE float wf_f4_sum(wf_f4 a) {
    float t[4];
    wf_f4_store(t, a);
    return ((t[0] + t[1]) + t[2]) + t[3];
}

/// (x x' + y y') + z z' of the first three lanes.
WF_INLINE float wf_f4_dot3(wf_f4 a, wf_f4 b) {
    float t[4];
    wf_f4_store(t, wf_f4_mul(a, b));
    return (t[0] + t[1]) + t[2];
}

/// Loads component-wise: lane i of x, y, z comes from vertex index[i] of an array of 4 floats a
/// vertex.
WF_INLINE void wf_f4_gather3(const float* base, const uint32_t* index, wf_f4 out[3]) {
    wf_f4 a = wf_f4_load(base + 4 * (size_t)index[0]);
    wf_f4 b = wf_f4_load(base + 4 * (size_t)index[1]);
    wf_f4 c = wf_f4_load(base + 4 * (size_t)index[2]);
    wf_f4 d = wf_f4_load(base + 4 * (size_t)index[3]);
    wf_f4_transpose(&a, &b, &c, &d);
    out[0] = a;
    out[1] = b;
    out[2] = c;
}

/// Dot product of two vectors in lanes.
WF_INLINE wf_f4 wf_f4x3_dot(const wf_f4 a[3], const wf_f4 b[3]) {
    return wf_f4_add(wf_f4_add(wf_f4_mul(a[0], b[0]), wf_f4_mul(a[1], b[1])),
                     wf_f4_mul(a[2], b[2]));
}
