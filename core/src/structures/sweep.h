// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The box of a moving vertex or triangle. Every structure takes its boxes from here, so all of them
// agree to the last bit on which boxes overlap. Boxes are widened by a few roundings, so that a
// vertex that is inside in exact arithmetic is never outside in floats.
#pragma once

#include "math/simd.h"
#include "structures/structure.h"

/// Lanes x, y, z; the fourth is unspecified.
typedef struct wf_box {
    wf_f4 lo, hi;
} wf_box;

/// More than the rounding of three sums of coordinates and a margin, relative to the coordinates.
#define WF_SWEEP_ROUNDING (1.0f / 2097152.0f)

/// What to add on every side of a vertex of this size so that rounding never shrinks its volume:
/// `largest` holds the greater magnitude of x0 and x1 by coordinate.
static inline wf_f4 wf_sweep_pad(wf_f4 largest) {
    wf_f4 sum = wf_f4_add(wf_f4_add(wf_f4_xxxx(largest), wf_f4_yyyy(largest)), wf_f4_zzzz(largest));
    return wf_f4_mul(sum, wf_f4_splat(WF_SWEEP_ROUNDING));
}

/// The margin of a sweep, rounded up.
static inline float wf_sweep_margin(const wf_sweep* sweep) {
    return sweep->grow + sweep->grow * WF_SWEEP_ROUNDING;
}

/// Where vertex may be between x0 and x1, with the margin.
static inline wf_box wf_sweep_vertex_box(const wf_sweep* sweep, uint32_t vertex) {
    wf_f4 from = wf_f4_load(sweep->x0 + 4 * (size_t)vertex);
    wf_f4 to = wf_f4_load(sweep->x1 + 4 * (size_t)vertex);
    wf_f4 pad = wf_sweep_pad(wf_f4_max(wf_f4_abs(from), wf_f4_abs(to)));
    wf_f4 margin = wf_f4_add(wf_f4_splat(wf_sweep_margin(sweep)), pad);
    return (wf_box){wf_f4_sub(wf_f4_min(from, to), margin), wf_f4_add(wf_f4_max(from, to), margin)};
}

static inline wf_box wf_box_join(wf_box a, wf_box b) {
    return (wf_box){wf_f4_min(a.lo, b.lo), wf_f4_max(a.hi, b.hi)};
}

static inline wf_box wf_sweep_triangle_box(const wf_sweep* sweep, uint32_t triangle) {
    const uint32_t* corner = sweep->triangles + 3 * (size_t)triangle;
    wf_box box =
        wf_box_join(wf_sweep_vertex_box(sweep, corner[0]), wf_sweep_vertex_box(sweep, corner[1]));
    return wf_box_join(box, wf_sweep_vertex_box(sweep, corner[2]));
}

/// Touching counts as overlap.
static inline bool wf_box_overlap(wf_box a, wf_box b) {
    wf_f4 met = wf_f4_and(wf_f4_less_equal(a.lo, b.hi), wf_f4_less_equal(b.lo, a.hi));
    return (wf_f4_mask(met) & 7) == 7;
}
