// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four triangles or four sides of an outline at a time. Fans see to it that the triangles are large
// and fat enough for floats.
#include "detect/hoods.h"

#include "base/parallel.h"
#include "math/v3x4.h"

#include <string.h>

/// Twice the area that the triangle of a side and the vertex has in the view, over the square of
/// its longer leg: a thousand times what rounding does.
#define LEAST_TURN 1e-3f

// ---- one hood
// ---------------------------------------------------------------------------------------

/// Lanes where n . v > sqrt(bound).
static wf_f4 faces(wf_v3x4 n, wf_v3x4 v, wf_f4 bound) {
    wf_f4 along = wf_v3x4_dot(n, v);
    return wf_f4_and(wf_f4_less(wf_f4_zero(), along), wf_f4_less(bound, wf_f4_mul(along, along)));
}

static bool all_flat(const wf_rows* inner, uint32_t hood, const uint8_t* flat) {
    uint8_t all = 1;
    for (uint32_t k = inner->row[hood]; k < inner->row[hood + 1]; ++k) {
        all &= flat[inner->item[k]];
    }
    return all != 0;
}

/// What is asked of hoods.
typedef struct look {
    const wf_hoods* hoods;
    const float *x, *end;
    float margin;
    int poses, step; // every `step`th of the first `poses` coefficients
    const uint8_t* flat;
    uint8_t* hood;
} look;

/// Whether all triangles of a hood face its view. Those at the rim may be in no fan that was
/// judged.
static bool faces_view(const look* l, const wf_rows* face, uint32_t hood, wf_v3x4 n) {
    const wf_fans* fans = l->hoods->fans;
    wf_f4 margin2_nn = wf_f4_mul(wf_f4_splat(l->margin * l->margin), wf_v3x4_dot(n, n));
    for (uint32_t k = face->row[hood]; k < face->row[hood + 1]; k += 4) {
        wf_f4 bound = wf_f4_zero();
        bool astray = false;
        for (int pose = 0; pose < l->poses; pose += l->step) {
            wf_f4 v[4];
            for (uint32_t lane = 0; lane < 4; ++lane) {
                size_t at = 4 * (size_t)face->item[k + lane];
                v[lane] = wf_f4_load(fans->face[pose] + at);
                astray |= !(fans->stray[at + 3] < WF_FANS_ASTRAY);
            }
            wf_f4_transpose(&v[0], &v[1], &v[2], &v[3]);
            bound = pose == 0 ? wf_f4_mul(margin2_nn, v[3]) : bound;
            if (astray || wf_f4_mask(faces(n, (wf_v3x4){v[0], v[1], v[2]}, bound)) != 15) {
                return false;
            }
        }
    }
    return true;
}

/// The corners of an outline in one pose, in the plane of the view: along the ray and across it,
/// and their squared distance from the vertex. The first corner follows the last, to full fours and
/// one.
typedef struct outline {
    float along[WF_HOODS_MOST_SIDES + 4], across[WF_HOODS_MOST_SIDES + 4],
        far2[WF_HOODS_MOST_SIDES + 4];
} outline;

static void view_outline(const wf_rows* corners, uint32_t hood, uint32_t vertex, const float* x,
                         wf_v3x4 ray, wf_v3x4 across, outline* out) {
    wf_v3x4 centre = wf_v3x4_splat(x + 4 * (size_t)vertex);
    uint32_t row = corners->row[hood], count = corners->row[hood + 1] - row;
    for (uint32_t k = 0; k < count; k += 4) {
        wf_v3x4 leg = wf_v3x4_sub(wf_v3x4_gather(x, corners->item + row + k), centre);
        wf_f4_store(out->along + k, wf_v3x4_dot(leg, ray));
        wf_f4_store(out->across + k, wf_v3x4_dot(leg, across));
        wf_f4_store(out->far2 + k, wf_v3x4_dot(leg, leg));
    }
    out->along[count] = out->along[0];
    out->across[count] = out->across[0];
    out->far2[count] = out->far2[0];
}

/// Twice the areas of the triangles of four sides with the vertex, from a corner in one pose to the
/// next one in another.
static wf_f4 areas(const outline* a, const outline* b, uint32_t k) {
    return wf_v3x4_minor(wf_f4_load(a->along + k), wf_f4_load(b->across + k + 1),
                         wf_f4_load(a->across + k), wf_f4_load(b->along + k + 1));
}

/// Whether the outline turns round the vertex once and never back.
static bool goes_round(const look* l, const wf_hood_rows* rows, uint32_t hood, uint32_t vertex,
                       wf_v3x4 n) {
    outline a, b;
    wf_v3x4 ray = wf_v3x4_splat(l->hoods->fans->ray + 4 * (size_t)vertex);
    wf_v3x4 across = wf_v3x4_cross(n, ray);
    view_outline(&rows->outline, hood, vertex, l->x, ray, across, &a);
    if (l->end != NULL) {
        view_outline(&rows->outline, hood, vertex, l->end, ray, across, &b);
    }
    // The view is scaled by the length of the ray one way and by that times |n| the other.
    wf_f4 scale = wf_f4_mul(wf_v3x4_dot(ray, ray), wf_f4_sqrt(wf_v3x4_dot(n, n)));
    wf_f4 least = wf_f4_mul(wf_f4_splat(LEAST_TURN), scale);
    uint32_t sides = rows->sides[hood], turns = 0;
    for (uint32_t k = 0; k < sides; k += 4) {
        int used = sides - k < 4 ? (1 << (sides - k)) - 1 : 15;
        wf_f4 size2 = wf_f4_max(wf_f4_load(a.far2 + k), wf_f4_load(a.far2 + k + 1));
        wf_f4 bound = wf_f4_mul(least, size2);
        wf_f4 ok = wf_f4_less(bound, areas(&a, &a, k));
        if (l->end != NULL) {
            wf_f4 middle = wf_f4_add(areas(&a, &b, k), areas(&b, &a, k));
            ok = wf_f4_and(ok, wf_f4_less(wf_f4_add(bound, bound), middle));
            ok = wf_f4_and(ok, wf_f4_less(bound, areas(&b, &b, k)));
        }
        if ((wf_f4_mask(ok) & used) != used) {
            return false;
        }
        wf_f4 zero = wf_f4_zero();
        wf_f4 passes = wf_f4_and(wf_f4_less(wf_f4_load(a.along + k), zero),
                                 wf_f4_less_equal(zero, wf_f4_load(a.along + k + 1)));
        turns += (uint32_t)__builtin_popcount((unsigned)(wf_f4_mask(passes) & used));
    }
    return turns == 1;
}

/// The same for all poses of the way at once, and less sharply.
static bool surely_faces_view(const look* l, const wf_rows* face, uint32_t hood, wf_v3x4 n) {
    wf_f4 nn = wf_v3x4_dot(n, n), margin = wf_f4_splat(l->margin);
    const float* stray = l->hoods->fans->stray;
    for (uint32_t k = face->row[hood]; k < face->row[hood + 1]; k += 4) {
        wf_f4 v[4];
        for (uint32_t lane = 0; lane < 4; ++lane) {
            v[lane] = wf_f4_load(stray + 4 * (size_t)face->item[k + lane]);
        }
        wf_f4_transpose(&v[0], &v[1], &v[2], &v[3]);
        wf_f4 reach = wf_f4_add(margin, v[3]);
        wf_f4 bound = wf_f4_mul(nn, wf_f4_mul(reach, reach));
        if (wf_f4_mask(faces(n, (wf_v3x4){v[0], v[1], v[2]}, bound)) != 15) {
            return false;
        }
    }
    return true;
}

static wf_v3x4 view_of(const look* l, uint32_t vertex) {
    return wf_v3x4_splat(l->hoods->fans->normal + 4 * (size_t)vertex);
}

static bool stands(const look* l, uint32_t v) {
    const wf_hood_rows* own = &l->hoods->own;
    wf_v3x4 n = view_of(l, v);
    return own->sides[v] > 0 && all_flat(&own->inner, v, l->flat) &&
           (surely_faces_view(l, &own->face, v, n) || faces_view(l, &own->face, v, n)) &&
           goes_round(l, own, v, v, n);
}

static bool stands_wide(const look* l, uint32_t ward) {
    const wf_hood_rows* wide = &l->hoods->wide;
    if (wide->sides[ward] == 0 || !all_flat(&wide->inner, ward, l->flat)) {
        return false;
    }
    uint32_t vertex = wide->inner.item[wide->inner.row[ward]];
    wf_v3x4 n = view_of(l, vertex);
    return surely_faces_view(l, &wide->face, ward, n) && goes_round(l, wide, ward, vertex, n);
}

/// Wards that a thread takes at a time.
enum { WARD_BLOCK = 32 };

/// Who is not answered for by the wide hood of the ward is asked for its own.
static void find_wards(void* given, uint32_t begin, uint32_t last) {
    const look* l = given;
    const wf_hoods* hoods = l->hoods;
    for (uint32_t ward = begin; ward < last; ++ward) {
        bool all = stands_wide(l, ward);
        for (uint32_t k = hoods->ward.row[ward]; k < hoods->ward.row[ward + 1]; ++k) {
            uint32_t v = hoods->ward.item[k];
            l->hood[v] = all || stands(l, v);
        }
    }
}

void wf_hoods_find(const wf_hoods* hoods, const float* x, const float* end, float margin,
                   const uint8_t* flat, uint8_t* hood) {
    look l = {hoods, x, end, margin, end != NULL ? 3 : 1, 1, flat, hood};
    wf_parallel_for(hoods->fans->pool, hoods->ward.count, WARD_BLOCK, find_wards, &l);
}

void wf_hoods_guess(const wf_hoods* hoods, const float* x, float margin, const uint8_t* flat,
                    uint8_t* hood) {
    look l = {hoods, x, NULL, margin, 3, 2, flat, hood};
    wf_parallel_for(hoods->fans->pool, hoods->ward.count, WARD_BLOCK, find_wards, &l);
}

// ---- what they leave
// --------------------------------------------------------------------------------

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
static uint32_t is_open(const wf_neighbour* n, unsigned own, unsigned other) {
    unsigned shares = 0u - n->shares;
    unsigned answers = ((own | (own >> FLAT_SHIFT & shares)) & n->own) |
                       (other & n->other & ~shares) | (~(own | other) & LATE);
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
    const wf_neighbours* neighbours = o->neighbours;
    for (uint32_t k = neighbours->row[t]; k < neighbours->row[t + 1]; ++k) {
        const wf_neighbour* n = &neighbours->item[k];
        o->a[place] = t;
        o->b[place] = n->triangle;
        place += is_open(n, o->corners[t], o->corners[n->triangle]);
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
