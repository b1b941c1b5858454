// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the host sees after a step: the particles' state spread over the vertices, in packed arrays.
#include "contact/contact.h"
#include "solve/system.h"
#include "world/world.h"

#include <string.h>

static void publish_vectors(const float* particles, const uint32_t* particle, uint32_t count,
                            float* out) {
    for (size_t v = 0; v < count; ++v) {
        memcpy(out + 3 * v, particles + 4 * (size_t)particle[v], 3 * sizeof(float));
    }
}

static void publish_numbers(const float* particles, const uint32_t* particle, uint32_t count,
                            float* out) {
    for (size_t v = 0; v < count; ++v) {
        out[v] = particles[particle[v]];
    }
}

static void publish_cloth(const wf_particles* particles, wf_cloth* cloth) {
    uint32_t count = cloth->vertex_count;
    publish_vectors(particles->x, cloth->particle, count, cloth->positions);
    publish_vectors(particles->v, cloth->particle, count, cloth->velocities);
    publish_numbers(particles->strain, cloth->particle, count, cloth->strain);
    publish_numbers(particles->pressure, cloth->particle, count, cloth->pressure);
    wf_cloth_update_normals(cloth);
}

static void publish_body(const wf_obstacle* obstacle, wf_body* body) {
    const float* from = obstacle->x0 + 4 * (size_t)body->first_vertex;
    for (size_t v = 0; v < body->vertex_count; ++v) {
        memcpy(body->published + 3 * v, from + 4 * v, 3 * sizeof(float));
    }
}

void wf_world_publish_bodies(weft_world* world) {
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        publish_body(&world->obstacle, &world->objects.bodies[i]);
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
            publish_cloth(world->particles, &world->objects.cloths[i]);
        }
    }
    wf_world_publish_captured(world);
    if (!world->obstacle.shown) {
        wf_world_publish_bodies(world);
        world->obstacle.shown = world->obstacle.stands;
    }
}
