// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `projection`: where a particle would end in a cell of a body's inclusion field that
// is on its surface or inside, it is put out of the body along the normal there, and rubs.
//   ElBadrawy, Hemayed, Fayek, "Rapid collision detection for deformable objects using inclusion
//   fields applied to cloth simulation", 2012, with the response of
//   Fuhrmann, Sobotka, Gross, "Distance fields for rapid collision detection in physically based
//   modeling", GraphiCon 2003, which they name.
// Particles alone are kept out: an edge or a triangle of cloth between them may cross the body, and
// so may a particle that passes a thin limb in one move. Between layers of cloth touches push as
// they always do; bodies push by projection alone.
#include "base/report.h"
#include "contact/layers.h"
#include "contact/partners.h"
#include "contact/projection_self.h"
#include "contact/response.h"
#include "contact/segments.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "math/vec.h"
#include "structures/inclusion_parts.h"

/// Vertices of the body are looked for this far from a particle, m, in cells at least two.
#define REACH 0.08f

enum { CELL, RULE, WALK, MOVES, LOOKUP, PARTS, PARALLEL, SELF }; // parameters of the row

typedef struct projection {
    wf_inclusion* fields;      // per body; open ones have none
    wf_inclusion_parts* parts; // or, per body with bones, one a segment
    uint32_t count;
    uint32_t reach;      // cells
    wf_vertex_cells own; // of the cloths, where they are asked for
} projection;

static void destroy(wf_contact* c) {
    projection* self = c->response_self;
    for (uint32_t k = 0; self != NULL && k < self->count; ++k) {
        wf_inclusion_free(c->memory, &self->fields[k]);
        wf_inclusion_parts_free(c->memory, &self->parts[k]);
    }
    if (self != NULL) {
        wf_vertex_cells_free(c, &self->own);
        wf_free(c->memory, self->fields);
        wf_free(c->memory, self->parts);
        wf_free(c->memory, self);
        c->response_self = NULL;
    }
}

/// Nothing is inside of an open body, and a host's mesh without triangles has no surface.
static bool has_field(const wf_body* body) {
    return !body->open && body->triangle_count > 0;
}

static wf_inclusion_options options_of(const wf_contact* c) {
    const float* values = c->response_values;
    return (wf_inclusion_options){.cell = values[CELL],
                                  .rule = (wf_inclusion_rule)values[RULE],
                                  .walk = (wf_inclusion_walk)values[WALK],
                                  .whole = values[MOVES] > 0.0f,
                                  .parallel = values[PARALLEL] > 0.0f,
                                  .pool = c->pool};
}

/// What has no bones has no rigid parts: it stays whole.
static bool has_parts(const wf_contact* c, const wf_body* body) {
    return c->response_values[PARTS] > 0.0f && body->bone_count > 0;
}

/// The labels, of triangles and then of bones, are to be freed; null when memory is out.
static uint8_t* skin_of(const wf_contact* c, const wf_body* body, wf_inclusion_skin* skin) {
    uint8_t* labels = WF_ALLOC(c->memory, uint8_t, (size_t)body->triangle_count + body->bone_count);
    *skin = (wf_inclusion_skin){
        .mesh = {body->triangles, body->vertex_count, body->triangle_count},
        .bones = body->bone_indices,
        .weights = body->bone_weights,
        .bone_count = body->bone_count,
        .labels = labels,
    };
    if (labels != NULL) {
        skin->segments = labels + body->triangle_count;
        wf_contact_label_body(body, labels, labels + body->triangle_count);
    }
    return labels;
}

static bool build_body(wf_contact* c, projection* self, uint32_t k) {
    wf_inclusion_options options = options_of(c);
    const wf_body* body = &c->objects->bodies[k];
    wf_inclusion_mesh mesh = {body->triangles, body->vertex_count, body->triangle_count};
    const float* x = c->obstacle->x0 + 4 * (size_t)body->first_vertex;
    if (!has_parts(c, body)) {
        return wf_inclusion_build(c->memory, &self->fields[k], &mesh, x, &options);
    }
    wf_inclusion_skin skin;
    uint8_t* labels = skin_of(c, body, &skin);
    bool done = labels != NULL && wf_inclusion_parts_build(c->memory, &self->parts[k], &skin,
                                                           body->shaped, x, &options);
    wf_free(c->memory, labels);
    return done;
}

static bool build_fields(wf_contact* c, projection* self) {
    bool done = true;
    for (uint32_t k = 0; k < c->objects->body_count && done; ++k) {
        done = !has_field(&c->objects->bodies[k]) || build_body(c, self, k);
    }
    return done;
}

static bool has_own(const wf_contact* c) {
    return c->response_values[SELF] > 0.0f;
}

/// Made when it is first asked for; a change of bodies or parameters ends it.
static projection* self_of(wf_contact* c) {
    if (c->response_self != NULL) {
        return c->response_self;
    }
    projection* self = c->response_self = WF_ALLOC(c->memory, projection, 1);
    if (self == NULL) {
        return NULL;
    }
    float cell = c->response_values[CELL];
    self->reach = (uint32_t)(REACH / cell) + 2;
    self->fields = WF_ALLOC(c->memory, wf_inclusion, c->objects->body_count);
    self->parts = WF_ALLOC(c->memory, wf_inclusion_parts, c->objects->body_count);
    self->count = self->fields != NULL && self->parts != NULL ? c->objects->body_count : 0;
    if (self->count < c->objects->body_count || !build_fields(c, self) ||
        (has_own(c) && !wf_vertex_cells_create(c, &self->own))) {
        destroy(c);
        return NULL;
    }
    return self;
}

static bool follow_bodies(wf_contact* c, projection* self) {
    bool done = true;
    for (uint32_t k = 0; k < self->count && done; ++k) {
        const wf_body* body = &c->objects->bodies[k];
        const float* x = c->obstacle->x1 + 4 * (size_t)body->first_vertex;
        if (self->fields[k].x != NULL) {
            done = wf_inclusion_update(c->memory, &self->fields[k], x);
        } else if (self->parts[k].x != NULL) {
            done = wf_inclusion_parts_update(c->memory, &self->parts[k], body->shaped, x);
        }
    }
    return done;
}

/// Out along the normal; along the surface what friction takes of the way against the body, which
/// is in proportion to the push (Coulomb's law for places).
static wf_v3 put_out(const wf_contact* c, const wf_body* body, uint32_t particle, wf_v3 move,
                     const wf_inclusion_hit* hit, float push) {
    const wf_obstacle* o = c->obstacle;
    const weft_fabric* fabric = &c->objects->cloths[c->particles->cloth_of[particle]].fabric;
    size_t vertex = 4 * ((size_t)body->first_vertex + hit->vertex);
    wf_v3 n = wf_v3_load(hit->normal);
    wf_v3 carried = wf_v3_sub(wf_v3_load(o->x1 + vertex), wf_v3_load(o->x0 + vertex));
    wf_v3 slide = wf_v3_sub(move, carried);
    slide = wf_v3_muladd(slide, n, -wf_v3_dot(slide, n));
    float length = wf_v3_length(slide);
    float most = fabric->friction_body * body->friction * c->objects->friction_scale * push;
    float share = length > most ? most / length : 1.0f;
    return wf_v3_muladd(wf_v3_muladd(move, n, push), slide, -share);
}

/// By the paper's lookup a particle that is deep inside, or in a surface cell without a vertex, has
/// nothing that would put it out.
static bool look_up(const wf_contact* c, const projection* self, uint32_t body, const float to[3],
                    wf_inclusion_hit* hit) {
    const wf_inclusion* field = &self->fields[body];
    const wf_inclusion_parts* parts = field->x == NULL ? &self->parts[body] : NULL;
    uint32_t vertex;
    if (!(c->response_values[LOOKUP] > 0.0f)) {
        return parts != NULL ? wf_inclusion_parts_look_up(parts, to, self->reach, hit)
                             : wf_inclusion_look_up(field, to, self->reach, hit);
    }
    int value = parts != NULL ? wf_inclusion_parts_ask(parts, to, &vertex)
                              : wf_inclusion_ask(field, to, &vertex);
    if (value == WF_INCLUSION_OUTSIDE || vertex == WF_INCLUSION_NONE) {
        return false;
    }
    if (parts != NULL) {
        wf_inclusion_parts_measure(parts, to, vertex, hit);
    } else {
        wf_inclusion_measure(field, to, vertex, hit);
    }
    return true;
}

/// Whether the particle was put out of a body.
static bool project(const wf_contact* c, const void* response, uint32_t particle, float* d) {
    const projection* self = response;
    const float* x = c->particles->x + 4 * (size_t)particle;
    const weft_collision* own = &c->objects->cloths[c->particles->cloth_of[particle]].collision;
    float wanted = wf_distance_to_body(c, particle);
    bool changed = false;
    for (uint32_t k = 0; k < self->count; ++k) {
        const float to[3] = {x[0] + d[0], x[1] + d[1], x[2] + d[2]};
        const wf_body* body = &c->objects->bodies[k];
        wf_inclusion_hit hit;
        if (!has_field(body) || !wf_may_touch(own, &body->collision) ||
            !look_up(c, self, k, to, &hit) || !(hit.distance < wanted)) {
            continue;
        }
        wf_v3_store(d, put_out(c, body, particle, wf_v3_load(d), &hit, wanted - hit.distance));
        changed = true;
    }
    return changed;
}

/// A body that has grown since may have too many cells for the side that was asked for.
static bool is_coarser(const wf_contact* c, const projection* self) {
    double asked = 1.0 / (double)options_of(c).cell;
    bool coarser = false;
    for (uint32_t k = 0; k < self->count; ++k) {
        coarser |= self->fields[k].x != NULL && self->fields[k].per_cell < asked;
        for (uint32_t i = 0; i < self->parts[k].count; ++i) {
            coarser |= self->parts[k].parts[i].field.per_cell < asked;
        }
    }
    return coarser;
}

static wf_filter_result limit(wf_contact* c, float* displacement, uint32_t round) {
    (void)round;
    const wf_particles* particles = c->particles;
    wf_filter_result result = {0.0f, 0, 0};
    projection* self = self_of(c);
    if (self == NULL || !follow_bodies(c, self)) {
        return result; // nothing moves; the step finds that memory is out
    }
    c->trouble = is_coarser(c, self) ? WEFT_ERROR_INVALID_ARGUMENT : c->trouble;
    if (has_own(c)) {
        const wf_put_out bodies = {project, self};
        result.throttled = wf_vertex_cells_part(c, &self->own, displacement, &bodies);
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        if (!particles->fixed[i]) {
            result.throttled += project(c, self, i, displacement + 4 * (size_t)i);
        }
    }
    result.alpha = 1.0f;
    return result;
}

/// The touches between layers; those with bodies go.
static bool push(wf_contact* c, float h) {
    bool done = wf_contact_select(c, h);
    if (done) {
        wf_touches_keep_layers(&c->touches);
    }
    return done;
}

static weft_status check_parts(const wf_contact* c, const wf_body* body,
                               const wf_inclusion_options* options, weft_report* report) {
    wf_inclusion_skin skin;
    uint8_t* labels = skin_of(c, body, &skin);
    weft_status status =
        labels != NULL ? wf_inclusion_parts_check(c->memory, &skin, body->shaped, options, report)
                       : wf_report_memory(report, "the parts of a body");
    wf_free(c->memory, labels);
    return status;
}

/// Open bodies have no inside, and what has too many cells is refused rather than shown coarser.
static weft_status check(wf_contact* c, weft_report* report) {
    wf_inclusion_options options = options_of(c);
    weft_status status = wf_report_ok(report);
    if (options.parallel && options.rule == WF_INCLUSION_PLANE) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "parallel", 0, WF_NO_OTHER,
                              "By the plane one vertex is updated after another; take parallel "
                              "0, or by_plane 0.");
    }
    for (uint32_t k = 0; k < c->objects->body_count && status == WEFT_OK; ++k) {
        const wf_body* body = &c->objects->bodies[k];
        wf_inclusion_mesh mesh = {body->triangles, body->vertex_count, body->triangle_count};
        const float* x = c->obstacle->x0 + 4 * (size_t)body->first_vertex;
        if (body->triangle_count > 0 && wf_partners_meets_cloth(c->objects, k)) {
            status = has_parts(c, body) ? check_parts(c, body, &options, report)
                                        : wf_inclusion_check(c->memory, &mesh, x, &options, report);
        }
        if (status != WEFT_OK && status != WEFT_ERROR_OUT_OF_MEMORY) {
            wf_report_prefix(report, "BODY", k);
        }
    }
    return status;
}

const wf_response wf_response_projection = {
    .push = push,
    .limit = limit,
    .destroy = destroy,
    .check = check,
    .narrow = &wf_narrow_cell_lookup,
};
