// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the step found out about the cloth: strain, speed, pressure.
#include "cloth/strain.h"
#include "contact/contact.h"
#include "contact/layers.h"
#include "math/vec.h"
#include "repair/repair.h"
#include "solve/system.h"
#include "step.h"

#include <string.h>

static void measure_strain(weft_world* world) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    for (uint32_t e = 0; e < s->element_count; ++e) {
        wf_f4 u[3], v[3];
        wf_membrane_directions(&s->elements[e].m, s->elements[e].corner, particles->x, u, v);
        wf_f4_store(s->stretch + 4 * (size_t)e, wf_membrane_stretch(u, v));
    }
    wf_strain_summary summary = wf_strain_summarise(s->stretch, particles->triangle_count);
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
    for (size_t i = 0; i < c->touch_count; ++i) {
        const wf_touch* t = &c->touches[i];
        for (uint32_t k = 0; k < t->count; ++k) {
            particles->pressure[t->particle[k]] +=
                t->weight[k] * t->load / particles->area[t->particle[k]];
        }
    }
}

static void measure_speed(weft_world* world) {
    const wf_particles* particles = world->particles;
    float speed2 = 0.0f;
    for (size_t i = 0; i < particles->count; ++i) {
        wf_f4 v = wf_f4_load(particles->v + 4 * i);
        float length2 = wf_f4_dot3(v, v);
        speed2 = length2 > speed2 ? length2 : speed2;
    }
    world->report.speed_max = sqrtf(speed2);
}

// The boxes of the last detection hold every pose up to the committed one, so its candidates do.

static void audit_bodies(weft_world* world, const wf_audit_mesh* cloth) {
    const wf_obstacle* o = &world->obstacle;
    wf_contact* c = world->contact;
    wf_audit_mesh body = {o->x0, o->triangles, o->owns, NULL, NULL, o->triangle_count};
    if (wf_audit_count(&world->memory, &c->audit, &c->candidates, cloth, &body)) {
        world->report.crossings_body = c->audit.crossings;
        world->report.crossings_declared = c->audit.declared;
    }
}

static void audit_layers(weft_world* world, const wf_audit_mesh* surface) {
    wf_layers* l = world->contact->layers;
    wf_audit_mesh cloth = *surface;
    cloth.same = l->same;
    cloth.declared = world->repair->tangled; // came in crossed
    if (wf_layers_open_pose(world) &&
        wf_audit_count(&world->memory, &l->audit, &l->candidates, &cloth, &cloth)) {
        world->report.crossings_cloth = l->audit.crossings;
        world->report.crossings_declared += l->audit.declared;
    }
}

void wf_audit_world(weft_world* world) {
    const wf_particles* particles = world->particles;
    wf_contact* c = world->contact;
    world->report.crossings_body = world->report.crossings_cloth = 0;
    world->report.crossings_declared = 0;
    wf_audit_mesh cloth = {particles->x, particles->triangles,     particles->owns, c->captured,
                           NULL,         particles->triangle_count};
    if (c->structure_self != NULL) {
        audit_bodies(world, &cloth);
    }
    if (c->layers != NULL) {
        audit_layers(world, &cloth);
    }
}

bool wf_audit_afresh(weft_world* world) {
    wf_contact_boxes(world, world->particles->x, 0.0f, 0);
    if (!wf_contact_refresh(world) || !wf_contact_detect(world)) {
        return false;
    }
    wf_audit_world(world);
    return true;
}

void wf_measure_cloth(weft_world* world) {
    if (world->particles->count > 0) {
        measure_strain(world);
        measure_pressure(world);
        measure_speed(world);
    }
}
