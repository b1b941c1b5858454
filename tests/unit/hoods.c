// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a hood answers for a vertex, no two triangles of its fan and those of its neighbours may
// cross: at rest and at every moment of a straight way. The audit's exact predicates decide, over
// random patches from flat to crumpled.
#include "detect/hoods.h"

#include "detect/audit.h"
#include "test_macros.h"

#include <stdlib.h>
#include <string.h>

/// A hexagon of at most so many rings of triangles of a centimetre.
enum {
    MOST_RINGS = 4,
    SIDE = 2 * MOST_RINGS + 1,
    MOST_VERTICES = SIDE * SIDE,
    MOST_FACES = 6 * 16
};

typedef struct patch {
    wf_memory memory;
    int rings;
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
            int u = i - MOST_RINGS, v = j - MOST_RINGS;
            if (abs(u + v) <= p->rings && abs(u) <= p->rings && abs(v) <= p->rings) {
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

static patch* patch_make(int rings) {
    patch* p = calloc(1, sizeof *p);
    p->rings = rings;
    lay_triangles(p);
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        p->same[v] = v;
    }
    CHECK(patch_build(p));
    return p;
}

static void patch_unbuild(patch* p) {
    wf_hoods_free(&p->memory, &p->hoods);
    wf_fans_free(&p->memory, &p->fans);
    wf_rows_free(&p->memory, &p->joined);
}

static void patch_free(patch* p) {
    patch_unbuild(p);
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

/// A triangle of the fan of a vertex or one of its neighbours.
static bool is_round(const patch* p, uint32_t vertex, uint32_t triangle) {
    bool found = false;
    for (int k = 0; k < 3; ++k) {
        uint32_t corner = p->triangles[3 * triangle + (uint32_t)k];
        found |= corner == vertex || wf_rows_has(&p->joined, vertex, corner);
    }
    return found;
}

/// All pairs of triangles of the fans of a vertex and its neighbours.
static void list_pairs(patch* p, uint32_t vertex) {
    p->pair_count = 0;
    for (uint32_t k = 0; k < p->triangle_count; ++k) {
        for (uint32_t l = k + 1; l < p->triangle_count && is_round(p, vertex, k); ++l) {
            if (is_round(p, vertex, l)) {
                p->first[p->pair_count] = k;
                p->second[p->pair_count++] = l;
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

static uint32_t count_hoods(const patch* p) {
    uint32_t hoods = 0;
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        hoods += p->hoods.own.sides[v] > 0;
    }
    return hoods;
}

WEFT_TEST(hoods_are_two_rings_of_a_disc) {
    patch* p = patch_make(3);
    CHECK_EQ(p->triangle_count, 54);
    CHECK_EQ(count_hoods(p), 19); // all but the rim
    CHECK_EQ(p->hoods.own.sides[p->centre], 12);
    CHECK_EQ(p->hoods.own.face.row[p->centre + 1] - p->hoods.own.face.row[p->centre], 24);
    list_pairs(p, p->centre);
    CHECK_EQ(p->pair_count, 24 * 23 / 2);
    patch_free(p);
}

static bool row_has(const wf_rows* rows, uint32_t row, uint32_t item) {
    bool found = false;
    for (uint32_t k = rows->row[row]; k < rows->row[row + 1]; ++k) {
        found |= rows->item[k] == item;
    }
    return found;
}

/// Every vertex is in one ward, and a wide hood holds the fans of its ward and of their neighbours.
WEFT_TEST(wide_hoods_hold_what_they_answer_for) {
    patch* p = patch_make(MOST_RINGS);
    const wf_hoods* h = &p->hoods;
    uint32_t seen[MOST_VERTICES] = {0}, rim = 0, wide = 0;
    for (uint32_t ward = 0; ward < h->ward.count; ++ward) {
        wide += h->wide.sides[ward] > 0;
        for (uint32_t k = h->ward.row[ward]; k < h->ward.row[ward + 1]; ++k) {
            uint32_t v = h->ward.item[k];
            seen[v] += 1;
            rim += p->fans.rim[v] && h->wide.sides[ward] > 0;
            for (uint32_t t = 0; t < p->triangle_count && h->wide.sides[ward] > 0; ++t) {
                CHECK(!is_round(p, v, t) || row_has(&h->wide.face, ward, t));
            }
        }
    }
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        CHECK_EQ(seen[v], 1);
        CHECK_EQ(p->fans.rim[v] + p->fans.closed[v], 1);
    }
    test_note("%u wide hoods, %u vertices at the rim", wide, rim);
    CHECK_GT(wide, 6);
    CHECK_GT(rim, 12); // of 24
    patch_free(p);
}

WEFT_TEST(hoods_that_answer_do_not_cross_themselves) {
    test_random random = test_seed(41);
    patch* p = patch_make(MOST_RINGS);
    uint32_t answered = 0, at_rim = 0, crossed_count = 0;
    float x[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES];
    for (int n = 0; n < 6000; ++n) {
        place(p, &random, test_uniform(&random, 0, 0.02f), test_uniform(&random, 0, 0.9f),
              test_uniform(&random, 0, 1.0f), x);
        wf_fans_find(&p->fans, x, flat);
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, hood);
        for (int k = 0; k < 6; ++k) {
            uint32_t v = test_below(&random, p->vertex_count);
            list_pairs(p, v);
            bool crossed = crosses(p, x);
            CHECK(!hood[v] || !crossed);
            answered += hood[v];
            at_rim += hood[v] && p->fans.rim[v];
            crossed_count += crossed;
        }
    }
    test_note("%u answered, %u of them at the rim, %u crossed", answered, at_rim, crossed_count);
    CHECK_GT(answered, 8000);
    CHECK_GT(at_rim, 500);
    CHECK_GT(crossed_count, 3000);
    patch_free(p);
}

WEFT_TEST(hoods_that_answer_do_not_cross_on_the_way) {
    test_random random = test_seed(42);
    patch* p = patch_make(MOST_RINGS);
    uint32_t answered = 0, lost = 0, guessed = 0, crossed_count = 0;
    float x[4 * MOST_VERTICES], end[4 * MOST_VERTICES], now[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES], still[MOST_VERTICES], guess[MOST_VERTICES];
    for (int n = 0; n < 6000; ++n) {
        uint32_t v = test_below(&random, p->vertex_count);
        list_pairs(p, v);
        float move = test_uniform(&random, 0, 0.02f);
        place(p, &random, test_uniform(&random, 0, 0.01f), 0.2f, test_uniform(&random, 0, 0.4f), x);
        for (uint32_t k = 0; k < 4 * p->vertex_count; ++k) {
            end[k] = k % 4 < 3 ? x[k] + test_uniform(&random, -move, move) : 0.0f;
        }
        wf_fans_find(&p->fans, x, flat);
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, still);
        wf_fans_keep(&p->fans, end, WF_FANS_FACING, flat);
        wf_hoods_find(&p->hoods, x, end, WF_FANS_FACING, flat, hood);
        wf_hoods_guess(&p->hoods, x, WF_FANS_FACING, flat, guess);
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

/// The least of the areas that the sides of the centre's outline have with a vertex, twice.
static double least_turn(const patch* p, const float* x, uint32_t vertex) {
    const uint32_t* outline = p->hoods.own.outline.item + p->hoods.own.outline.row[p->centre];
    const float* c = x + 4 * (size_t)vertex;
    double least = 1.0;
    for (uint32_t k = 0; k < 12; ++k) {
        const float *a = x + 4 * (size_t)outline[k], *b = x + 4 * (size_t)outline[(k + 1) % 12];
        double turn = (double)(a[0] - c[0]) * (double)(b[1] - c[1]) -
                      (double)(a[1] - c[1]) * (double)(b[0] - c[0]);
        least = turn < least ? turn : least;
    }
    return least;
}

/// The vertex that the wide hood which answers for another is seen from.
static uint32_t seen_from(const patch* p, uint32_t vertex) {
    uint32_t ward = 0;
    while (!row_has(&p->hoods.ward, ward, vertex)) {
        ++ward;
    }
    CHECK(p->hoods.wide.sides[ward] == 12);
    return p->hoods.wide.inner.item[p->hoods.wide.inner.row[ward]];
}

/// A corner of the outline that goes past its neighbour.
WEFT_TEST(hoods_whose_outline_turns_back_do_not_answer) {
    patch* p = patch_make(2); // the hood of the centre and the wide one are all of it
    test_random random = test_seed(43);
    float x[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES];
    uint32_t turned_back = 0;
    for (int n = 0; n < 2000; ++n) {
        place(p, &random, 0.0f, 0.0f, 0.0f, x);
        uint32_t first = p->hoods.own.outline.row[p->centre];
        uint32_t v = p->hoods.own.outline.item[first + test_below(&random, 12)];
        x[4 * v] += test_uniform(&random, -0.02f, 0.02f);
        x[4 * v + 1] += test_uniform(&random, -0.02f, 0.02f);
        wf_fans_find(&p->fans, x, flat);
        memset(flat, 1, sizeof flat); // what the fans say must not be what decides
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, hood);
        bool turns_back = least_turn(p, x, p->centre) < -1e-9 &&
                          least_turn(p, x, seen_from(p, p->centre)) < -1e-9;
        CHECK(!turns_back || !hood[p->centre]);
        turned_back += turns_back;
    }
    CHECK_GT(turned_back, 200);
    patch_free(p);
}

/// The least area of a triangle of a patch that lies in the plane, twice.
static double least_area(const patch* p, const float* x) {
    double least = 1.0;
    for (uint32_t k = 0; k < p->triangle_count; ++k) {
        const float* at[3];
        for (uint32_t i = 0; i < 3; ++i) {
            at[i] = x + 4 * (size_t)p->triangles[3 * k + i];
        }
        double area = (double)(at[1][0] - at[0][0]) * (double)(at[2][1] - at[0][1]) -
                      (double)(at[1][1] - at[0][1]) * (double)(at[2][0] - at[0][0]);
        least = area < least ? area : least;
    }
    return least;
}

/// A vertex inside goes past its neighbours, there and back, and the outline stays where it is.
WEFT_TEST(hoods_whose_triangles_turn_over_do_not_answer) {
    patch* p = patch_make(2);
    test_random random = test_seed(44);
    float x[4 * MOST_VERTICES], end[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], sure[MOST_VERTICES], still[MOST_VERTICES], hood[MOST_VERTICES];
    uint32_t turned = 0, answered = 0;
    memset(sure, 1, sizeof sure); // what the fans say must not be what decides
    for (int n = 0; n < 2000; ++n) {
        place(p, &random, 0.0f, 0.0f, 0.0f, x);
        memcpy(end, x, sizeof x);
        const uint32_t* joined = p->joined.item + p->joined.row[p->centre];
        uint32_t v = joined[test_below(&random, 6)];
        end[4 * v] += test_uniform(&random, -0.02f, 0.02f);
        end[4 * v + 1] += test_uniform(&random, -0.02f, 0.02f);
        bool turns = least_area(p, end) < -1e-9;
        wf_fans_find(&p->fans, x, flat);
        wf_fans_keep(&p->fans, end, WF_FANS_FACING, flat);
        wf_hoods_find(&p->hoods, x, end, WF_FANS_FACING, sure, hood);
        wf_fans_find(&p->fans, end, flat);
        wf_hoods_find(&p->hoods, end, NULL, WF_FANS_FACING, sure, still);
        CHECK(!turns || (!hood[p->centre] && !still[p->centre]));
        turned += turns;
        answered += hood[p->centre] && still[p->centre];
    }
    CHECK_GT(turned, 500);
    CHECK_GT(answered, 200);
    patch_free(p);
}

/// One fan that does not answer for itself.
WEFT_TEST(hoods_ask_the_fans_inside) {
    patch* p = patch_make(MOST_RINGS);
    test_random random = test_seed(45);
    float x[4 * MOST_VERTICES];
    uint8_t flat[MOST_VERTICES], hood[MOST_VERTICES];
    place(p, &random, 0.0f, 0.0f, 0.0f, x);
    wf_fans_find(&p->fans, x, flat);
    for (uint32_t bent = 0; bent < p->vertex_count; ++bent) {
        memset(flat, 1, sizeof flat);
        flat[bent] = 0;
        wf_hoods_find(&p->hoods, x, NULL, WF_FANS_FACING, flat, hood);
        for (uint32_t v = 0; v < p->vertex_count && p->fans.closed[bent]; ++v) {
            CHECK(!hood[v] || (v != bent && !wf_rows_has(&p->joined, v, bent)));
        }
    }
    patch_free(p);
}

/// Two triangles that share one corner alone.
WEFT_TEST(hoods_know_no_rim_of_two_parts) {
    patch* p = patch_make(2);
    patch_unbuild(p);
    const uint32_t tie[6] = {0, 1, 2, 0, 3, 4}, strip[6] = {0, 1, 2, 2, 1, 3};
    for (int n = 0; n < 2; ++n) {
        memcpy(p->triangles, n == 0 ? tie : strip, sizeof tie);
        p->triangle_count = 2;
        p->vertex_count = n == 0 ? 5 : 4;
        CHECK(patch_build(p));
        for (uint32_t v = 0; v < p->vertex_count; ++v) {
            CHECK_EQ(p->fans.rim[v], n == 1 || v > 0);
        }
        patch_unbuild(p);
    }
    patch_free(p);
}

/// Not where a seam is, nor on what has no border because it is closed.
WEFT_TEST(hoods_need_a_disc) {
    patch* p = patch_make(3);
    patch_unbuild(p);
    p->same[p->centre] = 0; // a seam joins it to the border
    CHECK(patch_build(p));
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        bool sewn = v == 0 || v == p->centre || wf_rows_has(&p->joined, v, 0) ||
                    wf_rows_has(&p->joined, v, p->centre);
        CHECK_EQ(p->hoods.own.sides[v] > 0, p->fans.closed[v] && !sewn);
    }
    for (uint32_t ward = 0; ward < p->hoods.ward.count; ++ward) {
        CHECK(!row_has(&p->hoods.wide.inner, ward, p->centre));
        CHECK(p->hoods.wide.sides[ward] == 0 || !row_has(&p->hoods.ward, ward, 0));
    }
    patch_unbuild(p);
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
        CHECK_EQ(p->hoods.own.sides[v], 0);
    }
    patch_free(p);
}
