// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The world as the core sees it: what the host made (bodies, cloths, events) and what the step
// works on (obstacle, system, contact).
#pragma once

#include "base/memory.h"
#include "contact/blocks.h"
#include "contact/cuts.h"
#include "contact/patience.h"
#include "particles/objects.h"
#include "solve/grab.h"
#include "structures/structure.h"
#include "weft/weft.h"

/// What runs in each stage: the rows that were chosen, their functions and parameters.
typedef struct wf_methods {
    const weft_method* row[WEFT_STAGE_COUNT];
    float values[WEFT_STAGE_COUNT][WEFT_METHOD_PARAMETERS];
    const void* functions[WEFT_STAGE_COUNT]; // wf_structure, wf_narrow_phase, wf_solver,
                                             // wf_response, wf_repair_rule
} wf_methods;

struct wf_particles; // particles/particles.h: the particles of all cloths
struct wf_system;    // solve/system.h: the energies between them
struct wf_contact;   // contact/contact.h: pairs, multipliers, the filter's buffers
struct wf_repair;    // repair/repair.h: what is crossed, and its way back
struct wf_drift;     // drift.h: how fast bodies move against the cloth near them

/// State of a body or cloth before its first step, as the bytes of a snapshot; null before that.
typedef struct wf_saved {
    uint8_t* bytes;
    size_t size;
    double origin[3]; // m, of its places
} wf_saved;

/// What a reset goes back to: the world before the first step. Bodies and cloths have their own.
typedef struct wf_home {
    bool kept;
    double origin[3]; // m
    weft_world_def def;
    wf_methods methods;
    float friction_scale;
    weft_event* events; // that waited
    uint32_t event_count;
    wf_saved* bodies; // by slot
    wf_saved* cloths;
    size_t body_capacity, cloth_capacity;
} wf_home;

struct weft_world {
    weft_world_def def; // live: events change gravity and wind
    wf_methods methods;
    wf_memory memory;
    wf_objects objects;
    weft_event* events; // sorted by step, stable
    size_t event_capacity;
    uint32_t event_count;
    uint32_t event_next; // the first one that has not happened
    double origin[3];    // m: what all places are relative to
    uint32_t step;
    uint32_t suggested_steps; // of a loaded scene
    wf_patience patience;
    uint32_t even_steps;    // that went before, at most WF_EVEN_STEPS
    bool steady;            // the coming step may be (pace.h)
    bool hangs;             // in them some cloth touched little (pace.h)
    uint32_t pinched_steps; // in a row that had captured cloth, at most WF_LASTING_STEPS
    uint32_t narrow_steps;  // to come with twice the substeps, as bodies have pinched cloth
#ifdef WEFT_LAB
    wf_cuts cuts;
#endif
    wf_hands hands;
    bool topology_changed; // bodies or cloths were added, welded, let go, given another fabric:
                           // rebuild before the step
#ifdef WEFT_LAB
    bool unasked; // rebuilt, and the methods were not asked whether they can work with it
#endif
    wf_obstacle obstacle;
    struct wf_particles* particles; // the system keeps them
    struct wf_system* system;
    struct wf_contact* contact;
    struct wf_repair* repair;
    struct wf_drift* drift;
    uint64_t scene_hash; // of the cooked bytes or the world's def; see wf_world_scene_hash
    weft_step_report report;
    wf_blocks blocks; // of the last step
    wf_home home;
#ifdef WEFT_THREADS
    struct wf_pool* pool; // null: one thread
#endif
};

/// Where loops find the world's threads.
#ifdef WEFT_THREADS
#define WF_WORLD_POOL(world) (&(world)->pool)
#else
#define WF_WORLD_POOL(world) NULL
#endif

#ifdef WEFT_THREADS
/// Leaves the world with one thread.
void wf_world_drop_pool(weft_world* world);
#endif

/// An id from slot and generation.
static inline uint32_t wf_make_id(uint32_t slot, uint16_t generation) {
    return (slot + 1) | (uint32_t)generation << 16;
}

/// The slot that an id names, or UINT32_MAX when what had it is gone.
uint32_t wf_world_body_slot(const weft_world* world, weft_body_id id);
uint32_t wf_world_cloth_slot(const weft_world* world, weft_cloth_id id);

/// The first slot that is empty; the count of slots when none is.
uint32_t wf_world_free_body(const weft_world* world);
uint32_t wf_world_free_cloth(const weft_world* world);

/// What a snapshot must agree on: the definitions of all that is there, slot by slot.
uint64_t wf_world_scene_hash(const weft_world* world);

/// The state of a body or cloth as a snapshot has it, and back. Without memory nothing is taken;
/// false when something in it is wrong.
void wf_saved_take(weft_world* world, bool of_body, uint32_t slot, wf_saved* saved);
bool wf_saved_put(weft_world* world, bool of_body, uint32_t slot, const wf_saved* saved);

/// Writes what the host reads after a state was loaded.
void wf_world_show(weft_world* world);

/// Keeps what a reset goes back to, of all that has no such state yet. Without memory a part of it
/// is not kept.
void wf_home_keep(weft_world* world);

/// Forgets that of a body or cloth that is removed, and what others have to do with it.
void wf_home_forget(weft_world* world, bool of_body, uint32_t slot);
void wf_home_destroy(weft_world* world);

/// Farthest that an origin may be along an axis, m: a micrometre is still told apart in double.
#define WF_ORIGIN_FARTHEST 1e9

/// Moves the origin as weft_world_set_origin does, without a word to waiting events.
weft_status wf_world_move_origin(weft_world* world, const double to[3]);

/// Tells the bodies where the origin is.
void wf_world_set_homes(weft_world* world);

/// Takes what has places relative to the origin `from` to the origin of now.
void wf_world_bring_body(const weft_world* world, wf_body* body, const double from[3]);
void wf_world_bring_cloth(const weft_world* world, wf_cloth* cloth, const double from[3]);

/// Rebuilds obstacle and system after the topology changed; positions and velocities carry over.
/// False when memory is out.
bool wf_world_rebuild(weft_world* world);

/// The same without the obstacle: cloth fell asleep or woke.
bool wf_world_rebuild_cloth(weft_world* world);

/// Does the rebuild that is due, if one is: in the step that it is due for, or before, when
/// somebody looks. Cloth may then answer to what has changed, whoever asked for it. False when
/// memory is out.
bool wf_world_complete(weft_world* world);

/// Frees all that a rebuild makes, which is due from now on.
void wf_world_tear_down(weft_world* world);

/// Wakes a cloth that sleeps, or all (rest.h). Whatever comes or goes wakes everybody.
void wf_rest_rouse(weft_world* world, uint32_t cloth);
void wf_rest_rouse_all(weft_world* world);

/// Stands for the vertex of the body that is nearest when the pin is attached (PIN event).
#define WF_PIN_NEAREST UINT32_MAX

/// A pin that rides on a body keeps the offset from it that `place` has now, whatever pose the body
/// is in: in the frame of the surface at its vertex. Other pins are left as they are.
void wf_world_attach_pin(const weft_world* world, const float* place, weft_pin* pin);

/// Applies the events of the coming step. False when memory is out; what is left then happens
/// later.
bool wf_world_apply_events(weft_world* world);

/// Checks an event against the world's objects (and fills the report).
weft_status wf_event_check(const weft_world* world, const weft_event* event, weft_report* report);

/// Whether an event is for this body or cloth, or pins something to this body.
bool wf_event_names(const weft_event* event, bool of_body, uint32_t slot);

/// The pin that a PIN event speaks of.
weft_pin wf_event_pin(const weft_event* event);

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

/// The first row of every stage, with its usual parameters.
void wf_methods_default(wf_methods* methods);

/// Chooses by a row of the registry, with its usual parameters.
void wf_methods_choose(wf_methods* methods, const weft_method* row);

/// Whether a number is one that a parameter may have.
bool wf_parameter_allows(const weft_parameter* parameter, float value);

/// Whether the response that was chosen has one of these flags (weft_method_flag).
static inline bool wf_response_is(const weft_world* world, uint32_t flags) {
    return (world->methods.row[WEFT_STAGE_RESPONSE]->flags & flags) != 0;
}

/// Marks in definitions that weft_default_*_def has filled them.
#define WF_WORLD_COOKIE 0x57464c44u
#define WF_BODY_COOKIE 0x57464244u
#define WF_CLOTH_COOKIE 0x57464344u

/// Whole frames in a time, to the nearest.
uint32_t wf_frames_of(const weft_world* world, float seconds);

/// Whether a hand holds cloth or has just let it go.
static inline bool wf_is_thrown(const weft_world* world) {
    bool any = world->step < world->hands.calm;
    for (uint32_t k = 0; k < WEFT_HANDS; ++k) {
        any |= world->hands.hand[k].active;
    }
    return any;
}
