// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cross product of two sides is the normal times twice the area, which is the weight.
#include "mesh/normals.h"

#include "math/simd.h"
#include "math/vec.h"

#include <string.h>

static wf_f4 face_normal(const float* positions, const uint32_t* corner) {
    wf_v3 a = wf_v3_load(positions + 3 * (size_t)corner[0]);
    wf_v3 b = wf_v3_load(positions + 3 * (size_t)corner[1]);
    wf_v3 c = wf_v3_load(positions + 3 * (size_t)corner[2]);
    wf_v3 n = wf_v3_cross(wf_v3_sub(b, a), wf_v3_sub(c, a));
    return wf_f4_set(n.x, n.y, n.z, 0.0f);
}

static void add_to(float* sum, wf_f4 n) {
    wf_f4_store(sum, wf_f4_add(wf_f4_load(sum), n));
}

static void sum_faces(const float* positions, const uint32_t* triangles, uint32_t triangle_count,
                      const uint32_t* merge, float* sums) {
    for (size_t t = 0; t < triangle_count; ++t) {
        const uint32_t* corner = triangles + 3 * t;
        wf_f4 n = face_normal(positions, corner);
        for (int k = 0; k < 3; ++k) {
            size_t vertex = merge ? merge[corner[k]] : corner[k];
            add_to(sums + 4 * vertex, n);
        }
    }
}

static void store_unit(const float* sum, float* out) {
    wf_v3 n = wf_v3_load(sum);
    float length = wf_v3_length(n);
    if (length > 1e-18f) {
        wf_v3_store(out, wf_v3_set(n.x / length, n.y / length, n.z / length));
    } else {
        wf_v3_store(out, wf_v3_set(0.0f, 1.0f, 0.0f));
    }
}

void wf_normals(const float* positions, const uint32_t* triangles, uint32_t triangle_count,
                const uint32_t* merge, uint32_t vertex_count, float* sums, float* out) {
    memset(sums, 0, 4 * sizeof(float) * vertex_count);
    sum_faces(positions, triangles, triangle_count, merge, sums);
    for (size_t v = 0; v < vertex_count; ++v) {
        store_unit(sums + 4 * (merge ? merge[v] : v), out + 3 * v);
    }
}

void wf_normal_sums(const float* x, const uint32_t* triangles, uint32_t triangle_count,
                    uint32_t vertex_count, float* sums) {
    memset(sums, 0, 4 * sizeof(float) * vertex_count);
    for (size_t t = 0; t < triangle_count; ++t) {
        const uint32_t* corner = triangles + 3 * t;
        wf_v3 a = wf_v3_load(x + 4 * (size_t)corner[0]);
        wf_v3 n = wf_v3_cross(wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner[1]), a),
                              wf_v3_sub(wf_v3_load(x + 4 * (size_t)corner[2]), a));
        for (int k = 0; k < 3; ++k) {
            add_to(sums + 4 * (size_t)corner[k], wf_f4_set(n.x, n.y, n.z, 0.0f));
        }
    }
}
