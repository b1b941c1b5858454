// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "drift.h"

#include "contact/thickness.h"
#include "math/simd.h"
#include "solid_drift.h"
#include "solve/system.h"

#include <math.h>

/// Side of a cell where there are enough of them, and what no side needs to reach, m.
#define LEAST_CELL 0.05f
#define MOST_SIDE 1e4f
/// Nearer than this counts as met, m; what gets a force counts wherever it is.
#define MET 0.01f
/// A cell for every two particles, within these bounds: laying them out costs little then.
enum { FEWEST_CELLS = 64, MOST_CELLS = 8192 };
/// A triangle that passes through more cells is taken to meet cloth that stands still.
enum { MOST_PASSED = 64 };
#define NOTHING 1e30f

/// Bounds of some cloth at the start of the step, and of its moves in it; lo > hi without cloth.
typedef struct cell {
    float place_lo[4], place_hi[4]; // m
    float move_lo[4], move_hi[4];   // m
} cell;

struct wf_drift {
    cell* cells;
    uint32_t capacity;
    uint32_t size[3]; // cells along the axes
    float origin[4];
    float side; // m
    float met;  // m: nearer than this counts as met
    cell all;
};

/// Cells, ends included.
typedef struct cell_span {
    uint32_t from[3], to[3];
} cell_span;

/// A triangle of a body in this step.
typedef struct sweep {
    wf_f4 from[3], move[3];
} sweep;

bool wf_drift_rebuild(weft_world* world) {
    wf_drift* d = world->drift;
    if (d == NULL) {
        d = world->drift = WF_ALLOC(&world->memory, wf_drift, 1);
    }
    if (d == NULL) {
        return false;
    }
    uint32_t want = world->particles->count / 2;
    want = want < FEWEST_CELLS ? FEWEST_CELLS : want < MOST_CELLS ? want : MOST_CELLS;
    if (d->cells == NULL || want != d->capacity) {
        wf_free(&world->memory, d->cells);
        d->cells = WF_ALLOC(&world->memory, cell, want);
        d->capacity = want;
    }
    return d->cells != NULL;
}

void wf_drift_destroy(weft_world* world) {
    if (world->drift != NULL) {
        wf_free(&world->memory, world->drift->cells);
        wf_free(&world->memory, world->drift);
        world->drift = NULL;
    }
}

// ---- the cloth
// --------------------------------------------------------------------------------------------

static void clear(cell* c) {
    wf_f4_store(c->place_lo, wf_f4_splat(NOTHING));
    wf_f4_store(c->place_hi, wf_f4_splat(-NOTHING));
    wf_f4_store(c->move_lo, wf_f4_splat(NOTHING));
    wf_f4_store(c->move_hi, wf_f4_splat(-NOTHING));
}

static void widen(cell* c, wf_f4 place, wf_f4 move) {
    wf_f4_store(c->place_lo, wf_f4_min(wf_f4_load(c->place_lo), place));
    wf_f4_store(c->place_hi, wf_f4_max(wf_f4_load(c->place_hi), place));
    wf_f4_store(c->move_lo, wf_f4_min(wf_f4_load(c->move_lo), move));
    wf_f4_store(c->move_hi, wf_f4_max(wf_f4_load(c->move_hi), move));
}

static wf_f4 move_of(const weft_world* world, size_t i) {
    return wf_f4_mul(wf_f4_load(world->particles->v + 4 * i),
                     wf_f4_splat(world->def.frame_seconds));
}

/// One too many where they are not to be counted.
static uint32_t cells_along(float extent, float side) {
    float count = extent / side;
    return count < (float)MOST_CELLS ? (uint32_t)count + 1 : MOST_CELLS + 1;
}

/// As many cells as there are around all cloth; one for cloth that lies further apart than any
/// world.
static void lay_cells(wf_drift* d) {
    float extent[4];
    wf_f4 lo = wf_f4_load(d->all.place_lo);
    wf_f4_store(extent, wf_f4_sub(wf_f4_load(d->all.place_hi), lo));
    wf_f4_store(d->origin, lo);
    uint64_t count = UINT64_MAX;
    for (d->side = LEAST_CELL; count > d->capacity && d->side < MOST_SIDE; d->side *= 1.25f) {
        count = 1;
        for (int axis = 0; axis < 3; ++axis) {
            d->size[axis] = cells_along(extent[axis], d->side);
            count *= d->size[axis];
        }
    }
    d->side *= 1.0f / 1.25f;
    if (count > d->capacity) {
        d->size[0] = d->size[1] = d->size[2] = 1;
        count = 1;
    }
    for (size_t i = 0; i < count; ++i) {
        clear(&d->cells[i]);
    }
}

static size_t cell_index(const wf_drift* d, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)z * d->size[1] + y) * d->size[0] + x;
}

/// In cells from the origin; the farthest particle may round to one beyond the last.
static uint32_t along(const wf_drift* d, float at, int axis) {
    uint32_t last = d->size[axis] - 1;
    return !(at > 0.0f) ? 0 : at < (float)last ? (uint32_t)at : last;
}

static void put_cloth(const weft_world* world) {
    wf_drift* d = world->drift;
    const wf_particles* particles = world->particles;
    clear(&d->all);
    for (size_t i = 0; i < particles->count; ++i) {
        widen(&d->all, wf_f4_load(particles->x + 4 * i), move_of(world, i));
    }
    lay_cells(d);
    wf_f4 origin = wf_f4_load(d->origin), scale = wf_f4_splat(1.0f / d->side);
    for (size_t i = 0; i < particles->count; ++i) {
        wf_f4 x = wf_f4_load(particles->x + 4 * i);
        float at[4];
        wf_f4_store(at, wf_f4_mul(wf_f4_sub(x, origin), scale));
        size_t k = cell_index(d, along(d, at[0], 0), along(d, at[1], 1), along(d, at[2], 2));
        widen(&d->cells[k], x, move_of(world, i));
    }
}

// ---- the bodies against it
// --------------------------------------------------------------------------------------------

/// Where a triangle may be against cloth that moves within these bounds, grown by what counts as
/// met.
static void relative_box(const sweep* t, const cell* c, float met, wf_f4* lo, wf_f4* hi) {
    wf_f4 most = wf_f4_load(c->move_hi), least = wf_f4_load(c->move_lo);
    *lo = wf_f4_splat(NOTHING);
    *hi = wf_f4_splat(-NOTHING);
    for (int k = 0; k < 3; ++k) {
        wf_f4 to = wf_f4_add(t->from[k], t->move[k]);
        *lo = wf_f4_min(*lo, wf_f4_min(t->from[k], wf_f4_sub(to, most)));
        *hi = wf_f4_max(*hi, wf_f4_max(t->from[k], wf_f4_sub(to, least)));
    }
    *lo = wf_f4_sub(*lo, wf_f4_splat(met));
    *hi = wf_f4_add(*hi, wf_f4_splat(met));
}

/// Whether that box meets the cloth of the cell.
static bool is_met(const sweep* t, const cell* c, float met, wf_f4* lo, wf_f4* hi) {
    relative_box(t, c, met, lo, hi);
    wf_f4 apart = wf_f4_or(wf_f4_less(*hi, wf_f4_load(c->place_lo)),
                           wf_f4_less(wf_f4_load(c->place_hi), *lo));
    return (wf_f4_mask(apart) & 7) == 0;
}

/// Longest move of a triangle's corners against the cloth of a cell, but none longer than in space;
/// squared.
static float against(const sweep* t, const cell* c) {
    float longest2 = 0.0f;
    for (int k = 0; k < 3; ++k) {
        wf_f4 a = wf_f4_abs(wf_f4_sub(t->move[k], wf_f4_load(c->move_lo)));
        wf_f4 b = wf_f4_abs(wf_f4_sub(t->move[k], wf_f4_load(c->move_hi)));
        wf_f4 part = wf_f4_max(a, b);
        float own2 = wf_f4_dot3(t->move[k], t->move[k]), length2 = wf_f4_dot3(part, part);
        length2 = length2 < own2 ? length2 : own2;
        longest2 = length2 > longest2 ? length2 : longest2;
    }
    return longest2;
}

/// The cells whose cloth a triangle may come near; false when there are none.
static bool span_of(const wf_drift* d, const sweep* t, cell_span* span) {
    wf_f4 lo, hi, origin = wf_f4_load(d->origin), scale = wf_f4_splat(1.0f / d->side);
    if (!is_met(t, &d->all, d->met, &lo, &hi)) {
        return false;
    }
    float low[4], high[4];
    wf_f4_store(low, wf_f4_mul(wf_f4_sub(lo, origin), scale));
    wf_f4_store(high, wf_f4_mul(wf_f4_sub(hi, origin), scale));
    for (int axis = 0; axis < 3; ++axis) {
        span->from[axis] = along(d, low[axis], axis);
        span->to[axis] = along(d, high[axis], axis);
    }
    return true;
}

static uint32_t passed(const cell_span* span) {
    return (span->to[0] - span->from[0] + 1) * (span->to[1] - span->from[1] + 1) *
           (span->to[2] - span->from[2] + 1);
}

static float against_span(const wf_drift* d, const cell_span* span, const sweep* t) {
    float longest2 = 0.0f;
    wf_f4 lo, hi;
    for (uint32_t z = span->from[2]; z <= span->to[2]; ++z) {
        for (uint32_t y = span->from[1]; y <= span->to[1]; ++y) {
            for (uint32_t x = span->from[0]; x <= span->to[0]; ++x) {
                const cell* c = &d->cells[cell_index(d, x, y, z)];
                float length2 = is_met(t, c, d->met, &lo, &hi) ? against(t, c) : 0.0f;
                longest2 = length2 > longest2 ? length2 : longest2;
            }
        }
    }
    return longest2;
}

/// Squared, for a triangle of whose corners one goes so far in space.
static float triangle_drift(const wf_drift* d, const wf_obstacle* o, uint32_t triangle,
                            float own2) {
    const uint32_t* corner = o->triangles + 3 * (size_t)triangle;
    sweep t;
    for (int k = 0; k < 3; ++k) {
        size_t i = 4 * (size_t)corner[k];
        t.from[k] = wf_f4_load(o->x0 + i);
        t.move[k] = wf_f4_sub(wf_f4_load(o->x1 + i), t.from[k]);
    }
    cell_span span;
    if (!span_of(d, &t, &span)) {
        return 0.0f;
    }
    return passed(&span) > MOST_PASSED ? own2 : against_span(d, &span, &t);
}

typedef struct drifting {
    const wf_drift* drift;
    const wf_obstacle* o;
    float least2; // m2
} drifting;

/// Who does not go further in space than what is found need not be looked at.
static void find_longest(void* given, uint32_t begin, uint32_t end) {
    const drifting* a = given;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t last = wf_obstacle_block_end(a->o, block);
        float longest2 = a->least2;
        for (uint32_t t = block * WF_BODY_BLOCK; t < last; ++t) {
            float own2 = wf_obstacle_way2(a->o, t);
            float length2 = own2 > longest2 ? triangle_drift(a->drift, a->o, t, own2) : 0.0f;
            longest2 = length2 > longest2 ? length2 : longest2;
        }
        a->o->most[block] = longest2;
    }
}

float wf_drift_measure(weft_world* world, float least) {
    const wf_obstacle* o = &world->obstacle;
    world->drift->met = wf_wider(MET, wf_contact_reach(world->contact));
    put_cloth(world);
    drifting a = {world->drift, o, least * least};
    wf_system_for(world->system, wf_obstacle_block_count(o), 1, find_longest, &a);
    float longest2 = wf_obstacle_most(o, a.least2);
    return wf_solid_drift(world, world->drift->met, sqrtf(longest2));
}
