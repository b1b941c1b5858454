// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the step found out about the cloth: strain, speed, pressure.
#include "cloth/strain.h"
#include "contact/contact.h"
#include "math/vec.h"
#include "solve/system.h"
#include "step.h"

#include <string.h>

/// Elements of four triangles that a thread takes at a time.
enum { ELEMENT_BLOCK = 256 };

static void stretch_elements(void* given, uint32_t begin, uint32_t end) {
    const wf_system* s = given;
    for (uint32_t e = begin; e < end; ++e) {
        wf_f4 u[3], v[3];
        wf_membrane_directions(&s->elements[e].m, s->elements[e].corner, s->particles.x, u, v);
        wf_f4_store(s->stretch + 4 * (size_t)e, wf_membrane_stretch(u, v));
    }
}

static void measure_strain(weft_world* world) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    wf_system_for(s, s->element_count, ELEMENT_BLOCK, stretch_elements, s);
    wf_strain_summary summary =
        wf_strain_summarise(s->stretch, particles->triangle_count, WF_WORLD_POOL(world));
    world->report.strain_p50 = summary.p50;
    world->report.strain_p99 = summary.p99;
    world->report.strain_max = summary.max;
    wf_strain_mean(s->stretch, particles->triangles, particles->triangle_count, particles->count,
                   (uint32_t*)s->q, particles->strain);
}

static void measure_pressure(weft_world* world) {
    wf_particles* particles = world->particles;
    const wf_contact* c = world->contact;
    memset(particles->pressure, 0, sizeof(float) * particles->count);
    for (size_t i = 0; i < c->touches.count; ++i) {
        const wf_touch* t = &c->touches.items[i];
        for (uint32_t k = 0; k < t->count; ++k) {
            particles->pressure[t->particle[k]] +=
                t->weight[k] * t->load / particles->area[t->particle[k]];
        }
    }
}

float wf_measure_speed(const weft_world* world) {
    const wf_particles* particles = world->particles;
    float speed2 = 0.0f;
    for (size_t i = 0; i < particles->count; ++i) {
        wf_f4 v = wf_f4_load(particles->v + 4 * i);
        float length2 = wf_f4_dot3(v, v);
        speed2 = length2 > speed2 ? length2 : speed2;
    }
    return sqrtf(speed2);
}

void wf_measure_cloth(weft_world* world) {
    if (world->particles->count > 0) {
        measure_strain(world);
        measure_pressure(world);
        world->report.speed_max = wf_measure_speed(world);
    }
}
