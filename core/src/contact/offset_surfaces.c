// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `offset_surfaces`: four surfaces round every segment of a body at distances
// T0 < T1 < T2 < T3 from it, in voxels of the segment's distance field.
//   L. Bull, M. Slater, B. Buxton, "Prometheus cloth simulation", 2003, section 4.2.2, Fig. 6.
// The labels in the text of Fig. 6 are lost; our reading of them: T3 is the shell that knows
// normals; impact is registered at T2, which lies in the envelope from T1 to T3; below T1 a penalty
// pushes out; nothing passes T0. Theirs: thresholds, voxel trace, tests less often than steps.
// Ours: T2 holds by a touch (multiplier, Coulomb friction, implicit), since an impulse at impact
// alone lets a sheet slide off a sphere; distances that are mixed from eight voxels (`smooth`);
// what an impact stops is the way against the surface and not the way along it. Particles alone are
// kept out, and of what is rigid in a segment: an edge between particles may cross the body, and so
// may cloth at a joint that bends. Between layers touches push as always.
#include "base/report.h"
#include "contact/layers.h"
#include "contact/partners.h"
#include "contact/response.h"
#include "contact/touching.h"
#include "detect/voxel_trace.h"
#include "math/vec.h"
#include "particles/particles.h"
#include "structures/distance_body.h"

#include <string.h>

enum { CELL, SHELL, IMPACT, PENALTY, STOP, STIFFNESS, GENERATOR, SMOOTH }; // parameters

/// Voxels above T2 from which a particle is watched.
#define WATCHED 1.0f

typedef struct shells {
    wf_distance_body* bodies; // per body; those that no cloth may touch have no segments
    uint32_t count;
    uint8_t* touching;     // per particle
    wf_voxel_table* table; // of short lines, when they are looked up
} shells;

static void destroy(wf_contact* c) {
    shells* self = c->response_self;
    for (uint32_t k = 0; self != NULL && k < self->count; ++k) {
        wf_distance_body_free(c->memory, &self->bodies[k]);
    }
    if (self != NULL) {
        wf_free(c->memory, self->bodies);
        wf_free(c->memory, self->touching);
        wf_free(c->memory, self->table);
        wf_free(c->memory, self);
        c->response_self = NULL;
    }
}

// ---- making -------------------------------------------------------------------------------------

/// In the rest pose, so that what a field says does not depend on when it was made.
static weft_status build_fields(wf_contact* c, shells* self, weft_report* report) {
    const float* values = c->response_values;
    uint32_t shell = (uint32_t)values[SHELL];
    const wf_distance_def def = {.cell = values[CELL],
                                 .shell = shell,
                                 .margin = shell + 2,
                                 .generator = (wf_distance_generator)values[GENERATOR]};
    weft_status status = WEFT_OK;
    for (uint32_t k = 0; k < self->count && status == WEFT_OK; ++k) {
        const wf_body* body = &c->objects->bodies[k];
        const wf_distance_skin skin = {
            .mesh = {body->rest, body->triangles, body->vertex_count, body->triangle_count,
                     body->triangle_count, false},
            .bones = body->bone_indices,
            .weights = body->bone_weights,
            .bone_count = body->bone_count,
        };
        if (wf_partners_meets_cloth(c->objects, k)) {
            status = wf_distance_body_build(c->memory, &def, &skin, &self->bodies[k], report);
        }
        if (status != WEFT_OK && status != WEFT_ERROR_OUT_OF_MEMORY) {
            wf_report_prefix(report, "BODY", k);
        }
    }
    return status;
}

static bool make_table(wf_contact* c, shells* self) {
    if (c->narrow_values[WF_NARROW_LINE] == 0.0f) {
        return true;
    }
    self->table = WF_ALLOC(c->memory, wf_voxel_table, 1);
    if (self->table != NULL) {
        wf_voxel_table_fill(self->table);
    }
    return self->table != NULL;
}

/// Made before the first step with these bodies and parameters, or when it is asked for after cloth
/// has come or gone.
static weft_status make(wf_contact* c, weft_report* report) {
    shells* self = c->response_self = WF_ALLOC(c->memory, shells, 1);
    weft_status status = wf_report_memory(report, "the distance fields of bodies");
    if (self != NULL) {
        self->bodies = WF_ALLOC(c->memory, wf_distance_body, c->objects->body_count + 1);
        self->touching = WF_ALLOC(c->memory, uint8_t, c->particle_count + 1);
        self->count = self->bodies != NULL ? c->objects->body_count : 0;
        if (self->bodies != NULL && self->touching != NULL && make_table(c, self)) {
            status = build_fields(c, self, report);
        }
    }
    if (status != WEFT_OK) {
        destroy(c);
    }
    return status;
}

static weft_status check(wf_contact* c, weft_report* report) {
    return c->response_self != NULL ? wf_report_ok(report) : make(c, report);
}

static shells* self_of(wf_contact* c) {
    bool there = c->response_self != NULL || make(c, NULL) == WEFT_OK;
    return there ? c->response_self : NULL;
}

// ---- segments -----------------------------------------------------------------------------------

/// A particle beside a segment of a body.
typedef struct place {
    uint32_t particle, body, number; // of the segment, over all bodies
    const wf_distance_segment* segment;
    const wf_segment_pose *from, *to;
} place;

/// The paper tests less often than it steps (ten times a second).
static bool is_tested(const wf_contact* c) {
    return *c->step % (uint32_t)c->narrow_values[WF_NARROW_EVERY] == 0;
}

static bool look_up(const wf_contact* c, const place* at, const float local[3],
                    wf_distance_sample* out) {
    return wf_distance_look_up(&at->segment->field, local, c->response_values[SMOOTH] > 0.0f, out);
}

static float least(float a, float b) {
    return a < b ? a : b;
}

typedef bool visit_fn(wf_contact* c, const place* at, void* with);

/// Asks for every particle and every segment that it may touch; false as soon as one says so.
static bool visit_all(wf_contact* c, const shells* self, visit_fn* visit, void* with) {
    const wf_particles* particles = c->particles;
    bool done = true;
    for (uint32_t i = 0; i < particles->count && done; ++i) {
        const weft_collision* own = &c->objects->cloths[particles->cloth_of[i]].collision;
        uint32_t number = 0;
        for (uint32_t k = 0; k < self->count && done && !particles->fixed[i]; ++k) {
            const wf_distance_body* b = &self->bodies[k];
            bool meets = wf_may_touch(own, &c->objects->bodies[k].collision);
            for (uint32_t s = 0; s < b->count && done && meets; ++s) {
                const place at = {i, k, number + s, &b->segments[s], &b->from[s], &b->to[s]};
                done = visit(c, &at, with);
            }
            number += b->count;
        }
    }
    return done;
}

// ---- pushing ------------------------------------------------------------------------------------

static wf_touch* next_touch(wf_contact* c, const place* at, wf_v3 n, wf_v3 carried) {
    wf_touches* touches = &c->touches;
    wf_touch* t = wf_touches_next(c->memory, touches);
    if (t != NULL) {
        touches->count += 1;
        *t = (wf_touch){.a = at->particle, .b = at->number, .count = 1};
        t->particle[0] = at->particle;
        t->weight[0] = 1.0f;
        wf_v3_store(t->n, n);
        wf_v3_store(t->anchor, carried);
    }
    return t;
}

/// The touch at T2, and below T1 a spring without friction beside it.
static bool add_touches(wf_contact* c, const place* at, const wf_distance_sample* here,
                        wf_v3 carried, float h) {
    const float* values = c->response_values;
    const wf_particles* particles = c->particles;
    const weft_fabric* fabric = &c->objects->cloths[particles->cloth_of[at->particle]].fabric;
    float cell = values[CELL], distance = cell * here->distance, normal[3];
    float rho = WF_TOUCH_KAPPA * particles->mass[at->particle] / (h * h);
    wf_segment_turn(at->to, here->normal, normal);
    wf_v3 n = wf_v3_load(normal);
    wf_touch* t = next_touch(c, at, n, carried);
    if (t == NULL) {
        return false;
    }
    t->kind = WF_NEAR_VERTEX_FACE;
    t->offset = wf_v3_dot(n, carried) + wf_touch_target(distance, cell * values[IMPACT]) - distance;
    t->rho = rho;
    t->friction =
        fabric->friction_body * c->objects->bodies[at->body].friction * c->objects->friction_scale;
    wf_touch_inherit(c, t, WF_LAYER_MEMORY);
    if (!(here->distance < values[PENALTY]) || values[STIFFNESS] == 0.0f) {
        return true;
    }
    wf_touch* spring = next_touch(c, at, n, carried);
    if (spring != NULL) {
        spring->kind = WF_TOUCH_OUTSIDE;
        spring->offset =
            wf_v3_dot(n, carried) + wf_touch_target(distance, cell * values[PENALTY]) - distance;
        spring->rho = values[STIFFNESS] * rho;
    }
    return spring != NULL;
}

/// Within T3 and, where it is or where it would go, at T2. Between tests what touches goes on.
static bool push_particle(wf_contact* c, const place* at, void* with) {
    const float* values = c->response_values;
    const wf_particles* particles = c->particles;
    const float *x = particles->x + 4 * (size_t)at->particle,
                *z = particles->z + 4 * (size_t)at->particle;
    float local[3], later[3], carried[3];
    wf_distance_sample here, there;
    wf_segment_to_field(at->segment, at->from, x, local);
    if (!look_up(c, at, local, &here) || here.distance > values[SHELL]) {
        return true;
    }
    wf_segment_to_field(at->segment, at->to, z, later);
    float nearest =
        look_up(c, at, later, &there) ? least(here.distance, there.distance) : here.distance;
    bool known = wf_touch_was(c, WF_NEAR_VERTEX_FACE, at->particle, at->number);
    bool facing = here.normal[0] != 0.0f || here.normal[1] != 0.0f || here.normal[2] != 0.0f;
    if (!facing || nearest > values[IMPACT] + WATCHED || (!known && !is_tested(c))) {
        return true;
    }
    shells* self = c->response_self;
    self->touching[at->particle] = 1;
    wf_segment_to_world(at->segment, at->to, local, carried);
    return add_touches(c, at, &here, wf_v3_load(carried), *(const float*)with);
}

static void follow_bodies(const wf_contact* c, const shells* self) {
    const wf_obstacle* o = c->obstacle;
    for (uint32_t k = 0; k < self->count; ++k) {
        size_t first = 4 * (size_t)c->objects->bodies[k].first_vertex;
        wf_distance_body_follow(&self->bodies[k], o->x0 + first, o->x1 + first);
    }
}

static bool push(wf_contact* c, float h) {
    shells* self = self_of(c);
    if (self == NULL || !wf_contact_select(c, h)) {
        return false;
    }
    wf_touches_keep_layers(&c->touches);
    memset(self->touching, 0, c->particle_count);
    follow_bodies(c, self);
    return visit_all(c, self, push_particle, &h);
}

// ---- stopping -----------------------------------------------------------------------------------

/// What is left of a move when the part of it against the surface is taken away.
static wf_v3 along(wf_v3 move, const float normal[3]) {
    wf_v3 n = wf_v3_load(normal);
    float into = wf_v3_dot(move, n);
    return into < 0.0f ? wf_v3_muladd(move, n, -into) : move;
}

/// At the first voxel at T2 the way against the surface ends; T0 ends all of it. Who is below T0
/// already may leave.
static bool cut(const wf_contact* c, const place* at, const wf_trace* t, wf_v3 p0, wf_v3* p1) {
    const shells* self = c->response_self;
    wf_v3 move = wf_v3_sub(*p1, p0);
    float normal[3], start[3];
    wf_v3_store(start, p0);
    wf_distance_sample here;
    if (t->stopped && t->clear > 0.0f) {
        *p1 = wf_v3_muladd(p0, move, t->clear);
    } else if (t->stopped) {
        bool known = look_up(c, at, start, &here);
        *p1 = known ? wf_v3_add(p0, along(move, here.normal)) : *p1;
    } else if (t->hit && t->from != WF_TRACE_SURFACE && !self->touching[at->particle]) {
        wf_distance_normal(&at->segment->field, t->site, normal);
        wf_v3 rest = along(wf_v3_scale(move, 1.0f - t->free), normal);
        *p1 = wf_v3_add(wf_v3_muladd(p0, move, t->free), rest);
    } else {
        return false;
    }
    return true;
}

typedef struct stopping {
    float* displacement;
    uint32_t count;
} stopping;

static bool stop_particle(wf_contact* c, const place* at, void* with) {
    const float* values = c->response_values;
    stopping* s = with;
    const float* x = c->particles->x + 4 * (size_t)at->particle;
    float* d = s->displacement + 4 * (size_t)at->particle;
    const float to[3] = {x[0] + d[0], x[1] + d[1], x[2] + d[2]};
    const wf_trace_limits limits = {(uint32_t)(values[IMPACT] * values[IMPACT]),
                                    (uint32_t)(values[STOP] * values[STOP])};
    const shells* self = c->response_self;
    const wf_trace_rules rules = {c->narrow_values[WF_NARROW_ENTRY] > 0.0f, self->table};
    float p0[3], p1[3], end[3];
    wf_segment_to_field(at->segment, at->from, x, p0);
    wf_segment_to_field(at->segment, at->to, to, p1);
    wf_trace t = wf_voxel_trace(&at->segment->field, p0, p1, &limits, &rules);
    wf_v3 wanted = wf_v3_load(p1);
    if (!t.hit || !cut(c, at, &t, wf_v3_load(p0), &wanted)) {
        return true;
    }
    wf_v3_store(p1, wanted);
    wf_segment_to_world(at->segment, at->to, p1, end);
    for (int k = 0; k < 3; ++k) {
        d[k] = end[k] - x[k];
    }
    s->count += 1;
    return true;
}

static wf_filter_result limit(wf_contact* c, float* displacement, uint32_t round) {
    (void)round;
    const shells* self = c->response_self;
    stopping s = {displacement, 0};
    if (self == NULL) {
        return (wf_filter_result){0.0f, 0, 0};
    }
    if (is_tested(c)) {
        visit_all(c, self, stop_particle, &s);
    }
    return (wf_filter_result){1.0f, s.count, 0};
}

// ---- figures ------------------------------------------------------------------------------------

/// Two a segment: what its field holds, and what it takes to carry it in a substep.
static bool figure(const wf_contact* c, uint32_t index, weft_lab_figure* out) {
    const shells* self = c->response_self;
    uint32_t at = index / 2;
    for (uint32_t k = 0; self != NULL && k < self->count; ++k) {
        const wf_distance_body* b = &self->bodies[k];
        if (at >= b->count) {
            at -= b->count;
            continue;
        }
        const wf_distance_segment* s = &b->segments[at];
        double each = b->carried > 0 ? 1e3 * b->ms[at] / b->carried : 0.0;
        bool held = index % 2 == 0;
        out->what = held ? "distance field" : "carrying it";
        out->unit = held ? "MB" : "us a substep";
        out->value = held ? (double)s->field.bytes / 1e6 : each;
        out->body = k;
        out->segment = at;
        out->part = wf_segment_name(b->count > 1 ? s->label : WF_RIG_SEGMENTS);
        return true;
    }
    return false;
}

const wf_response wf_response_offset_surfaces = {
    .push = push,
    .limit = limit,
    .destroy = destroy,
    .check = check,
    .figure = figure,
    .narrow = &wf_narrow_voxel_trace,
};
