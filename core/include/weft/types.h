// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Definitions that go in and reports that come out. Units are SI: m, kg, s, N. Fill a definition
// from its `weft_default_*_def()`; the arrays it points to are copied.
#pragma once

#include "weft/id.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The stages of a step that can be done in several ways; weft_method names the ways.
typedef enum weft_stage {
    WEFT_STAGE_STRUCTURE,    // "structure": who may touch whom
    WEFT_STAGE_NARROW_PHASE, // "narrow_phase": who does
    WEFT_STAGE_SOLVER,       // "solver": where does the cloth want to go
    WEFT_STAGE_RESPONSE,     // "response": how far may it go
    WEFT_STAGE_REPAIR,       // "repair": how does what is crossed get back
    WEFT_STAGE_COUNT
} weft_stage;

/// What was wrong with user data: the first bad element found.
typedef struct weft_report {
    uint32_t status;   // weft_status
    uint32_t element;  // index of the vertex, triangle, edge, seam, pin or byte that failed
    uint32_t other;    // a second index where two elements disagree, else UINT32_MAX
    char where[32];    // "positions", "triangles", "seams", "CLTH 0", ...
    char message[160]; // one sentence
} weft_report;

/// A fabric, per unit of area and width, in SI units. Start from a preset.
typedef struct weft_fabric {
    float density;        // kg/m2
    float stretch_warp;   // N/m, membrane stiffness along warp (material y)
    float stretch_weft;   // N/m, along weft (material x)
    float shear;          // N/m per radian
    float poisson;        // coupling of warp and weft, a fraction of the smaller stiffness, 0..0.5
    float compression;    // stiffness in compression as a fraction of tension, 0..1
    float bend_warp;      // N m, flexural rigidity of a strip cut along warp
    float bend_weft;      // N m
    float damping;        // s, strain-rate damping over stiffness (zero for rigid motion)
    float strain_limit;   // largest principal stretch minus 1 before the limit stiffens
    float thickness;      // m: layers rest so far apart, and no nearer than the contact radius
    float friction_body;  // Coulomb coefficient against skin
    float friction_cloth; // Coulomb coefficient against cloth
    float drag;           // normal drag coefficient
    float lift;           // tangential coefficient
} weft_fabric;

/// Named fabrics; core/src/cloth/fabric.c quotes the sources.
typedef enum weft_fabric_preset {
    WEFT_FABRIC_COTTON = 0,
    WEFT_FABRIC_DENIM = 1,
    WEFT_FABRIC_SILK = 2,
    WEFT_FABRIC_WOOL = 3,
    WEFT_FABRIC_JERSEY = 4,
    WEFT_FABRIC_LINEN = 5,
    WEFT_FABRIC_LEATHER = 6,
    WEFT_FABRIC_PRESET_COUNT
} weft_fabric_preset;

/// What holds a cloth vertex.
typedef enum weft_pin_kind {
    WEFT_PIN_FIXED = 0,  // prescribed: stays at its start position
    WEFT_PIN_BODY = 1,   // prescribed: rides on a body vertex, keeping its offset in the frame of a
                         // triangle there
    WEFT_PIN_HEIGHT = 2, // a spring on height alone over a body triangle (a waistband)
    WEFT_PIN_SPRING = 3, // a spring to a world position
    WEFT_PIN_KIND_COUNT
} weft_pin_kind;

typedef struct weft_pin {
    uint32_t vertex;  // of the cloth
    uint32_t kind;    // weft_pin_kind
    uint32_t body;    // index of the body in order of creation (kinds BODY and HEIGHT)
    uint32_t element; // body vertex (BODY) or body triangle (HEIGHT)
    float offset[3];  // SPRING: the place, m. HEIGHT: offset[1] is the height over the triangle's
                      // mean, m
    float stiffness;  // N/m for HEIGHT and SPRING
} weft_pin;

/// Who may touch whom: two objects do when the mask of each has a bit of the other's groups; a
/// cloth touches itself by the same rule. 16 bits each.
typedef struct weft_collision {
    uint32_t group; // the groups that it belongs to; 1 by default
    uint32_t mask;  // the groups that it touches; all by default
} weft_collision;

/// A world. Its methods are chosen once it is there: weft_world_set_method.
typedef struct weft_world_def {
    float frame_seconds;   // s, length of one step, 1/60
    float gravity[3];      // m/s2
    float wind[3];         // m/s
    float gust;            // m/s, amplitude of the turbulent part of the wind
    float air_density;     // kg/m3
    float contact_radius;  // m
    float body_move_limit; // m per substep, of a body against the cloth that it comes near
    uint32_t min_substeps; // at least 1; halved while cloth lies on something and little is cut
    uint32_t sleep;  // 1, the default: cloth that has not moved for half a second, nor anything
                     // near it, takes no part in steps; where nothing moves they are skipped
    uint32_t cookie; // set by weft_default_world_def
} weft_world_def;

/// What a body is to cloth: its mesh, or a convex solid that moves as one.
typedef enum weft_shape_kind {
    WEFT_SHAPE_MESH = 0,    // the triangles
    WEFT_SHAPE_SPHERE = 1,  // radius
    WEFT_SHAPE_CAPSULE = 2, // half[1] of its segment, along y, and radius
    WEFT_SHAPE_BOX = 3,     // half[0..2]
    WEFT_SHAPE_CONE = 4,    // half[1] of its height, along y with the tip up, and radius
    WEFT_SHAPE_PLANE = 5,   // all that is below y = 0, without end
    WEFT_SHAPE_HULL = 6,    // the hull of the mesh's vertices, 4 to 64 of them
    WEFT_SHAPE_KIND_COUNT
} weft_shape_kind;

/// A convex solid, exact where it is round: cloth meets it and not the mesh, which shows where it
/// is and carries it. Where the vertices are moved the solid goes along, so they have to move as
/// one. Of a plane the mesh, such as a square, should be as wide as cloth may lie.
typedef struct weft_shape {
    uint32_t kind;     // weft_shape_kind
    float center[3];   // m, in the space of the positions
    float rotation[4]; // x, y, z, w: of its axes in that space
    float radius;      // m
    float half[3];     // m, half of its lengths
} weft_shape;

/// A body: a closed triangle mesh that moves as it is told. With bones it is skinned inside the
/// core (linear blend, four weights); without, the host gives positions.
typedef struct weft_body_def {
    const float* positions;       // 3 * vertex_count, m, rest pose
    const uint32_t* triangles;    // 3 * triangle_count, outward counter-clockwise
    const uint16_t* bone_indices; // 4 * vertex_count, or null
    const uint16_t* bone_weights; // 4 * vertex_count, each vertex sums to 65535, or null
    const float* bone_shares;     // the same as floats instead, used as they are; 0..4 each
    const float* bone_heads;      // 3 * bone_count, m, rest position of each bone's head, or null
    const uint32_t* parts; // triangle_count labels: 0 trunk, 1 head, 2/3 arm L/R, 4/5 leg L/R,
                           // 6/7 foot L/R; or null. weft_block names them, nothing else does
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t bone_count;
    float friction; // multiplies the fabric's coefficient; 1 for skin
    bool open;      // accept a mesh with a boundary (a plane to slide on)
    weft_collision collision;
    weft_shape shape; // WEFT_SHAPE_MESH by default
    char name[32];
    uint32_t cookie;
} weft_body_def;

/// A piece of elastic tape along an edge of cloth, from one vertex to another: it pulls them
/// together with stiffness * (length / rest - 1) where it is longer than `rest`, and does nothing
/// where it is shorter. A waistband is a ring of them.
typedef struct weft_band {
    uint32_t vertices[2];
    float rest;      // m, 0.0001 to 100
    float stiffness; // N per unit of strain, 0 to 1e5
    float mass;      // kg, 0 to 1: what presses on a body needs some, half a gram a centimetre
} weft_band;

/// A cloth: one or several flat panels in material coordinates, placed in space, seams to close.
typedef struct weft_cloth_def {
    const float* positions;  // 3 * vertex_count, m
    const float* velocities; // 3 * vertex_count, m/s, or null for rest
    const float* material; // 2 * vertex_count, m: x along weft, y along warp; null: the mesh as it
                           // stands in space is its own rest shape, x is weft
    const uint32_t* triangles; // 3 * triangle_count
    const uint32_t* seams;     // 2 * seam_count: vertex pairs that are sewn together, or null
    const weft_pin* pins;      // pin_count, or null
    const weft_band* bands;    // band_count, or null
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t seam_count;
    uint32_t pin_count;
    uint32_t band_count;
    uint32_t layer;           // 0 to 255, 0 is closest to the body: where cloths come to cross, the
                              // one of the higher layer goes outside
    float seam_close_seconds; // s, how long the seams take to close; they weld after that
    weft_fabric fabric;
    weft_collision collision;
    char name[32];
    uint32_t cookie;
} weft_cloth_def;

/// Live input and the timeline: something that happens at the start of a step. Everything a visitor
/// does goes through events, so that it can be replayed and shared.
typedef enum weft_event_kind {
    WEFT_EVENT_PLAY = 0,      // target body, index clip; p[0] blend s, p[1] start in the clip s
    WEFT_EVENT_GRAVITY = 1,   // p[0..2] m/s2
    WEFT_EVENT_WIND = 2,      // p[0..2] m/s, p[3] gust m/s
    WEFT_EVENT_WELD = 3,      // target cloth: weld closed seams from now on, even before their time
    WEFT_EVENT_DAMPING = 4,   // target cloth; p[0] 1/s, a drag on velocity while sewing; 0 ends it
    WEFT_EVENT_MORPH = 5,     // target body, index morph; p[0] weight, p[1] s to get there
    WEFT_EVENT_GRAB = 6,      // target cloth, index vertex; p[0..2] place m, p[3] stiffness N/m,
                              // p[4] the hand, 0 to 7; what that hand held before it lets go
    WEFT_EVENT_DRAG = 7,      // p[0..2] new place of hand p[4]
    WEFT_EVENT_DROP = 8,      // hand p[4] lets go
    WEFT_EVENT_FABRIC = 9,    // target cloth, index weft_fabric_preset
    WEFT_EVENT_FRICTION = 10, // p[0] multiplies every friction coefficient (0 while sewing)
    WEFT_EVENT_RELEASE = 11,  // target cloth: drop all pins of kind `index`
    WEFT_EVENT_HOLD = 12, // target cloth, HEIGHT pins: p[0] factor on stiffness, p[1] m added to
                          // the height, p[2] s to get there
    WEFT_EVENT_PIN = 13, // target cloth, index vertex; p[0] weft_pin_kind, p[1] body, p[2] element,
                         // of a BODY -1 for the vertex that is nearest by then, p[3..5] offset m
                         // (FIXED and SPRING: the place; BODY: not read), p[6] stiffness N/m.
                         // Takes the place of all pins that the vertex has. A FIXED pin that is
                         // elsewhere takes its vertex there, 30 mm a substep at most
    WEFT_EVENT_UNPIN = 14,           // target cloth, index vertex: drop its pins
    WEFT_EVENT_FABRIC_FIELD = 15,    // target cloth, index field in the order of weft_fabric; p[0]
    WEFT_EVENT_CLOTH_COLLISION = 16, // target cloth; p[0] group, p[1] mask, as weft_collision
    WEFT_EVENT_BODY_COLLISION = 17,  // the same, target body
    WEFT_EVENT_ORIGIN = 18, // as weft_world_set_origin: p[0..2] + p[3..5] m, the second what floats
                            // leave of the first; without effect where that would refuse. Places in
                            // later events are relative to the new origin
    WEFT_EVENT_KIND_COUNT
} weft_event_kind;

typedef struct weft_event {
    uint32_t step;   // happens before this step
    uint32_t kind;   // weft_event_kind
    uint32_t target; // index of body or cloth in order of creation
    uint32_t index;
    float p[8];
} weft_event;

/// The phases of a step, in order.
typedef enum weft_phase {
    WEFT_PHASE_POSE,
    WEFT_PHASE_PREDICT,
    WEFT_PHASE_REFRESH,
    WEFT_PHASE_DETECT,
    WEFT_PHASE_SOLVE,
    WEFT_PHASE_COMMIT,
    WEFT_PHASE_AUDIT,
    WEFT_PHASE_REPAIR,
    WEFT_PHASE_PUBLISH,
    WEFT_PHASE_COUNT
} weft_phase;

/// A region of cloth that is crossed and on its way back, connected by shared vertices.
typedef struct weft_tangle {
    uint32_t cloth;          // index in order of creation
    uint32_t vertex;         // one of it, of that cloth
    uint32_t crossings;      // edges through faces
    uint32_t crossings_body; // of these, with bodies
    uint32_t fewest;         // crossings that it has had so far at least
    uint32_t waited;         // steps since it had fewer for the last time
} weft_tangle;

/// What a hand holds (GRAB).
typedef struct weft_hand {
    uint32_t cloth;  // index in order of creation
    uint32_t vertex; // of that cloth
    float place[3];  // m: where the hand is
    float stiffness; // N/m
} weft_hand;

/// What keeps bodies and prescribed cloth from arriving: two sides that would close although cloth
/// gave way as far as it can. A side of cloth has a vertex, and a pin where that is pinned; its
/// body is what carries the pin. A side that is a body has no cloth. What does not apply is
/// UINT32_MAX.
typedef struct weft_block {
    uint32_t cloth[2];  // indices in order of creation
    uint32_t vertex[2]; // of that cloth
    uint32_t pin[2];    // of that cloth, in the order of its definition
    uint32_t body[2];   // index in order of creation
    uint32_t part[2];   // label of weft_body_def.parts
} weft_block;

/// What a step did.
typedef struct weft_step_report {
    uint32_t status;          // WEFT_OK or WEFT_ERROR_NON_FINITE_STATE
    uint32_t step;            // steps done since the start
    uint32_t substeps;        // of this step
    uint32_t rounds;          // detections of this step
    uint32_t pairs;           // feature pairs of cloth with bodies and with cloth, last detection
    uint32_t contacts;        // pairs that pushed in the last solve
    uint32_t throttled;       // vertices cut by the filter by more than 0.1 mm
    uint32_t captured;        // vertices declared captured
    uint32_t crossings_body;  // undeclared crossings of cloth and body found by the audit
    uint32_t crossings_cloth; // undeclared ones of cloth with itself and other cloth
    uint32_t crossings_declared; // of captured vertices and of cloth that came in crossed
    uint32_t tangled;            // vertices of crossed regions that are being repaired
    uint32_t stuck;              // of these regions, those without progress for a second
    uint32_t rolled_back;        // vertices taken back to the start of the step: the audit found
                                 // crossings that nobody had declared
    uint32_t blocked;            // substeps that ended, their rounds spent, before all had arrived
    uint32_t pins_dropped;       // pins on bodies that kept these from arriving step after step
    uint32_t seams_open;         // seam pairs not yet welded
    uint32_t asleep;             // 1: nothing moved, and the step was skipped
    uint32_t cloths_asleep;      // cloths that take no part in steps until something comes near
    uint32_t grown;              // buffers that had to grow in this step; 0 once warmed up
    float strain_p50;            // principal stretch minus 1 over all triangles
    float strain_p99;
    float strain_max;
    float seam_gap_max;         // m
    float body_lag_max;         // m, how far a body is behind its animation
    float speed_max;            // m/s of any cloth vertex
    float ms[WEFT_PHASE_COUNT]; // ms by phase; 0 without weft_set_clock
} weft_step_report;

#ifdef __cplusplus
}
#endif
