// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From displacement boxes to pairs: what the contact asks of the structure and the detection in a
// substep.
#include "contact/boxes.h"
#include "contact/capture.h"
#include "contact/contact.h"
#include "contact/flypaper.h"
#include "contact/layers.h"
#include "contact/partners.h"
#include "contact/response.h"
#include "contact/segments.h"
#include "contact/solids.h"
#include "contact/still.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "math/simd.h"
#include "particles/particles.h"
#include "structures/pairs.h"
#include "weft/constants.h"

#include <math.h>
#include <string.h>

/// Cloth may end anywhere in its slack. Pairs of cloth with cloth are to be found within reach, so
/// each side grows by half of it at least.
static float cloth_growth(const wf_contact* c) {
    return wf_wider(c->slack, 0.5f * wf_contact_reach(c));
}

/// No pair needs the slack and the reach of a force: what both sides grow by adds up to the longer
/// of the two. In eighths of the reach, since a change of growth fits also the boxes of bodies that
/// rest. Where all stand they keep their boxes however slack changes: cloth grows by half of the
/// reach or more, they by the rest of it and what is calm of the longest move whose slack is no
/// more than that. Less loses pairs of cloth at rest, which then twitches.
static float body_growth(const wf_contact* c) {
    float reach = wf_contact_reach(c), eighth = 0.125f * reach;
    if (c->obstacle->stands) {
        float calm_part = WEFT_CALM_SLACK_FACTOR / WEFT_BOX_SLACK_FACTOR;
        return 0.5f * reach * (1.0f + calm_part) + WEFT_CALM_SLACK;
    }
    return eighth * ceilf(wf_wider(reach - cloth_growth(c), WF_LATE_REACH) / eighth);
}

static wf_sweep cloth_sweep(const wf_contact* c) {
    const wf_particles* particles = c->particles;
    return (wf_sweep){particles->x,
                      c->predicted,
                      particles->triangles,
                      particles->count,
                      particles->triangle_count,
                      cloth_growth(c),
                      false};
}

static wf_sweep body_sweep(const wf_contact* c) {
    const wf_obstacle* o = c->obstacle;
    return (wf_sweep){o->x0,          o->x1, o->triangles, o->vertex_count, o->triangle_count,
                      body_growth(c), true};
}

static void free_buffers(wf_memory* m, wf_contact* c) {
    wf_free(m, c->candidates.a);
    wf_free(m, c->candidates.b);
    wf_free(m, c->fresh.a);
    wf_free(m, c->fresh.b);
    wf_near_list_free(m, &c->pairs);
    wf_collect_work_free(m, &c->collecting);
    wf_meetings_free(m, &c->still.bodies);
    wf_meetings_free(m, &c->still.layers);
    wf_meetings_free(m, &c->still.found);
    wf_meetings_free(m, &c->still.merged);
    wf_free(m, c->still.place);
    wf_free(m, c->still.loose);
    wf_free(m, c->still.has_loose);
    wf_free(m, c->nearest);
    wf_free(m, c->edge_faces);
    wf_free(m, c->chosen);
    wf_touches_free(m, &c->touches);
    wf_free(m, c->old_touches);
    wf_free(m, c->table);
    wf_free(m, c->cloth_lo);
    wf_free(m, c->cloth_hi);
    wf_free(m, c->predicted);
    wf_free(m, c->slacks);
    wf_free(m, c->widest);
    wf_free(m, c->half);
    wf_free(m, c->moved[0]);
    wf_free(m, c->moved[1]);
    wf_free(m, c->points[0].items);
    wf_free(m, c->points[1].items);
    wf_free(m, c->proposed);
    wf_free(m, c->captured);
    wf_audit_free(m, &c->audit);
}

void wf_contact_destroy(wf_contact* c) {
    if (c == NULL) {
        return;
    }
    wf_memory* m = c->memory;
    if (c->structure_self != NULL) {
        c->structure->destroy(m, c->structure_self);
    }
    wf_layers_destroy(c);
    wf_solids_destroy(c);
    wf_flypaper_destroy(c);
    if (c->response->destroy != NULL) {
        c->response->destroy(c);
    }
    free_buffers(m, c);
    wf_free(m, c);
}

static bool make_buffers(wf_contact* c) {
    wf_memory* m = c->memory;
    size_t n = c->particle_count;
    wf_touches_create(m, &c->touches, c->particle_count, c->radius);
    c->cloth_lo = WF_ALLOC(m, float, 4 * n);
    c->cloth_hi = WF_ALLOC(m, float, 4 * n);
    c->predicted = WF_ALLOC(m, float, 4 * n);
    c->slacks = WF_ALLOC(m, float, n);
    c->widest = WF_ALLOC(m, float, n / WF_BOX_BLOCK + 1);
    c->still.place = WF_ALLOC(m, float, 4 * n);
    c->still.loose = WF_ALLOC(m, uint8_t, n);
    c->still.has_loose = WF_ALLOC(m, uint8_t, c->particles->triangle_count);
    c->still.bodies.lacking = WF_ALLOC(m, uint8_t, c->particles->triangle_count);
    c->still.layers.lacking = WF_ALLOC(m, uint8_t, c->particles->triangle_count);
    c->half = WF_ALLOC(m, float, n);
    c->proposed = WF_ALLOC(m, float, 4 * n);
    c->captured = WF_ALLOC(m, uint8_t, n);
    c->moved[0] = WF_ALLOC(m, uint8_t, n + 1);
    c->moved[1] = WF_ALLOC(m, uint8_t, n + 1);
    c->nearest = WF_ALLOC(m, uint32_t, n + c->obstacle->vertex_count);
    c->edge_faces = WF_ALLOC(m, uint32_t, 2 * (size_t)c->obstacle->edge_count);
    return !m->failed;
}

/// What finds cloth beside bodies, and cloth beside cloth.
static bool make_search(wf_contact* c) {
    memcpy(c->predicted, c->particles->x, 16 * (size_t)c->particle_count);
    wf_sweep cloth = cloth_sweep(c), body = body_sweep(c);
    bool any = wf_partners_any_mesh(c->objects);
    if (any) {
        c->structure_self = c->structure->create(c->memory, &cloth, &body, c->structure_values);
        if (c->structure_self != NULL && c->structure->take_pool != NULL) {
            c->structure->take_pool(c->structure_self, c->pool);
        }
#ifdef WEFT_LAB
        if (c->structure_self != NULL && !wf_contact_tell_segments(c)) {
            return false;
        }
#endif
    }
    return (!any || c->structure_self != NULL) && wf_flypaper_create(c) && wf_solids_create(c) &&
           wf_layers_create(c, &cloth);
}

wf_contact* wf_contact_create(const wf_contact* given) {
    wf_contact* c = WF_ALLOC(given->memory, wf_contact, 1);
    if (c == NULL) {
        return NULL;
    }
    *c = *given;
    wf_obstacle* o = c->obstacle;
    c->particle_count = c->particles->count;
    c->collecting.pool = c->audit.pool = c->pool;
    c->limited = wf_partners_limited(c->objects);
    o->fitted = false;
    bool made = make_buffers(c);
    if (made) {
        wf_edge_triangles(o->triangle_edges, o->triangle_count, o->edge_count, c->edge_faces);
        wf_still_forget(c);
        wf_thickness_measure(c);
        made = c->particle_count == 0 || make_search(c);
    }
    if (!made) {
        wf_contact_destroy(c);
        return NULL;
    }
    return c;
}

/// The structure takes the present boxes.
static bool fit_structure(wf_contact* c) {
    if (c->structure_self == NULL) {
        return true;
    }
    wf_sweep cloth = cloth_sweep(c), body = body_sweep(c);
    wf_obstacle* o = c->obstacle;
    if (!o->fitted && !c->structure->refresh_body(c->memory, c->structure_self, &body)) {
        return false;
    }
    o->fitted = o->stands;
    bool none_asks = c->still.used && !wf_still_searches(c);
    return none_asks || c->structure->refresh_cloth(c->memory, c->structure_self, &cloth);
}

wf_surface wf_contact_cloth(const wf_contact* c) {
    const wf_particles* p = c->particles;
    return (wf_surface){
        p->triangles,      p->edges, p->triangle_edges, p->owns,   p->count, p->edge_count,
        p->triangle_count, p->x,     c->predicted,      c->slacks, NULL};
}

/// Bodies that stand end where they are, and are known by it.
static wf_surface body_surface(const wf_contact* c) {
    const wf_obstacle* o = c->obstacle;
    return (wf_surface){o->triangles,
                        o->edges,
                        o->triangle_edges,
                        o->owns,
                        o->vertex_count,
                        o->edge_count,
                        o->triangle_count,
                        o->x0,
                        o->stands ? o->x0 : o->x1,
                        NULL,
                        o->normals};
}

/// Pairs of features of cloth with bodies: all, or those that late particles add to what was found.
static bool collect_pairs(wf_contact* c, const uint8_t* late) {
    wf_memory* m = c->memory;
    wf_surface cloth = wf_contact_cloth(c), body = body_surface(c);
    float reach = late == NULL ? wf_contact_reach(c) : WF_LATE_REACH;
    c->pairs.count = late == NULL ? 0 : c->found;
    bool done = wf_proximity_collect(m, &c->candidates, &cloth, &body, reach, late, &c->collecting,
                                     &c->pairs);
    c->found = late == NULL ? c->pairs.count : c->found;
    wf_capture_exempt(c);
    return done;
}

static bool find_candidates(wf_contact* c, const wf_sweep* cloth) {
    wf_sweep body = body_sweep(c);
    if (!c->structure->collect(c->memory, c->structure_self, cloth, &body, &c->candidates)) {
        return false;
    }
    wf_partners_keep_bodies(c, &c->candidates);
    return true;
}

bool wf_contact_refresh(wf_contact* c) {
    wf_still_look(c);
    return fit_structure(c);
}

/// Candidates with a marked triangle.
static bool find_marked(wf_contact* c, const wf_sweep* cloth, const uint8_t* marks) {
#ifdef WEFT_LAB
    if (!wf_still_can_mark(c)) {
        bool found = find_candidates(c, cloth);
        wf_pairs_keep_marked(&c->candidates, marks, false);
        return found;
    }
#endif
    c->structure->mark_cloth(c->structure_self, marks);
    bool done = find_candidates(c, cloth);
    c->structure->mark_cloth(c->structure_self, NULL);
    return done;
}

/// Lists what is near bodies of triangles that have settled.
static bool keep_near(wf_contact* c, const wf_sweep* cloth) {
    wf_still* s = &c->still;
    wf_sweep sweep = wf_still_sweep(c);
    wf_surface still = wf_still_cloth(c), body = body_surface(c);
    return c->structure->refresh_cloth(c->memory, c->structure_self, &sweep) &&
           find_marked(c, &sweep, s->bodies.lacking) &&
           wf_proximity_collect_near(c->memory, &c->candidates, &still, &body,
                                     wf_still_reach_of_bodies(c), &c->collecting, &s->found) &&
           wf_still_add(c, &s->bodies, c->obstacle) &&
           c->structure->refresh_cloth(c->memory, c->structure_self, cloth);
}

/// Pairs of what was kept, and of who is loose.
static bool collect_kept(wf_contact* c, const wf_sweep* cloth) {
    wf_still* s = &c->still;
    wf_near_search near = {
        .upper = wf_contact_cloth(c), .lower = body_surface(c), .reach = wf_contact_reach(c)};
    bool done = (!s->bodies.lacks || keep_near(c, cloth)) &&
                wf_collect_kept(c->memory, &near, &s->bodies, &c->collecting, &c->pairs);
    c->candidates.count = 0;
    if (done && wf_still_searches(c)) {
        done = find_marked(c, cloth, s->has_loose) &&
               wf_proximity_collect(c->memory, &c->candidates, &near.upper, &near.lower, near.reach,
                                    NULL, &c->collecting, &c->pairs);
    }
    size_t kept;
    done = done && wf_still_recall(c, &s->bodies, &c->candidates, &kept);
    c->found = c->pairs.count;
    wf_capture_exempt(c);
    return done;
}

static bool detect_meshes(wf_contact* c, const wf_sweep* cloth) {
    c->pairs.count = c->found = 0;
    if (c->structure_self == NULL) {
        return true;
    }
    if (c->still.used) {
        return collect_kept(c, cloth);
    }
    return find_candidates(c, cloth) && collect_pairs(c, NULL);
}

/// Pairs with solids hold for all of the boxes, so late particles add none.
static bool detect_bodies(wf_contact* c, const wf_sweep* cloth) {
    bool done = detect_meshes(c, cloth) && wf_solids_detect(c);
    c->found = c->pairs.count;
    if (c->solids != NULL) {
        wf_capture_exempt(c);
    }
    return done;
}

bool wf_contact_detect(wf_contact* c) {
    wf_sweep cloth = cloth_sweep(c);
    return detect_bodies(c, &cloth) && wf_layers_detect(c, &cloth);
}

bool wf_contact_can_follow(const wf_contact* c) {
    return !wf_layers_by_cones(c); // these answer for all boxes at once
}

/// Has the marked triangles' candidates found anew.
static bool find_anew(wf_contact* c, const wf_sweep* cloth, const uint8_t* marks) {
    if (c->structure_self == NULL) {
        return true;
    }
    wf_pairs kept = c->candidates;
    c->candidates = c->fresh;
    bool done = c->structure->refresh_cloth(c->memory, c->structure_self, cloth) &&
                find_marked(c, cloth, marks);
    c->fresh = c->candidates;
    c->candidates = kept;
    wf_pairs_drop_marked(&c->candidates, marks, false);
    return done && wf_pairs_append(c->memory, &c->candidates, &c->fresh);
}

bool wf_contact_follow(wf_contact* c, const float* displacement) {
    float* ends = c->proposed; // these are of the filter, which comes later
    uint8_t* strays = c->moved[0];
    wf_contact_box_strays(c, displacement, ends, strays);
    wf_surface cloth = wf_contact_cloth(c);
    const uint8_t* marks = wf_marked_triangles(c->memory, &c->collecting.marked, &cloth, strays);
    wf_sweep sweep = cloth_sweep(c);
    sweep.x1 = ends;
    return marks != NULL && find_anew(c, &sweep, marks) && wf_solids_follow(c, marks) &&
           wf_layers_follow(c, &sweep, marks);
}

bool wf_contact_search_all(wf_contact* c) {
    c->still.used = false;
    return fit_structure(c) && wf_contact_detect(c);
}

bool wf_contact_detect_late(wf_contact* c, const uint8_t* late) {
    bool bodies = c->structure_self == NULL || collect_pairs(c, late);
    return bodies && wf_layers_detect_late(c, late);
}
