// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The edges that cross are the cut. Their ends above and below the other surface start a race: a
// flood from all of them at once that does not pass the cut. Where the cut is whole the two sides
// never meet; where it ends a little before a border they meet on a short front, and the race shows
// where the cut would go on. It is given up once more is flooded than a contour of that length can
// enclose.
#include "repair/global_intersection.h"

#include <string.h>

/// A small contour may still cut off this many vertices.
enum { LEAST_LIMIT = 256 };
/// A front of this part of the cut makes it no cut.
enum { CUT_PER_FRONT = 4 };

/// One race. Labels are 2 * sheet + side; side 1 is the one that the faces' normals look to.
typedef struct race {
    const wf_repair_mesh* mesh;
    wf_crossing* items;
    const uint32_t* order;
    uint32_t count; // crossings
    uint32_t contour;
    uint32_t cut; // its number
    const wf_contour* of;
    bool body;
    uint32_t queued, limit;
    uint32_t size[4];   // vertices of each label
    bool open[4];       // given up
    uint32_t length[2]; // cut edges of each sheet
    uint32_t front[2];  // uncut edges between the sides, counted from both ends
    uint32_t inside[2]; // the label that is inside, or UINT32_MAX
} race;

static uint32_t side_of(const wf_crossing* k, uint32_t end) {
    bool up = wf_lanes_dot(k->along, k->normal) > 0.0f; // end 1 is above
    return up == (end == 1);
}

/// Starts at the ends of the crossings; an end at several takes the side of the nearest.
static void line_up(wf_global_intersection* g, race* r) {
    for (uint32_t n = 0; n < r->count; ++n) {
        const wf_crossing* k = &r->items[r->order[n]];
        if (k->edge_of != WF_CLOTH) {
            continue;
        }
        r->length[k->sheet] += g->cut[k->edge] != r->cut;
        g->cut[k->edge] = r->cut;
        for (uint32_t i = 0; i < 2; ++i) {
            uint32_t v = k->end[i];
            bool fresh = g->claim[v] >> 2 != r->cut;
            wf_f4 way = wf_f4_sub(wf_lanes_at(r->mesh->x, v), k->place);
            float length2 = wf_lanes_dot(way, way);
            if (fresh) {
                g->queue[r->queued++] = v;
            }
            if (fresh || length2 < g->nearest[v]) {
                g->nearest[v] = length2;
                g->claim[v] = 4 * r->cut + 2 * k->sheet + side_of(k, i);
            }
        }
    }
}

static void run(wf_global_intersection* g, race* r) {
    const wf_repair_mesh* m = r->mesh;
    uint32_t n = 0;
    for (; n < r->queued && r->queued <= r->limit; ++n) {
        uint32_t v = g->queue[n], label = g->claim[v] & 3;
        r->size[label] += 1;
        for (uint32_t k = m->first_edge[v]; k < m->first_edge[v + 1]; ++k) {
            uint32_t edge = m->vertex_edges[k];
            uint32_t w = m->edges[2 * edge] == v ? m->edges[2 * edge + 1] : m->edges[2 * edge];
            if (g->cut[edge] == r->cut) {
                continue;
            }
            if (g->claim[w] >> 2 != r->cut) {
                g->claim[w] = 4 * r->cut + label;
                g->queue[r->queued++] = w;
            } else {
                r->front[label >> 1] += (g->claim[w] & 3) == (label ^ 1);
            }
        }
    }
    for (; n < r->queued; ++n) {
        r->open[g->claim[g->queue[n]] & 3] = true;
    }
}

/// Whether the cut parts the sheet.
static bool is_whole(const race* r, uint32_t sheet) {
    return CUT_PER_FRONT * r->front[sheet] <= 2 * r->length[sheet];
}

/// The label that is behind the other sheet for the outer one, before it for the inner one.
static uint32_t wrong_side(const wf_contour* contour, uint32_t sheet) {
    int out = sheet == contour->outer ? contour->out[1 - sheet] : -contour->out[1 - sheet];
    return out == 0 ? UINT32_MAX : 2 * sheet + (out < 0);
}

/// The label of a sheet that has to come back, or UINT32_MAX.
static uint32_t smaller_side(const race* r, uint32_t sheet) {
    uint32_t low = 2 * sheet, high = low + 1;
    if (r->body) {
        return low;
    }
    if (r->of->ordered) {
        return wrong_side(r->of, sheet);
    }
    if (!is_whole(r, sheet)) {
        return UINT32_MAX;
    }
    if (!r->open[low] && (r->open[high] || r->size[low] <= r->size[high])) {
        return low;
    }
    return r->open[high] ? UINT32_MAX : high;
}

static void decide(wf_global_intersection* g, race* r) {
    for (uint32_t sheet = 0; sheet < 2; ++sheet) {
        r->inside[sheet] = smaller_side(r, sheet);
    }
    for (uint32_t n = 0; n < r->count; ++n) {
        wf_crossing* k = &r->items[r->order[n]];
        if (k->edge_of != WF_CLOTH) {
            continue;
        }
        uint32_t a = g->claim[k->end[0]] & 3, b = g->claim[k->end[1]] & 3;
        uint32_t inside = r->inside[k->sheet];
        k->inside = (a ^ b) != 1 ? 0 : a == inside ? 1 : b == inside ? 2 : 0;
    }
}

/// Lists what has the inside label. The queue is in the order of the rings.
static bool list_region(wf_memory* memory, wf_global_intersection* g, const race* r,
                        uint32_t sheet) {
    uint32_t label = r->inside[sheet];
    bool parted = !r->of->ordered || is_whole(r, sheet);
    if (label == UINT32_MAX || r->size[label] == 0 || r->open[label] || !parted) {
        return true;
    }
    size_t room = (size_t)g->member_count + r->size[label];
    if (!wf_reserve(memory, (void**)&g->members, &g->members_capacity, room, sizeof(uint32_t)) ||
        !wf_reserve(memory, (void**)&g->regions, &g->regions_capacity, (size_t)g->region_count + 1,
                    sizeof(wf_region))) {
        return false;
    }
    wf_region* region = &g->regions[g->region_count++];
    *region = (wf_region){r->contour, g->member_count, 0, (uint8_t)sheet};
    for (uint32_t n = 0; n < r->queued; ++n) {
        if ((g->claim[g->queue[n]] & 3) == label) {
            g->members[g->member_count++] = g->queue[n];
        }
    }
    region->count = g->member_count - region->first;
    return true;
}

static bool analyse(wf_memory* memory, wf_global_intersection* g, race* r) {
    uint64_t limit = LEAST_LIMIT + 4 * (uint64_t)r->count * r->count;
    r->limit = r->body || limit > r->mesh->vertex_count ? r->mesh->vertex_count : (uint32_t)limit;
    line_up(g, r);
    run(g, r);
    decide(g, r);
    return list_region(memory, g, r, 0) && list_region(memory, g, r, 1);
}

static bool reserve_all(wf_memory* memory, wf_global_intersection* g, const wf_repair_mesh* mesh) {
    size_t v = mesh->vertex_count, e = mesh->edge_count;
    return wf_reserve(memory, (void**)&g->cut, &g->cut_capacity, e, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&g->claim, &g->claim_capacity, v, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&g->nearest, &g->nearest_capacity, v, sizeof(float)) &&
           wf_reserve(memory, (void**)&g->queue, &g->queue_capacity, v, sizeof(uint32_t));
}

bool wf_global_intersection_find(wf_memory* memory, wf_global_intersection* g, wf_crossings* c,
                                 const wf_repair_mesh mesh[2]) {
    g->region_count = g->member_count = 0;
    if (c->count == 0) {
        return true;
    }
    if (!reserve_all(memory, g, &mesh[WF_CLOTH])) {
        return false;
    }
    memset(g->cut, 0xff, sizeof(uint32_t) * mesh[WF_CLOTH].edge_count);
    memset(g->claim, 0xff, sizeof(uint32_t) * mesh[WF_CLOTH].vertex_count);
    for (uint32_t n = 0; n < c->contour_count; ++n) {
        const wf_contour* k = &c->contours[n];
        race r = {.mesh = &mesh[WF_CLOTH],
                  .items = c->items,
                  .order = c->order + k->first,
                  // All contours with bodies at once, since cloth may lie in a body between two of
                  // them. They come last, as their pairs do.
                  .count = k->body ? c->count - k->first : k->count,
                  .contour = n,
                  .cut = n,
                  .of = k,
                  .body = k->body};
        if (!k->mixed && !analyse(memory, g, &r)) {
            return false;
        }
        if (k->body) {
            break;
        }
    }
    return true;
}

void wf_global_intersection_free(wf_memory* memory, wf_global_intersection* g) {
    wf_free(memory, g->regions);
    wf_free(memory, g->members);
    wf_free(memory, g->cut);
    wf_free(memory, g->claim);
    wf_free(memory, g->nearest);
    wf_free(memory, g->queue);
    *g = (wf_global_intersection){0};
}
