// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two k-DOP trees over swept triangles find pairs of triangles; boxes of their features drop most
// of what these pairs stand for.
#include "contact/impact_pairs.h"

#include "contact/partners.h"
#include "math/simd.h"
#include "structures/sweep.h"

#include <string.h>

enum { DOP_K = 18, DOP_ARITY = 4 };

static wf_sweep sweep_of(const wf_impact_pairs* p, bool body, float grow) {
    uint32_t first = body ? p->cloth_triangles : 0;
    uint32_t count = body ? p->triangle_count - first : p->cloth_triangles;
    return (wf_sweep){p->x0, p->x1, p->triangles + 3 * (size_t)first, p->point_count, count,
                      grow,  true};
}

bool wf_impact_pairs_create(wf_memory* memory, const wf_impact_surface* cloth,
                            const wf_impact_surface* body, wf_impact_pairs* out) {
    size_t points = cloth->point_count + body->point_count;
    size_t triangles = cloth->triangle_count + body->triangle_count;
    *out = (wf_impact_pairs){.cloth_points = cloth->point_count,
                             .point_count = (uint32_t)points,
                             .cloth_triangles = cloth->triangle_count,
                             .triangle_count = (uint32_t)triangles};
    out->triangles = WF_ALLOC(memory, uint32_t, 3 * triangles);
    out->owns = WF_ALLOC(memory, uint8_t, triangles);
    out->x0 = WF_ALLOC(memory, float, 4 * points);
    out->x1 = WF_ALLOC(memory, float, 4 * points);
    out->same = WF_ALLOC(memory, uint32_t, points);
    out->inverse_mass = WF_ALLOC(memory, float, points);
    out->exempt = WF_ALLOC(memory, uint8_t, points);
    if (memory->failed) {
        return false;
    }
    for (uint32_t i = 0; i < points; ++i) {
        out->same[i] = i;
    }
    for (size_t t = 0; t < triangles; ++t) {
        bool of_body = t >= cloth->triangle_count;
        const wf_impact_surface* s = of_body ? body : cloth;
        size_t at = of_body ? t - cloth->triangle_count : t;
        out->owns[t] = s->owns == NULL ? 63 : s->owns[at];
        for (size_t k = 0; k < 3; ++k) {
            out->triangles[3 * t + k] =
                s->triangles[3 * at + k] + (of_body ? cloth->point_count : 0);
        }
    }
    return true;
}

void wf_impact_pairs_free(wf_memory* memory, wf_impact_pairs* p) {
    wf_free(memory, p->triangles);
    wf_free(memory, p->owns);
    wf_free(memory, p->x0);
    wf_free(memory, p->x1);
    wf_free(memory, p->same);
    wf_free(memory, p->inverse_mass);
    wf_free(memory, p->exempt);
    wf_free(memory, p->who);
    wf_dop_tree_free(memory, &p->cloth);
    wf_dop_tree_free(memory, &p->body);
    wf_dop_stack_free(memory, &p->stack);
    wf_pair_list_free(memory, &p->list);
    wf_free(memory, p->found.a);
    wf_free(memory, p->found.b);
    *p = (wf_impact_pairs){0};
}

static bool fit(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep) {
    if (tree->node_count == 0) {
        return wf_dop_tree_build(memory, tree, sweep, DOP_K, DOP_ARITY);
    }
    wf_dop_tree_refit(tree, sweep);
    return true;
}

bool wf_impact_pairs_search(wf_memory* memory, wf_impact_pairs* p, float reach) {
    wf_sweep cloth = sweep_of(p, false, 0.5f * reach), body = sweep_of(p, true, 0.5f * reach);
    p->list.count = p->found.count = 0;
    if (p->cloth_triangles == 0) {
        return true;
    }
    if (!fit(memory, &p->cloth, &cloth) ||
        !wf_dop_tree_collide_self(memory, &p->cloth, &p->stack, &p->list)) {
        return false;
    }
    size_t self = p->list.count;
    if (body.triangle_count > 0 &&
        (!fit(memory, &p->body, &body) ||
         !wf_dop_tree_collide(memory, &p->cloth, &p->body, &p->stack, &p->list))) {
        return false;
    }
    for (size_t i = self; i < p->list.count; ++i) {
        p->list.found[i].b += p->cloth_triangles;
    }
    return wf_pair_list_sort(memory, &p->list, p->cloth_triangles, p->triangle_count, &p->found);
}

typedef struct visitor {
    const wf_impact_pairs* pairs;
    float reach;
    wf_impact_visit* visit;
    void* context;
} visitor;

static wf_box box_of(const visitor* v, const uint32_t* point, int count) {
    wf_sweep sweep = {v->pairs->x0, v->pairs->x1, NULL, 0, 0, 0.5f * v->reach, true};
    wf_box box = wf_sweep_vertex_box(&sweep, point[0]);
    for (int i = 1; i < count; ++i) {
        box = wf_box_join(box, wf_sweep_vertex_box(&sweep, point[i]));
    }
    return box;
}

/// What is captured in a body, or crossed with cloth, has no right side yet.
static bool may_meet(const wf_impact_pairs* p, uint32_t a, uint32_t b) {
    bool a_cloth = a < p->cloth_points, b_cloth = b < p->cloth_points;
    if (!a_cloth || !b_cloth) {
        return !(a_cloth && p->exempt[a]) && !(b_cloth && p->exempt[b]);
    }
    return p->tangle == NULL || p->tangle[a] == UINT32_MAX || p->tangle[a] != p->tangle[b];
}

static bool may_be_kept_apart(const wf_impact_pairs* p, const uint32_t* a, int a_count,
                              const uint32_t* b, int b_count) {
    bool free = false, fine = true;
    for (int i = 0; i < a_count; ++i) {
        for (int j = 0; j < b_count; ++j) {
            fine = fine && p->same[a[i]] != p->same[b[j]];
            free = free || p->inverse_mass[a[i]] > 0.0f || p->inverse_mass[b[j]] > 0.0f;
            fine = fine && may_meet(p, a[i], b[j]);
        }
    }
    return free && fine;
}

static void try_feature(const visitor* v, const uint32_t* a, int a_count, const uint32_t* b,
                        int b_count) {
    if (!may_be_kept_apart(v->pairs, a, a_count, b, b_count) ||
        !wf_box_overlap(box_of(v, a, a_count), box_of(v, b, b_count))) {
        return;
    }
    wf_impact_feature feature = {a_count == 1 ? WF_CCD_VERTEX_FACE : WF_CCD_EDGE_EDGE, {0}};
    memcpy(feature.point, a, (size_t)a_count * sizeof *a);
    memcpy(feature.point + a_count, b, (size_t)b_count * sizeof *b);
    v->visit(v->context, &feature);
}

static void try_triangles(const visitor* v, uint32_t s, uint32_t t) {
    const wf_impact_pairs* p = v->pairs;
    const uint32_t *a = p->triangles + 3 * (size_t)s, *b = p->triangles + 3 * (size_t)t;
    if (p->who != NULL && !wf_may_touch(&p->who[a[0]], &p->who[b[0]])) {
        return;
    }
    uint8_t a_owns = p->owns[s], b_owns = p->owns[t];
    for (int i = 0; i < 3; ++i) {
        if (a_owns >> i & 1) {
            try_feature(v, a + i, 1, b, 3);
        }
        if (b_owns >> i & 1) {
            try_feature(v, b + i, 1, a, 3);
        }
    }
    for (int k = 0; k < 9; ++k) {
        int i = k / 3, j = k % 3;
        if ((a_owns >> (3 + i) & 1) && (b_owns >> (3 + j) & 1)) {
            uint32_t e[2] = {a[(i + 1) % 3], a[(i + 2) % 3]};
            uint32_t f[2] = {b[(j + 1) % 3], b[(j + 2) % 3]};
            try_feature(v, e, 2, f, 2);
        }
    }
}

void wf_impact_pairs_visit(const wf_impact_pairs* p, float reach, wf_impact_visit* visit,
                           void* context) {
    visitor v = {p, reach, visit, context};
    for (size_t i = 0; i < p->found.count; ++i) {
        try_triangles(&v, p->found.a[i], p->found.b[i]);
    }
}

wf_ccd_query wf_impact_query(const wf_impact_pairs* p, const wf_impact_feature* feature) {
    wf_ccd_query query = {.separation = 0.0};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            query.from[i][k] = p->x0[4 * (size_t)feature->point[i] + (size_t)k];
            query.to[i][k] = p->x1[4 * (size_t)feature->point[i] + (size_t)k];
        }
    }
    return query;
}
