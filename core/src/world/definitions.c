// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Default definitions, and the ranges of a world's.
#include "base/report.h"
#include "mesh/check.h"
#include "weft/lab.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

weft_world_def weft_default_world_def(void) {
    return (weft_world_def){
        .frame_seconds = 1.0f / 60.0f,
        .gravity = {0.0f, -9.81f, 0.0f},
        .air_density = 1.2f,
        .contact_radius = WEFT_CONTACT_RADIUS,
        .body_move_limit = WEFT_BODY_MOVE_LIMIT,
        .min_substeps = WEFT_MIN_SUBSTEPS,
        .sleep = 1,
        .cookie = WF_WORLD_COOKIE,
    };
}

weft_body_def weft_default_body_def(void) {
    return (weft_body_def){.friction = 1.0f,
                           .collision = {1, WF_ALL_GROUPS},
                           .shape = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
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
    uint32_t offset, count; // floats of a definition
    float low, high;
} float_range;

#define RANGE(field, count, low, high)                                                             \
    { #field, offsetof(weft_world_def, field), count, low, high }

static const float_range ranges[] = {
    RANGE(frame_seconds, 1, 1e-3f, 0.1f),   RANGE(gravity, 3, -100.0f, 100.0f),
    RANGE(wind, 3, -100.0f, 100.0f),        RANGE(gust, 1, 0.0f, 100.0f),
    RANGE(air_density, 1, 0.0f, 100.0f),    RANGE(contact_radius, 1, 4.0f * WEFT_SAFETY_GAP, 0.05f),
    RANGE(body_move_limit, 1, 1e-4f, 1.0f),
};

enum { RANGES = sizeof ranges / sizeof ranges[0] };

static float number_at(const weft_world_def* def, const float_range* range, uint32_t index) {
    float value;
    memcpy(&value, (const char*)def + range->offset + 4 * (size_t)index, sizeof value);
    return value;
}

static weft_status check_range(const weft_world_def* def, const float_range* range,
                               weft_report* report) {
    for (uint32_t i = 0; i < range->count; ++i) {
        float value = number_at(def, range, i);
        if (!isfinite(value)) {
            return wf_report_fail(report, WEFT_ERROR_NOT_FINITE, range->name, i, WF_NO_OTHER,
                                  "The world's %s is NaN or infinite.", range->name);
        }
        if (value < range->low || value > range->high) {
            return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, range->name, i, WF_NO_OTHER,
                                  "The world's %s is out of range; values are in SI units.",
                                  range->name);
        }
    }
    return WEFT_OK;
}

static weft_status check_numbers(const weft_world_def* def, weft_report* report) {
    for (uint32_t i = 0; i < RANGES; ++i) {
        weft_status status = check_range(def, &ranges[i], report);
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
    return WEFT_OK;
}

weft_status wf_world_def_check(const weft_world_def* def, weft_report* report) {
    weft_status status = check_numbers(def, report);
    return status == WEFT_OK ? check_integers(def, report) : status;
}

#ifdef WEFT_LAB

bool weft_lab_world_range(uint32_t index, weft_lab_range* out) {
    weft_world_def usual = weft_default_world_def();
    if (index == RANGES) {
        *out = (weft_lab_range){"min_substeps",   1, true, {(float)usual.min_substeps}, 1,
                                WEFT_MAX_SUBSTEPS};
        return true;
    }
    if (index > RANGES) {
        return false;
    }
    const float_range* range = &ranges[index];
    *out = (weft_lab_range){range->name, range->count, false, {0}, range->low, range->high};
    for (uint32_t i = 0; i < range->count; ++i) {
        out->usual[i] = number_at(&usual, range, i);
    }
    return true;
}

#endif
