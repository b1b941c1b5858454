// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pairs push. The filter needs every pair; a force needs those whose direction is one that
// the body's surface really has there. On a finely meshed flat body most pairs of features are not:
// their closest points lie on the border of a triangle and their directions slant, which brakes a
// sliding sheet and presses with many times its weight. So a vertex pushes against a face if its
// foot is inside, or if nothing nearer to it exists; edges push only where the body's edge is
// convex. Multipliers belong to pairs of features and are found again by hashing; a vertex that
// slid to the next face takes its own along. After Chen et al. 2025 (feasible directions of offset
// features).
#include "contact/contact.h"
#include "contact/flypaper.h"
#include "contact/layers.h"
#include "contact/response.h"
#include "contact/touching.h"
#include "math/vec.h"
#include "mesh/topology.h"
#include "particles/particles.h"

#include <string.h>

/// Body edges flatter than this (cosine between the faces) leave the force to faces and vertices.
#define FLAT_COSINE 0.985f
/// Part of its multiplier that a touch between layers keeps from substep to substep. A fold that
/// cannot open would wind up what it stores and set the sheet buzzing.
#define LAYER_MEMORY 0.8f
/// A vertex that slid to another face keeps its multipliers when the normals agree to this cosine.
#define SAME_NORMAL 0.9f

static uint32_t pair_hash(uint32_t kind, uint32_t a, uint32_t b) {
    uint32_t h = a * 0x9e3779b1u ^ b * 0x85ebca77u ^ kind * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 13;
}

/// The feature that carries a touch from face to face: the vertex of a vertex-face pair, else none.
static uint32_t carrier(uint32_t kind, uint32_t a, uint32_t b) {
    bool first = kind == WF_NEAR_VERTEX_FACE || kind == WF_SELF_VERTEX_FACE;
    return first ? a : kind == WF_NEAR_FACE_VERTEX ? b : UINT32_MAX;
}

static void insert(wf_contact* c, uint32_t hash, uint32_t entry) {
    size_t at = hash & (c->table_size - 1);
    while (c->table[at] != UINT32_MAX) {
        at = (at + 1) & (c->table_size - 1);
    }
    c->table[at] = entry;
}

/// Every old touch by its pair and, in a second entry, by the vertex that carries it.
static bool index_old_touches(wf_memory* m, wf_contact* c) {
    size_t size = 64;
    while (size < 4 * c->old_count) {
        size *= 2;
    }
    if (!wf_reserve(m, (void**)&c->table, &c->table_capacity, size, sizeof(uint32_t))) {
        return false;
    }
    c->table_size = size;
    memset(c->table, 0xff, size * sizeof(uint32_t));
    for (size_t i = 0; i < c->old_count; ++i) {
        const wf_touch* t = &c->old_touches[i];
        insert(c, pair_hash(t->kind, t->a, t->b), 2 * (uint32_t)i);
        uint32_t vertex = carrier(t->kind, t->a, t->b);
        if (vertex != UINT32_MAX) {
            insert(c, pair_hash(t->kind, vertex, UINT32_MAX), 2 * (uint32_t)i + 1);
        }
    }
    return true;
}

static const wf_touch* find_pair(const wf_contact* c, uint32_t kind, uint32_t a, uint32_t b) {
    size_t at = pair_hash(kind, a, b) & (c->table_size - 1);
    for (; c->table[at] != UINT32_MAX; at = (at + 1) & (c->table_size - 1)) {
        const wf_touch* t = &c->old_touches[c->table[at] / 2];
        if (c->table[at] % 2 == 0 && t->kind == kind && t->a == a && t->b == b) {
            return t;
        }
    }
    return NULL;
}

static const wf_touch* find_carrier(const wf_contact* c, const wf_touch* p) {
    uint32_t vertex = carrier(p->kind, p->a, p->b);
    if (vertex == UINT32_MAX) {
        return NULL;
    }
    const wf_touch* best = NULL;
    float best_cosine = SAME_NORMAL;
    size_t at = pair_hash(p->kind, vertex, UINT32_MAX) & (c->table_size - 1);
    for (; c->table[at] != UINT32_MAX; at = (at + 1) & (c->table_size - 1)) {
        const wf_touch* t = &c->old_touches[c->table[at] / 2];
        if (c->table[at] % 2 == 1 && t->kind == p->kind && carrier(t->kind, t->a, t->b) == vertex) {
            float cosine = wf_v3_dot(wf_v3_load(t->n), wf_v3_load(p->n));
            if (cosine > best_cosine) {
                best_cosine = cosine;
                best = t;
            }
        }
    }
    return best;
}

// ---- feasible directions
// ----------------------------------------------------------------------------

/// For each vertex of cloth and bodies the nearest of its pairs with faces.
static void find_nearest(weft_world* world) {
    wf_contact* c = world->contact;
    for (uint32_t i = 0; i < c->particle_count + world->obstacle.vertex_count; ++i) {
        c->nearest[i] = UINT32_MAX;
    }
    for (size_t i = 0; i < c->pairs.count; ++i) {
        const wf_near* p = &c->pairs.items[i];
        uint32_t vertex = carrier(p->kind, p->a, p->b);
        if (vertex == UINT32_MAX) {
            continue;
        }
        uint32_t* nearest =
            &c->nearest[p->kind == WF_NEAR_VERTEX_FACE ? vertex : c->particle_count + vertex];
        if (*nearest == UINT32_MAX || p->distance < c->pairs.items[*nearest].distance) {
            *nearest = (uint32_t)i;
        }
    }
}

/// A body edge pushes where it is convex and the direction lies outside both of its faces.
static bool is_ridge(const wf_contact* c, const wf_obstacle* o, uint32_t edge, const float* n) {
    const uint32_t* faces = c->edge_faces + 2 * (size_t)edge;
    if (faces[1] == UINT32_MAX) {
        return true;
    }
    wf_v3 left = wf_obstacle_normal(o, faces[0]), right = wf_obstacle_normal(o, faces[1]);
    const uint32_t* e = o->edges + 2 * (size_t)edge;
    uint32_t corner = wf_opposite_corner(o->triangles + 3 * (size_t)faces[1], e);
    wf_v3 across =
        wf_v3_sub(wf_v3_load(o->x0 + 4 * (size_t)corner), wf_v3_load(o->x0 + 4 * (size_t)e[0]));
    bool convex = wf_v3_dot(left, across) < 0.0f;
    wf_v3 direction = wf_v3_load(n);
    return convex && wf_v3_dot(left, right) < FLAT_COSINE && wf_v3_dot(left, direction) > 0.0f &&
           wf_v3_dot(right, direction) > 0.0f;
}

/// Beside the border of a sheet, a vertex of the body pushes only along its own normal.
static bool is_above(const wf_obstacle* o, uint32_t vertex, const float* n) {
    return wf_v3_dot(wf_v3_load(o->normals + 4 * (size_t)vertex), wf_v3_load(n)) > SAME_NORMAL;
}

static bool has_captured(const wf_contact* c, const wf_near* p) {
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        if (c->captured[p->cloth[k]]) {
            return true;
        }
    }
    return false;
}

static bool is_feasible(const wf_contact* c, const wf_obstacle* o, size_t i) {
    const wf_near* p = &c->pairs.items[i];
    if (has_captured(c, p)) {
        return false; // flypaper holds them
    }
    if (p->kind == WF_NEAR_EDGE_EDGE) {
        return p->interior && is_ridge(c, o, p->b, c->pairs.planes[i].n);
    }
    if (p->kind == WF_NEAR_VERTEX_FACE) {
        return p->interior || c->nearest[p->a] == i;
    }
    return p->interior ||
           (c->nearest[c->particle_count + p->b] == i && is_above(o, p->b, c->pairs.planes[i].n));
}

static wf_v3 body_point(const wf_near* p, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < p->body_count; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)p->body[k]), p->body_weight[k]);
    }
    return sum;
}

static wf_v3 cloth_point(const uint32_t* particle, const float* weight, uint32_t count,
                         const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < count; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)particle[k]), weight[k]);
    }
    return sum;
}

/// Friction and stiffness of a new touch; false when every particle is prescribed.
static bool touch_constants(const weft_world* world, const wf_near* p, float h, wf_touch* t) {
    const wf_particles* particles = world->particles;
    float inverse_mass = 0.0f;
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        uint32_t i = p->cloth[k];
        if (!particles->fixed[i]) {
            inverse_mass += p->cloth_weight[k] * p->cloth_weight[k] / particles->mass[i];
        }
    }
    if (!(inverse_mass > 0.0f)) {
        return false;
    }
    t->rho = WF_TOUCH_KAPPA / (h * h * inverse_mass);
    const wf_cloth* cloth = &world->cloths[particles->cloth_of[p->cloth[0]]];
    const wf_body* body = &world->bodies[world->obstacle.body_of[p->body[0]]];
    t->friction = cloth->fabric.friction_body * body->friction * world->friction_scale;
    return true;
}

static bool make_touch(const weft_world* world, const wf_near* p, const wf_plane* plane, float h,
                       wf_touch* t) {
    const wf_particles* particles = world->particles;
    memset(t, 0, sizeof *t);
    wf_v3 n = wf_v3_load(plane->n);
    float target = wf_touch_target(p->distance, world->def.contact_radius);
    wf_v3 start = body_point(p, world->obstacle.x0), end = body_point(p, world->obstacle.x1);
    t->offset = wf_v3_dot(n, end) + target;
    wf_v3 guess = cloth_point(p->cloth, p->cloth_weight, p->cloth_count, particles->z);
    wf_v3 now = cloth_point(p->cloth, p->cloth_weight, p->cloth_count, particles->x);
    float nearest =
        wf_v3_dot(n, guess) < wf_v3_dot(n, now) ? wf_v3_dot(n, guess) : wf_v3_dot(n, now);
    if (nearest - t->offset > 0.3f * world->def.contact_radius ||
        !touch_constants(world, p, h, t)) {
        return false;
    }
    t->kind = p->kind;
    t->a = p->a;
    t->b = p->b;
    t->count = p->cloth_count;
    memcpy(t->particle, p->cloth, sizeof p->cloth);
    memcpy(t->weight, p->cloth_weight, sizeof p->cloth_weight);
    memcpy(t->n, plane->n, sizeof t->n);
    wf_v3_store(t->anchor, wf_v3_add(now, wf_v3_sub(end, start)));
    return true;
}

bool wf_touch_was(const wf_contact* c, uint32_t kind, uint32_t a, uint32_t b) {
    return find_pair(c, kind, a, b) != NULL;
}

void wf_touch_inherit(const wf_contact* c, wf_touch* t) {
    const wf_touch* old = find_pair(c, t->kind, t->a, t->b);
    old = old != NULL ? old : find_carrier(c, t);
    if (old == NULL) {
        t->load = -1.0f;
        return;
    }
    t->lambda = (t->kind >= WF_SELF_VERTEX_FACE ? LAYER_MEMORY : 1.0f) * old->lambda;
    t->load = old->load;
    wf_v3 n = wf_v3_load(t->n), tangent = wf_v3_load(old->tangent);
    wf_v3_store(t->tangent, wf_v3_muladd(tangent, n, -wf_v3_dot(n, tangent)));
}

bool wf_contact_select(weft_world* world, float h) {
    wf_contact* c = world->contact;
    wf_memory* m = &world->memory;
    wf_touches* touches = &c->touches;
    wf_touch* emptied = c->old_touches;
    size_t capacity = c->old_capacity;
    c->old_touches = touches->items;
    c->old_capacity = touches->capacity;
    c->old_count = touches->count;
    touches->items = emptied;
    touches->capacity = capacity;
    touches->count = 0;
    if (!index_old_touches(m, c)) {
        return false;
    }
    find_nearest(world);
    for (size_t i = 0; i < c->pairs.count; ++i) {
        wf_touch* t = wf_touches_next(m, touches);
        if (t == NULL) {
            return false;
        }
        if (is_feasible(c, &world->obstacle, i) &&
            make_touch(world, &c->pairs.items[i], &c->pairs.planes[i], h, t)) {
            wf_touch_inherit(c, t);
            touches->count += 1;
        }
    }
    return wf_flypaper_push(world, h) && wf_layers_select(world, h);
}

const wf_response wf_response_none = {wf_contact_select, NULL, NULL};
