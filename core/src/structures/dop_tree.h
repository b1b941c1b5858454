// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A hierarchy of k-DOPs (slabs along k/2 fixed directions) over the triangles of a moving mesh:
//   Mezger, Kimmerle, Etzmuss, "Hierarchical techniques in collision detection for cloth
//   animation", WSCG 2003;
//   Klosowski et al., "Efficient collision detection using bounding volume hierarchies of k-DOPs",
//   1998.
//
// A node holds the volumes of its children, not its own, in lanes of four, so that one comparison
// tests four children on one slab:
//
//   block   direction 0: lo of child 0 1 2 3, hi of child 0 1 2 3
//           direction 1: lo ...
//
// Arity 2 and 4 have one block a node (arity 2 leaves half of it empty in inner nodes), arity 8
// has two. The lanes of a leaf hold triangles. Inner nodes come first, parents before children,
// then the leaves, so a refit is one loop over leaves and one backwards over inner nodes.
#pragma once

#include "mesh/neighbours.h"
#include "structures/pairs.h"
#include "structures/structure.h"

#define WF_DOP_NONE UINT32_MAX // an empty lane

/// Lanes of two leaves that a walk of the tree against itself leaves out: bit 8 i + j stands for
/// lane i of the leaf whose list this is in and lane j of `leaf`.
typedef struct wf_dop_skip {
    uint32_t leaf; // counted from the first leaf, not below the one whose list this is in
    uint32_t lanes[2];
} wf_dop_skip;

#ifdef WEFT_LAB
/// How a node is split.
typedef enum wf_dop_split { WF_DOP_MEDIAN = 0, WF_DOP_CENTRE = 1 } wf_dop_split;
/// How volumes hold what moves.
typedef enum wf_dop_inflate { WF_DOP_SWEPT = 0, WF_DOP_CONES = 1, WF_DOP_PLAIN = 2 } wf_dop_inflate;

/// Rules of a tree that can be exchanged one by one, all zero in the tree that the step has by
/// default. What is found once distances are tested depends on none of them.
typedef struct wf_dop_rules {
    wf_dop_split split;
    bool single; // a leaf holds one triangle, not as many as there are lanes
    bool longer; // a walk opens the longer of two nodes, not both
    wf_dop_inflate inflate;
    float tolerance;  // m: a vertex that has gone less far since its last fit is not fitted; 0 all
    float self_angle; // degrees of normal cones that leave pairs of one surface out; 0 for none
    bool gjk;         // faces of leaves that overlap are tested by their hulls
    float reuse;      // m: error within which what that found is used again; 0 never
    bool front;       // a walk goes on where the last one stopped
} wf_dop_rules;

typedef struct wf_dop_cones wf_dop_cones;   // dop_cones.h
typedef struct wf_dop_fresh wf_dop_fresh;   // dop_fresh.h
typedef struct wf_dop_leaves wf_dop_leaves; // dop_leaves.h
typedef struct wf_dop_front wf_dop_front;   // dop_front.h
#endif

struct wf_pool; // base/parallel.h

typedef struct wf_dop_tree {
    uint32_t direction_count; // k / 2
    uint32_t group_count;     // of four directions
    uint32_t lane_count;      // children a node: 4 or 8
    uint32_t arity;           // lanes that inner nodes use
    uint32_t vertex_count;    // that triangles use
    uint32_t triangle_count;
    uint32_t node_count;
    uint32_t inner_count;
    uint32_t depth;
    float margin;       // m, of the last refit
    uint32_t* children; // lane_count per node: nodes, or triangles in leaves
    uint32_t* corners;  // 3 per lane of a leaf: slots of vertices in `slabs`
    uint32_t* vertices; // per slot: the vertex of the mesh; slots follow the leaves
    float* seen;        // per slot: x0 and x1 of the last refit
    float* slabs;       // per slot and group: 4 lo, 4 hi
    float* volumes;     // per node and group: 4 lo, 4 hi, of the node as a whole
    float* blocks;      // per node and block: as drawn above, 4 * group_count directions
    uint8_t* slot_moved;
    uint8_t* node_moved;
    uint8_t* marks;              // per node, a bit a lane: some triangle there is marked
    bool marked;                 // walks find only pairs with a marked triangle of the cloth
    struct wf_pool* const* pool; // null, or whose threads help; of others, to be set by them
    uint32_t* skip_row;          // per leaf + 1; null when nothing is left out
    wf_dop_skip* skip;           // ascending in a row
#ifdef WEFT_LAB
    wf_dop_rules rules;
    float* moves;          // of cones, per slot: the direction of its move and the length
    float* lane_slabs;     // of cones, per lane of a leaf and group: 4 lo, 4 hi
    float top;             // of plain volumes, m: the way round every vertex
    wf_dop_cones* cones;   // of normals, where the rules have them
    wf_dop_fresh* fresh;   // of a lazy tree
    wf_dop_leaves* leaves; // where the rules test faces
    wf_dop_front* front;   // two, where the rules keep them: with another tree, with itself
#endif
} wf_dop_tree;

typedef struct wf_dop_parts wf_dop_parts; // dop_parts.h

/// Nodes still to visit, and what threads need, kept from one traversal to the next.
typedef struct wf_dop_stack {
    uint32_t* nodes;
    size_t capacity;
    struct wf_pool* const* pool; // null, or whose threads help; of others
    wf_dop_parts* parts;
} wf_dop_stack;

void wf_dop_stack_free(wf_memory* memory, wf_dop_stack* stack);

/// Splits the triangles at their present positions and refits. k is 6, 8, 14, 18 or 26; arity is 2,
/// 4 or 8. The directions are the faces (6), the corners (8), both (14), faces and edges (18), or
/// all (26) of a cube; only k = 8, without faces, also finds pairs whose boxes are apart. Arity
/// makes no difference to what is found. False when out of memory; the tree is then empty.
bool wf_dop_tree_build(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep, uint32_t k,
                       uint32_t arity);

#ifdef WEFT_LAB
/// Places of the rules in the parameters of the row.
enum {
    WF_DOP_VALUE_SPLIT = 2,
    WF_DOP_VALUE_LEAF,
    WF_DOP_VALUE_INFLATE,
    WF_DOP_VALUE_UPDATE,
    WF_DOP_VALUE_TOLERANCE,
    WF_DOP_VALUE_TRAVERSE,
    WF_DOP_VALUE_SELF,
    WF_DOP_VALUE_SELF_ANGLE,
    WF_DOP_VALUE_LEAF_TEST,
    WF_DOP_VALUE_SEPARATION,
};

/// The same with all parameters of the row "dop_tree", in its order. The tree of a body is never
/// searched for itself.
bool wf_dop_tree_build_row(wf_memory* memory, wf_dop_tree* tree, const wf_sweep* sweep,
                           const float* values, bool of_body);
#endif

void wf_dop_tree_free(wf_memory* memory, wf_dop_tree* tree);

/// Leaves these pairs out of every wf_dop_tree_collide_self to come. False when memory is out.
bool wf_dop_tree_exclude(wf_memory* memory, wf_dop_tree* tree, const wf_neighbours* neighbours);

/// Has every walk of the tree of a cloth to come find only pairs with a triangle that has a mark;
/// null for all pairs.
void wf_dop_tree_mark(wf_dop_tree* tree, const uint8_t* triangles);

/// The lanes to leave out, 8 bits for each lane of leaf a, a bit for each lane of leaf b.
uint64_t wf_dop_tree_skipped(const wf_dop_tree* tree, uint32_t a, uint32_t b);

/// Fits the volumes to new positions of the same mesh. Subtrees in which nothing moved are skipped;
/// the result does not depend on earlier positions.
void wf_dop_tree_refit(wf_dop_tree* tree, const wf_sweep* sweep);

#ifdef WEFT_LAB
/// Moves the triangles order[begin] to order[end - 1] into two parts, neither empty, by the plane
/// across the middle of the longest side of their k-DOP; returns where the second begins. `sorted`
/// has room for end - begin. There are two triangles at least.
uint32_t wf_dop_split_centre(const wf_dop_tree* tree, const wf_sweep* sweep, uint32_t* order,
                             uint32_t begin, uint32_t end, uint32_t* sorted);
#endif

/// Appends every pair of triangles whose k-DOPs overlap, in an order that only the number of
/// threads can change. Both trees have the same k and arity.
bool wf_dop_tree_collide(wf_memory* memory, const wf_dop_tree* cloth, const wf_dop_tree* body,
                         wf_dop_stack* stack, wf_pair_list* list);

/// Appends every pair of different triangles of one tree whose k-DOPs overlap and that is not
/// excluded, once, the smaller index first.
bool wf_dop_tree_collide_self(wf_memory* memory, const wf_dop_tree* tree, wf_dop_stack* stack,
                              wf_pair_list* list);

#ifdef WEFT_LAB
/// The same where normal cones leave out nothing, whatever the rules say.
bool wf_dop_tree_collide_whole(wf_memory* memory, const wf_dop_tree* tree, wf_dop_stack* stack,
                               wf_pair_list* list);

/// Both of these where the rules say that the longer node is opened; the same tree twice is a tree
/// against itself, in whatever order of a pair; `cones` leave out what they cover, null nothing.
bool wf_dop_tree_collide_longer(wf_memory* memory, const wf_dop_tree* cloth,
                                const wf_dop_tree* body, const wf_dop_cones* cones,
                                wf_dop_stack* stack, wf_pair_list* list);
#endif
