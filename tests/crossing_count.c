// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "crossing_count.h"

#include "detect/audit.h"
#include "mesh/owners.h"
#include "mesh/topology.h"
#include "test_macros.h"

#include <stdlib.h>

/// All cloths, or all bodies, side by side.
typedef struct surface {
    float* x;
    uint32_t* triangles;
    uint32_t vertex_count, triangle_count;
} surface;

static void append(surface* s, const float* x, uint32_t vertices, const uint32_t* triangles,
                   uint32_t triangle_count) {
    s->x = realloc(s->x, 16 * ((size_t)s->vertex_count + vertices));
    s->triangles = realloc(s->triangles, 12 * ((size_t)s->triangle_count + triangle_count));
    for (size_t v = 0; v < vertices; ++v) {
        float* to = s->x + 4 * (s->vertex_count + v);
        memcpy(to, x + 3 * v, 12);
        to[3] = 0.0f;
    }
    for (size_t k = 0; k < 3 * (size_t)triangle_count; ++k) {
        s->triangles[3 * (size_t)s->triangle_count + k] = triangles[k] + s->vertex_count;
    }
    s->vertex_count += vertices;
    s->triangle_count += triangle_count;
}

/// So that every edge is one triangle's.
static uint8_t* own_edges(wf_memory* memory, const surface* s) {
    wf_topology topology = {0};
    uint8_t* owns = WF_ALLOC(memory, uint8_t, s->triangle_count + 1);
    CHECK(wf_topology_build(memory, s->triangles, s->triangle_count, s->vertex_count, &topology) &&
          wf_owners_assign(memory, s->triangles, topology.triangle_edges, s->triangle_count,
                           s->vertex_count, topology.edge_count, owns));
    wf_topology_free(memory, &topology);
    return owns;
}

static uint32_t count_between(const surface* a, const surface* b) {
    wf_memory memory = {0};
    wf_audit audit = {0};
    bool self = a == b;
    size_t most = (size_t)a->triangle_count * b->triangle_count;
    wf_pairs pairs = {.a = malloc(4 * most + 4), .b = malloc(4 * most + 4)};
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        for (uint32_t k = self ? i + 1 : 0; k < b->triangle_count; ++k) {
            pairs.a[pairs.count] = i;
            pairs.b[pairs.count++] = k;
        }
    }
    uint8_t* owns[2] = {own_edges(&memory, a), own_edges(&memory, b)};
    wf_audit_mesh am = {.x = a->x, .triangles = a->triangles, .owns = owns[0]};
    wf_audit_mesh bm = {.x = b->x, .triangles = b->triangles, .owns = owns[1]};
    am.triangle_count = a->triangle_count;
    bm.triangle_count = b->triangle_count;
    CHECK(wf_audit_count(&memory, &audit, &pairs, &am, self ? &am : &bm));
    uint32_t count = audit.crossings;
    wf_audit_free(&memory, &audit);
    wf_free(&memory, owns[0]);
    wf_free(&memory, owns[1]);
    free(pairs.a);
    free(pairs.b);
    return count;
}

static surface cloths_of(const weft_world* world) {
    surface cloth = {0};
    for (uint32_t i = 0; i < weft_world_cloth_count(world); ++i) {
        weft_cloth_id id = weft_world_cloth_at(world, i);
        append(&cloth, weft_cloth_positions(world, id), weft_cloth_vertex_count(world, id),
               weft_cloth_triangles(world, id), weft_cloth_triangle_count(world, id));
    }
    return cloth;
}

uint32_t count_cloth_crossings(const weft_world* world) {
    surface cloth = cloths_of(world);
    uint32_t count = count_between(&cloth, &cloth);
    free(cloth.x);
    free(cloth.triangles);
    return count;
}

uint32_t count_crossings(const weft_world* world) {
    surface cloth = cloths_of(world), body = {0};
    for (uint32_t i = 0; i < weft_world_body_count(world); ++i) {
        weft_body_id id = weft_world_body_at(world, i);
        append(&body, weft_body_positions(world, id), weft_body_vertex_count(world, id),
               weft_body_triangles(world, id), weft_body_triangle_count(world, id));
    }
    uint32_t count = count_between(&cloth, &cloth);
    if (body.triangle_count > 0) {
        count += count_between(&cloth, &body);
    }
    free(cloth.x);
    free(cloth.triangles);
    free(body.x);
    free(body.triangles);
    return count;
}
