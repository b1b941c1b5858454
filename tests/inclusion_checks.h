// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What an updated inclusion field must agree with: one that is built from scratch for its pose.
#pragma once

#include "structures/inclusion_field.h"
#include "test_macros.h"

#include <string.h>

/// How an updated field differs from the right one.
typedef struct inclusion_difference {
    uint32_t signs;    // cells inside that are outside, or the other way round
    uint32_t ghosts;   // surface cells that nothing touches
    uint32_t holes;    // touched cells that are no surface
    uint32_t others;   // another grid, or other registrations
    uint32_t count[3]; // cells inside, on the surface, outside
} inclusion_difference;

/// The value that the other field has for a cell of this one; outside off its grid.
static inline int inclusion_value_there(const wf_inclusion* field, uint32_t cell,
                                        const wf_inclusion* other) {
    uint32_t at[3] = {cell % field->size[0], cell / field->size[0] % field->size[1],
                      cell / field->size[0] / field->size[1]};
    for (int axis = 0; axis < 3; ++axis) {
        at[axis] += (uint32_t)field->first[axis] - (uint32_t)other->first[axis];
        if (at[axis] >= other->size[axis]) {
            return WF_INCLUSION_OUTSIDE;
        }
    }
    return other->value[wf_inclusion_index(other, at[0], at[1], at[2])];
}

/// Vertices ascend, know their lane and have their places there; free lanes come last.
static inline uint32_t inclusion_wrong_block(const wf_inclusion* field, uint32_t cell, uint32_t b,
                                             uint32_t* before, uint32_t* listed) {
    const wf_inclusion_block* block = &field->blocks[b];
    uint32_t wrong = block->vertex[0] == WF_INCLUSION_NONE;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        uint32_t v = block->vertex[lane];
        if (v == WF_INCLUSION_NONE) {
            wrong += field->after[b] != WF_INCLUSION_NONE || !(block->x[lane] >= 1e17f);
            continue;
        }
        const float* x = field->x + 4 * (size_t)v;
        wrong += lane > 0 && block->vertex[lane - 1] == WF_INCLUSION_NONE;
        wrong += field->home[v] != cell || (*before != WF_INCLUSION_NONE && *before >= v);
        wrong += field->slot[v] != 4 * b + lane;
        wrong += block->x[lane] != x[0] || block->y[lane] != x[1] || block->z[lane] != x[2];
        *before = v;
        *listed += 1;
    }
    return wrong;
}

/// Every vertex stands in the blocks of its cell, once, ascending.
static inline uint32_t inclusion_wrong_lists(const wf_inclusion* field) {
    uint32_t wrong = 0, listed = 0;
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        uint32_t before = WF_INCLUSION_NONE;
        for (uint32_t b = field->head[cell]; b != WF_INCLUSION_NONE; b = field->after[b]) {
            wrong += inclusion_wrong_block(field, cell, b, &before, &listed);
        }
    }
    for (uint32_t v = 0; v < field->mesh.vertex_count; ++v) {
        wrong += wf_inclusion_at(field, field->x + 4 * (size_t)v) != field->value[field->home[v]];
    }
    return wrong + (listed != field->mesh.vertex_count);
}

static inline inclusion_difference inclusion_compare(const wf_inclusion* field) {
    wf_memory memory = {0};
    wf_inclusion right = {.cell_count = 0};
    inclusion_difference found = {.others = 0};
    wf_inclusion_options options = field->options;
    CHECK(wf_inclusion_build(&memory, &right, &field->mesh, field->x, &options));
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        int is = field->value[cell], wanted = inclusion_value_there(field, cell, &right);
        found.signs += is * wanted < 0;
        found.ghosts += is == 0 && wanted != 0;
        found.holes += is != 0 && wanted == 0;
        found.count[is + 1] += 1;
    }
    found.others += right.per_cell != field->per_cell;
    found.others += inclusion_wrong_lists(field);
    wf_inclusion_free(&memory, &right);
    CHECK_EQ(memory.bytes, 0);
    return found;
}

static inline uint32_t inclusion_wrong(inclusion_difference d) {
    return d.signs + d.ghosts + d.holes + d.others;
}
