// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The energies between particles, what holds them, and the matrix of both: what a solver sees.
#pragma once

#include "base/parallel.h"
#include "cloth/bending.h"
#include "cloth/membrane.h"
#include "contact/touch.h"
#include "mesh/topology.h"
#include "particles/objects.h"
#include "particles/particles.h"
#include "solve/grab.h"
#include "weft/lab.h"

/// Stiffness of a seam while it closes, N/m.
#define WF_SEAM_STIFFNESS 1000.0f

/// The limit on stretch is this much stiffer than the cloth itself, per unit of excess.
#define WF_LIMIT_FACTOR 40.0f

/// A spring between two particles: a seam while it closes, or a piece of a band.
typedef struct wf_seam {
    uint32_t a, b; // particles
    float rest;    // m, start gap, or length of the tape
    uint32_t cloth;
    uint32_t slot;   // its matrix block above the diagonal
    float stiffness; // N/m
    bool slackens;   // a band, which pulls and never pushes
} wf_seam;

/// A spring to a place: waist holds, pointers, spring pins. Acts along `axis` only (1 per free
/// axis).
typedef struct wf_hold {
    uint32_t particle;
    uint32_t cloth;
    uint32_t triangle; // of the obstacle, for height
    float place[3];    // m: the place, or place[1] over the triangle's mean
    float target[3];   // m, at the end of the substep
    float stiffness;   // N/m, of the pin
    float now;         // N/m, with the factor of the hold event
    bool height_only;
} wf_hold;

/// A prescribed particle: rides on an obstacle vertex, or stays (vertex UINT32_MAX).
typedef struct wf_anchor {
    uint32_t particle;
    uint32_t cloth;
    uint32_t kind;      // weft_pin_kind
    uint32_t vertex;    // of the obstacle
    uint32_t others[2]; // with it the triangle whose frame the offset is in; UINT32_MAX for none
    float place[3];     // m: fixed place, or offset from the obstacle vertex
} wf_anchor;

/// Corners of the blocks of an element.
static const int wf_element_pairs[3][2] = {{0, 1}, {1, 2}, {0, 2}};

/// Four triangles and where their Hessian blocks go. Corners are in the order of their particles,
/// so that all blocks lie above the diagonal.
typedef struct wf_element {
    wf_membrane m;
    uint32_t corner[3][4];
    uint32_t slot[3][4];       // blocks of wf_element_pairs; UINT32_MAX in padded lanes
    float damping[4];          // s
    wf_f4 area;                // m2; in `m` it is times `share`
    wf_membrane_strains start; // of the substep, once `starts_known`
} wf_element;

/// How much of the rule of swing.h a piece of cloth gets in a substep, and why.
typedef struct wf_swing {
    float mass, busy, held; // kg: all, what touches something, what the filter holds back
    float energy, change;   // sums of mass times speed and change of acceleration, squared
    float ease, part;
    bool knows;        // what it did before
    bool rough, again; // of its first proposal
} wf_swing;

typedef struct wf_coarse wf_coarse;
typedef struct wf_sweeper wf_sweeper;
typedef struct wf_explicit wf_explicit;
typedef struct wf_slices wf_slices;

struct wf_solver;

typedef struct wf_system {
    // What it works with: all of it belongs to others, and stays in its place while the system
    // lives.
    wf_memory* memory;
    wf_objects* objects;
    const wf_obstacle* obstacle;
    const struct wf_solver* solver;
    const float* values;  // of the solver's parameters
    float contact_radius; // m
    const float* wind;    // m/s, without gusts
#ifdef WEFT_THREADS
    struct wf_pool* const* pool; // of the world; null where nobody gave one
#endif
    float h;      // s, present substep
    float square; // s2, that inertia is mass over: h2, or where long ones begin and end h times
                  // the mean of the last and this

    wf_particles particles;
    uint32_t element_count, seam_count, hold_count;
    uint32_t spring_count; // of `seams`: first those that close, then the bands
    wf_anchor* anchors;    // what prescribes them
    uint32_t anchor_count;
    wf_element* elements;
    wf_bending bending;
    uint32_t*
        bend_slot;      // per bending entry: its matrix block; the entries that have one come first
    uint32_t* bend_far; // per particle: the first bending entry without a block
    float* bend_damping; // per particle: damping seconds of bends of its cloth, now
    float* share;        // per particle: of the cloth's forces, what acts at the end of the substep
    float* bend_scale;   // per particle: wf_system_bend_scale at the point of linearisation
    wf_seam* seams;
    wf_hold* holds;
    // matrix: 3x3 blocks (three columns of 4 floats) between neighbours and along seams, the
    // diagonal apart; bending reaches further, by scalars
    uint32_t* row; // count + 1
    uint32_t* column;
    uint32_t* upper;  // per particle: its first block above the diagonal
    uint32_t* mirror; // per block below the diagonal: its transpose above
    float* block;     // 12 per off-diagonal block
    float* diagonal;  // 12 per particle
    float* gradient;  // 4 per particle, at the point of linearisation
    // order of the sweeps
    wf_rows colours; // per colour: its particles
    // scratch of the solvers
    float *d, *r, *p, *q, *s, *inverse; // inverse: 12 per particle
    float* part;                        // 4 per block of particles: of a sum over all
    void* balance;                      // per piece: sums of pieces.c
    wf_swing* swing;                    // per piece: sums of swing.c
    bool swings;                        // any piece has to do with it
#ifdef WEFT_THREADS
    wf_slices* slices; // of the elements
#endif
    wf_coarse* coarse;
    wf_sweeper* sweeper;
    wf_explicit* explicit_steps;
    float* drag; // per triangle: coefficients of the air
    float* lift;
    uint32_t grab_holds; // of the holds, the last ones: those of the hands
    float* stretch;      // per triangle
    float seam_fraction; // of the step, for closing seams
    bool starts_known;   // of the elements: linearised before in this substep
    bool factor_stale;   // the coarse level is to be factored anew
    bool is_steady;      // the step (pace.h): what is settled may be left alone
    bool is_long;        // the substep
    bool hangs;          // some cloth, in a long substep: it swings and touches little
    bool is_mended;      // crossed cloth is on its way back, so what pulls it is no force at rest
    bool is_filtered;    // what is proposed, which may then be asked for once more
} wf_system;

/// A system of all cloth that is awake: particles take the published positions and velocities. Of
/// `given`, the members down to h are taken. Null when memory is out.
wf_system* wf_system_create(const wf_system* given);

/// Null is nothing.
void wf_system_destroy(wf_system* system);

/// Sets the damping of bends for the speed that each cloth has.
void wf_system_damp_bends(wf_system* system);

/// Sets the targets of anchors and holds for the obstacle's place at the end of the substep, and
/// the seams' rest lengths for `fraction` of the step.
void wf_system_prescribe(wf_system* system, const wf_hands* hands, float fraction);

/// Gives a FIXED or SPRING pin that is there already another place or stiffness, without a rebuild.
void wf_system_move_pin(wf_system* system, uint32_t cloth, const weft_pin* pin);

/// Rest length of a seam or a band now, m.
float wf_seam_rest(const wf_system* system, const wf_seam* seam);

/// Runs a loop (base/parallel.h) in the threads of the world.
#define wf_system_for(system, count, block, loop, context)                                         \
    wf_parallel_for((system)->pool, count, block, loop, context)

/// Rows of the matrix, particles of lighter loops and touches that a thread takes at a time.
enum { WF_ROW_BLOCK = 64, WF_PARTICLE_BLOCK = 512, WF_TOUCH_BLOCK = 128 };

/// Where the block of particles that begins at `first` ends, in a loop up to `end`.
static inline uint32_t wf_block_end(uint32_t first, uint32_t end) {
    return end - first < WF_PARTICLE_BLOCK ? end : first + WF_PARTICLE_BLOCK;
}

/// What bending and its damping weigh in the matrix over bending alone at full force.
static inline float wf_system_bend_scale(const wf_system* system, uint32_t particle) {
    return system->share[particle] * (1.0f + system->bend_damping[particle] / system->h);
}

/// Linearises at z: gradient, membrane and seam blocks, diagonal (mass, bending, holds included).
void wf_system_linearise(wf_system* system);

/// Deformed weft and warp directions of four triangles with the corners x[corner[0..2]].
void wf_membrane_directions(const wf_membrane* membrane, const uint32_t corner[3][4],
                            const float* x, wf_f4 u[3], wf_f4 v[3]);

/// out = A d for rows that are not prescribed (0 there), and with it the present forces of touches
/// that press; null for none. Returns d . out, added up as by wf_system_dot.
float wf_system_multiply(const wf_system* system, const wf_touches* touches, const float* d,
                         float* out);

/// The sum that a loop over blocks of WF_PARTICLE_BLOCK left in `part`. Its order is that of the
/// blocks, in whatever threads they were done.
float wf_system_sum_parts(const wf_system* system);

/// a . b of fields of 4 floats a particle, added up so.
float wf_system_dot(const wf_system* system, const float* a, const float* b);

size_t wf_system_save(const wf_system* system, void* bytes, size_t capacity);
bool wf_system_load(wf_system* system, const void* bytes, size_t byte_count);

/// A solver proposes z for one substep of h seconds; `round` counts detections within the substep.
typedef struct wf_solver {
    bool (*create)(wf_memory* memory, wf_system* system);
    void (*destroy)(wf_memory* memory, wf_system* system);
    void (*solve)(wf_system* system, wf_touches* touches, uint32_t round);
    /// Changes its proposal z to what the displacements that the filter granted, in `d`, leave of
    /// it; false when nothing is to change. Null when it does not look at that.
    bool (*yield)(wf_system* system, const wf_touches* touches);
    /// Changes the material of a cloth that the system is built with; null when it takes the fabric
    /// as it is. `values` are those of its parameters.
    void (*take_material)(const float* values, weft_fabric* fabric);
    /// Replaces the velocities that a substep has left, which are those of its mean; null when the
    /// solver goes on from them.
    void (*settle)(wf_system* system);
    /// What it counts: entry `index`; false past the end. Null when it counts nothing.
    bool (*figure)(const wf_system* system, uint32_t index, weft_lab_figure* out);
    /// Its parameter that chooses the rule of swing.h, counted from 1; 0 when it has none.
    int swing;
    bool looks_closer; // in a long substep (pace.h)
} wf_solver;

extern const wf_solver wf_solver_implicit_euler;
extern const wf_solver wf_solver_vbd;
extern const wf_solver wf_solver_explicit_euler;
