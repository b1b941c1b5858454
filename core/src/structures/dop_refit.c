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

/// Fits the vertices that moved, or all when the margin changed; returns how many moved.
WF_INLINE uint32_t fit_slots(wf_dop_tree* tree, const wf_sweep* sweep, uint32_t group_count) {
    group groups[WF_DOP_GROUPS];
    load_groups(tree, groups);
    wf_f4 margin = wf_f4_splat(wf_sweep_margin(sweep));
    bool all = tree->margin != wf_sweep_margin(sweep);
    uint32_t moved = 0;
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        wf_f4 from = wf_f4_load(sweep->x0 + 4 * (size_t)tree->vertices[s]);
        wf_f4 to = wf_f4_load(sweep->x1 + 4 * (size_t)tree->vertices[s]);
        bool news = note_move(tree->seen + 8 * (size_t)s, from, to) || all;
        tree->slot_moved[s] = news;
        moved += news;
        if (news) {
            float* out = tree->slabs + 8 * group_count * (size_t)s;
            fit_slot(out, from, to, groups, group_count, margin, sweep->straight);
        }
    }
    tree->margin = wf_sweep_margin(sweep);
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

/// Children first: leaves come last and parents before children. A node whose subtree rests keeps
/// its volumes.
WF_INLINE void fit_nodes(wf_dop_tree* tree, bool all, uint32_t group_count, uint32_t lane_count) {
    for (uint32_t node = tree->node_count; node-- > 0;) {
        bool leaf = node >= tree->inner_count;
        bool moved = all || (leaf ? leaf_moved(tree, node) : child_moved(tree, node));
        tree->node_moved[node] = moved;
        if (moved && leaf) {
            fit_leaf(tree, node, group_count, lane_count);
        } else if (moved) {
            fit_inner(tree, node, group_count, lane_count);
        }
    }
}

WF_INLINE void refit(wf_dop_tree* tree, const wf_sweep* sweep, uint32_t group_count,
                     uint32_t lane_count) {
#ifdef WEFT_LAB
    bool ruled = tree->rules.inflate != WF_DOP_SWEPT || tree->rules.tolerance > 0.0f;
    uint32_t moved = ruled ? wf_dop_fit_ruled(tree, sweep) : fit_slots(tree, sweep, group_count);
#else
    uint32_t moved = fit_slots(tree, sweep, group_count);
#endif
    bool most = moved > tree->vertex_count / 2;
    if (moved > 0) {
        fit_nodes(tree, most, group_count, lane_count);
    }
}

// Where all methods are to be compared, loops of known length are written out for every tree.
void wf_dop_tree_refit(wf_dop_tree* tree, const wf_sweep* sweep) {
    WEFT_DEBUG_ASSERT(sweep->grow >= 0.0f);
    uint32_t groups = tree->group_count, lanes = tree->lane_count;
    if (tree->node_count == 0) {
        return;
    }
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
    switch (groups) {
    case 1:
        refit(tree, sweep, 1, lanes);
        return;
    case 2:
        refit(tree, sweep, 2, lanes);
        return;
    case 3:
        refit(tree, sweep, 3, lanes);
        return;
    default:
        refit(tree, sweep, 4, lanes);
        return;
    }
#else
    refit(tree, sweep, groups, lanes);
#endif
}
