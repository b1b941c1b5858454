// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Faces apart or not, by gjk.h. A corner may be anywhere in the box of its move, so a face reaches
// the hull of three boxes; one that goes straight has two small boxes a corner, where it starts and
// where it ends. Of these hulls it is asked whether they meet: the tightest that any k-DOP comes
// to.
//
// Closest points are used again, as weights of the corners: 6.3, "in still scenes the velocity
// cones are useful to detect nodes with small relative velocities, as for those nodes the detection
// results from the previous time step can be collected. ... As errors may accumulate, the results
// have to be recomputed after a certain period of time". Nothing accumulates here: what a pair has
// drifted is measured from where it was computed, and while twice that, the bound of gjk.c, is
// within the tolerance, the way between the carried points is taken for the direction of a plane.
// If that plane proves the hulls apart, they are. If not, they are computed. So what is used again
// can only save time: a pair is dropped when its hulls are apart, whatever was known of it before.
#include "structures/dop_leaves.h"

#ifdef WEFT_LAB

#include "structures/sweep.h"

#include <math.h>
#include <string.h>

/// m: a plane that is used again has to prove so much, and a new one more than nothing; between the
/// two both come to the same answer, by computing.
#define SURE_CARRIED 1e-7
#define SURE_FRESH 1e-9

enum { LEAST_ITEMS = 1 << 8, MOST_ITEMS = 1 << 14 };

wf_dop_leaves* wf_dop_leaves_create(wf_memory* memory, const wf_sweep* sweep, float reuse) {
    wf_dop_leaves* l = WF_ALLOC(memory, wf_dop_leaves, 1);
    if (l == NULL) {
        return NULL;
    }
    l->reuse = reuse;
    l->places = WF_ALLOC(memory, float, 8 * (size_t)sweep->vertex_count);
    uint32_t items = LEAST_ITEMS;
    while (items < MOST_ITEMS && items < 8 * sweep->triangle_count) {
        items *= 2;
    }
    for (int i = 0; i < 2 && reuse > 0.0f; ++i) {
        wf_dop_near_table* table = i == 0 ? &l->with_body : &l->with_self;
        table->items = WF_ALLOC(memory, wf_dop_near, items);
        table->mask = items - 1;
    }
    if (memory->failed) {
        wf_dop_leaves_free(memory, l);
        return NULL;
    }
    return l;
}

void wf_dop_leaves_free(wf_memory* memory, wf_dop_leaves* leaves) {
    if (leaves != NULL) {
        wf_free(memory, leaves->places);
        wf_free(memory, leaves->with_body.items);
        wf_free(memory, leaves->with_self.items);
        wf_free(memory, leaves);
    }
}

void wf_dop_leaves_fit(wf_dop_leaves* leaves, const wf_sweep* sweep) {
    size_t floats = 4 * (size_t)sweep->vertex_count;
    memcpy(leaves->places, sweep->x0, sizeof(float) * floats);
    memcpy(leaves->places + floats, sweep->x1, sizeof(float) * floats);
    leaves->sweep = *sweep;
    leaves->sweep.x0 = leaves->places;
    leaves->sweep.x1 = leaves->places + floats;
}

/// The box between two points, with the margin of the sweep and what rounding may hide.
static void put_box(const wf_sweep* sweep, const float* from, const float* to, wf_gjk_shape* out) {
    double pad = 0.0;
    for (int k = 0; k < 3; ++k) {
        pad += fmax(fabs((double)from[k]), fabs((double)to[k])) * (double)WF_SWEEP_ROUNDING;
    }
    for (int k = 0; k < 3; ++k) {
        out->at[out->count][k] = 0.5 * ((double)from[k] + (double)to[k]);
        out->half[out->count][k] =
            0.5 * fabs((double)to[k] - (double)from[k]) + (double)wf_sweep_margin(sweep) + pad;
    }
    out->count += 1;
}

void wf_dop_leaves_shape(const wf_sweep* sweep, uint32_t triangle, wf_gjk_shape* out) {
    out->count = 0;
    for (int c = 0; c < 3; ++c) {
        size_t at = 4 * (size_t)sweep->triangles[3 * (size_t)triangle + c];
        const float *from = sweep->x0 + at, *to = sweep->x1 + at;
        bool rests = from[0] == to[0] && from[1] == to[1] && from[2] == to[2];
        if (sweep->straight && !rests) {
            put_box(sweep, from, from, out);
            put_box(sweep, to, to, out);
        } else {
            put_box(sweep, from, to, out);
        }
    }
}

static wf_dop_near* place_of(const wf_dop_near_table* table, uint32_t a, uint32_t b) {
    uint32_t hash = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu;
    return table->items + ((hash ^ hash >> 15) & table->mask);
}

/// Whether what was known of a pair proves that it is apart.
static bool still_apart(const wf_dop_near* near, const wf_gjk_shape shape[2], double tolerance) {
    double way[3];
    if (near->shape[0].count != shape[0].count || near->shape[1].count != shape[1].count ||
        2.0 * wf_gjk_drift(&near->shape[0], &near->shape[1], &shape[0], &shape[1]) > tolerance) {
        return false;
    }
    wf_gjk_carry(&shape[0], &shape[1], &near->result, way);
    return wf_gjk_apart_along(&shape[0], &shape[1], way) > SURE_CARRIED;
}

static bool are_apart(wf_dop_leaves* l, const wf_gjk_shape shape[2], wf_dop_near* near,
                      wf_pair pair) {
    bool known = near != NULL && near->known && near->a == pair.a && near->b == pair.b;
    if (known && near->apart && still_apart(near, shape, (double)l->reuse)) {
        return true;
    }
    wf_gjk_result result;
    wf_gjk(&shape[0], &shape[1], &result);
    l->computed += 1;
    bool apart = result.apart > SURE_FRESH;
    if (near != NULL) {
        *near = (wf_dop_near){pair.a, pair.b, true, apart, {shape[0], shape[1]}, result};
    }
    return apart;
}

void wf_dop_leaves_sift(wf_dop_leaves* a, const wf_dop_leaves* b, wf_pair_list* list,
                        size_t first) {
    const wf_dop_near_table* table = a == b ? &a->with_self : &a->with_body;
    size_t count = first;
    for (size_t i = first; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        wf_gjk_shape shape[2];
        wf_dop_leaves_shape(&a->sweep, pair.a, &shape[0]);
        wf_dop_leaves_shape(&b->sweep, pair.b, &shape[1]);
        wf_dop_near* near = table->items != NULL ? place_of(table, pair.a, pair.b) : NULL;
        list->found[count] = pair;
        count += !are_apart(a, shape, near, pair);
    }
    a->asked += list->count - first;
    a->dropped += list->count - count;
    list->count = count;
}

#endif
