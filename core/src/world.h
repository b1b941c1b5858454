// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The world as the core sees it: what the host made (bodies, cloths, events) and what the step
// works on (obstacle, system, contact).
#pragma once

#include "body/body.h"
#include "cloth/cloth.h"
#include "memory.h"
#include "structures/structure.h"
#include "weft/weft.h"

struct wf_system;  // solve/system.h: particles and the energies between them
struct wf_contact; // contact/contact.h: pairs, multipliers, the filter's buffers

/// A pointer that holds a cloth vertex (GRAB, DRAG, DROP).
typedef struct wf_grab {
    bool active;
    uint32_t cloth;
    uint32_t vertex;
    float place[3];
    float stiffness; // N/m
} wf_grab;

struct weft_world {
    weft_world_def def; // live: events change gravity and wind
    wf_memory memory;
    uint32_t body_count, cloth_count;
    size_t body_capacity, cloth_capacity, event_capacity;
    wf_body* bodies;
    wf_cloth* cloths;
    weft_event* events; // sorted by step, stable
    uint32_t event_count;
    uint32_t event_next;
    uint32_t step;
    uint32_t suggested_steps;
    float friction_scale;
    wf_grab grab;
    bool topology_changed; // bodies or cloths were added, welded, given another fabric: rebuild
                           // before the step
    wf_obstacle obstacle;
    struct wf_system* system;
    struct wf_contact* contact;
    uint64_t scene_hash; // of the cooked bytes or the defs, for snapshots
    weft_step_report report;
};

/// Rebuilds obstacle and system after the topology changed; positions and velocities carry over.
/// False when memory is out.
bool wf_world_rebuild(weft_world* world);

/// Applies the events of the coming step.
void wf_world_apply_events(weft_world* world);

/// Copies particles to the cloths' published arrays: positions, velocities, normals, strain,
/// pressure; and body positions.
void wf_world_publish(weft_world* world);

/// Milliseconds from the host's clock, or 0.
double wf_clock_now(void);
