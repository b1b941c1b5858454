// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sheets on bodies that are convex solids: on each of the six, at rest, on an incline, while they
// move and turn, from inside. What crosses is counted from outside: a fine grid of points on every
// triangle, each held against the textbook's inequality of the shape.
#include "sheet.h"

#include "weft/lab.h"

enum { SIDE = 21, VERTICES = SIDE * SIDE, GRID = 8 };

/// A pose: place and rotation.
typedef struct pose {
    float place[3], turn[4];
} pose;

static const pose home = {{0, 0, 0}, {0, 0, 0, 1}};

static pose turned(float x, float y, float z, float angle, const float axis[3]) {
    float s = sinf(0.5f * angle);
    return (pose){{x, y, z}, {axis[0] * s, axis[1] * s, axis[2] * s, cosf(0.5f * angle)}};
}

/// The six, all within 0.3 m.
static weft_shape shape_of(uint32_t kind) {
    weft_shape s = weft_default_body_def().shape;
    s.kind = kind;
    s.radius = kind == WEFT_SHAPE_SPHERE ? 0.25f : kind == WEFT_SHAPE_CAPSULE ? 0.12f : 0.22f;
    s.half[0] = 0.2f;
    s.half[1] = 0.15f;
    s.half[2] = 0.1f;
    return s;
}

/// Corners of an octahedron that is longer than wide, as a mesh.
static const float corners[18] = {0.25f, 0,      0, -0.25f, 0, 0,    0, 0.15f, 0,
                                  0,     -0.15f, 0, 0,      0, 0.2f, 0, 0,     -0.2f};
static const uint32_t sides[24] = {0, 2, 4, 4, 2, 1, 1, 2, 5, 5, 2, 0,
                                   4, 3, 0, 1, 3, 4, 5, 3, 1, 0, 3, 5};

static weft_body_id add_solid(weft_world* world, weft_shape shape, pose at, float friction) {
    weft_body_def def = weft_default_body_def();
    def.positions = corners;
    def.triangles = sides;
    def.vertex_count = 6;
    def.triangle_count = 8;
    def.shape = shape;
    def.friction = friction;
    weft_report report;
    weft_body_id id = weft_world_add_body(world, &def, &report);
    test_check(id.id != WEFT_NULL_ID, __FILE__, __LINE__, "%s", report.message);
    CHECK_EQ(weft_body_set_transform(world, id, at.place, at.turn), WEFT_OK);
    return id;
}

// ---- from outside -------------------------------------------------------------------------------

/// How deep a point is inside of a shape at rest by its inequality, m, about.
static double depth_in(const weft_shape* s, const double p[3]) {
    double across = sqrt(p[0] * p[0] + p[2] * p[2]);
    double h[3] = {(double)s->half[0], (double)s->half[1], (double)s->half[2]};
    double r = (double)s->radius;
    switch (s->kind) {
    case WEFT_SHAPE_SPHERE:
        return r - sqrt(across * across + p[1] * p[1]);
    case WEFT_SHAPE_CAPSULE: {
        double beyond = fmax(fabs(p[1]) - h[1], 0);
        return r - sqrt(across * across + beyond * beyond);
    }
    case WEFT_SHAPE_BOX:
        return fmin(fmin(h[0] - fabs(p[0]), h[1] - fabs(p[1])), h[2] - fabs(p[2]));
    case WEFT_SHAPE_CONE:
        return fmin(p[1] + h[1], ((h[1] - p[1]) * r / (2 * h[1]) - across) * 2 * h[1] /
                                     sqrt(r * r + 4 * h[1] * h[1]));
    case WEFT_SHAPE_PLANE:
        return -p[1];
    default: // the octahedron
        return (1 - fabs(p[0]) / 0.25 - fabs(p[1]) / 0.15 - fabs(p[2]) / 0.2) /
               sqrt(1 / 0.0625 + 1 / 0.0225 + 1 / 0.04);
    }
}

/// Into the axes of a pose.
static void into(const pose* at, const float* x, double out[3]) {
    double q[4], p[3], u[3], w[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = (double)x[k] - (double)at->place[k];
        q[k] = -(double)at->turn[k];
    }
    q[3] = (double)at->turn[3];
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        u[k] = q[a] * p[b] - q[b] * p[a] + q[3] * p[k];
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        w[k] = q[a] * u[b] - q[b] * u[a];
    }
    for (int k = 0; k < 3; ++k) {
        out[k] = p[k] + 2 * w[k];
    }
}

/// The deepest point of a cloth in a shape at a pose, m; above 0 it crosses.
static double deepest(const weft_world* world, weft_cloth_id id, const sheet* s,
                      const weft_shape* shape, const pose* at) {
    const float* x = weft_cloth_positions(world, id);
    double most = -1e30;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        double c[3][3];
        for (int k = 0; k < 3; ++k) {
            into(at, x + 3 * (size_t)s->triangles[3 * t + (uint32_t)k], c[k]);
        }
        for (int i = 0; i <= GRID; ++i) {
            for (int j = 0; i + j <= GRID; ++j) {
                double a = i / (double)GRID, b = j / (double)GRID, p[3];
                for (int k = 0; k < 3; ++k) {
                    p[k] = (1 - a - b) * c[0][k] + a * c[1][k] + b * c[2][k];
                }
                most = fmax(most, depth_in(shape, p));
            }
        }
    }
    return most;
}

// ---- worlds -------------------------------------------------------------------------------------

typedef struct scene {
    weft_world* world;
    sheet cloth;
    weft_cloth_id id;
    weft_shape shape;
    weft_body_id body;
} scene;

/// A sheet of cotton over a shape at a pose.
static scene sheet_over(weft_shape shape, pose at, float height, float step) {
    weft_world_def air = weft_default_world_def();
    scene s = {.world = weft_world_create(&air, NULL), .shape = shape};
    s.body = add_solid(s.world, shape, at, 1.0f);
    s.cloth = sheet_make(SHEET_GRID, SIDE, SIDE, step);
    float reach = 0.5f * step * (SIDE - 1);
    const float origin[3] = {-reach + 0.01f, height, reach}, along[3] = {1, 0, 0};
    const float across[3] = {0, 0, -1};
    sheet_place(&s.cloth, origin, along, across);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    s.id = sheet_add(s.world, &s.cloth, &fabric, NULL, 0);
    return s;
}

static void end(scene* s) {
    weft_world_destroy(s->world);
    sheet_free(&s->cloth);
}

/// Steps once, and counts on both sides.
static double step_and_look(scene* s, const pose* at) {
    weft_step_report r = run_steps(s->world, 1);
    CHECK_EQ(r.crossings_body, 0);
    CHECK_EQ(r.crossings_cloth, 0);
    CHECK_EQ(r.rolled_back, 0);
    return deepest(s->world, s->id, &s->cloth, &s->shape, at);
}

WEFT_TEST(sheets_on_the_six_solids_never_cross) {
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        scene s = sheet_over(shape_of(kind), home, 0.28f, 0.03f);
        double deep = -1e30;
        uint32_t contacts = 0;
        for (int k = 0; k < 300; ++k) {
            deep = fmax(deep, step_and_look(&s, &home));
            contacts += weft_world_report(s.world)->contacts;
        }
        test_note("shape %u: nearest %.3f mm, %u touches a step", kind, -1e3 * deep,
                  contacts / 300);
        CHECK_LT(deep, 0);
        CHECK(contacts > 0);
        end(&s);
    }
}

WEFT_TEST(a_sheet_rests_on_a_solid) {
    const uint32_t kinds[] = {WEFT_SHAPE_SPHERE, WEFT_SHAPE_BOX, WEFT_SHAPE_PLANE};
    const float heights[] = {0.26f, 0.16f, 0.01f};
    for (int i = 0; i < 3; ++i) {
        // narrow enough to lie without folds, over two edges of the box
        scene s = sheet_over(shape_of(kinds[i]), home, heights[i], 0.012f);
        float fastest = 0.0f;
        run_steps(s.world, 300);
        for (int k = 0; k < 60; ++k) {
            fastest = fmaxf(fastest, run_steps(s.world, 1).speed_max);
        }
        test_note("shape %u: fastest in the sixth second %.3f mm/s", kinds[i],
                  1e3 * (double)fastest);
        CHECK_LT(fastest, 1e-3f);
        end(&s);
    }
}

// ---- friction -----------------------------------------------------------------------------------

static const float slope = 0.4636476f; // atan(1/2)

/// Acceleration and creep of a sheet on an incline of 1:2, the plane or the top of a box.
static double slide_on(uint32_t kind, float mu, double* crept) {
    const float axis[3] = {0, 0, 1}, c = cosf(slope), sine = sinf(slope);
    weft_shape shape = shape_of(kind);
    shape.half[0] = 1.5f;
    shape.half[1] = 0.1f;
    shape.half[2] = 0.4f;
    float top = kind == WEFT_SHAPE_PLANE ? 0.0f : 0.1f;
    weft_world* world = make_world(9.81f);
    add_solid(world, shape, turned(0, 0, 0, -slope, axis), 1.0f);
    sheet cloth = sheet_make(SHEET_EQUILATERAL, 9, 10, 0.02f);
    const float along[3] = {c, -sine, 0}, across[3] = {0, 0, -1}, lift = top + 0.0031f;
    const float origin[3] = {-0.8f * c + lift * sine, 0.8f * sine + lift * c, 0.08f};
    sheet_place(&cloth, origin, along, across);
    weft_fabric fabric = plain_fabric(0.2f, 1000, 1e-5f);
    fabric.friction_body = mu;
    weft_cloth_id id = sheet_add(world, &cloth, &fabric, NULL, 0);
    double speed[2], place[2];
    for (int k = 0; k < 2; ++k) {
        run_steps(world, 30);
        const float *x = weft_cloth_positions(world, id), *v = weft_cloth_velocities(world, id);
        place[k] = mean_of(x, cloth.vertex_count, 0) * (double)c -
                   mean_of(x, cloth.vertex_count, 1) * (double)sine;
        speed[k] = mean_of(v, cloth.vertex_count, 0) * (double)c -
                   mean_of(v, cloth.vertex_count, 1) * (double)sine;
    }
    *crept = place[1] - place[0];
    weft_world_destroy(world);
    sheet_free(&cloth);
    return (speed[1] - speed[0]) / 0.5;
}

WEFT_TEST(friction_on_a_solid_is_coulombs) {
    const uint32_t kinds[] = {WEFT_SHAPE_PLANE, WEFT_SHAPE_BOX};
    for (int i = 0; i < 2; ++i) {
        for (float mu = 0.0f; mu < 0.9f; mu += 0.14f) {
            double crept, a = slide_on(kinds[i], mu, &crept);
            double acts = (sin((double)slope) - a / 9.81) / cos((double)slope);
            test_note("shape %u, mu %.2f: acts as %.4f, crept %.4f mm", kinds[i], (double)mu, acts,
                      1e3 * crept);
            if (mu < 0.5f) {
                CHECK_NEAR(acts, mu, 0.01);
            } else {
                CHECK_LT(fabs(crept), 5e-4);
            }
        }
    }
}

// ---- motion -------------------------------------------------------------------------------------

/// Where a shape is at a step: to and fro, and turning.
static pose swing(int step, float speed, float spin) {
    const float axis[3] = {0.48f, 0.6f, 0.64f};
    float t = (float)step / 60.0f;
    return turned(0.1f * sinf(10.0f * speed * t), 0.05f * sinf(7.0f * speed * t), 0.0f, spin * t,
                  axis);
}

WEFT_TEST(solids_that_move_and_turn_carry_the_sheet) {
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        scene s = sheet_over(shape_of(kind), home, 0.28f, 0.03f);
        double deep = -1e30, lag = 0;
        for (int k = 0; k < 240; ++k) {
            float spin = kind == WEFT_SHAPE_PLANE ? 0.2f : 2.0f;
            pose at = swing(k < 60 ? 0 : k - 60, 0.5f, k < 60 ? 0.0f : spin);
            CHECK_EQ(weft_body_set_transform(s.world, s.body, at.place, at.turn), WEFT_OK);
            weft_step_report r = run_steps(s.world, 1);
            lag = fmax(lag, (double)r.body_lag_max);
            CHECK_EQ(r.crossings_body, 0);
            if (r.body_lag_max == 0.0f) {
                deep = fmax(deep, deepest(s.world, s.id, &s.cloth, &s.shape, &at));
            }
        }
        test_note("shape %u: nearest %.3f mm, lag %.2f mm", kind, -1e3 * deep, 1e3 * lag);
        CHECK_LT(deep, 2e-6); // the test's own rotation is in floats
        CHECK_LT(lag, 1e-6);
        end(&s);
    }
}

WEFT_TEST(a_fast_solid_does_not_go_through) {
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        const pose below = {{0, -0.5f, 0}, {0, 0, 0, 1}};
        scene s = sheet_over(shape_of(kind), below, 0.28f, 0.03f);
        double deep = -1e30;
        float highest = 0.0f;
        for (int k = 0; k < 40; ++k) { // 3 m/s from below for a third of a second
            float y = k < 20 ? -0.5f + 0.05f * (float)k : 0.5f;
            const pose at = {{0, y, 0}, {0, 0, 0, 1}};
            weft_body_set_transform(s.world, s.body, at.place, at.turn);
            weft_step_report r = run_steps(s.world, 1);
            CHECK_EQ(r.crossings_body, 0);
            CHECK_EQ(r.captured, 0);
            const float* drawn = weft_body_positions(s.world, s.body);
            const pose is = {{0, drawn[1], 0}, {0, 0, 0, 1}};
            deep = fmax(deep, deepest(s.world, s.id, &s.cloth, &s.shape, &is));
            highest = fmaxf(highest, weft_cloth_positions(s.world, s.id)[3 * 220 + 1]);
        }
        test_note("shape %u: nearest %.3f mm, highest %.2f m", kind, -1e3 * deep, (double)highest);
        CHECK_LT(deep, 2e-6);
        CHECK(highest > 0.45f);
        end(&s);
    }
}

WEFT_TEST(a_needle_holds_a_sheet_between_its_vertices) {
    weft_shape needle = shape_of(WEFT_SHAPE_BOX);
    needle.half[0] = needle.half[2] = 0.001f;
    needle.half[1] = 0.25f;
    scene s = sheet_over(needle, home, 0.27f, 0.03f);
    double deep = -1e30;
    for (int k = 0; k < 200; ++k) {
        deep = fmax(deep, step_and_look(&s, &home));
    }
    // The grid of points is coarser than the needle: the audit is what counts here.
    const float* x = weft_cloth_positions(s.world, s.id);
    test_note("the middle at %.4f m", (double)x[3 * 220 + 1]);
    CHECK_LT(deep, 0);
    end(&s);
}

WEFT_TEST(cloth_that_begins_inside_is_led_out) {
    for (uint32_t kind = WEFT_SHAPE_SPHERE; kind < WEFT_SHAPE_KIND_COUNT; ++kind) {
        scene s =
            sheet_over(shape_of(kind), home, kind == WEFT_SHAPE_PLANE ? -0.1f : 0.02f, 0.012f);
        uint32_t captured = run_steps(s.world, 1).captured, undeclared = 0;
        CHECK(captured > 0);
        for (int k = 0; k < 240; ++k) {
            undeclared += run_steps(s.world, 1).crossings_body;
        }
        const weft_step_report* r = weft_world_report(s.world);
        double deep = deepest(s.world, s.id, &s.cloth, &s.shape, &home);
        test_note("shape %u: %u captured, %u at last; deepest %.3f mm", kind, captured, r->captured,
                  1e3 * deep);
        CHECK_EQ(undeclared, 0);
        CHECK_EQ(r->captured, 0);
        CHECK_LT(deep, 0);
        end(&s);
    }
}

WEFT_TEST(two_solids_that_close_on_a_sheet_hold_it_in_the_middle) {
    scene s = sheet_over(shape_of(WEFT_SHAPE_PLANE), home, 0.01f, 0.02f);
    weft_shape ball = shape_of(WEFT_SHAPE_SPHERE);
    const pose above = {{0, 0.3f, 0}, {0, 0, 0, 1}};
    weft_body_id id = add_solid(s.world, ball, above, 1.0f);
    uint32_t undeclared = 0, captured = 0;
    for (int k = 0; k < 120; ++k) { // 5 mm into the floor, and up again
        float y = 0.245f + 0.055f * cosf((float)k * 0.0523599f);
        const pose at = {{0, y, 0}, {0, 0, 0, 1}};
        weft_body_set_transform(s.world, id, at.place, at.turn);
        weft_step_report r = run_steps(s.world, 1);
        undeclared += r.crossings_body;
        captured = r.captured > captured ? r.captured : captured;
    }
    for (int k = 0; k < 60; ++k) {
        undeclared += run_steps(s.world, 1).crossings_body;
    }
    test_note("%u captured at most", captured);
    CHECK_EQ(undeclared, 0);
    CHECK(captured > 0);
    CHECK_EQ(weft_world_report(s.world)->captured, 0);
    CHECK_LT(deepest(s.world, s.id, &s.cloth, &s.shape, &home), 0);
    end(&s);
}

// ---- bad input ----------------------------------------------------------------------------------

static void refused(weft_shape shape, const char* words) {
    weft_world* world = make_world(9.81f);
    weft_body_def def = weft_default_body_def();
    def.positions = corners;
    def.triangles = sides;
    def.vertex_count = 6;
    def.triangle_count = 8;
    def.shape = shape;
    weft_report report;
    CHECK_EQ(weft_world_add_body(world, &def, &report).id, WEFT_NULL_ID);
    test_check(strstr(report.message, words) != NULL, __FILE__, __LINE__, "said '%s', not '%s'",
               report.message, words);
    weft_world_destroy(world);
}

WEFT_TEST(solids_that_are_none_are_refused) {
    const float bad[] = {NAN, 0.0f, -0.1f, 4.5f, INFINITY};
    for (int i = 0; i < 5; ++i) {
        weft_shape s = shape_of(WEFT_SHAPE_SPHERE);
        s.radius = bad[i];
        refused(s, "The sphere needs a radius above 0");
        s = shape_of(WEFT_SHAPE_BOX);
        s.half[2] = bad[i];
        refused(s, "The box needs half lengths above 0");
        s = shape_of(WEFT_SHAPE_CONE);
        s.half[1] = bad[i];
        refused(s, "The cone needs half a height above 0");
    }
    weft_shape s = shape_of(WEFT_SHAPE_CAPSULE);
    s.center[1] = NAN;
    refused(s, "The capsule has its middle outside");
    s = shape_of(WEFT_SHAPE_PLANE);
    s.rotation[3] = 0.5f;
    refused(s, "unit length");
    refused(shape_of(WEFT_SHAPE_KIND_COUNT), "no shape of kind 7");
    const uint32_t flat[3] = {0, 1, 2};
    weft_world* world = make_world(9.81f);
    weft_body_def def = weft_default_body_def();
    def.positions = corners;
    def.triangles = flat;
    def.vertex_count = 3;
    def.triangle_count = 1;
    def.open = true;
    def.shape = shape_of(WEFT_SHAPE_HULL);
    weft_report report;
    CHECK_EQ(weft_world_add_body(world, &def, &report).id, WEFT_NULL_ID);
    CHECK(strstr(report.message, "The hull is flat") != NULL);
    weft_world_destroy(world);
}

WEFT_TEST(responses_that_know_triangles_only_refuse_solids) {
#ifdef WEFT_LAB // the module of pages has the filter alone
    const char* names[] = {"impact_zones", "projection", "offset_surfaces"};
    for (int i = 0; i < 3; ++i) {
        scene s = sheet_over(shape_of(WEFT_SHAPE_BOX), home, 0.28f, 0.03f);
        weft_report report;
        CHECK_EQ(weft_world_set_method(s.world, "response", names[i], &report), WEFT_OK);
        CHECK_EQ(weft_lab_check_methods(s.world, &report), WEFT_ERROR_INVALID_ARGUMENT);
        test_note("%s: %s", names[i], report.message);
        CHECK_EQ(weft_world_step(s.world).status, WEFT_ERROR_INVALID_ARGUMENT);
        CHECK_EQ(weft_world_set_method(s.world, "response", "filter", &report), WEFT_OK);
        CHECK_EQ(weft_world_step(s.world).status, WEFT_OK);
        end(&s);
    }
#endif
}

WEFT_TEST(a_solid_that_is_bent_or_moved_badly_stays) {
    scene s = sheet_over(shape_of(WEFT_SHAPE_BOX), home, 0.28f, 0.03f);
    run_steps(s.world, 1);
    float x[18];
    memcpy(x, corners, sizeof x);
    x[0] += 0.05f;
    CHECK_EQ(weft_body_set_positions(s.world, s.body, x), WEFT_ERROR_INVALID_ARGUMENT);
    const float far[3] = {5, 0, 0}, none[3] = {NAN, 0, 0}, long_turn[4] = {0, 0, 0, 2};
    CHECK_EQ(weft_body_set_transform(s.world, s.body, far, home.turn), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(weft_body_set_transform(s.world, s.body, none, home.turn), WEFT_ERROR_NOT_FINITE);
    CHECK_EQ(weft_body_set_transform(s.world, s.body, home.place, long_turn),
             WEFT_ERROR_INVALID_ARGUMENT);
    run_steps(s.world, 1);
    CHECK(memcmp(weft_body_positions(s.world, s.body), corners, sizeof corners) == 0);
    end(&s);
}
