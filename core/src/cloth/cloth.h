// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A cloth as its maker gave it: panels, seams, pins, fabric, and what the world shows of it. The
// particles that the solver moves are in solve/system.h; `particle` says which particle a vertex
// is, so welded vertices share one.
#pragma once

#include "memory.h"
#include "weft/types.h"

typedef struct wf_cloth {
    uint16_t generation;
    char name[32];
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t seam_count;
    uint32_t pin_count;
    uint32_t layer;
    weft_fabric fabric;
    float* start;          // 3 per vertex, positions of the def
    float* start_velocity; // 3 per vertex or null
    float* material;       // 2 per vertex, or null
    uint32_t* triangles;   // 3 per triangle, vertices
    uint32_t* seams;       // 2 per pair
    float* seam_rest;      // start gap per pair, m
    weft_pin* pins;
    uint32_t* particle; // per vertex: index in the system
    uint32_t* merge;    // per vertex: lowest vertex it is welded to
    // the course of the sewing and the holds
    uint32_t seam_frames; // frames until the seams are closed
    uint32_t sewn_frames; // frames since the sewing began
    bool weld_now;
    uint32_t seams_open;
    float drag_rate; // 1/s, DAMPING event
    bool released[WEFT_PIN_KIND_COUNT];
    float hold_factor_from, hold_factor_to, hold_lift_from, hold_lift_to;
    uint32_t hold_step, hold_steps;
    // published
    float* positions;  // 3 per vertex
    float* velocities; // 3 per vertex
    float* normals;    // 3 per vertex
    float* strain;     // 1 per vertex
    float* pressure;   // 1 per vertex
} wf_cloth;
