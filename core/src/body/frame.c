// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The plain way: an edge, the normal, and what is at right angles to both.
#include "body/frame.h"

/// Below this square of twice the area, m4, rounding decides the direction.
#define LEAST_AREA2 1e-18f

static float area2(const float* rest, const uint32_t* t) {
    wf_v3 a = wf_v3_load(rest + 4 * (size_t)t[0]);
    wf_v3 n = wf_v3_cross(wf_v3_sub(wf_v3_load(rest + 4 * (size_t)t[1]), a),
                          wf_v3_sub(wf_v3_load(rest + 4 * (size_t)t[2]), a));
    return wf_v3_dot(n, n);
}

uint32_t* wf_frame_corners(wf_memory* memory, const float* rest, uint32_t vertex_count,
                           const uint32_t* triangles, uint32_t triangle_count) {
    uint32_t* corners = WF_ALLOC(memory, uint32_t, 2 * (size_t)vertex_count);
    float* largest = WF_ALLOC(memory, float, vertex_count);
    for (size_t v = 0; corners && largest && v < vertex_count; ++v) {
        corners[2 * v] = corners[2 * v + 1] = UINT32_MAX;
        largest[v] = -1.0f;
    }
    for (uint32_t i = 0; corners && largest && i < triangle_count; ++i) {
        const uint32_t* t = triangles + 3 * (size_t)i;
        float area = area2(rest, t);
        for (int k = 0; k < 3; ++k) {
            if (area > largest[t[k]]) {
                largest[t[k]] = area;
                corners[2 * (size_t)t[k]] = t[(k + 1) % 3];
                corners[2 * (size_t)t[k] + 1] = t[(k + 2) % 3];
            }
        }
    }
    if (!largest) {
        wf_free(memory, corners);
        corners = NULL;
    }
    wf_free(memory, largest);
    return corners;
}

bool wf_frame_of(wf_v3 at, wf_v3 next, wf_v3 last, wf_frame* frame) {
    wf_v3 edge = wf_v3_sub(next, at);
    wf_v3 normal = wf_v3_cross(edge, wf_v3_sub(last, at));
    if (!(wf_v3_dot(normal, normal) > LEAST_AREA2)) {
        return false;
    }
    frame->along = wf_v3_scale(edge, 1.0f / wf_v3_length(edge));
    frame->normal = wf_v3_scale(normal, 1.0f / wf_v3_length(normal));
    frame->across = wf_v3_cross(frame->normal, frame->along);
    return true;
}

wf_v3 wf_frame_in(const wf_frame* f, wf_v3 world) {
    return wf_v3_set(wf_v3_dot(f->along, world), wf_v3_dot(f->across, world),
                     wf_v3_dot(f->normal, world));
}

wf_v3 wf_frame_out(const wf_frame* f, wf_v3 local) {
    wf_v3 sum = wf_v3_scale(f->along, local.x);
    sum = wf_v3_muladd(sum, f->across, local.y);
    return wf_v3_muladd(sum, f->normal, local.z);
}
