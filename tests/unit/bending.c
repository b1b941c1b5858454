// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bending matrix against the continuum (a sheet rolled on a cylinder) and against its own
// promises: rows sum to zero, symmetric, positive semidefinite, a flat sheet has no energy.
#include "test_macros.h"

#include "cloth/bending.h"

#include "weft/weft.h"

#include <stdlib.h>

/// Rows of `n` + 1 points `step` apart; every second row may be shifted by half a step.
typedef struct sheet {
    uint32_t n, rows, count, triangle_count, hinge_count;
    double step, height;
    double* flat;  // 2 per vertex
    double* x;     // 3 per vertex
    uint32_t* tri; // 3 per triangle
    wf_hinge* hinges;
    wf_memory memory;
    wf_bending bending;
} sheet;

static double flat_distance(const sheet* s, uint32_t i, uint32_t j) {
    return hypot(s->flat[2 * i] - s->flat[2 * j], s->flat[2 * i + 1] - s->flat[2 * j + 1]);
}

/// Corner of triangle t across from the edge (a, b) in that direction, or UINT32_MAX.
static uint32_t across(const uint32_t* t, uint32_t a, uint32_t b) {
    for (int k = 0; k < 3; ++k) {
        if (t[k] == a && t[(k + 1) % 3] == b) {
            return t[(k + 2) % 3];
        }
    }
    return UINT32_MAX;
}

/// The triangle near `from` with the directed edge (a, b): neighbours are close in the list.
static uint32_t find_across(const sheet* s, uint32_t from, uint32_t a, uint32_t b) {
    uint32_t reach = 4 * s->n + 8;
    uint32_t low = from > reach ? from - reach : 0;
    for (uint32_t t = low; t < s->triangle_count && t < from + reach; ++t) {
        uint32_t d = across(s->tri + 3 * (size_t)t, a, b);
        if (d != UINT32_MAX) {
            return d;
        }
    }
    return UINT32_MAX;
}

static void add_hinge(sheet* s, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                      const weft_fabric* fabric) {
    wf_hinge* h = &s->hinges[s->hinge_count++];
    *h = (wf_hinge){.a = a, .b = b, .c = c, .d = d};
    h->rest[0] = (float)flat_distance(s, a, b);
    h->rest[1] = (float)flat_distance(s, a, c);
    h->rest[2] = (float)flat_distance(s, b, c);
    h->rest[3] = (float)flat_distance(s, a, d);
    h->rest[4] = (float)flat_distance(s, b, d);
    h->rigidity = wf_bending_rigidity(fabric, (float)(s->flat[2 * b] - s->flat[2 * a]),
                                      (float)(s->flat[2 * b + 1] - s->flat[2 * a + 1]));
}

static void find_hinges(sheet* s, const weft_fabric* fabric) {
    s->hinges = calloc(3 * (size_t)s->triangle_count, sizeof *s->hinges);
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            uint32_t a = s->tri[3 * t + k], b = s->tri[3 * t + (k + 1) % 3];
            uint32_t d = a < b ? find_across(s, t, b, a) : UINT32_MAX;
            if (d != UINT32_MAX) {
                add_hinge(s, a, b, s->tri[3 * t + (k + 2) % 3], d, fabric);
            }
        }
    }
}

static void add_quad(sheet* s, uint32_t i, uint32_t j, bool shifted) {
    uint32_t a = j * (s->n + 1) + i, b = a + 1, c = a + s->n + 1, d = c + 1;
    uint32_t left[6] = {a, b, c, b, d, c}, right[6] = {a, b, d, a, d, c};
    memcpy(s->tri + 3 * (size_t)s->triangle_count, shifted ? right : left, sizeof left);
    s->triangle_count += 2;
}

/// A square of side 1 rotated by `angle` against the material axes.
static sheet make_sheet(uint32_t n, bool equilateral, float jitter, double angle,
                        const weft_fabric* fabric) {
    sheet s = {.n = n, .step = 1.0 / n};
    s.height = equilateral ? s.step * sqrt(0.75) : s.step;
    s.rows = (uint32_t)(1.0 / s.height + 0.5) + 1;
    s.count = (n + 1) * s.rows;
    s.flat = calloc(2 * (size_t)s.count, sizeof *s.flat);
    s.x = calloc(3 * (size_t)s.count, sizeof *s.x);
    s.tri = calloc(6 * (size_t)s.count, sizeof *s.tri);
    test_random random = test_seed(21);
    for (uint32_t v = 0; v < s.count; ++v) {
        uint32_t i = v % (n + 1), j = v / (n + 1);
        double x = (i + (equilateral && j % 2 ? 0.5 : 0.0)) * s.step, y = j * s.height;
        x += s.step * test_uniform(&random, -jitter, jitter);
        y += s.step * test_uniform(&random, -jitter, jitter);
        s.flat[2 * v] = cos(angle) * x - sin(angle) * y;
        s.flat[2 * v + 1] = sin(angle) * x + cos(angle) * y;
        if (i < n && j + 1 < s.rows) {
            add_quad(&s, i, j, equilateral ? j % 2 : (i + j) % 2);
        }
    }
    find_hinges(&s, fabric);
    CHECK(wf_bending_build(&s.memory, s.hinges, s.hinge_count, s.count, &s.bending));
    return s;
}

static void free_sheet(sheet* s) {
    wf_bending_free(&s->memory, &s->bending);
    CHECK_EQ(s->memory.bytes, 0);
    free(s->flat);
    free(s->x);
    free(s->tri);
    free(s->hinges);
}

/// Rolls the sheet on a cylinder of radius r that is curved along material x.
static void roll(sheet* s, double r) {
    for (uint32_t v = 0; v < s->count; ++v) {
        double arc = s->flat[2 * v] / r;
        s->x[3 * v] = r * sin(arc);
        s->x[3 * v + 1] = s->flat[2 * v + 1];
        s->x[3 * v + 2] = r * cos(arc);
    }
}

static double area_of(const sheet* s) {
    double area = 0;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        const uint32_t* v = s->tri + 3 * (size_t)t;
        const double *a = s->flat + 2 * (size_t)v[0], *b = s->flat + 2 * (size_t)v[1];
        const double* c = s->flat + 2 * (size_t)v[2];
        area += 0.5 * fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    }
    return area;
}

/// (B x)_i as the solver forms it, in double.
static double row_times(const sheet* s, const double* x, uint32_t i, int k) {
    double sum = 0;
    for (uint32_t e = s->bending.row[i]; e < s->bending.row[i + 1]; ++e) {
        uint32_t j = s->bending.column[e];
        sum += (double)s->bending.value[e] * (x[3 * (size_t)j + k] - x[3 * (size_t)i + k]);
    }
    return sum;
}

static double energy_of(const sheet* s, const double* x) {
    double energy = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            energy += 0.5 * x[3 * (size_t)i + k] * row_times(s, x, i, k);
        }
    }
    return energy;
}

static weft_fabric fabric_of(float warp, float weft) {
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.bend_warp = warp;
    fabric.bend_weft = weft;
    return fabric;
}

/// Energy over that of the continuum for a sheet on a cylinder of radius 1.
static double cylinder_ratio(uint32_t n, bool equilateral, float jitter, double angle) {
    weft_fabric fabric = fabric_of(2, 2);
    sheet s = make_sheet(n, equilateral, jitter, angle, &fabric);
    roll(&s, 1.0);
    double ratio = energy_of(&s, s.x) / (0.5 * 2.0 * area_of(&s));
    free_sheet(&s);
    return ratio;
}

WEFT_TEST(bending_of_a_cylinder_converges) {
    for (int equilateral = 0; equilateral < 2; ++equilateral) {
        double coarse = cylinder_ratio(12, equilateral, 0, 0);
        double fine = cylinder_ratio(48, equilateral, 0, 0);
        test_note("equilateral %d: %.4f at 12, %.4f at 48 edges", equilateral, coarse, fine);
        CHECK_NEAR(coarse, 1, 0.10); // the missing hinges of the border weigh like 1/n
        CHECK_NEAR(fine, 1, 0.025);
        CHECK_LT(fabs(fine - 1), 0.5 * fabs(coarse - 1));
    }
}

WEFT_TEST(bending_of_equilateral_mesh_has_no_direction) {
    for (int i = 0; i < 8; ++i) {
        CHECK_NEAR(cylinder_ratio(48, true, 0, i * 0.13), 1, 0.03);
    }
}

WEFT_TEST(bending_of_irregular_mesh_is_near_the_continuum) {
    for (int i = 0; i < 4; ++i) {
        double ratio = cylinder_ratio(48, true, 0.15f, i * 0.2);
        test_note("jittered by 0.15 edges, angle %.1f: %.4f", i * 0.2, ratio);
        CHECK_NEAR(ratio, 1, 0.15);
    }
}

WEFT_TEST(bending_takes_the_rigidity_of_the_bent_thread) {
    weft_fabric fabric = fabric_of(1, 3);
    CHECK_EQ(wf_bending_rigidity(&fabric, 1, 0), 1); // a fold along weft bends the warp
    CHECK_EQ(wf_bending_rigidity(&fabric, 0, -2), 3);
    CHECK_EQ(wf_bending_rigidity(&fabric, 1, 1), 2);
    CHECK_EQ(wf_bending_rigidity(&fabric, 0, 0), 2);
    sheet s = make_sheet(48, false, 0, 0, &fabric);
    roll(&s, 1.0); // curved along x: weft
    CHECK_NEAR(energy_of(&s, s.x) / (0.5 * 3.0), 1, 0.03);
    free_sheet(&s);
}

WEFT_TEST(bending_matrix_keeps_its_promises) {
    weft_fabric fabric = fabric_of(8e-6f, 13e-6f);
    sheet s = make_sheet(10, true, 0.2f, 0.3, &fabric);
    const wf_bending* b = &s.bending;
    for (uint32_t i = 0; i < b->count; ++i) {
        double sum = b->diagonal[i];
        CHECK_GT(b->diagonal[i], 0);
        for (uint32_t e = b->row[i]; e < b->row[i + 1]; ++e) {
            uint32_t j = b->column[e], back = b->row[j];
            sum += (double)b->value[e];
            CHECK(e == b->row[i] || b->column[e - 1] < j);
            while (back < b->row[j + 1] && b->column[back] != i) {
                ++back;
            }
            REQUIRE(back < b->row[j + 1]);
            CHECK_EQ(b->value[back], b->value[e]);
        }
        CHECK_NEAR(sum, 0, 1e-7 * b->diagonal[i]);
    }
    free_sheet(&s);
}

WEFT_TEST(bending_is_zero_when_flat_and_never_negative) {
    weft_fabric fabric = fabric_of(1, 3);
    sheet s = make_sheet(10, true, 0.2f, 0.3, &fabric);
    roll(&s, 1.0);
    double scale = energy_of(&s, s.x);
    for (uint32_t v = 0; v < s.count; ++v) { // flat, stretched and tilted: affine maps cost nothing
        s.x[3 * v] = 1.2 * s.flat[2 * v] + 0.3;
        s.x[3 * v + 1] = 0.8 * s.flat[2 * v + 1] + 0.1 * s.flat[2 * v];
        s.x[3 * v + 2] = 0.5 * s.flat[2 * v];
    }
    CHECK_NEAR(energy_of(&s, s.x), 0, 1e-5 * scale);
    test_random random = test_seed(22);
    for (int n = 0; n < 50; ++n) {
        for (uint32_t k = 0; k < 3 * s.count; ++k) {
            s.x[k] = test_uniform(&random, -1, 1);
        }
        CHECK_GT(energy_of(&s, s.x), 0);
    }
    free_sheet(&s);
}

/// The solver's row product is the gradient of the energy of the stencils.
WEFT_TEST(bending_gradient_matches_differences) {
    weft_fabric fabric = fabric_of(1, 3);
    sheet s = make_sheet(6, true, 0.2f, 0.3, &fabric);
    roll(&s, 0.7);
    for (uint32_t i = 0; i < s.count; ++i) {
        double kept = s.x[3 * i + 2];
        s.x[3 * i + 2] = kept + 1e-3;
        double high = energy_of(&s, s.x);
        s.x[3 * i + 2] = kept - 1e-3;
        double low = energy_of(&s, s.x);
        s.x[3 * i + 2] = kept;
        double scale = s.bending.diagonal[i] * 1e-3;
        CHECK_NEAR(row_times(&s, s.x, i, 2), (high - low) / 2e-3, 1e-3 * scale);
    }
    free_sheet(&s);
}

WEFT_TEST(bending_survives_odd_hinges) {
    wf_memory memory = {0};
    wf_bending b;
    wf_hinge hinges[3] = {
        {.a = 0, .b = 1, .c = 2, .d = 2, .rest = {1, 1, 1, 1, 1}, .rigidity = 1}, // a closed tube
        {.a = 1, .b = 2, .c = 3, .d = 0, .rest = {1, 0.5f, 0.5f, 1, 1}, .rigidity = 1}, // a needle
        {.a = 0, .b = 3, .c = 1, .d = 2, .rest = {0, 0, 0, 0, 0}, .rigidity = 1},       // a point
    };
    REQUIRE(wf_bending_build(&memory, hinges, 3, 4, &b));
    for (uint32_t i = 0; i < 4; ++i) {
        CHECK(isfinite(b.diagonal[i]));
        for (uint32_t e = b.row[i]; e < b.row[i + 1]; ++e) {
            CHECK(b.column[e] != i);
            CHECK(isfinite(b.value[e]));
        }
    }
    wf_bending_free(&memory, &b);
    REQUIRE(wf_bending_build(&memory, NULL, 0, 4, &b));
    CHECK_EQ(b.row[4], 0);
    wf_bending_free(&memory, &b);
    CHECK_EQ(memory.bytes, 0);
}
