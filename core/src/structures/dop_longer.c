// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The walk of Mezger, Kimmerle, Etzmuss 2003, section 6: "Whenever two nodes overlap, all children
// inside the longer k-DOP are tested against the shorter one." Longer is the one whose longest side
// (section 4.2) is. A leaf cannot be opened against a node, so there the node is, whichever is
// longer; of two leaves the triangles are tested. A node against itself opens both ways, every pair
// of children once.
#include "structures/dop_cones.h"
#include "structures/dop_slabs.h"

#ifdef WEFT_LAB

typedef struct walk {
    const wf_dop_tree* cloth;
    const wf_dop_tree* body;
    bool self;
    const wf_dop_cones* cones;
    wf_dop_stack* stack;
    size_t count; // pairs of nodes on the stack
    group groups[WF_DOP_GROUPS];
    wf_memory* memory;
    wf_pair_list* list;
} walk;

static const float* volume_of(const wf_dop_tree* tree, uint32_t node) {
    return tree->volumes + 8 * (size_t)tree->group_count * node;
}

/// Slab d of lane i of a node, in the layout of its blocks.
static const float* lane_of(const wf_dop_tree* tree, uint32_t node, uint32_t lane) {
    size_t floats = 32 * (size_t)tree->group_count; // of a block
    return tree->blocks + floats * ((size_t)node * (tree->lane_count / 4) + lane / 4) + lane % 4;
}

static bool lane_meets_volume(const wf_dop_tree* tree, const float* lane, const float* volume) {
    for (uint32_t d = 0; d < tree->direction_count; ++d) {
        const float* v = volume + 8 * (d / 4) + d % 4;
        if (!(lane[8 * d] <= v[4] && v[0] <= lane[8 * d + 4])) {
            return false;
        }
    }
    return true;
}

static bool lanes_meet(const wf_dop_tree* tree, const float* a, const float* b) {
    for (uint32_t d = 0; d < tree->direction_count; ++d) {
        if (!(a[8 * d] <= b[8 * d + 4] && b[8 * d] <= a[8 * d + 4])) {
            return false;
        }
    }
    return true;
}

/// Squared length of the longest side.
static float longest_side(const walk* w, const float* volume) {
    float longest = 0.0f, side[4];
    for (uint32_t d = 0; d < w->cloth->direction_count; ++d) {
        if (d % 4 == 0) {
            slab s = load_slab(volume + 8 * (d / 4));
            wf_f4 length = wf_f4_max(direction_length(w->groups + d / 4), wf_f4_splat(0.5f));
            wf_f4_store(side, wf_f4_div(wf_f4_sub(s.hi, s.lo), length));
        }
        longest = side[d % 4] > longest ? side[d % 4] : longest;
    }
    return longest;
}

static bool push(walk* w, uint32_t a, uint32_t b) {
    wf_dop_stack* s = w->stack;
    if (2 * w->count + 2 > s->capacity && !wf_reserve(w->memory, (void**)&s->nodes, &s->capacity,
                                                      4 * w->count + 64, sizeof(uint32_t))) {
        return false;
    }
    s->nodes[2 * w->count] = a;
    s->nodes[2 * w->count + 1] = b;
    w->count += 1;
    return true;
}

static bool visit_leaves(walk* w, uint32_t a, uint32_t b) {
    uint32_t lanes = w->cloth->lane_count;
    const uint32_t* a_child = w->cloth->children + (size_t)a * lanes;
    const uint32_t* b_child = w->body->children + (size_t)b * lanes;
    uint64_t skip = w->self ? wf_dop_tree_skipped(w->cloth, a, b) : 0;
    if (!wf_pair_list_reserve(w->memory, w->list, (size_t)lanes * lanes)) {
        return false;
    }
    for (uint32_t i = 0; i < lanes; ++i) {
        for (uint32_t j = w->self && a == b ? i + 1 : 0; j < lanes; ++j) {
            bool there = a_child[i] != WF_DOP_NONE && b_child[j] != WF_DOP_NONE &&
                         !(skip >> (8 * i + j) & 1);
            if (there && lanes_meet(w->cloth, lane_of(w->cloth, a, i), lane_of(w->body, b, j))) {
                w->list->found[w->list->count++] = (wf_pair){a_child[i], b_child[j]};
            }
        }
    }
    return true;
}

/// The children of a node against all of another one; `swapped` when the first is of the body.
static bool open(walk* w, const wf_dop_tree* tree, uint32_t node, const float* volume,
                 uint32_t other, bool swapped) {
    bool done = true;
    for (uint32_t i = 0; i < tree->lane_count && done; ++i) {
        uint32_t child = tree->children[(size_t)node * tree->lane_count + i];
        if (child != WF_DOP_NONE && lane_meets_volume(tree, lane_of(tree, node, i), volume)) {
            done = swapped ? push(w, other, child) : push(w, child, other);
        }
    }
    return done;
}

static bool open_self(walk* w, uint32_t node) {
    const wf_dop_tree* tree = w->cloth;
    const uint32_t* child = tree->children + (size_t)node * tree->lane_count;
    bool done = true;
    for (uint32_t i = 0; i < tree->lane_count && done; ++i) {
        for (uint32_t j = i; j < tree->lane_count && done; ++j) {
            bool there = child[i] != WF_DOP_NONE && child[j] != WF_DOP_NONE;
            if (there && lanes_meet(tree, lane_of(tree, node, i), lane_of(tree, node, j))) {
                done = push(w, child[i], child[j]);
            }
        }
    }
    return done;
}

static bool visit(walk* w, uint32_t a, uint32_t b) {
    if (w->cones != NULL && wf_dop_cones_rest(w->cones, a, b)) {
        return true;
    }
    bool a_leaf = a >= w->cloth->inner_count, b_leaf = b >= w->body->inner_count;
    if (a_leaf && b_leaf) {
        return visit_leaves(w, a, b);
    }
    if (w->self && a == b) {
        return open_self(w, a);
    }
    const float *va = volume_of(w->cloth, a), *vb = volume_of(w->body, b);
    bool first = b_leaf || (!a_leaf && longest_side(w, va) >= longest_side(w, vb));
    return first ? open(w, w->cloth, a, vb, b, false) : open(w, w->body, b, va, a, true);
}

bool wf_dop_tree_collide_longer(wf_memory* memory, const wf_dop_tree* cloth,
                                const wf_dop_tree* body, const wf_dop_cones* cones,
                                wf_dop_stack* stack, wf_pair_list* list) {
    walk w = {.cloth = cloth,
              .body = body,
              .self = cloth == body,
              .cones = cones,
              .stack = stack,
              .memory = memory,
              .list = list};
    wf_dop_load_groups(cloth, w.groups);
    bool done = push(&w, 0, 0);
    while (done && w.count > 0) {
        w.count -= 1;
        done = visit(&w, stack->nodes[2 * w.count], stack->nodes[2 * w.count + 1]);
    }
    return done;
}

#endif
