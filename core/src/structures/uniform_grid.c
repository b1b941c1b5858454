// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The uniform grid as a structure: a cloth triangle asks the cells of its swept, grown box;
// cells inside or outside have nothing to say. A pair that shares several cells is taken in the
// first of them.
#include "structures/uniform_grid.h"

#include "structures/pairs.h"
#include "structures/sweep.h"

typedef struct grid_structure {
    wf_grid field;
    wf_pair_list list;
} grid_structure;

static void destroy(wf_memory* memory, void* self) {
    grid_structure* all = self;
    if (all != NULL) {
        wf_grid_free(memory, &all->field);
        wf_pair_list_free(memory, &all->list);
        wf_free(memory, all);
    }
}

static void* create(wf_memory* memory, const wf_sweep* cloth, const wf_sweep* body,
                    const float* values) {
    (void)cloth;
    grid_structure* all = WF_ALLOC(memory, grid_structure, 1);
    if (all == NULL) {
        return NULL;
    }
    all->field.per_side = values[0];
    if (!wf_grid_build(memory, &all->field, body)) {
        destroy(memory, all);
        return NULL;
    }
    return all;
}

static bool refresh_body(wf_memory* memory, void* self, const wf_sweep* body) {
    grid_structure* all = self;
    return wf_grid_update(memory, &all->field, body);
}

/// The cloth leaves no trace in the field.
static bool refresh_cloth(wf_memory* memory, void* self, const wf_sweep* cloth) {
    (void)memory;
    (void)self;
    (void)cloth;
    return true;
}

typedef struct query {
    wf_box box;
    uint32_t triangle;
    uint32_t lo[3], hi[3]; // cells of the box
} query;

static query query_of(const wf_grid* field, const wf_sweep* cloth, uint32_t triangle) {
    query q = {.box = wf_sweep_triangle_box(cloth, triangle), .triangle = triangle};
    float lo[4], hi[4];
    wf_f4_store(lo, q.box.lo);
    wf_f4_store(hi, q.box.hi);
    for (int axis = 0; axis < 3; ++axis) {
        q.lo[axis] = wf_grid_cell(field, axis, lo[axis]);
        q.hi[axis] = wf_grid_cell(field, axis, hi[axis]);
    }
    return q;
}

static inline uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/// Whether (x, y, z) is the first cell that the query and the body triangle share.
static inline bool is_first_cell(const query* q, const wf_cell_range* range, uint32_t x, uint32_t y,
                                 uint32_t z) {
    uint32_t differs = (x ^ larger(q->lo[0], range->lo[0])) | (y ^ larger(q->lo[1], range->lo[1])) |
                       (z ^ larger(q->lo[2], range->lo[2]));
    return differs == 0;
}

/// Every triangle of a chunk is written, and kept if it is a pair: hits come without a pattern that
/// a branch could follow.
static wf_pair* ask_chunk(const wf_grid* field, const wf_cell_chunk* chunk, uint32_t count,
                          const query* q, const uint32_t at[3], wf_pair* out) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t triangle = chunk->triangles[i];
        const float* p = field->boxes + 8 * (size_t)triangle;
        wf_box box = {wf_f4_load(p), wf_f4_load(p + 4)};
        *out = (wf_pair){q->triangle, triangle};
        int overlaps = wf_box_overlap(q->box, box);
        out += overlaps & (int)is_first_cell(q, field->ranges + triangle, at[0], at[1], at[2]);
    }
    return out;
}

static bool ask_cell(wf_memory* memory, const wf_grid* field, const query* q, uint32_t x,
                     uint32_t y, uint32_t z, wf_pair_list* list) {
    uint32_t cell = wf_grid_index(field, x, y, z), count = field->fill[cell];
    const uint32_t at[3] = {x, y, z};
    for (uint32_t i = field->head[cell]; i != WF_NO_CHUNK; i = field->chunks[i].next) {
        if (!wf_pair_list_reserve(memory, list, WF_CELL_CHUNK + 1)) {
            return false;
        }
        wf_pair* out = list->found + list->count;
        out = ask_chunk(field, field->chunks + i, count, q, at, out);
        list->count = (size_t)(out - list->found);
        count = WF_CELL_CHUNK;
    }
    return true;
}

static bool ask(wf_memory* memory, const wf_grid* field, const query* q, wf_pair_list* list) {
    for (uint32_t z = q->lo[2]; z <= q->hi[2]; ++z) {
        for (uint32_t y = q->lo[1]; y <= q->hi[1]; ++y) {
            for (uint32_t x = q->lo[0]; x <= q->hi[0]; ++x) {
                if (field->signs[wf_grid_index(field, x, y, z)] == 0 &&
                    !ask_cell(memory, field, q, x, y, z, list)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool collect(wf_memory* memory, void* self, const wf_sweep* cloth, const wf_sweep* body,
                    wf_pairs* pairs) {
    grid_structure* all = self;
    all->list.count = 0;
    for (uint32_t t = 0; t < cloth->triangle_count; ++t) {
        query q = query_of(&all->field, cloth, t);
        if (!ask(memory, &all->field, &q, &all->list)) {
            return false;
        }
    }
    return wf_pair_list_sort(memory, &all->list, cloth->triangle_count, body->triangle_count,
                             pairs);
}

const wf_structure wf_structure_uniform_grid = {
    .create = create,
    .destroy = destroy,
    .refresh_body = refresh_body,
    .refresh_cloth = refresh_cloth,
    .collect = collect,
};
