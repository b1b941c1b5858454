// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two balls that close on two sheets again and again, as thighs on the legs of trousers: for a
// second after a pinch steps have twice the substeps; one that lasts has not, and both are kept.
// Who stands beside what they pinch is not captured for that. Thin boards let a sheet go.
#include "sheet.h"

#include "contact/contact.h"
#include "detect/closest.h"
#include "math/predicates.h"
#include "mesh/inside.h"
#include "pace.h"
#include "particles/particles.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS 0.15f
#define PI_F 3.14159265f
/// Steps from one bite to the next, and how far the balls part between them, m.
enum { PERIOD = 33 };
#define OPEN 0.03f
/// How far they are beside each other then, m.
#define ASIDE 0.04f

typedef struct jaw {
    weft_world* world;
    weft_body_id ball[2];
    float *rest[2], *places[2];
} jaw;

static void hang_between(weft_world* world, float z) {
    sheet s = sheet_make(SHEET_EQUILATERAL, 25, 29, 0.018f);
    const float origin[3] = {-0.22f, 0.22f, z}, along[3] = {1, 0, 0}, down[3] = {0, -1, 0};
    sheet_place(&s, origin, along, down);
    weft_pin pins[25] = {{0}};
    for (uint32_t k = 0; k < 25; ++k) {
        pins[k].vertex = k;
    }
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, pins, 25);
    sheet_free(&s);
}

static jaw open_jaw(void) {
    jaw j = {.world = make_world(9.81f)};
    for (int k = 0; k < 2; ++k) {
        float side = k ? 1.0f : -1.0f;
        const float centre[3] = {-side * ASIDE, 0, side * (RADIUS + OPEN)};
        j.ball[k] = add_sphere(j.world, centre, RADIUS, 16);
        size_t bytes = 3 * sizeof(float) * weft_body_vertex_count(j.world, j.ball[k]);
        j.rest[k] = malloc(bytes);
        j.places[k] = malloc(bytes);
        memcpy(j.rest[k], weft_body_positions(j.world, j.ball[k]), bytes);
        hang_between(j.world, k ? 0.008f : -0.008f);
    }
    return j;
}

static void destroy_jaw(jaw* j) {
    weft_world_destroy(j->world);
    for (int k = 0; k < 2; ++k) {
        free(j->rest[k]);
        free(j->places[k]);
    }
}

/// Moves both balls by `in` towards each other and past each other by `past`, m, and steps.
static weft_step_report bite(jaw* j, float in, float past) {
    for (int k = 0; k < 2; ++k) {
        float way = k ? -1.0f : 1.0f;
        uint32_t count = weft_body_vertex_count(j->world, j->ball[k]);
        for (uint32_t i = 0; i < count; ++i) {
            j->places[k][3 * i] = j->rest[k][3 * i] + way * past;
            j->places[k][3 * i + 1] = j->rest[k][3 * i + 1];
            j->places[k][3 * i + 2] = j->rest[k][3 * i + 2] + way * in;
        }
        CHECK_EQ(weft_body_set_positions(j->world, j->ball[k], j->places[k]), WEFT_OK);
    }
    return run_steps(j->world, 1);
}

/// Where the balls are in a step of a walk that leaves a gap of `least`, m, at its narrowest.
static weft_step_report walk(jaw* j, uint32_t step, float least) {
    float t = 2.0f * PI_F * (float)step / (float)PERIOD;
    float in = 0.5f * (1.0f - cosf(t)) * (OPEN - 0.5f * least);
    return bite(j, in, ASIDE * (cosf(0.5f * t) - 1.0f));
}

WEFT_TEST(substeps_are_halved_for_a_second_after_a_pinch) {
    jaw j = open_jaw();
    uint32_t since = 2 * WF_PINCH_STEPS, pinched = 0, calm = 0, row = 0, fine = 0;
    for (uint32_t step = 1; step <= 2 * PERIOD + 2 * WF_PINCH_STEPS; ++step) {
        bool bites = step <= 2 * PERIOD;
        weft_step_report report = bites ? walk(&j, step, -0.003f) : bite(&j, 0.0f, 0.0f);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
        if (since < WF_PINCH_STEPS && row < WF_LASTING_STEPS && !wf_pace_is_long(j.world)) {
            CHECK(report.substeps >= 4);
            fine += 1;
        } else if (since > WF_PINCH_STEPS && !bites) {
            CHECK(report.substeps <= 2);
            calm += 1;
        }
        since = report.captured > 0 ? 0 : since + 1;
        row = report.captured > 0 ? row + 1 : row < WF_LASTING_STEPS ? 0 : row;
        pinched += report.captured > 0;
    }
    test_note("%u steps with captured cloth, %u fine ones, %u calm ones", pinched, fine, calm);
    CHECK(pinched > 4);
    CHECK(fine > WF_PINCH_STEPS);
    CHECK(calm > 30);
    destroy_jaw(&j);
}

WEFT_TEST(a_pinch_that_lasts_has_the_usual_substeps) {
    jaw j = open_jaw();
    uint32_t fine = 0;
    for (uint32_t step = 1; step <= PERIOD / 2; ++step) {
        walk(&j, step, -0.01f);
    }
    for (uint32_t step = 0; step < 3 * WF_PINCH_STEPS; ++step) {
        weft_step_report report = walk(&j, PERIOD / 2, -0.01f);
        CHECK(report.captured > 0);
        fine += report.substeps >= 4;
    }
    test_note("%u fine steps of %u", fine, 3 * WF_PINCH_STEPS);
    CHECK(fine <= WF_LASTING_STEPS);
    destroy_jaw(&j);
}

static uint64_t go_on(jaw* j, uint32_t from) {
    for (uint32_t step = from; step < from + 30; ++step) {
        walk(j, step, -0.003f);
    }
    return weft_world_hash(j->world);
}

WEFT_TEST(a_snapshot_keeps_the_pinch) {
    jaw j = open_jaw();
    uint32_t step = 1;
    for (; j.world->narrow_steps == 0 && step < PERIOD; ++step) {
        walk(&j, step, -0.003f);
    }
    CHECK_EQ(j.world->narrow_steps, WF_PINCH_STEPS);
    size_t bytes = weft_world_snapshot(j.world, NULL, 0);
    void* state = malloc(bytes);
    weft_world_snapshot(j.world, state, bytes);
    uint64_t first = go_on(&j, step);
    CHECK_EQ(weft_world_restore(j.world, state, bytes), WEFT_OK);
    CHECK_EQ(go_on(&j, step), first);
    CHECK_EQ(weft_world_reset(j.world), WEFT_OK);
    CHECK_EQ(j.world->narrow_steps + j.world->pinched_steps, 0);
    free(state);
    destroy_jaw(&j);
}

// ---- who is captured
// -------------------------------------------------------------------------------------------

static const float* corner(const float* x, const uint32_t* triangles, uint32_t t, uint32_t k) {
    return x + 4 * (size_t)triangles[3 * (size_t)t + k];
}

static bool is_inside(const jaw* j, uint32_t particle) {
    const wf_obstacle* o = &j->world->obstacle;
    bool inside = false;
    for (uint32_t k = 0; k < 2; ++k) {
        const wf_body* ball = &j->world->objects.bodies[k];
        inside |= wf_point_side(j->world->particles->x + 4 * (size_t)particle, o->x0,
                                o->triangles + 3 * (size_t)ball->first_triangle,
                                ball->triangle_count) == 1;
    }
    return inside;
}

/// Whether a vertex is further from both balls than what the filter lets it come, and what is held
/// must be to be released.
static bool is_clear(const jaw* j, uint32_t particle) {
    const wf_obstacle* o = &j->world->obstacle;
    const float* x = j->world->particles->x + 4 * (size_t)particle;
    bool clear = true;
    for (uint32_t t = 0; t < o->triangle_count && clear; ++t) {
        float w[3], d2 = 0.0f;
        wf_closest_point_triangle(x, corner(o->x0, o->triangles, t, 0),
                                  corner(o->x0, o->triangles, t, 1),
                                  corner(o->x0, o->triangles, t, 2), w);
        for (uint32_t k = 0; k < 3; ++k) {
            float d = x[k];
            for (uint32_t n = 0; n < 3; ++n) {
                d -= w[n] * corner(o->x0, o->triangles, t, n)[k];
            }
            d2 += d * d;
        }
        clear = d2 > 0.0006f * 0.0006f;
    }
    return clear;
}

/// Whether an edge of one triangle goes through the other.
static bool edges_meet(const float* x, const uint32_t* a, uint32_t s, const float* y,
                       const uint32_t* b, uint32_t t) {
    bool meet = false;
    for (uint32_t k = 0; k < 3; ++k) {
        meet |=
            wf_segment_meets_triangle(corner(x, a, s, k), corner(x, a, s, (k + 1) % 3),
                                      corner(y, b, t, 0), corner(y, b, t, 1), corner(y, b, t, 2));
    }
    return meet;
}

/// Whether a triangle of cloth crosses a ball.
static bool crosses(const jaw* j, uint32_t triangle) {
    const wf_particles* p = j->world->particles;
    const wf_obstacle* o = &j->world->obstacle;
    bool meet = false;
    for (uint32_t t = 0; t < o->triangle_count && !meet; ++t) {
        meet = edges_meet(p->x, p->triangles, triangle, o->x0, o->triangles, t) ||
               edges_meet(o->x0, o->triangles, t, p->x, p->triangles, triangle);
    }
    return meet;
}

/// Whether an edge from v to a vertex outside goes through a ball, or a ball through a triangle at
/// v that has no corner inside: then nothing else can be captured for it.
static bool crosses_alone(const jaw* j, uint32_t v) {
    const wf_particles* p = j->world->particles;
    const wf_obstacle* o = &j->world->obstacle;
    bool alone = false;
    for (uint32_t t = 0; t < p->triangle_count && !alone; ++t) {
        const uint32_t* c = p->triangles + 3 * (size_t)t;
        uint32_t at = c[0] == v ? 0 : c[1] == v ? 1 : c[2] == v ? 2 : 3;
        for (uint32_t k = 0; k < 3 && at < 3; ++k) {
            uint32_t edge[3] = {v, c[k], c[k]};
            for (uint32_t n = 0; n < o->triangle_count && c[k] != v && !is_inside(j, c[k]); ++n) {
                alone |= wf_segment_meets_triangle(
                    corner(p->x, edge, 0, 0), corner(p->x, edge, 0, 1),
                    corner(o->x0, o->triangles, n, 0), corner(o->x0, o->triangles, n, 1),
                    corner(o->x0, o->triangles, n, 2));
            }
        }
        alone |= at < 3 && crosses(j, t) && !is_inside(j, c[0]) && !is_inside(j, c[1]) &&
                 !is_inside(j, c[2]);
    }
    return alone;
}

/// Of the corners of triangles that cross, those that are outside while another is inside, and how
/// many of them are captured for that, though they were free in the step before.
static void count_neighbours(const jaw* j, const uint8_t* before, uint32_t* free, uint32_t* taken) {
    const wf_particles* p = j->world->particles;
    const uint8_t* captured = j->world->contact->captured;
    for (uint32_t t = 0; t < p->triangle_count; ++t) {
        const uint32_t* v = p->triangles + 3 * (size_t)t;
        bool any = captured[v[0]] || captured[v[1]] || captured[v[2]];
        if (!any || !crosses(j, t)) {
            continue;
        }
        bool in[3] = {is_inside(j, v[0]), is_inside(j, v[1]), is_inside(j, v[2])};
        for (int k = 0; k < 3; ++k) {
            bool beside = !in[k] && (in[0] || in[1] || in[2]) && is_clear(j, v[k]);
            *free += beside && !captured[v[k]];
            *taken += beside && captured[v[k]] && !before[v[k]] && !crosses_alone(j, v[k]);
        }
    }
}

/// The balls bite with that gap, m: less than nothing.
static void check_neighbours(float gap) {
    jaw j = open_jaw();
    uint32_t free_count = 0, taken = 0, most = 0;
    uint8_t* before = calloc(2 * 25 * 29, 1);
    for (uint32_t step = 1; step <= 3 * PERIOD; ++step) {
        weft_step_report report = walk(&j, step, gap);
        CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
        most = report.captured > most ? report.captured : most;
        count_neighbours(&j, before, &free_count, &taken);
        memcpy(before, j.world->contact->captured, j.world->particles->count);
    }
    test_note("%.2f mm: at most %u captured; beside them %u free, %u taken along",
              1e3 * (double)gap, most, free_count, taken);
    CHECK(most > 4);
    CHECK(free_count > 4);
    // What an edge of a ball goes through while all its corners seem to be outside.
    CHECK(50 * taken < free_count);
    free(before);
    destroy_jaw(&j);
}

WEFT_TEST(neighbours_of_what_is_pinched_keep_their_side) {
    check_neighbours(-0.003f);
}

/// Many are inside of one ball here, and nearer to the other.
WEFT_TEST(neighbours_of_what_is_inside_of_one_and_nearer_to_another_keep_theirs) {
    check_neighbours(-0.00307f);
}

// ---- boards
// -------------------------------------------------------------------------------------------

#define BOARD_HALF 0.003f

/// Two boards on the z axis with that gap between them, m, and a step.
static weft_step_report close_boards(jaw* j, float gap) {
    return bite(j, -(0.5f * gap + BOARD_HALF), 0.0f);
}

/// A sheet hangs between two boards, which stand open before it comes.
static jaw open_boards(float gap) {
    jaw j = {.world = make_world(9.81f)};
    const float half[3] = {0.15f, 0.15f, BOARD_HALF};
    for (int k = 0; k < 2; ++k) {
        j.ball[k] = add_box(j.world, half, 0.0f, 10);
        size_t bytes = 3 * sizeof(float) * weft_body_vertex_count(j.world, j.ball[k]);
        j.rest[k] = malloc(bytes);
        j.places[k] = malloc(bytes);
        memcpy(j.rest[k], weft_body_positions(j.world, j.ball[k]), bytes);
    }
    close_boards(&j, gap);
    hang_between(j.world, 0.0f);
    return j;
}

WEFT_TEST(thin_boards_that_clap_let_a_sheet_go) {
    const float gaps[] = {0.0002f, 0.0004f};
    for (int n = 0; n < 2; ++n) {
        const float open = 0.06f;
        jaw j = open_boards(open);
        uint32_t most = 0, step = 0;
        weft_step_report report = {0};
        for (; step < 180; ++step) { // close, hold, open, hang
            float in = step < 20    ? 0.0f
                       : step < 60  ? (float)(step - 20) / 40.0f
                       : step < 90  ? 1.0f
                       : step < 130 ? (float)(130 - step) / 40.0f
                                    : 0.0f;
            report = close_boards(&j, open + in * (gaps[n] - open));
            CHECK_EQ(report.crossings_body + report.crossings_cloth, 0);
            most = report.captured > most ? report.captured : most;
        }
        test_note("a gap of %.1f mm: %u captured, %u at last", 1e3 * (double)gaps[n], most,
                  report.captured);
        CHECK(most > 0);
        CHECK_EQ(report.captured, 0);
        destroy_jaw(&j);
    }
}
