// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Rows of the matrix times a vector, the innermost loop of a step. A store of four lanes may change
// anything for all that the compiler knows, so a loop over rows takes the addresses out of the
// system first: otherwise each row would read them again.
#pragma once

#include "math/simd.h"
#include "solve/system.h"

/// What a row is made of, as in wf_system.
typedef struct wf_matrix_view {
    const uint32_t *row, *column, *bend_far, *bend_row, *bend_column;
    const float *block, *diagonal, *bend_value, *bend_scale;
} wf_matrix_view;

WF_INLINE wf_matrix_view wf_matrix_of(const wf_system* s) {
    return (wf_matrix_view){
        .row = s->row,
        .column = s->column,
        .bend_far = s->bend_far,
        .bend_row = s->bending.row,
        .bend_column = s->bending.column,
        .block = s->block,
        .diagonal = s->diagonal,
        .bend_value = s->bending.value,
        .bend_scale = s->bend_scale,
    };
}

/// Row i times d, without the diagonal. Sums in several chains: one would wait for each of its
/// additions.
WF_INLINE wf_f4 wf_matrix_row(const wf_matrix_view* m, const float* d, uint32_t i) {
    wf_f4 x_sum = wf_f4_zero(), y_sum = wf_f4_zero(), z_sum = wf_f4_zero();
    for (uint32_t k = m->row[i], end = m->row[i + 1]; k < end; ++k) {
        const float* b = m->block + 12 * (size_t)k;
        wf_f4 x = wf_f4_load(d + 4 * (size_t)m->column[k]);
        x_sum = wf_f4_muladd(wf_f4_load(b), wf_f4_xxxx(x), x_sum);
        y_sum = wf_f4_muladd(wf_f4_load(b + 4), wf_f4_yyyy(x), y_sum);
        z_sum = wf_f4_muladd(wf_f4_load(b + 8), wf_f4_zzzz(x), z_sum);
    }
    wf_f4 even = wf_f4_zero(), odd = wf_f4_zero();
    const float* value = m->bend_value;
    const uint32_t* column = m->bend_column;
    uint32_t k = m->bend_far[i], end = m->bend_row[i + 1];
    for (; k + 2 <= end; k += 2) {
        wf_f4 x0 = wf_f4_load(d + 4 * (size_t)column[k]);
        wf_f4 x1 = wf_f4_load(d + 4 * (size_t)column[k + 1]);
        even = wf_f4_muladd(wf_f4_splat(value[k]), x0, even);
        odd = wf_f4_muladd(wf_f4_splat(value[k + 1]), x1, odd);
    }
    if (k < end) {
        even = wf_f4_muladd(wf_f4_splat(value[k]), wf_f4_load(d + 4 * (size_t)column[k]), even);
    }
    wf_f4 scale = wf_f4_splat(m->bend_scale[i]);
    wf_f4 near = wf_f4_add(wf_f4_add(x_sum, y_sum), z_sum);
    return wf_f4_muladd(scale, wf_f4_add(even, odd), near);
}
