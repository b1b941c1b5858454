// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The boxes of the last detection hold every pose up to the committed one, so its candidates do for
// the audit.
#include "repair/audit.h"

#include "contact/layers.h"
#include "particles/particles.h"
#include "repair/repair.h"

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
        wf_audit_count(&world->memory, &l->audit, wf_layers_to_audit(l), &cloth, &cloth)) {
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
