// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A push is the mean of what the crossings at a particle ask for; the inside of a region follows
// its rim.
#include "repair/untangle.h"

#include "repair/contour.h"
#include "repair/order.h"

#include <math.h>
#include <string.h>

/// How much the common direction of a contour counts against that of one crossing.
#define COMMON_WEIGHT 2.0f
/// Below this the directions of a contour cancel: its crossings have none in common.
#define LEAST_COMMON 0.1f

static wf_f4 at(const wf_repair_mesh* mesh, uint32_t i) {
    return wf_f4_load(mesh->x + 4 * (size_t)i);
}

// ---- one contour
// ----------------------------------------------------------------------------------------

/// Where layers have an order the edge of the outer one goes out, that of the other in; zero where
/// the face tells neither. And how far.
static wf_f4 way_out(const wf_crossing* k, const wf_contour* contour, const wf_repair_mesh* cloth,
                     float* depth) {
    float side = (float)contour->out[1 - k->sheet];
    wf_f4 way = wf_lanes_scale(k->normal, k->sheet == contour->outer ? side : -side);
    for (int i = 0; i < 2; ++i) {
        float height = wf_lanes_dot(way, wf_f4_sub(at(cloth, k->end[i]), k->place));
        *depth = -height > *depth ? -height : *depth;
    }
    return way;
}

/// Where the edge of a crossing has to go against its face, unit, or zero when no side is known;
/// and how far.
static wf_f4 way_back(const wf_crossing* k, const wf_repair_mesh mesh[2], float* depth) {
    const wf_repair_mesh* m = &mesh[k->edge_of];
    if (k->edge_of == WF_BODY) {
        wf_f4 n = wf_edge_normal(m, k->edge);
        for (int i = 0; i < 2; ++i) {
            float height = wf_lanes_dot(n, wf_f4_sub(at(m, k->end[i]), k->place));
            *depth = height > *depth ? height : *depth;
        }
        return wf_lanes_scale(n, -1.0f);
    }
    if (k->inside == 0) { // an edge through a corner of a body has both ends outside
        return k->face_of == WF_BODY ? k->normal : wf_f4_zero();
    }
    float height = wf_lanes_dot(k->normal, wf_f4_sub(at(m, k->end[k->inside - 1]), k->place));
    *depth = fabsf(height);
    return wf_lanes_scale(k->normal, height < 0.0f ? 1.0f : -1.0f);
}

/// Moves of a contour whose side is known at some crossings. False when it is known at none.
static bool move_back(wf_untangle* u, const wf_contour* contour, const wf_repair_mesh mesh[2],
                      const wf_untangle_options* options) {
    const uint32_t* order = u->crossings.order + contour->first;
    wf_f4 common = wf_f4_zero();
    float deepest = 0.0f;
    uint32_t known = 0;
    for (uint32_t n = 0; n < contour->count; ++n) {
        const wf_crossing* k = &u->crossings.items[order[n]];
        float depth = 0.0f;
        wf_f4 d = contour->ordered ? way_out(k, contour, &mesh[WF_CLOTH], &depth)
                                   : way_back(k, mesh, &depth);
        u->moves[order[n]] = d;
        common = wf_lanes_muladd(common, d, k->sheet == 0 ? 1.0f : -1.0f);
        known += wf_lanes_dot(d, d) > 0.0f;
        deepest = depth > deepest ? depth : deepest;
    }
    if (known == 0) {
        return false;
    }
    common = contour->mixed ? wf_f4_zero() : wf_lanes_scale(common, COMMON_WEIGHT / (float)known);
    float reach = deepest + options->margin;
    reach = reach < options->reach ? reach : options->reach;
    for (uint32_t n = 0; n < contour->count; ++n) {
        const wf_crossing* k = &u->crossings.items[order[n]];
        wf_f4 d = wf_lanes_muladd(u->moves[order[n]], common, k->sheet == 0 ? 1.0f : -1.0f);
        d = wf_lanes_dot(d, d) > LEAST_COMMON * LEAST_COMMON ? wf_lanes_unit(d) : wf_f4_zero();
        u->moves[order[n]] = wf_lanes_scale(d, reach);
    }
    return true;
}

// ---- pushes
// -------------------------------------------------------------------------------------------

static void add_push(wf_untangle* u, uint32_t particle, wf_f4 move, float weight) {
    float* p = u->push + 4 * (size_t)particle;
    wf_f4_store(p, wf_lanes_muladd(wf_f4_load(p), move, weight));
    p[3] += weight;
}

static bool all_fixed(const wf_repair_mesh* mesh, const uint32_t* vertex, uint32_t count) {
    bool all = mesh->fixed != NULL;
    for (uint32_t i = 0; i < count && all; ++i) {
        all = mesh->fixed[vertex[i]] != 0;
    }
    return all;
}

/// Shares the move of a crossing: between two cloths half each, against a body or what is fixed
/// all.
static void push_crossing(wf_untangle* u, const wf_repair_mesh* cloth, const wf_crossing* k,
                          wf_f4 move) {
    bool alone =
        k->edge_of != k->face_of || all_fixed(cloth, k->end, 2) || all_fixed(cloth, k->corner, 3);
    float share = alone ? 1.0f : 0.5f;
    for (uint32_t i = 0; i < 2 && k->edge_of == WF_CLOTH; ++i) {
        if (k->inside == 0 || k->inside == i + 1) {
            add_push(u, k->end[i], wf_lanes_scale(move, share), 1.0f);
        }
    }
    for (uint32_t i = 0; i < 3 && k->face_of == WF_CLOTH; ++i) {
        add_push(u, k->corner[i], wf_lanes_scale(move, -share), k->corner_weight[i]);
    }
}

/// Particles with several crossings take the mean; a light weight stays a light push.
static void settle_pushes(wf_untangle* u, uint32_t count) {
    for (size_t i = 0; i < count; ++i) {
        float* p = u->push + 4 * i;
        if (p[3] > 1.0f) {
            wf_f4_store(p, wf_lanes_scale(wf_f4_load(p), 1.0f / p[3]));
            p[3] = 1.0f;
        }
    }
}

/// The members of a region that have no crossing of their own take the mean of their neighbours
/// that have a push already, ring by ring.
static void fill_region(wf_untangle* u, const wf_repair_mesh* mesh, uint32_t id) {
    const wf_region* r = &u->global.regions[id];
    const uint32_t* members = u->global.members + r->first;
    for (uint32_t n = 0; n < r->count; ++n) {
        uint32_t v = members[n];
        float* p = u->push + 4 * (size_t)v;
        wf_f4 sum = wf_f4_zero();
        float weight = 0.0f;
        for (uint32_t k = mesh->first_edge[v]; k < mesh->first_edge[v + 1] && p[3] < 1.0f; ++k) {
            const uint32_t* e = mesh->edges + 2 * (size_t)mesh->vertex_edges[k];
            uint32_t w = e[0] == v ? e[1] : e[0];
            const float* q = u->push + 4 * (size_t)w;
            if (u->region[w] == id) {
                sum = wf_lanes_muladd(sum, wf_f4_load(q), q[3]);
                weight += q[3];
            }
        }
        u->region[v] = id;
        if (weight > 0.0f) {
            wf_f4_store(p, wf_lanes_scale(sum, 1.0f / weight));
            p[3] = 1.0f;
        }
    }
}

// ---- tangles
// -------------------------------------------------------------------------------------------

static uint32_t tangle_of(const wf_untangle* u, uint32_t contour) {
    while (u->joined[contour] != contour) {
        contour = u->joined[contour];
    }
    return contour;
}

/// Puts a particle into the tangle of a contour; a particle that is in one already joins the two.
static void tangle(wf_untangle* u, uint32_t particle, uint32_t contour) {
    uint32_t mine = tangle_of(u, contour);
    if (u->tangle[particle] == UINT32_MAX) {
        u->tangle[particle] = mine;
        u->tangled += 1;
        return;
    }
    uint32_t other = tangle_of(u, u->tangle[particle]);
    u->joined[mine > other ? mine : other] = mine < other ? mine : other;
}

/// With more crossings than can be traced all that crosses is one tangle, so that it is declared;
/// what has no contour yet waits.
static void tangle_rest(wf_untangle* u, const uint32_t* triangles, const wf_pair* pairs,
                        uint32_t pair_count, bool both) {
    for (uint32_t i = 0; i < pair_count && u->crossings.full; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            tangle(u, triangles[3 * (size_t)pairs[i].a + k], 0);
            if (both) {
                tangle(u, triangles[3 * (size_t)pairs[i].b + k], 0);
            }
        }
    }
}

static void begin_tangles(wf_untangle* u) {
    for (uint32_t n = 0; n < u->crossings.contour_count; ++n) {
        u->joined[n] = n;
    }
}

static void find_tangles(wf_untangle* u, uint32_t count) {
    const wf_crossings* c = &u->crossings;
    for (uint32_t n = 0; n < c->count; ++n) {
        const wf_crossing* k = &c->items[n];
        for (int i = 0; i < 2 && k->edge_of == WF_CLOTH; ++i) {
            tangle(u, k->end[i], k->contour);
        }
        for (int i = 0; i < 3 && k->face_of == WF_CLOTH; ++i) {
            tangle(u, k->corner[i], k->contour);
        }
    }
    for (uint32_t n = 0; n < u->global.region_count; ++n) {
        const wf_region* r = &u->global.regions[n];
        for (uint32_t i = 0; i < r->count; ++i) {
            tangle(u, u->global.members[r->first + i], r->contour);
        }
    }
    for (uint32_t n = 0; n < c->contour_count; ++n) {
        u->joined[n] = tangle_of(u, n);
    }
    for (uint32_t i = 0; i < count; ++i) {
        u->tangle[i] = u->tangle[i] == UINT32_MAX ? UINT32_MAX : u->joined[u->tangle[i]];
    }
}

// ---- all of it
// ----------------------------------------------------------------------------------------

static bool reserve_all(wf_memory* memory, wf_untangle* u, uint32_t count) {
    return wf_reserve(memory, (void**)&u->push, &u->push_capacity, 4 * (size_t)count,
                      sizeof(float)) &&
           wf_reserve(memory, (void**)&u->tangle, &u->tangle_capacity, count, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&u->region, &u->region_capacity, count, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&u->moves, &u->moves_capacity, u->crossings.count,
                      sizeof(wf_f4)) &&
           wf_reserve(memory, (void**)&u->joined, &u->joined_capacity, u->crossings.contour_count,
                      sizeof(uint32_t));
}

/// The pushes of contour and global_intersection, together or alone.
static bool push_contours(wf_memory* memory, wf_untangle* u, const wf_repair_mesh mesh[2],
                          const wf_untangle_options* options) {
    (void)memory;
    const wf_repair_rule* rule = options->rule;
    const wf_crossings* c = &u->crossings;
    for (uint32_t n = 0; n < c->contour_count; ++n) {
        bool told = rule->has_sides && move_back(u, &c->contours[n], mesh, options);
        float reach = rule->has_contours ? options->reach : 0.0f;
        if (!told) {
            wf_contour_move(c, &c->contours[n], reach, u->moves);
        }
    }
    for (uint32_t n = 0; n < c->count; ++n) {
        push_crossing(u, &mesh[WF_CLOTH], &c->items[n], u->moves[n]);
    }
    settle_pushes(u, mesh[WF_CLOTH].vertex_count);
    for (uint32_t n = 0; n < u->global.region_count; ++n) {
        fill_region(u, &mesh[WF_CLOTH], n);
    }
    return true;
}

const wf_repair_rule wf_rule_auto = {NULL, false, false, false};
const wf_repair_rule wf_rule_untangle = {push_contours, true, true, true};
const wf_repair_rule wf_rule_contour = {push_contours, false, false, true};
const wf_repair_rule wf_rule_global_intersection = {push_contours, true, true, false};
const wf_repair_rule wf_rule_none = {NULL, false, false, false};

#ifdef WEFT_LAB
static bool push_out(wf_memory* memory, wf_untangle* u, const wf_repair_mesh mesh[2],
                     const wf_untangle_options* options) {
    return wf_push_out_find(memory, &u->push_out, mesh, &u->crossings, &u->global, options->reach,
                            options->margin, u->push);
}

const wf_repair_rule wf_rule_push_out = {push_out, true, false, false};
#endif

bool wf_untangle_find(wf_memory* memory, wf_untangle* u, const wf_repair_mesh mesh[2],
                      const wf_pair* self, uint32_t self_count, const wf_pair* across,
                      uint32_t across_count, const wf_untangle_options* options) {
    uint32_t count = mesh[WF_CLOTH].vertex_count;
    u->tangled = u->global.region_count = 0;
    if (!wf_crossings_trace(memory, &u->crossings, mesh, self, self_count, across, across_count)) {
        return false;
    }
    wf_order_contours(&u->crossings, mesh);
    if (!reserve_all(memory, u, count) ||
        (options->rule->has_regions &&
         !wf_global_intersection_find(memory, &u->global, &u->crossings, mesh))) {
        return false;
    }
    memset(u->push, 0, 16 * (size_t)count);
    memset(u->tangle, 0xff, sizeof(uint32_t) * count);
    memset(u->region, 0xff, sizeof(uint32_t) * count);
    if (!options->rule->push(memory, u, mesh, options)) {
        return false;
    }
    begin_tangles(u);
    tangle_rest(u, mesh[WF_CLOTH].triangles, self, self_count, true);
    tangle_rest(u, mesh[WF_CLOTH].triangles, across, across_count, false);
    find_tangles(u, count);
    return true;
}

void wf_untangle_free(wf_memory* memory, wf_untangle* u) {
    wf_crossings_free(memory, &u->crossings);
    wf_global_intersection_free(memory, &u->global);
    wf_free(memory, u->push);
    wf_free(memory, u->tangle);
    wf_free(memory, u->region);
    wf_free(memory, u->moves);
    wf_free(memory, u->joined);
#ifdef WEFT_LAB
    wf_push_out_free(memory, &u->push_out);
#endif
    *u = (wf_untangle){0};
}

const wf_repair_rule* wf_rule_in_use(const wf_repair_rule* chosen, bool repaired) {
    return chosen != &wf_rule_auto ? chosen : repaired ? &wf_rule_untangle : &wf_rule_none;
}
