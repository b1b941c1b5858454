// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The origin: nothing moves when it moves, by a call or by an event; what is refused changes
// nothing; far coordinates are exact; places in waiting events stay where they were meant.
#include "meshes.h"
#include "physics/sheet.h"
#include "test_macros.h"

#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 49, CORNER = 0, HELD = 48 };

typedef struct stage {
    test_mesh box, sheet;
    weft_world* world;
} stage;

/// A sheet that hangs from a corner over a box.
static stage make_stage(void) {
    weft_world_def def = weft_default_world_def();
    stage s = {test_box(0.5f, 0.5f, 0.5f), test_grid(6, 6, 0.05f, 0.6f),
               weft_world_create(&def, NULL)};
    weft_body_def body = weft_default_body_def();
    body.positions = s.box.positions;
    body.triangles = s.box.triangles;
    body.vertex_count = s.box.vertex_count;
    body.triangle_count = s.box.triangle_count;
    weft_pin pin = {.vertex = CORNER, .kind = WEFT_PIN_FIXED};
    weft_cloth_def cloth = weft_default_cloth_def();
    cloth.positions = s.sheet.positions;
    cloth.triangles = s.sheet.triangles;
    cloth.vertex_count = s.sheet.vertex_count;
    cloth.triangle_count = s.sheet.triangle_count;
    cloth.pins = &pin;
    cloth.pin_count = 1;
    memcpy(pin.offset, s.sheet.positions, sizeof pin.offset);
    weft_report report;
    weft_world_add_body(s.world, &body, &report);
    CHECK_EQ(report.status, WEFT_OK);
    weft_world_add_cloth(s.world, &cloth, &report);
    CHECK_EQ(report.status, WEFT_OK);
    return s;
}

static void free_stage(stage* s) {
    weft_world_destroy(s->world);
    test_mesh_free(&s->box);
    test_mesh_free(&s->sheet);
}

static const float* positions(const stage* s) {
    return weft_cloth_positions(s->world, weft_world_cloth_at(s->world, 0));
}

static weft_event origin_event(uint32_t step, double x, double y, double z) {
    const double to[3] = {x, y, z};
    weft_event event = {.kind = WEFT_EVENT_ORIGIN, .step = step};
    for (int k = 0; k < 3; ++k) {
        event.p[k] = (float)to[k];
        event.p[3 + k] = (float)(to[k] - (double)event.p[k]);
    }
    return event;
}

static void push(const stage* s, weft_event event) {
    CHECK_EQ(weft_world_push_event(s->world, &event), WEFT_OK);
}

static void grab(const stage* s, uint32_t step, float x, float y, float z) {
    push(s, (weft_event){
                .kind = WEFT_EVENT_GRAB, .step = step, .index = HELD, .p = {x, y, z, 100.0f}});
}

static void drag(const stage* s, uint32_t step, float x, float y, float z) {
    push(s, (weft_event){.kind = WEFT_EVENT_DRAG, .step = step, .p = {x, y, z}});
}

static void run(const stage* s, uint32_t steps) {
    for (uint32_t i = 0; i < steps; ++i) {
        CHECK_EQ(weft_world_step(s->world).status, WEFT_OK);
    }
}

WEFT_TEST(nothing_moves_when_the_origin_moves) {
    stage s = make_stage();
    run(&s, 5);
    float before[3 * VERTICES];
    memcpy(before, positions(&s), sizeof before);
    CHECK_EQ(weft_world_set_origin(s.world, 1.5, -0.25, 123456789.0009765625),
             WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(memcmp(before, positions(&s), sizeof before), 0);
    CHECK_EQ(weft_world_set_origin(s.world, 1.5, -0.25, 0.0009765625), WEFT_OK);
    const double to[3] = {1.5, -0.25, 0.0009765625};
    for (size_t i = 0; i < 3 * VERTICES; ++i) {
        double place = (double)positions(&s)[i] + to[i % 3];
        CHECK_NEAR(place, before[i], 1.2e-7); // half of what floats of that size tell apart
    }
    free_stage(&s);
}

WEFT_TEST(a_refused_origin_changes_nothing) {
    stage s = make_stage();
    run(&s, 2);
    uint64_t hash = weft_world_hash(s.world);
    CHECK_EQ(weft_world_set_origin(s.world, NAN, 0, 0), WEFT_ERROR_NOT_FINITE);
    CHECK_EQ(weft_world_set_origin(s.world, 0, INFINITY, 0), WEFT_ERROR_NOT_FINITE);
    CHECK_EQ(weft_world_set_origin(s.world, 0, 0, 1.1e9), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(weft_world_set_origin(s.world, 9, 0, 0), WEFT_ERROR_INVALID_ARGUMENT); // leaves cloth
    CHECK_EQ_HEX(weft_world_hash(s.world), hash);
    for (uint32_t axis = 0; axis < 3; ++axis) {
        CHECK_NEAR(weft_world_origin(s.world, axis), 0.0, 0.0);
    }
    push(&s, origin_event(0, 9, 0, 0)); // has no effect, for the same reason
    run(&s, 1);
    CHECK_NEAR(weft_world_origin(s.world, 0), 0.0, 0.0);
    weft_event event = origin_event(0, 1e9, 0, 0);
    event.p[0] = 2e9f;
    CHECK_EQ(weft_world_push_event(s.world, &event), WEFT_ERROR_INVALID_ARGUMENT);
    free_stage(&s);
}

WEFT_TEST(far_origins_are_exact) {
    stage s = make_stage();
    double x = 0.0;
    for (int i = 0; i < 60; ++i) { // strides of 4 m, then one more of a grain
        x += 4.0;
        CHECK_EQ(weft_world_set_origin(s.world, x, 0, 0), WEFT_OK);
    }
    weft_event event = origin_event(0, x + 0.0009765625, -123456.0009765625, 0);
    CHECK_NEAR((double)event.p[1] + (double)event.p[4], -123456.0009765625, 0.0);
    push(&s, origin_event(0, x + 0.0009765625, 0, 0));
    run(&s, 1);
    CHECK_NEAR(weft_world_origin(s.world, 0), x + 0.0009765625, 0.0);
    free_stage(&s);
}

WEFT_TEST(an_event_moves_the_origin_as_a_call_does) {
    stage called = make_stage(), queued = make_stage(), restored = make_stage();
    const double to[3] = {1.5, -0.75, 2.0};
    grab(&called, 2, 0.4f, 0.8f, 0.4f);
    grab(&queued, 2, 0.4f, 0.8f, 0.4f);
    // what comes after the move is relative to where it leads
    push(&queued, origin_event(6, to[0], to[1], to[2]));
    drag(&queued, 9, -1.0f, 1.6f, -1.6f);
    run(&called, 3);
    run(&queued, 3);
    size_t size = weft_world_snapshot(queued.world, NULL, 0);
    void* bytes = malloc(size);
    CHECK_EQ(weft_world_snapshot(queued.world, bytes, size), size);
    run(&restored, 1);
    CHECK_EQ(weft_world_restore(restored.world, bytes, size), WEFT_OK);
    free(bytes);
    for (uint32_t step = 3; step < 20; ++step) {
        if (step == 6) {
            CHECK_EQ(weft_world_set_origin(called.world, to[0], to[1], to[2]), WEFT_OK);
            drag(&called, 9, -1.0f, 1.6f, -1.6f);
        }
        run(&called, 1);
        run(&queued, 1);
        run(&restored, 1);
        CHECK_EQ_HEX(weft_world_hash(queued.world), weft_world_hash(called.world));
        CHECK_EQ_HEX(weft_world_hash(restored.world), weft_world_hash(called.world));
    }
    CHECK_NEAR(weft_world_origin(restored.world, 2), to[2], 0.0);
    free_stage(&called);
    free_stage(&queued);
    free_stage(&restored);
}

WEFT_TEST(a_call_leaves_places_after_a_waiting_move_as_they_are) {
    stage s = make_stage();
    drag(&s, 3, 0.5f, 0.5f, 0.5f);
    push(&s, origin_event(5, 2, 0, 0));
    drag(&s, 7, 0.25f, 0.5f, 0.5f);
    CHECK_EQ(weft_world_set_origin(s.world, 1, 0, 0), WEFT_OK);
    CHECK_NEAR(s.world->events[s.world->event_next].p[0], -0.5, 0.0);
    CHECK_NEAR(s.world->events[s.world->event_next + 1].p[0], 2.0, 0.0);
    CHECK_NEAR(s.world->events[s.world->event_next + 2].p[0], 0.25, 0.0);
    free_stage(&s);
}

// A snapshot has the world built; whoever takes one must not change what follows.
WEFT_TEST(who_looks_before_the_origin_moves_changes_nothing) {
    uint64_t hashes[2];
    for (int looks = 0; looks < 2; ++looks) {
        stage s = make_stage();
        if (looks) {
            weft_world_snapshot(s.world, NULL, 0);
        }
        CHECK_EQ(weft_world_set_origin(s.world, 1.0 + 1.0 / 1024.0, -0.25, 0.0), WEFT_OK);
        for (int step = 0; step < 10; ++step) {
            weft_world_step(s.world);
        }
        hashes[looks] = weft_world_hash(s.world);
        free_stage(&s);
    }
    CHECK_EQ_HEX(hashes[0], hashes[1]);
}

/// A body that comes after the origin moved, in a world that begins at another one.
static float x_after_reset(bool looks) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    CHECK(world != NULL);
    weft_world_step(world);
    CHECK_EQ(weft_world_set_origin(world, -1.0, 0.0, 0.0), WEFT_OK);
    weft_body_id body = add_box(world, (float[3]){0.1f, 0.1f, 0.1f}, 0.0f, 2);
    if (looks) {
        weft_world_snapshot(world, NULL, 0);
    }
    weft_world_step(world);
    CHECK_EQ(weft_world_reset(world), WEFT_OK);
    uint32_t count = weft_body_vertex_count(world, body);
    float least = 1e9f;
    for (uint32_t v = 0; v < count; ++v) {
        least = fminf(least, weft_body_positions(world, body)[3 * (size_t)v]);
    }
    weft_world_destroy(world);
    return least;
}

WEFT_TEST(a_reset_takes_bodies_along_to_the_first_origin) {
    CHECK_NEAR(x_after_reset(false), -1.1, 1e-6);
    CHECK_NEAR(x_after_reset(true), -1.1, 1e-6);
}
