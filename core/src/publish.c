// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the host sees after a step: the particles' state spread over the vertices, in packed arrays.
#include "base/parallel.h"
#include "contact/contact.h"
#include "solve/system.h"
#include "world/world.h"

#include <string.h>

/// Vertices that a thread takes at a time.
enum { VERTEX_BLOCK = 1024 };

typedef struct showing {
    const wf_particles* particles;
    const wf_cloth* cloth;
} showing;

static void show_vertices(void* given, uint32_t begin, uint32_t end) {
    const showing* a = given;
    const wf_particles* particles = a->particles;
    const wf_cloth* cloth = a->cloth;
    for (size_t v = begin; v < end; ++v) {
        size_t i = cloth->particle[v];
        memcpy(cloth->positions + 3 * v, particles->x + 4 * i, 3 * sizeof(float));
        memcpy(cloth->velocities + 3 * v, particles->v + 4 * i, 3 * sizeof(float));
        cloth->strain[v] = particles->strain[i];
        cloth->pressure[v] = particles->pressure[i];
    }
}

static void publish_cloth(weft_world* world, wf_cloth* cloth) {
    showing a = {world->particles, cloth};
    wf_parallel_for(WF_WORLD_POOL(world), cloth->vertex_count, VERTEX_BLOCK, show_vertices, &a);
    wf_cloth_update_normals(cloth);
}

typedef struct placing {
    const float* from;
    float* to;
} placing;

static void show_places(void* given, uint32_t begin, uint32_t end) {
    const placing* a = given;
    for (size_t v = begin; v < end; ++v) {
        memcpy(a->to + 3 * v, a->from + 4 * v, 3 * sizeof(float));
    }
}

static void publish_body(weft_world* world, const wf_body* body) {
    placing a = {world->obstacle.x0 + 4 * (size_t)body->first_vertex, body->published};
    wf_parallel_for(WF_WORLD_POOL(world), body->vertex_count, VERTEX_BLOCK, show_places, &a);
}

void wf_world_publish_bodies(weft_world* world) {
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        publish_body(world, &world->objects.bodies[i]);
    }
}

void wf_world_publish_captured(weft_world* world) {
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        wf_cloth* cloth = &world->objects.cloths[i];
        for (size_t v = 0; v < cloth->vertex_count; ++v) {
            cloth->captured[v] = !cloth->asleep && world->contact->captured[cloth->particle[v]];
        }
    }
}

void wf_world_publish(weft_world* world) {
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        if (!world->objects.cloths[i].asleep) {
            publish_cloth(world, &world->objects.cloths[i]);
        }
    }
    wf_world_publish_captured(world);
    if (!world->obstacle.shown) {
        wf_world_publish_bodies(world);
        world->obstacle.shown = world->obstacle.stands;
    }
}
