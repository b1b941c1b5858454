// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// In the axes of the solid only cloth moves, so the way of a triangle's middle is all there is to
// measure. The triangle comes near when that way does, less how wide the triangle is.
#include "solid_drift.h"

#include "contact/contact.h"
#include "contact/partners.h"
#include "detect/convex_distance.h"
#include "detect/solids.h"
#include "particles/particles.h"

static wf_solid solid_of(const weft_world* world, const wf_body* body) {
    const wf_obstacle* o = &world->obstacle;
    wf_solid s = {.body = 0};
    wf_shape_at(&body->shape, o->x0 + 4 * (size_t)body->first_vertex, &s.from);
    wf_shape_at(&body->shape, o->x1 + 4 * (size_t)body->first_vertex, &s.to);
    return s;
}

static bool is_there(const weft_world* world, uint32_t k) {
    const wf_body* body = &world->objects.bodies[k];
    return wf_is_solid(&body->shape) && wf_partners_meets_cloth(&world->objects, k);
}

static double longest(const double v[3]) {
    return sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
}

/// How far a point of the world would go if it were one of the solid's.
static double carried(const wf_solid* s, const float point[3]) {
    double local[3], world[3], way[3];
    wf_convex_point_in(&s->from, point, local);
    wf_convex_way_out(&s->to, local, world);
    for (int k = 0; k < 3; ++k) {
        way[k] = world[k] + s->to.at[k] - (double)point[k];
    }
    return longest(way);
}

/// The corner of a box that the solid would carry farthest; what is of the solid in the box goes no
/// further, as that is a convex function of the place.
static double carried_in_box(const wf_solid* s, const float lo[4], const float hi[4]) {
    double most = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        float point[3];
        for (int k = 0; k < 3; ++k) {
            point[k] = corner >> k & 1 ? hi[k] : lo[k];
        }
        double far = carried(s, point);
        most = far > most ? far : most;
    }
    return most;
}

float wf_solid_move(const weft_world* world, wf_f4 lo, wf_f4 hi) {
    double most = 0.0;
    for (uint32_t k = 0; k < world->objects.body_count && !world->obstacle.stands; ++k) {
        if (!is_there(world, k)) {
            continue;
        }
        wf_solid s = solid_of(world, &world->objects.bodies[k]);
        wf_solid_bound(&s, 0.0f);
        wf_f4 from = wf_f4_max(lo, wf_f4_load(s.lo)), to = wf_f4_min(hi, wf_f4_load(s.hi));
        if ((wf_f4_mask(wf_f4_less(to, from)) & 7) == 0) {
            float shared[2][4];
            wf_f4_store(shared[0], from);
            wf_f4_store(shared[1], to);
            double far = carried_in_box(&s, shared[0], shared[1]);
            most = far > most ? far : most;
        }
    }
    return (float)most;
}

/// The move of a triangle's middle as the solid sees it, but no more than the solid's own; 0 when
/// it stays away.
static double move_against(const weft_world* world, const wf_solid* s, const uint32_t* corner,
                           float met) {
    const wf_particles* p = world->particles;
    double ends[2][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, wide = 0.0, way[3];
    float middle[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; ++k) {
        float end[3];
        double from[3], to[3];
        const float* x = p->x + 4 * (size_t)corner[k];
        for (int i = 0; i < 3; ++i) {
            middle[i] += x[i] / 3.0f;
            end[i] = x[i] + world->def.frame_seconds * p->v[4 * (size_t)corner[k] + (size_t)i];
        }
        wf_convex_point_in(&s->from, x, from);
        wf_convex_point_in(&s->to, end, to);
        for (int i = 0; i < 3; ++i) {
            ends[0][i] += from[i] / 3.0;
            ends[1][i] += to[i] / 3.0;
        }
    }
    for (int k = 0; k < 3; ++k) {
        double from[3];
        wf_convex_point_in(&s->from, p->x + 4 * (size_t)corner[k], from);
        for (int i = 0; i < 3; ++i) {
            from[i] -= ends[0][i];
        }
        wide = longest(from) > wide ? longest(from) : wide;
    }
    for (int i = 0; i < 3; ++i) {
        way[i] = ends[1][i] - ends[0][i];
    }
    wf_convex_gap gap = wf_convex_distance(&s->from, (const double(*)[3])ends, 2);
    double against = longest(way), own = carried(s, middle);
    return gap.distance > (double)met + wide ? 0.0 : against < own ? against : own;
}

float wf_solid_drift(const weft_world* world, float met, float least) {
    const wf_particles* p = world->particles;
    double most = least;
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        if (!is_there(world, k)) {
            continue;
        }
        const wf_body* body = &world->objects.bodies[k];
        wf_solid s = solid_of(world, body);
        for (size_t t = 0; t < p->triangle_count; ++t) {
            const uint32_t* corner = p->triangles + 3 * t;
            const wf_cloth* cloth = &world->objects.cloths[p->cloth_of[corner[0]]];
            double far = wf_may_touch(&cloth->collision, &body->collision)
                             ? move_against(world, &s, corner, met)
                             : 0.0;
            most = far > most ? far : most;
        }
    }
    return (float)most;
}
