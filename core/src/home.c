// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The state before the first step, to which a reset goes back: the world's own, and of each body
// and cloth the bytes that a snapshot would have of it.
#include "base/assert.h"
#include "body/body.h"
#include "body/motion.h"
#include "cloth/pins.h"
#include "contact/contact.h"
#include "repair/repair.h"
#include "solve/system.h"
#include "weft/weft.h"
#include "world/world.h"

#include <string.h>

static void keep_world(weft_world* world) {
    wf_home* home = &world->home;
    uint32_t count = world->event_count - world->event_next;
    home->kept = true;
    memcpy(home->origin, world->origin, sizeof home->origin);
    home->def = world->def;
    home->methods = world->methods;
    home->friction_scale = world->objects.friction_scale;
    home->events = count > 0 ? WF_ALLOC(&world->memory, weft_event, count) : NULL;
    if (home->events) {
        home->event_count = count;
        memcpy(home->events, world->events + world->event_next, sizeof(weft_event) * count);
    }
}

void wf_home_keep(weft_world* world) {
    wf_home* home = &world->home;
    uint32_t grown = world->memory.grown;
    if (!home->kept) {
        keep_world(world);
    }
    bool room = wf_reserve(&world->memory, (void**)&home->bodies, &home->body_capacity,
                           world->objects.body_count, sizeof(wf_saved)) &&
                wf_reserve(&world->memory, (void**)&home->cloths, &home->cloth_capacity,
                           world->objects.cloth_count, sizeof(wf_saved));
    for (uint32_t i = 0; room && i < world->objects.body_count; ++i) {
        if (world->objects.bodies[i].vertex_count > 0 && !home->bodies[i].bytes) {
            // Where it stands, whether or not it was looked at: a reset may take it to another
            // origin, which what it is made of knows nothing of.
            wf_body_make_still(&world->objects.bodies[i]);
            wf_saved_take(world, true, i, &home->bodies[i]);
        }
    }
    for (uint32_t i = 0; room && i < world->objects.cloth_count; ++i) {
        if (world->objects.cloths[i].vertex_count > 0 && !home->cloths[i].bytes) {
            wf_saved_take(world, false, i, &home->cloths[i]);
        }
    }
    world->memory.failed = false;
    world->memory.grown = grown;
}

static void free_saved(weft_world* world, wf_saved* saved) {
    wf_free(&world->memory, saved->bytes);
    *saved = (wf_saved){0};
}

/// Takes the pins on a body out of the kept state of a cloth.
static void drop_body_at_home(weft_world* world, uint32_t cloth, uint32_t body) {
    wf_saved now = {0}, *home = &world->home.cloths[cloth], changed = {0};
    wf_saved_take(world, false, cloth, &now);
    if (now.bytes && wf_saved_put(world, false, cloth, home)) {
        wf_cloth_drop_body(&world->objects.cloths[cloth], body);
        wf_saved_take(world, false, cloth, &changed);
        wf_saved_put(world, false, cloth, &now);
    }
    memcpy(changed.origin, home->origin, sizeof changed.origin);
    if (changed.bytes) {
        free_saved(world, home);
        *home = changed;
    }
    free_saved(world, &now);
    world->memory.failed = false;
}

void wf_home_forget(weft_world* world, bool of_body, uint32_t slot) {
    wf_home* home = &world->home;
    if (!home->kept) {
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < home->event_count; ++i) {
        if (!wf_event_names(&home->events[i], of_body, slot)) {
            home->events[kept++] = home->events[i];
        }
    }
    home->event_count = kept;
    size_t capacity = of_body ? home->body_capacity : home->cloth_capacity;
    if (slot < capacity) {
        free_saved(world, of_body ? &home->bodies[slot] : &home->cloths[slot]);
    }
    for (uint32_t i = 0; of_body && i < world->objects.cloth_count && i < home->cloth_capacity;
         ++i) {
        if (home->cloths[i].bytes) {
            drop_body_at_home(world, i, slot);
        }
    }
}

void wf_home_destroy(weft_world* world) {
    wf_home* home = &world->home;
    for (size_t i = 0; i < home->body_capacity; ++i) {
        free_saved(world, &home->bodies[i]);
    }
    for (size_t i = 0; i < home->cloth_capacity; ++i) {
        free_saved(world, &home->cloths[i]);
    }
    wf_free(&world->memory, home->bodies);
    wf_free(&world->memory, home->cloths);
    wf_free(&world->memory, home->events);
    *home = (wf_home){0};
}

static bool load_home(weft_world* world) {
    const wf_home* home = &world->home;
    world->def = home->def;
    world->methods = home->methods;
    world->objects.friction_scale = home->friction_scale;
    memcpy(world->origin, home->origin, sizeof world->origin);
    wf_world_set_homes(world);
    world->step = 0;
    world->report = (weft_step_report){0};
    world->patience = (wf_patience){0};
    world->even_steps = 0;
    world->hangs = false;
    world->pinched_steps = world->narrow_steps = 0;
    world->steady = false;
    world->hands = (wf_hands){0};
    world->blocks.count = 0;
    world->event_next = world->event_count = 0;
    bool loaded = wf_reserve(&world->memory, (void**)&world->events, &world->event_capacity,
                             home->event_count, sizeof(weft_event));
    if (loaded && home->event_count > 0) {
        memcpy(world->events, home->events, sizeof(weft_event) * home->event_count);
        world->event_count = home->event_count;
    }
    for (uint32_t i = 0; i < world->objects.body_count; ++i) {
        if (i < home->body_capacity && home->bodies[i].bytes) {
            loaded &= wf_saved_put(world, true, i, &home->bodies[i]);
            wf_world_bring_body(world, &world->objects.bodies[i], home->bodies[i].origin);
        }
    }
    for (uint32_t i = 0; i < world->objects.cloth_count && i < home->cloth_capacity; ++i) {
        if (home->cloths[i].bytes) {
            loaded &= wf_saved_put(world, false, i, &home->cloths[i]);
            wf_world_bring_cloth(world, &world->objects.cloths[i], home->cloths[i].origin);
        }
    }
    return loaded;
}

weft_status weft_world_reset(weft_world* world) {
    WEFT_ASSERT(world != NULL);
    if (!world->home.kept) {
        return WEFT_OK;
    }
    wf_world_tear_down(world);
    bool done = load_home(world) && wf_world_rebuild(world);
    world->topology_changed |= !done;
    world->memory.failed = false;
    if (!done) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    wf_world_show(world);
    return WEFT_OK;
}
