// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fitting the volumes of a k-DOP tree to moved vertices: the slabs of every vertex once (from where
// it is to where it goes, so a volume is inflated along the motion only), then leaves from
// vertices, then inner nodes from their children. What has not moved is left alone; a comparison of
// slabs decides, so the outcome is the same as that of a full refit.
#include "structures/dop_tree.h"
#include "structures/sweep.h"

#include <math.h>

enum { MAX_GROUPS = 4 };

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

typedef struct slab {
    wf_f4 lo, hi; // of four directions
} slab;

static inline slab load_slab(const float* p) {
    return (slab){wf_f4_load(p), wf_f4_load(p + 4)};
}

static inline slab join(slab a, slab b) {
    return (slab){wf_f4_min(a.lo, b.lo), wf_f4_max(a.hi, b.hi)};
}

/// Stores the slab and says whether it differs from what was there.
static inline bool store_slab(float* p, slab a) {
    slab old = load_slab(p);
    wf_f4 lo_same = wf_f4_and(wf_f4_less_equal(a.lo, old.lo), wf_f4_less_equal(old.lo, a.lo));
    wf_f4 hi_same = wf_f4_and(wf_f4_less_equal(a.hi, old.hi), wf_f4_less_equal(old.hi, a.hi));
    wf_f4_store(p, a.lo);
    wf_f4_store(p + 4, a.hi);
    return wf_f4_mask(wf_f4_and(lo_same, hi_same)) != 15;
}

/// Four directions and the margin that a box of half-width 1 has along them.
typedef struct group {
    wf_f4 x, y, z, width;
} group;

static uint32_t load_groups(const wf_dop_tree* tree, group groups[MAX_GROUPS]) {
    const directions* all = directions_of(tree->direction_count);
    for (uint32_t g = 0; g < tree->group_count; ++g) {
        group* out = groups + g;
        out->x = wf_f4_load(all->x + 4 * g);
        out->y = wf_f4_load(all->y + 4 * g);
        out->z = wf_f4_load(all->z + 4 * g);
        out->width = wf_f4_add(wf_f4_add(wf_f4_abs(out->x), wf_f4_abs(out->y)), wf_f4_abs(out->z));
    }
    return tree->group_count;
}

static inline wf_f4 project(const group* g, wf_f4 at) {
    wf_f4 sum = wf_f4_add(wf_f4_mul(g->x, wf_f4_xxxx(at)), wf_f4_mul(g->y, wf_f4_yyyy(at)));
    return wf_f4_add(sum, wf_f4_mul(g->z, wf_f4_zzzz(at)));
}

static inline slab grow(slab a, wf_f4 margin) {
    return (slab){wf_f4_sub(a.lo, margin), wf_f4_add(a.hi, margin)};
}

/// k = 6: the slabs are the box, without any product.
static uint32_t refit_box_slots(wf_dop_tree* tree, const wf_sweep* sweep) {
    uint32_t moved = 0;
    wf_f4 xyz = wf_f4_less(wf_f4_zero(), wf_f4_set(1.0f, 1.0f, 1.0f, 0.0f));
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        wf_box box = wf_sweep_vertex_box(sweep, tree->vertices[s]);
        slab a = {wf_f4_and(box.lo, xyz), wf_f4_and(box.hi, xyz)};
        tree->slot_moved[s] = store_slab(tree->slabs + 8 * (size_t)s, a);
        moved += tree->slot_moved[s];
    }
    return moved;
}

static uint32_t refit_slots(wf_dop_tree* tree, const wf_sweep* sweep) {
    if (tree->direction_count == 3) {
        return refit_box_slots(tree, sweep);
    }
    group groups[MAX_GROUPS];
    uint32_t count = load_groups(tree, groups), moved = 0;
    wf_f4 margin = wf_f4_splat(wf_sweep_margin(sweep));
    float* out = tree->slabs;
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        wf_f4 from = wf_f4_load(sweep->x0 + 4 * (size_t)tree->vertices[s]);
        wf_f4 to = wf_f4_load(sweep->x1 + 4 * (size_t)tree->vertices[s]);
        wf_f4 pad = wf_sweep_pad(wf_f4_max(wf_f4_abs(from), wf_f4_abs(to)));
        bool differs = false;
        for (uint32_t g = 0; g < count; ++g, out += 8) {
            wf_f4 a = project(groups + g, from), b = project(groups + g, to);
            wf_f4 width = wf_f4_add(wf_f4_mul(groups[g].width, margin), pad);
            differs |= store_slab(out, grow((slab){wf_f4_min(a, b), wf_f4_max(a, b)}, width));
        }
        tree->slot_moved[s] = differs;
        moved += differs;
    }
    return moved;
}

static const float nowhere[32] = {
    INFINITY, INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY,
    INFINITY, INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY,
    INFINITY, INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY,
    INFINITY, INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY,
};

/// Four volumes (one group of directions each) become the lanes of a block; returns their hull.
static inline slab store_lanes(float* block, slab a, slab b, slab c, slab d) {
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

static inline slab triangle_slab(const float* slabs, size_t stride, const uint32_t* corner) {
    slab ab = join(load_slab(slabs + stride * corner[0]), load_slab(slabs + stride * corner[1]));
    return join(ab, load_slab(slabs + stride * corner[2]));
}

static inline slab lane_slab(const wf_dop_tree* tree, uint32_t child, const uint32_t* corner,
                             uint32_t g) {
    if (child == WF_DOP_NONE) {
        return load_slab(nowhere);
    }
    return triangle_slab(tree->slabs + 8 * (size_t)g, wf_dop_slab_floats(tree), corner);
}

static void refit_leaf(wf_dop_tree* tree, uint32_t node) {
    size_t lane = (size_t)node * tree->lane_count;
    const uint32_t* child = tree->children + lane;
    const uint32_t* corner =
        tree->corners + 3 * (lane - (size_t)tree->inner_count * tree->lane_count);
    float* block = tree->blocks + wf_dop_node_floats(tree) * node;
    float* volume = tree->volumes + wf_dop_slab_floats(tree) * node;
    for (uint32_t g = 0; g < tree->group_count; ++g) {
        slab hull = load_slab(nowhere);
        for (uint32_t first = 0; first < tree->lane_count; first += 4) {
            const uint32_t* at = corner + 3 * first;
            slab four = store_lanes(block + wf_dop_block_floats(tree) * (first / 4) + 32 * g,
                                    lane_slab(tree, child[first], at, g),
                                    lane_slab(tree, child[first + 1], at + 3, g),
                                    lane_slab(tree, child[first + 2], at + 6, g),
                                    lane_slab(tree, child[first + 3], at + 9, g));
            hull = join(hull, four);
        }
        wf_f4_store(volume + 8 * g, hull.lo);
        wf_f4_store(volume + 8 * g + 4, hull.hi);
    }
}

static inline const float* volume_of(const wf_dop_tree* tree, uint32_t child) {
    return child == WF_DOP_NONE ? NULL : tree->volumes + wf_dop_slab_floats(tree) * child;
}

static inline slab child_slab(const wf_dop_tree* tree, uint32_t child, uint32_t g) {
    const float* volume = volume_of(tree, child);
    return load_slab(volume == NULL ? nowhere : volume + 8 * g);
}

static void refit_inner(wf_dop_tree* tree, uint32_t node) {
    const uint32_t* child = tree->children + (size_t)node * tree->lane_count;
    float* block = tree->blocks + wf_dop_node_floats(tree) * node;
    float* volume = tree->volumes + wf_dop_slab_floats(tree) * node;
    for (uint32_t g = 0; g < tree->group_count; ++g) {
        slab hull = load_slab(nowhere);
        for (uint32_t first = 0; first < tree->lane_count; first += 4) {
            slab four = store_lanes(
                block + wf_dop_block_floats(tree) * (first / 4) + 32 * g,
                child_slab(tree, child[first], g), child_slab(tree, child[first + 1], g),
                child_slab(tree, child[first + 2], g), child_slab(tree, child[first + 3], g));
            hull = join(hull, four);
        }
        wf_f4_store(volume + 8 * g, hull.lo);
        wf_f4_store(volume + 8 * g + 4, hull.hi);
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

static void refit_moved(wf_dop_tree* tree) {
    for (uint32_t node = tree->node_count; node-- > 0;) {
        bool leaf = node >= tree->inner_count;
        bool moved = leaf ? leaf_moved(tree, node) : child_moved(tree, node);
        tree->node_moved[node] = moved;
        if (moved && leaf) {
            refit_leaf(tree, node);
        } else if (moved) {
            refit_inner(tree, node);
        }
    }
}

static void refit_all(wf_dop_tree* tree) {
    for (uint32_t node = tree->inner_count; node < tree->node_count; ++node) {
        refit_leaf(tree, node);
    }
    for (uint32_t node = tree->inner_count; node-- > 0;) {
        refit_inner(tree, node);
    }
}

void wf_dop_tree_refit(wf_dop_tree* tree, const wf_sweep* sweep) {
    if (tree->node_count == 0) {
        return;
    }
    uint32_t moved = refit_slots(tree, sweep);
    if (moved > tree->vertex_count / 2) {
        refit_all(tree);
    } else if (moved > 0) {
        refit_moved(tree);
    }
}
