// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A pair costs two look-ups; where everything may touch everything nobody asks.
#include "contact/partners.h"

#include "contact/contact.h"
#include "particles/particles.h"

static const weft_collision* of_body(const wf_contact* c, uint32_t triangle) {
    const wf_obstacle* o = c->obstacle;
    return &c->objects->bodies[o->body_of[o->triangles[3 * (size_t)triangle]]].collision;
}

static const weft_collision* of_cloth(const wf_contact* c, uint32_t triangle) {
    const wf_particles* particles = c->particles;
    return &c->objects->cloths[particles->cloth_of[particles->triangles[3 * (size_t)triangle]]]
                .collision;
}

static bool is_limited(const wf_objects* o, uint32_t cloth) {
    const weft_collision* own = &o->cloths[cloth].collision;
    bool limited = false;
    for (uint32_t k = 0; k < o->body_count; ++k) {
        bool there = o->bodies[k].vertex_count > 0;
        limited |= there && !wf_may_touch(own, &o->bodies[k].collision);
    }
    for (uint32_t k = 0; k <= cloth; ++k) {
        bool there = o->cloths[k].vertex_count > 0;
        limited |= there && !wf_may_touch(own, &o->cloths[k].collision);
    }
    return limited;
}

bool wf_partners_limited(const wf_objects* o) {
    bool limited = false;
    for (uint32_t k = 0; k < o->cloth_count; ++k) {
        limited |= o->cloths[k].vertex_count > 0 && is_limited(o, k);
    }
    return limited;
}

bool wf_partners_meets_cloth(const wf_objects* o, uint32_t body) {
    const wf_body* b = &o->bodies[body];
    bool any = false;
    for (uint32_t k = 0; k < o->cloth_count; ++k) {
        any |= o->cloths[k].vertex_count > 0 && b->vertex_count > 0 &&
               wf_may_touch(&o->cloths[k].collision, &b->collision);
    }
    return any;
}

bool wf_partners_any_body(const wf_objects* o) {
    bool any = false;
    for (uint32_t b = 0; b < o->body_count; ++b) {
        any |= wf_partners_meets_cloth(o, b);
    }
    return any;
}

bool wf_partners_any_mesh(const wf_objects* o) {
    bool any = false;
    for (uint32_t b = 0; b < o->body_count; ++b) {
        any |= !wf_is_solid(&o->bodies[b].shape) && wf_partners_meets_cloth(o, b);
    }
    return any;
}

bool wf_partners_any_cloth(const wf_objects* o) {
    bool any = false;
    for (uint32_t k = 0; k < o->cloth_count; ++k) {
        for (uint32_t other = 0; other <= k; ++other) {
            any |= o->cloths[k].vertex_count > 0 && o->cloths[other].vertex_count > 0 &&
                   wf_may_touch(&o->cloths[k].collision, &o->cloths[other].collision);
        }
    }
    return any;
}

void wf_partners_keep_bodies(const wf_contact* c, wf_pairs* pairs) {
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count && c->limited; ++i) {
        pairs->a[kept] = pairs->a[i];
        pairs->b[kept] = pairs->b[i];
        kept += wf_may_touch(of_cloth(c, pairs->a[i]), of_body(c, pairs->b[i]));
    }
    pairs->count = c->limited ? kept : pairs->count;
}

void wf_partners_keep_cloths(const wf_contact* c, wf_pairs* pairs, size_t first) {
    size_t kept = first;
    for (size_t i = first; i < pairs->count && c->limited; ++i) {
        pairs->a[kept] = pairs->a[i];
        pairs->b[kept] = pairs->b[i];
        kept += wf_may_touch(of_cloth(c, pairs->a[i]), of_cloth(c, pairs->b[i]));
    }
    pairs->count = c->limited ? kept : pairs->count;
}
