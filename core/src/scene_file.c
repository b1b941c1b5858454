// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a cooked scene to a world, by the same adding of bodies and cloths that a host uses.
// Sections are untrusted: sizes must match the counts exactly, numbers and indices are checked on
// the way in.
#include "scene_table.h"

#include "base/report.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// A row of METH: a method by its name, or a parameter of the method that its stage has by then.
typedef struct setting {
    char stage[16];
    char name[32];
    float value;
    uint32_t kind; // 0: `name` is the method; 1: the parameter, which gets `value`
} setting;

_Static_assert(offsetof(weft_world_def, sleep) == 48, "WRLD starts like weft_world_def");
_Static_assert(sizeof(setting) == 56, "METH holds settings");
_Static_assert(sizeof(weft_shape) == 48, "BSHP holds weft_shape");
_Static_assert(sizeof(weft_pin) == 32, "CPIN holds weft_pin");
_Static_assert(sizeof(weft_band) == 20, "CBND holds weft_band");
_Static_assert(sizeof(weft_event) == 48, "EVNT holds weft_event");
_Static_assert(sizeof(weft_fabric) == 60, "CLTH holds weft_fabric");

#define SECTION_HEAD 40               // bytes before the arrays of BMRF and CLIP
#define BONE_BYTES 20                 // one bone of one frame of a CLIP
#define HEAD_UNIT 9.5367431640625e-7f // m, 2^-20
#define MAX_HEAD (1 << 22)            // in these units: WEFT_WORLD_EXTENT

// Where in the scene the reading is, and where it goes.
typedef struct reader {
    weft_world* world;
    const wf_scene* scene;
    uint32_t owner;
    weft_status status; // the first failure; everything after it is skipped
} reader;

static void fail(reader* r, wf_tag tag, uint32_t element, const char* problem) {
    if (r->status == WEFT_OK) {
        r->status = wf_scene_fail(r->scene, tag, r->owner, element, problem);
    }
}

static void fail_memory(reader* r, wf_tag tag) {
    if (r->status == WEFT_OK) {
        r->status = wf_report_memory(r->scene->report, wf_tag_name(tag));
    }
}

static const void* optional(reader* r, wf_tag tag, uint64_t bytes) {
    const wf_section* section = wf_scene_find(r->scene, tag, r->owner, 0);
    if (section && section->bytes != bytes) {
        fail(r, tag, section->bytes, "has another size than its counts say");
        return NULL;
    }
    return section ? wf_section_data(r->scene, section) : NULL;
}

static const void* required(reader* r, wf_tag tag, uint64_t bytes) {
    const void* data = optional(r, tag, bytes);
    if (!data) {
        fail(r, tag, 0, "is missing");
    }
    return data;
}

// Required when there is something to hold, else it must not be there.
static const void* counted(reader* r, wf_tag tag, uint64_t count, uint64_t item_bytes) {
    if (count > 0) {
        return required(r, tag, count * item_bytes);
    }
    if (wf_scene_find(r->scene, tag, r->owner, 0)) {
        fail(r, tag, 0, "is there although its count is zero");
    }
    return NULL;
}

static uint32_t word_at(const void* data, size_t index) {
    uint32_t word;
    memcpy(&word, (const uint8_t*)data + 4 * index, sizeof word);
    return word;
}

static float float_at(const void* data, size_t index) {
    float value;
    memcpy(&value, (const uint8_t*)data + 4 * index, sizeof value);
    return value;
}

static void read_name(reader* r, wf_tag tag, const void* data, size_t offset, char out[32]) {
    const char* name = (const char*)data + offset;
    if (memchr(name, 0, 32) == NULL) {
        fail(r, tag, (uint32_t)offset, "has a name without an end");
        return;
    }
    wf_copy_name(out, name, 32);
}

static void need_zero(reader* r, wf_tag tag, const void* data, size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i) {
        if (word_at(data, i) != 0) {
            fail(r, tag, (uint32_t)(4 * i), "has a reserved word that is not zero");
        }
    }
}

static bool read_flag(reader* r, wf_tag tag, const void* data, size_t index) {
    uint32_t flag = word_at(data, index);
    if (flag > 1) {
        fail(r, tag, (uint32_t)(4 * index), "has a flag that is neither 0 nor 1");
    }
    return flag == 1;
}

// ---- world --------------------------------------------------------------------------------------

static void read_world(reader* r) {
    const void* data = required(r, WF_TAG_WRLD, 56);
    if (!data) {
        return;
    }
    weft_world_def def = weft_default_world_def();
    memcpy(&def, data, offsetof(weft_world_def, sleep));
    def.sleep = !read_flag(r, WF_TAG_WRLD, data, 13);
    if (r->status == WEFT_OK) {
        r->status = wf_world_def_check(&def, r->scene->report);
    }
    r->world->def = def;
    r->world->suggested_steps = word_at(data, 12);
}

static void read_setting(reader* r, uint32_t index, const setting* s) {
    if (!memchr(s->stage, 0, sizeof s->stage) || !memchr(s->name, 0, sizeof s->name) ||
        s->kind > 1) {
        fail(r, WF_TAG_METH, index, "has a setting that is damaged");
        return;
    }
    weft_report* report = r->scene->report;
    const char* stage = s->stage;
#ifdef WEFT_LAB
    if (s->kind == 1 && strcmp(stage, "response") == 0 && strcmp(s->name, "every") == 0) {
        stage = "narrow_phase"; // scenes that were cooked before there was this stage
    }
#endif
    r->status = s->kind == 0 ? weft_world_set_method(r->world, stage, s->name, report)
                             : weft_world_set_parameter(r->world, stage, s->name, s->value, report);
}

static void read_methods(reader* r) {
    const wf_section* section = wf_scene_find(r->scene, WF_TAG_METH, 0, 0);
    if (!section) {
        return;
    }
    if (section->bytes % sizeof(setting) != 0) {
        fail(r, WF_TAG_METH, section->bytes, "does not hold whole settings");
    }
    for (uint32_t i = 0; r->status == WEFT_OK && i < section->bytes / sizeof(setting); ++i) {
        setting one;
        memcpy(&one, (const uint8_t*)wf_section_data(r->scene, section) + sizeof one * i,
               sizeof one);
        read_setting(r, i, &one);
    }
}

// ---- bodies -------------------------------------------------------------------------------------

static void read_skin(reader* r, weft_body_def* def) {
    uint64_t vertices = def->bone_count > 0 ? def->vertex_count : 0;
    def->bone_indices = counted(r, WF_TAG_BSKI, vertices, 8);
    def->bone_weights = counted(r, WF_TAG_BSKW, vertices, 8);
    def->bone_heads = counted(r, WF_TAG_BHED, def->bone_count, 12);
}

/// Its numbers are checked with the body.
static void read_shape(reader* r, weft_shape* shape) {
    const void* data = optional(r, WF_TAG_BSHP, sizeof *shape);
    if (data) {
        memcpy(shape, data, sizeof *shape);
    }
}

static wf_body* add_body(reader* r, const weft_body_def* def) {
    if (r->status != WEFT_OK) {
        return NULL;
    }
    weft_report report;
    weft_body_id id = weft_world_add_body(r->world, def, &report);
    if (id.id == WEFT_NULL_ID) {
        r->status = (weft_status)report.status;
        wf_report_prefix(&report, "BODY", r->owner);
        if (r->scene->report) {
            *r->scene->report = report;
        }
        return NULL;
    }
    return &r->world->objects.bodies[r->owner];
}

static wf_body* read_mesh(reader* r) {
    const void* data = required(r, WF_TAG_BODY, 64);
    if (!data) {
        return NULL;
    }
    weft_body_def def = weft_default_body_def();
    def.vertex_count = word_at(data, 0);
    def.triangle_count = word_at(data, 1);
    def.bone_count = word_at(data, 2);
    def.open = read_flag(r, WF_TAG_BODY, data, 3);
    def.friction = float_at(data, 4);
    need_zero(r, WF_TAG_BODY, data, 5, 3);
    read_name(r, WF_TAG_BODY, data, 32, def.name);
    def.positions = required(r, WF_TAG_BPOS, 12 * (uint64_t)def.vertex_count);
    def.triangles = required(r, WF_TAG_BTRI, 12 * (uint64_t)def.triangle_count);
    def.parts = optional(r, WF_TAG_BPRT, 4 * (uint64_t)def.triangle_count);
    read_skin(r, &def);
    read_shape(r, &def.shape);
    return add_body(r, &def);
}

static void copy_morph(reader* r, const wf_body* body, const void* data, wf_morph* morph) {
    const uint8_t* vertices = (const uint8_t*)data + SECTION_HEAD;
    memcpy(morph->vertex, vertices, 4 * (size_t)morph->count);
    memcpy(morph->delta, vertices + 4 * (size_t)morph->count, 12 * (size_t)morph->count);
    for (uint32_t i = 0; i < morph->count; ++i) {
        if (morph->vertex[i] >= body->vertex_count) {
            fail(r, WF_TAG_BMRF, i, "moves a vertex that the body does not have");
        }
    }
    for (size_t i = 0; i < 3 * (size_t)morph->count; ++i) {
        if (!(fabsf(morph->delta[i]) <= WEFT_WORLD_EXTENT)) {
            fail(r, WF_TAG_BMRF, (uint32_t)(i / 3), "has an offset that is not finite or too far");
        }
    }
}

static void read_morph(reader* r, wf_body* body, const wf_section* section) {
    const void* data = wf_section_data(r->scene, section);
    if (section->bytes < SECTION_HEAD ||
        section->bytes != SECTION_HEAD + 16 * (uint64_t)word_at(data, 0) || word_at(data, 0) == 0) {
        fail(r, WF_TAG_BMRF, section->bytes, "has another size than its counts say");
        return;
    }
    if (wf_is_solid(&body->shape)) {
        fail(r, WF_TAG_BMRF, 0, "bends a body whose shape is a solid");
        return;
    }
    wf_memory* memory = &r->world->memory;
    wf_morph morph = {.count = word_at(data, 0)};
    need_zero(r, WF_TAG_BMRF, data, 1, 1);
    read_name(r, WF_TAG_BMRF, data, 8, morph.name);
    morph.vertex = WF_ALLOC(memory, uint32_t, morph.count);
    morph.delta = WF_ALLOC(memory, float, 3 * (size_t)morph.count);
    if (!morph.vertex || !morph.delta) {
        fail_memory(r, WF_TAG_BMRF);
    } else {
        copy_morph(r, body, data, &morph);
    }
    if (r->status != WEFT_OK || !wf_body_add_morph(memory, body, &morph)) {
        wf_free(memory, morph.vertex);
        wf_free(memory, morph.delta);
        fail_memory(r, WF_TAG_BMRF);
    }
}

static bool read_rotation(const uint8_t* record, float* out) {
    int16_t q[4];
    memcpy(q, record, sizeof q);
    float square = 0.0f;
    for (int i = 0; i < 4; ++i) {
        out[i] = (float)q[i] / 32767.0f;
        square += out[i] * out[i];
    }
    float length = sqrtf(square);
    for (int i = 0; i < 4; ++i) {
        out[i] = length > 0.0f ? out[i] / length : 0.0f;
    }
    return length > 0.99f && length < 1.01f;
}

static bool read_head(const uint8_t* record, float* out) {
    int32_t head[3];
    memcpy(head, record + 8, sizeof head);
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        out[i] = (float)head[i] * HEAD_UNIT;
        inside &= head[i] >= -MAX_HEAD && head[i] <= MAX_HEAD;
    }
    return inside;
}

static void copy_clip(reader* r, const void* data, size_t records, wf_clip* clip) {
    const uint8_t* record = (const uint8_t*)data + SECTION_HEAD;
    for (size_t i = 0; i < records; ++i, record += BONE_BYTES) {
        if (!read_rotation(record, clip->rotation + 4 * i)) {
            fail(r, WF_TAG_CLIP, (uint32_t)i, "has a rotation that is not of unit length");
        }
        if (!read_head(record, clip->head + 3 * i)) {
            fail(r, WF_TAG_CLIP, (uint32_t)i, "has a bone outside the world");
        }
    }
}

static void read_clip(reader* r, wf_body* body, const wf_section* section) {
    const void* data = wf_section_data(r->scene, section);
    uint64_t frame_bytes = BONE_BYTES * (uint64_t)body->bone_count;
    if (body->bone_count == 0 || section->bytes < SECTION_HEAD || word_at(data, 0) == 0 ||
        section->bytes != SECTION_HEAD + frame_bytes * word_at(data, 0)) {
        fail(r, WF_TAG_CLIP, section->bytes, "has another size than its counts say");
        return;
    }
    wf_memory* memory = &r->world->memory;
    wf_clip clip = {.frame_count = word_at(data, 0), .loop = read_flag(r, WF_TAG_CLIP, data, 1)};
    size_t records = (size_t)clip.frame_count * body->bone_count;
    read_name(r, WF_TAG_CLIP, data, 8, clip.name);
    clip.rotation = WF_ALLOC(memory, float, 4 * records);
    clip.head = WF_ALLOC(memory, float, 3 * records);
    if (!clip.rotation || !clip.head) {
        fail_memory(r, WF_TAG_CLIP);
    } else {
        copy_clip(r, data, records, &clip);
    }
    if (r->status != WEFT_OK || !wf_body_add_clip(memory, body, &clip)) {
        wf_free(memory, clip.rotation);
        wf_free(memory, clip.head);
        fail_memory(r, WF_TAG_CLIP);
    }
}

static void copy_animation(reader* r, wf_body* body, const void* data, uint32_t frames, bool loop) {
    size_t count = 3 * (size_t)body->vertex_count * frames;
    float* copy = WF_ALLOC(&r->world->memory, float, count);
    if (!copy) {
        fail_memory(r, WF_TAG_BVTX);
        return;
    }
    memcpy(copy, (const uint8_t*)data + 8, sizeof(float) * count);
    for (size_t i = 0; i < count; ++i) {
        if (!(fabsf(copy[i]) <= WEFT_WORLD_EXTENT)) {
            fail(r, WF_TAG_BVTX, (uint32_t)(i / 3), "has a place that is not finite or too far");
        }
    }
    if (r->status != WEFT_OK ||
        !wf_body_set_animation(&r->world->memory, body, copy, frames, loop)) {
        wf_free(&r->world->memory, copy);
        fail_memory(r, WF_TAG_BVTX);
    }
}

static void read_animation(reader* r, wf_body* body) {
    const wf_section* section = wf_scene_find(r->scene, WF_TAG_BVTX, r->owner, 0);
    if (!section) {
        return;
    }
    const void* data = wf_section_data(r->scene, section);
    uint64_t frame_bytes = 12 * (uint64_t)body->vertex_count;
    if (body->bone_count > 0 || section->bytes < 8 || word_at(data, 0) == 0 ||
        section->bytes != 8 + frame_bytes * word_at(data, 0)) {
        fail(r, WF_TAG_BVTX, section->bytes,
             "has another size than its counts say, or belongs to a body with bones");
        return;
    }
    bool loop = read_flag(r, WF_TAG_BVTX, data, 1);
    if (r->status == WEFT_OK) {
        copy_animation(r, body, data, word_at(data, 0), loop);
    }
}

static void read_body(reader* r) {
    wf_body* body = read_mesh(r);
    const wf_section* section;
    for (uint32_t i = 0; body && r->status == WEFT_OK &&
                         (section = wf_scene_find(r->scene, WF_TAG_BMRF, r->owner, i)) != NULL;
         ++i) {
        read_morph(r, body, section);
    }
    for (uint32_t i = 0; body && r->status == WEFT_OK &&
                         (section = wf_scene_find(r->scene, WF_TAG_CLIP, r->owner, i)) != NULL;
         ++i) {
        read_clip(r, body, section);
    }
    if (body && r->status == WEFT_OK) {
        read_animation(r, body);
        wf_body_publish_now(body);
    }
}

// ---- cloths -------------------------------------------------------------------------------------

static void add_cloth(reader* r, const weft_cloth_def* def) {
    weft_report report;
    weft_cloth_id id = weft_world_add_cloth(r->world, def, &report);
    if (id.id == WEFT_NULL_ID) {
        r->status = (weft_status)report.status;
        wf_report_prefix(&report, "CLTH", r->owner);
        if (r->scene->report) {
            *r->scene->report = report;
        }
    }
}

static void read_cloth(reader* r) {
    const void* data = required(r, WF_TAG_CLTH, 120);
    if (!data) {
        return;
    }
    weft_cloth_def def = weft_default_cloth_def();
    def.vertex_count = word_at(data, 0);
    def.triangle_count = word_at(data, 1);
    def.seam_count = word_at(data, 2);
    def.pin_count = word_at(data, 3);
    def.layer = word_at(data, 4);
    def.seam_close_seconds = float_at(data, 5);
    memcpy(&def.fabric, (const uint8_t*)data + 24, sizeof def.fabric);
    def.band_count = word_at(data, 21);
    read_name(r, WF_TAG_CLTH, data, 88, def.name);
    def.positions = required(r, WF_TAG_CPOS, 12 * (uint64_t)def.vertex_count);
    def.velocities = optional(r, WF_TAG_CVEL, 12 * (uint64_t)def.vertex_count);
    def.material = optional(r, WF_TAG_CMAT, 8 * (uint64_t)def.vertex_count);
    def.triangles = required(r, WF_TAG_CTRI, 12 * (uint64_t)def.triangle_count);
    def.seams = counted(r, WF_TAG_CSEM, def.seam_count, 8);
    def.pins = counted(r, WF_TAG_CPIN, def.pin_count, 32);
    def.bands = counted(r, WF_TAG_CBND, def.band_count, 20);
    if (r->status == WEFT_OK) {
        add_cloth(r, &def);
    }
}

// ---- events -------------------------------------------------------------------------------------

static void read_events(reader* r) {
    const wf_section* section = wf_scene_find(r->scene, WF_TAG_EVNT, 0, 0);
    if (!section) {
        return;
    }
    uint32_t count = section->bytes / sizeof(weft_event), step = 0;
    if (section->bytes % sizeof(weft_event) != 0) {
        fail(r, WF_TAG_EVNT, section->bytes, "does not hold whole events");
    }
    for (uint32_t i = 0; i < count && r->status == WEFT_OK; ++i) {
        weft_event event;
        memcpy(&event, (const uint8_t*)wf_section_data(r->scene, section) + sizeof event * i,
               sizeof event);
        if (event.step < step) {
            fail(r, WF_TAG_EVNT, i, "is not sorted by step");
            return;
        }
        step = event.step;
        r->status = wf_event_check(r->world, &event, r->scene->report);
        if (r->status != WEFT_OK && r->scene->report) {
            r->scene->report->element = i;
        }
        if (r->status == WEFT_OK && weft_world_push_event(r->world, &event) != WEFT_OK) {
            fail_memory(r, WF_TAG_EVNT);
        }
    }
}

static weft_status read_sections(weft_world* world, const wf_scene* scene) {
    reader r = {.world = world, .scene = scene};
    read_world(&r);
    read_methods(&r);
    for (r.owner = 0; r.owner < scene->body_count && r.status == WEFT_OK; ++r.owner) {
        read_body(&r);
    }
    for (r.owner = 0; r.owner < scene->cloth_count && r.status == WEFT_OK; ++r.owner) {
        read_cloth(&r);
    }
    r.owner = 0;
    if (r.status == WEFT_OK) {
        read_events(&r);
    }
    world->scene_hash = scene->content_hash;
    return r.status;
}

weft_status wf_scene_read(weft_world* world, const void* bytes, size_t byte_count,
                          weft_report* report) {
    void* aligned = NULL;
    if ((uintptr_t)bytes % 8 != 0 && byte_count > 0) {
        aligned = wf_alloc(&world->memory, byte_count);
        if (!aligned) {
            return wf_report_memory(report, "scene");
        }
        memcpy(aligned, bytes, byte_count);
        bytes = aligned;
    }
    wf_scene scene;
    weft_status status = wf_scene_open(&world->memory, bytes, byte_count, report, &scene);
    if (status == WEFT_OK) {
        status = read_sections(world, &scene);
    }
    wf_scene_close(&world->memory, &scene);
    wf_free(&world->memory, aligned);
    return status;
}
