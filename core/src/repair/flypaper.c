// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The mid-surface is never made: the middle of the two feet of a vertex is a point of it.
#include "repair/flypaper.h"

#include "detect/proximity.h"
#include "math/vec.h"

#include <string.h>

/// Cosine of the angle that normals must have at least to face each other.
#define FACING -0.5f

static wf_v3 corner(const wf_repair_mesh* body, uint32_t t, int i) {
    return wf_v3_load(body->x + 4 * (size_t)body->triangles[3 * (size_t)t + (size_t)i]);
}

static wf_v3 normal(const wf_repair_mesh* body, uint32_t t) {
    wf_v3 a = corner(body, t, 0);
    wf_v3 n = wf_v3_cross(wf_v3_sub(corner(body, t, 1), a), wf_v3_sub(corner(body, t, 2), a));
    float length = wf_v3_length(n);
    return length > 0.0f ? wf_v3_scale(n, 1.0f / length) : n;
}

static wf_v3 foot(const wf_repair_mesh* body, uint32_t t, const float weight[3]) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (int i = 0; i < 3; ++i) {
        sum = wf_v3_muladd(sum, corner(body, t, i), weight[i]);
    }
    return sum;
}

/// The nearest of the triangles within `room` of p whose normal has at most `facing` as product
/// with `against`.
static void nearest(const wf_repair_mesh* body, const float p[3], const uint32_t* triangles,
                    uint32_t count, wf_v3 against, float facing, float room, uint32_t* best,
                    float weight[3]) {
    float least = room * room;
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t t = triangles[k];
        float w[3], c[3][3];
        for (int i = 0; i < 3; ++i) {
            wf_v3_store(c[i], corner(body, t, i));
        }
        wf_closest_point_triangle(p, c[0], c[1], c[2], w);
        wf_v3 d = wf_v3_sub(foot(body, t, w), wf_v3_load(p));
        float d2 = wf_v3_dot(d, d);
        if (d2 < least && wf_v3_dot(against, normal(body, t)) <= facing) {
            least = d2;
            *best = t;
            memcpy(weight, w, sizeof w);
        }
    }
}

static float gap(const wf_flypaper* held, const wf_repair_mesh* body) {
    wf_v3 a = foot(body, held->triangle[0], held->weight[0]);
    wf_v3 b = foot(body, held->triangle[1], held->weight[1]);
    return wf_v3_dot(wf_v3_sub(b, a), normal(body, held->triangle[0]));
}

bool wf_flypaper_catch(const wf_repair_mesh* body, const float p[3], const uint32_t* triangles,
                       uint32_t count, float room, wf_flypaper* out) {
    wf_v3 n = wf_v3_set(0.0f, 0.0f, 0.0f);
    uint32_t* t = out->triangle;
    t[0] = t[1] = UINT32_MAX;
    nearest(body, p, triangles, count, n, 0.0f, room, &t[0], out->weight[0]);
    if (t[0] != UINT32_MAX) {
        n = normal(body, t[0]);
        nearest(body, p, triangles, count, n, FACING, room, &t[1], out->weight[1]);
    }
    return t[1] != UINT32_MAX && gap(out, body) < room;
}

float wf_flypaper_follow(const wf_flypaper* held, const wf_repair_mesh* body, float target[3]) {
    wf_v3 a = foot(body, held->triangle[0], held->weight[0]);
    wf_v3 b = foot(body, held->triangle[1], held->weight[1]);
    wf_v3_store(target, wf_v3_scale(wf_v3_add(a, b), 0.5f));
    return gap(held, body);
}
