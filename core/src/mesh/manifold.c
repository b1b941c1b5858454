// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Checks that compare triangles with each other. Sorting brings equal triangles and equal edges
// together; of all that is wrong the report names the triangle with the lowest index.
#include "mesh/check.h"

#include "base/report.h"
#include "math/radix_sort.h"

// The first finding in order of triangles.
typedef struct finding {
    weft_status status;
    uint32_t triangle, other;
    uint32_t a, b; // the edge
} finding;

static void keep_first(finding* best, finding found) {
    if (best->status == WEFT_OK || found.triangle < best->triangle) {
        *best = found;
    }
}

static void sort_corners(const uint32_t* corner, uint32_t out[3]) {
    uint32_t a = corner[0], b = corner[1], c = corner[2];
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    out[0] = low < c ? low : c;
    out[2] = high > c ? high : c;
    out[1] = a ^ b ^ c ^ out[0] ^ out[2];
}

// Three corners do not fit one key: sort by the highest first, then, stably, by the other two.
static void sort_triangles(const uint32_t* triangles, wf_sort* sort) {
    uint32_t corner[3];
    for (size_t t = 0; t < sort->count; ++t) {
        sort_corners(triangles + 3 * t, corner);
        sort->key[t] = corner[2];
        sort->value[t] = (uint32_t)t;
    }
    wf_sort_run(sort);
    for (size_t i = 0; i < sort->count; ++i) {
        sort_corners(triangles + 3 * (size_t)sort->value[i], corner);
        sort->key[i] = wf_sort_key(corner[0], corner[1]);
    }
    wf_sort_run(sort);
}

static bool same_corners(const uint32_t* triangles, uint32_t s, uint32_t t) {
    uint32_t a[3], b[3];
    sort_corners(triangles + 3 * (size_t)s, a);
    sort_corners(triangles + 3 * (size_t)t, b);
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool find_duplicate(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                           finding* out) {
    wf_sort sort;
    if (!wf_sort_create(memory, triangle_count, &sort)) {
        return false;
    }
    sort_triangles(triangles, &sort);
    for (size_t i = 1; i < sort.count; ++i) {
        uint32_t first = sort.value[i - 1], second = sort.value[i];
        if (same_corners(triangles, first, second)) {
            keep_first(out, (finding){WEFT_ERROR_DUPLICATE_TRIANGLE, second, first, 0, 0});
        }
    }
    wf_sort_free(memory, &sort);
    return true;
}

// Values carry the direction in the lowest bit: 1 when the triangle runs from high to low.
static void sort_edges(const uint32_t* triangles, wf_sort* sort) {
    for (size_t i = 0; i < sort->count; ++i) {
        uint32_t a = triangles[i], b = triangles[i - i % 3 + (i + 1) % 3];
        sort->key[i] = a < b ? wf_sort_key(a, b) : wf_sort_key(b, a);
        sort->value[i] = (uint32_t)(i / 3) * 2 + (a > b);
    }
    wf_sort_run(sort);
}

static void check_edge(const wf_sort* sort, size_t first, size_t end, bool closed, finding* out) {
    const uint32_t* side = sort->value + first;
    finding found = {.a = (uint32_t)(sort->key[first] >> 32), .b = (uint32_t)sort->key[first]};
    found.triangle = side[0] / 2;
    found.other = WF_NO_OTHER;
    if (end - first >= 2 && side[0] % 2 == side[1] % 2) {
        found.status = WEFT_ERROR_NON_MANIFOLD_EDGE;
        found.triangle = side[1] / 2;
        found.other = side[0] / 2;
    } else if (end - first > 2) {
        found.status = WEFT_ERROR_NON_MANIFOLD_EDGE;
        found.triangle = side[2] / 2;
        found.other = side[0] / 2;
    } else if (end - first == 1 && closed) {
        found.status = WEFT_ERROR_OPEN_BODY;
    }
    if (found.status != WEFT_OK) {
        keep_first(out, found);
    }
}

static bool find_bad_edge(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                          bool closed, finding* out) {
    wf_sort sort;
    if (!wf_sort_create(memory, 3 * (size_t)triangle_count, &sort)) {
        return false;
    }
    sort_edges(triangles, &sort);
    for (size_t first = 0, end; first < sort.count; first = end) {
        end = first + 1;
        while (end < sort.count && sort.key[end] == sort.key[first]) {
            ++end;
        }
        check_edge(&sort, first, end, closed, out);
    }
    wf_sort_free(memory, &sort);
    return true;
}

static weft_status report_finding(const finding* f, weft_report* report) {
    switch (f->status) {
    case WEFT_OK:
        return WEFT_OK;
    case WEFT_ERROR_DUPLICATE_TRIANGLE:
        return wf_report_fail(report, f->status, "triangles", f->triangle, f->other,
                              "Triangle %u has the same corners as triangle %u; remove one.",
                              f->triangle, f->other);
    case WEFT_ERROR_OPEN_BODY:
        return wf_report_fail(report, f->status, "triangles", f->triangle, f->other,
                              "Edge %u-%u of triangle %u has nothing on its other side; close the "
                              "hole or mark the body as open.",
                              f->a, f->b, f->triangle);
    default:
        return wf_report_fail(report, f->status, "triangles", f->triangle, f->other,
                              "Edge %u-%u of triangles %u and %u branches or turns its front; "
                              "split it or reverse one of them.",
                              f->a, f->b, f->triangle, f->other);
    }
}

weft_status wf_check_manifold(wf_memory* memory, const uint32_t* triangles, uint32_t triangle_count,
                              bool closed, weft_report* report) {
    finding found = {WEFT_OK, 0, 0, 0, 0};
    if (!find_duplicate(memory, triangles, triangle_count, &found)) {
        return wf_report_memory(report, "triangles");
    }
    if (found.status == WEFT_OK &&
        !find_bad_edge(memory, triangles, triangle_count, closed, &found)) {
        return wf_report_memory(report, "triangles");
    }
    return report_finding(&found, report);
}
