// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth inside a body goes to the nearest surface, and its folds survive. Were every vertex put on
// the surface, a fold that went in would come out ironed flat. So the deepest leads: those around
// it go along by nearly as much, the less the further away they are, though they need less.
//   Bridson, Marino, Fedkiw, "Simulation of clothing with folds and wrinkles", 2003.
#pragma once

#include "repair/global_intersection.h"

/// Walks over a surface, from triangle to neighbour, to the one nearest to p, and gives the weights
/// of the foot. Finds the nearest of all where nothing bulges between start and goal.
uint32_t wf_nearest_walk(const wf_repair_mesh* body, uint32_t start, const float p[3],
                         float weight[3]);

/// Makes `need` (m per vertex) a field that changes by at most `slope` per metre of edge, by
/// raising it: the least such field. `marked` and `queue` are scratch of vertex_count; marked is
/// all zero before and after.
void wf_push_out_spread(const wf_repair_mesh* cloth, float slope, float* need, uint8_t* marked,
                        uint32_t* queue);

/// Scratch. Start from zero.
typedef struct wf_push_out {
    float* need;        // per particle: m
    uint32_t* triangle; // per particle inside: the nearest of the body
    uint8_t* marked;
    uint32_t* queue;
    size_t need_capacity, triangle_capacity, marked_capacity, queue_capacity;
} wf_push_out;

/// Writes pushes (4 per particle: m and 1) for everything inside a body and what has to go along.
/// The deepest vertex moves by `reach` at most, everything else in proportion. `margin` is how far
/// outside the way ends. False when out of memory.
bool wf_push_out_find(wf_memory* memory, wf_push_out* out, const wf_repair_mesh mesh[2],
                      const wf_crossings* crossings, const wf_global_intersection* global,
                      float reach, float margin, float* push);

void wf_push_out_free(wf_memory* memory, wf_push_out* out);
