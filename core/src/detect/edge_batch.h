// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of edges, four at a time: most of what boxes let through can be dropped by one plane each,
// and edges are most of the pairs.
#pragma once

#include "detect/surface.h"

typedef struct wf_edge_batch {
    uint32_t upper[4]; // edges
    uint32_t lower[4];
    uint32_t count;
} wf_edge_batch;

/// Bit k is clear when pair k certainly neither touches nor pushes within `reach`, m, each vertex
/// ending within its slack of the predicted place; where `upper` has none, that the edges are apart
/// by more than the reach. Unused places give any bit.
int wf_edge_batch_test(const wf_edge_batch* batch, const wf_surface* upper, const wf_surface* lower,
                       float reach);
