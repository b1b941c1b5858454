// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fields of the segments of a body, and following them.
#include "structures/distance_segments.h"

#include "base/report.h"
#include "structures/segment_cut.h"

#include <math.h>
#include <string.h>

/// A fit takes at most so many vertices, evenly out of those of the segment.
enum { FITTED = 192 };
/// A body with more segments keeps the rest in the last one.
enum { MOST_SEGMENTS = 250 };

static const char* const names[WF_RIG_SEGMENTS] = {
    "hips",      "waist",  "chest",   "neck",   "head",   "shoulder.L", "upper arm.L",
    "forearm.L", "hand.L", "thigh.L", "shin.L", "foot.L", "shoulder.R", "upper arm.R",
    "forearm.R", "hand.R", "thigh.R", "shin.R", "foot.R"};

/// In the order of the rig: root, five of the spine, three of the neck, head; then of each side
/// breast, clavicle, shoulder, upper arm, forearm (two each), wrist, pelvis, thigh, shin (two
/// each), foot, toe.
static const uint8_t rig[WF_RIG_BONES] = {0,  0,  1,  1,  2,  2, 3,  3,  3,  4,  2,  5, 5,  6,
                                          6,  7,  7,  8,  0,  9, 9,  10, 10, 11, 11, 2, 12, 12,
                                          13, 13, 14, 14, 15, 0, 16, 16, 17, 17, 18, 18};

uint32_t wf_segments_of_bones(uint32_t bone_count, uint8_t* out) {
    for (uint32_t i = 0; i < bone_count; ++i) {
        uint32_t own = i < MOST_SEGMENTS ? i : MOST_SEGMENTS - 1;
        out[i] = bone_count == WF_RIG_BONES ? rig[i] : (uint8_t)own;
    }
    return bone_count == WF_RIG_BONES   ? WF_RIG_SEGMENTS
           : bone_count < MOST_SEGMENTS ? bone_count
                                        : MOST_SEGMENTS;
}

const char* wf_segment_name(uint32_t label) {
    return label < WF_RIG_SEGMENTS ? names[label] : "";
}

void wf_segment_free(wf_memory* memory, wf_distance_segment* s) {
    wf_distance_free(memory, &s->field);
    wf_free(memory, s->vertices);
    wf_free(memory, s->rest);
    *s = (wf_distance_segment){0};
}

// ---- making -------------------------------------------------------------------------------------

/// The vertices of the skin, evenly chosen, and their places from their middle.
static bool choose_vertices(wf_memory* memory, const wf_segment_cut* p, wf_distance_segment* s) {
    uint32_t count = p->used < FITTED ? p->used : FITTED;
    s->vertices = WF_ALLOC(memory, uint32_t, count);
    s->rest = WF_ALLOC(memory, float, 3 * (size_t)count);
    if (s->vertices == NULL || s->rest == NULL) {
        return false;
    }
    s->vertex_count = count;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t v = (uint32_t)((uint64_t)i * p->used / count);
            s->vertices[i] = p->source[v];
            for (uint32_t k = 0; k < 3; ++k) {
                double x = (double)p->x[4 * (size_t)v + k];
                s->middle[k] += pass == 0 ? x / count : 0.0;
                s->rest[3 * (size_t)i + k] = (float)(x - s->middle[k]);
            }
        }
    }
    return true;
}

weft_status wf_segment_build(wf_memory* memory, const wf_distance_def* def,
                             const wf_distance_mesh* mesh, const uint8_t* labels, uint32_t label,
                             wf_distance_segment* segment, weft_report* report) {
    *segment = (wf_distance_segment){.label = label};
    const wf_segment_skin skin = {mesh->x, mesh->triangles, labels, mesh->vertex_count,
                                  mesh->triangle_count};
    wf_segment_cut p;
    weft_status status = wf_report_memory(report, "a segment of a body");
    if (wf_segment_cut_out(memory, &skin, label, NULL, &p)) {
        if (p.skin == 0) {
            return wf_report_ok(report);
        }
        wf_distance_mesh closed = {p.x, p.triangles, p.vertex_count, p.count, p.skin, true};
        if (choose_vertices(memory, &p, segment)) {
            status = wf_distance_build(memory, def, &closed, &segment->field, report);
        }
    }
    wf_segment_cut_free(memory, &p);
    if (status != WEFT_OK) {
        wf_segment_free(memory, segment);
    }
    return status;
}

// ---- following ----------------------------------------------------------------------------------

wf_segment_pose wf_segment_fit(const wf_distance_segment* s, const float* x) {
    return wf_rigid_fit(s->vertices, s->rest, s->vertex_count, x);
}

void wf_segment_to_field(const wf_distance_segment* s, const wf_segment_pose* pose,
                         const float world[3], float local[3]) {
    double d[3];
    for (int k = 0; k < 3; ++k) {
        d[k] = (double)world[k] - pose->middle[k];
    }
    for (int k = 0; k < 3; ++k) {
        const double* turn = pose->turn + k;
        local[k] = (float)(s->middle[k] + ((turn[0] * d[0] + turn[3] * d[1]) + turn[6] * d[2]));
    }
}

void wf_segment_to_world(const wf_distance_segment* s, const wf_segment_pose* pose,
                         const float local[3], float world[3]) {
    double d[3];
    for (int k = 0; k < 3; ++k) {
        d[k] = (double)local[k] - s->middle[k];
    }
    for (int k = 0; k < 3; ++k) {
        const double* turn = pose->turn + 3 * (size_t)k;
        world[k] = (float)(pose->middle[k] + ((turn[0] * d[0] + turn[1] * d[1]) + turn[2] * d[2]));
    }
}

void wf_segment_turn(const wf_segment_pose* pose, const float local[3], float world[3]) {
    for (int k = 0; k < 3; ++k) {
        const double* turn = pose->turn + 3 * (size_t)k;
        world[k] = (float)((turn[0] * (double)local[0] + turn[1] * (double)local[1]) +
                           turn[2] * (double)local[2]);
    }
}
