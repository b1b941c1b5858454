// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A pair costs two look-ups; where everything may touch everything nobody asks.
#include "contact/partners.h"

#include "contact/contact.h"
#include "particles/particles.h"

static const weft_collision* of_body(const weft_world* world, uint32_t triangle) {
    const wf_obstacle* o = &world->obstacle;
    return &world->objects.bodies[o->body_of[o->triangles[3 * (size_t)triangle]]].collision;
}

static const weft_collision* of_cloth(const weft_world* world, uint32_t triangle) {
    const wf_particles* particles = world->particles;
    return &world->objects.cloths[particles->cloth_of[particles->triangles[3 * (size_t)triangle]]]
                .collision;
}

static bool is_limited(const weft_world* world, uint32_t cloth) {
    const weft_collision* own = &world->objects.cloths[cloth].collision;
    bool limited = false;
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        bool there = world->objects.bodies[k].vertex_count > 0;
        limited |= there && !wf_may_touch(own, &world->objects.bodies[k].collision);
    }
    for (uint32_t k = 0; k <= cloth; ++k) {
        bool there = world->objects.cloths[k].vertex_count > 0;
        limited |= there && !wf_may_touch(own, &world->objects.cloths[k].collision);
    }
    return limited;
}

bool wf_partners_limited(const weft_world* world) {
    bool limited = false;
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        limited |= world->objects.cloths[k].vertex_count > 0 && is_limited(world, k);
    }
    return limited;
}

bool wf_partners_any_body(const weft_world* world) {
    bool any = false;
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        for (uint32_t b = 0; b < world->objects.body_count; ++b) {
            any |= world->objects.cloths[k].vertex_count > 0 &&
                   world->objects.bodies[b].vertex_count > 0 &&
                   wf_may_touch(&world->objects.cloths[k].collision,
                                &world->objects.bodies[b].collision);
        }
    }
    return any;
}

bool wf_partners_any_cloth(const weft_world* world) {
    bool any = false;
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        for (uint32_t other = 0; other <= k; ++other) {
            any |= world->objects.cloths[k].vertex_count > 0 &&
                   world->objects.cloths[other].vertex_count > 0 &&
                   wf_may_touch(&world->objects.cloths[k].collision,
                                &world->objects.cloths[other].collision);
        }
    }
    return any;
}

void wf_partners_keep_bodies(const weft_world* world, wf_pairs* pairs) {
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count && world->contact->limited; ++i) {
        pairs->a[kept] = pairs->a[i];
        pairs->b[kept] = pairs->b[i];
        kept += wf_may_touch(of_cloth(world, pairs->a[i]), of_body(world, pairs->b[i]));
    }
    pairs->count = world->contact->limited ? kept : pairs->count;
}

void wf_partners_keep_cloths(const weft_world* world, wf_pairs* pairs, size_t first) {
    size_t kept = first;
    for (size_t i = first; i < pairs->count && world->contact->limited; ++i) {
        pairs->a[kept] = pairs->a[i];
        pairs->b[kept] = pairs->b[i];
        kept += wf_may_touch(of_cloth(world, pairs->a[i]), of_cloth(world, pairs->b[i]));
    }
    pairs->count = world->contact->limited ? kept : pairs->count;
}
