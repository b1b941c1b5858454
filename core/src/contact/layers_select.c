// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pairs of cloth with cloth push: a vertex against a face if its foot is inside or nothing is
// nearer on that side, edges where they really cross as ridges. As for bodies (select.c), pairs
// whose closest points lie on the border of a face slant and would brake what slides.
#include "contact/layers.h"
#include "contact/touching.h"
#include "math/simd.h"
#include "math/vec.h"
#include "mesh/topology.h"
#include "particles/particles.h"

#include <math.h>

/// Edges whose faces leave the plane across the pair by less than the first sine leave the force to
/// vertices and faces; faces on the wrong side by more than the second one mean that something else
/// is nearer.
typedef struct ridge_limits {
    float flat, wrong;
} ridge_limits;

/// Edges that pushed go on a little longer: one on the limit that came and went would drop what
/// lies on it each time.
static const ridge_limits begins = {0.1f, 0.05f}, goes_on = {0.05f, 0.1f};

/// The slot of a vertex-face pair among the nearest: its vertex and the side where the face lies.
static uint32_t* nearest_of(const wf_layers* l, size_t i) {
    const wf_self_near* p = &l->pairs.items[i];
    float side =
        wf_v3_dot(wf_v3_load(l->fans.normal + 4 * (size_t)p->a), wf_v3_load(l->pairs.planes[i].n));
    return &l->nearest[2 * (size_t)p->a + (side < 0.0f)];
}

static void find_nearest(wf_layers* l) {
    for (size_t i = 0; i < 2 * (size_t)l->cloth.vertex_count; ++i) {
        l->nearest[i] = UINT32_MAX;
    }
    for (size_t i = 0; i < l->pairs.count; ++i) {
        const wf_self_near* p = &l->pairs.items[i];
        if (p->kind != WF_SELF_VERTEX_FACE || p->joined) {
            continue;
        }
        uint32_t* nearest = nearest_of(l, i);
        if (*nearest == UINT32_MAX || p->distance < l->pairs.items[*nearest].distance) {
            *nearest = (uint32_t)i;
        }
    }
}

/// Sine by which the faces of an edge rise towards `n` from its line, the least and the greatest.
static void rise_of_faces(const wf_layers* l, const float* x, uint32_t edge, wf_v3 n, float* least,
                          float* most) {
    const uint32_t* e = l->cloth.edges + 2 * (size_t)edge;
    for (int k = 0; k < 2; ++k) {
        uint32_t face = l->edge_faces[2 * (size_t)edge + (size_t)k];
        if (face == UINT32_MAX) {
            continue;
        }
        uint32_t corner = wf_opposite_corner(l->cloth.triangles + 3 * (size_t)face, e);
        wf_v3 d = wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner), wf_v3_load(x + 4 * (size_t)e[0]));
        float rise = wf_v3_dot(n, d) / (wf_v3_length(d) + 1e-12f);
        *least = rise < *least ? rise : *least;
        *most = rise > *most ? rise : *most;
    }
}

/// Edges push where the cloth of the upper one rises from it, that of the lower one falls, and one
/// of them is a ridge.
static bool is_ridge(const wf_contact* c, const float* x, size_t i) {
    const wf_layers* l = c->layers;
    const wf_self_near* p = &l->pairs.items[i];
    ridge_limits limits = wf_touch_was(c, p->kind, p->a, p->b) ? goes_on : begins;
    wf_v3 n = wf_v3_load(l->pairs.planes[i].n);
    float low = 1.0f, high = -1.0f, low2 = 1.0f, high2 = -1.0f;
    rise_of_faces(l, x, p->a, n, &low, &high);
    rise_of_faces(l, x, p->b, n, &low2, &high2);
    return low > -limits.wrong && high2 < limits.wrong &&
           (high > limits.flat || low2 < -limits.flat);
}

static bool is_feasible(const wf_contact* c, const float* x, size_t i) {
    const wf_layers* l = c->layers;
    const wf_self_near* p = &l->pairs.items[i];
    if (p->joined || l->pairs.planes[i].upper == 0) {
        return false;
    }
    if (p->kind == WF_SELF_EDGE_EDGE) {
        return p->interior && is_ridge(c, x, i);
    }
    return p->interior || *nearest_of(l, i) == i;
}

static wf_v3 weighted(const wf_self_near* p, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < 4; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)p->particle[k]), p->weight[k]);
    }
    return sum;
}

static bool touch_constants(const weft_world* world, const wf_self_near* p, float h, wf_touch* t) {
    const wf_particles* particles = world->particles;
    float inverse_mass = 0.0f;
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t i = p->particle[k];
        inverse_mass +=
            particles->fixed[i] ? 0.0f : p->weight[k] * p->weight[k] / particles->mass[i];
    }
    if (!(inverse_mass > 0.0f)) {
        return false;
    }
    t->rho = WF_TOUCH_KAPPA / (h * h * inverse_mass);
    float a = world->cloths[particles->cloth_of[p->particle[0]]].fabric.friction_cloth;
    float b = world->cloths[particles->cloth_of[p->particle[3]]].fabric.friction_cloth;
    t->friction = sqrtf(a * b) * world->friction_scale;
    return true;
}

static bool make_touch(const weft_world* world, const wf_self_near* p, const wf_self_plane* plane,
                       float h, wf_touch* t) {
    *t = (wf_touch){.kind = p->kind, .a = p->a, .b = p->b, .count = 4};
    const wf_particles* particles = world->particles;
    float radius = world->contact->layers->radius;
    wf_v3 n = wf_v3_load(plane->n), now = weighted(p, particles->x);
    t->offset = wf_touch_target(p->distance, radius);
    float guess = wf_v3_dot(n, weighted(p, particles->z)), here = wf_v3_dot(n, now);
    if ((guess < here ? guess : here) - t->offset > 0.3f * radius ||
        !touch_constants(world, p, h, t)) {
        return false;
    }
    for (uint32_t k = 0; k < 4; ++k) {
        t->particle[k] = p->particle[k];
        t->weight[k] = p->weight[k];
    }
    wf_v3_store(t->n, n);
    wf_v3_store(t->anchor, now);
    return true;
}

bool wf_layers_select(weft_world* world, float h) {
    wf_contact* c = world->contact;
    wf_layers* l = c->layers;
    if (l == NULL || l->pairs.count == 0) {
        return true;
    }
    find_nearest(l);
    for (size_t i = 0; i < l->pairs.count; ++i) {
        if (!is_feasible(c, world->particles->x, i)) {
            continue;
        }
        wf_touch* t = wf_touches_next(&world->memory, &c->touches);
        if (t == NULL) {
            return false;
        }
        const wf_self_near* p = &l->pairs.items[i];
        if (make_touch(world, p, &l->pairs.planes[i], h, t)) {
            wf_touch_inherit(c, t);
            c->touches.count += 1;
        }
    }
    return true;
}
