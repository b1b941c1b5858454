// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The search for pairs of cloth with cloth. The structure that serves the bodies answers it from
// the same tree where it has one; else a tree of the cloth is kept here.
#include "contact/layers.h"

#include "base/parallel.h"
#include "contact/layers_cones.h"
#include "contact/partners.h"
#include "contact/still.h"
#include "contact/thickness.h"
#include "contact/touching.h"
#include "math/simd.h"
#include "particles/particles.h"
#include "structures/pairs.h"

#include <math.h>
#include <string.h>

/// Share of a push for cloth that a body carries; each layer above takes up to LAYER_GIVE times as
/// much as the one below.
#define CARRIED_GIVE 0.02f
#define LAYER_GIVE 3.0f
enum { SHARE_PASSES = 4 };

/// Fans and hoods that the prediction leaves this flat (a cosine) are left out of the search; the
/// filter looks whether they stayed so. In a hood no steeper than that nothing comes as near to
/// what an edge joins it to that it would push.
#define FLAT_HOPE 0.2f
#define HOOD_HOPE 0.5f

static bool number_same(wf_memory* m, const wf_particles* particles, wf_layers* l) {
    l->same = WF_ALLOC(m, uint32_t, particles->count);
    uint32_t* pairs = WF_ALLOC(m, uint32_t, 2 * (size_t)particles->edge_count + 1);
    bool built = !m->failed;
    for (uint32_t i = 0; built && i < particles->count; ++i) {
        l->same[i] = i;
    }
    for (uint32_t g = 0; built && g < particles->groups.count; ++g) {
        for (uint32_t k = particles->groups.row[g]; k < particles->groups.row[g + 1]; ++k) {
            l->same[particles->groups.item[k]] = particles->groups.item[particles->groups.row[g]];
        }
    }
    for (size_t k = 0; built && k < 2 * (size_t)particles->edge_count; ++k) {
        pairs[k] = l->same[particles->edges[k]];
    }
    built = built &&
            wf_adjacency_from_pairs(m, particles->count, pairs, particles->edge_count, &l->joined);
    wf_free(m, pairs);
    return built;
}

/// The tree over cloth where the structure knows bodies alone.
enum { OWN_TREE_K = 6, OWN_TREE_ARITY = 8 };

/// Neighbours are known without a search.
static bool prepare_search(wf_contact* c, const wf_sweep* cloth) {
    wf_memory* m = c->memory;
    wf_layers* l = c->layers;
    if (!l->own_tree) {
        return c->structure->exclude_self(m, c->structure_self, &l->neighbours);
    }
    const float* values = c->structure_values;
    bool alike = c->structure->is_dop_tree;
    uint32_t k = alike ? (uint32_t)values[0] : OWN_TREE_K;
    uint32_t arity = alike ? (uint32_t)values[1] : OWN_TREE_ARITY;
#ifdef WEFT_LAB
    if (alike) {
        return wf_dop_tree_build_row(m, &l->tree, cloth, values, false) &&
               wf_dop_tree_exclude(m, &l->tree, &l->neighbours);
    }
#endif
    return wf_dop_tree_build(m, &l->tree, cloth, k, arity) &&
           wf_dop_tree_exclude(m, &l->tree, &l->neighbours);
}

static wf_surface surface_of(const wf_contact* c) {
    wf_surface surface = wf_contact_cloth(c);
    surface.normals = c->layers->fans.normal;
    return surface;
}

bool wf_layers_create(wf_contact* c, const wf_sweep* cloth) {
    wf_memory* m = c->memory;
    const wf_particles* particles = c->particles;
    wf_layers* l = c->layers = WF_ALLOC(m, wf_layers, 1);
    if (l == NULL || !number_same(m, particles, l)) {
        return false;
    }
    l->edge_faces = WF_ALLOC(m, uint32_t, 2 * (size_t)particles->edge_count + 1);
    if (l->edge_faces == NULL) {
        return false;
    }
    wf_edge_triangles(particles->triangle_edges, particles->triangle_count, particles->edge_count,
                      l->edge_faces);
    l->nearest = WF_ALLOC(m, uint32_t, 2 * (size_t)particles->count);
    l->give = WF_ALLOC(m, float, particles->count);
    l->late = WF_ALLOC(m, uint8_t, particles->count);
    l->near = WF_ALLOC(m, uint8_t, particles->count);
    l->radius = wf_thickness_radius(c);
    l->idle = !wf_partners_any_cloth(c->objects);
    l->flat = WF_ALLOC(m, uint8_t, particles->count);
    l->hood = WF_ALLOC(m, uint8_t, particles->count);
    l->kept_flat = WF_ALLOC(m, uint8_t, particles->count);
    l->kept_hood = WF_ALLOC(m, uint8_t, particles->count);
    l->corners = WF_ALLOC(m, uint8_t, particles->triangle_count);
    l->start = WF_ALLOC(m, float, 4 * (size_t)particles->count);
    l->aim = WF_ALLOC(m, float, 4 * (size_t)particles->count);
    l->room = WF_ALLOC(m, float, particles->count);
    l->end = WF_ALLOC(m, float, 4 * (size_t)particles->count);
    l->own_tree = c->structure_self == NULL || c->structure->collect_self == NULL;
    if (!wf_fans_create(m, &l->fans, particles->triangles, particles->triangle_count,
                        particles->count, l->same) ||
        !wf_hoods_create(m, &l->hoods, &l->fans, &l->joined) ||
        !wf_neighbours_build(m, particles->triangles, particles->triangle_count, l->same,
                             &l->joined, &l->neighbours)) {
        return false;
    }
    l->fans.pool = l->opening.pool = l->stack.pool = l->list.pool = l->audit.pool = c->pool;
    wf_surface surface = surface_of(c);
    return wf_self_boxes_create(m, &l->boxes, &surface) &&
           wf_spread_create(m, &l->spread, &surface, l->same) && prepare_search(c, cloth);
}

void wf_layers_destroy(wf_contact* c) {
    wf_memory* m = c->memory;
    wf_layers* l = c->layers;
    if (l == NULL) {
        return;
    }
    wf_free(m, l->same);
    wf_rows_free(m, &l->joined);
    wf_free(m, l->edge_faces);
    wf_free(m, l->candidates.a);
    wf_free(m, l->candidates.b);
    wf_self_boxes_free(m, &l->boxes);
    wf_spread_free(m, &l->spread);
    wf_free(m, l->start);
    wf_free(m, l->aim);
    wf_free(m, l->room);
    wf_near_list_free(m, &l->pairs);
    wf_free(m, l->nearest);
    wf_free(m, l->give);
    wf_free(m, l->late);
    wf_free(m, l->near);
    wf_fans_free(m, &l->fans);
    wf_hoods_free(m, &l->hoods);
    wf_neighbours_free(m, &l->neighbours);
    wf_free(m, l->flat);
    wf_free(m, l->hood);
    wf_free(m, l->kept_flat);
    wf_free(m, l->kept_hood);
    wf_free(m, l->corners);
    wf_open_work_free(m, &l->opening);
    wf_free(m, l->end);
    wf_dop_tree_free(m, &l->tree);
#ifdef WEFT_LAB
    wf_free(m, l->whole.a);
    wf_free(m, l->whole.b);
#endif
    wf_dop_stack_free(m, &l->stack);
    wf_pair_list_free(m, &l->list);
    wf_audit_free(m, &l->audit);
    wf_free(m, l);
    c->layers = NULL;
}

static bool find_candidates(wf_contact* c, const wf_sweep* cloth) {
    wf_memory* m = c->memory;
    wf_layers* l = c->layers;
    if (!l->own_tree) {
        return c->structure->collect_self(m, c->structure_self, cloth, &l->candidates);
    }
    wf_dop_tree_refit(&l->tree, cloth);
    l->list.count = 0;
    return wf_dop_tree_collide_self(m, &l->tree, &l->stack, &l->list) &&
           wf_pair_list_sort(m, &l->list, cloth->triangle_count, cloth->triangle_count,
                             &l->candidates);
}

/// Takes the pairs within a tangle out of everything: they are on the wrong side of each other, or
/// may be.
static void exempt_tangles(const wf_contact* c, wf_layers* l, size_t from) {
    for (size_t i = from; i < l->pairs.count && c->tangle != NULL; ++i) {
        wf_plane* p = &l->pairs.planes[i];
        bool same = false;
        for (uint32_t k = 0; k < p->upper; ++k) {
            uint32_t tangle = c->tangle[p->point[k]];
            for (uint32_t n = p->upper; n < 4; ++n) {
                same |= tangle != UINT32_MAX && tangle == c->tangle[p->point[n]];
            }
        }
        p->upper = same ? 0 : p->upper;
    }
}

/// Puts the neighbours that nothing answers for behind what the structure found.
static bool open_neighbours(wf_contact* c, wf_hoods_known known) {
    wf_layers* l = c->layers;
#ifdef WEFT_LAB
    const wf_dop_tree* tree = wf_layers_cone_tree(c);
    if (tree != NULL) {
        return wf_layers_cone_neighbours(c, tree);
    }
#endif
    l->candidates.count = l->far;
    bool done = wf_hoods_open_pairs(c->memory, &l->opening, &l->neighbours, c->particles->triangles,
                                    &known, l->corners, &l->candidates);
    wf_partners_keep_cloths(c, &l->candidates, l->far);
    return done;
}

static bool collect(wf_contact* c, const wf_surface* cloth, float reach, const uint8_t* late) {
    wf_layers* l = c->layers;
    wf_joins joins = {l->same, &l->joined};
    return wf_self_collect(c->memory, &l->candidates, cloth, &joins, reach, late, &l->boxes,
                           &c->collecting, &l->pairs);
}

/// What the structure finds, for good or in cloth that lies still.
static bool find_far(wf_contact* c, const wf_sweep* sweep) {
    wf_layers* l = c->layers;
    bool done = find_candidates(c, sweep);
    wf_partners_keep_cloths(c, &l->candidates, 0);
    l->far = done ? l->candidates.count : 0;
    return done;
}

/// The structure's tree takes a sweep; a tree of our own does so when it is walked.
static bool fit_tree(wf_contact* c, const wf_sweep* sweep) {
    return c->layers->own_tree || c->structure->refresh_cloth(c->memory, c->structure_self, sweep);
}

static void mark_cloth(wf_contact* c, const uint8_t* triangles) {
    if (c->layers->own_tree) {
        wf_dop_tree_mark(&c->layers->tree, triangles);
    } else {
        c->structure->mark_cloth(c->structure_self, triangles);
    }
}

/// Candidates with a marked triangle.
static bool find_marked(wf_contact* c, const wf_sweep* sweep, const uint8_t* marks) {
#ifdef WEFT_LAB
    if (!wf_still_can_mark(c)) {
        bool found = find_far(c, sweep);
        wf_pairs_keep_marked(&c->layers->candidates, marks, true);
        return found;
    }
#endif
    mark_cloth(c, marks);
    bool done = find_far(c, sweep);
    mark_cloth(c, NULL);
    return done;
}

/// Lists what is near what of triangles that have settled.
static bool keep_near(wf_contact* c, const wf_sweep* cloth) {
    wf_layers* l = c->layers;
    wf_still* s = &c->still;
    wf_sweep sweep = wf_still_sweep(c);
    wf_surface still = wf_still_cloth(c);
    wf_joins joins = {l->same, &l->joined};
    if (!fit_tree(c, &sweep) || !find_marked(c, &sweep, s->layers.lacking)) {
        return false;
    }
    wf_pairs_drop_marked(&l->candidates, s->has_loose, true);
    return wf_self_collect_near(c->memory, &l->candidates, &still, &joins,
                                wf_still_reach_of_layers(c), &l->boxes, &c->collecting,
                                &s->found) &&
           wf_still_add(c, &s->layers, NULL) && fit_tree(c, cloth);
}

/// Candidates of cloth that lies still, how many goes to `kept`, ahead of those with a loose
/// corner, which the structure finds.
static bool recall_far(wf_contact* c, const wf_sweep* sweep, size_t* kept) {
    wf_layers* l = c->layers;
    wf_still* s = &c->still;
    bool done = !s->layers.lacks || keep_near(c, sweep);
    l->candidates.count = 0;
    done = done && (!wf_still_searches(c) || find_marked(c, sweep, s->has_loose)) &&
           wf_still_recall(c, &s->layers, &l->candidates, kept);
    l->far = done ? l->candidates.count : 0;
    return done;
}

/// Pairs of what was kept, of who is loose, and of the open neighbours of this round.
static bool collect_kept(wf_contact* c, const wf_surface* cloth, size_t kept) {
    wf_layers* l = c->layers;
    wf_joins joins = {l->same, &l->joined};
    wf_pairs others = l->candidates;
    if (kept > 0) {
        others.a += kept;
        others.b += kept;
        others.count -= kept;
    }
    wf_near_search near = {
        .upper = *cloth, .lower = *cloth, .joins = &joins, .reach = wf_layers_reach(c)};
    return wf_collect_kept(c->memory, &near, &c->still.layers, &c->collecting, &l->pairs) &&
           wf_self_collect(c->memory, &others, cloth, &joins, near.reach, NULL, &l->boxes,
                           &c->collecting, &l->pairs);
}

static bool search(wf_contact* c, const wf_sweep* sweep, const wf_surface* cloth) {
    wf_layers* l = c->layers;
    wf_fans_find(&l->fans, cloth->from, l->flat);
#ifdef WEFT_LAB
    bool asked = wf_layers_cone_tree(c) == NULL; // cones ask neither fans nor hoods
#else
    const bool asked = true;
#endif
    if (asked) {
        wf_fans_keep(&l->fans, cloth->to, FLAT_HOPE, l->flat);
        wf_hoods_guess(&l->hoods, cloth->from, HOOD_HOPE, l->flat, l->hood);
    }
    bool still = c->still.used;
    size_t kept = 0;
    bool done = still ? recall_far(c, sweep, &kept) : find_far(c, sweep);
    l->pairs.count = 0;
    done = done && open_neighbours(c, (wf_hoods_known){l->flat, l->hood, NULL, NULL}) &&
           (still ? collect_kept(c, cloth, kept) : collect(c, cloth, wf_layers_reach(c), NULL));
    l->found = l->pairs.count;
    exempt_tangles(c, l, 0);
    return done;
}

/// Remembers what was to be searched, in vain.
static void put_off(wf_layers* l, const wf_sweep* sweep, const wf_surface* cloth) {
    memcpy(l->start, cloth->from, 16 * (size_t)cloth->vertex_count);
    memcpy(l->aim, cloth->to, 16 * (size_t)cloth->vertex_count);
    memcpy(l->room, cloth->slack, 4 * (size_t)cloth->vertex_count);
    l->asked = *sweep;
    l->asked.x0 = l->start;
    l->asked.x1 = l->aim;
    l->is_put_off = true;
    l->pairs.count = l->found = l->candidates.count = l->far = 0;
}

bool wf_layers_by_cones(const wf_contact* c) {
#ifdef WEFT_LAB
    return c->layers != NULL && wf_layers_cone_tree(c) != NULL;
#else
    (void)c;
    return false;
#endif
}

bool wf_layers_follow(wf_contact* c, const wf_sweep* sweep, const uint8_t* marks) {
    wf_layers* l = c->layers;
    if (l == NULL || l->idle) {
        return true;
    }
    if (l->is_put_off) {
        // Who strayed is late, and has what was put off done: in the new boxes then.
        memcpy(l->aim, sweep->x1, 16 * (size_t)sweep->vertex_count);
        l->asked.grow = sweep->grow;
        return true;
    }
    wf_pairs kept = l->candidates;
    kept.count = l->far;
    l->candidates = c->fresh;
    bool done = find_marked(c, sweep, marks);
    c->fresh = l->candidates;
    l->candidates = kept;
    wf_pairs_drop_marked(&l->candidates, marks, true);
    done = done && wf_pairs_append(c->memory, &l->candidates, &c->fresh);
    l->far = done ? l->candidates.count : 0;
    return done;
}

/// Does the search that was put off, as it would have been done then.
static bool catch_up(wf_contact* c) {
    wf_layers* l = c->layers;
    if (!l->is_put_off) {
        return true;
    }
    wf_surface cloth = surface_of(c);
    cloth.from = l->start;
    cloth.to = l->aim;
    cloth.slack = l->room;
    l->is_put_off = false;
    return search(c, &l->asked, &cloth);
}

/// Whether everything ends where the search that was put off took it to end.
static bool is_as_asked(const wf_layers* l, const float* displacement, uint32_t count) {
    int out = 0;
    for (uint32_t i = 0; i < count; ++i) {
        size_t at = 4 * (size_t)i;
        wf_f4 end = wf_f4_add(wf_f4_load(l->start + at), wf_f4_load(displacement + at));
        wf_f4 off = wf_f4_abs(wf_f4_sub(end, wf_f4_load(l->aim + at)));
        out |= wf_f4_mask(wf_f4_less(wf_f4_splat(l->room[i]), off));
    }
    return (out & 7) == 0;
}

bool wf_layers_open_pose(wf_contact* c) {
    wf_layers* l = c->layers;
    const float* x = c->particles->x;
#ifdef WEFT_LAB
    l->by_cones = wf_layers_cone_tree(c) != NULL;
    l->whole.count = 0;
#endif
    if (l->idle) {
        return true;
    }
    wf_surface cloth = surface_of(c);
    cloth.to = x;
    cloth.slack = NULL;
    if (l->is_put_off && wf_spread_is_clear(&l->spread, &cloth, 0.0f)) {
        return true;
    }
    if (!catch_up(c)) {
        return false;
    }
#ifdef WEFT_LAB
    const wf_dop_tree* tree = wf_layers_cone_tree(c);
    if (tree != NULL) {
        return wf_layers_find_whole(c, tree);
    }
#endif
    // What held on the whole way here holds at its end.
    if (l->way_known && memcmp(x, l->end, 16 * (size_t)c->particles->count) == 0) {
        return open_neighbours(c, (wf_hoods_known){l->kept_flat, l->kept_hood, NULL, NULL});
    }
    wf_fans_find(&l->fans, x, l->flat);
    wf_hoods_find(&l->hoods, x, NULL, WF_FANS_FACING, l->flat, l->hood);
    return open_neighbours(c, (wf_hoods_known){l->flat, l->hood, NULL, NULL});
}

bool wf_layers_detect(wf_contact* c, const wf_sweep* cloth) {
    wf_layers* l = c->layers;
    if (l == NULL || l->idle) {
        return true;
    }
    wf_surface surface = surface_of(c);
    l->way_known = false;
    l->is_put_off = wf_spread_is_clear(&l->spread, &surface, wf_layers_reach(c));
    if (l->is_put_off) {
        put_off(l, cloth, &surface);
        return true;
    }
    return search(c, cloth, &surface);
}

/// Particles that a thread takes at a time.
enum { PARTICLE_BLOCK = 1024 };

typedef struct arrival {
    const wf_layers* l;
    const float *x, *displacement;
} arrival;

static void find_ends(void* given, uint32_t begin, uint32_t end) {
    const arrival* a = given;
    memcpy(a->l->kept_flat + begin, a->l->flat + begin, end - begin);
    for (size_t i = 4 * (size_t)begin; i < 4 * (size_t)end; i += 4) {
        wf_f4 x = wf_f4_load(a->x + i);
        wf_f4_store(a->l->end + i, wf_f4_add(x, wf_f4_load(a->displacement + i)));
    }
}

bool wf_layers_bend(wf_contact* c, const float* displacement) {
    wf_layers* l = c->layers;
    const wf_particles* particles = c->particles;
    if (l->idle) {
        return false;
    }
    if (l->is_put_off && is_as_asked(l, displacement, particles->count)) {
        return false;
    }
    if (!catch_up(c)) {
        return false; // the step sees that memory is out
    }
#ifdef WEFT_LAB
    if (wf_layers_cone_tree(c) != NULL) {
        return false; // nobody answers for how the cloth bends
    }
#endif
    l->way_known = true;
    arrival a = {l, particles->x, displacement};
    wf_parallel_for(c->pool, particles->count, PARTICLE_BLOCK, find_ends, &a);
    wf_fans_keep(&l->fans, l->end, WF_FANS_FACING, l->kept_flat);
    wf_hoods_find(&l->hoods, particles->x, l->end, WF_FANS_FACING, l->kept_flat, l->kept_hood);
    bool any = false;
    for (uint32_t i = 0; i < particles->count; ++i) {
        bool keeps = (!l->flat[i] || l->kept_flat[i]) && (!l->hood[i] || l->kept_hood[i]);
        bool bends = !keeps && !l->late[i];
        l->late[i] |= bends;
        any |= bends;
    }
    return any;
}

uint32_t wf_layers_pair_count(const wf_contact* c) {
    const wf_layers* l = c->layers;
    return l == NULL ? 0 : (uint32_t)l->found;
}

bool wf_layers_detect_late(wf_contact* c, const uint8_t* late) {
    wf_layers* l = c->layers;
    if (l->idle) {
        return true;
    }
    if (!catch_up(c)) {
        return false;
    }
    // What is late may have bent: its fan and its hood answer for nothing any more.
    l->way_known = false;
    l->pairs.count = l->found;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        l->kept_flat[i] = l->flat[i] && !late[i];
        l->kept_hood[i] = l->hood[i] && !late[i];
    }
    wf_surface cloth = surface_of(c);
    wf_hoods_mark_near(l->same, &l->joined, late, l->near);
    bool done = open_neighbours(c, (wf_hoods_known){l->kept_flat, l->kept_hood, late, l->near}) &&
                collect(c, &cloth, WF_LATE_REACH, late);
    exempt_tangles(c, l, l->found);
    return done;
}

// ---- shares of pushes
// ---------------------------------------------------------------------------------

static float least_give(const float* give, const uint32_t* particle, uint32_t from, uint32_t to) {
    float least = 1.0f;
    for (uint32_t k = from; k < to; ++k) {
        least = give[particle[k]] < least ? give[particle[k]] : least;
    }
    return least;
}

static void cap_give(float* give, const uint32_t* particle, uint32_t from, uint32_t to, float cap) {
    for (uint32_t k = from; k < to; ++k) {
        give[particle[k]] = give[particle[k]] < cap ? give[particle[k]] : cap;
    }
}

void wf_layers_share(const wf_contact* c) {
    const wf_layers* l = c->layers;
    if (l == NULL || l->idle) {
        return;
    }
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        l->give[i] = 1.0f;
    }
    for (size_t i = 0; i < c->pairs.count; ++i) {
        const wf_plane* p = &c->pairs.planes[i];
        float half = c->half[p->point[0]];
        if (p->gap < WF_TOUCH_REACH * wf_wider(half, l->radius)) {
            cap_give(l->give, p->point, 0, p->upper, CARRIED_GIVE);
        }
    }
    for (int pass = 0; c->pairs.count > 0 && pass < SHARE_PASSES; ++pass) {
        for (size_t i = 0; i < l->pairs.count; ++i) {
            const wf_plane* p = &l->pairs.planes[i];
            float reach = WF_TOUCH_REACH * wf_distance_of_layers(c, p->point[0], p->point[3]);
            if (p->upper == 0 || p->gap > reach || l->pairs.items[i].joined) {
                continue;
            }
            float up = least_give(l->give, p->point, 0, p->upper);
            float down = least_give(l->give, p->point, p->upper, 4);
            cap_give(l->give, p->point, 0, p->upper, LAYER_GIVE * down);
            cap_give(l->give, p->point, p->upper, 4, LAYER_GIVE * up);
        }
    }
}
