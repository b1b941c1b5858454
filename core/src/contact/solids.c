// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "contact/solids.h"

#include "contact/capture.h"
#include "contact/partners.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "detect/convex_distance.h"
#include "math/simd.h"
#include "math/vec.h"
#include "particles/particles.h"

/// The part of its distance from a body that cloth keeps between its vertices: what an edge of
/// 25 mm loses over a ball of 13 cm is left to the vertices at its ends.
#define BETWEEN_PART 0.8f
/// An edge or a triangle that is further than this part of the distance from what it keeps has no
/// touch.
#define BETWEEN_REACH 0.1f

// ---- lifetime -----------------------------------------------------------------------------------

static uint32_t count_solids(const wf_contact* c) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->objects->body_count; ++k) {
        count +=
            wf_is_solid(&c->objects->bodies[k].shape) && wf_partners_meets_cloth(c->objects, k);
    }
    return count;
}

bool wf_solids_create(wf_contact* c) {
    uint32_t count = count_solids(c);
    if (count == 0) {
        return true;
    }
    wf_solids* s = WF_ALLOC(c->memory, wf_solids, 1);
    c->solids = s;
    if (s == NULL) {
        return false;
    }
    s->items = WF_ALLOC(c->memory, wf_solid, count);
    s->meets = WF_ALLOC(c->memory, uint8_t, c->objects->cloth_count);
    s->seen = WF_ALLOC(c->memory, uint32_t, c->particles->edge_count);
    if (c->memory->failed) {
        return false;
    }
    for (uint32_t k = 0; k < c->objects->body_count; ++k) {
        const wf_body* body = &c->objects->bodies[k];
        if (wf_is_solid(&body->shape) && wf_partners_meets_cloth(c->objects, k)) {
            s->items[s->count++] = (wf_solid){
                .body = k, .vertex = body->first_vertex, .element = body->first_triangle};
        }
    }
    return true;
}

void wf_solids_destroy(wf_contact* c) {
    wf_solids* s = c->solids;
    if (s != NULL) {
        wf_free(c->memory, s->items);
        wf_free(c->memory, s->meets);
        wf_free(c->memory, s->seen);
        wf_free(c->memory, s);
        c->solids = NULL;
    }
}

// ---- pairs --------------------------------------------------------------------------------------

static void place(wf_contact* c, wf_solid* solid) {
    const wf_body* body = &c->objects->bodies[solid->body];
    size_t first = 4 * (size_t)body->first_vertex;
    wf_shape_at(&body->shape, c->obstacle->x0 + first, &solid->from);
    wf_shape_at(&body->shape, c->obstacle->x1 + first, &solid->to);
    wf_solid_bound(solid, wf_contact_reach(c));
}

bool wf_solid_meets(const wf_contact* c, const wf_solid* solid, uint32_t particle) {
    const wf_cloth* cloth = &c->objects->cloths[c->particles->cloth_of[particle]];
    return wf_may_touch(&cloth->collision, &c->objects->bodies[solid->body].collision);
}

/// Notes which cloths may touch a solid.
static void find_partners(wf_contact* c, const wf_solid* solid) {
    for (uint32_t k = 0; k < c->objects->cloth_count; ++k) {
        c->solids->meets[k] = wf_may_touch(&c->objects->cloths[k].collision,
                                           &c->objects->bodies[solid->body].collision);
    }
}

/// Of all triangles, or of those with a mark.
static bool detect_one(wf_contact* c, const wf_solid_search* search, uint32_t number,
                       const uint8_t* marks) {
    const wf_particles* particles = c->particles;
    const wf_solid* solid = &c->solids->items[number];
    find_partners(c, solid);
    for (uint32_t t = 0; t < particles->triangle_count; ++t) {
        uint32_t cloth = particles->cloth_of[particles->triangles[3 * (size_t)t]];
        bool asked = c->solids->meets[cloth] && (marks == NULL || marks[t] != 0);
        if (asked && !wf_solid_near(search, t, solid, number)) {
            return false;
        }
    }
    return true;
}

static wf_solid_search search_of(wf_contact* c) {
    return (wf_solid_search){.memory = c->memory,
                             .cloth = wf_contact_cloth(c),
                             .lo = c->cloth_lo,
                             .hi = c->cloth_hi,
                             .reach = wf_contact_reach(c),
                             .between = (BETWEEN_PART + BETWEEN_REACH) *
                                        wf_wider(c->radius, 0.5f * c->thickest),
                             .out = &c->pairs};
}

bool wf_solids_detect(wf_contact* c) {
    wf_solids* s = c->solids;
    if (s == NULL) {
        return true;
    }
    wf_solid_search search = search_of(c);
    bool room = true;
    for (uint32_t k = 0; k < s->count && room; ++k) {
        place(c, &s->items[k]);
        room = detect_one(c, &search, k, NULL);
    }
    return room;
}

static void drop_marked(wf_near_list* pairs, const uint8_t* marks) {
    size_t count = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        const wf_near* p = &pairs->items[i];
        if (p->kind != WF_NEAR_SOLID || marks[p->a] == 0) {
            pairs->items[count] = *p;
            pairs->planes[count++] = pairs->planes[i];
        }
    }
    pairs->count = count;
}

bool wf_solids_follow(wf_contact* c, const uint8_t* marks) {
    wf_solids* s = c->solids;
    if (s == NULL) {
        return true;
    }
    drop_marked(&c->pairs, marks);
    wf_solid_search search = search_of(c);
    bool room = true;
    for (uint32_t k = 0; k < s->count && room; ++k) {
        room = detect_one(c, &search, k, marks);
    }
    c->found = c->pairs.count;
    wf_capture_exempt(c);
    return room;
}

// ---- feet ---------------------------------------------------------------------------------------

wf_solid_foot wf_solid_find_foot(const wf_convex* solid, const float x[3]) {
    wf_solid_foot foot;
    double point[1][3], way[3];
    wf_convex_point_in(solid, x, point[0]);
    foot.height = wf_convex_height(solid, point[0], way);
    if (solid->kind == WEFT_SHAPE_HULL && foot.height > 0.0) {
        wf_convex_gap gap = wf_convex_distance(solid, (const double(*)[3])point, 1);
        foot.height = gap.distance;
        for (int k = 0; k < 3; ++k) {
            way[k] = gap.way[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        foot.local[k] = point[0][k] - foot.height * way[k];
    }
    wf_convex_way_out(solid, way, foot.way);
    return foot;
}

void wf_solid_place(const wf_convex* solid, const double local[3], double world[3]) {
    wf_convex_way_out(solid, local, world);
    for (int k = 0; k < 3; ++k) {
        world[k] += solid->at[k];
    }
}

// ---- touches ------------------------------------------------------------------------------------

/// What may push: a point of cloth between up to three particles.
typedef struct feature {
    uint32_t kind, a, b;
    uint32_t count;
    const uint32_t* particle;
    const float* weight;
    float part;  // of the distance from a body, which it keeps
    float reach; // how far from that it may be, as a part of the distance
} feature;

static wf_v3 point_between(const feature* f, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < f->count; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)f->particle[k]), f->weight[k]);
    }
    return sum;
}

static float friction_of(const wf_contact* c, const wf_solid* solid, uint32_t particle) {
    const wf_cloth* cloth = &c->objects->cloths[c->particles->cloth_of[particle]];
    return cloth->fabric.friction_body * c->objects->bodies[solid->body].friction *
           c->objects->friction_scale;
}

/// Fills a touch; false when what it would hold is not near.
static bool make_touch(const wf_contact* c, const wf_solid* solid, const feature* f,
                       const wf_solid_foot* foot, float h, wf_touch* t) {
    float distance = wf_distance_to_body(c, f->particle[0]), radius = f->part * distance;
    double start[3], end[3];
    wf_solid_place(&solid->from, foot->local, start);
    wf_solid_place(&solid->to, foot->local, end);
    wf_v3 n = wf_v3_set((float)foot->way[0], (float)foot->way[1], (float)foot->way[2]);
    double along = (foot->way[0] * end[0] + foot->way[1] * end[1]) + foot->way[2] * end[2];
    wf_v3 now = point_between(f, c->particles->x);
    float guess = wf_v3_dot(n, point_between(f, c->particles->z)), here = wf_v3_dot(n, now);
    *t = (wf_touch){.kind = f->kind, .a = f->a, .b = f->b, .count = f->count};
    t->offset = (float)along + wf_touch_target((float)foot->height, radius);
    if ((guess < here ? guess : here) - t->offset > f->reach * distance) {
        return false;
    }
    for (uint32_t k = 0; k < f->count; ++k) {
        t->particle[k] = f->particle[k];
        t->weight[k] = f->weight[k];
    }
    float inverse = wf_touch_inverse_mass(c->particles, t);
    if (!(inverse > 0.0f)) {
        return false;
    }
    t->rho = WF_TOUCH_KAPPA / (h * h * inverse);
    t->friction = friction_of(c, solid, f->particle[0]);
    wf_v3_store(t->n, n);
    wf_v3 moved = wf_v3_set((float)(end[0] - start[0]), (float)(end[1] - start[1]),
                            (float)(end[2] - start[2]));
    wf_v3_store(t->anchor, wf_v3_add(now, moved));
    return true;
}

static bool add_touch(wf_contact* c, const wf_solid* solid, const feature* f,
                      const wf_solid_foot* foot, float h) {
    wf_touch* t = wf_touches_next(c->memory, &c->touches);
    if (t == NULL) {
        return false;
    }
    if (make_touch(c, solid, f, foot, h, t)) {
        wf_touch_inherit(c, t, 1.0f);
        c->touches.count += 1;
    }
    return true;
}

/// Whether a vertex comes into the solid's box at all.
static bool is_beside(const wf_contact* c, const wf_solid* solid, uint32_t particle) {
    size_t at = 4 * (size_t)particle;
    wf_f4 x = wf_f4_load(c->particles->x + at), z = wf_f4_load(c->particles->z + at);
    wf_f4 apart = wf_f4_or(wf_f4_less(wf_f4_max(x, z), wf_f4_load(solid->lo)),
                           wf_f4_less(wf_f4_load(solid->hi), wf_f4_min(x, z)));
    return (wf_f4_mask(apart) & 7) != 0;
}

static bool push_vertices(wf_contact* c, const wf_solid* solid, float h) {
    const wf_particles* particles = c->particles;
    const float one = 1.0f;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        if (!c->solids->meets[particles->cloth_of[i]] || c->captured[i] || particles->fixed[i] ||
            is_beside(c, solid, i)) {
            continue;
        }
        wf_solid_foot foot = wf_solid_find_foot(&solid->from, particles->x + 4 * (size_t)i);
        feature f = {WF_NEAR_VERTEX_FACE, i, solid->element, 1, &i, &one, 1.0f, 0.3f};
        if (!add_touch(c, solid, &f, &foot, h)) {
            return false;
        }
    }
    return true;
}

/// A point inside an edge or a triangle that is nearest to the solid.
static bool push_between(wf_contact* c, const wf_solid* solid, feature* f, float h) {
    double points[3][3];
    float weight[3];
    bool inside = true;
    for (uint32_t k = 0; k < f->count; ++k) {
        wf_convex_point_in(&solid->from, c->particles->x + 4 * (size_t)f->particle[k], points[k]);
    }
    wf_convex_gap gap = wf_convex_distance(&solid->from, (const double(*)[3])points, f->count);
    wf_solid_foot foot = {.height = gap.distance};
    for (uint32_t k = 0; k < f->count; ++k) {
        weight[k] = (float)gap.weight[k];
        inside = inside && gap.weight[k] > 0.0;
    }
    if (!inside || !(gap.distance > 0.0)) {
        return true;
    }
    for (int i = 0; i < 3; ++i) {
        foot.local[i] = -gap.distance * gap.way[i];
        for (uint32_t k = 0; k < f->count; ++k) {
            foot.local[i] += gap.weight[k] * points[k][i];
        }
    }
    wf_convex_way_out(&solid->from, gap.way, foot.way);
    f->weight = weight;
    return add_touch(c, solid, f, &foot, h);
}

static bool has_captured(const wf_contact* c, const uint32_t* particle, uint32_t count) {
    bool any = false;
    for (uint32_t k = 0; k < count; ++k) {
        any = any || c->captured[particle[k]];
    }
    return any;
}

static bool push_edges(wf_contact* c, const wf_solid* solid, uint32_t triangle, float h) {
    const wf_particles* particles = c->particles;
    for (size_t k = 0; k < 3; ++k) {
        uint32_t edge = particles->triangle_edges[3 * (size_t)triangle + k];
        const uint32_t* ends = particles->edges + 2 * (size_t)edge;
        if (c->solids->seen[edge] == c->solids->search || has_captured(c, ends, 2)) {
            continue;
        }
        c->solids->seen[edge] = c->solids->search;
        feature f = {WF_NEAR_EDGE_EDGE,
                     edge,
                     c->obstacle->edge_count + 2 * solid->body,
                     2,
                     ends,
                     NULL,
                     BETWEEN_PART,
                     BETWEEN_REACH};
        if (!push_between(c, solid, &f, h)) {
            return false;
        }
    }
    return true;
}

/// Whether something of a triangle may be nearer than its vertices are to be.
static bool is_between(const wf_contact* c, const wf_near* p, const wf_plane* plane) {
    float keeps = (BETWEEN_PART + BETWEEN_REACH) * wf_distance_to_body(c, p->point[0]);
    float low = plane->height[0];
    for (uint32_t k = 0; k < 3; ++k) {
        const float *x = c->particles->x + 4 * (size_t)p->point[k],
                    *z = c->particles->z + 4 * (size_t)p->point[k];
        float move = (plane->n[0] * (z[0] - x[0]) + plane->n[1] * (z[1] - x[1])) +
                     plane->n[2] * (z[2] - x[2]);
        float end = plane->height[k] + move - plane->approach;
        low = end < low ? end : low;
    }
    return p->distance < keeps || low < keeps;
}

static bool push_triangles(wf_contact* c, uint32_t number, float h) {
    const wf_solid* solid = &c->solids->items[number];
    c->solids->search += 1;
    for (size_t i = 0; i < c->pairs.count; ++i) {
        wf_near p = c->pairs.items[i];
        if (p.kind != WF_NEAR_SOLID || p.b != number || !is_between(c, &p, &c->pairs.planes[i])) {
            continue;
        }
        uint32_t element = c->obstacle->edge_count + 2 * solid->body + 1;
        feature f = {WF_NEAR_EDGE_EDGE, p.a,  element,      3,
                     p.point,           NULL, BETWEEN_PART, BETWEEN_REACH};
        bool inside = p.interior && !has_captured(c, p.point, 3);
        if ((inside && !push_between(c, solid, &f, h)) || !push_edges(c, solid, p.a, h)) {
            return false;
        }
    }
    return true;
}

bool wf_solids_push(wf_contact* c, float h) {
    bool room = true;
    for (uint32_t k = 0; c->solids != NULL && k < c->solids->count && room; ++k) {
        find_partners(c, &c->solids->items[k]);
        room = push_vertices(c, &c->solids->items[k], h);
        room =
            room && (c->solids->items[k].from.kind == WEFT_SHAPE_PLANE || push_triangles(c, k, h));
    }
    return room;
}

// ---- the audit ----------------------------------------------------------------------------------

static bool list(wf_contact* c, uint32_t triangle, bool declared) {
    wf_audit* a = &c->audit;
    size_t count = (size_t)a->listed_count + 1;
    if (!wf_reserve(c->memory, (void**)&a->listed, &a->listed_capacity, count, sizeof(wf_pair)) ||
        !wf_reserve(c->memory, (void**)&a->undeclared, &a->undeclared_capacity, count, 1)) {
        return false;
    }
    a->undeclared[a->listed_count] = !declared;
    a->listed[a->listed_count++] = (wf_pair){triangle, UINT32_MAX};
    a->declared += declared;
    a->crossings += !declared;
    return true;
}

bool wf_solids_audit(wf_contact* c) {
    const float* x = c->particles->x;
    bool room = true;
    for (uint32_t k = 0; c->solids != NULL && k < c->solids->count; ++k) {
        place(c, &c->solids->items[k]);
    }
    for (size_t i = 0; c->solids != NULL && i < c->found && room; ++i) {
        const wf_near* p = &c->pairs.items[i];
        if (p->kind != WF_NEAR_SOLID) {
            continue;
        }
        const float* corner[3] = {x + 4 * (size_t)p->point[0], x + 4 * (size_t)p->point[1],
                                  x + 4 * (size_t)p->point[2]};
        if (wf_solid_is_met(&c->solids->items[p->b], corner, c->pairs.planes[i].n)) {
            room = list(c, p->a, has_captured(c, p->point, 3));
        }
    }
    return room;
}
