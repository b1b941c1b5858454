// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the parts of a body's inclusion field must agree with: parts that are built from scratch for
// the same pose, and the skin as it is in the world.
#pragma once

#include "inclusion_checks.h"
#include "mesh/inside.h"
#include "structures/inclusion_parts.h"

#include <math.h>

typedef struct parts_difference {
    uint32_t values;                   // cells of another value, or touched by other triangles
    uint32_t others;                   // another frame or other registrations
    uint32_t sides;                    // places on the wrong side of the skin
    uint32_t missed;                   // vertices that do not lie in a surface cell
    uint32_t far;                      // particles whose nearest vertex is not the nearest
    uint32_t inside, surface, outside; // places asked
    uint32_t hits;                     // of particles
} parts_difference;

/// Whether two fields of one part say the same of every cell of either grid.
static inline uint32_t parts_other_cells(const wf_inclusion* a, const wf_inclusion* b) {
    uint32_t wrong = 0;
    for (uint32_t cell = 0; cell < a->cell_count; ++cell) {
        uint32_t at[3] = {cell % a->size[0], cell / a->size[0] % a->size[1],
                          cell / a->size[0] / a->size[1]};
        bool there = true;
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] += (uint32_t)a->first[axis] - (uint32_t)b->first[axis];
            there &= at[axis] < b->size[axis];
        }
        uint32_t other = there ? wf_inclusion_index(b, at[0], at[1], at[2]) : 0;
        wrong += a->value[cell] != (there ? b->value[other] : WF_INCLUSION_OUTSIDE);
        wrong += a->touching[cell] != (there ? b->touching[other] : 0);
    }
    return wrong;
}

/// Every vertex of the skin stands in the blocks of its cell, once, ascending; no other does.
static inline uint32_t parts_wrong_lists(const wf_inclusion_part* part) {
    const wf_inclusion* field = &part->field;
    uint32_t wrong = 0, listed = 0;
    for (uint32_t cell = 0; cell < field->cell_count; ++cell) {
        uint32_t before = WF_INCLUSION_NONE;
        for (uint32_t b = field->head[cell]; b != WF_INCLUSION_NONE; b = field->after[b]) {
            wrong += inclusion_wrong_block(field, cell, b, &before, &listed);
        }
        wrong += before != WF_INCLUSION_NONE && before >= part->skin_count;
    }
    return wrong + (listed != part->skin_count);
}

/// Compares with parts that are built from scratch.
static inline void parts_compare(const wf_inclusion_parts* parts, const wf_inclusion_skin* skin,
                                 const float* rest, const float* x, parts_difference* d) {
    wf_memory memory = {0};
    wf_inclusion_parts right = {.count = 0};
    CHECK(wf_inclusion_parts_build(&memory, &right, skin, rest, x, &parts->options));
    d->others += right.count != parts->count;
    for (uint32_t i = 0; i < parts->count && i < right.count; ++i) {
        const wf_inclusion_part *a = &parts->parts[i], *b = &right.parts[i];
        d->others += memcmp(a->row, b->row, sizeof a->row) != 0;
        d->others += memcmp(a->local, b->local, 16 * (size_t)a->vertex_count) != 0;
        d->others += memcmp(a->lo, b->lo, 12) != 0 || memcmp(a->hi, b->hi, 12) != 0;
        d->others += parts_wrong_lists(a);
        d->values += parts_other_cells(&a->field, &b->field);
        d->values += parts_other_cells(&b->field, &a->field);
    }
    wf_inclusion_parts_free(&memory, &right);
    CHECK_EQ(memory.bytes, 0);
}

/// How often the skin goes round a place; exact.
static inline int parts_winding(const wf_inclusion_parts* parts, const float p[3]) {
    int winding = 0;
    for (size_t t = 0; t < 3 * (size_t)parts->mesh.triangle_count; t += 3) {
        const uint32_t* corner = parts->mesh.triangles + t;
        winding +=
            wf_ray_crosses(parts->x + 4 * (size_t)corner[0], parts->x + 4 * (size_t)corner[1],
                           parts->x + 4 * (size_t)corner[2], p);
    }
    return winding;
}

/// The nearest vertex of the skin, m2.
static inline double parts_nearest(const wf_inclusion_parts* parts, const float p[3]) {
    double best = INFINITY;
    for (size_t v = 0; v < parts->mesh.vertex_count; ++v) {
        double sum = 0;
        for (size_t k = 0; k < 3; ++k) {
            double d = (double)parts->x[4 * v + k] - (double)p[k];
            sum += d * d;
        }
        best = sum < best ? sum : best;
    }
    return best;
}

/// A place asked for its side, and what is nearest to it.
static inline void parts_ask(const wf_inclusion_parts* parts, const float p[3], uint32_t reach,
                             parts_difference* d) {
    int value = wf_inclusion_parts_at(parts, p);
    uint32_t vertex;
    wf_inclusion_hit hit;
    d->inside += value < 0;
    d->surface += value == 0;
    d->outside += value > 0;
    d->sides += value != 0 && (value < 0) != (parts_winding(parts, p) != 0);
    d->others += wf_inclusion_parts_ask(parts, p, &vertex) != value;
    if (wf_inclusion_parts_look_up(parts, p, reach, &hit)) {
        const float* x = parts->x + 4 * (size_t)hit.vertex;
        double sum = 0, nearest = parts_nearest(parts, p);
        for (int k = 0; k < 3; ++k) {
            sum += ((double)x[k] - (double)p[k]) * ((double)x[k] - (double)p[k]);
        }
        d->hits += 1;
        d->far += fabs(sqrt(sum) - sqrt(nearest)) > 1e-5;
    }
}

/// So many places near random vertices, and in the box of the body; and every vertex itself.
static inline void parts_probe(const wf_inclusion_parts* parts, test_random* random, uint32_t count,
                               uint32_t reach, parts_difference* d) {
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, p[3];
    for (size_t v = 0; v < parts->mesh.vertex_count; ++v) {
        d->missed += wf_inclusion_parts_at(parts, parts->x + 4 * v) != WF_INCLUSION_SURFACE;
        for (size_t k = 0; k < 3; ++k) {
            lo[k] = fminf(lo[k], parts->x[4 * v + k]);
            hi[k] = fmaxf(hi[k], parts->x[4 * v + k]);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        size_t v = (size_t)test_uniform(random, 0, (float)parts->mesh.vertex_count - 1);
        float wide = i % 3 == 0 ? 0.1f : 0.02f;
        for (size_t k = 0; k < 3; ++k) {
            p[k] = i % 4 == 0 ? test_uniform(random, lo[k], hi[k])
                              : parts->x[4 * v + k] + test_uniform(random, -wide, wide);
        }
        parts_ask(parts, p, reach, d);
    }
}
