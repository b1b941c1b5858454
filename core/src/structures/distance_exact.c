// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The exact Euclidean distance transform in linear time, the generator to compare the propagation
// with: along every row the lower envelope of a parabola a voxel, then the same along columns of
// the result and along slices. After P. Felzenszwalb, D. Huttenlocher, "Distance transforms of
// sampled functions", 2012, in integers, as A. Meijster, J. Roerdink, W. Hesselink 2000 divide.
#include "structures/distance_field.h"

typedef struct parabola {
    int64_t at, height, from; // the least along the line from `from` on
    uint32_t owner;
} parabola;

typedef struct line {
    uint32_t* squared; // of all voxels; UINT32_MAX for none
    uint32_t* owner;
    parabola* hull;
} line;

/// The last place at which parabola `a` is as low as `b`, which lies behind it.
static int64_t last_place(const parabola* a, const parabola* b) {
    int64_t over = b->at * b->at - a->at * a->at + b->height - a->height;
    return over < 0 ? -1 : over / (2 * (b->at - a->at));
}

static uint32_t make_hull(const line* l, uint32_t first, uint32_t stride, uint32_t length) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < length; ++i) {
        uint32_t v = first + i * stride;
        if (l->squared[v] == UINT32_MAX) {
            continue;
        }
        parabola p = {i, l->squared[v], 0, l->owner[v]};
        while (count > 0 && last_place(&l->hull[count - 1], &p) < l->hull[count - 1].from) {
            --count;
        }
        p.from = count > 0 ? last_place(&l->hull[count - 1], &p) + 1 : 0;
        if (p.from < length) {
            l->hull[count++] = p;
        }
    }
    return count;
}

static void run_line(const line* l, uint32_t first, uint32_t stride, uint32_t length) {
    uint32_t count = make_hull(l, first, stride, length), at = 0;
    for (uint32_t i = 0; i < length && count > 0; ++i) {
        while (at + 1 < count && l->hull[at + 1].from <= i) {
            ++at;
        }
        const parabola* p = &l->hull[at];
        uint32_t v = first + i * stride;
        l->squared[v] = (uint32_t)((i - p->at) * (i - p->at) + p->height);
        l->owner[v] = p->owner;
    }
}

static void run_axis(const wf_distance_field* f, const line* l, int axis) {
    const uint32_t stride[3] = {1, f->size[0], f->size[0] * f->size[1]};
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    for (uint32_t i = 0; i < f->size[a]; ++i) {
        for (uint32_t j = 0; j < f->size[b]; ++j) {
            run_line(l, i * stride[a] + j * stride[b], stride[axis], f->size[axis]);
        }
    }
}

/// Takes over what was found; owners within the shell.
static bool keep(wf_memory* memory, wf_distance_field* f, const line* l) {
    uint32_t within = f->shell * f->shell, total = 0;
    for (uint32_t v = 0; v < f->count; ++v) {
        f->owner_first[v] = total;
        if (f->squared[v] != WF_DISTANCE_BORDER) {
            bool near = l->squared[v] < WF_DISTANCE_FAR;
            f->squared[v] = (uint16_t)(near ? l->squared[v] : WF_DISTANCE_FAR);
            total += near && l->squared[v] <= within;
        }
    }
    f->owner_first[f->count] = total;
    f->owners = WF_ALLOC(memory, uint32_t, total);
    for (uint32_t v = 0; v < f->count && f->owners != NULL; ++v) {
        if (f->owner_first[v + 1] > f->owner_first[v]) {
            f->owners[f->owner_first[v]] = l->owner[v];
        }
    }
    return f->owners != NULL || total == 0;
}

bool wf_distance_transform(wf_memory* memory, wf_distance_field* f) {
    uint32_t longest = f->size[0] > f->size[1] ? f->size[0] : f->size[1];
    longest = longest > f->size[2] ? longest : f->size[2];
    line l = {WF_ALLOC(memory, uint32_t, f->count), WF_ALLOC(memory, uint32_t, f->count),
              WF_ALLOC(memory, parabola, longest)};
    bool done = l.squared && l.owner && l.hull;
    for (uint32_t v = 0; v < f->count && done; ++v) {
        l.squared[v] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < f->site_count && done; ++i) {
        l.squared[f->sites[i]] = 0;
        l.owner[f->sites[i]] = i;
    }
    for (int axis = 0; axis < 3 && done; ++axis) {
        run_axis(f, &l, axis);
    }
    done = done && keep(memory, f, &l);
    wf_free(memory, l.squared);
    wf_free(memory, l.owner);
    wf_free(memory, l.hull);
    return done;
}
