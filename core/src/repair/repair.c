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

void wf_repair_destroy(wf_repair* r) {
    if (r == NULL) {
        return;
    }
    wf_memory* m = r->contact->memory;
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
}

static bool make_buffers(wf_repair* r) {
    wf_memory* m = r->contact->memory;
    const wf_particles* particles = r->contact->particles;
    r->layer = WF_ALLOC(m, uint32_t, particles->count);
    r->tangled = WF_ALLOC(m, uint8_t, particles->count);
    r->waited = WF_ALLOC(m, uint32_t, particles->count);
    r->fewest = WF_ALLOC(m, uint32_t, particles->count);
    return !m->failed && wf_enclosed_create(m, particles, &r->enclosed) &&
           wf_vertex_edges(m, particles->edges, particles->edge_count, particles->count,
                           &r->first_edge, &r->vertex_edges);
}

static void describe_meshes(wf_repair* r) {
    const wf_contact* c = r->contact;
    const wf_particles* particles = c->particles;
    const wf_obstacle* o = c->obstacle;
    const wf_layers* l = c->layers;
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
                                        .edge_triangles = c->edge_faces,
                                        .normals = o->normals,
                                        .vertex_count = o->vertex_count,
                                        .edge_count = o->edge_count,
                                        .triangle_count = o->triangle_count};
}

wf_repair* wf_repair_create(wf_contact* contact) {
    const wf_particles* particles = contact->particles;
    wf_repair* r = WF_ALLOC(contact->memory, wf_repair, 1);
    if (r == NULL) {
        return NULL;
    }
    r->contact = contact;
    if (particles->count == 0) {
        return r;
    }
    if (!make_buffers(r)) {
        wf_repair_destroy(r);
        return NULL;
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        r->layer[i] = contact->objects->cloths[particles->cloth_of[i]].layer;
    }
    describe_meshes(r);
    r->fresh = true;
    return r;
}

size_t wf_repair_save(const wf_repair* r, void* bytes, size_t capacity) {
    size_t count = r != NULL ? r->contact->particles->count : 0, need = 8 * count;
    if (capacity >= need && count > 0) {
        memcpy(bytes, r->waited, 4 * count);
        memcpy((char*)bytes + 4 * count, r->fewest, 4 * count);
    }
    return need;
}

bool wf_repair_load(wf_repair* r, const void* bytes, size_t byte_count) {
    size_t count = r != NULL ? r->contact->particles->count : 0;
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
static void name_particle(const wf_contact* c, uint32_t particle, weft_tangle* out) {
    out->cloth = c->particles->cloth_of[particle];
    const wf_cloth* cloth = &c->objects->cloths[out->cloth];
    uint32_t v = 0;
    while (v < cloth->vertex_count && cloth->particle[v] != particle) {
        ++v;
    }
    out->vertex = v;
}

/// One entry a tangle, with its crossings, its lowest particle and how long it has waited.
static bool list_tangles(wf_repair* r) {
    wf_memory* m = r->contact->memory;
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

/// Counts the steps in which the crossings of a tangle have not become fewer than ever; returns how
/// many tangles are stuck.
static uint32_t measure_progress(wf_repair* r) {
    uint32_t stuck = 0;
    const wf_untangle* u = &r->untangle;
    for (uint32_t n = 0; n < r->tangle_count; ++n) {
        r->tangles[n].fewest = UINT32_MAX;
    }
    for (uint32_t i = 0; i < r->contact->particles->count; ++i) {
        weft_tangle* t =
            u->tangle[i] == UINT32_MAX ? NULL : &r->tangles[r->tangle_at[u->tangle[i]]];
        if (t != NULL && t->vertex == UINT32_MAX) {
            name_particle(r->contact, i, t);
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
        stuck += t->waited >= WF_REPAIR_PATIENCE;
    }
    return stuck;
}

/// What crosses: all of it where some has sunk in, and where nobody is captured yet.
static void declare_crossing(wf_contact* contact, const uint32_t* particle, uint32_t count,
                             uint8_t usual) {
    uint8_t how = WF_FREE;
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t is = contact->captured[particle[i]];
        how = is > how ? is : how;
    }
    for (uint32_t i = 0; i < count && how != WF_PINCHED; ++i) {
        wf_capture_add(contact, particle[i], how == WF_FREE ? usual : how);
    }
}

/// Marks what is declared from now on: cloth in a body as captured, all of it as tangled.
static void declare(wf_repair* r) {
    wf_contact* contact = r->contact;
    const wf_particles* particles = contact->particles;
    const wf_untangle* u = &r->untangle;
    uint8_t how = r->fresh ? WF_SUNK : WF_PINCHED;
    for (uint32_t i = 0; i < particles->count; ++i) {
        uint32_t tangle = u->tangle[i];
        r->tangled[i] = tangle != UINT32_MAX;
        r->fewest[i] = tangle != UINT32_MAX ? r->tangles[r->tangle_at[tangle]].fewest : 0;
        r->waited[i] = tangle != UINT32_MAX ? r->tangles[r->tangle_at[tangle]].waited : 0;
    }
    for (uint32_t n = 0; n < u->global.region_count; ++n) {
        const wf_region* region = &u->global.regions[n];
        bool body = u->crossings.contours[region->contour].body;
        for (uint32_t k = 0; k < region->count && body; ++k) {
            wf_capture_add(contact, u->global.members[region->first + k], how);
        }
    }
    const wf_audit* across = &contact->audit;
    for (uint32_t n = 0; u->crossings.full && n < 3 * across->listed_count; ++n) {
        size_t triangle = across->listed[n / 3].a;
        wf_capture_add(contact, particles->triangles[3 * triangle + n % 3], how);
    }
    for (uint32_t n = 0; n < u->crossings.count; ++n) {
        const wf_crossing* k = &u->crossings.items[n];
        if (k->edge_of == WF_CLOTH && k->face_of == WF_BODY) {
            declare_crossing(contact, k->end, 2, how);
        } else if (k->edge_of == WF_BODY) {
            declare_crossing(contact, k->corner, 3, how);
        }
    }
    contact->tangle = r->untangle.tangle;
}

static void forget(wf_repair* r) {
    if (r->active) {
        size_t count = r->contact->particles->count;
        memset(r->tangled, 0, count);
        memset(r->waited, 0, sizeof(uint32_t) * count);
        memset(r->fewest, 0, sizeof(uint32_t) * count);
    }
    r->contact->tangle = NULL;
    r->active = false;
    r->tangle_count = 0;
}

bool wf_repair_update(wf_repair* r, const wf_untangle_options* options, weft_step_report* report) {
    wf_contact* c = r->contact;
    if (c->layers == NULL) {
        return true;
    }
    report->tangled = report->stuck = 0;
    uint32_t self = c->layers->audit.listed_count, across = c->audit.mesh_count;
    bool repairs = options->rule->push != NULL;
    if (repairs && (r->fresh || r->look || r->enclosed.any)) {
        wf_enclosed_find(c, &r->enclosed);
    }
    r->look = c->captured_count > 0;
    if (!repairs || (self + across == 0 && !r->enclosed.any)) {
        forget(r);
        return true;
    }
    if (!wf_untangle_find(c->memory, &r->untangle, r->mesh, c->layers->audit.listed, self,
                          c->audit.listed, across, options) ||
        !list_tangles(r)) {
        return false;
    }
    report->stuck = measure_progress(r);
    wf_enclosed_push(c, &r->enclosed, options->reach, r->untangle.push);
    declare(r);
    report->captured = c->captured_count;
    report->tangled = r->untangle.tangled;
    r->active = true;
    return true;
}

// ---- pushes
// --------------------------------------------------------------------------------------------

bool wf_repair_push(const wf_repair* r, float frame, float h) {
    wf_contact* c = r->contact;
    const wf_particles* particles = c->particles;
    for (uint32_t i = 0; i < particles->count && r->active; ++i) {
        wf_v3 push = wf_v3_load(r->untangle.push + 4 * (size_t)i);
        float length = wf_v3_length(push);
        // Out of one body would be into the other.
        if (!(length > 0.0f) || particles->fixed[i] || wf_flypaper_holds(c, i)) {
            continue;
        }
        wf_touch* t = wf_touches_next(c->memory, &c->touches);
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
        t->offset =
            wf_v3_dot(n, wf_v3_load(particles->x_start + 4 * (size_t)i)) + length * (h / frame);
        wf_v3_store(t->anchor, wf_v3_load(particles->x + 4 * (size_t)i));
    }
    return true;
}
