// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two walks over the triangles around each triangle: one that counts, one that writes.
#include "mesh/neighbours.h"

typedef struct builder {
    const uint32_t* same;
    const wf_rows* joined;
    uint32_t* triangles; // 3 per triangle, of the vertices that count
    wf_rows around;      // per vertex that counts: its triangles
    uint32_t* seen;      // per triangle: the last one that was its neighbour
    uint32_t* found;     // the neighbours of one triangle
    uint32_t count;      // of these
} builder;

static void find_around(builder* b, uint32_t triangle, uint32_t vertex) {
    for (uint32_t k = b->around.row[vertex]; k < b->around.row[vertex + 1]; ++k) {
        uint32_t other = b->around.item[k];
        if (other <= triangle || b->seen[other] == triangle) {
            continue;
        }
        b->seen[other] = triangle;
        uint32_t at = b->count++;
        for (; at > 0 && b->found[at - 1] > other; --at) { // few, so sorting by insertion
            b->found[at] = b->found[at - 1];
        }
        b->found[at] = other;
    }
}

static void find(builder* b, uint32_t triangle) {
    b->count = 0;
    for (int k = 0; k < 3; ++k) {
        uint32_t vertex = b->triangles[3 * (size_t)triangle + (size_t)k];
        find_around(b, triangle, vertex);
        for (uint32_t n = b->joined->row[vertex]; n < b->joined->row[vertex + 1]; ++n) {
            find_around(b, triangle, b->joined->item[n]);
        }
    }
}

static wf_neighbour neighbour_of(const builder* b, uint32_t triangle, uint32_t other) {
    const uint32_t *s = b->triangles + 3 * (size_t)triangle, *t = b->triangles + 3 * (size_t)other;
    uint32_t own[2] = {0, 0}, far[2] = {0, 0}; // joined, shared
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned l = 0; l < 3; ++l) {
            bool shared = s[k] == t[l];
            if (shared || wf_rows_has(b->joined, s[k], t[l])) {
                own[shared] |= 1u << k;
                far[shared] |= 1u << l;
            }
        }
    }
    bool shares = own[1] != 0;
    return (wf_neighbour){
        .triangle = other, .own = own[shares] & 7u, .other = far[shares] & 7u, .shares = shares};
}

static bool create(wf_memory* m, builder* b, const uint32_t* triangles, uint32_t triangle_count) {
    b->triangles = WF_ALLOC(m, uint32_t, 3 * (size_t)triangle_count + 1);
    b->seen = WF_ALLOC(m, uint32_t, (size_t)triangle_count + 1);
    b->found = WF_ALLOC(m, uint32_t, (size_t)triangle_count + 1);
    if (m->failed) {
        return false;
    }
    for (size_t k = 0; k < 3 * (size_t)triangle_count; ++k) {
        b->triangles[k] = b->same[triangles[k]];
    }
    for (size_t t = 0; t < triangle_count; ++t) {
        b->seen[t] = UINT32_MAX;
    }
    return wf_vertex_triangles(m, b->triangles, triangle_count, b->joined->count, &b->around);
}

static bool fill(wf_memory* m, builder* b, wf_neighbours* out) {
    out->row = WF_ALLOC(m, uint32_t, (size_t)out->triangle_count + 1);
    for (uint32_t t = 0; !m->failed && t < out->triangle_count; ++t) {
        find(b, t);
        out->row[t + 1] = out->row[t] + b->count;
    }
    out->item = m->failed ? NULL : WF_ALLOC(m, wf_neighbour, out->row[out->triangle_count] + 1);
    for (uint32_t t = 0; !m->failed && t < out->triangle_count; ++t) {
        b->seen[t] = UINT32_MAX;
    }
    for (uint32_t t = 0; !m->failed && t < out->triangle_count; ++t) {
        find(b, t);
        for (uint32_t k = 0; k < b->count; ++k) {
            out->item[out->row[t] + k] = neighbour_of(b, t, b->found[k]);
        }
    }
    return !m->failed;
}

bool wf_neighbours_build(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                         const uint32_t* same, const wf_rows* joined, wf_neighbours* out) {
    *out = (wf_neighbours){.triangle_count = triangle_count, .vertex_count = joined->count};
    builder b = {.same = same, .joined = joined};
    bool built = triangle_count < WF_NEIGHBOURS_MOST &&
                 create(memory, &b, triangles, triangle_count) && fill(memory, &b, out);
    wf_free(memory, b.triangles);
    wf_free(memory, b.seen);
    wf_free(memory, b.found);
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
