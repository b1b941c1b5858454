// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Building a k-DOP tree from the top: the triangles of a node are split at the middle of the
// longest side of the box of their centroids, again and again until the node has its children. Ties
// go by triangle index, so one mesh gives one tree. Sizes are rounded to full leaves and full
// parents of leaves, because a lane that is empty costs as much as one that is not.
#include "structures/dop_tree.h"

#include "base/assert.h"
#include "structures/dop_cones.h"
#include "structures/dop_fresh.h"
#include "structures/dop_front.h"
#include "structures/dop_leaves.h"
#include "structures/sweep.h"

#include <string.h>

typedef struct range {
    uint32_t begin, end; // in `middles`, then in `order`
    uint32_t depth;
} range;

/// Twice the middle of a triangle's box, and as the bits of the fourth which triangle that is: what
/// is sorted lies side by side.
typedef struct middle {
    float at[4];
} middle;

WF_INLINE uint32_t triangle_of(const middle* m) {
    uint32_t triangle;
    memcpy(&triangle, &m->at[3], sizeof triangle);
    return triangle;
}

typedef struct builder {
    middle* middles;       // sorted ever finer
    uint32_t* order;       // triangles, leaf by leaf
    range* ranges;         // of nodes, breadth first
    uint32_t* first_child; // per range: range of the first child, 0 for a leaf
    uint32_t* child_count;
    uint32_t* number; // per range: the node
    uint32_t range_count;
    uint32_t leaf_size;
    uint32_t arity;
#ifdef WEFT_LAB
    const wf_dop_tree* tree;
    const wf_sweep* sweep;
    uint32_t* sorted; // scratch, a triangle each
#endif
} builder;

static int longest_side(const builder* build, range part) {
    wf_f4 lo = wf_f4_load(build->middles[part.begin].at), hi = lo;
    for (uint32_t i = part.begin + 1; i < part.end; ++i) {
        wf_f4 at = wf_f4_load(build->middles[i].at);
        lo = wf_f4_min(lo, at);
        hi = wf_f4_max(hi, at);
    }
    float side[4];
    wf_f4_store(side, wf_f4_sub(hi, lo));
    int axis = side[1] > side[0] ? 1 : 0;
    return side[2] > side[axis] ? 2 : axis;
}

WF_INLINE bool comes_before(int axis, const middle* a, const middle* b) {
    return a->at[axis] < b->at[axis] ||
           (a->at[axis] == b->at[axis] && triangle_of(a) < triangle_of(b));
}

static void swap_middles(middle* a, middle* b) {
    wf_f4 kept = wf_f4_load(a->at);
    wf_f4_store(a->at, wf_f4_load(b->at));
    wf_f4_store(b->at, kept);
}

static void put_in_order(int axis, middle* a, middle* b) {
    if (comes_before(axis, b, a)) {
        swap_middles(a, b);
    }
}

/// Moves the middle one of first, middle and last to the middle.
static void choose_pivot(middle* m, int axis, int64_t first, int64_t last) {
    int64_t at = first + (last - first) / 2;
    put_in_order(axis, &m[first], &m[at]);
    put_in_order(axis, &m[at], &m[last]);
    put_in_order(axis, &m[first], &m[at]);
}

/// Hoare's selection: afterwards no triangle before `place` comes after one from `place` on.
static void select_at(middle* m, int axis, range part, uint32_t place) {
    int64_t first = part.begin, last = (int64_t)part.end - 1;
    while (first < last) {
        choose_pivot(m, axis, first, last);
        middle pivot = m[first + (last - first) / 2];
        int64_t i = first, j = last;
        while (i <= j) {
            while (comes_before(axis, &m[i], &pivot)) {
                i += 1;
            }
            while (comes_before(axis, &pivot, &m[j])) {
                j -= 1;
            }
            if (i <= j) {
                swap_middles(&m[i++], &m[j--]);
            }
        }
        if ((int64_t)place <= j) {
            last = j;
        } else if ((int64_t)place >= i) {
            first = i;
        } else {
            return;
        }
    }
}

/// Triangles of the first half: whole parents of leaves, or whole leaves when there are few.
static uint32_t first_half(const builder* build, uint32_t count) {
    uint32_t parent = build->leaf_size * build->arity;
    uint32_t unit = count > parent ? parent : build->leaf_size;
    uint32_t units = (count + unit - 1) / unit;
    return (units + 1) / 2 * unit;
}

#ifdef WEFT_LAB
static bool splits_at_centre(const builder* build) {
    return build->tree->rules.split == WF_DOP_CENTRE;
}
#endif

/// Splits one part in two; false when it already fits a leaf.
static bool halve(builder* build, range part, range halves[2]) {
    uint32_t count = part.end - part.begin;
    if (count <= build->leaf_size) {
        return false;
    }
#ifdef WEFT_LAB
    if (splits_at_centre(build)) {
        uint32_t place = wf_dop_split_centre(build->tree, build->sweep, build->order, part.begin,
                                             part.end, build->sorted);
        halves[0] = (range){part.begin, place, part.depth};
        halves[1] = (range){place, part.end, part.depth};
        return true;
    }
#endif
    uint32_t place = part.begin + first_half(build, count);
    select_at(build->middles, longest_side(build, part), part, place);
    halves[0] = (range){part.begin, place, part.depth};
    halves[1] = (range){place, part.end, part.depth};
    return true;
}

/// Halves every part until there are `arity` of them or none can be halved.
static uint32_t split(builder* build, range part, range parts[8]) {
    uint32_t count = 1;
    parts[0] = part;
    for (uint32_t wanted = 2; wanted <= build->arity; wanted *= 2) {
        range next[8];
        uint32_t next_count = 0;
        for (uint32_t i = 0; i < count; ++i) {
            if (halve(build, parts[i], next + next_count)) {
                next_count += 2;
            } else {
                next[next_count++] = parts[i];
            }
        }
        memcpy(parts, next, sizeof(range) * next_count);
        count = next_count;
    }
    return count;
}

static void list_leaf(builder* build, range part) {
#ifdef WEFT_LAB
    if (splits_at_centre(build)) {
        return;
    }
#endif
    for (uint32_t i = part.begin; i < part.end; ++i) {
        build->order[i] = triangle_of(&build->middles[i]);
    }
}

static void sort_leaf(uint32_t* order, range part) {
    for (uint32_t i = part.begin + 1; i < part.end; ++i) {
        for (uint32_t j = i; j > part.begin && order[j] < order[j - 1]; --j) {
            uint32_t kept = order[j];
            order[j] = order[j - 1];
            order[j - 1] = kept;
        }
    }
}

/// Splits breadth first; `ranges` is the queue and the result.
static void split_all(builder* build, uint32_t triangle_count) {
    build->range_count = 1;
    build->ranges[0] = (range){0, triangle_count, 1};
    for (uint32_t r = 0; r < build->range_count; ++r) {
        range part = build->ranges[r];
        if (part.end - part.begin <= build->leaf_size) {
            list_leaf(build, part);
            sort_leaf(build->order, part);
            continue;
        }
        range parts[8];
        build->first_child[r] = build->range_count;
        build->child_count[r] = split(build, part, parts);
        for (uint32_t i = 0; i < build->child_count[r]; ++i) {
            parts[i].depth = part.depth + 1;
            build->ranges[build->range_count++] = parts[i];
        }
    }
}

/// Numbers the ranges: inner nodes in breadth order, then leaves.
static void number_nodes(wf_dop_tree* tree, const builder* build) {
    tree->node_count = build->range_count;
    tree->depth = build->ranges[build->range_count - 1].depth;
    tree->inner_count = 0;
    for (uint32_t r = 0; r < build->range_count; ++r) {
        tree->inner_count += build->first_child[r] != 0;
    }
    uint32_t inner = 0, leaf = tree->inner_count;
    for (uint32_t r = 0; r < build->range_count; ++r) {
        build->number[r] = build->first_child[r] != 0 ? inner++ : leaf++;
    }
}

static void fill_children(wf_dop_tree* tree, const builder* build) {
    memset(tree->children, 0xff, sizeof(uint32_t) * tree->lane_count * tree->node_count);
    for (uint32_t r = 0; r < build->range_count; ++r) {
        uint32_t* lane = tree->children + (size_t)tree->lane_count * build->number[r];
        range part = build->ranges[r];
        if (build->first_child[r] != 0) {
            for (uint32_t i = 0; i < build->child_count[r]; ++i) {
                lane[i] = build->number[build->first_child[r] + i];
            }
        } else {
            memcpy(lane, build->order + part.begin, sizeof(uint32_t) * (part.end - part.begin));
        }
    }
}

/// Gives vertices their slots in the order in which the leaves meet them.
static void fill_corners(wf_dop_tree* tree, const wf_sweep* sweep, uint32_t* slot_of) {
    memset(slot_of, 0xff, sizeof(uint32_t) * sweep->vertex_count);
    size_t first_lane = (size_t)tree->inner_count * tree->lane_count;
    size_t lanes = (size_t)tree->node_count * tree->lane_count - first_lane;
    for (size_t i = 0; i < lanes; ++i) {
        uint32_t triangle = tree->children[first_lane + i];
        for (int c = 0; c < 3 && triangle != WF_DOP_NONE; ++c) {
            uint32_t vertex = sweep->triangles[3 * (size_t)triangle + c];
            if (slot_of[vertex] == UINT32_MAX) {
                tree->vertices[tree->vertex_count] = vertex;
                slot_of[vertex] = tree->vertex_count++;
            }
            tree->corners[3 * i + c] = slot_of[vertex];
        }
    }
}

/// Every node has two children at least, so there are less than twice as many ranges as leaves; a
/// leaf can hold a single triangle.
static bool alloc_builder(wf_memory* memory, builder* build, uint32_t triangle_count) {
    size_t most = 2 * (size_t)triangle_count;
    build->middles = WF_ALLOC(memory, middle, triangle_count);
    build->order = WF_ALLOC(memory, uint32_t, triangle_count);
    build->ranges = WF_ALLOC(memory, range, most);
    build->first_child = WF_ALLOC(memory, uint32_t, most);
    build->child_count = WF_ALLOC(memory, uint32_t, most);
    build->number = WF_ALLOC(memory, uint32_t, most);
#ifdef WEFT_LAB
    build->sorted = WF_ALLOC(memory, uint32_t, triangle_count);
    if (build->sorted == NULL) {
        return false;
    }
#endif
    return build->middles && build->order && build->ranges && build->first_child &&
           build->child_count && build->number;
}

static void free_builder(wf_memory* memory, builder* build) {
    wf_free(memory, build->middles);
    wf_free(memory, build->order);
    wf_free(memory, build->ranges);
    wf_free(memory, build->first_child);
    wf_free(memory, build->child_count);
    wf_free(memory, build->number);
#ifdef WEFT_LAB
    wf_free(memory, build->sorted);
#endif
}

static bool alloc_nodes(wf_memory* memory, wf_dop_tree* tree) {
    size_t nodes = tree->node_count, leaves = nodes - tree->inner_count;
    size_t lanes = tree->lane_count, slab_floats = 8 * (size_t)tree->group_count;
    tree->children = WF_ALLOC(memory, uint32_t, nodes * lanes);
    tree->corners = WF_ALLOC(memory, uint32_t, 3 * leaves * lanes);
    tree->volumes = WF_ALLOC(memory, float, slab_floats* nodes);
    tree->blocks = WF_ALLOC(memory, float, slab_floats* nodes* lanes);
    tree->node_moved = WF_ALLOC(memory, uint8_t, nodes);
    tree->marks = WF_ALLOC(memory, uint8_t, nodes);
    return tree->children && tree->corners && tree->volumes && tree->blocks && tree->node_moved &&
           tree->marks;
}

static bool alloc_slots(wf_memory* memory, wf_dop_tree* tree, size_t vertex_count) {
    size_t slab_floats = 8 * (size_t)tree->group_count;
    tree->vertices = WF_ALLOC(memory, uint32_t, vertex_count);
    tree->slabs = WF_ALLOC(memory, float, slab_floats* vertex_count);
    tree->slot_moved = WF_ALLOC(memory, uint8_t, vertex_count);
    tree->seen = WF_ALLOC(memory, float, 8 * vertex_count);
    if (!tree->vertices || !tree->slabs || !tree->slot_moved || !tree->seen) {
        return false;
    }
#ifdef WEFT_LAB
    if (tree->rules.inflate == WF_DOP_CONES) {
        size_t lanes = (size_t)(tree->node_count - tree->inner_count) * tree->lane_count;
        tree->moves = WF_ALLOC(memory, float, 4 * vertex_count);
        tree->lane_slabs = WF_ALLOC(memory, float, slab_floats* lanes);
        if (!tree->moves || !tree->lane_slabs) {
            return false;
        }
    }
#endif
    // NaN differs from everything, so the first refit finds that all has moved.
    memset(tree->seen, 0xff, sizeof(float) * 8 * vertex_count);
    return true;
}

static void fill_middles(const wf_sweep* sweep, builder* build) {
    for (uint32_t t = 0; t < sweep->triangle_count; ++t) {
        wf_box box = wf_sweep_triangle_box(sweep, t);
        wf_f4_store(build->middles[t].at, wf_f4_add(box.lo, box.hi));
        memcpy(&build->middles[t].at[3], &t, sizeof t);
        build->order[t] = t;
    }
}

static bool lay_out(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep,
                    const builder* build, uint32_t* slot_of) {
    number_nodes(tree, build);
    if (!alloc_nodes(memory, tree) || !alloc_slots(memory, tree, sweep->vertex_count)) {
        return false;
    }
    fill_children(tree, build);
    fill_corners(tree, sweep, slot_of);
    return true;
}

static bool build_nodes(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep) {
    builder build = {.leaf_size = tree->lane_count, .arity = tree->arity};
#ifdef WEFT_LAB
    build.leaf_size = tree->rules.single ? 1 : tree->lane_count;
    build.tree = tree;
    build.sweep = sweep;
#endif
    uint32_t* slot_of = WF_ALLOC(memory, uint32_t, sweep->vertex_count);
    bool done = alloc_builder(memory, &build, sweep->triangle_count) && slot_of;
    if (done) {
        fill_middles(sweep, &build);
        split_all(&build, sweep->triangle_count);
        done = lay_out(memory, tree, sweep, &build, slot_of);
    }
    free_builder(memory, &build);
    wf_free(memory, slot_of);
    return done;
}

#ifdef WEFT_LAB
/// What the rules ask for beside the volumes.
static bool add_rules(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep) {
    const wf_dop_rules* rules = &tree->rules;
    if (rules->self_angle > 0.0f) {
        tree->cones = wf_dop_cones_create(memory, tree, sweep, rules->self_angle);
    }
    if (rules->tolerance > 0.0f) {
        tree->fresh = wf_dop_fresh_create(memory, tree, sweep);
    }
    if (rules->gjk) {
        tree->leaves = wf_dop_leaves_create(memory, sweep, rules->reuse);
    }
    if (rules->front) {
        tree->front = WF_ALLOC(memory, wf_dop_front, 2);
    }
    return !memory->failed;
}

static bool build_by(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep, uint32_t k,
                     uint32_t arity, wf_dop_rules rules) {
#else
bool wf_dop_tree_build(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep, uint32_t k,
                       uint32_t arity) {
#endif
    WEFT_DEBUG_ASSERT(k == 6 || k == 8 || k == 14 || k == 18 || k == 26);
    WEFT_DEBUG_ASSERT(arity == 2 || arity == 4 || arity == 8);
    *tree = (wf_dop_tree){
        .direction_count = k / 2,
        .group_count = (k / 2 + 3) / 4,
        .lane_count = arity == 8 ? 8 : 4,
        .arity = arity,
        .triangle_count = sweep->triangle_count,
#ifdef WEFT_LAB
        .rules = rules,
#endif
    };
    if (sweep->triangle_count == 0) {
        return true;
    }
    if (!build_nodes(memory, tree, sweep)) {
        wf_dop_tree_free(memory, tree);
        return false;
    }
#ifdef WEFT_LAB
    if (!add_rules(memory, tree, sweep)) {
        wf_dop_tree_free(memory, tree);
        return false;
    }
#endif
    wf_dop_tree_refit(tree, sweep);
    return true;
}

#ifdef WEFT_LAB
bool wf_dop_tree_build(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep, uint32_t k,
                       uint32_t arity) {
    return build_by(memory, tree, sweep, k, arity, (wf_dop_rules){0});
}

bool wf_dop_tree_build_row(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep,
                           const float* values, bool of_body) {
    bool cones = values[WF_DOP_VALUE_SELF] > 0.0f && !of_body;
    wf_dop_rules rules = {
        .split = (wf_dop_split)values[WF_DOP_VALUE_SPLIT],
        .single = values[WF_DOP_VALUE_LEAF] > 0.0f,
        .inflate = (wf_dop_inflate)values[WF_DOP_VALUE_INFLATE],
        .tolerance = values[WF_DOP_VALUE_UPDATE] > 0.0f ? values[WF_DOP_VALUE_TOLERANCE] : 0.0f,
        .longer = values[WF_DOP_VALUE_TRAVERSE] > 0.0f,
        .self_angle = cones ? values[WF_DOP_VALUE_SELF_ANGLE] : 0.0f,
        .gjk = values[WF_DOP_VALUE_LEAF_TEST] > 0.0f,
        .reuse = values[WF_DOP_VALUE_LEAF_TEST] > 1.0f && !of_body ? values[WF_DOP_VALUE_TOLERANCE]
                                                                   : 0.0f,
        .front = values[WF_DOP_VALUE_SEPARATION] > 0.0f && !of_body,
    };
    return build_by(memory, tree, sweep, (uint32_t)values[0], (uint32_t)values[1], rules);
}
#endif

void wf_dop_tree_free(wf_memory* memory, wf_dop_tree* tree) {
    wf_free(memory, tree->children);
    wf_free(memory, tree->corners);
    wf_free(memory, tree->vertices);
    wf_free(memory, tree->seen);
    wf_free(memory, tree->slabs);
    wf_free(memory, tree->volumes);
    wf_free(memory, tree->blocks);
    wf_free(memory, tree->slot_moved);
    wf_free(memory, tree->node_moved);
    wf_free(memory, tree->marks);
    wf_free(memory, tree->skip_row);
    wf_free(memory, tree->skip);
#ifdef WEFT_LAB
    wf_free(memory, tree->moves);
    wf_free(memory, tree->lane_slabs);
    wf_dop_cones_free(memory, tree->cones);
    wf_dop_fresh_free(memory, tree->fresh);
    wf_dop_leaves_free(memory, tree->leaves);
    for (int i = 0; i < 2 && tree->front != NULL; ++i) {
        wf_dop_front_free(memory, tree->front + i);
    }
    wf_free(memory, tree->front);
#endif
    *tree = (wf_dop_tree){0};
}
