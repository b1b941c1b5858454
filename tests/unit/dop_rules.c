// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The rules of a k-DOP tree, in every combination: its volumes hold all that the filter may reach,
// and the pairs that are within a distance are those of brute force.
#include "stage.h"
#include "structures/dop_slabs.h"
#include "triangle_distance.h"
#include "weft/weft.h"

#ifdef WEFT_LAB

enum { TRIANGLES = 40, CORNERS = 3 * TRIANGLES, RULES = 48, ALL_RULES = RULES + 8 };

/// Combination `i` of the rules as parameters of the row: from RULES on those that test faces.
static void rule_values(int i, uint32_t k, uint32_t arity, float values[WEFT_METHOD_PARAMETERS]) {
    memset(values, 0, sizeof(float) * WEFT_METHOD_PARAMETERS);
    values[0] = (float)k;
    values[1] = (float)arity;
    values[WF_DOP_VALUE_TOLERANCE] = 1e-3f;
    if (i >= RULES) {
        values[WF_DOP_VALUE_LEAF_TEST] = (float)(1 + i % 2);
        values[WF_DOP_VALUE_SEPARATION] = (float)(i / 2 % 2);
        values[WF_DOP_VALUE_UPDATE] = (float)(i / 4 % 2);
        return;
    }
    values[WF_DOP_VALUE_SPLIT] = (float)(i % 2);
    values[WF_DOP_VALUE_LEAF] = (float)(i / 2 % 2);
    values[WF_DOP_VALUE_UPDATE] = (float)(i / 4 % 2);
    values[WF_DOP_VALUE_TRAVERSE] = (float)(i / 8 % 2);
    values[WF_DOP_VALUE_INFLATE] = (float)(i / 16);
}

typedef struct soup {
    float x0[4 * CORNERS], x1[4 * CORNERS];
    uint32_t triangles[CORNERS];
} soup;

/// Triangles of centimetres whose corners go by up to `way`, together or each by itself.
static void scatter(test_random* random, soup* s, float way, bool together) {
    for (size_t v = 0; v < CORNERS; ++v) {
        s->triangles[v] = (uint32_t)v;
        for (size_t axis = 0; axis < 3; ++axis) {
            size_t at = 4 * v + axis, first = 4 * (v - v % 3) + axis;
            s->x0[at] = v % 3 == 0 ? test_uniform(random, -0.1f, 0.1f)
                                   : s->x0[first] + test_uniform(random, -0.02f, 0.02f);
            float own = test_uniform(random, -way, way) * (together ? 0.1f : 1.0f);
            s->x1[at] = s->x0[at] + own + (together && axis == 2 ? way : 0.0f);
        }
        s->x0[4 * v + 3] = s->x1[4 * v + 3] = 0.0f;
    }
    for (size_t i = 0; i < 8; ++i) { // some rest
        size_t v = test_below(random, CORNERS);
        memcpy(s->x1 + 4 * v, s->x0 + 4 * v, sizeof(float) * 4);
    }
}

/// All vertices go on a little, some far.
static void shake(test_random* random, soup* s) {
    for (size_t i = 0; i < 4 * (size_t)CORNERS; ++i) {
        float step = test_below(random, 12) == 0 ? 0.004f : 0.0004f;
        s->x0[i] += i % 4 == 3 ? 0.0f : test_uniform(random, -step, step);
        s->x1[i] += i % 4 == 3 ? 0.0f : test_uniform(random, -step, step);
    }
}

/// The extremes along n of what a vertex may reach.
static void reach_along(const wf_sweep* sweep, uint32_t vertex, const float n[3], double* lo,
                        double* hi) {
    const float *a = sweep->x0 + 4 * (size_t)vertex, *b = sweep->x1 + 4 * (size_t)vertex;
    double from = 0, to = 0, width = 0;
    *lo = *hi = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double p = (double)n[axis] * (double)a[axis], q = (double)n[axis] * (double)b[axis];
        from += p;
        to += q;
        *lo += fmin(p, q);
        *hi += fmax(p, q);
        width += fabs((double)n[axis]) * (double)sweep->grow;
    }
    *lo = (sweep->straight ? fmin(from, to) : *lo) - width;
    *hi = (sweep->straight ? fmax(from, to) : *hi) + width;
}

static void direction_at(const wf_dop_tree* tree, uint32_t d, float n[3]) {
    group groups[WF_DOP_GROUPS];
    float part[4];
    wf_dop_load_groups(tree, groups);
    const wf_f4 all[3] = {groups[d / 4].x, groups[d / 4].y, groups[d / 4].z};
    for (int axis = 0; axis < 3; ++axis) {
        wf_f4_store(part, all[axis]);
        n[axis] = part[d % 4];
    }
}

static const float* slab_of(const wf_dop_tree* tree, uint32_t node, uint32_t d) {
    return tree->volumes + 8 * ((size_t)node * tree->group_count + d / 4) + d % 4;
}

/// Slabs that do not hold what they are to hold: of a lane of a leaf, of a leaf, of a parent.
static uint32_t count_open(const wf_dop_tree* tree, const wf_sweep* sweep, uint32_t* triangles) {
    uint32_t open = 0, lanes = tree->lane_count;
    for (uint32_t node = 0; node < tree->node_count; ++node) {
        for (uint32_t i = 0; i < lanes; ++i) {
            uint32_t child = tree->children[(size_t)node * lanes + i];
            const float* block = tree->blocks + 32 * (size_t)tree->group_count *
                                                    ((size_t)node * (lanes / 4) + i / 4);
            bool leaf = node >= tree->inner_count;
            *triangles += leaf && child != WF_DOP_NONE;
            for (uint32_t d = 0; d < tree->direction_count && child != WF_DOP_NONE; ++d) {
                const float *own = slab_of(tree, node, d), *lane = block + 8 * d + i % 4;
                open += lane[0] < own[0] || lane[4] > own[4];
                float n[3];
                direction_at(tree, d, n);
                for (uint32_t c = 0; c < 3 && leaf; ++c) {
                    double lo, hi;
                    reach_along(sweep, sweep->triangles[3 * (size_t)child + c], n, &lo, &hi);
                    open += lo < (double)lane[0] || hi > (double)lane[4];
                }
                if (!leaf) {
                    const float* below = slab_of(tree, child, d);
                    open += below[0] < lane[0] || below[4] > lane[4];
                }
            }
        }
    }
    return open;
}

static void check_containment(uint32_t k, uint32_t arity, int rules, bool straight, uint64_t seed) {
    static soup s;
    test_random random = test_seed(seed);
    float values[WEFT_METHOD_PARAMETERS];
    rule_values(rules, k, arity, values);
    scatter(&random, &s, 0.03f, rules % 3 == 0);
    wf_sweep sweep = {s.x0, s.x1, s.triangles, CORNERS, TRIANGLES, 0.002f, straight};
    wf_memory memory = {0};
    wf_dop_tree tree;
    REQUIRE(wf_dop_tree_build_row(&memory, &tree, &sweep, values, false));
    uint32_t open = 0;
    for (int frame = 0; frame < 6; ++frame) {
        uint32_t triangles = 0;
        open += count_open(&tree, &sweep, &triangles);
        CHECK_EQ(triangles, TRIANGLES);
        shake(&random, &s);
        sweep.grow = frame == 3 ? 0.003f : sweep.grow;
        wf_dop_tree_refit(&tree, &sweep);
    }
    test_check(open == 0, __FILE__, __LINE__, "k %u arity %u rules %d seed %u: %u slabs are open",
               k, arity, rules, (uint32_t)seed, open);
    wf_dop_tree_free(&memory, &tree);
    CHECK_EQ(memory.bytes, 0);
}

static void count_moves(const wf_dop_tree* tree, uint32_t* moved, uint32_t* all) {
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        *moved += tree->slot_moved[s];
        *all += 1;
    }
}

/// Which of the pairs that boxes leave are within the distance, one flag each.
static void mark_near(const wf_pairs* all, const wf_sweep* a, const wf_sweep* b, double distance,
                      bool neighbours, uint8_t* near) {
    for (size_t i = 0; i < all->count; ++i) {
        const uint32_t* ta = a->triangles + 3 * (size_t)all->a[i];
        const uint32_t* tb = b->triangles + 3 * (size_t)all->b[i];
        const float *pa[3], *pb[3];
        bool shared = false;
        for (int c = 0; c < 3; ++c) {
            pa[c] = a->x1 + 4 * (size_t)ta[c];
            pb[c] = b->x1 + 4 * (size_t)tb[c];
            shared |= ta[c] == tb[0] || ta[c] == tb[1] || ta[c] == tb[2];
        }
        near[i] = !(shared && neighbours) && triangle_distance(pa, pb) <= distance;
    }
}

/// Pairs that are marked and not in the list.
static uint32_t count_missed(const wf_pairs* all, const uint8_t* near, const wf_pairs* found) {
    uint32_t missed = 0;
    size_t at = 0;
    for (size_t i = 0; i < all->count; ++i) {
        while (at < found->count && pair_key(found, at) < pair_key(all, i)) {
            ++at;
        }
        missed += near[i] && !(at < found->count && pair_key(found, at) == pair_key(all, i));
    }
    return missed;
}

static uint32_t count_near(const uint8_t* near, size_t count) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        sum += near[i];
    }
    return sum;
}

static void check_pairs(stage* s, uint32_t k, uint32_t arity, const wf_pairs* all,
                        const uint8_t* near, const wf_pairs* own, const uint8_t* own_near,
                        void* trees[ALL_RULES]) {
    for (int i = 0; i < ALL_RULES; ++i) {
        wf_pairs pairs = {0};
        float values[WEFT_METHOD_PARAMETERS];
        rule_values(i, k, arity, values);
        const wf_structure* kind = &wf_structure_dop_tree;
        trees[i] = trees[i] != NULL
                       ? trees[i]
                       : kind->create(&s->memory, &s->cloth_sweep, &s->body_sweep, values);
        REQUIRE(trees[i]);
        pairs_collect(kind, trees[i], s, &pairs);
        CHECK(pairs_ascend(&pairs));
        test_check(count_missed(all, near, &pairs) == 0, __FILE__, __LINE__,
                   "k %u arity %u rules %d: pairs are missed", k, arity, i);
        if (k == 6 && i < 16 && i / 4 % 2 == 0) { // swept and exact: boxes, by whatever split
            CHECK(pairs_equal(&pairs, all));
        }
        CHECK(kind->collect_self(&s->memory, trees[i], &s->cloth_sweep, &pairs));
        CHECK(pairs_ascend(&pairs));
        test_check(count_missed(own, own_near, &pairs) == 0, __FILE__, __LINE__,
                   "k %u arity %u rules %d: pairs of cloth are missed", k, arity, i);
        pairs_free(s, &pairs);
    }
}

static void check_frames(uint32_t k, uint32_t arity) {
    stage s = stage_make(0.004f, 0.003f);
    const wf_structure* brute = &wf_structure_brute_force;
    void *trees[ALL_RULES] = {0},
         *oracle = brute->create(&s.memory, &s.cloth_sweep, &s.body_sweep, NULL);
    wf_pairs all = {0}, own = {0};
    for (int frame = 0; frame < 4; ++frame) {
        stage_pose(&s, frame < 2 ? 0.001 * frame : 0.3 * frame); // a small step, then large ones
        pairs_collect(brute, oracle, &s, &all);
        CHECK(brute->collect_self(&s.memory, oracle, &s.cloth_sweep, &own));
        uint8_t* near = malloc(all.count + own.count);
        mark_near(&all, &s.cloth_sweep, &s.body_sweep, 0.007, false, near);
        mark_near(&own, &s.cloth_sweep, &s.cloth_sweep, 0.007, true, near + all.count);
        CHECK_GT(count_near(near, all.count), 500);
        check_pairs(&s, k, arity, &all, near, &own, near + all.count, trees);
        free(near);
    }
    for (int i = 0; i < ALL_RULES; ++i) {
        wf_structure_dop_tree.destroy(&s.memory, trees[i]);
    }
    brute->destroy(&s.memory, oracle);
    pairs_free(&s, &all);
    pairs_free(&s, &own);
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

static bool moves_alike(const float* a, const float* b) {
    return memcmp(a, b, sizeof(float) * WEFT_METHOD_PARAMETERS) == 0;
}

#endif

/// Random moves, with every vertex anywhere in its box or on its line: closed forms of the
/// extremes.
WEFT_TEST(volumes_hold_what_may_be_reached_by_every_rule) {
#ifdef WEFT_LAB
    static const uint32_t ks[] = {6, 8, 14, 18, 26}, arities[] = {2, 4, 8};
    for (int i = 0; i < 2 * 15 * RULES; ++i) {
        uint64_t seed = 2003 + (uint64_t)i % 7;
        check_containment(ks[i % 5], arities[i / 5 % 3], i / 15 % RULES, i / (15 * RULES), seed);
    }
    test_note("seeds 2003 to 2009, %d trees of %d triangles", 2 * 15 * RULES, TRIANGLES);
#endif
}

/// Distances at the predicted places, after every rule the same as after brute force.
WEFT_TEST(pairs_within_a_distance_are_those_of_brute_force_by_every_rule) {
#ifdef WEFT_LAB
    check_frames(6, 8);
    check_frames(6, 2);
    check_frames(8, 4);
    check_frames(18, 4);
    check_frames(26, 8);
#endif
}

/// Section 4.2 on triangles in a row: what lies on one side of the middle goes there, what is cut
/// goes where fewer are.
WEFT_TEST(a_node_is_split_across_the_middle_of_its_longest_side) {
#ifdef WEFT_LAB
    static const float starts[6] = {0, 0.1f, 0.2f, 0.45f, 0.48f, 0.9f}; // each 0.1 long
    float x[4 * 18] = {0};
    uint32_t corners[18], order[6] = {5, 4, 3, 2, 1, 0}, sorted[6];
    for (uint32_t v = 0; v < 18; ++v) {
        corners[v] = v;
        x[4 * v] = starts[v / 3] + (v % 3 == 1 ? 0.1f : 0.0f);
        x[4 * v + 1] = v % 3 == 2 ? 0.05f : 0.0f;
    }
    wf_sweep sweep = {x, x, corners, 18, 6, 0, false};
    wf_memory memory = {0};
    wf_dop_tree tree;
    REQUIRE(wf_dop_tree_build(&memory, &tree, &sweep, 18, 2));
    // The middle is 0.5: 0, 1, 2 are before it and 5 is behind; 4 and 3 are cut and go where fewer
    // are, which is behind, for both.
    CHECK_EQ(wf_dop_split_centre(&tree, &sweep, order, 0, 6, sorted), 3);
    CHECK(order[0] == 2 && order[1] == 1 && order[2] == 0);
    uint32_t behind = 1u << order[3] | 1u << order[4] | 1u << order[5];
    CHECK_EQ(behind, 1u << 3 | 1u << 4 | 1u << 5);
    uint32_t cut[6] = {3, 4, 3, 4, 3, 3}; // all of them are cut: dealt out in turn
    CHECK_EQ(wf_dop_split_centre(&tree, &sweep, cut, 0, 5, sorted), 3);
    uint32_t same[2] = {5, 5};
    CHECK_EQ(wf_dop_split_centre(&tree, &sweep, same, 0, 2, sorted), 1);
    wf_dop_tree_free(&memory, &tree);
#endif
}

/// Of what goes one way, a cone grows along that way alone, plain volumes to all sides.
WEFT_TEST(cones_grow_along_the_way_alone) {
#ifdef WEFT_LAB
    static const uint32_t corners[3] = {0, 1, 2};
    const float way = 0.02f, grown = 0.001f;
    float x0[12] = {0, 0, 0, 0, 0.1f, 0, 0, 0, 0, 0.1f, 0, 0}, x1[12];
    for (int i = 0; i < 12; ++i) {
        x1[i] = x0[i] + (i % 4 == 2 ? way : 0.0f);
    }
    wf_sweep sweep = {x0, x1, corners, 3, 1, grown, true};
    for (int inflate = 1; inflate < 3; ++inflate) {
        wf_memory memory = {0};
        wf_dop_tree tree;
        float values[WEFT_METHOD_PARAMETERS];
        rule_values(16 * inflate, 6, 2, values);
        REQUIRE(wf_dop_tree_build_row(&memory, &tree, &sweep, values, false));
        const double side = inflate == 1 ? 0.0 : (double)way;
        for (uint32_t d = 0; d < 3; ++d) {
            double lo = -(double)grown - side, hi = (d < 2 ? 0.1 : 0.0) + (double)grown + side;
            hi += d == 2 && inflate == 1 ? (double)way : 0.0;
            // A cone is 2e-6 wider than it need be in its cosine, and so by its root aslant.
            double slack = inflate == 1 ? 0.003 * (double)way : 1e-6;
            CHECK_NEAR((double)slab_of(&tree, 0, d)[0], lo, slack);
            CHECK_NEAR((double)slab_of(&tree, 0, d)[4], hi, slack);
        }
        wf_dop_tree_free(&memory, &tree);
    }
#endif
}

/// A vertex that stays within the tolerance is not fitted; one that leaves it is, and only it.
WEFT_TEST(a_lazy_tree_fits_what_left_its_tolerance) {
#ifdef WEFT_LAB
    static soup s;
    test_random random = test_seed(43);
    float values[WEFT_METHOD_PARAMETERS], exact[WEFT_METHOD_PARAMETERS];
    rule_values(4, 18, 4, values);
    rule_values(0, 18, 4, exact);
    CHECK(!moves_alike(values, exact));
    scatter(&random, &s, 0.01f, false);
    wf_sweep sweep = {s.x0, s.x1, s.triangles, CORNERS, TRIANGLES, 0.001f, false};
    wf_memory memory = {0};
    wf_dop_tree tree;
    REQUIRE(wf_dop_tree_build_row(&memory, &tree, &sweep, values, false));
    for (int way = 1; way <= 3; ++way) { // of 0.4 mm each: only the third leaves 1 mm
        for (size_t v = 0; v < CORNERS; v += 2) {
            s.x1[4 * v + (size_t)(v % 3)] += 4e-4f;
        }
        uint32_t moved = 0, all = 0;
        wf_dop_tree_refit(&tree, &sweep);
        count_moves(&tree, &moved, &all);
        CHECK_EQ(all, CORNERS);
        CHECK_EQ(moved, way < 3 ? 0 : CORNERS / 2);
    }
    wf_dop_tree_free(&memory, &tree);
#endif
}
