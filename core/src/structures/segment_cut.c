// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cutting a skin into segments, and closing them.
#include "structures/segment_cut.h"

#include "mesh/check.h"
#include "mesh/topology.h"

#include <string.h>

void wf_segment_cut_free(wf_memory* memory, wf_segment_cut* p) {
    wf_free(memory, p->x);
    wf_free(memory, p->number);
    wf_free(memory, p->source);
    wf_free(memory, p->triangles);
    wf_free(memory, p->edges);
    wf_free(memory, p->cut);
    wf_free(memory, p->parent);
    wf_free(memory, p->centre);
    *p = (wf_segment_cut){.count = 0};
}

/// Every edge may be a cut: a cap each, and a middle for at least three.
static bool alloc_cut(wf_memory* memory, uint32_t skin_vertices, wf_segment_cut* p) {
    size_t edges = 3 * (size_t)p->skin;
    p->x = WF_ALLOC(memory, float, 4 * (edges + p->skin));
    p->number = WF_ALLOC(memory, uint32_t, skin_vertices);
    p->source = WF_ALLOC(memory, uint32_t, edges + p->skin);
    p->triangles = WF_ALLOC(memory, uint32_t, 3 * (p->skin + edges));
    p->edges = WF_ALLOC(memory, uint64_t, edges);
    p->cut = WF_ALLOC(memory, uint8_t, edges);
    p->parent = WF_ALLOC(memory, uint32_t, edges);
    p->centre = WF_ALLOC(memory, uint32_t, edges);
    return p->x && p->number && p->source && p->triangles && p->edges && p->cut && p->parent &&
           p->centre;
}

static uint32_t take_vertex(const wf_segment_skin* skin, wf_segment_cut* p, uint32_t v) {
    if (p->number[v] == 0) {
        p->source[p->used] = v;
        memcpy(p->x + 4 * (size_t)p->used, skin->x + 4 * (size_t)v, 16);
        p->number[v] = ++p->used;
    }
    return p->number[v] - 1;
}

static void take_triangles(const wf_segment_skin* skin, uint32_t label, wf_segment_cut* p) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < 3 * skin->triangle_count; ++i) {
        if (skin->labels[i / 3] == label) {
            p->triangles[at++] = take_vertex(skin, p, skin->triangles[i]);
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

static bool has_edge(const wf_segment_cut* p, uint64_t edge) {
    uint32_t lo = 0, hi = 3 * p->skin;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        bool before = p->edges[middle] < edge;
        lo = before ? middle + 1 : lo;
        hi = before ? hi : middle;
    }
    return lo < 3 * p->skin && p->edges[lo] == edge;
}

static void find_cuts(wf_segment_cut* p) {
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

/// Cuts of one joint hang together. `lead` is per vertex of the skin, zero: the first one here of
/// its joint, from 1.
static void join_joints(wf_segment_cut* p, const uint32_t* joints, uint32_t* lead) {
    for (uint32_t i = 0; i < 3 * p->skin; ++i) {
        uint32_t a = (uint32_t)(p->edges[i] >> 32);
        uint32_t* first = &lead[joints[p->source[a]]];
        if (p->cut[i] && *first == 0) {
            *first = a + 1;
        } else if (p->cut[i]) {
            wf_join_sets(p->parent, *first - 1, a);
        }
    }
}

/// A fan over every cut from the middle of it.
static void close_cuts(wf_segment_cut* p, const uint32_t* joints) {
    for (uint32_t i = 0; i < 3 * p->skin; ++i) {
        if (!p->cut[i]) {
            continue;
        }
        uint32_t a = (uint32_t)(p->edges[i] >> 32), root = wf_find_root(p->parent, a);
        if (p->centre[root] == 0) {
            p->centre[root] = p->vertex_count++;
            p->source[p->centre[root]] = joints != NULL ? joints[p->source[a]] : 0;
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

bool wf_segment_cut_out(wf_memory* memory, const wf_segment_skin* skin, uint32_t label,
                        const uint32_t* joints, wf_segment_cut* cut) {
    *cut = (wf_segment_cut){.count = 0};
    for (uint32_t t = 0; t < skin->triangle_count; ++t) {
        cut->skin += skin->labels[t] == label;
    }
    if (cut->skin == 0) {
        return true;
    }
    uint32_t* lead = joints != NULL ? WF_ALLOC(memory, uint32_t, skin->vertex_count) : NULL;
    bool done = alloc_cut(memory, skin->vertex_count, cut) && (joints == NULL || lead != NULL);
    if (done) {
        take_triangles(skin, label, cut);
        find_cuts(cut);
        if (joints != NULL) {
            join_joints(cut, joints, lead);
        }
        close_cuts(cut, joints);
    } else {
        wf_segment_cut_free(memory, cut);
    }
    wf_free(memory, lead);
    return done;
}

bool wf_segment_joints(wf_memory* memory, const wf_segment_skin* skin, uint32_t* joints) {
    wf_topology topology;
    if (!wf_topology_build(memory, skin->triangles, skin->triangle_count, skin->vertex_count,
                           &topology)) {
        return false;
    }
    for (uint32_t v = 0; v < skin->vertex_count; ++v) {
        joints[v] = v;
    }
    const wf_rows* rows = &topology.edge_triangles;
    for (uint32_t e = 0; e < topology.edge_count; ++e) {
        bool cut = false;
        for (uint32_t i = rows->row[e] + 1; i < rows->row[e + 1]; ++i) {
            cut |= skin->labels[rows->item[i]] != skin->labels[rows->item[rows->row[e]]];
        }
        if (cut) {
            wf_join_sets(joints, topology.edges[2 * (size_t)e], topology.edges[2 * (size_t)e + 1]);
        }
    }
    for (uint32_t v = 0; v < skin->vertex_count; ++v) {
        joints[v] = wf_find_root(joints, v);
    }
    wf_topology_free(memory, &topology);
    return true;
}
