// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Checks of single elements: numbers, corners, areas, volume. Those that compare triangles with
// each other are in manifold.c.
#include "mesh/check.h"

#include "base/report.h"

#include <math.h>

static bool is_within(float value, float limit) {
    return fabsf(value) <= limit; // false for NaN
}

weft_status wf_check_values(const float* values, size_t count, uint32_t width, float limit,
                            const char* where, weft_report* report) {
    for (size_t i = 0; i < count; ++i) {
        if (is_within(values[i], limit)) {
            continue;
        }
        uint32_t element = (uint32_t)(i / width);
        if (isfinite(values[i])) {
            return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, where, element, WF_NO_OTHER,
                                  "Element %u lies beyond %u; values are in SI units (m, m/s).",
                                  element, (uint32_t)limit);
        }
        return wf_report_fail(report, WEFT_ERROR_NOT_FINITE, where, element, WF_NO_OTHER,
                              "Element %u is NaN or infinite; check where it comes from.", element);
    }
    return WEFT_OK;
}

weft_status wf_check_corners(const uint32_t* triangles, uint32_t triangle_count,
                             uint32_t vertex_count, weft_report* report) {
    for (uint32_t t = 0; t < triangle_count; ++t) {
        const uint32_t* corner = triangles + 3 * (size_t)t;
        for (int k = 0; k < 3; ++k) {
            if (corner[k] >= vertex_count) {
                return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "triangles", t,
                                      corner[k],
                                      "Triangle %u names vertex %u but there are only %u; indices "
                                      "count from zero.",
                                      t, corner[k], vertex_count);
            }
        }
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
            return wf_report_fail(report, WEFT_ERROR_DEGENERATE_TRIANGLE, "triangles", t,
                                  WF_NO_OTHER, "Triangle %u has the same corner twice; remove it.",
                                  t);
        }
    }
    return WEFT_OK;
}

static double squared_cross(const double u[3], const double v[3]) {
    double x = u[1] * v[2] - u[2] * v[1];
    double y = u[2] * v[0] - u[0] * v[2];
    double z = u[0] * v[1] - u[1] * v[0];
    return x * x + y * y + z * z;
}

// In double, since the area of a sliver cancels in single.
static double area_of(const float* points, uint32_t dimensions, const uint32_t* corner) {
    double u[3] = {0}, v[3] = {0};
    for (uint32_t k = 0; k < dimensions; ++k) {
        double origin = points[(size_t)corner[0] * dimensions + k];
        u[k] = points[(size_t)corner[1] * dimensions + k] - origin;
        v[k] = points[(size_t)corner[2] * dimensions + k] - origin;
    }
    return 0.5 * sqrt(squared_cross(u, v));
}

weft_status wf_check_areas(const float* points, uint32_t dimensions, const uint32_t* triangles,
                           uint32_t triangle_count, weft_report* report) {
    for (uint32_t t = 0; t < triangle_count; ++t) {
        if (area_of(points, dimensions, triangles + 3 * (size_t)t) < WF_MIN_TRIANGLE_AREA) {
            return wf_report_fail(report, WEFT_ERROR_DEGENERATE_TRIANGLE,
                                  dimensions == 2 ? "material" : "triangles", t, WF_NO_OTHER,
                                  "Triangle %u has almost no area (under 1e-10 m2); remove it or "
                                  "merge its corners.",
                                  t);
        }
    }
    return WEFT_OK;
}

static double signed_volume_6(const float* positions, const uint32_t* corner) {
    const float* a = positions + 3 * (size_t)corner[0];
    const float* b = positions + 3 * (size_t)corner[1];
    const float* c = positions + 3 * (size_t)corner[2];
    double x = (double)b[1] * c[2] - (double)b[2] * c[1];
    double y = (double)b[2] * c[0] - (double)b[0] * c[2];
    double z = (double)b[0] * c[1] - (double)b[1] * c[0];
    return a[0] * x + a[1] * y + a[2] * z;
}

uint32_t wf_find_root(uint32_t* parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

void wf_join_sets(uint32_t* parent, uint32_t a, uint32_t b) {
    a = wf_find_root(parent, a);
    b = wf_find_root(parent, b);
    parent[a > b ? a : b] = a > b ? b : a;
}

static void sum_volumes(const float* positions, const uint32_t* triangles, uint32_t triangle_count,
                        uint32_t vertex_count, uint32_t* piece, double* volume) {
    for (uint32_t v = 0; v < vertex_count; ++v) {
        piece[v] = v;
    }
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i += 3) {
        wf_join_sets(piece, triangles[i], triangles[i + 1]);
        wf_join_sets(piece, triangles[i], triangles[i + 2]);
    }
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i += 3) {
        volume[wf_find_root(piece, triangles[i])] += signed_volume_6(positions, triangles + i);
    }
}

weft_status wf_check_outward(wf_memory* memory, const float* positions, const uint32_t* triangles,
                             uint32_t triangle_count, uint32_t vertex_count, weft_report* report) {
    uint32_t* piece = WF_ALLOC(memory, uint32_t, vertex_count);
    double* volume = WF_ALLOC(memory, double, vertex_count);
    uint32_t bad = UINT32_MAX;
    bool checked = piece && volume;
    if (checked) {
        sum_volumes(positions, triangles, triangle_count, vertex_count, piece, volume);
        for (uint32_t t = triangle_count; t-- > 0;) {
            bad = volume[wf_find_root(piece, triangles[3 * (size_t)t])] < 0.0 ? t : bad;
        }
    }
    wf_free(memory, piece);
    wf_free(memory, volume);
    if (!checked) {
        return wf_report_memory(report, "triangles");
    }
    if (bad == UINT32_MAX) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_INSIDE_OUT_BODY, "triangles", bad, WF_NO_OTHER,
                          "The piece of triangle %u faces inwards; reverse the corners of its "
                          "triangles, or leave a hollow out.",
                          bad);
}

weft_status wf_check_used(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                          uint32_t vertex_count, weft_report* report) {
    bool* used = WF_ALLOC(memory, bool, vertex_count);
    if (!used) {
        return wf_report_memory(report, "triangles");
    }
    for (size_t i = 0; i < 3 * (size_t)triangle_count; ++i) {
        used[triangles[i]] = true;
    }
    uint32_t vertex = 0;
    while (vertex < vertex_count && used[vertex]) {
        ++vertex;
    }
    wf_free(memory, used);
    if (vertex == vertex_count) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "positions", vertex, WF_NO_OTHER,
                          "Vertex %u belongs to no triangle and so has no mass; remove it.",
                          vertex);
}

weft_status wf_check_collision(const weft_collision* collision, weft_report* report) {
    if (collision->group <= WF_ALL_GROUPS && collision->mask <= WF_ALL_GROUPS) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT,
                          collision->group > WF_ALL_GROUPS ? "group" : "mask", 0, WF_NO_OTHER,
                          "Groups and masks have 16 bits: 0 to %u.", WF_ALL_GROUPS);
}
