// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cutting a body into segments, and following them. The rotation of a fit is the orthogonal factor
// of the covariance of rest and present places, by Higham's Newton iteration: multiplications,
// divisions and square roots alone, so every back end gives the same bits.
#include "structures/distance_segments.h"

#include "base/report.h"
#include "mesh/check.h"

#include <math.h>
#include <string.h>

/// A fit takes at most so many vertices, evenly out of those of the segment.
enum { FITTED = 192, NEWTON_STEPS = 24 };
/// A body with more segments keeps the rest in the last one.
enum { MOST_SEGMENTS = 250 };

static const char* const names[WF_RIG_SEGMENTS] = {
    "hips",      "waist",  "chest",   "neck",   "head",   "shoulder.L", "upper arm.L",
    "forearm.L", "hand.L", "thigh.L", "shin.L", "foot.L", "shoulder.R", "upper arm.R",
    "forearm.R", "hand.R", "thigh.R", "shin.R", "foot.R"};

/// In the order of the rig: root, five of the spine, three of the neck, head; then of each side
/// breast, clavicle, shoulder, upper arm, forearm (two each), wrist, pelvis, thigh, shin (two
/// each), foot, toe.
static const uint8_t rig[WF_RIG_BONES] = {0,  0,  1,  1,  2,  2, 3,  3,  3,  4,  2,  5, 5,  6,
                                          6,  7,  7,  8,  0,  9, 9,  10, 10, 11, 11, 2, 12, 12,
                                          13, 13, 14, 14, 15, 0, 16, 16, 17, 17, 18, 18};

uint32_t wf_segments_of_bones(uint32_t bone_count, uint8_t* out) {
    for (uint32_t i = 0; i < bone_count; ++i) {
        uint32_t own = i < MOST_SEGMENTS ? i : MOST_SEGMENTS - 1;
        out[i] = bone_count == WF_RIG_BONES ? rig[i] : (uint8_t)own;
    }
    return bone_count == WF_RIG_BONES   ? WF_RIG_SEGMENTS
           : bone_count < MOST_SEGMENTS ? bone_count
                                        : MOST_SEGMENTS;
}

const char* wf_segment_name(uint32_t label) {
    return label < WF_RIG_SEGMENTS ? names[label] : "";
}

void wf_segment_free(wf_memory* memory, wf_distance_segment* s) {
    wf_distance_free(memory, &s->field);
    wf_free(memory, s->vertices);
    wf_free(memory, s->rest);
    *s = (wf_distance_segment){0};
}

// ---- cutting ------------------------------------------------------------------------------------

/// The part of a mesh with a label, and its caps.
typedef struct part {
    float* x;         // 4 per vertex: those of the mesh that it has, then the middles of its cuts
    uint32_t* number; // per vertex of the mesh: its vertex of the part, from 1
    uint32_t* source; // per vertex of the part that is one of the mesh
    uint32_t* triangles; // of the skin, then of the caps
    uint64_t* edges;     // of the skin, sorted: from one vertex to the next
    uint8_t* cut;        // per edge: nobody has it the other way
    uint32_t* parent;    // per vertex: cuts that hang together
    uint32_t* centre;    // per vertex that leads a cut: its middle
    uint32_t skin, count, used, vertex_count;
} part;

static void free_part(wf_memory* memory, part* p) {
    wf_free(memory, p->x);
    wf_free(memory, p->number);
    wf_free(memory, p->source);
    wf_free(memory, p->triangles);
    wf_free(memory, p->edges);
    wf_free(memory, p->cut);
    wf_free(memory, p->parent);
    wf_free(memory, p->centre);
}

/// Every edge may be a cut: a cap each, and a middle for at least three.
static bool alloc_part(wf_memory* memory, uint32_t mesh_vertices, part* p) {
    size_t edges = 3 * (size_t)p->skin;
    p->x = WF_ALLOC(memory, float, 4 * (edges + p->skin));
    p->number = WF_ALLOC(memory, uint32_t, mesh_vertices);
    p->source = WF_ALLOC(memory, uint32_t, edges);
    p->triangles = WF_ALLOC(memory, uint32_t, 3 * (p->skin + edges));
    p->edges = WF_ALLOC(memory, uint64_t, edges);
    p->cut = WF_ALLOC(memory, uint8_t, edges);
    p->parent = WF_ALLOC(memory, uint32_t, edges);
    p->centre = WF_ALLOC(memory, uint32_t, edges);
    return p->x && p->number && p->source && p->triangles && p->edges && p->cut && p->parent &&
           p->centre;
}

static uint32_t take_vertex(const wf_distance_mesh* mesh, part* p, uint32_t v) {
    if (p->number[v] == 0) {
        p->source[p->used] = v;
        memcpy(p->x + 4 * (size_t)p->used, mesh->x + 4 * (size_t)v, 16);
        p->number[v] = ++p->used;
    }
    return p->number[v] - 1;
}

static void take_triangles(const wf_distance_mesh* mesh, const uint8_t* labels, uint32_t label,
                           part* p) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        if (labels[i / 3] == label) {
            p->triangles[at++] = take_vertex(mesh, p, mesh->triangles[i]);
        }
    }
    p->count = p->skin;
    p->vertex_count = p->used;
}

/// Shell's sort: some thousands of edges, once.
static void sort_edges(uint64_t* edges, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (uint32_t i = gap; i < count; ++i) {
            uint64_t edge = edges[i];
            uint32_t k = i;
            for (; k >= gap && edges[k - gap] > edge; k -= gap) {
                edges[k] = edges[k - gap];
            }
            edges[k] = edge;
        }
    }
}

static bool has_edge(const part* p, uint64_t edge) {
    uint32_t lo = 0, hi = 3 * p->skin;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        bool before = p->edges[middle] < edge;
        lo = before ? middle + 1 : lo;
        hi = before ? hi : middle;
    }
    return lo < 3 * p->skin && p->edges[lo] == edge;
}

static void find_cuts(part* p) {
    for (uint32_t i = 0; i < 3 * p->skin; ++i) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        p->edges[i] = (uint64_t)p->triangles[i] << 32 | p->triangles[next];
    }
    sort_edges(p->edges, 3 * p->skin);
    for (uint32_t v = 0; v < p->used; ++v) {
        p->parent[v] = v;
    }
    for (uint32_t i = 0; i < 3 * p->skin; ++i) {
        uint64_t edge = p->edges[i];
        p->cut[i] = !has_edge(p, edge << 32 | edge >> 32);
        if (p->cut[i]) {
            wf_join_sets(p->parent, (uint32_t)(edge >> 32), (uint32_t)edge);
        }
    }
}

/// A fan over every cut from the middle of it.
static void close_cuts(part* p) {
    for (uint32_t i = 0; i < 3 * p->skin; ++i) {
        if (!p->cut[i]) {
            continue;
        }
        uint32_t a = (uint32_t)(p->edges[i] >> 32), root = wf_find_root(p->parent, a);
        if (p->centre[root] == 0) {
            p->centre[root] = p->vertex_count++;
        }
        float* c = p->x + 4 * (size_t)p->centre[root];
        for (int k = 0; k < 3; ++k) {
            c[k] += p->x[4 * (size_t)a + (size_t)k];
        }
        c[3] += 1.0f;
        const uint32_t cap[3] = {(uint32_t)p->edges[i], a, p->centre[root]};
        memcpy(p->triangles + 3 * (size_t)p->count++, cap, sizeof cap);
    }
    for (uint32_t v = p->used; v < p->vertex_count; ++v) {
        float* c = p->x + 4 * (size_t)v;
        for (int k = 0; k < 3; ++k) {
            c[k] /= c[3];
        }
        c[3] = 1.0f;
    }
}

// ---- making -------------------------------------------------------------------------------------

/// The vertices of the skin, evenly chosen, and their places from their middle.
static bool choose_vertices(wf_memory* memory, const part* p, wf_distance_segment* s) {
    uint32_t count = p->used < FITTED ? p->used : FITTED;
    s->vertices = WF_ALLOC(memory, uint32_t, count);
    s->rest = WF_ALLOC(memory, float, 3 * (size_t)count);
    if (s->vertices == NULL || s->rest == NULL) {
        return false;
    }
    s->vertex_count = count;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t v = (uint32_t)((uint64_t)i * p->used / count);
            s->vertices[i] = p->source[v];
            for (uint32_t k = 0; k < 3; ++k) {
                double x = (double)p->x[4 * (size_t)v + k];
                s->middle[k] += pass == 0 ? x / count : 0.0;
                s->rest[3 * (size_t)i + k] = (float)(x - s->middle[k]);
            }
        }
    }
    return true;
}

weft_status wf_segment_build(wf_memory* memory, const wf_distance_def* def,
                             const wf_distance_mesh* mesh, const uint8_t* labels, uint32_t label,
                             wf_distance_segment* segment, weft_report* report) {
    *segment = (wf_distance_segment){.label = label};
    part p = {0};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        p.skin += labels[t] == label;
    }
    if (p.skin == 0) {
        return wf_report_ok(report);
    }
    weft_status status = wf_report_memory(report, "a segment of a body");
    if (alloc_part(memory, mesh->vertex_count, &p)) {
        take_triangles(mesh, labels, label, &p);
        find_cuts(&p);
        close_cuts(&p);
        wf_distance_mesh closed = {p.x, p.triangles, p.vertex_count, p.count, p.skin, true};
        if (choose_vertices(memory, &p, segment)) {
            status = wf_distance_build(memory, def, &closed, &segment->field, report);
        }
    }
    free_part(memory, &p);
    if (status != WEFT_OK) {
        wf_segment_free(memory, segment);
    }
    return status;
}

// ---- following ----------------------------------------------------------------------------------

/// Nine cofactors and the determinant of a matrix by rows.
static double cofactors(const double m[9], double out[9]) {
    for (int i = 0; i < 9; ++i) {
        int r = i / 3, c = i % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3,
            c2 = (c + 2) % 3;
        out[i] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    }
    return (m[0] * out[0] + m[1] * out[1]) + m[2] * out[2];
}

static double size_of(const double m[9]) {
    double sum = 0.0;
    for (int i = 0; i < 9; ++i) {
        sum += m[i] * m[i];
    }
    return sqrt(sum);
}

/// The rotation next to a matrix; no rotation for one that is flat or mirrors.
static void nearest_rotation(double m[9]) {
    double size = size_of(m), inverse[9];
    bool sound = size > 0.0;
    for (int i = 0; i < 9 && sound; ++i) {
        m[i] /= size;
    }
    for (int step = 0; step < NEWTON_STEPS && sound; ++step) {
        double det = cofactors(m, inverse);
        sound = det > 1e-9;
        // The inverse transposed is the cofactors over the determinant.
        double scale = sound ? sqrt(size_of(inverse) / det / size_of(m)) : 1.0;
        for (int i = 0; i < 9 && sound; ++i) {
            m[i] = 0.5 * (scale * m[i] + inverse[i] / det / scale);
        }
    }
    for (int i = 0; i < 9 && !sound; ++i) {
        m[i] = i % 4 == 0;
    }
}

wf_segment_pose wf_segment_fit(const wf_distance_segment* s, const float* x) {
    wf_segment_pose pose = {{0}, {0}};
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            pose.middle[k] += (double)x[4 * (size_t)s->vertices[i] + (size_t)k] / s->vertex_count;
        }
    }
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        const float *now = x + 4 * (size_t)s->vertices[i], *rest = s->rest + 3 * (size_t)i;
        for (int k = 0; k < 9; ++k) {
            pose.turn[k] += ((double)now[k / 3] - pose.middle[k / 3]) * (double)rest[k % 3];
        }
    }
    nearest_rotation(pose.turn);
    return pose;
}

void wf_segment_to_field(const wf_distance_segment* s, const wf_segment_pose* pose,
                         const float world[3], float local[3]) {
    double d[3];
    for (int k = 0; k < 3; ++k) {
        d[k] = (double)world[k] - pose->middle[k];
    }
    for (int k = 0; k < 3; ++k) {
        const double* turn = pose->turn + k;
        local[k] = (float)(s->middle[k] + ((turn[0] * d[0] + turn[3] * d[1]) + turn[6] * d[2]));
    }
}

void wf_segment_to_world(const wf_distance_segment* s, const wf_segment_pose* pose,
                         const float local[3], float world[3]) {
    double d[3];
    for (int k = 0; k < 3; ++k) {
        d[k] = (double)local[k] - s->middle[k];
    }
    for (int k = 0; k < 3; ++k) {
        const double* turn = pose->turn + 3 * (size_t)k;
        world[k] = (float)(pose->middle[k] + ((turn[0] * d[0] + turn[1] * d[1]) + turn[2] * d[2]));
    }
}

void wf_segment_turn(const wf_segment_pose* pose, const float local[3], float world[3]) {
    for (int k = 0; k < 3; ++k) {
        const double* turn = pose->turn + 3 * (size_t)k;
        world[k] = (float)((turn[0] * (double)local[0] + turn[1] * (double)local[1]) +
                           turn[2] * (double)local[2]);
    }
}
