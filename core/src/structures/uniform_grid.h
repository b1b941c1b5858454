// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A uniform grid around the bodies: a triangle is listed in every cell that its box touches, swept
// over its motion and grown by its margin, and only what moved is listed anew. Every cell also
// knows whether it lies inside (-1), on the boundary (0) or outside (+1).
//
// The boundary layer has no gaps however large triangles are. The empty cells that
// hang together have one sign. Between two registrations the surface stays within the boxes it was
// registered with, so a cell that stays empty keeps its sign, and one that becomes empty takes that
// of a neighbour; only where there is none, or after a jump, a ray through the grid decides.
#pragma once

#include "structures/structure.h"

enum { WF_CELL_CHUNK = 15, WF_GRID_UNKNOWN = 2 };

/// Triangles registered in a cell; all chunks of a cell but the first are full.
typedef struct wf_cell_chunk {
    uint32_t next;
    uint32_t triangles[WF_CELL_CHUNK];
} wf_cell_chunk;

/// First and last cell along x, y, z.
typedef struct wf_cell_range {
    uint16_t lo[3], hi[3];
} wf_cell_range;

typedef struct wf_grid {
    float per_side; // given: side of a cell over the mean longest side of a triangle's box
    float origin[3];
    float cell;     // m
    float per_cell; // 1/m
    uint32_t size[3];
    uint32_t cell_count;
    int8_t* signs;  // per cell
    uint8_t* fill;  // per cell: triangles in its first chunk
    uint32_t* head; // per cell: first chunk
    wf_cell_chunk* chunks;
    uint32_t chunk_count; // ever used
    uint32_t free_chunk;
    wf_cell_range* ranges; // per triangle
    float* boxes;          // 8 per triangle: lo, hi
    float* vertex_boxes;   // 8 per vertex: lo, hi
    uint8_t* moved;        // per vertex
    uint32_t* freed;       // cells that became empty
    size_t freed_count;
    uint32_t* queue;            // scratch of the flood
    uint32_t changed_triangles; // whose cells changed in the last update
    bool rebuilt;               // by the last update
    size_t signs_capacity, fill_capacity, head_capacity, chunk_capacity;
    size_t freed_capacity, queue_capacity;
} wf_grid;

#define WF_NO_CHUNK UINT32_MAX

/// Registers all triangles on a grid of its own and finds all signs. False when out of memory.
bool wf_grid_build(wf_memory* memory, wf_grid* field, const wf_sweep* body);

void wf_grid_free(wf_memory* memory, wf_grid* field);

/// Follows the body to new positions; the cost goes with what moved. The outcome is that of
/// building anew on the same grid. A body that leaves the grid gets a new one.
bool wf_grid_update(wf_memory* memory, wf_grid* field, const wf_sweep* body);

/// -1 inside, 0 near the surface, +1 outside.
int wf_grid_at(const wf_grid* field, const float point[3]);

/// The mean of the unit normals of the triangles registered in the cell of a point, at x1; zero
/// when there are none.
void wf_grid_normal(const wf_grid* field, const wf_sweep* body, const float point[3],
                    float normal[3]);

/// Finds the signs of all cells, or of the cells in `freed`. Rays use the registered triangles at
/// x1.
void wf_grid_sign_all(wf_grid* field, const wf_sweep* body);
void wf_grid_sign_freed(wf_grid* field, const wf_sweep* body);

/// The cell of a coordinate along an axis; places off the grid count to its border, which is empty.
/// Never decreases with x, so what overlaps in space overlaps in cells.
static inline uint32_t wf_grid_cell(const wf_grid* field, int axis, float x) {
    float place = (x - field->origin[axis]) * field->per_cell;
    float last = (float)(field->size[axis] - 1);
    return place > 0 ? (uint32_t)(place < last ? place : last) : 0;
}

static inline uint32_t wf_grid_index(const wf_grid* field, uint32_t x, uint32_t y, uint32_t z) {
    return (z * field->size[1] + y) * field->size[0] + x;
}
