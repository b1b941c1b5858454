// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two k-DOP trees against each other, without recursion: a stack of pairs of nodes, four children
// of the body's node at a time against each child of the cloth's node. The functions that count
// directions and blocks are inlined with constants, once for each k and width.
#include "math/simd.h"

#include "base/assert.h"
#include "base/parallel.h"
#include "structures/dop_cones.h"
#include "structures/dop_fresh.h"
#include "structures/dop_front.h"
#include "structures/dop_leaves.h"
#include "structures/dop_parts.h"
#include "structures/dop_tree.h"

typedef struct walk {
    const wf_dop_tree* cloth;
    const wf_dop_tree* body;
    bool self; // both are one tree: every pair once
#ifdef WEFT_LAB
    const wf_dop_cones* cones; // that leave pairs of nodes of that tree out
    bool whole;                // nothing of the past, and nothing left out
#endif
    uint32_t* top; // of the stack, two nodes a pair
    wf_pair* out;
} walk;

WF_INLINE wf_f4 slabs_meet(const float* a, const float* b, int direction) {
    wf_f4 a_lo = wf_f4_splat(a[8 * direction]), a_hi = wf_f4_splat(a[8 * direction + 4]);
    wf_f4 b_lo = wf_f4_load(b + 8 * direction), b_hi = wf_f4_load(b + 8 * direction + 4);
    return wf_f4_and(wf_f4_less_equal(a_lo, b_hi), wf_f4_less_equal(b_lo, a_hi));
}

/// Bit i: the lane at `a` overlaps lane i of block b. Most pairs part on the first directions.
WF_INLINE int lanes_meet(const float* a, const float* b, int directions) {
    wf_f4 met = slabs_meet(a, b, 0);
    for (int d = 1; d < 3; ++d) {
        met = wf_f4_and(met, slabs_meet(a, b, d));
    }
    int mask = wf_f4_mask(met);
    if (directions > 3 && mask != 0) {
        for (int d = 3; d < directions; ++d) {
            met = wf_f4_and(met, slabs_meet(a, b, d));
        }
        mask = wf_f4_mask(met);
    }
    return mask;
}

/// Bit i: the lane at `a` overlaps lane i of the node at b.
WF_INLINE int node_meets(const float* a, const float* b, int directions, int blocks) {
    int mask = lanes_meet(a, b, directions);
    if (blocks == 2) {
        mask |= lanes_meet(a, b + 32 * ((directions + 3) / 4), directions) << 4;
    }
    return mask;
}

WF_INLINE wf_f4 slab_meets_volume(const float* block, const float* volume, int direction) {
    wf_f4 lo = wf_f4_load(block + 8 * direction), hi = wf_f4_load(block + 8 * direction + 4);
    return wf_f4_and(wf_f4_less_equal(lo, wf_f4_splat(volume[4 + direction])),
                     wf_f4_less_equal(wf_f4_splat(volume[direction]), hi));
}

/// Bit i: lane i of the node at `node` overlaps the volume of a whole node. A first sieve, for
/// which three directions are enough.
WF_INLINE int node_meets_volume(const float* node, const float* volume, int directions,
                                int blocks) {
    int mask = 0;
    for (int i = 0; i < blocks; ++i) {
        const float* block = node + i * 32 * ((directions + 3) / 4);
        wf_f4 met = wf_f4_and(
            slab_meets_volume(block, volume, 0),
            wf_f4_and(slab_meets_volume(block, volume, 1), slab_meets_volume(block, volume, 2)));
        mask |= wf_f4_mask(met) << 4 * i;
    }
    return mask;
}

WF_INLINE void push(walk* w, uint32_t cloth, uint32_t body) {
    w->top[0] = cloth;
    w->top[1] = body;
    w->top += 2;
}

WF_INLINE void push_children(walk* w, uint32_t cloth, const uint32_t* body, int mask) {
    for (; mask != 0; mask &= mask - 1) {
        push(w, cloth, body[__builtin_ctz((unsigned)mask)]);
    }
}

/// Writes a pair for every lane and keeps those of the mask, without a branch.
WF_INLINE void emit(walk* w, uint32_t cloth, const uint32_t* body, int mask, int lanes) {
    for (int i = 0; i < lanes; ++i) {
        *w->out = (wf_pair){cloth, body[i]};
        w->out += mask >> i & 1;
    }
}

/// Bit 8 i + j: lanes i and j of two leaves of one tree are no pair, as both are one triangle, came
/// up already or are neighbours.
static uint64_t lanes_left_out(const wf_dop_tree* tree, uint32_t a, uint32_t b) {
    uint64_t up_to_own = a == b ? 0xff7f3f1f0f070301u : 0;
    return wf_dop_tree_skipped(tree, a, b) | up_to_own;
}

/// Bit i: some bit of byte i is set.
static int bytes_with_any(uint64_t bytes) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t any = (((bytes & low) + low) | bytes) >> 7 & 0x0101010101010101u;
    return (int)(any * 0x0102040810204080u >> 56);
}

/// A pair of nodes: pairs of triangles if both are leaves, else pairs of nodes one level down.
WF_INLINE void visit(walk* w, uint32_t a, uint32_t b, int directions, int blocks) {
    const int lanes = 4 * blocks, block_floats = 32 * ((directions + 3) / 4);
    const uint32_t* a_child = w->cloth->children + (size_t)a * lanes;
    const uint32_t* b_child = w->body->children + (size_t)b * lanes;
    const float* a_block = w->cloth->blocks + (size_t)a * blocks * block_floats;
    const float* b_block = w->body->blocks + (size_t)b * blocks * block_floats;
    bool a_leaf = a >= w->cloth->inner_count, b_leaf = b >= w->body->inner_count;
    int any = 0;
    uint64_t skip = w->self && a_leaf && b_leaf ? lanes_left_out(w->cloth, a, b) : 0;
    const bool marked = w->cloth->marked;
    int a_marks = marked ? w->cloth->marks[a] : 255;
    int b_marks = marked && w->self ? w->cloth->marks[b] : 0;
    int asked = bytes_with_any(~skip) & (b_marks != 0 ? 255 : a_marks);
    if (asked == 0) {
        return;
    }
    const float* b_volume = w->body->volumes + (size_t)b * (block_floats / 4);
    int left = asked & node_meets_volume(a_block, b_volume, directions, blocks);
    for (; left != 0; left &= left - 1) {
        int i = __builtin_ctz((unsigned)left);
        const float* lane = a_block + i / 4 * block_floats + i % 4;
        int mask = node_meets(lane, b_block, directions, blocks);
        mask &= (a_marks >> i & 1) != 0 ? 255 : b_marks;
        if (a == b && w->self) {
            mask &= -(1 << i);
        }
        if (a_leaf && b_leaf) {
            mask &= ~(int)(skip >> 8 * i & 255);
            if (mask != 0) {
                emit(w, a_child[i], b_child, mask, lanes);
            }
        } else if (a_leaf) {
            any |= mask;
        } else if (b_leaf && mask != 0) {
            push(w, a_child[i], b);
        } else if (!b_leaf) {
            push_children(w, a_child[i], b_child, mask);
        }
    }
    push_children(w, a, b_child, any);
}

/// A null memory stands for a list that cannot grow.
static bool has_room(wf_memory* memory, wf_pair_list* list) {
    return list->count + 64 <= list->found_capacity ||
           (memory != NULL && wf_pair_list_reserve(memory, list, 64));
}

/// Until the stack is down to its bottom.
WF_INLINE bool run(wf_memory* memory, walk* w, const uint32_t* bottom, wf_pair_list* list,
                   int directions, int blocks) {
    while (w->top != bottom) {
        if (!has_room(memory, list)) {
            return false;
        }
        w->out = list->found + list->count;
        w->top -= 2;
#ifdef WEFT_LAB
        if (w->cones != NULL && wf_dop_cones_rest(w->cones, w->top[0], w->top[1])) {
            continue;
        }
#endif
        visit(w, w->top[0], w->top[1], directions, blocks);
        list->count = (size_t)(w->out - list->found);
    }
    return true;
}

#define DEFINE_RUN(directions, blocks)                                                             \
    static bool run_##directions##_##blocks(wf_memory* memory, walk* w, const uint32_t* bottom,    \
                                            wf_pair_list* list) {                                  \
        return run(memory, w, bottom, list, directions, blocks);                                   \
    }

// The default is always its own function; the others are where all methods are to be compared, and
// share one where a module has to be small.
DEFINE_RUN(3, 2)
#ifdef WEFT_LAB
DEFINE_RUN(3, 1)
DEFINE_RUN(4, 1)
DEFINE_RUN(7, 1)
DEFINE_RUN(9, 1)
DEFINE_RUN(13, 1)
DEFINE_RUN(4, 2)
DEFINE_RUN(7, 2)
DEFINE_RUN(9, 2)
DEFINE_RUN(13, 2)

static bool run_any(wf_memory* memory, walk* w, const uint32_t* bottom, wf_pair_list* list) {
    bool wide = w->cloth->lane_count == 8;
    switch (w->cloth->direction_count) {
    case 3:
        return wide ? run_3_2(memory, w, bottom, list) : run_3_1(memory, w, bottom, list);
    case 4:
        return wide ? run_4_2(memory, w, bottom, list) : run_4_1(memory, w, bottom, list);
    case 7:
        return wide ? run_7_2(memory, w, bottom, list) : run_7_1(memory, w, bottom, list);
    case 9:
        return wide ? run_9_2(memory, w, bottom, list) : run_9_1(memory, w, bottom, list);
    default:
        return wide ? run_13_2(memory, w, bottom, list) : run_13_1(memory, w, bottom, list);
    }
}
#else
static bool run_any(wf_memory* memory, walk* w, const uint32_t* bottom, wf_pair_list* list) {
    return run(memory, w, bottom, list, (int)w->cloth->direction_count,
               (int)w->cloth->lane_count / 4);
}
#endif

static bool run_usual(wf_memory* memory, walk* w, const uint32_t* bottom, wf_pair_list* list) {
    bool usual = w->cloth->direction_count == 3 && w->cloth->lane_count == 8;
    return usual ? run_3_2(memory, w, bottom, list) : run_any(memory, w, bottom, list);
}

/// Numbers that a stack holds at most: a visit takes one pair and leaves at most one for each pair
/// of lanes, one level down.
static size_t stack_need(const walk* w) {
    size_t lanes = (size_t)w->cloth->lane_count * w->cloth->lane_count;
    return 2 * ((w->cloth->depth + w->body->depth) * lanes + 1);
}

#ifdef WEFT_THREADS
typedef struct dealt {
    const walk* walk;
    wf_dop_parts* parts;
} dealt;

static bool do_part(wf_memory* memory, const dealt* d, wf_dop_part* part) {
    walk w = *d->walk;
    w.top = part->nodes;
    for (uint32_t i = part->begin; i < part->end; ++i) {
        push(&w, d->parts->front[0][2 * (size_t)i], d->parts->front[0][2 * (size_t)i + 1]);
    }
    part->list.count = 0;
    return run_usual(memory, &w, part->nodes, &part->list);
}

static void do_parts(void* given, uint32_t begin, uint32_t end) {
    const dealt* d = given;
    for (uint32_t i = begin; i < end; ++i) {
        d->parts->part[i].full = !do_part(NULL, d, &d->parts->part[i]);
    }
}

/// Only one thread may ask for memory, so parts whose lists were too short are done again.
static bool collide_in_parts(wf_memory* memory, const walk* w, wf_dop_stack* stack,
                             wf_pair_list* list) {
    if (!wf_dop_parts_deal(memory, w->cloth, w->body, w->self, stack_need(w), &stack->parts)) {
        return false;
    }
    dealt d = {w, stack->parts};
    wf_parallel_for(stack->pool, WF_DOP_PARTS, 1, do_parts, &d);
    bool done = true;
    for (uint32_t i = 0; i < WF_DOP_PARTS && done; ++i) {
        done = !d.parts->part[i].full || do_part(memory, &d, &d.parts->part[i]);
    }
    return done && wf_dop_parts_join(memory, stack->parts, list);
}
#endif

static bool collide(wf_memory* memory, walk* w, wf_dop_stack* stack, wf_pair_list* list) {
#ifdef WEFT_THREADS
    if (stack->pool != NULL && *stack->pool != NULL && wf_dop_parts_help(w->cloth, w->body)) {
        return collide_in_parts(memory, w, stack, list);
    }
#endif
    if (!wf_reserve(memory, (void**)&stack->nodes, &stack->capacity, stack_need(w),
                    sizeof(uint32_t))) {
        return false;
    }
    w->top = stack->nodes;
    push(w, 0, 0);
    return run_usual(memory, w, stack->nodes, list);
}

void wf_dop_stack_free(wf_memory* memory, wf_dop_stack* stack) {
    wf_free(memory, stack->nodes);
#ifdef WEFT_THREADS
    wf_dop_parts_free(memory, stack->parts);
#endif
    *stack = (wf_dop_stack){0};
}

#ifdef WEFT_LAB
/// From the pairs of leaves that a separation list leaves.
static bool collide_front(wf_memory* memory, walk* w, wf_dop_stack* stack, wf_pair_list* list) {
    size_t leaves;
    if (!wf_dop_front_walk(memory, w->cloth->front + w->self, w->cloth, w->body, w->cones, stack,
                           &leaves)) {
        return false;
    }
    w->top = stack->nodes + 2 * leaves;
    return run_any(memory, w, stack->nodes, list);
}

/// What the rules leave of the pairs of a walk from `first` on.
static void sift(const walk* w, wf_pair_list* list, size_t first) {
    const wf_dop_tree *a = w->cloth, *b = w->body;
    if (w->cones != NULL) {
        wf_dop_cones_sift(w->cones, list, first);
    }
    if (a->fresh != NULL && b->fresh != NULL) {
        wf_dop_fresh_sift(a, b, list, first);
    }
    if (a->leaves != NULL && b->leaves != NULL && !w->whole) {
        wf_dop_leaves_sift(a->leaves, b->leaves, list, first);
    }
}

/// By the walk that the rules ask for.
static bool walk_trees(wf_memory* memory, walk* w, wf_dop_stack* stack, wf_pair_list* list) {
    if (w->cloth->front != NULL && !w->whole && (w->cloth == w->body) == w->self) {
        return collide_front(memory, w, stack, list);
    }
    if (w->cloth->rules.longer && (w->cloth == w->body) == w->self) {
        return wf_dop_tree_collide_longer(memory, w->cloth, w->body, w->cones, stack, list);
    }
    return collide(memory, w, stack, list);
}
#else
#define walk_trees collide
#endif

bool wf_dop_tree_collide(wf_memory* memory, const wf_dop_tree* cloth, const wf_dop_tree* body,
                         wf_dop_stack* stack, wf_pair_list* list) {
    WEFT_DEBUG_ASSERT(cloth->direction_count == body->direction_count);
    walk w = {.cloth = cloth, .body = body};
    bool empty = cloth->node_count == 0 || body->node_count == 0;
#ifdef WEFT_LAB
    size_t first = list->count;
    bool done = empty || walk_trees(memory, &w, stack, list);
    if (done && cloth != body) {
        sift(&w, list, first);
    }
    return done;
#else
    return empty || walk_trees(memory, &w, stack, list);
#endif
}

static bool collide_self(wf_memory* memory, walk w, wf_dop_stack* stack, wf_pair_list* list) {
    size_t first = list->count;
    bool done = w.cloth->node_count == 0 || walk_trees(memory, &w, stack, list);
    for (size_t i = first; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        bool swap = pair.a > pair.b;
        list->found[i] = swap ? (wf_pair){pair.b, pair.a} : pair;
    }
    return done;
}

bool wf_dop_tree_collide_self(wf_memory* memory, const wf_dop_tree* tree, wf_dop_stack* stack,
                              wf_pair_list* list) {
    walk w = {.cloth = tree, .body = tree, .self = true};
#ifdef WEFT_LAB
    size_t first = list->count;
    w.cones = tree->cones;
    bool done = collide_self(memory, w, stack, list);
    if (done) {
        sift(&w, list, first);
    }
    return done;
#else
    return collide_self(memory, w, stack, list);
#endif
}

#ifdef WEFT_LAB
bool wf_dop_tree_collide_whole(wf_memory* memory, const wf_dop_tree* tree, wf_dop_stack* stack,
                               wf_pair_list* list) {
    walk w = {.cloth = tree, .body = tree, .self = true, .whole = true};
    size_t first = list->count;
    bool done = collide_self(memory, w, stack, list);
    if (done) {
        sift(&w, list, first);
    }
    return done;
}
#endif
