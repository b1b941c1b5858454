// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The edges that cross are the cut. A flood from their ends that does not pass the cut finds the
// sides; it is given up where it grows larger than what a contour of that length can enclose.
#include "repair/global_intersection.h"

#include <string.h>

/// A small contour may still cut off this many vertices.
enum { LEAST_LIMIT = 64 };

static uint32_t other_end(const wf_repair_mesh* mesh, uint32_t edge, uint32_t end) {
    const uint32_t* e = mesh->edges + 2 * (size_t)edge;
    return e[0] == end ? e[1] : e[0];
}

static uint32_t resolve(const wf_global_intersection* g, uint32_t piece) {
    while (g->pieces[piece].same_as != piece) {
        piece = g->pieces[piece].same_as;
    }
    return piece;
}

/// Finds the piece around a vertex, without passing edges that `cut` marks.
static bool flood(wf_memory* memory, wf_global_intersection* g, const wf_repair_mesh* mesh,
                  uint32_t seed, uint32_t cut, uint32_t first_piece, uint32_t limit) {
    if (!wf_reserve(memory, (void**)&g->pieces, &g->pieces_capacity, (size_t)g->piece_count + 1,
                    sizeof(wf_piece))) {
        return false;
    }
    uint32_t id = g->piece_count++, count = 1;
    wf_piece* piece = &g->pieces[id];
    *piece = (wf_piece){0, id, false, false, false};
    g->queue[0] = seed;
    g->piece[seed] = id;
    for (uint32_t n = 0; n < count && !piece->large; ++n) {
        uint32_t v = g->queue[n];
        for (uint32_t k = mesh->first_edge[v]; k < mesh->first_edge[v + 1]; ++k) {
            uint32_t edge = mesh->vertex_edges[k], w = other_end(mesh, edge, v);
            if (g->cut[edge] == cut || g->piece[w] == id) {
                continue;
            }
            if (g->piece[w] != UINT32_MAX && g->piece[w] >= first_piece) {
                piece->same_as = resolve(g, g->piece[w]); // only a piece that was given up
                piece->large = true;
                break;
            }
            piece->large = count >= limit;
            if (piece->large) {
                break;
            }
            g->piece[w] = id;
            g->queue[count++] = w;
        }
    }
    piece->count = count;
    return true;
}

/// The end of a cloth edge that is below the body's face.
static uint8_t end_in_body(const wf_crossing* k) {
    return wf_v3_dot(k->along, k->normal) > 0.0f ? 1 : 2;
}

/// Sets the inside of a crossing between two pieces. Against a body the smaller side need not be
/// the wrong one.
static void decide(wf_global_intersection* g, wf_crossing* k, bool body) {
    uint32_t side[2] = {resolve(g, g->piece[k->end[0]]), resolve(g, g->piece[k->end[1]])};
    wf_piece *a = &g->pieces[side[0]], *b = &g->pieces[side[1]];
    if (body) {
        k->inside = end_in_body(k);
    } else if (side[0] != side[1]) {
        bool first = !a->large && (b->large || a->count <= b->count);
        k->inside = first ? 1 : !b->large ? 2 : 0;
    }
    if (k->inside != 0) {
        (k->inside == 1 ? a : b)->inside = true;
        (k->inside == 1 ? b : a)->outside = true;
    }
}

/// Lists the members of a piece ring by ring, from the ends of crossings inward.
static bool list_region(wf_memory* memory, wf_global_intersection* g, const wf_crossings* c,
                        const wf_repair_mesh* mesh, const uint32_t* order, uint32_t count,
                        uint32_t id, uint32_t cut) {
    size_t room = (size_t)g->member_count + g->pieces[id].count;
    if (!wf_reserve(memory, (void**)&g->members, &g->members_capacity, room, sizeof(uint32_t)) ||
        !wf_reserve(memory, (void**)&g->regions, &g->regions_capacity, (size_t)g->region_count + 1,
                    sizeof(wf_region))) {
        return false;
    }
    wf_region* region = &g->regions[g->region_count++];
    *region = (wf_region){UINT32_MAX, g->member_count, 0, 0};
    uint32_t* members = g->members + region->first;
    for (uint32_t n = 0; n < count; ++n) {
        const wf_crossing* k = &c->items[order[n]];
        uint32_t v = k->inside != 0 ? k->end[k->inside - 1] : UINT32_MAX;
        if (v == UINT32_MAX || k->edge_of != WF_CLOTH || g->piece[v] != id || g->ring[v] == id) {
            continue;
        }
        if (region->contour == UINT32_MAX) {
            region->contour = k->contour;
            region->sheet = k->sheet;
        }
        g->ring[v] = id;
        members[region->count++] = v;
    }
    for (uint32_t n = 0; n < region->count; ++n) {
        uint32_t v = members[n];
        for (uint32_t k = mesh->first_edge[v]; k < mesh->first_edge[v + 1]; ++k) {
            uint32_t edge = mesh->vertex_edges[k], w = other_end(mesh, edge, v);
            if (g->cut[edge] != cut && g->piece[w] == id && g->ring[w] != id) {
                g->ring[w] = id;
                members[region->count++] = w;
            }
        }
    }
    g->member_count += region->count;
    return true;
}

/// Cuts the cloth along some crossings, finds the sides and decides.
static bool analyse(wf_memory* memory, wf_global_intersection* g, wf_crossings* c,
                    const wf_repair_mesh* mesh, const uint32_t* order, uint32_t count, bool body,
                    uint32_t cut) {
    uint32_t first_piece = g->piece_count;
    uint64_t limit = body ? mesh->vertex_count : LEAST_LIMIT + (uint64_t)count * count;
    limit = limit < mesh->vertex_count ? limit : mesh->vertex_count;
    for (uint32_t n = 0; n < count; ++n) {
        const wf_crossing* k = &c->items[order[n]];
        if (k->edge_of == WF_CLOTH) {
            g->cut[k->edge] = cut;
        }
    }
    for (uint32_t n = 0; n < count; ++n) {
        const wf_crossing* k = &c->items[order[n]];
        for (uint8_t i = 0; i < 2 && k->edge_of == WF_CLOTH; ++i) {
            uint32_t found = g->piece[k->end[i]];
            if ((found == UINT32_MAX || found < first_piece) &&
                !flood(memory, g, mesh, k->end[i], cut, first_piece, (uint32_t)limit)) {
                return false;
            }
        }
    }
    for (uint32_t n = 0; n < count; ++n) {
        if (c->items[order[n]].edge_of == WF_CLOTH) {
            decide(g, &c->items[order[n]], body);
        }
    }
    for (uint32_t id = first_piece; id < g->piece_count; ++id) {
        const wf_piece* p = &g->pieces[id];
        if (p->inside && !p->outside && !p->large &&
            !list_region(memory, g, c, mesh, order, count, id, cut)) {
            return false;
        }
    }
    return true;
}

static bool reserve_all(wf_memory* memory, wf_global_intersection* g, const wf_repair_mesh* mesh) {
    size_t v = mesh->vertex_count, e = mesh->edge_count;
    return wf_reserve(memory, (void**)&g->cut, &g->cut_capacity, e, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&g->piece, &g->piece_capacity, v, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&g->ring, &g->ring_capacity, v, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&g->queue, &g->queue_capacity, v, sizeof(uint32_t));
}

bool wf_global_intersection_find(wf_memory* memory, wf_global_intersection* g, wf_crossings* c,
                                 const wf_repair_mesh mesh[2]) {
    g->region_count = g->member_count = g->piece_count = 0;
    if (c->count == 0) {
        return true;
    }
    if (!reserve_all(memory, g, &mesh[WF_CLOTH])) {
        return false;
    }
    memset(g->cut, 0xff, sizeof(uint32_t) * mesh[WF_CLOTH].edge_count);
    memset(g->piece, 0xff, sizeof(uint32_t) * mesh[WF_CLOTH].vertex_count);
    memset(g->ring, 0xff, sizeof(uint32_t) * mesh[WF_CLOTH].vertex_count);
    bool done = true;
    for (uint32_t n = 0; n < c->contour_count && done; ++n) {
        const wf_contour* k = &c->contours[n];
        done = k->body ||
               analyse(memory, g, c, &mesh[WF_CLOTH], c->order + k->first, k->count, false, n);
    }
    // All contours with bodies at once, since cloth may lie in the body between two of them. They
    // come last, as their pairs do.
    uint32_t first = 0;
    for (uint32_t n = 0; n < c->contour_count; ++n) {
        first += c->contours[n].body ? 0 : c->contours[n].count;
    }
    return done && (first == c->count || analyse(memory, g, c, &mesh[WF_CLOTH], c->order + first,
                                                 c->count - first, true, c->contour_count));
}

void wf_global_intersection_free(wf_memory* memory, wf_global_intersection* g) {
    wf_free(memory, g->regions);
    wf_free(memory, g->members);
    wf_free(memory, g->cut);
    wf_free(memory, g->piece);
    wf_free(memory, g->ring);
    wf_free(memory, g->pieces);
    wf_free(memory, g->queue);
    *g = (wf_global_intersection){0};
}
