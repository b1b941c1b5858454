// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Snapshots: the whole dynamic state in one block of bytes. One list of fields (`pass_*`) measures,
// saves and loads, so the three cannot disagree. The block carries the hash of the scene it belongs
// to and of itself; a restore that fails half way puts back what was there.
#include "base/assert.h"
#include "body/skinning.h"
#include "cloth/fabric.h"
#include "cloth/pins.h"
#include "contact/contact.h"
#include "math/hash.h"
#include "pace.h"
#include "repair/repair.h"
#include "solve/system.h"
#include "weft/lab.h"
#include "weft/threads.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

#define SNAPSHOT_MAGIC 0x534e4657u // "WFNS"
#define SNAPSHOT_VERSION 20u

typedef struct snapshot_header {
    uint32_t magic;
    uint32_t version;
    uint64_t scene_hash;
    uint64_t bytes; // with this header
    uint64_t content_hash;
} snapshot_header;

typedef enum direction { MEASURE, SAVE, LOAD } direction;

typedef struct tape {
    direction direction;
    uint8_t* out;      // SAVE
    const uint8_t* in; // LOAD
    size_t at;
    size_t size; // LOAD: bytes there are
    bool failed; // LOAD: too short or a value out of range
} tape;

static void pass(tape* t, void* value, size_t bytes) {
    if (t->direction == SAVE) {
        memcpy(t->out + t->at, value, bytes);
    } else if (t->direction == LOAD) {
        if (t->failed || bytes > t->size - t->at) {
            t->failed = true;
            return;
        }
        memcpy(value, t->in + t->at, bytes);
    }
    t->at += bytes;
}

#define PASS(t, value) pass((t), &(value), sizeof(value))

static void need(tape* t, bool condition) {
    t->failed |= t->direction == LOAD && !condition;
}

// Flags travel as words, so that loading never makes a bool of another byte.
static void pass_flag(tape* t, bool* flag) {
    uint32_t word = *flag;
    PASS(t, word);
    need(t, word <= 1);
    *flag = word == 1;
}

// Optional arrays: nothing to pass when there are no items, even if the pointer is null. A state
// that is saved is finite, and from one that is not no step could go on.
static void pass_floats(tape* t, float* values, size_t count) {
    if (count > 0) {
        pass(t, values, sizeof(float) * count);
    }
    for (size_t i = 0; t->direction == LOAD && i < count && !t->failed; ++i) {
        t->failed = !isfinite(values[i]);
    }
}

#define PASS_FLOAT(t, value) pass_floats((t), &(value), 1)

// ---- bodies -------------------------------------------------------------------------------------

static void pass_morphs(tape* t, wf_body* body) {
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        wf_morph* morph = &body->morphs[i];
        PASS_FLOAT(t, morph->from);
        PASS_FLOAT(t, morph->to);
        PASS(t, morph->step);
        PASS(t, morph->steps);
    }
}

static void pass_player(tape* t, wf_body* body) {
    wf_player* player = &body->player;
    PASS(t, player->clip);
    PASS(t, player->frame);
    PASS(t, player->blend_frame);
    PASS(t, player->blend_frames);
    pass_flag(t, &player->playing);
    pass_flag(t, &player->external);
    need(t, player->clip < body->clip_count || body->clip_count == 0);
}

// What the host gave for the coming step.
static void pass_host(tape* t, wf_memory* memory, wf_body* body) {
    pass_flag(t, &body->host_pending);
    pass_flag(t, &body->host_posed);
    if (!body->host_pending || t->failed) {
        return;
    }
    if (t->direction == LOAD && !wf_body_alloc_host(memory, body)) {
        t->failed = true;
        return;
    }
    pass_floats(t, body->host, 4 * (size_t)body->vertex_count);
    pass_floats(t, body->host_matrices, 12 * (size_t)body->bone_count);
}

static void pass_body(tape* t, wf_memory* memory, wf_body* body) {
    size_t bones = body->bone_count;
    PASS(t, body->collision);
    pass_player(t, body);
    pass_morphs(t, body);
    pass_floats(t, body->pose_from, WF_POSE_FLOATS * bones);
    pass_floats(t, body->pose_start, WF_POSE_FLOATS * bones);
    pass_floats(t, body->matrices, 12 * bones);
    pass_flag(t, &body->fresh);
    pass_flag(t, &body->posed);
    pass_flag(t, &body->still_valid);
    if (body->still_valid) {
        pass_floats(t, body->still, 4 * (size_t)body->vertex_count);
    }
    pass_host(t, memory, body);
}

// ---- cloths -------------------------------------------------------------------------------------

static void pass_merge(tape* t, wf_cloth* cloth) {
    pass(t, cloth->merge, sizeof *cloth->merge * cloth->vertex_count);
    for (uint32_t v = 0; v < cloth->vertex_count && !t->failed; ++v) {
        need(t, cloth->merge[v] <= v && cloth->merge[cloth->merge[v]] == cloth->merge[v]);
    }
}

/// From one corner of where origins may be to the other, m, and some for rounding: bodies stay
/// where they were when an origin jumps, and new cloth may hang on one.
#define LONGEST_ARM (4.0f * (float)WF_ORIGIN_FARTHEST)

static void pass_pins(tape* t, weft_world* world, wf_cloth* cloth) {
    uint32_t count = cloth->pin_count;
    PASS(t, count);
    if (t->direction == LOAD) {
        need(t, count <= (t->size - t->at) / sizeof(weft_pin));
        if (t->failed || !wf_reserve(&world->memory, (void**)&cloth->pins, &cloth->pin_capacity,
                                     count, sizeof(weft_pin))) {
            t->failed = true;
            return;
        }
        cloth->pin_count = count;
    }
    if (count > 0) {
        pass(t, cloth->pins, sizeof(weft_pin) * count);
    }
    wf_pin_targets targets = {world->objects.bodies, world->objects.body_count, LONGEST_ARM};
    for (uint32_t i = 0; t->direction == LOAD && i < count; ++i) {
        weft_pin* pin = &cloth->pins[i];
        if (pin->kind != WF_PIN_DROPPED &&
            wf_pin_check(pin, i, cloth->vertex_count, targets, NULL) != WEFT_OK) {
            t->failed = true;
            pin->kind = WF_PIN_DROPPED;
        }
    }
}

static void pass_cloth(tape* t, weft_world* world, wf_cloth* cloth) {
    size_t vertices = cloth->vertex_count;
    PASS(t, cloth->fabric);
    need(t, wf_fabric_check(&cloth->fabric) == NULL);
    PASS(t, cloth->collision);
    PASS(t, cloth->sewn_frames);
    pass_flag(t, &cloth->weld_now);
    PASS(t, cloth->seams_open);
    PASS_FLOAT(t, cloth->drag_rate);
    PASS_FLOAT(t, cloth->hold_factor_from);
    PASS_FLOAT(t, cloth->hold_factor_to);
    PASS_FLOAT(t, cloth->hold_lift_from);
    PASS_FLOAT(t, cloth->hold_lift_to);
    PASS(t, cloth->hold_step);
    PASS(t, cloth->hold_steps);
    PASS(t, cloth->calm_steps);
    pass_flag(t, &cloth->asleep);
    PASS_FLOAT(t, cloth->spacing);
    pass_merge(t, cloth);
    pass_pins(t, world, cloth);
    pass_floats(t, cloth->positions, 3 * vertices);
    pass_floats(t, cloth->velocities, 3 * vertices);
    pass_floats(t, cloth->strain, vertices);
    pass_floats(t, cloth->pressure, vertices);
    pass_floats(t, cloth->calm_places, world->def.sleep ? 3 * vertices : 0);
}

// ---- world --------------------------------------------------------------------------------------

// Only what has not happened yet.
static void pass_events(tape* t, weft_world* world) {
    uint32_t count = world->event_count - world->event_next;
    PASS(t, count);
    if (t->direction == LOAD) {
        need(t, count <= (t->size - t->at) / sizeof(weft_event));
        if (t->failed || !wf_reserve(&world->memory, (void**)&world->events, &world->event_capacity,
                                     count, sizeof(weft_event))) {
            t->failed = true;
            return;
        }
        world->event_next = 0;
        world->event_count = 0;
    }
    if (count > 0) {
        pass(t, world->events + world->event_next, sizeof(weft_event) * count);
    }
    for (uint32_t i = 0; t->direction == LOAD && i < count && !t->failed; ++i) {
        need(t, wf_event_check(world, &world->events[i], NULL) == WEFT_OK);
        need(t, i == 0 || world->events[i - 1].step <= world->events[i].step);
        world->event_count += 1;
    }
}

static void pass_grab(tape* t, weft_world* world, wf_grab* grab) {
    pass_flag(t, &grab->active);
    PASS(t, grab->cloth);
    PASS(t, grab->vertex);
    pass_floats(t, grab->place, 3);
    PASS_FLOAT(t, grab->stiffness);
    need(t, !grab->active || (grab->cloth < world->objects.cloth_count &&
                              grab->vertex < world->objects.cloths[grab->cloth].vertex_count));
}

// Without its times, so that equal states are equal bytes.
static void pass_report(tape* t, weft_step_report* report) {
    weft_step_report timeless = *report;
    memset(timeless.ms, 0, sizeof timeless.ms);
    PASS(t, timeless);
    if (t->direction == LOAD && !t->failed) {
        *report = timeless;
    }
}

/// Whether only some builds have a parameter of a row.
static inline bool is_of_lab(const weft_method* row, uint32_t parameter) {
#ifdef WEFT_LAB
    return weft_lab_is_parameter(row, parameter);
#else
    (void)row, (void)parameter;
    return false;
#endif
}

/// Parameters of a row that every build has.
static uint32_t shared_parameters(const weft_method* row) {
    uint32_t count = row->parameter_count;
    while (count > 0 && is_of_lab(row, count - 1)) {
        --count;
    }
    return count;
}

/// Whether a row has a choice that not every build has; then it travels under another name, which
/// only a build with all parameters finds.
static bool is_lab_choice(const weft_method* row, const float* values) {
    bool any = false;
    for (uint32_t n = shared_parameters(row); n < row->parameter_count; ++n) {
        any |= values[n] != row->parameters[n].usual;
    }
    return any;
}

static uint64_t row_name(const weft_method* row, bool lab) {
    return wf_hash_bytes(lab ? ~WF_HASH_SEED : WF_HASH_SEED, row->name, strlen(row->name));
}

// Rows travel by their names, since a build with fewer methods numbers them differently.
static const weft_method* pass_row(tape* t, const weft_method* row, bool* lab) {
    uint64_t name = row_name(row, *lab), other = name;
    PASS(t, other);
    if (other == name) {
        return row;
    }
    const weft_method* found = NULL;
    for (uint32_t i = 0; found == NULL && weft_method_at(i) != NULL; ++i) {
        const weft_method* next = weft_method_at(i);
        bool whole =
            next->parameter_count > shared_parameters(next) && row_name(next, true) == other;
        bool same =
            (whole || row_name(next, false) == other) && strcmp(next->stage, row->stage) == 0;
        *lab = same ? whole : *lab;
        found = same ? next : NULL;
    }
    need(t, found != NULL);
    return found != NULL ? found : row;
}

static void pass_methods(tape* t, wf_methods* methods) {
    for (uint32_t k = 0; k < WEFT_STAGE_COUNT; ++k) {
        float* values = methods->values[k];
        bool lab = is_lab_choice(methods->row[k], values), before = lab;
        const weft_method* row = pass_row(t, methods->row[k], &lab);
        if (row != methods->row[k] || lab != before) {
            wf_methods_choose(methods, row);
        }
        uint32_t count = lab ? row->parameter_count : shared_parameters(row);
        for (uint32_t n = 0; n < count; ++n) {
            PASS(t, values[n]);
            need(t, wf_parameter_allows(&row->parameters[n], values[n]));
        }
    }
}

static void pass_world(tape* t, weft_world* world) {
    PASS(t, world->def);
    pass_methods(t, &world->methods);
    PASS(t, world->origin);
    for (int k = 0; k < 3; ++k) {
        need(t, fabs(world->origin[k]) <= WF_ORIGIN_FARTHEST);
    }
    PASS(t, world->step);
    PASS_FLOAT(t, world->objects.friction_scale);
    need(t, world->objects.friction_scale >= 0.0f);
    PASS_FLOAT(t, world->patience.usual);
    need(t, world->patience.usual >= 0.0f);
    PASS(t, world->patience.hasty);
    need(t, world->patience.hasty <= WEFT_MAX_SUBSTEPS);
    PASS(t, world->even_steps);
    need(t, world->even_steps <= WF_EVEN_STEPS);
    PASS(t, world->pinched_steps);
    PASS(t, world->narrow_steps);
    need(t, world->pinched_steps <= WF_LASTING_STEPS && world->narrow_steps <= WF_PINCH_STEPS);
    pass_flag(t, &world->hangs);
    pass_flag(t, &world->steady);
    pass_report(t, &world->report);
    need(t, wf_world_def_check(&world->def, NULL) == WEFT_OK);
    wf_world_set_homes(world);
    for (uint32_t k = 0; k < WEFT_HANDS; ++k) {
        pass_grab(t, world, &world->hands.hand[k]);
    }
    PASS(t, world->hands.calm);
    pass_events(t, world);
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        if (world->objects.bodies[i].vertex_count > 0) { // else the slot is empty
            pass_body(t, &world->memory, &world->objects.bodies[i]);
        }
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        if (world->objects.cloths[i].vertex_count > 0) {
            pass_cloth(t, world, &world->objects.cloths[i]);
        }
    }
}

// ---- blocks of the solver -----------------------------------------------------------------------

/// Room for a block of so many bytes; null where there is nothing to write.
static void* put_block(tape* t, uint64_t bytes) {
    PASS(t, bytes);
    void* at = t->direction == SAVE && bytes > 0 ? t->out + t->at : NULL;
    t->at += (size_t)bytes;
    return at;
}

/// The bytes of a block; null when there are none, or less than it says.
static const void* take_block(tape* t, size_t* byte_count) {
    uint64_t bytes = 0;
    PASS(t, bytes);
    t->failed |= !t->failed && bytes > t->size - t->at;
    if (t->failed) {
        return NULL;
    }
    const void* at = t->in + t->at;
    *byte_count = (size_t)bytes;
    t->at += (size_t)bytes;
    return at;
}

static void save_blocks(tape* t, const weft_world* world) {
    size_t bytes = wf_system_save(world->system, NULL, 0);
    void* to = put_block(t, bytes);
    if (to != NULL) {
        wf_system_save(world->system, to, bytes);
    }
    bytes = wf_contact_save(world->contact, NULL, 0);
    if ((to = put_block(t, bytes)) != NULL) {
        wf_contact_save(world->contact, to, bytes);
    }
    bytes = wf_repair_save(world->repair, NULL, 0);
    if ((to = put_block(t, bytes)) != NULL) {
        wf_repair_save(world->repair, to, bytes);
    }
}

static void load_blocks(tape* t, weft_world* world) {
    size_t bytes = 0;
    const void* from = take_block(t, &bytes);
    t->failed |= from == NULL || !wf_system_load(world->system, from, bytes);
    from = take_block(t, &bytes);
    t->failed |= from == NULL || !wf_contact_load(world->contact, from, bytes);
    from = take_block(t, &bytes);
    t->failed |= from == NULL || !wf_repair_load(world->repair, from, bytes);
}

static void pass_obstacle(tape* t, weft_world* world) {
    world->obstacle.stands &= t->direction != LOAD;
    pass_floats(t, world->obstacle.x0, 4 * (size_t)world->obstacle.vertex_count);
}

// ---- saving -------------------------------------------------------------------------------------

static size_t write_tape(weft_world* world, direction direction, uint8_t* out) {
    tape t = {.direction = direction, .out = out, .at = sizeof(snapshot_header)};
    pass_world(&t, world);
    if (world->system != NULL) {
        pass_obstacle(&t, world);
        save_blocks(&t, world);
    }
    size_t end = t.at;
    t.at = (end + 7) & ~(size_t)7;
    if (direction == SAVE) {
        memset(out + end, 0, t.at - end);
    }
    return t.at;
}

/// Puts the header before what was written.
static void seal(const weft_world* world, uint8_t* out, size_t bytes) {
    snapshot_header header = {SNAPSHOT_MAGIC, SNAPSHOT_VERSION, wf_world_scene_hash(world), bytes,
                              0};
    header.content_hash =
        wf_hash_words(WF_HASH_SEED, out + sizeof header, (bytes - sizeof header) / 4);
    memcpy(out, &header, sizeof header);
}

/// A rebuild that is due before the next step may as well happen now: then the state is complete.
static bool complete(weft_world* world) {
    bool done = wf_world_complete(world);
    world->memory.failed &= done;
    return done;
}

/// Writes what there is room for, without the header; how much that is with it.
static size_t write_room(const weft_world* world, void* bytes, size_t capacity) {
    WEFT_ASSERT(world != NULL);
    weft_world* live = (weft_world*)world;
    if (!complete(live)) {
        return 0;
    }
    size_t needed = write_tape(live, MEASURE, NULL);
    if (bytes != NULL && capacity >= needed) {
        write_tape(live, SAVE, bytes);
    }
    return needed;
}

size_t weft_world_snapshot(const weft_world* world, void* bytes, size_t capacity) {
    size_t needed = write_room(world, bytes, capacity);
    if (bytes != NULL && needed > 0 && capacity >= needed) {
        seal(world, bytes, needed);
    }
    return needed;
}

#if defined(WEFT_THREADS) && defined(__EMSCRIPTEN__)
size_t weft_crew_keep(const weft_world* world, void* bytes, size_t capacity) {
    return write_room(world, bytes, capacity);
}

weft_status weft_crew_restore(weft_world* world, void* bytes, size_t byte_count) {
    if (byte_count >= sizeof(snapshot_header)) {
        seal(world, bytes, byte_count);
    }
    return weft_world_restore(world, bytes, byte_count);
}
#endif

// ---- restoring ----------------------------------------------------------------------------------

static bool check_header(const weft_world* world, const uint8_t* bytes, size_t byte_count) {
    snapshot_header header;
    if (byte_count < sizeof header || byte_count % 8 != 0) {
        return false;
    }
    memcpy(&header, bytes, sizeof header);
    return header.magic == SNAPSHOT_MAGIC && header.version == SNAPSHOT_VERSION &&
           header.scene_hash == wf_world_scene_hash(world) && header.bytes == byte_count &&
           header.content_hash ==
               wf_hash_words(WF_HASH_SEED, bytes + sizeof header, (byte_count - sizeof header) / 4);
}

// The places of bodies and particles come after the rebuild, which sizes their arrays.
static bool load_all(weft_world* world, const uint8_t* bytes, size_t byte_count) {
    tape t = {.direction = LOAD, .in = bytes, .at = sizeof(snapshot_header), .size = byte_count};
    pass_world(&t, world);
    if (t.failed || !wf_world_rebuild(world)) {
        return false;
    }
    pass_obstacle(&t, world);
    load_blocks(&t, world);
    if (t.failed) {
        return false;
    }
    size_t floats = 4 * (size_t)world->obstacle.vertex_count;
    if (floats > 0) {
        memcpy(world->obstacle.x1, world->obstacle.x0, sizeof(float) * floats);
    }
    return true;
}

/// Without memory the rebuild stays due and takes its places from the published arrays.
static void go_back(weft_world* world, const uint8_t* backup, size_t byte_count, bool built) {
    if (built) {
        world->topology_changed |= !load_all(world, backup, byte_count);
    } else {
        tape t = {
            .direction = LOAD, .in = backup, .at = sizeof(snapshot_header), .size = byte_count};
        pass_world(&t, world);
        wf_world_tear_down(world);
    }
    world->memory.failed = false;
}

void wf_world_show(weft_world* world) {
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        wf_cloth_update_normals(&world->objects.cloths[i]);
    }
    if (!world->topology_changed) { // else memory ran out, and there is nobody to ask
        wf_world_publish_captured(world);
    }
    wf_world_publish_bodies(world);
}

weft_status weft_world_restore(weft_world* world, const void* bytes, size_t byte_count) {
    WEFT_ASSERT(world != NULL && (bytes != NULL || byte_count == 0));
    if (!check_header(world, bytes, byte_count)) {
        return WEFT_ERROR_SNAPSHOT_MISMATCH;
    }
    // Of a world that nobody has stepped there is no state but its objects', so what a rebuild
    // makes of them would only be thrown away.
    bool built = world->system != NULL;
    size_t backup_bytes = !built || complete(world) ? write_tape(world, MEASURE, NULL) : 0;
    uint8_t* backup = backup_bytes > 0 ? wf_alloc(&world->memory, backup_bytes) : NULL;
    if (!backup) {
        world->memory.failed = false;
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    write_tape(world, SAVE, backup);
    wf_home_keep(world);
    weft_status status = WEFT_OK;
    if (!load_all(world, bytes, byte_count)) {
        status = world->memory.failed ? WEFT_ERROR_OUT_OF_MEMORY : WEFT_ERROR_SNAPSHOT_MISMATCH;
        go_back(world, backup, backup_bytes, built);
    }
    if (built || status == WEFT_OK) {
        wf_world_show(world);
    }
    wf_free(&world->memory, backup);
    return status;
}

// ---- one body or cloth
// ---------------------------------------------------------------------------

static void pass_object(tape* t, weft_world* world, bool of_body, uint32_t slot) {
    if (of_body) {
        pass_body(t, &world->memory, &world->objects.bodies[slot]);
    } else {
        pass_cloth(t, world, &world->objects.cloths[slot]);
    }
}

void wf_saved_take(weft_world* world, bool of_body, uint32_t slot, wf_saved* saved) {
    tape t = {.direction = MEASURE};
    pass_object(&t, world, of_body, slot);
    uint8_t* bytes = wf_alloc(&world->memory, t.at);
    if (bytes) {
        *saved = (wf_saved){.bytes = bytes, .size = t.at};
        memcpy(saved->origin, world->origin, sizeof saved->origin);
        t = (tape){.direction = SAVE, .out = bytes};
        pass_object(&t, world, of_body, slot);
    }
}

bool wf_saved_put(weft_world* world, bool of_body, uint32_t slot, const wf_saved* saved) {
    tape t = {.direction = LOAD, .in = saved->bytes, .size = saved->size};
    if (saved->bytes) {
        pass_object(&t, world, of_body, slot);
    }
    return !t.failed;
}
