// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Normal cones leave out of a surface against itself what their rule says, and nothing else: the
// rule by itself, in double and without a tree, says what must remain of brute force.
#include "structures/dop_cones.h"

#include "stage.h"
#include "triangle_distance.h"
#include "weft/weft.h"

#ifdef WEFT_LAB

enum { COLUMNS = 30, ROWS = 24, MOST = 2 * COLUMNS * ROWS };

typedef struct sheet {
    float x0[4 * (COLUMNS + 1) * (ROWS + 1)], x1[4 * (COLUMNS + 1) * (ROWS + 1)];
    uint32_t triangles[3 * MOST];
    wf_sweep sweep;
} sheet;

/// A grid of triangles, without places.
static void weave(sheet* s, uint32_t columns, uint32_t rows, float grow) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < rows; ++r) {
        for (uint32_t c = 0; c < columns; ++c) {
            uint32_t a = r * (columns + 1) + c, b = a + 1, d = a + columns + 1, e = d + 1;
            uint32_t corners[6] = {a, b, e, a, e, d};
            memcpy(s->triangles + 3 * (size_t)count, corners, sizeof corners);
            count += 2;
        }
    }
    s->sweep =
        (wf_sweep){s->x0, s->x1, s->triangles, (columns + 1) * (rows + 1), count, grow, false};
}

/// A sheet that is rolled up two times and a half with a crumpled surface, and moves a little.
static void roll(test_random* random, sheet* s) {
    weave(s, COLUMNS, ROWS, 0.002f);
    for (uint32_t v = 0; v < s->sweep.vertex_count; ++v) {
        double turn = 2.5 * 6.283185307 * (v % (COLUMNS + 1)) / COLUMNS,
               radius = 0.05 + 0.0004 * turn;
        double place[3] = {radius * cos(turn), radius * sin(turn),
                           0.01 * (double)(v / (COLUMNS + 1))};
        for (size_t axis = 0; axis < 3; ++axis) {
            size_t at = 4 * (size_t)v + axis;
            s->x0[at] = (float)place[axis] + test_uniform(random, -0.003f, 0.003f);
            s->x1[at] = s->x0[at] + test_uniform(random, -0.001f, 0.001f);
        }
    }
}

static wf_pairs brute_pairs(wf_memory* memory, const wf_sweep* sweep) {
    const wf_structure* brute = &wf_structure_brute_force;
    void* self = brute->create(memory, sweep, sweep, NULL);
    wf_pairs all = {0};
    CHECK(brute->collect_self(memory, self, sweep, &all));
    brute->destroy(memory, self);
    return all;
}

/// Whether two triangles share a vertex.
static bool share(const wf_sweep* sweep, uint32_t a, uint32_t b) {
    bool any = false;
    for (int i = 0; i < 9; ++i) {
        any |= sweep->triangles[3 * (size_t)a + (size_t)(i / 3)] ==
               sweep->triangles[3 * (size_t)b + (size_t)(i % 3)];
    }
    return any;
}

/// Which groups share a vertex, by every pair of triangles.
static uint8_t* matrix_of_groups(const wf_sweep* sweep, const wf_face_groups* groups) {
    size_t count = groups->triangles.count;
    uint8_t* touch = calloc(count * count, 1);
    for (uint32_t a = 0; a < sweep->triangle_count; ++a) {
        for (uint32_t b = 0; b < sweep->triangle_count; ++b) {
            touch[groups->group_of[a] * count + groups->group_of[b]] |= share(sweep, a, b);
        }
    }
    return touch;
}

/// The cosine of the angle between two faces, where the less of both ends counts.
static double least_cosine(const wf_sweep* sweep, uint32_t a, uint32_t b) {
    double least = 1.0;
    const float* ends[2] = {sweep->x0, sweep->x1};
    for (int end = 0; end < 2; ++end) {
        double n[2][3], length[2];
        for (int which = 0; which < 2; ++which) {
            const uint32_t* t = sweep->triangles + 3 * (size_t)(which == 0 ? a : b);
            double u[3], v[3];
            for (int k = 0; k < 3; ++k) {
                u[k] = (double)ends[end][4 * t[1] + k] - (double)ends[end][4 * t[0] + k];
                v[k] = (double)ends[end][4 * t[2] + k] - (double)ends[end][4 * t[0] + k];
            }
            for (int k = 0; k < 3; ++k) {
                int l = (k + 1) % 3, m = (k + 2) % 3;
                n[which][k] = u[l] * v[m] - u[m] * v[l];
            }
            length[which] = sqrt(n[which][0] * n[which][0] + n[which][1] * n[which][1] +
                                 n[which][2] * n[which][2]);
        }
        double dot = n[0][0] * n[1][0] + n[0][1] * n[1][1] + n[0][2] * n[1][2];
        least = fmin(least, dot / (length[0] * length[1]));
    }
    return least;
}

/// Whether the rule leaves a pair out: 1 yes, 0 no, 2 the angle is within rounding of the limit.
static int rule_of(const wf_sweep* sweep, const wf_face_groups* groups, const uint8_t* touch,
                   double degrees, uint32_t a, uint32_t b) {
    double limit = cos(degrees * 3.14159265358979 / 180), cosine = least_cosine(sweep, a, b);
    if (!touch[groups->group_of[a] * groups->triangles.count + groups->group_of[b]]) {
        return 0;
    }
    return fabs(cosine - limit) < 1e-5 ? 2 : cosine > limit;
}

static void cone_values(uint32_t k, uint32_t arity, uint32_t rules, float degrees,
                        float values[WEFT_METHOD_PARAMETERS]) {
    memset(values, 0, sizeof(float) * WEFT_METHOD_PARAMETERS);
    values[0] = (float)k;
    values[1] = (float)arity;
    values[WF_DOP_VALUE_SPLIT] = (float)(rules & 1);
    values[WF_DOP_VALUE_LEAF] = (float)(rules >> 1 & 1);
    values[WF_DOP_VALUE_TRAVERSE] = (float)(rules >> 2 & 1);
    values[WF_DOP_VALUE_SELF] = 1;
    values[WF_DOP_VALUE_SELF_ANGLE] = degrees;
}

typedef struct found {
    wf_pairs cones, whole;
} found;

static found search(wf_memory* memory, const wf_dop_tree* tree) {
    found f = {0};
    wf_pair_list list = {0};
    wf_dop_stack stack = {0};
    uint32_t n = tree->triangle_count;
    CHECK(wf_dop_tree_collide_self(memory, tree, &stack, &list) &&
          wf_pair_list_sort(memory, &list, n, n, &f.cones));
    list.count = 0;
    CHECK(wf_dop_tree_collide_whole(memory, tree, &stack, &list) &&
          wf_pair_list_sort(memory, &list, n, n, &f.whole));
    wf_pair_list_free(memory, &list);
    wf_dop_stack_free(memory, &stack);
    return f;
}

static void found_free(wf_memory* memory, found* f) {
    wf_free(memory, f->cones.a);
    wf_free(memory, f->cones.b);
    wf_free(memory, f->whole.a);
    wf_free(memory, f->whole.b);
}

/// Pairs of `all` that the rule keeps and `some` lacks, or that it leaves out and `some` has.
static uint32_t count_wrong(const sheet* s, const wf_dop_cones* cones, const uint8_t* touch,
                            double degrees, const wf_pairs* all, const wf_pairs* some,
                            uint32_t* left) {
    uint32_t wrong = 0;
    size_t at = 0;
    for (size_t i = 0; i < all->count; ++i) {
        while (at < some->count && pair_key(some, at) < pair_key(all, i)) {
            ++at;
        }
        bool there = at < some->count && pair_key(some, at) == pair_key(all, i);
        int out = rule_of(&s->sweep, &cones->groups, touch, degrees, all->a[i], all->b[i]);
        wrong += out < 2 && there == (out == 1);
        *left += out == 1;
    }
    return wrong;
}

static void check_rule(sheet* s, const wf_pairs* brute, uint32_t k, uint32_t arity, uint32_t rules,
                       float degrees) {
    wf_memory memory = {0};
    wf_dop_tree tree;
    float values[WEFT_METHOD_PARAMETERS];
    cone_values(k, arity, rules, degrees, values);
    REQUIRE(wf_dop_tree_build_row(&memory, &tree, &s->sweep, values, false));
    REQUIRE(tree.cones);
    uint8_t* touch = matrix_of_groups(&s->sweep, &tree.cones->groups);
    found f = search(&memory, &tree);
    if (k == 6) { // boxes: the whole of it is brute force
        CHECK(pairs_equal(&f.whole, brute));
    }
    CHECK(pairs_include(&f.whole, &f.cones));
    uint32_t left = 0;
    uint32_t wrong = count_wrong(s, tree.cones, touch, (double)degrees, &f.whole, &f.cones, &left);
    test_check(wrong == 0, __FILE__, __LINE__, "k %u arity %u rules %u: %u pairs are not by rule",
               k, arity, rules, wrong);
    CHECK_GT(left, 1000);
    CHECK_GT(f.cones.count, 1000);
    free(touch);
    found_free(&memory, &f);
    wf_dop_tree_free(&memory, &tree);
    CHECK_EQ(memory.bytes, 0);
}

/// A flat ring of a ribbon whose two ends lie over each other; the second one is tilted and cuts
/// the first. All normals are within some degrees.
static void bend_ring(sheet* s, uint32_t segments) {
    weave(s, 1, segments, 0.001f);
    for (uint32_t v = 0; v < s->sweep.vertex_count; ++v) {
        double part = (double)(v / 2) / segments, turn = 6.283185307 * 1.1 * part;
        double across = v % 2 == 0 ? -0.02 : 0.02, radius = 0.1 + across;
        double tilt = 0.1 * across * part;
        float place[3] = {(float)(radius * cos(turn)), (float)(radius * sin(turn)), (float)tilt};
        for (int axis = 0; axis < 3; ++axis) {
            s->x0[4 * v + axis] = s->x1[4 * v + axis] = place[axis];
        }
    }
}

/// Pairs that cross and share no vertex.
static uint32_t count_crossed(const sheet* s, const wf_pairs* pairs) {
    uint32_t crossed = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        const float *a[3], *b[3];
        for (int c = 0; c < 3; ++c) {
            a[c] = s->x0 + 4 * (size_t)s->triangles[3 * (size_t)pairs->a[i] + c];
            b[c] = s->x0 + 4 * (size_t)s->triangles[3 * (size_t)pairs->b[i] + c];
        }
        crossed += !share(&s->sweep, pairs->a[i], pairs->b[i]) && wf_triangles_meet(a, b);
    }
    return crossed;
}

#endif

/// Rolled and crumpled, at two angles, by every tree.
WEFT_TEST(cones_leave_out_what_their_rule_says_and_nothing_else) {
#ifdef WEFT_LAB
    static const uint32_t ks[] = {6, 8, 14, 18}, arities[] = {2, 4, 8};
    static sheet s;
    for (uint64_t seed = 5; seed < 7; ++seed) {
        test_random random = test_seed(seed);
        wf_memory memory = {0};
        roll(&random, &s);
        wf_pairs brute = brute_pairs(&memory, &s.sweep);
        for (uint32_t i = 0; i < 24; ++i) {
            float degrees = i % 2 == 0 ? 120.0f : 60.0f;
            check_rule(&s, &brute, ks[i % 4], arities[i / 4 % 3], i % 8, degrees);
        }
        test_note("seed %u, %u triangles, %u pairs of boxes", (uint32_t)seed,
                  s.sweep.triangle_count, (uint32_t)brute.count);
        wf_free(&memory, brute.a);
        wf_free(&memory, brute.b);
    }
#endif
}

/// Two nodes rest only where their half angles and the angle of their axes come to less than the
/// self-proximity angle, however wide they are: back to back, half angles may come to twice pi.
WEFT_TEST(cones_rest_only_within_the_angle) {
#ifdef WEFT_LAB
    static sheet s;
    enum { STEPS = 36 };
    const double step = 3.14159265358979 / STEPS;
    wf_memory memory = {0};
    wf_dop_tree tree;
    float values[WEFT_METHOD_PARAMETERS];
    bend_ring(&s, 15);
    cone_values(18, 2, 0, 120.0f, values);
    REQUIRE(wf_dop_tree_build_row(&memory, &tree, &s.sweep, values, false));
    float* cones = tree.cones->cones;
    uint32_t rest = 0, wrong = 0;
    for (int i = 0; i < (STEPS + 1) * (STEPS + 1) * (STEPS + 1); ++i) {
        int a = i % (STEPS + 1), b = i / (STEPS + 1) % (STEPS + 1),
            between = i / (STEPS + 1) / (STEPS + 1);
        float first[4] = {0, 0, 1, (float)cos(a * step)};
        float second[4] = {(float)sin(between * step), 0, (float)cos(between * step),
                           (float)cos(b * step)};
        memcpy(cones + 4, first, sizeof first);
        memcpy(cones + 8, second, sizeof second);
        bool rests = wf_dop_cones_rest(tree.cones, 1, 2);
        wrong += rests && (a + b + between) * step >= 120.0 * 3.14159265358979 / 180.0;
        rest += rests;
    }
    CHECK_EQ(wrong, 0);
    CHECK_GT(rest, 1000);
    wf_dop_tree_free(&memory, &tree);
    CHECK_EQ(memory.bytes, 0);
#endif
}

/// Figure 5: correlated normals and a concave outline. In a ring of 30 triangles, all of one face
/// group, cones see none of what crosses; in one of 400 its ends are groups apart, and they see all
/// of it. Without cones all is found in both.
WEFT_TEST(cones_miss_what_crosses_flat_on_within_a_group) {
#ifdef WEFT_LAB
    static sheet s;
    for (int large = 0; large < 2; ++large) {
        wf_memory memory = {0};
        wf_dop_tree tree;
        float values[WEFT_METHOD_PARAMETERS];
        bend_ring(&s, large ? 200 : 15);
        cone_values(18, 4, 0, 120.0f, values);
        REQUIRE(wf_dop_tree_build_row(&memory, &tree, &s.sweep, values, false));
        found f = search(&memory, &tree);
        uint32_t seen = count_crossed(&s, &f.cones), all = count_crossed(&s, &f.whole);
        CHECK_GT(all, 0);
        CHECK_EQ(tree.cones->groups.triangles.count > 3, large);
        CHECK_EQ(seen, large ? all : 0);
        CHECK_GT(tree.cones->cones[3], 0.98f); // the apex angle of the whole ring is some degrees
        test_note("%u triangles: %u cross, cones see %u", s.sweep.triangle_count, all, seen);
        found_free(&memory, &f);
        wf_dop_tree_free(&memory, &tree);
        CHECK_EQ(memory.bytes, 0);
    }
#endif
}
