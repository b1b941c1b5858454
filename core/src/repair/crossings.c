// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The audit lists pairs of triangles that cross. From each the trace goes on over the triangles
// next to the edges that cross, so contours are whole even where the list is not. Exact predicates
// say what crosses, so neighbours always agree.
#include "repair/crossings.h"

#include "math/predicates.h"
#include "mesh/topology.h"

#include <string.h>

/// Kinds of keys of the table: crossings by whose edge and face, and pairs of triangles.
enum { KEY_CROSSING = 0, KEY_PAIR = 4 };
enum { TABLE_SIZE = 8 * WF_CROSSINGS_MOST, QUEUE_MOST = 2 * WF_CROSSINGS_MOST };

static const uint32_t of_body = 0x80000000u;

// ---- what was seen
// -----------------------------------------------------------------------------------------

static uint64_t make_key(uint32_t kind, uint32_t a, uint32_t b) {
    return (uint64_t)kind << 60 | (uint64_t)a << 30 | b;
}

/// The slot of a key, empty (value UINT32_MAX) when it is new.
static size_t slot_of(const wf_crossings* c, uint64_t key) {
    size_t mask = c->table_size - 1, slot = (size_t)(key * 0x9e3779b97f4a7c15u >> 40) & mask;
    while (c->value[slot] != UINT32_MAX && c->key[slot] != key) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

static void put(wf_crossings* c, size_t slot, uint64_t key, uint32_t value) {
    c->key[slot] = key;
    c->value[slot] = value;
}

static void enqueue(wf_crossings* c, uint32_t a, uint32_t b) {
    bool body = (b & of_body) != 0;
    if (!body && a > b) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    uint64_t key = make_key(KEY_PAIR + body, a, b & ~of_body);
    size_t slot = slot_of(c, key);
    if (c->value[slot] == UINT32_MAX && c->queue_count < QUEUE_MOST) {
        put(c, slot, key, 0);
        c->queue[c->queue_count++] = (wf_pair){a, b};
    }
}

// ---- contours as a union of crossings
// ----------------------------------------------------------------------

/// The root of a crossing; `unlike` says whether its edge belongs to the other surface than the
/// root's. Shortens the way for the next time.
static uint32_t root_of(wf_crossings* c, uint32_t i, uint32_t* unlike) {
    *unlike = 0;
    while (c->parent[2 * i] >> 1 != i) {
        uint32_t up = c->parent[2 * i];
        uint32_t over = c->parent[2 * (up >> 1)] ^ (up & 1);
        c->parent[2 * i] = over;
        *unlike ^= over & 1;
        i = over >> 1;
    }
    return i;
}

enum { MARK_MIXED = 1, MARK_PINCHED = 2 };

/// Always under the lower index, so the root is the first crossing of its contour.
static void unite(wf_crossings* c, uint32_t a, uint32_t b, uint32_t unlike) {
    uint32_t ua, ub, ra = root_of(c, a, &ua), rb = root_of(c, b, &ub);
    if (ra == rb) {
        c->parent[2 * ra + 1] |= (ua ^ ub) != unlike ? MARK_MIXED : 0;
        return;
    }
    uint32_t low = ra < rb ? ra : rb, high = ra < rb ? rb : ra;
    c->parent[2 * high] = 2 * low | (ua ^ ub ^ unlike);
    c->parent[2 * low + 1] |= c->parent[2 * high + 1];
}

// ---- crossings
// ---------------------------------------------------------------------------------------------

static const float* vertex(const wf_repair_mesh* mesh, uint32_t i) {
    return mesh->x + 4 * (size_t)i;
}

/// Bits of corners of `t` that are corners of `other` too.
static unsigned shared_corners(const uint32_t* same, const uint32_t* t, const uint32_t* other) {
    unsigned shared = 0;
    for (unsigned i = 0; i < 9; ++i) {
        uint32_t a = t[i / 3], b = other[i % 3];
        shared |= (unsigned)(same != NULL ? same[a] == same[b] : a == b) << i / 3;
    }
    return shared;
}

/// Bit i: the edge opposite corner i of triangle `t` goes through the face, and ends in no corner
/// of `shared`.
static unsigned edges_through(const wf_repair_mesh* mesh, uint32_t t, unsigned shared,
                              const wf_repair_mesh* face_mesh, uint32_t face) {
    const float *x[3], *f[3];
    int side[3];
    for (int i = 0; i < 3; ++i) {
        x[i] = vertex(mesh, mesh->triangles[3 * (size_t)t + (size_t)i]);
        f[i] = vertex(face_mesh, face_mesh->triangles[3 * (size_t)face + (size_t)i]);
    }
    for (int i = 0; i < 3; ++i) {
        side[i] = wf_orient3d(f[0], f[1], f[2], x[i]);
    }
    unsigned through = 0;
    for (unsigned i = 0; i < 3; ++i) {
        unsigned p = (i + 1) % 3, q = (i + 2) % 3;
        if ((shared >> p & 1) == 0 && (shared >> q & 1) == 0 &&
            wf_segment_meets_triangle_sided(x[p], x[q], side[p], side[q], f[0], f[1], f[2])) {
            through |= 1u << i;
        }
    }
    return through;
}

/// Places the crossing on edge and face.
static void place_crossing(wf_crossing* k, const wf_repair_mesh* em, const wf_repair_mesh* fm) {
    wf_f4 p = wf_f4_load(vertex(em, k->end[0])), q = wf_f4_load(vertex(em, k->end[1]));
    wf_f4 corner[3];
    for (int i = 0; i < 3; ++i) {
        corner[i] = wf_f4_load(vertex(fm, k->corner[i]));
    }
    float from = wf_lanes_dot(k->normal, wf_f4_sub(p, corner[0]));
    float to = wf_lanes_dot(k->normal, wf_f4_sub(q, corner[0]));
    float t = from != to ? from / (from - to) : 0.5f;
    t = t > 0.0f ? t < 1.0f ? t : 1.0f : 0.0f;
    k->end_weight[0] = 1.0f - t;
    k->end_weight[1] = t;
    k->place = wf_lanes_muladd(p, wf_f4_sub(q, p), t);
    k->along = wf_lanes_unit(wf_f4_sub(q, p));
    float sum = 0.0f;
    for (int i = 0; i < 3; ++i) {
        wf_f4 a = wf_f4_sub(corner[(i + 1) % 3], k->place);
        wf_f4 b = wf_f4_sub(corner[(i + 2) % 3], k->place);
        float w = wf_lanes_dot(k->normal, wf_lanes_cross(a, b));
        k->corner_weight[i] = w > 0.0f ? w : 0.0f;
        sum += k->corner_weight[i];
    }
    for (int i = 0; i < 3; ++i) {
        k->corner_weight[i] = sum > 0.0f ? k->corner_weight[i] / sum : 1.0f / 3.0f;
    }
}

/// The crossing of an edge and a face, made when it is new; UINT32_MAX when there is no room.
static uint32_t crossing_of(wf_crossings* c, const wf_repair_mesh mesh[2], uint8_t edge_of,
                            uint32_t edge, uint8_t face_of, uint32_t face) {
    uint64_t key = make_key(KEY_CROSSING + 2u * edge_of + face_of, edge, face);
    size_t slot = slot_of(c, key);
    if (c->value[slot] != UINT32_MAX || c->count == WF_CROSSINGS_MOST) {
        return c->value[slot];
    }
    uint32_t index = c->count++;
    put(c, slot, key, index);
    wf_crossing* k = &c->items[index];
    *k = (wf_crossing){.edge = edge, .face = face, .edge_of = edge_of, .face_of = face_of};
    memcpy(k->end, mesh[edge_of].edges + 2 * (size_t)edge, sizeof k->end);
    memcpy(k->corner, mesh[face_of].triangles + 3 * (size_t)face, sizeof k->corner);
    k->normal = wf_lanes_normal(mesh[face_of].x, mesh[face_of].triangles + 3 * (size_t)face);
    place_crossing(k, &mesh[edge_of], &mesh[face_of]);
    c->parent[2 * index] = 2 * index;
    c->parent[2 * index + 1] = 0;
    for (int i = 0; i < 2; ++i) { // the contour goes on over the triangles at this edge
        uint32_t next = mesh[edge_of].edge_triangles[2 * (size_t)edge + (size_t)i];
        if (next != UINT32_MAX && edge_of == WF_CLOTH) {
            enqueue(c, next, face_of == WF_BODY ? face | of_body : face);
        } else if (next != UINT32_MAX) {
            enqueue(c, face, next | of_body);
        }
    }
    return index;
}

/// Adds what triangle `t` of the edge gives to the gradient of the contour's length: with R the
/// direction of the contour into t, R - 2 (E.R) / (E.N) N. The sum over both triangles says where
/// the edge should move.
static void add_gradient(wf_crossing* k, const wf_repair_mesh* mesh, uint32_t t) {
    const uint32_t* v = mesh->triangles + 3 * (size_t)t;
    wf_f4 r = wf_lanes_unit(wf_lanes_cross(k->normal, wf_lanes_normal(mesh->x, v)));
    uint32_t apex = wf_opposite_corner(v, k->end);
    wf_f4 in = wf_f4_sub(wf_f4_load(vertex(mesh, apex)), k->place);
    in = wf_lanes_muladd(in, k->along, -wf_lanes_dot(in, k->along));
    if (wf_lanes_dot(in, r) < 0.0f) {
        r = wf_lanes_scale(r, -1.0f);
    }
    float steep = wf_lanes_dot(k->along, k->normal);
    float least = 0.1f; // an edge nearly in the face would ask for any move
    steep = steep >= 0.0f ? (steep > least ? steep : least) : steep < -least ? steep : -least;
    wf_f4 g = wf_lanes_muladd(r, k->normal, -2.0f * wf_lanes_dot(k->along, r) / steep);
    k->gradient = wf_f4_add(k->gradient, g);
}

/// A pair of triangles as it is taken from the queue.
typedef struct meeting {
    const wf_repair_mesh* mesh; // both
    uint8_t of[2];
    uint32_t triangle[2];
    uint32_t found; // crossings
    uint32_t first;
} meeting;

/// Makes the crossings of the edges of one of the two triangles with the other and joins them.
static void meet(wf_crossings* c, meeting* m, int from, unsigned through) {
    uint32_t t = m->triangle[from];
    for (unsigned i = 0; i < 3; ++i) {
        if ((through >> i & 1) == 0) {
            continue;
        }
        uint32_t edge = m->mesh[m->of[from]].triangle_edges[3 * (size_t)t + i];
        uint32_t k =
            crossing_of(c, m->mesh, m->of[from], edge, m->of[1 - from], m->triangle[1 - from]);
        if (k == UINT32_MAX) {
            return;
        }
        add_gradient(&c->items[k], &m->mesh[m->of[from]], t);
        if (m->found == 0) {
            m->first = 2 * k + (uint32_t)from;
        } else {
            unite(c, m->first >> 1, k, (m->first & 1) != (uint32_t)from);
        }
        m->found += 1;
    }
}

static void trace_pair(wf_crossings* c, const wf_repair_mesh mesh[2], wf_pair pair) {
    uint8_t of = (pair.b & of_body) != 0 ? WF_BODY : WF_CLOTH;
    meeting m = {mesh, {WF_CLOTH, of}, {pair.a, pair.b & ~of_body}, 0, 0};
    const uint32_t* a = mesh[0].triangles + 3 * (size_t)m.triangle[0];
    const uint32_t* b = mesh[of].triangles + 3 * (size_t)m.triangle[1];
    unsigned shared = of == WF_CLOTH ? shared_corners(mesh[0].same, a, b) : 0;
    if ((shared & (shared - 1)) != 0) {
        return; // neighbours
    }
    unsigned shared_b = shared != 0 ? shared_corners(mesh[0].same, b, a) : 0;
    meet(c, &m, 0, edges_through(&mesh[0], m.triangle[0], shared, &mesh[of], m.triangle[1]));
    meet(c, &m, 1, edges_through(&mesh[of], m.triangle[1], shared_b, &mesh[0], m.triangle[0]));
    if (m.found > 0 && shared != 0) {
        uint32_t unlike;
        c->parent[2 * root_of(c, m.first >> 1, &unlike) + 1] |= MARK_PINCHED;
    }
}

// ---- order
// -----------------------------------------------------------------------------------------

/// Numbers the contours by their first crossings and sorts the crossings into them.
static bool sort_contours(wf_memory* memory, wf_crossings* c) {
    c->contour_count = 0;
    for (uint32_t i = 0; i < c->count; ++i) {
        uint32_t unlike, root = root_of(c, i, &unlike);
        if (root == i && !wf_reserve(memory, (void**)&c->contours, &c->contours_capacity,
                                     (size_t)c->contour_count + 1, sizeof(wf_contour))) {
            return false;
        }
        wf_crossing* k = &c->items[i];
        if (root == i) {
            uint32_t marks = c->parent[2 * i + 1];
            c->contours[c->contour_count] = (wf_contour){.body = k->edge_of != k->face_of,
                                                         .mixed = (marks & MARK_MIXED) != 0,
                                                         .pinched = (marks & MARK_PINCHED) != 0};
        }
        k->contour = root == i ? c->contour_count++ : c->items[root].contour;
        k->sheet = k->edge_of != k->face_of ? k->edge_of : (uint8_t)unlike;
        c->contours[k->contour].count += 1;
    }
    uint32_t first = 0;
    for (uint32_t n = 0; n < c->contour_count; ++n) {
        c->contours[n].first = first;
        first += c->contours[n].count;
        c->contours[n].count = 0;
    }
    for (uint32_t i = 0; i < c->count; ++i) {
        wf_contour* n = &c->contours[c->items[i].contour];
        c->order[n->first + n->count++] = i;
    }
    return true;
}

static bool reserve_all(wf_memory* memory, wf_crossings* c) {
    c->table_size = TABLE_SIZE;
    return wf_reserve(memory, (void**)&c->items, &c->items_capacity, WF_CROSSINGS_MOST,
                      sizeof(wf_crossing)) &&
           wf_reserve(memory, (void**)&c->order, &c->order_capacity, WF_CROSSINGS_MOST,
                      sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&c->parent, &c->parent_capacity,
                      2 * (size_t)WF_CROSSINGS_MOST, sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&c->queue, &c->queue_capacity, QUEUE_MOST, sizeof(wf_pair)) &&
           wf_reserve(memory, (void**)&c->key, &c->key_capacity, TABLE_SIZE, sizeof(uint64_t)) &&
           wf_reserve(memory, (void**)&c->value, &c->value_capacity, TABLE_SIZE, sizeof(uint32_t));
}

bool wf_crossings_trace(wf_memory* memory, wf_crossings* c, const wf_repair_mesh mesh[2],
                        const wf_pair* self, uint32_t self_count, const wf_pair* across,
                        uint32_t across_count) {
    c->count = c->contour_count = c->queue_count = 0;
    c->full = false;
    if (self_count + across_count == 0) {
        return true;
    }
    if (!reserve_all(memory, c)) {
        return false;
    }
    memset(c->value, 0xff, sizeof(uint32_t) * c->table_size);
    for (uint32_t i = 0; i < self_count; ++i) {
        enqueue(c, self[i].a, self[i].b);
    }
    for (uint32_t i = 0; i < across_count; ++i) {
        enqueue(c, across[i].a, across[i].b | of_body);
    }
    for (uint32_t i = 0; i < c->queue_count; ++i) {
        trace_pair(c, mesh, c->queue[i]);
    }
    c->full = c->count == WF_CROSSINGS_MOST || c->queue_count == QUEUE_MOST;
    return sort_contours(memory, c);
}

void wf_crossings_free(wf_memory* memory, wf_crossings* c) {
    wf_free(memory, c->items);
    wf_free(memory, c->contours);
    wf_free(memory, c->order);
    wf_free(memory, c->parent);
    wf_free(memory, c->queue);
    wf_free(memory, c->key);
    wf_free(memory, c->value);
    *c = (wf_crossings){0};
}

// ---- who is next to an edge or a vertex
// ----------------------------------------------------------------------

bool wf_vertex_edges(wf_memory* memory, const uint32_t* edges, uint32_t edge_count,
                     uint32_t vertex_count, uint32_t** first_edge, uint32_t** vertex_edges) {
    uint32_t* first = *first_edge = WF_ALLOC(memory, uint32_t, (size_t)vertex_count + 2);
    uint32_t* item = *vertex_edges = WF_ALLOC(memory, uint32_t, 2 * (size_t)edge_count + 1);
    if (first == NULL || item == NULL) {
        return false;
    }
    for (size_t k = 0; k < 2 * (size_t)edge_count; ++k) {
        first[edges[k] + 2] += 1;
    }
    for (uint32_t i = 0; i < vertex_count; ++i) {
        first[i + 2] += first[i + 1];
    }
    for (size_t k = 0; k < 2 * (size_t)edge_count; ++k) {
        item[first[edges[k] + 1]++] = (uint32_t)(k / 2);
    }
    return true;
}
