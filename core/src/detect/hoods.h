// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Hoods: the fan of a vertex with the fans of all its neighbours, two rings of triangles. Where all
// triangles, seen along the normal of the vertex, turn the same way, every fan inside goes round
// once, and the outline turns round the vertex once without turning back, the outline is a simple
// curve and the view shows the hood one-to-one: no two of its triangles cross. Fans answer for
// triangles that share a vertex, hoods for those that an edge joins; together that is nearly all
// that a cloth finds when it is searched for itself. The rim of a cloth may be part of an outline.
//
// Hoods lap over each other, so vertices are dealt out into wards round a vertex, and a wide hood,
// three rings that hold the hoods of them all, is asked first.
//
// As with fans (fans.h), the whole way is covered: every area in the view is a quadratic polynomial
// of time, positive where its Bernstein coefficients are, and what goes round once goes on to.
#pragma once

#include "detect/fans.h"
#include "mesh/neighbours.h"
#include "structures/pairs.h"

/// Sides that the outline of a hood may have; a vertex with more has no hood.
enum { WF_HOODS_MOST_SIDES = 64 };

/// Hoods that are kept in rows.
typedef struct wf_hood_rows {
    wf_rows face;    // per hood: its triangles, the last repeated to full fours
    wf_rows outline; // per hood: the corners of the outline, the first repeated to full fours
    wf_rows inner;   // per hood: the vertices whose fans it has, that which it is seen from first
    uint32_t* sides; // per hood: how many corners its outline has; 0 for no hood
} wf_hood_rows;

typedef struct wf_hoods {
    const wf_fans* fans;
    wf_hood_rows own;  // of each vertex
    wf_hood_rows wide; // of each ward; none for one of a single vertex
    wf_rows ward;      // vertices that one wide hood answers for; every vertex is in one
} wf_hoods;

/// A vertex at the rim, at a seam or in what is no disc has no hood of its own; at the rim a wide
/// one may answer for it. `joined` lists the neighbours of each vertex. False when memory is out.
bool wf_hoods_create(wf_memory* memory, wf_hoods* hoods, const wf_fans* fans,
                     const wf_rows* joined);
void wf_hoods_free(wf_memory* memory, wf_hoods* hoods);

/// hood[v] = 1 where no two triangles of v's hood cross in pose x (4 floats a vertex), nor on the
/// straight way to `end` unless that is null; else 0. `flat` is what the fans say of the same.
/// `margin` is the least cosine by which a triangle has to face the view.
void wf_hoods_find(const wf_hoods* hoods, const float* x, const float* end, float margin,
                   const uint8_t* flat, uint8_t* hood);

/// A guess at what wf_hoods_find will say of the way from pose x that the fans were last asked
/// about, for a part of its price: the middle of the way, and the outline after its start, are not
/// looked at. (An outline that turns back before anything moves would be found out in every step.)
void wf_hoods_guess(const wf_hoods* hoods, const float* x, float margin, const uint8_t* flat,
                    uint8_t* hood);

/// What is known of the neighbours' corners, a byte a vertex.
typedef struct wf_hoods_known {
    const uint8_t* flat; // its fan answers for itself
    const uint8_t* hood; // its hood does
    const uint8_t* late; // pairs without such a corner are not asked for; or null
    const uint8_t* near; // of wf_hoods_mark_near for these; or null
} wf_hoods_known;

/// Marks the vertices from which two edges or fewer lead to a late one: no neighbour of a triangle
/// without such a corner is late. `same` numbers the particles that seams make one, the lowest of
/// each; `joined` lists the neighbours of those.
void wf_hoods_mark_near(const uint32_t* same, const wf_rows* joined, const uint8_t* late,
                        uint8_t* near);

/// Where a block of triangles lists its open pairs, and how many there are, or may be.
typedef struct wf_open_block {
    uint32_t first, count;
} wf_open_block;

/// Scratch of wf_hoods_open_pairs, zero to begin with; `pool` may be null.
typedef struct wf_open_work {
    struct wf_pool* const* pool;
    wf_open_block* blocks;
    size_t capacity;
    uint8_t* noted; // per vertex: what is known of it
    size_t noted_capacity;
} wf_open_work;

void wf_open_work_free(wf_memory* memory, wf_open_work* work);

/// Appends the pairs of neighbours that neither a flat fan nor a hood answers for. `corners` is
/// scratch, a byte a triangle. False when memory is out.
bool wf_hoods_open_pairs(wf_memory* memory, wf_open_work* work, const wf_neighbours* neighbours,
                         const uint32_t* triangles, const wf_hoods_known* known, uint8_t* corners,
                         wf_pairs* pairs);
