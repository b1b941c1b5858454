// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pairs push. The filter needs every pair; a force needs those whose direction is one that
// the body's surface really has there. On a finely meshed flat body most pairs of features are not:
// their closest points lie on the border of a triangle and their directions slant, which brakes a
// sliding sheet and presses with many times its weight. So a vertex pushes against a face if its
// foot is inside, or if nothing nearer to it exists; edges push only where the body's edge is
// convex, or where two layers really cross as ridges. After Chen et al. 2025 (feasible directions
// of offset features).
#include "base/parallel.h"
#include "contact/contact.h"
#include "contact/flypaper.h"
#include "contact/layers.h"
#include "contact/response.h"
#include "contact/solids.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "math/vec.h"
#include "mesh/topology.h"
#include "particles/particles.h"

#include <math.h>

/// Body edges flatter than this (cosine between the faces) leave the force to faces and vertices.
#define FLAT_COSINE 0.985f

/// A crease is held by as much as bends it, which is more than a pinch may store; part of rho r.
#define CREASE_HOLD 0.8f

/// Edges whose faces leave the plane across the pair by less than the first sine leave the force to
/// vertices and faces; faces on the wrong side by more than the second one mean that something else
/// is nearer.
typedef struct ridge_limits {
    float flat, wrong;
} ridge_limits;

/// Edges that pushed go on a little longer: one on the limit that came and went would drop what
/// lies on it each time.
static const ridge_limits begins = {0.1f, 0.05f}, goes_on = {0.05f, 0.1f};

// ---- over bodies
// ------------------------------------------------------------------------------------------

/// For each vertex of cloth and bodies the nearest of its pairs with faces.
static void find_nearest_bodies(wf_contact* c) {
    for (uint32_t i = 0; i < c->particle_count + c->obstacle->vertex_count; ++i) {
        c->nearest[i] = UINT32_MAX;
    }
    for (size_t i = 0; i < c->pairs.count; ++i) {
        const wf_near* p = &c->pairs.items[i];
        uint32_t vertex = wf_touch_carrier(p->kind, p->a, p->b);
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
static bool is_body_ridge(const wf_contact* c, const wf_obstacle* o, uint32_t edge,
                          const float* n) {
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
    return wf_v3_dot(wf_v3_load(o->normals + 4 * (size_t)vertex), wf_v3_load(n)) > WF_SAME_NORMAL;
}

static bool has_captured(const wf_contact* c, const wf_near* p) {
    for (uint32_t k = 0; k < p->upper; ++k) {
        if (c->captured[p->point[k]]) {
            return true;
        }
    }
    return false;
}

static bool pushes_off_body(const wf_contact* c, size_t i) {
    const wf_obstacle* o = c->obstacle;
    const wf_near* p = &c->pairs.items[i];
    if (has_captured(c, p)) {
        return false; // flypaper holds them
    }
    if (p->kind == WF_NEAR_SOLID) {
        return false; // solids.h
    }
    if (p->kind == WF_NEAR_EDGE_EDGE) {
        return p->interior && is_body_ridge(c, o, p->b, c->pairs.planes[i].n);
    }
    if (p->kind == WF_NEAR_VERTEX_FACE) {
        return p->interior || c->nearest[p->a] == i;
    }
    return p->interior ||
           (c->nearest[c->particle_count + p->b] == i && is_above(o, p->b, c->pairs.planes[i].n));
}

// ---- between layers
// ---------------------------------------------------------------------------------------

static bool is_free_vertex(const wf_near* p) {
    return p->kind == WF_SELF_VERTEX_FACE && !p->joined;
}

static void keep_nearer(const wf_layers* l, uint32_t* nearest, size_t i) {
    if (*nearest == UINT32_MAX || l->pairs.items[i].distance < l->pairs.items[*nearest].distance) {
        *nearest = (uint32_t)i;
    }
}

/// For each vertex the nearest of its faces, and the nearest of those that lie on the other side:
/// what is between two layers is pushed by both. The cloth's own normal does not tell sides in a
/// crease, where both layers may lie across it.
static void find_nearest_layers(wf_layers* l, uint32_t particle_count) {
    for (size_t i = 0; i < 2 * (size_t)particle_count; ++i) {
        l->nearest[i] = UINT32_MAX;
    }
    for (size_t i = 0; i < l->pairs.count; ++i) {
        if (is_free_vertex(&l->pairs.items[i])) {
            keep_nearer(l, &l->nearest[2 * (size_t)l->pairs.items[i].a], i);
        }
    }
    for (size_t i = 0; i < l->pairs.count; ++i) {
        const wf_near* p = &l->pairs.items[i];
        if (is_free_vertex(p)) {
            uint32_t* nearest = &l->nearest[2 * (size_t)p->a];
            wf_v3 n = wf_v3_load(l->pairs.planes[nearest[0]].n);
            if (wf_v3_dot(n, wf_v3_load(l->pairs.planes[i].n)) < 0.0f) {
                keep_nearer(l, &nearest[1], i);
            }
        }
    }
}

/// Sine by which the faces of an edge rise towards `n` from its line, the least and the greatest.
static void rise_of_faces(const wf_contact* c, uint32_t edge, wf_v3 n, float* least, float* most) {
    const wf_layers* l = c->layers;
    const wf_particles* particles = c->particles;
    const float* x = particles->x;
    const uint32_t* e = particles->edges + 2 * (size_t)edge;
    for (int k = 0; k < 2; ++k) {
        uint32_t face = l->edge_faces[2 * (size_t)edge + (size_t)k];
        if (face == UINT32_MAX) {
            continue;
        }
        uint32_t corner = wf_opposite_corner(particles->triangles + 3 * (size_t)face, e);
        wf_v3 d = wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner), wf_v3_load(x + 4 * (size_t)e[0]));
        float rise = wf_v3_dot(n, d) / (wf_v3_length(d) + 1e-12f);
        *least = rise < *least ? rise : *least;
        *most = rise > *most ? rise : *most;
    }
}

/// Edges push where the cloth of the upper one rises from it, that of the lower one falls, and one
/// of them is a ridge.
static bool is_layer_ridge(const wf_contact* c, size_t i) {
    const wf_layers* l = c->layers;
    const wf_near* p = &l->pairs.items[i];
    ridge_limits limits = wf_touch_was(c, p->kind, p->a, p->b) ? goes_on : begins;
    wf_v3 n = wf_v3_load(l->pairs.planes[i].n);
    float low = 1.0f, high = -1.0f, low2 = 1.0f, high2 = -1.0f;
    rise_of_faces(c, p->a, n, &low, &high);
    rise_of_faces(c, p->b, n, &low2, &high2);
    return low > -limits.wrong && high2 < limits.wrong &&
           (high > limits.flat || low2 < -limits.flat);
}

static bool pushes_layers(const wf_contact* c, size_t i) {
    const wf_layers* l = c->layers;
    const wf_near* p = &l->pairs.items[i];
    if (l->pairs.planes[i].upper == 0) {
        return false;
    }
    if (p->joined) {
        return p->interior; // else they are what they share
    }
    if (p->kind == WF_SELF_EDGE_EDGE) {
        return p->interior && is_layer_ridge(c, i);
    }
    const uint32_t* nearest = &l->nearest[2 * (size_t)p->a];
    return p->interior || nearest[0] == i || nearest[1] == i;
}

// ---- touches
// ----------------------------------------------------------------------------------------------

static bool is_of_layers(const wf_near* p) {
    return p->kind >= WF_SELF_VERTEX_FACE;
}

/// The closest point that the first `count` points of a pair have.
static wf_v3 cloth_point(const wf_near* p, uint32_t count, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < count; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)p->point[k]), p->weight[k]);
    }
    return sum;
}

static wf_v3 body_point(const wf_near* p, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = p->upper; k < 4; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)p->point[k]), -p->weight[k]);
    }
    return sum;
}

static float friction_of(const wf_contact* c, const wf_near* p) {
    const uint32_t* cloth_of = c->particles->cloth_of;
    const weft_fabric* fabric = &c->objects->cloths[cloth_of[p->point[0]]].fabric;
    if (is_of_layers(p)) {
        const weft_fabric* other = &c->objects->cloths[cloth_of[p->point[3]]].fabric;
        return sqrtf(fabric->friction_cloth * other->friction_cloth) * c->objects->friction_scale;
    }
    const wf_body* body = &c->objects->bodies[c->obstacle->body_of[p->point[p->upper]]];
    return fabric->friction_body * body->friction * c->objects->friction_scale;
}

static bool make_touch(const wf_contact* c, const wf_near* p, const wf_plane* plane, float h,
                       wf_touch* t) {
    const wf_particles* particles = c->particles;
    bool layers = is_of_layers(p);
    float radius = layers ? wf_distance_of_layers(c, p->point[0], p->point[3])
                          : wf_distance_to_body(c, p->point[0]);
    radius = p->joined ? WF_JOINED_PART * radius : radius;
    *t = (wf_touch){.kind = p->kind, .a = p->a, .b = p->b, .count = layers ? 4 : p->upper};
    wf_v3 n = wf_v3_load(plane->n), start = wf_v3_set(0.0f, 0.0f, 0.0f), end = start;
    if (!layers) {
        start = body_point(p, c->obstacle->x0);
        end = body_point(p, c->obstacle->x1);
    }
    t->offset = wf_v3_dot(n, end) + wf_touch_target(p->distance, radius);
    wf_v3 now = cloth_point(p, t->count, particles->x);
    float guess = wf_v3_dot(n, cloth_point(p, t->count, particles->z)), here = wf_v3_dot(n, now);
    if ((guess < here ? guess : here) - t->offset > 0.3f * radius) {
        return false;
    }
    for (uint32_t k = 0; k < t->count; ++k) {
        t->particle[k] = p->point[k];
        t->weight[k] = p->weight[k];
    }
    float inverse = wf_touch_inverse_mass(particles, t);
    if (!(inverse > 0.0f)) {
        return false;
    }
    t->rho = WF_TOUCH_KAPPA / (h * h * inverse);
    t->friction = p->joined ? 0.0f : friction_of(c, p);
    t->hold = p->joined ? CREASE_HOLD : 0.0f;
    wf_v3_store(t->n, n);
    wf_v3_store(t->anchor, wf_v3_add(now, wf_v3_sub(end, start)));
    return true;
}

/// Neighbours that a crease lays on each other stay where they are, so their multiplier can learn
/// what holds the crease.
static float memory_of(const wf_near* p) {
    return is_of_layers(p) && !p->joined ? WF_LAYER_MEMORY : 1.0f;
}

typedef bool pushes_fn(const wf_contact*, size_t);

/// Pairs, and chosen ones, that a thread takes at a time.
enum { PAIR_BLOCK = 256, CHOSEN_BLOCK = 64 };

/// What the loops over pairs work with.
typedef struct choice {
    const wf_contact* c;
    const wf_near_list* pairs;
    pushes_fn* pushes;
    float h;
    wf_touch* touches; // of the chosen pairs
} choice;

static void judge_pairs(void* given, uint32_t begin, uint32_t end) {
    const choice* a = given;
    for (uint32_t i = begin; i < end; ++i) {
        a->c->chosen[i] = a->pushes(a->c, i);
    }
}

/// The pairs that were found to push, in their order.
static uint32_t list_chosen(uint32_t* chosen, uint32_t pair_count) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < pair_count; ++i) {
        uint32_t pushes = chosen[i];
        chosen[count] = i;
        count += pushes;
    }
    return count;
}

/// Without particles where a pair turns out to have no touch.
static void make_touches(void* given, uint32_t begin, uint32_t end) {
    const choice* a = given;
    for (uint32_t k = begin; k < end; ++k) {
        size_t i = a->c->chosen[k];
        wf_touch* t = &a->touches[k];
        if (make_touch(a->c, &a->pairs->items[i], &a->pairs->planes[i], a->h, t)) {
            wf_touch_inherit(a->c, t, memory_of(&a->pairs->items[i]));
        } else {
            t->count = 0;
        }
    }
}

/// Takes over those of `count` touches behind the last that have particles.
static void close_up(wf_touches* touches, uint32_t count) {
    const wf_touch* made = touches->items + touches->count;
    for (uint32_t k = 0; k < count; ++k) {
        wf_touch* to = &touches->items[touches->count];
        if (made[k].count > 0) {
            if (to != &made[k]) {
                *to = made[k];
            }
            touches->count += 1;
        }
    }
}

/// Makes touches of the pairs of a list that push.
static bool select_pairs(wf_contact* c, const wf_near_list* pairs, pushes_fn* pushes, float h) {
    uint32_t pair_count = (uint32_t)pairs->count;
    if (!wf_reserve(c->memory, (void**)&c->chosen, &c->chosen_capacity, pair_count,
                    sizeof(uint32_t))) {
        return false;
    }
    choice a = {c, pairs, pushes, h, NULL};
    wf_parallel_for(c->pool, pair_count, PAIR_BLOCK, judge_pairs, &a);
    uint32_t count = list_chosen(c->chosen, pair_count);
    a.touches = count > 0 ? wf_touches_room(c->memory, &c->touches, count) : NULL;
    if (a.touches == NULL) {
        return count == 0;
    }
    wf_parallel_for(c->pool, count, CHOSEN_BLOCK, make_touches, &a);
    close_up(&c->touches, count);
    return true;
}

bool wf_contact_select(wf_contact* c, float h) {
    if (!wf_touches_renew(c->memory, c)) {
        return false;
    }
    find_nearest_bodies(c);
    if (!select_pairs(c, &c->pairs, pushes_off_body, h) || !wf_solids_push(c, h) ||
        !wf_flypaper_push(c, h)) {
        return false;
    }
    wf_layers* l = c->layers;
    if (l == NULL || l->pairs.count == 0) {
        return true;
    }
    find_nearest_layers(l, c->particle_count);
    return select_pairs(c, &l->pairs, pushes_layers, h);
}

const wf_response wf_response_none = {.push = wf_contact_select};
