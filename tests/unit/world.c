// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The world from outside: definitions, ids, refusals that leave it as it was, events, methods.
#include "meshes.h"
#include "test_macros.h"

#include "base/assert.h"
#include "world/world.h"

#include <stdlib.h>

static weft_world* make_world(void) {
    weft_world_def def = weft_default_world_def();
    return weft_world_create(&def, NULL);
}

static weft_body_def box_def(const test_mesh* box) {
    weft_body_def def = weft_default_body_def();
    def.positions = box->positions;
    def.triangles = box->triangles;
    def.vertex_count = box->vertex_count;
    def.triangle_count = box->triangle_count;
    return def;
}

static weft_cloth_def sheet_def(const test_mesh* sheet) {
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = sheet->positions;
    def.triangles = sheet->triangles;
    def.vertex_count = sheet->vertex_count;
    def.triangle_count = sheet->triangle_count;
    return def;
}

// A box of half a metre and a sheet above it.
typedef struct stage {
    test_mesh box, sheet;
    weft_world* world;
    weft_body_id body;
    weft_cloth_id cloth;
} stage;

static stage make_stage(void) {
    stage s = {test_box(0.5f, 0.5f, 0.5f), test_grid(6, 6, 0.05f, 0.6f), make_world(), {0}, {0}};
    weft_body_def body = box_def(&s.box);
    weft_cloth_def cloth = sheet_def(&s.sheet);
    weft_report report;
    s.body = weft_world_add_body(s.world, &body, &report);
    CHECK_EQ(report.status, WEFT_OK);
    s.cloth = weft_world_add_cloth(s.world, &cloth, &report);
    CHECK_EQ(report.status, WEFT_OK);
    return s;
}

static void free_stage(stage* s) {
    weft_world_destroy(s->world);
    test_mesh_free(&s->box);
    test_mesh_free(&s->sheet);
}

WEFT_TEST(default_definitions_are_good) {
    weft_world_def def = weft_default_world_def();
    weft_report report;
    CHECK_EQ(wf_world_def_check(&def, &report), WEFT_OK);
    weft_world* world = weft_world_create(&def, &report);
    REQUIRE(world != NULL);
    CHECK_EQ(report.status, WEFT_OK);
    CHECK_GT(weft_world_memory_bytes(world), 0);
    CHECK_EQ(weft_world_step_count(world), 0);
    weft_world_destroy(world);
    weft_world_destroy(NULL);
}

static void refuse_world(weft_world_def def, uint32_t status, const char* where) {
    weft_report report;
    CHECK(weft_world_create(&def, &report) == NULL);
    CHECK_EQ(report.status, status);
    CHECK_STR(report.where, where);
}

WEFT_TEST(world_definitions_are_checked) {
    weft_world_def good = weft_default_world_def(), def = good;
    def.frame_seconds = 0.0f;
    refuse_world(def, WEFT_ERROR_INVALID_ARGUMENT, "frame_seconds");
    def = good, def.gravity[2] = NAN;
    refuse_world(def, WEFT_ERROR_NOT_FINITE, "gravity");
    def = good, def.wind[0] = 1e6f;
    refuse_world(def, WEFT_ERROR_INVALID_ARGUMENT, "wind");
    def = good, def.contact_radius = 0.0f;
    refuse_world(def, WEFT_ERROR_INVALID_ARGUMENT, "contact_radius");
    def = good, def.min_substeps = 0;
    refuse_world(def, WEFT_ERROR_INVALID_ARGUMENT, "min_substeps");
}

WEFT_TEST(objects_show_what_was_given) {
    stage s = make_stage();
    CHECK_EQ(weft_world_body_count(s.world), 1);
    CHECK_EQ(weft_world_cloth_count(s.world), 1);
    CHECK_EQ(weft_world_body_at(s.world, 0).id, s.body.id);
    CHECK_EQ(weft_world_body_at(s.world, 1).id, WEFT_NULL_ID);
    CHECK_EQ(weft_world_cloth_at(s.world, 1).id, WEFT_NULL_ID);
    CHECK_STR(weft_body_name(s.world, s.body), "body");
    CHECK_STR(weft_cloth_name(s.world, s.cloth), "cloth");
    CHECK_EQ(weft_body_vertex_count(s.world, s.body), 8);
    CHECK_EQ(weft_cloth_triangle_count(s.world, s.cloth), 72);
    CHECK_EQ(memcmp(weft_cloth_positions(s.world, s.cloth), s.sheet.positions,
                    12 * s.sheet.vertex_count),
             0);
    CHECK_EQ(memcmp(weft_body_triangles(s.world, s.body), s.box.triangles, 144), 0);
    CHECK_EQ(memcmp(weft_body_positions(s.world, s.body), s.box.positions, 96), 0);
    CHECK_EQ(weft_cloth_merge_map(s.world, s.cloth)[48], 48);
    CHECK_NEAR(weft_cloth_velocities(s.world, s.cloth)[0], 0, 0);
    free_stage(&s);
}

static int asserts;

static int count_asserts(const char* condition, const char* file, int line) {
    (void)condition, (void)file, (void)line;
    asserts += 1;
    return 0;
}

WEFT_TEST(dead_ids_assert_and_give_nothing) {
    stage s = make_stage();
    asserts = 0;
    weft_set_assert_handler(count_asserts);
    const weft_body_id dead = {s.body.id + 1}, null = {WEFT_NULL_ID}, old = {s.body.id + 0x10000};
    CHECK_EQ(weft_body_vertex_count(s.world, dead), 0);
    CHECK_EQ(weft_body_vertex_count(s.world, null), 0);
    CHECK_EQ(weft_body_vertex_count(s.world, old), 0);
    CHECK(weft_body_positions(s.world, dead) == NULL);
    CHECK_EQ(weft_cloth_vertex_count(s.world, (weft_cloth_id){0xffffffffu}), 0);
    CHECK_STR(weft_cloth_name(s.world, (weft_cloth_id){0}), "");
    CHECK_EQ(asserts, 6);
    CHECK_EQ(weft_body_set_positions(s.world, dead, s.box.positions), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(weft_body_set_pose(s.world, s.body, s.box.positions), WEFT_ERROR_INVALID_ARGUMENT);
    weft_world_def raw = {0};
    CHECK(weft_world_create(&raw, NULL) == NULL); // the cookie is missing
    CHECK_EQ(asserts, 7);
    weft_set_assert_handler(NULL);
    free_stage(&s);
}

WEFT_TEST(refused_objects_leave_the_world_as_it_was) {
    stage s = make_stage();
    weft_report report;
    size_t bytes = weft_world_memory_bytes(s.world);
    uint64_t scene = s.world->scene_hash;
    weft_body_def body = box_def(&s.box);
    body.triangle_count = 11;
    CHECK_EQ(weft_world_add_body(s.world, &body, &report).id, WEFT_NULL_ID);
    CHECK_EQ(report.status, WEFT_ERROR_OPEN_BODY);
    body.open = true;
    body.friction = NAN;
    CHECK_EQ(weft_world_add_body(s.world, &body, &report).id, WEFT_NULL_ID);
    CHECK_STR(report.where, "friction");
    body = box_def(&s.box), body.vertex_count = 0;
    CHECK_EQ(weft_world_add_body(s.world, &body, &report).id, WEFT_NULL_ID);
    CHECK_EQ(report.status, WEFT_ERROR_EMPTY_MESH);
    weft_cloth_def cloth = sheet_def(&s.sheet);
    const weft_pin pin = {0, WEFT_PIN_BODY, 1, 0, {0}, 0};
    cloth.pins = &pin;
    cloth.pin_count = 1;
    CHECK_EQ(weft_world_add_cloth(s.world, &cloth, &report).id, WEFT_NULL_ID);
    CHECK_EQ(report.status, WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(report.other, 1);
    cloth = sheet_def(&s.sheet), cloth.fabric.density = 0.0f;
    CHECK_EQ(weft_world_add_cloth(s.world, &cloth, &report).id, WEFT_NULL_ID);
    CHECK_STR(report.where, "fabric");
    CHECK_EQ(weft_world_memory_bytes(s.world), bytes);
    CHECK_EQ_HEX(s.world->scene_hash, scene);
    CHECK_EQ(weft_world_body_count(s.world), 1);
    CHECK_EQ(weft_world_cloth_count(s.world), 1);
    free_stage(&s);
}

// The offset of such a pin is found by the world, and may be longer than one that is given.
WEFT_TEST(cloth_that_hangs_on_a_body_far_away_comes_back) {
    test_mesh box = test_box(0.1f, 0.1f, 0.1f), sheet = test_grid(6, 6, 0.05f, 0.6f);
    for (uint32_t i = 0; i < 3 * box.vertex_count; ++i) {
        box.positions[i] -= 3.8f;
    }
    for (uint32_t i = 0; i < 3 * sheet.vertex_count; ++i) {
        sheet.positions[i] += i % 3 == 1 ? 2.9f : 3.5f;
    }
    const weft_pin pin = {0, WEFT_PIN_BODY, 0, 0, {0}, 0};
    weft_world* world = make_world();
    weft_body_def body = box_def(&box);
    weft_cloth_def cloth = sheet_def(&sheet);
    cloth.pins = &pin, cloth.pin_count = 1;
    CHECK(weft_world_add_body(world, &body, NULL).id != WEFT_NULL_ID);
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    for (int n = 0; n < 5; ++n) {
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    }
    uint64_t there = weft_world_hash(world);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(bytes);
    CHECK_EQ(weft_world_snapshot(world, block, bytes), bytes);
    weft_world_step(world);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(world), there);
    // A damaged one is refused, and nothing has changed.
    CHECK(weft_world_restore(world, block, bytes - 4) != WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(world), there);
    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    free(block);
    weft_world_destroy(world);
    test_mesh_free(&box);
    test_mesh_free(&sheet);
}

// A jump of the origin leaves bodies behind when there is no cloth; new cloth may hang on them.
WEFT_TEST(cloth_that_hangs_on_a_body_at_the_former_origin_comes_back) {
    stage s = make_stage();
    const weft_pin pin = {0, WEFT_PIN_BODY, 0, 0, {0}, 0};
    weft_world* world = make_world();
    weft_body_def body = box_def(&s.box);
    weft_cloth_def cloth = sheet_def(&s.sheet);
    cloth.pins = &pin, cloth.pin_count = 1;
    CHECK(weft_world_add_body(world, &body, NULL).id != WEFT_NULL_ID);
    CHECK_EQ(weft_world_set_origin(world, 1000.0, 0.0, 0.0), WEFT_OK);
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    uint64_t there = weft_world_hash(world);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(bytes);
    CHECK_EQ(weft_world_snapshot(world, block, bytes), bytes);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(world), there);
    CHECK_EQ(weft_world_reset(world), WEFT_OK);
    free(block);
    weft_world_destroy(world);
    free_stage(&s);
}

// ---- events -------------------------------------------------------------------------------------

static weft_status push(weft_world* world, weft_event event) {
    return weft_world_push_event(world, &event);
}

WEFT_TEST(events_are_checked) {
    stage s = make_stage();
    weft_world* w = s.world;
    CHECK_EQ(push(w, (weft_event){0, 99, 0, 0, {0}}), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_PLAY, 0, 0, {0}}), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_PLAY, 1, 0, {0}}), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_WELD, 1, 0, {0}}), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_GRAB, 0, 49, {0}}), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_FABRIC, 0, 7, {0}}), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_RELEASE, 0, 4, {0}}),
             WEFT_ERROR_INDEX_OUT_OF_RANGE);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_WIND, 0, 0, {0, 0, 0, -1}}),
             WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(push(w, (weft_event){0, WEFT_EVENT_DROP, 0, 0, {0, 0, 0, 0, 0, 0, 0, NAN}}),
             WEFT_ERROR_NOT_FINITE);
    CHECK_EQ(w->event_count, 0);
    free_stage(&s);
}

WEFT_TEST(events_are_sorted_and_stable) {
    stage s = make_stage();
    const uint32_t steps[] = {5, 1, 5, 3, 1, 0, 5};
    for (uint32_t i = 0; i < 7; ++i) {
        CHECK_EQ(push(s.world, (weft_event){steps[i], WEFT_EVENT_FRICTION, 0, i, {(float)i}}),
                 WEFT_OK);
    }
    const float order[] = {5, 1, 4, 3, 0, 2, 6};
    for (int i = 0; i < 7; ++i) {
        CHECK_NEAR(s.world->events[i].p[0], order[i], 0);
    }
    s.world->step = 3;
    wf_world_apply_events(s.world);
    CHECK_NEAR(s.world->objects.friction_scale, 3, 0);
    CHECK_EQ(s.world->event_next, 4);
    // One that is late happens next, after those that wait for the same step.
    CHECK_EQ(push(s.world, (weft_event){0, WEFT_EVENT_FRICTION, 0, 9, {9}}), WEFT_OK);
    CHECK_NEAR(s.world->events[4].p[0], 9, 0);
    CHECK_EQ(s.world->events[4].step, 3);
    free_stage(&s);
}

WEFT_TEST(events_do_what_they_say) {
    stage s = make_stage();
    weft_world* w = s.world;
    wf_cloth* cloth = &w->objects.cloths[0];
    push(w, (weft_event){0, WEFT_EVENT_GRAVITY, 0, 0, {1, 2, 3}});
    push(w, (weft_event){0, WEFT_EVENT_WIND, 0, 0, {4, 5, 6, 7}});
    push(w, (weft_event){0, WEFT_EVENT_DAMPING, 0, 0, {8}});
    push(w, (weft_event){0, WEFT_EVENT_WELD, 0, 0, {0}});
    push(w, (weft_event){0, WEFT_EVENT_RELEASE, 0, WEFT_PIN_HEIGHT, {0}});
    push(w, (weft_event){0, WEFT_EVENT_HOLD, 0, 0, {0.5f, 0.1f, 0.1f}});
    push(w, (weft_event){0, WEFT_EVENT_DRAG, 0, 0, {1, 1, 1}}); // nothing is held yet
    wf_world_apply_events(w);
    CHECK_NEAR(w->def.gravity[1], 2, 0);
    CHECK_NEAR(w->def.wind[2], 6, 0);
    CHECK_NEAR(w->def.gust, 7, 0);
    CHECK_NEAR(cloth->drag_rate, 8, 0);
    CHECK(cloth->weld_now);
    CHECK_EQ(cloth->hold_steps, 6);
    CHECK_NEAR(cloth->hold_factor_from, 1, 0);
    CHECK_NEAR(cloth->hold_lift_to, 0.1, 1e-7);
    CHECK(!w->hands.hand[0].active);
    w->topology_changed = false;
    push(w, (weft_event){0, WEFT_EVENT_GRAB, 0, 7, {0.1f, 0.2f, 0.3f, 50}});
    push(w, (weft_event){0, WEFT_EVENT_DRAG, 0, 0, {0.4f, 0.5f, 0.6f}});
    push(w, (weft_event){0, WEFT_EVENT_FABRIC, 0, WEFT_FABRIC_DENIM, {0}});
    wf_world_apply_events(w);
    CHECK(w->hands.hand[0].active && w->hands.hand[0].vertex == 7 && w->topology_changed);
    CHECK_NEAR(w->hands.hand[0].place[2], 0.6, 1e-7);
    CHECK_NEAR(w->hands.hand[0].stiffness, 50, 0);
    CHECK_NEAR(cloth->fabric.density, weft_fabric_from_preset(WEFT_FABRIC_DENIM).density, 0);
    cloth->hold_step = 3; // half way
    push(w, (weft_event){0, WEFT_EVENT_HOLD, 0, 0, {1.0f, 0.0f, 0.0f}});
    push(w, (weft_event){0, WEFT_EVENT_DROP, 0, 0, {0}});
    wf_world_apply_events(w);
    CHECK_NEAR(cloth->hold_factor_from, 0.75, 1e-6);
    CHECK(!w->hands.hand[0].active);
    free_stage(&s);
}

WEFT_TEST(hours_of_dragging_need_no_memory) {
    stage s = make_stage();
    push(s.world, (weft_event){1u << 30, WEFT_EVENT_DROP, 0, 0, {0}});
    for (uint32_t i = 0; i < 100000; ++i) {
        s.world->step = i;
        push(s.world, (weft_event){i, WEFT_EVENT_DRAG, 0, 0, {0}});
        wf_world_apply_events(s.world);
    }
    CHECK_LE(s.world->event_capacity, 64);
    CHECK_EQ(s.world->events[s.world->event_count - 1].step, 1u << 30);
    free_stage(&s);
}

WEFT_TEST(worlds_without_cloth_or_body_step) {
    for (int kind = 0; kind < 4; ++kind) {
        test_mesh box = test_box(0.5f, 0.5f, 0.5f), sheet = test_grid(3, 3, 0.1f, 0.52f);
        weft_body_def body = box_def(&box);
        weft_cloth_def cloth = sheet_def(&sheet);
        weft_world* world = make_world();
        if (kind & 1) {
            weft_world_add_body(world, &body, NULL);
        }
        if (kind & 2) {
            weft_world_add_cloth(world, &cloth, NULL);
        }
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
        CHECK_EQ(weft_world_step_count(world), 2);
        weft_world_destroy(world);
        test_mesh_free(&box);
        test_mesh_free(&sheet);
    }
}

// ---- memory -------------------------------------------------------------------------------------

// Every allocation of building and stepping a world fails once; ASan sees what is left behind.
WEFT_TEST(world_survives_out_of_memory) {
    bool built = false;
    for (uint32_t fail_in = 1; !built && fail_in < 2000; ++fail_in) {
        test_mesh box = test_box(0.5f, 0.5f, 0.5f), sheet = test_grid(3, 3, 0.1f, 0.52f);
        weft_body_def body = box_def(&box);
        weft_cloth_def cloth = sheet_def(&sheet);
        weft_world* world = make_world();
        weft_report report;
        world->memory.fail_in = fail_in;
        built = weft_world_add_body(world, &body, &report).id != WEFT_NULL_ID;
        built = built && weft_world_add_cloth(world, &cloth, &report).id != WEFT_NULL_ID;
        CHECK(built || report.status == WEFT_ERROR_OUT_OF_MEMORY);
        for (int i = 0; i < 3 && built; ++i) {
            weft_step_report step = weft_world_step(world);
            built = step.status == WEFT_OK;
            CHECK(built || step.status == WEFT_ERROR_OUT_OF_MEMORY);
        }
        built = built && world->memory.fail_in > 0;
        world->memory.fail_in = 0;
        CHECK_EQ(weft_world_step(world).status, WEFT_OK); // and afterwards it goes on
        weft_world_destroy(world);
        test_mesh_free(&box);
        test_mesh_free(&sheet);
    }
    CHECK(built);
}

static void move_all(const float* from, uint32_t count, float by, float* to) {
    for (uint32_t i = 0; i < 3 * count; ++i) {
        to[i] = from[i] + by;
    }
}

WEFT_TEST(a_body_that_was_just_made_is_where_the_host_puts_it_at_once) {
    weft_world* world = make_world();
    test_mesh box = test_box(0.5f, 0.5f, 0.5f);
    test_mesh sheet = test_grid(6, 6, 0.05f, 1.6f);
    weft_body_def def = box_def(&box);
    weft_body_id body = weft_world_add_body(world, &def, NULL);
    CHECK(weft_world_snapshot(world, NULL, 0) > 0); // builds the obstacle
    float places[24];
    move_all(box.positions, 8, 1.0f, places);
    CHECK_EQ(weft_body_set_positions(world, body, places), WEFT_OK);
    CHECK_NEAR(weft_body_positions(world, body)[4], places[4], 0);
    CHECK_NEAR(world->obstacle.x0[5], places[4], 0);
    weft_cloth_def cloth = sheet_def(&sheet);
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    float before = places[4];
    move_all(places, 8, 0.01f, places);
    CHECK_EQ(weft_body_set_positions(world, body, places), WEFT_OK);
    CHECK_NEAR(weft_body_positions(world, body)[4], before, 0);
    weft_world_step(world);
    CHECK_NEAR(weft_body_positions(world, body)[4], places[4], 1e-6);
    weft_world_destroy(world);
    test_mesh_free(&box);
    test_mesh_free(&sheet);
}
