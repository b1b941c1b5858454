// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bodies as one mesh. Each vertex and edge is owned by the first triangle that has it, so a
// loop over triangles meets every feature once.
#include "body/body.h"

#include "math/vec.h"
#include "mesh/normals.h"
#include "mesh/owners.h"
#include "mesh/topology.h"

#include <string.h>

static bool alloc_obstacle(wf_memory* memory, wf_obstacle* o) {
    o->x0 = WF_ALLOC(memory, float, 4 * (size_t)o->vertex_count);
    o->x1 = WF_ALLOC(memory, float, 4 * (size_t)o->vertex_count);
    o->triangles = WF_ALLOC(memory, uint32_t, 3 * (size_t)o->drawn_count);
    o->owns = WF_ALLOC(memory, uint8_t, o->triangle_count);
    o->body_of = WF_ALLOC(memory, uint16_t, o->vertex_count);
    o->normals = WF_ALLOC(memory, float, 4 * (size_t)o->vertex_count);
    o->way2 = WF_ALLOC(memory, float, o->vertex_count);
    o->most = WF_ALLOC(memory, float, wf_obstacle_block_count(o));
    return o->vertex_count == 0 || (o->x0 && o->x1 && o->triangles && o->body_of && o->normals &&
                                    o->way2 && ((o->owns && o->most) || o->triangle_count == 0));
}

static void count_bodies(const wf_body* bodies, uint32_t body_count, wf_obstacle* o) {
    *o = (wf_obstacle){.body_count = body_count};
    for (uint32_t i = 0; i < body_count; ++i) {
        o->vertex_count += bodies[i].vertex_count;
        o->triangle_count += wf_is_solid(&bodies[i].shape) ? 0 : bodies[i].triangle_count;
        o->drawn_count += bodies[i].triangle_count;
    }
}

static void copy_triangles(const wf_body* bodies, wf_obstacle* o) {
    uint32_t vertex = 0, corner = 0, drawn = 3 * o->triangle_count;
    for (uint32_t i = 0; i < o->body_count; ++i) {
        uint32_t* next = wf_is_solid(&bodies[i].shape) ? &drawn : &corner;
        for (uint32_t k = 0; k < 3 * bodies[i].triangle_count; ++k) {
            o->triangles[(*next)++] = vertex + bodies[i].triangles[k];
        }
        for (uint32_t end = vertex + bodies[i].vertex_count; vertex < end; ++vertex) {
            o->body_of[vertex] = (uint16_t)i;
        }
    }
}

// The edges of the topology are all that is needed; they change hands.
static bool build_edges(wf_memory* memory, wf_obstacle* o) {
    if (o->triangle_count == 0) {
        return true;
    }
    wf_topology topology;
    if (!wf_topology_build(memory, o->triangles, o->triangle_count, o->vertex_count, &topology)) {
        return false;
    }
    o->edge_count = topology.edge_count;
    o->edges = topology.edges;
    o->triangle_edges = topology.triangle_edges;
    topology.edges = NULL;
    topology.triangle_edges = NULL;
    wf_topology_free(memory, &topology);
    return true;
}

static bool assign_owners(wf_memory* memory, wf_obstacle* o) {
    return o->triangle_count == 0 ||
           wf_owners_assign(memory, o->triangles, o->triangle_edges, o->triangle_count,
                            o->vertex_count, o->edge_count, o->owns);
}

// What was there stays where it was, behind its animation perhaps.
static void place_bodies(const wf_obstacle* old, wf_body* bodies, wf_obstacle* o) {
    uint32_t vertex = 0, triangle = 0, drawn = o->triangle_count;
    for (uint32_t i = 0; i < o->body_count; ++i) {
        wf_body* body = &bodies[i];
        uint32_t* next = wf_is_solid(&body->shape) ? &drawn : &triangle;
        float* to = o->x0 + 4 * (size_t)vertex;
        if (body->placed) {
            memcpy(to, old->x0 + 4 * (size_t)body->first_vertex,
                   4 * sizeof(float) * (size_t)body->vertex_count);
        } else if (body->vertex_count > 0) {
            wf_body_positions_now(body, to);
        }
        body->placed = body->vertex_count > 0;
        body->first_vertex = vertex;
        body->first_triangle = *next;
        vertex += body->vertex_count;
        *next += body->triangle_count;
    }
}

bool wf_obstacle_rebuild(wf_memory* memory, wf_obstacle* obstacle, wf_body* bodies,
                         uint32_t body_count) {
    if (obstacle->stale || obstacle->body_count != body_count) {
        wf_obstacle fresh;
        count_bodies(bodies, body_count, &fresh);
        if (!alloc_obstacle(memory, &fresh)) {
            wf_obstacle_free(memory, &fresh);
            return false;
        }
        copy_triangles(bodies, &fresh);
        if (!build_edges(memory, &fresh) || !assign_owners(memory, &fresh)) {
            wf_obstacle_free(memory, &fresh);
            return false;
        }
        place_bodies(obstacle, bodies, &fresh);
        wf_obstacle_free(memory, obstacle);
        *obstacle = fresh;
    }
    obstacle->placed = WF_NOT_PLACED;
    if (obstacle->vertex_count > 0) {
        memcpy(obstacle->x1, obstacle->x0, 4 * sizeof(float) * (size_t)obstacle->vertex_count);
    }
    return true;
}

void wf_obstacle_free(wf_memory* memory, wf_obstacle* obstacle) {
    wf_free(memory, obstacle->x0);
    wf_free(memory, obstacle->x1);
    wf_free(memory, obstacle->triangles);
    wf_free(memory, obstacle->edges);
    wf_free(memory, obstacle->triangle_edges);
    wf_free(memory, obstacle->owns);
    wf_free(memory, obstacle->body_of);
    wf_free(memory, obstacle->normals);
    wf_free(memory, obstacle->way2);
    wf_free(memory, obstacle->most);
    *obstacle = (wf_obstacle){0};
}

void wf_obstacle_face(wf_obstacle* o) {
    if (o->vertex_count > 0) {
        wf_normal_sums(o->x0, o->triangles, o->triangle_count, o->vertex_count, o->normals);
    }
}

wf_v3 wf_obstacle_normal(const wf_obstacle* o, uint32_t face) {
    const uint32_t* t = o->triangles + 3 * (size_t)face;
    wf_v3 a = wf_v3_load(o->x0 + 4 * (size_t)t[0]);
    wf_v3 n = wf_v3_cross(wf_v3_sub(wf_v3_load(o->x0 + 4 * (size_t)t[1]), a),
                          wf_v3_sub(wf_v3_load(o->x0 + 4 * (size_t)t[2]), a));
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : n;
}
