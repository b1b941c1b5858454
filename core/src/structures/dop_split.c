// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The split of a node as Mezger, Kimmerle, Etzmuss 2003 have it, section 4.2 "Node split": "the
// longest side of a k-DOP is determined by the face pair with the maximum distance. The k-DOP is
// split parallel to this face pair through its center. As generally some polygons are cut by the
// splitting plane, they are assigned to that child node which would contain the smallest number of
// polygons. In the lower hierarchy levels, if all polygons happen to be cut, each of them is
// assigned to its own node."
//
// Our reading: the distance of a face pair is in metres, so the slab along a direction that is no
// unit vector is divided by its length; polygons that are cut go one by one, in their order, to the
// part that has fewer by then, the first one when both have as many. Where all are cut that deals
// them out in turn, so that after a few levels each has its own leaf.
#include "structures/dop_slabs.h"

#ifdef WEFT_LAB

#include <math.h>
#include <string.h>

static const float* corner_of(const wf_sweep* sweep, uint32_t triangle, int corner) {
    return sweep->x0 + 4 * (size_t)sweep->triangles[3 * (size_t)triangle + corner];
}

/// Four slabs of a part.
static slab part_slab(const wf_sweep* sweep, const uint32_t* part, uint32_t count, const group* g) {
    slab hull = {wf_f4_splat(INFINITY), wf_f4_splat(-INFINITY)};
    for (uint32_t i = 0; i < count; ++i) {
        for (int c = 0; c < 3; ++c) {
            wf_f4 at = project(g, wf_f4_load(corner_of(sweep, part[i], c)));
            hull = join(hull, (slab){at, at});
        }
    }
    return hull;
}

typedef struct plane {
    float n[3], at;
} plane;

/// Across the middle of the longest side.
static plane middle_of(const wf_dop_tree* tree, const wf_sweep* sweep, const uint32_t* part,
                       uint32_t count) {
    group groups[WF_DOP_GROUPS];
    wf_dop_load_groups(tree, groups);
    plane best = {{1, 0, 0}, 0};
    float longest = -1.0f; // squared, m2
    float n[3][4], lo[4], hi[4];
    for (uint32_t d = 0; d < tree->direction_count; ++d) {
        const group* g = groups + d / 4;
        if (d % 4 == 0) {
            slab hull = part_slab(sweep, part, count, g);
            wf_f4_store(lo, hull.lo);
            wf_f4_store(hi, hull.hi);
            wf_f4_store(n[0], g->x);
            wf_f4_store(n[1], g->y);
            wf_f4_store(n[2], g->z);
        }
        uint32_t k = d % 4;
        float side = hi[k] - lo[k];
        float square = side * side / (n[0][k] * n[0][k] + n[1][k] * n[1][k] + n[2][k] * n[2][k]);
        if (square > longest) {
            longest = square;
            best = (plane){{n[0][k], n[1][k], n[2][k]}, lo[k] + 0.5f * side};
        }
    }
    return best;
}

/// -1 before the plane, 1 behind, 0 cut by it or within it.
static int side_of(const wf_sweep* sweep, uint32_t triangle, const plane* p) {
    bool before = true, behind = true;
    for (int c = 0; c < 3; ++c) {
        const float* x = corner_of(sweep, triangle, c);
        float height = p->n[0] * x[0] + p->n[1] * x[1] + p->n[2] * x[2];
        before &= height <= p->at;
        behind &= height >= p->at;
    }
    return (int)behind - (int)before;
}

uint32_t wf_dop_split_centre(const wf_dop_tree* tree, const wf_sweep* sweep, uint32_t* order,
                             uint32_t begin, uint32_t end, uint32_t* sorted) {
    uint32_t count = end - begin, before = 0, behind = 0;
    uint32_t* part = order + begin;
    plane p = middle_of(tree, sweep, part, count);
    for (uint32_t i = 0; i < count; ++i) {
        int side = side_of(sweep, part[i], &p);
        before += side < 0;
        behind += side > 0;
    }
    bool halved = before < count && behind < count; // else rounding put the plane on an end
    before = halved ? before : 0;
    behind = halved ? behind : 0;
    uint32_t first = 0, last = count; // the two parts grow towards each other in `sorted`
    for (uint32_t i = 0; i < count; ++i) {
        int side = halved ? side_of(sweep, part[i], &p) : 0;
        if (side == 0) {
            side = before <= behind ? -1 : 1;
            before += side < 0;
            behind += side > 0;
        }
        sorted[side < 0 ? first++ : --last] = part[i];
    }
    memcpy(part, sorted, sizeof(uint32_t) * count);
    return begin + first;
}

#endif
