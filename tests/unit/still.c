// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that lies still is not searched. Many cells far from each other hold two triangles of cloth
// and one of a body at random: wherever within its bounds everything strays, the pairs are those of
// a full search, and whatever can meet on the way is a candidate. A sheet that has come to rest
// goes on with the same bits from a snapshot, and is searched again when a body comes or a hand.
#include "contact/still.h"
#include "cells.h"
#include "contact/layers.h"
#include "contact/thickness.h"
#include "detect/closest.h"
#include "math/predicates.h"
#include "meshes.h"
#include "strays.h"
#include "test_macros.h"
#include "weft/weft.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 12, STRAYS = 6, LANDINGS = 20, MOST = 20000 };

// ---- soups
// --------------------------------------------------------------------------------------

/// A point within `reach` of another in any direction.
static void stray(test_random* r, const float* from, float reach, float* out) {
    float length2;
    do {
        random_point(r, from, reach, out);
        length2 = 0.0f;
        for (int k = 0; k < 3; ++k) {
            length2 += (out[k] - from[k]) * (out[k] - from[k]);
        }
    } while (length2 > 0.998f * reach * reach);
}

static weft_world* make_soup(test_random* r) {
    static float x[18 * CELLS];
    static uint32_t triangles[6 * CELLS];
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    weft_cloth_def cloth = weft_default_cloth_def();
    fill(r, 6, x, triangles);
    cloth.positions = x, cloth.vertex_count = 6 * CELLS;
    cloth.triangles = triangles, cloth.triangle_count = 2 * CELLS;
    weft_report report = {0};
    weft_world_add_cloth(world, &cloth, &report);
    CHECK_EQ(report.status, WEFT_OK);
    fill(r, 3, x, triangles);
    weft_body_def body = weft_default_body_def();
    body.positions = x, body.vertex_count = 3 * CELLS;
    body.triangles = triangles, body.triangle_count = CELLS;
    body.open = true;
    weft_world_add_body(world, &body, &report);
    CHECK_EQ(report.status, WEFT_OK);
    CHECK(wf_world_rebuild(world));
    world->obstacle.stands = true;
    return world;
}

/// New places for cells, where all settles.
static void lay_out(test_random* r, weft_world* world) {
    wf_particles* p = world->particles;
    for (uint32_t i = 0; i < p->count; i += 3) {
        float middle[3], centre[3];
        middle_of(i / 6, middle);
        random_point(r, middle, 1.6f * SIZE, centre);
        for (size_t at = 4 * (size_t)i; at < 4 * (size_t)i + 12; at += 4) {
            random_point(r, centre, SIZE, p->x + at);
            stray(r, p->x + at, WF_STILL_MOVE, p->z + at);
        }
    }
    wf_still_forget(world->contact);
}

/// Everybody near its place, but one in `one_in` who goes further; 0 for none.
static void stray_all(test_random* r, weft_world* world, uint32_t one_in) {
    wf_particles* p = world->particles;
    const float* place = world->contact->still.place;
    for (size_t at = 0; at < 4 * (size_t)p->count; at += 4) {
        bool loose = one_in > 0 && test_below(r, one_in) == 0;
        float reach = loose ? 6.0f * WF_STILL_STRAY : WF_STILL_STRAY;
        stray(r, place + at, reach, p->x + at);
        bool calm = loose && test_below(r, 2) == 0; // there
        stray(r, calm ? p->x + at : place + at, calm ? WF_STILL_MOVE : reach, p->z + at);
    }
}

static void detect(weft_world* world) {
    wf_contact* c = world->contact;
    wf_contact_boxes(c, world->particles->z, 0.0f, 0, false);
    REQUIRE(wf_contact_refresh(c) && wf_contact_detect(c));
}

/// Everything once more, by a full search.
static void detect_all(weft_world* world) {
    wf_contact_boxes(world->contact, world->particles->z, 0.0f, 0, false);
    REQUIRE(wf_contact_search_all(world->contact));
}

static int compare_keys(const void* a, const void* b) {
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

static uint64_t key_of(const wf_near* p) {
    return (uint64_t)p->kind << 56 | (uint64_t)p->a << 28 | p->b;
}

/// In the order of the lists.
static size_t list_keys(const wf_contact* c, uint64_t* keys) {
    const wf_near_list* lists[] = {&c->pairs, &c->layers->pairs};
    size_t count = 0;
    for (int k = 0; k < 2; ++k) {
        for (size_t i = 0; i < lists[k]->count; ++i) {
            CHECK_LT(count, MOST);
            keys[count < MOST ? count++ : 0] = key_of(&lists[k]->items[i]);
        }
    }
    return count;
}

static bool are_listed(const wf_pairs* pairs, uint32_t a, uint32_t b) {
    bool listed = false;
    for (size_t i = 0; i < pairs->count; ++i) {
        listed |= pairs->a[i] == a && pairs->b[i] == b;
    }
    return listed;
}

/// A corner of the box of a particle.
static void land(test_random* r, const weft_world* world, uint32_t particle, float* out) {
    const wf_contact* c = world->contact;
    for (size_t k = 0; k < 3; ++k) {
        const float* end = test_below(r, 2) == 0 ? c->cloth_lo : c->cloth_hi;
        size_t at = 4 * (size_t)particle + k;
        out[k] = world->particles->x[at] + end[at];
    }
}

typedef struct tally {
    size_t full, kept, missed, met, unlisted, changed;
} tally;

/// Whether triangles that meet somewhere in their boxes are candidates.
static void count_landings(test_random* r, const weft_world* world, tally* out) {
    const wf_contact* c = world->contact;
    for (uint32_t cell = 0; cell < CELLS; ++cell) {
        bool meets = false, layers_meet = false;
        for (int n = 0; n < LANDINGS; ++n) {
            float cloth[6][3];
            const float* corner[9];
            for (uint32_t k = 0; k < 6; ++k) {
                land(r, world, 6 * cell + k, cloth[k]);
                corner[k] = cloth[k];
            }
            for (size_t k = 0; k < 3; ++k) {
                corner[6 + k] = world->obstacle.x0 + 12 * (size_t)cell + 4 * k;
            }
            meets |= wf_triangles_meet(corner, corner + 6);
            layers_meet |= wf_triangles_meet(corner, corner + 3);
        }
        out->met += meets + layers_meet;
        out->unlisted += meets && !are_listed(&c->candidates, 2 * cell, cell);
        out->unlisted += layers_meet && !are_listed(&c->layers->candidates, 2 * cell, 2 * cell + 1);
    }
}

/// Proposals that leave their boxes, one in ten: these get new ones.
static void follow(test_random* r, const weft_world* world) {
    static float d[24 * CELLS];
    wf_contact* c = world->contact;
    propose_strays(r, c, 10, d);
    CHECK_GT(wf_contact_count_strays(c, d), 0);
    REQUIRE(wf_contact_follow(c, d));
    CHECK_EQ(wf_contact_count_strays(c, d), 0);
}

static const wf_near* find_pair(const wf_near_list* list, uint64_t key) {
    const wf_near* found = NULL;
    for (size_t i = 0; i < list->count; ++i) {
        found = key_of(&list->items[i]) == key ? &list->items[i] : found;
    }
    return found;
}

/// A full search also keeps features that turn as they go and are within reach only along the
/// direction that they had before: not in truth where they are predicted, nor within the slack.
static bool matters(const wf_contact* c, uint64_t key) {
    const wf_near* p = find_pair(&c->pairs, key);
    bool over_body = p != NULL;
    p = over_body ? p : find_pair(&c->layers->pairs, key);
    const float* at[4];
    float slack = 0.0f, weight[4];
    for (uint32_t k = 0; k < 4; ++k) {
        bool body = over_body && k >= p->upper;
        at[k] = (body ? c->obstacle->x1 : c->predicted) + 4 * (size_t)p->point[k];
        slack = wf_wider(slack, body ? 0.0f : 1.7321f * c->slacks[p->point[k]]);
    }
    if (p->upper == 2) {
        wf_closest_segments(at[0], at[1], at[2], at[3], &weight[1], &weight[3]);
        weight[0] = 1.0f - weight[1];
        weight[2] = weight[3] - 1.0f;
        weight[3] = -weight[3];
    } else {
        const float** face = p->upper == 1 ? at + 1 : at;
        float* of_face = p->upper == 1 ? weight + 1 : weight;
        wf_closest_point_triangle(at[p->upper == 1 ? 0 : 3], face[0], face[1], face[2], of_face);
        weight[p->upper == 1 ? 0 : 3] = -1.0f;
    }
    float length2 = 0.0f;
    for (int k = 0; k < 3; ++k) {
        float d = 0.0f;
        for (int n = 0; n < 4; ++n) {
            d += weight[n] * at[n][k];
        }
        length2 += d * d;
    }
    float distance = sqrtf(length2), reach = over_body ? wf_contact_reach(c) : wf_layers_reach(c);
    return distance <= reach ||
           distance <= 2.0f * WEFT_SAFETY_GAP + (over_body ? slack : 2.0f * slack);
}

/// Compares what lies still with a full search of the same, and its lists with those that are made
/// at once.
static void compare(test_random* r, weft_world* world, tally* out) {
    static uint64_t kept[MOST], full[MOST], again[MOST];
    wf_still* still = &world->contact->still;
    detect(world);
    REQUIRE(still->used);
    size_t kept_count = list_keys(world->contact, kept);
    count_landings(r, world, out);
    follow(r, world);
    count_landings(r, world, out);
    wf_still_forget_lists(world->contact);
    still->in_vain = 0;
    detect(world);
    REQUIRE(still->used);
    size_t again_count = list_keys(world->contact, again);
    out->changed += again_count != kept_count || memcmp(kept, again, 8 * kept_count) != 0;
    qsort(kept, kept_count, sizeof *kept, compare_keys);
    detect_all(world);
    size_t full_count = list_keys(world->contact, full);
    for (size_t i = 0; i < full_count; ++i) {
        bool found = bsearch(&full[i], kept, kept_count, sizeof *kept, compare_keys) != NULL;
        out->missed += !found && matters(world->contact, full[i]);
    }
    for (size_t i = 1; i < kept_count; ++i) {
        CHECK(kept[i] != kept[i - 1]); // kept or searched, not both
    }
    out->full += full_count;
    out->kept += kept_count;
}

WEFT_TEST(still_cloth_has_the_pairs_of_a_full_search_wherever_it_strays) {
    const uint64_t seed = 41001;
    test_random random = test_seed(seed);
    weft_world* world = make_soup(&random);
    tally t = {0};
    size_t loose = 0, settled = 0;
    const uint32_t most = world->contact->particle_count;
    for (int n = 0; n < PLACES; ++n) {
        lay_out(&random, world);
        compare(&random, world, &t);
        for (int k = 0; k < STRAYS; ++k) {
            uint32_t before = world->contact->still.loose_count;
            stray_all(&random, world, k % 3 * 20);
            world->contact->still.in_vain = k % 2 * most; // who is calm settles now
            compare(&random, world, &t);
            uint32_t now = world->contact->still.loose_count;
            CHECK_LT(now, most);
            loose += now;
            settled += now < before;
        }
    }
    test_note(
        "seed %llu: %zu pairs, %zu kept, %zu missed; %zu meetings, %zu not listed; %zu loose, "
        "settled %zu times",
        (unsigned long long)seed, t.full, t.kept, t.missed, t.met, t.unlisted, loose, settled);
    CHECK_GT(loose, 1000);
    CHECK_GT(settled, 5);
    CHECK_GT(t.full, 20000);
    CHECK_LT(t.kept, t.full + t.full / 20);
    CHECK_EQ(t.missed, 0);
    CHECK_GT(t.met, 1000);
    CHECK_EQ(t.unlisted, 0);
    CHECK_EQ(t.changed, 0);
    weft_world_destroy(world);
}

WEFT_TEST(who_strays_is_loose_until_many_are_calm_and_a_body_that_moves_frees_all) {
    test_random random = test_seed(41002);
    weft_world* world = make_soup(&random);
    wf_still* still = &world->contact->still;
    wf_particles* p = world->particles;
    const uint32_t count = world->contact->particle_count;
    CHECK_EQ(still->loose_count, count);
    lay_out(&random, world);
    detect(world);
    CHECK(still->used);
    CHECK_EQ(still->loose_count, 0);
    p->x[4] = p->z[4] = still->place[4] + 1.001f * WF_STILL_STRAY;
    detect(world);
    CHECK(still->used);
    CHECK_EQ(still->loose_count, 1);
    CHECK(still->loose[1]);
    p->x[4] = p->z[4] = still->place[4];
    uint32_t rounds = 1;
    for (; rounds < count && still->loose_count > 0; ++rounds) {
        detect(world); // back where it was, but nobody has looked what it is near since
    }
    CHECK_EQ(rounds, (count + 3) / 4);
    CHECK_EQ(still->loose_count, 0);
    memcpy(p->x, p->z, 16 * (size_t)p->count);
    for (size_t i = 0; i < count / 2; ++i) {
        p->z[4 * i] = still->place[4 * i] + 2.0f * WF_STILL_STRAY;
    }
    detect(world);
    CHECK(still->used);
    CHECK_EQ(still->loose_count, count / 2);
    for (size_t i = 0; i < count; ++i) {
        p->z[4 * i] = still->place[4 * i] + 2.0f * WF_STILL_STRAY;
    }
    detect(world);
    CHECK(!still->used); // next to nobody is still
    lay_out(&random, world);
    detect(world);
    CHECK(still->used);
    world->obstacle.stands = false;
    detect(world);
    CHECK(!still->used);
    CHECK_EQ(still->loose_count, count);
    weft_world_destroy(world);
}

// ---- a sheet
// ------------------------------------------------------------------------------------

/// On a box, over its rim, so that it folds there.
static weft_world* make_sheet(void) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    weft_report report = {0};
    test_mesh box = test_box(0.3f, 0.2f, 0.3f), sheet = test_grid(16, 16, 0.02f, 0.205f);
    weft_body_def body = weft_default_body_def();
    body.positions = box.positions, body.vertex_count = box.vertex_count;
    body.triangles = box.triangles, body.triangle_count = box.triangle_count;
    weft_world_add_body(world, &body, &report);
    CHECK_EQ(report.status, WEFT_OK);
    weft_cloth_def cloth = weft_default_cloth_def();
    cloth.positions = sheet.positions, cloth.vertex_count = sheet.vertex_count;
    cloth.triangles = sheet.triangles, cloth.triangle_count = sheet.triangle_count;
    weft_world_add_cloth(world, &cloth, &report);
    CHECK_EQ(report.status, WEFT_OK);
    test_mesh_free(&box);
    test_mesh_free(&sheet);
    return world;
}

static void run(weft_world* world, int steps) {
    for (int i = 0; i < steps; ++i) {
        weft_step_report report = weft_world_step(world);
        CHECK_EQ(report.status, WEFT_OK);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
    }
}

static bool is_still(const weft_world* world) {
    const wf_contact* c = world->contact;
    return c != NULL && c->still.used && c->still.loose_count < c->particle_count / 16;
}

static void run_until_still(weft_world* world) {
    int steps = 0, still = 0;
    while (steps < 600 && still < 20) {
        run(world, 1);
        still = is_still(world) ? still + 1 : 0;
        ++steps;
    }
    test_note("still after %d steps", steps);
    REQUIRE(still == 20);
}

WEFT_TEST(still_cloth_goes_on_with_the_same_bits_from_a_snapshot) {
    weft_world *world = make_sheet(), *fresh = make_sheet();
    run_until_still(world);
    size_t bytes = weft_world_snapshot(world, NULL, 0);
    uint8_t* block = malloc(bytes);
    REQUIRE(weft_world_snapshot(world, block, bytes) == bytes);
    const uint32_t loose = world->contact->still.loose_count;
    run(world, 30);
    uint64_t hash = weft_world_hash(world);
    REQUIRE(weft_world_restore(fresh, block, bytes) == WEFT_OK);
    CHECK_EQ(fresh->contact->still.loose_count, loose);
    run(fresh, 30);
    CHECK_EQ_HEX(weft_world_hash(fresh), hash);
    REQUIRE(weft_world_restore(world, block, bytes) == WEFT_OK);
    run(world, 30);
    CHECK_EQ_HEX(weft_world_hash(world), hash);
    free(block);
    weft_world_destroy(world);
    weft_world_destroy(fresh);
}

/// The first step of a world that was restored looks for crossings, which is no round: cloth that
/// falls must not be taken to lie.
WEFT_TEST(a_snapshot_keeps_how_long_cloth_lies_still) {
    weft_world *world = make_sheet(), *fresh = make_sheet();
    bool partly = false;
    for (int moment = 0; moment < 60; ++moment) {
        size_t bytes = weft_world_snapshot(world, NULL, 0);
        uint8_t* block = malloc(bytes);
        REQUIRE(weft_world_snapshot(world, block, bytes) == bytes);
        REQUIRE(weft_world_restore(fresh, block, bytes) == WEFT_OK);
        free(block);
        run(world, 3);
        run(fresh, 3);
        const wf_still *own = &world->contact->still, *its = &fresh->contact->still;
        if (its->used != own->used)
            test_note("moment %d used %d %d loose %u %u vain %u %u", moment, its->used, own->used,
                      its->loose_count, own->loose_count, its->in_vain, own->in_vain);
        CHECK_EQ(its->loose_count, own->loose_count);
        CHECK_EQ(its->in_vain, own->in_vain);
        partly |= own->used && own->loose_count > 0;
        CHECK_EQ_HEX(weft_world_hash(fresh), weft_world_hash(world));
    }
    CHECK(partly);
    weft_world_destroy(world);
    weft_world_destroy(fresh);
}

WEFT_TEST(still_cloth_is_searched_again_when_the_origin_moves) {
    weft_world* world = make_sheet();
    run_until_still(world);
    CHECK_EQ(weft_world_set_origin(world, 0.001, 0, 0), WEFT_OK);
    CHECK_EQ(world->contact->still.loose_count, world->contact->particle_count);
    run_until_still(world);
    weft_world_destroy(world);
}

WEFT_TEST(still_cloth_meets_a_body_that_comes_and_a_hand_that_pulls) {
    weft_world* world = make_sheet();
    run_until_still(world);
    weft_body_id body = weft_world_body_at(world, 0);
    float places[24];
    memcpy(places, weft_body_positions(world, body), sizeof places);
    for (int n = 0; n < 20; ++n) {
        for (int k = 0; k < 24; k += 3) {
            places[k] += 0.004f;
            places[k + 1] += 0.006f;
        }
        CHECK_EQ(weft_body_set_positions(world, body, places), WEFT_OK);
        run(world, 1);
        CHECK(!world->contact->still.used);
    }
    run_until_still(world);
    weft_event grab = {
        weft_world_step_count(world), WEFT_EVENT_GRAB, 0, 40, {0.2f, 0.7f, 0.2f, 30}};
    CHECK_EQ(weft_world_push_event(world, &grab), WEFT_OK);
    run(world, 30);
    CHECK_GT(world->contact->still.loose_count, world->contact->particle_count / 8);
    weft_world_destroy(world);
}
