// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Default definitions, and the ranges of a world's.
#include "mesh/check.h"
#include "report.h"
#include "world.h"

#include <math.h>

weft_world_def weft_default_world_def(void) {
    return (weft_world_def){
        .frame_seconds = 1.0f / 60.0f,
        .gravity = {0.0f, -9.81f, 0.0f},
        .air_density = 1.2f,
        .contact_radius = WEFT_CONTACT_RADIUS,
        .body_move_limit = WEFT_BODY_MOVE_LIMIT,
        .min_substeps = WEFT_MIN_SUBSTEPS,
        .structure = WEFT_STRUCTURE_DOP_TREE,
        .dop_k = 6,
        .dop_arity = 8,
        .solver = WEFT_SOLVER_IMPLICIT_EULER,
        .response = WEFT_RESPONSE_FILTER,
        .repair = WEFT_REPAIR_UNTANGLE,
        .cookie = WF_WORLD_COOKIE,
    };
}

weft_body_def weft_default_body_def(void) {
    return (weft_body_def){.friction = 1.0f,
                           .collision = {1, WF_ALL_GROUPS},
                           .name = "body",
                           .cookie = WF_BODY_COOKIE};
}

weft_cloth_def weft_default_cloth_def(void) {
    return (weft_cloth_def){
        .seam_close_seconds = 0.75f,
        .fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON),
        .collision = {1, WF_ALL_GROUPS},
        .name = "cloth",
        .cookie = WF_CLOTH_COOKIE,
    };
}

typedef struct float_range {
    const char* name;
    const float* values;
    int count;
    float low, high;
} float_range;

static weft_status check_range(const float_range* range, weft_report* report) {
    for (int i = 0; i < range->count; ++i) {
        float value = range->values[i];
        if (!isfinite(value)) {
            return wf_report_fail(report, WEFT_ERROR_NOT_FINITE, range->name, (uint32_t)i,
                                  WF_NO_OTHER, "The world's %s is NaN or infinite.", range->name);
        }
        if (value < range->low || value > range->high) {
            return wf_report_fail(
                report, WEFT_ERROR_INVALID_ARGUMENT, range->name, (uint32_t)i, WF_NO_OTHER,
                "The world's %s is out of range; values are in SI units.", range->name);
        }
    }
    return WEFT_OK;
}

static weft_status check_numbers(const weft_world_def* def, weft_report* report) {
    const float_range ranges[] = {
        {"frame_seconds", &def->frame_seconds, 1, 1e-3f, 0.1f},
        {"gravity", def->gravity, 3, -100.0f, 100.0f},
        {"wind", def->wind, 3, -100.0f, 100.0f},
        {"gust", &def->gust, 1, 0.0f, 100.0f},
        {"air_density", &def->air_density, 1, 0.0f, 100.0f},
        {"contact_radius", &def->contact_radius, 1, 4.0f * WEFT_SAFETY_GAP, 0.05f},
        {"body_move_limit", &def->body_move_limit, 1, 1e-4f, 1.0f},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        weft_status status = check_range(&ranges[i], report);
        if (status != WEFT_OK) {
            return status;
        }
    }
    return WEFT_OK;
}

static weft_status fail_range(weft_report* report, const char* name, const char* range) {
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, name, 0, WF_NO_OTHER,
                          "The world's %s must be %s.", name, range);
}

static weft_status check_integers(const weft_world_def* def, weft_report* report) {
    if (def->min_substeps < 1 || def->min_substeps > WEFT_MAX_SUBSTEPS) {
        return fail_range(report, "min_substeps", "1 to 16");
    }
    if (def->sleep > 1) {
        return fail_range(report, "sleep", "0 or 1");
    }
    uint32_t k = def->dop_k, arity = def->dop_arity;
    if (k != 6 && k != 8 && k != 14 && k != 18 && k != 26) {
        return fail_range(report, "dop_k", "6, 8, 14, 18 or 26");
    }
    if (arity != 2 && arity != 4 && arity != 8) {
        return fail_range(report, "dop_arity", "2, 4 or 8");
    }
    return WEFT_OK;
}

static weft_status check_method(const char* stage, uint32_t value, weft_report* report) {
    if (wf_method_exists(stage, value)) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_UNKNOWN_METHOD, stage, value, WF_NO_OTHER,
                          "This build has no %s number %u.", stage, value);
}

weft_status wf_world_def_check(const weft_world_def* def, weft_report* report) {
    weft_status status = check_numbers(def, report);
    if (status == WEFT_OK) {
        status = check_integers(def, report);
    }
    if (status == WEFT_OK) {
        status = check_method("structure", def->structure, report);
    }
    if (status == WEFT_OK) {
        status = check_method("solver", def->solver, report);
    }
    if (status == WEFT_OK) {
        status = check_method("response", def->response, report);
    }
    return status == WEFT_OK ? check_method("repair", def->repair, report) : status;
}
