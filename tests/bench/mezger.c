// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Table 1 of Mezger, Kimmerle, Etzmuss 2003 on our trousers: collision detection of 600 steps of a
// walk, hierarchy update and collision test apart.
//   bench_mezger SCENE.weft [FIRST [STEPS [REPEATS [WORD...]]]]
// loads a cooked scene of one cloth and its wearer, goes on to step FIRST, records where everything
// is in STEPS more, and then lets every setup of the tree detect the same recorded motion (with
// WORDs, those whose names begin with one), one detection a step: faces of cloth and body, and of
// cloth and cloth, that are within epsilon where they are estimated to be after the step. Prints a
// line a setup, words divided by tabs: name, least processor time over the repeats of the update
// and of the test, ms a step, pairs of overlapping leaves, pairs within epsilon with the body and
// with itself, a step, and pairs missed in all.
#include "bench.h"
#include "near_faces.h"

#include "contact/layers.h"
#include "structures/dop_leaves.h"
#include "structures/dop_tree.h"
#include "world/world.h"

#include "particles/particles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WEFT_LAB

/// m: faces within this are found.
#define EPSILON 0.005f

/// Every so many steps brute force says what there is to find.
enum { ORACLE_EVERY = 50 };

/// A setup: what the paper's accelerated configuration has otherwise.
typedef struct setup {
    const char* name;
    float k, arity, inflate, self;
    bool ours; // the defaults of the row
    float leaf_test, separation;
} setup;

static const setup setups[] = {
    {"18-DOPs, quadtrees, oriented", 18, 4, 1, 1, false, 0, 0},
    {"unoriented", 18, 4, 2, 1, false, 0, 0},
    {"AABBs", 6, 4, 1, 1, false, 0, 0},
    {"binary trees", 18, 2, 1, 1, false, 0, 0},
    {"octrees", 18, 8, 1, 1, false, 0, 0},
    {"8-DOPs", 8, 4, 1, 1, false, 0, 0},
    {"14-DOPs", 14, 4, 1, 1, false, 0, 0},
    {"AABBs, unoriented", 6, 4, 2, 1, false, 0, 0},
    {"8-DOPs, unoriented", 8, 4, 2, 1, false, 0, 0},
    {"14-DOPs, unoriented", 14, 4, 2, 1, false, 0, 0},
    {"18-DOPs, whole self-test", 18, 4, 1, 0, false, 0, 0},
    {"ours: AABBs, octrees, swept", 6, 8, 0, 0, true, 0, 0},
    {"ours with normal cones", 6, 8, 0, 1, true, 0, 0},
    {"with a separation list", 18, 4, 1, 1, false, 0, 1},
    {"with hulls by GJK", 18, 4, 1, 1, false, 1, 0},
    {"with hulls by GJK, reused", 18, 4, 1, 1, false, 2, 0},
    {"ours with a separation list", 6, 8, 0, 0, true, 0, 1},
};
enum { SETUPS = sizeof setups / sizeof setups[0] };

/// Places of all steps, 4 floats a vertex.
typedef struct record {
    uint32_t steps; // and one before, and one after
    uint32_t cloth_count, body_count;
    float *cloth, *body;
    const uint32_t *cloth_triangles, *body_triangles;
    uint32_t cloth_triangle_count, body_triangle_count;
    const wf_neighbours* neighbours;
    float* ahead;    // where cloth is estimated to be after a step
    uint64_t* truth; // what brute force finds in every so many steps: with the body, with itself
} record;

/// What a setup found in all steps.
typedef struct tally {
    double update, test; // ms a step
    uint64_t leaves, near_body, near_self, missed_body, missed_self;
} tally;

typedef struct detector {
    wf_memory memory;
    wf_dop_tree cloth, body;
    wf_dop_stack stack;
    wf_pair_list across, own;
} detector;

// ---- the motion ---------------------------------------------------------------------------------

static record record_motion(weft_world* world, uint32_t first, uint32_t steps) {
    while (world->step < first) {
        weft_world_step(world);
    }
    const wf_particles* p = world->particles;
    const wf_obstacle* o = &world->obstacle;
    record r = {.steps = steps, .cloth_count = p->count, .body_count = o->vertex_count};
    r.cloth = malloc(16 * (size_t)p->count * (steps + 2));
    r.body = malloc(16 * (size_t)o->vertex_count * (steps + 2));
    r.ahead = malloc(16 * (size_t)p->count);
    r.truth = calloc(2 * (size_t)(steps / ORACLE_EVERY + 1), sizeof(uint64_t));
    for (uint32_t s = 0; s < steps + 2; ++s) {
        weft_world_step(world);
        memcpy(r.cloth + 4 * (size_t)p->count * s, p->x, 16 * (size_t)p->count);
        memcpy(r.body + 4 * (size_t)o->vertex_count * s, o->x1, 16 * (size_t)o->vertex_count);
    }
    r.cloth_triangles = p->triangles;
    r.cloth_triangle_count = p->triangle_count;
    r.body_triangles = o->triangles;
    r.body_triangle_count = o->triangle_count;
    r.neighbours = &world->contact->layers->neighbours;
    return r;
}

/// The next place is estimated from the velocity.
static wf_sweep cloth_at(const record* r, uint32_t step) {
    size_t floats = 4 * (size_t)r->cloth_count;
    const float *x = r->cloth + floats * (step + 1), *before = r->cloth + floats * step;
    for (size_t i = 0; i < floats; ++i) {
        r->ahead[i] = x[i] + (x[i] - before[i]);
    }
    return (wf_sweep){
        x,   r->ahead, r->cloth_triangles, r->cloth_count, r->cloth_triangle_count, 0.5f * EPSILON,
        true};
}

static wf_sweep body_at(const record* r, uint32_t step) {
    size_t floats = 4 * (size_t)r->body_count;
    const float* x = r->body + floats * (step + 1);
    return (wf_sweep){
        x,   x + floats, r->body_triangles, r->body_count, r->body_triangle_count, 0.5f * EPSILON,
        true};
}

// ---- one setup ----------------------------------------------------------------------------------

static void values_of(const setup* s, float values[WEFT_METHOD_PARAMETERS]) {
    memset(values, 0, sizeof(float) * WEFT_METHOD_PARAMETERS);
    values[0] = s->k;
    values[1] = s->arity;
    values[WF_DOP_VALUE_INFLATE] = s->inflate;
    values[WF_DOP_VALUE_SELF] = s->self;
    values[WF_DOP_VALUE_SELF_ANGLE] = 120.0f;
    values[WF_DOP_VALUE_LEAF_TEST] = s->leaf_test;
    values[WF_DOP_VALUE_SEPARATION] = s->separation;
    values[WF_DOP_VALUE_TOLERANCE] = 1e-3f;
    if (!s->ours) { // as the paper has it
        values[WF_DOP_VALUE_SPLIT] = 1.0f;
        values[WF_DOP_VALUE_LEAF] = 1.0f;
        values[WF_DOP_VALUE_TRAVERSE] = 1.0f;
    }
}

static void look(detector* d, const wf_sweep* cloth, const wf_sweep* body, uint32_t steps,
                 tally* out) {
    double start = now();
    wf_dop_tree_refit(&d->body, body);
    wf_dop_tree_refit(&d->cloth, cloth);
    double fitted = now();
    d->across.count = d->own.count = 0;
    wf_dop_tree_collide(&d->memory, &d->cloth, &d->body, &d->stack, &d->across);
    wf_dop_tree_collide_self(&d->memory, &d->cloth, &d->stack, &d->own);
    uint32_t near_body = near_count(d->across.found, d->across.count, cloth, body, EPSILON);
    uint32_t near_self = near_count(d->own.found, d->own.count, cloth, cloth, EPSILON);
    double end = now();
    out->update += (fitted - start) / steps;
    out->test += (end - fitted) / steps;
    out->leaves += d->across.count + d->own.count;
    out->near_body += near_body;
    out->near_self += near_self;
}

/// What brute force finds, by GJK of every pair.
static void ask_oracle(const record* r, uint32_t step) {
    wf_sweep cloth = cloth_at(r, step), body = body_at(r, step);
    uint64_t* found = r->truth + 2 * (size_t)(step / ORACLE_EVERY);
    for (uint32_t a = 0; a < cloth.triangle_count; ++a) {
        for (uint32_t b = 0; b < body.triangle_count; ++b) {
            found[0] += near_alone(&cloth, a, &body, b, EPSILON);
        }
        for (uint32_t b = a + 1; b < cloth.triangle_count; ++b) {
            found[1] += !wf_neighbours_has(r->neighbours, a, b) &&
                        near_alone(&cloth, a, &cloth, b, EPSILON);
        }
    }
}

static tally run(const setup* s, const record* r) {
    tally out = {0};
    detector d = {0};
    float values[WEFT_METHOD_PARAMETERS];
    values_of(s, values);
    wf_sweep cloth = cloth_at(r, 0), body = body_at(r, 0);
    if (!wf_dop_tree_build_row(&d.memory, &d.cloth, &cloth, values, false) ||
        !wf_dop_tree_build_row(&d.memory, &d.body, &body, values, true) ||
        !wf_dop_tree_exclude(&d.memory, &d.cloth, r->neighbours)) {
        abort();
    }
    for (uint32_t step = 0; step < r->steps; ++step) {
        cloth = cloth_at(r, step);
        body = body_at(r, step);
        uint64_t before[2] = {out.near_body, out.near_self};
        look(&d, &cloth, &body, r->steps, &out);
        if (step % ORACLE_EVERY == 0) {
            const uint64_t* truth = r->truth + 2 * (size_t)(step / ORACLE_EVERY);
            out.missed_body += truth[0] - (out.near_body - before[0]);
            out.missed_self += truth[1] - (out.near_self - before[1]);
        }
    }
    wf_dop_tree_free(&d.memory, &d.cloth);
    wf_dop_tree_free(&d.memory, &d.body);
    wf_dop_stack_free(&d.memory, &d.stack);
    wf_pair_list_free(&d.memory, &d.across);
    wf_pair_list_free(&d.memory, &d.own);
    return out;
}

/// Whether a setup is asked for: all are where there are no words.
static bool is_wanted(const setup* s, char** words, int count) {
    bool any = count <= 0;
    for (int i = 0; i < count; ++i) {
        any |= strncmp(s->name, words[i], strlen(words[i])) == 0;
    }
    return any;
}

int main(int argc, char** argv) {
    int numbers[3] = {166, 600, 3};
    bool wanted[SETUPS];
    int count = 0, done = 0;
    for (int i = 2; i < argc && i < 5; ++i) {
        numbers[i - 2] = atoi(argv[i]);
    }
    for (int i = 0; i < SETUPS; ++i) {
        wanted[i] = is_wanted(&setups[i], argv + 5, argc - 5);
        count += wanted[i];
    }
    weft_world* world = argc > 1 && numbers[1] > 0 && numbers[2] > 0 ? load(argv[1]) : NULL;
    if (world == NULL) {
        fprintf(stderr, "bench_mezger SCENE.weft [FIRST [STEPS [REPEATS [WORD...]]]]\n");
        return 2;
    }
    record r = record_motion(world, (uint32_t)numbers[0], (uint32_t)numbers[1]);
    printf("# %u and %u triangles, %u steps, epsilon %g m\n", r.cloth_triangle_count,
           r.body_triangle_count, r.steps, (double)EPSILON);
    for (uint32_t step = 0; step < r.steps; step += ORACLE_EVERY) {
        ask_oracle(&r, step);
    }
    tally best[SETUPS];
    for (int repeat = 0; repeat < numbers[2]; ++repeat) {
        for (int i = 0; i < SETUPS; ++i) { // in turns: a slow minute hits all alike
            if (!wanted[i]) {
                continue;
            }
            tally t = run(&setups[i], &r);
            fprintf(stderr, "%d/%d\n", ++done, count * numbers[2]);
            bool better = repeat > 0 && t.update + t.test < best[i].update + best[i].test;
            best[i] = repeat == 0 ? t : best[i];
            best[i].update = better ? t.update : best[i].update;
            best[i].test = better ? t.test : best[i].test;
        }
    }
    for (int i = 0; i < SETUPS; ++i) {
        const tally* t = &best[i];
        if (!wanted[i]) {
            continue;
        }
        printf("%s\t%.4f\t%.4f\t%.1f\t%.1f\t%.1f\t%u\t%u\n", setups[i].name, t->update, t->test,
               (double)t->leaves / r.steps, (double)t->near_body / r.steps,
               (double)t->near_self / r.steps, (uint32_t)t->missed_body, (uint32_t)t->missed_self);
    }
    free(r.cloth);
    free(r.body);
    free(r.ahead);
    free(r.truth);
    weft_world_destroy(world);
    return 0;
}

#else

int main(void) {
    fprintf(stderr, "bench_mezger: a build with WEFT_LAB has it\n");
    return 2;
}

#endif
