// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Narrow phases: how what may touch is looked at closely. A response is built on one of them and
// names it (contact/response.h); the row `auto` stands for that one, the others say it aloud and
// are refused with a response that is built on another.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Parameters of the rows `auto` and `voxel_trace`, in their order.
enum { WF_NARROW_EVERY, WF_NARROW_ENTRY, WF_NARROW_LINE };

/// A narrow phase is known by its place: its code belongs to the stages that call it.
typedef struct wf_narrow_phase {
    bool follows; // the parameters above: ways of particles, not features, are looked at
} wf_narrow_phase;

extern const wf_narrow_phase wf_narrow_auto;        // that of the response
extern const wf_narrow_phase wf_narrow_features;    // proximity.h, self.h, near.h
extern const wf_narrow_phase wf_narrow_ccd;         // ccd.h
extern const wf_narrow_phase wf_narrow_cell_lookup; // structures/inclusion_field.h
extern const wf_narrow_phase wf_narrow_voxel_trace; // voxel_trace.h
