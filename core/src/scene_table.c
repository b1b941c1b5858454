// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reading the container. Sizes are compared in 64 bits, so no sum can wrap.
#include "scene_table.h"

#include "base/report.h"
#include "math/hash.h"
#include "math/radix_sort.h"

#include <string.h>

enum { HEADER_BYTES = 32, ENTRY_BYTES = 16, SCENE_VERSION = 2 };

typedef struct tag_row {
    char name[5];
    char owner; // 'w'orld, 'b'ody or 'c'loth
    bool repeats;
} tag_row;

static const tag_row tags[WF_TAG_COUNT] = {
    [WF_TAG_WRLD] = {"WRLD", 'w', false}, [WF_TAG_BODY] = {"BODY", 'b', false},
    [WF_TAG_BPOS] = {"BPOS", 'b', false}, [WF_TAG_BTRI] = {"BTRI", 'b', false},
    [WF_TAG_BPRT] = {"BPRT", 'b', false}, [WF_TAG_BSKI] = {"BSKI", 'b', false},
    [WF_TAG_BSHP] = {"BSHP", 'b', false}, [WF_TAG_BSKW] = {"BSKW", 'b', false},
    [WF_TAG_BHED] = {"BHED", 'b', false}, [WF_TAG_BMRF] = {"BMRF", 'b', true},
    [WF_TAG_CLIP] = {"CLIP", 'b', true},  [WF_TAG_BVTX] = {"BVTX", 'b', false},
    [WF_TAG_CLTH] = {"CLTH", 'c', false}, [WF_TAG_CPOS] = {"CPOS", 'c', false},
    [WF_TAG_CVEL] = {"CVEL", 'c', false}, [WF_TAG_CMAT] = {"CMAT", 'c', false},
    [WF_TAG_CTRI] = {"CTRI", 'c', false}, [WF_TAG_CSEM] = {"CSEM", 'c', false},
    [WF_TAG_CPIN] = {"CPIN", 'c', false}, [WF_TAG_CBND] = {"CBND", 'c', false},
    [WF_TAG_EVNT] = {"EVNT", 'w', false}, [WF_TAG_METH] = {"METH", 'w', false},
};

const char* wf_tag_name(wf_tag tag) {
    return tags[tag].name;
}

static uint32_t word_at(const wf_scene* scene, size_t offset) {
    uint32_t word;
    memcpy(&word, scene->bytes + offset, sizeof word);
    return word;
}

weft_status wf_scene_fail(const wf_scene* scene, wf_tag tag, uint32_t owner, uint32_t element,
                          const char* problem) {
    weft_status status =
        wf_report_fail(scene->report, WEFT_ERROR_CORRUPT_SCENE, "", element, WF_NO_OTHER,
                       "The section %s of object %u %s.", tags[tag].name, owner, problem);
    if (scene->report) {
        weft_report place;
        wf_report_fail(&place, status, "", 0, 0, "%s %u", tags[tag].name, owner);
        wf_copy_name(scene->report->where, place.message, sizeof scene->report->where);
    }
    return status;
}

// ---- header -------------------------------------------------------------------------------------

static weft_status fail_header(wf_scene* scene, weft_status status, uint32_t byte,
                               const char* problem) {
    return wf_report_fail(scene->report, status, "header", byte, WF_NO_OTHER, "%s", problem);
}

static weft_status check_header(wf_scene* scene, size_t byte_count) {
    if (byte_count < HEADER_BYTES || memcmp(scene->bytes, "WEFT", 4) != 0) {
        return fail_header(scene, WEFT_ERROR_BAD_SCENE_HEADER, 0, "This is not a cooked scene.");
    }
    if (word_at(scene, 4) != SCENE_VERSION || word_at(scene, 24) != 0 || word_at(scene, 28) != 0) {
        return fail_header(scene, WEFT_ERROR_BAD_SCENE_HEADER, 4,
                           "This scene was cooked for another version; cook it again.");
    }
    scene->byte_count = word_at(scene, 8);
    scene->section_count = word_at(scene, 12);
    if (scene->byte_count > byte_count) {
        return fail_header(scene, WEFT_ERROR_TRUNCATED_SCENE, 8,
                           "The scene is shorter than its header says; copy it again.");
    }
    if (scene->byte_count < byte_count || byte_count % 8 != 0) {
        return fail_header(scene, WEFT_ERROR_CORRUPT_SCENE, 8,
                           "The scene is longer than its header says, or not padded to 8 bytes.");
    }
    if (HEADER_BYTES + ENTRY_BYTES * (uint64_t)scene->section_count > byte_count) {
        return fail_header(scene, WEFT_ERROR_TRUNCATED_SCENE, 12,
                           "The table of sections reaches past the end of the scene.");
    }
    memcpy(&scene->content_hash, scene->bytes + 16, sizeof scene->content_hash);
    uint64_t hash =
        wf_hash_words(WF_HASH_SEED, scene->bytes + HEADER_BYTES, (byte_count - HEADER_BYTES) / 4);
    if (hash != scene->content_hash) {
        return fail_header(scene, WEFT_ERROR_CORRUPT_SCENE, 16,
                           "The content does not match its hash; copy or cook the scene again.");
    }
    return WEFT_OK;
}

// ---- table --------------------------------------------------------------------------------------

static weft_status fail_entry(const wf_scene* scene, weft_status status, uint32_t entry,
                              const char* problem) {
    return wf_report_fail(scene->report, status, "section table", entry, WF_NO_OTHER,
                          "Section %u of the table %s.", entry, problem);
}

static bool read_tag(const uint8_t* name, wf_tag* out) {
    for (int tag = 0; tag < WF_TAG_COUNT; ++tag) {
        if (memcmp(name, tags[tag].name, 4) == 0) {
            *out = (wf_tag)tag;
            return true;
        }
    }
    return false;
}

static weft_status read_entry(const wf_scene* scene, uint32_t entry, wf_section* out) {
    size_t at = HEADER_BYTES + ENTRY_BYTES * (size_t)entry;
    uint64_t table_end = HEADER_BYTES + ENTRY_BYTES * (uint64_t)scene->section_count;
    if (!read_tag(scene->bytes + at, &out->tag)) {
        return fail_entry(scene, WEFT_ERROR_CORRUPT_SCENE, entry, "has an unknown tag");
    }
    out->owner = word_at(scene, at + 4);
    out->offset = word_at(scene, at + 8);
    out->bytes = word_at(scene, at + 12);
    if (out->offset % 8 != 0 || out->offset < table_end) {
        return fail_entry(scene, WEFT_ERROR_CORRUPT_SCENE, entry,
                          "starts in the table or not at a multiple of 8");
    }
    if ((uint64_t)out->offset + out->bytes > scene->byte_count) {
        return fail_entry(scene, WEFT_ERROR_TRUNCATED_SCENE, entry,
                          "reaches past the end of the scene");
    }
    return WEFT_OK;
}

static weft_status read_table(const wf_scene* scene, wf_section* out) {
    for (uint32_t i = 0; i < scene->section_count; ++i) {
        weft_status status = read_entry(scene, i, &out[i]);
        if (status != WEFT_OK) {
            return status;
        }
    }
    return WEFT_OK;
}

static bool is_zero(const wf_scene* scene, uint64_t from, uint64_t to) {
    for (uint64_t i = from; i < to; ++i) {
        if (scene->bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

// Sections must not overlap, and what lies between them is zero: no byte goes unread.
static weft_status check_layout(const wf_scene* scene, const wf_section* table, wf_sort* sort) {
    for (uint32_t i = 0; i < scene->section_count; ++i) {
        sort->key[i] = wf_sort_key(table[i].offset, table[i].bytes);
        sort->value[i] = i;
    }
    wf_sort_run(sort);
    uint64_t end = HEADER_BYTES + ENTRY_BYTES * (uint64_t)scene->section_count;
    for (uint32_t i = 0; i < scene->section_count; ++i) {
        const wf_section* section = &table[sort->value[i]];
        if (section->offset < end) {
            return fail_entry(scene, WEFT_ERROR_CORRUPT_SCENE, sort->value[i],
                              "overlaps another one");
        }
        if (!is_zero(scene, end, section->offset)) {
            return fail_entry(scene, WEFT_ERROR_CORRUPT_SCENE, sort->value[i],
                              "has bytes in front of it that no section owns");
        }
        end = (uint64_t)section->offset + section->bytes;
    }
    if (!is_zero(scene, end, scene->byte_count)) {
        return fail_header(&(wf_scene){.report = scene->report}, WEFT_ERROR_CORRUPT_SCENE,
                           (uint32_t)end, "The scene ends with bytes that no section owns.");
    }
    return WEFT_OK;
}

static void sort_sections(wf_scene* scene, const wf_section* table, wf_sort* sort) {
    for (uint32_t i = 0; i < scene->section_count; ++i) {
        sort->key[i] = wf_sort_key(table[i].tag, table[i].owner);
        sort->value[i] = i;
    }
    wf_sort_run(sort);
    for (uint32_t i = 0; i < scene->section_count; ++i) {
        scene->sections[i] = table[sort->value[i]];
        scene->body_count += scene->sections[i].tag == WF_TAG_BODY;
        scene->cloth_count += scene->sections[i].tag == WF_TAG_CLTH;
    }
}

// Bodies and cloths are numbered without gaps: as many BODY sections as owners, none twice.
static weft_status check_owners(const wf_scene* scene) {
    for (uint32_t i = 0; i < scene->section_count; ++i) {
        const wf_section* s = &scene->sections[i];
        const tag_row* row = &tags[s->tag];
        uint32_t owners = row->owner == 'b'   ? scene->body_count
                          : row->owner == 'c' ? scene->cloth_count
                                              : 1;
        if (s->owner >= owners) {
            return wf_scene_fail(scene, s->tag, s->owner, s->offset,
                                 "belongs to an object that the scene does not have");
        }
        if (i > 0 && !row->repeats && s[-1].tag == s->tag && s[-1].owner == s->owner) {
            return wf_scene_fail(scene, s->tag, s->owner, s->offset, "is there twice");
        }
    }
    return WEFT_OK;
}

static weft_status open_table(wf_memory* memory, wf_scene* scene, wf_section* table,
                              wf_sort* sort) {
    if (!table || !scene->sections) {
        return wf_report_memory(scene->report, "section table");
    }
    weft_status status = read_table(scene, table);
    if (status != WEFT_OK) {
        return status;
    }
    if (!wf_sort_create(memory, scene->section_count, sort)) {
        return wf_report_memory(scene->report, "section table");
    }
    status = check_layout(scene, table, sort);
    if (status != WEFT_OK) {
        return status;
    }
    sort_sections(scene, table, sort);
    return check_owners(scene);
}

weft_status wf_scene_open(wf_memory* memory, const void* bytes, size_t byte_count,
                          weft_report* report, wf_scene* out) {
    *out = (wf_scene){.bytes = bytes, .report = report};
    weft_status status = check_header(out, byte_count);
    if (status != WEFT_OK) {
        return status;
    }
    if (out->section_count == 0) {
        return fail_header(out, WEFT_ERROR_CORRUPT_SCENE, 12, "The scene has no sections.");
    }
    wf_sort sort = {0};
    wf_section* table = WF_ALLOC(memory, wf_section, out->section_count);
    out->sections = WF_ALLOC(memory, wf_section, out->section_count);
    status = open_table(memory, out, table, &sort);
    wf_sort_free(memory, &sort);
    wf_free(memory, table);
    return status;
}

void wf_scene_close(wf_memory* memory, wf_scene* scene) {
    wf_free(memory, scene->sections);
    scene->sections = NULL;
}

const wf_section* wf_scene_find(const wf_scene* scene, wf_tag tag, uint32_t owner, uint32_t index) {
    uint64_t key = wf_sort_key(tag, owner);
    uint32_t low = 0, high = scene->section_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const wf_section* s = &scene->sections[middle];
        if (wf_sort_key(s->tag, s->owner) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (index >= scene->section_count - low) {
        return NULL;
    }
    const wf_section* found = &scene->sections[low + index];
    return found->tag == tag && found->owner == owner ? found : NULL;
}
