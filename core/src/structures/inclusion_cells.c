// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which cells a triangle has. `FAN` is the grid traverse of ElBadrawy, Hemayed, Fayek 2012, Fig. 4:
// lines from v0 to each of the cells D1, D2, ... between v1 and v2, step by step. `EVERY` tests
// each cell of the box by the axes that can part a box from a triangle, after
//   Schwarz, Seidel, "Fast parallel surface and solid voxelization on GPUs", SIGGRAPH Asia 2010,
// a little too generous rather than too strict, so that no cell the surface touches is left out.
#include "structures/inclusion_field.h"

#include <math.h>

/// The library's functions are calls, for the sake of NaN.
static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static inline double smaller(double a, double b) {
    return a < b ? a : b;
}

typedef struct range {
    int32_t lo[3], hi[3]; // of the grid
} range;

static range range_of(const wf_inclusion* field, double p[3][3]) {
    range r;
    for (int axis = 0; axis < 3; ++axis) {
        double lo = smaller(p[0][axis], smaller(p[1][axis], p[2][axis]));
        double hi = larger(p[0][axis], larger(p[1][axis], p[2][axis]));
        int32_t last = (int32_t)field->size[axis] - 1;
        r.lo[axis] = wf_inclusion_floor(lo - field->generous);
        r.hi[axis] = wf_inclusion_floor(hi + field->generous);
        r.lo[axis] = r.lo[axis] < 0 ? 0 : r.lo[axis] > last ? last : r.lo[axis];
        r.hi[axis] = r.hi[axis] < 0 ? 0 : r.hi[axis] > last ? last : r.hi[axis];
    }
    return r;
}

/// A half plane of one view: nx x + ny y + d >= 0 for a cell at (x, y) that is not beyond the edge.
typedef struct half_plane {
    double nx, ny, d;
} half_plane;

typedef struct cutter {
    double n[3], most, least; // the plane: n.p + most >= 0 >= n.p + least
    half_plane edge[3][3];    // by the axis that is looked along
} cutter;

static half_plane edge_of(const double* a, const double* b, int u, int v, double turn,
                          double generous) {
    half_plane h = {turn * (a[v] - b[v]), turn * (b[u] - a[u]), 0.0};
    double reach = larger(h.nx, 0.0) + larger(h.ny, 0.0);
    h.d = reach - (h.nx * a[u] + h.ny * a[v]) + generous * (fabs(h.nx) + fabs(h.ny));
    return h;
}

static cutter cutter_of(double p[3][3], double generous) {
    cutter k;
    k.most = k.least = 0.0;
    double e[2][3], slack = 0.0, at = 0.0;
    for (int i = 0; i < 3; ++i) {
        e[0][i] = p[1][i] - p[0][i];
        e[1][i] = p[2][i] - p[0][i];
    }
    for (int i = 0; i < 3; ++i) {
        int u = (i + 1) % 3, v = (i + 2) % 3;
        k.n[i] = e[0][u] * e[1][v] - e[0][v] * e[1][u];
    }
    for (int i = 0; i < 3; ++i) {
        int u = (i + 1) % 3, v = (i + 2) % 3;
        double turn = k.n[i] < 0.0 ? -1.0 : 1.0;
        for (int j = 0; j < 3; ++j) {
            k.edge[i][j] = edge_of(p[j], p[(j + 1) % 3], u, v, turn, generous);
        }
        k.most += larger(k.n[i], 0.0);
        k.least += smaller(k.n[i], 0.0);
        slack += fabs(k.n[i]);
        at += k.n[i] * p[0][i];
    }
    k.most += generous * slack - at;
    k.least -= generous * slack + at;
    return k;
}

static inline bool in_view(const half_plane edge[3], double x, double y) {
    return edge[0].nx * x + edge[0].ny * y + edge[0].d >= 0.0 &&
           edge[1].nx * x + edge[1].ny * y + edge[1].d >= 0.0 &&
           edge[2].nx * x + edge[2].ny * y + edge[2].d >= 0.0;
}

static inline bool touches(const cutter* k, double x, double y, double z) {
    double along = (k->n[0] * x + k->n[1] * y) + k->n[2] * z;
    return along + k->most >= 0.0 && along + k->least <= 0.0 && in_view(k->edge[2], x, y) &&
           in_view(k->edge[0], y, z) && in_view(k->edge[1], z, x);
}

static uint32_t take_all(const wf_inclusion* field, const range* r, uint32_t* cells) {
    uint32_t count = 0;
    for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z) {
        for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
            for (int32_t x = r->lo[0]; x <= r->hi[0]; ++x) {
                cells[count++] = wf_inclusion_index(field, (uint32_t)x, (uint32_t)y, (uint32_t)z);
            }
        }
    }
    return count;
}

static uint32_t take_touched(const wf_inclusion* field, const range* r, double p[3][3],
                             uint32_t* cells) {
    uint32_t count = 0;
    cutter k = cutter_of(p, field->generous);
    for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z) {
        for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
            for (int32_t x = r->lo[0]; x <= r->hi[0]; ++x) {
                cells[count] = wf_inclusion_index(field, (uint32_t)x, (uint32_t)y, (uint32_t)z);
                count += touches(&k, x, y, z);
            }
        }
    }
    return count;
}

/// A line through the cells from one place to another, one face at a time.
typedef struct line {
    int32_t at[3], end[3], step[3];
    double next[3], each[3]; // part of the way to the next face; between faces
} line;

static line line_from(const double from[3], const double to[3]) {
    line l;
    for (int i = 0; i < 3; ++i) {
        double way = to[i] - from[i];
        l.at[i] = wf_inclusion_floor(from[i]);
        l.end[i] = wf_inclusion_floor(to[i]);
        l.step[i] = l.end[i] > l.at[i] ? 1 : -1;
        l.each[i] = l.at[i] == l.end[i] ? INFINITY : 1.0 / fabs(way);
        double ahead = way > 0.0 ? l.at[i] + 1 - from[i] : from[i] - l.at[i];
        l.next[i] = l.at[i] == l.end[i] ? INFINITY : ahead * l.each[i];
    }
    return l;
}

static bool line_next(line* l) {
    int axis = l->next[0] <= l->next[1] ? (l->next[0] <= l->next[2] ? 0 : 2)
                                        : (l->next[1] <= l->next[2] ? 1 : 2);
    if (l->next[axis] == INFINITY) {
        return false;
    }
    l->at[axis] += l->step[axis];
    l->next[axis] = l->at[axis] == l->end[axis] ? INFINITY : l->next[axis] + l->each[axis];
    return true;
}

static uint32_t take_cell(const wf_inclusion* field, const int32_t at[3], uint32_t* cells,
                          uint32_t count) {
    uint32_t cell = wf_inclusion_index(field, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
    for (uint32_t i = 0; i < count; ++i) {
        if (cells[i] == cell) {
            return count;
        }
    }
    cells[count] = cell;
    return count + 1;
}

static uint32_t take_line(const wf_inclusion* field, const double a[3], const double b[3],
                          uint32_t* cells, uint32_t count) {
    line l = line_from(a, b);
    do {
        count = take_cell(field, l.at, cells, count);
    } while (line_next(&l));
    return count;
}

/// The place inside a cell that the line to it ends at: its middle, but for the ends of the edge.
static void middle_of(const int32_t at[3], double out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = at[i] + 0.5;
    }
}

static uint32_t take_fan(const wf_inclusion* field, double p[3][3], uint32_t* cells) {
    uint32_t count = take_line(field, p[0], p[1], cells, 0);
    line edge = line_from(p[1], p[2]);
    while (line_next(&edge)) {
        double d[3];
        middle_of(edge.at, d);
        count = take_line(field, p[0], d, cells, count);
    }
    return take_line(field, p[0], p[2], cells, count);
}

static void find_corners(const wf_inclusion* field, const float* const corner[3], double p[3][3]) {
    for (int c = 0; c < 3; ++c) {
        for (int axis = 0; axis < 3; ++axis) {
            p[c][axis] = wf_inclusion_place(field, corner[c][axis]) - field->first[axis];
        }
    }
}

/// Along how many axes it has more than one cell.
static int width_of(const range* r) {
    return (r->hi[0] > r->lo[0]) + (r->hi[1] > r->lo[1]) + (r->hi[2] > r->lo[2]);
}

/// With the one behind the last that take_touched writes.
static size_t room_of(const range* r) {
    size_t room = 1;
    for (int axis = 0; axis < 3; ++axis) {
        room *= (size_t)(r->hi[axis] - r->lo[axis]) + 1;
    }
    return room + 1;
}

static uint32_t take(const wf_inclusion* field, const range* r, double p[3][3], uint32_t* cells) {
    if (field->options.walk == WF_INCLUSION_FAN) {
        return take_fan(field, p, cells);
    }
    // a triangle that crosses from slab to slab along one axis alone touches each of them
    return width_of(r) <= 1 ? take_all(field, r, cells) : take_touched(field, r, p, cells);
}

size_t wf_inclusion_room(const wf_inclusion* field, const float* const corner[3]) {
    double p[3][3];
    find_corners(field, corner, p);
    range r = range_of(field, p);
    return room_of(&r);
}

uint32_t wf_inclusion_find_cells(const wf_inclusion* field, const float* const corner[3],
                                 uint32_t* cells) {
    double p[3][3];
    find_corners(field, corner, p);
    range r = range_of(field, p);
    return take(field, &r, p, cells);
}

uint32_t wf_inclusion_cells(wf_memory* memory, wf_inclusion* field, const float* a, const float* b,
                            const float* c) {
    const float* const corner[3] = {a, b, c};
    double p[3][3];
    find_corners(field, corner, p);
    range r = range_of(field, p);
    bool fits = wf_reserve(memory, (void**)&field->cells, &field->cells_capacity, room_of(&r),
                           sizeof(uint32_t));
    return fits ? take(field, &r, p, field->cells) : WF_INCLUSION_NONE;
}

// ---- masks --------------------------------------------------------------------------------------

int wf_inclusion_box(const int32_t* const place[3], int32_t low[3], int32_t size[3]) {
    int wide = 0;
    for (int axis = 0; axis < 3; ++axis) {
        int32_t a = place[0][axis], b = place[1][axis], c = place[2][axis];
        int32_t high = a > b ? (a > c ? a : c) : (b > c ? b : c);
        low[axis] = a < b ? (a < c ? a : c) : (b < c ? b : c);
        size[axis] = high - low[axis] + 1;
        wide += size[axis] > 1;
    }
    return wide;
}

uint8_t wf_inclusion_mask(const wf_inclusion* field, const float* const corner[3],
                          const int32_t low[3], const int32_t size[3]) {
    double p[3][3];
    uint32_t mask = 0;
    find_corners(field, corner, p);
    cutter k = cutter_of(p, field->generous);
    for (int bit = 0; bit < 8; ++bit) {
        int32_t x = bit & 1, y = bit >> 1 & 1, z = bit >> 2;
        if (x < size[0] && y < size[1] && z < size[2]) {
            mask |= (uint32_t)touches(&k, low[0] + x, low[1] + y, low[2] + z) << bit;
        }
    }
    return (uint8_t)mask;
}

uint8_t wf_inclusion_mask_found(const wf_inclusion* field, const uint32_t* cells, uint32_t count,
                                const int32_t* const place[3]) {
    int32_t low[3], size[3];
    bool clear = place[0][3] != 0 && place[1][3] != 0 && place[2][3] != 0;
    if (!clear || field->options.walk != WF_INCLUSION_EVERY) {
        return WF_INCLUSION_UNSEEN;
    }
    if (wf_inclusion_box(place, low, size) <= 1) {
        return WF_INCLUSION_BOX;
    }
    if (size[0] > 2 || size[1] > 2 || size[2] > 2) {
        return WF_INCLUSION_UNSEEN;
    }
    uint32_t row = field->size[0], slice = row * field->size[1], mask = 0;
    uint32_t base = wf_inclusion_index(field, (uint32_t)low[0], (uint32_t)low[1], (uint32_t)low[2]);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t off = cells[i] - base, z = off >= slice, y = off - z * slice >= row;
        mask |= 1u << (off - z * slice - y * row + 2 * y + 4 * z);
    }
    return (uint8_t)mask;
}

uint32_t wf_inclusion_list_mask(const wf_inclusion* field, const int32_t low[3], uint32_t mask,
                                uint32_t* cells) {
    uint32_t count = 0;
    for (int bit = 0; bit < 8; ++bit) {
        if (mask >> bit & 1) {
            cells[count++] = wf_inclusion_index(field, (uint32_t)(low[0] + (bit & 1)),
                                                (uint32_t)(low[1] + (bit >> 1 & 1)),
                                                (uint32_t)(low[2] + (bit >> 2)));
        }
    }
    return count;
}

uint32_t wf_inclusion_list_row(const wf_inclusion* field, const int32_t low[3],
                               const int32_t size[3], uint32_t* cells) {
    uint32_t nx = field->size[0];
    uint32_t step = size[0] > 1 ? 1 : size[1] > 1 ? nx : nx * field->size[1];
    uint32_t count = (uint32_t)(size[0] * size[1] * size[2]);
    uint32_t cell = wf_inclusion_index(field, (uint32_t)low[0], (uint32_t)low[1], (uint32_t)low[2]);
    for (uint32_t i = 0; i < count; ++i) {
        cells[i] = cell + i * step;
    }
    return count;
}
