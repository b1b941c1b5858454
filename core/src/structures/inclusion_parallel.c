// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The inclusion update by counts with threads, an end that the paper leaves open (ElBadrawy,
// Hemayed, Fayek 2012). Which cells a triangle has depends on its corners alone, so all that costs
// is found at once; counts, freed cells and registrations depend on an order, and are taken over in
// that of the serial update. Cells go to room that each triangle has for itself: rooms are measured
// first, and as many triangles as share one array are a round.
#include "structures/inclusion_field.h"

#include "base/parallel.h"

/// Items that a thread takes at once.
enum { TRIANGLES = 64, VERTICES = 256 };
/// Cells of a round, unless one triangle needs more.
enum { ROUND = 1 << 15 };

typedef struct update {
    wf_inclusion* field;
    const float* x;
    uint32_t first; // of the round
} update;

static void run(wf_inclusion* field, uint32_t count, uint32_t block, wf_loop* loop, update* u) {
    (void)field, (void)block; // a build without threads has neither
    wf_parallel_for(field->options.pool, count, block, loop, u);
}

bool wf_inclusion_alloc_changes(wf_memory* memory, wf_inclusion* field) {
    if (field->changes == NULL) {
        field->changes = WF_ALLOC(memory, wf_inclusion_change, field->mesh.triangle_count);
    }
    return field->changes != NULL && wf_reserve(memory, (void**)&field->found,
                                                &field->found_capacity, ROUND, sizeof(uint32_t));
}

// ---- vertices -----------------------------------------------------------------------------------

static void find_places(void* given, uint32_t begin, uint32_t end) {
    const update* u = given;
    for (uint32_t k = begin; k < end; ++k) {
        uint32_t vertex = u->field->moves[k];
        wf_inclusion_find_place_to(u->field, vertex, u->x + 4 * (size_t)vertex);
    }
}

void wf_inclusion_find_places_parallel(wf_inclusion* field, const float* x) {
    update u = {field, x, 0};
    run(field, field->move_count, VERTICES, find_places, &u);
}

static void move_those_that_stay(void* given, uint32_t begin, uint32_t end) {
    const update* u = given;
    for (uint32_t k = begin; k < end; ++k) {
        uint32_t vertex = u->field->moves[k];
        if (wf_inclusion_keeps_cell(u->field, vertex)) {
            wf_inclusion_move_to(u->field, vertex, u->x);
        }
    }
}

void wf_inclusion_move_parallel(wf_inclusion* field, const float* x) {
    update u = {field, x, 0};
    run(field, field->move_count, VERTICES, move_those_that_stay, &u);
}

// ---- triangles ----------------------------------------------------------------------------------

/// A triangle, where its corners were and where they come.
typedef struct moving {
    const float *before[3], *after[3];
    const int32_t *place[3], *place_after[3];
    uint32_t known; // of its cells before
} moving;

static moving moving_of(const update* u, uint32_t triangle) {
    const wf_inclusion* field = u->field;
    const uint32_t* corner = field->mesh.triangles + 3 * (size_t)triangle;
    moving m = {.known = field->mask[triangle]};
    for (int i = 0; i < 3; ++i) {
        size_t at = 4 * (size_t)corner[i];
        m.before[i] = field->x + at;
        m.after[i] = u->x + at;
        m.place[i] = field->place + at;
        m.place_after[i] = wf_inclusion_place_after(field, corner[i]);
    }
    return m;
}

/// Corners keep their cells, so that bits say what changes.
static bool is_masked(const wf_inclusion* field, uint32_t triangle) {
    const uint32_t* corner = field->mesh.triangles + 3 * (size_t)triangle;
    bool steady = field->steady[corner[0]] & field->steady[corner[1]] & field->steady[corner[2]];
    return steady && field->mask[triangle] != WF_INCLUSION_UNSEEN;
}

/// Of corners that are clear of borders, the box of their places; with one that is written behind.
static size_t room_of(const wf_inclusion* field, const float* const x[3],
                      const int32_t* const place[3]) {
    int32_t low[3], size[3];
    if (place[0][3] == 0 || place[1][3] == 0 || place[2][3] == 0) {
        return wf_inclusion_room(field, x);
    }
    wf_inclusion_box(place, low, size);
    return (size_t)size[0] * (size_t)size[1] * (size_t)size[2] + 1;
}

static void measure_rooms(void* given, uint32_t begin, uint32_t end) {
    const update* u = given;
    const wf_inclusion* field = u->field;
    for (uint32_t i = begin; i < end; ++i) {
        field->changes[i] = (wf_inclusion_change){.room = 0};
        if (!is_masked(field, field->listed[i])) {
            moving m = moving_of(u, field->listed[i]);
            size_t room =
                room_of(field, m.before, m.place) + room_of(field, m.after, m.place_after);
            field->changes[i].room = (uint32_t)room; // at most two grids
        }
    }
}

/// The bits of two by two by two cells that it gains and loses.
static void find_bits(wf_inclusion* field, uint32_t triangle, const moving* m,
                      wf_inclusion_change* change) {
    int32_t low[3], size[3];
    if (m->known != WF_INCLUSION_BOX) {
        wf_inclusion_box(m->place, low, size);
        uint32_t after = wf_inclusion_mask(field, m->after, low, size);
        change->entered = after & ~m->known;
        change->left = m->known & ~after;
        field->mask[triangle] = (uint8_t)after;
    }
}

static void find_cells(wf_inclusion* field, uint32_t triangle, const moving* m,
                       wf_inclusion_change* change) {
    int32_t low[3], size[3];
    uint32_t* cells = field->found + change->at;
    uint32_t count = wf_inclusion_find_cells(field, m->after, cells);
    uint32_t* before = cells + count;
    wf_inclusion_box(m->place, low, size);
    change->entered = count;
    change->left =
        m->known == WF_INCLUSION_UNSEEN ? wf_inclusion_find_cells(field, m->before, before)
        : m->known == WF_INCLUSION_BOX  ? wf_inclusion_list_row(field, low, size, before)
                                        : wf_inclusion_list_mask(field, low, m->known, before);
    field->mask[triangle] = wf_inclusion_mask_found(field, cells, count, m->place_after);
}

static void find_changes(void* given, uint32_t begin, uint32_t end) {
    const update* u = given;
    for (uint32_t i = u->first + begin; i < u->first + end; ++i) {
        uint32_t triangle = u->field->listed[i];
        wf_inclusion_change* change = &u->field->changes[i];
        moving m = moving_of(u, triangle);
        if (change->room == 0) {
            find_bits(u->field, triangle, &m, change);
        } else {
            find_cells(u->field, triangle, &m, change);
        }
    }
}

/// Bits that none has changed are most of all.
static bool take_bits(wf_memory* memory, wf_inclusion* field, uint32_t triangle,
                      const wf_inclusion_change* change) {
    const int32_t* place[3];
    wf_inclusion_places(field, triangle, place);
    uint32_t weight = wf_inclusion_weight(field, triangle), *cells = field->cells;
    int32_t low[3], size[3];
    bool asked = field->mask[triangle] != WF_INCLUSION_BOX;
    field->walked += asked;
    field->visited += asked ? 8 : 0;
    if ((change->entered | change->left) == 0) {
        return true;
    }
    wf_inclusion_box(place, low, size);
    uint32_t count = wf_inclusion_list_mask(field, low, change->entered, cells);
    wf_inclusion_enter(field, cells, count, weight);
    count = wf_inclusion_list_mask(field, low, change->left, cells);
    return wf_inclusion_leave(memory, field, cells, count, weight);
}

static bool take_over(wf_memory* memory, wf_inclusion* field, uint32_t i) {
    const wf_inclusion_change* change = &field->changes[i];
    uint32_t triangle = field->listed[i], weight = wf_inclusion_weight(field, triangle);
    if (change->room == 0) {
        return take_bits(memory, field, triangle, change);
    }
    const uint32_t* cells = field->found + change->at;
    field->walked += 2;
    field->visited += change->entered + change->left;
    wf_inclusion_enter(field, cells, change->entered, weight);
    return wf_inclusion_leave(memory, field, cells + change->entered, change->left, weight);
}

/// Deals room to the triangles from `first` on; where the round ends, or 0 when memory is out.
static uint32_t deal_rooms(wf_memory* memory, wf_inclusion* field, uint32_t first) {
    size_t used = field->changes[first].room;
    uint32_t end = first + 1;
    while (end < field->listed_count && used + field->changes[end].room <= ROUND) {
        used += field->changes[end++].room;
    }
    if (!wf_reserve(memory, (void**)&field->found, &field->found_capacity, used,
                    sizeof(uint32_t))) {
        return 0;
    }
    used = 0;
    for (uint32_t i = first; i < end; ++i) {
        field->changes[i].at = (uint32_t)used;
        used += field->changes[i].room;
    }
    return end;
}

bool wf_inclusion_change_parallel(wf_memory* memory, wf_inclusion* field, const float* x) {
    update u = {field, x, 0};
    run(field, field->listed_count, TRIANGLES, measure_rooms, &u);
    while (u.first < field->listed_count) {
        uint32_t end = deal_rooms(memory, field, u.first);
        if (end == 0) {
            return false;
        }
        run(field, end - u.first, TRIANGLES, find_changes, &u);
        for (uint32_t i = u.first; i < end; ++i) {
            if (!take_over(memory, field, i)) {
                return false;
            }
        }
        u.first = end;
    }
    return true;
}
