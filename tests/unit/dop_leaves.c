// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Faces of leaves that overlap, tested by their hulls, and walks that go on where the last one
// stopped: what they find is a matter of the pose, not of what was before.
#include "structures/dop_leaves.h"

#include "stage.h"
#include "structures/dop_front.h"
#include "weft/weft.h"

#ifdef WEFT_LAB

/// The rules of a tree that are compared.
typedef struct rule {
    uint32_t leaf_test, separation, traverse;
} rule;

typedef struct tree {
    wf_dop_tree cloth, body;
    wf_dop_stack stack;
    wf_pair_list list;
    wf_pairs across, own;
} tree;

static void tree_make(stage* s, tree* t, rule r, uint32_t k, uint32_t arity) {
    float values[WEFT_METHOD_PARAMETERS] = {(float)k, (float)arity};
    values[WF_DOP_VALUE_LEAF_TEST] = (float)r.leaf_test;
    values[WF_DOP_VALUE_SEPARATION] = (float)r.separation;
    values[WF_DOP_VALUE_TRAVERSE] = (float)r.traverse;
    values[WF_DOP_VALUE_TOLERANCE] = 2e-3f;
    *t = (tree){0};
    CHECK(wf_dop_tree_build_row(&s->memory, &t->cloth, &s->cloth_sweep, values, false));
    CHECK(wf_dop_tree_build_row(&s->memory, &t->body, &s->body_sweep, values, true));
}

static void tree_search(stage* s, tree* t) {
    uint32_t n = s->cloth_sweep.triangle_count, m = s->body_sweep.triangle_count;
    wf_dop_tree_refit(&t->cloth, &s->cloth_sweep);
    wf_dop_tree_refit(&t->body, &s->body_sweep);
    t->list.count = 0;
    CHECK(wf_dop_tree_collide(&s->memory, &t->cloth, &t->body, &t->stack, &t->list) &&
          wf_pair_list_sort(&s->memory, &t->list, n, m, &t->across));
    t->list.count = 0;
    CHECK(wf_dop_tree_collide_self(&s->memory, &t->cloth, &t->stack, &t->list) &&
          wf_pair_list_sort(&s->memory, &t->list, n, n, &t->own));
}

static void tree_free(stage* s, tree* t) {
    wf_dop_tree_free(&s->memory, &t->cloth);
    wf_dop_tree_free(&s->memory, &t->body);
    wf_dop_stack_free(&s->memory, &t->stack);
    wf_pair_list_free(&s->memory, &t->list);
    pairs_free(s, &t->across);
    pairs_free(s, &t->own);
}

/// Pairs of brute force whose hulls meet, without a tree.
static bool are_those_that_meet(const stage* s, const wf_pairs* all, const wf_pairs* found) {
    size_t at = 0;
    for (size_t i = 0; i < all->count; ++i) {
        wf_gjk_shape a, b;
        wf_gjk_result r;
        wf_dop_leaves_shape(&s->cloth_sweep, all->a[i], &a);
        wf_dop_leaves_shape(&s->body_sweep, all->b[i], &b);
        wf_gjk(&a, &b, &r);
        if (r.apart <= 1e-9) {
            if (at == found->count || pair_key(found, at) != pair_key(all, i)) {
                return false;
            }
            at += 1;
        }
    }
    return at == found->count;
}

/// Small steps, then leaps, for longer than a separation list lives.
static void check_walks(uint32_t k, uint32_t arity) {
    static const rule rules[] = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {2, 0, 0}, {2, 1, 1}};
    enum { COUNT = 6, FRAMES = 40 };
    stage s = stage_make(0.002f, 0.0015f);
    const wf_structure* brute = &wf_structure_brute_force;
    void* oracle = brute->create(&s.memory, &s.cloth_sweep, &s.body_sweep, NULL);
    wf_pairs all = {0};
    tree t[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        tree_make(&s, &t[i], rules[i], k, arity);
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        stage_pose(&s, frame % 10 < 8 ? 2e-4 * frame : 0.5 * frame);
        for (int i = 0; i < COUNT; ++i) {
            int like = rules[i].leaf_test > 0 ? 3 : 0;
            if (like == 3 && frame % 3 != 0) {
                continue;
            }
            tree_search(&s, &t[i]);
            CHECK(pairs_ascend(&t[i].across));
            CHECK(pairs_equal(&t[i].across, &t[like].across));
            CHECK(pairs_equal(&t[i].own, &t[like].own));
        }
        if (frame % 3 == 0) {
            CHECK(pairs_include(&t[0].across, &t[3].across));
            CHECK_GT(t[3].across.count, 500);
        }
        if (frame % 15 == 0) {
            pairs_collect(brute, oracle, &s, &all);
            CHECK(are_those_that_meet(&s, &all, &t[3].across));
        }
    }
    const wf_dop_leaves *fresh = t[3].cloth.leaves, *used = t[4].cloth.leaves;
    test_note(
        "k %u arity %u: %u faces asked, %u dropped; computed %u, reusing %u; list of %u pairs", k,
        arity, (uint32_t)fresh->asked, (uint32_t)fresh->dropped, (uint32_t)fresh->computed,
        (uint32_t)used->computed, (uint32_t)t[1].cloth.front[0].count);
    CHECK_EQ(fresh->computed, fresh->asked);
    CHECK_LT(used->computed, used->asked);
    CHECK_GT(fresh->dropped, 1000);
    for (int i = 0; i < COUNT; ++i) {
        tree_free(&s, &t[i]);
    }
    brute->destroy(&s.memory, oracle);
    pairs_free(&s, &all);
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

#endif

/// Frame by frame against a walk from the roots, against hulls that are computed anew, and those
/// against brute force.
WEFT_TEST(walks_that_remember_find_what_others_find) {
#ifdef WEFT_LAB
    check_walks(6, 8);
    check_walks(18, 4);
#endif
}

/// A face goes straight down past another: beside it at both ends of its way and on it between. The
/// hull of its way holds the middle.
WEFT_TEST(hulls_hold_the_way) {
#ifdef WEFT_LAB
    static const uint32_t corners[3] = {0, 1, 2};
    float x0[12] = {0}, x1[12], rest[12] = {0};
    for (int v = 0; v < 3; ++v) {
        rest[4 * v] = x0[4 * v] = v == 1 ? 0.01f : 0.0f;
        rest[4 * v + 1] = x0[4 * v + 1] = v == 2 ? 0.01f : 0.0f;
        x0[4 * v + 2] = 0.05f;
    }
    memcpy(x1, x0, sizeof x1);
    for (int v = 0; v < 3; ++v) {
        x1[4 * v + 2] = -0.05f;
    }
    for (int straight = 0; straight < 2; ++straight) {
        wf_sweep falls = {x0, x1, corners, 3, 1, 0.001f, straight == 1};
        wf_sweep lies = {rest, rest, corners, 3, 1, 0.001f, false};
        wf_gjk_shape a, b;
        wf_gjk_result r;
        wf_dop_leaves_shape(&falls, 0, &a);
        wf_dop_leaves_shape(&lies, 0, &b);
        CHECK_EQ(a.count, straight ? 6 : 3);
        CHECK_EQ(b.count, 3);
        wf_gjk(&a, &b, &r);
        CHECK_EQ(r.distance, 0.0);
        CHECK_LE(r.apart, 0.0);
    }
#endif
}
