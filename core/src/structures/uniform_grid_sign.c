// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The signs of a uniform grid. Cells without triangles that hang together by faces lie on one
// side of the surface, so one flood serves them all; its sign comes from a cell at its rim that is
// known, or else from a ray along x that counts signed crossings exactly.
#include "structures/uniform_grid.h"

#include "mesh/inside.h"

#include <math.h>
#include <string.h>

static float cell_middle(const wf_grid* field, int axis, uint32_t place) {
    return field->origin[axis] + ((float)place + 0.5f) * field->cell;
}

/// Signed crossings of the ray with triangles of one cell of its row; a triangle counts in the
/// first cell of the row that has it.
static int cell_crossings(const wf_grid* field, const wf_sweep* body, uint32_t cell, uint32_t x,
                          uint32_t first_x, const float p[3]) {
    int sum = 0;
    uint32_t count = field->fill[cell];
    for (uint32_t at = field->head[cell]; at != WF_NO_CHUNK; at = field->chunks[at].next) {
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t triangle = field->chunks[at].triangles[i];
            uint32_t lo = field->ranges[triangle].lo[0];
            if (x == (lo > first_x ? lo : first_x)) {
                const uint32_t* corner = body->triangles + 3 * (size_t)triangle;
                sum += wf_ray_crosses(body->x1 + 4 * (size_t)corner[0],
                                      body->x1 + 4 * (size_t)corner[1],
                                      body->x1 + 4 * (size_t)corner[2], p);
            }
        }
        count = WF_CELL_CHUNK;
    }
    return sum;
}

/// The sign of an empty cell by the winding number of its middle.
static int8_t sign_by_ray(const wf_grid* field, const wf_sweep* body, uint32_t cell) {
    uint32_t x = cell % field->size[0], y = cell / field->size[0] % field->size[1];
    uint32_t z = cell / field->size[0] / field->size[1];
    float p[3] = {cell_middle(field, 0, x), cell_middle(field, 1, y), cell_middle(field, 2, z)};
    int winding = 0;
    for (uint32_t step = x; step < field->size[0]; ++step) {
        winding += cell_crossings(field, body, cell - x + step, step, x, p);
    }
    return winding != 0 ? -1 : 1;
}

/// Adds an unknown neighbour to the flood; a known one gives the sign.
static void meet(wf_grid* field, uint32_t cell, uint32_t* count, int8_t* sign) {
    int8_t there = field->signs[cell];
    if (there == WF_GRID_UNKNOWN) {
        field->signs[cell] = 0; // seen; the flood sets it at its end
        field->queue[(*count)++] = cell;
    } else if (there != 0) {
        *sign = there;
    }
}

/// Signs the unknown cells that hang together with `start`. While it runs they carry 0, which in an
/// empty cell means: in the queue.
static void flood(wf_grid* field, const wf_sweep* body, uint32_t start) {
    uint32_t nx = field->size[0], ny = field->size[1], nz = field->size[2], count = 0;
    int8_t sign = 0;
    meet(field, start, &count, &sign);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t cell = field->queue[i];
        uint32_t x = cell % nx, y = cell / nx % ny, z = cell / nx / ny;
        if (x > 0) {
            meet(field, cell - 1, &count, &sign);
        }
        if (x + 1 < nx) {
            meet(field, cell + 1, &count, &sign);
        }
        if (y > 0) {
            meet(field, cell - nx, &count, &sign);
        }
        if (y + 1 < ny) {
            meet(field, cell + nx, &count, &sign);
        }
        if (z > 0) {
            meet(field, cell - nx * ny, &count, &sign);
        }
        if (z + 1 < nz) {
            meet(field, cell + nx * ny, &count, &sign);
        }
    }
    if (sign == 0) {
        sign = sign_by_ray(field, body, start);
    }
    for (uint32_t i = 0; i < count; ++i) {
        field->signs[field->queue[i]] = sign;
    }
}

void wf_grid_sign_all(wf_grid* field, const wf_sweep* body) {
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        field->signs[cell] = field->head[cell] == WF_NO_CHUNK ? WF_GRID_UNKNOWN : 0;
    }
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        if (field->signs[cell] == WF_GRID_UNKNOWN) {
            flood(field, body, cell);
        }
    }
}

void wf_grid_sign_freed(wf_grid* field, const wf_sweep* body) {
    for (size_t i = 0; i < field->freed_count; ++i) {
        if (field->signs[field->freed[i]] == WF_GRID_UNKNOWN) {
            flood(field, body, field->freed[i]);
        }
    }
}

int wf_grid_at(const wf_grid* field, const float point[3]) {
    uint32_t x = wf_grid_cell(field, 0, point[0]), y = wf_grid_cell(field, 1, point[1]);
    uint32_t z = wf_grid_cell(field, 2, point[2]);
    return field->signs[wf_grid_index(field, x, y, z)];
}

static void add_normal(const wf_sweep* body, uint32_t triangle, double sum[3]) {
    const uint32_t* corner = body->triangles + 3 * (size_t)triangle;
    const float *a = body->x1 + 4 * (size_t)corner[0], *b = body->x1 + 4 * (size_t)corner[1];
    const float* c = body->x1 + 4 * (size_t)corner[2];
    double u[3], v[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = (double)b[i] - (double)a[i];
        v[i] = (double)c[i] - (double)a[i];
    }
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3 && length > 0; ++i) {
        sum[i] += n[i] / length;
    }
}

void wf_grid_normal(const wf_grid* field, const wf_sweep* body, const float point[3],
                    float normal[3]) {
    uint32_t x = wf_grid_cell(field, 0, point[0]), y = wf_grid_cell(field, 1, point[1]);
    uint32_t cell = wf_grid_index(field, x, y, wf_grid_cell(field, 2, point[2]));
    double sum[3] = {0, 0, 0};
    uint32_t count = field->fill[cell], total = 0;
    for (uint32_t at = field->head[cell]; at != WF_NO_CHUNK; at = field->chunks[at].next) {
        for (uint32_t i = 0; i < count; ++i) {
            add_normal(body, field->chunks[at].triangles[i], sum);
        }
        total += count;
        count = WF_CELL_CHUNK;
    }
    for (int i = 0; i < 3; ++i) {
        normal[i] = total > 0 ? (float)(sum[i] / total) : 0.0f;
    }
}
