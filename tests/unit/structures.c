// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every structure against brute force, on a tight sleeve around a deforming body.
#include "method_rows.h"
#include "test_macros.h"

#include "base/parallel.h"
#include "stage.h"
#include "structures/dop_tree.h"

static void corner_at(const wf_sweep* sweep, uint32_t triangle, int corner, double fraction,
                      double out[3]) {
    size_t v = 4 * (size_t)sweep->triangles[3 * (size_t)triangle + (size_t)corner];
    for (int axis = 0; axis < 3; ++axis) {
        double a = sweep->x0[v + (size_t)axis], b = sweep->x1[v + (size_t)axis];
        out[axis] = a + fraction * (b - a);
    }
}

/// A point of a triangle on its way.
static void sample(test_random* random, const wf_sweep* sweep, uint32_t triangle, double out[3]) {
    double fraction = test_uniform(random, 0, 1), weight[3], total = 0;
    for (int c = 0; c < 3; ++c) {
        weight[c] = test_uniform(random, 0, 1) + 1e-6;
        total += weight[c];
    }
    out[0] = out[1] = out[2] = 0;
    for (int c = 0; c < 3; ++c) {
        double x[3];
        corner_at(sweep, triangle, c, fraction, x);
        for (int axis = 0; axis < 3; ++axis) {
            out[axis] += weight[c] / total * x[axis];
        }
    }
}

static bool samples_meet(test_random* random, const stage* s, uint32_t cloth, uint32_t body,
                         double reach) {
    bool meet = false;
    for (int i = 0; i < 8; ++i) {
        double a[3], b[3];
        sample(random, &s->cloth_sweep, cloth, a);
        sample(random, &s->body_sweep, body, b);
        meet |=
            fabs(a[0] - b[0]) <= reach && fabs(a[1] - b[1]) <= reach && fabs(a[2] - b[2]) <= reach;
    }
    return meet;
}

/// Samples pairs that brute force found; those whose samples come within the sum of the margins
/// on every axis must be in `pairs`. Returns how many were near.
static uint32_t check_near_samples(test_random* random, stage* s, const wf_pairs* all,
                                   const wf_pairs* pairs) {
    double reach = (double)s->cloth_sweep.grow + (double)s->body_sweep.grow;
    uint32_t near = 0, missed = 0;
    size_t found = 0;
    for (size_t i = 0; i < all->count; ++i) {
        while (found < pairs->count && pair_key(pairs, found) < pair_key(all, i)) {
            ++found;
        }
        bool within = samples_meet(random, s, all->a[i], all->b[i], reach);
        bool listed = found < pairs->count && pair_key(pairs, found) == pair_key(all, i);
        near += within;
        missed += within && !listed;
    }
    CHECK_EQ(missed, 0);
    return near;
}

static void check_dop_tree(uint32_t k, uint32_t arity) {
    stage s = stage_make(0.004f, 0.003f);
    const float tree_values[WEFT_METHOD_PARAMETERS] = {k, arity};
    test_random random = test_seed(k * 100 + arity);
    void* brute =
        wf_structure_brute_force.create(&s.memory, &s.cloth_sweep, &s.body_sweep, tree_values);
    void* tree =
        wf_structure_dop_tree.create(&s.memory, &s.cloth_sweep, &s.body_sweep, tree_values);
    REQUIRE(brute && tree);
    wf_pairs expected = {0}, pairs = {0};
    for (int frame = 0; frame < 4; ++frame) {
        stage_pose(&s, 0.3 * frame);
        pairs_collect(&wf_structure_brute_force, brute, &s, &expected);
        pairs_collect(&wf_structure_dop_tree, tree, &s, &pairs);
        CHECK_GT(expected.count, 1000);
        CHECK(pairs_ascend(&expected));
        CHECK(pairs_ascend(&pairs));
        if (k == 6) {
            CHECK(pairs_equal(&pairs, &expected));
        } else if (k != 8) {
            CHECK(pairs_include(&expected, &pairs));
            CHECK_LT(pairs.count, expected.count);
        }
        CHECK_GT(check_near_samples(&random, &s, &expected, &pairs), 500);
    }
    test_note("k %u arity %u: %zu of %zu pairs", k, arity, pairs.count, expected.count);
    pairs_free(&s, &expected);
    pairs_free(&s, &pairs);
    wf_structure_brute_force.destroy(&s.memory, brute);
    wf_structure_dop_tree.destroy(&s.memory, tree);
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

WEFT_TEST(dop_tree_against_brute_force) {
    static const uint32_t ks[] = {6, 8, 14, 18, 26}, arities[] = {2, 4, 8};
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 3; ++j) {
            check_dop_tree(ks[i], arities[j]);
        }
    }
}

/// A tree that was refitted through other poses must answer like a fresh one, also after only a
/// part of the body moved.
WEFT_TEST(dop_tree_forgets_earlier_poses) {
    stage s = stage_make(0.004f, 0.003f);
    const float tree_values[WEFT_METHOD_PARAMETERS] = {18, 4};
    void* old = wf_structure_dop_tree.create(&s.memory, &s.cloth_sweep, &s.body_sweep, tree_values);
    wf_pairs expected = {0}, pairs = {0};
    for (int frame = 1; frame < 8; ++frame) {
        if (frame % 2) {
            stage_pose(&s, 0.1 * frame);
        }
        for (uint32_t v = 0; v < s.body.vertex_count / 5; ++v) {
            s.body.x[4 * v + 1] += 0.01f; // less than half of the vertices: the partial refit
        }
        void* fresh =
            wf_structure_dop_tree.create(&s.memory, &s.cloth_sweep, &s.body_sweep, tree_values);
        pairs_collect(&wf_structure_dop_tree, old, &s, &pairs);
        pairs_collect(&wf_structure_dop_tree, fresh, &s, &expected);
        CHECK_GT(pairs.count, 1000);
        CHECK(pairs_equal(&pairs, &expected));
        wf_structure_dop_tree.destroy(&s.memory, fresh);
    }
    pairs_free(&s, &expected);
    pairs_free(&s, &pairs);
    wf_structure_dop_tree.destroy(&s.memory, old);
    stage_free(&s);
}

WEFT_TEST(dop_tree_does_not_allocate_once_warm) {
    stage s = stage_make(0.004f, 0.003f);
    const float tree_values[WEFT_METHOD_PARAMETERS] = {18, 8};
    void* tree =
        wf_structure_dop_tree.create(&s.memory, &s.cloth_sweep, &s.body_sweep, tree_values);
    wf_pairs pairs = {0};
    pairs_collect(&wf_structure_dop_tree, tree, &s, &pairs);
    s.memory.grown = 0;
    size_t bytes = s.memory.bytes;
    for (int i = 0; i < 3; ++i) {
        pairs_collect(&wf_structure_dop_tree, tree, &s, &pairs);
    }
    CHECK_EQ(s.memory.grown, 0);
    CHECK_EQ(s.memory.bytes, bytes);
    pairs_free(&s, &pairs);
    wf_structure_dop_tree.destroy(&s.memory, tree);
    stage_free(&s);
}

/// A mesh against itself: the upper half of what it has against a copy of itself.
WEFT_TEST(dop_tree_against_itself) {
    static const uint32_t ks[] = {6, 18}, arities[] = {2, 4, 8};
    stage s = stage_make(0.003f, 0.001f);
    for (int i = 0; i < 6; ++i) {
        const float tree_values[WEFT_METHOD_PARAMETERS] = {ks[i / 3], arities[i % 3]};
        wf_dop_tree tree;
        wf_dop_stack stack = {0};
        wf_pair_list list = {0};
        wf_pairs pairs = {0}, all = {0};
        const wf_sweep* sweep = &s.cloth_sweep;
        REQUIRE(wf_dop_tree_build(&s.memory, &tree, sweep, (uint32_t)tree_values[0],
                                  (uint32_t)tree_values[1]));
        CHECK(wf_dop_tree_collide_self(&s.memory, &tree, &stack, &list));
        CHECK(wf_pair_list_sort(&s.memory, &list, sweep->triangle_count, sweep->triangle_count,
                                &pairs));
        list.count = 0; // the same tree as two
        CHECK(wf_dop_tree_collide(&s.memory, &tree, &tree, &stack, &list));
        CHECK(wf_pair_list_sort(&s.memory, &list, sweep->triangle_count, sweep->triangle_count,
                                &all));
        size_t kept = 0;
        for (size_t k = 0; k < all.count; ++k) {
            all.a[kept] = all.a[k];
            all.b[kept] = all.b[k];
            kept += all.a[k] < all.b[k];
        }
        CHECK_EQ(all.count, 2 * kept + sweep->triangle_count);
        all.count = kept;
        CHECK_GT(kept, 1000);
        CHECK(pairs_equal(&pairs, &all));
        wf_dop_tree_free(&s.memory, &tree);
        wf_dop_stack_free(&s.memory, &stack);
        wf_pair_list_free(&s.memory, &list);
        pairs_free(&s, &pairs);
        pairs_free(&s, &all);
    }
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

static void sorted_pairs(stage* s, const wf_dop_tree* tree, const wf_dop_tree* other,
                         wf_dop_stack* stack, wf_pair_list* list, wf_pairs* out) {
    uint32_t first = s->cloth_sweep.triangle_count, second = s->body_sweep.triangle_count;
    list->count = 0;
    CHECK(other == NULL ? wf_dop_tree_collide_self(&s->memory, tree, stack, list)
                        : wf_dop_tree_collide(&s->memory, tree, other, stack, list));
    CHECK(wf_pair_list_sort(&s->memory, list, first, other == NULL ? first : second, out));
}

/// Leaves those with a marked triangle.
static void keep_marked(wf_pairs* pairs, const uint8_t* marks, bool self) {
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        pairs->a[kept] = pairs->a[i];
        pairs->b[kept] = pairs->b[i];
        kept += marks[pairs->a[i]] != 0 || (self && marks[pairs->b[i]] != 0);
    }
    pairs->count = kept;
}

/// Of walks of marked triangles and of all.
static void compare_marked(stage* s, test_random* random, wf_dop_tree* cloth,
                           const wf_dop_tree* body, struct wf_pool* const* pool) {
    wf_dop_stack stack = {.pool = pool};
    wf_pair_list list = {0};
    wf_pairs all = {0}, marked = {0};
    static const uint32_t one_in[] = {1, 2, 30, 1000, 0};
    uint8_t* marks = malloc(s->cloth_sweep.triangle_count);
    for (size_t i = 0; i < sizeof one_in / sizeof *one_in; ++i) {
        for (uint32_t t = 0; t < s->cloth_sweep.triangle_count; ++t) {
            marks[t] = one_in[i] > 0 && test_below(random, one_in[i]) == 0;
        }
        sorted_pairs(s, cloth, body, &stack, &list, &all);
        CHECK_GT(all.count, 1000);
        keep_marked(&all, marks, body == NULL);
        wf_dop_tree_mark(cloth, marks);
        sorted_pairs(s, cloth, body, &stack, &list, &marked);
        wf_dop_tree_mark(cloth, NULL);
        CHECK(pairs_equal(&marked, &all));
    }
    free(marks);
    wf_dop_stack_free(&s->memory, &stack);
    wf_pair_list_free(&s->memory, &list);
    pairs_free(s, &all);
    pairs_free(s, &marked);
}

WEFT_TEST(dop_trees_find_the_pairs_of_marked_triangles) {
    static const uint32_t ks[] = {6, 18}, arities[] = {2, 4, 8};
    test_random random = test_seed(7301);
    struct wf_pool* pool = NULL;
#ifdef WEFT_THREADS
    pool = wf_pool_create(3);
    REQUIRE(pool != NULL);
#endif
    struct wf_pool* const alone = NULL;
    for (int i = 0; i < 6; ++i) {
        stage s = stage_make(0.003f, 0.001f);
        wf_dop_tree cloth, body;
        REQUIRE(wf_dop_tree_build(&s.memory, &cloth, &s.cloth_sweep, ks[i / 3], arities[i % 3]));
        REQUIRE(wf_dop_tree_build(&s.memory, &body, &s.body_sweep, ks[i / 3], arities[i % 3]));
        for (int side = 0; side < 4; ++side) {
            compare_marked(&s, &random, &cloth, side / 2 == 0 ? &body : NULL,
                           side % 2 == 0 ? &alone : &pool);
        }
        wf_dop_tree_free(&s.memory, &cloth);
        wf_dop_tree_free(&s.memory, &body);
        CHECK_EQ(s.memory.bytes, 0);
        stage_free(&s);
    }
#ifdef WEFT_THREADS
    wf_pool_destroy(pool);
#endif
}

#ifdef WEFT_THREADS

/// In turns alone and with a pool; the first walk of a pool has to make its lists longer.
static void compare_walks(stage* s, const wf_dop_tree* tree, const wf_dop_tree* other,
                          struct wf_pool* const* pool) {
    wf_dop_stack stack[2] = {{0}, {.pool = pool}};
    wf_pair_list list = {0};
    wf_pairs pairs[2] = {{0}, {0}};
    for (int turn = 0; turn < 3; ++turn) {
        s->memory.grown = 0;
        for (int i = 0; i < 2; ++i) {
            sorted_pairs(s, tree, other, &stack[i], &list, &pairs[i]);
        }
        CHECK(turn == 0 || s->memory.grown == 0);
        CHECK_GT(pairs[0].count, 1000);
        CHECK(pairs_equal(&pairs[0], &pairs[1]));
    }
    CHECK(stack[1].parts != NULL);
    for (int i = 0; i < 2; ++i) {
        wf_dop_stack_free(&s->memory, &stack[i]);
        pairs_free(s, &pairs[i]);
    }
    wf_pair_list_free(&s->memory, &list);
}
#endif

WEFT_TEST(dop_trees_find_the_same_in_parts) {
#ifdef WEFT_THREADS
    static const uint32_t ks[] = {6, 18}, arities[] = {2, 4, 8};
    wf_pool* pool = wf_pool_create(3);
    REQUIRE(pool != NULL);
    for (int i = 0; i < 6; ++i) {
        stage s = stage_make(0.003f, 0.001f);
        wf_dop_tree cloth, body;
        REQUIRE(wf_dop_tree_build(&s.memory, &cloth, &s.cloth_sweep, ks[i / 3], arities[i % 3]));
        REQUIRE(wf_dop_tree_build(&s.memory, &body, &s.body_sweep, ks[i / 3], arities[i % 3]));
        compare_walks(&s, &cloth, &body, &pool);
        compare_walks(&s, &cloth, NULL, &pool);
        wf_dop_tree_free(&s.memory, &cloth);
        wf_dop_tree_free(&s.memory, &body);
        CHECK_EQ(s.memory.bytes, 0);
        stage_free(&s);
    }
    wf_pool_destroy(pool);
#endif
}

/// Nothing, one triangle, and coincident triangles: all have answers.
WEFT_TEST(structures_take_tiny_meshes) {
    float x[36] = {0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1};
    uint32_t corners[27];
    for (uint32_t i = 0; i < 27; ++i) {
        corners[i] = i % 3;
    }
    const weft_method* row;
    for (uint32_t i = 0; (row = next_row("structure", &i)) != NULL;) {
        const wf_structure* kind = row->functions;
        method_values values = usual_values(row);
        for (uint32_t count = 0; count <= 9; ++count) {
            wf_memory memory = {0};
            wf_sweep one = {x, x, corners, 3, 1, 0, false},
                     many = {x, x, corners, 3, count, 0, true};
            void* self = kind->create(&memory, &one, &many, values.of);
            wf_pairs pairs = {0};
            CHECK(kind->collect(&memory, self, &one, &many, &pairs));
            CHECK_EQ(pairs.count, count);
            wf_free(&memory, pairs.a);
            wf_free(&memory, pairs.b);
            kind->destroy(&memory, self);
            CHECK_EQ(memory.bytes, 0);
        }
    }
}

static bool build_and_collect(const weft_method* row, stage* s, void** self, wf_pairs* pairs) {
    const wf_structure* kind = row->functions;
    method_values values = usual_values(row);
    stage_pose(s, 0);
    *self = kind->create(&s->memory, &s->cloth_sweep, &s->body_sweep, values.of);
    if (*self == NULL) {
        return false;
    }
    bool done = kind->collect(&s->memory, *self, &s->cloth_sweep, &s->body_sweep, pairs);
    for (uint32_t v = 0; v < s->body.vertex_count; ++v) {
        s->body.x[4 * v] += 5.0f; // off every grid
        s->body_next.x[4 * v] += 5.0f;
    }
    return done && kind->refresh_body(&s->memory, *self, &s->body_sweep) &&
           kind->refresh_cloth(&s->memory, *self, &s->cloth_sweep);
}

/// Every allocation in turn fails; nothing may leak or crash, and success is never claimed wrongly.
WEFT_TEST(structures_survive_failing_memory) {
    stage s = stage_make(0.004f, 0.003f);
    const weft_method* row;
    for (uint32_t i = 0; (row = next_row("structure", &i)) != NULL;) {
        const wf_structure* kind = row->functions;
        bool done = false;
        uint32_t fail_in = 0;
        while (!done && fail_in < 3000) {
            void* self = NULL;
            wf_pairs pairs = {0};
            s.memory = (wf_memory){.fail_in = ++fail_in};
            done = build_and_collect(row, &s, &self, &pairs);
            CHECK_EQ(done, !s.memory.failed);
            kind->destroy(&s.memory, self);
            pairs_free(&s, &pairs);
            CHECK_EQ(s.memory.bytes, 0);
        }
        CHECK(done);
        test_note("%s: %u allocations", row->name, fail_in - 1);
    }
    stage_free(&s);
}
