// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From displacement boxes to pairs: what the contact asks of the structure and the detection in a
// substep.
#include "contact/capture.h"
#include "contact/contact.h"
#include "contact/flypaper.h"
#include "contact/layers.h"
#include "contact/partners.h"
#include "contact/response.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "math/simd.h"
#include "particles/particles.h"

#include <math.h>
#include <string.h>

/// Pairs of cloth with cloth are to be found within reach, so each side grows by half of it at
/// least.
static wf_sweep cloth_sweep(const weft_world* world) {
    const wf_particles* particles = world->particles;
    float half = 0.5f * wf_contact_reach(world);
    float grow = world->contact->slack > half ? world->contact->slack : half;
    return (wf_sweep){particles->x,
                      world->contact->predicted,
                      particles->triangles,
                      particles->count,
                      particles->triangle_count,
                      grow,
                      false};
}

static wf_sweep body_sweep(const weft_world* world) {
    const wf_obstacle* o = &world->obstacle;
    return (wf_sweep){
        o->x0, o->x1, o->triangles, o->vertex_count, o->triangle_count, wf_contact_reach(world),
        true};
}

static void free_buffers(wf_memory* m, wf_contact* c) {
    wf_free(m, c->candidates.a);
    wf_free(m, c->candidates.b);
    wf_near_list_free(m, &c->pairs);
    wf_free(m, c->nearest);
    wf_free(m, c->edge_faces);
    wf_touches_free(m, &c->touches);
    wf_free(m, c->old_touches);
    wf_free(m, c->table);
    wf_free(m, c->cloth_lo);
    wf_free(m, c->cloth_hi);
    wf_free(m, c->predicted);
    wf_free(m, c->slacks);
    wf_free(m, c->half);
    wf_free(m, c->moved[0]);
    wf_free(m, c->moved[1]);
    wf_free(m, c->proposed);
    wf_free(m, c->captured);
    wf_audit_free(m, &c->audit);
}

void wf_contact_destroy(weft_world* world) {
    wf_contact* c = world->contact;
    if (c == NULL) {
        return;
    }
    if (c->structure_self != NULL) {
        c->structure->destroy(&world->memory, c->structure_self);
    }
    wf_layers_destroy(world);
    wf_flypaper_destroy(world);
    if (c->response->destroy != NULL) {
        c->response->destroy(world);
    }
    free_buffers(&world->memory, c);
    wf_free(&world->memory, c);
    world->contact = NULL;
}

bool wf_contact_rebuild(weft_world* world) {
    wf_contact_destroy(world);
    wf_memory* m = &world->memory;
    wf_contact* c = world->contact = WF_ALLOC(m, wf_contact, 1);
    if (c == NULL) {
        return false;
    }
    c->response = world->methods.response;
    uint32_t n = world->particles->count, b = world->obstacle.vertex_count;
    c->particle_count = n;
    world->obstacle.fitted = false;
    wf_touches_create(m, &c->touches, n, world->def.contact_radius);
    c->particles = world->particles;
    c->limited = wf_partners_limited(world);
    c->cloth_lo = WF_ALLOC(m, float, 4 * (size_t)n);
    c->cloth_hi = WF_ALLOC(m, float, 4 * (size_t)n);
    c->predicted = WF_ALLOC(m, float, 4 * (size_t)n);
    c->slacks = WF_ALLOC(m, float, n);
    c->half = WF_ALLOC(m, float, n);
    c->proposed = WF_ALLOC(m, float, 4 * (size_t)n);
    c->captured = WF_ALLOC(m, uint8_t, n);
    c->moved[0] = WF_ALLOC(m, uint8_t, n);
    c->moved[1] = WF_ALLOC(m, uint8_t, n);
    c->nearest = WF_ALLOC(m, uint32_t, (size_t)n + b);
    c->edge_faces = WF_ALLOC(m, uint32_t, 2 * (size_t)world->obstacle.edge_count);
    if (m->failed) {
        return false;
    }
    const wf_obstacle* o = &world->obstacle;
    wf_edge_triangles(o->triangle_edges, o->triangle_count, o->edge_count, c->edge_faces);
    wf_thickness_measure(world);
    if (n == 0) {
        return true;
    }
    memcpy(c->predicted, world->particles->x, 16 * (size_t)n);
    wf_sweep cloth = cloth_sweep(world), body = body_sweep(world);
    bool any = wf_partners_any_body(world);
    if (any) {
        c->structure = world->methods.structure;
        c->structure_self =
            c->structure->create(m, &cloth, &body, world->methods.values[WEFT_STAGE_STRUCTURE]);
    }
    return (!any || c->structure_self != NULL) && wf_flypaper_create(world) &&
           wf_layers_create(world, &cloth);
}

/// Hull of no move and the predicted move, which is capped in length, grown by the slack.
static void cloth_box(wf_contact* c, const wf_particles* particles, const float* guess, float base,
                      float most, uint32_t i) {
    size_t at = 4 * (size_t)i;
    wf_f4 x = wf_f4_load(particles->x + at);
    wf_f4 move = wf_f4_sub(wf_f4_load(guess + at), x);
    float length = sqrtf(wf_f4_dot3(move, move));
    if (length > WEFT_PREDICTION_CAP && !particles->fixed[i]) {
        move = wf_f4_mul(move, wf_f4_splat(WEFT_PREDICTION_CAP / length));
        length = WEFT_PREDICTION_CAP;
    }
    float slack = base + WEFT_BOX_SLACK_FACTOR * length;
    slack = particles->fixed[i] ? 0.0f : slack < most ? slack : most;
    c->slack = slack > c->slack ? slack : c->slack;
    float calm = WEFT_CALM_SLACK + WEFT_CALM_SLACK_FACTOR * length;
    c->slacks[i] = calm < slack ? calm : slack;
    wf_f4 zero = wf_f4_zero(), grow = wf_f4_splat(slack);
    wf_f4_store(c->cloth_lo + at, wf_f4_sub(wf_f4_min(move, zero), grow));
    wf_f4_store(c->cloth_hi + at, wf_f4_add(wf_f4_max(move, zero), grow));
    wf_f4_store(c->predicted + at, wf_f4_add(x, move));
}

/// Nobody goes so far that it could touch cloth that sleeps. No move is always in the box.
static void shorten_boxes(wf_contact* c, const wf_particles* particles) {
    wf_f4 zero = wf_f4_zero(), leash = wf_f4_splat(c->leash);
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        size_t at = 4 * (size_t)i;
        wf_f4 back = wf_f4_sub(wf_f4_load(particles->x_good + at), wf_f4_load(particles->x + at));
        wf_f4 lo = wf_f4_min(wf_f4_sub(back, leash), zero);
        wf_f4 hi = wf_f4_max(wf_f4_add(back, leash), zero);
        if (!particles->fixed[i]) {
            wf_f4_store(c->cloth_lo + at, wf_f4_max(wf_f4_load(c->cloth_lo + at), lo));
            wf_f4_store(c->cloth_hi + at, wf_f4_min(wf_f4_load(c->cloth_hi + at), hi));
        }
    }
}

void wf_contact_boxes(weft_world* world, const float* guess, float body_drift, uint32_t round) {
    wf_contact* c = world->contact;
    float more = (float)(1u << (round < 3 ? round : 3));
    float base = more * (WEFT_BOX_SLACK_LEAST + WEFT_BOX_SLACK_FACTOR * body_drift);
    c->slack = 0.0f;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        cloth_box(c, world->particles, guess, base, more * WEFT_BOX_SLACK_MOST, i);
    }
    if (c->leash > 0.0f) {
        shorten_boxes(c, world->particles);
    }
}

bool wf_contact_refresh(weft_world* world) {
    wf_contact* c = world->contact;
    if (c->structure_self == NULL) {
        return true;
    }
    wf_sweep cloth = cloth_sweep(world), body = body_sweep(world);
    wf_obstacle* o = &world->obstacle;
    if (!o->fitted && !c->structure->refresh_body(&world->memory, c->structure_self, &body)) {
        return false;
    }
    o->fitted = o->stands;
    return c->structure->refresh_cloth(&world->memory, c->structure_self, &cloth);
}

wf_surface wf_contact_cloth(const weft_world* world) {
    const wf_particles* p = world->particles;
    const wf_contact* c = world->contact;
    return (wf_surface){
        p->triangles,      p->edges, p->triangle_edges, p->owns,   p->count, p->edge_count,
        p->triangle_count, p->x,     c->predicted,      c->slacks, NULL};
}

/// Pairs of features of cloth with bodies: all, or those that late particles add to what was found.
static bool collect_pairs(weft_world* world, const uint8_t* late) {
    wf_memory* m = &world->memory;
    wf_contact* c = world->contact;
    const wf_obstacle* o = &world->obstacle;
    wf_surface cloth = wf_contact_cloth(world);
    wf_surface body = {o->triangles,    o->edges,      o->triangle_edges, o->owns,
                       o->vertex_count, o->edge_count, o->triangle_count, o->x0,
                       o->x1,           NULL,          o->normals};
    float reach = late == NULL ? wf_contact_reach(world) : WF_LATE_REACH;
    c->pairs.count = late == NULL ? 0 : c->found;
    bool done = wf_proximity_collect(m, &c->candidates, &cloth, &body, reach, late, &c->pairs);
    c->found = late == NULL ? c->pairs.count : c->found;
    wf_capture_exempt(c);
    return done;
}

static bool detect_bodies(weft_world* world, const wf_sweep* cloth) {
    wf_contact* c = world->contact;
    c->pairs.count = c->found = 0;
    if (c->structure_self == NULL) {
        return true;
    }
    wf_sweep body = body_sweep(world);
    if (!c->structure->collect(&world->memory, c->structure_self, cloth, &body, &c->candidates)) {
        return false;
    }
    wf_partners_keep_bodies(world, &c->candidates);
    return collect_pairs(world, NULL);
}

bool wf_contact_detect(weft_world* world) {
    wf_sweep cloth = cloth_sweep(world);
    return detect_bodies(world, &cloth) && wf_layers_detect(world, &cloth);
}

bool wf_contact_detect_late(weft_world* world, const uint8_t* late) {
    bool bodies = world->contact->structure_self == NULL || collect_pairs(world, late);
    return bodies && wf_layers_detect_late(world, late);
}
