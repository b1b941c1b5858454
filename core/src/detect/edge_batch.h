// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of edges, four at a time: most of what boxes let through can be dropped by one plane each,
// and edges are most of the pairs.
#pragma once

#include "detect/proximity.h"

typedef struct wf_edge_batch {
    uint32_t cloth[4]; // edges
    uint32_t body[4];
    uint32_t count;
} wf_edge_batch;

typedef struct wf_edge_lanes {
    const uint32_t* cloth_edges; // 2 per edge
    const uint32_t* body_edges;
    const float* x;  // cloth, 4 per vertex
    const float* x0; // body at the start of the substep
    const float* x1; // and at its end
    const wf_boxes* boxes;
    float reach; // m
} wf_edge_lanes;

/// Bit k is clear when pair k certainly neither touches nor pushes, each particle ending within its
/// slack of the predicted place. Unused places give any bit.
int wf_edge_batch_test(const wf_edge_batch* batch, const wf_edge_lanes* lanes);

/// The same for two edges of cloth.
int wf_edge_batch_test_self(const wf_edge_batch* batch, const uint32_t* edges, const float* x,
                            const wf_boxes* boxes, float reach);
