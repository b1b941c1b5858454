// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that has come to rest sleeps alone, with what lies on it, while other cloth moves: it keeps
// its place to the last bit, wakes for whatever concerns it and for nothing else, and never so late
// that something has gone through it, which is counted from outside.
#include "crossing_count.h"
#include "sheet.h"

#include "solve/system.h"
#include "world/world.h"

#include <stdlib.h>

enum { SIDE = 9, FLOATS = 3 * SIDE * SIDE };

static const float AXIS_X[3] = {1, 0, 0}, AXIS_Z[3] = {0, 0, 1};

/// Cloth 0 lies on a box; cloth 1, far away or above it, is held by a hand.
typedef struct bedroom {
    weft_world* world;
    weft_body_id box;
    float kept[FLOATS];
} bedroom;

static weft_world* make_sleepy_world(void) {
    weft_world_def def = weft_default_world_def();
    def.sleep = 1;
    return weft_world_create(&def, NULL);
}

static void push(weft_world* world, weft_event event) {
    CHECK_EQ(weft_world_push_event(world, &event), WEFT_OK);
}

static const float* places(const weft_world* world, uint32_t cloth) {
    return weft_cloth_positions(world, weft_world_cloth_at(world, cloth));
}

static bool sleeps(const weft_world* world, uint32_t cloth) {
    return weft_cloth_is_asleep(world, weft_world_cloth_at(world, cloth));
}

static void lay_sheet(weft_world* world, float x, float y, float z) {
    const float origin[3] = {x - 0.12f, y, z - 0.12f};
    add_grid(world, SIDE, 0.03f, origin, AXIS_X, AXIS_Z, NULL, 0);
}

/// One that does not lie on another vertex by vertex, which would never come to rest.
static void lay_turned(weft_world* world, uint32_t side, float y, float turn, bool pinned) {
    float c = cosf(turn), d = sinf(turn), half = 0.5f * 0.015f * (float)(side - 1);
    const float along[3] = {c, 0, d}, across[3] = {-d, 0, c};
    const float origin[3] = {-half * (c - d), y, -half * (c + d)};
    sheet s = sheet_make(SHEET_IRREGULAR, side, side, 0.015f);
    sheet_place(&s, origin, along, across);
    const uint32_t n = side * side, corners[4] = {0, side - 1, n - side, n - 1};
    weft_pin pins[4];
    for (int k = 0; k < 4; ++k) {
        pins[k] = (weft_pin){.kind = WEFT_PIN_FIXED, .vertex = corners[k]};
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, pins, pinned ? 4 : 0);
    sheet_free(&s);
}

static void hold(weft_world* world, uint32_t cloth) {
    const float* x = places(world, cloth);
    push(world, (weft_event){.kind = WEFT_EVENT_GRAB,
                             .target = cloth,
                             .index = 40,
                             .p = {x[120], x[121], x[122], 100}});
}

/// Steps until a cloth sleeps; false after twenty seconds.
static bool run_until(weft_world* world, uint32_t cloth, bool asleep) {
    for (int i = 0; i < 1200; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.status, WEFT_OK);
        if (sleeps(world, cloth) == asleep) {
            return true;
        }
    }
    return false;
}

static bedroom make_bedroom(void) {
    bedroom b = {.world = make_sleepy_world()};
    const float half[3] = {0.1f, 0.05f, 0.1f};
    b.box = add_box(b.world, half, 0, 4);
    lay_sheet(b.world, 0, 0.055f, 0);
    lay_sheet(b.world, 2, 0.055f, 0);
    hold(b.world, 1);
    CHECK(run_until(b.world, 0, true));
    memcpy(b.kept, places(b.world, 0), sizeof b.kept);
    return b;
}

static bool lies_still(const bedroom* b) {
    return memcmp(b->kept, places(b->world, 0), sizeof b->kept) == 0;
}

/// The hand goes this far in a step.
static void drag(weft_world* world, float dx, float dy) {
    weft_hand hand;
    CHECK(weft_world_hand(world, 0, &hand));
    push(world, (weft_event){.kind = WEFT_EVENT_DRAG,
                             .p = {hand.place[0] + dx, hand.place[1] + dy, hand.place[2]}});
}

WEFT_TEST(cloth_sleeps_alone_while_other_cloth_moves) {
    bedroom b = make_bedroom();
    float moved = 0.0f;
    for (int i = 0; i < 120; ++i) {
        float before = places(b.world, 1)[120];
        drag(b.world, i / 20 % 2 == 0 ? 0.01f : -0.01f, 0);
        weft_step_report report = weft_world_step(b.world);
        moved += fabsf(places(b.world, 1)[120] - before);
        CHECK_EQ(report.asleep, 0);
        CHECK_EQ(report.cloths_asleep, 1);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
        CHECK(sleeps(b.world, 0) && !sleeps(b.world, 1));
        CHECK(lies_still(&b));
    }
    CHECK_GT(moved, 0.5f);
    for (int i = 0; i < FLOATS; ++i) {
        CHECK_EQ(weft_cloth_velocities(b.world, weft_world_cloth_at(b.world, 0))[i], 0);
    }
    // Once the other one rests too, the world only counts.
    push(b.world, (weft_event){.kind = WEFT_EVENT_DROP});
    push(b.world, (weft_event){.kind = WEFT_EVENT_GRAVITY, .p = {0, 0, 0}});
    weft_world_step(b.world);
    CHECK(!sleeps(b.world, 0)); // no weight: that concerns everybody
    weft_world_destroy(b.world);
}

/// What happens in the waking test, by number; the others sleep on where `alone` says so.
typedef struct cause {
    const char* name;
    weft_event event;
    bool concerns;
} cause;

WEFT_TEST(what_concerns_a_sleeping_cloth_wakes_it_and_nothing_else_does) {
    const cause causes[] = {
        {"grab", {.kind = WEFT_EVENT_GRAB, .index = 3, .p = {0, 0.3f, 0, 50, 1}}, true},
        {"pin", {.kind = WEFT_EVENT_PIN, .index = 5, .p = {0, 0, 0, 0, 0.1f, 0}}, true},
        {"fabric", {.kind = WEFT_EVENT_FABRIC, .index = WEFT_FABRIC_SILK}, true},
        {"field", {.kind = WEFT_EVENT_FABRIC_FIELD, .index = 0, .p = {0.3f}}, true},
        {"damping", {.kind = WEFT_EVENT_DAMPING, .p = {1}}, true},
        {"wind", {.kind = WEFT_EVENT_WIND, .p = {1, 0, 0, 0}}, true},
        {"gravity", {.kind = WEFT_EVENT_GRAVITY, .p = {0, -5, 0}}, true},
        {"friction", {.kind = WEFT_EVENT_FRICTION, .p = {0.5f}}, true},
        {"groups", {.kind = WEFT_EVENT_BODY_COLLISION, .p = {1, 0}}, true},
        {"another's fabric", {.kind = WEFT_EVENT_FABRIC, .target = 1}, false},
        {"another's pin",
         {.kind = WEFT_EVENT_PIN, .target = 1, .index = 5, .p = {0, 0, 0, 2, 0.1f, 0}},
         false},
        {"another's drop", {.kind = WEFT_EVENT_DROP}, false},
    };
    for (size_t k = 0; k < sizeof causes / sizeof *causes; ++k) {
        bedroom b = make_bedroom();
        push(b.world, causes[k].event);
        CHECK_EQ(weft_world_step(b.world).status, WEFT_OK);
        bool woke = !sleeps(b.world, 0);
        if (!CHECK(woke == causes[k].concerns)) {
            test_note("%s", causes[k].name);
        }
        CHECK(woke || lies_still(&b));
        weft_world_destroy(b.world);
    }
}

WEFT_TEST(whatever_comes_or_goes_wakes_the_sleeping) {
    for (int k = 0; k < 4; ++k) {
        bedroom b = make_bedroom();
        const float far[3] = {0, 3, 0};
        if (k == 0) {
            add_sphere(b.world, far, 0.1f, 6);
        } else if (k == 1) {
            lay_sheet(b.world, 0, 3, 0);
        } else if (k == 2) {
            weft_world_remove_body(b.world, b.box);
        } else {
            weft_world_remove_cloth(b.world, weft_world_cloth_at(b.world, 1));
        }
        CHECK_EQ(weft_world_step(b.world).status, WEFT_OK);
        CHECK(!sleeps(b.world, 0));
        weft_world_destroy(b.world);
    }
}

static void shift_body(weft_world* world, weft_body_id body, float dx, float dy) {
    uint32_t count = weft_body_vertex_count(world, body);
    float* x = malloc(12 * (size_t)count);
    memcpy(x, weft_body_positions(world, body), 12 * (size_t)count);
    for (uint32_t v = 0; v < count; ++v) {
        x[3 * v] += dx;
        x[3 * v + 1] += dy;
    }
    CHECK_EQ(weft_body_set_positions(world, body, x), WEFT_OK);
    free(x);
}

WEFT_TEST(a_body_wakes_whom_it_comes_near_and_only_then) {
    bedroom b = make_bedroom();
    shift_body(b.world, b.box, 0, 1e-6f);
    weft_world_step(b.world);
    CHECK(!sleeps(b.world, 0)); // what it lies on moves, however little
    CHECK(run_until(b.world, 0, true));
    const float start[3] = {-1.5f, 0.2f, 0};
    weft_body_id ball = add_sphere(b.world, start, 0.05f, 8);
    CHECK(run_until(b.world, 0, true));
    int slept = 0;
    for (int i = 0; i < 60; ++i) { // over the sheet at 1.5 m/s, from far away to far away
        shift_body(b.world, ball, 0.025f, -0.0015f);
        weft_world_step(b.world);
        slept += sleeps(b.world, 0);
        CHECK_EQ(count_crossings(b.world), 0);
    }
    test_note("asleep in %d of 60 steps", slept);
    CHECK_GT(slept, 30);
    CHECK(!sleeps(b.world, 0));
    weft_world_destroy(b.world);
}

/// Gives all of a cloth a speed: no event could, and its neighbours would hear of one.
static void hurl(const weft_world* world, uint32_t cloth, const float velocity[3]) {
    const wf_cloth* c = &world->objects.cloths[cloth];
    for (uint32_t v = 0; v < c->vertex_count; ++v) {
        memcpy(world->particles->v + 4 * (size_t)c->particle[v], velocity, 12);
    }
}

/// Cloth comes at a sleeping one at any speed from anywhere, and nothing goes through it.
static bool throw_at(uint32_t seed) {
    test_random random = test_seed(seed);
    weft_world* world = make_sleepy_world();
    const float half[3] = {0.1f, 0.05f, 0.1f};
    add_box(world, half, 0, 3);
    lay_turned(world, 14, 0.055f, 0.1f, false);
    float speed = test_uniform(&random, 0.5f, 30.0f), angle = test_uniform(&random, 0.1f, 1.6f);
    const float way[3] = {cosf(angle), -sinf(angle), 0}, up[3] = {sinf(angle), cosf(angle), 0};
    sheet s = sheet_make(SHEET_GRID, 7, 7, 0.03f);
    const float origin[3] = {-0.1f - 3 * way[0], 0.06f - 3 * way[1], -0.1f};
    sheet_place(&s, origin, test_below(&random, 2) ? up : AXIS_X, AXIS_Z);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
    const float* x = places(world, 1);
    push(world,
         (weft_event){
             .kind = WEFT_EVENT_GRAB, .target = 1, .index = 24, .p = {x[72], x[73], x[74], 100}});
    CHECK(run_until(world, 0, true) && !sleeps(world, 1));
    push(world, (weft_event){.kind = WEFT_EVENT_DROP});
    const float velocity[3] = {speed * way[0], speed * way[1], 0};
    hurl(world, 1, velocity);
    world->def.air_density = 0.0f; // or it would be slow before it is there
    int slept = 0, met = 0;
    for (int i = 0; i < 90; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.status, WEFT_OK);
        slept += sleeps(world, 0);
        met += report.contacts > 0;
        CHECK_EQ(count_crossings(world), report.crossings_declared);
    }
    test_note("seed %u: %.1f m/s, asleep in %d of 90 steps, contacts in %d", seed, (double)speed,
              slept, met);
    weft_world_destroy(world);
    return slept > 0 && slept < 90;
}

WEFT_TEST(nothing_goes_through_cloth_that_slept) {
    int woken = 0;
    for (uint32_t seed = 1; seed <= 16; ++seed) {
        woken += throw_at(seed);
    }
    CHECK_GT(woken, 8);
}

WEFT_TEST(a_pile_grows_on_sleeping_cloth) {
    weft_world* world = make_sleepy_world();
    const float half[3] = {0.15f, 0.05f, 0.15f};
    add_box(world, half, 0, 4);
    for (int k = 0; k < 3; ++k) { // the next ones wait in the air
        lay_turned(world, 14, 0.055f + 0.4f * (float)k, 0.3f * (float)k, k > 0);
    }
    for (uint32_t k = 1; k < 3; ++k) {
        CHECK(run_until(world, 0, true));
        push(world, (weft_event){.kind = WEFT_EVENT_RELEASE, .target = k, .index = WEFT_PIN_FIXED});
        CHECK(run_until(world, 0, false)); // it comes down on the pile
        for (int i = 0; i < 40; ++i) {
            CHECK_EQ(weft_world_step(world).status, WEFT_OK);
            CHECK_EQ(count_crossings(world), 0);
        }
    }
    CHECK(run_until(world, 0, true));
    for (uint32_t k = 0; k < 3; ++k) {
        CHECK(sleeps(world, k));
    }
    weft_world_destroy(world);
}

WEFT_TEST(layers_sleep_and_wake_together) {
    weft_world* world = make_sleepy_world();
    const float half[3] = {0.15f, 0.05f, 0.15f};
    add_box(world, half, 0, 4);
    lay_turned(world, 14, 0.055f, 0, false);
    lay_turned(world, 14, 0.065f, 0.3f, false);
    lay_sheet(world, 2, 0.055f, 0);
    hold(world, 2); // somebody has to be awake
    for (int i = 0; i < 1200 && !sleeps(world, 0); ++i) {
        weft_world_step(world);
        CHECK_EQ(sleeps(world, 0), sleeps(world, 1));
    }
    CHECK(sleeps(world, 0) && sleeps(world, 1));
    push(world,
         (weft_event){.kind = WEFT_EVENT_GRAB, .target = 1, .index = 40, .p = {0, 0.3f, 0, 50, 1}});
    weft_world_step(world);
    CHECK(!sleeps(world, 0) && !sleeps(world, 1));
    for (int i = 0; i < 60; ++i) {
        weft_world_step(world);
        CHECK_EQ(count_crossings(world), 0);
    }
    weft_world_destroy(world);
}

static float largest_change(const float* from, const float* to) {
    float most = 0.0f;
    for (int i = 0; i < FLOATS; ++i) {
        most = fmaxf(most, fabsf(to[i] - from[i]));
    }
    return most;
}

WEFT_TEST(who_wakes_alone_does_not_jump) {
    bedroom b = make_bedroom();
    push(b.world, (weft_event){.kind = WEFT_EVENT_DAMPING, .p = {0}});
    weft_world_step(b.world);
    CHECK(!sleeps(b.world, 0));
    float most = largest_change(b.kept, places(b.world, 0));
    test_note("%.4f mm in the step that wakes", 1e3 * (double)most);
    CHECK_LE(most, 2e-4);
    CHECK(run_until(b.world, 0, true));
    test_note("%.4f mm until it sleeps again",
              1e3 * (double)largest_change(b.kept, places(b.world, 0)));
    weft_world_destroy(b.world);
}

WEFT_TEST(who_watches_another_fall_asleep_does_not_feel_it) {
    weft_world* worlds[2];
    for (uint32_t k = 0; k < 2; ++k) {
        weft_world_def def = weft_default_world_def();
        def.sleep = k;
        worlds[k] = weft_world_create(&def, NULL);
        const float half[3] = {3, 0.05f, 0.3f};
        add_box(worlds[k], half, 0, 4);
        lay_sheet(worlds[k], 0, 0.055f, 0);
        lay_sheet(worlds[k], 2, 0.055f, 0);
        hold(worlds[k], 1);
    }
    for (int i = 0; i < 1200 && !sleeps(worlds[1], 0); ++i) {
        CHECK_EQ_HEX(weft_world_hash(worlds[0]), weft_world_hash(worlds[1]));
        weft_world_step(worlds[0]);
        weft_world_step(worlds[1]);
    }
    REQUIRE(sleeps(worlds[1], 0));
    for (int i = 0; i < 10; ++i) {
        float most = largest_change(places(worlds[0], 1), places(worlds[1], 1));
        test_note("%.5f mm", 1e3 * (double)most);
        CHECK_LE(most, 2e-6);
        weft_world_step(worlds[0]);
        weft_world_step(worlds[1]);
    }
    weft_world_destroy(worlds[0]);
    weft_world_destroy(worlds[1]);
}

WEFT_TEST(snapshots_keep_who_sleeps) {
    bedroom b = make_bedroom();
    size_t bytes = weft_world_snapshot(b.world, NULL, 0);
    uint8_t* block = malloc(bytes);
    weft_world_snapshot(b.world, block, bytes);
    uint64_t hash[2];
    uint32_t woke[2] = {0, 0};
    for (int run = 0; run < 2; ++run) {
        CHECK_EQ(weft_world_restore(b.world, block, bytes), WEFT_OK);
        CHECK(sleeps(b.world, 0));
        CHECK(lies_still(&b));
        for (uint32_t i = 0; i < 150; ++i) {
            drag(b.world, -0.02f, i < 20 ? 0.01f : 0);
            weft_world_step(b.world);
            woke[run] = woke[run] == 0 && !sleeps(b.world, 0) ? i : woke[run];
        }
        hash[run] = weft_world_hash(b.world);
    }
    test_note("woken in step %u, hash %016llx", woke[0], (unsigned long long)hash[0]);
    CHECK_GT(woke[0], 0);
    CHECK_EQ(woke[0], woke[1]);
    CHECK_EQ_HEX(hash[0], hash[1]);
    CHECK_EQ(weft_world_reset(b.world), WEFT_OK);
    CHECK(!sleeps(b.world, 0));
    free(block);
    weft_world_destroy(b.world);
}
