// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Growing patches breadth first keeps them round. The crumbs that remain between full patches join
// the smallest patch across one of their edges.
#include "mesh/face_groups.h"

#include <string.h>

#define NO_GROUP UINT32_MAX

// ---- growing ------------------------------------------------------------------------------------

typedef struct grower {
    const wf_topology* topology;
    uint32_t* group_of;
    uint32_t* queue; // of triangles, one patch at a time
    uint32_t* size;  // per group
    uint32_t count;  // groups
} grower;

// Takes the triangles across the edges of `triangle` while the patch has room.
static uint32_t take_neighbours(grower* g, uint32_t triangle, uint32_t queued) {
    const wf_rows* across = &g->topology->edge_triangles;
    for (int k = 0; k < 3; ++k) {
        uint32_t edge = g->topology->triangle_edges[3 * (size_t)triangle + k];
        for (uint32_t i = across->row[edge]; i < across->row[edge + 1]; ++i) {
            uint32_t other = across->item[i];
            if (g->group_of[other] == NO_GROUP && queued < WF_GROUP_TRIANGLES) {
                g->group_of[other] = g->count;
                g->queue[queued++] = other;
            }
        }
    }
    return queued;
}

static void grow_patch(grower* g, uint32_t seed) {
    uint32_t queued = 1;
    g->queue[0] = seed;
    g->group_of[seed] = g->count;
    for (uint32_t next = 0; next < queued; ++next) {
        queued = take_neighbours(g, g->queue[next], queued);
    }
    g->size[g->count++] = queued;
}

static void grow_all(grower* g) {
    memset(g->group_of, 0xff, sizeof *g->group_of * (size_t)g->topology->triangle_count);
    for (uint32_t t = 0; t < g->topology->triangle_count; ++t) {
        if (g->group_of[t] == NO_GROUP) {
            grow_patch(g, t);
        }
    }
}

// ---- crumbs -------------------------------------------------------------------------------------

// Where a group is now: a crumb may have joined a crumb that moved on.
static uint32_t follow(const uint32_t* join, uint32_t group) {
    while (join[group] != group) {
        group = join[group];
    }
    return group;
}

static uint32_t smallest_across(const grower* g, const uint32_t* join, uint32_t triangle,
                                uint32_t best) {
    const wf_rows* across = &g->topology->edge_triangles;
    uint32_t own = follow(join, g->group_of[triangle]);
    for (int k = 0; k < 3; ++k) {
        uint32_t edge = g->topology->triangle_edges[3 * (size_t)triangle + k];
        for (uint32_t i = across->row[edge]; i < across->row[edge + 1]; ++i) {
            uint32_t other = follow(join, g->group_of[across->item[i]]);
            if (other != own && (best == NO_GROUP || g->size[other] < g->size[best])) {
                best = other;
            }
        }
    }
    return best;
}

// `members` lists triangles by group as they were grown; `join[g]` is where group g goes.
static void join_crumbs(grower* g, const wf_rows* members, uint32_t* join) {
    for (uint32_t group = 0; group < g->count; ++group) {
        join[group] = group;
    }
    for (uint32_t group = 0; group < g->count; ++group) {
        uint32_t best = NO_GROUP;
        uint32_t first = members->row[group], end = members->row[group + 1];
        for (uint32_t i = first; i < end && g->size[group] < WF_GROUP_SMALLEST; ++i) {
            best = smallest_across(g, join, members->item[i], best);
        }
        if (best != NO_GROUP) {
            g->size[best] += g->size[group];
            join[group] = best;
        }
    }
}

// Groups that remain are numbered without gaps.
static void renumber(grower* g, uint32_t* join) {
    uint32_t count = 0;
    uint32_t* number = g->queue; // scratch, one per group; the queue is at least as long
    for (uint32_t group = 0; group < g->count; ++group) {
        number[group] = join[group] == group ? count++ : 0;
    }
    for (uint32_t t = 0; t < g->topology->triangle_count; ++t) {
        g->group_of[t] = number[follow(join, g->group_of[t])];
    }
    g->count = count;
}

// ---- lists --------------------------------------------------------------------------------------

static bool list_members(wf_memory* memory, const uint32_t* group_of, uint32_t triangle_count,
                         uint32_t group_count, wf_rows* out) {
    *out = (wf_rows){.count = group_count};
    out->row = WF_ALLOC(memory, uint32_t, (size_t)group_count + 2);
    out->item = WF_ALLOC(memory, uint32_t, (size_t)triangle_count + 1);
    if (!out->row || !out->item) {
        wf_rows_free(memory, out);
        return false;
    }
    // Counted two places ahead, so that filling leaves row[g] at the start of group g.
    for (uint32_t t = 0; t < triangle_count; ++t) {
        out->row[group_of[t] + 2] += 1;
    }
    for (uint32_t g = 0; g < group_count; ++g) {
        out->row[g + 2] += out->row[g + 1];
    }
    for (uint32_t t = 0; t < triangle_count; ++t) {
        out->item[out->row[group_of[t] + 1]++] = t;
    }
    return true;
}

static size_t vertex_pairs(const wf_rows* fans, const uint32_t* group_of, uint32_t* pairs) {
    size_t count = 0;
    for (uint32_t v = 0; v < fans->count; ++v) {
        uint32_t first = fans->row[v], end = fans->row[v + 1];
        for (uint32_t i = first; i < end; ++i) {
            for (uint32_t k = first; k < i; ++k) {
                uint32_t a = group_of[fans->item[k]], b = group_of[fans->item[i]];
                if (a == b) {
                    continue;
                }
                if (pairs) {
                    pairs[2 * count] = a;
                    pairs[2 * count + 1] = b;
                }
                ++count;
            }
        }
    }
    return count;
}

static bool list_neighbours(wf_memory* memory, const wf_topology* topology, wf_face_groups* out) {
    const wf_rows* fans = &topology->vertex_triangles;
    size_t count = vertex_pairs(fans, out->group_of, NULL);
    uint32_t* pairs = WF_ALLOC(memory, uint32_t, 2 * count + 1);
    if (!pairs) {
        return false;
    }
    vertex_pairs(fans, out->group_of, pairs);
    bool built =
        wf_adjacency_from_pairs(memory, out->triangles.count, pairs, count, &out->neighbours);
    wf_free(memory, pairs);
    return built;
}

// ---- build --------------------------------------------------------------------------------------

static bool build_patches(wf_memory* memory, grower* g) {
    grow_all(g);
    wf_rows members;
    if (!list_members(memory, g->group_of, g->topology->triangle_count, g->count, &members)) {
        return false;
    }
    uint32_t* join = WF_ALLOC(memory, uint32_t, (size_t)g->count + 1);
    if (join) {
        join_crumbs(g, &members, join);
        renumber(g, join);
    }
    bool done = join != NULL;
    wf_free(memory, join);
    wf_rows_free(memory, &members);
    return done;
}

bool wf_face_groups_build(wf_memory* memory, const wf_topology* topology, wf_face_groups* out) {
    *out = (wf_face_groups){0};
    uint32_t count = topology->triangle_count;
    out->group_of = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    grower g = {topology, out->group_of, NULL, NULL, 0};
    g.queue = WF_ALLOC(memory, uint32_t, (size_t)count + WF_GROUP_TRIANGLES);
    g.size = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    bool built = out->group_of && g.queue && g.size && build_patches(memory, &g) &&
                 list_members(memory, out->group_of, count, g.count, &out->triangles) &&
                 list_neighbours(memory, topology, out);
    wf_free(memory, g.queue);
    wf_free(memory, g.size);
    if (!built) {
        wf_face_groups_free(memory, out);
    }
    return built;
}

void wf_face_groups_free(wf_memory* memory, wf_face_groups* groups) {
    wf_free(memory, groups->group_of);
    wf_rows_free(memory, &groups->triangles);
    wf_rows_free(memory, &groups->neighbours);
    *groups = (wf_face_groups){0};
}
