// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A garment of two layers on a body comes in with 200 crossings, with itself and with the body. It
// has to be clean within 2 s of simulated time; what is not has to have a name.
#include "repair_rig.h"
#include "sheet.h"

enum { AROUND = 36, ROWS = 24, LAYERS = 2, RING = AROUND + 1 };

static const float inner = 0.150f, apart = 0.007f, low = -0.3f, high = 0.3f;

/// A closed cylinder inside both layers.
static void add_body(weft_world* world, rig* r) {
    rig_add_tube(&r->body, 40, 30, 0.140f, -0.4f, 0.4f);
    float top[3] = {0, 0.4f, 0}, bottom[3] = {0, -0.4f, 0};
    rig_add_lid(&r->body, 0, 40, bottom, false);
    rig_add_lid(&r->body, 30 * 40, 40, top, true);
    float* x = malloc(12 * (size_t)r->body.vertex_count);
    for (uint32_t i = 0; i < 3 * r->body.vertex_count; ++i) {
        x[i] = r->body.x[i / 3 * 4 + i % 3];
    }
    weft_body_def def = weft_default_body_def();
    def.positions = x;
    def.triangles = r->body.triangles;
    def.vertex_count = r->body.vertex_count;
    def.triangle_count = r->body.triangle_count;
    weft_report report;
    weft_world_add_body(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    free(x);
}

/// Adds one layer: a panel sewn to a tube, hung by its upper ring. Its places are those of the rig;
/// its rest shape is the tube, or with `own_rest` whatever the rig made of it.
static weft_cloth_id add_layer(weft_world* world, const rig* r, uint32_t layer, bool own_rest) {
    float *x = malloc(12 * RING * (ROWS + 1)), *material = malloc(8 * RING * (ROWS + 1));
    uint32_t* triangles = malloc(24 * AROUND * ROWS);
    uint32_t seams[2 * (ROWS + 1)];
    weft_pin pins[AROUND] = {{0}};
    double radius = inner + apart * (double)layer;
    for (uint32_t v = 0; v < RING * (ROWS + 1); ++v) {
        uint32_t ring = v / RING, i = v % RING;
        const float* from =
            r->cloth.x + 4 * (size_t)(layer * AROUND * (ROWS + 1) + ring * AROUND + i % AROUND);
        memcpy(x + 3 * (size_t)v, from, 12);
        material[2 * v] = (float)(6.2831853 * radius * i / AROUND);
        material[2 * v + 1] = low + (high - low) * (float)ring / ROWS;
    }
    for (uint32_t t = 0; t < 6 * AROUND * ROWS; ++t) {
        uint32_t i = t / 6 % AROUND;
        const uint32_t* corner = r->cloth.triangles + 3 * (size_t)(layer * 2 * AROUND * ROWS) + t;
        uint32_t v = *corner - layer * AROUND * (ROWS + 1);
        uint32_t at = v % AROUND;
        triangles[t] = v / AROUND * RING + (i == AROUND - 1 && at == 0 ? AROUND : at);
    }
    for (uint32_t k = 0; k <= ROWS; ++k) {
        seams[2 * k] = k * RING;
        seams[2 * k + 1] = k * RING + AROUND;
    }
    for (uint32_t k = 0; k < AROUND; ++k) {
        pins[k].vertex = ROWS * RING + k;
    }
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = x;
    def.material = own_rest ? NULL : material;
    def.triangles = triangles;
    def.seams = seams;
    def.pins = pins;
    def.vertex_count = RING * (ROWS + 1);
    def.triangle_count = 2 * AROUND * ROWS;
    def.seam_count = ROWS + 1;
    def.pin_count = AROUND;
    def.layer = layer;
    weft_report report;
    weft_cloth_id id = weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    free(x);
    free(material);
    free(triangles);
    return id;
}

/// Pushes everything within `width` of a random vertex in or out, but not seam or upper ring.
static void dent(rig* r, test_random* random, float width, float depth) {
    uint32_t count = AROUND * (ROWS + 1), layer = test_below(random, 2) * count;
    wf_v3 at = wf_v3_load(r->cloth.x + 4 * (size_t)(layer + test_below(random, count)));
    float by = test_uniform(random, -depth, depth);
    for (uint32_t i = layer; i < layer + count; ++i) {
        float* x = r->cloth.x + 4 * (size_t)i;
        wf_v3 d = wf_v3_sub(wf_v3_load(x), at);
        float far2 = wf_v3_dot(d, d);
        if (far2 < width * width && (i - layer) % AROUND != 0 && i - layer < count - AROUND) {
            float part = (1.0f - far2 / (width * width)) * by / sqrtf(x[0] * x[0] + x[2] * x[2]);
            x[0] += part * x[0];
            x[2] += part * x[2];
        }
    }
}

/// The places of the world's cloths back into the rig, which counts for itself.
static uint32_t count_world(weft_world* world, rig* r, const weft_cloth_id* id) {
    for (uint32_t v = 0; v < r->cloth.vertex_count; ++v) {
        uint32_t layer = v / (AROUND * (ROWS + 1)), k = v % (AROUND * (ROWS + 1));
        const float* x = weft_cloth_positions(world, id[layer]);
        memcpy(r->cloth.x + 4 * (size_t)v, x + 3 * (size_t)(k / AROUND * RING + k % AROUND), 12);
    }
    return rig_count(r);
}

typedef struct dented {
    weft_world* world;
    rig r;
    weft_cloth_id id[LAYERS];
} dented;

/// A world whose garment has at least `wanted` crossings.
static dented dented_garment(uint64_t seed, float width, float depth, uint32_t wanted,
                             bool own_rest) {
    test_random random = test_seed(seed);
    dented d = {.world = make_world(9.81f)};
    for (uint32_t layer = 0; layer < LAYERS; ++layer) {
        rig_add_tube(&d.r.cloth, AROUND, ROWS, inner + apart * (float)layer, low, high);
    }
    add_body(d.world, &d.r);
    rig_begin(&d.r);
    CHECK_EQ(rig_count(&d.r), 0);
    while (rig_count(&d.r) < wanted) {
        dent(&d.r, &random, width, depth);
    }
    for (uint32_t layer = 0; layer < LAYERS; ++layer) {
        d.id[layer] = add_layer(d.world, &d.r, layer, own_rest);
    }
    return d;
}

static void dented_free(dented* d) {
    weft_world_destroy(d->world);
    rig_free(&d->r);
}

static void untangle_garment(uint64_t seed, float width, float depth, uint32_t wanted,
                             bool own_rest) {
    dented d = dented_garment(seed, width, depth, wanted, own_rest);
    uint32_t before = d.r.crossings, with_body = d.r.across.crossings, clean = UINT32_MAX;
    uint32_t undeclared = 0;
    weft_step_report report = {0};
    // The first seed goes all the way, past the welding of the seams.
    for (uint32_t step = 1; step <= 120 && (seed == 1 || clean > step || step < clean + 20);
         ++step) {
        report = run_steps(d.world, 1);
        undeclared += report.crossings_body + report.crossings_cloth;
        clean = report.crossings_declared > 0 ? UINT32_MAX : clean == UINT32_MAX ? step : clean;
    }
    test_note("seed %llu: %u crossings, %u of them with the body: clean after step %d",
              (unsigned long long)seed, before, with_body, (int)clean);
    CHECK_EQ(count_world(d.world, &d.r, d.id), 0);
    CHECK_LE(clean, 120);
    CHECK_EQ(undeclared, 0); // nothing but what came in crossed ever is
    CHECK_EQ(report.tangled, 0);
    CHECK_EQ(report.captured, 0);
    dented_free(&d);
}

/// Single vertices, up to 30 mm.
WEFT_TEST(garment_with_200_crossings_comes_out_clean) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        untangle_garment(seed, 0.01f, 0.03f, 200, false);
    }
}

/// The same where the spikes are part of the rest shape, so that the cloth would keep them.
WEFT_TEST(garment_that_wants_its_crossings_comes_out_clean) {
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        untangle_garment(seed, 0.01f, 0.03f, 200, true);
    }
}

/// Dents of 100 mm, up to 30 mm deep.
WEFT_TEST(garment_with_dents_comes_out_clean) {
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        untangle_garment(seed, 0.05f, 0.03f, 400, false);
    }
}

/// In the middle of a repair a snapshot has everything.
WEFT_TEST(repair_goes_on_after_a_restore) {
    dented d = dented_garment(1, 0.01f, 0.03f, 200, true);
    run_steps(d.world, 2);
    CHECK_GT(weft_world_report(d.world)->tangled, 0);
    size_t bytes = weft_world_snapshot(d.world, NULL, 0);
    void* state = malloc(bytes);
    CHECK_EQ(weft_world_snapshot(d.world, state, bytes), bytes);
    run_steps(d.world, 12);
    uint64_t hash = weft_world_hash(d.world);
    CHECK_EQ(weft_world_restore(d.world, state, bytes), WEFT_OK);
    run_steps(d.world, 12);
    CHECK_EQ_HEX(weft_world_hash(d.world), hash);
    free(state);
    dented_free(&d);
}

/// Two sheets, every vertex prescribed, one through the other: nothing can be done, and it is said.
WEFT_TEST(what_cannot_be_repaired_is_named) {
    weft_world* world = make_world(9.81f);
    for (int k = 0; k < 2; ++k) {
        sheet s = sheet_make(SHEET_GRID, 8, 8, 0.02f);
        const float origin[2][3] = {{0, 0, 0}, {0.031f, -0.043f, 0.069f}};
        const float along[3] = {1, 0, 0}, up[3] = {0, 1, 0}, back[3] = {0, 0, 1};
        sheet_place(&s, origin[k], along, k == 0 ? back : up);
        weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
        weft_pin pins[64] = {{0}};
        for (uint32_t i = 0; i < 64; ++i) {
            pins[i].vertex = i;
        }
        sheet_add(world, &s, &fabric, pins, 64);
        sheet_free(&s);
    }
    weft_tangle tangle;
    CHECK(!weft_world_tangle(world, 0, &tangle));
    weft_step_report report = run_steps(world, 1);
    CHECK_EQ(report.crossings_cloth, 0);
    uint32_t crossings = report.crossings_declared;
    CHECK_GT(crossings, 10);
    CHECK_EQ(report.stuck, 0);
    report = run_steps(world, 59);
    CHECK_EQ(report.stuck, 1);
    CHECK(weft_world_tangle(world, 0, &tangle));
    CHECK(!weft_world_tangle(world, 1, &tangle));
    CHECK_EQ(tangle.cloth, 0);
    CHECK_LT(tangle.vertex, 64);
    CHECK_EQ(tangle.crossings, crossings);
    CHECK_EQ(tangle.crossings_body, 0);
    CHECK_EQ(tangle.waited, 60);
    weft_world_destroy(world);
}
