// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The mid-surface is never made: each of two faces that close on a vertex asks for half of what is
// left between them, which is less than nothing where they overlap. The pairs of the contact leave
// out what lies behind a vertex, so the feet are found anew, among the candidates.
#include "contact/flypaper.h"

#include "contact/solids.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "detect/closest.h"
#include "math/vec.h"
#include "particles/particles.h"

#include <string.h>

/// Speed at which captured vertices are led, m/s.
#define LEAD_SPEED 1.0f
/// Cosine between normals of faces that face each other, at most.
#define FACING -0.5f
/// Faces further away than this many distances of cloth from a body hold nothing.
#define REACH 4.0f
/// Faces this many distances apart leave cloth its room over both, and close on nothing.
#define ROOM 2.5f

bool wf_flypaper_create(wf_contact* c) {
    c->flypaper = WF_ALLOC(c->memory, wf_flypaper, 1);
    if (c->flypaper == NULL) {
        return false;
    }
    c->flypaper->feet = WF_ALLOC(c->memory, wf_foot, 2 * (size_t)c->particle_count);
    return !c->memory->failed;
}

void wf_flypaper_destroy(wf_contact* c) {
    wf_flypaper* f = c->flypaper;
    if (f != NULL) {
        wf_free(c->memory, f->feet);
        wf_free(c->memory, f);
        c->flypaper = NULL;
    }
}

static wf_v3 corner(const wf_obstacle* o, const float* x, uint32_t face, int k) {
    return wf_v3_load(x + 4 * (size_t)o->triangles[3 * (size_t)face + (size_t)k]);
}

/// Where a foot is at the start of the substep, or at its end.
static wf_v3 place_of(const wf_contact* c, bool ended, const wf_foot* foot) {
    const wf_obstacle* o = c->obstacle;
    const float* x = ended ? o->x1 : o->x0;
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    if (foot->solid != UINT32_MAX) {
        const wf_solid* solid = &c->solids->items[foot->solid];
        double at[3];
        wf_solid_place(ended ? &solid->to : &solid->from, foot->local, at);
        return wf_v3_set((float)at[0], (float)at[1], (float)at[2]);
    }
    for (int k = 0; k < 3; ++k) {
        sum = wf_v3_muladd(sum, corner(o, x, foot->face, k), foot->weight[k]);
    }
    return sum;
}

static wf_v3 normal_of(const wf_contact* c, const wf_foot* foot) {
    return foot->solid != UINT32_MAX ? wf_v3_load(foot->n)
                                     : wf_obstacle_normal(c->obstacle, foot->face);
}

static void try_foot(const wf_contact* c, uint32_t particle, uint32_t face, wf_foot* best) {
    const wf_obstacle* o = c->obstacle;
    const uint32_t* t = o->triangles + 3 * (size_t)face;
    const float* x = c->particles->x + 4 * (size_t)particle;
    wf_foot f = {.face = face, .solid = UINT32_MAX};
    wf_closest_point_triangle(x, o->x0 + 4 * (size_t)t[0], o->x0 + 4 * (size_t)t[1],
                              o->x0 + 4 * (size_t)t[2], f.weight);
    wf_v3 d = wf_v3_sub(wf_v3_load(x), place_of(c, false, &f));
    f.distance2 = wf_v3_dot(d, d);
    if (f.distance2 < best->distance2) {
        *best = f;
    }
}

/// One pass over the candidates: the nearest faces, or (`second`) the nearest that face those.
static void find_feet(wf_contact* c, int second) {
    for (size_t i = 0; i < c->candidates.count; ++i) {
        const uint32_t* t = c->particles->triangles + 3 * (size_t)c->candidates.a[i];
        uint32_t face = c->candidates.b[i];
        for (int k = 0; k < 3; ++k) {
            wf_foot* feet = c->flypaper->feet + 2 * (size_t)t[k];
            if (c->captured[t[k]] == 0 || (second && feet[0].face == UINT32_MAX)) {
                continue;
            }
            bool faces = !second || wf_v3_dot(wf_obstacle_normal(c->obstacle, face),
                                              normal_of(c, &feet[0])) <= FACING;
            if (faces) {
                try_foot(c, t[k], face, feet + second);
            }
        }
    }
}

/// What is inside of a solid has its foot there, however deep.
static void try_solid(const wf_contact* c, uint32_t particle, uint32_t number, int second) {
    const wf_solid* solid = &c->solids->items[number];
    wf_foot* feet = c->flypaper->feet + 2 * (size_t)particle;
    wf_solid_foot found = wf_solid_find_foot(&solid->from, c->particles->x + 4 * (size_t)particle);
    wf_foot f = {.face = solid->element, .solid = number, .height = (float)found.height};
    for (int k = 0; k < 3; ++k) {
        f.local[k] = found.local[k];
        f.n[k] = (float)found.way[k];
    }
    f.distance2 = f.height > 0.0f ? f.height * f.height : 0.0f;
    bool faces = !second || wf_v3_dot(wf_v3_load(f.n), normal_of(c, &feet[0])) <= FACING;
    if (faces && f.distance2 < feet[second].distance2) {
        feet[second] = f;
    }
}

static void find_solid_feet(wf_contact* c, int second) {
    for (uint32_t k = 0; c->solids != NULL && k < c->solids->count; ++k) {
        for (uint32_t i = 0; i < c->particle_count; ++i) {
            bool first = c->flypaper->feet[2 * (size_t)i].face != UINT32_MAX;
            if (c->captured[i] != 0 && (first || !second) &&
                wf_solid_meets(c, &c->solids->items[k], i)) {
                try_solid(c, i, k, second);
            }
        }
    }
}

/// Room between both feet at the end of the substep, m; negative where their faces overlap.
static float room_between(const wf_contact* c, const wf_foot* feet) {
    wf_v3 across = wf_v3_sub(place_of(c, true, &feet[1]), place_of(c, true, &feet[0]));
    return wf_v3_dot(normal_of(c, &feet[0]), across);
}

/// Who has room over the nearest face is led out there, and untangled: it needs no middle.
static void drop_far_feet(wf_contact* c) {
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        wf_foot* feet = c->flypaper->feet + 2 * (size_t)i;
        bool both = feet[0].face != UINT32_MAX && feet[1].face != UINT32_MAX;
        if (both && room_between(c, feet) > ROOM * wf_distance_to_body(c, i)) {
            feet[1].face = feet[1].solid = UINT32_MAX;
        }
    }
}

void wf_flypaper_find(wf_contact* c) {
    float reach = REACH * wf_wider(c->radius, 0.5f * c->thickest);
    for (size_t i = 0; i < 2 * (size_t)c->particle_count; ++i) {
        c->flypaper->feet[i] =
            (wf_foot){.face = UINT32_MAX, .solid = UINT32_MAX, .distance2 = reach * reach};
    }
    find_feet(c, 0);
    find_solid_feet(c, 0);
    find_feet(c, 1);
    find_solid_feet(c, 1);
    drop_far_feet(c);
}

/// Height over the face at which its vertex is to end: half of the gap to the face opposite, which
/// may be negative, but no more than the particle's distance from a body.
static float held_height(const wf_contact* c, uint32_t particle, const wf_foot* foot,
                         const wf_foot* other, wf_v3 n) {
    float most = wf_distance_to_body(c, particle);
    if (other->face == UINT32_MAX) {
        return most;
    }
    wf_v3 across = wf_v3_sub(place_of(c, true, other), place_of(c, true, foot));
    float half = 0.5f * wf_v3_dot(n, across);
    return half < most ? half : most;
}

static bool add_touch(wf_contact* c, uint32_t particle, const wf_foot* foot, const wf_foot* other,
                      float h) {
    wf_touch* t = wf_touches_next(c->memory, &c->touches);
    if (t == NULL) {
        return false;
    }
    wf_v3 n = normal_of(c, foot);
    wf_v3 now = wf_v3_load(c->particles->x + 4 * (size_t)particle);
    wf_v3 start = place_of(c, false, foot), end = place_of(c, true, foot);
    float target = wf_v3_dot(n, wf_v3_sub(now, start)) + LEAD_SPEED * h;
    float held = held_height(c, particle, foot, other, n);
    target = target < held ? target : held;
    c->touches.count += 1;
    *t = (wf_touch){.kind = WF_NEAR_VERTEX_FACE, .a = particle, .b = foot->face, .count = 1};
    t->particle[0] = particle;
    t->weight[0] = 1.0f;
    t->rho = WF_TOUCH_KAPPA * c->particles->mass[particle] / (h * h);
    t->offset = wf_v3_dot(n, end) + target;
    wf_v3_store(t->n, n);
    wf_v3_store(t->anchor, wf_v3_add(now, wf_v3_sub(end, start)));
    return true;
}

bool wf_flypaper_push(wf_contact* c, float h) {
    if (c->captured_count == 0 && !c->capturing) {
        return true;
    }
    wf_flypaper_find(c);
    bool room = true;
    for (uint32_t i = 0; i < c->particle_count && room; ++i) {
        const wf_foot* feet = c->flypaper->feet + 2 * (size_t)i;
        for (int k = 0; k < 2 && room && c->captured[i] && !c->particles->fixed[i]; ++k) {
            room = feet[k].face == UINT32_MAX || add_touch(c, i, &feet[k], &feet[1 - k], h);
        }
    }
    return room;
}

bool wf_flypaper_holds(const wf_contact* c, uint32_t particle) {
    return c->captured[particle] && c->flypaper->feet[2 * (size_t)particle + 1].face != UINT32_MAX;
}

/// By the smooth normal at the foot: the foot may lie on an edge or a corner.
float wf_flypaper_height(const wf_contact* c, uint32_t particle) {
    const wf_obstacle* o = c->obstacle;
    const wf_foot* foot = c->flypaper->feet + 2 * (size_t)particle;
    if (foot->face == UINT32_MAX) {
        return 1e30f;
    }
    if (foot->solid != UINT32_MAX) {
        return foot->height;
    }
    wf_v3 n = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < 3; ++k) {
        wf_v3 vertex = corner(o, o->normals, foot->face, k);
        float length = wf_v3_length(vertex);
        n = wf_v3_muladd(n, vertex, length > 0.0f ? foot->weight[k] / length : 0.0f);
    }
    wf_v3 d =
        wf_v3_sub(wf_v3_load(c->particles->x + 4 * (size_t)particle), place_of(c, false, foot));
    float length = wf_v3_length(d);
    return wf_v3_dot(d, n) < 0.0f ? -length : length;
}
