// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "repair/repair.h"

#include "contact/capture.h"
#include "contact/flypaper.h"
#include "contact/layers.h"
#include "contact/touching.h"
#include "math/vec.h"
#include "particles/particles.h"

#include <string.h>

/// Every step without progress makes the pushes stronger by the first, up to so many times: cloth
/// whose rest shape is crossed would else hold its own against them.
enum { STRONGEST = 60 };

// ---- life
// ----------------------------------------------------------------------------------------------

void wf_repair_destroy(weft_world* world) {
    wf_memory* m = &world->memory;
    wf_repair* r = world->repair;
    if (r == NULL) {
        return;
    }
    wf_untangle_free(m, &r->untangle);
    wf_free(m, r->first_edge);
    wf_free(m, r->vertex_edges);
    wf_free(m, r->layer);
    wf_free(m, r->tangled);
    wf_free(m, r->waited);
    wf_free(m, r->fewest);
    wf_free(m, r->tangles);
    wf_free(m, r->tangle_at);
    wf_enclosed_free(m, &r->enclosed);
    wf_free(m, r);
    world->repair = NULL;
}

bool wf_repair_rebuild(weft_world* world) {
    wf_repair_destroy(world);
    wf_memory* m = &world->memory;
    const wf_particles* particles = world->particles;
    const wf_obstacle* o = &world->obstacle;
    wf_repair* r = world->repair = WF_ALLOC(m, wf_repair, 1);
    if (r == NULL || particles->count == 0) {
        return r != NULL;
    }
    r->layer = WF_ALLOC(m, uint32_t, particles->count);
    r->tangled = WF_ALLOC(m, uint8_t, particles->count);
    r->waited = WF_ALLOC(m, uint32_t, particles->count);
    r->fewest = WF_ALLOC(m, uint32_t, particles->count);
    if (m->failed || !wf_enclosed_create(m, particles, &r->enclosed) ||
        !wf_vertex_edges(m, particles->edges, particles->edge_count, particles->count,
                         &r->first_edge, &r->vertex_edges)) {
        return false;
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        r->layer[i] = world->objects.cloths[particles->cloth_of[i]].layer;
    }
    const wf_layers* l = world->contact->layers;
    r->mesh[WF_CLOTH] = (wf_repair_mesh){.x = particles->x,
                                         .triangles = particles->triangles,
                                         .edges = particles->edges,
                                         .triangle_edges = particles->triangle_edges,
                                         .edge_triangles = l->edge_faces,
                                         .first_edge = r->first_edge,
                                         .vertex_edges = r->vertex_edges,
                                         .same = l->same,
                                         .fixed = particles->fixed,
                                         .layer = r->layer,
                                         .vertex_count = particles->count,
                                         .edge_count = particles->edge_count,
                                         .triangle_count = particles->triangle_count};
    r->mesh[WF_BODY] = (wf_repair_mesh){.x = o->x0,
                                        .triangles = o->triangles,
                                        .edges = o->edges,
                                        .triangle_edges = o->triangle_edges,
                                        .edge_triangles = world->contact->edge_faces,
                                        .normals = o->normals,
                                        .vertex_count = o->vertex_count,
                                        .edge_count = o->edge_count,
                                        .triangle_count = o->triangle_count};
    r->fresh = true;
    return true;
}

size_t wf_repair_save(const weft_world* world, void* bytes, size_t capacity) {
    const wf_repair* r = world->repair;
    size_t count = r != NULL ? world->particles->count : 0, need = 8 * count;
    if (capacity >= need && count > 0) {
        memcpy(bytes, r->waited, 4 * count);
        memcpy((char*)bytes + 4 * count, r->fewest, 4 * count);
    }
    return need;
}

bool wf_repair_load(weft_world* world, const void* bytes, size_t byte_count) {
    wf_repair* r = world->repair;
    size_t count = world->particles->count;
    if (r == NULL || byte_count != 8 * count) {
        return false;
    }
    if (count > 0) {
        memcpy(r->waited, bytes, 4 * count);
        memcpy(r->fewest, (const char*)bytes + 4 * count, 4 * count);
    }
    return true;
}

// ---- tangles
// -------------------------------------------------------------------------------------------

/// The cloth and vertex of a particle.
static void name_particle(const weft_world* world, uint32_t particle, weft_tangle* out) {
    out->cloth = world->particles->cloth_of[particle];
    const wf_cloth* cloth = &world->objects.cloths[out->cloth];
    uint32_t v = 0;
    while (v < cloth->vertex_count && cloth->particle[v] != particle) {
        ++v;
    }
    out->vertex = v;
}

/// One entry a tangle, with its crossings, its lowest particle and how long it has waited.
static bool list_tangles(weft_world* world) {
    wf_repair* r = world->repair;
    wf_memory* m = &world->memory;
    const wf_untangle* u = &r->untangle;
    const wf_crossings* c = &u->crossings;
    r->tangle_count = 0;
    if (!wf_reserve(m, (void**)&r->tangles, &r->tangles_capacity, c->contour_count,
                    sizeof(weft_tangle)) ||
        !wf_reserve(m, (void**)&r->tangle_at, &r->tangle_at_capacity, c->contour_count,
                    sizeof(uint32_t))) {
        return false;
    }
    for (uint32_t n = 0; n < c->contour_count; ++n) {
        uint32_t root = u->joined[n];
        if (root == n) {
            r->tangle_at[n] = r->tangle_count;
            r->tangles[r->tangle_count++] = (weft_tangle){.vertex = UINT32_MAX};
        }
        weft_tangle* t = &r->tangles[r->tangle_at[root]];
        t->crossings += c->contours[n].count;
        t->crossings_body += c->contours[n].body ? c->contours[n].count : 0;
    }
    return true;
}

/// Counts the steps in which the crossings of a tangle have not become fewer than ever.
static void measure_progress(weft_world* world) {
    wf_repair* r = world->repair;
    const wf_untangle* u = &r->untangle;
    for (uint32_t n = 0; n < r->tangle_count; ++n) {
        r->tangles[n].fewest = UINT32_MAX;
    }
    for (uint32_t i = 0; i < world->particles->count; ++i) {
        weft_tangle* t =
            u->tangle[i] == UINT32_MAX ? NULL : &r->tangles[r->tangle_at[u->tangle[i]]];
        if (t != NULL && t->vertex == UINT32_MAX) {
            name_particle(world, i, t);
        }
        if (t != NULL && r->fewest[i] != 0) {
            t->fewest = r->fewest[i] < t->fewest ? r->fewest[i] : t->fewest;
            t->waited = r->waited[i] > t->waited ? r->waited[i] : t->waited;
        }
    }
    for (uint32_t n = 0; n < r->tangle_count; ++n) {
        weft_tangle* t = &r->tangles[n];
        t->waited = t->crossings < t->fewest ? 0 : t->waited + !r->fresh;
        t->fewest = t->crossings < t->fewest ? t->crossings : t->fewest;
        world->report.stuck += t->waited >= WF_REPAIR_PATIENCE;
    }
}

/// Marks what is declared from now on: cloth in a body as captured, all of it as tangled.
static void declare(weft_world* world) {
    wf_repair* r = world->repair;
    wf_contact* contact = world->contact;
    const wf_untangle* u = &r->untangle;
    for (uint32_t i = 0; i < world->particles->count; ++i) {
        uint32_t tangle = u->tangle[i];
        r->tangled[i] = tangle != UINT32_MAX;
        r->fewest[i] = tangle != UINT32_MAX ? r->tangles[r->tangle_at[tangle]].fewest : 0;
        r->waited[i] = tangle != UINT32_MAX ? r->tangles[r->tangle_at[tangle]].waited : 0;
    }
    for (uint32_t n = 0; n < u->global.region_count; ++n) {
        const wf_region* region = &u->global.regions[n];
        bool body = u->crossings.contours[region->contour].body;
        for (uint32_t k = 0; k < region->count && body; ++k) {
            wf_capture_add(contact, u->global.members[region->first + k]);
        }
    }
    const wf_audit* across = &contact->audit;
    for (uint32_t n = 0; u->crossings.full && n < 3 * across->listed_count; ++n) {
        size_t triangle = across->listed[n / 3].a;
        wf_capture_add(contact, world->particles->triangles[3 * triangle + n % 3]);
    }
    for (uint32_t n = 0; n < u->crossings.count; ++n) {
        const wf_crossing* k = &u->crossings.items[n];
        for (int i = 0; i < 2 && k->edge_of == WF_CLOTH && k->face_of == WF_BODY; ++i) {
            wf_capture_add(contact, k->end[i]);
        }
        for (int i = 0; i < 3 && k->edge_of == WF_BODY; ++i) {
            wf_capture_add(contact, k->corner[i]);
        }
    }
    world->report.captured = contact->captured_count;
    world->report.tangled = u->tangled;
    contact->tangle = r->untangle.tangle;
}

static void forget(weft_world* world) {
    wf_repair* r = world->repair;
    if (r->active) {
        size_t count = world->particles->count;
        memset(r->tangled, 0, count);
        memset(r->waited, 0, sizeof(uint32_t) * count);
        memset(r->fewest, 0, sizeof(uint32_t) * count);
    }
    world->contact->tangle = NULL;
    r->active = false;
    r->tangle_count = 0;
}

/// The value that the repair has for a parameter, if it lists one of this name.
static float value_of(const weft_world* world, const char* name, float usual) {
    const weft_method* row = world->methods.row[WEFT_STAGE_REPAIR];
    for (uint32_t i = 0; i < row->parameter_count; ++i) {
        if (strcmp(row->parameters[i].name, name) == 0) {
            return world->methods.values[WEFT_STAGE_REPAIR][i];
        }
    }
    return usual;
}

bool wf_repair_update(weft_world* world) {
    wf_repair* r = world->repair;
    const wf_contact* c = world->contact;
    if (c->layers == NULL) {
        return true;
    }
    world->report.tangled = world->report.stuck = 0;
    uint32_t self = c->layers->audit.listed_count, across = c->audit.listed_count;
    const wf_repair_rule* rule = wf_repair_in_use(world);
    bool repairs = rule->push != NULL;
    if (repairs && (r->fresh || r->look || r->enclosed.any)) {
        wf_enclosed_find(world, &r->enclosed);
    }
    r->look = c->captured_count > 0;
    if (!repairs || (self + across == 0 && !r->enclosed.any)) {
        forget(world);
        return true;
    }
    float speed = value_of(world, "speed", WF_REPAIR_SPEED);
    wf_untangle_options options = {rule, speed * world->def.frame_seconds,
                                   value_of(world, "margin", WF_REPAIR_MARGIN)};
    if (!wf_untangle_find(&world->memory, &r->untangle, r->mesh, c->layers->audit.listed, self,
                          c->audit.listed, across, &options) ||
        !list_tangles(world)) {
        return false;
    }
    measure_progress(world);
    wf_enclosed_push(world, &r->enclosed, options.reach, r->untangle.push);
    declare(world);
    r->active = true;
    return true;
}

// ---- pushes
// --------------------------------------------------------------------------------------------

bool wf_repair_push(weft_world* world, float h) {
    const wf_repair* r = world->repair;
    const wf_particles* particles = world->particles;
    wf_contact* c = world->contact;
    for (uint32_t i = 0; i < particles->count && r->active; ++i) {
        wf_v3 push = wf_v3_load(r->untangle.push + 4 * (size_t)i);
        float length = wf_v3_length(push);
        // Out of one body would be into the other.
        if (!(length > 0.0f) || particles->fixed[i] || wf_flypaper_holds(c, i)) {
            continue;
        }
        wf_touch* t = wf_touches_next(&world->memory, &c->touches);
        if (t == NULL) {
            return false;
        }
        wf_v3 n = wf_v3_scale(push, 1.0f / length);
        c->touches.count += 1;
        *t = (wf_touch){.kind = WF_TOUCH_REPAIR, .a = i, .b = UINT32_MAX, .count = 1};
        t->particle[0] = i;
        t->weight[0] = 1.0f;
        float waited = (float)(r->waited[i] < STRONGEST ? r->waited[i] : STRONGEST);
        t->rho = (1.0f + waited) * WF_TOUCH_KAPPA * particles->mass[i] / (h * h);
        wf_v3_store(t->n, n);
        t->offset = wf_v3_dot(n, wf_v3_load(particles->x_start + 4 * (size_t)i)) +
                    length * (h / world->def.frame_seconds);
        wf_v3_store(t->anchor, wf_v3_load(particles->x + 4 * (size_t)i));
    }
    return true;
}
