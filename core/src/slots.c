// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Slots of bodies and cloths: whom an id names, which slot is free, and what goes when something is
// removed: its memory, the pins and hands on it, the events that wait for it. An empty slot stays,
// so that the others keep their numbers.
#include "base/assert.h"
#include "cloth/pins.h"
#include "math/hash.h"
#include "repair/repair.h"
#include "world/world.h"

#include <string.h>

// ---- ids ----------------------------------------------------------------------------------------

uint32_t wf_world_body_slot(const weft_world* world, weft_body_id id) {
    uint32_t slot = (id.id & 0xffffu) - 1; // null becomes the largest number
    bool alive = slot < world->objects.body_count && world->objects.bodies[slot].vertex_count > 0 &&
                 world->objects.bodies[slot].generation == id.id >> 16;
    return alive ? slot : UINT32_MAX;
}

uint32_t wf_world_cloth_slot(const weft_world* world, weft_cloth_id id) {
    uint32_t slot = (id.id & 0xffffu) - 1;
    bool alive = slot < world->objects.cloth_count &&
                 world->objects.cloths[slot].vertex_count > 0 &&
                 world->objects.cloths[slot].generation == id.id >> 16;
    return alive ? slot : UINT32_MAX;
}

uint32_t wf_world_free_body(const weft_world* world) {
    uint32_t slot = 0;
    while (slot < world->objects.body_count && world->objects.bodies[slot].vertex_count > 0) {
        ++slot;
    }
    return slot;
}

uint32_t wf_world_free_cloth(const weft_world* world) {
    uint32_t slot = 0;
    while (slot < world->objects.cloth_count && world->objects.cloths[slot].vertex_count > 0) {
        ++slot;
    }
    return slot;
}

uint64_t wf_world_scene_hash(const weft_world* world) {
    uint64_t hash = world->scene_hash;
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        if (world->objects.bodies[i].vertex_count > 0) {
            const uint64_t key[2] = {i, world->objects.bodies[i].def_hash};
            hash = wf_hash_bytes(hash, key, sizeof key);
        }
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        if (world->objects.cloths[i].vertex_count > 0) {
            const uint64_t key[2] = {UINT32_MAX - i, world->objects.cloths[i].def_hash};
            hash = wf_hash_bytes(hash, key, sizeof key);
        }
    }
    return hash;
}

// ---- removal ------------------------------------------------------------------------------------

/// Takes the events that wait for a body or a cloth out of the queue.
static void forget_events(weft_world* world, bool of_body, uint32_t slot) {
    uint32_t kept = world->event_next;
    for (uint32_t i = world->event_next; i < world->event_count; ++i) {
        const weft_event* event = &world->events[i];
        if (!wf_event_names(event, of_body, slot)) {
            world->events[kept++] = *event;
        }
    }
    world->event_count = kept;
}

/// What the last step said of objects by number is over.
static void forget_reports(weft_world* world) {
    world->blocks.count = 0;
    if (world->repair != NULL) {
        world->repair->tangle_count = 0;
    }
    world->topology_changed = true;
    wf_rest_rouse_all(world);
}

static uint16_t next_generation(uint16_t generation) {
    return generation == UINT16_MAX ? 1 : (uint16_t)(generation + 1);
}

weft_status weft_world_remove_body(weft_world* world, weft_body_id id) {
    WEFT_ASSERT(world != NULL);
    uint32_t slot = wf_world_body_slot(world, id);
    if (slot == UINT32_MAX) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    for (uint32_t i = 0; i < world->objects.cloth_count; ++i) {
        wf_cloth_drop_body(&world->objects.cloths[i], slot);
    }
    forget_events(world, true, slot);
    wf_home_forget(world, true, slot);
    forget_reports(world);
    uint16_t generation = next_generation(world->objects.bodies[slot].generation);
    wf_body_destroy(&world->memory, &world->objects.bodies[slot]);
    world->objects.bodies[slot] = (wf_body){.generation = generation};
    world->obstacle.stale = true;
    return WEFT_OK;
}

weft_status weft_world_remove_cloth(weft_world* world, weft_cloth_id id) {
    WEFT_ASSERT(world != NULL);
    uint32_t slot = wf_world_cloth_slot(world, id);
    if (slot == UINT32_MAX) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    for (uint32_t k = 0; k < WEFT_HANDS; ++k) {
        wf_grab* grab = &world->hands.hand[k];
        grab->active = grab->active && grab->cloth != slot;
    }
    forget_events(world, false, slot);
    wf_home_forget(world, false, slot);
    forget_reports(world);
    uint16_t generation = next_generation(world->objects.cloths[slot].generation);
    wf_cloth_destroy(&world->memory, &world->objects.cloths[slot]);
    world->objects.cloths[slot] = (wf_cloth){.generation = generation};
    return WEFT_OK;
}
