// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// First come, first served, in the order of the triangles.
#include "mesh/owners.h"

static uint8_t claim(bool* taken, const uint32_t* features, int first_bit) {
    uint8_t bits = 0;
    for (int k = 0; k < 3; ++k) {
        if (!taken[features[k]]) {
            taken[features[k]] = true;
            bits |= (uint8_t)(1 << (first_bit + k));
        }
    }
    return bits;
}

bool wf_owners_assign(wf_memory* memory, const uint32_t* triangles, const uint32_t* triangle_edges,
                      uint32_t triangle_count, uint32_t vertex_count, uint32_t edge_count,
                      uint8_t* owns) {
    bool* vertex = WF_ALLOC(memory, bool, (size_t)vertex_count + 1);
    bool* edge = WF_ALLOC(memory, bool, (size_t)edge_count + 1);
    bool done = vertex != NULL && edge != NULL;
    for (size_t t = 0; done && t < triangle_count; ++t) {
        owns[t] = claim(vertex, triangles + 3 * t, 0) | claim(edge, triangle_edges + 3 * t, 3);
    }
    wf_free(memory, vertex);
    wf_free(memory, edge);
    return done;
}
