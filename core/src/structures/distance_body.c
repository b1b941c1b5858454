// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Making and carrying the fields of a body.
#include "structures/distance_body.h"

#include "base/clock.h"
#include "base/report.h"

void wf_distance_body_free(wf_memory* memory, wf_distance_body* b) {
    for (uint32_t i = 0; i < b->count; ++i) {
        wf_segment_free(memory, &b->segments[i]);
    }
    wf_free(memory, b->segments);
    wf_free(memory, b->from);
    wf_free(memory, b->to);
    wf_free(memory, b->ms);
    *b = (wf_distance_body){0};
}

/// How many segments there are at most; what each triangle belongs to is in `labels`.
static weft_status label(wf_memory* memory, const wf_distance_skin* skin, uint8_t* labels,
                         uint32_t* most, weft_report* report) {
    *most = 1;
    if (skin->bone_count == 0) {
        return wf_report_ok(report); // the labels are zero
    }
    uint8_t* map = WF_ALLOC(memory, uint8_t, skin->bone_count);
    if (map == NULL) {
        return wf_report_memory(report, "a map of segments");
    }
    *most = wf_segments_of_bones(skin->bone_count, map);
    const wf_segment_map of = {map, skin->bone_count};
    weft_status status =
        wf_segments_label(&of, &skin->mesh, skin->bones, skin->weights, labels, report);
    wf_free(memory, map);
    return status;
}

static weft_status cut(wf_memory* memory, const wf_distance_def* def, const wf_distance_skin* skin,
                       const uint8_t* labels, uint32_t most, wf_distance_body* b,
                       weft_report* report) {
    weft_status status = WEFT_OK;
    for (uint32_t i = 0; i < most && status == WEFT_OK; ++i) {
        wf_distance_segment* s = &b->segments[b->count];
        status = wf_segment_build(memory, def, &skin->mesh, labels, i, s, report);
        b->count += status == WEFT_OK && s->vertex_count > 0; // those without skin are left out
    }
    return status;
}

weft_status wf_distance_body_build(wf_memory* memory, const wf_distance_def* def,
                                   const wf_distance_skin* skin, wf_distance_body* body,
                                   weft_report* report) {
    *body = (wf_distance_body){0};
    weft_status status = wf_distance_check(memory, def, &skin->mesh, report);
    if (status != WEFT_OK) {
        return status;
    }
    uint32_t most = 0;
    uint8_t* labels = WF_ALLOC(memory, uint8_t, skin->mesh.triangle_count);
    if (labels == NULL) {
        return wf_report_memory(report, "the segments of a body");
    }
    status = label(memory, skin, labels, &most, report);
    if (status == WEFT_OK) {
        body->segments = WF_ALLOC(memory, wf_distance_segment, most);
        body->from = WF_ALLOC(memory, wf_segment_pose, most);
        body->to = WF_ALLOC(memory, wf_segment_pose, most);
        body->ms = WF_ALLOC(memory, double, most);
        status = body->segments && body->from && body->to && body->ms
                     ? cut(memory, def, skin, labels, most, body, report)
                     : wf_report_memory(report, "the segments of a body");
    }
    wf_free(memory, labels);
    if (status != WEFT_OK) {
        wf_distance_body_free(memory, body);
    }
    return status;
}

void wf_distance_body_follow(wf_distance_body* b, const float* x0, const float* x1) {
    double since = wf_clock_now();
    for (uint32_t i = 0; i < b->count; ++i) {
        b->from[i] = wf_segment_fit(&b->segments[i], x0);
        b->to[i] = wf_segment_fit(&b->segments[i], x1);
        double now = wf_clock_now();
        b->ms[i] += now - since;
        since = now;
    }
    b->carried += 1;
}
