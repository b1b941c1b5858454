// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every cloth triangle against every body triangle, by boxes: the oracle of the tests. The boxes of
// four body triangles lie side by side, so that one comparison serves four.
#include "structures/pairs.h"
#include "structures/sweep.h"

#include <math.h>

typedef struct brute_force {
    float* cloth_boxes;              // 8 per triangle: lo, hi
    float* body_boxes;               // 24 per four triangles: lo x, hi x, lo y, hi y, lo z, hi z
    const wf_neighbours* neighbours; // not to be found, or null
} brute_force;

static void store_body_box(float* boxes, uint32_t triangle, wf_box box) {
    float lo[4], hi[4];
    wf_f4_store(lo, box.lo);
    wf_f4_store(hi, box.hi);
    float* lane = boxes + 24 * (size_t)(triangle / 4) + triangle % 4;
    for (int axis = 0; axis < 3; ++axis) {
        lane[8 * axis] = lo[axis];
        lane[8 * axis + 4] = hi[axis];
    }
}

static bool refresh_body(wf_memory* memory, void* self, const wf_sweep* body) {
    (void)memory;
    brute_force* all = self;
    for (uint32_t t = 0; t < body->triangle_count; ++t) {
        store_body_box(all->body_boxes, t, wf_sweep_triangle_box(body, t));
    }
    wf_box nowhere = {wf_f4_splat(INFINITY), wf_f4_splat(-INFINITY)};
    for (uint32_t t = body->triangle_count; t % 4 != 0; ++t) {
        store_body_box(all->body_boxes, t, nowhere);
    }
    return true;
}

static bool refresh_cloth(wf_memory* memory, void* self, const wf_sweep* cloth) {
    (void)memory;
    brute_force* all = self;
    for (uint32_t t = 0; t < cloth->triangle_count; ++t) {
        wf_box box = wf_sweep_triangle_box(cloth, t);
        wf_f4_store(all->cloth_boxes + 8 * (size_t)t, box.lo);
        wf_f4_store(all->cloth_boxes + 8 * (size_t)t + 4, box.hi);
    }
    return true;
}

static void destroy(wf_memory* memory, void* self) {
    brute_force* all = self;
    if (all != NULL) {
        wf_free(memory, all->cloth_boxes);
        wf_free(memory, all->body_boxes);
        wf_free(memory, all);
    }
}

static void* create(wf_memory* memory, const wf_sweep* cloth, const wf_sweep* body,
                    const float* values) {
    (void)values;
    brute_force* all = WF_ALLOC(memory, brute_force, 1);
    if (all == NULL) {
        return NULL;
    }
    all->cloth_boxes = WF_ALLOC(memory, float, 8 * (size_t)cloth->triangle_count + 8);
    all->body_boxes = WF_ALLOC(memory, float, 24 * ((size_t)body->triangle_count / 4 + 1));
    if (all->cloth_boxes == NULL || all->body_boxes == NULL) {
        destroy(memory, all);
        return NULL;
    }
    refresh_body(memory, all, body);
    refresh_cloth(memory, all, cloth);
    return all;
}

/// Bit i: the box overlaps body box i of four.
static int overlaps(const float* cloth_box, const float* four) {
    wf_f4 met = wf_f4_less_equal(wf_f4_load(four), wf_f4_splat(cloth_box[4]));
    met = wf_f4_and(met, wf_f4_less_equal(wf_f4_splat(cloth_box[0]), wf_f4_load(four + 4)));
    for (int axis = 1; axis < 3; ++axis) {
        wf_f4 lo = wf_f4_load(four + 8 * axis), hi = wf_f4_load(four + 8 * axis + 4);
        met = wf_f4_and(met, wf_f4_less_equal(lo, wf_f4_splat(cloth_box[4 + axis])));
        met = wf_f4_and(met, wf_f4_less_equal(wf_f4_splat(cloth_box[axis]), hi));
    }
    return wf_f4_mask(met);
}

static void append(wf_pairs* pairs, uint32_t cloth, uint32_t first_body, int mask) {
    for (uint32_t lane = 0; lane < 4; ++lane) {
        if (mask >> lane & 1) {
            pairs->a[pairs->count] = cloth;
            pairs->b[pairs->count] = first_body + lane;
            pairs->count += 1;
        }
    }
}

static bool collect(wf_memory* memory, void* self, const wf_sweep* cloth, const wf_sweep* body,
                    wf_pairs* pairs) {
    const brute_force* all = self;
    pairs->count = 0;
    for (uint32_t c = 0; c < cloth->triangle_count; ++c) {
        for (uint32_t b = 0; b < body->triangle_count; b += 4) {
            int mask = overlaps(all->cloth_boxes + 8 * (size_t)c, all->body_boxes + 6 * (size_t)b);
            if (mask == 0) {
                continue;
            }
            if (!wf_pairs_reserve(memory, pairs, pairs->count + 4)) {
                return false;
            }
            append(pairs, c, b, mask);
        }
    }
    return true;
}

static bool exclude_self(wf_memory* memory, void* self, const wf_neighbours* neighbours) {
    (void)memory;
    brute_force* all = self;
    all->neighbours = neighbours;
    return true;
}

static bool collect_self(wf_memory* memory, void* self, const wf_sweep* cloth, wf_pairs* pairs) {
    const brute_force* all = self;
    pairs->count = 0;
    for (uint32_t a = 0; a < cloth->triangle_count; ++a) {
        const float* box = all->cloth_boxes + 8 * (size_t)a;
        wf_f4 lo = wf_f4_load(box), hi = wf_f4_load(box + 4);
        for (uint32_t b = a + 1; b < cloth->triangle_count; ++b) {
            const float* other = all->cloth_boxes + 8 * (size_t)b;
            wf_f4 met = wf_f4_and(wf_f4_less_equal(lo, wf_f4_load(other + 4)),
                                  wf_f4_less_equal(wf_f4_load(other), hi));
            if ((wf_f4_mask(met) & 7) != 7 ||
                (all->neighbours != NULL && wf_neighbours_has(all->neighbours, a, b))) {
                continue;
            }
            if (!wf_pairs_reserve(memory, pairs, pairs->count + 1)) {
                return false;
            }
            pairs->a[pairs->count] = a;
            pairs->b[pairs->count] = b;
            pairs->count += 1;
        }
    }
    return true;
}

const wf_structure wf_structure_brute_force = {
    .create = create,
    .destroy = destroy,
    .refresh_body = refresh_body,
    .refresh_cloth = refresh_cloth,
    .collect = collect,
    .exclude_self = exclude_self,
    .collect_self = collect_self,
};
