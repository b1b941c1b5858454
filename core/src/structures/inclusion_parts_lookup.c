// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Asking the parts of a body. "We check for the position of each cloth particle relative to the
// bounding box of each object" (ElBadrawy, Hemayed, Fayek 2012, "Initialization phase"): the parts
// whose boxes hold the particle say by their cells how often their meshes go round it. A cell that
// a cap alone has does not know; then the part's triangles are asked where they are in the world,
// which is exact, and both sides of a cut have the same caps there.
#include "structures/inclusion_parts.h"

#include "math/vec.h"
#include "mesh/inside.h"

#include <math.h>

static inline bool holds(const wf_inclusion_part* part, wf_f4 p) {
    wf_f4 in = wf_f4_and(wf_f4_less_equal(wf_f4_load(part->lo), p),
                         wf_f4_less_equal(p, wf_f4_load(part->hi)));
    return (wf_f4_mask(in) & 7) == 7;
}

static inline bool spans(float a, float b, float c, float p) {
    return (a >= p || b >= p || c >= p) && (a <= p || b <= p || c <= p);
}

/// How often a part goes round a place.
static int winding_of(const wf_inclusion_parts* parts, const wf_inclusion_part* part,
                      const float p[3]) {
    int winding = 0;
    for (size_t t = 0; t < 3 * (size_t)part->mesh.triangle_count; t += 3) {
        const float* a = parts->x + 4 * (size_t)part->source[part->triangles[t]];
        const float* b = parts->x + 4 * (size_t)part->source[part->triangles[t + 1]];
        const float* c = parts->x + 4 * (size_t)part->source[part->triangles[t + 2]];
        if (spans(a[1], b[1], c[1], p[1]) && spans(a[2], b[2], c[2], p[2])) {
            winding += wf_ray_crosses(a, b, c, p);
        }
    }
    return winding;
}

/// A part that holds a point, where that is in its frame, and its cell.
typedef struct held {
    const wf_inclusion_part* part;
    uint32_t cell;
    float local[4];
} held;

/// Puts off what the cells do not know: `unsure`, of at most UINT8_MAX + 1 parts.
typedef struct asked {
    const wf_inclusion_part* unsure[UINT8_MAX + 1];
    uint32_t count;
    int winding;
    bool surface;
} asked;

static bool hold(const wf_inclusion_part* part, wf_f4 p, held* h) {
    if (!holds(part, p)) {
        return false;
    }
    h->part = part;
    wf_f4_store(h->local, wf_inclusion_part_local(part, p));
    h->cell = wf_inclusion_cell_of(&part->field, h->local);
    return h->cell != WF_INCLUSION_NONE;
}

static void ask_part(const held* h, asked* a) {
    const wf_inclusion* field = &h->part->field;
    int value = field->value[h->cell];
    if (value != WF_INCLUSION_SURFACE) {
        a->winding += (WF_INCLUSION_OUTSIDE - value) / 2;
    } else if ((field->touching[h->cell] & WF_INCLUSION_ALL_SKIN) != 0) {
        a->surface = true;
    } else {
        a->unsure[a->count++] = h->part;
    }
}

static int value_of(const wf_inclusion_parts* parts, const float point[3], const asked* a) {
    if (a->surface) {
        return WF_INCLUSION_SURFACE;
    }
    int winding = a->winding;
    for (uint32_t i = 0; i < a->count; ++i) {
        winding += winding_of(parts, a->unsure[i], point);
    }
    return winding != 0 ? WF_INCLUSION_INSIDE : WF_INCLUSION_OUTSIDE;
}

static wf_f4 lanes_of(const float point[3]) {
    return wf_f4_set(point[0], point[1], point[2], 0.0f);
}

int wf_inclusion_parts_at(const wf_inclusion_parts* parts, const float point[3]) {
    asked a;
    held h;
    a.count = 0, a.winding = 0, a.surface = false;
    wf_f4 p = lanes_of(point);
    for (uint32_t i = 0; i < parts->count && !a.surface; ++i) {
        if (hold(&parts->parts[i], p, &h)) {
            ask_part(&h, &a);
        }
    }
    return value_of(parts, point, &a);
}

// ---- nearest vertices ---------------------------------------------------------------------------

typedef struct closest {
    uint32_t vertex; // of the body
    float distance2;
} closest;

/// Of two vertices as near as each other the lower one.
static void keep_nearer(const wf_inclusion_part* part, uint32_t vertex, float distance2,
                        closest* best) {
    if (vertex == WF_INCLUSION_NONE) {
        return;
    }
    uint32_t of_body = part->source[vertex];
    if (distance2 < best->distance2 || (distance2 == best->distance2 && of_body < best->vertex)) {
        *best = (closest){of_body, distance2};
    }
}

int wf_inclusion_parts_ask(const wf_inclusion_parts* parts, const float point[3],
                           uint32_t* vertex) {
    asked a;
    held h;
    closest best = {WF_INCLUSION_NONE, INFINITY};
    a.count = 0, a.winding = 0, a.surface = false;
    wf_f4 p = lanes_of(point);
    for (uint32_t i = 0; i < parts->count; ++i) {
        if (hold(&parts->parts[i], p, &h)) {
            float distance2 = best.distance2;
            ask_part(&h, &a);
            if (h.part->field.head[h.cell] != WF_INCLUSION_NONE) {
                uint32_t v = wf_inclusion_nearest_in(&h.part->field, h.local, h.cell, &distance2);
                keep_nearer(h.part, v, distance2, &best);
            }
        }
    }
    *vertex = best.vertex;
    return value_of(parts, point, &a);
}

/// The square of the way to a part's box, m2.
static float way_to(const wf_inclusion_part* part, wf_f4 p) {
    wf_f4 below = wf_f4_sub(wf_f4_load(part->lo), p), above = wf_f4_sub(p, wf_f4_load(part->hi));
    wf_f4 way = wf_f4_max(wf_f4_zero(), wf_f4_max(below, above));
    return wf_f4_x(wf_f4_splat(wf_f4_dot3(way, way)));
}

/// Parts that hold the point first: who is near leaves the others little to look for.
static closest nearest_of(const wf_inclusion_parts* parts, wf_f4 p, uint32_t reach) {
    closest best = {WF_INCLUSION_NONE, INFINITY};
    for (int around = 0; around < 2; ++around) {
        for (uint32_t i = 0; i < parts->count; ++i) {
            const wf_inclusion_part* part = &parts->parts[i];
            float way2 = way_to(part, p), local[4], distance2 = best.distance2;
            double far = (reach + 1) / part->field.per_cell;
            if ((way2 > 0.0f) != (around == 1) || !(way2 <= distance2) ||
                (double)way2 > far * far) {
                continue;
            }
            wf_f4_store(local, wf_inclusion_part_local(part, p));
            uint32_t v = wf_inclusion_nearest(&part->field, local, reach, &distance2);
            keep_nearer(part, v, distance2, &best);
        }
    }
    return best;
}

bool wf_inclusion_parts_look_up(const wf_inclusion_parts* parts, const float point[3],
                                uint32_t reach, wf_inclusion_hit* hit) {
    if (wf_inclusion_parts_at(parts, point) == WF_INCLUSION_OUTSIDE) {
        return false;
    }
    closest best = nearest_of(parts, lanes_of(point), reach);
    if (best.vertex == WF_INCLUSION_NONE) {
        return false;
    }
    wf_inclusion_parts_measure(parts, point, best.vertex, hit);
    return true;
}

void wf_inclusion_parts_measure(const wf_inclusion_parts* parts, const float point[3],
                                uint32_t vertex, wf_inclusion_hit* hit) {
    wf_inclusion_measure_at(&parts->mesh, &parts->vertex_triangles, parts->x, point, vertex, hit);
}
