// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The inclusion field as a structure: the field follows the bodies, and cloth looks up the cells
// around it. A cell that is not on the surface has nothing to say; one that is has registered
// vertices, and those have triangles (ElBadrawy, Hemayed, Fayek 2012, "Initialization phase").
// Theirs looks up the cell of a particle and asks no triangle. Here all pairs are wanted whose
// swept boxes meet, so a triangle of cloth looks up every cell within reach of a body triangle's
// first corner: that costs cells where body triangles are large, and finds what brute force finds.
#include "structures/inclusion_field.h"

#include "base/report.h"
#include "structures/pairs.h"
#include "structures/sweep.h"

#include <math.h>

enum { CELL }; // parameters of the row

/// More than the rounding of a region, m for every m from the origin.
#define ROUNDING 1e-5

typedef struct searched {
    wf_inclusion field;
    wf_inclusion_options options;
    bool built;
    double reach[3]; // m: of a swept, grown box of a body triangle from its first corner
    wf_pair_list list;
} searched;

static void destroy(wf_memory* memory, void* self) {
    searched* s = self;
    if (s != NULL) {
        wf_inclusion_free(memory, &s->field);
        wf_pair_list_free(memory, &s->list);
        wf_free(memory, s);
    }
}

static void* create(wf_memory* memory, const wf_sweep* cloth, const wf_sweep* body,
                    const float* values) {
    (void)cloth;
    (void)body;
    searched* s = WF_ALLOC(memory, searched, 1);
    if (s != NULL) {
        s->options = (wf_inclusion_options){.cell = values[CELL]};
    }
    return s;
}

static weft_status check(wf_memory* memory, void* self, const wf_sweep* body, weft_report* report) {
    const searched* s = self;
    const wf_inclusion_mesh mesh = {body->triangles, body->vertex_count, body->triangle_count};
    return body->triangle_count > 0
               ? wf_inclusion_check(memory, &mesh, body->x0, &s->options, report)
               : wf_report_ok(report);
}

static void measure_reach(searched* s, const wf_sweep* body) {
    double reach[4] = {0.0};
    for (uint32_t t = 0; t < body->triangle_count; ++t) {
        wf_box box = wf_sweep_triangle_box(body, t);
        const float* x = body->x1 + 4 * (size_t)body->triangles[3 * (size_t)t];
        float lo[4], hi[4];
        wf_f4_store(lo, box.lo);
        wf_f4_store(hi, box.hi);
        for (int axis = 0; axis < 3; ++axis) {
            double below = (double)x[axis] - (double)lo[axis];
            double above = (double)hi[axis] - (double)x[axis];
            reach[axis] = fmax(reach[axis], fmax(below, above));
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        s->reach[axis] = reach[axis];
    }
}

static bool refresh_body(wf_memory* memory, void* self, const wf_sweep* body) {
    searched* s = self;
    const wf_inclusion_mesh mesh = {body->triangles, body->vertex_count, body->triangle_count};
    if (body->triangle_count == 0) {
        return true;
    }
    measure_reach(s, body);
    bool done = s->built ? wf_inclusion_update(memory, &s->field, body->x1)
                         : wf_inclusion_build(memory, &s->field, &mesh, body->x1, &s->options);
    s->built |= done;
    return done;
}

/// The cloth leaves no trace in the field.
static bool refresh_cloth(wf_memory* memory, void* self, const wf_sweep* cloth) {
    (void)memory;
    (void)self;
    (void)cloth;
    return true;
}

typedef struct region {
    wf_box box; // of the triangle of cloth
    uint32_t triangle;
    int32_t lo[3], hi[3]; // cells
} region;

/// Held to the grid; empty when it lies beside it.
static region region_of(const searched* s, const wf_sweep* cloth, uint32_t triangle) {
    region r = {.box = wf_sweep_triangle_box(cloth, triangle), .triangle = triangle};
    float lo[4], hi[4];
    wf_f4_store(lo, r.box.lo);
    wf_f4_store(hi, r.box.hi);
    for (int axis = 0; axis < 3; ++axis) {
        double from = (double)lo[axis] - s->reach[axis], to = (double)hi[axis] + s->reach[axis];
        double first = s->field.first[axis], last = first + (double)s->field.size[axis] - 1.0;
        from = floor((from - ROUNDING * (1.0 + fabs(from))) * s->field.per_cell);
        to = floor((to + ROUNDING * (1.0 + fabs(to))) * s->field.per_cell);
        r.lo[axis] = (int32_t)((from > first ? fmin(from, last + 1.0) : first) - first);
        r.hi[axis] = (int32_t)((to < last ? fmax(to, first - 1.0) : last) - first);
    }
    return r;
}

/// The triangles whose first corner is this vertex, by their boxes.
static bool ask_vertex(wf_memory* memory, searched* s, const wf_sweep* body, const region* r,
                       uint32_t v) {
    const wf_rows* rows = &s->field.vertex_triangles;
    uint32_t from = rows->row[v], to = rows->row[v + 1];
    if (!wf_pair_list_reserve(memory, &s->list, to - from)) {
        return false;
    }
    for (uint32_t i = from; i < to; ++i) {
        uint32_t t = rows->item[i];
        bool first = body->triangles[3 * (size_t)t] == v;
        if (first && wf_box_overlap(r->box, wf_sweep_triangle_box(body, t))) {
            s->list.found[s->list.count++] = (wf_pair){r->triangle, t};
        }
    }
    return true;
}

static bool ask_cell(wf_memory* memory, searched* s, const wf_sweep* body, const region* r,
                     uint32_t cell) {
    const wf_inclusion* field = &s->field;
    for (uint32_t b = field->head[cell]; b != WF_INCLUSION_NONE; b = field->after[b]) {
        const uint32_t* vertex = field->blocks[b].vertex;
        for (int lane = 0; lane < 4 && vertex[lane] != WF_INCLUSION_NONE; ++lane) {
            if (!ask_vertex(memory, s, body, r, vertex[lane])) {
                return false;
            }
        }
    }
    return true;
}

static bool ask(wf_memory* memory, searched* s, const wf_sweep* body, const region* r) {
    for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z) {
        for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
            for (int32_t x = r->lo[0]; x <= r->hi[0]; ++x) {
                uint32_t cell =
                    wf_inclusion_index(&s->field, (uint32_t)x, (uint32_t)y, (uint32_t)z);
                if (s->field.value[cell] == WF_INCLUSION_SURFACE &&
                    !ask_cell(memory, s, body, r, cell)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool collect(wf_memory* memory, void* self, const wf_sweep* cloth, const wf_sweep* body,
                    wf_pairs* pairs) {
    searched* s = self;
    if (!s->built && !refresh_body(memory, self, body)) {
        return false;
    }
    s->list.count = 0;
    for (uint32_t t = 0; t < cloth->triangle_count && s->built; ++t) {
        region r = region_of(s, cloth, t);
        if (!ask(memory, s, body, &r)) {
            return false;
        }
    }
    return wf_pair_list_sort(memory, &s->list, cloth->triangle_count, body->triangle_count, pairs);
}

const wf_structure wf_structure_inclusion_field = {
    .create = create,
    .destroy = destroy,
    .refresh_body = refresh_body,
    .refresh_cloth = refresh_cloth,
    .collect = collect,
    .check = check,
};
