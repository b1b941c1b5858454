// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How the volumes of a tree hold what moves, by rules that can be exchanged: Mezger, Kimmerle,
// Etzmuss 2003, sections 3.2, 3.3, 4.3 and 5.2.
//
//   plain  "Enlarging the k-DOPs by an offset in each of its directions": here by the length h of
//          the longest move of the mesh, which is what makes an offset certain.
//   cones  "The oriented inflation updates each of the k/2 intervals depending on the normalized
//          mean axis v and the maximal velocity of the velocity cone": a cone holds the moves of a
//          triangle's corners by its axis a, its opening angle alpha and the longest move h. The
//          paper's (1) grows by max(0, a.n) h along n, as if all went along the axis; that misses
//          what goes aslant, so here the angle counts. With theta between a and n, and delta =
//          max(0, theta - alpha), every move m of the cone has m.n <= h max(0, cos delta).
//   swept  ours: the hull of both ends, vertex by vertex.
//
// Cloth may end anywhere in the box of a move m, at any m_S that keeps some coordinates of m and
// has zeros for the others. As m_S.(m - m_S) = 0, it lies on the sphere whose diameter is m
// (Thales), which reaches |m| (1 + cos delta) / 2 along n: the rule for what does not go straight.
//
// Lazy update, 4.3: "Parts of the hierarchy where vertices do not traverse more than a distance
// delta can be omitted during the hierarchy update". The paper tells from a top speed how long that
// is; a solver keeps to no estimate, so here the way is measured: a vertex both of whose ends lie
// within the tolerance, axis by axis, of where they were when it was last fitted keeps its slabs,
// which are wider by the tolerance, and a node none of whose vertices is fitted keeps its own. What
// such volumes let through depends on the past; dop_fresh.h takes that out again.
#include "structures/dop_slabs.h"

#ifdef WEFT_LAB

#include "base/assert.h"
#include "structures/sweep.h"

#include <math.h>

/// More than the roundings of a cone: relative, of lengths and cosines.
#define CONE_ROUNDING 2e-6f

typedef struct ruled {
    wf_dop_tree* tree;
    const wf_sweep* sweep;
    group groups[WF_DOP_GROUPS];
    float margin; // m, of a box
} ruled;

// ---- vertices
// -----------------------------------------------------------------------------------

static float length_of(const float* from, const float* to) {
    float x = to[0] - from[0], y = to[1] - from[1], z = to[2] - from[2];
    return sqrtf(x * x + y * y + z * z);
}

/// Whether a slot is to be fitted anew; remembers then where its vertex goes from and to.
static bool has_strayed(const ruled* r, uint32_t slot) {
    size_t vertex = 4 * (size_t)r->tree->vertices[slot];
    const float *from = r->sweep->x0 + vertex, *to = r->sweep->x1 + vertex;
    float *seen = r->tree->seen + 8 * (size_t)slot, tolerance = r->tree->rules.tolerance;
    bool near = true; // false of what is not a number
    for (int axis = 0; axis < 3; ++axis) {
        near &= fabsf(from[axis] - seen[axis]) <= tolerance;
        near &= fabsf(to[axis] - seen[4 + axis]) <= tolerance;
    }
    if (!near) {
        wf_f4_store(seen, wf_f4_load(from));
        wf_f4_store(seen + 4, wf_f4_load(to));
    }
    return !near;
}

/// The slabs of a vertex where it is fitted: of its move when that is swept, else of its start.
static void fit_slot(const ruled* r, uint32_t slot) {
    wf_dop_tree* tree = r->tree;
    const float* seen = tree->seen + 8 * (size_t)slot;
    wf_f4 from = wf_f4_load(seen), to = wf_f4_load(seen + 4);
    wf_f4 pad = wf_sweep_pad(wf_f4_max(wf_f4_abs(from), wf_f4_abs(to)));
    bool swept = tree->rules.inflate == WF_DOP_SWEPT;
    float* out = tree->slabs + 8 * (size_t)tree->group_count * slot;
    for (uint32_t g = 0; g < tree->group_count; ++g) {
        const group* d = r->groups + g;
        wf_f4 width = wf_f4_add(wf_f4_mul(d->width, wf_f4_splat(r->margin)), pad);
        slab moved = !swept ? project_line(d, from, from)
                     : r->sweep->straight
                         ? project_line(d, from, to)
                         : project_box(d, wf_f4_min(from, to), wf_f4_max(from, to));
        if (tree->rules.inflate == WF_DOP_PLAIN) {
            width = wf_f4_add(width, wf_f4_mul(direction_length(d), wf_f4_splat(tree->top)));
        }
        store_slab(out + 8 * g, grow(moved, width));
    }
}

/// Direction and length of the move of a slot.
static void note_direction(const wf_dop_tree* tree, uint32_t slot) {
    const float* seen = tree->seen + 8 * (size_t)slot;
    float* move = tree->moves + 4 * (size_t)slot;
    float length = length_of(seen, seen + 4);
    for (int axis = 0; axis < 3; ++axis) {
        move[axis] = length > 0.0f ? (seen[4 + axis] - seen[axis]) / length : 0.0f;
    }
    move[3] = length;
}

/// The offset of plain volumes for these moves; true when it is another than before. A lazy one
/// stays while it is enough, and goes beyond by the tolerance when it is not.
static bool note_top(wf_dop_tree* tree, const wf_sweep* sweep) {
    float top = 0.0f, before = tree->top;
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        size_t vertex = 4 * (size_t)tree->vertices[s];
        top = fmaxf(top, length_of(sweep->x0 + vertex, sweep->x1 + vertex));
    }
    top += top * CONE_ROUNDING;
    float tolerance = tree->rules.tolerance;
    if (tolerance == 0.0f) {
        tree->top = top;
    } else if (top > before || top < before - 2.0f * tolerance) {
        tree->top = top + tolerance;
    }
    return tree->top != before;
}

// ---- triangles
// ----------------------------------------------------------------------------------

wf_dop_cone wf_dop_cone_of(const float* moves, const uint32_t corner[3]) {
    wf_dop_cone cone = {.cosine = 1.0f};
    for (int c = 0; c < 3; ++c) {
        const float* move = moves + 4 * (size_t)corner[c];
        for (int axis = 0; axis < 3; ++axis) {
            cone.axis[axis] += move[axis];
        }
        cone.height = fmaxf(cone.height, move[3]);
    }
    float length = sqrtf(cone.axis[0] * cone.axis[0] + cone.axis[1] * cone.axis[1] +
                         cone.axis[2] * cone.axis[2]);
    if (!(length > 1e-3f)) {
        cone.cosine = -1.0f; // no principal direction
        return cone;
    }
    for (int axis = 0; axis < 3; ++axis) {
        cone.axis[axis] /= length;
    }
    for (int c = 0; c < 3; ++c) {
        const float* move = moves + 4 * (size_t)corner[c];
        float along = cone.axis[0] * move[0] + cone.axis[1] * move[1] + cone.axis[2] * move[2];
        cone.cosine = move[3] > 0.0f ? fminf(cone.cosine, along) : cone.cosine;
    }
    return cone;
}

/// How far a cone reaches along the directions of a group, and against them.
static void reach_of(const wf_dop_cone* cone, const group* g, bool straight, wf_f4* with,
                     wf_f4* against) {
    wf_f4 one = wf_f4_splat(1.0f), zero = wf_f4_zero();
    wf_f4 length = direction_length(g);
    wf_f4 axis = wf_f4_set(cone->axis[0], cone->axis[1], cone->axis[2], 0.0f);
    wf_f4 theta = wf_f4_div(project(g, axis), wf_f4_max(length, wf_f4_splat(0.5f)));
    float cosine = fmaxf(cone->cosine - CONE_ROUNDING, -1.0f);
    wf_f4 alpha = wf_f4_splat(cosine), sine = wf_f4_splat(sqrtf(fmaxf(0, 1 - cosine * cosine)));
    wf_f4 across = wf_f4_sqrt(wf_f4_max(wf_f4_sub(one, wf_f4_mul(theta, theta)), zero));
    wf_f4 aslant = wf_f4_mul(across, sine), scale = wf_f4_splat(cone->height);
    wf_f4* out[2] = {with, against};
    for (int k = 0; k < 2; ++k) {
        wf_f4 facing = k == 0 ? theta : wf_f4_neg(theta);
        wf_f4 delta = wf_f4_add(wf_f4_mul(facing, alpha), aslant); // cosine of theta - alpha
        delta = wf_f4_select(wf_f4_less_equal(alpha, facing), one, wf_f4_min(delta, one));
        wf_f4 share =
            straight ? wf_f4_max(delta, zero) : wf_f4_mul(wf_f4_add(one, delta), wf_f4_splat(0.5f));
        share = wf_f4_add(share, wf_f4_splat(2.0f * CONE_ROUNDING));
        *out[k] = wf_f4_mul(wf_f4_mul(share, scale), length);
    }
}

static void fit_lane(const ruled* r, size_t lane) {
    wf_dop_tree* tree = r->tree;
    const uint32_t* corner = tree->corners + 3 * lane;
    wf_dop_cone cone = wf_dop_cone_of(tree->moves, corner);
    size_t stride = 8 * (size_t)tree->group_count;
    for (uint32_t g = 0; g < tree->group_count; ++g) {
        const float* slabs = tree->slabs + 8 * (size_t)g;
        slab hull =
            join(load_slab(slabs + stride * corner[0]), load_slab(slabs + stride * corner[1]));
        hull = join(hull, load_slab(slabs + stride * corner[2]));
        wf_f4 with, against;
        reach_of(&cone, r->groups + g, r->sweep->straight, &with, &against);
        hull = (slab){wf_f4_sub(hull.lo, against), wf_f4_add(hull.hi, with)};
        store_slab(tree->lane_slabs + stride * lane + 8 * (size_t)g, hull);
    }
}

static void fit_lanes(const ruled* r) {
    const wf_dop_tree* tree = r->tree;
    const uint32_t* child = tree->children + (size_t)tree->inner_count * tree->lane_count;
    size_t lanes = (size_t)(tree->node_count - tree->inner_count) * tree->lane_count;
    for (size_t lane = 0; lane < lanes; ++lane) {
        const uint32_t* corner = tree->corners + 3 * lane;
        bool moved =
            tree->slot_moved[corner[0]] | tree->slot_moved[corner[1]] | tree->slot_moved[corner[2]];
        if (moved && child[lane] != WF_DOP_NONE) {
            fit_lane(r, lane);
        }
    }
}

// ---- all
// ----------------------------------------------------------------------------------------

uint32_t wf_dop_fit_ruled(wf_dop_tree* tree, const wf_sweep* sweep) {
    float tolerance = tree->rules.tolerance;
    ruled r = {.tree = tree,
               .sweep = sweep,
               .margin = wf_sweep_margin(sweep) + tolerance + tolerance * WF_SWEEP_ROUNDING};
    wf_dop_load_groups(tree, r.groups);
    bool all = tree->margin != r.margin;
    tree->margin = r.margin;
    all |= tree->rules.inflate == WF_DOP_PLAIN && note_top(tree, sweep);
    uint32_t moved = 0;
    for (uint32_t s = 0; s < tree->vertex_count; ++s) {
        bool news = has_strayed(&r, s) || all;
        tree->slot_moved[s] = news;
        moved += news;
        if (news) {
            fit_slot(&r, s);
        }
        if (news && tree->moves != NULL) {
            note_direction(tree, s);
        }
    }
    if (moved > 0 && tree->lane_slabs != NULL) {
        fit_lanes(&r);
    }
    return moved;
}

#endif
