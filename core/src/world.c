// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Worlds, bodies and cloths: making them, freeing them, finding them by id. The slot of what was
// removed is given to the next that comes, with another generation.
#include "world/world.h"

#include "base/assert.h"
#include "base/parallel.h"
#include "base/report.h"
#include "body/frame.h"
#include "contact/contact.h"
#include "drift.h"
#include "math/hash.h"
#include "mesh/check.h"
#include "pace.h"
#include "repair/repair.h"
#include "solve/system.h"

#include <math.h>
#include <string.h>

// 16 bits of slot + 1 in an id.
#define MAX_OBJECTS 65534u

// ---- lifetime -----------------------------------------------------------------------------------

weft_world* weft_world_create(const weft_world_def* def, weft_report* report) {
    wf_report_ok(report);
    WEFT_ASSERT(def != NULL && def->cookie == WF_WORLD_COOKIE);
    if (def == NULL || wf_world_def_check(def, report) != WEFT_OK) {
        return NULL;
    }
    wf_memory memory = {0};
    weft_world* world = WF_ALLOC(&memory, weft_world, 1);
    if (!world) {
        wf_report_memory(report, "world");
        return NULL;
    }
    world->def = *def;
    wf_methods_default(&world->methods);
    world->memory = memory;
    world->objects.friction_scale = 1.0f;
    world->topology_changed = true;
    world->scene_hash = wf_hash_bytes(WF_HASH_SEED, def, sizeof *def);
    return world;
}

weft_world* weft_world_load(const void* bytes, size_t byte_count, weft_report* report) {
    WEFT_ASSERT(bytes != NULL || byte_count == 0);
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, report);
    if (world && wf_scene_read(world, bytes, byte_count, report) != WEFT_OK) {
        weft_world_destroy(world);
        return NULL;
    }
    return world;
}

void weft_world_destroy(weft_world* world) {
    if (world == NULL) {
        return;
    }
    wf_drift_destroy(world);
    wf_world_tear_down(world);
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        wf_body_destroy(&world->memory, &world->objects.bodies[i]);
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        wf_cloth_destroy(&world->memory, &world->objects.cloths[i]);
    }
    wf_free(&world->memory, world->objects.bodies);
    wf_free(&world->memory, world->objects.cloths);
    wf_free(&world->memory, world->events);
    wf_home_destroy(world);
#ifdef WEFT_LAB
    wf_free(&world->memory, world->cuts.before);
    wf_free(&world->memory, world->cuts.most);
#endif
#ifdef WEFT_THREADS
    wf_world_drop_pool(world);
#endif
    wf_memory memory = world->memory;
    wf_free(&memory, world);
    WEFT_DEBUG_ASSERT(memory.bytes == 0);
}

static bool rebuild_system(weft_world* world) {
    const wf_methods* methods = &world->methods;
    float h = world->system != NULL ? world->system->h : 0.0f;
    wf_system_destroy(world->system);
    world->system = wf_system_create(&(wf_system){
        .memory = &world->memory,
        .objects = &world->objects,
        .obstacle = &world->obstacle,
        .solver = methods->functions[WEFT_STAGE_SOLVER],
        .values = methods->values[WEFT_STAGE_SOLVER],
        .contact_radius = world->def.contact_radius,
        .h = h,
#ifdef WEFT_LAB
        .wind = world->def.wind,
#endif
#ifdef WEFT_THREADS
        .pool = &world->pool,
#endif
    });
    world->particles = world->system != NULL ? &world->system->particles : NULL;
    return world->system != NULL;
}

static bool rebuild_contact(weft_world* world) {
    const wf_methods* methods = &world->methods;
    wf_repair_destroy(world->repair);
    world->repair = NULL;
    wf_contact_destroy(world->contact);
    world->contact = wf_contact_create(&(wf_contact){
        .memory = &world->memory,
        .particles = world->particles,
        .obstacle = &world->obstacle,
        .objects = &world->objects,
        .blocks = &world->blocks,
        .patience = &world->patience,
#ifdef WEFT_LAB
        .cuts = &world->cuts,
#endif
        .structure = methods->functions[WEFT_STAGE_STRUCTURE],
        .structure_values = methods->values[WEFT_STAGE_STRUCTURE],
#ifdef WEFT_THREADS
        .pool = &world->pool,
#endif
        .response = methods->functions[WEFT_STAGE_RESPONSE],
        .response_values = methods->values[WEFT_STAGE_RESPONSE],
#ifdef WEFT_LAB
        .narrow_values = methods->values[WEFT_STAGE_NARROW_PHASE],
#endif
        .radius = world->def.contact_radius,
        .step = &world->step,
    });
    world->repair = world->contact != NULL ? wf_repair_create(world->contact) : NULL;
    return world->repair != NULL;
}

bool wf_world_rebuild_cloth(weft_world* world) {
    return rebuild_system(world) && rebuild_contact(world) && wf_drift_rebuild(world);
}

bool wf_world_rebuild(weft_world* world) {
    if (!wf_obstacle_rebuild(&world->memory, &world->obstacle, world->objects.bodies,
                             world->objects.body_count) ||
        !wf_world_rebuild_cloth(world)) {
        return false;
    }
    world->topology_changed = false;
#ifdef WEFT_LAB
    world->unasked = true;
#endif
    return true;
}

bool wf_world_complete(weft_world* world) {
    if (!world->topology_changed) {
        return true;
    }
    wf_pace_stir(world);
    return wf_world_rebuild(world);
}

void wf_world_tear_down(weft_world* world) {
    wf_repair_destroy(world->repair);
    world->repair = NULL;
    wf_contact_destroy(world->contact);
    world->contact = NULL;
    wf_system_destroy(world->system);
    world->system = NULL;
    world->particles = NULL;
    wf_obstacle_free(&world->memory, &world->obstacle);
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        world->objects.bodies[i].placed = false; // the obstacle is gone
    }
    world->topology_changed = true;
}

uint32_t wf_frames_of(const weft_world* world, float seconds) {
    return (uint32_t)floorf(seconds / world->def.frame_seconds + 0.5f);
}

// ---- adding -------------------------------------------------------------------------------------

static weft_status check_room(uint32_t count, size_t vertices, size_t triangles, const char* where,
                              weft_report* report) {
    if (count >= MAX_OBJECTS || vertices > WF_MAX_VERTICES || triangles > WF_MAX_TRIANGLES) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, where, count, WF_NO_OTHER,
                              "The world is full: %u vertices and %u triangles at most.",
                              WF_MAX_VERTICES, WF_MAX_TRIANGLES);
    }
    return WEFT_OK;
}

static weft_status check_body_room(const weft_world* world, const weft_body_def* def,
                                   weft_report* report) {
    size_t vertices = def->vertex_count, triangles = def->triangle_count;
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        vertices += world->objects.bodies[i].vertex_count;
        triangles += world->objects.bodies[i].triangle_count;
    }
    return check_room(wf_world_free_body(world), vertices, triangles, "body", report);
}

static weft_status check_cloth_room(const weft_world* world, const weft_cloth_def* def,
                                    weft_report* report) {
    size_t vertices = def->vertex_count, triangles = def->triangle_count;
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        vertices += world->objects.cloths[i].vertex_count;
        triangles += world->objects.cloths[i].triangle_count;
    }
    return check_room(wf_world_free_cloth(world), vertices, triangles, "cloth", report);
}

static void hash_in(uint64_t* hash, const void* data, size_t bytes) {
    *hash = wf_hash_bytes(*hash, &bytes, sizeof(uint32_t));
    if (data != NULL) {
        *hash = wf_hash_bytes(*hash, data, bytes);
    }
}

static uint64_t hash_body(const weft_body_def* def) {
    uint64_t hash = WF_HASH_SEED;
    size_t vertices = def->vertex_count, bones = def->bone_count;
    hash_in(&hash, def->positions, 12 * vertices);
    hash_in(&hash, def->triangles, 12 * (size_t)def->triangle_count);
    hash_in(&hash, def->bone_indices, bones > 0 ? 8 * vertices : 0);
    hash_in(&hash, def->bone_weights, bones > 0 ? 8 * vertices : 0);
    if (def->bone_shares) {
        hash_in(&hash, def->bone_shares, bones > 0 ? 16 * vertices : 0);
    }
    hash_in(&hash, def->bone_heads, 12 * bones);
    hash_in(&hash, &def->friction, sizeof def->friction);
    if (def->shape.kind != WEFT_SHAPE_MESH) {
        hash_in(&hash, &def->shape, sizeof def->shape);
    }
    return hash;
}

static uint64_t hash_cloth(const weft_cloth_def* def) {
    uint64_t hash = WF_HASH_SEED;
    size_t vertices = def->vertex_count;
    hash_in(&hash, def->positions, 12 * vertices);
    hash_in(&hash, def->velocities, 12 * vertices);
    hash_in(&hash, def->material, 8 * vertices);
    hash_in(&hash, def->triangles, 12 * (size_t)def->triangle_count);
    hash_in(&hash, def->seams, 8 * (size_t)def->seam_count);
    hash_in(&hash, def->pins, sizeof(weft_pin) * def->pin_count);
    if (def->band_count > 0) { // else the hash is what it was before there were any
        hash_in(&hash, def->bands, sizeof(weft_band) * (size_t)def->band_count);
    }
    hash_in(&hash, &def->layer, sizeof def->layer);
    hash_in(&hash, &def->seam_close_seconds, sizeof def->seam_close_seconds);
    hash_in(&hash, &def->fabric, sizeof def->fabric);
    return hash;
}

static weft_status add_body(weft_world* world, const weft_body_def* def, weft_report* report,
                            weft_body_id* id) {
    weft_status status = wf_body_check(&world->memory, def, report);
    if (status == WEFT_OK) {
        status = check_body_room(world, def, report);
    }
    if (status != WEFT_OK) {
        return status;
    }
    uint32_t slot = wf_world_free_body(world);
    wf_body body;
    if (!wf_reserve(&world->memory, (void**)&world->objects.bodies, &world->objects.body_capacity,
                    (size_t)slot + 1, sizeof body) ||
        !wf_body_create(&world->memory, def, &body)) {
        return wf_report_memory(report, "body");
    }
    body.def_hash = hash_body(def);
    memcpy(body.home, world->origin, sizeof body.home);
    if (slot < world->objects.body_count) {
        body.generation = world->objects.bodies[slot].generation;
    } else {
        world->objects.body_count += 1;
    }
    world->objects.bodies[slot] = body;
    world->obstacle.stale = world->topology_changed = true;
    wf_rest_rouse_all(world);
    *id = weft_world_body_at(world, slot);
    return WEFT_OK;
}

// A refusal is told in the report; the world goes on.
static uint32_t give_up(weft_world* world) {
    if (world != NULL) {
        world->memory.failed = false;
    }
    return WEFT_NULL_ID;
}

weft_body_id weft_world_add_body(weft_world* world, const weft_body_def* def, weft_report* report) {
    wf_report_ok(report);
    WEFT_ASSERT(world != NULL && def != NULL && def->cookie == WF_BODY_COOKIE);
    weft_body_id id;
    if (world == NULL || def == NULL || add_body(world, def, report, &id) != WEFT_OK) {
        return (weft_body_id){give_up(world)};
    }
    return id;
}

/// Of those that are equally near, the first.
static uint32_t nearest_vertex(const wf_body* body, wf_v3 place) {
    uint32_t nearest = 0;
    float least = INFINITY;
    for (uint32_t v = 0; v < body->vertex_count; ++v) {
        wf_v3 way = wf_v3_sub(wf_v3_load(body->published + 3 * (size_t)v), place);
        float square = wf_v3_dot(way, way);
        if (square < least) {
            nearest = v;
            least = square;
        }
    }
    return nearest;
}

void wf_world_attach_pin(const weft_world* world, const float* place, weft_pin* pin) {
    if (pin->kind != WEFT_PIN_BODY) {
        return;
    }
    const wf_body* body = &world->objects.bodies[pin->body];
    if (pin->element == WF_PIN_NEAREST) {
        pin->element = nearest_vertex(body, wf_v3_load(place));
    }
    const uint32_t* others = body->frame_corners + 2 * (size_t)pin->element;
    wf_v3 at = wf_v3_load(body->published + 3 * (size_t)pin->element);
    wf_v3 offset = wf_v3_sub(wf_v3_load(place), at);
    wf_frame frame;
    if (others[0] != UINT32_MAX &&
        wf_frame_of(at, wf_v3_load(body->published + 3 * (size_t)others[0]),
                    wf_v3_load(body->published + 3 * (size_t)others[1]), &frame)) {
        offset = wf_frame_in(&frame, offset);
    }
    wf_v3_store(pin->offset, offset);
}

/// Fixed pins stay where the cloth starts.
static void attach_pins(const weft_world* world, wf_cloth* cloth) {
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        weft_pin* pin = &cloth->pins[i];
        const float* start = cloth->start + 3 * (size_t)pin->vertex;
        wf_world_attach_pin(world, start, pin);
        if (pin->kind == WEFT_PIN_FIXED) {
            memcpy(pin->offset, start, sizeof pin->offset);
        }
    }
}

static weft_status add_cloth(weft_world* world, const weft_cloth_def* def, weft_report* report,
                             weft_cloth_id* id) {
    wf_pin_targets targets = {world->objects.bodies, world->objects.body_count, WEFT_WORLD_EXTENT};
    weft_status status = wf_cloth_check(&world->memory, def, targets, report);
    if (status == WEFT_OK) {
        status = wf_cloth_check_thickness(def->fabric.thickness, wf_cloth_spacing(def),
                                          world->def.contact_radius, report);
    }
    if (status == WEFT_OK) {
        status = check_cloth_room(world, def, report);
    }
    if (status != WEFT_OK) {
        return status;
    }
    uint32_t slot = wf_world_free_cloth(world);
    wf_cloth cloth;
    if (!wf_reserve(&world->memory, (void**)&world->objects.cloths, &world->objects.cloth_capacity,
                    (size_t)slot + 1, sizeof cloth) ||
        !wf_cloth_create(&world->memory, def, world->def.frame_seconds, &cloth)) {
        return wf_report_memory(report, "cloth");
    }
    attach_pins(world, &cloth);
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        world->objects.bodies[i].fresh = false;
    }
    cloth.def_hash = hash_cloth(def);
    if (slot < world->objects.cloth_count) {
        cloth.generation = world->objects.cloths[slot].generation;
    } else {
        world->objects.cloth_count += 1;
    }
    world->objects.cloths[slot] = cloth;
    world->topology_changed = true;
    wf_rest_rouse_all(world);
    *id = weft_world_cloth_at(world, slot);
    return WEFT_OK;
}

weft_cloth_id weft_world_add_cloth(weft_world* world, const weft_cloth_def* def,
                                   weft_report* report) {
    wf_report_ok(report);
    WEFT_ASSERT(world != NULL && def != NULL && def->cookie == WF_CLOTH_COOKIE);
    weft_cloth_id id;
    if (world == NULL || def == NULL || add_cloth(world, def, report, &id) != WEFT_OK) {
        return (weft_cloth_id){give_up(world)};
    }
    return id;
}

// ---- the world's getters ------------------------------------------------------------------------

const weft_step_report* weft_world_report(const weft_world* world) {
    return &world->report;
}

bool weft_world_tangle(const weft_world* world, uint32_t index, weft_tangle* out) {
    WEFT_ASSERT(world != NULL && out != NULL);
    const wf_repair* r = world->repair;
    if (r == NULL || index >= r->tangle_count) {
        return false;
    }
    *out = r->tangles[index];
    return true;
}

bool weft_world_block(const weft_world* world, uint32_t index, weft_block* out) {
    WEFT_ASSERT(world != NULL && out != NULL);
    if (index >= world->blocks.count) {
        return false;
    }
    *out = world->blocks.items[index];
    return true;
}

bool weft_world_hand(const weft_world* world, uint32_t hand, weft_hand* out) {
    WEFT_ASSERT(world != NULL && out != NULL);
    if (hand >= WEFT_HANDS || !world->hands.hand[hand].active) {
        return false;
    }
    const wf_grab* g = &world->hands.hand[hand];
    *out = (weft_hand){g->cloth, g->vertex, {g->place[0], g->place[1], g->place[2]}, g->stiffness};
    return true;
}

uint32_t weft_world_step_count(const weft_world* world) {
    return world->step;
}

float weft_world_frame_seconds(const weft_world* world) {
    return world->def.frame_seconds;
}

size_t weft_world_memory_bytes(const weft_world* world) {
    return world->memory.bytes;
}

uint64_t weft_world_hash(const weft_world* world) {
    uint64_t hash = WF_HASH_SEED;
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        const wf_cloth* cloth = &world->objects.cloths[i];
        hash = wf_hash_words(hash, cloth->positions, 3 * (size_t)cloth->vertex_count);
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        const wf_cloth* cloth = &world->objects.cloths[i];
        hash = wf_hash_words(hash, cloth->velocities, 3 * (size_t)cloth->vertex_count);
    }
    return hash;
}

uint32_t weft_world_body_count(const weft_world* world) {
    return world->objects.body_count;
}

uint32_t weft_world_cloth_count(const weft_world* world) {
    return world->objects.cloth_count;
}

weft_body_id weft_world_body_at(const weft_world* world, uint32_t index) {
    if (index >= world->objects.body_count || world->objects.bodies[index].vertex_count == 0) {
        return (weft_body_id){WEFT_NULL_ID};
    }
    return (weft_body_id){wf_make_id(index, world->objects.bodies[index].generation)};
}

weft_cloth_id weft_world_cloth_at(const weft_world* world, uint32_t index) {
    if (index >= world->objects.cloth_count || world->objects.cloths[index].vertex_count == 0) {
        return (weft_cloth_id){WEFT_NULL_ID};
    }
    return (weft_cloth_id){wf_make_id(index, world->objects.cloths[index].generation)};
}

// ---- bodies -------------------------------------------------------------------------------------

static wf_body* find_body(const weft_world* world, weft_body_id id) {
    uint32_t slot = wf_world_body_slot(world, id);
    return slot == UINT32_MAX ? NULL : &world->objects.bodies[slot];
}

static const wf_body* need_body(const weft_world* world, weft_body_id id) {
    static const wf_body none = {0};
    const wf_body* body = find_body(world, id);
    WEFT_ASSERT(body != NULL);
    return body ? body : &none;
}

const char* weft_body_name(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->name;
}

uint32_t weft_body_vertex_count(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->vertex_count;
}

uint32_t weft_body_triangle_count(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->triangle_count;
}

const uint32_t* weft_body_triangles(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->triangles;
}

const float* weft_body_positions(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->published;
}

uint32_t weft_body_clip_count(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->clip_count;
}

const char* weft_body_clip_name(const weft_world* world, weft_body_id body, uint32_t clip) {
    const wf_body* found = need_body(world, body);
    return clip < found->clip_count ? found->clips[clip].name : NULL;
}

const float* weft_body_bone_matrices(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->matrices;
}

uint32_t weft_body_bone_count(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->bone_count;
}

const uint16_t* weft_body_bone_indices(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->bone_indices;
}

const float* weft_body_bone_weights(const weft_world* world, weft_body_id body) {
    return need_body(world, body)->bone_weights;
}

/// Cloth made after a body is made for where that body stands, so until there is some the body need
/// not travel: what the host gave counts at once.
static void place_fresh(weft_world* world, wf_body* body) {
    if (!body->fresh) {
        return;
    }
    wf_body_take_host(body);
    if (body->placed) {
        size_t first = 4 * (size_t)body->first_vertex;
        wf_body_positions_now(body, world->obstacle.x0 + first);
        wf_body_positions_now(body, world->obstacle.x1 + first);
        world->obstacle.stands = false;
    }
}

weft_status weft_body_set_transform(weft_world* world, weft_body_id body, const float* position,
                                    const float* rotation) {
    wf_body* found = find_body(world, body);
    if (!found || !position || !rotation) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    weft_status status = wf_body_host_transform(&world->memory, found, position, rotation);
    world->memory.failed = false;
    if (status == WEFT_OK) {
        place_fresh(world, found);
    }
    return status;
}

weft_status weft_body_set_positions(weft_world* world, weft_body_id body, const float* positions) {
    wf_body* found = find_body(world, body);
    if (!found || !positions) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    weft_status status = wf_body_host_positions(&world->memory, found, positions);
    world->memory.failed = false;
    if (status == WEFT_OK) {
        place_fresh(world, found);
    }
    return status;
}

weft_status weft_body_set_pose(weft_world* world, weft_body_id body, const float* matrices) {
    const float home[3] = {0.0f, 0.0f, 0.0f};
    return weft_body_set_shaped_pose(world, body, matrices, NULL, home);
}

weft_status weft_body_set_shaped_pose(weft_world* world, weft_body_id body, const float* matrices,
                                      const float* rest, const float* place) {
    wf_body* found = find_body(world, body);
    if (!found || !matrices || !place) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    weft_status status = wf_body_host_pose(&world->memory, found, matrices, rest, place);
    world->memory.failed = false;
    if (status == WEFT_OK) {
        place_fresh(world, found);
    }
    return status;
}

// ---- cloths -------------------------------------------------------------------------------------

static const wf_cloth* need_cloth(const weft_world* world, weft_cloth_id id) {
    static const wf_cloth none = {0};
    uint32_t slot = wf_world_cloth_slot(world, id);
    WEFT_ASSERT(slot != UINT32_MAX);
    return slot == UINT32_MAX ? &none : &world->objects.cloths[slot];
}

const char* weft_cloth_name(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->name;
}

uint32_t weft_cloth_vertex_count(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->vertex_count;
}

uint32_t weft_cloth_triangle_count(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->triangle_count;
}

const uint32_t* weft_cloth_triangles(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->triangles;
}

const weft_fabric* weft_cloth_fabric(const weft_world* world, weft_cloth_id cloth) {
    return &need_cloth(world, cloth)->fabric;
}

const float* weft_cloth_positions(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->positions;
}

const float* weft_cloth_velocities(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->velocities;
}

const float* weft_cloth_normals(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->normals;
}

const float* weft_cloth_strain(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->strain;
}

const float* weft_cloth_pressure(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->pressure;
}

const uint8_t* weft_cloth_captured(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->captured;
}

bool weft_cloth_is_asleep(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->asleep || world->report.asleep;
}

const uint32_t* weft_cloth_merge_map(const weft_world* world, weft_cloth_id cloth) {
    return need_cloth(world, cloth)->merge;
}
