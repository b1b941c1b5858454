// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Lists of pins are short: everything here is a loop over them.
#include "cloth/pins.h"

#include "base/report.h"
#include "body/body.h"
#include "mesh/check.h"
#include "weft/constants.h"

#include <math.h>

#define MAX_STIFFNESS 1e7f // N/m

// ---- checks -------------------------------------------------------------------------------------

static weft_status check_target(const weft_pin* pin, uint32_t i, wf_pin_targets targets,
                                weft_report* report) {
    if (pin->kind != WEFT_PIN_BODY && pin->kind != WEFT_PIN_HEIGHT) {
        return WEFT_OK;
    }
    if (pin->body >= targets.body_count || targets.bodies[pin->body].vertex_count == 0) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "pins", i, pin->body,
                              "Pin %u names body %u but there are only %u; add bodies first.", i,
                              pin->body, targets.body_count);
    }
    const wf_body* body = &targets.bodies[pin->body];
    bool on_vertex = pin->kind == WEFT_PIN_BODY;
    uint32_t count = on_vertex ? body->vertex_count : body->triangle_count;
    if (pin->element >= count) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "pins", i, pin->element,
                              "Pin %u names %s %u of its body but there are only %u.", i,
                              on_vertex ? "vertex" : "triangle", pin->element, count);
    }
    return WEFT_OK;
}

static bool has_sound_numbers(const weft_pin* pin, float arm) {
    for (int k = 0; k < 3; ++k) {
        if (!(fabsf(pin->offset[k]) <= arm)) {
            return false;
        }
    }
    return pin->stiffness >= 0.0f && pin->stiffness <= MAX_STIFFNESS;
}

weft_status wf_pin_check(const weft_pin* pin, uint32_t i, uint32_t vertex_count,
                         wf_pin_targets targets, weft_report* report) {
    if (pin->vertex >= vertex_count) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "pins", i, pin->vertex,
                              "Pin %u names vertex %u but there are only %u.", i, pin->vertex,
                              vertex_count);
    }
    if (pin->kind >= WEFT_PIN_KIND_COUNT) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "pins", i, pin->kind,
                              "Pin %u has kind %u, which does not exist.", i, pin->kind);
    }
    if (!has_sound_numbers(pin, targets.arm)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "pins", i, WF_NO_OTHER,
                              "Pin %u has an offset beyond 4 m or a stiffness outside 0 to 1e7 "
                              "N/m.",
                              i);
    }
    return check_target(pin, i, targets, report);
}

// ---- changes ------------------------------------------------------------------------------------

static bool is_of(const wf_cloth* cloth, const weft_pin* pin, uint32_t vertex) {
    return pin->kind != WF_PIN_DROPPED && cloth->merge[pin->vertex] == cloth->merge[vertex];
}

void wf_cloth_drop_vertex(wf_cloth* cloth, uint32_t vertex) {
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        if (is_of(cloth, &cloth->pins[i], vertex)) {
            cloth->pins[i].kind = WF_PIN_DROPPED;
        }
    }
}

void wf_cloth_drop_kind(wf_cloth* cloth, uint32_t kind) {
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        if (cloth->pins[i].kind == kind) {
            cloth->pins[i].kind = WF_PIN_DROPPED;
        }
    }
}

void wf_cloth_drop_body(wf_cloth* cloth, uint32_t body) {
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        weft_pin* pin = &cloth->pins[i];
        bool rides = pin->kind == WEFT_PIN_BODY || pin->kind == WEFT_PIN_HEIGHT;
        if (rides && pin->body == body) {
            pin->kind = WF_PIN_DROPPED;
        }
    }
}

bool wf_cloth_put_pin(wf_memory* memory, wf_cloth* cloth, const weft_pin* pin) {
    uint32_t slot = 0;
    while (slot < cloth->pin_count && cloth->pins[slot].kind != WF_PIN_DROPPED &&
           !is_of(cloth, &cloth->pins[slot], pin->vertex)) {
        ++slot;
    }
    if (!wf_reserve(memory, (void**)&cloth->pins, &cloth->pin_capacity, (size_t)slot + 1,
                    sizeof(weft_pin))) {
        return false;
    }
    wf_cloth_drop_vertex(cloth, pin->vertex);
    cloth->pins[slot] = *pin;
    cloth->pin_count = slot < cloth->pin_count ? cloth->pin_count : slot + 1;
    return true;
}

weft_pin* wf_cloth_only_pin(const wf_cloth* cloth, uint32_t vertex) {
    weft_pin* found = NULL;
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        if (is_of(cloth, &cloth->pins[i], vertex)) {
            if (found != NULL) {
                return NULL;
            }
            found = &cloth->pins[i];
        }
    }
    return found;
}
