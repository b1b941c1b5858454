// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A panel may be placed inside a body, or be swallowed while it was captured. It crosses nothing,
// so no audit sees it, and the filter would hold it in for good. One point tells where a sheet
// without crossings is; the shortest way out from there is the way of all of it, until it crosses
// the surface and the repair of crossings takes over. A body within a body counts for itself.
#include "repair/enclosed.h"

#include "contact/capture.h"
#include "contact/partners.h"
#include "detect/closest.h"
#include "mesh/inside.h"
#include "particles/particles.h"
#include "repair/lanes.h"

#include <string.h>

bool wf_enclosed_create(wf_memory* m, const wf_particles* particles, wf_enclosed* e) {
    e->sheet = WF_ALLOC(m, uint32_t, particles->count);
    e->way = WF_ALLOC(m, float, 4 * (size_t)particles->count);
    e->rest = WF_ALLOC(m, uint8_t, particles->count);
    if (m->failed) {
        return false;
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        e->sheet[i] = i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < particles->edge_count; ++k) {
            uint32_t *a = &e->sheet[particles->edges[2 * k]],
                     *b = &e->sheet[particles->edges[2 * k + 1]];
            changed |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
    return true;
}

void wf_enclosed_free(wf_memory* m, wf_enclosed* e) {
    wf_free(m, e->sheet);
    wf_free(m, e->way);
    wf_free(m, e->rest);
    *e = (wf_enclosed){0};
}

/// Marks the sheets that are not to be looked at.
static void find_rest(const wf_contact* c, wf_enclosed* e) {
    const wf_particles* particles = c->particles;
    const wf_audit* across = &c->audit;
    for (uint32_t i = 0; i < particles->count; ++i) {
        e->rest[i] = e->sheet[i] != i;
    }
    for (uint32_t i = 0; i < across->listed_count; ++i) {
        e->rest[e->sheet[particles->triangles[3 * (size_t)across->listed[i].a]]] = 1;
    }
}

/// Unit way from p to the nearest point of some triangles of the obstacle.
static wf_f4 way_out(const wf_obstacle* o, const uint32_t* triangles, uint32_t count,
                     const float* p) {
    wf_f4 best = wf_f4_set(0.0f, 1.0f, 0.0f, 0.0f);
    float least = 1e30f;
    for (const uint32_t* t = triangles; t < triangles + 3 * (size_t)count; t += 3) {
        float w[3];
        wf_closest_point_triangle(p, o->x0 + 4 * (size_t)t[0], o->x0 + 4 * (size_t)t[1],
                                  o->x0 + 4 * (size_t)t[2], w);
        wf_f4 d = wf_lanes_scale(wf_f4_load(p), -1.0f);
        for (int k = 0; k < 3; ++k) {
            d = wf_lanes_muladd(d, wf_lanes_at(o->x0, t[k]), w[k]);
        }
        float length2 = wf_lanes_dot(d, d);
        if (length2 > 0.0f && length2 < least) {
            least = length2;
            best = wf_lanes_unit(d);
        }
    }
    return best;
}

/// Looks at one sheet.
static void find_way(const wf_contact* c, wf_enclosed* e, uint32_t particle) {
    const wf_obstacle* o = c->obstacle;
    const float* p = c->particles->x + 4 * (size_t)particle;
    const weft_collision* own = &c->objects->cloths[c->particles->cloth_of[particle]].collision;
    for (uint32_t k = 0; k < c->objects->body_count; ++k) {
        const wf_body* body = &c->objects->bodies[k];
        const uint32_t* triangles = o->triangles + 3 * (size_t)body->first_triangle;
        if (!body->open && !wf_is_solid(&body->shape) && wf_may_touch(&body->collision, own) &&
            wf_point_side(p, o->x0, triangles, body->triangle_count) == 1) {
            wf_f4_store(e->way + 4 * (size_t)particle,
                        way_out(o, triangles, body->triangle_count, p));
            e->way[4 * (size_t)particle + 3] = 1.0f;
            e->any = true;
            return;
        }
    }
}

void wf_enclosed_find(const wf_contact* c, wf_enclosed* e) {
    const wf_particles* particles = c->particles;
    e->any = false;
    find_rest(c, e);
    memset(e->way, 0, 16 * (size_t)particles->count);
    for (uint32_t i = 0; i < particles->count; ++i) {
        if (!e->rest[i]) {
            find_way(c, e, i);
        }
    }
}

void wf_enclosed_push(wf_contact* c, const wf_enclosed* e, float reach, float* push) {
    for (uint32_t i = 0; i < c->particles->count; ++i) {
        const float* way = e->way + 4 * (size_t)e->sheet[i];
        if (way[3] > 0.0f) {
            float* p = push + 4 * (size_t)i;
            wf_f4_store(p, wf_lanes_scale(wf_f4_load(way), reach));
            p[3] = 1.0f;
            wf_capture_add(c, i, WF_SUNK);
        }
    }
}
