// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The public API. A world owns everything made in it; one destroy frees all. Nothing here does I/O,
// and a warmed-up step allocates nothing. Pointers that a function returns are views: they stay
// valid until the next call that creates, loads, restores or destroys.
#pragma once

#include "weft/constants.h"
#include "weft/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_world weft_world;

// ---- definitions
// ------------------------------------------------------------------------------------

/// A world as it is without a choice: steps of 1/60 s, gravity of 9.81 m/s2 along -y, still air.
WEFT_API weft_world_def weft_default_world_def(void);

/// A body without a mesh, named "body": give it positions and triangles. It touches every cloth.
WEFT_API weft_body_def weft_default_body_def(void);

/// A cloth of cotton without a mesh, named "cloth": give it positions and triangles. It touches
/// everything, itself included.
WEFT_API weft_cloth_def weft_default_cloth_def(void);

/// A measured fabric, SI units; core/src/cloth/fabric.c quotes the source of every number. `preset`
/// is a weft_fabric_preset; out of range gives cotton.
WEFT_API weft_fabric weft_fabric_from_preset(uint32_t preset);

/// "cotton", "denim", ...; null out of range.
WEFT_API const char* weft_fabric_name(uint32_t preset);

/// Most parameters that a method has.
enum { WEFT_METHOD_PARAMETERS = 12 };

/// A number that a method takes.
typedef struct weft_parameter {
    const char* name;
    const char* unit; // "m", "" for a plain number
    const char* help; // one line
    float usual;      // without a choice of the user
    float low, high;  // both allowed
    bool whole;
    const float* choices; // null, or the only values allowed, choice_count of them
    uint32_t choice_count;
} weft_parameter;

/// What a method is, as bits.
typedef enum weft_method_flag {
    WEFT_METHOD_NO_CROSSINGS = 1, // response: promises that nothing crosses; what the audit finds
                                  // all the same is taken back
    WEFT_METHOD_CLIPS = 2,        // response: cuts the moves that the solver proposes
    WEFT_METHOD_REPAIRED = 4, // response: the repair "auto" repairs what crosses; with others it
                              // is left to be seen
    WEFT_METHOD_LAB = 8,      // only in a build with WEFT_LAB
} weft_method_flag;

/// One row of the method registry.
typedef struct weft_method {
    const char* stage; // "structure", "narrow_phase", "solver", "response", "repair"
    const char* name;
    const char* source;    // whose method it is
    const char* guarantee; // what it promises
    uint32_t flags;        // weft_method_flag
    uint32_t parameter_count;
    const weft_parameter* parameters;
    const void* functions; // the core's own
} weft_method;

/// The registry that everybody reads: row `index`, or null past the end. The first row of a stage
/// is its default.
WEFT_API const weft_method* weft_method_at(uint32_t index);

// ---- world
// ------------------------------------------------------------------------------------------

/// Makes an empty world, or returns null and fills `report` (may be null).
WEFT_API weft_world* weft_world_create(const weft_world_def* def, weft_report* report);

/// Makes a world from a cooked scene (core/docs/scene_format.md). Every byte is checked and copied;
/// any input is safe. Returns null and fills `report` on failure.
WEFT_API weft_world* weft_world_load(const void* bytes, size_t byte_count, weft_report* report);

/// Frees the world and everything made in it; every pointer and id from it is dead afterwards. Null
/// does nothing.
WEFT_API void weft_world_destroy(weft_world* world);

/// Advances by one frame. A NaN leaves the world at the last good step and says so in the report.
WEFT_API weft_step_report weft_world_step(weft_world* world);

/// The report of the last step.
WEFT_API const weft_step_report* weft_world_report(const weft_world* world);

/// The regions that are crossed after the last step: entry `index`; false past the end. Those that
/// the repair cannot resolve stay here and grow old.
WEFT_API bool weft_world_tangle(const weft_world* world, uint32_t index, weft_tangle* out);

/// What blocked the last step: entry `index`; false past the end. A step names at most 64.
WEFT_API bool weft_world_block(const weft_world* world, uint32_t index, weft_block* out);

/// What hand `hand` (0 to WEFT_HANDS - 1) holds now; false when it holds nothing. Hands act on
/// events, that is, in the next step.
WEFT_API bool weft_world_hand(const weft_world* world, uint32_t hand, weft_hand* out);

/// Steps done so far; a restored snapshot brings its own number.
WEFT_API uint32_t weft_world_step_count(const weft_world* world);

/// Length of one step, s.
WEFT_API float weft_world_frame_seconds(const weft_world* world);

/// Moves the origin, to which all places that go in or come out are relative, to (x, y, z) m in a
/// frame that never changes; at first it is 0. Bodies, cloths, pins, hands and waiting events stay
/// where they are, so their numbers change; clips go on in that frame. A change by whole multiples
/// of a power of two, such as 1/1024 m, is exact as long as it is finer than the numbers are large.
/// INVALID_ARGUMENT, and nothing changes, when a move of more than WEFT_WORLD_EXTENT would leave
/// cloth farther than that behind, or the origin is beyond 1e9 m.
WEFT_API weft_status weft_world_set_origin(weft_world* world, double x, double y, double z);

/// Coordinate `axis` (0 to 2) of the origin, m.
WEFT_API double weft_world_origin(const weft_world* world, uint32_t axis);

/// Chooses a method by stage and name, for example ("structure", "brute_force"); its parameters get
/// their usual values. UNKNOWN_METHOD, with a sentence in `report` (may be null), when this build
/// has none of that name.
WEFT_API weft_status weft_world_set_method(weft_world* world, const char* stage, const char* name,
                                           weft_report* report);

/// Sets a parameter of the method that the stage has now, for example ("structure", "k", 18).
/// INVALID_ARGUMENT, with a sentence in `report` (may be null), when that method has no such
/// parameter or the value is not allowed.
WEFT_API weft_status weft_world_set_parameter(weft_world* world, const char* stage,
                                              const char* parameter, float value,
                                              weft_report* report);

/// The method that a stage has now: a row of the registry, never null.
WEFT_API const weft_method* weft_world_method(const weft_world* world, weft_stage stage);

/// The values of the parameters of that method in the order of its row: WEFT_METHOD_PARAMETERS
/// numbers, of which the first parameter_count count.
WEFT_API const float* weft_world_parameters(const weft_world* world, weft_stage stage);

/// What is wrong with an event for this world, if anything, with a sentence in `report` (may be
/// null): INVALID_ARGUMENT, NOT_FINITE, INDEX_OUT_OF_RANGE. Changes nothing.
WEFT_API weft_status weft_world_check_event(const weft_world* world, const weft_event* event,
                                            weft_report* report);

/// Queues an event. One whose step has passed happens before the next step. Events of one step
/// happen in the order in which they were queued. What weft_world_check_event refuses is not
/// queued; OUT_OF_MEMORY when there is no room.
WEFT_API weft_status weft_world_push_event(weft_world* world, const weft_event* event);

/// 64 bits over positions and velocities of all cloths: equal wherever the same scene ran as many
/// steps.
WEFT_API uint64_t weft_world_hash(const weft_world* world);

/// Bytes of memory that the world holds.
WEFT_API size_t weft_world_memory_bytes(const weft_world* world);

/// Saves the whole dynamic state. Returns the bytes needed; writes only if `capacity` is enough.
WEFT_API size_t weft_world_snapshot(const weft_world* world, void* bytes, size_t capacity);

/// Goes back to a snapshot of the same scene; the run goes on bit for bit. SNAPSHOT_MISMATCH, and
/// nothing changes, for one of another scene or version or damaged; OUT_OF_MEMORY.
WEFT_API weft_status weft_world_restore(weft_world* world, const void* bytes, size_t byte_count);

/// Goes back to step 0 with all objects that there are now, each as it was before its first step,
/// and with the events that waited then. OUT_OF_MEMORY.
WEFT_API weft_status weft_world_reset(weft_world* world);

/// Milliseconds since any fixed moment.
typedef double weft_clock_fn(void);

/// The clock of all worlds, for the phase times of the report only, never for the physics; null,
/// as at first, leaves these times 0.
WEFT_API void weft_set_clock(weft_clock_fn* clock);

// ---- bodies
// -----------------------------------------------------------------------------------------

/// Makes a body; its arrays (shapes at weft_body_def) are copied. The null id, with the first bad
/// element in `report` (may be null), when the mesh is empty, open without leave, inside out or
/// not manifold, has an edge or a number out of range, or when memory is out; the world is then as
/// it was.
WEFT_API weft_body_id weft_world_add_body(weft_world* world, const weft_body_def* def,
                                          weft_report* report);

/// Removes a body with all that holds on to it: pins that ride on it are dropped and events that
/// wait for it forgotten. Its id is stale from then on; its number goes to the next body that
/// comes. INVALID_ARGUMENT for an id that is stale already.
WEFT_API weft_status weft_world_remove_body(weft_world* world, weft_body_id body);

/// Numbers in use, those of removed bodies included; body_at gives the null id for these.
WEFT_API uint32_t weft_world_body_count(const weft_world* world);

/// The body of a number (0 to body_count - 1, in order of creation); the null id for a removed one
/// and past the end.
WEFT_API weft_body_id weft_world_body_at(const weft_world* world, uint32_t index);

/// The name that its definition gave. Here and below, a dead id is a misuse: it asserts, and the
/// answer is 0, "" or null.
WEFT_API const char* weft_body_name(const weft_world* world, weft_body_id body);

/// Its vertices, as its definition gave them.
WEFT_API uint32_t weft_body_vertex_count(const weft_world* world, weft_body_id body);

/// Its triangles, as its definition gave them.
WEFT_API uint32_t weft_body_triangle_count(const weft_world* world, weft_body_id body);

/// 3 * triangle_count vertex indices, outward counter-clockwise.
WEFT_API const uint32_t* weft_body_triangles(const weft_world* world, weft_body_id body);

/// 3 * vertex_count floats: where the body is now (it may lag behind its animation, see the
/// report).
WEFT_API const float* weft_body_positions(const weft_world* world, weft_body_id body);

/// Where the body is to be at the end of the next step; 3 * vertex_count floats, m. Until the first
/// step or the next cloth after its creation a body is there at once, whatever sets its place.
/// INVALID_ARGUMENT for a dead id or null, NOT_FINITE or INVALID_ARGUMENT for places that are no
/// numbers or beyond WEFT_WORLD_EXTENT of the origin; the body then stays where it was.
WEFT_API weft_status weft_body_set_positions(weft_world* world, weft_body_id body,
                                             const float* positions);

/// Poses the body for the end of the next step: bone_count matrices of 12 floats (three rows of
/// four) that take rest space to world space (linear blend skinning). Replaces clips until the next
/// PLAY event. Errors as weft_body_set_positions, and INVALID_ARGUMENT for a body without bones.
WEFT_API weft_status weft_body_set_pose(weft_world* world, weft_body_id body,
                                        const float* matrices);

/// The same from another rest shape (3 * vertex_count floats, m; null: the body's own), and with
/// the skinned vertices moved by `place` (3 floats, m), which keeps the matrices small and exact.
WEFT_API weft_status weft_body_set_shaped_pose(weft_world* world, weft_body_id body,
                                               const float* matrices, const float* rest,
                                               const float* place);

/// Moves a body without bones as one, for the end of the next step: its rest shape turned by
/// `rotation` (x, y, z, w, unit) about the origin of its positions, then moved by `position`, m.
/// Errors as weft_body_set_positions, and INVALID_ARGUMENT for a body with bones or a rotation that
/// is not of unit length.
WEFT_API weft_status weft_body_set_transform(weft_world* world, weft_body_id body,
                                             const float* position, const float* rotation);

/// Clips that it can play; they come with a cooked scene.
WEFT_API uint32_t weft_body_clip_count(const weft_world* world, weft_body_id body);

/// The name of clip `clip` (0 to clip_count - 1); null past the end.
WEFT_API const char* weft_body_clip_name(const weft_world* world, weft_body_id body, uint32_t clip);

/// 12 floats a bone: the matrices of the pose that the body has now, for drawing.
WEFT_API const float* weft_body_bone_matrices(const weft_world* world, weft_body_id body);

/// Its bones; 0 for a body that is not skinned.
WEFT_API uint32_t weft_body_bone_count(const weft_world* world, weft_body_id body);

/// 4 bones a vertex, the heaviest first; null without bones.
WEFT_API const uint16_t* weft_body_bone_indices(const weft_world* world, weft_body_id body);

/// 4 weights a vertex, 0 to 1, the heaviest first; null without bones.
WEFT_API const float* weft_body_bone_weights(const weft_world* world, weft_body_id body);

// ---- cloths
// -----------------------------------------------------------------------------------------

/// Makes a cloth; its arrays (shapes at weft_cloth_def) are copied. The null id, with the first bad
/// element in `report` (may be null), when the mesh is empty, degenerate or not manifold, a seam or
/// pin names what is not there, a number is out of range, or memory is out; the world is then as it
/// was. Cloth may begin crossed: it is declared and repaired.
WEFT_API weft_cloth_id weft_world_add_cloth(weft_world* world, const weft_cloth_def* def,
                                            weft_report* report);

/// Removes a cloth; hands let go of it and events that wait for it are forgotten. Otherwise as
/// weft_world_remove_body.
WEFT_API weft_status weft_world_remove_cloth(weft_world* world, weft_cloth_id cloth);

/// Numbers in use, those of removed cloths included; cloth_at gives the null id for these.
WEFT_API uint32_t weft_world_cloth_count(const weft_world* world);

/// The cloth of a number (0 to cloth_count - 1, in order of creation); the null id for a removed
/// one and past the end.
WEFT_API weft_cloth_id weft_world_cloth_at(const weft_world* world, uint32_t index);

/// The name that its definition gave; a dead id as with bodies.
WEFT_API const char* weft_cloth_name(const weft_world* world, weft_cloth_id cloth);

/// Its vertices, as its definition gave them: those of welded seams count each.
WEFT_API uint32_t weft_cloth_vertex_count(const weft_world* world, weft_cloth_id cloth);

/// Its triangles, as its definition gave them.
WEFT_API uint32_t weft_cloth_triangle_count(const weft_world* world, weft_cloth_id cloth);

/// 3 * triangle_count vertex indices.
WEFT_API const uint32_t* weft_cloth_triangles(const weft_world* world, weft_cloth_id cloth);

/// The fabric that it has now, SI units; events change it.
WEFT_API const weft_fabric* weft_cloth_fabric(const weft_world* world, weft_cloth_id cloth);

/// 3 * vertex_count floats, m; vertices of welded seams keep their own slots with equal values.
WEFT_API const float* weft_cloth_positions(const weft_world* world, weft_cloth_id cloth);

/// 3 * vertex_count floats, m/s, at the end of the last step.
WEFT_API const float* weft_cloth_velocities(const weft_world* world, weft_cloth_id cloth);

/// 3 * vertex_count floats: unit normals, the mean of the triangles around the vertex by their
/// areas, across welded seams too.
WEFT_API const float* weft_cloth_normals(const weft_world* world, weft_cloth_id cloth);

/// vertex_count floats: principal stretch minus 1, mean of the triangles around the vertex.
WEFT_API const float* weft_cloth_strain(const weft_world* world, weft_cloth_id cloth);

/// vertex_count floats: contact force over the area of the vertex, Pa.
WEFT_API const float* weft_cloth_pressure(const weft_world* world, weft_cloth_id cloth);

/// vertex_count flags: 1 where the vertex is captured, because a body leaves it no room. The report
/// counts the vertices of a welded seam once; here each has its own flag.
WEFT_API const uint8_t* weft_cloth_captured(const weft_world* world, weft_cloth_id cloth);

/// Whether the cloth took no part in the last step, because it and all that is near it is at rest
/// (weft_world_def.sleep).
WEFT_API bool weft_cloth_is_asleep(const weft_world* world, weft_cloth_id cloth);

/// vertex_count indices: the lowest vertex that this one is welded to (itself when it is not).
WEFT_API const uint32_t* weft_cloth_merge_map(const weft_world* world, weft_cloth_id cloth);

#ifdef __cplusplus
}
#endif
