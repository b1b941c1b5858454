// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Parts of the core that a lab wants to call by themselves.
#include "weft/lab.h"

#ifdef WEFT_LAB

#include "base/assert.h"
#include "contact/response.h"
#include "detect/ccd.h"
#include "solve/system.h"
#include "world/world.h"

#include <string.h>

void weft_lab_ccd(uint32_t kind, const double* points, const double* rounding, uint32_t count,
                  uint8_t* verdicts) {
    WEFT_ASSERT(kind <= WF_CCD_EDGE_EDGE);
    for (size_t i = 0; i < count; ++i) {
        wf_ccd_query query = {.rounding = rounding[i]};
        wf_ccd_hit hit;
        memcpy(query.from, points + 24 * i, sizeof query.from);
        memcpy(query.to, points + 24 * i + 12, sizeof query.to);
        verdicts[i] = wf_ccd((wf_ccd_kind)kind, &query, &hit);
    }
}

bool weft_lab_figure_at(const weft_world* world, uint32_t index, weft_lab_figure* out) {
    const wf_system* system = world->system;
    const wf_contact* contact = world->contact;
    uint32_t first = 0;
    if (system != NULL && system->solver->figure != NULL) {
        while (system->solver->figure(system, first, out)) {
            if (first++ == index) {
                return true;
            }
        }
    }
    return contact != NULL && contact->response->figure != NULL &&
           contact->response->figure(contact, index - first, out);
}

const char* weft_lab_pin_name(uint32_t kind) {
    static const char* const names[WEFT_PIN_KIND_COUNT] = {[WEFT_PIN_FIXED] = "fixed",
                                                           [WEFT_PIN_BODY] = "body",
                                                           [WEFT_PIN_HEIGHT] = "height",
                                                           [WEFT_PIN_SPRING] = "spring"};
    return kind < WEFT_PIN_KIND_COUNT ? names[kind] : NULL;
}

weft_lab_cuts weft_lab_cuts_of(weft_world* world) {
    WEFT_ASSERT(world != NULL);
    world->cuts.counting = true;
    return (weft_lab_cuts){world->cuts.normal, world->cuts.tangential};
}

#endif
