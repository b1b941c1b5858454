// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the lab build (CMake option WEFT_LAB) offers beside the simulator. Not in the plain build.
#pragma once

#include "weft/weft.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Continuous collision queries: whether a vertex and a face (kind 0) or two edges (kind 1) meet
/// while their points move in straight lines. `points` has 24 numbers a query: four points (vertex
/// and corners, or ends of one edge and of the other) at the start, then at the end. `rounding`,
/// one number a query, says by how much any coordinate may differ from what is meant. `verdicts`
/// takes a byte a query: 1 when they may meet, 0 when they certainly do not. See detect/ccd.h.
WEFT_API void weft_lab_ccd(uint32_t kind, const double* points, const double* rounding,
                           uint32_t count, uint8_t* verdicts);

/// Numbers of a definition: what each may be, and what it is without a choice.
typedef struct weft_lab_range {
    const char* name; // of the field
    uint32_t count;   // 1, or 3 for a vector
    bool whole;
    float usual[3];
    float low, high; // both allowed
} weft_lab_range;

/// Range `index` of weft_world_def, SI units; false past the end.
WEFT_API bool weft_lab_world_range(uint32_t index, weft_lab_range* out);

/// Range `index` of weft_fabric, SI units, in the order of its fields; usual is cotton. False past
/// the end.
WEFT_API bool weft_lab_fabric_range(uint32_t index, weft_lab_range* out);

/// A kind of event.
typedef struct weft_lab_event {
    const char* name;
    const char* target;       // "body", "cloth" or ""
    uint32_t parameter_count; // of p that are read
} weft_lab_event;

/// The event of a weft_event_kind; false past the end.
WEFT_API bool weft_lab_event_at(uint32_t kind, weft_lab_event* out);

/// The name of a weft_pin_kind; null past the end.
WEFT_API const char* weft_lab_pin_name(uint32_t kind);

/// The name of a value of a parameter that is chosen by name, choice 0 being the first of its
/// values; null for a plain number and past the end.
WEFT_API const char* weft_lab_choice_name(const weft_parameter* parameter, uint32_t choice);

/// Whether parameter `index` of a row is only in a build with every method.
WEFT_API bool weft_lab_is_parameter(const weft_method* row, uint32_t index);

/// Whether the methods that were chosen can work with the bodies there are, which the next step
/// would ask before it did anything: what its status means in one sentence. A row may need closed
/// bodies, or larger cells.
WEFT_API weft_status weft_lab_check_methods(weft_world* world, weft_report* report);

/// A number that a method has counted or measured.
typedef struct weft_lab_figure {
    const char* what;
    const char* unit;
    double value;
    uint32_t body;    // in the order of creation; UINT32_MAX when it is of none
    uint32_t segment; // of the body
    const char* part; // name of that segment, or ""
} weft_lab_figure;

/// Figure `index` of the methods of a world, as it stands after the last step: steps of an explicit
/// solver, memory and time of the distance fields of a body. False past the end.
WEFT_API bool weft_lab_figure_at(const weft_world* world, uint32_t index, weft_lab_figure* out);

/// Where the energy of the awake cloth of a world is, J.
typedef struct weft_lab_energy {
    double kinetic;
    double height;   // against gravity, over the world's origin
    double membrane; // stretch, shear and the limit of both
    double bending;
    double seams; // that are still being closed
    double holds; // of heights, spring pins and hands
    double bands; // elastic tapes
} weft_lab_energy;

/// The energies after the last step; all 0 before the first. O(vertices), and no part of a step.
WEFT_API weft_lab_energy weft_lab_energy_of(const weft_world* world);

/// What the response `filter` took from the ways of particles, m, summed over them and the rounds.
typedef struct weft_lab_cuts {
    double normal;     // along the normals of the planes that stopped them
    double tangential; // along these planes
} weft_lab_cuts;

/// The cuts since the first call, which begins to count and gives 0. What all wait for together,
/// bodies too, is no cut: it comes with the next round.
WEFT_API weft_lab_cuts weft_lab_cuts_of(weft_world* world);

#ifdef __cplusplus
}
#endif
