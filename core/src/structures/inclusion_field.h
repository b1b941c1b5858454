// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The inclusion field: space around a closed body in cubic cells that are inside (-1), on the
// surface (0) or outside (+1), and which vertices lie in which cell.
//   ElBadrawy, Hemayed, Fayek, "Rapid collision detection for deformable objects using inclusion
//   fields applied to cloth simulation", Journal of Advanced Research 3, 2012, the section
//   "Inclusion-field technique" with Figs. 1 to 4.
//
// Theirs: the three values; vertex-cell registration; the grid traverse of Fig. 4 (`FAN`), which
// also closes the gaps of Fig. 2; the update of Fig. 3 by the plane of the old triangle (`PLANE`).
// Ours: a traverse that finds every cell (`EVERY`), because lines from one corner leave some out;
// an update that counts the triangles of a cell and takes the sign of a freed one from a neighbour
// (`COUNTED`), because the plane says the wrong thing at edges; moves of more than a cell in parts.
// Cells lie on a lattice through the origin of space, so what a field says of a pose does not
// depend on how it came there.
#pragma once

#include "mesh/topology.h"
#include "weft/types.h"

enum { WF_INCLUSION_INSIDE = -1, WF_INCLUSION_SURFACE = 0, WF_INCLUSION_OUTSIDE = 1 };
enum { WF_INCLUSION_NONE = UINT32_MAX };

/// Which cells a triangle has.
typedef enum wf_inclusion_walk {
    WF_INCLUSION_EVERY, // each closed cell that it touches
    WF_INCLUSION_FAN,   // those on lines from one corner to the cells of the opposite edge, Fig. 4
} wf_inclusion_walk;

/// What a cell becomes that the surface leaves.
typedef enum wf_inclusion_rule {
    WF_INCLUSION_COUNTED, // what its neighbours are, once no triangle has it
    WF_INCLUSION_PLANE,   // what the plane of the old triangle says of the new vertex, Fig. 3
} wf_inclusion_rule;

/// Sides of a cell that can be, m.
#define WF_INCLUSION_LEAST_CELL 5e-4f
#define WF_INCLUSION_LARGEST_CELL 0.25f
/// Four vertices that are registered in a cell, in lanes; free lanes, at the end, are far off.
typedef struct wf_inclusion_block {
    float x[4], y[4], z[4];
    uint32_t vertex[4];
} wf_inclusion_block;

/// Most cells of a field: at 9 bytes a cell, 72 MiB.
#define WF_INCLUSION_MOST_CELLS (1u << 23)

typedef struct wf_inclusion_options {
    float cell; // m
    wf_inclusion_walk walk;
    wf_inclusion_rule rule;
    bool whole; // a step's moves are taken as they are, however long; else in parts of a cell
    // Of a part of a body (inclusion_parts.h):
    uint32_t cap_vertices, cap_triangles; // the last ones: they close the mesh and are no skin
    float slack;                          // m: a triangle has the cells that it is this close to
    bool windings; // a cell off the surface carries 1 - 2 w, where w is its winding number
    // By the rule COUNTED, what becomes of triangles and vertices is found by the threads of a
    // pool, null or of others, and taken over in order: the outcome is the same.
    bool parallel;
    struct wf_pool* const* pool; // base/parallel.h
} wf_inclusion_options;

/// A closed triangle mesh; triangles are counter-clockwise seen from outside.
typedef struct wf_inclusion_mesh {
    const uint32_t* triangles; // 3 per triangle; they outlive the field
    uint32_t vertex_count, triangle_count;
} wf_inclusion_mesh;

/// How a triangle counts in `touching`: one of the skin, or one of a cap.
enum { WF_INCLUSION_SKIN = 1, WF_INCLUSION_CAP = 0x10000, WF_INCLUSION_ALL_SKIN = 0xffff };

/// Of a triangle whose corners are clear of borders: its cells are those of its box, along one axis
/// at most; or not known.
enum { WF_INCLUSION_BOX = 0, WF_INCLUSION_UNSEEN = 255 };

/// What a triangle becomes, found before it is taken over.
typedef struct wf_inclusion_change {
    uint32_t room;          // for its cells; 0 where it has a mask before and after
    uint32_t at;            // of them: those that it has now, then those that it had
    uint32_t entered, left; // how many; of a mask, the bits of them
} wf_inclusion_change;

typedef struct wf_inclusion {
    wf_inclusion_options options;
    wf_inclusion_mesh mesh;
    double per_cell;  // 1/m
    double generous;  // cells: a triangle has those that it misses by this
    double clear;     // cells: who is this far from borders is clear of them, by more than that
    int32_t first[3]; // of the lattice
    uint32_t size[3];
    // The same in lanes: 1/m; the middle of the first cell; size, 0 where floats do not serve;
    // steps of an index.
    float scale[4], middle[4], most[4], stride[4];
    size_t cell_count;
    float* x;                 // 4 per vertex: the pose that the field shows
    wf_rows vertex_triangles; // per vertex
    int8_t* value;            // per cell
    uint32_t* touching;       // per cell: triangles that have it, WF_INCLUSION_SKIN or _CAP each
    uint32_t* head;           // per cell: the first block of its registered vertices; ascending
    wf_inclusion_block* blocks;
    uint32_t* after; // per block: the next one of its cell, or the next free one
    uint32_t free_block;
    uint32_t* slot;    // per vertex: four times its block, and its lane
    uint32_t* home;    // per vertex: its cell
    float* part;       // 4 per vertex: where a part of a long move ends
    int32_t* place;    // 4 per vertex: its cell of the grid, and whether it is clear of borders
    int32_t* place_to; // the same where a move ends, of those that move
    uint8_t* moved;    // per vertex
    uint8_t* steady;   // per vertex: keeps its cell, clear of borders before and after
    uint8_t* mask;     // per triangle: which of two by two by two cells it has, or one of these:
    uint32_t* moves;   // the vertices that move, ascending
    uint32_t move_count;
    uint32_t* turn_of; // per triangle: the last time that it was listed
    uint32_t turn;
    uint32_t* listed;       // triangles of those that move
    uint32_t* listed_moves; // who moved when they were listed
    uint32_t listed_count, listed_move_count;
    uint32_t* cells;              // of the triangle in hand
    uint32_t* freed;              // cells that no triangle has any more
    uint32_t* queue;              // of a flood
    wf_inclusion_change* changes; // per listed triangle, of an update in parallel
    uint32_t* found;              // their cells
    size_t freed_count, queue_capacity;
    size_t value_capacity, touching_capacity, head_capacity, cells_capacity, freed_capacity;
    size_t found_capacity;
    uint32_t parts;   // that the last update took
    bool rebuilt;     // by the last update: the body left the grid, or jumped
    uint64_t visited; // cells of triangles that updates have visited
    uint64_t walked;  // triangles that they have
    uint64_t asked;   // freed cells without a known neighbour, decided by a ray
} wf_inclusion;

/// Whether a field can be made, in one sentence: a mesh with a border has no inside; a cell may be
/// too small, too large, or too small for this body.
weft_status wf_inclusion_check(wf_memory* memory, const wf_inclusion_mesh* mesh, const float* x,
                               const wf_inclusion_options* options, weft_report* report);

/// The two halves of it: cell and mesh; a box, m, and how many cells that takes.
weft_status wf_inclusion_check_mesh(wf_memory* memory, const wf_inclusion_mesh* mesh,
                                    const wf_inclusion_options* options, weft_report* report);
weft_status wf_inclusion_check_size(const double lo[3], const double hi[3],
                                    const wf_inclusion_options* options, weft_report* report);

/// Builds from scratch at `x` (4 per vertex). Where cells were too many, they are larger than
/// asked. `field` is zeroed or was built before for the same mesh. False when memory is out.
bool wf_inclusion_build(wf_memory* memory, wf_inclusion* field, const wf_inclusion_mesh* mesh,
                        const float* x, const wf_inclusion_options* options);
void wf_inclusion_free(wf_memory* memory, wf_inclusion* field);

/// Follows the body to `x`. By the rule COUNTED the outcome is that of building anew, for moves of
/// any length unless they are taken whole. False when memory is out.
bool wf_inclusion_update(wf_memory* memory, wf_inclusion* field, const float* x);

/// The steps of an update by counts that do not depend on an order, in blocks over the threads of
/// the pool: where the vertices in field->moves go; what becomes of the triangles in field->listed,
/// which is taken over in their order (false when memory is out); and moving those vertices that
/// keep their cells.
void wf_inclusion_find_places_parallel(wf_inclusion* field, const float* x);
bool wf_inclusion_change_parallel(wf_memory* memory, wf_inclusion* field, const float* x);
void wf_inclusion_move_parallel(wf_inclusion* field, const float* x);
bool wf_inclusion_alloc_changes(wf_memory* memory, wf_inclusion* field);

/// Their parts that both kinds of update have: where a vertex goes, whether it keeps its cell by
/// that, and moving it there, which touches no other vertex if so; cells lose a triangle, false
/// when memory is out; cells get one.
void wf_inclusion_find_place_to(wf_inclusion* field, uint32_t vertex, const float* x);
bool wf_inclusion_keeps_cell(const wf_inclusion* field, uint32_t vertex);
void wf_inclusion_move_to(wf_inclusion* field, uint32_t vertex, const float* x);
bool wf_inclusion_leave(wf_memory* memory, wf_inclusion* field, const uint32_t* cells,
                        uint32_t count, uint32_t weight);
void wf_inclusion_enter(wf_inclusion* field, const uint32_t* cells, uint32_t count,
                        uint32_t weight);

/// -1, 0 or +1. Places off the grid are outside.
int wf_inclusion_at(const wf_inclusion* field, const float point[3]);

/// Puts the cells of a triangle into field->cells, each once; their number, or WF_INCLUSION_NONE
/// when memory is out. Corners must lie in the grid.
uint32_t wf_inclusion_cells(wf_memory* memory, wf_inclusion* field, const float* a, const float* b,
                            const float* c);

/// The same into room that is there, which is so many cells; for many threads at once.
uint32_t wf_inclusion_find_cells(const wf_inclusion* field, const float* const corner[3],
                                 uint32_t* cells);
size_t wf_inclusion_room(const wf_inclusion* field, const float* const corner[3]);

/// The cells of a triangle, of corners in these places, as a byte for `mask`.
uint8_t wf_inclusion_mask_found(const wf_inclusion* field, const uint32_t* cells, uint32_t count,
                                const int32_t* const place[3]);
/// The cells of a mask of the eight from `low` on; those of a box that is longer than one along one
/// axis at most. Their number.
uint32_t wf_inclusion_list_mask(const wf_inclusion* field, const int32_t low[3], uint32_t mask,
                                uint32_t* cells);
uint32_t wf_inclusion_list_row(const wf_inclusion* field, const int32_t low[3],
                               const int32_t size[3], uint32_t* cells);
/// The mask of a triangle in two by two by two cells from `low` on, of which it has `size`.
uint8_t wf_inclusion_mask(const wf_inclusion* field, const float* const corner[3],
                          const int32_t low[3], const int32_t size[3]);
/// The box of three places; along how many axes it has more than one cell.
int wf_inclusion_box(const int32_t* const place[3], int32_t low[3], int32_t size[3]);

/// Signs for the cells that carry WF_INCLUSION_UNKNOWN among `count` given ones; without a list,
/// among the first `count`. False when memory is out.
enum { WF_INCLUSION_UNKNOWN = 2 };
bool wf_inclusion_sign(wf_memory* memory, wf_inclusion* field, const uint32_t* cells, size_t count);

/// Finds a vertex's place at `x`: its cell of the grid and, fourth, whether it is clear of the
/// cell's border by more than a triangle's cells are generous.
void wf_inclusion_find_place(const wf_inclusion* field, const float* x, int32_t place[4]);

/// Room to register every vertex; gives all blocks back.
bool wf_inclusion_alloc_blocks(wf_memory* memory, wf_inclusion* field, uint32_t vertex_count);
void wf_inclusion_free_blocks(wf_inclusion* field);

/// Registers a vertex in the cell of its place; takes it out again.
void wf_inclusion_register(wf_inclusion* field, uint32_t vertex);
void wf_inclusion_take_out(wf_inclusion* field, uint32_t vertex);

/// The unit normal of a vertex in the pose that the field shows; zero without area.
void wf_inclusion_vertex_normal(const wf_inclusion* field, uint32_t vertex, float normal[3]);

/// The normal of a surface cell: the mean over its registered vertices; without any, the mean over
/// the 26 cells around it, nearer ones counting more. Unit; false when there is none there either.
bool wf_inclusion_cell_normal(const wf_inclusion* field, uint32_t cell, float normal[3]);

/// What a particle meets.
typedef struct wf_inclusion_hit {
    uint32_t vertex; // of the body, nearest
    float normal[3]; // unit, of that vertex
    float distance;  // m, from the plane through the vertex across its normal
} wf_inclusion_hit;

/// Looks a particle up: by its cell alone when that is outside (false), else by the nearest of the
/// vertices registered there and around, at most `reach` cells off (false when there is none).
bool wf_inclusion_look_up(const wf_inclusion* field, const float point[3], uint32_t reach,
                          wf_inclusion_hit* hit);

/// The nearest registered vertex, of those in cells at most `reach` from the point's, which may lie
/// off the grid: if nearer than `distance2`, m2, which is then set; else WF_INCLUSION_NONE.
uint32_t wf_inclusion_nearest(const wf_inclusion* field, const float point[3], uint32_t reach,
                              float* distance2);

/// The cell of a point; WF_INCLUSION_NONE off the grid.
uint32_t wf_inclusion_cell_of(const wf_inclusion* field, const float point[3]);

/// The nearest of the vertices that are registered in a cell, as above.
uint32_t wf_inclusion_nearest_in(const wf_inclusion* field, const float point[3], uint32_t cell,
                                 float* distance2);

/// The paper's lookup: the value of the particle's cell ("penetration/contact is detected if the
/// particle lies in an internal/surface cell"). On the surface `vertex` is the nearest of the
/// vertices that are registered in that cell; WF_INCLUSION_NONE where there is none, and elsewhere.
int wf_inclusion_ask(const wf_inclusion* field, const float point[3], uint32_t* vertex);

/// What a particle meets at a vertex: for those that a response is for.
void wf_inclusion_measure(const wf_inclusion* field, const float point[3], uint32_t vertex,
                          wf_inclusion_hit* hit);
/// The same of a mesh that is at `x` (4 per vertex), with the triangles of each vertex.
void wf_inclusion_measure_at(const wf_inclusion_mesh* mesh, const wf_rows* vertex_triangles,
                             const float* x, const float point[3], uint32_t vertex,
                             wf_inclusion_hit* hit);

/// Where a vertex is once all have moved.
static inline const int32_t* wf_inclusion_place_after(const wf_inclusion* field, uint32_t vertex) {
    return (field->moved[vertex] != 0 ? field->place_to : field->place) + 4 * (size_t)vertex;
}

/// Where the corners of a triangle are now.
static inline void wf_inclusion_places(const wf_inclusion* field, uint32_t triangle,
                                       const int32_t* place[3]) {
    for (int i = 0; i < 3; ++i) {
        place[i] =
            field->place + 4 * (size_t)field->mesh.triangles[3 * (size_t)triangle + (size_t)i];
    }
}

static inline uint32_t wf_inclusion_weight(const wf_inclusion* field, uint32_t triangle) {
    uint32_t skin = field->mesh.triangle_count - field->options.cap_triangles;
    return triangle < skin ? WF_INCLUSION_SKIN : WF_INCLUSION_CAP;
}

/// Copies the place of a registered vertex into its lane.
static inline void wf_inclusion_place_lane(wf_inclusion* field, uint32_t vertex) {
    const float* x = field->x + 4 * (size_t)vertex;
    uint32_t lane = field->slot[vertex] % 4;
    wf_inclusion_block* b = &field->blocks[field->slot[vertex] / 4];
    b->x[lane] = x[0];
    b->y[lane] = x[1];
    b->z[lane] = x[2];
}

/// A coordinate in cells of the lattice.
static inline double wf_inclusion_place(const wf_inclusion* field, float x) {
    return (double)x * field->per_cell;
}

/// The whole number below; places are far smaller than 2^31.
static inline int32_t wf_inclusion_floor(double place) {
    int32_t whole = (int32_t)place;
    return whole - (place < (double)whole);
}

static inline uint32_t wf_inclusion_index(const wf_inclusion* field, uint32_t x, uint32_t y,
                                          uint32_t z) {
    return (z * field->size[1] + y) * field->size[0] + x;
}
