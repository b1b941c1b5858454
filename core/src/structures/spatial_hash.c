// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Spatial hashing as a structure: unbounded space in cubic cells whose coordinates are hashed into
// a table.
//   Teschner, Heidelberger, Müller, Pomeranets, Gross, "Optimized spatial hashing for collision
//   detection of deformable objects", VMV 2003.
// Theirs: the hash of a cell, three products by large primes, xored; its side, the mean length of
// an edge; a first pass that puts vertices into the table and a second that asks the cells of the
// box of every element; entries of other cells with the same hash stay in and are told apart by the
// test that comes next. Nothing is kept from step to step but the side of a cell.
// They look for vertices in tetrahedra. Here all pairs of triangles are wanted whose swept boxes
// meet, so a vertex stands for the triangles whose first corner it is (`vertices`), and a box asks
// as far around as these reach; or the first pass puts triangles into all cells of their own boxes
// (`triangles`, ours). Triangles of many cells, such as a floor's, are in no cell: all boxes ask
// them.
#include "math/hash.h"
#include "structures/pairs.h"
#include "structures/sweep.h"

#include <math.h>
#include <string.h>

enum { CELL, ENTRIES };       // parameters of the row
enum { VERTICES, TRIANGLES }; // of ENTRIES

/// Sides of a triangle's box in cells that still have a place in the table.
#define MOST_SIDES 6.0
/// m: sides of a cell of a mesh without extent.
#define LEAST_CELL 1e-4
/// Further out all cells along an axis are one, so that coordinates stay whole numbers.
#define FAR 1e9

/// One mesh in cells, for one step.
typedef struct table {
    double per_cell; // 1/m
    double reach[3]; // m, of VERTICES: of a box from the first corner
    uint32_t mask;   // places are a power of two
    uint32_t* first; // per place and one more: its entries
    uint32_t* entries;
    uint32_t* large; // triangles in no cell
    uint32_t large_count;
    uint32_t* stamp;     // per triangle: the asking one that met it last, from 1
    float* vertex_boxes; // 8 per vertex: lo, hi
    float* boxes;        // 8 per triangle
    size_t first_capacity, entries_capacity, large_capacity, stamp_capacity;
    size_t vertex_boxes_capacity, boxes_capacity;
} table;

typedef struct hashed {
    table body, cloth;
    int rule; // what the first pass puts in
    const wf_neighbours* neighbours;
    wf_pair_list list;
} hashed;

typedef struct cells {
    int32_t lo[3], hi[3];
} cells;

// ---- cells --------------------------------------------------------------------------------------

static int32_t cell_of(const table* t, double x) {
    double place = floor(x * t->per_cell);
    return (int32_t)(place > -FAR ? (place < FAR ? place : FAR) : -FAR);
}

static inline uint32_t place_of(const table* t, int32_t x, int32_t y, int32_t z) {
    return wf_hash_cell(x, y, z) & t->mask;
}

/// Cells of a box that reaches so much further.
static cells cells_of(const table* t, const float* box, const double reach[3]) {
    cells c;
    for (int k = 0; k < 3; ++k) {
        c.lo[k] = cell_of(t, (double)box[k] - reach[k]);
        c.hi[k] = cell_of(t, (double)box[4 + k] + reach[k]);
    }
    return c;
}

static double count_of(const cells* c) {
    double count = 1.0;
    for (int k = 0; k < 3; ++k) {
        count *= (double)c->hi[k] - (double)c->lo[k] + 1.0;
    }
    return count;
}

/// Their best side of a cell: the mean length of an edge.
static double mean_edge(const wf_sweep* s) {
    double sum = 0.0;
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; ++i) {
        const float* a = s->x1 + 4 * (size_t)s->triangles[i];
        const float* b = s->x1 + 4 * (size_t)s->triangles[i % 3 == 2 ? i - 2 : i + 1];
        double d[3] = {(double)b[0] - (double)a[0], (double)b[1] - (double)a[1],
                       (double)b[2] - (double)a[2]};
        sum += sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
    }
    return s->triangle_count > 0 ? sum / (3.0 * s->triangle_count) : 0.0;
}

// ---- first pass ---------------------------------------------------------------------------------

static bool reserve(wf_memory* memory, table* t, const wf_sweep* s) {
    size_t vertices = s->vertex_count, triangles = s->triangle_count;
    uint32_t places = 64;
    while (places < 4 * triangles && places < 1u << 24) {
        places *= 2;
    }
    t->mask = places - 1;
    return wf_reserve(memory, (void**)&t->first, &t->first_capacity, (size_t)places + 2, 4) &&
           wf_reserve(memory, (void**)&t->large, &t->large_capacity, triangles + 1, 4) &&
           wf_reserve(memory, (void**)&t->stamp, &t->stamp_capacity, triangles + 1, 4) &&
           wf_reserve(memory, (void**)&t->vertex_boxes, &t->vertex_boxes_capacity, 8 * vertices + 8,
                      4) &&
           wf_reserve(memory, (void**)&t->boxes, &t->boxes_capacity, 8 * triangles + 8, 4);
}

static void find_boxes(table* t, const wf_sweep* s) {
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        wf_box box = wf_sweep_vertex_box(s, v);
        wf_f4_store(t->vertex_boxes + 8 * (size_t)v, box.lo);
        wf_f4_store(t->vertex_boxes + 8 * (size_t)v + 4, box.hi);
    }
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        const uint32_t* corner = s->triangles + 3 * (size_t)i;
        const float* a = t->vertex_boxes + 8 * (size_t)corner[0];
        const float* b = t->vertex_boxes + 8 * (size_t)corner[1];
        const float* c = t->vertex_boxes + 8 * (size_t)corner[2];
        wf_f4 lo = wf_f4_min(wf_f4_min(wf_f4_load(a), wf_f4_load(b)), wf_f4_load(c));
        wf_f4 hi = wf_f4_max(wf_f4_max(wf_f4_load(a + 4), wf_f4_load(b + 4)), wf_f4_load(c + 4));
        wf_f4_store(t->boxes + 8 * (size_t)i, lo);
        wf_f4_store(t->boxes + 8 * (size_t)i + 4, hi);
    }
}

static bool is_large(const table* t, uint32_t triangle) {
    const float* box = t->boxes + 8 * (size_t)triangle;
    bool large = false;
    for (int k = 0; k < 3; ++k) {
        large |= !(((double)box[4 + k] - (double)box[k]) * t->per_cell <= MOST_SIDES);
    }
    return large;
}

/// The cells that a triangle is put into.
static cells entries_of(const table* t, const wf_sweep* s, int rule, uint32_t triangle) {
    static const double none[3] = {0.0, 0.0, 0.0};
    if (rule == TRIANGLES) {
        return cells_of(t, t->boxes + 8 * (size_t)triangle, none);
    }
    const float* x = s->x1 + 4 * (size_t)s->triangles[3 * (size_t)triangle];
    cells c;
    for (int k = 0; k < 3; ++k) {
        c.lo[k] = c.hi[k] = cell_of(t, (double)x[k]);
    }
    return c;
}

/// Counts the entries of every place (`fill` null), or puts them there.
static void pass_cells(table* t, const cells* c, uint32_t triangle, uint32_t* fill) {
    for (int32_t z = c->lo[2]; z <= c->hi[2]; ++z) {
        for (int32_t y = c->lo[1]; y <= c->hi[1]; ++y) {
            for (int32_t x = c->lo[0]; x <= c->hi[0]; ++x) {
                uint32_t* at = &t->first[place_of(t, x, y, z) + 1];
                if (fill != NULL) {
                    fill[*at] = triangle;
                }
                *at += 1;
            }
        }
    }
}

static void measure_reach(table* t, const wf_sweep* s, uint32_t triangle) {
    const float* x = s->x1 + 4 * (size_t)s->triangles[3 * (size_t)triangle];
    const float* box = t->boxes + 8 * (size_t)triangle;
    for (int k = 0; k < 3; ++k) {
        double below = (double)x[k] - (double)box[k], above = (double)box[4 + k] - (double)x[k];
        double further = below > above ? below : above;
        t->reach[k] = further > t->reach[k] ? further : t->reach[k];
    }
}

/// `first[p + 1]` counts place p, then is where it begins, then, filled, where it ends.
static bool put(wf_memory* memory, table* t, const wf_sweep* s, int rule) {
    if (!reserve(memory, t, s)) {
        return false;
    }
    find_boxes(t, s);
    memset(t->first, 0, 4 * ((size_t)t->mask + 3));
    t->large_count = 0;
    t->reach[0] = t->reach[1] = t->reach[2] = 0.0;
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        if (is_large(t, i)) {
            t->large[t->large_count++] = i;
            continue;
        }
        cells c = entries_of(t, s, rule, i);
        pass_cells(t, &c, i, NULL);
        if (rule == VERTICES) {
            measure_reach(t, s, i);
        }
    }
    uint32_t sum = 0;
    for (uint32_t p = 0; p <= t->mask; ++p) {
        uint32_t here = t->first[p + 1];
        t->first[p + 1] = sum;
        sum += here;
    }
    if (!wf_reserve(memory, (void**)&t->entries, &t->entries_capacity, (size_t)sum + 1, 4)) {
        return false;
    }
    for (uint32_t i = 0, large = 0; i < s->triangle_count; ++i) {
        if (large < t->large_count && t->large[large] == i) {
            large += 1;
            continue;
        }
        cells c = entries_of(t, s, rule, i);
        pass_cells(t, &c, i, t->entries);
    }
    return true;
}

static void free_table(wf_memory* memory, table* t) {
    void* blocks[] = {t->first, t->entries, t->large, t->stamp, t->vertex_boxes, t->boxes};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        wf_free(memory, blocks[i]);
    }
}

// ---- second pass --------------------------------------------------------------------------------

typedef struct query {
    const float* box;
    uint32_t triangle;
    const wf_neighbours* own; // of one surface: these are not wanted, nor lower ones
    bool self;
} query;

/// A triangle that was met before, in a cell that shares its place, is not met again.
static void meet(table* t, const query* q, uint32_t triangle, wf_pair_list* list) {
    const float* box = t->boxes + 8 * (size_t)triangle;
    wf_f4 met = wf_f4_and(wf_f4_less_equal(wf_f4_load(q->box), wf_f4_load(box + 4)),
                          wf_f4_less_equal(wf_f4_load(box), wf_f4_load(q->box + 4)));
    if ((wf_f4_mask(met) & 7) != 7 || t->stamp[triangle] == q->triangle + 1) {
        return;
    }
    t->stamp[triangle] = q->triangle + 1;
    if (!q->self || (triangle > q->triangle &&
                     !(q->own != NULL && wf_neighbours_has(q->own, q->triangle, triangle)))) {
        list->found[list->count++] = (wf_pair){q->triangle, triangle};
    }
}

static bool meet_all(wf_memory* memory, table* t, const query* q, const uint32_t* triangles,
                     uint32_t count, wf_pair_list* list) {
    if (!wf_pair_list_reserve(memory, list, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        meet(t, q, triangles[i], list);
    }
    return true;
}

/// Of more cells than the table has places every entry is met once.
static bool ask(wf_memory* memory, table* t, const query* q, wf_pair_list* list) {
    cells c = cells_of(t, q->box, t->reach);
    if (!meet_all(memory, t, q, t->large, t->large_count, list)) {
        return false;
    }
    if (!(count_of(&c) <= (double)t->mask)) {
        return meet_all(memory, t, q, t->entries, t->first[t->mask + 1], list);
    }
    for (int32_t z = c.lo[2]; z <= c.hi[2]; ++z) {
        for (int32_t y = c.lo[1]; y <= c.hi[1]; ++y) {
            for (int32_t x = c.lo[0]; x <= c.hi[0]; ++x) {
                uint32_t place = place_of(t, x, y, z);
                uint32_t from = t->first[place], to = t->first[place + 1];
                if (from < to && !meet_all(memory, t, q, t->entries + from, to - from, list)) {
                    return false;
                }
            }
        }
    }
    return true;
}

// ---- the structure ------------------------------------------------------------------------------

static void destroy(wf_memory* memory, void* self) {
    hashed* s = self;
    if (s != NULL) {
        free_table(memory, &s->body);
        free_table(memory, &s->cloth);
        wf_pair_list_free(memory, &s->list);
        wf_free(memory, s);
    }
}

static void set_cell(table* t, const wf_sweep* sweep, float factor) {
    double cell = (double)factor * mean_edge(sweep);
    t->per_cell = 1.0 / (cell > LEAST_CELL ? cell : LEAST_CELL);
}

static bool refresh_body(wf_memory* memory, void* self, const wf_sweep* body) {
    hashed* s = self;
    return put(memory, &s->body, body, s->rule);
}

static bool refresh_cloth(wf_memory* memory, void* self, const wf_sweep* cloth) {
    hashed* s = self;
    return put(memory, &s->cloth, cloth, s->rule);
}

static void* create(wf_memory* memory, const wf_sweep* cloth, const wf_sweep* body,
                    const float* values) {
    hashed* s = WF_ALLOC(memory, hashed, 1);
    if (s == NULL) {
        return NULL;
    }
    s->rule = values[ENTRIES] > 0.0f ? TRIANGLES : VERTICES;
    set_cell(&s->body, body, values[CELL]);
    set_cell(&s->cloth, cloth, values[CELL]);
    if (!refresh_body(memory, s, body) || !refresh_cloth(memory, s, cloth)) {
        destroy(memory, s);
        return NULL;
    }
    return s;
}

static bool ask_all(wf_memory* memory, hashed* s, table* t, bool self, wf_pairs* pairs,
                    uint32_t triangle_count, uint32_t others) {
    s->list.count = 0;
    memset(t->stamp, 0, 4 * (size_t)others);
    for (uint32_t i = 0; i < triangle_count; ++i) {
        query q = {s->cloth.boxes + 8 * (size_t)i, i, self ? s->neighbours : NULL, self};
        if (!ask(memory, t, &q, &s->list)) {
            return false;
        }
    }
    return wf_pair_list_sort(memory, &s->list, triangle_count, others, pairs);
}

static bool collect(wf_memory* memory, void* self, const wf_sweep* cloth, const wf_sweep* body,
                    wf_pairs* pairs) {
    hashed* s = self;
    return ask_all(memory, s, &s->body, false, pairs, cloth->triangle_count, body->triangle_count);
}

static bool exclude_self(wf_memory* memory, void* self, const wf_neighbours* neighbours) {
    (void)memory;
    ((hashed*)self)->neighbours = neighbours;
    return true;
}

static bool collect_self(wf_memory* memory, void* self, const wf_sweep* cloth, wf_pairs* pairs) {
    hashed* s = self;
    uint32_t count = cloth->triangle_count;
    return ask_all(memory, s, &s->cloth, true, pairs, count, count);
}

const wf_structure wf_structure_spatial_hash = {
    .create = create,
    .destroy = destroy,
    .refresh_body = refresh_body,
    .refresh_cloth = refresh_cloth,
    .collect = collect,
    .exclude_self = exclude_self,
    .collect_self = collect_self,
};
