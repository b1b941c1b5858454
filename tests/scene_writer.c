// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes cooked scenes as core/docs/scene_format.md says.
#include "scene_writer.h"

#include "meshes.h"

#include "math/hash.h"
#include "weft/weft.h"

#include <stdlib.h>
#include <string.h>

void scene_put(scene_writer* writer, const char* tag, uint32_t owner, const void* bytes,
               size_t count) {
    uint32_t i = writer->section_count++;
    memcpy(writer->sections[i].tag, tag, 5);
    writer->sections[i].owner = owner;
    writer->sections[i].bytes = malloc(count + 1);
    writer->sections[i].count = (uint32_t)count;
    memcpy(writer->sections[i].bytes, bytes, count);
}

uint8_t* scene_section(scene_writer* writer, const char* tag, uint32_t owner) {
    for (uint32_t i = 0; i < writer->section_count; ++i) {
        if (strcmp(writer->sections[i].tag, tag) == 0 && writer->sections[i].owner == owner) {
            return writer->sections[i].bytes;
        }
    }
    return NULL;
}

static size_t padded(size_t count) {
    return (count + 7) & ~(size_t)7;
}

void scene_fix_hash(uint8_t* file, size_t count) {
    uint64_t hash = wf_hash_words(WF_HASH_SEED, file + 32, (count - 32) / 4);
    memcpy(file + 16, &hash, sizeof hash);
}

void scene_fix_header(uint8_t* file, size_t count) {
    uint32_t head[3] = {0x54464557u, 2, (uint32_t)count};
    memcpy(file, head, sizeof head);
    memset(file + 24, 0, 8);
    scene_fix_hash(file, count);
}

uint8_t* scene_finish(scene_writer* writer, size_t* count) {
    size_t table = 32 + 16 * (size_t)writer->section_count, size = padded(table);
    for (uint32_t i = 0; i < writer->section_count; ++i) {
        size += padded(writer->sections[i].count);
    }
    uint8_t* file = calloc(size, 1);
    memcpy(file + 12, &writer->section_count, 4);
    size_t at = padded(table);
    for (uint32_t i = 0; i < writer->section_count; ++i) {
        uint8_t* entry = file + 32 + 16 * (size_t)i;
        uint32_t words[3] = {writer->sections[i].owner, (uint32_t)at, writer->sections[i].count};
        memcpy(entry, writer->sections[i].tag, 4);
        memcpy(entry + 4, words, sizeof words);
        memcpy(file + at, writer->sections[i].bytes, writer->sections[i].count);
        at += padded(writer->sections[i].count);
        free(writer->sections[i].bytes);
    }
    writer->section_count = 0;
    scene_fix_header(file, size);
    *count = size;
    return file;
}

// ---- the scene with everything ------------------------------------------------------------------

static void put_world(scene_writer* writer) {
    weft_world_def def = weft_default_world_def();
    uint8_t bytes[56] = {0};
    uint32_t steps = 120;
    memcpy(bytes, &def, 48);
    memcpy(bytes + 48, &steps, 4);
    scene_put(writer, "WRLD", 0, bytes, sizeof bytes);
}

/// The defaults by their names, so that plain builds read them too.
static void put_methods(scene_writer* writer) {
    static const struct {
        char stage[16], name[32];
        float value;
        uint32_t kind;
    } settings[] = {{"structure", "dop_tree", 0, 0},
                    {"structure", "k", 6, 1},
                    {"solver", "implicit_euler", 0, 0}};
    scene_put(writer, "METH", 0, settings, sizeof settings);
}

static void put_body(scene_writer* writer, uint32_t owner, const test_mesh* mesh,
                     uint32_t bone_count, const char* name) {
    uint8_t bytes[64] = {0};
    uint32_t counts[4] = {mesh->vertex_count, mesh->triangle_count, bone_count, 0};
    float friction = 1.0f;
    memcpy(bytes, counts, sizeof counts);
    memcpy(bytes + 16, &friction, 4);
    memcpy(bytes + 32, name, strlen(name));
    scene_put(writer, "BODY", owner, bytes, sizeof bytes);
    scene_put(writer, "BPOS", owner, mesh->positions, 12 * (size_t)mesh->vertex_count);
    scene_put(writer, "BTRI", owner, mesh->triangles, 12 * (size_t)mesh->triangle_count);
}

// Two bones, half and half.
static void put_skin(scene_writer* writer, const test_mesh* mesh) {
    uint16_t indices[64] = {0}, weights[64] = {0};
    uint32_t parts[12] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3};
    float heads[6] = {0, 0, 0, 0, 0.25f, 0};
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        indices[4 * v + 1] = 1;
        weights[4 * v] = 32768;
        weights[4 * v + 1] = 32767;
    }
    scene_put(writer, "BPRT", 0, parts, sizeof parts);
    scene_put(writer, "BSKI", 0, indices, 8 * (size_t)mesh->vertex_count);
    scene_put(writer, "BSKW", 0, weights, 8 * (size_t)mesh->vertex_count);
    scene_put(writer, "BHED", 0, heads, sizeof heads);
}

static void put_clip(scene_writer* writer, const char* name, uint32_t frames, int32_t stride) {
    uint8_t bytes[40 + 2 * 20 * 8] = {0};
    uint32_t head[2] = {frames, 1};
    memcpy(bytes, head, sizeof head);
    memcpy(bytes + 8, name, strlen(name));
    for (uint32_t f = 0; f < frames; ++f) {
        for (uint32_t b = 0; b < 2; ++b) {
            int16_t rotation[4] = {0, 0, 0, 32767};
            int32_t place[3] = {stride * (int32_t)f, b ? 1 << 18 : 0, 0};
            memcpy(bytes + 40 + 20 * (2 * f + b), rotation, sizeof rotation);
            memcpy(bytes + 48 + 20 * (2 * f + b), place, sizeof place);
        }
    }
    scene_put(writer, "CLIP", 0, bytes, 40 + 40 * (size_t)frames);
}

static void put_morph(scene_writer* writer) {
    uint8_t bytes[40 + 16 * 2] = {0};
    uint32_t count = 2, vertices[2] = {1, 3};
    float deltas[6] = {0.01f, 0, 0, 0, 0.01f, 0};
    memcpy(bytes, &count, 4);
    memcpy(bytes + 8, "wide", 4);
    memcpy(bytes + 40, vertices, sizeof vertices);
    memcpy(bytes + 48, deltas, sizeof deltas);
    scene_put(writer, "BMRF", 0, bytes, sizeof bytes);
}

static void put_animation(scene_writer* writer, uint32_t owner, const test_mesh* mesh) {
    enum { FRAMES = 3, FLOATS = 24 };
    uint8_t bytes[8 + 4 * FRAMES * FLOATS];
    uint32_t head[2] = {FRAMES, 1};
    memcpy(bytes, head, sizeof head);
    for (int f = 0; f < FRAMES; ++f) {
        float frame[FLOATS];
        for (int i = 0; i < FLOATS; ++i) {
            frame[i] = mesh->positions[i] + (i % 3 == 1 ? 0.002f * (float)f : 0.0f) - 0.5f;
        }
        memcpy(bytes + 8 + sizeof frame * (size_t)f, frame, sizeof frame);
    }
    scene_put(writer, "BVTX", owner, bytes, sizeof bytes);
}

/// The lift is a box to cloth.
static void put_shape(scene_writer* writer, uint32_t owner) {
    const weft_shape shape = {
        WEFT_SHAPE_BOX, {0.25f, 0.25f, 0.25f}, {0, 0, 0, 1}, 0, {0.25f, 0.25f, 0.25f}};
    scene_put(writer, "BSHP", owner, &shape, sizeof shape);
}

static void put_cloth(scene_writer* writer, const test_mesh* mesh) {
    uint8_t bytes[120] = {0};
    uint32_t counts[5] = {mesh->vertex_count, mesh->triangle_count, 1, 4, 0};
    float seconds = 0.5f;
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    memcpy(bytes, counts, sizeof counts);
    memcpy(bytes + 20, &seconds, 4);
    memcpy(bytes + 24, &fabric, sizeof fabric);
    memcpy(bytes + 84, &(uint32_t){2}, 4); // pieces of band
    memcpy(bytes + 88, "sheet", 5);
    scene_put(writer, "CLTH", 0, bytes, sizeof bytes);
}

static void put_sheet(scene_writer* writer) {
    test_mesh sheet = test_grid(5, 5, 0.1f, 0.6f);
    float material[2 * 36], velocities[3 * 36] = {0};
    uint32_t seam[2] = {0, 5};
    weft_pin pins[4] = {
        {30, WEFT_PIN_FIXED, 0, 0, {0, 0, 0}, 0},
        {33, WEFT_PIN_BODY, 0, 3, {0, 0, 0}, 0},
        {35, WEFT_PIN_HEIGHT, 0, 5, {0, 0.4f, 0}, 50},
        {32, WEFT_PIN_SPRING, 0, 0, {0.2f, 0.7f, 0.5f}, 20},
    };
    for (int v = 0; v < 36; ++v) {
        material[2 * v] = sheet.positions[3 * v];
        material[2 * v + 1] = sheet.positions[3 * v + 2];
    }
    put_cloth(writer, &sheet);
    scene_put(writer, "CPOS", 0, sheet.positions, 12 * (size_t)sheet.vertex_count);
    scene_put(writer, "CVEL", 0, velocities, sizeof velocities);
    scene_put(writer, "CMAT", 0, material, sizeof material);
    scene_put(writer, "CTRI", 0, sheet.triangles, 12 * (size_t)sheet.triangle_count);
    scene_put(writer, "CSEM", 0, seam, sizeof seam);
    const weft_band bands[2] = {{{1, 2}, 0.09f, 5.0f, 1e-4f}, {{2, 3}, 0.09f, 5.0f, 1e-4f}};
    scene_put(writer, "CPIN", 0, pins, sizeof pins);
    scene_put(writer, "CBND", 0, bands, sizeof bands);
    test_mesh_free(&sheet);
}

static void put_events(scene_writer* writer) {
    const weft_event events[] = {
        {0, WEFT_EVENT_FRICTION, 0, 0, {0.5f}},
        {1, WEFT_EVENT_PLAY, 0, 1, {0.1f, 0.0f}},
        {2, WEFT_EVENT_WIND, 0, 0, {1, 0, 0, 0.5f}},
        {3, WEFT_EVENT_MORPH, 0, 0, {1.0f, 0.2f}},
        {4, WEFT_EVENT_WELD, 0, 0, {0}},
        {6, WEFT_EVENT_HOLD, 0, 0, {0.5f, 0.01f, 0.1f}},
        {8, WEFT_EVENT_RELEASE, 0, WEFT_PIN_FIXED, {0}},
    };
    scene_put(writer, "EVNT", 0, events, sizeof events);
}

void scene_everything(scene_writer* writer) {
    *writer = (scene_writer){0};
    test_mesh box = test_box(0.5f, 0.5f, 0.5f);
    put_world(writer);
    put_methods(writer);
    put_body(writer, 0, &box, 2, "puppet");
    put_skin(writer, &box);
    put_clip(writer, "stand", 1, 0);
    put_clip(writer, "slide", 8, 1 << 12);
    put_morph(writer);
    put_body(writer, 1, &box, 0, "lift");
    put_animation(writer, 1, &box);
    put_shape(writer, 1);
    put_sheet(writer);
    put_events(writer);
    test_mesh_free(&box);
}

weft_world* scene_world_of_everything(void) {
    scene_writer writer;
    size_t count;
    scene_everything(&writer);
    uint8_t* file = scene_finish(&writer, &count);
    weft_world* world = weft_world_load(file, count, NULL);
    free(file);
    return world;
}
