// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fitting the volumes of a k-DOP tree to moved vertices: the slabs of every vertex once, then
// leaves from vertices, then inner nodes from their children. What has not moved is left alone; a
// comparison of slabs decides, so the outcome is the same as that of a full refit.
//
// A vertex that goes straight inflates its volume along the motion only. One that may be anywhere
// in the box of its move fills that box: with m = (x0 + x1) / 2 and h = |x1 - x0| / 2 axis by axis,
// a point of the box is m + e with |e_i| <= h_i + grow, so along a direction d it is within sum
// |d_i| h_i + grow sum |d_i| of d.m, and a corner is there. The ends of that slab are, axis by
// axis, the lesser and the greater of d_i x0_i and d_i x1_i, summed: no other sum of the box is
// less or greater. A triangle whose corners are in their boxes lies in the hull of the three, and
// slabs of the hull are the hulls of slabs, so leaves and nodes hold whatever the filter may make
// of them.
#include "structures/dop_slabs.h"

#include "base/assert.h"
#include "base/parallel.h"
#include "structures/dop_cones.h"
#include "structures/dop_fresh.h"
#include "structures/dop_leaves.h"
#include "structures/sweep.h"

#include <math.h>

/// The directions of the faces, corners and edges of a cube, in lanes of four.
typedef struct directions {
    float x[16], y[16], z[16];
} directions;

static const directions axes = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
static const directions corners = {{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, 1, -1}};
static const directions axes_corners = {
    {1, 0, 0, 1, 1, 1, 1, 0}, {0, 1, 0, 1, 1, -1, -1, 0}, {0, 0, 1, 1, -1, 1, -1, 0}};
static const directions axes_edges = {
    {1, 0, 0, 1, 1, 1, 1, 0, 0}, {0, 1, 0, 1, -1, 0, 0, 1, 1}, {0, 0, 1, 0, 0, 1, -1, 1, -1}};
static const directions all_directions = {{1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1},
                                          {0, 1, 0, 1, -1, 0, 0, 1, 1, 1, 1, -1, -1},
                                          {0, 0, 1, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1}};

static const directions* directions_of(uint32_t direction_count) {
    switch (direction_count) {
    case 3:
        return &axes;
    case 4:
        return &corners;
    case 7:
        return &axes_corners;
    case 9:
        return &axes_edges;
    default:
        return &all_directions;
    }
}

WF_INLINE bool equal(wf_f4 a, wf_f4 b) {
    return wf_f4_mask(wf_f4_and(wf_f4_less_equal(a, b), wf_f4_less_equal(b, a))) == 15;
}

/// Remembers where a vertex goes from and to; true when that is news, or not a number.
WF_INLINE bool note_move(float* seen, wf_f4 from, wf_f4 to) {
    bool same = equal(wf_f4_load(seen), from) && equal(wf_f4_load(seen + 4), to);
    wf_f4_store(seen, from);
    wf_f4_store(seen + 4, to);
    return !same;
}

static void load_groups(const wf_dop_tree* tree, group groups[WF_DOP_GROUPS]) {
    const directions* all = directions_of(tree->direction_count);
    for (uint32_t g = 0; g < tree->group_count; ++g) {
        group* out = groups + g;
        out->x = wf_f4_load(all->x + 4 * g);
        out->y = wf_f4_load(all->y + 4 * g);
        out->z = wf_f4_load(all->z + 4 * g);
        out->width = wf_f4_add(wf_f4_add(wf_f4_abs(out->x), wf_f4_abs(out->y)), wf_f4_abs(out->z));
    }
}

#ifdef WEFT_LAB
void wf_dop_load_groups(const wf_dop_tree* tree, group groups[WF_DOP_GROUPS]) {
    load_groups(tree, groups);
}
#endif

/// Fits the slabs of one vertex.
WF_INLINE void fit_slot(float* out, wf_f4 from, wf_f4 to, const group* groups, uint32_t group_count,
                        wf_f4 margin, bool straight) {
    wf_f4 pad = wf_sweep_pad(wf_f4_max(wf_f4_abs(from), wf_f4_abs(to)));
    wf_f4 lo = wf_f4_min(from, to), hi = wf_f4_max(from, to);
    for (uint32_t g = 0; g < group_count; ++g, out += 8) {
        wf_f4 width = wf_f4_add(wf_f4_mul(groups[g].width, margin), pad);
        slab moved =
            straight ? project_line(groups + g, from, to) : project_box(groups + g, lo, hi);
        store_slab(out, grow(moved, width));
    }
}

/// Slots and leaves that a thread takes at a time.
enum { SLOT_BLOCK = 512, LEAF_BLOCK = 64 };

typedef struct fitting {
    wf_dop_tree* tree;
    const wf_sweep* sweep;
    bool all; // also what has not moved
    group groups[WF_DOP_GROUPS];
} fitting;

#ifdef WEFT_LAB
// Where all methods are to be compared, loops of known length are written out for every tree.
#define WITH_GROUPS(tree, call)                                                                    \
    switch ((tree)->group_count) {                                                                 \
    case 1:                                                                                        \
        call(1);                                                                                   \
        break;                                                                                     \
    case 2:                                                                                        \
        call(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        call(3);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        call(4);                                                                                   \
    }
#else
#define WITH_GROUPS(tree, call) call((tree)->group_count)
#endif

/// Fits the vertices that moved.
WF_INLINE void fit_slots(const fitting* f, uint32_t begin, uint32_t end, uint32_t group_count) {
    wf_dop_tree* tree = f->tree;
    const wf_sweep* sweep = f->sweep;
    wf_f4 margin = wf_f4_splat(wf_sweep_margin(sweep));
    for (uint32_t s = begin; s < end; ++s) {
        wf_f4 from = wf_f4_load(sweep->x0 + 4 * (size_t)tree->vertices[s]);
        wf_f4 to = wf_f4_load(sweep->x1 + 4 * (size_t)tree->vertices[s]);
        bool news = note_move(tree->seen + 8 * (size_t)s, from, to) || f->all;
        tree->slot_moved[s] = news;
        if (news) {
            float* out = tree->slabs + 8 * group_count * (size_t)s;
            fit_slot(out, from, to, f->groups, group_count, margin, sweep->straight);
        }
    }
}

static void fit_some_slots(void* given, uint32_t begin, uint32_t end) {
    const fitting* f = given;
#define FIT(groups) fit_slots(f, begin, end, groups)
    WITH_GROUPS(f->tree, FIT);
#undef FIT
}

/// Fits the vertices that moved, or all when the margin changed; returns how many moved.
static uint32_t fit_vertices(fitting* f) {
    wf_dop_tree* tree = f->tree;
    uint32_t moved = 0;
    load_groups(tree, f->groups);
    f->all = tree->margin != wf_sweep_margin(f->sweep);
    wf_parallel_for(tree->pool, tree->vertex_count, SLOT_BLOCK, fit_some_slots, f);
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        moved += tree->slot_moved[s];
    }
    tree->margin = wf_sweep_margin(f->sweep);
    return moved;
}

/// The volume of nothing.
static const float nowhere[8] = {INFINITY,  INFINITY,  INFINITY,  INFINITY,
                                 -INFINITY, -INFINITY, -INFINITY, -INFINITY};

/// Four volumes (one group of directions each) become the lanes of a block; returns their hull.
WF_INLINE slab store_lanes(float* block, slab a, slab b, slab c, slab d) {
    slab hull = join(join(a, b), join(c, d));
    wf_f4_transpose(&a.lo, &b.lo, &c.lo, &d.lo);
    wf_f4_transpose(&a.hi, &b.hi, &c.hi, &d.hi);
    wf_f4_store(block, a.lo);
    wf_f4_store(block + 4, a.hi);
    wf_f4_store(block + 8, b.lo);
    wf_f4_store(block + 12, b.hi);
    wf_f4_store(block + 16, c.lo);
    wf_f4_store(block + 20, c.hi);
    wf_f4_store(block + 24, d.lo);
    wf_f4_store(block + 28, d.hi);
    return hull;
}

WF_INLINE slab triangle_slab(const float* slabs, size_t stride, const uint32_t* corner) {
    slab ab = join(load_slab(slabs + stride * corner[0]), load_slab(slabs + stride * corner[1]));
    return join(ab, load_slab(slabs + stride * corner[2]));
}

WF_INLINE slab lane_slab(const wf_dop_tree* tree, uint32_t child, const uint32_t* corner,
                         uint32_t group_count, uint32_t g) {
    if (child == WF_DOP_NONE) {
        return load_slab(nowhere);
    }
#ifdef WEFT_LAB
    if (tree->lane_slabs != NULL) {
        size_t lane = (size_t)(corner - tree->corners) / 3;
        return load_slab(tree->lane_slabs + 8 * (lane * group_count + g));
    }
#endif
    return triangle_slab(tree->slabs + 8 * (size_t)g, 8 * (size_t)group_count, corner);
}

WF_INLINE void fit_leaf(wf_dop_tree* tree, uint32_t node, uint32_t group_count,
                        uint32_t lane_count) {
    const uint32_t* child = tree->children + (size_t)node * lane_count;
    const uint32_t* corner = tree->corners + 3 * (size_t)(node - tree->inner_count) * lane_count;
    float* block = tree->blocks + 8 * group_count * lane_count * (size_t)node;
    float* volume = tree->volumes + 8 * group_count * (size_t)node;
    for (uint32_t g = 0; g < group_count; ++g) {
        slab hull = load_slab(nowhere);
        for (uint32_t i = 0; i < lane_count; i += 4) {
            slab four =
                store_lanes(block + 8 * group_count * i + 32 * g,
                            lane_slab(tree, child[i], corner + 3 * i, group_count, g),
                            lane_slab(tree, child[i + 1], corner + 3 * i + 3, group_count, g),
                            lane_slab(tree, child[i + 2], corner + 3 * i + 6, group_count, g),
                            lane_slab(tree, child[i + 3], corner + 3 * i + 9, group_count, g));
            hull = join(hull, four);
        }
        store_slab(volume + 8 * g, hull);
    }
}

WF_INLINE slab child_slab(const wf_dop_tree* tree, uint32_t child, uint32_t group_count,
                          uint32_t g) {
    size_t at = 8 * ((size_t)child * group_count + g);
    return load_slab(child == WF_DOP_NONE ? nowhere : tree->volumes + at);
}

WF_INLINE void fit_inner(wf_dop_tree* tree, uint32_t node, uint32_t group_count,
                         uint32_t lane_count) {
    const uint32_t* child = tree->children + (size_t)node * lane_count;
    float* block = tree->blocks + 8 * group_count * lane_count * (size_t)node;
    float* volume = tree->volumes + 8 * group_count * (size_t)node;
    for (uint32_t g = 0; g < group_count; ++g) {
        slab hull = load_slab(nowhere);
        for (uint32_t i = 0; i < lane_count; i += 4) {
            slab four = store_lanes(block + 8 * group_count * i + 32 * g,
                                    child_slab(tree, child[i], group_count, g),
                                    child_slab(tree, child[i + 1], group_count, g),
                                    child_slab(tree, child[i + 2], group_count, g),
                                    child_slab(tree, child[i + 3], group_count, g));
            hull = join(hull, four);
        }
        store_slab(volume + 8 * g, hull);
    }
}

static bool leaf_moved(const wf_dop_tree* tree, uint32_t node) {
    size_t lane = (size_t)(node - tree->inner_count) * tree->lane_count;
    uint8_t moved = 0;
    for (size_t i = 3 * lane; i < 3 * (lane + tree->lane_count); ++i) {
        moved |= tree->slot_moved[tree->corners[i]]; // an empty lane asks slot 0: harmless
    }
    return moved != 0;
}

static bool child_moved(const wf_dop_tree* tree, uint32_t node) {
    const uint32_t* child = tree->children + (size_t)node * tree->lane_count;
    bool moved = false;
    for (uint32_t i = 0; i < tree->lane_count; ++i) {
        moved |= child[i] != WF_DOP_NONE && tree->node_moved[child[i]];
    }
    return moved;
}

/// A node whose subtree rests keeps its volumes.
WF_INLINE void fit_leaves(const fitting* f, uint32_t begin, uint32_t end, uint32_t group_count) {
    wf_dop_tree* tree = f->tree;
    for (uint32_t node = tree->inner_count + begin; node < tree->inner_count + end; ++node) {
        tree->node_moved[node] = f->all || leaf_moved(tree, node);
        if (tree->node_moved[node]) {
            fit_leaf(tree, node, group_count, tree->lane_count);
        }
    }
}

static void fit_some_leaves(void* given, uint32_t begin, uint32_t end) {
    const fitting* f = given;
#define FIT(groups) fit_leaves(f, begin, end, groups)
    WITH_GROUPS(f->tree, FIT);
#undef FIT
}

/// Children first: parents come before children.
WF_INLINE void fit_inner_nodes(const fitting* f, uint32_t group_count) {
    wf_dop_tree* tree = f->tree;
    for (uint32_t node = tree->inner_count; node-- > 0;) {
        tree->node_moved[node] = f->all || child_moved(tree, node);
        if (tree->node_moved[node]) {
            fit_inner(tree, node, group_count, tree->lane_count);
        }
    }
}

static void fit_nodes(const fitting* f) {
    wf_dop_tree* tree = f->tree;
    wf_parallel_for(tree->pool, tree->node_count - tree->inner_count, LEAF_BLOCK, fit_some_leaves,
                    (void*)f);
#define FIT(groups) fit_inner_nodes(f, groups)
    WITH_GROUPS(tree, FIT);
#undef FIT
}

void wf_dop_tree_refit(wf_dop_tree* tree, const wf_sweep* sweep) {
    WEFT_DEBUG_ASSERT(sweep->grow >= 0.0f);
    if (tree->node_count == 0) {
        return;
    }
    fitting f = {.tree = tree, .sweep = sweep};
#ifdef WEFT_LAB
    if (tree->cones != NULL) {
        wf_dop_cones_fit(tree, sweep, tree->cones);
    }
    if (tree->fresh != NULL) {
        wf_dop_fresh_fit(tree->fresh, sweep);
    }
    if (tree->leaves != NULL) {
        wf_dop_leaves_fit(tree->leaves, sweep);
    }
    bool ruled = tree->rules.inflate != WF_DOP_SWEPT || tree->rules.tolerance > 0.0f;
    uint32_t moved = ruled ? wf_dop_fit_ruled(tree, sweep) : fit_vertices(&f);
#else
    uint32_t moved = fit_vertices(&f);
#endif
    f.all = moved > tree->vertex_count / 2;
    if (moved > 0) {
        fit_nodes(&f);
    }
}
