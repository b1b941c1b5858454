// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes cooked scenes, good and bad, for the tests of the reader.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCENE_MAX_SECTIONS = 32 };

typedef struct scene_writer {
    struct {
        char tag[5];
        uint32_t owner;
        uint8_t* bytes;
        uint32_t count;
    } sections[SCENE_MAX_SECTIONS];
    uint32_t section_count;
} scene_writer;

/// Appends a section with a copy of the bytes.
void scene_put(scene_writer* writer, const char* tag, uint32_t owner, const void* bytes,
               size_t count);

/// The bytes of the section, for tests that damage one; null when it is not there.
uint8_t* scene_section(scene_writer* writer, const char* tag, uint32_t owner);

/// The finished file, from malloc. Frees the writer's sections.
uint8_t* scene_finish(scene_writer* writer, size_t* count);

/// Puts the right content hash into the header of a file of at least 32 bytes.
void scene_fix_hash(uint8_t* file, size_t count);

/// Makes all of the header but the number of sections that of a good file of so many bytes.
void scene_fix_header(uint8_t* file, size_t count);

/// A small scene with everything in it: a skinned box with two clips and a morph, an animated box,
/// a sheet with pins, a seam, and events.
void scene_everything(scene_writer* writer);

/// A world of that scene; null when it does not load.
struct weft_world* scene_world_of_everything(void);
