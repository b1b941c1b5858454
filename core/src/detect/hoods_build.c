// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The hood of a vertex is gathered from the fans of its neighbours; its outline are the sides that
// only one triangle of it has, which must be one closed curve round a disc.
#include "detect/hoods.h"

#include <string.h>

/// Triangles that a hood may have; a vertex with more has none.
enum { MOST_FACES = 128 };

/// The hood of one vertex while it is gathered; `inner` are those whose fans it has.
typedef struct hood {
    uint32_t face[MOST_FACES], inner[MOST_FACES], from[WF_HOODS_MOST_SIDES],
        to[WF_HOODS_MOST_SIDES];
    uint32_t face_count, inner_count, side_count;
} hood;

static bool holds(const uint32_t* list, uint32_t count, uint32_t item) {
    for (uint32_t k = 0; k < count; ++k) {
        if (list[k] == item) {
            return true;
        }
    }
    return false;
}

static bool gather_fan(const wf_rows* around, uint32_t vertex, hood* h) {
    if (h->inner_count == MOST_FACES) {
        return false;
    }
    h->inner[h->inner_count++] = vertex;
    for (uint32_t k = around->row[vertex]; k < around->row[vertex + 1]; ++k) {
        if (holds(h->face, h->face_count, around->item[k])) {
            continue;
        }
        if (h->face_count == MOST_FACES) {
            return false;
        }
        h->face[h->face_count++] = around->item[k];
    }
    return true;
}

static bool has_side(const wf_fans* f, const hood* h, uint32_t from, uint32_t to) {
    for (uint32_t k = 0; k < h->face_count; ++k) {
        const uint32_t* t = f->triangles + 3 * (size_t)h->face[k];
        if ((t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) ||
            (t[2] == from && t[0] == to)) {
            return true;
        }
    }
    return false;
}

static bool is_inner(const hood* h, uint32_t vertex) {
    return holds(h->inner, h->inner_count, vertex);
}

/// The sides whose other triangle is not in the hood: not those at a vertex that has its whole fan
/// there.
static bool gather_sides(const wf_fans* f, hood* h) {
    for (uint32_t k = 0; k < 3 * h->face_count; ++k) {
        const uint32_t* t = f->triangles + 3 * (size_t)h->face[k / 3];
        uint32_t from = t[k % 3], to = t[(k + 1) % 3];
        if (is_inner(h, from) || is_inner(h, to) || has_side(f, h, to, from)) {
            continue;
        }
        if (h->side_count == WF_HOODS_MOST_SIDES) {
            return false;
        }
        h->from[h->side_count] = from;
        h->to[h->side_count++] = to;
    }
    return h->side_count >= 3;
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

/// Gathers the hood of a vertex whose surroundings are a disc.
static bool gather(const wf_hoods* hoods, const wf_rows* around, uint32_t vertex, hood* h) {
    const wf_fans* f = hoods->fans;
    const wf_rows* joined = &hoods->joined;
    h->face_count = h->inner_count = h->side_count = 0;
    bool whole = f->closed[vertex] && gather_fan(around, vertex, h);
    for (uint32_t k = joined->row[vertex]; whole && k < joined->row[vertex + 1]; ++k) {
        whole = f->closed[joined->item[k]] && gather_fan(around, joined->item[k], h);
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

/// Room for so many items in rows that are being filled.
static bool reserve(wf_memory* m, wf_rows* rows, size_t* capacity, size_t count) {
    return wf_reserve(m, (void**)&rows->item, capacity, count, sizeof(uint32_t));
}

/// Writes the hood of a vertex at the end of the rows.
static bool append(wf_memory* m, wf_hoods* hoods, uint32_t vertex, const hood* h,
                   size_t capacity[2]) {
    uint32_t faces = fours(h->face_count), sides = fours(h->side_count);
    uint32_t face = hoods->face.row[vertex], side = hoods->outline.row[vertex];
    if (!reserve(m, &hoods->face, &capacity[0], (size_t)face + faces) ||
        !reserve(m, &hoods->outline, &capacity[1], (size_t)side + sides)) {
        return false;
    }
    for (uint32_t k = 0; k < faces; ++k) {
        hoods->face.item[face + k] = h->face[k < h->face_count ? k : h->face_count - 1];
    }
    for (uint32_t k = 0; k < sides; ++k) {
        hoods->outline.item[side + k] = h->from[k < h->side_count ? k : 0];
    }
    hoods->sides[vertex] = h->side_count;
    hoods->face.row[vertex + 1] = face + faces;
    hoods->outline.row[vertex + 1] = side + sides;
    return true;
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
    return true;
}

static bool fill(wf_memory* m, wf_hoods* hoods, const wf_rows* around, hood* h) {
    size_t capacity[2] = {0, 0};
    for (uint32_t v = 0; v < hoods->fans->vertex_count; ++v) {
        if (!gather(hoods, around, v, h)) {
            h->face_count = h->side_count = 0;
        }
        if (!append(m, hoods, v, h, capacity)) {
            return false;
        }
    }
    uint32_t count = hoods->fans->vertex_count;
    return trim(m, &hoods->face, count) && trim(m, &hoods->outline, count);
}

bool wf_hoods_create(wf_memory* memory, wf_hoods* hoods, const wf_fans* fans,
                     const wf_rows* joined) {
    uint32_t n = fans->vertex_count;
    *hoods = (wf_hoods){.fans = fans, .joined = *joined};
    hoods->face.count = hoods->outline.count = n;
    hoods->face.row = WF_ALLOC(memory, uint32_t, (size_t)n + 1);
    hoods->outline.row = WF_ALLOC(memory, uint32_t, (size_t)n + 1);
    hoods->sides = WF_ALLOC(memory, uint32_t, (size_t)n + 1);
    hood* h = WF_ALLOC(memory, hood, 1);
    bool done = !memory->failed && fill(memory, hoods, &fans->around, h);
    wf_free(memory, h);
    return done;
}

void wf_hoods_free(wf_memory* memory, wf_hoods* hoods) {
    wf_rows_free(memory, &hoods->face);
    wf_rows_free(memory, &hoods->outline);
    wf_free(memory, hoods->sides);
    *hoods = (wf_hoods){0};
}

void wf_open_work_free(wf_memory* memory, wf_open_work* work) {
    wf_free(memory, work->blocks);
    *work = (wf_open_work){0};
}
