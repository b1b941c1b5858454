// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The list of neighbouring triangles, what fans and hoods leave of it, and what a tree leaves out,
// against all pairs.
#include "mesh/neighbours.h"

#include "detect/hoods.h"
#include "stage.h"
#include "structures/dop_tree.h"
#include "weft/weft.h"

/// A grid whose left and right borders a seam is to join.
typedef struct sheet {
    wf_memory memory;
    uint32_t triangles[600], same[132];
    uint32_t triangle_count, vertex_count;
    wf_rows joined;
    wf_neighbours neighbours;
} sheet;

enum { COLUMNS = 10, ROWS = 10 };

static void lay(sheet* s) {
    s->vertex_count = (COLUMNS + 1) * (ROWS + 1);
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        s->same[v] = v % (COLUMNS + 1) == COLUMNS ? v - COLUMNS : v;
    }
    for (uint32_t r = 0; r < ROWS; ++r) {
        for (uint32_t c = 0; c < COLUMNS; ++c) {
            uint32_t a = r * (COLUMNS + 1) + c, b = a + COLUMNS + 1;
            const uint32_t corners[6] = {a, a + 1, b, a + 1, b + 1, b};
            memcpy(s->triangles + 3 * s->triangle_count, corners, sizeof corners);
            s->triangle_count += 2;
        }
    }
}

static sheet sheet_make(void) {
    sheet s = {.triangle_count = 0};
    uint32_t pairs[1200];
    lay(&s);
    for (uint32_t k = 0; k < 3 * s.triangle_count; ++k) {
        pairs[2 * k] = s.same[s.triangles[k]];
        pairs[2 * k + 1] = s.same[s.triangles[k / 3 * 3 + (k + 1) % 3]];
    }
    CHECK(wf_adjacency_from_pairs(&s.memory, s.vertex_count, pairs, 3 * (size_t)s.triangle_count,
                                  &s.joined));
    CHECK(wf_neighbours_build(&s.memory, s.triangles, s.triangle_count, s.same, &s.joined,
                              &s.neighbours));
    return s;
}

static void sheet_free(sheet* s) {
    wf_rows_free(&s->memory, &s->joined);
    wf_neighbours_free(&s->memory, &s->neighbours);
    CHECK_EQ(s->memory.bytes, 0);
}

static bool is_edge(const sheet* s, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < 3 * s->triangle_count; ++k) {
        uint32_t p = s->same[s->triangles[k]];
        uint32_t q = s->same[s->triangles[k / 3 * 3 + (k + 1) % 3]];
        if ((p == a && q == b) || (p == b && q == a)) {
            return true;
        }
    }
    return false;
}

/// What the list should have of a pair: corners that they share, else corners that edges join.
static wf_neighbour relation(const sheet* s, uint32_t a, uint32_t b) {
    wf_neighbour shared = {.triangle = b, .shares = 1}, joined = {.triangle = b};
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned l = 0; l < 3; ++l) {
            uint32_t p = s->same[s->triangles[3 * a + k]], q = s->same[s->triangles[3 * b + l]];
            if (p == q) {
                shared.own |= (uint8_t)(1 << k);
                shared.other |= (uint8_t)(1 << l);
            } else if (is_edge(s, p, q)) {
                joined.own |= (uint8_t)(1 << k);
                joined.other |= (uint8_t)(1 << l);
            }
        }
    }
    return shared.own != 0 ? shared : joined;
}

WEFT_TEST(neighbours_are_all_pairs_with_a_corner_or_an_edge_between_them) {
    sheet s = sheet_make();
    uint32_t shares = 0, joined = 0;
    for (uint32_t a = 0; a < s.triangle_count; ++a) {
        uint32_t at = s.neighbours.row[a];
        for (uint32_t b = a + 1; b < s.triangle_count; ++b) {
            wf_neighbour expected = relation(&s, a, b);
            bool is = expected.own != 0;
            CHECK_EQ(wf_neighbours_has(&s.neighbours, a, b), is);
            if (is) {
                REQUIRE(at < s.neighbours.row[a + 1]);
                const wf_neighbour* n = &s.neighbours.item[at++];
                CHECK(n->triangle == b && n->shares == expected.shares);
                CHECK(n->own == expected.own && n->other == expected.other);
                shares += n->shares;
                joined += !n->shares;
            }
        }
        CHECK_EQ(at, s.neighbours.row[a + 1]);
    }
    CHECK_GT(shares, 1000);
    CHECK_GT(joined, 1500);
    sheet_free(&s);
}

static bool any_corner(const uint8_t* of, const sheet* s, uint32_t triangle, unsigned corners) {
    bool any = false;
    for (unsigned k = 0; k < 3; ++k) {
        any |= (corners >> k & 1) != 0 && of[s->triangles[3 * triangle + k]];
    }
    return any;
}

WEFT_TEST(neighbours_stay_open_where_nothing_answers_for_them) {
    sheet s = sheet_make();
    test_random random = test_seed(44);
    uint8_t flat[132], hood[132], late[132], near[132], corners[200];
    wf_open_work work = {0};
    for (int n = 0; n < 200; ++n) {
        uint32_t often = test_below(&random, 10);
        for (uint32_t v = 0; v < s.vertex_count; ++v) {
            hood[v] = test_below(&random, 10) < often;
            flat[v] = hood[v] || test_below(&random, 10) < often; // a hood has a flat fan
            late[v] = test_below(&random, n % 4 == 1 ? 10 : 100) == 0;
        }
        wf_hoods_mark_near(s.same, &s.joined, late, near);
        wf_hoods_known known = {flat, hood, n % 2 ? late : NULL, n % 2 ? near : NULL};
        wf_pairs pairs = {0};
        REQUIRE(wf_hoods_open_pairs(&s.memory, &work, &s.neighbours, s.triangles, &known, corners,
                                    &pairs));
        size_t at = 0;
        for (uint32_t a = 0; a < s.triangle_count; ++a) {
            for (uint32_t k = s.neighbours.row[a]; k < s.neighbours.row[a + 1]; ++k) {
                wf_neighbour r = s.neighbours.item[k];
                bool held = r.shares ? any_corner(flat, &s, a, r.own)
                                     : any_corner(hood, &s, a, r.own) ||
                                           any_corner(hood, &s, r.triangle, r.other);
                bool asked =
                    n % 2 == 0 || any_corner(late, &s, a, 7) || any_corner(late, &s, r.triangle, 7);
                if (!held && asked) {
                    REQUIRE(at < pairs.count);
                    CHECK(pairs.a[at] == a && pairs.b[at] == r.triangle);
                    at += 1;
                }
            }
        }
        CHECK_EQ(at, pairs.count);
        wf_free(&s.memory, pairs.a);
        wf_free(&s.memory, pairs.b);
    }
    wf_open_work_free(&s.memory, &work);
    sheet_free(&s);
}

static bool neighbours_of(stage* s, wf_rows* joined, wf_neighbours* out) {
    const torus_mesh* mesh = &s->sleeve;
    uint32_t* same = WF_ALLOC(&s->memory, uint32_t, mesh->vertex_count);
    uint32_t* pairs = WF_ALLOC(&s->memory, uint32_t, 6 * (size_t)mesh->triangle_count);
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        same[v] = v;
    }
    for (uint32_t k = 0; k < 3 * mesh->triangle_count; ++k) {
        pairs[2 * k] = mesh->triangles[k];
        pairs[2 * k + 1] = mesh->triangles[k / 3 * 3 + (k + 1) % 3];
    }
    bool built =
        wf_adjacency_from_pairs(&s->memory, mesh->vertex_count, pairs,
                                3 * (size_t)mesh->triangle_count, joined) &&
        wf_neighbours_build(&s->memory, mesh->triangles, mesh->triangle_count, same, joined, out);
    wf_free(&s->memory, same);
    wf_free(&s->memory, pairs);
    return built;
}

/// Every structure that searches a cloth for itself finds what it found before, without them.
WEFT_TEST(neighbours_are_left_out_of_a_search) {
    const wf_structure* kinds[] = {&wf_structure_brute_force, &wf_structure_dop_tree};
    static const uint32_t arities[] = {2, 4, 8};
    stage s = stage_make(0.03f, 0.001f);
    wf_rows joined = {0};
    wf_neighbours neighbours = {0};
    REQUIRE(neighbours_of(&s, &joined, &neighbours));
    for (int i = 0; i < 6; ++i) {
        const float tree_values[WEFT_METHOD_PARAMETERS] = {i % 2 ? 18 : 6, arities[i % 3]};
        const wf_structure* kind = kinds[i >= 1];
        void* self = kind->create(&s.memory, &s.cloth_sweep, &s.body_sweep, tree_values);
        wf_pairs all = {0}, without = {0};
        CHECK(kind->refresh_cloth(&s.memory, self, &s.cloth_sweep));
        CHECK(kind->collect_self(&s.memory, self, &s.cloth_sweep, &all));
        CHECK(kind->exclude_self(&s.memory, self, &neighbours));
        CHECK(kind->collect_self(&s.memory, self, &s.cloth_sweep, &without));
        size_t kept = 0, count = all.count;
        for (size_t k = 0; k < count; ++k) {
            all.a[kept] = all.a[k];
            all.b[kept] = all.b[k];
            kept += !wf_neighbours_has(&neighbours, all.a[k], all.b[k]);
        }
        CHECK_GT(count - kept, 5000);
        CHECK_GT(kept, 1000);
        all.count = kept;
        CHECK(pairs_equal(&all, &without));
        pairs_free(&s, &all);
        pairs_free(&s, &without);
        kind->destroy(&s.memory, self);
    }
    wf_rows_free(&s.memory, &joined);
    wf_neighbours_free(&s.memory, &neighbours);
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}
