// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The timeline: events wait sorted by step, in order of arrival within a step, and are checked when
// they arrive, so that applying them cannot fail.
#include "report.h"
#include "world.h"

#include <math.h>
#include <string.h>

#define LONGEST_SECONDS 3600.0f
#define LARGEST_STIFFNESS 1e7f // N/m

// ---- checks -------------------------------------------------------------------------------------

// Bounds of the parameters that a kind reads, from p[0] on.
typedef struct event_shape {
    const char* name;
    enum { NO_TARGET, BODY_TARGET, CLOTH_TARGET } target;
    int count;
    struct {
        float low, high;
    } p[4];
} event_shape;

#define PLACE                                                                                      \
    { -WEFT_WORLD_EXTENT, WEFT_WORLD_EXTENT }
#define SPEED                                                                                      \
    { -100.0f, 100.0f }

static const event_shape shapes[WEFT_EVENT_KIND_COUNT] = {
    [WEFT_EVENT_PLAY] = {"play", BODY_TARGET, 2, {{0, LONGEST_SECONDS}, {0, LONGEST_SECONDS}}},
    [WEFT_EVENT_GRAVITY] = {"gravity", NO_TARGET, 3, {SPEED, SPEED, SPEED}},
    [WEFT_EVENT_WIND] = {"wind", NO_TARGET, 4, {SPEED, SPEED, SPEED, {0, 100}}},
    [WEFT_EVENT_WELD] = {"weld", CLOTH_TARGET, 0, {{0, 0}}},
    [WEFT_EVENT_DAMPING] = {"damping", CLOTH_TARGET, 1, {{0, 1000}}},
    [WEFT_EVENT_MORPH] = {"morph", BODY_TARGET, 2, {{-10, 10}, {0, LONGEST_SECONDS}}},
    [WEFT_EVENT_GRAB] = {"grab", CLOTH_TARGET, 4, {PLACE, PLACE, PLACE, {0, LARGEST_STIFFNESS}}},
    [WEFT_EVENT_DRAG] = {"drag", NO_TARGET, 3, {PLACE, PLACE, PLACE}},
    [WEFT_EVENT_DROP] = {"drop", NO_TARGET, 0, {{0, 0}}},
    [WEFT_EVENT_FABRIC] = {"fabric", CLOTH_TARGET, 0, {{0, 0}}},
    [WEFT_EVENT_FRICTION] = {"friction", NO_TARGET, 1, {{0, 100}}},
    [WEFT_EVENT_RELEASE] = {"release", CLOTH_TARGET, 0, {{0, 0}}},
    [WEFT_EVENT_HOLD] = {"hold", CLOTH_TARGET, 3, {{0, 1000}, PLACE, {0, LONGEST_SECONDS}}},
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
        if (event->p[i] < shape->p[i].low || event->p[i] > shape->p[i].high) {
            return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "events", event->kind,
                                  (uint32_t)i, "Parameter %u of a %s event is out of range.",
                                  (uint32_t)i, shape->name);
        }
    }
    return WEFT_OK;
}

// How many things `index` may name; UINT32_MAX where it is not read.
static uint32_t index_count(const weft_world* world, const weft_event* event) {
    switch (event->kind) {
    case WEFT_EVENT_PLAY:
        return world->bodies[event->target].clip_count;
    case WEFT_EVENT_MORPH:
        return world->bodies[event->target].morph_count;
    case WEFT_EVENT_GRAB:
        return world->cloths[event->target].vertex_count;
    case WEFT_EVENT_FABRIC:
        return WEFT_FABRIC_PRESET_COUNT;
    case WEFT_EVENT_RELEASE:
        return WEFT_PIN_KIND_COUNT;
    default:
        return UINT32_MAX;
    }
}

static weft_status check_target(const weft_world* world, const weft_event* event,
                                weft_report* report) {
    const event_shape* shape = &shapes[event->kind];
    uint32_t targets = shape->target == BODY_TARGET    ? world->body_count
                       : shape->target == CLOTH_TARGET ? world->cloth_count
                                                       : UINT32_MAX;
    if (event->target >= targets && shape->target != NO_TARGET) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "events", event->kind,
                              event->target, "A %s event names %s %u but there are only %u.",
                              shape->name, shape->target == BODY_TARGET ? "body" : "cloth",
                              event->target, targets);
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
    return status == WEFT_OK ? check_parameters(event, report) : status;
}

// ---- the queue ----------------------------------------------------------------------------------

// Events that have happened are forgotten when room is needed, so hours of dragging need no more.
static bool make_room(weft_world* world) {
    if (world->event_count == world->event_capacity && world->event_next > 0) {
        world->event_count -= world->event_next;
        memmove(world->events, world->events + world->event_next,
                sizeof *world->events * world->event_count);
        world->event_next = 0;
    }
    return wf_reserve(&world->memory, (void**)&world->events, &world->event_capacity,
                      (size_t)world->event_count + 1, sizeof *world->events);
}

weft_status weft_world_push_event(weft_world* world, const weft_event* event) {
    weft_status status = wf_event_check(world, event, NULL);
    if (status != WEFT_OK) {
        return status;
    }
    if (!make_room(world)) {
        world->memory.failed = false;
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    weft_event queued = *event;
    queued.step = queued.step > world->step ? queued.step : world->step;
    uint32_t place = world->event_count;
    while (place > world->event_next && world->events[place - 1].step > queued.step) {
        world->events[place] = world->events[place - 1];
        --place;
    }
    world->events[place] = queued;
    world->event_count += 1;
    return WEFT_OK;
}

// ---- what they do -------------------------------------------------------------------------------

static void apply_to_body(const weft_world* world, const weft_event* event) {
    wf_body* body = &world->bodies[event->target];
    if (event->kind == WEFT_EVENT_PLAY) {
        wf_body_play(body, event->index, wf_frames_of(world, event->p[1]),
                     wf_frames_of(world, event->p[0]));
    } else {
        wf_body_morph(body, event->index, event->p[0], wf_frames_of(world, event->p[1]));
    }
}

static void apply_to_cloth(weft_world* world, const weft_event* event) {
    wf_cloth* cloth = &world->cloths[event->target];
    switch (event->kind) {
    case WEFT_EVENT_WELD:
        cloth->weld_now = true;
        break;
    case WEFT_EVENT_DAMPING:
        cloth->drag_rate = event->p[0];
        break;
    case WEFT_EVENT_FABRIC:
        cloth->fabric = weft_fabric_from_preset(event->index);
        world->topology_changed = true;
        break;
    case WEFT_EVENT_RELEASE:
        cloth->released[event->index] = true;
        world->topology_changed = true;
        break;
    default:
        wf_cloth_hold(cloth, event->p[0], event->p[1], wf_frames_of(world, event->p[2]));
        break;
    }
}

/// Cloth that was thrown about takes so many steps after it was let go to come to itself.
enum { STEPS_TO_CALM = 30 };

static void apply_to_pointer(wf_grab* grab, const weft_event* event, uint32_t step) {
    if (event->kind == WEFT_EVENT_GRAB) {
        grab->cloth = event->target;
        grab->vertex = event->index;
        grab->stiffness = event->p[3];
    }
    grab->calm = step + STEPS_TO_CALM;
    grab->active =
        event->kind == WEFT_EVENT_GRAB || (event->kind == WEFT_EVENT_DRAG && grab->active);
    if (event->kind != WEFT_EVENT_DROP) {
        memcpy(grab->place, event->p, sizeof grab->place);
    }
}

static void apply_event(weft_world* world, const weft_event* event) {
    switch (event->kind) {
    case WEFT_EVENT_PLAY:
    case WEFT_EVENT_MORPH:
        apply_to_body(world, event);
        break;
    case WEFT_EVENT_GRAVITY:
        memcpy(world->def.gravity, event->p, sizeof world->def.gravity);
        break;
    case WEFT_EVENT_WIND:
        memcpy(world->def.wind, event->p, sizeof world->def.wind);
        world->def.gust = event->p[3];
        break;
    case WEFT_EVENT_FRICTION:
        world->friction_scale = event->p[0];
        break;
    case WEFT_EVENT_GRAB:
    case WEFT_EVENT_DRAG:
    case WEFT_EVENT_DROP:
        apply_to_pointer(&world->grab, event, world->step);
        break;
    default:
        apply_to_cloth(world, event);
        break;
    }
}

void wf_world_apply_events(weft_world* world) {
    while (world->event_next < world->event_count &&
           world->events[world->event_next].step <= world->step) {
        apply_event(world, &world->events[world->event_next]);
        world->event_next += 1;
    }
}
