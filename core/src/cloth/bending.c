// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Builds the bending matrix. Each inner edge adds c K K^T over its four vertices, where K comes
// from cotangents of the rest angles and those from the five rest lengths alone, so an edge across
// a seam needs no common plane. |K x| is edge length times bend angle. Cotangents in double;
// entries summed in the order of the hinges.
#include "cloth/bending.h"

#include <math.h>
#include <string.h>

/// Needles would give cotangents without bound: the area counts as at least this fraction of the
/// longest edge squared.
static const double least_area = 1e-3;

/// Rows while they are built: `used` columns of row i begin at start[i].
typedef struct rows {
    uint32_t* start;
    uint32_t* used;
    uint32_t* column;
    double* value;
} rows;

float wf_bending_rigidity(const weft_fabric* fabric, float dx, float dy) {
    float xx = dx * dx, yy = dy * dy;
    if (!(xx + yy > 0.0f)) {
        return 0.5f * (fabric->bend_warp + fabric->bend_weft);
    }
    // an edge along weft (x) is a fold that bends the warp
    return (fabric->bend_warp * xx + fabric->bend_weft * yy) / (xx + yy);
}

static double largest(double a, double b, double c) {
    double m = a > b ? a : b;
    return m > c ? m : c;
}

/// Area from three side lengths, after Kahan: no cancellation when the sides are sorted.
static double area_of(double a, double b, double c) {
    double high = largest(a, b, c);
    double low = -largest(-a, -b, -c);
    double middle = (a + b + c) - high - low;
    double product = (high + (middle + low)) * (low - (high - middle)) * (low + (high - middle)) *
                     (high + (middle - low));
    double area = product > 0.0 ? 0.25 * sqrt(product) : 0.0;
    double floor = least_area * high * high;
    return area > floor ? area : floor;
}

/// Cotangents at both ends of the edge `e`; `p` and `q` are the sides at its first and second end.
static void cotangents(double e, double p, double q, double area, double* first, double* second) {
    *first = (e * e + p * p - q * q) / (4.0 * area);
    *second = (e * e + q * q - p * p) / (4.0 * area);
}

/// Stencil over a, b, c, d; returns the factor c of c K K^T, or 0 for an edge without area.
static double stencil(const wf_hinge* hinge, double k[4]) {
    double ab = hinge->rest[0], ac = hinge->rest[1], bc = hinge->rest[2];
    double ad = hinge->rest[3], bd = hinge->rest[4];
    double left = area_of(ab, ac, bc), right = area_of(ab, ad, bd);
    if (!(left > 0.0) || !(right > 0.0)) {
        return 0.0;
    }
    double a_left, b_left, a_right, b_right;
    cotangents(ab, ac, bc, left, &a_left, &b_left);
    cotangents(ab, ad, bd, right, &a_right, &b_right);
    k[0] = b_left + b_right;
    k[1] = a_left + a_right;
    k[2] = -a_left - b_left;
    k[3] = -a_right - b_right;
    return (double)hinge->rigidity / (left + right);
}

static void add_entry(rows* r, uint32_t i, uint32_t j, double value) {
    uint32_t* column = r->column + r->start[i];
    double* values = r->value + r->start[i];
    uint32_t at = 0;
    while (at < r->used[i] && column[at] < j) {
        ++at;
    }
    if (at == r->used[i] || column[at] != j) {
        memmove(column + at + 1, column + at, (r->used[i] - at) * sizeof *column);
        memmove(values + at + 1, values + at, (r->used[i] - at) * sizeof *values);
        column[at] = j;
        values[at] = 0.0;
        ++r->used[i];
    }
    values[at] += value;
}

static void add_hinge(rows* r, const wf_hinge* hinge) {
    uint32_t vertex[4] = {hinge->a, hinge->b, hinge->c, hinge->d};
    double k[4];
    double factor = stencil(hinge, k);
    for (int i = 0; i < 4 && factor > 0.0; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (vertex[i] != vertex[j]) {
                add_entry(r, vertex[i], vertex[j], factor * (k[i] * k[j]));
            }
        }
    }
}

/// Room for three entries a vertex of every hinge; equal columns leave some of it unused.
static uint32_t lay_out(rows* r, const wf_hinge* hinges, uint32_t hinge_count, uint32_t count) {
    for (uint32_t h = 0; h < hinge_count; ++h) {
        uint32_t vertex[4] = {hinges[h].a, hinges[h].b, hinges[h].c, hinges[h].d};
        for (int i = 0; i < 4; ++i) {
            r->start[vertex[i] + 1] += 3;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        r->start[i + 1] += r->start[i];
    }
    return r->start[count];
}

/// The diagonal is what makes the rounded row sum to zero, so a translation makes no force.
static void copy_row(const rows* r, uint32_t i, wf_bending* out) {
    uint32_t to = out->row[i];
    double sum = 0.0;
    for (uint32_t e = 0; e < r->used[i]; ++e) {
        out->column[to + e] = r->column[r->start[i] + e];
        out->value[to + e] = (float)r->value[r->start[i] + e];
        sum += (double)out->value[to + e];
    }
    out->diagonal[i] = (float)-sum;
    out->row[i + 1] = to + r->used[i];
}

static bool copy_rows(wf_memory* memory, const rows* r, uint32_t count, wf_bending* out) {
    size_t entries = 0;
    for (uint32_t i = 0; i < count; ++i) {
        entries += r->used[i];
    }
    out->count = count;
    out->row = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    out->column = WF_ALLOC(memory, uint32_t, entries + 1); // an empty matrix still has arrays
    out->value = WF_ALLOC(memory, float, entries + 1);
    out->diagonal = WF_ALLOC(memory, float, (size_t)count + 1);
    if (!out->row || !out->column || !out->value || !out->diagonal) {
        wf_bending_free(memory, out);
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        copy_row(r, i, out);
    }
    return true;
}

static void free_rows(wf_memory* memory, rows* r) {
    wf_free(memory, r->start);
    wf_free(memory, r->used);
    wf_free(memory, r->column);
    wf_free(memory, r->value);
}

bool wf_bending_build(wf_memory* memory, const wf_hinge* hinges, uint32_t hinge_count,
                      uint32_t count, wf_bending* out) {
    *out = (wf_bending){0};
    rows r = {0};
    r.start = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    r.used = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    bool built = false;
    if (r.start && r.used) {
        size_t room = (size_t)lay_out(&r, hinges, hinge_count, count) + 1;
        r.column = WF_ALLOC(memory, uint32_t, room);
        r.value = WF_ALLOC(memory, double, room);
        if (r.column && r.value) {
            for (uint32_t h = 0; h < hinge_count; ++h) {
                add_hinge(&r, &hinges[h]);
            }
            built = copy_rows(memory, &r, count, out);
        }
    }
    free_rows(memory, &r);
    return built;
}

void wf_bending_free(wf_memory* memory, wf_bending* bending) {
    wf_free(memory, bending->row);
    wf_free(memory, bending->column);
    wf_free(memory, bending->value);
    wf_free(memory, bending->diagonal);
    *bending = (wf_bending){0};
}
