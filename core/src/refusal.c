// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The structure is asked before it is built, the response after.
#include "refusal.h"

#include "base/assert.h"
#include "base/report.h"
#include "contact/partners.h"
#include "contact/response.h"
#include "weft/lab.h"

#ifdef WEFT_LAB

static weft_status ask_structure(weft_world* world, weft_report* report) {
    const wf_structure* structure = world->methods.structure;
    if (structure->check == NULL || !wf_partners_any_body(&world->objects)) {
        return wf_report_ok(report);
    }
    if (!wf_obstacle_rebuild(&world->memory, &world->obstacle, world->objects.bodies,
                             world->objects.body_count)) {
        return wf_report_memory(report, "the bodies");
    }
    const wf_obstacle* o = &world->obstacle;
    wf_sweep body = {o->x0, o->x1, o->triangles, o->vertex_count, o->triangle_count, 0.0f, true};
    return structure->check(&world->memory, &body, world->methods.values[WEFT_STAGE_STRUCTURE],
                            report);
}

static weft_status ask_response(weft_world* world, weft_report* report) {
    const wf_response* response = world->methods.response;
    bool asks = response->check != NULL && wf_partners_any_body(&world->objects);
    return asks ? response->check(world->contact, report) : wf_report_ok(report);
}

weft_status wf_refuse_or_rebuild(weft_world* world, weft_report* report) {
    weft_status status = ask_structure(world, report);
    if (status == WEFT_OK && !wf_world_rebuild(world)) {
        status = wf_report_memory(report, "the world");
    }
    status = status == WEFT_OK ? ask_response(world, report) : status;
    world->topology_changed |= status != WEFT_OK;
    world->memory.failed = false;
    return status;
}

weft_status weft_lab_check_methods(weft_world* world, weft_report* report) {
    WEFT_ASSERT(world != NULL);
    return world->topology_changed ? wf_refuse_or_rebuild(world, report) : wf_report_ok(report);
}

#endif
