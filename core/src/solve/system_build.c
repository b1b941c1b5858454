// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What acts between the particles: triangles get their rest shape from the panel they belong to,
// folds their bending, seams and pins their springs. Order follows creation throughout.
#include "cloth/pins.h"
#include "math/vec.h"
#include "mesh/colouring.h"
#include "mesh/owners.h"
#include "mesh/topology.h"
#include "particles/build.h"
#include "solve/grab.h"
#include "solve/pieces.h"
#include "solve/slices.h"
#include "solve/system.h"

#include <math.h>
#include <string.h>

/// What the build needs and the system does not keep.
typedef struct builder {
    wf_objects* objects;
    wf_memory* m;
    wf_system* s;
    wf_topology topology;
    float* rest;                // 6 per triangle: material points of the corners
    wf_triangle_source* source; // per triangle
} builder;

/// Room for all seams, bands and pins that awake cloth has.
static void count_holds(const wf_objects* objects, wf_system* s) {
    for (uint32_t k = 0; k < objects->cloth_count; ++k) {
        const wf_cloth* cloth = &objects->cloths[k];
        s->hold_count += cloth->asleep ? 0 : cloth->pin_count;
        s->seam_count += cloth->asleep ? 0 : cloth->seam_count;
        s->spring_count += cloth->asleep ? 0 : cloth->seam_count + cloth->band_count;
    }
}

static bool allocate(wf_memory* m, wf_system* s) {
    size_t n = s->particles.count, t = s->particles.triangle_count;
    float** vectors[] = {&s->d, &s->r, &s->p, &s->q, &s->s, &s->gradient};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; ++k) {
        *vectors[k] = WF_ALLOC(m, float, 4 * n);
    }
    s->bend_damping = WF_ALLOC(m, float, n);
    s->share = WF_ALLOC(m, float, n);
    s->bend_scale = WF_ALLOC(m, float, n);
    s->diagonal = WF_ALLOC(m, float, 12 * n);
    s->inverse = WF_ALLOC(m, float, 12 * n);
    s->part = WF_ALLOC(m, float, 4 * (n / WF_PARTICLE_BLOCK + 1));
    s->drag = WF_ALLOC(m, float, t);
    s->lift = WF_ALLOC(m, float, t);
    s->stretch = WF_ALLOC(m, float, (t + 3) & ~(size_t)3);
    s->elements = WF_ALLOC(m, wf_element, (t + 3) / 4);
    s->seams = WF_ALLOC(m, wf_seam, s->spring_count);
    s->holds = WF_ALLOC(m, wf_hold, s->hold_count + WEFT_HANDS * WF_GRAB_MOST);
    s->anchors = WF_ALLOC(m, wf_anchor, s->hold_count);
    return wf_particles_allocate(m, &s->particles);
}

/// A cloth without material coordinates is its own rest shape: each triangle lies in its plane with
/// weft along x.
static void flatten(const wf_cloth* cloth, const uint32_t* t, float out[6]) {
    wf_v3 a = wf_v3_load(cloth->start + 3 * (size_t)t[0]);
    wf_v3 ab = wf_v3_sub(wf_v3_load(cloth->start + 3 * (size_t)t[1]), a);
    wf_v3 ac = wf_v3_sub(wf_v3_load(cloth->start + 3 * (size_t)t[2]), a);
    wf_v3 n = wf_v3_cross(ab, ac);
    n = wf_v3_scale(n, 1.0f / wf_v3_length(n));
    wf_v3 weft = wf_v3_set(1.0f - n.x * n.x, -n.x * n.y, -n.x * n.z);
    if (wf_v3_dot(weft, weft) < 1e-4f) {
        weft = wf_v3_set(-n.z * n.x, -n.z * n.y, 1.0f - n.z * n.z);
    }
    weft = wf_v3_scale(weft, 1.0f / wf_v3_length(weft));
    wf_v3 warp = wf_v3_cross(n, weft);
    out[0] = out[1] = 0.0f;
    out[2] = wf_v3_dot(ab, weft);
    out[3] = wf_v3_dot(ab, warp);
    out[4] = wf_v3_dot(ac, weft);
    out[5] = wf_v3_dot(ac, warp);
}

static void rest_points(const wf_cloth* cloth, const uint32_t* t, float out[6]) {
    if (cloth->material == NULL) {
        flatten(cloth, t, out);
        return;
    }
    for (int k = 0; k < 3; ++k) {
        out[2 * k] = cloth->material[2 * (size_t)t[k]];
        out[2 * k + 1] = cloth->material[2 * (size_t)t[k] + 1];
    }
}

/// The fabric of a cloth as the solver has it, in `room` where that is another one.
static const weft_fabric* fabric_of(const builder* b, uint32_t cloth, weft_fabric* room) {
    const weft_fabric* fabric = &b->objects->cloths[cloth].fabric;
#ifdef WEFT_LAB
    if (b->s->solver->take_material != NULL) {
        *room = *fabric;
        b->s->solver->take_material(b->s->values, room);
        return room;
    }
#endif
    (void)room;
    return fabric;
}

/// Lists the triangles, with the rest shape and the air of each.
static void list_triangles(builder* b) {
    wf_system* s = b->s;
    wf_particles_list_triangles(b->objects, &s->particles, b->source);
    for (uint32_t t = 0; t < s->particles.triangle_count; ++t) {
        const wf_cloth* cloth = &b->objects->cloths[b->source[t].cloth];
        rest_points(cloth, cloth->triangles + 3 * (size_t)b->source[t].triangle,
                    b->rest + 6 * (size_t)t);
        weft_fabric room;
        const weft_fabric* fabric = fabric_of(b, b->source[t].cloth, &room);
        s->drag[t] = fabric->drag;
        s->lift[t] = fabric->lift;
    }
}

static void set_lane(wf_f4* value, int lane, float x) {
    float lanes[4];
    wf_f4_store(lanes, *value);
    lanes[lane] = x;
    *value = wf_f4_load(lanes);
}

static void fill_element(builder* b, wf_element* e, int lane, uint32_t t) {
    weft_fabric room;
    const weft_fabric* f = fabric_of(b, b->source[t].cloth, &room);
    const float* rest = b->rest + 6 * (size_t)t;
    float gu[3], gv[3], area;
    if (!wf_membrane_rest(rest, rest + 2, rest + 4, gu, gv, &area)) {
        return;
    }
    const uint32_t* corner = b->s->particles.triangles + 3 * (size_t)t;
    for (int k = 0; k < 3; ++k) {
        uint32_t i = corner[k];
        int place = (corner[(k + 1) % 3] < i) + (corner[(k + 2) % 3] < i);
        set_lane(&e->m.gu[place], lane, gu[k]);
        set_lane(&e->m.gv[place], lane, gv[k]);
        e->corner[place][lane] = i;
        b->s->particles.mass[i] += f->density * area / 3.0f;
        b->s->particles.area[i] += area / 3.0f;
    }
    float smaller = f->stretch_weft < f->stretch_warp ? f->stretch_weft : f->stretch_warp;
    float larger = f->stretch_weft < f->stretch_warp ? f->stretch_warp : f->stretch_weft;
    set_lane(&e->m.area, lane, area);
    set_lane(&e->area, lane, area);
    set_lane(&e->m.stretch_u, lane, f->stretch_weft);
    set_lane(&e->m.stretch_v, lane, f->stretch_warp);
    set_lane(&e->m.shear, lane, f->shear);
    set_lane(&e->m.coupling, lane, f->poisson * smaller);
    set_lane(&e->m.compression, lane, f->compression);
    set_lane(&e->m.limit, lane, f->strain_limit);
    set_lane(&e->m.limit_k, lane, WF_LIMIT_FACTOR * larger);
    e->damping[lane] = f->damping;
}

static uint32_t find_slot(const wf_system* s, uint32_t i, uint32_t j) {
    uint32_t low = s->row[i], high = s->row[i + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->column[middle] < j) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void build_elements(builder* b) {
    wf_system* s = b->s;
    s->element_count = (s->particles.triangle_count + 3) / 4;
    for (uint32_t e = 0; e < s->element_count; ++e) {
        wf_element* element = &s->elements[e];
        memset(element->slot, 0xff, sizeof element->slot);
        for (int lane = 0; lane < 4 && 4 * e + (uint32_t)lane < s->particles.triangle_count;
             ++lane) {
            uint32_t t = 4 * e + (uint32_t)lane;
            fill_element(b, element, lane, t);
            for (int k = 0; k < 3; ++k) {
                const int* pair = wf_element_pairs[k];
                element->slot[k][lane] =
                    find_slot(s, element->corner[pair[0]][lane], element->corner[pair[1]][lane]);
            }
        }
    }
}

static bool build_owners(builder* b) {
    wf_system* s = b->s;
    return wf_owners_assign(b->m, s->particles.triangles, s->particles.triangle_edges,
                            s->particles.triangle_count, s->particles.count,
                            s->particles.edge_count, s->particles.owns);
}

/// A triangle whose corners are all prescribed is a clamp.
static uint8_t is_clamped(const wf_system* s, uint32_t t) {
    const uint32_t* v = s->particles.triangles + 3 * (size_t)t;
    return s->particles.fixed[v[0]] && s->particles.fixed[v[1]] && s->particles.fixed[v[2]];
}

static bool build_bending(builder* b) {
    wf_system* s = b->s;
    float* rigidity = WF_ALLOC(b->m, float, 2 * (size_t)s->particles.triangle_count + 1);
    uint8_t* clamped = WF_ALLOC(b->m, uint8_t, (size_t)s->particles.triangle_count + 1);
    bool built = rigidity != NULL && clamped != NULL;
    for (uint32_t t = 0; built && t < s->particles.triangle_count; ++t) {
        weft_fabric room;
        const weft_fabric* fabric = fabric_of(b, b->source[t].cloth, &room);
        rigidity[2 * (size_t)t] = fabric->bend_weft;
        rigidity[2 * (size_t)t + 1] = fabric->bend_warp;
        clamped[t] = is_clamped(s, t);
    }
    if (built) {
        wf_bending_mesh mesh = {.vertex_count = s->particles.count,
                                .triangle_count = s->particles.triangle_count,
                                .fold_count = b->topology.fold_count,
                                .triangles = s->particles.triangles,
                                .rest = b->rest,
                                .rigidity = rigidity,
                                .clamped = clamped,
                                .folds = b->topology.folds};
        built = wf_bending_build(b->m, &mesh, &s->bending);
    }
    wf_free(b->m, rigidity);
    wf_free(b->m, clamped);
    return built;
}

static void list_seams(builder* b) {
    wf_system* s = b->s;
    s->seam_count = 0;
    for (uint32_t k = 0; k < b->objects->cloth_count; ++k) {
        wf_cloth* cloth = &b->objects->cloths[k];
        cloth->seams_open = 0;
        for (uint32_t i = 0; i < cloth->seam_count && !cloth->asleep; ++i) {
            uint32_t p = cloth->particle[cloth->seams[2 * i]];
            uint32_t q = cloth->particle[cloth->seams[2 * i + 1]];
            if (p != q) {
                s->seams[s->seam_count++] = (wf_seam){.a = p,
                                                      .b = q,
                                                      .rest = cloth->seam_rest[i],
                                                      .cloth = k,
                                                      .stiffness = WF_SEAM_STIFFNESS};
                cloth->seams_open += 1;
            }
        }
    }
}

/// After the seams, of cloth that has closed its own: a ring that is still open would draw itself
/// together along the edge. What is welded to one particle is no edge any more.
static void list_bands(builder* b) {
    wf_system* s = b->s;
    s->spring_count = s->seam_count;
    for (uint32_t k = 0; k < b->objects->cloth_count; ++k) {
        const wf_cloth* cloth = &b->objects->cloths[k];
        bool worn = cloth->seams_open == 0;
        for (uint32_t i = 0; i < cloth->band_count && !cloth->asleep; ++i) {
            const weft_band* band = &cloth->bands[i];
            uint32_t p = cloth->particle[band->vertices[0]];
            uint32_t q = cloth->particle[band->vertices[1]];
            s->particles.mass[p] += 0.5f * band->mass;
            s->particles.mass[q] += 0.5f * band->mass;
            if (worn && p != q) {
                s->seams[s->spring_count++] = (wf_seam){.a = p,
                                                        .b = q,
                                                        .rest = band->rest,
                                                        .cloth = k,
                                                        .stiffness = band->stiffness / band->rest,
                                                        .slackens = true};
            }
        }
    }
}

static bool build_groups(builder* b) {
    const wf_system* s = b->s;
    uint32_t* pairs = WF_ALLOC(b->m, uint32_t, 2 * (size_t)s->seam_count + 1);
    for (uint32_t k = 0; pairs != NULL && k < s->seam_count; ++k) {
        pairs[2 * (size_t)k] = s->seams[k].a;
        pairs[2 * (size_t)k + 1] = s->seams[k].b;
    }
    bool built = pairs != NULL && wf_particles_group(b->m, &b->s->particles, pairs, s->seam_count);
    wf_free(b->m, pairs);
    return built;
}

/// Rows are in ascending order of columns: what is above the diagonal comes last.
static bool build_mirror(builder* b) {
    wf_system* s = b->s;
    s->upper = WF_ALLOC(b->m, uint32_t, s->particles.count);
    s->mirror = WF_ALLOC(b->m, uint32_t, (size_t)s->row[s->particles.count] + 1);
    for (uint32_t i = 0; !b->m->failed && i < s->particles.count; ++i) {
        s->upper[i] = find_slot(s, i, i);
        for (uint32_t k = s->row[i]; k < s->upper[i]; ++k) {
            s->mirror[k] = find_slot(s, s->column[k], i);
        }
    }
    return !b->m->failed;
}

static bool build_pattern(builder* b) {
    wf_system* s = b->s;
    const wf_topology* top = &b->topology;
    uint32_t* pairs = WF_ALLOC(b->m, uint32_t, 2 * ((size_t)top->edge_count + s->spring_count) + 1);
    if (pairs == NULL) {
        return false;
    }
    memcpy(pairs, top->edges, 8 * (size_t)top->edge_count);
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        pairs[2 * ((size_t)top->edge_count + k)] = s->seams[k].a;
        pairs[2 * ((size_t)top->edge_count + k) + 1] = s->seams[k].b;
    }
    wf_rows rows;
    bool built = wf_adjacency_from_pairs(b->m, s->particles.count, pairs,
                                         (size_t)top->edge_count + s->spring_count, &rows);
    wf_free(b->m, pairs);
    if (!built) {
        return false;
    }
    s->row = rows.row;
    s->column = rows.item;
    s->block = WF_ALLOC(b->m, float, 12 * (size_t)s->row[s->particles.count] + 12);
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        uint32_t p = s->seams[k].a, q = s->seams[k].b;
        s->seams[k].slot = p < q ? find_slot(s, p, q) : find_slot(s, q, p);
    }
    return s->block != NULL && build_mirror(b);
}

/// Moves the entries of a row of the bending matrix that have a block to its front.
static void split_row(wf_system* s, uint32_t i, uint32_t* column, float* value) {
    wf_bending* bending = &s->bending;
    uint32_t first = bending->row[i], end = bending->row[i + 1], near = first, far = 0;
    for (uint32_t k = first; k < end; ++k) {
        uint32_t slot = find_slot(s, i, bending->column[k]);
        if (slot < s->row[i + 1] && s->column[slot] == bending->column[k]) {
            bending->column[near] = bending->column[k];
            bending->value[near] = bending->value[k];
            s->bend_slot[near++] = slot;
        } else {
            column[far] = bending->column[k];
            value[far++] = bending->value[k];
        }
    }
    s->bend_far[i] = near;
    memcpy(bending->column + near, column, sizeof(uint32_t) * far);
    memcpy(bending->value + near, value, sizeof(float) * far);
}

/// Neighbours have a block anyway, so their part of bending costs a product nothing.
static bool split_bending(builder* b) {
    wf_system* s = b->s;
    size_t bends = s->bending.row[s->particles.count];
    s->bend_slot = WF_ALLOC(b->m, uint32_t, bends + 1);
    s->bend_far = WF_ALLOC(b->m, uint32_t, s->particles.count);
    uint32_t* column = WF_ALLOC(b->m, uint32_t, bends + 1);
    float* value = WF_ALLOC(b->m, float, bends + 1);
    bool built = !b->m->failed;
    for (uint32_t i = 0; built && i < s->particles.count; ++i) {
        split_row(s, i, column, value);
    }
    wf_free(b->m, column);
    wf_free(b->m, value);
    return built;
}

/// Particles of one colour share no entry of the matrix, so a sweep may take them in any order.
static bool build_colours(builder* b) {
    wf_system* s = b->s;
    size_t blocks = s->row[s->particles.count], bends = s->bending.row[s->particles.count], at = 0;
    uint32_t* pairs = WF_ALLOC(b->m, uint32_t, 2 * (blocks + bends) + 1);
    if (pairs == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k, ++at) {
            pairs[2 * at] = i;
            pairs[2 * at + 1] = s->column[k];
        }
        for (uint32_t k = s->bending.row[i]; k < s->bending.row[i + 1]; ++k, ++at) {
            pairs[2 * at] = i;
            pairs[2 * at + 1] = s->bending.column[k];
        }
    }
    wf_rows rows;
    bool built = wf_adjacency_from_pairs(b->m, s->particles.count, pairs, at, &rows) &&
                 wf_colour_rows(b->m, &rows, &s->colours);
    wf_free(b->m, pairs);
    wf_rows_free(b->m, &rows);
    return built;
}

static void place_pin(builder* b, uint32_t k, const weft_pin* pin) {
    const wf_cloth* cloth = &b->objects->cloths[k];
    wf_system* s = b->s;
    uint32_t particle = cloth->particle[pin->vertex];
    const wf_body* body = pin->kind == WEFT_PIN_BODY || pin->kind == WEFT_PIN_HEIGHT
                              ? &b->objects->bodies[pin->body]
                              : NULL;
    if (pin->kind == WEFT_PIN_FIXED || pin->kind == WEFT_PIN_BODY) {
        wf_anchor* a = &s->anchors[s->anchor_count++];
        *a = (wf_anchor){.particle = particle, .cloth = k, .kind = pin->kind};
        a->vertex = body != NULL ? body->first_vertex + pin->element : UINT32_MAX;
        for (size_t i = 0; i < 2; ++i) {
            uint32_t other =
                body != NULL ? body->frame_corners[2 * (size_t)pin->element + i] : UINT32_MAX;
            a->others[i] = other != UINT32_MAX ? body->first_vertex + other : UINT32_MAX;
        }
        memcpy(a->place, pin->offset, sizeof a->place);
        return;
    }
    wf_hold* h = &s->holds[s->hold_count++];
    *h = (wf_hold){
        .particle = particle, .cloth = k, .triangle = UINT32_MAX, .stiffness = pin->stiffness};
    memcpy(h->place, pin->offset, sizeof h->place);
    h->height_only = pin->kind == WEFT_PIN_HEIGHT;
    if (body != NULL) {
        h->triangle = body->first_triangle + pin->element;
    }
}

static void place_pins(builder* b) {
    b->s->hold_count = b->s->anchor_count = 0;
    for (uint32_t k = 0; k < b->objects->cloth_count; ++k) {
        const wf_cloth* cloth = &b->objects->cloths[k];
        for (uint32_t i = 0; i < cloth->pin_count && !cloth->asleep; ++i) {
            if (cloth->pins[i].kind != WF_PIN_DROPPED) {
                place_pin(b, k, &cloth->pins[i]);
            }
        }
    }
    for (uint32_t i = 0; i < b->s->anchor_count; ++i) {
        b->s->particles.fixed[b->s->anchors[i].particle] = 1;
    }
}

static bool build_mesh(builder* b) {
    wf_system* s = b->s;
    list_triangles(b);
    if (!wf_topology_build(b->m, s->particles.triangles, s->particles.triangle_count,
                           s->particles.count, &b->topology)) {
        return false;
    }
    s->particles.edge_count = b->topology.edge_count;
    s->particles.edges = b->topology.edges;
    s->particles.triangle_edges = b->topology.triangle_edges;
    b->topology.triangle_edges =
        NULL; // the system keeps both arrays; edges are read until the end of the build
    list_seams(b);
    list_bands(b);
    place_pins(b);
    bool built = build_owners(b) && build_groups(b) && build_pattern(b) && build_bending(b) &&
                 split_bending(b) && build_colours(b);
    b->topology.edges = NULL;
    if (built) {
        build_elements(b);
    }
    return built;
}

static bool build(wf_system* s) {
    wf_memory* m = s->memory;
    uint32_t triangles = s->particles.triangle_count;
    builder b = {.objects = s->objects, .m = m, .s = s};
    b.rest = WF_ALLOC(m, float, 6 * (size_t)triangles);
    b.source = WF_ALLOC(m, wf_triangle_source, triangles);
    bool built = allocate(m, s);
    if (built) {
        wf_particles_take_state(s->objects, &s->particles);
        built = build_mesh(&b);
    }
    if (built) {
        wf_particles_weigh(&s->particles);
        for (uint32_t i = 0; i < s->particles.count; ++i) {
            s->share[i] = 1.0f;
        }
        built = wf_pieces_find(m, s) && s->solver->create(m, s);
    }
#ifdef WEFT_THREADS
    built = built && (s->slices = wf_slices_create(m, s)) != NULL;
#endif
    wf_free(m, b.rest);
    wf_free(m, b.source);
    wf_topology_free(m, &b.topology);
    return built && !m->failed;
}

wf_system* wf_system_create(const wf_system* given) {
    wf_system* s = WF_ALLOC(given->memory, wf_system, 1);
    if (s == NULL) {
        return NULL;
    }
    *s = *given;
    count_holds(s->objects, s);
    wf_particles_number(s->objects, &s->particles);
    if (s->particles.count > 0 && !build(s)) {
        wf_system_destroy(s);
        return NULL;
    }
    return s;
}

void wf_system_destroy(wf_system* s) {
    if (s == NULL) {
        return;
    }
    wf_memory* m = s->memory;
    s->solver->destroy(m, s);
#ifdef WEFT_THREADS
    wf_slices_free(m, s->slices);
#endif
    void* blocks[] = {s->balance,
                      s->stretch,
                      s->d,
                      s->r,
                      s->p,
                      s->q,
                      s->s,
                      s->gradient,
                      s->bend_slot,
                      s->bend_far,
                      s->bend_damping,
                      s->swing,
                      s->share,
                      s->bend_scale,
                      s->diagonal,
                      s->inverse,
                      s->part,
                      s->drag,
                      s->lift,
                      s->elements,
                      s->seams,
                      s->holds,
                      s->anchors,
                      s->row,
                      s->column,
                      s->upper,
                      s->mirror,
                      s->block};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; ++k) {
        wf_free(m, blocks[k]);
    }
    wf_bending_free(m, &s->bending);
    wf_rows_free(m, &s->colours);
    wf_particles_free(m, &s->particles);
    wf_free(m, s);
}
