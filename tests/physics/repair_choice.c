// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A repair that was chosen acts under every response; one that nobody chose acts with the filter
// alone, and what other responses let through is then seen as it is, not declared.
#include "crossing_count.h"
#include "method_rows.h"
#include "sheet.h"

enum { SIDE = 13, STEPS = 120, SOME = 40 };

static void add_still(weft_world* world, const float origin[3], const float across[3]) {
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    sheet_place(&s, origin, (float[3]){1, 0, 0}, across);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, NULL, 0);
    sheet_free(&s);
}

/// A sheet whose middle is in a box, or two sheets that cross, without weight.
static weft_world* crossed(bool in_box, const char* response, const char* repair) {
    weft_world_def def = weft_default_world_def();
    memset(def.gravity, 0, sizeof def.gravity);
    weft_world* world = weft_world_create(&def, NULL);
    CHECK_EQ(weft_world_set_method(world, "response", response, NULL), WEFT_OK);
    CHECK_EQ(weft_world_set_method(world, "repair", repair, NULL), WEFT_OK);
    if (in_box) {
        add_box(world, (float[3]){0.07f, 0.05f, 0.07f}, 0.0f, 4);
        add_still(world, (float[3]){-0.121f, 0.043f, -0.119f}, (float[3]){0, 0, 1});
    } else {
        add_still(world, (float[3]){-0.121f, 0, -0.119f}, (float[3]){0, 0, 1});
        add_still(world, (float[3]){-0.113f, -0.03f, -0.123f}, (float[3]){0, 0.28f, 0.96f});
    }
    return world;
}

typedef struct outcome {
    uint32_t before, after;               // crossings
    uint32_t tangled, declared, captured; // in all steps
} outcome;

static bool is(const char* a, const char* b) {
    return strcmp(a, b) == 0;
}

static outcome run(bool in_box, const char* response, const char* repair) {
    weft_world* world = crossed(in_box, response, repair);
    outcome o = {.before = count_crossings(world)};
    bool repairs = !is(repair, "none") && (is(response, "filter") || !is(repair, "auto"));
    bool clean = false;
    for (int n = 0; n < (repairs ? STEPS : SOME); ++n) {
        weft_step_report r = run_steps(world, 1);
        o.tangled += r.tangled;
        o.declared += r.crossings_declared;
        o.captured += r.captured;
        if (n % 20 == 19) {
            bool was = clean;
            clean = count_crossings(world) == 0;
            if (clean && was) {
                break; // it stays so
            }
        }
    }
    o.after = count_crossings(world);
    test_note("%s, response %s, repair %s: %u crossings, then %u; %u declared, %u tangled",
              in_box ? "in a box" : "two sheets", response, repair, o.before, o.after, o.declared,
              o.tangled);
    weft_world_destroy(world);
    return o;
}

static void check(bool in_box, const char* response, const char* repair, outcome o) {
    // Offset surfaces push out of a body what is below them: that is the response, not a repair.
    bool leads_out = in_box && is(response, "offset_surfaces");
    bool filters = is(response, "filter"), chosen = !is(repair, "none") && !is(repair, "auto");
    CHECK_GT(o.before, 8);
    if (chosen) {
        CHECK(o.tangled > 0 || o.after == 0);
    } else if (!filters) {
        CHECK_EQ(o.declared + o.captured + o.tangled, 0);
        CHECK(leads_out || o.after >= o.before);
    }
    if (is(repair, "untangle") || (is(repair, "auto") && filters)) {
        CHECK_EQ(o.after, 0);
    }
}

WEFT_TEST(a_repair_that_was_chosen_acts) {
    uint32_t index = 0;
    for (const weft_method* response; (response = next_row("response", &index)) != NULL;) {
        uint32_t other = 0;
        for (const weft_method* repair; (repair = next_row("repair", &other)) != NULL;) {
            check(true, response->name, repair->name, run(true, response->name, repair->name));
            check(false, response->name, repair->name, run(false, response->name, repair->name));
        }
    }
}

/// The choice may be made, and unmade, while the world runs.
WEFT_TEST(a_repair_is_chosen_by_name) {
    weft_world* world = crossed(false, "filter", "auto");
#ifdef WEFT_LAB
    CHECK_EQ(weft_world_set_method(world, "response", "none", NULL), WEFT_OK);
    run_steps(world, 30);
    CHECK_GT(count_crossings(world), 8);
#endif
    CHECK_EQ(weft_world_set_method(world, "repair", "untangle", NULL), WEFT_OK);
    run_steps(world, 1);
    CHECK_EQ(weft_world_set_method(world, "repair", "auto", NULL), WEFT_OK);
#ifdef WEFT_LAB
    run_steps(world, 30);
    CHECK_GT(count_crossings(world), 8);
    CHECK_EQ(weft_world_set_method(world, "repair", "untangle", NULL), WEFT_OK);
#endif
    run_steps(world, STEPS);
    CHECK_EQ(count_crossings(world), 0);
    weft_world_destroy(world);
}

static uint64_t hash_with(const char* parameter, float value) {
    weft_world* world = crossed(true, "filter", "auto");
    CHECK_EQ(weft_world_set_parameter(world, "repair", parameter, value, NULL), WEFT_OK);
    run_steps(world, 20);
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

/// How many steps crossed cloth needs until nothing crosses.
static uint32_t steps_until_free(float speed) {
    weft_world* world = crossed(true, "filter", "untangle");
    CHECK_EQ(weft_world_set_parameter(world, "repair", "speed", speed, NULL), WEFT_OK);
    uint32_t steps = 0;
    do {
        run_steps(world, 1);
    } while (++steps < STEPS && count_crossings(world) > 0);
    weft_world_destroy(world);
    return steps;
}

WEFT_TEST(parameters_of_a_repair_are_read) {
    uint64_t usual = hash_with("speed", 1.0f);
    CHECK(hash_with("speed", 0.1f) != usual);
    CHECK(hash_with("margin", 0.005f) != usual);
    CHECK_EQ(hash_with("margin", 0.001f), usual);
    uint32_t slow = steps_until_free(0.1f), fast = steps_until_free(1.0f);
    test_note("free after %u steps at 0.1 m/s, %u at 1 m/s", slow, fast);
    CHECK_LT(fast, STEPS);
    CHECK_LT(fast, slow);
}
