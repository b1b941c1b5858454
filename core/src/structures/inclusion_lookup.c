// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Asking an inclusion field: the cell of a particle says whether it is outside; where it is not,
// the vertices that are registered there and around say how far in (ElBadrawy, Hemayed, Fayek 2012,
// "Initialization phase", its last two paragraphs). Their normals are found when they are asked
// for: few are. `ask` looks no further than they do, at the particle's own cell; `look_up`, ours,
// also around it, so that it finds the nearest vertex of all.
#include "structures/inclusion_field.h"

#include "math/simd.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/// The cell of a point; false off the grid.
static bool cell_of(const wf_inclusion* field, const float point[3], int32_t at[3]) {
    bool within = true;
    for (int axis = 0; axis < 3; ++axis) {
        double place = wf_inclusion_place(field, point[axis]) - field->first[axis];
        within &= place >= 0.0 && place < (double)field->size[axis];
        at[axis] = within ? wf_inclusion_floor(place) : 0;
    }
    return within;
}

static uint32_t index_of(const wf_inclusion* field, const int32_t at[3]) {
    return wf_inclusion_index(field, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
}

int wf_inclusion_at(const wf_inclusion* field, const float point[3]) {
    int32_t at[3];
    return cell_of(field, point, at) ? field->value[index_of(field, at)] : WF_INCLUSION_OUTSIDE;
}

// ---- normals ------------------------------------------------------------------------------------

static wf_v3 unit(wf_v3 a) {
    float length = wf_v3_length(a);
    return length > 0.0f ? wf_v3_scale(a, 1.0f / length) : wf_v3_set(0.0f, 0.0f, 0.0f);
}

/// Area weighted over the triangles of the vertex.
static wf_v3 normal_at(const wf_inclusion_mesh* mesh, const wf_rows* rows, const float* x,
                       uint32_t vertex) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t i = rows->row[vertex]; i < rows->row[vertex + 1]; ++i) {
        const uint32_t* corner = mesh->triangles + 3 * (size_t)rows->item[i];
        wf_v3 a = wf_v3_load(x + 4 * (size_t)corner[0]);
        wf_v3 u = wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner[1]), a);
        wf_v3 v = wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner[2]), a);
        sum = wf_v3_add(sum, wf_v3_cross(u, v));
    }
    return unit(sum);
}

static wf_v3 vertex_normal(const wf_inclusion* field, uint32_t vertex) {
    return normal_at(&field->mesh, &field->vertex_triangles, field->x, vertex);
}

void wf_inclusion_vertex_normal(const wf_inclusion* field, uint32_t vertex, float normal[3]) {
    wf_v3_store(normal, vertex_normal(field, vertex));
}

/// Adds the normals of the vertices of a cell; how many there are.
static uint32_t add_normals(const wf_inclusion* field, uint32_t cell, double weight,
                            double sum[3]) {
    uint32_t count = 0;
    for (uint32_t b = field->head[cell]; b != WF_INCLUSION_NONE; b = field->after[b]) {
        const uint32_t* vertex = field->blocks[b].vertex;
        for (int lane = 0; lane < 4 && vertex[lane] != WF_INCLUSION_NONE; ++lane, ++count) {
            wf_v3 n = vertex_normal(field, vertex[lane]);
            sum[0] += weight * (double)n.x;
            sum[1] += weight * (double)n.y;
            sum[2] += weight * (double)n.z;
        }
    }
    return count;
}

static bool is_in_grid(const wf_inclusion* field, const int32_t at[3]) {
    bool within = true;
    for (int axis = 0; axis < 3; ++axis) {
        within &= at[axis] >= 0 && at[axis] < (int32_t)field->size[axis];
    }
    return within;
}

static uint32_t add_around(const wf_inclusion* field, uint32_t cell, double sum[3]) {
    const int32_t nx = (int32_t)field->size[0], ny = (int32_t)field->size[1];
    const int32_t middle[3] = {(int32_t)cell % nx, (int32_t)cell / nx % ny,
                               (int32_t)cell / nx / ny};
    uint32_t count = 0;
    for (int32_t k = 0; k < 27; ++k) {
        int32_t d[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        int32_t at[3] = {middle[0] + d[0], middle[1] + d[1], middle[2] + d[2]};
        if (k != 13 && is_in_grid(field, at)) {
            double far = sqrt((double)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
            count += add_normals(field, index_of(field, at), 1.0 / far, sum);
        }
    }
    return count;
}

bool wf_inclusion_cell_normal(const wf_inclusion* field, uint32_t cell, float normal[3]) {
    double sum[3] = {0.0, 0.0, 0.0};
    bool found = field->value[cell] == WF_INCLUSION_SURFACE &&
                 (add_normals(field, cell, 1.0, sum) > 0 || add_around(field, cell, sum) > 0);
    wf_v3 n = unit(wf_v3_set((float)sum[0], (float)sum[1], (float)sum[2]));
    wf_v3_store(normal, n);
    return found && wf_v3_dot(n, n) > 0.0f;
}

// ---- particles ----------------------------------------------------------------------------------

typedef struct nearest {
    uint32_t vertex;
    float distance2;
} nearest;

/// The lowest number among the lanes of a mask; of which there seldom are two.
static inline uint32_t lowest_of(wf_f4 numbers, int mask) {
    static const uint8_t first[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    float bits[4];
    uint32_t of[4];
    wf_f4_store(bits, numbers);
    memcpy(of, bits, sizeof of);
    uint32_t lowest = of[first[mask]];
    for (int rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
        lowest = of[first[rest]] < lowest ? of[first[rest]] : lowest;
    }
    return lowest;
}

/// The nearest vertex of a cell that has one. Of two as near as each other the lower one: the
/// earlier in its lane.
static inline nearest nearest_of_cell(const wf_inclusion* field, uint32_t cell, wf_v3 p) {
    wf_f4 px = wf_f4_splat(p.x), py = wf_f4_splat(p.y), pz = wf_f4_splat(p.z);
    wf_f4 least = wf_f4_splat(INFINITY), who = wf_f4_zero();
    uint32_t b = field->head[cell];
    do {
        const wf_inclusion_block* four = &field->blocks[b];
        wf_f4 dx = wf_f4_sub(wf_f4_load(four->x), px), dy = wf_f4_sub(wf_f4_load(four->y), py);
        wf_f4 dz = wf_f4_sub(wf_f4_load(four->z), pz);
        wf_f4 far2 = wf_f4_add(wf_f4_add(wf_f4_mul(dx, dx), wf_f4_mul(dy, dy)), wf_f4_mul(dz, dz));
        wf_f4 nearer = wf_f4_less(far2, least);
        float vertex[4]; // their bits
        memcpy(vertex, four->vertex, sizeof vertex);
        who = wf_f4_select(nearer, wf_f4_load(vertex), who);
        least = wf_f4_min(far2, least);
        b = field->after[b];
    } while (b != WF_INCLUSION_NONE);
    wf_f4 all = wf_f4_least(least);
    uint32_t vertex = lowest_of(who, wf_f4_mask(wf_f4_less_equal(least, all)));
    return (nearest){vertex, wf_f4_x(all)};
}

static inline void consider_cell(const wf_inclusion* field, uint32_t cell, wf_v3 p, nearest* best) {
    if (field->head[cell] == WF_INCLUSION_NONE) {
        return;
    }
    nearest here = nearest_of_cell(field, cell, p);
    if (here.distance2 < best->distance2 ||
        (here.distance2 == best->distance2 && here.vertex < best->vertex)) {
        *best = here;
    }
}

void wf_inclusion_measure(const wf_inclusion* field, const float point[3], uint32_t vertex,
                          wf_inclusion_hit* hit) {
    wf_inclusion_measure_at(&field->mesh, &field->vertex_triangles, field->x, point, vertex, hit);
}

void wf_inclusion_measure_at(const wf_inclusion_mesh* mesh, const wf_rows* vertex_triangles,
                             const float* x, const float point[3], uint32_t vertex,
                             wf_inclusion_hit* hit) {
    wf_v3 n = normal_at(mesh, vertex_triangles, x, vertex);
    wf_v3 from = wf_v3_load(x + 4 * (size_t)vertex);
    hit->vertex = vertex;
    wf_v3_store(hit->normal, n);
    hit->distance = wf_v3_dot(n, wf_v3_sub(wf_v3_load(point), from));
}

/// The cells of a cube around `middle` that are `ring` away from it.
static void consider_ring(const wf_inclusion* field, const int32_t middle[3], int32_t ring, wf_v3 p,
                          nearest* best) {
    for (int32_t z = -ring; z <= ring; ++z) {
        for (int32_t y = -ring; y <= ring; ++y) {
            bool whole = z == -ring || z == ring || y == -ring || y == ring || ring == 0;
            for (int32_t x = -ring; x <= ring; x += whole ? 1 : 2 * ring) {
                int32_t at[3] = {middle[0] + x, middle[1] + y, middle[2] + z};
                if (is_in_grid(field, at)) {
                    consider_cell(field, index_of(field, at), p, best);
                }
            }
        }
    }
}

static nearest nearest_around(const wf_inclusion* field, const float point[3], const int32_t at[3],
                              uint32_t reach, float distance2) {
    nearest best = {WF_INCLUSION_NONE, distance2};
    // what is nearer than the ring is far has been seen
    for (int32_t ring = 0; ring <= (int32_t)reach; ++ring) {
        double clear = (ring - 1) / field->per_cell;
        if (clear > 0.0 && (double)best.distance2 <= clear * clear) {
            break;
        }
        consider_ring(field, at, ring, wf_v3_load(point), &best);
    }
    return best;
}

bool wf_inclusion_look_up(const wf_inclusion* field, const float point[3], uint32_t reach,
                          wf_inclusion_hit* hit) {
    int32_t at[3];
    if (!cell_of(field, point, at) || field->value[index_of(field, at)] == WF_INCLUSION_OUTSIDE) {
        return false;
    }
    nearest best = nearest_around(field, point, at, reach, INFINITY);
    if (best.vertex == WF_INCLUSION_NONE) {
        return false;
    }
    wf_inclusion_measure(field, point, best.vertex, hit);
    return true;
}

uint32_t wf_inclusion_nearest(const wf_inclusion* field, const float point[3], uint32_t reach,
                              float* distance2) {
    int32_t at[3];
    for (int axis = 0; axis < 3; ++axis) {
        at[axis] = wf_inclusion_floor(wf_inclusion_place(field, point[axis]) - field->first[axis]);
    }
    nearest best = nearest_around(field, point, at, reach, *distance2);
    *distance2 = best.distance2;
    return best.vertex;
}

uint32_t wf_inclusion_nearest_in(const wf_inclusion* field, const float point[3], uint32_t cell,
                                 float* distance2) {
    nearest best = {WF_INCLUSION_NONE, *distance2};
    consider_cell(field, cell, wf_v3_load(point), &best);
    *distance2 = best.distance2;
    return best.vertex;
}

/// The cell of a point whose place floats are sure of, else WF_INCLUSION_NONE: clear of borders by
/// far more than their rounding, and in the grid. Numbers of cells are whole in floats.
static inline uint32_t sure_cell(const wf_inclusion* field, const float point[3]) {
    wf_f4 big = wf_f4_splat(8388608.0f); // from there on all are whole
    wf_f4 lattice =
        wf_f4_mul(wf_f4_set(point[0], point[1], point[2], 0.0f), wf_f4_load(field->scale));
    wf_f4 at = wf_f4_sub(lattice, wf_f4_load(field->middle)); // the middle of a cell is whole
    wf_f4 whole = wf_f4_sub(wf_f4_add(at, big), big);
    wf_f4 off = wf_f4_sub(at, whole);
    wf_f4 sure = wf_f4_less(wf_f4_mul(off, off), wf_f4_splat(0.499f * 0.499f));
    wf_f4 within = wf_f4_and(wf_f4_less_equal(wf_f4_zero(), whole),
                             wf_f4_less(whole, wf_f4_load(field->most)));
    return (wf_f4_mask(wf_f4_and(sure, within)) & 7) == 7
               ? (uint32_t)wf_f4_dot3(whole, wf_f4_load(field->stride))
               : WF_INCLUSION_NONE;
}

uint32_t wf_inclusion_cell_of(const wf_inclusion* field, const float point[3]) {
    uint32_t cell = sure_cell(field, point);
    int32_t at[3];
    return cell != WF_INCLUSION_NONE   ? cell
           : cell_of(field, point, at) ? index_of(field, at)
                                       : WF_INCLUSION_NONE;
}

int wf_inclusion_ask(const wf_inclusion* field, const float point[3], uint32_t* vertex) {
    uint32_t cell = wf_inclusion_cell_of(field, point);
    *vertex = WF_INCLUSION_NONE;
    if (cell == WF_INCLUSION_NONE) {
        return WF_INCLUSION_OUTSIDE;
    }
    if (field->head[cell] == WF_INCLUSION_NONE) {
        return field->value[cell];
    }
    *vertex = nearest_of_cell(field, cell, wf_v3_load(point)).vertex;
    return WF_INCLUSION_SURFACE;
}
