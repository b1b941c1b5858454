// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Block sweeps alone (the lab's solver `vbd`): stable and finite whatever it is given, exact where
// nothing has to travel through the cloth, right in the end where a load has to.
#include "crossing_count.h"
#include "sheet.h"
#include "solve/spokes.h"
#include "world/world.h"

static const float east[3] = {1, 0, 0}, south[3] = {0, 0, 1}, down[3] = {0, -1, 0};

/// A world that is solved by block sweeps; null in a module without them.
static weft_world* sweeping_world(float gravity) {
    weft_world* world = make_world(gravity);
    if (weft_world_set_method(world, "solver", "vbd", NULL) != WEFT_OK) {
        weft_world_destroy(world);
        return NULL;
    }
    return world;
}

/// How far the centre of mass has fallen, m.
static double fall_of(const weft_world* world, const sheet* s) {
    double sum = 0, mass = 0;
    for (size_t i = 0; i < s->vertex_count; ++i) { // nothing is welded: vertices are particles
        double m = (double)world->particles->mass[i];
        sum += m * ((double)s->positions[3 * i + 1] - (double)world->particles->x[4 * i + 1]);
        mass += m;
    }
    return sum / mass;
}

static float mean_speed(const weft_world* world, weft_cloth_id id) {
    const float* v = weft_cloth_velocities(world, id);
    uint32_t count = weft_cloth_vertex_count(world, id);
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sum += sqrt((double)v[3 * i] * v[3 * i] + (double)v[3 * i + 1] * v[3 * i + 1] +
                    (double)v[3 * i + 2] * v[3 * i + 2]);
    }
    return (float)(sum / count);
}

/// A block is only as good as its place: the particle is corner 0 of each triangle around it, and
/// every corner of every triangle is some particle's.
WEFT_TEST(block_sweeps_know_the_triangles_around_a_particle) {
    weft_world* world = sweeping_world(0);
    if (world == NULL) {
        return;
    }
    sheet s = sheet_make(SHEET_IRREGULAR, 9, 11, 0.02f);
    sheet_place(&s, down, east, south);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_DENIM);
    sheet_add(world, &s, &fabric, NULL, 0);
    run_steps(world, 1);
    const wf_system* system = world->system;
    const wf_particles* particles = &system->particles;
    const wf_sweeper* w = system->sweeper;
    double area = 0, expected = 0;
    for (uint32_t k = 0; k < w->bundle_count; ++k) {
        const wf_bundle* b = &w->bundles[k];
        for (uint32_t n = 0; n < b->spoke_count; ++n) {
            const wf_spoke* spoke = &w->spokes[b->first_spoke + n];
            float areas[4];
            wf_f4_store(areas, spoke->m.area);
            for (uint32_t lane = 0; lane < b->count; ++lane) {
                CHECK_EQ(spoke->corner[0][lane], b->particle[lane]);
                area += (double)areas[lane];
            }
        }
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        expected += 3 * (double)particles->area[i];
    }
    CHECK_NEAR(area / expected, 1, 1e-5);
    weft_world_destroy(world);
    sheet_free(&s);
}

/// Inertia is the whole energy of cloth that nothing touches: the guess is the minimum already.
WEFT_TEST(block_sweeps_fall_on_the_parabola) {
    for (int preset = 0; preset < WEFT_FABRIC_PRESET_COUNT; ++preset) {
        weft_world* world = sweeping_world(9.81f);
        if (world == NULL) {
            return;
        }
        sheet s = sheet_make(SHEET_EQUILATERAL, 12, 13, 0.02f);
        const float origin[3] = {0, 3, 0};
        sheet_place(&s, origin, east, south);
        for (uint32_t v = 0; v < s.vertex_count; ++v) {
            s.positions[3 * v + 1] += 0.003f * sinf(40.0f * s.material[2 * v]);
        }
        weft_fabric fabric = weft_fabric_from_preset((uint32_t)preset);
        sheet_add(world, &s, &fabric, NULL, 0);
        CHECK_LT(run_steps(world, 48).strain_max, 0.02);
        double fallen = fall_of(world, &s);
        test_note("%s: %.6f m", weft_fabric_name((uint32_t)preset), fallen);
        CHECK_NEAR(fallen, 0.5 * 9.81 * 0.64, 1e-4);
        weft_world_destroy(world);
        sheet_free(&s);
    }
}

/// The strip of scenes/hanging-strip.json: w L / (2 k) in the end, and never far beyond.
WEFT_TEST(block_sweeps_stretch_a_hanging_strip) {
    weft_world* world = sweeping_world(9.81f);
    if (world == NULL) {
        return;
    }
    sheet s = sheet_make(SHEET_GRID, 6, 41, 0.02f);
    const float origin[3] = {0, 1, 0};
    sheet_place(&s, origin, east, down);
    weft_fabric fabric = plain_fabric(0.2f, 50.0f, 1e-6f);
    weft_pin pins[6] = {0};
    for (uint32_t i = 0; i < 6; ++i) {
        pins[i].vertex = i;
    }
    weft_cloth_id id = sheet_add(world, &s, &fabric, pins, 6);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {6}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    float most = 0;
    for (int k = 0; k < 300; ++k) {
        most = fmaxf(most, run_steps(world, 1).strain_max);
    }
    const float* x = weft_cloth_positions(world, id);
    double strain = (1.0 - mean_of(x + 18 * 40, 6, 1) - 0.8) / 0.8;
    test_note("strain %.5f in the end, %.4f at most, still %.1e m/s", strain, (double)most,
              (double)mean_speed(world, id));
    CHECK_NEAR(strain, 0.2 * 9.81 * 0.8 / (2 * 50), 0.0157 * 0.02);
    CHECK_LT(most, 0.12);
    CHECK_LT(mean_speed(world, id), 1e-3);
    weft_world_destroy(world);
    sheet_free(&s);
}

/// A cloth over a small table hangs down all round, does not sink in, and comes to rest.
WEFT_TEST(block_sweeps_drape_and_come_to_rest) {
    weft_world* world = sweeping_world(9.81f);
    if (world == NULL) {
        return;
    }
    sheet s = sheet_make(SHEET_GRID, 25, 25, 0.02f);
    const float origin[3] = {-0.24f, 0.06f, -0.24f}, half[3] = {0.12f, 0.05f, 0.12f};
    sheet_place(&s, origin, east, south);
    add_box(world, half, 0, 6);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    weft_cloth_id id = sheet_add(world, &s, &fabric, NULL, 0);
    weft_event damping = {.kind = WEFT_EVENT_DAMPING, .p = {2}};
    CHECK_EQ(weft_world_push_event(world, &damping), WEFT_OK);
    weft_step_report r = run_steps(world, 300);
    const float* x = weft_cloth_positions(world, id);
    test_note("middle at %.4f m, corners at %.3f %.3f m, p99 strain %.4f, mean speed %.5f m/s",
              (double)x[3 * 312 + 1], (double)x[1], (double)x[3 * 624 + 1], (double)r.strain_p99,
              (double)mean_speed(world, id));
    CHECK_NEAR(x[3 * 312 + 1], 0.053, 0.002);
    const uint32_t corner[4] = {0, 24, 600, 624};
    for (int k = 0; k < 4; ++k) {
        CHECK_LT(x[3 * corner[k] + 1], -0.05);
        CHECK_GT(x[3 * corner[k] + 1], -0.16);
    }
    CHECK_LT(r.strain_p99, 0.045);
    CHECK_LT(mean_speed(world, id), 0.01);
    CHECK_EQ(count_crossings(world), 0);
    weft_world_destroy(world);
    sheet_free(&s);
}

/// Whatever the start: crumpled, stretched threefold, thrown, flat as a point; stiff, soft, damped.
WEFT_TEST(block_sweeps_stay_finite_whatever_the_start) {
    test_random random = test_seed(17);
    for (int trial = 0; trial < 24; ++trial) {
        weft_world* world = sweeping_world(9.81f);
        if (world == NULL) {
            return;
        }
        sheet s = sheet_make((sheet_kind)(trial % 4), 12, 12, 0.02f);
        const float origin[3] = {-0.12f, 0.3f, -0.12f};
        float size = trial % 3 == 0 ? 3.0f : trial % 3 == 1 ? 1.0f : 0.01f;
        const float along_x[3] = {size, 0, 0}, along_y[3] = {0, 0.3f * size, size};
        sheet_place(&s, origin, along_x, along_y);
        float noise = trial % 2 == 0 ? 0.001f : 0.02f;
        for (uint32_t k = 0; k < 3 * s.vertex_count; ++k) {
            s.positions[k] += test_uniform(&random, -noise, noise);
            s.velocities[k] = test_uniform(&random, -3.0f, 3.0f);
        }
        float stretch = trial < 8 ? 10.0f : trial < 16 ? 1000.0f : 20000.0f;
        weft_fabric fabric = plain_fabric(0.15f, stretch, 1e-5f);
        fabric.strain_limit = trial % 2 == 0 ? 0.03f : 1.0f;
        fabric.damping = trial % 5 == 0 ? 1.0f : 0.01f;
        fabric.compression = trial % 2 == 0 ? 0.1f : 1.0f;
        sheet_add(world, &s, &fabric, NULL, 0);
        const float centre[3] = {0, 0, 0};
        add_sphere(world, centre, 0.1f, 12);
        weft_step_report r = run_steps(world, 30);
        test_note("trial %d: strain %.3f, %.2f m/s", trial, (double)r.strain_max,
                  (double)r.speed_max);
        CHECK(isfinite(r.strain_max) && isfinite(r.speed_max));
        CHECK_LT(r.speed_max, 15);
        weft_world_destroy(world);
        sheet_free(&s);
    }
}

/// Two panels close their seam, which a hand then pulls at, while a pin holds a corner.
WEFT_TEST(block_sweeps_sew_hold_and_pull) {
    weft_world* world = sweeping_world(9.81f);
    if (world == NULL) {
        return;
    }
    enum { SIDE = 12, COUNT = SIDE * SIDE };
    sheet s = sheet_make(SHEET_GRID, SIDE, SIDE, 0.02f);
    float x[6 * COUNT], material[4 * COUNT];
    uint32_t t[12 * COUNT], seams[2 * SIDE];
    for (uint32_t k = 0; k < 2; ++k) {
        const float origin[3] = {0.3f * (float)k, 0.5f, 0};
        sheet_place(&s, origin, east, down);
        memcpy(x + 3 * COUNT * k, s.positions, sizeof(float) * 3 * COUNT);
        memcpy(material + 2 * COUNT * k, s.material, sizeof(float) * 2 * COUNT);
        for (uint32_t n = 0; n < 3 * s.triangle_count; ++n) {
            t[3 * s.triangle_count * k + n] = s.triangles[n] + COUNT * k;
        }
    }
    for (uint32_t j = 0; j < SIDE; ++j) {
        seams[2 * j] = SIDE * j + SIDE - 1;
        seams[2 * j + 1] = COUNT + SIDE * j;
    }
    const weft_pin pins[2] = {{.vertex = 0}, {.vertex = SIDE * (SIDE - 1)}};
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.material = material;
    def.triangles = t;
    def.vertex_count = 2 * COUNT;
    def.triangle_count = 2 * s.triangle_count;
    def.seams = seams;
    def.seam_count = SIDE;
    def.pins = pins;
    def.pin_count = 2;
    weft_report report = {0};
    weft_cloth_id id = weft_world_add_cloth(world, &def, &report);
    CHECK_EQ(report.status, WEFT_OK);
    weft_step_report r = run_steps(world, 240);
    test_note("seams open %u, strain %.3f", r.seams_open, (double)r.strain_max);
    CHECK_EQ(r.seams_open, 0);
    // A hand that asks for more would have to turn a fold over. What it holds swings on, so how
    // near it comes counts: within 6 cm in each of 48 starts, of 15 cm.
    const float* corner = weft_cloth_positions(world, id) + 3 * (2 * COUNT - 1);
    weft_event grab = {.kind = WEFT_EVENT_GRAB,
                       .index = 2 * COUNT - 1,
                       .p = {corner[0] + 0.05f, corner[1] + 0.1f, corner[2] + 0.1f, 200.0f, 0}};
    CHECK_EQ(weft_world_push_event(world, &grab), WEFT_OK);
    double nearest = 1;
    for (int k = 0; k < 300; ++k) {
        r = run_steps(world, 1);
        const float* now = weft_cloth_positions(world, id) + 3 * (2 * COUNT - 1);
        nearest = fmin(nearest, (double)distance(now, grab.p));
    }
    const float* end = weft_cloth_positions(world, id);
    test_note("%.4f m from the hand, strain %.3f", nearest, (double)r.strain_max);
    CHECK_LT(nearest, 0.075);
    CHECK_LT(distance(end + 3 * pins[1].vertex, x + 3 * pins[1].vertex), 1e-6);
    CHECK_LT(r.strain_max, 0.3);
    weft_world_destroy(world);
    sheet_free(&s);
}
