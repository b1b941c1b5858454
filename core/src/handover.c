// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Particles, edges and faces of a cloth follow each other in the numbers of the system, in the same
// order whoever else is there. So a number is carried over by adding what the first one of its
// cloth moved by.
#include "handover.h"

#include "contact/contact.h"
#include "contact/touching.h"
#include "solve/system.h"

#include <string.h>

/// What has numbers.
enum { PARTICLE, EDGE, FACE, NUMBERED, NOTHING = NUMBERED };

/// By kind of touch: what `a` and `b` of it number. Features of bodies keep theirs; touches from
/// outside are of a particle.
static const uint8_t sort_of[6][2] = {{PARTICLE, NOTHING}, {FACE, NOTHING}, {EDGE, NOTHING},
                                      {PARTICLE, FACE},    {EDGE, EDGE},    {PARTICLE, NOTHING}};

/// By slot of cloth: its first numbers, UINT32_MAX for none.
typedef uint32_t firsts[NUMBERED];

/// What is carried over.
typedef struct baggage {
    uint32_t count; // particles
    uint32_t* cloth_of;
    float* along;
    float *pull, *mean, *late;
    uint8_t* ease;
    wf_touch* touches;
    size_t touch_count;
    firsts *old, *now;
} baggage;

/// `item`: the particle, or the first one, of each thing of a sort; null where it is its number.
static void find_first(const wf_particles* particles, uint32_t count, const uint32_t* item,
                       uint32_t stride, int sort, firsts* of) {
    for (uint32_t i = count; i-- > 0;) {
        of[particles->cloth_of[item == NULL ? i : item[(size_t)stride * i]]][sort] = i;
    }
}

static void find_firsts(const weft_world* world, firsts* of) {
    const wf_particles* particles = world->particles;
    memset(of, 0xff, sizeof *of * world->objects.cloth_count);
    find_first(particles, particles->count, NULL, 0, PARTICLE, of);
    find_first(particles, particles->edge_count, particles->edges, 2, EDGE, of);
    find_first(particles, particles->triangle_count, particles->triangles, 3, FACE, of);
}

static void* copy(wf_memory* m, const void* from, size_t bytes) {
    void* to = wf_alloc(m, bytes + 1);
    if (to != NULL && bytes > 0) {
        memcpy(to, from, bytes);
    }
    return to;
}

static bool pack(weft_world* world, baggage* b) {
    wf_memory* m = &world->memory;
    const wf_particles* particles = world->particles;
    const wf_contact* c = world->contact;
    *b = (baggage){.count = particles->count, .touch_count = c->touches.count};
    b->cloth_of = copy(m, particles->cloth_of, sizeof(uint32_t) * particles->count);
    b->along = copy(m, particles->along, sizeof(float) * particles->count);
    b->pull = copy(m, particles->pull, 16 * (size_t)particles->count);
    b->mean = copy(m, particles->mean, 16 * (size_t)particles->count);
    b->late = copy(m, particles->late, 16 * (size_t)particles->count);
    b->ease = copy(m, particles->ease, particles->count);
    b->touches = copy(m, c->touches.items, sizeof(wf_touch) * c->touches.count);
    b->old = WF_ALLOC(m, firsts, world->objects.cloth_count);
    b->now = WF_ALLOC(m, firsts, world->objects.cloth_count);
    if (!m->failed) {
        find_firsts(world, b->old);
    }
    return !m->failed;
}

static void drop(wf_memory* m, baggage* b) {
    wf_free(m, b->old);
    wf_free(m, b->now);
    wf_free(m, b->cloth_of);
    wf_free(m, b->along);
    wf_free(m, b->pull);
    wf_free(m, b->mean);
    wf_free(m, b->late);
    wf_free(m, b->ease);
    wf_free(m, b->touches);
}

static bool is_gone(const baggage* b, uint32_t particle) {
    return b->now[b->cloth_of[particle]][PARTICLE] == UINT32_MAX;
}

static uint32_t move_of(const baggage* b, uint32_t particle, int sort) {
    uint32_t cloth = b->cloth_of[particle];
    return sort == NOTHING ? 0 : b->now[cloth][sort] - b->old[cloth][sort];
}

/// Gives a touch its new numbers; false when a side of it is not there any more.
static bool renumber(const baggage* b, wf_touch* t) {
    uint32_t upper = t->particle[0], lower = t->particle[t->count - 1];
    if (is_gone(b, upper) || is_gone(b, lower)) {
        return false;
    }
    const uint8_t* sort = sort_of[t->kind < WF_TOUCH_OUTSIDE ? t->kind : WF_NEAR_VERTEX_FACE];
    t->a += move_of(b, upper, sort[0]);
    t->b += move_of(b, lower, sort[1]);
    for (uint32_t k = 0; k < t->count; ++k) {
        t->particle[k] += move_of(b, t->particle[k], PARTICLE);
    }
    return true;
}

/// What a particle knows of its motion.
static void carry_over(wf_particles* p, size_t to, const baggage* b, size_t from) {
    p->along[to] = b->along[from];
    memcpy(p->pull + 4 * to, b->pull + 4 * from, 16);
    memcpy(p->mean + 4 * to, b->mean + 4 * from, 16);
    memcpy(p->late + 4 * to, b->late + 4 * from, 16);
    p->ease[to] = b->ease[from];
}

static bool unpack(weft_world* world, baggage* b) {
    wf_contact* c = world->contact;
    find_firsts(world, b->now);
    for (uint32_t i = 0; i < b->count; ++i) {
        if (!is_gone(b, i)) {
            carry_over(world->particles, i + move_of(b, i, PARTICLE), b, i);
        }
    }
    if (!wf_reserve(&world->memory, (void**)&c->touches.items, &c->touches.capacity,
                    b->touch_count + 1, sizeof(wf_touch))) {
        return false;
    }
    for (size_t i = 0; i < b->touch_count; ++i) {
        if (renumber(b, &b->touches[i])) {
            c->touches.items[c->touches.count++] = b->touches[i];
        }
    }
    return true;
}

bool wf_handover_rebuild(weft_world* world) {
    baggage b;
    bool done = pack(world, &b) && wf_world_rebuild_cloth(world) && unpack(world, &b);
    drop(&world->memory, &b);
    world->topology_changed |= !done;
    return done;
}
