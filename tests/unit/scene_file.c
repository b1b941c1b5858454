// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The reader of cooked scenes: everything arrives; every kind of damage is refused with a report
// and without harm, also behind a right hash.
#include "scene_writer.h"
#include "test_macros.h"

#include "world/world.h"

#include <stdlib.h>

static weft_world* load(scene_writer* writer, weft_report* report) {
    size_t count;
    uint8_t* file = scene_finish(writer, &count);
    weft_world* world = weft_world_load(file, count, report);
    free(file);
    return world;
}

WEFT_TEST(scene_with_everything_loads) {
    scene_writer writer;
    weft_report report;
    scene_everything(&writer);
    weft_world* world = load(&writer, &report);
    test_note("%s: %s", report.where, report.message);
    REQUIRE(world != NULL);
    CHECK_EQ(world->suggested_steps, 120);
    CHECK_EQ(weft_world_body_count(world), 2);
    weft_body_id puppet = weft_world_body_at(world, 0);
    CHECK_STR(weft_body_name(world, puppet), "puppet");
    CHECK_EQ(weft_body_clip_count(world, puppet), 2);
    CHECK_STR(weft_body_clip_name(world, puppet, 1), "slide");
    CHECK(weft_body_clip_name(world, puppet, 2) == NULL);
    CHECK_EQ(weft_body_bone_count(world, puppet), 2);
    CHECK_NEAR(weft_body_bone_matrices(world, puppet)[0], 1, 1e-6);
    CHECK_EQ(world->objects.bodies[0].morph_count, 1);
    CHECK_EQ(world->objects.bodies[0].parts[7], 7);
    weft_body_id lift = weft_world_body_at(world, 1);
    CHECK_NEAR(weft_body_positions(world, lift)[1], -0.5, 1e-6); // frame 0, not the rest
    weft_cloth_id sheet = weft_world_cloth_at(world, 0);
    CHECK_STR(weft_cloth_name(world, sheet), "sheet");
    CHECK_EQ(weft_cloth_vertex_count(world, sheet), 36);
    CHECK_NEAR(fabsf(weft_cloth_normals(world, sheet)[1]), 1, 1e-6);
    CHECK_EQ(world->event_count, 7);
    weft_world_destroy(world);
}

WEFT_TEST(scene_says_whether_cloth_sleeps) {
    for (uint32_t awake = 0; awake < 2; ++awake) {
        scene_writer writer;
        weft_report report;
        scene_everything(&writer);
        memcpy(scene_section(&writer, "WRLD", 0) + 52, &awake, 4);
        weft_world* world = load(&writer, &report);
        REQUIRE(world != NULL);
        CHECK_EQ(world->def.sleep, 1 - awake);
        weft_world_destroy(world);
    }
}

static void damaged(const char* tag, uint32_t owner, size_t offset, const void* bytes, size_t count,
                    uint32_t status, const char* where) {
    scene_writer writer;
    weft_report report;
    scene_everything(&writer);
    memcpy(scene_section(&writer, tag, owner) + offset, bytes, count);
    weft_world* world = load(&writer, &report);
    CHECK(world == NULL);
    test_check(report.status == status, __FILE__, __LINE__, "%s +%zu: %s, %s: %s", tag, offset,
               weft_status_name((weft_status)report.status), report.where, report.message);
    test_check(strcmp(report.where, where) == 0, __FILE__, __LINE__, "%s +%zu: place is %s", tag,
               offset, report.where);
    CHECK_GT(strlen(report.message), 20);
    weft_world_destroy(world);
}

static void damaged_word(const char* tag, uint32_t owner, size_t offset, uint32_t word,
                         uint32_t status, const char* where) {
    damaged(tag, owner, offset, &word, 4, status, where);
}

static void damaged_float(const char* tag, uint32_t owner, size_t offset, float value,
                          uint32_t status, const char* where) {
    damaged(tag, owner, offset, &value, 4, status, where);
}

WEFT_TEST(scene_reports_name_section_and_place) {
    const uint32_t corrupt = WEFT_ERROR_CORRUPT_SCENE;
    damaged_float("WRLD", 0, 0, 0, WEFT_ERROR_INVALID_ARGUMENT, "frame_seconds");
    damaged_word("WRLD", 0, 52, 2, corrupt, "WRLD 0");
    damaged("METH", 0, 16, "field", 6, WEFT_ERROR_UNKNOWN_METHOD, "structure");
    damaged("METH", 0, 0, "solve", 6, WEFT_ERROR_UNKNOWN_METHOD, "stage");
    damaged("METH", 0, 72, "cell", 5, WEFT_ERROR_INVALID_ARGUMENT, "structure");
    damaged_float("METH", 0, 104, 7, WEFT_ERROR_INVALID_ARGUMENT, "structure");
    damaged_float("METH", 0, 104, NAN, WEFT_ERROR_INVALID_ARGUMENT, "structure");
    damaged_word("METH", 0, 108, 2, corrupt, "METH 0");
    damaged("METH", 0, 0, "0123456789012345678901234567890123456789", 16, corrupt, "METH 0");
    damaged_word("BODY", 0, 0, 9, corrupt, "BPOS 0");
    damaged_word("BODY", 0, 0, 0xffffffffu, corrupt, "BPOS 0");
    damaged_word("BODY", 0, 8, 0, corrupt, "BSKI 0");
    damaged_word("BODY", 0, 12, 2, corrupt, "BODY 0");
    damaged_word("BODY", 1, 20, 1, corrupt, "BODY 1");
    damaged_float("BPOS", 1, 4, NAN, WEFT_ERROR_NOT_FINITE, "BODY 1 positions");
    damaged_word("BTRI", 0, 8, 8, WEFT_ERROR_INDEX_OUT_OF_RANGE, "BODY 0 triangles");
    damaged_word("BPRT", 0, 8, 8, WEFT_ERROR_INDEX_OUT_OF_RANGE, "BODY 0 parts");
    damaged_word("BSKI", 0, 8, 2, WEFT_ERROR_INDEX_OUT_OF_RANGE, "BODY 0 bone_indices");
    damaged_word("BSKW", 0, 8, 2, WEFT_ERROR_INVALID_ARGUMENT, "BODY 0 bone_weights");
    damaged_float("BHED", 0, 8, INFINITY, WEFT_ERROR_NOT_FINITE, "BODY 0 bone_heads");
    damaged_word("BMRF", 0, 0, 3, corrupt, "BMRF 0");
    damaged_word("BMRF", 0, 44, 8, corrupt, "BMRF 0");
    damaged_float("BMRF", 0, 48, NAN, corrupt, "BMRF 0");
    damaged_word("CLIP", 0, 0, 2, corrupt, "CLIP 0");
    damaged_word("CLIP", 0, 0, 0, corrupt, "CLIP 0");
    damaged_word("CLIP", 0, 4, 2, corrupt, "CLIP 0");
    damaged_word("CLIP", 0, 44, 0, corrupt, "CLIP 0"); // a rotation of zeros
    damaged_word("CLIP", 0, 48, 1u << 23, corrupt, "CLIP 0");
    damaged("CLIP", 0, 8, "0123456789012345678901234567890123456789", 32, corrupt, "CLIP 0");
    damaged_word("BVTX", 1, 0, 4, corrupt, "BVTX 1");
    damaged_word("BSHP", 1, 0, 7, WEFT_ERROR_INVALID_ARGUMENT, "BODY 1 shape.kind");
    damaged_float("BSHP", 1, 4, NAN, WEFT_ERROR_INVALID_ARGUMENT, "BODY 1 shape.center");
    damaged_float("BSHP", 1, 28, 0.5f, WEFT_ERROR_INVALID_ARGUMENT, "BODY 1 shape.rotation");
    damaged_float("BSHP", 1, 40, 0, WEFT_ERROR_INVALID_ARGUMENT, "BODY 1 shape.half");
    damaged_float("BVTX", 1, 12, 4.5f, corrupt, "BVTX 1");
    damaged_word("CLTH", 0, 8, 0, corrupt, "CSEM 0");
    damaged_word("CLTH", 0, 84, 7, corrupt, "CBND 0");
    damaged_word("CBND", 0, 4, 1, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 bands");
    damaged_word("CBND", 0, 20, 36, WEFT_ERROR_INDEX_OUT_OF_RANGE, "CLTH 0 bands");
    damaged_float("CBND", 0, 8, 0, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 bands");
    damaged_float("CBND", 0, 32, NAN, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 bands");
    damaged_float("CLTH", 0, 24, -1, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 fabric");
    damaged_float("CVEL", 0, 0, NAN, WEFT_ERROR_NOT_FINITE, "CLTH 0 velocities");
    damaged_float("CMAT", 0, 0, 0.1f, WEFT_ERROR_DEGENERATE_TRIANGLE, "CLTH 0 material");
    damaged_word("CTRI", 0, 0, 36, WEFT_ERROR_INDEX_OUT_OF_RANGE, "CLTH 0 triangles");
    damaged_word("CSEM", 0, 4, 0, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 seams");
    damaged_word("CSEM", 0, 4, 6, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 seams"); // one triangle
    damaged_word("CPIN", 0, 4, 4, WEFT_ERROR_INVALID_ARGUMENT, "CLTH 0 pins");
    damaged_word("CPIN", 0, 32 + 12, 8, WEFT_ERROR_INDEX_OUT_OF_RANGE, "CLTH 0 pins");
    damaged_word("CPIN", 0, 64 + 8, 2, WEFT_ERROR_INDEX_OUT_OF_RANGE, "CLTH 0 pins");
    damaged_word("EVNT", 0, 0, 5, corrupt, "EVNT 0");
    damaged_word("EVNT", 0, 4, 99, WEFT_ERROR_INVALID_ARGUMENT, "events");
    damaged_float("EVNT", 0, 44, NAN, WEFT_ERROR_NOT_FINITE, "events");
}

static void refused(const uint8_t* file, size_t count, uint32_t status) {
    weft_report report;
    weft_world* world = weft_world_load(file, count, &report);
    CHECK(world == NULL);
    CHECK_EQ(report.status, status);
    weft_world_destroy(world);
}

static uint8_t* everything(size_t* count) {
    scene_writer writer;
    scene_everything(&writer);
    return scene_finish(&writer, count);
}

WEFT_TEST(scene_headers_and_tables_are_checked) {
    size_t count;
    uint8_t* file = everything(&count);
    refused(NULL, 0, WEFT_ERROR_BAD_SCENE_HEADER);
    refused(file, 31, WEFT_ERROR_BAD_SCENE_HEADER);
    refused(file, count - 8, WEFT_ERROR_TRUNCATED_SCENE);
    file[4] = 1;
    refused(file, count, WEFT_ERROR_BAD_SCENE_HEADER);
    file[4] = 2;
    file[100] ^= 1;
    refused(file, count, WEFT_ERROR_CORRUPT_SCENE); // the hash
    file[100] ^= 1;
    file[32] = 'X';
    scene_fix_hash(file, count);
    refused(file, count, WEFT_ERROR_CORRUPT_SCENE); // an unknown tag
    file[32] = 'W';
    uint32_t saved, past = (uint32_t)count, back = 32 + 16;
    memcpy(&saved, file + 40, 4);
    memcpy(file + 40, &past, 4);
    scene_fix_hash(file, count);
    refused(file, count, WEFT_ERROR_TRUNCATED_SCENE);
    memcpy(file + 40, &back, 4);
    scene_fix_hash(file, count);
    refused(file, count, WEFT_ERROR_CORRUPT_SCENE); // a section in the table
    memcpy(file + 40, &saved, 4);
    scene_fix_hash(file, count);
    weft_world* world = weft_world_load(file, count, NULL);
    CHECK(world != NULL);
    weft_world_destroy(world);
    free(file);
}

WEFT_TEST(scene_may_lie_anywhere_in_memory) {
    size_t count;
    uint8_t* file = everything(&count);
    uint8_t* shifted = malloc(count + 3);
    memcpy(shifted + 3, file, count);
    weft_world* world = weft_world_load(shifted + 3, count, NULL);
    CHECK(world != NULL);
    weft_world_destroy(world);
    free(shifted);
    free(file);
}

// Copies of exact size, so that a sanitizer sees any byte read past the end.
static void load_copy(const uint8_t* file, size_t count) {
    uint8_t* copy = malloc(count ? count : 1);
    memcpy(copy, file, count);
    weft_report report;
    weft_world* world = weft_world_load(copy, count, &report);
    CHECK((world != NULL) == (report.status == WEFT_OK));
    if (world) {
        weft_world_step(world);
    }
    weft_world_destroy(world);
    free(copy);
}

WEFT_TEST(scene_truncations_are_harmless) {
    size_t count;
    uint8_t* file = everything(&count);
    uint32_t sections;
    memcpy(&sections, file + 12, 4);
    for (size_t cut = 0; cut < count; cut += cut < 800 ? 4 : 40) {
        load_copy(file, cut);
        if (cut >= 32 && cut % 8 == 0) { // and with a header that agrees
            uint8_t* copy = malloc(cut);
            uint32_t bytes = (uint32_t)cut;
            memcpy(copy, file, cut);
            memcpy(copy + 8, &bytes, 4);
            scene_fix_hash(copy, cut);
            load_copy(copy, cut);
            free(copy);
        }
    }
    for (uint32_t i = 0; i < sections; ++i) {
        uint32_t offset;
        memcpy(&offset, file + 32 + 16 * i + 8, 4);
        load_copy(file, offset);
    }
    free(file);
}

static void mutate(uint8_t* file, size_t count, test_random* random) {
    static const uint32_t words[] = {0,          1,          2,          0xffffffffu, 0x7fffffffu,
                                     0x80000000, 0x7fc00000, 0x7f800000, 0x3f800000,  0x00ffffff};
    uint32_t changes = 1 + test_below(random, 3);
    for (uint32_t i = 0; i < changes; ++i) {
        // Half of the changes hit the header, the table and the small sections behind them.
        size_t reach = test_below(random, 2) ? count : 900;
        size_t at = test_below(random, (uint32_t)(reach < count ? reach : count));
        if (test_below(random, 2)) {
            file[at] ^= (uint8_t)(1u << test_below(random, 8));
        } else {
            memcpy(file + at / 4 * 4, &words[test_below(random, 10)], 4);
        }
    }
}

WEFT_TEST(scene_mutations_are_harmless) {
    test_random random = test_seed(20);
    size_t count;
    uint8_t* file = everything(&count);
    uint8_t* copy = malloc(count);
    for (int round = 0; round < 2000; ++round) {
        memcpy(copy, file, count);
        mutate(copy, count, &random);
        if (round % 4 != 0) {
            scene_fix_hash(copy, count);
        }
        load_copy(copy, count);
    }
    free(copy);
    free(file);
}

// Every allocation of the reading fails once: an error, never a leak.
WEFT_TEST(scene_survives_out_of_memory) {
    size_t count;
    uint8_t* file = everything(&count);
    bool loaded = false;
    for (uint32_t fail_in = 1; !loaded && fail_in < 1000; ++fail_in) {
        weft_world_def def = weft_default_world_def();
        weft_report report;
        weft_world* world = weft_world_create(&def, &report);
        REQUIRE(world != NULL);
        world->memory.fail_in = fail_in;
        weft_status status = wf_scene_read(world, file, count, &report);
        loaded = status == WEFT_OK;
        CHECK(loaded || status == WEFT_ERROR_OUT_OF_MEMORY);
        CHECK_EQ(report.status, status);
        world->memory.fail_in = 0;
        weft_world_destroy(world);
    }
    CHECK(loaded);
    free(file);
}
