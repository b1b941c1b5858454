// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Distance fields as a structure: one a segment of the bodies, made once, carried by the rigid
// motion that fits its vertices best (Bull, Slater, Buxton 2003, section 4.2). A triangle of cloth
// asks the voxels around it, in the space of each field: a voxel of the surface knows its polygons.
// Ours is what makes the answer complete: how far the skin has left its rigid motion is measured,
// and the search reaches that much further, and as far as body triangles from their first corner.
// What is found is what brute force finds, whenever the fields were made.
#include "structures/distance_segments.h"

#include "base/report.h"
#include "structures/pairs.h"
#include "structures/sweep.h"

#include <math.h>
#include <string.h>

enum { CELL, SHELL, GENERATOR }; // parameters of the row

/// More than the rounding of a place in the space of a field, m for every m from the origin.
#define ROUNDING 1e-5

/// A segment and what moves with it.
typedef struct part {
    wf_distance_segment segment;
    wf_segment_pose pose;
    uint32_t* own; // per triangle of the segment: its number
    uint32_t count;
    double reach[3]; // m: of a swept, grown box of a triangle from its first corner
    double left;     // m: the furthest that a first corner is from its rigid motion
} part;

typedef struct searched {
    wf_distance_def def;
    uint8_t* labels; // per triangle of the bodies; null for one segment
    part* parts;
    float* made;     // 4 per vertex of the bodies: where they were when the fields were made
    uint32_t* stamp; // per triangle: the one of cloth that found it last, from 1
    uint32_t count;
    wf_pair_list list;
} searched;

static void free_parts(wf_memory* memory, searched* s) {
    for (uint32_t i = 0; i < s->count; ++i) {
        wf_segment_free(memory, &s->parts[i].segment);
        wf_free(memory, s->parts[i].own);
    }
    wf_free(memory, s->parts);
    wf_free(memory, s->made);
    wf_free(memory, s->stamp);
    s->parts = NULL;
    s->made = NULL;
    s->stamp = NULL;
    s->count = 0;
}

static void destroy(wf_memory* memory, void* self) {
    searched* s = self;
    if (s != NULL) {
        free_parts(memory, s);
        wf_free(memory, s->labels);
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
        s->def = (wf_distance_def){.cell = values[CELL],
                                   .shell = (uint32_t)values[SHELL],
                                   .margin = 1,
                                   .generator = (wf_distance_generator)values[GENERATOR]};
    }
    return s;
}

static bool take_segments(wf_memory* memory, void* self, const uint8_t* labels, uint32_t count) {
    searched* s = self;
    s->labels = WF_ALLOC(memory, uint8_t, (size_t)count + 1);
    if (s->labels != NULL) {
        memcpy(s->labels, labels, count);
    }
    return s->labels != NULL;
}

// ---- making -------------------------------------------------------------------------------------

static weft_status make_part(wf_memory* memory, searched* s, const wf_distance_mesh* mesh,
                             const uint8_t* labels, uint32_t label, weft_report* report) {
    part* p = &s->parts[s->count];
    *p = (part){.count = 0};
    weft_status status =
        wf_segment_build(memory, &s->def, mesh, labels, label, &p->segment, report);
    if (status != WEFT_OK || p->segment.vertex_count == 0) {
        return status;
    }
    s->count += 1;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        p->count += labels[t] == label;
    }
    p->own = WF_ALLOC(memory, uint32_t, p->count);
    if (p->own == NULL) {
        return wf_report_memory(report, "the segments of a body");
    }
    uint32_t at = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (labels[t] == label) {
            p->own[at++] = t;
        }
    }
    return WEFT_OK;
}

static weft_status make_parts(wf_memory* memory, searched* s, const wf_sweep* body,
                              weft_report* report) {
    const wf_distance_mesh mesh = {
        body->x1, body->triangles, body->vertex_count, body->triangle_count, body->triangle_count,
        true};
    uint32_t most = 1;
    for (uint32_t t = 0; t < body->triangle_count && s->labels != NULL; ++t) {
        most = s->labels[t] >= most ? s->labels[t] + 1u : most;
    }
    uint8_t* none = WF_ALLOC(memory, uint8_t, (size_t)body->triangle_count + 1);
    s->parts = WF_ALLOC(memory, part, most);
    s->made = WF_ALLOC(memory, float, 4 * (size_t)body->vertex_count);
    s->stamp = WF_ALLOC(memory, uint32_t, body->triangle_count);
    weft_status status = none && s->parts && s->made && s->stamp
                             ? WEFT_OK
                             : wf_report_memory(report, "the segments of bodies");
    for (uint32_t i = 0; i < most && status == WEFT_OK; ++i) {
        status = make_part(memory, s, &mesh, s->labels != NULL ? s->labels : none, i, report);
    }
    wf_free(memory, none);
    if (status == WEFT_OK) {
        memcpy(s->made, body->x1, 16 * (size_t)body->vertex_count);
    } else {
        free_parts(memory, s);
    }
    return status;
}

/// The paper's fields are of closed parts; cuts between segments are closed, holes are not.
static weft_status check(wf_memory* memory, void* self, const wf_sweep* body, weft_report* report) {
    searched* s = self;
    const wf_distance_mesh mesh = {
        body->x0, body->triangles, body->vertex_count, body->triangle_count, body->triangle_count,
        false};
    if (body->triangle_count == 0 || s->count > 0) {
        return wf_report_ok(report);
    }
    weft_status status = wf_distance_check(memory, &s->def, &mesh, report);
    return status != WEFT_OK ? status : make_parts(memory, s, body, report);
}

// ---- following ----------------------------------------------------------------------------------

static void follow(part* p, const searched* s, const wf_sweep* body) {
    p->pose = wf_segment_fit(&p->segment, body->x1);
    p->left = p->reach[0] = p->reach[1] = p->reach[2] = 0.0;
    for (uint32_t i = 0; i < p->count; ++i) {
        size_t corner = 4 * (size_t)body->triangles[3 * (size_t)p->own[i]];
        const float *x = body->x1 + corner, *made = s->made + corner;
        wf_box box = wf_sweep_triangle_box(body, p->own[i]);
        float lo[4], hi[4], local[3];
        double far2 = 0.0;
        wf_f4_store(lo, box.lo);
        wf_f4_store(hi, box.hi);
        wf_segment_to_field(&p->segment, &p->pose, x, local);
        for (int k = 0; k < 3; ++k) {
            double d = (double)local[k] - (double)made[k];
            double below = (double)x[k] - (double)lo[k], above = (double)hi[k] - (double)x[k];
            far2 += d * d;
            p->reach[k] = fmax(p->reach[k], fmax(below, above));
        }
        p->left = fmax(p->left, sqrt(far2));
    }
}

static bool refresh_body(wf_memory* memory, void* self, const wf_sweep* body) {
    searched* s = self;
    if (body->triangle_count == 0) {
        return true;
    }
    if (s->count == 0 && make_parts(memory, s, body, NULL) != WEFT_OK) {
        return false;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        follow(&s->parts[i], s, body);
    }
    return true;
}

/// The cloth leaves no trace in the fields.
static bool refresh_cloth(wf_memory* memory, void* self, const wf_sweep* cloth) {
    (void)memory;
    (void)self;
    (void)cloth;
    return true;
}

// ---- asking -------------------------------------------------------------------------------------

typedef struct region {
    wf_box box; // of the triangle of cloth
    uint32_t triangle;
    int32_t lo[3], hi[3]; // voxels of the field in hand
} region;

/// The voxels in which a first corner may have been, held to the field; false when it lies beside.
static bool find_region(const part* p, region* r) {
    const wf_distance_field* f = &p->segment.field;
    float lo[4], hi[4], middle[3], local[3];
    double half[3];
    wf_f4_store(lo, r->box.lo);
    wf_f4_store(hi, r->box.hi);
    for (int k = 0; k < 3; ++k) {
        middle[k] = 0.5f * (lo[k] + hi[k]);
        half[k] = fmax((double)hi[k] - (double)middle[k], (double)middle[k] - (double)lo[k]) +
                  p->reach[k] + ROUNDING * (1.0 + fabs((double)middle[k]));
    }
    wf_segment_to_field(&p->segment, &p->pose, middle, local);
    bool within = true;
    for (int k = 0; k < 3; ++k) {
        const double* turn = p->pose.turn + k; // a column: rows of the way back
        double wide = fabs(turn[0]) * half[0] + fabs(turn[3]) * half[1] + fabs(turn[6]) * half[2] +
                      p->left + ROUNDING * (1.0 + fabs((double)local[k]));
        double from = ((double)local[k] - wide - (double)f->origin[k]) / (double)f->cell;
        double to = ((double)local[k] + wide - (double)f->origin[k]) / (double)f->cell;
        double last = (double)f->size[k] - 1.0;
        within &= to >= 0.0 && from <= last;
        r->lo[k] = from > 0.0 && within ? (int32_t)from : 0;
        r->hi[k] = (int32_t)(to < last ? fmax(to, 0.0) : last);
    }
    return within;
}

/// The place of a voxel among the sites.
static uint32_t site_of(const wf_distance_field* f, uint32_t voxel) {
    uint32_t lo = 0, hi = f->site_count;
    while (hi - lo > 1) {
        uint32_t middle = lo + (hi - lo) / 2;
        bool before = f->sites[middle] <= voxel;
        lo = before ? middle : lo;
        hi = before ? hi : middle;
    }
    return lo;
}

static bool ask_site(wf_memory* memory, searched* s, const wf_sweep* body, const part* p,
                     const region* r, uint32_t site) {
    const wf_distance_field* f = &p->segment.field;
    uint32_t from = f->polygon_first[site], to = f->polygon_first[site + 1];
    if (!wf_pair_list_reserve(memory, &s->list, to - from)) {
        return false;
    }
    for (uint32_t i = from; i < to; ++i) {
        if (f->polygons[i] >= p->count) {
            continue; // of a cap
        }
        uint32_t t = p->own[f->polygons[i]];
        bool fresh = s->stamp[t] != r->triangle + 1;
        s->stamp[t] = r->triangle + 1;
        if (fresh && wf_box_overlap(r->box, wf_sweep_triangle_box(body, t))) {
            s->list.found[s->list.count++] = (wf_pair){r->triangle, t};
        }
    }
    return true;
}

/// Whether the nearest voxel of the surface is too far from the middle of a region to lie in it.
/// Only exact distances prove that: those of the propagation are too long by up to a few voxels.
static bool is_clear(const wf_distance_field* f, const region* r) {
    uint32_t middle[3], far2 = 0;
    for (int k = 0; k < 3; ++k) {
        uint32_t lo = (uint32_t)r->lo[k], hi = (uint32_t)r->hi[k];
        middle[k] = lo + (hi - lo) / 2;
        far2 += (hi - middle[k]) * (hi - middle[k]);
    }
    uint32_t squared = f->squared[wf_distance_index(f, middle[0], middle[1], middle[2])];
    return squared < WF_DISTANCE_FAR && squared > far2;
}

static bool ask_part(wf_memory* memory, searched* s, const wf_sweep* body, const part* p,
                     region* r) {
    const wf_distance_field* f = &p->segment.field;
    bool exact = s->def.generator == WF_DISTANCE_EXACT;
    if (!find_region(p, r) || (exact && is_clear(f, r))) {
        return true;
    }
    for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z) {
        for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
            uint32_t voxel = wf_distance_index(f, (uint32_t)r->lo[0], (uint32_t)y, (uint32_t)z);
            for (int32_t x = r->lo[0]; x <= r->hi[0]; ++x, ++voxel) {
                if (f->squared[voxel] == 0 && !ask_site(memory, s, body, p, r, site_of(f, voxel))) {
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
    s->list.count = 0;
    if (s->count == 0 && !refresh_body(memory, self, body)) {
        return false;
    }
    if (s->stamp != NULL) {
        memset(s->stamp, 0, 4 * (size_t)body->triangle_count);
    }
    for (uint32_t t = 0; t < cloth->triangle_count; ++t) {
        region r = {.box = wf_sweep_triangle_box(cloth, t), .triangle = t};
        for (uint32_t i = 0; i < s->count; ++i) {
            if (!ask_part(memory, s, body, &s->parts[i], &r)) {
                return false;
            }
        }
    }
    return wf_pair_list_sort(memory, &s->list, cloth->triangle_count, body->triangle_count, pairs);
}

const wf_structure wf_structure_distance_field = {
    .create = create,
    .destroy = destroy,
    .refresh_body = refresh_body,
    .refresh_cloth = refresh_cloth,
    .collect = collect,
    .check = check,
    .take_segments = take_segments,
};
