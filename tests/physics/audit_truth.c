// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the report counts is what there is, under every response and repair, in every frame: all
// edges against all faces say the same. Without a filter cloth leaves the boxes in which pairs were
// looked for, and what another response lets through nobody has declared.
#include "crossing_count.h"
#include "method_rows.h"
#include "sheet.h"

enum { SIDE = 13, STEPS = 24, SCENES = 5 };

static const float x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1}, none[3] = {0, 0, 0};

static void add_moving(weft_world* world, const float origin[3], const float along[3],
                       const float across[3], const float velocity[3]) {
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    sheet_place(&s, origin, along, across);
    sheet_set_motion(&s, velocity, none, origin);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_SILK);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
}

/// Thrown at a ball, faster than any box of a round is wide.
static void throw_at_ball(weft_world* world) {
    add_sphere(world, (float[3]){0, 0, 0}, 0.06f, 10);
    add_moving(world, (float[3]){-0.12f, 0.1f, -0.12f}, x_axis, z_axis, (float[3]){0, -50.0f, 0});
}

/// Two sheets that fly through each other.
static void throw_at_sheet(weft_world* world) {
    const float tilted[3] = {0, 0.4f, 0.9165f};
    add_moving(world, (float[3]){-0.12f, 0, -0.12f}, x_axis, z_axis, (float[3]){0, 40.0f, 0});
    add_moving(world, (float[3]){-0.113f, 0.12f, -0.12f}, x_axis, tilted, (float[3]){1, -40.0f, 0});
}

/// Two sheets that begin crossed with each other and with a box.
static void begin_crossed(weft_world* world) {
    add_box(world, (float[3]){0.07f, 0.05f, 0.07f}, 0.0f, 4);
    const float steep[3] = {0, 0.6f, 0.8f};
    add_moving(world, (float[3]){-0.121f, 0.043f, -0.119f}, x_axis, z_axis, none);
    add_moving(world, (float[3]){-0.113f, 0.01f, -0.123f}, x_axis, steep, none);
}

/// One sheet whose two halves fly through each other.
static void fold(weft_world* world) {
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    sheet_place(&s, (float[3]){-0.12f, 0, -0.12f}, x_axis, z_axis);
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        float x = s.positions[3 * v];
        s.positions[3 * v + 1] = 0.6f * x * x / 0.12f;
        s.velocities[3 * v] = -60.0f * x;
        s.velocities[3 * v + 2] = 10.0f * x;
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_SILK);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
}

/// A sheet that is drawn over a ball to twice its size, and snaps together.
static void snap(weft_world* world) {
    add_sphere(world, (float[3]){0, 0, 0}, 0.06f, 10);
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.012f);
    sheet_place(&s, (float[3]){-0.072f, 0, -0.072f}, x_axis, z_axis);
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        float* x = s.positions + 3 * v;
        x[0] *= 2.0f;
        x[2] *= 2.0f;
        x[1] = 0.07f - 4.0f * (x[0] * x[0] + x[2] * x[2]);
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_DENIM);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
}

typedef struct counted {
    uint32_t most, declared;
} counted;

/// Runs a scene and compares in every frame.
static counted run_counted(void (*build)(weft_world*), const char* response, const char* repair) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    CHECK_EQ(weft_world_set_method(world, "response", response, NULL), WEFT_OK);
    CHECK_EQ(weft_world_set_method(world, "repair", repair, NULL), WEFT_OK);
    build(world);
    counted c = {0, 0};
    for (uint32_t n = 1; n <= STEPS; ++n) {
        weft_step_report r = run_steps(world, 1);
        uint32_t there = count_crossings(world);
        CHECK_EQ(r.crossings_body + r.crossings_cloth + r.crossings_declared, there);
        if (there != r.crossings_body + r.crossings_cloth + r.crossings_declared) {
            test_note("step %u: %u with bodies, %u with cloth, %u declared", n, r.crossings_body,
                      r.crossings_cloth, r.crossings_declared);
        }
        c.most = there > c.most ? there : c.most;
        c.declared += r.crossings_declared + r.captured + r.tangled;
    }
    weft_world_destroy(world);
    return c;
}

static void (*const scenes[SCENES])(weft_world*) = {throw_at_ball, throw_at_sheet, begin_crossed,
                                                    fold, snap};

WEFT_TEST(filter_counts_what_there_is) {
    for (int k = 0; k < SCENES; ++k) {
        counted c = run_counted(scenes[k], "filter", "auto");
        test_note("scene %d: %u at most", k, c.most);
        CHECK_EQ(c.most > 0, scenes[k] == begin_crossed);
    }
}

WEFT_TEST(every_response_counts_what_there_is) {
    static const char* const repairs[] = {"auto", "untangle"};
    uint32_t index = 0;
    for (const weft_method* row; (row = next_row("response", &index)) != NULL;) {
        bool filters = strcmp(row->name, "filter") == 0;
        for (int k = 0; k < 2 * SCENES; ++k) {
            counted c = run_counted(scenes[k / 2], row->name, repairs[k % 2]);
            test_note("scene %d, %s, %s: %u at most, %u declared", k / 2, row->name, repairs[k % 2],
                      c.most, c.declared);
            CHECK(c.declared == 0 || filters || k % 2 == 1);
        }
    }
}
