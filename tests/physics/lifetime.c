// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A world that changes while it runs: bodies and cloths come and go, pins are put, moved and
// dropped, several hands hold. Whatever the order: no crossing, no stale id that answers, and a
// snapshot goes on bit for bit.
#include "sheet.h"

#include "solve/system.h"
#include "world/world.h"

#include <stdlib.h>

static void push(weft_world* world, weft_event event) {
    CHECK_EQ(weft_world_push_event(world, &event), WEFT_OK);
}

static weft_event pin_event(uint32_t cloth, uint32_t vertex, uint32_t kind, const float* place) {
    return (weft_event){
        .kind = WEFT_EVENT_PIN,
        .target = cloth,
        .index = vertex,
        .p = {(float)kind, 0, 0, place[0], place[1], place[2], 50.0f},
    };
}

static void hang(weft_world* world, uint32_t side, float y) {
    const float origin[3] = {0, y, 0}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    add_grid(world, side, 0.02f, origin, x, z, NULL, 0);
}

static const float* vertex_of(const weft_world* world, uint32_t cloth, uint32_t vertex) {
    return weft_cloth_positions(world, weft_world_cloth_at(world, cloth)) + 3 * (size_t)vertex;
}

// ---- pins ---------------------------------------------------------------------------------------

WEFT_TEST(pins_come_move_and_go) {
    weft_world* world = make_world(9.81f);
    hang(world, 8, 1.0f);
    float place[3], far[3] = {0.0f, 1.2f, 0.1f};
    memcpy(place, vertex_of(world, 0, 0), sizeof place);
    push(world, pin_event(0, 0, WEFT_PIN_FIXED, place));
    run_steps(world, 60);
    CHECK_NEAR(distance(vertex_of(world, 0, 0), place), 0, 1e-7);
    CHECK_LE(vertex_of(world, 0, 63)[1], 0.95); // the rest hangs
    push(world, pin_event(0, 0, WEFT_PIN_FIXED, far));
    CHECK(wf_world_apply_events(world) && !world->topology_changed); // no rebuild for a move
    float before[3];
    for (int i = 0; i < 60; ++i) {
        memcpy(before, vertex_of(world, 0, 0), sizeof before);
        weft_step_report report = weft_world_step(world);
        CHECK_LE(distance(vertex_of(world, 0, 0), before), 0.0301f * (float)report.substeps);
    }
    CHECK_NEAR(distance(vertex_of(world, 0, 0), far), 0, 1e-7);
    push(world, (weft_event){.kind = WEFT_EVENT_UNPIN, .target = 0, .index = 0});
    run_steps(world, 30);
    CHECK_LE(vertex_of(world, 0, 0)[1], 0.8);
    weft_world_destroy(world);
}

WEFT_TEST(a_new_pin_takes_the_place_of_the_old_one) {
    weft_world* world = make_world(9.81f);
    hang(world, 4, 1.0f);
    const float place[3] = {0, 1, 0}, other[3] = {0, 1.1f, 0};
    push(world, pin_event(0, 3, WEFT_PIN_FIXED, place));
    push(world, pin_event(0, 5, WEFT_PIN_SPRING, place));
    push(world, pin_event(0, 3, WEFT_PIN_SPRING, other));
    run_steps(world, 1);
    CHECK_EQ(world->objects.cloths[0].pin_count, 2);
    CHECK_EQ(world->objects.cloths[0].pins[0].kind, WEFT_PIN_SPRING);
    CHECK_EQ(world->system->anchor_count, 0);
    push(world, (weft_event){.kind = WEFT_EVENT_RELEASE, .index = WEFT_PIN_SPRING});
    push(world, pin_event(0, 9, WEFT_PIN_FIXED, place));
    run_steps(world, 1);
    CHECK_EQ(world->objects.cloths[0].pin_count, 2); // a dropped slot was taken
    CHECK_EQ(world->objects.cloths[0].pins[0].vertex, 9);
    weft_event bad = pin_event(0, 16, WEFT_PIN_FIXED, place);
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    bad = pin_event(0, 1, WEFT_PIN_BODY, place);
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    bad = pin_event(0, 1, WEFT_PIN_FIXED, place);
    bad.p[0] = 0.5f;
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INVALID_ARGUMENT);
    weft_world_destroy(world);
}

WEFT_TEST(a_pin_on_a_body_goes_with_the_body) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.1f, 0.1f, 0.1f};
    weft_body_id box = add_box(world, half, 0, 2);
    hang(world, 8, 0.3f);
    weft_event event = pin_event(0, 0, WEFT_PIN_BODY, half);
    event.p[2] = 3;
    push(world, event);
    run_steps(world, 30);
    CHECK_NEAR(vertex_of(world, 0, 0)[1], 0.3, 1e-6);
    CHECK_EQ(weft_world_remove_body(world, box), WEFT_OK);
    run_steps(world, 30);
    CHECK_LE(vertex_of(world, 0, 0)[1], 0.0); // let go, and falls
    weft_world_destroy(world);
}

WEFT_TEST(a_pin_may_ask_for_the_nearest_vertex) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.1f, 0.1f, 0.1f};
    weft_body_id box = add_box(world, half, 0, 4);
    hang(world, 8, 0.15f);
    const uint32_t vertices[3] = {0, 27, 63};
    for (uint32_t k = 0; k < 3; ++k) {
        weft_event event = pin_event(0, vertices[k], WEFT_PIN_BODY, half);
        event.p[2] = -1;
        push(world, event);
    }
    const wf_body* body = &world->objects.bodies[0];
    float least[3] = {1, 1, 1};
    for (uint32_t k = 0; k < 3; ++k) {
        for (uint32_t v = 0; v < body->vertex_count; ++v) {
            float d = distance(vertex_of(world, 0, vertices[k]), body->published + 3 * (size_t)v);
            least[k] = d < least[k] ? d : least[k];
        }
    }
    const float to[3] = {0.05f, 0.02f, -0.03f}, still[4] = {0, 0, 0, 1};
    CHECK_EQ(weft_body_set_transform(world, box, to, still), WEFT_OK);
    run_steps(world, 30);
    for (uint32_t k = 0; k < 3; ++k) {
        const weft_pin* pin = &world->objects.cloths[0].pins[k];
        CHECK_LE(pin->element, body->vertex_count - 1);
        CHECK_NEAR(
            distance(vertex_of(world, 0, vertices[k]), body->published + 3 * (size_t)pin->element),
            least[k], 1e-6);
    }
    const uint32_t others[3] = {WEFT_PIN_FIXED, WEFT_PIN_HEIGHT, WEFT_PIN_SPRING};
    for (uint32_t k = 0; k < 3; ++k) { // they stand on no vertex
        weft_event bad = pin_event(0, 1, others[k], half);
        bad.p[2] = -1;
        CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INVALID_ARGUMENT);
    }
    weft_world_destroy(world);
}

// ---- hands --------------------------------------------------------------------------------------

WEFT_TEST(several_hands_hold_at_once) {
    weft_world* world = make_world(9.81f);
    hang(world, 12, 1.0f);
    const uint32_t corner[4] = {0, 11, 132, 143};
    float place[4][3];
    for (uint32_t k = 0; k < 4; ++k) {
        memcpy(place[k], vertex_of(world, 0, corner[k]), sizeof place[k]);
        push(world, (weft_event){.kind = WEFT_EVENT_GRAB,
                                 .index = corner[k],
                                 .p = {place[k][0], place[k][1], place[k][2], 200.0f, (float)k}});
    }
    run_steps(world, 90);
    for (uint32_t k = 0; k < 4; ++k) {
        CHECK_LE(distance(vertex_of(world, 0, corner[k]), place[k]), 0.04);
    }
    push(world, (weft_event){.kind = WEFT_EVENT_DROP, .p = {0, 0, 0, 0, 2}});
    run_steps(world, 60);
    CHECK_LE(vertex_of(world, 0, corner[2])[1], 0.9);
    CHECK_LE(distance(vertex_of(world, 0, corner[1]), place[1]), 0.06);
    weft_event ninth = {.kind = WEFT_EVENT_DROP, .p = {0, 0, 0, 0, 8}};
    CHECK_EQ(weft_world_push_event(world, &ninth), WEFT_ERROR_INVALID_ARGUMENT);
    weft_world_destroy(world);
}

// ---- fabric -------------------------------------------------------------------------------------

WEFT_TEST(a_fabric_changes_field_by_field) {
    weft_world* world = make_world(9.81f);
    hang(world, 4, 1.0f);
    weft_cloth_id cloth = weft_world_cloth_at(world, 0);
    float old = weft_cloth_fabric(world, cloth)->stretch_warp;
    push(world, (weft_event){.kind = WEFT_EVENT_FABRIC_FIELD, .index = 0, .p = {0.5f}});
    run_steps(world, 1);
    CHECK_NEAR(weft_cloth_fabric(world, cloth)->density, 0.5, 0);
    CHECK_NEAR(weft_cloth_fabric(world, cloth)->stretch_warp, old, 0);
    weft_event bad = {.kind = WEFT_EVENT_FABRIC_FIELD, .index = 15, .p = {0.5f}};
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INDEX_OUT_OF_RANGE);
    bad.index = 0;
    bad.p[0] = 11.0f;
    CHECK_EQ(weft_world_push_event(world, &bad), WEFT_ERROR_INVALID_ARGUMENT);
    weft_world_destroy(world);
}

// ---- removal ------------------------------------------------------------------------------------

WEFT_TEST(what_is_removed_is_gone_and_its_memory_with_it) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.2f, 0.1f, 0.2f};
    weft_body_id box = add_box(world, half, 0, 4);
    hang(world, 8, 0.15f);
    run_steps(world, 30);
    size_t held = weft_world_memory_bytes(world);
    weft_cloth_id first = weft_world_cloth_at(world, 0);
    for (int i = 0; i < 5; ++i) {
        hang(world, 40, 0.4f);
        run_steps(world, 3);
        weft_cloth_id big = weft_world_cloth_at(world, 1);
        CHECK_EQ(weft_world_remove_cloth(world, big), WEFT_OK);
        CHECK_EQ(weft_world_remove_cloth(world, big), WEFT_ERROR_INVALID_ARGUMENT);
        CHECK_EQ(weft_world_cloth_at(world, 1).id, WEFT_NULL_ID);
        CHECK_EQ(weft_world_cloth_at(world, 0).id, first.id);
        run_steps(world, 10);
        CHECK_LE(weft_world_memory_bytes(world), held + held / 2);
    }
    hang(world, 4, 0.4f);
    CHECK_EQ(weft_world_cloth_count(world), 2);
    CHECK(weft_world_cloth_at(world, 1).id >> 16 == 6);
    CHECK_EQ(weft_world_remove_body(world, box), WEFT_OK);
    CHECK_EQ(weft_body_set_positions(world, box, half), WEFT_ERROR_INVALID_ARGUMENT);
    run_steps(world, 60);
    CHECK_LE(vertex_of(world, 0, 0)[1], -1.0); // nothing holds it any more
    weft_world_destroy(world);
}

WEFT_TEST(what_stays_does_not_notice_what_goes) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.2f, 0.1f, 0.2f}, aside[3] = {2, 0, 0};
    weft_body_id other = add_sphere(world, aside, 0.1f, 8);
    add_box(world, half, 0, 4);
    hang(world, 12, 0.11f);
    run_steps(world, 200);
    float before[3], *after;
    memcpy(before, vertex_of(world, 0, 70), sizeof before);
    CHECK_EQ(weft_world_remove_body(world, other), WEFT_OK);
    run_steps(world, 30);
    after = (float*)vertex_of(world, 0, 70);
    CHECK_LE(distance(before, after), 0.001);
    CHECK_EQ(weft_world_report(world)->crossings_body, 0);
    weft_world_destroy(world);
}

WEFT_TEST(a_snapshot_fits_the_world_it_was_taken_of) {
    weft_world* world = make_world(9.81f);
    hang(world, 6, 1.0f);
    run_steps(world, 5);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(bytes);
    weft_world_snapshot(world, block, bytes);
    uint64_t hash = weft_world_hash(world);
    hang(world, 6, 2.0f);
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_ERROR_SNAPSHOT_MISMATCH);
    run_steps(world, 5);
    weft_world_remove_cloth(world, weft_world_cloth_at(world, 1));
    CHECK_EQ(weft_world_restore(world, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    free(block);
    weft_world_destroy(world);
}

WEFT_TEST(events_of_what_is_gone_are_forgotten) {
    weft_world* world = make_world(9.81f);
    const float half[3] = {0.1f, 0.1f, 0.1f};
    weft_body_id box = add_box(world, half, 0, 1);
    hang(world, 4, 0.5f);
    hang(world, 4, 0.7f);
    weft_event pin = pin_event(0, 1, WEFT_PIN_BODY, half);
    pin.step = 9;
    push(world, pin);
    push(world, (weft_event){.step = 9, .kind = WEFT_EVENT_WELD, .target = 1});
    push(world, (weft_event){.step = 9, .kind = WEFT_EVENT_GRAB, .target = 1});
    push(world, (weft_event){.step = 9, .kind = WEFT_EVENT_GRAB, .target = 0, .p = {0, 0, 0, 1}});
    weft_world_remove_body(world, box);
    weft_world_remove_cloth(world, weft_world_cloth_at(world, 1));
    CHECK_EQ(world->event_count - world->event_next, 1);
    weft_event gone = {.kind = WEFT_EVENT_WELD, .target = 1};
    CHECK_EQ(weft_world_push_event(world, &gone), WEFT_ERROR_INVALID_ARGUMENT);
    run_steps(world, 12);
    CHECK(world->hands.hand[0].active);
    weft_world_destroy(world);
}

// ---- anything in any order ----------------------------------------------------------------------

enum { MOST_BODIES = 3, MOST_CLOTHS = 3 };

typedef struct player {
    weft_world* world;
    test_random random;
} player;

static uint32_t alive(const weft_world* world, bool bodies, uint32_t nth) {
    uint32_t slots = bodies ? world->objects.body_count : world->objects.cloth_count;
    for (uint32_t i = 0; i < slots; ++i) {
        bool there = (bodies ? world->objects.bodies[i].vertex_count
                             : world->objects.cloths[i].vertex_count) > 0;
        if (there && nth-- == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

static uint32_t any_of(player* p, bool bodies) {
    uint32_t count = 0;
    while (alive(p->world, bodies, count) != UINT32_MAX) {
        ++count;
    }
    return count == 0 ? UINT32_MAX : alive(p->world, bodies, test_below(&p->random, count));
}

static void play_body(player* p) {
    uint32_t slot = any_of(p, true);
    if (slot == UINT32_MAX ||
        (alive(p->world, true, MOST_BODIES - 1) == UINT32_MAX && test_below(&p->random, 2) == 0)) {
        float centre[3];
        for (int k = 0; k < 3; ++k) {
            centre[k] = test_uniform(&p->random, -0.4f, 0.4f);
        }
        add_sphere(p->world, centre, test_uniform(&p->random, 0.05f, 0.15f), 6);
    } else {
        CHECK_EQ(weft_world_remove_body(p->world, weft_world_body_at(p->world, slot)), WEFT_OK);
    }
}

static void play_cloth(player* p) {
    uint32_t slot = any_of(p, false);
    if (slot == UINT32_MAX ||
        (alive(p->world, false, MOST_CLOTHS - 1) == UINT32_MAX && test_below(&p->random, 2) == 0)) {
        hang(p->world, 4 + test_below(&p->random, 8), test_uniform(&p->random, 0.1f, 0.6f));
    } else {
        CHECK_EQ(weft_world_remove_cloth(p->world, weft_world_cloth_at(p->world, slot)), WEFT_OK);
    }
}

static void play_move(player* p) {
    uint32_t slot = any_of(p, true);
    if (slot == UINT32_MAX) {
        return;
    }
    weft_body_id body = weft_world_body_at(p->world, slot);
    size_t floats = 3 * (size_t)weft_body_vertex_count(p->world, body);
    float* to = malloc(sizeof(float) * floats);
    float way[3];
    for (int k = 0; k < 3; ++k) {
        way[k] = test_uniform(&p->random, -0.02f, 0.02f);
    }
    for (size_t i = 0; i < floats; ++i) {
        to[i] = weft_body_positions(p->world, body)[i] + way[i % 3];
    }
    CHECK_EQ(weft_body_set_positions(p->world, body, to), WEFT_OK);
    free(to);
}

static void play_event(player* p) {
    uint32_t cloth = any_of(p, false), body = any_of(p, true);
    if (cloth == UINT32_MAX) {
        return;
    }
    const uint32_t kinds[] = {WEFT_EVENT_PIN,  WEFT_EVENT_PIN,    WEFT_EVENT_UNPIN,
                              WEFT_EVENT_GRAB, WEFT_EVENT_DRAG,   WEFT_EVENT_DROP,
                              WEFT_EVENT_WIND, WEFT_EVENT_FABRIC, WEFT_EVENT_RELEASE};
    weft_event e = {.kind = kinds[test_below(&p->random, 9)], .target = cloth};
    e.step = p->world->step + test_below(&p->random, 3);
    uint32_t count = p->world->objects.cloths[cloth].vertex_count;
    e.index = test_below(&p->random, e.kind == WEFT_EVENT_FABRIC || e.kind == WEFT_EVENT_RELEASE
                                         ? WEFT_PIN_KIND_COUNT
                                         : count);
    const float* near = vertex_of(p->world, cloth, test_below(&p->random, count));
    for (int k = 0; k < 3; ++k) {
        float x = near[k] + test_uniform(&p->random, -0.05f, 0.05f);
        e.p[e.kind == WEFT_EVENT_PIN ? 3 + k : k] = fminf(fmaxf(x, -3.9f), 3.9f);
    }
    if (e.kind == WEFT_EVENT_PIN) {
        e.p[0] =
            (float)(body == UINT32_MAX ? 3 * test_below(&p->random, 2) : test_below(&p->random, 4));
        e.p[1] = body == UINT32_MAX ? 0.0f : (float)body;
        e.p[2] = e.p[0] == (float)WEFT_PIN_BODY && e.index % 2 == 1 ? -1.0f : 0.0f;
        e.p[6] = 20.0f;
    } else if (e.kind != WEFT_EVENT_WIND) {
        e.p[3] = 100.0f;
        e.p[4] = (float)test_below(&p->random, WEFT_HANDS);
    } else {
        e.p[3] = 0.5f;
    }
    push(p->world, e);
}

static void play_steps(player* p, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        weft_step_report report = weft_world_step(p->world);
        CHECK_EQ(report.status, WEFT_OK);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
    }
}

/// Takes a snapshot, goes on, comes back and goes on again.
static void play_twice(player* p) {
    size_t bytes = weft_world_snapshot(p->world, NULL, 0);
    uint8_t* block = malloc(bytes);
    CHECK_EQ(weft_world_snapshot(p->world, block, bytes), bytes);
    uint64_t here = weft_world_hash(p->world);
    play_steps(p, 3);
    uint64_t there = weft_world_hash(p->world);
    CHECK_EQ(weft_world_restore(p->world, block, bytes), WEFT_OK);
    CHECK_EQ_HEX(weft_world_hash(p->world), here);
    play_steps(p, 3);
    CHECK_EQ_HEX(weft_world_hash(p->world), there);
    free(block);
}

/// What fell out of the world's extent is nobody's business: it goes.
static void sweep_up(player* p) {
    for (uint32_t i = 0; i < p->world->objects.cloth_count; ++i) {
        weft_cloth_id id = weft_world_cloth_at(p->world, i);
        if (id.id != WEFT_NULL_ID && vertex_of(p->world, i, 0)[1] < -2.0f) {
            CHECK_EQ(weft_world_remove_cloth(p->world, id), WEFT_OK);
        }
    }
}

WEFT_TEST(anything_may_come_and_go_in_any_order) {
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        player p = {make_world(9.81f), test_seed(seed)};
        for (int turn = 0; turn < 60; ++turn) {
            uint32_t what = test_below(&p.random, 10);
            if (what < 1) {
                play_body(&p);
            } else if (what < 3) {
                play_cloth(&p);
            } else if (what < 5) {
                play_move(&p);
            } else {
                play_event(&p);
            }
            play_steps(&p, test_below(&p.random, 3));
            if (turn % 10 == 9) {
                play_twice(&p);
            }
            sweep_up(&p);
        }
        weft_world_destroy(p.world);
    }
}
