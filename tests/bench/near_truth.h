// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which faces of two meshes, or of one, are near where their moves end: what structures are held
// against. It has nothing of theirs: faces are sorted by where they begin along the axis along
// which they spread most, each looks at those that begin no farther on than it ends, and lanes of
// four judge what is left. near_truth_wrong asks every pair there is, by GJK alone.
#pragma once

#include "near_faces.h"

#include <stdlib.h>

#ifdef WEFT_LAB

/// Near pairs by their first face: of face a, others[first[a]] to others[first[a + 1] - 1],
/// ascending.
typedef struct near_truth {
    uint32_t* first;
    uint32_t* others;
    size_t count;
} near_truth;

/// A face in the order of where it begins along the axis.
typedef struct near_start {
    float lo;
    uint32_t face;
} near_start;

typedef struct near_order {
    near_start* starts;
    float* boxes; // 8 per face: lo, hi
    uint32_t count;
    float longest; // m, of a box along the axis
    int axis;
} near_order;

static inline int near_by_start(const void* a, const void* b) {
    const near_start *x = a, *y = b;
    return x->lo < y->lo ? -1 : x->lo > y->lo ? 1 : x->face < y->face ? -1 : x->face > y->face;
}

static inline int near_by_face(const void* a, const void* b) {
    const wf_pair *x = a, *y = b;
    return x->b < y->b ? -1 : x->b > y->b;
}

/// The axis along which the boxes lie farthest apart.
static inline int near_widest(const near_order* order) {
    float widest = -1.0f;
    int axis = 0;
    for (int k = 0; k < 3; ++k) {
        float lo = INFINITY, hi = -INFINITY;
        for (uint32_t t = 0; t < order->count; ++t) {
            lo = fminf(lo, order->boxes[8 * (size_t)t + k]);
            hi = fmaxf(hi, order->boxes[8 * (size_t)t + k]);
        }
        axis = hi - lo > widest ? k : axis;
        widest = fmaxf(widest, hi - lo);
    }
    return axis;
}

static inline near_order near_sort(const wf_sweep* sweep) {
    near_order order = {.count = sweep->triangle_count};
    order.starts = malloc(sizeof(near_start) * ((size_t)order.count + 1));
    order.boxes = malloc(32 * ((size_t)order.count + 1));
    for (uint32_t t = 0; t < order.count; ++t) {
        wf_f4 lo, hi;
        near_box(sweep->x1, sweep->triangles + 3 * (size_t)t, &lo, &hi);
        wf_f4_store(order.boxes + 8 * (size_t)t, lo);
        wf_f4_store(order.boxes + 8 * (size_t)t + 4, hi);
    }
    order.axis = near_widest(&order);
    for (uint32_t t = 0; t < order.count; ++t) {
        const float* box = order.boxes + 8 * (size_t)t + order.axis;
        order.starts[t] = (near_start){box[0], t};
        order.longest = fmaxf(order.longest, box[4] - box[0]);
    }
    qsort(order.starts, order.count, sizeof(near_start), near_by_start);
    return order;
}

/// How many faces begin before a place along the axis.
static inline uint32_t near_before(const near_order* order, float at) {
    uint32_t lo = 0, hi = order->count;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (order->starts[middle].lo < at) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/// Faces of the order that may be near a face of `a`; within one mesh those after it that are no
/// neighbours.
static inline size_t near_candidates(const near_order* order, const wf_sweep* a, uint32_t face,
                                     float distance, bool same, const wf_neighbours* neighbours,
                                     wf_pair* out) {
    wf_f4 lo, hi, reach = wf_f4_splat(distance * 1.001f);
    float low[4], high[4];
    size_t count = 0;
    near_box(a->x1, a->triangles + 3 * (size_t)face, &lo, &hi);
    wf_f4_store(low, wf_f4_sub(lo, reach));
    wf_f4_store(high, wf_f4_add(hi, reach));
    uint32_t at = near_before(order, low[order->axis] - order->longest * 1.001f);
    for (; at < order->count && order->starts[at].lo <= high[order->axis]; ++at) {
        uint32_t b = order->starts[at].face;
        const float* box = order->boxes + 8 * (size_t)b;
        bool meets = low[0] <= box[4] && box[0] <= high[0] && low[1] <= box[5] &&
                     box[1] <= high[1] && low[2] <= box[6] && box[2] <= high[2];
        if (meets && !(same && b <= face) &&
            !(neighbours != NULL && wf_neighbours_has(neighbours, face, b))) {
            out[count++] = (wf_pair){face, b};
        }
    }
    return count;
}

/// All near pairs of two meshes; of one with itself where they are the same, each once, without
/// neighbours.
static inline near_truth near_truth_find(const wf_sweep* a, const wf_sweep* b, float distance,
                                         const wf_neighbours* neighbours) {
    near_truth truth = {.first = malloc(4 * ((size_t)a->triangle_count + 1))};
    near_order order = near_sort(b);
    wf_pair* row = malloc(sizeof(wf_pair) * ((size_t)order.count + 1));
    size_t capacity = 0;
    for (uint32_t face = 0; face < a->triangle_count; ++face) {
        size_t count = near_candidates(&order, a, face, distance, a == b, neighbours, row);
        count = near_sift(row, count, a, b, distance, row);
        qsort(row, count, sizeof(wf_pair), near_by_face);
        if (truth.count + count > capacity) {
            capacity = 2 * (truth.count + count);
            truth.others = realloc(truth.others, 4 * capacity);
        }
        truth.first[face] = (uint32_t)truth.count;
        for (size_t i = 0; i < count; ++i) {
            truth.others[truth.count++] = row[i].b;
        }
    }
    truth.first[a->triangle_count] = (uint32_t)truth.count;
    free(order.starts);
    free(order.boxes);
    free(row);
    return truth;
}

/// Pairs about which every pair there is, judged alone, does not say the same.
static inline uint64_t near_truth_wrong(const near_truth* truth, const wf_sweep* a,
                                        const wf_sweep* b, float distance,
                                        const wf_neighbours* neighbours) {
    uint64_t wrong = 0;
    for (uint32_t face = 0; face < a->triangle_count; ++face) {
        uint32_t at = truth->first[face], end = truth->first[face + 1];
        for (uint32_t other = a == b ? face + 1 : 0; other < b->triangle_count; ++other) {
            bool told = at < end && truth->others[at] == other;
            bool near = near_alone(a, face, b, other, distance) &&
                        !(neighbours != NULL && wf_neighbours_has(neighbours, face, other));
            at += told;
            wrong += told != near;
        }
        wrong += end - at; // out of order, or twice
    }
    return wrong;
}

static inline void near_truth_free(near_truth* truth) {
    free(truth->first);
    free(truth->others);
    *truth = (near_truth){0};
}

#endif
