// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The container of a cooked scene: header, hash and table of sections, checked before anything in
// them is read. The format is described in core/docs/scene_format.md.
#pragma once

#include "base/memory.h"
#include "weft/types.h"

typedef enum wf_tag {
    WF_TAG_WRLD,
    WF_TAG_BODY,
    WF_TAG_BPOS,
    WF_TAG_BTRI,
    WF_TAG_BPRT,
    WF_TAG_BSHP,
    WF_TAG_BSKI,
    WF_TAG_BSKW,
    WF_TAG_BHED,
    WF_TAG_BMRF,
    WF_TAG_CLIP,
    WF_TAG_BVTX,
    WF_TAG_CLTH,
    WF_TAG_CPOS,
    WF_TAG_CVEL,
    WF_TAG_CMAT,
    WF_TAG_CTRI,
    WF_TAG_CSEM,
    WF_TAG_CPIN,
    WF_TAG_CBND,
    WF_TAG_EVNT,
    WF_TAG_METH,
    WF_TAG_COUNT,
} wf_tag;

typedef struct wf_section {
    wf_tag tag;
    uint32_t owner;
    uint32_t offset; // from the start of the file, a multiple of 8
    uint32_t bytes;
} wf_section;

typedef struct wf_scene {
    const uint8_t* bytes; // 8-byte aligned
    uint32_t byte_count;
    uint32_t body_count;
    uint32_t cloth_count;
    uint32_t section_count;
    wf_section* sections; // by tag, owner, place in the table
    uint64_t content_hash;
    weft_report* report;
} wf_scene;

/// Checks header, hash, table, padding, and that owners exist; fills `out`, which refers to
/// `bytes`. wf_scene_close in any case.
weft_status wf_scene_open(wf_memory* memory, const void* bytes, size_t byte_count,
                          weft_report* report, wf_scene* out);
void wf_scene_close(wf_memory* memory, wf_scene* scene);

/// The `index`-th section with this tag and owner, or null.
const wf_section* wf_scene_find(const wf_scene* scene, wf_tag tag, uint32_t owner, uint32_t index);

static inline const void* wf_section_data(const wf_scene* scene, const wf_section* section) {
    return scene->bytes + section->offset;
}

/// "BPOS", for messages.
const char* wf_tag_name(wf_tag tag);

/// Fails with "TAG owner" as the place. `problem` ends the sentence "The section ...".
weft_status wf_scene_fail(const wf_scene* scene, wf_tag tag, uint32_t owner, uint32_t element,
                          const char* problem);
