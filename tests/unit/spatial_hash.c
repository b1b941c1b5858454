// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Spatial hashing: the pairs of brute force with a body and with itself, on a body that bends and
// on loose random triangles of all sizes, some of which are in no cell.
#include "stage.h"
#include "test_macros.h"

#include <stdlib.h>

static const wf_structure* const kinds[] = {&wf_structure_brute_force, &wf_structure_spatial_hash};

/// Both structures on the same sweeps.
typedef struct duel {
    void* self[2];
    wf_pairs pairs[2], own[2];
} duel;

static duel duel_make(stage* s, float cell, float entries) {
    const float values[2] = {cell, entries};
    duel d = {0};
    for (int k = 0; k < 2; ++k) {
        d.self[k] = kinds[k]->create(&s->memory, &s->cloth_sweep, &s->body_sweep, values);
        CHECK(d.self[k] != NULL);
    }
    return d;
}

static void duel_fight(duel* d, stage* s) {
    for (int k = 0; k < 2; ++k) {
        pairs_collect(kinds[k], d->self[k], s, &d->pairs[k]);
        CHECK(kinds[k]->collect_self(&s->memory, d->self[k], &s->cloth_sweep, &d->own[k]));
    }
    CHECK(pairs_ascend(&d->pairs[1]));
    CHECK(pairs_equal(&d->pairs[0], &d->pairs[1]));
    CHECK(pairs_equal(&d->own[0], &d->own[1]));
}

static void duel_free(duel* d, stage* s) {
    for (int k = 0; k < 2; ++k) {
        pairs_free(s, &d->pairs[k]);
        pairs_free(s, &d->own[k]);
        kinds[k]->destroy(&s->memory, d->self[k]);
    }
    CHECK_EQ(s->memory.bytes, 0);
}

static void check_bending(float cell, float entries) {
    stage s = stage_make(0.004f, 0.003f);
    duel d = duel_make(&s, cell, entries);
    for (int frame = 0; frame < 8; ++frame) {
        stage_pose(&s, 0.3 * frame);
        duel_fight(&d, &s);
        CHECK_GT(d.pairs[1].count, 1000);
        CHECK_GT(d.own[1].count, 1000);
    }
    size_t bytes = s.memory.bytes;
    duel_fight(&d, &s);
    CHECK_EQ(s.memory.bytes, bytes);
    duel_free(&d, &s);
    stage_free(&s);
}

/// At both ends of the range of its parameter too.
WEFT_TEST(spatial_hash_finds_the_pairs_of_brute_force) {
    for (float entries = 0.0f; entries < 2.0f; entries += 1.0f) {
        check_bending(0.5f, entries);
        check_bending(1.0f, entries);
        check_bending(8.0f, entries);
    }
}

/// Loose triangles; one in twenty as large as the room, one in twenty a point.
static torus_mesh loose_triangles(test_random* random, uint32_t count, float far) {
    torus_mesh mesh = torus_alloc(3 * count, count);
    for (uint32_t t = 0; t < count; ++t) {
        float kind = test_uniform(random, 0.0f, 20.0f), at[3];
        float size = kind < 1.0f ? 2.0f : kind < 2.0f ? 0.0f : 0.08f;
        for (int k = 0; k < 3; ++k) {
            at[k] = far + test_uniform(random, -0.5f, 0.5f);
        }
        for (uint32_t c = 0; c < 3; ++c) {
            mesh.triangles[3 * t + c] = 3 * t + c;
            for (int k = 0; k < 3; ++k) {
                mesh.x[4 * (3 * (size_t)t + c) + (size_t)k] =
                    at[k] + test_uniform(random, -size, size);
            }
        }
    }
    return mesh;
}

WEFT_TEST(spatial_hash_finds_random_triangles) {
    for (uint64_t seed = 1; seed <= 24; ++seed) {
        test_random random = test_seed(seed);
        // far out cells fall together: slower, and as complete
        float far = seed % 4 == 0 ? 1e6f : 0.0f;
        uint32_t count = 20 + (uint32_t)test_uniform(&random, 0.0f, 150.0f);
        stage s = {.body = loose_triangles(&random, count, far),
                   .body_next = loose_triangles(&random, count, far),
                   .sleeve = loose_triangles(&random, count / 2, far),
                   .sleeve_next = loose_triangles(&random, count / 2, far)};
        bool moves = seed % 3 == 0;
        s.cloth_sweep = sweep_of(&s.sleeve, moves ? &s.sleeve_next : &s.sleeve, 0.002f);
        s.body_sweep = sweep_of(&s.body, moves ? &s.body_next : &s.body, 0.001f);
        duel d = duel_make(&s, 0.5f + (float)(seed % 5), (float)(seed & 1));
        duel_fight(&d, &s);
        CHECK_GT(d.pairs[0].count, 0);
        duel_free(&d, &s);
        stage_free(&s);
    }
}

/// A mesh without triangles, or of points, has no mean edge.
WEFT_TEST(spatial_hash_takes_nothing_and_points) {
    for (int points = 0; points < 2; ++points) {
        stage s = stage_make(0.004f, 0.003f);
        s.body_sweep.triangle_count = points ? s.body_sweep.triangle_count : 0;
        if (points) {
            memset(s.body.x, 0, 16 * (size_t)s.body.vertex_count);
            memset(s.body_next.x, 0, 16 * (size_t)s.body.vertex_count);
        }
        duel d = duel_make(&s, 1.0f, (float)points);
        duel_fight(&d, &s);
        duel_free(&d, &s);
        stage_free(&s);
    }
}
