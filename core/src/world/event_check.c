// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What an event may say: a table of targets and ranges by kind, and the few rules between them.
#include "base/report.h"
#include "cloth/fabric.h"
#include "cloth/pins.h"
#include "mesh/check.h"
#include "weft/lab.h"
#include "world/world.h"

#include <math.h>

#define LONGEST_SECONDS 3600.0f
#define LARGEST_STIFFNESS 1e7f // N/m

// Bounds of the parameters that a kind reads, from p[0] on.
typedef struct event_shape {
    const char* name;
    enum { NO_TARGET, BODY_TARGET, CLOTH_TARGET } target;
    int count;
    struct {
        float low, high;
    } p[8];
    uint32_t whole; // bit i: p[i] is a whole number
} event_shape;

#define PLACE                                                                                      \
    { -WEFT_WORLD_EXTENT, WEFT_WORLD_EXTENT }
#define SPEED                                                                                      \
    { -100.0f, 100.0f }
#define UNREAD                                                                                     \
    { -3e38f, 3e38f }
#define HAND                                                                                       \
    { 0, WEFT_HANDS - 1 }
#define STIFFNESS                                                                                  \
    { 0, LARGEST_STIFFNESS }

#define FAR_PLACE                                                                                  \
    { -1e9f, 1e9f }
#define REST                                                                                       \
    { -64, 64 }

#define GROUPS                                                                                     \
    { 0, WF_ALL_GROUPS }

enum { WHOLE_HAND = 1 << 4, WHOLE_PIN = 7 };

static const event_shape shapes[WEFT_EVENT_KIND_COUNT] = {
    [WEFT_EVENT_PLAY] = {"play", BODY_TARGET, 2, {{0, LONGEST_SECONDS}, {0, LONGEST_SECONDS}}, 0},
    [WEFT_EVENT_GRAVITY] = {"gravity", NO_TARGET, 3, {SPEED, SPEED, SPEED}, 0},
    [WEFT_EVENT_WIND] = {"wind", NO_TARGET, 4, {SPEED, SPEED, SPEED, {0, 100}}, 0},
    [WEFT_EVENT_WELD] = {"weld", CLOTH_TARGET, 0, {{0, 0}}, 0},
    [WEFT_EVENT_DAMPING] = {"damping", CLOTH_TARGET, 1, {{0, 1000}}, 0},
    [WEFT_EVENT_MORPH] = {"morph", BODY_TARGET, 2, {{-10, 10}, {0, LONGEST_SECONDS}}, 0},
    [WEFT_EVENT_GRAB] =
        {"grab", CLOTH_TARGET, 5, {PLACE, PLACE, PLACE, STIFFNESS, HAND}, WHOLE_HAND},
    [WEFT_EVENT_DRAG] = {"drag", NO_TARGET, 5, {PLACE, PLACE, PLACE, UNREAD, HAND}, WHOLE_HAND},
    [WEFT_EVENT_DROP] = {"drop", NO_TARGET, 5, {UNREAD, UNREAD, UNREAD, UNREAD, HAND}, WHOLE_HAND},
    [WEFT_EVENT_FABRIC] = {"fabric", CLOTH_TARGET, 0, {{0, 0}}, 0},
    [WEFT_EVENT_FRICTION] = {"friction", NO_TARGET, 1, {{0, 100}}, 0},
    [WEFT_EVENT_RELEASE] = {"release", CLOTH_TARGET, 0, {{0, 0}}, 0},
    [WEFT_EVENT_HOLD] = {"hold", CLOTH_TARGET, 3, {{0, 1000}, PLACE, {0, LONGEST_SECONDS}}, 0},
    [WEFT_EVENT_PIN] = {"pin",
                        CLOTH_TARGET,
                        7,
                        {{0, WEFT_PIN_KIND_COUNT - 1},
                         {0, 65535},
                         {-1, WF_MAX_TRIANGLES},
                         PLACE,
                         PLACE,
                         PLACE,
                         STIFFNESS},
                        WHOLE_PIN},
    [WEFT_EVENT_UNPIN] = {"unpin", CLOTH_TARGET, 0, {{0, 0}}, 0},
    [WEFT_EVENT_FABRIC_FIELD] = {"fabric field", CLOTH_TARGET, 0, {{0, 0}}, 0},
    [WEFT_EVENT_CLOTH_COLLISION] = {"cloth collision", CLOTH_TARGET, 2, {GROUPS, GROUPS}, 3},
    [WEFT_EVENT_BODY_COLLISION] = {"body collision", BODY_TARGET, 2, {GROUPS, GROUPS}, 3},
    [WEFT_EVENT_ORIGIN] =
        {"origin", NO_TARGET, 6, {FAR_PLACE, FAR_PLACE, FAR_PLACE, REST, REST, REST}, 0},
};

static weft_status check_parameters(const weft_event* event, weft_report* report) {
    const event_shape* shape = &shapes[event->kind];
    for (int i = 0; i < 8; ++i) {
        if (!isfinite(event->p[i])) {
            return wf_report_fail(report, WEFT_ERROR_NOT_FINITE, "events", event->kind, (uint32_t)i,
                                  "Parameter %u of a %s event is NaN or infinite.", (uint32_t)i,
                                  shape->name);
        }
    }
    for (int i = 0; i < shape->count; ++i) {
        float value = event->p[i];
        bool fits = value >= shape->p[i].low && value <= shape->p[i].high;
        if (!fits || ((shape->whole >> i & 1) && value != floorf(value))) {
            return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "events", event->kind,
                                  (uint32_t)i, "Parameter %u of a %s event is out of range.",
                                  (uint32_t)i, shape->name);
        }
    }
    return WEFT_OK;
}

weft_pin wf_event_pin(const weft_event* event) {
    return (weft_pin){.vertex = event->index,
                      .kind = (uint32_t)event->p[0],
                      .body = (uint32_t)event->p[1],
                      .element = event->p[2] < 0.0f ? WF_PIN_NEAREST : (uint32_t)event->p[2],
                      .offset = {event->p[3], event->p[4], event->p[5]},
                      .stiffness = event->p[6]};
}

/// A fabric that an event brings must be no thicker than the mesh of its cloth allows.
static weft_status check_thickness(const weft_world* world, const weft_event* event,
                                   weft_report* report) {
    weft_fabric fabric = {0};
    if (event->kind == WEFT_EVENT_FABRIC) {
        fabric = weft_fabric_from_preset(event->index);
    } else if (event->kind == WEFT_EVENT_FABRIC_FIELD) {
        wf_fabric_set_field(&fabric, event->index, event->p[0]);
    }
    return fabric.thickness > 0.0f
               ? wf_cloth_check_thickness(fabric.thickness,
                                          world->objects.cloths[event->target].spacing,
                                          world->def.contact_radius, report)
               : WEFT_OK;
}

/// Rules between the numbers of an event that are in range each.
static weft_status check_rules(const weft_world* world, const weft_event* event,
                               weft_report* report) {
    if (event->kind == WEFT_EVENT_PIN) {
        weft_pin pin = wf_event_pin(event);
        wf_pin_targets targets = {world->objects.bodies, world->objects.body_count,
                                  WEFT_WORLD_EXTENT};
        if (pin.element == WF_PIN_NEAREST) {
            if (pin.kind != WEFT_PIN_BODY) {
                return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "events", event->kind, 2,
                                      "Only a pin on a body's vertex may ask for the nearest.");
            }
            pin.element = 0; // every body has one
        }
        return wf_pin_check(&pin, 0, world->objects.cloths[event->target].vertex_count, targets,
                            report);
    }
    if (event->kind == WEFT_EVENT_FABRIC_FIELD &&
        !wf_fabric_field_fits(event->index, event->p[0])) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "events", event->kind, 0,
                              "Field %u of a fabric is out of range; fabrics are in SI units.",
                              event->index);
    }
    return check_thickness(world, event, report);
}

bool wf_event_names(const weft_event* event, bool of_body, uint32_t slot) {
    if (of_body && event->kind == WEFT_EVENT_PIN) {
        weft_pin pin = wf_event_pin(event);
        return (pin.kind == WEFT_PIN_BODY || pin.kind == WEFT_PIN_HEIGHT) && pin.body == slot;
    }
    return shapes[event->kind].target == (of_body ? BODY_TARGET : CLOTH_TARGET) &&
           event->target == slot;
}

static bool is_gone(const weft_world* world, const weft_event* event) {
    const event_shape* shape = &shapes[event->kind];
    return (shape->target == BODY_TARGET &&
            world->objects.bodies[event->target].vertex_count == 0) ||
           (shape->target == CLOTH_TARGET &&
            world->objects.cloths[event->target].vertex_count == 0);
}

// How many things `index` may name; UINT32_MAX where it is not read.
static uint32_t index_count(const weft_world* world, const weft_event* event) {
    switch (event->kind) {
    case WEFT_EVENT_PLAY:
        return world->objects.bodies[event->target].clip_count;
    case WEFT_EVENT_MORPH:
        return world->objects.bodies[event->target].morph_count;
    case WEFT_EVENT_GRAB:
    case WEFT_EVENT_PIN:
    case WEFT_EVENT_UNPIN:
        return world->objects.cloths[event->target].vertex_count;
    case WEFT_EVENT_FABRIC:
        return WEFT_FABRIC_PRESET_COUNT;
    case WEFT_EVENT_FABRIC_FIELD:
        return WF_FABRIC_FIELDS;
    case WEFT_EVENT_RELEASE:
        return WEFT_PIN_KIND_COUNT;
    default:
        return UINT32_MAX;
    }
}

static weft_status check_target(const weft_world* world, const weft_event* event,
                                weft_report* report) {
    const event_shape* shape = &shapes[event->kind];
    uint32_t targets = shape->target == BODY_TARGET    ? world->objects.body_count
                       : shape->target == CLOTH_TARGET ? world->objects.cloth_count
                                                       : UINT32_MAX;
    if (event->target >= targets && shape->target != NO_TARGET) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "events", event->kind,
                              event->target, "A %s event names %s %u but there are only %u.",
                              shape->name, shape->target == BODY_TARGET ? "body" : "cloth",
                              event->target, targets);
    }
    if (is_gone(world, event)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "events", event->kind,
                              event->target, "A %s event names number %u, which was removed.",
                              shape->name, event->target);
    }
    uint32_t indices = index_count(world, event);
    if (event->index >= indices && indices != UINT32_MAX) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "events", event->kind,
                              event->index, "A %s event has index %u but there are only %u.",
                              shape->name, event->index, indices);
    }
    return WEFT_OK;
}

weft_status wf_event_check(const weft_world* world, const weft_event* event, weft_report* report) {
    if (event->kind >= WEFT_EVENT_KIND_COUNT) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "events", event->kind,
                              WF_NO_OTHER, "There is no kind of event with number %u.",
                              event->kind);
    }
    weft_status status = check_target(world, event, report);
    if (status == WEFT_OK) {
        status = check_parameters(event, report);
    }
    return status == WEFT_OK ? check_rules(world, event, report) : status;
}

weft_status weft_world_check_event(const weft_world* world, const weft_event* event,
                                   weft_report* report) {
    wf_report_ok(report);
    return wf_event_check(world, event, report);
}

#ifdef WEFT_LAB
bool weft_lab_event_at(uint32_t kind, weft_lab_event* out) {
    static const char* const targets[] = {"", "body", "cloth"};
    if (kind >= WEFT_EVENT_KIND_COUNT) {
        return false;
    }
    *out = (weft_lab_event){shapes[kind].name, targets[shapes[kind].target],
                            (uint32_t)shapes[kind].count};
    return true;
}
#endif
