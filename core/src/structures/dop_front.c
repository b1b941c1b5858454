// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pairs of the list cover all pairs of leaves, once each: a pair that begins to overlap gives
// its place to the pairs of its children. So every pair of leaves that overlaps is in the list,
// whatever the list went through, and what is found does not depend on it.
#include "structures/dop_front.h"

#ifdef WEFT_LAB

#include "math/simd.h"
#include "structures/dop_cones.h"

/// Walks after which the list begins at the roots again.
enum { MOST_AGE = 32 };

typedef struct walk {
    wf_memory* memory;
    wf_dop_front* front;
    const wf_dop_tree* cloth;
    const wf_dop_tree* body;
    const wf_dop_cones* cones;
    wf_dop_stack* stack;
    size_t leaves; // pairs on the stack
} walk;

void wf_dop_front_free(wf_memory* memory, wf_dop_front* front) {
    wf_free(memory, front->pairs);
    wf_free(memory, front->open);
    *front = (wf_dop_front){0};
}

static bool overlap(const walk* w, uint32_t a, uint32_t b) {
    size_t floats = 8 * (size_t)w->cloth->group_count;
    const float *va = w->cloth->volumes + floats * a, *vb = w->body->volumes + floats * b;
    int met = 15;
    for (uint32_t g = 0; g < w->cloth->group_count && met == 15; ++g) {
        wf_f4 lo = wf_f4_less_equal(wf_f4_load(va + 8 * g), wf_f4_load(vb + 8 * g + 4));
        wf_f4 hi = wf_f4_less_equal(wf_f4_load(vb + 8 * g), wf_f4_load(va + 8 * g + 4));
        met = wf_f4_mask(wf_f4_and(lo, hi));
    }
    return met == 15;
}

/// Puts a pair at the end of an array of pairs.
static bool put(walk* w, uint32_t** array, size_t* capacity, size_t at, uint32_t a, uint32_t b) {
    if (2 * at + 2 > *capacity &&
        !wf_reserve(w->memory, (void**)array, capacity, 2 * at + 2, sizeof(uint32_t))) {
        return false;
    }
    (*array)[2 * at] = a;
    (*array)[2 * at + 1] = b;
    return true;
}

static uint32_t child_count(const wf_dop_tree* tree, uint32_t node) {
    return node >= tree->inner_count ? 1 : tree->lane_count;
}

/// Child i of a node; of a leaf the leaf itself.
static uint32_t child_of(const wf_dop_tree* tree, uint32_t node, uint32_t i) {
    return node >= tree->inner_count ? node : tree->children[(size_t)node * tree->lane_count + i];
}

/// Puts the pairs of children behind `*open` others that wait.
static bool open(walk* w, uint32_t a, uint32_t b, size_t* waiting) {
    wf_dop_front* f = w->front;
    bool done = true, same = w->cloth == w->body && a == b;
    for (uint32_t i = 0; i < child_count(w->cloth, a); ++i) {
        uint32_t first = child_of(w->cloth, a, i);
        for (uint32_t k = same ? i : 0; k < child_count(w->body, b) && done; ++k) {
            uint32_t second = child_of(w->body, b, k);
            if (first != WF_DOP_NONE && second != WF_DOP_NONE) {
                done = put(w, &f->open, &f->open_capacity, *waiting, first, second);
                *waiting += done;
            }
        }
    }
    return done;
}

/// Where the recursion from one pair stops: at `at` the first, the others at the end of the list.
static bool resume(walk* w, size_t at) {
    wf_dop_front* f = w->front;
    size_t waiting = 1;
    bool done = put(w, &f->open, &f->open_capacity, 0, f->pairs[2 * at], f->pairs[2 * at + 1]);
    bool first = true;
    while (done && waiting > 0) {
        waiting -= 1;
        uint32_t a = f->open[2 * waiting], b = f->open[2 * waiting + 1];
        bool leaves = a >= w->cloth->inner_count && b >= w->body->inner_count;
        f->tests += 1;
        bool meets = !(w->cones != NULL && wf_dop_cones_rest(w->cones, a, b)) && overlap(w, a, b);
        if (meets && !leaves) {
            done = open(w, a, b, &waiting);
            continue;
        }
        size_t place = first ? at : f->count++;
        first = false;
        done = put(w, &f->pairs, &f->capacity, place, a, b);
        if (meets && done) {
            done = put(w, &w->stack->nodes, &w->stack->capacity, w->leaves, a, b);
            w->leaves += done;
        }
    }
    return done;
}

bool wf_dop_front_walk(wf_memory* memory, wf_dop_front* front, const wf_dop_tree* cloth,
                       const wf_dop_tree* body, const wf_dop_cones* cones, wf_dop_stack* stack,
                       size_t* leaves) {
    walk w = {memory, front, cloth, body, cones, stack, 0};
    front->age = front->count == 0 || front->age >= MOST_AGE ? 0 : front->age + 1;
    bool done = true;
    if (front->age == 0) {
        front->count = 1;
        done = put(&w, &front->pairs, &front->capacity, 0, 0, 0);
    }
    size_t before = front->count; // what is added behind has been looked at
    for (size_t i = 0; i < before && done; ++i) {
        done = resume(&w, i);
    }
    *leaves = w.leaves;
    return done;
}

#endif
