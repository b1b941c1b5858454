// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is said to lie spread out must be so: among all pairs of triangles the search for contacts
// finds nothing, and nothing crosses wherever particles end within their boxes. And what lies flat
// must be seen to.
#include "contact/layers.h"
#include "sheet.h"
#include "world/world.h"

#include <stdlib.h>

enum { SIDE = 9, COUNT = SIDE * SIDE, FACES = 2 * (SIDE - 1) * (SIDE - 1) };

typedef struct rig {
    weft_world* world;
    float from[4 * COUNT], to[4 * COUNT], slack[COUNT], end[4 * COUNT];
    wf_pairs all;
    uint32_t first[FACES * FACES / 2], second[FACES * FACES / 2];
    wf_audit audit;
} rig;

static rig* rig_make(void) {
    rig* r = calloc(1, sizeof *r);
    r->world = make_world(0.0f);
    add_grid(r->world, SIDE, 0.02f, (float[3]){0, 0, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1},
             NULL, 0);
    run_steps(r->world, 1);
    uint32_t n = 0;
    for (uint32_t a = 0; a < FACES; ++a) {
        for (uint32_t b = a + 1; b < FACES; ++b) {
            r->first[n] = a;
            r->second[n++] = b;
        }
    }
    r->all = (wf_pairs){r->first, r->second, n, n, n};
    return r;
}

static void rig_free(rig* r) {
    wf_audit_free(&r->world->memory, &r->audit);
    weft_world_destroy(r->world);
    free(r);
}

static wf_surface surface_of(const rig* r) {
    wf_surface s = wf_contact_cloth(r->world->contact);
    s.from = r->from;
    s.to = r->to;
    s.slack = r->slack;
    return s;
}

static bool is_clear(const rig* r) {
    wf_surface s = surface_of(r);
    return wf_spread_is_clear(&r->world->contact->layers->spread, &s, 0.0039f);
}

/// Bent about an axis by so many radians, in waves (m), with noise (m).
static void place(rig* r, test_random* random, float bend, float waves, float noise) {
    for (uint32_t i = 0; i < COUNT; ++i) {
        float u = 0.02f * (float)(i % SIDE), v = 0.02f * (float)(i / SIDE);
        float radius = bend > 0.01f ? 0.16f / bend : 1e4f, angle = u / radius;
        float* x = r->from + 4 * i;
        x[0] = 1.0f + radius * sinf(angle);
        x[1] = radius * (1.0f - cosf(angle)) + waves * sinf(60.0f * v);
        x[2] = v;
        for (int k = 0; k < 3; ++k) {
            x[k] += test_uniform(random, -noise, noise);
        }
    }
}

/// Turned by an angle about a corner and moved on, with noise (m).
static void move(rig* r, test_random* random, float turn, float noise) {
    float way[3];
    for (int k = 0; k < 3; ++k) {
        way[k] = test_uniform(random, -0.05f, 0.05f);
    }
    float slack = test_uniform(random, 0.0f, 0.004f);
    for (uint32_t i = 0; i < COUNT; ++i) {
        const float* x = r->from + 4 * i;
        float* y = r->to + 4 * i;
        y[0] = 1.0f + cosf(turn) * (x[0] - 1.0f) - sinf(turn) * x[1] + way[0];
        y[1] = sinf(turn) * (x[0] - 1.0f) + cosf(turn) * x[1] + way[1];
        y[2] = x[2] + way[2];
        for (int k = 0; k < 3; ++k) {
            y[k] += test_uniform(random, -noise, noise);
        }
        r->slack[i] = test_uniform(random, 0.0f, slack);
    }
}

static void check_search(rig* r) {
    wf_layers* l = r->world->contact->layers;
    wf_surface s = surface_of(r);
    wf_joins joins = {l->same, &l->joined};
    l->pairs.count = 0;
    REQUIRE(wf_self_collect(&r->world->memory, &r->all, &s, &joins, 0.0039f, NULL, &l->boxes,
                            &r->world->contact->collecting, &l->pairs));
    CHECK_EQ(l->pairs.count, 0);
}

static void check_end(rig* r, test_random* random) {
    for (uint32_t i = 0; i < COUNT; ++i) {
        float part = test_uniform(random, 0, 1) < 0.5f ? 1.0f : test_uniform(random, 0, 1);
        for (uint32_t k = 4 * i; k < 4 * i + 3; ++k) {
            float side = test_below(random, 2) == 0 ? -1.0f : 1.0f;
            r->end[k] = r->to[k] + part * side * r->slack[i];
        }
    }
    const wf_particles* p = r->world->particles;
    wf_audit_mesh mesh = {r->end, p->triangles, NULL, NULL, r->world->contact->layers->same, FACES};
    REQUIRE(wf_audit_count(&r->world->memory, &r->audit, &r->all, &mesh, &mesh));
    CHECK_EQ(r->audit.crossings, 0);
}

WEFT_TEST(nothing_is_found_in_what_lies_spread_out) {
    test_random random = test_seed(61);
    rig* r = rig_make();
    uint32_t clear = 0;
    for (int n = 0; n < 3000; ++n) {
        float rough = test_uniform(&random, 0, 1);
        place(r, &random, test_uniform(&random, 0, 3) * rough,
              test_uniform(&random, 0, 0.02f) * rough, test_uniform(&random, 0, 0.006f) * rough);
        move(r, &random, test_uniform(&random, -0.4f, 0.4f) * rough,
             test_uniform(&random, 0, 0.004f) * rough);
        if (is_clear(r)) {
            clear += 1;
            check_search(r);
            check_end(r, &random);
        }
    }
    test_note("%u of 3000 lie spread out", clear);
    CHECK_GT(clear, 300);
    CHECK_LE(clear, 2700);
    rig_free(r);
}

WEFT_TEST(a_flat_sheet_that_falls_lies_spread_out) {
    test_random random = test_seed(62);
    rig* r = rig_make();
    place(r, &random, 0.0f, 0.0f, 0.0f);
    move(r, &random, 0.0f, 0.0f);
    CHECK(is_clear(r));
    for (uint32_t i = 0; i < COUNT; ++i) {
        r->slack[i] = 0.02f;
    }
    CHECK(!is_clear(r));
    rig_free(r);
}

/// Folded over, rolled up, or held together at two corners: nothing of it is taken for granted.
WEFT_TEST(what_is_rolled_or_folded_is_searched) {
    test_random random = test_seed(63);
    rig* r = rig_make();
    for (int n = 0; n < 200; ++n) {
        place(r, &random, test_uniform(&random, 2.0f, 9.0f), 0.0f, 0.001f);
        move(r, &random, 0.0f, 0.0f);
        CHECK(!is_clear(r));
        place(r, &random, 0.0f, 0.0f, 0.0f);
        uint32_t v = test_below(&random, COUNT); // one vertex on the other side of another
        r->from[4 * v] += 0.05f;
        move(r, &random, 0.0f, 0.0f);
        CHECK(!is_clear(r));
    }
    rig_free(r);
}

/// Two sheets, a sheet with a hole: their borders are two.
WEFT_TEST(more_than_one_sheet_is_searched) {
    weft_world* world = make_world(9.81f);
    for (int n = 0; n < 2; ++n) {
        add_grid(world, SIDE, 0.02f, (float[3]){0, 0.05f * (float)n, 0}, (float[3]){1, 0, 0},
                 (float[3]){0, 0, 1}, NULL, 0);
    }
    run_steps(world, 1);
    CHECK_EQ(world->contact->layers->spread.rim_count, 0);
    weft_world_destroy(world);
}

/// Falls, meets a ball and drapes: searched once it has to be, and never crossed.
WEFT_TEST(a_sheet_is_searched_once_it_bends) {
    weft_world* world = make_world(9.81f);
    add_sphere(world, (float[3]){0.2f, -0.15f, 0.2f}, 0.1f, 12);
    add_grid(world, 21, 0.02f, (float[3]){0, 0, 0}, (float[3]){1, 0, 0}, (float[3]){0, 0, 1}, NULL,
             0);
    uint32_t before = 0, after = 0;
    for (int n = 0; n < 60; ++n) {
        weft_step_report report = run_steps(world, 1);
        CHECK_EQ(report.crossings_cloth + report.crossings_body + report.crossings_declared, 0);
        before += n < 5 && world->contact->layers->is_put_off;
        after += n >= 50 && world->contact->layers->is_put_off;
    }
    CHECK_EQ(before, 5);
    CHECK_EQ(after, 0);
    weft_world_destroy(world);
}
