// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Both have been created by then; what takes room they make when they are asked.
#include "refusal.h"

#include "base/assert.h"
#include "base/report.h"
#include "contact/partners.h"
#include "contact/response.h"
#include "weft/lab.h"

#ifdef WEFT_LAB

static weft_status ask_structure(weft_world* world, weft_report* report) {
    const wf_contact* c = world->contact;
    const wf_obstacle* o = &world->obstacle;
    wf_sweep body = {o->x0, o->x1, o->triangles, o->vertex_count, o->triangle_count, 0.0f, true};
    bool asks = c->structure_self != NULL && c->structure->check != NULL;
    return asks ? c->structure->check(c->memory, c->structure_self, &body, report)
                : wf_report_ok(report);
}

static weft_status ask_response(weft_world* world, weft_report* report) {
    const wf_response* response = world->methods.functions[WEFT_STAGE_RESPONSE];
    bool asks = response->check != NULL && wf_partners_any_body(&world->objects);
    return asks ? response->check(world->contact, report) : wf_report_ok(report);
}

/// Solids have pairs for the filter and touches; what looks for triangles does not see them.
static weft_status ask_for_solids(weft_world* world, weft_report* report) {
    const wf_response* response = world->methods.functions[WEFT_STAGE_RESPONSE];
    bool sees = response == &wf_response_filter || response == &wf_response_none;
    return sees || world->contact->solids == NULL
               ? wf_report_ok(report)
               : wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "response", 0, WF_NO_OTHER,
                                "This response meets triangles only; take the filter, or bodies "
                                "without a shape.");
}

/// The row that has these functions.
static const weft_method* row_of(const void* functions) {
    const weft_method* row = NULL;
    for (uint32_t i = 0; (row = weft_method_at(i)) != NULL && row->functions != functions; ++i) {
    }
    return row;
}

static bool is_usual(const weft_method* row, const float* values) {
    bool usual = true;
    for (uint32_t i = 0; i < row->parameter_count; ++i) {
        usual &= values[i] == row->parameters[i].usual;
    }
    return usual;
}

/// A response has the narrow phase that it is built on, whether that is named or not; what only
/// another reads is not taken in silence.
static weft_status ask_for_narrow_phase(weft_world* world, weft_report* report) {
    const wf_methods* methods = &world->methods;
    const wf_response* response = methods->functions[WEFT_STAGE_RESPONSE];
    const weft_method* given = methods->row[WEFT_STAGE_NARROW_PHASE];
    const wf_narrow_phase* own = response->narrow != NULL ? response->narrow : &wf_narrow_features;
    bool is_auto = given->functions == &wf_narrow_auto;
    if (!is_auto && given->functions != own) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "narrow_phase", 0, WF_NO_OTHER,
                              "The response \"%s\" is built on the narrow phase \"%s\", not on "
                              "\"%s\"; take that one or \"auto\".",
                              methods->row[WEFT_STAGE_RESPONSE]->name, row_of(own)->name,
                              given->name);
    }
    bool read = own->follows || is_usual(given, methods->values[WEFT_STAGE_NARROW_PHASE]);
    return read
               ? wf_report_ok(report)
               : wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "narrow_phase", 0, WF_NO_OTHER,
                                "The response \"%s\" reads no parameter of the narrow phase; "
                                "\"offset_surfaces\" does.",
                                methods->row[WEFT_STAGE_RESPONSE]->name);
}

weft_status wf_refuse_or_rebuild(weft_world* world, weft_report* report) {
    bool built = wf_world_complete(world);
    weft_status status =
        built ? ask_structure(world, report) : wf_report_memory(report, "the world");
    status = status == WEFT_OK ? ask_for_narrow_phase(world, report) : status;
    status = status == WEFT_OK ? ask_response(world, report) : status;
    status = status == WEFT_OK ? ask_for_solids(world, report) : status;
    world->topology_changed |= status != WEFT_OK;
    world->unasked = status != WEFT_OK;
    world->memory.failed = false;
    return status;
}

weft_status weft_lab_check_methods(weft_world* world, weft_report* report) {
    WEFT_ASSERT(world != NULL);
    return world->topology_changed || world->unasked ? wf_refuse_or_rebuild(world, report)
                                                     : wf_report_ok(report);
}

#endif
