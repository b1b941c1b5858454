// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of a vertex and a face, four at a time: four fifths of what boxes let through can be
// dropped by one plane each.
#pragma once

#include "detect/surface.h"

typedef struct wf_face_batch {
    uint32_t vertex[4];
    uint32_t face[4];
    uint32_t count;
} wf_face_batch;

/// Bit k is clear when pair k certainly neither touches nor pushes within `reach`, m, each vertex
/// ending within its slack of the predicted place. Unused places give any bit.
int wf_face_batch_test(const wf_face_batch* batch, const wf_surface* vertices,
                       const wf_surface* faces, float reach);
