// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A cloth as its maker gave it: panels, seams, pins, fabric, and what the world shows of it. The
// particles that the solver moves are in solve/system.h; `particle` says which particle a vertex
// is, so welded vertices share one.
#pragma once

#include "base/memory.h"
#include "weft/types.h"

typedef struct wf_cloth {
    uint16_t generation;
    uint64_t def_hash; // of all that was given
    weft_collision collision;
    char name[32];
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t seam_count;
    uint32_t pin_count;
    uint32_t band_count;
    size_t pin_capacity;
    uint32_t layer;
    weft_fabric fabric;
    float* start;          // 3 per vertex, positions of the def
    float* start_velocity; // 3 per vertex or null
    float* material;       // 2 per vertex, or null
    uint32_t* triangles;   // 3 per triangle, vertices
    uint32_t* seams;       // 2 per pair
    float* seam_rest;      // start gap per pair, m
    weft_pin* pins;        // pin_count; those that were dropped have kind WF_PIN_DROPPED
    weft_band* bands;      // band_count
    uint32_t* particle;    // per vertex: index in the system
    uint32_t* merge;       // per vertex: lowest vertex it is welded to
    // the course of the sewing and the holds
    uint32_t seam_frames; // frames until the seams are closed
    uint32_t sewn_frames; // frames since the sewing began
    bool weld_now;
    uint32_t seams_open;
    float drag_rate; // 1/s, DAMPING event
    float hold_factor_from, hold_factor_to, hold_lift_from, hold_lift_to;
    uint32_t hold_step, hold_steps;
    // its rest (rest.h)
    uint32_t calm_steps; // without motion, so far
    bool asleep;         // takes no part in the step
    bool tired;          // scratch: sleeps in the coming step
    float spacing;       // m, between its vertices in the mean
    float* calm_places;  // 3 per vertex, m: where it was when that began
    // published
    float* positions;   // 3 per vertex
    float* velocities;  // 3 per vertex
    float* normals;     // 3 per vertex
    float* strain;      // 1 per vertex
    float* pressure;    // 1 per vertex
    uint8_t* captured;  // 1 per vertex
    float* normal_sums; // 4 per vertex, scratch of publishing
} wf_cloth;

/// Bodies as far as pins need to know them, and how far an offset may lead: a world keeps offsets
/// that it found itself, from one of its ends to the other, which nobody may give.
typedef struct wf_pin_targets {
    const struct wf_body* bodies;
    uint32_t body_count;
    float arm; // m
} wf_pin_targets;

/// Checks a definition (and fills the report).
weft_status wf_cloth_check(wf_memory* memory, const weft_cloth_def* def, wf_pin_targets targets,
                           weft_report* report);

/// How far the vertices of a definition are apart in the mean, m.
float wf_cloth_spacing(const weft_cloth_def* def);

/// Checks that a fabric thicker than the contact radius is no thicker than the vertices of its
/// cloth are apart: such a sheet would push itself apart in its own plane.
weft_status wf_cloth_check_thickness(float thickness, float spacing, float contact_radius,
                                     weft_report* report);

/// Copies a checked definition. False when memory is out; then nothing is held.
bool wf_cloth_create(wf_memory* memory, const weft_cloth_def* def, float frame_seconds,
                     wf_cloth* out);
void wf_cloth_destroy(wf_memory* memory, wf_cloth* cloth);

/// Normals from the published positions.
void wf_cloth_update_normals(wf_cloth* cloth);

/// Starts a change of the HEIGHT pins (HOLD event).
void wf_cloth_hold(wf_cloth* cloth, float factor, float lift, uint32_t steps);
