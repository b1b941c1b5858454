// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What an updated uniform grid must agree with: registrations and signs found from scratch.
#pragma once

#include "structures/sweep.h"
#include "structures/uniform_grid.h"
#include "test_macros.h"

#include <stdlib.h>
#include <string.h>

/// Every cell holds exactly the triangles whose boxes touch it.
static inline void check_registrations(const wf_grid* field, const wf_sweep* body) {
    uint32_t* expected = calloc(field->cell_count, sizeof(uint32_t));
    uint32_t wrong = 0;
    for (uint32_t t = 0; t < body->triangle_count; ++t) {
        float lo[4], hi[4];
        wf_box box = wf_sweep_triangle_box(body, t);
        wf_f4_store(lo, box.lo);
        wf_f4_store(hi, box.hi);
        uint32_t first[3], last[3];
        for (int axis = 0; axis < 3; ++axis) {
            first[axis] = wf_grid_cell(field, axis, lo[axis]);
            last[axis] = wf_grid_cell(field, axis, hi[axis]);
        }
        for (uint32_t z = first[2]; z <= last[2]; ++z) {
            for (uint32_t y = first[1]; y <= last[1]; ++y) {
                for (uint32_t x = first[0]; x <= last[0]; ++x) {
                    expected[wf_grid_index(field, x, y, z)] += 1 + t * 977;
                }
            }
        }
    }
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        uint32_t found = 0, count = field->fill[cell];
        for (uint32_t at = field->head[cell]; at != WF_NO_CHUNK; at = field->chunks[at].next) {
            for (uint32_t i = 0; i < count; ++i) {
                found += 1 + field->chunks[at].triangles[i] * 977;
            }
            count = WF_CELL_CHUNK;
        }
        wrong += found != expected[cell];
    }
    CHECK_EQ(wrong, 0);
    free(expected);
}

/// Signs from scratch for the same registrations.
static inline void check_signs(wf_grid* field, const wf_sweep* body, uint32_t count[3]) {
    int8_t* kept = malloc(field->cell_count);
    memcpy(kept, field->signs, field->cell_count);
    wf_grid_sign_all(field, body);
    CHECK_EQ(memcmp(kept, field->signs, field->cell_count), 0);
    count[0] = count[1] = count[2] = 0;
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        count[kept[cell] + 1] += 1;
    }
    free(kept);
}
