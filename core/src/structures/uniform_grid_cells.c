// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The grid of a uniform grid: which triangles are registered in which cells.
#include "structures/sweep.h"

#include "base/assert.h"
#include "structures/uniform_grid.h"

#include <math.h>
#include <string.h>

enum { MAX_CELLS = 1 << 18, MAX_SIDE = 1024 };

static void take_chunk(wf_grid* field, uint32_t cell) {
    uint32_t chunk = field->free_chunk;
    if (chunk != WF_NO_CHUNK) {
        field->free_chunk = field->chunks[chunk].next;
    } else {
        chunk = field->chunk_count++;
    }
    field->chunks[chunk].next = field->head[cell];
    field->head[cell] = chunk;
    field->fill[cell] = 0;
}

static void add(wf_grid* field, uint32_t cell, uint32_t triangle) {
    if (field->head[cell] == WF_NO_CHUNK || field->fill[cell] == WF_CELL_CHUNK) {
        take_chunk(field, cell);
    }
    field->chunks[field->head[cell]].triangles[field->fill[cell]++] = triangle;
    field->signs[cell] = 0;
}

/// Where the triangle stands in the list of a cell that has it.
static uint32_t* find(wf_grid* field, uint32_t cell, uint32_t triangle) {
    wf_cell_chunk* chunk = field->chunks + field->head[cell];
    uint32_t count = field->fill[cell];
    for (;;) {
        for (uint32_t i = 0; i < count; ++i) {
            if (chunk->triangles[i] == triangle) {
                return chunk->triangles + i;
            }
        }
        chunk = field->chunks + chunk->next;
        count = WF_CELL_CHUNK;
    }
}

static void drop_chunk(wf_grid* field, uint32_t cell) {
    uint32_t chunk = field->head[cell];
    field->head[cell] = field->chunks[chunk].next;
    field->chunks[chunk].next = field->free_chunk;
    field->free_chunk = chunk;
    field->fill[cell] = WF_CELL_CHUNK;
    if (field->head[cell] == WF_NO_CHUNK) {
        field->signs[cell] = WF_GRID_UNKNOWN;
        field->freed[field->freed_count++] = cell;
    }
}

static void take_out(wf_grid* field, uint32_t cell, uint32_t triangle) {
    const wf_cell_chunk* first = field->chunks + field->head[cell];
    uint32_t* place = find(field, cell, triangle);
    field->fill[cell] -= 1;
    *place = first->triangles[field->fill[cell]];
    if (field->fill[cell] == 0) {
        drop_chunk(field, cell);
    }
}

static bool range_holds(const wf_cell_range* range, uint32_t x, uint32_t y, uint32_t z) {
    return x >= range->lo[0] && x <= range->hi[0] && y >= range->lo[1] && y <= range->hi[1] &&
           z >= range->lo[2] && z <= range->hi[2];
}

typedef void cell_fn(wf_grid* field, uint32_t cell, uint32_t triangle);

/// Does something with every cell of `range` that `except` does not hold.
static void for_cells(wf_grid* field, uint32_t triangle, const wf_cell_range* range,
                      const wf_cell_range* except, cell_fn* what) {
    for (uint32_t z = range->lo[2]; z <= range->hi[2]; ++z) {
        for (uint32_t y = range->lo[1]; y <= range->hi[1]; ++y) {
            for (uint32_t x = range->lo[0]; x <= range->hi[0]; ++x) {
                if (except == NULL || !range_holds(except, x, y, z)) {
                    what(field, wf_grid_index(field, x, y, z), triangle);
                }
            }
        }
    }
}

static size_t range_cells(const wf_cell_range* range) {
    size_t cells = 1;
    for (int i = 0; i < 3; ++i) {
        cells *= (size_t)(range->hi[i] - range->lo[i]) + 1;
    }
    return cells;
}

/// Room for every cell of a range to start a chunk or to become empty.
static bool reserve(wf_memory* memory, wf_grid* field, const wf_cell_range* range) {
    size_t cells = range_cells(range);
    return wf_reserve(memory, (void**)&field->chunks, &field->chunk_capacity,
                      field->chunk_count + cells, sizeof(wf_cell_chunk)) &&
           wf_reserve(memory, (void**)&field->freed, &field->freed_capacity,
                      field->freed_count + cells, sizeof(uint32_t));
}

static wf_box load_box(const float* p) {
    return (wf_box){wf_f4_load(p), wf_f4_load(p + 4)};
}

static void store_box(float* p, wf_box box) {
    wf_f4_store(p, box.lo);
    wf_f4_store(p + 4, box.hi);
}

/// The box of a triangle from the stored boxes of its vertices.
static wf_box triangle_box(const wf_grid* field, const wf_sweep* body, uint32_t t) {
    const uint32_t* corner = body->triangles + 3 * (size_t)t;
    wf_box box = wf_box_join(load_box(field->vertex_boxes + 8 * (size_t)corner[0]),
                             load_box(field->vertex_boxes + 8 * (size_t)corner[1]));
    return wf_box_join(box, load_box(field->vertex_boxes + 8 * (size_t)corner[2]));
}

static wf_cell_range range_of(const wf_grid* field, const float* box) {
    wf_cell_range range;
    for (int axis = 0; axis < 3; ++axis) {
        range.lo[axis] = (uint16_t)wf_grid_cell(field, axis, box[axis]);
        range.hi[axis] = (uint16_t)wf_grid_cell(field, axis, box[4 + axis]);
    }
    return range;
}

/// The border of the grid stays empty, so that whatever is off the grid is outside.
static bool on_border(const wf_grid* field, const wf_cell_range* range) {
    bool border = false;
    for (int axis = 0; axis < 3; ++axis) {
        border |= range->lo[axis] == 0 || range->hi[axis] + 1u >= field->size[axis];
    }
    return border;
}

/// Stores vertex boxes, marks the vertices that moved and counts them. Sets *jumped when one starts
/// outside of where it was registered.
static uint32_t move_vertices(wf_grid* field, const wf_sweep* body, bool* jumped) {
    uint32_t moved = 0;
    int outside = 0;
    for (uint32_t v = 0; v < body->vertex_count; ++v) {
        float* place = field->vertex_boxes + 8 * (size_t)v;
        wf_box old = load_box(place), box = wf_sweep_vertex_box(body, v);
        wf_f4 start = wf_f4_load(body->x0 + 4 * (size_t)v);
        wf_f4 held = wf_f4_and(wf_f4_less_equal(old.lo, start), wf_f4_less_equal(start, old.hi));
        outside |= wf_f4_mask(held) ^ 7;
        wf_f4 grown = wf_f4_or(wf_f4_less(box.lo, old.lo), wf_f4_less(old.hi, box.hi));
        wf_f4 shrunk = wf_f4_or(wf_f4_less(old.lo, box.lo), wf_f4_less(box.hi, old.hi));
        field->moved[v] = (wf_f4_mask(wf_f4_or(grown, shrunk)) & 7) != 0;
        moved += field->moved[v];
        store_box(place, box);
    }
    *jumped = (outside & 7) != 0;
    return moved;
}

static bool triangle_moved(const wf_grid* field, const uint32_t* corner) {
    return field->moved[corner[0]] | field->moved[corner[1]] | field->moved[corner[2]];
}

/// Registers a triangle where it is now. *left is set, and nothing done, when it leaves the grid.
static bool move_triangle(wf_memory* memory, wf_grid* field, const wf_sweep* body,
                          uint32_t triangle, bool* left) {
    float* box = field->boxes + 8 * (size_t)triangle;
    store_box(box, triangle_box(field, body, triangle));
    wf_cell_range now = range_of(field, box), *old = field->ranges + triangle;
    if (memcmp(&now, old, sizeof now) == 0) {
        return true;
    }
    if (on_border(field, &now)) {
        *left = true;
        return true;
    }
    if (!reserve(memory, field, &now) || !reserve(memory, field, old)) {
        return false;
    }
    for_cells(field, triangle, old, &now, take_out);
    for_cells(field, triangle, &now, old, add);
    *old = now;
    field->changed_triangles += 1;
    return true;
}

bool wf_grid_update(wf_memory* memory, wf_grid* field, const wf_sweep* body) {
    bool jumped = false, left = false;
    field->rebuilt = false;
    field->changed_triangles = 0;
    field->freed_count = 0;
    if (move_vertices(field, body, &jumped) == 0) {
        return true;
    }
    for (uint32_t t = 0; t < body->triangle_count && !left; ++t) {
        if (triangle_moved(field, body->triangles + 3 * (size_t)t) &&
            !move_triangle(memory, field, body, t, &left)) {
            return false;
        }
    }
    if (left) {
        return wf_grid_build(memory, field, body);
    }
    if (jumped) {
        wf_grid_sign_all(field, body);
    } else {
        wf_grid_sign_freed(field, body);
    }
    return true;
}

/// Where all boxes are together, and the mean of their longest sides.
static wf_box measure(const wf_grid* field, uint32_t triangle_count, float* mean_side) {
    wf_box all = {wf_f4_splat(INFINITY), wf_f4_splat(-INFINITY)};
    double total = 0;
    for (uint32_t t = 0; t < triangle_count; ++t) {
        wf_box box = load_box(field->boxes + 8 * (size_t)t);
        float side[4];
        wf_f4_store(side, wf_f4_sub(box.hi, box.lo));
        float longest = side[0] > side[1] ? side[0] : side[1];
        total += longest > side[2] ? longest : side[2];
        all = wf_box_join(all, box);
    }
    *mean_side = (float)(total / (triangle_count > 0 ? triangle_count : 1));
    return all;
}

/// Cells along each axis for a margin of an eighth of the extent, at least three cells, all round.
static uint64_t count_cells(const float extent[4], float cell, uint32_t size[3]) {
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; ++axis) {
        float side = 1.25f * extent[axis] / cell + 7.0f;
        size[axis] = side < (float)MAX_SIDE ? (uint32_t)side : MAX_SIDE + 1;
        cells *= size[axis];
    }
    bool fits = size[0] <= MAX_SIDE && size[1] <= MAX_SIDE && size[2] <= MAX_SIDE;
    return fits ? cells : UINT64_MAX;
}

/// Cells by the mean triangle, coarser when there would be too many.
static void lay_grid(wf_grid* field, uint32_t triangle_count) {
    float lo[4], extent[4], cell;
    wf_box all = measure(field, triangle_count, &cell);
    if (triangle_count == 0) {
        all = (wf_box){wf_f4_zero(), wf_f4_zero()};
    }
    wf_f4_store(lo, all.lo);
    wf_f4_store(extent, wf_f4_sub(all.hi, all.lo));
    cell *= field->per_side;
    cell = cell > 1e-3f ? cell : 1e-3f;
    while (count_cells(extent, cell, field->size) > MAX_CELLS && cell < INFINITY) {
        cell *= 1.125f;
    }
    if (!(cell < INFINITY)) { // not a number: anything that cannot crash
        cell = 1.0f;
        field->size[0] = field->size[1] = field->size[2] = 3;
    }
    field->cell = cell;
    field->per_cell = 1.0f / cell;
    field->cell_count = field->size[0] * field->size[1] * field->size[2];
    for (int axis = 0; axis < 3; ++axis) {
        field->origin[axis] = lo[axis] - 0.5f * ((float)field->size[axis] * cell - extent[axis]);
    }
}

static bool reserve_grid(wf_memory* memory, wf_grid* field) {
    size_t cells = field->cell_count;
    return wf_reserve(memory, (void**)&field->signs, &field->signs_capacity, cells, 1) &&
           wf_reserve(memory, (void**)&field->fill, &field->fill_capacity, cells, 1) &&
           wf_reserve(memory, (void**)&field->head, &field->head_capacity, cells, 4) &&
           wf_reserve(memory, (void**)&field->queue, &field->queue_capacity, cells, 4);
}

static bool alloc_mesh(wf_memory* memory, wf_grid* field, const wf_sweep* body) {
    field->ranges = WF_ALLOC(memory, wf_cell_range, (size_t)body->triangle_count + 1);
    field->boxes = WF_ALLOC(memory, float, 8 * ((size_t)body->triangle_count + 1));
    field->vertex_boxes = WF_ALLOC(memory, float, 8 * ((size_t)body->vertex_count + 1));
    field->moved = WF_ALLOC(memory, uint8_t, (size_t)body->vertex_count + 1);
    return field->ranges && field->boxes && field->vertex_boxes && field->moved;
}

static bool register_all(wf_memory* memory, wf_grid* field, uint32_t triangle_count) {
    field->chunk_count = 0;
    field->free_chunk = WF_NO_CHUNK;
    memset(field->head, 0xff, sizeof(uint32_t) * field->cell_count);
    memset(field->signs, WF_GRID_UNKNOWN, field->cell_count);
    for (uint32_t t = 0; t < triangle_count; ++t) {
        field->ranges[t] = range_of(field, field->boxes + 8 * (size_t)t);
        if (!reserve(memory, field, field->ranges + t)) {
            return false;
        }
        for_cells(field, t, field->ranges + t, NULL, add);
    }
    return true;
}

bool wf_grid_build(wf_memory* memory, wf_grid* field, const wf_sweep* body) {
    WEFT_DEBUG_ASSERT(field->per_side > 0.0f);
    if (field->ranges == NULL && !alloc_mesh(memory, field, body)) {
        return false;
    }
    bool jumped;
    move_vertices(field, body, &jumped);
    for (uint32_t t = 0; t < body->triangle_count; ++t) {
        store_box(field->boxes + 8 * (size_t)t, triangle_box(field, body, t));
    }
    lay_grid(field, body->triangle_count);
    field->rebuilt = true;
    field->changed_triangles = body->triangle_count;
    field->freed_count = 0;
    if (!reserve_grid(memory, field) || !register_all(memory, field, body->triangle_count)) {
        return false;
    }
    wf_grid_sign_all(field, body);
    return true;
}

void wf_grid_free(wf_memory* memory, wf_grid* field) {
    void* blocks[] = {field->signs, field->fill,         field->head,  field->chunks, field->ranges,
                      field->boxes, field->vertex_boxes, field->moved, field->freed,  field->queue};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        wf_free(memory, blocks[i]);
    }
    *field = (wf_grid){0};
}
