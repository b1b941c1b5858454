// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The hood of a vertex is gathered from the fans of its neighbours; its outline are the sides that
// only one triangle of it has, which must be one closed curve round a disc.
#include "detect/hoods.h"

#include "math/simd.h"

#include <string.h>

/// Triangles that a hood may have; a vertex with more has none.
enum { MOST_FACES = 128 };

/// What a mark says of a vertex besides whose it is.
enum { MARK_INNER = 0, MARK_RIM = 1, MARKS = 2 };

/// A hood while it is gathered. Those whose fans it has are inside or at the rim of the cloth.
typedef struct hood {
    uint32_t face[MOST_FACES], inner[MOST_FACES], rim[WF_HOODS_MOST_SIDES],
        from[WF_HOODS_MOST_SIDES], to[WF_HOODS_MOST_SIDES];
    uint32_t face_count, inner_count, rim_count, side_count;
    uint32_t number;       // of the hoods so far
    uint32_t* face_mark;   // per triangle: the number of the last hood that had it
    uint32_t* vertex_mark; // per vertex: MARKS times that, and where in the hood it is
} hood;

static void begin(hood* h) {
    h->face_count = h->inner_count = h->rim_count = h->side_count = 0;
    h->number += 1;
}

/// Adds to a list; false when that is full.
static bool add(uint32_t* list, uint32_t* count, uint32_t most, uint32_t item) {
    if (*count == most) {
        return false;
    }
    list[(*count)++] = item;
    return true;
}

static bool add_vertex(const wf_fans* f, uint32_t vertex, hood* h) {
    bool inner = f->closed[vertex];
    h->vertex_mark[vertex] = MARKS * h->number + (inner ? MARK_INNER : MARK_RIM);
    return inner ? add(h->inner, &h->inner_count, MOST_FACES, vertex)
                 : f->rim[vertex] && add(h->rim, &h->rim_count, WF_HOODS_MOST_SIDES, vertex);
}

/// False where the fan is no part of a disc.
static bool gather_fan(const wf_fans* f, uint32_t vertex, hood* h) {
    if (h->vertex_mark[vertex] / MARKS == h->number) {
        return true;
    }
    bool done = add_vertex(f, vertex, h);
    for (uint32_t k = f->around.row[vertex]; done && k < f->around.row[vertex + 1]; ++k) {
        uint32_t face = f->around.item[k];
        if (h->face_mark[face] != h->number) {
            h->face_mark[face] = h->number;
            done = add(h->face, &h->face_count, MOST_FACES, face);
        }
    }
    return done;
}

WF_INLINE bool has_side(const wf_fans* f, const hood* h, uint32_t from, uint32_t to) {
    for (uint32_t k = f->around.row[from]; k < f->around.row[from + 1]; ++k) {
        uint32_t face = f->around.item[k];
        const uint32_t* t = f->triangles + 3 * (size_t)face;
        bool has = (t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) ||
                   (t[2] == from && t[0] == to);
        if (has && h->face_mark[face] == h->number) {
            return true;
        }
    }
    return false;
}

WF_INLINE bool is_inner(const hood* h, uint32_t vertex) {
    return h->vertex_mark[vertex] == MARKS * h->number + MARK_INNER;
}

/// The sides whose other triangle is not in the hood: not those at a vertex that is inside.
static bool gather_sides(const wf_fans* f, hood* h) {
    for (uint32_t i = 0; i < h->face_count; ++i) {
        const uint32_t* t = f->triangles + 3 * (size_t)h->face[i];
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t from = t[k], to = t[k < 2 ? k + 1 : 0];
            if (is_inner(h, from) || is_inner(h, to) || has_side(f, h, to, from)) {
                continue;
            }
            if (h->side_count == WF_HOODS_MOST_SIDES) {
                return false;
            }
            h->from[h->side_count] = from;
            h->to[h->side_count++] = to;
        }
    }
    return h->side_count >= 3;
}

static bool holds(const uint32_t* list, uint32_t count, uint32_t item) {
    for (uint32_t k = 0; k < count; ++k) {
        if (list[k] == item) {
            return true;
        }
    }
    return false;
}

/// Puts the sides in order; false when they are not one closed curve.
static bool chain_sides(hood* h) {
    for (uint32_t k = 1; k < h->side_count; ++k) {
        uint32_t next = k;
        while (next < h->side_count && h->from[next] != h->to[k - 1]) {
            ++next;
        }
        if (next == h->side_count || holds(h->from, k, h->from[next])) {
            return false;
        }
        uint32_t from = h->from[next], to = h->to[next];
        h->from[next] = h->from[k];
        h->to[next] = h->to[k];
        h->from[k] = from;
        h->to[k] = to;
    }
    return h->to[h->side_count - 1] == h->from[0];
}

static bool gather_neighbours(const wf_fans* f, const wf_rows* joined, uint32_t vertex, hood* h) {
    bool done = true;
    for (uint32_t k = joined->row[vertex]; done && k < joined->row[vertex + 1]; ++k) {
        done = gather_fan(f, joined->item[k], h);
    }
    return done;
}

/// Gathers the hood of a vertex inside whose surroundings are a disc.
static bool gather(const wf_fans* f, const wf_rows* joined, uint32_t vertex, bool wide, hood* h) {
    begin(h);
    bool whole =
        f->closed[vertex] && gather_fan(f, vertex, h) && gather_neighbours(f, joined, vertex, h);
    for (uint32_t k = joined->row[vertex]; wide && whole && k < joined->row[vertex + 1]; ++k) {
        whole = gather_neighbours(f, joined, joined->item[k], h);
    }
    if (!whole || !gather_sides(f, h) || !chain_sides(h)) {
        return false;
    }
    // Euler: a disc has as many vertices and faces as edges and one more.
    uint32_t edges2 = 3 * h->face_count + h->side_count;
    return 2 * (h->inner_count + h->side_count + h->face_count) == edges2 + 2;
}

static uint32_t fours(uint32_t count) {
    return (count + 3) & ~3u;
}

/// Rows that are being filled, and the room that their items have.
typedef struct filling {
    wf_hood_rows* rows;
    uint32_t count;
    size_t faces, corners, inner;
} filling;

static bool reserve(wf_memory* m, wf_rows* rows, size_t* capacity, size_t count) {
    return wf_reserve(m, (void**)&rows->item, capacity, count, sizeof(uint32_t));
}

/// Appends a row of items, of which one that is repeated makes full fours.
static void append_fours(wf_rows* rows, uint32_t row, const uint32_t* items, uint32_t count,
                         uint32_t repeated) {
    uint32_t at = rows->row[row], full = fours(count);
    for (uint32_t k = 0; k < full; ++k) {
        rows->item[at + k] = items[k < count ? k : repeated];
    }
    rows->row[row + 1] = at + full;
}

/// Writes a hood, or none, at the end of the rows.
static bool append(wf_memory* m, filling* f, const hood* h) {
    wf_hood_rows* rows = f->rows;
    uint32_t row = f->count++, inner = rows->inner.row[row];
    if (!reserve(m, &rows->face, &f->faces, (size_t)rows->face.row[row] + fours(h->face_count)) ||
        !reserve(m, &rows->outline, &f->corners,
                 (size_t)rows->outline.row[row] + fours(h->side_count)) ||
        !reserve(m, &rows->inner, &f->inner, (size_t)inner + h->inner_count)) {
        return false;
    }
    append_fours(&rows->face, row, h->face, h->face_count, h->face_count - 1);
    append_fours(&rows->outline, row, h->from, h->side_count, 0);
    if (h->inner_count > 0) {
        memcpy(rows->inner.item + inner, h->inner, h->inner_count * sizeof(uint32_t));
    }
    rows->inner.row[row + 1] = inner + h->inner_count;
    rows->sides[row] = h->side_count;
    return true;
}

static bool append_none(wf_memory* m, filling* f, hood* h) {
    begin(h);
    return append(m, f, h);
}

/// Gives back the room beyond the last of `count` rows.
static bool trim(wf_memory* m, wf_rows* rows, uint32_t count) {
    size_t used = rows->row[count];
    uint32_t* exact = WF_ALLOC(m, uint32_t, used + 1);
    if (exact == NULL) {
        return false;
    }
    if (used > 0) {
        memcpy(exact, rows->item, used * sizeof(uint32_t));
    }
    wf_free(m, rows->item);
    rows->item = exact;
    rows->count = count;
    return true;
}

static bool finish(wf_memory* m, filling* f) {
    return trim(m, &f->rows->face, f->count) && trim(m, &f->rows->outline, f->count) &&
           trim(m, &f->rows->inner, f->count);
}

static bool fill_own(wf_memory* m, wf_hoods* hoods, const wf_rows* joined, hood* h) {
    filling f = {.rows = &hoods->own};
    for (uint32_t v = 0; v < hoods->fans->vertex_count; ++v) {
        bool any = gather(hoods->fans, joined, v, false, h);
        if (!(any ? append(m, &f, h) : append_none(m, &f, h))) {
            return false;
        }
    }
    return finish(m, &f);
}

// ---- wards
// ---------------------------------------------------------------------------------------

/// Wards while they are dealt out.
typedef struct dealing {
    wf_hoods* hoods;
    const wf_rows* joined;
    uint8_t* taken; // per vertex
    filling wide;
    uint32_t placed; // vertices in wards
} dealing;

static uint32_t count_free(const dealing* d, uint32_t vertex) {
    uint32_t count = !d->taken[vertex];
    for (uint32_t k = d->joined->row[vertex]; k < d->joined->row[vertex + 1]; ++k) {
        count += !d->taken[d->joined->item[k]];
    }
    return count;
}

/// The vertex, itself or next to one, whose ward would have most.
static uint32_t find_centre(const dealing* d, uint32_t vertex) {
    uint32_t best = vertex, most = count_free(d, vertex);
    for (uint32_t k = d->joined->row[vertex]; k < d->joined->row[vertex + 1]; ++k) {
        uint32_t other = d->joined->item[k], count = count_free(d, other);
        if (count > most && d->hoods->own.sides[other] > 0) {
            best = other;
            most = count;
        }
    }
    return best;
}

static void take(dealing* d, uint32_t vertex) {
    d->hoods->ward.item[d->placed] = vertex;
    d->placed += !d->taken[vertex];
    d->taken[vertex] = 1;
}

/// A vertex whose neighbours' hoods lie in a disc answers for all of them, else for itself.
static bool deal_ward(wf_memory* m, dealing* d, uint32_t vertex, hood* h) {
    uint32_t centre = find_centre(d, vertex);
    bool any = gather(d->hoods->fans, d->joined, centre, true, h);
    take(d, any ? centre : vertex);
    for (uint32_t k = d->joined->row[centre]; any && k < d->joined->row[centre + 1]; ++k) {
        take(d, d->joined->item[k]);
    }
    bool done = any ? append(m, &d->wide, h) : append_none(m, &d->wide, h);
    d->hoods->ward.row[d->wide.count] = d->placed;
    return done;
}

static bool deal_wards(wf_memory* m, wf_hoods* hoods, const wf_rows* joined, hood* h) {
    uint32_t n = hoods->fans->vertex_count;
    dealing d = {.hoods = hoods, .joined = joined, .wide = {.rows = &hoods->wide}};
    d.taken = WF_ALLOC(m, uint8_t, n);
    bool done = d.taken != NULL;
    for (uint32_t v = 0; v < n && done; ++v) {
        done = d.taken[v] || deal_ward(m, &d, v, h);
    }
    wf_free(m, d.taken);
    hoods->ward.count = d.wide.count;
    return done && finish(m, &d.wide);
}

// ---- all
// -----------------------------------------------------------------------------------------

static void make_rows(wf_memory* m, wf_hood_rows* rows, uint32_t most) {
    rows->face.row = WF_ALLOC(m, uint32_t, (size_t)most + 1);
    rows->outline.row = WF_ALLOC(m, uint32_t, (size_t)most + 1);
    rows->inner.row = WF_ALLOC(m, uint32_t, (size_t)most + 1);
    rows->sides = WF_ALLOC(m, uint32_t, (size_t)most + 1);
}

bool wf_hoods_create(wf_memory* memory, wf_hoods* hoods, const wf_fans* fans,
                     const wf_rows* joined) {
    uint32_t n = fans->vertex_count;
    *hoods = (wf_hoods){.fans = fans};
    make_rows(memory, &hoods->own, n);
    make_rows(memory, &hoods->wide, n);
    hoods->ward.row = WF_ALLOC(memory, uint32_t, (size_t)n + 1);
    hoods->ward.item = WF_ALLOC(memory, uint32_t, (size_t)n + 1);
    hood* h = WF_ALLOC(memory, hood, 1);
    bool done = h != NULL;
    if (done) {
        h->face_mark = WF_ALLOC(memory, uint32_t, (size_t)fans->triangle_count + 1);
        h->vertex_mark = WF_ALLOC(memory, uint32_t, (size_t)n + 1);
        done = !memory->failed && fill_own(memory, hoods, joined, h) &&
               deal_wards(memory, hoods, joined, h);
        wf_free(memory, h->face_mark);
        wf_free(memory, h->vertex_mark);
    }
    wf_free(memory, h);
    return done;
}

static void free_rows(wf_memory* memory, wf_hood_rows* rows) {
    wf_rows_free(memory, &rows->face);
    wf_rows_free(memory, &rows->outline);
    wf_rows_free(memory, &rows->inner);
    wf_free(memory, rows->sides);
}

void wf_hoods_free(wf_memory* memory, wf_hoods* hoods) {
    free_rows(memory, &hoods->own);
    free_rows(memory, &hoods->wide);
    wf_rows_free(memory, &hoods->ward);
    *hoods = (wf_hoods){0};
}

void wf_open_work_free(wf_memory* memory, wf_open_work* work) {
    wf_free(memory, work->blocks);
    wf_free(memory, work->noted);
    *work = (wf_open_work){0};
}
