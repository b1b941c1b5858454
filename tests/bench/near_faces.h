// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pairs of faces are within a distance, four pairs at a time: the nearest points of two
// triangles are on two edges, or one is a corner and the other inside the face, or they cross.
// Floats decide what is clear; what is within a thousandth of the distance, or might cross, goes to
// GJK in double.
#pragma once

#include "math/v3x4.h"
#include "structures/gjk.h"
#include "structures/pairs.h"
#include "structures/sweep.h"

#include <math.h>

#ifdef WEFT_LAB

typedef struct near_batch {
    uint32_t a[3][4], b[3][4]; // corners of four pairs
    uint32_t count;
    const float *ax, *bx;
    float distance;
} near_batch;

static inline wf_f4 near_clamp(wf_f4 t) {
    return wf_f4_min(wf_f4_max(t, wf_f4_zero()), wf_f4_splat(1.0f));
}

/// Squared distance of the segments from p along d and from q along e.
static inline wf_f4 near_segments(wf_v3x4 p, wf_v3x4 d, wf_v3x4 q, wf_v3x4 e) {
    wf_f4 tiny = wf_f4_splat(1e-18f);
    wf_v3x4 r = wf_v3x4_sub(p, q);
    wf_f4 a = wf_f4_max(wf_v3x4_dot(d, d), tiny), c = wf_f4_max(wf_v3x4_dot(e, e), tiny);
    wf_f4 b = wf_v3x4_dot(d, e), dr = wf_v3x4_dot(d, r), er = wf_v3x4_dot(e, r);
    wf_f4 whole = wf_f4_max(wf_f4_sub(wf_f4_mul(a, c), wf_f4_mul(b, b)), tiny);
    wf_f4 s = near_clamp(wf_f4_div(wf_f4_sub(wf_f4_mul(b, er), wf_f4_mul(c, dr)), whole));
    wf_f4 t = near_clamp(wf_f4_div(wf_f4_muladd(b, s, er), c));
    s = near_clamp(wf_f4_div(wf_f4_sub(wf_f4_mul(b, t), dr), a));
    wf_v3x4 way = wf_v3x4_muladd(r, d, s);
    way = wf_v3x4_sub(way, wf_v3x4_scale(e, t));
    return wf_v3x4_dot(way, way);
}

/// Squared distance of p and the inside of the face at q with these sides and normal; far where its
/// foot is outside. `height` is p over the plane, times the normal's length.
static inline wf_f4 near_face(wf_v3x4 p, wf_v3x4 q, const wf_v3x4 side[2], wf_v3x4 n, wf_f4 nn,
                              wf_f4 height) {
    wf_v3x4 r = wf_v3x4_sub(p, q);
    wf_f4 u = wf_v3x4_dot(wf_v3x4_cross(r, side[1]), n);
    wf_f4 v = wf_v3x4_dot(wf_v3x4_cross(side[0], r), n);
    wf_f4 inside =
        wf_f4_and(wf_f4_and(wf_f4_less_equal(wf_f4_zero(), u), wf_f4_less_equal(wf_f4_zero(), v)),
                  wf_f4_less_equal(wf_f4_add(u, v), nn));
    wf_f4 square = wf_f4_div(wf_f4_mul(height, height), wf_f4_max(nn, wf_f4_splat(1e-30f)));
    return wf_f4_select(inside, square, wf_f4_splat(1e30f));
}

/// Lanes whose heights are all on one side and have squares above a bound.
static inline wf_f4 near_beyond(const wf_f4 h[3], wf_f4 bound) {
    wf_f4 zero = wf_f4_zero();
    wf_f4 low = wf_f4_min(wf_f4_min(h[0], h[1]), h[2]),
          high = wf_f4_max(wf_f4_max(h[0], h[1]), h[2]);
    wf_f4 foot = wf_f4_select(wf_f4_less(zero, low), low, high);
    wf_f4 one_side = wf_f4_or(wf_f4_less(zero, low), wf_f4_less(high, zero));
    return wf_f4_and(one_side, wf_f4_less(bound, wf_f4_mul(foot, foot)));
}

static inline bool near_exactly(const near_batch* batch, uint32_t lane) {
    wf_gjk_shape a = {.count = 3}, b = {.count = 3};
    wf_gjk_result result;
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) {
            a.at[c][k] = (double)batch->ax[4 * (size_t)batch->a[c][lane] + k];
            b.at[c][k] = (double)batch->bx[4 * (size_t)batch->b[c][lane] + k];
        }
    }
    wf_gjk(&a, &b, &result);
    return result.distance <= (double)batch->distance;
}

/// Judges the pairs of a batch and empties it; bit i: pair i is near.
static inline int near_flush(near_batch* batch) {
    uint32_t count = batch->count;
    for (uint32_t lane = count; lane < 4 && count > 0; ++lane) {
        for (int c = 0; c < 3; ++c) {
            batch->a[c][lane] = batch->a[c][0];
            batch->b[c][lane] = batch->b[c][0];
        }
    }
    batch->count = 0;
    if (count == 0) {
        return 0;
    }
    wf_v3x4 p[3], q[3], d[3], e[3];
    for (int c = 0; c < 3; ++c) {
        p[c] = wf_v3x4_gather(batch->ax, batch->a[c]);
        q[c] = wf_v3x4_gather(batch->bx, batch->b[c]);
    }
    for (int c = 0; c < 3; ++c) {
        d[c] = wf_v3x4_sub(p[(c + 1) % 3], p[c]);
        e[c] = wf_v3x4_sub(q[(c + 1) % 3], q[c]);
    }
    wf_f4 zero = wf_f4_zero(), least = wf_f4_splat(1e30f);
    wf_v3x4 none = {zero, zero, zero};
    wf_v3x4 of_a[2] = {d[0], wf_v3x4_sub(none, d[2])}, of_b[2] = {e[0], wf_v3x4_sub(none, e[2])};
    wf_v3x4 na = wf_v3x4_cross(of_a[0], of_a[1]), nb = wf_v3x4_cross(of_b[0], of_b[1]);
    wf_f4 aa = wf_v3x4_dot(na, na), bb = wf_v3x4_dot(nb, nb), height[2][3];
    for (int c = 0; c < 3; ++c) {
        height[0][c] = wf_v3x4_dot(nb, wf_v3x4_sub(p[c], q[0]));
        height[1][c] = wf_v3x4_dot(na, wf_v3x4_sub(q[c], p[0]));
    }
    float square = batch->distance * batch->distance;
    wf_f4 beyond = wf_f4_splat(square * 1.002f);
    // One side of a plane, and farther from it than the distance: nothing else is asked for.
    int far = wf_f4_mask(wf_f4_or(near_beyond(height[0], wf_f4_mul(beyond, bb)),
                                  near_beyond(height[1], wf_f4_mul(beyond, aa))));
    int sure = 0;
    if (far != 15) {
        // An edge of one with all of the other at a time, until all four pairs are decided.
        wf_f4 within = wf_f4_splat(square * 0.998f);
        for (int i = 0; i < 3 && (sure | far) != 15; ++i) {
            for (int k = 0; k < 3; ++k) {
                least = wf_f4_min(least, near_segments(p[i], d[i], q[k], e[k]));
            }
            sure = wf_f4_mask(wf_f4_less(least, within));
        }
        if ((sure | far) != 15) {
            for (int c = 0; c < 3; ++c) {
                least = wf_f4_min(least, near_face(p[c], q[0], of_b, nb, bb, height[0][c]));
                least = wf_f4_min(least, near_face(q[c], p[0], of_a, na, aa, height[1][c]));
            }
            sure = wf_f4_mask(wf_f4_less(least, within));
            far |= wf_f4_mask(wf_f4_less(beyond, least)) &
                   wf_f4_mask(wf_f4_or(near_beyond(height[0], zero), near_beyond(height[1], zero)));
        }
    }
    int near = 0;
    for (uint32_t lane = 0; lane < count; ++lane) {
        bool is = (sure >> lane & 1) || (!(far >> lane & 1) && near_exactly(batch, lane));
        near |= is << lane;
    }
    return near;
}

/// Lanes x, y, z of the box of a face.
static inline void near_box(const float* x, const uint32_t* t, wf_f4* lo, wf_f4* hi) {
    wf_f4 a = wf_f4_load(x + 4 * (size_t)t[0]), b = wf_f4_load(x + 4 * (size_t)t[1]);
    wf_f4 c = wf_f4_load(x + 4 * (size_t)t[2]);
    *lo = wf_f4_min(wf_f4_min(a, b), c);
    *hi = wf_f4_max(wf_f4_max(a, b), c);
}

/// Appends the pairs of a batch that are near to `kept`, null for none; returns how many there are.
static inline uint32_t near_take(near_batch* batch, const wf_pair waiting[4], wf_pair* kept) {
    uint32_t count = 0;
    int near = near_flush(batch);
    for (int lane = 0; lane < 4; ++lane) {
        if (near >> lane & 1) {
            if (kept != NULL) {
                kept[count] = waiting[lane];
            }
            count += 1;
        }
    }
    return count;
}

/// Which of the pairs are within the distance where the moves of the two meshes end: they are put
/// to `kept`, which may be the pairs themselves or null, in their order. Returns how many.
static inline uint32_t near_sift(const wf_pair* pairs, size_t count, const wf_sweep* a,
                                 const wf_sweep* b, float distance, wf_pair* kept) {
    near_batch batch = {.ax = a->x1, .bx = b->x1, .distance = distance};
    wf_f4 reach = wf_f4_splat(distance * 1.001f);
    wf_f4 al = reach, ah = reach, bl, bh;
    wf_pair waiting[4];
    uint32_t near = 0, last = UINT32_MAX; // whose box this is: pairs of one face come together
    for (size_t i = 0; i < count; ++i) {
        const uint32_t* ta = a->triangles + 3 * (size_t)pairs[i].a;
        const uint32_t* tb = b->triangles + 3 * (size_t)pairs[i].b;
        if (pairs[i].a != last) {
            last = pairs[i].a;
            near_box(a->x1, ta, &al, &ah);
            al = wf_f4_sub(al, reach);
            ah = wf_f4_add(ah, reach);
        }
        near_box(b->x1, tb, &bl, &bh);
        wf_f4 gap = wf_f4_or(wf_f4_less(ah, bl), wf_f4_less(bh, al));
        if ((wf_f4_mask(gap) & 7) != 0) {
            continue;
        }
        waiting[batch.count] = pairs[i];
        for (int c = 0; c < 3; ++c) {
            batch.a[c][batch.count] = ta[c];
            batch.b[c][batch.count] = tb[c];
        }
        if (++batch.count == 4) {
            near += near_take(&batch, waiting, kept != NULL ? kept + near : NULL);
        }
    }
    return near + near_take(&batch, waiting, kept != NULL ? kept + near : NULL);
}

/// How many of the pairs are within the distance where the moves of the two meshes end.
static inline uint32_t near_count(const wf_pair* pairs, size_t count, const wf_sweep* a,
                                  const wf_sweep* b, float distance) {
    return near_sift(pairs, count, a, b, distance, NULL);
}

// ---- one pair after the other -------------------------------------------------------------------

static inline void near_shape(const wf_sweep* sweep, uint32_t triangle, wf_gjk_shape* out) {
    out->count = 3;
    for (int c = 0; c < 3; ++c) {
        const float* x = sweep->x1 + 4 * (size_t)sweep->triangles[3 * (size_t)triangle + c];
        for (int k = 0; k < 3; ++k) {
            out->at[c][k] = (double)x[k];
            out->half[c][k] = 0.0;
        }
    }
}

/// Whether the boxes of two faces are farther than a distance apart along an axis.
static inline bool near_boxes_apart(const wf_sweep* a, uint32_t ta, const wf_sweep* b, uint32_t tb,
                                    float distance) {
    const uint32_t *i = a->triangles + 3 * (size_t)ta, *j = b->triangles + 3 * (size_t)tb;
    bool apart = false;
    for (int k = 0; k < 3; ++k) {
        float p = a->x1[4 * i[0] + k], q = a->x1[4 * i[1] + k], r = a->x1[4 * i[2] + k];
        float u = b->x1[4 * j[0] + k], v = b->x1[4 * j[1] + k], w = b->x1[4 * j[2] + k];
        apart |= fminf(fminf(u, v), w) - fmaxf(fmaxf(p, q), r) > distance;
        apart |= fminf(fminf(p, q), r) - fmaxf(fmaxf(u, v), w) > distance;
    }
    return apart;
}

/// The same of one pair, by GJK alone: what the four lanes are judged by.
static inline bool near_alone(const wf_sweep* a, uint32_t ta, const wf_sweep* b, uint32_t tb,
                              float distance) {
    if (near_boxes_apart(a, ta, b, tb, distance)) {
        return false;
    }
    wf_gjk_shape sa, sb;
    wf_gjk_result result;
    near_shape(a, ta, &sa);
    near_shape(b, tb, &sb);
    wf_gjk(&sa, &sb, &result);
    return result.distance <= (double)distance;
}

#endif
