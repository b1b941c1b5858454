// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The timeline: events wait sorted by step, in order of arrival within a step, and are checked when
// they arrive (event_check.c), so that applying them fails only when memory is out.
#include "cloth/fabric.h"
#include "cloth/pins.h"
#include "solve/system.h"
#include "world/world.h"

#include <string.h>

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
    wf_body* body = &world->objects.bodies[event->target];
    if (event->kind == WEFT_EVENT_PLAY) {
        wf_body_play(body, event->index, wf_frames_of(world, event->p[1]),
                     wf_frames_of(world, event->p[0]));
    } else {
        wf_body_morph(body, event->index, event->p[0], wf_frames_of(world, event->p[1]));
    }
}

/// The system is to be built anew. Of cloth that sleeps it knows nothing.
static void change(weft_world* world, const wf_cloth* cloth) {
    world->topology_changed |= !cloth->asleep;
}

static void apply_to_cloth(weft_world* world, const weft_event* event) {
    wf_cloth* cloth = &world->objects.cloths[event->target];
    switch (event->kind) {
    case WEFT_EVENT_WELD:
        cloth->weld_now = true;
        break;
    case WEFT_EVENT_DAMPING:
        cloth->drag_rate = event->p[0];
        break;
    case WEFT_EVENT_FABRIC:
        cloth->fabric = weft_fabric_from_preset(event->index);
        change(world, cloth);
        break;
    case WEFT_EVENT_FABRIC_FIELD:
        wf_fabric_set_field(&cloth->fabric, event->index, event->p[0]);
        change(world, cloth);
        break;
    case WEFT_EVENT_UNPIN:
        wf_cloth_drop_vertex(cloth, event->index);
        change(world, cloth);
        break;
    case WEFT_EVENT_RELEASE:
        wf_cloth_drop_kind(cloth, event->index);
        change(world, cloth);
        break;
    default:
        wf_cloth_hold(cloth, event->p[0], event->p[1], wf_frames_of(world, event->p[2]));
        break;
    }
}

/// Cloth that was thrown about takes so many steps after it was let go to come to itself.
enum { STEPS_TO_CALM = 30 };

static void apply_to_hand(wf_hands* hands, const weft_event* event, uint32_t step) {
    wf_grab* grab = &hands->hand[(uint32_t)event->p[4]];
    if (event->kind == WEFT_EVENT_GRAB) {
        grab->cloth = event->target;
        grab->vertex = event->index;
        grab->stiffness = event->p[3];
    }
    hands->calm = step + STEPS_TO_CALM;
    grab->active =
        event->kind == WEFT_EVENT_GRAB || (event->kind == WEFT_EVENT_DRAG && grab->active);
    if (event->kind != WEFT_EVENT_DROP) {
        memcpy(grab->place, event->p, sizeof grab->place);
    }
}

/// What may touch from now on may be crossed already: the rebuild has it declared and repaired.
static void apply_collision(weft_world* world, const weft_event* event, weft_collision* collision) {
    collision->group = (uint32_t)event->p[0];
    collision->mask = (uint32_t)event->p[1];
    world->topology_changed = true;
}

/// Whether a pin only takes another place, which needs no rebuild.
static bool only_moves(const weft_world* world, const weft_pin* old, const weft_pin* pin) {
    bool alike = old != NULL && old->kind == pin->kind && old->vertex == pin->vertex;
    return alike && !world->topology_changed && world->system != NULL &&
           (pin->kind == WEFT_PIN_FIXED || pin->kind == WEFT_PIN_SPRING);
}

static bool apply_pin(weft_world* world, const weft_event* event) {
    wf_cloth* cloth = &world->objects.cloths[event->target];
    weft_pin pin = wf_event_pin(event);
    wf_world_attach_pin(world, cloth->positions + 3 * (size_t)pin.vertex, &pin);
    weft_pin* old = wf_cloth_only_pin(cloth, pin.vertex);
    if (only_moves(world, old, &pin)) {
        *old = pin;
        if (!cloth->asleep) {
            wf_system_move_pin(world->system, event->target, &pin);
        }
        return true;
    }
    change(world, cloth);
    return wf_cloth_put_pin(&world->memory, cloth, &pin);
}

static bool apply_event(weft_world* world, const weft_event* event) {
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
        world->objects.friction_scale = event->p[0];
        break;
    case WEFT_EVENT_GRAB:
    case WEFT_EVENT_DRAG:
    case WEFT_EVENT_DROP:
        apply_to_hand(&world->hands, event, world->step);
        break;
    case WEFT_EVENT_PIN:
        return apply_pin(world, event);
    case WEFT_EVENT_ORIGIN:
        wf_world_move_origin(world, (double[3]){(double)event->p[0] + (double)event->p[3],
                                                (double)event->p[1] + (double)event->p[4],
                                                (double)event->p[2] + (double)event->p[5]});
        break;
    case WEFT_EVENT_BODY_COLLISION:
        apply_collision(world, event, &world->objects.bodies[event->target].collision);
        break;
    case WEFT_EVENT_CLOTH_COLLISION:
        apply_collision(world, event, &world->objects.cloths[event->target].collision);
        break;
    default:
        apply_to_cloth(world, event);
        break;
    }
    return true;
}

bool wf_world_apply_events(weft_world* world) {
    while (world->event_next < world->event_count &&
           world->events[world->event_next].step <= world->step) {
        if (!apply_event(world, &world->events[world->event_next])) {
            return false;
        }
        world->event_next += 1;
    }
    return true;
}
