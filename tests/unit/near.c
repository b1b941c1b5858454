// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The search for pairs of features against all features there are. What it leaves out neither meets
// on any way within the slack, by the conservative detection, nor comes within reach of a force
// where it is predicted; what it lists is apart by the gap that its plane says, in doubles.
#include "meshes.h"
#include "test_macros.h"

#include "base/parallel.h"
#include "detect/ccd.h"
#include "detect/closest.h"
#include "detect/proximity.h"
#include "detect/self.h"
#include "mesh/owners.h"
#include "weft/constants.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 3, POINTS = (SIDE + 1) * (SIDE + 1), FACES = 2 * SIDE * SIDE, STRAYS = 3 };
enum { EDGES = 33, KINDS = 5 }; // there are fewer points and faces than edges

#define REACH 0.0039f
/// Heights are sums of three products of coordinates below 0.1 m, in floats; m.
#define ROUNDING 3e-8

/// A small mesh that moves.
typedef struct patch {
    wf_topology mesh;
    uint32_t triangles[3 * FACES];
    uint8_t owns[FACES];
    float from[4 * POINTS], to[4 * POINTS], end[4 * POINTS], slack[POINTS], normals[4 * POINTS];
} patch;

/// Cloth above a body, or above nothing but itself.
typedef struct rig {
    wf_memory memory;
    patch cloth, body;
    bool alone;
    uint32_t same[POINTS];
    wf_rows joined;
    wf_self_boxes boxes;
    uint32_t first[FACES * FACES], second[FACES * FACES];
    wf_pairs all;
    wf_collect_work work;
    wf_near_list out;
    uint8_t listed[KINDS][EDGES][EDGES];
} rig;

static void patch_make(wf_memory* m, patch* p) {
    test_mesh grid = test_grid(SIDE, SIDE, 0.01f, 0.0f);
    memcpy(p->triangles, grid.triangles, sizeof p->triangles);
    test_mesh_free(&grid);
    CHECK(wf_topology_build(m, p->triangles, FACES, POINTS, &p->mesh));
    CHECK_EQ(p->mesh.edge_count, EDGES);
    CHECK(wf_owners_assign(m, p->triangles, p->mesh.triangle_edges, FACES, POINTS, EDGES, p->owns));
}

static wf_surface surface_of(const patch* p) {
    return (wf_surface){p->triangles, p->mesh.edges, p->mesh.triangle_edges,
                        p->owns,      POINTS,        EDGES,
                        FACES,        p->from,       p->to,
                        p->slack,     p->normals};
}

static rig* rig_make(bool alone) {
    rig* r = calloc(1, sizeof *r);
    r->alone = alone;
    patch_make(&r->memory, &r->cloth);
    patch_make(&r->memory, &r->body);
    size_t n = 0;
    for (uint32_t a = 0; a < FACES; ++a) {
        for (uint32_t b = alone ? a + 1 : 0; b < FACES; ++b) {
            r->first[n] = a;
            r->second[n++] = b;
        }
    }
    r->all = (wf_pairs){r->first, r->second, n, n, n};
    wf_surface cloth = surface_of(&r->cloth);
    CHECK(wf_self_boxes_create(&r->memory, &r->boxes, &cloth));
    return r;
}

static void rig_free(rig* r) {
    wf_topology_free(&r->memory, &r->cloth.mesh);
    wf_topology_free(&r->memory, &r->body.mesh);
    wf_rows_free(&r->memory, &r->joined);
    wf_self_boxes_free(&r->memory, &r->boxes);
    wf_near_list_free(&r->memory, &r->out);
    wf_collect_work_free(&r->memory, &r->work);
    CHECK_EQ(r->memory.bytes, 0);
    free(r);
}

// ---- scenes
// ------------------------------------------------------------------------------------------

/// A grid at height y with noise, which moves by `way` with noise; m.
static void patch_place(test_random* random, patch* p, float y, float rough, const float way[3],
                        float noise) {
    for (uint32_t i = 0; i < POINTS; ++i) {
        float at[3] = {0.01f * (float)(i % (SIDE + 1)), y, 0.01f * (float)(i / (SIDE + 1))};
        for (uint32_t k = 0; k < 3; ++k) {
            p->from[4 * i + k] = at[k] + test_uniform(random, -rough, rough);
            p->to[4 * i + k] = p->from[4 * i + k] + way[k] + test_uniform(random, -noise, noise);
            p->normals[4 * i + k] = k == 1 ? 1.0f : test_uniform(random, -0.3f, 0.3f);
        }
        p->slack[i] = test_uniform(random, 0.0f, 0.002f);
    }
}

/// Vertices 0 and POINTS - 1 become one now and then.
static void join(test_random* random, rig* r) {
    uint32_t pairs[2 * EDGES];
    for (uint32_t i = 0; i < POINTS; ++i) {
        r->same[i] = i;
    }
    r->same[POINTS - 1] = test_below(random, 2) == 0 ? 0 : POINTS - 1;
    for (uint32_t k = 0; k < 2 * EDGES; ++k) {
        pairs[k] = r->same[r->cloth.mesh.edges[k]];
    }
    wf_rows_free(&r->memory, &r->joined);
    CHECK(wf_adjacency_from_pairs(&r->memory, POINTS, pairs, EDGES, &r->joined));
}

static void place(test_random* random, rig* r) {
    float way[3], own[3];
    for (int k = 0; k < 3; ++k) {
        way[k] = test_uniform(random, -0.01f, 0.01f);
        own[k] = way[k] + test_uniform(random, -0.005f, 0.005f);
    }
    float rough = r->alone ? 0.012f : 0.004f;
    patch_place(random, &r->cloth, test_uniform(random, 0.0f, 0.02f), rough, way, 0.003f);
    patch_place(random, &r->body, 0.0f, 0.003f, own, 0.001f);
    join(random, r);
}

/// Ends anywhere in the slack, often in a corner of it.
static void stray(test_random* random, patch* p, bool slack) {
    for (uint32_t i = 0; i < 4 * POINTS; ++i) {
        p->end[i] = p->to[i] + test_stray(random, slack ? p->slack[i / 4] : 0.0f);
    }
}

static void search(rig* r, const uint8_t* late) {
    wf_surface cloth = surface_of(&r->cloth), body = surface_of(&r->body);
    wf_joins joins = {r->same, &r->joined};
    float reach = late == NULL ? REACH : WF_LATE_REACH;
    r->out.count = late == NULL ? 0 : r->out.count;
    body.slack = NULL;
    CHECK(r->alone ? wf_self_collect(&r->memory, &r->all, &cloth, &joins, reach, late, &r->boxes,
                                     &r->work, &r->out)
                   : wf_proximity_collect(&r->memory, &r->all, &cloth, &body, reach, late, &r->work,
                                          &r->out));
}

// ---- features
// ----------------------------------------------------------------------------------------

static uint32_t upper_of(uint32_t kind) {
    bool edges = kind == WF_NEAR_EDGE_EDGE || kind == WF_SELF_EDGE_EDGE;
    return edges ? 2 : kind == WF_NEAR_FACE_VERTEX ? 3 : 1;
}

static uint32_t feature_count(uint32_t corners) {
    return corners == 1 ? POINTS : corners == 2 ? EDGES : FACES;
}

static void corners_of(const patch* p, uint32_t corners, uint32_t feature, uint32_t* point) {
    const uint32_t* table = corners == 2 ? p->mesh.edges : p->triangles;
    for (uint32_t k = 0; k < corners; ++k) {
        point[k] = corners == 1 ? feature : table[corners * feature + k];
    }
}

/// One pair of features and where its points are.
typedef struct pair {
    uint32_t kind, upper, point[4];
    const patch* side[4];
} pair;

static pair pair_of(const rig* r, uint32_t kind, uint32_t a, uint32_t b) {
    pair p = {.kind = kind, .upper = upper_of(kind)};
    const patch* lower = r->alone ? &r->cloth : &r->body;
    corners_of(&r->cloth, p.upper, a, p.point);
    corners_of(lower, 4 - p.upper, b, p.point + p.upper);
    for (uint32_t k = 0; k < 4; ++k) {
        p.side[k] = k < p.upper ? &r->cloth : lower;
    }
    return p;
}

/// What shares a particle is no pair.
static bool shares(const rig* r, const pair* p) {
    bool any = false;
    for (uint32_t k = 0; k < p->upper; ++k) {
        for (uint32_t l = p->upper; l < 4; ++l) {
            any |= r->alone && r->same[p->point[k]] == r->same[p->point[l]];
        }
    }
    return any;
}

static bool is_edge(const rig* r, uint32_t i, uint32_t j) {
    bool any = false;
    for (uint32_t e = 0; e < EDGES; ++e) {
        const uint32_t* end = r->cloth.mesh.edges + 2 * (size_t)e;
        uint32_t s = r->same[end[0]], t = r->same[end[1]];
        any |= (s == r->same[i] && t == r->same[j]) || (s == r->same[j] && t == r->same[i]);
    }
    return any;
}

static bool is_joined(const rig* r, const pair* p) {
    bool any = false;
    for (uint32_t k = 0; k < p->upper; ++k) {
        for (uint32_t l = p->upper; l < 4; ++l) {
            any |= r->alone && is_edge(r, p->point[k], p->point[l]);
        }
    }
    return any;
}

/// Between the closest points where the features are predicted, or now, and the way from the lower
/// to the upper one; `inside` tells whether these are inside of both.
static double way_at(const pair* p, bool predicted, bool* inside, double way[3]) {
    const float* at[4];
    float weight[4], s, t;
    for (uint32_t k = 0; k < 4; ++k) {
        at[k] = (predicted ? p->side[k]->to : p->side[k]->from) + 4 * (size_t)p->point[k];
    }
    if (p->upper == 2) {
        *inside = wf_closest_segments(at[0], at[1], at[2], at[3], &s, &t);
        memcpy(weight, (float[4]){1.0f - s, s, t - 1.0f, -t}, sizeof weight);
    } else if (p->upper == 1) {
        *inside = wf_closest_point_triangle(at[0], at[1], at[2], at[3], weight + 1);
        memcpy(weight, (float[4]){-1.0f, weight[1], weight[2], weight[3]}, sizeof weight);
    } else {
        *inside = wf_closest_point_triangle(at[3], at[0], at[1], at[2], weight);
        weight[3] = -1.0f;
    }
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        double d = 0.0;
        for (int k = 0; k < 4; ++k) {
            d += (double)weight[k] * (double)at[k][axis];
        }
        way[axis] = p->upper == 1 ? -d : d;
        sum += d * d;
    }
    return sqrt(sum);
}

static double distance_at(const pair* p, bool predicted, bool* inside) {
    double way[3];
    return way_at(p, predicted, inside, way);
}

/// Where one point ends: where it strays to, or as far on its side's way as its slack allows.
static float end_of(const pair* p, uint32_t k, uint32_t axis, const double* way) {
    const patch* s = p->side[k];
    size_t at = 4 * (size_t)p->point[k] + axis;
    if (way == NULL) {
        return s->end[at];
    }
    float slack = k < p->upper || p->kind >= WF_SELF_VERTEX_FACE ? s->slack[p->point[k]] : 0.0f;
    return s->to[at] + ((way[axis] > 0.0) == (k < p->upper) ? -slack : slack);
}

/// Whether they may meet on straight ways: to where they stray, or, with `way`, towards each other.
static bool may_meet(const pair* p, const double* way) {
    wf_ccd_query query = {.separation = 0.0};
    wf_ccd_hit hit;
    uint32_t turned = p->upper == 3; // the vertex comes first
    for (uint32_t k = 0; k < 4; ++k) {
        for (uint32_t axis = 0; axis < 3; ++axis) {
            size_t at = 4 * (size_t)p->point[k] + axis;
            query.from[(k + turned) % 4][axis] = (double)p->side[k]->from[at];
            query.to[(k + turned) % 4][axis] = (double)end_of(p, k, axis, way);
        }
    }
    return wf_ccd(p->upper == 2 ? WF_CCD_EDGE_EDGE : WF_CCD_VERTEX_FACE, &query, &hit);
}

// ---- checks
// ------------------------------------------------------------------------------------------

/// Heights along the plane in doubles: the gap and the approach are as it says.
static void check_plane(const pair* p, const wf_plane* plane, bool moves) {
    double low = 1e30, top = -1e30, top_to = -1e30, height[4], length = 0.0;
    for (uint32_t k = 0; k < 4; ++k) {
        double to = 0.0;
        height[k] = 0.0;
        for (uint32_t axis = 0; axis < 3; ++axis) {
            size_t at = 4 * (size_t)p->point[k] + axis;
            height[k] += (double)plane->n[axis] * (double)p->side[k]->from[at];
            to += (double)plane->n[axis] * (double)p->side[k]->to[at];
        }
        low = k < p->upper && height[k] < low ? height[k] : low;
        top = k >= p->upper && height[k] > top ? height[k] : top;
        top_to = k >= p->upper && to > top_to ? to : top_to;
    }
    for (uint32_t k = 0; k < 4; ++k) {
        CHECK_EQ(plane->point[k], p->point[k]);
        CHECK_LT(fabs(height[k] - top - (double)plane->height[k]), ROUNDING);
        length += k < 3 ? (double)plane->n[k] * (double)plane->n[k] : 0.0;
    }
    CHECK_LT(fabs(length - 1.0), 1e-6);
    CHECK_LT(fabs(low - top - (double)plane->gap), ROUNDING);
    CHECK_LT(fabs((moves ? top_to - top : 0.0) - (double)plane->approach), ROUNDING);
}

static void check_listed(rig* r, size_t i) {
    const wf_near* near = &r->out.items[i];
    pair p = pair_of(r, near->kind, near->a, near->b);
    bool inside;
    double distance = distance_at(&p, false, &inside), up = 0.0, down = 0.0;
    CHECK_EQ(r->listed[near->kind][near->a][near->b], 0);
    r->listed[near->kind][near->a][near->b] = 1;
    CHECK(!shares(r, &p));
    CHECK_EQ(near->upper, p.upper);
    CHECK_EQ(near->joined, is_joined(r, &p));
    CHECK_EQ(near->interior, inside);
    CHECK_LT(fabs((double)near->distance - distance), ROUNDING);
    for (uint32_t k = 0; k < 4; ++k) {
        up += k < p.upper ? (double)near->weight[k] : 0.0;
        down -= k < p.upper ? 0.0 : (double)near->weight[k];
    }
    CHECK_LT(fabs(up - 1.0) + fabs(down - 1.0), 1e-6);
    CHECK_EQ(r->out.planes[i].upper, p.upper); // nothing touches in what is random
    CHECK_GT(r->out.planes[i].gap, 0.0f);
    check_plane(&p, &r->out.planes[i], !r->alone);
}

static void list(rig* r) {
    memset(r->listed, 0, sizeof r->listed);
    for (size_t i = 0; i < r->out.count; ++i) {
        check_listed(r, i);
    }
}

/// Calls `check` for every pair of features that is not listed.
static uint32_t for_unlisted(const rig* r, void (*check)(const rig*, const pair*)) {
    uint32_t count = 0, first = r->alone ? WF_SELF_VERTEX_FACE : 0;
    uint32_t last = r->alone ? WF_SELF_EDGE_EDGE : WF_NEAR_EDGE_EDGE;
    for (uint32_t kind = first; kind <= last; ++kind) {
        for (uint32_t a = 0; a < feature_count(upper_of(kind)); ++a) {
            uint32_t b = kind == WF_SELF_EDGE_EDGE ? a + 1 : 0;
            for (; b < feature_count(4 - upper_of(kind)); ++b) {
                pair p = pair_of(r, kind, a, b);
                bool other = kind == WF_SELF_EDGE_EDGE && r->listed[kind][b][a];
                if (!r->listed[kind][a][b] && !other && !shares(r, &p)) {
                    check(r, &p);
                    count += 1;
                }
            }
        }
    }
    return count;
}

static void check_missed(const rig* r, const pair* p) {
    double now[3], then[3];
    bool inside;
    way_at(p, false, &inside, now);
    way_at(p, true, &inside, then);
    (void)r;
    CHECK(!may_meet(p, NULL) && !may_meet(p, now) && !may_meet(p, then));
}

/// Edges push only where they cross each other, what is joined never.
static void check_forceless(const rig* r, const pair* p) {
    bool crosses, inside;
    distance_at(p, false, &crosses);
    if ((p->upper != 2 || crosses) && !is_joined(r, p)) {
        CHECK_GT(distance_at(p, true, &inside), (double)REACH - ROUNDING);
    }
}

static void check_strays(test_random* random, rig* r) {
    for (int n = 0; n < STRAYS; ++n) {
        stray(random, &r->cloth, true);
        stray(random, &r->body, false);
        for_unlisted(r, check_missed);
    }
}

static void compare(uint64_t seed, bool alone, int rounds) {
    test_random random = test_seed(seed);
    rig* r = rig_make(alone);
    size_t listed = 0, unlisted = 0;
    for (int n = 0; n < rounds; ++n) {
        place(&random, r);
        search(r, NULL);
        list(r);
        listed += r->out.count;
        unlisted += for_unlisted(r, check_forceless);
        check_strays(&random, r);
    }
    test_note("%zu pairs listed, %zu left out", listed, unlisted);
    CHECK_GT(listed, 25 * rounds);
    CHECK_GT(unlisted, 100 * rounds);
    rig_free(r);
}

WEFT_TEST(near_search_finds_what_brute_force_finds_over_a_body) {
    compare(81, false, 250);
}

WEFT_TEST(near_search_finds_what_brute_force_finds_between_layers) {
    compare(82, true, 200);
}

/// Some particles end elsewhere, with more slack: the late search adds what they may touch now.
static void compare_late(uint64_t seed, bool alone) {
    test_random random = test_seed(seed);
    rig* r = rig_make(alone);
    size_t added = 0;
    for (int n = 0; n < 100; ++n) {
        uint8_t late[POINTS] = {0};
        place(&random, r);
        search(r, NULL);
        size_t found = r->out.count;
        for (int k = 0; k < 3; ++k) {
            uint32_t i = test_below(&random, POINTS);
            late[i] = 1;
            r->cloth.slack[i] *= 2.0f;
            for (uint32_t axis = 0; axis < 3; ++axis) {
                r->cloth.to[4 * i + axis] += test_uniform(&random, -0.008f, 0.008f);
            }
        }
        search(r, late);
        added += r->out.count - found;
        memset(r->listed, 0, sizeof r->listed);
        for (size_t i = 0; i < r->out.count; ++i) {
            r->listed[r->out.items[i].kind][r->out.items[i].a][r->out.items[i].b] = 1;
        }
        check_strays(&random, r);
    }
    test_note("%zu pairs added", added);
    CHECK_GT(added, 100);
    rig_free(r);
}

WEFT_TEST(late_near_search_adds_what_may_touch) {
    compare_late(83, false);
    compare_late(84, true);
}

/// What lies on a face, and what crosses an edge, has no plane between: the filter lets it go.
WEFT_TEST(near_pairs_that_touch_have_no_plane) {
    static const float still[3] = {0.0f, 0.0f, 0.0f};
    test_random random = test_seed(85);
    rig* r = rig_make(false);
    patch_place(&random, &r->cloth, 0.0f, 0.0f, still, 0.0f);
    patch_place(&random, &r->body, 0.0f, 0.0f, still, 0.0f);
    join(&random, r);
    search(r, NULL);
    uint32_t touching = 0;
    for (size_t i = 0; i < r->out.count; ++i) {
        bool touches = r->out.items[i].distance == 0.0f;
        touching += touches;
        CHECK_EQ(r->out.planes[i].upper, touches ? 0 : r->out.items[i].upper);
    }
    CHECK_GT(touching, 3 * EDGES);
    rig_free(r);
}

WEFT_TEST(near_search_leaves_out_all_that_is_far) {
    static const float down[3] = {0.0f, -0.05f, 0.0f};
    test_random random = test_seed(86);
    rig* r = rig_make(false);
    for (int n = 0; n < 100; ++n) {
        patch_place(&random, &r->cloth, 0.08f, 0.004f, down, 0.003f);
        patch_place(&random, &r->body, 0.0f, 0.004f, n % 2 == 0 ? down : (float[3]){0}, 0.003f);
        search(r, NULL);
        CHECK_EQ(r->out.count, 0);
    }
    rig_free(r);
}

#ifdef WEFT_THREADS
enum { COPIES = 8 };

/// The candidates over and over, so that there are several blocks; the pairs go to `out`.
static void search_copies(rig* r, struct wf_pool* const* pool, wf_near_list* out) {
    static uint32_t first[COPIES * FACES * FACES], second[COPIES * FACES * FACES];
    wf_pairs all = r->all;
    for (size_t i = 0; i < COPIES * all.count; ++i) {
        first[i] = all.a[i % all.count];
        second[i] = all.b[i % all.count];
    }
    size_t count = COPIES * all.count;
    r->all = (wf_pairs){first, second, count, count, count};
    r->work.pool = pool;
    r->out.count = 0;
    search(r, NULL);
    r->all = all;
    r->work.pool = NULL;
    wf_near_list swap = *out;
    *out = r->out;
    r->out = swap;
}
#endif

WEFT_TEST(near_search_finds_the_same_in_threads) {
#ifdef WEFT_THREADS
    wf_pool* pool = wf_pool_create(3);
    size_t listed = 0;
    REQUIRE(pool != NULL);
    for (int n = 0; n < 60; ++n) {
        test_random random = test_seed(90 + (uint64_t)n);
        rig* r = rig_make(n % 2);
        wf_near_list alone = {0}, beside = {0};
        place(&random, r);
        search_copies(r, NULL, &alone);
        search_copies(r, &pool, &beside);
        search(r, NULL);
        CHECK_EQ(alone.count, COPIES * r->out.count);
        REQUIRE(alone.count == beside.count);
        listed += alone.count;
        for (size_t i = 0; i < alone.count; ++i) {
            CHECK(memcmp(&alone.items[i], &beside.items[i], offsetof(wf_near, interior)) == 0);
            CHECK(memcmp(&alone.planes[i], &beside.planes[i], sizeof(wf_plane)) == 0);
        }
        wf_near_list_free(&r->memory, &alone);
        wf_near_list_free(&r->memory, &beside);
        rig_free(r);
    }
    CHECK_GT(listed, 10000);
    wf_pool_destroy(pool);
#endif
}
