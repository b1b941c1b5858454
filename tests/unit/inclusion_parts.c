// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Parts of a body with an inclusion field each, on a ring whose bones turn against each other:
// equal to parts that are built from scratch, right about sides, whatever the segments are.
#include "base/parallel.h"
#include "distance_rig.h"
#include "math/hash.h"
#include "parts_checks.h"

enum { BONES = 3, RING_N = 60, RING_M = 24, FRAMES = 30 };

static const float cell_side = 0.02f; // m
static const uint8_t own_segment[BONES] = {0, 1, 2};

typedef struct rig {
    test_mesh mesh;
    float *rest, *x;
    uint16_t* bones;
    float* weights;
    uint8_t* labels;
    wf_inclusion_skin skin;
} rig;

/// A third of the ring to each bone; a fifth of the way to the next one mixes the two.
static void weigh(rig* r, uint32_t v) {
    double at = (double)(v / RING_M) / RING_N * BONES;
    uint32_t bone = (uint32_t)at;
    double mixed = (at - bone - 0.8) / 0.2;
    size_t k = 4 * (size_t)v;
    r->bones[k] = (uint16_t)bone;
    r->bones[k + 1] = (uint16_t)((bone + 1) % BONES);
    r->weights[k] = mixed > 0 ? (float)(1 - mixed / 2) : 1.0f;
    r->weights[k + 1] = 1.0f - r->weights[k];
}

static rig make_rig(void) {
    rig r = {.mesh = test_torus(RING_N, RING_M, 0.3f, 0.1f)};
    uint32_t vertices = r.mesh.vertex_count, triangles = r.mesh.triangle_count;
    r.rest = four_wide(&r.mesh), r.x = four_wide(&r.mesh);
    r.bones = calloc(4 * (size_t)vertices, 2);
    r.weights = calloc(4 * (size_t)vertices, 4);
    r.labels = calloc(triangles, 1);
    for (uint32_t i = 0; i < 4 * vertices; ++i) {
        // whole parts of a millimetre: the sines of libraries differ
        r.rest[i] = r.x[i] = floorf(r.rest[i] * 4096.0f + 0.5f) / 4096.0f;
    }
    for (uint32_t v = 0; v < vertices; ++v) {
        weigh(&r, v);
    }
    for (uint32_t t = 0; t < triangles; ++t) {
        r.labels[t] = (uint8_t)r.bones[4 * (size_t)r.mesh.triangles[3 * (size_t)t]];
    }
    r.skin = (wf_inclusion_skin){
        {r.mesh.triangles, vertices, triangles}, r.bones, r.weights, BONES, r.labels, own_segment};
    return r;
}

static void free_rig(rig* r) {
    test_mesh_free(&r->mesh);
    free(r->rest);
    free(r->x);
    free(r->bones);
    free(r->weights);
    free(r->labels);
}

/// Bone b turns about an axis of its own through the middle, by half an angle whose tangent is t,
/// and goes along it: multiplications and divisions alone.
static void place_by(uint32_t b, double t, const float* rest, double out[3]) {
    double s = 2 * t / (1 + t * t), c = (1 - t * t) / (1 + t * t);
    uint32_t i = (b + 1) % 3, k = (b + 2) % 3;
    out[b % 3] = (double)rest[b % 3] + 0.1 * t;
    out[i] = c * (double)rest[i] - s * (double)rest[k];
    out[k] = s * (double)rest[i] + c * (double)rest[k];
}

static void pose(rig* r, double t) {
    for (size_t v = 0; v < r->mesh.vertex_count; ++v) {
        double own[3], next[3], mixed = (double)r->weights[4 * v + 1];
        place_by(r->bones[4 * v], t * (1 + r->bones[4 * v]), r->rest + 4 * v, own);
        place_by(r->bones[4 * v + 1], t * (1 + r->bones[4 * v + 1]), r->rest + 4 * v, next);
        for (size_t k = 0; k < 3; ++k) {
            r->x[4 * v + k] = (float)(own[k] * (1 - mixed) + next[k] * mixed);
        }
    }
}

static void follow(rig* r, float cell, parts_difference* d) {
    wf_memory memory = {0};
    wf_inclusion_parts parts = {.count = 0};
    const wf_inclusion_options options = {.cell = cell};
    test_random random = test_seed(7);
    pose(r, 0);
    CHECK_EQ(wf_inclusion_parts_check(&memory, &r->skin, r->rest, &options, NULL), WEFT_OK);
    REQUIRE(wf_inclusion_parts_build(&memory, &parts, &r->skin, r->rest, r->x, &options));
    for (int frame = 1; frame <= FRAMES; ++frame) {
        pose(r, frame == FRAMES ? 0.4 : 0.005 * frame);
        CHECK(wf_inclusion_parts_update(&memory, &parts, r->rest, r->x));
        parts_compare(&parts, &r->skin, r->rest, r->x, d);
        parts_probe(&parts, &random, 200, 30, d);
    }
    uint32_t moved = 0;
    for (uint32_t i = 0; i < parts.count; ++i) {
        moved += parts.parts[i].moved;
    }
    test_note("%u parts, %u of %u vertices moved; %u inside, %u on the surface, %u outside",
              parts.count, moved, r->mesh.vertex_count, d->inside, d->surface, d->outside);
    size_t bytes = memory.bytes;
    CHECK(wf_inclusion_parts_update(&memory, &parts, r->rest, r->x));
    CHECK_EQ(memory.bytes, bytes);
    wf_inclusion_parts_free(&memory, &parts);
    CHECK_EQ(memory.bytes, 0);
}

static void expect_right(const parts_difference* d) {
    CHECK_EQ(d->values, 0);
    CHECK_EQ(d->others, 0);
    CHECK_EQ(d->sides, 0);
    CHECK_EQ(d->missed, 0);
    CHECK_EQ(d->far, 0);
    CHECK_GT(d->inside, 100);
    CHECK_GT(d->outside, 100);
    CHECK_GT(d->hits, 100);
}

WEFT_TEST(inclusion_parts_follow_their_bones) {
    rig r = make_rig();
    for (int i = 0; i < 2; ++i) {
        parts_difference d = {.values = 0};
        follow(&r, i == 0 ? cell_side : 0.007f, &d);
        expect_right(&d);
    }
    free_rig(&r);
}

/// Segments in scattered pieces, with cuts that meet in points of three: fans go through each other
/// and out of the body, and still all windings add up.
WEFT_TEST(inclusion_parts_of_scattered_segments) {
    rig r = make_rig();
    for (uint32_t t = 0; t < r.mesh.triangle_count; ++t) {
        uint32_t column = t / (2 * RING_M) / 5, row = t % (2 * RING_M) / 11;
        r.labels[t] = (uint8_t)((column * 7 + row * 5 + column * row) % 6);
    }
    parts_difference d = {.values = 0};
    follow(&r, cell_side, &d);
    expect_right(&d);
    free_rig(&r);
}

/// A host may move a skin as it likes: then nothing is rigid, and all of it is updated.
WEFT_TEST(inclusion_parts_of_a_body_that_swells) {
    rig r = make_rig();
    wf_memory memory = {0};
    wf_inclusion_parts parts = {.count = 0};
    parts_difference d = {.values = 0};
    const wf_inclusion_options options = {.cell = cell_side};
    test_random random = test_seed(8);
    REQUIRE(wf_inclusion_parts_build(&memory, &parts, &r.skin, r.rest, r.x, &options));
    for (uint32_t i = 0; i < parts.count; ++i) {
        CHECK_EQ(parts.parts[i].moved, 0);
    }
    for (uint32_t i = 0; i < 4 * r.mesh.vertex_count; ++i) {
        r.x[i] *= i % 4 < 3 ? 1.2f : 1.0f;
    }
    CHECK(wf_inclusion_parts_update(&memory, &parts, r.rest, r.x));
    for (uint32_t i = 0; i < parts.count; ++i) {
        CHECK_EQ(parts.parts[i].moved, parts.parts[i].skin_count);
    }
    parts_compare(&parts, &r.skin, r.rest, r.x, &d);
    parts_probe(&parts, &random, 3000, 30, &d);
    expect_right(&d);
    wf_inclusion_parts_free(&memory, &parts);
    free_rig(&r);
}

/// The same bits on every back end.
WEFT_TEST(inclusion_parts_have_the_same_bits_everywhere) {
    rig r = make_rig();
    wf_memory memory = {0};
    wf_inclusion_parts parts = {.count = 0};
    const wf_inclusion_options options = {.cell = cell_side};
    uint64_t hash = WF_HASH_SEED;
    pose(&r, 0);
    REQUIRE(wf_inclusion_parts_build(&memory, &parts, &r.skin, r.rest, r.x, &options));
    for (int frame = 1; frame <= FRAMES; ++frame) {
        pose(&r, 0.005 * frame);
        CHECK(wf_inclusion_parts_update(&memory, &parts, r.rest, r.x));
        for (uint32_t i = 0; i < parts.count; ++i) {
            const wf_inclusion_part* part = &parts.parts[i];
            hash = wf_hash_bytes(hash, part->local, 16 * (size_t)part->vertex_count);
            hash = wf_hash_bytes(hash, part->field.value, part->field.cell_count);
        }
    }
    CHECK_EQ(hash, UINT64_C(8131968295329903858));
    wf_inclusion_parts_free(&memory, &parts);
    free_rig(&r);
}

// ---- in parallel --------------------------------------------------------------------------------

enum { SAID = 4000 };

/// All that the parts hold and answer.
static uint64_t hash_parts(const wf_inclusion_parts* parts, uint64_t hash) {
    test_random random = test_seed(9);
    for (uint32_t i = 0; i < parts->count; ++i) {
        const wf_inclusion_part* part = &parts->parts[i];
        const wf_inclusion* field = &part->field;
        size_t cells = field->cell_count, vertices = part->vertex_count;
        hash = wf_hash_bytes(hash, part->local, 16 * vertices);
        hash = wf_hash_bytes(hash, part->row, sizeof part->row);
        hash = wf_hash_bytes(hash, part->lo, sizeof part->lo);
        hash = wf_hash_bytes(hash, part->hi, sizeof part->hi);
        hash = wf_hash_bytes(hash, &part->moved, sizeof part->moved);
        hash = wf_hash_bytes(hash, field->value, cells);
        hash = wf_hash_bytes(hash, field->touching, 4 * cells);
        hash = wf_hash_bytes(hash, field->head, 4 * cells);
        hash = wf_hash_bytes(hash, field->slot, 4 * vertices);
        hash = wf_hash_bytes(hash, field->freed, 4 * (size_t)field->freed_count);
    }
    for (int i = 0; i < SAID; ++i) {
        float at[3];
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] = test_uniform(&random, -0.5f, 0.5f);
        }
        int side = wf_inclusion_parts_at(parts, at);
        hash = wf_hash_bytes(hash, &side, sizeof side);
    }
    return hash;
}

/// The outcome of all frames; a turn by far more than a cell is the last one.
static uint64_t hash_followed(float cell, bool parallel, struct wf_pool* const* pool) {
    rig r = make_rig();
    wf_memory memory = {0};
    wf_inclusion_parts parts = {.count = 0};
    const wf_inclusion_options options = {.cell = cell, .parallel = parallel, .pool = pool};
    uint64_t hash = WF_HASH_SEED;
    pose(&r, 0);
    CHECK(wf_inclusion_parts_build(&memory, &parts, &r.skin, r.rest, r.x, &options));
    for (int frame = 1; frame <= FRAMES; ++frame) {
        pose(&r, frame == FRAMES ? 0.4 : 0.005 * frame);
        CHECK(wf_inclusion_parts_update(&memory, &parts, r.rest, r.x));
        hash = hash_parts(&parts, hash);
    }
    wf_inclusion_parts_free(&memory, &parts);
    CHECK_EQ(memory.bytes, 0);
    free_rig(&r);
    return hash;
}

WEFT_TEST(inclusion_parts_in_parallel_are_the_serial_ones) {
    const float cells[] = {0.05f, 0.02f, 0.007f};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i) {
        uint64_t serial = hash_followed(cells[i], false, NULL);
        CHECK_EQ_HEX(hash_followed(cells[i], true, NULL), serial);
#ifdef WEFT_THREADS
        for (uint32_t threads = 2; threads <= 4; threads *= 2) {
            struct wf_pool* pool = wf_pool_create(threads);
            REQUIRE(pool != NULL);
            CHECK_EQ_HEX(hash_followed(cells[i], true, &pool), serial);
            wf_pool_destroy(pool);
        }
#endif
    }
}

/// Whichever allocation fails, nothing is left behind.
WEFT_TEST(inclusion_parts_without_memory) {
    rig r = make_rig();
    const wf_inclusion_options options = {.cell = 0.05f};
    bool built = false;
    uint32_t failed = 0;
    for (uint32_t i = 1; !built && i < 1000; ++i) {
        wf_memory memory = {.fail_in = i};
        wf_inclusion_parts parts = {.count = 0};
        built = wf_inclusion_parts_build(&memory, &parts, &r.skin, r.rest, r.x, &options);
        failed += !built;
        wf_inclusion_parts_free(&memory, &parts);
        CHECK_EQ(memory.bytes, 0);
    }
    CHECK(built);
    CHECK_GT(failed, 50);
    free_rig(&r);
}

WEFT_TEST(inclusion_parts_refuse_in_one_sentence) {
    rig r = make_rig();
    wf_memory memory = {0};
    weft_report why;
    wf_inclusion_options options = {.cell = 0.0f};
    CHECK_EQ(wf_inclusion_parts_check(&memory, &r.skin, r.rest, &options, &why),
             WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(why.message, "0.0005 m at least") != NULL);
    options.cell = 0.0005f; // 0.3 by 0.8 by 0.2 m of a part
    CHECK_EQ(wf_inclusion_parts_check(&memory, &r.skin, r.rest, &options, &why),
             WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(why.message, "take larger cells") != NULL);
    options.cell = cell_side;
    r.skin.mesh.triangle_count -= 1;
    CHECK_EQ(wf_inclusion_parts_check(&memory, &r.skin, r.rest, &options, &why),
             WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(why.message, "An open body has no inside") != NULL);
    CHECK_EQ(memory.bytes, 0);
    free_rig(&r);
}
