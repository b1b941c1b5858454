// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A campaign over every rule of the k-DOP tree on a scene that runs:
//   bench_oracle SCENE.weft FRAMES [TURNS [FIRST]]
// steps a cooked scene, from step FIRST on, and lets a tree of every set of rules follow with what
// it remembers. Sets without a test of hulls follow every frame. Those with one take most of the
// time: with TURNS one in so many follows ten frames on end, so that what it keeps from frame to
// frame is used, and the next ten frames are for the next.
// Nothing that the contact may ask for is to be missed: pairs of faces within epsilon where they
// are estimated to be after the frame are those of brute force over boxes, cloth with bodies and
// cloth with cloth, and the volumes of every face's leaf hold its corners. Normal cones alone may
// miss pairs of cloth with cloth, by their rule; these are counted apart.
#include "bench.h"
#include "near_faces.h"

#include "contact/layers.h"
#include "structures/dop_cones.h"
#include "structures/dop_slabs.h"
#include "structures/dop_tree.h"
#include "world/world.h"

#include "particles/particles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WEFT_LAB

/// m: faces within this are to be found; twice what layers that rest on each other keep.
#define EPSILON 0.005f

/// Every set of choices: split, leaf, update, traverse, separation by two, inflate and leaf_test by
/// three; k, arity and self go round with them.
enum { TRAVERSALS = 2 * 2 * 2 * 2 * 2 * 3, SETS = TRAVERSALS * 3 };
/// Frames on end of a set that takes turns.
enum { STRETCH = 10 };

typedef struct follower {
    wf_dop_tree cloth, body;
    bool cones;
} follower;

typedef struct campaign {
    wf_memory memory;
    wf_sweep cloth, body;
    float* ahead;
    follower* followers;
    wf_dop_stack stack;
    wf_pair_list list;
    wf_pairs across, own, found; // near by brute force, and of a follower
    void* brute;
    uint64_t judged, asked, missed, open, by_cones; // judged: frames of sets
} campaign;

static void values_of(int set, float values[WEFT_METHOD_PARAMETERS]) {
    static const float ks[] = {6, 8, 14, 18, 26}, arities[] = {2, 4, 8};
    memset(values, 0, sizeof(float) * WEFT_METHOD_PARAMETERS);
    values[0] = ks[set % 5];
    values[1] = arities[set / 5 % 3];
    values[WF_DOP_VALUE_SPLIT] = (float)(set & 1);
    values[WF_DOP_VALUE_LEAF] = (float)(set >> 1 & 1);
    values[WF_DOP_VALUE_UPDATE] = (float)(set >> 2 & 1);
    values[WF_DOP_VALUE_TRAVERSE] = (float)(set >> 3 & 1);
    values[WF_DOP_VALUE_SEPARATION] = (float)(set >> 4 & 1);
    values[WF_DOP_VALUE_INFLATE] = (float)(set / 32 % 3);
    values[WF_DOP_VALUE_LEAF_TEST] = (float)(set / TRAVERSALS);
    values[WF_DOP_VALUE_TOLERANCE] = 2e-3f;
    values[WF_DOP_VALUE_SELF] = (float)(set % 7 == 0);
    values[WF_DOP_VALUE_SELF_ANGLE] = 120.0f;
}

/// Keeps the pairs that are near, and of one surface are no neighbours.
static void keep_near(wf_pairs* pairs, const wf_sweep* a, const wf_sweep* b,
                      const wf_neighbours* neighbours) {
    size_t count = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        wf_pair pair = {pairs->a[i], pairs->b[i]};
        bool near = !(neighbours != NULL && wf_neighbours_has(neighbours, pair.a, pair.b)) &&
                    near_count(&pair, 1, a, b, EPSILON) == 1;
        pairs->a[count] = pair.a;
        pairs->b[count] = pair.b;
        count += near;
    }
    pairs->count = count;
}

static uint64_t key_of(const wf_pairs* pairs, size_t i) {
    return (uint64_t)pairs->a[i] << 32 | pairs->b[i];
}

/// Pairs of `all` that were not found; those that the rule of cones leaves out count apart.
static void compare(campaign* c, const wf_pairs* all, const wf_dop_cones* cones) {
    size_t at = 0;
    for (size_t i = 0; i < all->count; ++i) {
        while (at < c->found.count && key_of(&c->found, at) < key_of(all, i)) {
            ++at;
        }
        bool there = at < c->found.count && key_of(&c->found, at) == key_of(all, i);
        bool left = !there && cones != NULL && wf_dop_cones_skip(cones, all->a[i], all->b[i]);
        c->asked += 1;
        c->missed += !there && !left;
        c->by_cones += left;
    }
}

/// Corners that the volume of a leaf does not hold where a move begins or ends.
static uint64_t count_open(const wf_dop_tree* tree, const wf_sweep* sweep) {
    group groups[WF_DOP_GROUPS];
    uint64_t open = 0;
    wf_dop_load_groups(tree, groups);
    for (uint32_t leaf = tree->inner_count; leaf < tree->node_count; ++leaf) {
        for (uint32_t i = 0; i < tree->lane_count; ++i) {
            uint32_t triangle = tree->children[(size_t)leaf * tree->lane_count + i];
            for (uint32_t c = 0; c < 6 && triangle != WF_DOP_NONE; ++c) {
                const float* x = c < 3 ? sweep->x0 : sweep->x1;
                wf_f4 at =
                    wf_f4_load(x + 4 * (size_t)sweep->triangles[3 * (size_t)triangle + c % 3]);
                for (uint32_t g = 0; g < tree->group_count; ++g) {
                    const float* v = tree->volumes + 8 * ((size_t)leaf * tree->group_count + g);
                    wf_f4 along = project(groups + g, at);
                    int held = wf_f4_mask(wf_f4_and(wf_f4_less_equal(wf_f4_load(v), along),
                                                    wf_f4_less_equal(along, wf_f4_load(v + 4))));
                    open += held != 15;
                }
            }
        }
    }
    return open;
}

static bool follow(campaign* c, follower* f) {
    uint32_t n = c->cloth.triangle_count, m = c->body.triangle_count;
    wf_dop_tree_refit(&f->cloth, &c->cloth);
    wf_dop_tree_refit(&f->body, &c->body);
    c->open += count_open(&f->cloth, &c->cloth);
    c->list.count = 0;
    if (!wf_dop_tree_collide(&c->memory, &f->cloth, &f->body, &c->stack, &c->list) ||
        !wf_pair_list_sort(&c->memory, &c->list, n, m, &c->found)) {
        return false;
    }
    compare(c, &c->across, NULL);
    c->list.count = 0;
    if (!wf_dop_tree_collide_self(&c->memory, &f->cloth, &c->stack, &c->list) ||
        !wf_pair_list_sort(&c->memory, &c->list, n, n, &c->found)) {
        return false;
    }
    compare(c, &c->own, f->cloth.cones);
    return true;
}

/// Takes the present pose, and estimates the next one.
static void take_pose(campaign* c, const weft_world* world, const float* before) {
    const wf_particles* p = world->particles;
    const wf_obstacle* o = &world->obstacle;
    for (size_t i = 0; i < 4 * (size_t)p->count; ++i) {
        c->ahead[i] = p->x[i] + (p->x[i] - before[i]);
    }
    c->cloth = (wf_sweep){p->x,           c->ahead, p->triangles, p->count, p->triangle_count,
                          0.5f * EPSILON, false};
    c->body = (wf_sweep){o->x0,          o->x1, o->triangles, o->vertex_count, o->triangle_count,
                         0.5f * EPSILON, true};
}

static bool build_followers(campaign* c, const wf_neighbours* neighbours) {
    c->followers = calloc(SETS, sizeof *c->followers);
    c->brute = wf_structure_brute_force.create(&c->memory, &c->cloth, &c->body, NULL);
    for (int i = 0; i < SETS; ++i) {
        float values[WEFT_METHOD_PARAMETERS];
        values_of(i, values);
        follower* f = &c->followers[i];
        if (!wf_dop_tree_build_row(&c->memory, &f->cloth, &c->cloth, values, false) ||
            !wf_dop_tree_build_row(&c->memory, &f->body, &c->body, values, true) ||
            !wf_dop_tree_exclude(&c->memory, &f->cloth, neighbours)) {
            return false;
        }
    }
    return true;
}

static bool has_turn(int set, int frame, int turns) {
    return set < TRAVERSALS || set % turns == frame / STRETCH % turns;
}

/// One frame: what brute force finds once for all, and then the followers whose turn it is.
static bool check_frame(campaign* c, const wf_neighbours* neighbours, int frame, int turns) {
    const wf_structure* brute = &wf_structure_brute_force;
    // Its boxes are those of the last refresh, not those of the sweeps that collect is given.
    if (!brute->refresh_body(&c->memory, c->brute, &c->body) ||
        !brute->refresh_cloth(&c->memory, c->brute, &c->cloth) ||
        !brute->collect(&c->memory, c->brute, &c->cloth, &c->body, &c->across) ||
        !brute->collect_self(&c->memory, c->brute, &c->cloth, &c->own)) {
        return false;
    }
    keep_near(&c->across, &c->cloth, &c->body, NULL);
    keep_near(&c->own, &c->cloth, &c->cloth, neighbours);
    bool done = true;
    for (int i = 0; i < SETS && done; ++i) {
        if (has_turn(i, frame, turns)) {
            done = follow(c, &c->followers[i]);
            c->judged += 1;
        }
    }
    return done;
}

static void say(const campaign* c, int frames) {
    printf("%d frames, %d sets of rules, %llu frames of sets: %llu near pairs asked for, %llu "
           "missed, %llu corners outside of their leaf, %llu left out by normal cones\n",
           frames, SETS, (unsigned long long)c->judged, (unsigned long long)c->asked,
           (unsigned long long)c->missed, (unsigned long long)c->open,
           (unsigned long long)c->by_cones);
    fflush(stdout);
}

int main(int argc, char** argv) {
    int frames = argc > 2 ? atoi(argv[2]) : 0, turns = argc > 3 ? atoi(argv[3]) : 1;
    uint32_t first = argc > 4 ? (uint32_t)atoi(argv[4]) : 1;
    weft_world* world = argc > 1 && frames > 0 && turns > 0 ? load(argv[1]) : NULL;
    if (world == NULL) {
        fprintf(stderr, "bench_oracle SCENE.weft FRAMES [TURNS [FIRST]]\n");
        return 2;
    }
    do {
        weft_world_step(world);
    } while (world->step < first);
    size_t floats = 4 * (size_t)world->particles->count;
    static campaign c;
    float* before = malloc(sizeof(float) * floats);
    c.ahead = malloc(sizeof(float) * floats);
    memcpy(before, world->particles->x, sizeof(float) * floats);
    bool done = true;
    for (int frame = 0; frame < frames && done; ++frame) {
        weft_world_step(world);
        take_pose(&c, world, before);
        const wf_neighbours* neighbours = &world->contact->layers->neighbours;
        done = (frame > 0 || build_followers(&c, neighbours)) &&
               check_frame(&c, neighbours, frame, turns);
        memcpy(before, world->particles->x, sizeof(float) * floats);
        if (frame % 50 == 49 && frame + 1 < frames) {
            say(&c, frame + 1);
        }
    }
    say(&c, frames);
    return done && c.asked > 0 && c.missed == 0 && c.open == 0 ? 0 : 1;
}

#else

int main(void) {
    fprintf(stderr, "bench_oracle: a build with WEFT_LAB has it\n");
    return 2;
}

#endif
