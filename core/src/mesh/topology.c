// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Edges come from sorting the three sides of every triangle by their vertices: equal sides end up
// next to each other, in order of triangles.
#include "mesh/topology.h"

#include "base/assert.h"
#include "math/radix_sort.h"

#include <string.h>

void wf_rows_free(wf_memory* memory, wf_rows* rows) {
    wf_free(memory, rows->row);
    wf_free(memory, rows->item);
    *rows = (wf_rows){0};
}

bool wf_rows_of_labels(wf_memory* memory, const uint32_t* label, uint32_t count, wf_rows* out) {
    out->row = WF_ALLOC(memory, uint32_t, (size_t)out->count + 1);
    out->item = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    if (out->row == NULL || out->item == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        out->row[label[i] + 1] += 1;
    }
    for (uint32_t k = 0; k < out->count; ++k) {
        out->row[k + 1] += out->row[k];
    }
    for (uint32_t i = count; i-- > 0;) {
        out->item[--out->row[label[i] + 1]] = i;
    }
    // Filling from the back moved every start one place up.
    memmove(out->row, out->row + 1, sizeof(uint32_t) * out->count);
    out->row[out->count] = count;
    return true;
}

bool wf_rows_has(const wf_rows* rows, uint32_t i, uint32_t item) {
    for (uint32_t k = rows->row[i]; k < rows->row[i + 1]; ++k) {
        if (rows->item[k] == item) {
            return true;
        }
    }
    return false;
}

static bool alloc_rows(wf_memory* memory, uint32_t count, size_t items, wf_rows* out) {
    out->count = count;
    out->row = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    out->item = WF_ALLOC(memory, uint32_t, items ? items : 1);
    return out->row && out->item;
}

// The side opposite corner k runs from the next corner to the one after.
static uint32_t side_from(const uint32_t* triangles, uint32_t side) {
    return triangles[side - side % 3 + (side % 3 + 1) % 3];
}

static uint32_t side_to(const uint32_t* triangles, uint32_t side) {
    return triangles[side - side % 3 + (side % 3 + 2) % 3];
}

static bool sort_sides(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                       wf_sort* sort) {
    if (!wf_sort_create(memory, 3 * (size_t)triangle_count, sort)) {
        return false;
    }
    for (uint32_t side = 0; side < 3 * triangle_count; ++side) {
        uint32_t a = side_from(triangles, side), b = side_to(triangles, side);
        sort->key[side] = a < b ? wf_sort_key(a, b) : wf_sort_key(b, a);
        sort->value[side] = side;
    }
    wf_sort_run(sort);
    return true;
}

static uint32_t count_edges(const wf_sort* sides) {
    uint32_t count = 0;
    for (size_t i = 0; i < sides->count; ++i) {
        count += i == 0 || sides->key[i] != sides->key[i - 1];
    }
    return count;
}

static bool build_edges(wf_memory* memory, const wf_sort* sides, wf_topology* t) {
    t->edge_count = count_edges(sides);
    t->edges = WF_ALLOC(memory, uint32_t, 2 * (size_t)t->edge_count + 1);
    t->triangle_edges = WF_ALLOC(memory, uint32_t, sides->count + 1);
    if (!t->edges || !t->triangle_edges ||
        !alloc_rows(memory, t->edge_count, sides->count, &t->edge_triangles)) {
        return false;
    }
    uint32_t edge = UINT32_MAX;
    for (size_t i = 0; i < sides->count; ++i) {
        if (i == 0 || sides->key[i] != sides->key[i - 1]) {
            ++edge;
            t->edges[2 * (size_t)edge] = (uint32_t)(sides->key[i] >> 32);
            t->edges[2 * (size_t)edge + 1] = (uint32_t)sides->key[i];
            t->edge_triangles.row[edge] = (uint32_t)i;
        }
        t->triangle_edges[sides->value[i]] = edge;
        t->edge_triangles.item[i] = sides->value[i] / 3;
    }
    t->edge_triangles.row[t->edge_count] = (uint32_t)sides->count;
    return true;
}

// Counting sort of the corners by vertex; filled from behind, so that every end becomes a start.
bool wf_vertex_triangles(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                         uint32_t vertex_count, wf_rows* out) {
    size_t corners = 3 * (size_t)triangle_count;
    if (!alloc_rows(memory, vertex_count, corners, out)) {
        return false;
    }
    for (size_t i = 0; i < corners; ++i) {
        out->row[triangles[i]] += 1;
    }
    for (uint32_t v = 0; v < vertex_count; ++v) {
        out->row[v + 1] += out->row[v];
    }
    for (size_t i = corners; i-- > 0;) {
        out->item[--out->row[triangles[i]]] = (uint32_t)(i / 3);
    }
    return true;
}

static wf_fold make_fold(const uint32_t* triangles, uint32_t a, uint32_t b, uint32_t first_side,
                         uint32_t second_side) {
    bool forward = side_from(triangles, first_side) == a;
    uint32_t left = forward ? first_side : second_side;
    uint32_t right = forward ? second_side : first_side;
    return (wf_fold){a, b, triangles[left], triangles[right], left / 3, right / 3};
}

static bool is_fold(const wf_sort* sides, const uint32_t* triangles, size_t i) {
    return i > 0 && sides->key[i] == sides->key[i - 1] &&
           triangles[sides->value[i]] != triangles[sides->value[i - 1]];
}

static bool build_folds(wf_memory* memory, const uint32_t* triangles, const wf_sort* sides,
                        wf_topology* t) {
    for (size_t i = 0; i < sides->count; ++i) {
        t->fold_count += is_fold(sides, triangles, i);
    }
    t->folds = WF_ALLOC(memory, wf_fold, (size_t)t->fold_count + 1);
    if (!t->folds) {
        return false;
    }
    uint32_t count = 0;
    for (size_t i = 0; i < sides->count; ++i) {
        if (is_fold(sides, triangles, i)) {
            t->folds[count++] =
                make_fold(triangles, (uint32_t)(sides->key[i] >> 32), (uint32_t)sides->key[i],
                          sides->value[i - 1], sides->value[i]);
        }
    }
    return true;
}

bool wf_topology_build(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                       uint32_t vertex_count, wf_topology* out) {
    *out = (wf_topology){.vertex_count = vertex_count, .triangle_count = triangle_count};
    wf_sort sides;
    if (!sort_sides(memory, triangles, triangle_count, &sides)) {
        return false;
    }
    bool built = build_edges(memory, &sides, out) && build_folds(memory, triangles, &sides, out) &&
                 wf_vertex_triangles(memory, triangles, triangle_count, vertex_count,
                                     &out->vertex_triangles) &&
                 wf_adjacency_from_pairs(memory, vertex_count, out->edges, out->edge_count,
                                         &out->neighbours);
    wf_sort_free(memory, &sides);
    if (!built) {
        wf_topology_free(memory, out);
    }
    return built;
}

void wf_topology_free(wf_memory* memory, wf_topology* topology) {
    wf_free(memory, topology->edges);
    wf_free(memory, topology->triangle_edges);
    wf_free(memory, topology->folds);
    wf_rows_free(memory, &topology->edge_triangles);
    wf_rows_free(memory, &topology->vertex_triangles);
    wf_rows_free(memory, &topology->neighbours);
    *topology = (wf_topology){0};
}

/// Both ends of each pair into the rows of the other, in the order of the pairs; filled from
/// behind, so that every end becomes a start.
static void list_partners(const uint32_t* pairs, size_t pair_count, wf_rows* out) {
    for (size_t i = 0; i < 2 * pair_count; ++i) {
        out->row[pairs[i]] += 1;
    }
    for (uint32_t v = 0; v < out->count; ++v) {
        out->row[v + 1] += out->row[v];
    }
    for (size_t i = 2 * pair_count; i-- > 0;) {
        out->item[--out->row[pairs[i]]] = pairs[i ^ 1];
    }
}

/// Each vertex in turn adds itself to the rows of its partners, which so come out ascending and
/// without doubles; `end` is scratch.
static void turn_rows(const wf_rows* partners, uint32_t* end, wf_rows* out) {
    memcpy(end, partners->row, sizeof(uint32_t) * partners->count);
    for (uint32_t v = 0; v < partners->count; ++v) {
        for (uint32_t k = partners->row[v]; k < partners->row[v + 1]; ++k) {
            uint32_t other = partners->item[k], at = end[other];
            if (other != v && (at == partners->row[other] || out->item[at - 1] != v)) {
                out->item[end[other]++] = v;
            }
        }
    }
}

/// Closes the room between rows that begin where those of `partners` do.
static void close_rows(const wf_rows* partners, const uint32_t* end, wf_rows* out) {
    uint32_t to = 0;
    for (uint32_t v = 0; v < partners->count; ++v) {
        uint32_t from = partners->row[v], count = end[v] - from;
        memmove(out->item + to, out->item + from, sizeof(uint32_t) * count);
        out->row[v] = to;
        to += count;
    }
    out->row[partners->count] = to;
}

bool wf_adjacency_from_pairs(wf_memory* memory, uint32_t count, const uint32_t* pairs,
                             size_t pair_count, wf_rows* out) {
    for (size_t i = 0; i < 2 * pair_count; ++i) {
        WEFT_DEBUG_ASSERT(pairs[i] < count);
    }
    *out = (wf_rows){0};
    wf_rows partners = {0};
    uint32_t* end = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    bool built = end != NULL && alloc_rows(memory, count, 2 * pair_count, &partners) &&
                 alloc_rows(memory, count, 2 * pair_count, out);
    if (built) {
        list_partners(pairs, pair_count, &partners);
        turn_rows(&partners, end, out);
        close_rows(&partners, end, out);
    } else {
        wf_rows_free(memory, out);
    }
    wf_rows_free(memory, &partners);
    wf_free(memory, end);
    return built;
}

uint32_t wf_opposite_corner(const uint32_t* triangle, const uint32_t* edge) {
    for (int k = 0; k < 2; ++k) {
        if (triangle[k] != edge[0] && triangle[k] != edge[1]) {
            return triangle[k];
        }
    }
    return triangle[2];
}

void wf_edge_triangles(const uint32_t* triangle_edges, uint32_t triangle_count, uint32_t edge_count,
                       uint32_t* edge_triangles) {
    for (size_t k = 0; k < 2 * (size_t)edge_count; ++k) {
        edge_triangles[k] = UINT32_MAX;
    }
    for (uint32_t k = 0; k < 3 * triangle_count; ++k) {
        uint32_t* pair = edge_triangles + 2 * (size_t)triangle_edges[k];
        pair[pair[0] != UINT32_MAX] = k / 3;
    }
}
