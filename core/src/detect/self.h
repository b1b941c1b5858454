// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth against cloth, itself included: triangle pairs become pairs of features, vertex-face and
// edge-edge, that share no vertex: near.h. Representative triangles after Curtis, Tamstorf, Manocha
// 2008.
#pragma once

#include "detect/collect.h"

/// Scratch of the collection, 12 floats a feature: lo and hi of its box in a frame that moves with
/// it, and the move of that frame.
typedef struct wf_self_boxes {
    float* vertex;
    float* edge;
    float* triangle;
} wf_self_boxes;

bool wf_self_boxes_create(wf_memory* memory, wf_self_boxes* scratch, const wf_surface* cloth);
void wf_self_boxes_free(wf_memory* memory, wf_self_boxes* scratch);

/// Appends the feature pairs of candidates (pairs of triangles, each once) that could touch, or
/// that are predicted to come within `reach`, m, in the order of the candidates. With `late`, those
/// around the particles that it marks, as wf_proximity_collect does; `scratch` is then that of the
/// search before. False when memory is out.
bool wf_self_collect(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                     const wf_joins* joins, float reach, const uint8_t* late,
                     wf_self_boxes* scratch, wf_collect_work* work, wf_near_list* out);

/// Keeps the features of candidates that are within reach of each other where they are: `cloth` has
/// no slack, and nobody moves. False when memory is out.
bool wf_self_collect_near(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                          const wf_joins* joins, float reach, wf_self_boxes* scratch,
                          wf_collect_work* work, wf_meetings* out);
