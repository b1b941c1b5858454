// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `impact_zones` of a world: particles and bodies as points of impact zones. Touches
// press as they do for the filter, so what is left here is what moves too fast for them: there is
// no friction in these impulses.
#include "contact/impact_zones.h"
#include "contact/layers.h"
#include "contact/partners.h"
#include "contact/response.h"
#include "math/simd.h"
#include "math/vec.h"
#include "particles/particles.h"

#include <string.h>

static void destroy(wf_contact* c) {
    if (c->response_self != NULL) {
        wf_impact_zones_free(c->memory, c->response_self);
        wf_free(c->memory, c->response_self);
        c->response_self = NULL;
    }
}

/// Notes per point whom its object may touch, where that is not everyone.
static bool note_partners(wf_contact* c, wf_impact_pairs* p) {
    const wf_obstacle* o = c->obstacle;
    if (!c->limited) {
        return true;
    }
    p->who = WF_ALLOC(c->memory, weft_collision, p->point_count);
    for (uint32_t i = 0; i < p->point_count && p->who != NULL; ++i) {
        p->who[i] = i < p->cloth_points
                        ? c->objects->cloths[c->particles->cloth_of[i]].collision
                        : c->objects->bodies[o->body_of[i - p->cloth_points]].collision;
    }
    return p->who != NULL;
}

static wf_impact_zones* zones_of(wf_contact* c) {
    const wf_particles* particles = c->particles;
    const wf_obstacle* o = c->obstacle;
    if (c->response_self != NULL) {
        return c->response_self;
    }
    wf_impact_surface cloth = {particles->triangles, particles->owns, particles->count,
                               particles->triangle_count};
    wf_impact_surface body = {o->triangles, o->owns, o->vertex_count, o->triangle_count};
    wf_impact_zones* z = c->response_self = WF_ALLOC(c->memory, wf_impact_zones, 1);
    if (z == NULL || !wf_impact_zones_create(c->memory, &cloth, &body, z) ||
        !note_partners(c, &z->pairs)) {
        destroy(c);
        return NULL;
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        z->pairs.inverse_mass[i] = particles->fixed[i] ? 0.0f : 1.0f / particles->mass[i];
        z->pairs.same[i] = c->layers != NULL ? c->layers->same[i] : i;
    }
    return z;
}

/// The moves that are asked for, within the boxes that the detection searched.
static void fill(const wf_contact* c, const float* displacement, wf_impact_zones* z) {
    const wf_particles* particles = c->particles;
    const wf_obstacle* o = c->obstacle;
    size_t first = 4 * (size_t)particles->count;
    memcpy(z->pairs.x0, particles->x, 4 * first);
    for (size_t i = 0; i < first; i += 4) {
        wf_f4 d = wf_f4_load(displacement + i);
        d = wf_f4_min(wf_f4_max(d, wf_f4_load(c->cloth_lo + i)), wf_f4_load(c->cloth_hi + i));
        wf_f4_store(z->move + i, d);
    }
    memcpy(z->pairs.exempt, c->captured, particles->count);
    z->pairs.tangle = c->tangle;
    if (o->vertex_count > 0) {
        memcpy(z->pairs.x0 + first, o->x0, 16 * (size_t)o->vertex_count);
        memcpy(z->pairs.x1 + first, o->x1, 16 * (size_t)o->vertex_count);
    }
}

static void count_changes(const float* before, const float* after, uint32_t count,
                          wf_filter_result* result) {
    for (size_t i = 0; i < 4 * (size_t)count; i += 4) {
        wf_v3 b = wf_v3_load(before + i), change = wf_v3_sub(wf_v3_load(after + i), b);
        float size2 = wf_v3_dot(change, change);
        result->throttled += size2 > 1e-8f;
        result->changed += size2 > 1e-8f && size2 > 0.0025f * wf_v3_dot(b, b);
    }
}

/// Changes the displacements so that nothing meets while cloth and bodies go alpha of their way.
/// Captured particles meet nobody.
static wf_filter_result limit(wf_contact* c, float* displacement, uint32_t round) {
    (void)round;
    const float* values = c->response_values;
    wf_impact_limits limits = {values[0], (uint32_t)values[1], (uint32_t)values[2]};
    uint32_t count = c->particles->count;
    wf_filter_result result = {0.0f, 0, 0};
    wf_impact_result impact;
    wf_impact_zones* z = zones_of(c);
    if (z == NULL) {
        return result; // nothing moves; the step finds that memory is out
    }
    fill(c, displacement, z);
    if (wf_impact_zones_resolve(c->memory, z, &limits, &impact)) {
        result.alpha = impact.alpha;
        count_changes(displacement, z->move, count, &result);
        memcpy(displacement, z->move, 16 * (size_t)count);
    }
    return result;
}

const wf_response wf_response_impact_zones = {
    .push = wf_contact_select, .limit = limit, .destroy = destroy, .narrow = &wf_narrow_ccd};
