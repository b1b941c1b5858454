// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which vertices have a fan: inside, where their triangles form a ring, and at a rim, where they
// form a chain.
#include "detect/fan_block.h"

static void fill_block(wf_fan_block* b, const uint32_t* triangles, uint32_t count) {
    b->count = count < 4 ? count : 4;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        const uint32_t* t = triangles + 3 * (size_t)(lane < b->count ? lane : b->count - 1);
        for (int k = 0; k < 3; ++k) {
            b->corner[k][lane] = t[k];
        }
    }
}

/// The triangles round a vertex.
typedef struct circle {
    const uint32_t *triangles, *around;
    uint32_t vertex, count;
} circle;

/// The corner of triangle i that follows the vertex, or the one after that.
static uint32_t corner_after(const circle* c, uint32_t i, uint32_t steps) {
    const uint32_t* t = c->triangles + 3 * (size_t)c->around[i];
    uint32_t k = t[0] == c->vertex ? 0 : t[1] == c->vertex ? 1 : 2;
    return t[(k + steps) % 3];
}

/// How many triangles begin (1) or end (2) at a corner; the other one of the last goes to `other`.
static uint32_t count_at(const circle* c, uint32_t corner, uint32_t steps, uint32_t* other) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < c->count; ++i) {
        if (corner_after(c, i, steps) == corner) {
            *other = corner_after(c, i, 3 - steps);
            found += 1;
        }
    }
    return found;
}

/// Goes from a corner through all triangles, each of which begins where just one other ends; false
/// where that does not end with the last of them.
static bool goes_through(const circle* c, uint32_t from, uint32_t* end) {
    uint32_t at = from;
    for (uint32_t step = 0; step < c->count; ++step) {
        if (count_at(c, at, 1, &at) != 1 || (at == from && step + 1 < c->count)) {
            return false;
        }
    }
    *end = at;
    return true;
}

static bool is_ring(const circle* c) {
    uint32_t from = c->count >= 3 ? corner_after(c, 0, 1) : 0, end;
    return c->count >= 3 && goes_through(c, from, &end) && end == from;
}

/// From a corner that nobody ends at to one where nobody begins.
static bool is_chain(const circle* c) {
    uint32_t other;
    for (uint32_t i = 0; i < c->count; ++i) {
        uint32_t from = corner_after(c, i, 1), end;
        if (count_at(c, from, 2, &other) == 0) {
            return goes_through(c, from, &end) && count_at(c, end, 1, &other) == 0;
        }
    }
    return false;
}

static bool find_rings(wf_memory* m, wf_fans* f, const uint32_t* same) {
    const wf_rows* around = &f->around;
    bool built =
        wf_vertex_triangles(m, f->triangles, f->triangle_count, f->vertex_count, &f->around);
    for (uint32_t v = 0; built && v < f->vertex_count; ++v) {
        uint32_t first = around->row[v];
        circle c = {f->triangles, around->item + first, v, around->row[v + 1] - first};
        f->closed[v] = is_ring(&c);
        f->rim[v] = !f->closed[v] && is_chain(&c);
    }
    for (uint32_t v = 0; built && v < f->vertex_count; ++v) {
        if (same[v] != v) {
            f->closed[v] = f->closed[same[v]] = 0;
            f->rim[v] = f->rim[same[v]] = 0;
        }
    }
    return built;
}

bool wf_fans_create(wf_memory* m, wf_fans* f, const uint32_t* triangles, uint32_t triangle_count,
                    uint32_t vertex_count, const uint32_t* same) {
    *f = (wf_fans){.triangles = triangles,
                   .triangle_count = triangle_count,
                   .vertex_count = vertex_count,
                   .block_count = triangle_count / 4 + (triangle_count % 4 != 0)};
    f->blocks = WF_ALLOC(m, wf_fan_block, f->block_count);
    f->shapes = WF_ALLOC(m, wf_fan_shape, f->block_count);
    f->closed = WF_ALLOC(m, uint8_t, vertex_count);
    f->rim = WF_ALLOC(m, uint8_t, vertex_count);
    f->turns = WF_ALLOC(m, uint8_t, vertex_count);
    f->sound = WF_ALLOC(m, uint8_t, f->block_count);
    f->kept = WF_ALLOC(m, uint16_t, f->block_count);
    f->passed = WF_ALLOC(m, uint16_t, f->block_count);
    f->normal = WF_ALLOC(m, float, 4 * (size_t)vertex_count);
    f->ray = WF_ALLOC(m, float, 4 * (size_t)vertex_count);
    f->stray = WF_ALLOC(m, float, 4 * (size_t)triangle_count);
    for (int k = 0; k < 3; ++k) {
        f->face[k] = WF_ALLOC(m, float, 4 * (size_t)triangle_count);
    }
    for (uint32_t k = 0; !m->failed && k < f->block_count; ++k) {
        fill_block(&f->blocks[k], triangles + 12 * (size_t)k, triangle_count - 4 * k);
    }
    return !m->failed && find_rings(m, f, same);
}

void wf_fans_free(wf_memory* m, wf_fans* f) {
    wf_free(m, f->blocks);
    wf_free(m, f->shapes);
    wf_free(m, f->closed);
    wf_free(m, f->rim);
    wf_free(m, f->turns);
    wf_free(m, f->sound);
    wf_rows_free(m, &f->around);
    wf_free(m, f->kept);
    wf_free(m, f->passed);
    wf_free(m, f->normal);
    wf_free(m, f->ray);
    wf_free(m, f->stray);
    for (int k = 0; k < 3; ++k) {
        wf_free(m, f->face[k]);
    }
    *f = (wf_fans){0};
}
