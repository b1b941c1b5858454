// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is inside is known from the contours (global_intersection.c), ring by ring; each ring starts
// its search for the nearest surface where its neighbour's ended.
#include "repair/push_out.h"

#include "base/assert.h"
#include "detect/closest.h"
#include "math/vec.h"

#include <string.h>

/// How much less a vertex moves per metre from one that moves more.
#define FOLD_SLOPE 0.3f
/// The field is at rest when it would rise by less, m.
#define LEAST_RISE 1e-6f

/// Triangles looked at around a vertex.
enum { AROUND_MOST = 64 };

static const float* vertex(const wf_repair_mesh* mesh, uint32_t i) {
    return mesh->x + 4 * (size_t)i;
}

// ---- the nearest surface
// --------------------------------------------------------------------------------------

static float distance2(const wf_repair_mesh* body, uint32_t t, const float p[3], float weight[3]) {
    const uint32_t* v = body->triangles + 3 * (size_t)t;
    wf_closest_point_triangle(p, vertex(body, v[0]), vertex(body, v[1]), vertex(body, v[2]),
                              weight);
    wf_v3 d = wf_v3_load(p);
    for (int i = 0; i < 3; ++i) {
        d = wf_v3_muladd(d, wf_v3_load(vertex(body, v[i])), -weight[i]);
    }
    return wf_v3_dot(d, d);
}

/// The triangle next to t on the way around a vertex, or UINT32_MAX at a border.
static uint32_t next_around(const wf_repair_mesh* body, uint32_t t, uint32_t v) {
    const uint32_t* corner = body->triangles + 3 * (size_t)t;
    int i = corner[0] == v ? 0 : corner[1] == v ? 1 : 2;
    uint32_t edge = body->triangle_edges[3 * (size_t)t + (size_t)((i + 1) % 3)];
    const uint32_t* two = body->edge_triangles + 2 * (size_t)edge;
    return two[two[0] == t];
}

uint32_t wf_nearest_walk(const wf_repair_mesh* body, uint32_t start, const float p[3],
                         float weight[3]) {
    uint32_t best = start, from = UINT32_MAX;
    float least = distance2(body, best, p, weight);
    while (from != best) {
        from = best;
        for (int i = 0; i < 3; ++i) {
            uint32_t v = body->triangles[3 * (size_t)from + (size_t)i];
            uint32_t t = next_around(body, from, v);
            for (int n = 0; n < AROUND_MOST && t != from && t != UINT32_MAX; ++n) {
                float w[3], d = distance2(body, t, p, w);
                if (d < least) {
                    least = d;
                    best = t;
                    memcpy(weight, w, sizeof w);
                }
                t = next_around(body, t, v);
            }
        }
    }
    return best;
}

// ---- folds
// ----------------------------------------------------------------------------------------------

void wf_push_out_spread(const wf_repair_mesh* m, float slope, float* need, uint8_t* marked,
                        uint32_t* queue) {
    uint32_t head = 0, waiting = 0, size = m->vertex_count;
    for (uint32_t v = 0; v < size; ++v) {
        if (need[v] > 0.0f) {
            queue[waiting++] = v;
            marked[v] = 1;
        }
    }
    while (waiting > 0) {
        uint32_t v = queue[head];
        head = head + 1 == size ? 0 : head + 1;
        waiting -= 1;
        marked[v] = 0;
        for (uint32_t k = m->first_edge[v]; k < m->first_edge[v + 1]; ++k) {
            const uint32_t* e = m->edges + 2 * (size_t)m->vertex_edges[k];
            uint32_t w = e[0] == v ? e[1] : e[0];
            wf_v3 d = wf_v3_sub(wf_v3_load(vertex(m, v)), wf_v3_load(vertex(m, w)));
            float along = need[v] - slope * wf_v3_length(d);
            if (along > need[w] + LEAST_RISE) {
                need[w] = along;
                if (!marked[w]) {
                    marked[w] = 1;
                    queue[head + waiting < size ? head + waiting : head + waiting - size] = w;
                    waiting += 1;
                }
            }
        }
    }
}

// ---- pushes
// -------------------------------------------------------------------------------------------

/// Unit way out and need of one vertex inside.
static void lead_out(wf_push_out* out, const wf_repair_mesh mesh[2], uint32_t v, uint32_t start,
                     float margin, float* push) {
    float w[3];
    const float* p = vertex(&mesh[WF_CLOTH], v);
    uint32_t t = out->triangle[v] = wf_nearest_walk(&mesh[WF_BODY], start, p, w);
    wf_v3 d = wf_v3_scale(wf_v3_load(p), -1.0f);
    for (int i = 0; i < 3; ++i) {
        uint32_t corner = mesh[WF_BODY].triangles[3 * (size_t)t + (size_t)i];
        d = wf_v3_muladd(d, wf_v3_load(vertex(&mesh[WF_BODY], corner)), w[i]);
    }
    float depth = wf_v3_length(d);
    if (depth > 0.0f) {
        wf_v3_store(push + 4 * (size_t)v, wf_v3_scale(d, 1.0f / depth));
        push[4 * (size_t)v + 3] = 1.0f;
        out->need[v] = depth + margin;
    }
}

/// Goes through the rings of a region.
static void lead_region(wf_push_out* out, const wf_repair_mesh mesh[2],
                        const wf_global_intersection* g, const wf_region* region, float margin,
                        float* push) {
    const wf_repair_mesh* m = &mesh[WF_CLOTH];
    for (uint32_t n = 0; n < region->count; ++n) {
        uint32_t v = g->members[region->first + n], start = out->triangle[v];
        for (uint32_t k = m->first_edge[v]; k < m->first_edge[v + 1] && start == UINT32_MAX; ++k) {
            const uint32_t* e = m->edges + 2 * (size_t)m->vertex_edges[k];
            start = out->triangle[e[0] == v ? e[1] : e[0]];
        }
        if (start != UINT32_MAX) {
            lead_out(out, mesh, v, start, margin, push);
        }
    }
}

/// Gives those that go along the mean direction of those that they follow, and all their lengths.
static void follow(const wf_push_out* out, const wf_repair_mesh* m, float reach, float* push) {
    float most = 0.0f;
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        most = out->need[v] > most ? out->need[v] : most;
    }
    float scale = most > reach ? reach / most : 1.0f;
    for (int ring = 0; ring < 8; ++ring) { // further out the field has long ended
        for (uint32_t v = 0; v < m->vertex_count; ++v) {
            wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
            float* p = push + 4 * (size_t)v;
            uint32_t k = m->first_edge[v];
            for (; k < m->first_edge[v + 1] && out->need[v] > 0.0f && p[3] == 0.0f; ++k) {
                const uint32_t* e = m->edges + 2 * (size_t)m->vertex_edges[k];
                sum = wf_v3_add(sum, wf_v3_load(push + 4 * (size_t)(e[0] == v ? e[1] : e[0])));
            }
            float length = wf_v3_length(sum);
            if (length > 0.0f) {
                wf_v3_store(p, wf_v3_scale(sum, 1.0f / length));
                p[3] = 1.0f;
            }
        }
    }
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        float* p = push + 4 * (size_t)v;
        wf_v3_store(p, wf_v3_scale(wf_v3_load(p), scale * out->need[v]));
    }
}

bool wf_push_out_find(wf_memory* memory, wf_push_out* out, const wf_repair_mesh mesh[2],
                      const wf_crossings* c, const wf_global_intersection* g, float reach,
                      float margin, float* push) {
    WEFT_DEBUG_ASSERT(reach > 0.0f && margin >= 0.0f);
    size_t count = mesh[WF_CLOTH].vertex_count;
    if (!wf_reserve(memory, (void**)&out->need, &out->need_capacity, count, sizeof(float)) ||
        !wf_reserve(memory, (void**)&out->triangle, &out->triangle_capacity, count,
                    sizeof(uint32_t)) ||
        !wf_reserve(memory, (void**)&out->marked, &out->marked_capacity, count, 1) ||
        !wf_reserve(memory, (void**)&out->queue, &out->queue_capacity, count, sizeof(uint32_t))) {
        return false;
    }
    memset(out->need, 0, sizeof(float) * count);
    memset(out->triangle, 0xff, sizeof(uint32_t) * count);
    memset(out->marked, 0, count);
    memset(push, 0, 16 * count);
    for (uint32_t n = 0; n < c->count; ++n) {
        const wf_crossing* k = &c->items[n];
        if (k->face_of == WF_BODY && k->inside != 0) {
            out->triangle[k->end[k->inside - 1]] = k->face;
        }
    }
    for (uint32_t n = 0; n < g->region_count; ++n) {
        if (c->contours[g->regions[n].contour].body) {
            lead_region(out, mesh, g, &g->regions[n], margin, push);
        }
    }
    wf_push_out_spread(&mesh[WF_CLOTH], FOLD_SLOPE, out->need, out->marked, out->queue);
    follow(out, &mesh[WF_CLOTH], reach, push);
    return true;
}

void wf_push_out_free(wf_memory* memory, wf_push_out* out) {
    wf_free(memory, out->need);
    wf_free(memory, out->triangle);
    wf_free(memory, out->marked);
    wf_free(memory, out->queue);
    *out = (wf_push_out){0};
}
