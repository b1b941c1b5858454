// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// "Who may touch whom": the interface of the structures that find pairs of cloth and body triangles
// which may meet during a substep. Every structure answers the same question, so each can serve the
// contact and be compared with brute force.
#pragma once

#include "base/memory.h"
#include "mesh/neighbours.h"
#include "weft/types.h"

/// A triangle mesh whose vertices move. A vertex may be anywhere in its box, the hull of x0 and x1
/// grown by `grow` on every side: cloth that is pushed on its way ends beside its straight line. Of
/// vertices that go `straight` it is known that they stay within `grow` of a point between x0 and
/// x1, axis by axis.
typedef struct wf_sweep {
    const float* x0;           // 4 per vertex, m
    const float* x1;           // 4 per vertex, m
    const uint32_t* triangles; // 3 per triangle
    uint32_t vertex_count;
    uint32_t triangle_count;
    float grow; // m
    bool straight;
} wf_sweep;

/// Candidate pairs of triangles, sorted by (a, b), no duplicates. The first is of cloth; the second
/// of a body, or of cloth too where cloth is searched for itself, and then a < b.
typedef struct wf_pairs {
    uint32_t* a;
    uint32_t* b;
    size_t count;
    size_t capacity;   // of a
    size_t b_capacity; // of b
} wf_pairs;

struct wf_pool; // base/parallel.h

/// One structure kind. `self` is what create returned.
typedef struct wf_structure {
    /// Builds from the topology and the present positions. `values` are the parameters of its row.
    /// Null when memory is out.
    void* (*create)(wf_memory* memory, const wf_sweep* cloth, const wf_sweep* body,
                    const float* values);
    void (*destroy)(wf_memory* memory, void* self);
    /// Takes new positions of the body (x0, x1 changed). Called once a substep and after a partial
    /// advance.
    bool (*refresh_body)(wf_memory* memory, void* self, const wf_sweep* body);
    /// Takes new positions and displacement boxes of the cloth.
    bool (*refresh_cloth)(wf_memory* memory, void* self, const wf_sweep* cloth);
    /// Appends nothing: replaces `pairs` by every pair whose swept, grown boxes overlap. A
    /// structure may leave out pairs that it can prove apart by a tighter volume, never others.
    /// False when out of memory.
    bool (*collect)(wf_memory* memory, void* self, const wf_sweep* cloth, const wf_sweep* body,
                    wf_pairs* pairs);
    /// Makes collect_self leave out these neighbours, which outlive the structure. Null when the
    /// structure knows bodies alone.
    bool (*exclude_self)(wf_memory* memory, void* self, const wf_neighbours* neighbours);
    /// Replaces `pairs` by the pairs of different cloth triangles whose swept, grown boxes overlap,
    /// each once, the smaller index first. Null when the structure knows bodies alone.
    bool (*collect_self)(wf_memory* memory, void* self, const wf_sweep* cloth, wf_pairs* pairs);
    /// Has collect and collect_self find only pairs with a triangle of the cloth that has a mark,
    /// or all again where `triangles` is null. Null when the structure cannot.
    void (*mark_cloth)(void* self, const uint8_t* triangles);
    /// Whether it can work with the bodies, in one sentence; null when it always can. Only the lab
    /// asks, before the first step after they changed.
    weft_status (*check)(wf_memory* memory, void* self, const wf_sweep* body, weft_report* report);
    /// Takes the segment of each of so many triangles of the bodies, after it was created; null
    /// when it has no use for segments. Only the lab gives them. False when memory is out.
    bool (*take_segments)(wf_memory* memory, void* self, const uint8_t* labels, uint32_t count);
    /// Takes whose threads help it, after it was created; null when it works alone.
    void (*take_pool)(void* self, struct wf_pool* const* pool);
    /// The tree that cloth has for itself where there is no body has the parameters of this one.
    bool is_dop_tree;
#ifdef WEFT_LAB
    /// The tree that collect_self walks, or null where it walks none.
    const struct wf_dop_tree* (*cloth_tree)(const void* self);
#endif
} wf_structure;

/// Usual side of a cell of the uniform grid over the mean longest side of a triangle's box.
#define WF_GRID_PER_SIDE 1.5f

extern const wf_structure wf_structure_dop_tree;
extern const wf_structure wf_structure_uniform_grid;
extern const wf_structure wf_structure_brute_force;
extern const wf_structure wf_structure_spatial_hash;
extern const wf_structure wf_structure_inclusion_field;
extern const wf_structure wf_structure_distance_field;
