// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What hoods and fans leave to a search: pairs of neighbours for which none of them answers. One
// byte a vertex tells what is known of it, one a triangle of its corners.
#include "detect/hoods.h"

#include "base/parallel.h"

#include <string.h>

/// Bits of a triangle: corners with a hood, corners with a flat fan, any late corner, any near one.
enum { FLAT_SHIFT = 3, LATE = 64, NEAR = 128 };

static void mark_ring(const wf_rows* joined, uint32_t vertex, uint8_t* near) {
    near[vertex] = 1;
    for (uint32_t k = joined->row[vertex]; k < joined->row[vertex + 1]; ++k) {
        near[joined->item[k]] = 1;
    }
}

void wf_hoods_mark_near(const uint32_t* same, const wf_rows* joined, const uint8_t* late,
                        uint8_t* near) {
    memset(near, 0, joined->count);
    for (uint32_t v = 0; v < joined->count; ++v) {
        uint32_t first = joined->row[same[v]], end = late[v] ? joined->row[same[v] + 1] : first;
        for (uint32_t k = first; k < end; ++k) {
            mark_ring(joined, joined->item[k], near);
        }
        near[same[v]] |= late[v];
    }
    for (uint32_t v = 0; v < joined->count; ++v) {
        near[v] = near[same[v]];
    }
}

/// 1 where nobody answers for a pair. A fan answers for what shares its vertex. No branches: they
/// would be taken at random.
static uint32_t is_open(wf_neighbour n, unsigned own, unsigned other) {
    unsigned shares = 0u - n.shares;
    unsigned answers = ((own | (own >> FLAT_SHIFT & shares)) & n.own) |
                       (other & n.other & ~shares) | (~(own | other) & LATE);
    return answers == 0;
}

/// Triangles and vertices of a block.
enum { TRIANGLE_BLOCK = 256, VERTEX_BLOCK = 2048 };

typedef struct opening {
    const wf_neighbours* neighbours;
    const uint32_t* triangles;
    const wf_hoods_known* known;
    uint8_t *noted, *corners;
    uint32_t *a, *b; // places of the pairs
    wf_open_block* blocks;
} opening;

/// Every neighbour of a triangle with three hoods shares a corner or is joined to one. The rows of
/// those that nobody asks for are not even read: together they are larger than a cache.
static bool is_covered(const opening* o, uint32_t triangle) {
    return (o->corners[triangle] & 7) == 7 || (o->corners[triangle] & NEAR) == 0;
}

static uint32_t open_row(const opening* o, uint32_t t, uint32_t place) {
    const wf_neighbour* item = o->neighbours->item;
    const uint8_t* corners = o->corners;
    uint32_t* b = o->b;
    uint32_t first = place;
    for (uint32_t k = o->neighbours->row[t], end = o->neighbours->row[t + 1]; k < end; ++k) {
        wf_neighbour n = item[k];
        b[place] = n.triangle;
        place += is_open(n, corners[t], corners[n.triangle]);
    }
    for (uint32_t k = first; k < place; ++k) {
        o->a[k] = t;
    }
    return place;
}

static uint32_t end_of(const opening* o, uint32_t block) {
    uint32_t end = (block + 1) * TRIANGLE_BLOCK, count = o->neighbours->triangle_count;
    return end < count ? end : count;
}

static void open_blocks(void* given, uint32_t first, uint32_t last) {
    const opening* o = given;
    for (uint32_t block = first; block < last; ++block) {
        uint32_t end = end_of(o, block), place = o->blocks[block].first;
        for (uint32_t t = block * TRIANGLE_BLOCK; t < end; ++t) {
            place = is_covered(o, t) ? place : open_row(o, t, place);
        }
        o->blocks[block].count = place - o->blocks[block].first;
    }
}

/// Gives each block room for all neighbours that it may have to list, and one more, as the last
/// place is written in vain; returns how much that is. Counts are of note_corners.
static uint32_t lay_out(const opening* o, uint32_t block_count) {
    uint32_t total = 0;
    for (uint32_t block = 0; block < block_count; ++block) {
        o->blocks[block].first = total;
        total += o->blocks[block].count + 1;
    }
    return total;
}

static void close_up(const opening* o, uint32_t block_count, wf_pairs* pairs) {
    uint32_t to = 0;
    for (uint32_t i = 0; i < block_count; ++i) {
        wf_open_block block = o->blocks[i];
        memmove(o->a + to, o->a + block.first, sizeof(uint32_t) * block.count);
        memmove(o->b + to, o->b + block.first, sizeof(uint32_t) * block.count);
        to += block.count;
    }
    pairs->count += to;
}

/// What is known of a vertex, as bits of the first corner of a triangle.
static void note_vertices(void* given, uint32_t begin, uint32_t end) {
    const opening* o = given;
    const wf_hoods_known known = *o->known;
    for (uint32_t v = begin; v < end; ++v) {
        unsigned late = known.late == NULL || known.late[v] ? LATE : 0u;
        unsigned near = known.near == NULL || known.near[v] ? NEAR : 0u;
        o->noted[v] = (uint8_t)(known.hood[v] | known.flat[v] << FLAT_SHIFT | late | near);
    }
}

/// Also counts the neighbours that each block may have to list.
static void note_corners(void* given, uint32_t first, uint32_t last) {
    const opening* o = given;
    const uint32_t* row = o->neighbours->row;
    for (uint32_t block = first; block < last; ++block) {
        uint32_t end = end_of(o, block), count = 0;
        for (uint32_t t = block * TRIANGLE_BLOCK; t < end; ++t) {
            const uint32_t* v = o->triangles + 3 * (size_t)t;
            unsigned a = o->noted[v[0]], b = o->noted[v[1]], c = o->noted[v[2]];
            const unsigned own = 1u | 1u << FLAT_SHIFT;
            o->corners[t] = (uint8_t)((a & own) | (b & own) << 1 | (c & own) << 2 |
                                      ((a | b | c) & (LATE | NEAR)));
            count += is_covered(o, t) ? 0 : row[t + 1] - row[t];
        }
        o->blocks[block].count = count;
    }
}

static bool make_room(wf_memory* memory, wf_open_work* work, uint32_t vertices, uint32_t blocks) {
    return wf_reserve(memory, (void**)&work->blocks, &work->capacity, blocks,
                      sizeof(wf_open_block)) &&
           wf_reserve(memory, (void**)&work->noted, &work->noted_capacity, vertices, 1);
}

bool wf_hoods_open_pairs(wf_memory* memory, wf_open_work* work, const wf_neighbours* neighbours,
                         const uint32_t* triangles, const wf_hoods_known* known, uint8_t* corners,
                         wf_pairs* pairs) {
    uint32_t count = neighbours->triangle_count;
    uint32_t block_count = (count + TRIANGLE_BLOCK - 1) / TRIANGLE_BLOCK;
    if (!make_room(memory, work, neighbours->vertex_count, block_count)) {
        return false;
    }
    opening o = {.neighbours = neighbours,
                 .triangles = triangles,
                 .known = known,
                 .noted = work->noted,
                 .corners = corners,
                 .blocks = work->blocks};
    wf_parallel_for(work->pool, neighbours->vertex_count, VERTEX_BLOCK, note_vertices, &o);
    wf_parallel_for(work->pool, block_count, 1, note_corners, &o);
    if (!wf_pairs_reserve(memory, pairs, pairs->count + lay_out(&o, block_count))) {
        return false;
    }
    o.a = pairs->a + pairs->count;
    o.b = pairs->b + pairs->count;
    wf_parallel_for(work->pool, block_count, 1, open_blocks, &o);
    close_up(&o, block_count, pairs);
    return true;
}
