// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The origin follows who walks far. Floats near zero are finer than those a kilometre away, so the
// world keeps all places relative to an origin in double that the host moves. A move changes every
// place that the state has, and nothing else: what was in contact stays in contact. What rounding
// takes from a particle goes to its carry, so that the sum of both is exact.
#include "base/assert.h"
#include "body/body.h"
#include "body/skinning.h"
#include "contact/contact.h"
#include "contact/still.h"
#include "solve/system.h"
#include "weft/constants.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

static void shift_points(float* points, size_t count, uint32_t width, const double by[3]) {
    for (size_t i = 0; points != NULL && i < count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            points[width * i + k] = (float)((double)points[width * i + k] - by[k]);
        }
    }
}

static void shift_matrices(float* rows, size_t count, const double by[3]) {
    for (size_t i = 0; rows != NULL && i < 3 * count; ++i) {
        rows[4 * i + 3] = (float)((double)rows[4 * i + 3] - by[i % 3]);
    }
}

static void shift_body(wf_body* body, const double by[3]) {
    size_t vertices = body->vertex_count, bones = body->bone_count;
    shift_points(body->still, vertices, 4, by);
    shift_points(body->host, vertices, 4, by);
    shift_points(body->published, vertices, 3, by);
    shift_matrices(body->matrices, bones, by);
    shift_matrices(body->host_matrices, bones, by);
    if (bones > 0) {
        shift_points(body->pose_from + 4, bones, WF_POSE_FLOATS, by);
        shift_points(body->pose_start + 4, bones, WF_POSE_FLOATS, by);
    }
}

/// Pins to a place; others are relative to a body.
static bool has_place(uint32_t kind) {
    return kind == WEFT_PIN_FIXED || kind == WEFT_PIN_SPRING;
}

static void shift_cloth(wf_cloth* cloth, const double by[3]) {
    shift_points(cloth->positions, cloth->vertex_count, 3, by);
    shift_points(cloth->calm_places, cloth->vertex_count, 3, by);
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        if (has_place(cloth->pins[i].kind)) {
            shift_points(cloth->pins[i].offset, 1, 3, by);
        }
    }
}

static void shift_particles(wf_particles* particles, const double by[3]) {
    for (size_t i = 0; i < 4 * (size_t)particles->count; ++i) {
        if (i % 4 < 3) {
            double exact = (double)particles->x[i] - by[i % 4];
            particles->x[i] = (float)exact;
            particles->carry[i] += (float)(exact - (double)particles->x[i]);
        }
    }
    float* others[] = {particles->x_good, particles->x_start, particles->y, particles->z};
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k) {
        shift_points(others[k], particles->count, 4, by);
    }
}

static void shift_system(wf_system* s, const double by[3]) {
    shift_particles(&s->particles, by);
    for (uint32_t i = 0; i < s->anchor_count; ++i) {
        if (s->anchors[i].vertex == UINT32_MAX) {
            shift_points(s->anchors[i].place, 1, 3, by);
        }
    }
    for (uint32_t i = 0; i < s->hold_count; ++i) {
        if (s->holds[i].triangle == UINT32_MAX) {
            shift_points(s->holds[i].place, 1, 3, by);
            shift_points(s->holds[i].target, 1, 3, by);
        }
    }
}

// A place that is now out of range stays at its border: events are in range.
static void shift_place(float* place, const double by[3]) {
    shift_points(place, 1, 3, by);
    for (int k = 0; k < 3; ++k) {
        place[k] = place[k] > WEFT_WORLD_EXTENT ? WEFT_WORLD_EXTENT : place[k];
        place[k] = place[k] < -WEFT_WORLD_EXTENT ? -WEFT_WORLD_EXTENT : place[k];
    }
}

// Places in events are relative to the origin that holds when they happen: after an origin event
// that waits, to that one's.
static void shift_events(weft_world* world, const double by[3]) {
    for (uint32_t i = world->event_next; i < world->event_count; ++i) {
        weft_event* event = &world->events[i];
        if (event->kind == WEFT_EVENT_ORIGIN) {
            return;
        }
        if (event->kind == WEFT_EVENT_GRAB || event->kind == WEFT_EVENT_DRAG) {
            shift_place(event->p, by);
        } else if (event->kind == WEFT_EVENT_PIN && has_place(wf_event_pin(event).kind)) {
            shift_place(event->p + 3, by);
        }
    }
}

static void shift_hands(wf_hands* hands, const double by[3]) {
    for (uint32_t k = 0; k < WEFT_HANDS; ++k) {
        shift_place(hands->hand[k].place, by);
    }
}

static bool stays_in_range(const wf_cloth* cloth, const double by[3]) {
    for (size_t i = 0; i < 3 * (size_t)cloth->vertex_count; ++i) {
        if (!(fabs((double)cloth->positions[i] - by[i % 3]) <= (double)WEFT_WORLD_EXTENT)) {
            return false;
        }
    }
    return true;
}

// Who walks on may leave cloth behind; who jumps has forgotten it.
static bool can_shift(const weft_world* world, const double by[3]) {
    const double step = (double)WEFT_WORLD_EXTENT;
    if (fabs(by[0]) <= step && fabs(by[1]) <= step && fabs(by[2]) <= step) {
        return true;
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        if (!stays_in_range(&world->objects.cloths[i], by)) {
            return false;
        }
    }
    return true;
}

void wf_world_set_homes(weft_world* world) {
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        memcpy(world->objects.bodies[i].home, world->origin, sizeof world->origin);
    }
}

void wf_world_bring_body(const weft_world* world, wf_body* body, const double from[3]) {
    const double* to = world->origin;
    shift_body(body, (double[3]){to[0] - from[0], to[1] - from[1], to[2] - from[2]});
}

void wf_world_bring_cloth(const weft_world* world, wf_cloth* cloth, const double from[3]) {
    const double* to = world->origin;
    shift_cloth(cloth, (double[3]){to[0] - from[0], to[1] - from[1], to[2] - from[2]});
}

weft_status wf_world_move_origin(weft_world* world, const double to[3]) {
    double by[3];
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(to[k]) <= WF_ORIGIN_FARTHEST)) {
            return isfinite(to[k]) ? WEFT_ERROR_INVALID_ARGUMENT : WEFT_ERROR_NOT_FINITE;
        }
        by[k] = to[k] - world->origin[k];
    }
    if (!can_shift(world, by)) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    // What rounding takes from new cloth is kept by its particles: they are to be there.
    if (!wf_world_complete(world)) {
        world->memory.failed = false;
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    memcpy(world->origin, to, sizeof world->origin);
    wf_world_set_homes(world);
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        shift_body(&world->objects.bodies[i], by);
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        shift_cloth(&world->objects.cloths[i], by);
    }
    world->obstacle.stands = false;
    shift_points(world->obstacle.x0, world->obstacle.vertex_count, 4, by);
    shift_points(world->obstacle.x1, world->obstacle.vertex_count, 4, by);
    if (world->system != NULL) {
        shift_system(world->system, by);
    }
    if (world->contact != NULL) {
        wf_still_forget(world->contact); // bodies are not where they were when it was found
    }
    shift_hands(&world->hands, by);
    return WEFT_OK;
}

weft_status weft_world_set_origin(weft_world* world, double x, double y, double z) {
    WEFT_ASSERT(world != NULL);
    double by[3] = {x - world->origin[0], y - world->origin[1], z - world->origin[2]};
    weft_status status = wf_world_move_origin(world, (double[3]){x, y, z});
    if (status == WEFT_OK) {
        shift_events(world, by);
    }
    return status;
}

double weft_world_origin(const weft_world* world, uint32_t axis) {
    WEFT_ASSERT(world != NULL && axis < 3);
    return world->origin[axis];
}
