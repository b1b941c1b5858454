// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of a vertex and a face, four at a time: four fifths of what boxes let through can be
// dropped by one plane each.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct wf_face_batch {
    uint32_t vertex[4];
    uint32_t face[4];
    uint32_t count;
} wf_face_batch;

/// True when the batch is full then.
static inline bool wf_face_batch_put(wf_face_batch* batch, uint32_t vertex, uint32_t face) {
    batch->vertex[batch->count] = vertex;
    batch->face[batch->count] = face;
    return ++batch->count == 4;
}

/// Where both are at the start of the substep and as predicted at its end, 4 floats a vertex, and
/// by how much each may miss that, per vertex, m; null for what ends exactly there.
typedef struct wf_face_lanes {
    const uint32_t* triangles; // 3 per face
    const float *vertex_from, *vertex_to, *vertex_slack;
    const float *face_from, *face_to, *face_slack;
    float reach; // m
} wf_face_lanes;

/// Bit k is clear when pair k certainly neither touches nor pushes. Unused places give any bit.
int wf_face_batch_test(const wf_face_batch* batch, const wf_face_lanes* lanes);
