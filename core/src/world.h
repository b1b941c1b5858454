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
struct wf_repair;  // repair/repair.h: what is crossed, and its way back

/// A pointer that holds a cloth vertex (GRAB, DRAG, DROP).
typedef struct wf_grab {
    bool active;
    uint32_t cloth;
    uint32_t vertex;
    float place[3];
    float stiffness; // N/m
    uint32_t calm;   // the step from which what was thrown about counts as calm
} wf_grab;

/// Most pairs that a blocked step names.
enum { WF_BLOCKS_MOST = 16 };

typedef struct wf_blocks {
    weft_block items[WF_BLOCKS_MOST];
    uint32_t count;
} wf_blocks;

struct weft_world {
    weft_world_def def; // live: events change gravity and wind
    wf_memory memory;
    uint32_t body_count, cloth_count;
    size_t body_capacity, cloth_capacity, event_capacity;
    wf_body* bodies;
    wf_cloth* cloths;
    weft_event* events; // sorted by step, stable
    uint32_t event_count;
    uint32_t event_next; // the first one that has not happened
    uint32_t step;
    uint32_t suggested_steps; // of a loaded scene
    float friction_scale;
    wf_grab grab;
    bool topology_changed; // bodies or cloths were added, welded, let go, given another fabric:
                           // rebuild before the step
    wf_obstacle obstacle;
    struct wf_system* system;
    struct wf_contact* contact;
    struct wf_repair* repair;
    uint64_t scene_hash; // of the cooked bytes or the defs, for snapshots
    weft_step_report report;
    wf_blocks blocks; // of the last step
};

/// Rebuilds obstacle and system after the topology changed; positions and velocities carry over.
/// False when memory is out.
bool wf_world_rebuild(weft_world* world);

/// Applies the events of the coming step.
void wf_world_apply_events(weft_world* world);

/// Checks an event against the world's objects (and fills the report).
weft_status wf_event_check(const weft_world* world, const weft_event* event, weft_report* report);

/// Copies particles to the cloths' published arrays: positions, velocities, normals, strain,
/// pressure, what is captured; and body positions.
void wf_world_publish(weft_world* world);
void wf_world_publish_bodies(weft_world* world);
void wf_world_publish_captured(weft_world* world);

/// Puts the content of a cooked scene into an empty world. On failure the world holds a part of it
/// and must be destroyed.
weft_status wf_scene_read(weft_world* world, const void* bytes, size_t byte_count,
                          weft_report* report);

/// Checks a world definition (and fills the report).
weft_status wf_world_def_check(const weft_world_def* def, weft_report* report);

/// The value of a method of this build, or UINT32_MAX.
uint32_t wf_method_value(const char* stage, const char* name);
bool wf_method_exists(const char* stage, uint32_t value);

/// Marks in definitions that weft_default_*_def has filled them.
#define WF_WORLD_COOKIE 0x57464c44u
#define WF_BODY_COOKIE 0x57464244u
#define WF_CLOTH_COOKIE 0x57464344u

/// Whole frames in a time, to the nearest.
uint32_t wf_frames_of(const weft_world* world, float seconds);

/// Milliseconds from the host's clock, or 0.
double wf_clock_now(void);
