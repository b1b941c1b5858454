// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Signs of cells that no triangle has. Two of them that share a face lie on one side: the surface
// would have to pass between. So cells that hang together have one sign, which comes from a cell at
// their rim that is known, or else from an exact ray through the whole mesh.
#include "structures/inclusion_field.h"

#include "mesh/inside.h"

#include <math.h>

/// Winding numbers that a cell can carry.
enum { MOST_TURNS = 60 };

static void middle_of(const wf_inclusion* field, uint32_t cell, float p[3]) {
    uint32_t at[3] = {cell % field->size[0], cell / field->size[0] % field->size[1],
                      cell / field->size[0] / field->size[1]};
    for (int axis = 0; axis < 3; ++axis) {
        p[axis] = (float)(((double)at[axis] + field->first[axis] + 0.5) / field->per_cell);
    }
}

static inline bool spans(float a, float b, float c, float p) {
    return (a >= p || b >= p || c >= p) && (a <= p || b <= p || c <= p);
}

/// By the winding number of the middle of the cell.
static int8_t sign_by_ray(wf_inclusion* field, uint32_t cell) {
    float p[3];
    int winding = 0;
    middle_of(field, cell, p);
    field->asked += 1;
    for (size_t t = 0; t < 3 * (size_t)field->mesh.triangle_count; t += 3) {
        const float* a = field->x + 4 * (size_t)field->mesh.triangles[t];
        const float* b = field->x + 4 * (size_t)field->mesh.triangles[t + 1];
        const float* c = field->x + 4 * (size_t)field->mesh.triangles[t + 2];
        if (spans(a[1], b[1], c[1], p[1]) && spans(a[2], b[2], c[2], p[2])) {
            winding += wf_ray_crosses(a, b, c, p);
        }
    }
    if (field->options.windings) {
        int held = winding > MOST_TURNS    ? MOST_TURNS
                   : winding < -MOST_TURNS ? -MOST_TURNS
                                           : winding;
        return (int8_t)(WF_INCLUSION_OUTSIDE - 2 * held);
    }
    return winding != 0 ? WF_INCLUSION_INSIDE : WF_INCLUSION_OUTSIDE;
}

/// Adds an unknown neighbour to the flood; a known one gives the sign. Cells of the flood carry 0,
/// which without a triangle means: in the queue.
static inline void meet(wf_inclusion* field, uint32_t cell, uint32_t* queue, size_t* count,
                        int8_t* sign) {
    int8_t there = field->value[cell];
    if (there == WF_INCLUSION_UNKNOWN) {
        field->value[cell] = 0;
        queue[(*count)++] = cell;
    } else if (there != 0) {
        *sign = there;
    }
}

static void flood(wf_inclusion* field, uint32_t start, uint32_t* queue) {
    uint32_t nx = field->size[0], ny = field->size[1], nz = field->size[2];
    size_t count = 0;
    int8_t sign = 0;
    meet(field, start, queue, &count, &sign);
    for (size_t i = 0; i < count; ++i) {
        uint32_t cell = queue[i], x = cell % nx, y = cell / nx % ny, z = cell / nx / ny;
        const bool there[6] = {x > 0, x + 1 < nx, y > 0, y + 1 < ny, z > 0, z + 1 < nz};
        const uint32_t step[6] = {0u - 1, 1, 0u - nx, nx, 0u - nx * ny, nx * ny};
        if (x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz) {
            sign = WF_INCLUSION_OUTSIDE; // the rim of the grid is clear of the body
        }
        for (int k = 0; k < 6; ++k) {
            if (there[k]) {
                meet(field, cell + step[k], queue, &count, &sign);
            }
        }
    }
    sign = sign == 0 ? sign_by_ray(field, start) : sign;
    for (size_t i = 0; i < count; ++i) {
        field->value[queue[i]] = sign;
    }
}

bool wf_inclusion_sign(wf_memory* memory, wf_inclusion* field, const uint32_t* cells,
                       size_t count) {
    size_t unknown = 0;
    for (size_t i = 0; i < count; ++i) {
        unknown += field->value[cells == NULL ? i : cells[i]] == WF_INCLUSION_UNKNOWN;
    }
    if (!wf_reserve(memory, (void**)&field->queue, &field->queue_capacity, unknown + 1,
                    sizeof(uint32_t))) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t cell = cells == NULL ? (uint32_t)i : cells[i];
        if (field->value[cell] == WF_INCLUSION_UNKNOWN) {
            flood(field, cell, field->queue);
        }
    }
    return true;
}
