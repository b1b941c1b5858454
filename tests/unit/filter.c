// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The promise of the filter: whatever is apart stays apart, whatever displacement is asked for.
// Many cells far from each other hold three triangles of cloth, two of which share a corner, and
// one of a body; they are laid out anew in every round, apart by the exact predicates, and pushed
// about at random. Nothing solves anything here, so proposals are as wild as can be.
#include "contact/contact.h"
#include "contact/gaps.h"
#include "contact/layers.h"
#include "math/predicates.h"
#include "solve/system.h"
#include "test_macros.h"
#include "weft/weft.h"
#include "world/world.h"

#include <stdlib.h>

enum { SIDE = 6, CELLS = SIDE * SIDE * SIDE, CLOTH = 8, KINDS = 7 };

static const uint32_t corners[3][3] = {{0, 1, 2}, {3, 4, 5}, {3, 6, 7}};

/// Three triangles of cloth and one of a body, around the middle of a cell.
typedef struct cell {
    float cloth[CLOTH][3];
    float body[3][3];
} cell;

static void random_point(test_random* r, const float* around, float reach, float* out) {
    for (int k = 0; k < 3; ++k) {
        out[k] = around[k] + test_uniform(r, -reach, reach);
    }
}

/// Any power of two between two, times 1 to 2: all sizes are as likely.
static float random_size(test_random* r, int low, int high) {
    int exponent = low + (int)test_below(r, (uint32_t)(high - low));
    return ldexpf(test_uniform(r, 1.0f, 2.0f), exponent);
}

/// The second triangle lies over the first: parallel, some gap or one ulp away.
static void lay_over(test_random* r, cell* c, bool ulp) {
    float by[3] = {test_uniform(r, -0.01f, 0.01f), test_uniform(r, -0.01f, 0.01f),
                   random_size(r, -20, -8)};
    c->cloth[1][2] = c->cloth[2][2] = c->cloth[0][2];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            c->cloth[3 + i][k] = c->cloth[i][k] + by[k];
        }
        if (ulp) {
            c->cloth[3 + i][2] = nextafterf(c->cloth[0][2], 10.0f);
        }
    }
}

/// Kinds: wild, laid over, one ulp apart, edges side by side, coplanar, slivers, a fold nearly
/// shut.
static void lay_out(test_random* r, int kind, const float* middle, cell* c) {
    float size = random_size(r, -9, -5);
    for (int i = 0; i < CLOTH; ++i) {
        random_point(r, middle, size, c->cloth[i]);
    }
    float away[3] = {middle[0], middle[1], middle[2] - 1.5f * size};
    for (int i = 0; i < 3; ++i) {
        random_point(r, away, size, c->body[i]);
    }
    float thin = random_size(r, -20, -10);
    switch (kind) {
    case 1:
    case 2:
        lay_over(r, c, kind == 2);
        break;
    case 3:
        random_point(r, c->cloth[0], thin, c->cloth[3]);
        random_point(r, c->cloth[1], thin, c->cloth[4]);
        break;
    case 4:
        for (int i = 0; i < CLOTH; ++i) {
            c->cloth[i][2] = middle[2];
        }
        break;
    case 5:
        random_point(r, c->cloth[0], thin, c->cloth[1]);
        random_point(r, c->cloth[4], thin, c->cloth[5]);
        break;
    case 6:
        random_point(r, c->cloth[4], thin, c->cloth[6]);
        random_point(r, c->cloth[5], thin, c->cloth[7]);
        break;
    default:
        break;
    }
}

// ---- the exact count
// ----------------------------------------------------------------------------------

static bool edge_meets(const float* p, const float* q, const float* const face[3]) {
    return wf_segment_meets_triangle(p, q, face[0], face[1], face[2]);
}

/// Edges of either triangle that meet the other; edges that end in a shared corner do not count.
static int crossings_of(const float* const a[3], const float* const b[3]) {
    int count = 0;
    for (int side = 0; side < 2; ++side) {
        const float* const* from = side ? b : a;
        const float* const* to = side ? a : b;
        for (int k = 0; k < 3; ++k) {
            const float *p = from[k], *q = from[(k + 1) % 3];
            bool shared = false;
            for (int l = 0; l < 3; ++l) {
                shared = shared || p == to[l] || q == to[l];
            }
            count += !shared && edge_meets(p, q, to);
        }
    }
    return count;
}

/// Crossings in a cell: cloth with cloth, cloth with body. Strides of 4 floats in the world, 3
/// here.
static int cell_crossings(const float* cloth, const float* body, size_t stride) {
    int count = 0;
    for (int s = 0; s < 3; ++s) {
        const float *a[3], *b[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = cloth + stride * corners[s][k];
            b[k] = body + stride * (size_t)k;
        }
        count += crossings_of(a, b);
        for (int t = s + 1; t < 3; ++t) {
            for (int k = 0; k < 3; ++k) {
                b[k] = cloth + stride * corners[t][k];
            }
            count += crossings_of(a, b);
        }
    }
    return count;
}

// ---- the world
// ----------------------------------------------------------------------------------------

static void middle_of(uint32_t index, float* middle) {
    middle[0] = ((float)(index % SIDE) - 0.5f * SIDE) * 1.1f;
    middle[1] = ((float)(index / SIDE % SIDE) - 0.5f * SIDE) * 1.1f;
    middle[2] = ((float)(index / SIDE / SIDE) - 0.5f * SIDE) * 1.1f;
}

static weft_world* make_world(void) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    float* x = malloc(sizeof(float) * 3 * CELLS * (CLOTH + 3));
    uint32_t* t = malloc(sizeof(uint32_t) * 9 * CELLS);
    test_random r = test_seed(5);
    for (uint32_t i = 0; i < CELLS; ++i) {
        float middle[3];
        middle_of(i, middle);
        for (uint32_t v = 0; v < CLOTH; ++v) {
            random_point(&r, middle, 0.02f, x + 3 * (CLOTH * (size_t)i + v));
        }
        for (uint32_t k = 0; k < 9; ++k) {
            t[9 * (size_t)i + k] = CLOTH * i + corners[k / 3][k % 3];
        }
    }
    weft_cloth_def cloth = weft_default_cloth_def();
    cloth.positions = x;
    cloth.triangles = t;
    cloth.vertex_count = CELLS * CLOTH;
    cloth.triangle_count = CELLS * 3;
    weft_report report = {0};
    weft_world_add_cloth(world, &cloth, &report);
    CHECK_EQ(report.status, WEFT_OK);
    for (uint32_t i = 0; i < 3 * CELLS; ++i) {
        float middle[3];
        middle_of(i / 3, middle);
        random_point(&r, middle, 0.02f, x + 3 * (size_t)i);
        t[i] = i;
    }
    weft_body_def body = weft_default_body_def();
    body.positions = x;
    body.triangles = t;
    body.vertex_count = 3 * CELLS;
    body.triangle_count = CELLS;
    body.open = true;
    weft_world_add_body(world, &body, &report);
    CHECK_EQ(report.status, WEFT_OK);
    free(x);
    free(t);
    CHECK(wf_world_rebuild(world));
    return world;
}

static void store_cell(weft_world* world, uint32_t index, const cell* c) {
    for (uint32_t v = 0; v < CLOTH; ++v) {
        memcpy(world->particles->x + 4 * (CLOTH * (size_t)index + v), c->cloth[v], 12);
    }
    for (uint32_t v = 0; v < 3; ++v) {
        memcpy(world->obstacle.x0 + 4 * (3 * (size_t)index + v), c->body[v], 12);
        memcpy(world->obstacle.x1 + 4 * (3 * (size_t)index + v), c->body[v], 12);
    }
}

static void lay_out_all(weft_world* world, test_random* r) {
    for (uint32_t i = 0; i < CELLS; ++i) {
        float middle[3];
        middle_of(i, middle);
        cell c;
        int tries = 0;
        do {
            lay_out(r, (int)(i % KINDS), middle, &c);
        } while (cell_crossings(c.cloth[0], c.body[0], 3) > 0 && ++tries < 1000);
        CHECK(tries < 1000);
        store_cell(world, i, &c);
    }
}

/// A displacement for all particles, one size a cell, the same for all of it or each its own.
static void ask(test_random* r, float* out) {
    for (uint32_t i = 0; i < CELLS; ++i) {
        float common[3], zero[3] = {0.0f, 0.0f, 0.0f};
        float size = random_size(r, -20, -3), own = test_below(r, 2) ? size : 0.1f * size;
        random_point(r, zero, size, common);
        for (uint32_t v = 0; v < CLOTH; ++v) {
            float* d = out + 4 * (CLOTH * (size_t)i + v);
            random_point(r, common, own, d);
            d[3] = 0.0f;
        }
    }
}

/// A few bodies move, some by ten gaps and more; what the filter grants is the same for all.
static void move_bodies(weft_world* world, test_random* r, uint32_t every) {
    const float zero[3] = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < CELLS; i += every) {
        float by[3];
        random_point(r, zero, random_size(r, -13, -7), by);
        for (int v = 0; v < 3; ++v) {
            float* x = world->obstacle.x1 + 4 * (3 * (size_t)i + (size_t)v);
            for (int k = 0; k < 3; ++k) {
                x[k] += by[k];
            }
        }
    }
}

static void advance(weft_world* world, float alpha) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    wf_obstacle* o = &world->obstacle;
    for (size_t i = 0; i < 4 * (size_t)particles->count; ++i) {
        particles->x[i] += alpha * s->d[i];
    }
    for (size_t i = 0; i < 4 * (size_t)o->vertex_count; ++i) {
        o->x0[i] = alpha == 1.0f ? o->x1[i] : o->x0[i] + alpha * (o->x1[i] - o->x0[i]);
    }
}

typedef struct tally {
    int crossings;
    double granted; // sum of alpha
    double moved;   // m
} tally;

/// One detection with its filter, from the places that are there.
static void push_about(weft_world* world, test_random* r, uint32_t body_every, tally* out) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    size_t floats = 4 * (size_t)particles->count;
    if (body_every > 0) {
        move_bodies(world, r, body_every);
    }
    ask(r, s->d);
    bool foreseen = test_below(r, 2);
    for (size_t i = 0; i < floats; ++i) {
        particles->z[i] = particles->x[i] + s->d[i];
    }
    if (!foreseen) {
        ask(r, s->d);
    }
    wf_contact_boxes(world->contact, particles->z, 0.01f, 0, false);
    CHECK(wf_contact_refresh(world->contact) && wf_contact_detect(world->contact));
    wf_layers_share(world->contact);
    wf_filter_result cut = wf_filter_apply(world->contact, s->d, false);
    advance(world, cut.alpha);
    out->granted += (double)cut.alpha;
    for (uint32_t i = 0; i < CELLS; ++i) {
        int found = cell_crossings(particles->x + 4 * CLOTH * (size_t)i,
                                   world->obstacle.x0 + 12 * (size_t)i, 4);
        out->crossings += found;
        if (found > 0) {
            test_note("cell %u of kind %u: %d crossings, alpha %g", i, i % KINDS, found,
                      (double)cut.alpha);
        }
    }
    for (size_t i = 0; i < floats; ++i) {
        out->moved += fabs((double)(cut.alpha * s->d[i])) / (double)floats;
    }
}

static void run_rounds(int rounds, int again, uint32_t body_every, uint64_t seed) {
    weft_world* world = make_world();
    test_random r = test_seed(seed);
    tally t = {0};
    for (int round = 0; round < rounds; ++round) {
        lay_out_all(world, &r);
        for (int k = 0; k < again; ++k) {
            push_about(world, &r, body_every, &t);
        }
    }
    CHECK_EQ(t.crossings, 0);
    // It has to let most things go, or it would prove nothing.
    double steps = (double)rounds * again;
    test_note("%d cases, mean fraction %.3f, mean move %.3g mm", rounds * again * CELLS,
              t.granted / steps, 1e3 * t.moved / steps);
    CHECK(t.moved / steps > 1e-4);
    weft_world_destroy(world);
}

/// WEFT_FILTER_FACTOR=100 makes it ten million cases, which takes minutes.
static int factor(void) {
    const char* text = getenv("WEFT_FILTER_FACTOR");
    int value = text != NULL ? atoi(text) : 1;
    return value > 0 ? value : 1;
}

WEFT_TEST(filter_keeps_cloth_apart_whatever_is_asked) {
    run_rounds(80 * factor(), 5, 0, 11);
}

WEFT_TEST(filter_keeps_cloth_off_moving_bodies) {
    run_rounds(20 * factor(), 5, 40, 12);
}

// ---- passes
// ---------------------------------------------------------------------------------------------

/// Planes of the pairs of whose particles some are marked.
static void keep_marked(wf_near_list* list, bool layers, const uint8_t* marks, wf_plane* planes) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const wf_plane* p = &list->planes[i];
        uint32_t points = layers && p->upper != 0 ? 4 : p->upper;
        bool marked = false;
        for (uint32_t k = 0; k < points; ++k) {
            marked |= marks[p->point[k]] != 0;
        }
        planes[count] = *p;
        count += marked;
    }
    list->planes = planes;
    list->count = count;
}

/// What a pass does that looks at the pairs of the marked ones alone, whatever it knows of others.
static bool push_marked(wf_contact* c, float* d, const uint8_t* marks, uint8_t* moves) {
    wf_near_list pairs = c->pairs, layers = c->layers->pairs;
    wf_plane* planes = malloc((pairs.count + layers.count + 2) * sizeof(wf_plane));
    keep_marked(&c->pairs, false, marks, planes);
    keep_marked(&c->layers->pairs, true, marks, planes + pairs.count + 1);
    bool any = wf_gaps_push(c, &(wf_pass){0, d, marks, moves});
    c->pairs = pairs;
    c->layers->pairs = layers;
    free(planes);
    return any;
}

/// Passes until nothing moves, beside such ones; how many there were.
static int compare_passes(wf_contact* c, float* d) {
    uint32_t n = c->particle_count;
    size_t bytes = 16 * (size_t)n;
    float* other = malloc(bytes);
    uint8_t *marks = calloc(n + 1, 1), *moves = calloc(n + 1, 1), *theirs = calloc(n + 1, 1);
    memcpy(other, d, bytes);
    memset(marks, 1, n);
    int number = 0;
    for (bool any = true; any && number < 24; ++number) {
        memset(moves, 0, n);
        memset(theirs, 0, n);
        // Passes turn planes, so both have those from before.
        bool there = push_marked(c, other, marks, theirs);
        any = wf_gaps_push(c, &(wf_pass){number, d, marks, moves});
        CHECK_EQ(there, any);
        CHECK(memcmp(d, other, bytes) == 0 && memcmp(moves, theirs, n) == 0);
        memcpy(marks, moves, n);
    }
    free(other);
    free(marks);
    free(moves);
    free(theirs);
    return number;
}

WEFT_TEST(later_passes_do_what_the_pairs_of_the_moved_ask_for) {
    weft_world* world = make_world();
    test_random r = test_seed(13);
    wf_system* s = world->system;
    int most = 0;
    for (int round = 0; round < 40; ++round) {
        lay_out_all(world, &r);
        move_bodies(world, &r, 10);
        ask(&r, s->d);
        for (size_t i = 0; i < 4 * (size_t)s->particles.count; ++i) {
            s->particles.z[i] = s->particles.x[i] + s->d[i];
        }
        wf_contact_boxes(world->contact, s->particles.z, 0.01f, 0, false);
        CHECK(wf_contact_refresh(world->contact) && wf_contact_detect(world->contact));
        wf_layers_share(world->contact);
        CHECK(wf_gaps_reserve(world->contact));
        int passes = compare_passes(world->contact, s->d);
        most = passes > most ? passes : most;
    }
    test_note("%d passes at most", most);
    CHECK(most > 4);
    weft_world_destroy(world);
}
