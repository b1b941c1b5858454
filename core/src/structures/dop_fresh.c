// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The slabs of a face are here those of the sweep, for whatever rule of inflation: they are the
// extremes of what the face may reach, so every volume that holds that holds them, of a lazy tree
// too, and what is left is the same whatever came before: the pairs of a tree that is swept and
// exact. A face is fitted when the first pair asks for it.
#include "structures/dop_fresh.h"

#include "structures/dop_slabs.h"

#ifdef WEFT_LAB

#include "structures/sweep.h"

#include <string.h>

wf_dop_fresh* wf_dop_fresh_create(wf_memory* memory, const wf_dop_tree* tree,
                                  const wf_sweep* sweep) {
    wf_dop_fresh* f = WF_ALLOC(memory, wf_dop_fresh, 1);
    if (f == NULL) {
        return NULL;
    }
    size_t triangles = sweep->triangle_count;
    f->places = WF_ALLOC(memory, float, 8 * (size_t)sweep->vertex_count);
    f->slabs = WF_ALLOC(memory, float, 8 * (size_t)tree->group_count * triangles);
    f->seen = WF_ALLOC(memory, uint32_t, triangles);
    if (memory->failed) {
        wf_dop_fresh_free(memory, f);
        return NULL;
    }
    return f;
}

void wf_dop_fresh_free(wf_memory* memory, wf_dop_fresh* fresh) {
    if (fresh != NULL) {
        wf_free(memory, fresh->places);
        wf_free(memory, fresh->slabs);
        wf_free(memory, fresh->seen);
        wf_free(memory, fresh);
    }
}

void wf_dop_fresh_fit(wf_dop_fresh* fresh, const wf_sweep* sweep) {
    size_t floats = 4 * (size_t)sweep->vertex_count;
    memcpy(fresh->places, sweep->x0, sizeof(float) * floats);
    memcpy(fresh->places + floats, sweep->x1, sizeof(float) * floats);
    fresh->sweep = *sweep;
    fresh->sweep.x0 = fresh->places;
    fresh->sweep.x1 = fresh->places + floats;
    fresh->refit += 1;
}

static void fit_face(const wf_dop_fresh* f, const group* groups, uint32_t group_count,
                     uint32_t triangle, float* out) {
    wf_f4 margin = wf_f4_splat(wf_sweep_margin(&f->sweep));
    for (int c = 0; c < 3; ++c) {
        size_t at = 4 * (size_t)f->sweep.triangles[3 * (size_t)triangle + c];
        wf_f4 from = wf_f4_load(f->sweep.x0 + at), to = wf_f4_load(f->sweep.x1 + at);
        wf_f4 pad = wf_sweep_pad(wf_f4_max(wf_f4_abs(from), wf_f4_abs(to)));
        wf_f4 lo = wf_f4_min(from, to), hi = wf_f4_max(from, to);
        for (uint32_t g = 0; g < group_count; ++g) {
            wf_f4 width = wf_f4_add(wf_f4_mul(groups[g].width, margin), pad);
            slab own = f->sweep.straight ? project_line(groups + g, from, to)
                                         : project_box(groups + g, lo, hi);
            own = grow(own, width);
            store_slab(out + 8 * g, c == 0 ? own : join(own, load_slab(out + 8 * g)));
        }
    }
}

/// The slabs of a face in the last refit.
static const float* slabs_of(const wf_dop_tree* tree, const group* groups, uint32_t triangle) {
    wf_dop_fresh* f = tree->fresh;
    float* slabs = f->slabs + 8 * (size_t)tree->group_count * triangle;
    if (f->seen[triangle] != f->refit) {
        f->seen[triangle] = f->refit;
        fit_face(f, groups, tree->group_count, triangle, slabs);
    }
    return slabs;
}

void wf_dop_fresh_sift(const wf_dop_tree* a, const wf_dop_tree* b, wf_pair_list* list,
                       size_t first) {
    group groups[WF_DOP_GROUPS];
    wf_dop_load_groups(a, groups);
    size_t count = first;
    for (size_t i = first; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        const float *x = slabs_of(a, groups, pair.a), *y = slabs_of(b, groups, pair.b);
        int met = 15;
        for (uint32_t g = 0; g < a->group_count; ++g) {
            slab p = load_slab(x + 8 * g), q = load_slab(y + 8 * g);
            met &=
                wf_f4_mask(wf_f4_and(wf_f4_less_equal(p.lo, q.hi), wf_f4_less_equal(q.lo, p.hi)));
        }
        list->found[count] = pair;
        count += met == 15;
    }
    list->count = count;
}

#endif
