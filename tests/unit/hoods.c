// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A hood that answers for itself must have no two triangles that cross: at rest and at every moment
// of a straight way. The audit's exact predicates decide, over random patches from flat to
// crumpled.
#include "detect/hoods.h"

#include "detect/audit.h"
#include "test_macros.h"

#include <stdlib.h>
#include <string.h>

/// A hexagon of so many rings of triangles of a centimetre.
enum { RINGS = 3, SIDE = 2 * RINGS + 1, MOST_VERTICES = SIDE * SIDE, MOST_FACES = 6 * 9 };

typedef struct patch {
    wf_memory memory;
    uint32_t vertex_count, triangle_count, centre;
    uint32_t triangles[3 * MOST_FACES], same[MOST_VERTICES];
    float flat[2 * MOST_VERTICES];
    wf_rows joined;
    wf_fans fans;
    wf_hoods hoods;
    wf_audit audit;
    uint32_t pair_count, first[MOST_FACES * MOST_FACES], second[MOST_FACES * MOST_FACES];
} patch;

static void add_triangle(patch* p, const uint32_t* number, int a, int b, int c) {
    const int corner[3] = {a, b, c};
    for (int k = 0; k < 3; ++k) {
        if (number[corner[k]] == UINT32_MAX) {
            return;
        }
    }
    for (int k = 0; k < 3; ++k) {
        p->triangles[3 * p->triangle_count + (uint32_t)k] = number[corner[k]];
    }
    p->triangle_count += 1;
}

static void lay_triangles(patch* p) {
    uint32_t number[(SIDE + 1) * (SIDE + 1)];
    memset(number, 0xff, sizeof number);
    for (int i = 0; i < SIDE; ++i) {
        for (int j = 0; j < SIDE; ++j) {
            int u = i - RINGS, v = j - RINGS;
            if (abs(u + v) <= RINGS) {
                p->centre = u == 0 && v == 0 ? p->vertex_count : p->centre;
                p->flat[2 * p->vertex_count] = 0.01f * ((float)u + 0.5f * (float)v);
                p->flat[2 * p->vertex_count + 1] = 0.00866f * (float)v;
                number[i * (SIDE + 1) + j] = p->vertex_count++;
            }
        }
    }
    for (int i = 0; i < SIDE; ++i) {
        for (int j = 0; j < SIDE; ++j) {
            int at = i * (SIDE + 1) + j, right = at + SIDE + 1;
            add_triangle(p, number, at, right, at + 1);
            add_triangle(p, number, right, right + 1, at + 1);
        }
    }
}

static bool join(patch* p) {
    uint32_t pairs[6 * MOST_FACES];
    for (uint32_t k = 0; k < 3 * p->triangle_count; ++k) {
        pairs[2 * k] = p->triangles[k];
        pairs[2 * k + 1] = p->triangles[k / 3 * 3 + (k + 1) % 3];
    }
    return wf_adjacency_from_pairs(&p->memory, p->vertex_count, pairs,
                                   3 * (size_t)p->triangle_count, &p->joined);
}

static bool patch_build(patch* p) {
    return join(p) &&
           wf_fans_create(&p->memory, &p->fans, p->triangles, p->triangle_count, p->vertex_count,
                          p->same) &&
           wf_hoods_create(&p->memory, &p->hoods, &p->fans, &p->joined);
}

static patch* patch_make(void) {
    patch* p = calloc(1, sizeof *p);
    lay_triangles(p);
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        p->same[v] = v;
    }
    CHECK(patch_build(p));
    return p;
}

static void patch_free(patch* p) {
    wf_hoods_free(&p->memory, &p->hoods);
    wf_fans_free(&p->memory, &p->fans);
    wf_rows_free(&p->memory, &p->joined);
    wf_audit_free(&p->memory, &p->audit);
    CHECK_EQ(p->memory.bytes, 0);
    free(p);
}

/// Waves, rumpled by noise times a centimetre in the plane and across it.
static void place(const patch* p, test_random* random, float waves, float aside, float across,
                  float* x) {
    float phase = test_uniform(random, 0, 6.28f), length = test_uniform(random, 0.03f, 0.08f);
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        const float* flat = p->flat + 2 * v;
        x[4 * v] = 1.0f + flat[0] + 0.01f * test_uniform(random, -aside, aside);
        x[4 * v + 1] = flat[1] + 0.01f * test_uniform(random, -aside, aside);
        x[4 * v + 2] = waves * sinf(6.28f * flat[0] / length + phase) +
                       0.01f * test_uniform(random, -across, across);
        x[4 * v + 3] = 0.0f;
    }
}

/// All pairs of triangles of a hood.
static void list_pairs(patch* p, uint32_t vertex) {
    p->pair_count = 0;
    uint32_t first = p->hoods.face.row[vertex], end = p->hoods.face.row[vertex + 1];
    for (uint32_t k = first; k < end; ++k) {
        for (uint32_t l = k + 1; l < end; ++l) {
            if (p->hoods.face.item[k] != p->hoods.face.item[l]) { // the last one is repeated
                p->first[p->pair_count] = p->hoods.face.item[k];
                p->second[p->pair_count++] = p->hoods.face.item[l];
            }
        }
    }
}

static bool crosses(patch* p, const float* x) {
    wf_pairs pairs = {p->first, p->second, p->pair_count, p->pair_count, p->pair_count};
    wf_audit_mesh mesh = {x, p->triangles, NULL, NULL, p->same, p->triangle_count};
    CHECK(wf_audit_count(&p->memory, &p->audit, &pairs, &mesh, &mesh));
    return p->audit.crossings > 0;
}

WEFT_TEST(hoods_are_two_rings_of_a_disc) {
    patch* p = patch_make();
    uint32_t hoods = 0;
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        hoods += p->hoods.sides[v] > 0;
    }
    CHECK_EQ(p->triangle_count, 54);
    CHECK_EQ(hoods, 7); // the centre and the first ring
    CHECK_EQ(p->hoods.sides[p->centre], 12);
    list_pairs(p, p->centre);
    CHECK_EQ(p->pair_count, 24 * 23 / 2);
    patch_free(p);
}

WEFT_TEST(hoods_that_answer_do_not_cross_themselves) {
    test_random random = test_seed(41);
    patch* p = patch_make();
    uint32_t answered = 0, crossed_count = 0;
    float x[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES];
    for (int n = 0; n < 6000; ++n) {
        place(p, &random, test_uniform(&random, 0, 0.02f), test_uniform(&random, 0, 0.9f),
              test_uniform(&random, 0, 1.0f), x);
        wf_fans_find(&p->fans, x, flat);
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, hood);
        for (uint32_t v = 0; v < p->vertex_count; ++v) {
            if (p->hoods.sides[v] > 0) {
                list_pairs(p, v);
                bool crossed = crosses(p, x);
                CHECK(!hood[v] || !crossed);
                answered += hood[v];
                crossed_count += crossed;
            } else {
                CHECK_EQ(hood[v], 0);
            }
        }
    }
    test_note("%u answered, %u crossed", answered, crossed_count);
    CHECK_GT(answered, 5000);
    CHECK_GT(crossed_count, 3000);
    patch_free(p);
}

WEFT_TEST(hoods_that_answer_do_not_cross_on_the_way) {
    test_random random = test_seed(42);
    patch* p = patch_make();
    uint32_t answered = 0, lost = 0, guessed = 0, crossed_count = 0;
    float x[4 * MOST_VERTICES], end[4 * MOST_VERTICES], now[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES], still[MOST_VERTICES], guess[MOST_VERTICES];
    uint32_t v = p->centre;
    list_pairs(p, v);
    for (int n = 0; n < 6000; ++n) {
        float move = test_uniform(&random, 0, 0.02f);
        place(p, &random, test_uniform(&random, 0, 0.01f), 0.2f, test_uniform(&random, 0, 0.4f), x);
        for (uint32_t k = 0; k < 4 * p->vertex_count; ++k) {
            end[k] = k % 4 < 3 ? x[k] + test_uniform(&random, -move, move) : 0.0f;
        }
        wf_fans_find(&p->fans, x, flat);
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, still);
        wf_fans_keep(&p->fans, end, WF_FANS_FACING, flat);
        wf_hoods_find(&p->hoods, x, end, WF_FANS_FACING, flat, hood);
        wf_hoods_guess(&p->hoods, WF_FANS_FACING, flat, guess);
        bool crossed = false;
        for (int step = 0; step <= 16; ++step) {
            float t = (float)step / 16.0f;
            for (uint32_t k = 0; k < 4 * p->vertex_count; ++k) {
                now[k] = (1.0f - t) * x[k] + t * end[k];
            }
            crossed |= crosses(p, now);
        }
        CHECK(!hood[v] || !crossed);
        CHECK(!hood[v] || (still[v] && guess[v]));
        answered += hood[v];
        lost += still[v] && !hood[v];
        guessed += guess[v];
        crossed_count += crossed;
    }
    test_note("%u answered, %u guessed, %u lost, %u crossed", answered, guessed, lost,
              crossed_count);
    CHECK_GT(answered, 1000);
    CHECK_GT(lost, 500);
    CHECK_GT(crossed_count, 500);
    patch_free(p);
}

/// A corner of the outline that goes past its neighbour.
WEFT_TEST(hoods_whose_outline_turns_back_do_not_answer) {
    patch* p = patch_make();
    test_random random = test_seed(43);
    float x[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES];
    uint32_t turned_back = 0;
    for (int n = 0; n < 2000; ++n) {
        place(p, &random, 0.0f, 0.0f, 0.0f, x);
        uint32_t first = p->hoods.outline.row[p->centre];
        uint32_t v = p->hoods.outline.item[first + test_below(&random, 12)];
        x[4 * v] += test_uniform(&random, -0.02f, 0.02f);
        x[4 * v + 1] += test_uniform(&random, -0.02f, 0.02f);
        wf_fans_find(&p->fans, x, flat);
        memset(flat, 1, sizeof flat); // what the fans say must not be what decides
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, hood);
        double area = 0.0;
        for (uint32_t k = 0; k < 12; ++k) {
            const float* a = x + 4 * (size_t)p->hoods.outline.item[first + k];
            const float* b = x + 4 * (size_t)p->hoods.outline.item[first + (k + 1) % 12];
            const float* c = x + 4 * (size_t)p->centre;
            double turn = (double)(a[0] - c[0]) * (double)(b[1] - c[1]) -
                          (double)(a[1] - c[1]) * (double)(b[0] - c[0]);
            area = k == 0 || turn < area ? turn : area;
        }
        CHECK(area > -1e-9 || !hood[p->centre]);
        turned_back += area < -1e-9;
    }
    CHECK_GT(turned_back, 200);
    patch_free(p);
}

/// Not where a seam is, nor on what has no border because it is closed.
WEFT_TEST(hoods_need_a_disc) {
    patch* p = patch_make();
    wf_hoods_free(&p->memory, &p->hoods);
    wf_fans_free(&p->memory, &p->fans);
    wf_rows_free(&p->memory, &p->joined);
    p->same[p->centre] = 0; // a seam joins it to the border
    CHECK(patch_build(p));
    uint32_t hoods = 0;
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        hoods += p->hoods.sides[v] > 0;
    }
    CHECK_EQ(hoods, 0);
    wf_hoods_free(&p->memory, &p->hoods);
    wf_fans_free(&p->memory, &p->fans);
    wf_rows_free(&p->memory, &p->joined);
    const uint32_t octahedron[24] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1,
                                     5, 2, 1, 5, 3, 2, 5, 4, 3, 5, 1, 4};
    memcpy(p->triangles, octahedron, sizeof octahedron);
    p->triangle_count = 8;
    p->vertex_count = 6;
    for (uint32_t v = 0; v < 6; ++v) {
        p->same[v] = v;
    }
    CHECK(patch_build(p));
    for (uint32_t v = 0; v < 6; ++v) {
        CHECK_EQ(p->fans.closed[v], 1);
        CHECK_EQ(p->hoods.sides[v], 0);
    }
    patch_free(p);
}
