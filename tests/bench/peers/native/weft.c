// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Weft's own detection: octrees of boxes, which the step has by default, or of 18-DOPs, and faces
// four at a time in floats, with GJK in double or exact predicates where floats cannot tell.
#include "detection.h"

#include "../../near_faces.h"
#include "math/predicates.h"
#include "structures/dop_tree.h"

#include <stdlib.h>

static wf_sweep sweep_of(const peer_task* task, const peer_mesh* mesh) {
    return (wf_sweep){.x0 = mesh->x,
                      .x1 = mesh->x,
                      .triangles = mesh->triangles,
                      .vertex_count = mesh->vertex_count,
                      .triangle_count = mesh->triangle_count,
                      .grow = task->asked == QUESTION_TOUCH ? 0.0f : 0.5f * task->distance,
                      .straight = true};
}

// ---- faces --------------------------------------------------------------------------------------

/// Four pairs whose boxes overlap.
typedef struct touch_batch {
    uint32_t a[3][4], b[3][4]; // corners
    uint32_t count, found;
    const float *ax, *bx;
} touch_batch;

/// Lanes whose corners all lie clearly on one side of the plane at `at` with normal n: `size`
/// bounds the terms of a height, and a ten-thousandth of them is far more than their rounding.
static wf_f4 one_side(wf_v3x4 at, wf_v3x4 n, const wf_v3x4 corner[3]) {
    wf_f4 low = wf_f4_splat(1e30f), high = wf_f4_splat(-1e30f), zero = wf_f4_zero();
    wf_f4 sure = zero;
    for (int c = 0; c < 3; ++c) {
        wf_v3x4 r = wf_v3x4_sub(corner[c], at);
        wf_f4 x = wf_f4_mul(n.x, r.x), y = wf_f4_mul(n.y, r.y), z = wf_f4_mul(n.z, r.z);
        wf_f4 h = wf_f4_add(wf_f4_add(x, y), z);
        low = wf_f4_min(low, h);
        high = wf_f4_max(high, h);
        wf_f4 size = wf_f4_add(wf_f4_add(wf_f4_abs(x), wf_f4_abs(y)), wf_f4_abs(z));
        sure = wf_f4_max(sure, size);
    }
    sure = wf_f4_mul(sure, wf_f4_splat(1e-4f));
    return wf_f4_or(wf_f4_less(sure, low), wf_f4_less(high, wf_f4_sub(zero, sure)));
}

/// Lanes whose faces a plane across an edge of each parts clearly.
static wf_f4 edges_part(const wf_v3x4 p[3], const wf_v3x4 d[3], const wf_v3x4 q[3],
                        const wf_v3x4 e[3]) {
    wf_f4 zero = wf_f4_zero(), apart = zero;
    for (int i = 0; i < 9 && wf_f4_mask(apart) != 15; ++i) {
        wf_v3x4 n = wf_v3x4_cross(d[i / 3], e[i % 3]);
        wf_f4 low[2], high[2], sure = zero;
        for (int side = 0; side < 2; ++side) {
            const wf_v3x4* corner = side == 0 ? p : q;
            low[side] = wf_f4_splat(1e30f), high[side] = wf_f4_splat(-1e30f);
            for (int c = 0; c < 3; ++c) {
                wf_v3x4 r = wf_v3x4_sub(corner[c], p[0]);
                wf_f4 x = wf_f4_mul(n.x, r.x), y = wf_f4_mul(n.y, r.y), z = wf_f4_mul(n.z, r.z);
                wf_f4 h = wf_f4_add(wf_f4_add(x, y), z);
                low[side] = wf_f4_min(low[side], h);
                high[side] = wf_f4_max(high[side], h);
                sure =
                    wf_f4_max(sure, wf_f4_add(wf_f4_add(wf_f4_abs(x), wf_f4_abs(y)), wf_f4_abs(z)));
            }
        }
        sure = wf_f4_mul(sure, wf_f4_splat(1e-4f));
        apart = wf_f4_or(apart, wf_f4_less(sure, wf_f4_sub(low[1], high[0])));
        apart = wf_f4_or(apart, wf_f4_less(sure, wf_f4_sub(low[0], high[1])));
    }
    return apart;
}

static bool touch_exactly(const touch_batch* batch, uint32_t lane) {
    const float *p[3], *q[3];
    for (int c = 0; c < 3; ++c) {
        p[c] = batch->ax + 4 * (size_t)batch->a[c][lane];
        q[c] = batch->bx + 4 * (size_t)batch->b[c][lane];
    }
    return wf_triangles_meet(p, q);
}

static void touch_flush(touch_batch* batch) {
    uint32_t count = batch->count;
    batch->count = 0;
    for (uint32_t lane = count; lane < 4 && count > 0; ++lane) {
        for (int c = 0; c < 3; ++c) {
            batch->a[c][lane] = batch->a[c][0];
            batch->b[c][lane] = batch->b[c][0];
        }
    }
    wf_v3x4 p[3], q[3], d[3], e[3];
    for (int c = 0; c < 3 && count > 0; ++c) {
        p[c] = wf_v3x4_gather(batch->ax, batch->a[c]);
        q[c] = wf_v3x4_gather(batch->bx, batch->b[c]);
    }
    for (int c = 0; c < 3 && count > 0; ++c) {
        d[c] = wf_v3x4_sub(p[(c + 1) % 3], p[c]);
        e[c] = wf_v3x4_sub(q[(c + 1) % 3], q[c]);
    }
    if (count > 0) {
        wf_f4 apart = wf_f4_or(one_side(p[0], wf_v3x4_cross(d[0], d[1]), q),
                               one_side(q[0], wf_v3x4_cross(e[0], e[1]), p));
        int far = wf_f4_mask(apart);
        far |= far != 15 ? wf_f4_mask(edges_part(p, d, q, e)) : 0;
        for (uint32_t lane = 0; lane < count; ++lane) {
            batch->found += !(far >> lane & 1) && touch_exactly(batch, lane);
        }
    }
}

static uint32_t touch_count(const peer_task* task, const wf_pair* pairs, size_t count) {
    touch_batch batch = {.ax = task->a.x, .bx = task->b.x};
    wf_f4 al = wf_f4_zero(), ah = al, bl, bh;
    uint32_t last = UINT32_MAX; // whose box this is: pairs of one face come together
    for (size_t i = 0; i < count; ++i) {
        const uint32_t* ta = task->a.triangles + 3 * (size_t)pairs[i].a;
        const uint32_t* tb = task->b.triangles + 3 * (size_t)pairs[i].b;
        if (pairs[i].a != last) {
            last = pairs[i].a;
            near_box(batch.ax, ta, &al, &ah);
        }
        near_box(batch.bx, tb, &bl, &bh);
        if ((wf_f4_mask(wf_f4_or(wf_f4_less(ah, bl), wf_f4_less(bh, al))) & 7) != 0) {
            continue;
        }
        for (int c = 0; c < 3; ++c) {
            batch.a[c][batch.count] = ta[c];
            batch.b[c][batch.count] = tb[c];
        }
        if (++batch.count == 4) {
            touch_flush(&batch);
        }
    }
    touch_flush(&batch);
    return batch.found;
}

static uint64_t count_faces(const peer_task* task, const wf_pair* pairs, size_t count) {
    if (task->asked != QUESTION_TOUCH) {
        wf_sweep a = sweep_of(task, &task->a), b = sweep_of(task, &task->b);
        return near_count(pairs, count, &a, &b, task->distance);
    }
    return touch_count(task, pairs, count);
}

struct own_faces {
    const peer_task* task;
    wf_pair pairs[1024];
    size_t count;
    uint64_t found;
};

own_faces* own_faces_create(const peer_task* task) {
    own_faces* faces = calloc(1, sizeof *faces);
    faces->task = task;
    return faces;
}

static void flush(own_faces* faces) {
    faces->found += count_faces(faces->task, faces->pairs, faces->count);
    faces->count = 0;
}

void own_faces_add(own_faces* faces, uint32_t a, uint32_t b) {
    faces->pairs[faces->count++] = (wf_pair){a, b};
    if (faces->count == sizeof faces->pairs / sizeof faces->pairs[0]) {
        flush(faces);
    }
}

uint64_t own_faces_take(own_faces* faces) {
    flush(faces);
    uint64_t found = faces->found;
    faces->found = 0;
    return found;
}

void own_faces_destroy(own_faces* faces) {
    free(faces);
}

// ---- the trees ----------------------------------------------------------------------------------

typedef struct engine {
    const peer_task* task;
    wf_memory memory;
    wf_dop_tree a, b;
    wf_dop_stack stack;
    wf_pair_list found;
} engine;

/// The walk leaves out faces that share a vertex; others that an edge joins count here.
static void keep_sharing(wf_neighbours* n) {
    uint32_t to = 0;
    for (uint32_t t = 0, from = 0; t < n->triangle_count; ++t) {
        uint32_t end = n->row[t + 1];
        for (; from < end; ++from) {
            if (n->item[from].shares != 0) {
                n->item[to++] = n->item[from];
            }
        }
        n->row[t + 1] = to;
    }
}

static bool know_neighbours(engine* e) {
    const peer_mesh* mesh = &e->task->a;
    uint32_t* same = malloc(sizeof(uint32_t) * mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        same[v] = v;
    }
    wf_topology topology = {0};
    wf_neighbours neighbours = {0};
    bool done = wf_topology_build(&e->memory, mesh->triangles, mesh->triangle_count,
                                  mesh->vertex_count, &topology) &&
                wf_neighbours_build(&e->memory, mesh->triangles, mesh->triangle_count, same,
                                    &topology.neighbours, &neighbours);
    if (done) {
        keep_sharing(&neighbours);
        done = wf_dop_tree_exclude(&e->memory, &e->a, &neighbours);
    }
    wf_neighbours_free(&e->memory, &neighbours);
    wf_topology_free(&e->memory, &topology);
    free(same);
    return done;
}

static void* create(const peer_task* task, uint32_t k) {
    engine* e = calloc(1, sizeof *e);
    e->task = task;
    wf_sweep a = sweep_of(task, &task->a), b = sweep_of(task, &task->b);
    bool self = task->asked == QUESTION_SELF;
    if (!wf_dop_tree_build(&e->memory, &e->a, &a, k, 8) ||
        (!self && !wf_dop_tree_build(&e->memory, &e->b, &b, k, 8)) ||
        (self && !know_neighbours(e))) {
        abort();
    }
    return e;
}

static void* create_boxes(const peer_task* task) {
    return create(task, 6);
}

static void* create_dops(const peer_task* task) {
    return create(task, 18);
}

static void update(void* self) {
    engine* e = self;
    wf_sweep a = sweep_of(e->task, &e->task->a), b = sweep_of(e->task, &e->task->b);
    wf_dop_tree_refit(&e->a, &a);
    if (e->task->asked != QUESTION_SELF) {
        wf_dop_tree_refit(&e->b, &b);
    }
}

static uint64_t query(void* self) {
    engine* e = self;
    e->found.count = 0;
    bool own = e->task->asked == QUESTION_SELF;
    bool done = own ? wf_dop_tree_collide_self(&e->memory, &e->a, &e->stack, &e->found)
                    : wf_dop_tree_collide(&e->memory, &e->a, &e->b, &e->stack, &e->found);
    if (!done) {
        abort();
    }
    return count_faces(e->task, e->found.found, e->found.count);
}

static void destroy(void* self) {
    engine* e = self;
    wf_dop_tree_free(&e->memory, &e->a);
    if (e->task->asked != QUESTION_SELF) {
        wf_dop_tree_free(&e->memory, &e->b);
    }
    wf_dop_stack_free(&e->memory, &e->stack);
    wf_pair_list_free(&e->memory, &e->found);
    free(e);
}

const peer peer_weft_boxes = {"Weft, boxes", create_boxes, update, query, destroy};
const peer peer_weft_dops = {"Weft, 18-DOPs", create_dops, update, query, destroy};
