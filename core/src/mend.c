// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "mend.h"

#include "contact/capture.h"
#include "particles/particles.h"
#include "repair/audit.h"
#include "repair/repair.h"
#include "repair/rollback.h"

#include <string.h>

/// The rule that repairs a world now.
static const wf_repair_rule* rule_of(const weft_world* world) {
    return wf_rule_in_use(world->methods.functions[WEFT_STAGE_REPAIR],
                          wf_response_is(world, WEFT_METHOD_REPAIRED));
}

/// The value that the repair has for a parameter, if it lists one of this name.
static float value_of(const weft_world* world, const char* name, float usual) {
    const weft_method* row = world->methods.row[WEFT_STAGE_REPAIR];
    for (uint32_t i = 0; i < row->parameter_count; ++i) {
        if (strcmp(row->parameters[i].name, name) == 0) {
            return world->methods.values[WEFT_STAGE_REPAIR][i];
        }
    }
    return usual;
}

static bool update_repair(weft_world* world) {
    wf_untangle_options options = {
        rule_of(world), value_of(world, "speed", WF_REPAIR_SPEED) * world->def.frame_seconds,
        value_of(world, "margin", WF_REPAIR_MARGIN)};
    return wf_repair_update(world->repair, &options, &world->report);
}

static bool audit_afresh(weft_world* world) {
    return wf_audit_afresh(world->contact, world->repair->tangled, &world->report);
}

bool wf_mend_begin(weft_world* world) {
    if (!world->repair->fresh || world->particles->count == 0) {
        return true;
    }
    bool done = audit_afresh(world) && update_repair(world);
    world->repair->fresh = false;
    return done;
}

// What keeps its promise keeps cloth inside the boxes in which pairs were looked for, so that these
// hold the pose that it comes to. For others the pairs are looked for anew.
void wf_mend_audit(weft_world* world) {
    if (wf_response_is(world, WEFT_METHOD_NO_CROSSINGS) || world->particles->count == 0) {
        wf_audit_crossings(world->contact, world->repair->tangled, &world->report);
    } else if (!audit_afresh(world)) {
        world->report.status = WEFT_ERROR_OUT_OF_MEMORY;
        world->memory.failed = false;
    }
}

// Of a response that promises nothing crossings are to be seen.
void wf_mend_undo(weft_world* world) {
    weft_step_report* report = &world->report;
    if (report->crossings_body + report->crossings_cloth > 0 &&
        wf_response_is(world, WEFT_METHOD_NO_CROSSINGS) && report->status == WEFT_OK) {
        wf_rollback(world->contact, world->repair->tangled, report);
    }
}

/// The filter cannot hold what is on the wrong side, whatever the repair. Other responses promise
/// nothing: what they let through is seen as it is, unless a repair was asked for.
static bool may_capture(const weft_world* world) {
    return wf_response_is(world, WEFT_METHOD_NO_CROSSINGS) || rule_of(world)->push != NULL;
}

bool wf_mend_repair(weft_world* world) {
    wf_capture_update(world->contact, may_capture(world));
    world->report.captured = world->contact->captured_count;
    return update_repair(world);
}
