// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Boxes of runs of triangles follow the order of the mesh. Where that is a coherent one they are
// small; where it is not they are all as large as the whole, and more counts as near.
#include "nearness.h"

#include "math/simd.h"

#include <math.h>
#include <string.h>

/// Runs that the triangles of a mesh are cut into at most.
enum { MOST_RUNS = 256 };

typedef struct box {
    wf_f4 lo, hi;
} box;

/// Triangles whose vertices go from one place to another.
typedef struct mesh {
    const float *from, *to; // `stride` per vertex
    size_t stride;
    const uint32_t* triangles;
    uint32_t triangle_count;
    float margin; // m
} mesh;

static wf_f4 place_of(const float* x) {
    return wf_f4_set(x[0], x[1], x[2], 0.0f);
}

static box run_box(const mesh* m, uint32_t first, uint32_t length) {
    uint32_t end = first + length < m->triangle_count ? first + length : m->triangle_count;
    box b = {wf_f4_splat(1e30f), wf_f4_splat(-1e30f)};
    for (size_t k = 3 * (size_t)first; k < 3 * (size_t)end; ++k) {
        size_t at = m->stride * m->triangles[k];
        wf_f4 from = place_of(m->from + at), to = place_of(m->to + at);
        b.lo = wf_f4_min(b.lo, wf_f4_min(from, to));
        b.hi = wf_f4_max(b.hi, wf_f4_max(from, to));
    }
    wf_f4 margin = wf_f4_splat(m->margin);
    return (box){wf_f4_sub(b.lo, margin), wf_f4_add(b.hi, margin)};
}

static bool meet(const box* a, const box* b) {
    wf_f4 apart = wf_f4_or(wf_f4_less(a->hi, b->lo), wf_f4_less(b->hi, a->lo));
    return (wf_f4_mask(apart) & 7) == 0;
}

static bool are_near(const mesh* a, const mesh* b) {
    box all_a = run_box(a, 0, a->triangle_count), all_b = run_box(b, 0, b->triangle_count);
    if (!meet(&all_a, &all_b)) {
        return false;
    }
    box runs[MOST_RUNS];
    uint32_t count = 0, length_a = a->triangle_count / MOST_RUNS + 1;
    uint32_t length_b = b->triangle_count / MOST_RUNS + 1;
    for (uint32_t t = 0; t < b->triangle_count; t += length_b) {
        runs[count++] = run_box(b, t, length_b);
    }
    bool near = false;
    for (uint32_t t = 0; t < a->triangle_count && !near; t += length_a) {
        box run = run_box(a, t, length_a);
        uint32_t most = meet(&run, &all_b) ? count : 0;
        for (uint32_t k = 0; k < most && !near; ++k) {
            near = meet(&run, &runs[k]);
        }
    }
    return near;
}

static mesh mesh_of(const wf_cloth* cloth) {
    return (mesh){cloth->positions, cloth->positions,      3,
                  cloth->triangles, cloth->triangle_count, 0.0f};
}

bool wf_cloths_are_near(const wf_cloth* a, const wf_cloth* b, float margin) {
    mesh first = mesh_of(a), second = mesh_of(b);
    first.margin = margin;
    return are_near(&first, &second);
}

bool wf_body_goes(const wf_obstacle* o, const wf_body* body) {
    size_t at = 4 * (size_t)body->first_vertex, bytes = 16 * (size_t)body->vertex_count;
    return bytes > 0 && memcmp(o->x0 + at, o->x1 + at, bytes) != 0;
}

/// The longest way of a vertex, m.
static float way_of(const wf_obstacle* o, const wf_body* body) {
    float longest2 = 0.0f;
    for (uint32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v) {
        size_t at = 4 * (size_t)v;
        wf_f4 d = wf_f4_sub(wf_f4_load(o->x1 + at), wf_f4_load(o->x0 + at));
        float length2 = wf_f4_dot3(d, d);
        longest2 = length2 > longest2 ? length2 : longest2;
    }
    return sqrtf(longest2);
}

/// The box of a solid on its way; of a plane all of space.
static box solid_box(const wf_obstacle* o, const wf_body* body, float margin) {
    const float* places[2] = {o->x0 + 4 * (size_t)body->first_vertex,
                              o->x1 + 4 * (size_t)body->first_vertex};
    box b = {wf_f4_splat(1e30f), wf_f4_splat(-1e30f)};
    for (int i = 0; i < 2; ++i) {
        wf_convex solid;
        double lo[3], hi[3];
        wf_shape_at(&body->shape, places[i], &solid);
        wf_convex_bounds(&solid, lo, hi);
        b.lo = wf_f4_min(b.lo, wf_f4_set((float)lo[0], (float)lo[1], (float)lo[2], 0.0f));
        b.hi = wf_f4_max(b.hi, wf_f4_set((float)hi[0], (float)hi[1], (float)hi[2], 0.0f));
    }
    wf_f4 grow = wf_f4_splat(margin);
    return (box){wf_f4_sub(b.lo, grow), wf_f4_add(b.hi, grow)};
}

bool wf_body_comes_near(const wf_obstacle* o, const wf_body* body, const wf_cloth* cloth,
                        float margin) {
    mesh other = mesh_of(cloth);
    if (wf_is_solid(&body->shape)) {
        box all = run_box(&other, 0, other.triangle_count);
        box way = solid_box(o, body, margin + way_of(o, body));
        return wf_body_goes(o, body) && meet(&way, &all);
    }
    mesh swept = {o->x0,
                  o->x1,
                  4,
                  o->triangles + 3 * (size_t)body->first_triangle,
                  body->triangle_count,
                  margin + way_of(o, body)};
    return wf_body_goes(o, body) && are_near(&swept, &other);
}
