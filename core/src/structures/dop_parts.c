// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "structures/dop_parts.h"

#include "math/simd.h"

#include <string.h>

/// Pairs that are dealt out, at least, and nodes of trees for which that is worth it.
enum { LEAST_PAIRS = 8 * WF_DOP_PARTS, LEAST_NODES = 128 };

bool wf_dop_parts_help(const wf_dop_tree* cloth, const wf_dop_tree* body) {
    return cloth->node_count >= LEAST_NODES && body->node_count >= LEAST_NODES;
}

typedef struct opening {
    wf_memory* memory;
    const wf_dop_tree* cloth;
    const wf_dop_tree* body;
    bool self;
    wf_dop_parts* parts;
    uint32_t count; // pairs of the front to come
} opening;

static bool overlap(const opening* o, uint32_t a, uint32_t b) {
    size_t floats = 8 * (size_t)o->cloth->group_count;
    const float *va = o->cloth->volumes + floats * a, *vb = o->body->volumes + floats * b;
    int met = 15;
    for (uint32_t g = 0; g < o->cloth->group_count; ++g) {
        wf_f4 lo = wf_f4_less_equal(wf_f4_load(va + 8 * g), wf_f4_load(vb + 8 * g + 4));
        wf_f4 hi = wf_f4_less_equal(wf_f4_load(vb + 8 * g), wf_f4_load(va + 8 * g + 4));
        met &= wf_f4_mask(wf_f4_and(lo, hi));
    }
    return met == 15;
}

static bool put(opening* o, uint32_t a, uint32_t b) {
    wf_dop_parts* p = o->parts;
    size_t need = 2 * ((size_t)o->count + 1);
    if (need > p->front_capacity[1] && !wf_reserve(o->memory, (void**)&p->front[1],
                                                   &p->front_capacity[1], need, sizeof(uint32_t))) {
        return false;
    }
    p->front[1][need - 2] = a;
    p->front[1][need - 1] = b;
    o->count += 1;
    return true;
}

static uint32_t child_count(const wf_dop_tree* tree, uint32_t node) {
    return node >= tree->inner_count ? 1 : tree->lane_count;
}

/// Child i of a node; of a leaf the leaf itself.
static uint32_t child_of(const wf_dop_tree* tree, uint32_t node, uint32_t i) {
    return node >= tree->inner_count ? node : tree->children[(size_t)node * tree->lane_count + i];
}

/// Puts the pairs of children that overlap into the front to come.
static bool open(opening* o, uint32_t a, uint32_t b) {
    bool same = o->self && a == b, done = true;
    for (uint32_t i = 0; i < child_count(o->cloth, a); ++i) {
        uint32_t first = child_of(o->cloth, a, i);
        for (uint32_t k = same ? i : 0; k < child_count(o->body, b) && done; ++k) {
            uint32_t second = child_of(o->body, b, k);
            if (first != WF_DOP_NONE && second != WF_DOP_NONE && overlap(o, first, second)) {
                done = put(o, first, second);
            }
        }
    }
    return done;
}

/// The front to come becomes the front.
static void take_front(const opening* o) {
    wf_dop_parts* p = o->parts;
    uint32_t* front = p->front[0];
    size_t capacity = p->front_capacity[0];
    p->front[0] = p->front[1];
    p->front_capacity[0] = p->front_capacity[1];
    p->front[1] = front;
    p->front_capacity[1] = capacity;
    p->count = o->count;
}

/// One level down. `more` tells whether there is another one.
static bool descend(opening* o, bool* more) {
    wf_dop_parts* p = o->parts;
    bool done = true;
    o->count = 0;
    *more = false;
    for (uint32_t i = 0; i < p->count && done; ++i) {
        uint32_t a = p->front[0][2 * (size_t)i], b = p->front[0][2 * (size_t)i + 1];
        *more |= a < o->cloth->inner_count || b < o->body->inner_count;
        done = open(o, a, b);
    }
    take_front(o);
    return done;
}

static bool deal(wf_memory* memory, wf_dop_parts* p, size_t stack_need) {
    // They change places at every level, so both are as long as the longer one.
    bool done = wf_reserve(memory, (void**)&p->front[1], &p->front_capacity[1],
                           p->front_capacity[0], sizeof(uint32_t));
    for (uint32_t i = 0; i < WF_DOP_PARTS && done; ++i) {
        wf_dop_part* part = &p->part[i];
        part->begin = (uint32_t)((uint64_t)p->count * i / WF_DOP_PARTS);
        part->end = (uint32_t)((uint64_t)p->count * (i + 1) / WF_DOP_PARTS);
        done = wf_reserve(memory, (void**)&part->nodes, &part->capacity,
                          stack_need + 2 * (size_t)(part->end - part->begin), sizeof(uint32_t));
    }
    return done;
}

bool wf_dop_parts_deal(wf_memory* memory, const wf_dop_tree* cloth, const wf_dop_tree* body,
                       bool self, size_t stack_need, wf_dop_parts** parts) {
    if (*parts == NULL && (*parts = WF_ALLOC(memory, wf_dop_parts, 1)) == NULL) {
        return false;
    }
    wf_dop_parts* p = *parts;
    opening o = {memory, cloth, body, self, p, 0};
    bool done = put(&o, 0, 0), more = true;
    take_front(&o);
    while (done && more && p->count > 0 && p->count < LEAST_PAIRS) {
        done = descend(&o, &more);
    }
    return done && deal(memory, p, stack_need);
}

bool wf_dop_parts_join(wf_memory* memory, const wf_dop_parts* parts, wf_pair_list* list) {
    for (uint32_t i = 0; i < WF_DOP_PARTS; ++i) {
        const wf_pair_list* found = &parts->part[i].list;
        if (!wf_pair_list_reserve(memory, list, found->count)) {
            return false;
        }
        if (found->count > 0) {
            memcpy(list->found + list->count, found->found, sizeof(wf_pair) * found->count);
        }
        list->count += found->count;
    }
    return true;
}

void wf_dop_parts_free(wf_memory* memory, wf_dop_parts* parts) {
    if (parts == NULL) {
        return;
    }
    for (uint32_t i = 0; i < WF_DOP_PARTS; ++i) {
        wf_free(memory, parts->part[i].nodes);
        wf_pair_list_free(memory, &parts->part[i].list);
    }
    wf_free(memory, parts->front[0]);
    wf_free(memory, parts->front[1]);
    wf_free(memory, parts);
}
