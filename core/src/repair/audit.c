// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The boxes of the last detection hold every pose up to the committed one, so its candidates do for
// the audit.
#include "repair/audit.h"

#include "contact/layers.h"
#include "contact/solids.h"
#include "particles/particles.h"

static void audit_bodies(wf_contact* c, const wf_audit_mesh* cloth, weft_step_report* report) {
    const wf_obstacle* o = c->obstacle;
    wf_audit_mesh body = {o->x0, o->triangles, o->owns, NULL, NULL, o->triangle_count};
    c->audit.crossings = c->audit.declared = c->audit.listed_count = 0;
    bool counted = c->structure_self == NULL ||
                   wf_audit_count(c->memory, &c->audit, &c->candidates, cloth, &body);
    c->audit.mesh_count = c->audit.listed_count;
    if (counted && wf_solids_audit(c)) {
        report->crossings_body = c->audit.crossings;
        report->crossings_declared = c->audit.declared;
    }
}

static void audit_layers(wf_contact* c, const wf_audit_mesh* surface, const uint8_t* tangled,
                         weft_step_report* report) {
    wf_layers* l = c->layers;
    wf_audit_mesh cloth = *surface;
    cloth.same = l->same;
    cloth.declared = tangled;
    if (wf_layers_open_pose(c) &&
        wf_audit_count(c->memory, &l->audit, wf_layers_to_audit(l), &cloth, &cloth)) {
        report->crossings_cloth = l->audit.crossings;
        report->crossings_declared += l->audit.declared;
    }
}

void wf_audit_crossings(wf_contact* c, const uint8_t* tangled, weft_step_report* report) {
    const wf_particles* p = c->particles;
    report->crossings_body = report->crossings_cloth = report->crossings_declared = 0;
    wf_audit_mesh cloth = {p->x, p->triangles, p->owns, c->captured, NULL, p->triangle_count};
    if (c->structure_self != NULL || c->solids != NULL) {
        audit_bodies(c, &cloth, report);
    }
    if (c->layers != NULL) {
        audit_layers(c, &cloth, tangled, report);
    }
}

bool wf_audit_afresh(wf_contact* c, const uint8_t* tangled, weft_step_report* report) {
    wf_contact_boxes(c, c->particles->x, 0.0f, 0, false);
    if (!wf_contact_search_all(c)) {
        return false;
    }
    wf_audit_crossings(c, tangled, report);
    return true;
}
