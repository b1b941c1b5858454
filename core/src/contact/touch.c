// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Touches: which pairs push, how hard, and what they remember.
//
// A touch is a constraint c >= 0 with a multiplier (augmented Lagrangian): force = max(0, lambda -
// rho c). Friction is a second multiplier in the tangent plane, kept inside the Coulomb disk of the
// normal load, so a loaded contact sticks without creeping. Multipliers belong to a pair of
// features and are found again by hashing. After Zheng, Luo, Li 2025 (multipliers without
// barriers); constants from the prototype.
#include "contact/contact.h"
#include "math/vec.h"
#include "solve/system.h"

#include <string.h>

/// rho over the effective mass per h2; below about 30 the filter has to do the solver's work.
#define KAPPA 100.0f
/// Part of rho c that a dual update moves into the multiplier.
#define DUAL_STEP 0.3f
/// Largest multiplier as a part of rho r: a pinch must not wind it up.
#define LAMBDA_CAP 0.2f
/// A contact that starts deeper than the radius opens by this much a substep at most, m.
#define TARGET_GROWTH 0.0005f

static uint32_t pair_hash(uint32_t kind, uint32_t a, uint32_t b) {
    uint32_t h = a * 0x9e3779b1u ^ b * 0x85ebca77u ^ kind * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 13;
}

static bool index_old_touches(wf_memory* m, wf_contact* c) {
    size_t size = 64;
    while (size < 2 * c->old_count) {
        size *= 2;
    }
    if (!wf_reserve(m, (void**)&c->table, &c->table_capacity, size, sizeof(uint32_t))) {
        return false;
    }
    c->table_size = size;
    memset(c->table, 0xff, size * sizeof(uint32_t));
    for (size_t i = 0; i < c->old_count; ++i) {
        const wf_touch* t = &c->old_touches[i];
        size_t at = pair_hash(t->kind, t->a, t->b) & (size - 1);
        while (c->table[at] != UINT32_MAX) {
            at = (at + 1) & (size - 1);
        }
        c->table[at] = (uint32_t)i;
    }
    return true;
}

static const wf_touch* find_old(const wf_contact* c, const wf_near* p) {
    size_t at = pair_hash(p->kind, p->a, p->b) & (c->table_size - 1);
    for (; c->table[at] != UINT32_MAX; at = (at + 1) & (c->table_size - 1)) {
        const wf_touch* t = &c->old_touches[c->table[at]];
        if (t->kind == p->kind && t->a == p->a && t->b == p->b) {
            return t;
        }
    }
    return NULL;
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
    const wf_system* s = world->system;
    float inverse_mass = 0.0f;
    for (uint32_t k = 0; k < p->cloth_count; ++k) {
        uint32_t i = p->cloth[k];
        if (!s->fixed[i]) {
            inverse_mass += p->cloth_weight[k] * p->cloth_weight[k] / s->mass[i];
        }
    }
    if (!(inverse_mass > 0.0f)) {
        return false;
    }
    t->rho = KAPPA / (h * h * inverse_mass);
    const wf_cloth* cloth = &world->cloths[s->cloth_of[p->cloth[0]]];
    const wf_body* body = &world->bodies[world->obstacle.body_of[p->body[0]]];
    t->friction = cloth->fabric.friction_body * body->friction * world->friction_scale;
    return true;
}

static bool make_touch(const weft_world* world, const wf_near* p, const wf_plane* plane, float h,
                       wf_touch* t) {
    const wf_system* s = world->system;
    memset(t, 0, sizeof *t);
    if (!p->interior && p->kind == WF_NEAR_EDGE_EDGE) {
        return false;
    }
    wf_v3 n = wf_v3_load(plane->n);
    float target = p->distance + TARGET_GROWTH;
    target = target < world->def.contact_radius ? target : world->def.contact_radius;
    wf_v3 start = body_point(p, world->obstacle.x0), end = body_point(p, world->obstacle.x1);
    t->offset = wf_v3_dot(n, end) + target;
    wf_v3 guess = cloth_point(p->cloth, p->cloth_weight, p->cloth_count, s->z);
    wf_v3 now = cloth_point(p->cloth, p->cloth_weight, p->cloth_count, s->x);
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
    memcpy(t->particle, p->cloth, sizeof t->particle);
    memcpy(t->weight, p->cloth_weight, sizeof t->weight);
    memcpy(t->n, plane->n, sizeof t->n);
    wf_v3_store(t->anchor, wf_v3_add(now, wf_v3_sub(end, start)));
    return true;
}

static void inherit(const wf_contact* c, const wf_near* p, wf_touch* t) {
    const wf_touch* old = find_old(c, p);
    if (old == NULL) {
        return;
    }
    t->lambda = old->lambda;
    t->force = old->force;
    wf_v3 n = wf_v3_load(t->n), tangent = wf_v3_load(old->tangent);
    wf_v3_store(t->tangent, wf_v3_muladd(tangent, n, -wf_v3_dot(n, tangent)));
}

/// Lists, per particle, the touches that it takes part in.
static bool index_incident(wf_memory* m, wf_contact* c) {
    uint32_t* first = c->first;
    memset(first, 0, sizeof(uint32_t) * ((size_t)c->particle_count + 1));
    size_t total = 0;
    for (size_t i = 0; i < c->touch_count; ++i) {
        for (uint32_t k = 0; k < c->touches[i].count; ++k) {
            first[c->touches[i].particle[k] + 1] += 1;
            total += 1;
        }
    }
    if (!wf_reserve(m, (void**)&c->incident, &c->incident_capacity, total + 1, sizeof(uint32_t))) {
        return false;
    }
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        first[i + 1] += first[i];
    }
    for (size_t i = c->touch_count; i-- > 0;) {
        for (uint32_t k = c->touches[i].count; k-- > 0;) {
            uint32_t particle = c->touches[i].particle[k];
            c->incident[--first[particle + 1]] = (uint32_t)(4 * i + k);
        }
    }
    // The loop above moved every start one slot up; the last entry is lost and restored here.
    memmove(first, first + 1, sizeof(uint32_t) * c->particle_count);
    first[c->particle_count] = (uint32_t)total;
    return true;
}

bool wf_contact_select(weft_world* world, float h) {
    wf_contact* c = world->contact;
    wf_memory* m = &world->memory;
    wf_touch* touches = c->old_touches;
    size_t capacity = c->old_capacity;
    c->old_touches = c->touches;
    c->old_capacity = c->touch_capacity;
    c->old_count = c->touch_count;
    c->touches = touches;
    c->touch_capacity = capacity;
    c->touch_count = 0;
    if (!index_old_touches(m, c)) {
        return false;
    }
    for (size_t i = 0; i < c->pairs.count; ++i) {
        if (!wf_reserve(m, (void**)&c->touches, &c->touch_capacity, c->touch_count + 1,
                        sizeof(wf_touch))) {
            return false;
        }
        wf_touch* t = &c->touches[c->touch_count];
        if (make_touch(world, &c->pairs.items[i], &c->pairs.planes[i], h, t)) {
            inherit(c, &c->pairs.items[i], t);
            c->touch_count += 1;
        }
    }
    return index_incident(m, c);
}

static float constraint(const wf_touch* t, wf_v3 point) {
    return wf_v3_dot(wf_v3_load(t->n), point) - t->offset;
}

/// Tangential multiplier that the slip of this substep asks for, before the disk.
static wf_v3 tangential_trial(const wf_touch* t, wf_v3 point) {
    wf_v3 n = wf_v3_load(t->n);
    wf_v3 slip = wf_v3_sub(point, wf_v3_load(t->anchor));
    slip = wf_v3_muladd(slip, n, -wf_v3_dot(n, slip));
    return wf_v3_muladd(wf_v3_load(t->tangent), slip, t->rho);
}

static float friction_radius(const wf_touch* t) {
    return t->friction * (t->force < t->lambda ? t->force : t->lambda);
}

wf_touch_response wf_touch_respond(const wf_touch* t, const float* z) {
    wf_touch_response out = {{0.0f, 0.0f, 0.0f}, 0.0f, 0.0f};
    wf_v3 point = cloth_point(t->particle, t->weight, t->count, z);
    float push = t->lambda - t->rho * constraint(t, point);
    if (push <= 0.0f) {
        return out;
    }
    wf_v3 force = wf_v3_scale(wf_v3_load(t->n), push);
    out.normal = t->rho;
    float radius = friction_radius(t);
    if (radius > 0.0f) {
        wf_v3 trial = tangential_trial(t, point);
        float size = wf_v3_length(trial);
        float scale = size > radius ? radius / size : 1.0f;
        force = wf_v3_muladd(force, trial, -scale);
        out.tangential = t->rho * scale;
    }
    wf_v3_store(out.force, force);
    return out;
}

void wf_contact_dual(wf_contact* c, const float* z) {
    for (size_t i = 0; i < c->touch_count; ++i) {
        wf_touch* t = &c->touches[i];
        wf_v3 point = cloth_point(t->particle, t->weight, t->count, z);
        float lambda = t->lambda - DUAL_STEP * t->rho * constraint(t, point);
        float cap = LAMBDA_CAP * t->rho * WEFT_CONTACT_RADIUS;
        t->lambda = lambda < 0.0f ? 0.0f : lambda > cap ? cap : lambda;
        float radius = friction_radius(t);
        wf_v3 trial = tangential_trial(t, point);
        float size = wf_v3_length(trial);
        wf_v3_store(t->tangent, size > radius ? wf_v3_scale(trial, radius / size) : trial);
    }
}

void wf_contact_settle(wf_contact* c, const float* z) {
    for (size_t i = 0; i < c->touch_count; ++i) {
        wf_touch* t = &c->touches[i];
        wf_v3 point = cloth_point(t->particle, t->weight, t->count, z);
        float push = t->lambda - t->rho * constraint(t, point);
        t->force = push > 0.0f ? push : 0.0f;
    }
}

size_t wf_contact_save(const weft_world* world, void* bytes, size_t capacity) {
    const wf_contact* c = world->contact;
    size_t count = c == NULL ? 0 : c->touch_count;
    size_t need = sizeof(uint64_t) + count * sizeof(wf_touch);
    if (capacity >= need) {
        uint64_t header = count;
        memcpy(bytes, &header, sizeof header);
        if (count > 0) {
            memcpy((char*)bytes + sizeof header, c->touches, count * sizeof(wf_touch));
        }
    }
    return need;
}

bool wf_contact_load(weft_world* world, const void* bytes, size_t byte_count) {
    wf_contact* c = world->contact;
    uint64_t count;
    if (byte_count < sizeof count) {
        return false;
    }
    memcpy(&count, bytes, sizeof count);
    if (count != (byte_count - sizeof count) / sizeof(wf_touch) || c == NULL ||
        !wf_reserve(&world->memory, (void**)&c->touches, &c->touch_capacity, (size_t)count + 1,
                    sizeof(wf_touch))) {
        return false;
    }
    memcpy(c->touches, (const char*)bytes + sizeof count, (size_t)count * sizeof(wf_touch));
    c->touch_count = (size_t)count;
    return true;
}
