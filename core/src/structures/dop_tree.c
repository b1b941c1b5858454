// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The k-DOP tree as a structure: a tree over all bodies, a tree over all cloths, one traversal.
#include "structures/dop_tree.h"

typedef struct dop_structure {
    wf_dop_tree cloth, body;
    wf_dop_stack stack;
    wf_pair_list list;
} dop_structure;

static void destroy(wf_memory* memory, void* self) {
    dop_structure* trees = self;
    if (trees != NULL) {
        wf_dop_tree_free(memory, &trees->cloth);
        wf_dop_tree_free(memory, &trees->body);
        wf_dop_stack_free(memory, &trees->stack);
        wf_pair_list_free(memory, &trees->list);
        wf_free(memory, trees);
    }
}

static void* create(wf_memory* memory, const wf_sweep* cloth, const wf_sweep* body,
                    const float* values) {
    dop_structure* trees = WF_ALLOC(memory, dop_structure, 1);
    if (trees == NULL) {
        return NULL;
    }
#ifdef WEFT_LAB
    bool built = wf_dop_tree_build_row(memory, &trees->cloth, cloth, values, false) &&
                 wf_dop_tree_build_row(memory, &trees->body, body, values, true);
#else
    uint32_t k = (uint32_t)values[0], arity = (uint32_t)values[1];
    bool built = wf_dop_tree_build(memory, &trees->cloth, cloth, k, arity) &&
                 wf_dop_tree_build(memory, &trees->body, body, k, arity);
#endif
    if (!built) {
        destroy(memory, trees);
        return NULL;
    }
    return trees;
}

static bool refresh_body(wf_memory* memory, void* self, const wf_sweep* body) {
    (void)memory;
    dop_structure* trees = self;
    wf_dop_tree_refit(&trees->body, body);
    return true;
}

static bool refresh_cloth(wf_memory* memory, void* self, const wf_sweep* cloth) {
    (void)memory;
    dop_structure* trees = self;
    wf_dop_tree_refit(&trees->cloth, cloth);
    return true;
}

static bool collect(wf_memory* memory, void* self, const wf_sweep* cloth, const wf_sweep* body,
                    wf_pairs* pairs) {
    dop_structure* trees = self;
    trees->list.count = 0;
    return wf_dop_tree_collide(memory, &trees->cloth, &trees->body, &trees->stack, &trees->list) &&
           wf_pair_list_sort(memory, &trees->list, cloth->triangle_count, body->triangle_count,
                             pairs);
}

static bool exclude_self(wf_memory* memory, void* self, const wf_neighbours* neighbours) {
    dop_structure* trees = self;
    return wf_dop_tree_exclude(memory, &trees->cloth, neighbours);
}

static bool collect_self(wf_memory* memory, void* self, const wf_sweep* cloth, wf_pairs* pairs) {
    dop_structure* trees = self;
    trees->list.count = 0;
    return wf_dop_tree_collide_self(memory, &trees->cloth, &trees->stack, &trees->list) &&
           wf_pair_list_sort(memory, &trees->list, cloth->triangle_count, cloth->triangle_count,
                             pairs);
}

static void mark_cloth(void* self, const uint8_t* triangles) {
    dop_structure* trees = self;
    wf_dop_tree_mark(&trees->cloth, triangles);
}

#ifdef WEFT_LAB
static const wf_dop_tree* cloth_tree(const void* self) {
    const dop_structure* trees = self;
    return &trees->cloth;
}
#endif

static void take_pool(void* self, struct wf_pool* const* pool) {
    dop_structure* trees = self;
    trees->stack.pool = trees->cloth.pool = trees->body.pool = trees->list.pool = pool;
}

const wf_structure wf_structure_dop_tree = {
    .is_dop_tree = true,
#ifdef WEFT_LAB
    .cloth_tree = cloth_tree,
#endif
    .create = create,
    .destroy = destroy,
    .refresh_body = refresh_body,
    .refresh_cloth = refresh_cloth,
    .collect = collect,
    .exclude_self = exclude_self,
    .collect_self = collect_self,
    .mark_cloth = mark_cloth,
    .take_pool = take_pool,
};
