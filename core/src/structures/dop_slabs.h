// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Slabs of points, segments and boxes along the directions of a k-DOP, four directions at a time.
#pragma once

#include "math/simd.h"
#include "structures/dop_tree.h"

/// Groups of four directions that a tree has at most.
enum { WF_DOP_GROUPS = 4 };

typedef struct slab {
    wf_f4 lo, hi; // of four directions
} slab;

WF_INLINE slab load_slab(const float* p) {
    return (slab){wf_f4_load(p), wf_f4_load(p + 4)};
}

WF_INLINE slab join(slab a, slab b) {
    return (slab){wf_f4_min(a.lo, b.lo), wf_f4_max(a.hi, b.hi)};
}

WF_INLINE void store_slab(float* p, slab a) {
    wf_f4_store(p, a.lo);
    wf_f4_store(p + 4, a.hi);
}

/// Four directions and the margin that a box of half-width 1 has along them.
typedef struct group {
    wf_f4 x, y, z, width;
} group;

/// Of four directions; 0 where there is none.
WF_INLINE wf_f4 direction_length(const group* g) {
    wf_f4 square = wf_f4_add(wf_f4_mul(g->x, g->x), wf_f4_mul(g->y, g->y));
    return wf_f4_sqrt(wf_f4_add(square, wf_f4_mul(g->z, g->z)));
}

WF_INLINE wf_f4 project(const group* g, wf_f4 at) {
    wf_f4 sum = wf_f4_add(wf_f4_mul(g->x, wf_f4_xxxx(at)), wf_f4_mul(g->y, wf_f4_yyyy(at)));
    return wf_f4_add(sum, wf_f4_mul(g->z, wf_f4_zzzz(at)));
}

/// Of the segment between two points.
WF_INLINE slab project_line(const group* g, wf_f4 from, wf_f4 to) {
    wf_f4 a = project(g, from), b = project(g, to);
    return (slab){wf_f4_min(a, b), wf_f4_max(a, b)};
}

/// Of the box between two points, whose lesser coordinates are `lo`.
WF_INLINE slab project_box(const group* g, wf_f4 lo, wf_f4 hi) {
    wf_f4 ax = wf_f4_mul(g->x, wf_f4_xxxx(lo)), bx = wf_f4_mul(g->x, wf_f4_xxxx(hi));
    wf_f4 ay = wf_f4_mul(g->y, wf_f4_yyyy(lo)), by = wf_f4_mul(g->y, wf_f4_yyyy(hi));
    wf_f4 az = wf_f4_mul(g->z, wf_f4_zzzz(lo)), bz = wf_f4_mul(g->z, wf_f4_zzzz(hi));
    wf_f4 least = wf_f4_add(wf_f4_min(ax, bx), wf_f4_min(ay, by));
    wf_f4 most = wf_f4_add(wf_f4_max(ax, bx), wf_f4_max(ay, by));
    return (slab){wf_f4_add(least, wf_f4_min(az, bz)), wf_f4_add(most, wf_f4_max(az, bz))};
}

WF_INLINE slab grow(slab a, wf_f4 margin) {
    return (slab){wf_f4_sub(a.lo, margin), wf_f4_add(a.hi, margin)};
}

#ifdef WEFT_LAB
/// The directions of a tree, group_count groups.
void wf_dop_load_groups(const wf_dop_tree* tree, group groups[WF_DOP_GROUPS]);

/// Fits the slabs of the slots, and of the lanes where rules ask for that, as the rules of the tree
/// have it; marks the slots that are new and returns how many.
uint32_t wf_dop_fit_ruled(wf_dop_tree* tree, const wf_sweep* sweep);

/// Moves of vertices by an axis, the cosine of the angle within which they are and the length of
/// the longest; vertices that rest are in every cone. Mezger et al. 2003, section 5.2.
typedef struct wf_dop_cone {
    float axis[3];
    float cosine; // -1 when there is no principal direction
    float height; // m
} wf_dop_cone;

/// Of the moves (direction and length each) of three slots.
wf_dop_cone wf_dop_cone_of(const float* moves, const uint32_t corner[3]);
#endif
