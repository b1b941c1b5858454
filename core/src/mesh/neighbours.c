// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two walks over the triangles around each triangle: one that counts, one that writes. Each
// triangle adds itself to the rows of those of smaller number, which so come out ascending.
#include "mesh/neighbours.h"

#include "math/simd.h"

typedef struct builder {
    const uint32_t* same;
    const wf_rows* joined;
    uint32_t* triangles; // 3 per triangle, of the vertices that count
    wf_rows around;      // per vertex that counts: its triangles, ascending
    uint32_t* seen;      // per triangle: the last one that added itself to its row
    uint32_t* end;       // per triangle: of its row so far
    wf_neighbours* out;
} builder;

/// Whether another triangle meets this one for the first time.
WF_INLINE bool is_new(builder* b, uint32_t triangle, uint32_t other) {
    bool seen = b->seen[triangle] == other;
    b->seen[triangle] = other;
    return !seen;
}

typedef void meet_fn(builder*, uint32_t triangle, uint32_t other, int corner, uint32_t vertex);

WF_INLINE void count_pair(builder* b, uint32_t triangle, uint32_t other, int corner,
                          uint32_t vertex) {
    (void)corner;
    (void)vertex;
    b->out->row[triangle + 1] += is_new(b, triangle, other);
}

/// A vertex that they share counts for more than all edges between them.
WF_INLINE void write_pair(builder* b, uint32_t triangle, uint32_t other, int corner,
                          uint32_t vertex) {
    if (is_new(b, triangle, other)) {
        b->out->item[b->end[triangle]++] = (wf_neighbour){.triangle = other};
    }
    wf_neighbour* n = &b->out->item[b->end[triangle] - 1];
    bool shared = b->triangles[3 * (size_t)other + (size_t)corner] == vertex;
    if (n->shares && !shared) {
        return;
    }
    uint32_t own = n->shares == shared ? n->own : 0u, far = n->shares == shared ? n->other : 0u;
    const uint32_t* t = b->triangles + 3 * (size_t)triangle;
    own |= (t[0] == vertex) | (t[1] == vertex) << 1 | (t[2] == vertex) << 2;
    *n = (wf_neighbour){
        .triangle = other, .own = own, .other = (far | 1u << corner) & 7u, .shares = shared};
}

/// Meets the triangles of smaller number around a corner of a triangle, and around those that an
/// edge joins to it.
WF_INLINE void meet_around(builder* b, uint32_t other, int corner, meet_fn* meet) {
    uint32_t own = b->triangles[3 * (size_t)other + (size_t)corner];
    uint32_t last = b->joined->row[own + 1];
    for (uint32_t n = b->joined->row[own]; n <= last; ++n) {
        uint32_t vertex = n == last ? own : b->joined->item[n], end = b->around.row[vertex + 1];
        for (uint32_t k = b->around.row[vertex]; k < end && b->around.item[k] < other; ++k) {
            meet(b, b->around.item[k], other, corner, vertex);
        }
    }
}

WF_INLINE void walk(builder* b, meet_fn* meet) {
    for (uint32_t t = 0; t < b->out->triangle_count; ++t) {
        b->seen[t] = UINT32_MAX;
    }
    for (uint32_t t = 0; t < b->out->triangle_count; ++t) {
        for (int corner = 0; corner < 3; ++corner) {
            meet_around(b, t, corner, meet);
        }
    }
}

static bool create(wf_memory* m, builder* b, const uint32_t* triangles, uint32_t triangle_count) {
    b->triangles = WF_ALLOC(m, uint32_t, 3 * (size_t)triangle_count + 1);
    b->seen = WF_ALLOC(m, uint32_t, (size_t)triangle_count + 1);
    b->end = WF_ALLOC(m, uint32_t, (size_t)triangle_count + 1);
    b->out->row = WF_ALLOC(m, uint32_t, (size_t)triangle_count + 1);
    if (m->failed) {
        return false;
    }
    for (size_t k = 0; k < 3 * (size_t)triangle_count; ++k) {
        b->triangles[k] = b->same[triangles[k]];
    }
    return wf_vertex_triangles(m, b->triangles, triangle_count, b->joined->count, &b->around);
}

static bool fill(wf_memory* m, builder* b) {
    wf_neighbours* out = b->out;
    walk(b, count_pair);
    for (uint32_t t = 0; t < out->triangle_count; ++t) {
        out->row[t + 1] += out->row[t];
        b->end[t] = out->row[t];
    }
    out->item = WF_ALLOC(m, wf_neighbour, (size_t)out->row[out->triangle_count] + 1);
    if (out->item != NULL) {
        walk(b, write_pair);
    }
    return out->item != NULL;
}

bool wf_neighbours_build(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                         const uint32_t* same, const wf_rows* joined, wf_neighbours* out) {
    *out = (wf_neighbours){.triangle_count = triangle_count, .vertex_count = joined->count};
    builder b = {.same = same, .joined = joined, .out = out};
    bool built = triangle_count < WF_NEIGHBOURS_MOST &&
                 create(memory, &b, triangles, triangle_count) && fill(memory, &b);
    wf_free(memory, b.triangles);
    wf_free(memory, b.seen);
    wf_free(memory, b.end);
    wf_rows_free(memory, &b.around);
    if (!built) {
        wf_neighbours_free(memory, out);
    }
    return built;
}

void wf_neighbours_free(wf_memory* memory, wf_neighbours* neighbours) {
    wf_free(memory, neighbours->row);
    wf_free(memory, neighbours->item);
    *neighbours = (wf_neighbours){0};
}

bool wf_neighbours_has(const wf_neighbours* neighbours, uint32_t a, uint32_t b) {
    uint32_t low = neighbours->row[a], high = neighbours->row[a + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (neighbours->item[middle].triangle < b) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < neighbours->row[a + 1] && neighbours->item[low].triangle == b;
}
