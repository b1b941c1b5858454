// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The registration, the lookup and the push of projection_self.h. Cells are buckets of a hash as in
//   Teschner, Heidelberger, Müller, Pomeranets, Gross, "Optimized spatial hashing for collision
//   detection of deformable objects", VMV 2003.
// A bucket may hold vertices of other cells too; they are told by their distance. The outcome
// depends on poses alone, and the work is bounded however cloth lies: in so many parts of a move
// and passes, so many vertices of a bucket and pairs of a particle.
#include "contact/projection_self.h"

#include "contact/partners.h"
#include "contact/thickness.h"
#include "detect/closest.h"
#include "math/hash.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

#define NO_VERTEX UINT32_MAX

/// Places are far smaller, in cells.
#define FAR 1e9f

/// Who is nearer, in m, is on neither side.
#define LEAST 1e-6f

/// A part of a move is at most this long, in sides of a cell.
#define PART 0.25f

enum { MEETS = 4, BUCKET_MOST = 128, PASSES = 4, PARTS_MOST = 16 };

bool wf_vertex_cells_create(const wf_contact* c, wf_vertex_cells* cells) {
    uint32_t count = c->particles->count;
    uint32_t buckets = 1;
    while (buckets < count) {
        buckets *= 2;
    }
    cells->mask = buckets - 1;
    cells->head = WF_ALLOC(c->memory, uint32_t, buckets);
    cells->after = WF_ALLOC(c->memory, uint32_t, count);
    cells->pairs = WF_ALLOC(c->memory, wf_vertex_pair, MEETS * (size_t)count);
    cells->x = WF_ALLOC(c->memory, float, 4 * (size_t)count);
    cells->held = WF_ALLOC(c->memory, uint8_t, count);
    cells->pushed = WF_ALLOC(c->memory, uint8_t, count);
    bool rows = wf_vertex_triangles(c->memory, c->particles->triangles,
                                    c->particles->triangle_count, count, &cells->vertex_triangles);
    return rows && !c->memory->failed;
}

void wf_vertex_cells_free(const wf_contact* c, wf_vertex_cells* cells) {
    wf_free(c->memory, cells->head);
    wf_free(c->memory, cells->after);
    wf_rows_free(c->memory, &cells->vertex_triangles);
    wf_free(c->memory, cells->pairs);
    wf_free(c->memory, cells->x);
    wf_free(c->memory, cells->held);
    wf_free(c->memory, cells->pushed);
    memset(cells, 0, sizeof *cells);
}

static wf_v3 place_of(const wf_vertex_cells* cells, uint32_t particle) {
    return wf_v3_load(cells->x + 4 * (size_t)particle);
}

/// As long as edges are in the mean, and so wide that layers that rest on each other meet.
static float side_of(const wf_contact* c, const wf_vertex_cells* cells) {
    const wf_particles* p = c->particles;
    float sum = 0.0f;
    for (size_t e = 0; e < p->edge_count; ++e) {
        wf_v3 a = place_of(cells, p->edges[2 * e]), b = place_of(cells, p->edges[2 * e + 1]);
        sum += wf_v3_length(wf_v3_sub(b, a));
    }
    float mean = p->edge_count > 0 ? sum / (float)p->edge_count : 0.0f;
    return wf_wider(mean, 2.0f * wf_layers_reach(c));
}

static int32_t cell_along(float x, float side) {
    float place = floorf(x / side);
    return place > -FAR ? place < FAR ? (int32_t)place : (int32_t)FAR : -(int32_t)FAR;
}

static void cell_of(const wf_vertex_cells* cells, wf_v3 x, int32_t cell[3]) {
    cell[0] = cell_along(x.x, cells->side);
    cell[1] = cell_along(x.y, cells->side);
    cell[2] = cell_along(x.z, cells->side);
}

/// The last is put in first, so that buckets ascend.
static void register_all(const wf_contact* c, wf_vertex_cells* cells) {
    memset(cells->head, 0xff, 4 * ((size_t)cells->mask + 1));
    for (uint32_t i = c->particles->count; i-- > 0;) {
        int32_t cell[3];
        cell_of(cells, place_of(cells, i), cell);
        uint32_t bucket = wf_hash_cell(cell[0], cell[1], cell[2]) & cells->mask;
        cells->after[i] = cells->head[bucket];
        cells->head[bucket] = i;
    }
}

/// Within two rings, where what is sewn together is one.
static bool are_near_in_mesh(const wf_layers* layers, uint32_t i, uint32_t j) {
    const wf_rows* joined = &layers->joined;
    uint32_t a = layers->same[i], b = layers->same[j];
    bool near = a == b || wf_rows_has(joined, a, b);
    for (uint32_t k = joined->row[a]; k < joined->row[a + 1] && !near; ++k) {
        near = wf_rows_has(joined, joined->item[k], b);
    }
    return near;
}

static bool may_meet(const wf_contact* c, uint32_t i, uint32_t j) {
    const wf_cloth* cloths = c->objects->cloths;
    const uint32_t* of = c->particles->cloth_of;
    return wf_may_touch(&cloths[of[i]].collision, &cloths[of[j]].collision) &&
           !are_near_in_mesh(c->layers, i, j);
}

typedef struct nearest {
    uint32_t vertex;
    float distance2; // m2
} nearest;

static bool is_before(nearest a, nearest b) {
    return a.distance2 < b.distance2 || (a.distance2 == b.distance2 && a.vertex < b.vertex);
}

/// Into a list that ascends; what is on it already, of another cell in the same bucket, is not
/// entered twice.
static uint32_t enter(nearest list[MEETS], uint32_t count, nearest one) {
    uint32_t at = count;
    while (at > 0 && is_before(one, list[at - 1])) {
        --at;
    }
    if (at == MEETS || (at > 0 && list[at - 1].vertex == one.vertex)) {
        return count;
    }
    count += count < MEETS;
    for (uint32_t k = count - 1; k > at; --k) {
        list[k] = list[k - 1];
    }
    list[at] = one;
    return count;
}

static uint32_t ask_bucket(const wf_contact* c, const wf_vertex_cells* cells, uint32_t i,
                           uint32_t bucket, nearest list[MEETS], uint32_t count) {
    float side2 = cells->side * cells->side;
    uint32_t j = cells->head[bucket];
    for (uint32_t k = 0; j != NO_VERTEX && k < BUCKET_MOST; ++k, j = cells->after[j]) {
        wf_v3 way = wf_v3_sub(place_of(cells, i), place_of(cells, j));
        nearest one = {j, wf_v3_dot(way, way)};
        if (one.distance2 < side2 && (count < MEETS || is_before(one, list[count - 1])) &&
            may_meet(c, i, j)) {
            count = enter(list, count, one);
        }
    }
    return count;
}

/// The nearest that it may meet, ascending.
static uint32_t look_around(const wf_contact* c, const wf_vertex_cells* cells, uint32_t i,
                            nearest list[MEETS]) {
    int32_t cell[3];
    cell_of(cells, place_of(cells, i), cell);
    uint32_t count = 0;
    for (int32_t z = -1; z <= 1; ++z) {
        for (int32_t y = -1; y <= 1; ++y) {
            for (int32_t x = -1; x <= 1; ++x) {
                uint32_t bucket = wf_hash_cell(cell[0] + x, cell[1] + y, cell[2] + z) & cells->mask;
                count = ask_bucket(c, cells, i, bucket, list, count);
            }
        }
    }
    return count;
}

/// Of the triangles at a vertex, the one that is closest to a particle: fills its corners and
/// weights.
static void close_in(const wf_contact* c, const wf_vertex_cells* cells, uint32_t vertex,
                     wf_vertex_pair* pair) {
    const wf_rows* rows = &cells->vertex_triangles;
    wf_v3 p = place_of(cells, pair->particle[0]);
    float best2 = INFINITY;
    for (uint32_t k = rows->row[vertex]; k < rows->row[vertex + 1]; ++k) {
        const uint32_t* t = c->particles->triangles + 3 * (size_t)rows->item[k];
        wf_v3 a = place_of(cells, t[0]), b = place_of(cells, t[1]), d = place_of(cells, t[2]);
        float w[3];
        wf_closest_point_triangle(p.raw, a.raw, b.raw, d.raw, w);
        wf_v3 way =
            wf_v3_sub(p, wf_v3_muladd(wf_v3_muladd(wf_v3_scale(a, w[0]), b, w[1]), d, w[2]));
        float distance2 = wf_v3_dot(way, way);
        if (distance2 < best2) {
            best2 = distance2;
            wf_v3_store(pair->normal, way);
            for (int m = 0; m < 3; ++m) {
                pair->particle[1 + m] = t[m];
                pair->weight[1 + m] = -w[m];
            }
        }
    }
    pair->target = best2;
}

/// False when they are too far, or too near to have a direction.
static bool make_pair(const wf_contact* c, const wf_vertex_cells* cells, uint32_t i, uint32_t j,
                      wf_vertex_pair* pair) {
    *pair = (wf_vertex_pair){.particle = {i, j, j, j}, .weight = {1.0f, 0.0f, 0.0f, 0.0f}};
    close_in(c, cells, j, pair);
    float distance = sqrtf(pair->target);
    if (!(distance > LEAST && distance < cells->side)) {
        return false;
    }
    wf_v3_store(pair->normal, wf_v3_scale(wf_v3_load(pair->normal), 1.0f / distance));
    pair->target = wf_touch_target(distance, wf_distance_of_layers(c, i, j));
    return true;
}

/// By masses; who has a small weight, and everybody else is held, goes no further than what is
/// missing.
static void push_apart(const wf_contact* c, wf_vertex_cells* cells, const wf_vertex_pair* pair) {
    wf_v3 n = wf_v3_load(pair->normal);
    float missing = pair->target, share[4], sum = 0.0f, most = 0.0f;
    for (int k = 0; k < 4; ++k) {
        uint32_t v = pair->particle[k];
        missing -= pair->weight[k] * wf_v3_dot(place_of(cells, v), n);
        share[k] = cells->held[v] ? 0.0f : pair->weight[k] / c->particles->mass[v];
        sum += pair->weight[k] * share[k];
        most = wf_wider(most, fabsf(share[k]));
    }
    sum = wf_wider(sum, most);
    for (int k = 0; k < 4 && missing > 0.0f && sum > 0.0f; ++k) {
        uint32_t v = pair->particle[k];
        wf_v3 x = wf_v3_muladd(place_of(cells, v), n, share[k] / sum * missing);
        wf_v3_store(cells->x + 4 * (size_t)v, x);
        cells->pushed[v] |= !cells->held[v];
    }
}

/// Registers the pose in hand and finds who met whom.
static uint32_t find_pairs(const wf_contact* c, wf_vertex_cells* cells) {
    uint32_t met = 0;
    register_all(c, cells);
    for (uint32_t i = 0; i < c->particles->count; ++i) {
        nearest list[MEETS];
        uint32_t found = look_around(c, cells, i, list);
        for (uint32_t k = 0; k < found; ++k) {
            met += make_pair(c, cells, i, list[k].vertex, &cells->pairs[met]);
        }
    }
    return met;
}

/// Bodies are stronger: who was put out of one weighs as if it were held.
static void put_out_all(const wf_contact* c, wf_vertex_cells* cells, const wf_put_out* bodies) {
    const wf_particles* p = c->particles;
    for (uint32_t i = 0; i < p->count; ++i) {
        float* x = cells->x + 4 * (size_t)i;
        const float* from = p->x + 4 * (size_t)i;
        float d[4] = {x[0] - from[0], x[1] - from[1], x[2] - from[2], 0.0f};
        if (!p->fixed[i] && bodies->one(c, bodies->self, i, d)) {
            wf_v3_store(x, wf_v3_add(wf_v3_load(from), wf_v3_load(d)));
            cells->pushed[i] = cells->held[i] = 1;
        }
    }
}

/// Takes the pose in hand a part of the way.
static void go_part(const wf_contact* c, wf_vertex_cells* cells, const float* move, float part,
                    const wf_put_out* bodies) {
    uint32_t count = c->particles->count, met = find_pairs(c, cells);
    for (size_t i = 0; i < 4 * (size_t)count; ++i) {
        cells->x[i] += part * move[i];
    }
    memcpy(cells->held, c->particles->fixed, count);
    for (uint32_t pass = 0; pass < PASSES; ++pass) {
        for (uint32_t k = 0; k < met; ++k) {
            push_apart(c, cells, &cells->pairs[k]);
        }
        put_out_all(c, cells, bodies);
    }
}

/// So many that in each nobody goes far in its cell.
static uint32_t parts_of(const wf_contact* c, const wf_vertex_cells* cells, const float* move) {
    float longest2 = 0.0f;
    for (size_t i = 0; i < 4 * (size_t)c->particles->count; i += 4) {
        wf_v3 d = wf_v3_load(move + i);
        longest2 = wf_wider(longest2, wf_v3_dot(d, d));
    }
    float parts = 1.0f + sqrtf(longest2) / (PART * cells->side);
    return parts < (float)PARTS_MOST ? (uint32_t)parts : PARTS_MOST;
}

uint32_t wf_vertex_cells_part(const wf_contact* c, wf_vertex_cells* cells, float* displacement,
                              const wf_put_out* bodies) {
    const wf_particles* p = c->particles;
    if (c->layers == NULL || c->layers->idle || p->count == 0) {
        return 0;
    }
    memcpy(cells->x, p->x, 16 * (size_t)p->count);
    memset(cells->pushed, 0, p->count);
    cells->side = side_of(c, cells);
    uint32_t pushed = 0, parts = parts_of(c, cells, displacement);
    for (uint32_t k = 0; k < parts; ++k) {
        go_part(c, cells, displacement, 1.0f / (float)parts, bodies);
    }
    for (size_t i = 0; i < p->count; ++i) {
        if (cells->pushed[i]) {
            wf_v3 way = wf_v3_sub(place_of(cells, (uint32_t)i), wf_v3_load(p->x + 4 * i));
            wf_v3_store(displacement + 4 * i, way);
        }
        pushed += cells->pushed[i];
    }
    return pushed;
}
