// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The bending matrix against the continuum (quadratic functions, a sheet rolled on a cylinder) and
// against its own promises: rows sum to zero, symmetric, positive semidefinite, nothing but affine
// maps is free, a seam and a clamp do what they should.
#include "test_macros.h"

#include "cloth/bending.h"

#include "weft/weft.h"

#include <stdlib.h>

typedef enum layout { ALTERNATING, ONE_DIAGONAL, CHEVRON, EQUILATERAL, LAYOUT_COUNT } layout;

static const char* const layout_names[] = {"alternating", "one diagonal", "chevron", "equilateral"};

/// About 1 x 1 of `n` + 1 columns, turned by an angle against the material axes.
typedef struct sheet {
    uint32_t n, rows, count, triangle_count;
    double step, height, turn;
    double* flat;        // 2 per vertex, turned: material points
    double* x;           // 3 per vertex
    uint32_t* triangles; // 3 per triangle
    float* rest;         // 6 per triangle
    float* rigidity;     // 2 per triangle
    uint8_t* clamped;
    wf_memory memory;
    wf_bending bending;
} sheet;

static void add_quad(sheet* s, uint32_t i, uint32_t j, bool falling) {
    uint32_t a = j * (s->n + 1) + i, b = a + 1, c = a + s->n + 1, d = c + 1;
    uint32_t down[6] = {a, b, c, b, d, c}, up[6] = {a, b, d, a, d, c};
    memcpy(s->triangles + 3 * (size_t)s->triangle_count, falling ? down : up, sizeof down);
    s->triangle_count += 2;
}

static bool falls(layout kind, uint32_t i, uint32_t j) {
    return kind == ALTERNATING ? (i + j) % 2 == 0 : kind == ONE_DIAGONAL ? false : j % 2 == 0;
}

static void build(sheet* s) {
    wf_bending_free(&s->memory, &s->bending);
    wf_topology topology;
    REQUIRE(wf_topology_build(&s->memory, s->triangles, s->triangle_count, s->count, &topology));
    wf_bending_mesh mesh = {.vertex_count = s->count,
                            .triangle_count = s->triangle_count,
                            .fold_count = topology.fold_count,
                            .triangles = s->triangles,
                            .rest = s->rest,
                            .rigidity = s->rigidity,
                            .clamped = s->clamped,
                            .folds = topology.folds};
    CHECK(wf_bending_build(&s->memory, &mesh, &s->bending));
    wf_topology_free(&s->memory, &topology);
}

static void lay_out(sheet* s, float weft, float warp) {
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        for (uint32_t k = 0; k < 6; ++k) {
            uint32_t v = s->triangles[3 * t + k / 2];
            s->rest[6 * t + k] = (float)s->flat[2 * v + k % 2];
        }
        s->rigidity[2 * t] = weft;
        s->rigidity[2 * t + 1] = warp;
    }
}

static sheet make_sheet(layout kind, uint32_t n, float jitter, double turn, float weft,
                        float warp) {
    sheet s = {.n = n, .step = 1.0 / n, .turn = turn};
    s.height = kind == EQUILATERAL ? s.step * sqrt(0.75) : s.step;
    s.rows = (uint32_t)(1.0 / s.height + 0.5) + 1;
    s.count = (n + 1) * s.rows;
    s.flat = calloc(2 * (size_t)s.count, sizeof *s.flat);
    s.x = calloc(3 * (size_t)s.count, sizeof *s.x);
    s.triangles = calloc(6 * (size_t)s.count, sizeof *s.triangles);
    s.rest = calloc(12 * (size_t)s.count, sizeof *s.rest);
    s.rigidity = calloc(4 * (size_t)s.count, sizeof *s.rigidity);
    s.clamped = calloc(2 * (size_t)s.count, sizeof *s.clamped);
    test_random random = test_seed(21);
    for (uint32_t v = 0; v < s.count; ++v) {
        uint32_t i = v % (n + 1), j = v / (n + 1);
        double x = (i + (kind == EQUILATERAL && j % 2 ? 0.5 : 0.0)) * s.step, y = j * s.height;
        x += s.step * test_uniform(&random, -jitter, jitter);
        y += s.step * test_uniform(&random, -jitter, jitter);
        s.flat[2 * v] = cos(turn) * x - sin(turn) * y;
        s.flat[2 * v + 1] = sin(turn) * x + cos(turn) * y;
        if (i < n && j + 1 < s.rows) {
            add_quad(&s, i, j, falls(kind, i, j));
        }
    }
    lay_out(&s, weft, warp);
    build(&s);
    return s;
}

static void free_sheet(sheet* s) {
    wf_bending_free(&s->memory, &s->bending);
    CHECK_EQ(s->memory.bytes, 0);
    free(s->flat);
    free(s->x);
    free(s->triangles);
    free(s->rest);
    free(s->rigidity);
    free(s->clamped);
}

/// x = (0, (xx X^2 + yy Y^2) / 2 + xy X Y, 0) over the material point (X, Y).
static void bend_to(sheet* s, double xx, double yy, double xy) {
    for (uint32_t v = 0; v < s->count; ++v) {
        double x = s->flat[2 * v], y = s->flat[2 * v + 1];
        s->x[3 * v] = s->x[3 * v + 2] = 0;
        s->x[3 * v + 1] = 0.5 * xx * x * x + 0.5 * yy * y * y + xy * x * y;
    }
}

/// Rolls the sheet on a cylinder of radius 1 that is curved along material x.
static void roll(sheet* s) {
    for (uint32_t v = 0; v < s->count; ++v) {
        double arc = s->flat[2 * v];
        s->x[3 * v] = sin(arc);
        s->x[3 * v + 1] = s->flat[2 * v + 1];
        s->x[3 * v + 2] = cos(arc);
    }
}

static double area_of(const sheet* s) {
    double area = 0;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        const uint32_t* v = s->triangles + 3 * (size_t)t;
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

/// Energy over that of the continuum for a sheet on a cylinder.
static double cylinder_ratio(layout kind, uint32_t n, float jitter, double turn) {
    sheet s = make_sheet(kind, n, jitter, turn, 2, 2);
    roll(&s);
    double ratio = energy_of(&s, s.x) / (0.5 * 2.0 * area_of(&s));
    free_sheet(&s);
    return ratio;
}

/// Only the last half edge at a free border bears no bend: the loss is of the first order there.
WEFT_TEST(bending_of_a_cylinder_converges) {
    for (int kind = 0; kind < LAYOUT_COUNT; ++kind) {
        double coarse = cylinder_ratio((layout)kind, 12, 0, 0);
        double fine = cylinder_ratio((layout)kind, 48, 0, 0);
        test_note("%s: %.4f at 12, %.4f at 48 edges", layout_names[kind], coarse, fine);
        CHECK_NEAR(coarse, 1, 1.05 / 12);
        CHECK_NEAR(fine, 1, 1.05 / 48);
    }
}

WEFT_TEST(bending_has_no_direction) {
    for (int i = 0; i < 8; ++i) {
        CHECK_NEAR(cylinder_ratio(ONE_DIAGONAL, 48, 0, i * 0.2), 1, 0.03);
        CHECK_NEAR(cylinder_ratio(CHEVRON, 48, 0, i * 0.2), 1, 0.03);
        CHECK_NEAR(cylinder_ratio(EQUILATERAL, 48, 0, i * 0.2), 1, 0.03);
        CHECK_NEAR(cylinder_ratio(ALTERNATING, 48, 0, i * 0.2), 1, 0.10); // the bias is stiffer
    }
}

WEFT_TEST(bending_of_irregular_meshes_is_near_the_continuum) {
    for (int i = 0; i < 4; ++i) {
        for (int kind = ONE_DIAGONAL; kind < LAYOUT_COUNT; ++kind) {
            double ratio = cylinder_ratio((layout)kind, 48, 0.15f, i * 0.2);
            test_note("%s, jittered by 0.15 edges, turned by %.1f: %.4f", layout_names[kind],
                      i * 0.2, ratio);
            CHECK_NEAR(ratio, 1, 0.04);
        }
    }
}

/// Energy of a quadratic function, with no moment at the border: a frame of two rows is left out.
static void check_quadratic(layout kind, double xx, double yy, double xy, double tolerance) {
    sheet s = make_sheet(kind, 24, 0, 0, 2, 5);
    bend_to(&s, xx, yy, xy);
    for (uint32_t v = 0; v < s.count; ++v) {
        uint32_t i = v % (s.n + 1), j = v / (s.n + 1);
        if (i > 1 && i + 1 < s.n && j > 1 && j + 2 < s.rows) {
            CHECK_NEAR(row_times(&s, s.x, v, 1), 0, 1e-6 * s.bending.diagonal[v]); // rounding
        }
    }
    double expected = 0.5 * (2 * xx * xx + 5 * yy * yy + 7 * xy * xy) * area_of(&s);
    double ratio = energy_of(&s, s.x) / expected;
    test_note("%s, (%g %g %g): %.4f", layout_names[kind], xx, yy, xy, ratio);
    CHECK_NEAR(ratio, 1, tolerance);
    free_sheet(&s);
}

/// A constant tensor is in equilibrium inside, and costs what it costs in the continuum: without a
/// Poisson ratio, a saddle and a bowl as much as their two bends.
WEFT_TEST(bending_of_quadratic_functions_is_exact) {
    for (int kind = ONE_DIAGONAL; kind < LAYOUT_COUNT; ++kind) {
        check_quadratic((layout)kind, 1, 0, 0, 0.05);
        check_quadratic((layout)kind, 0, 1, 0, 0.05);
        check_quadratic((layout)kind, 1, 1, 0, 0.05);
        check_quadratic((layout)kind, 1, -1, 0, 0.05);
        check_quadratic((layout)kind, 0, 0, 1, 0.05);
        check_quadratic((layout)kind, 1, 0.5, 0.7, 0.05);
    }
    check_quadratic(ALTERNATING, 1, 0, 0, 0.05);
    check_quadratic(ALTERNATING, 1, -1, 0, 0.05);
    check_quadratic(ALTERNATING, 0, 0, 1, 0.16); // twisted squares are too stiff
}

WEFT_TEST(bending_takes_the_rigidity_of_the_bent_thread) {
    for (int i = 0; i < 5; ++i) {
        double turn = i * 0.39; // of the mesh: the cylinder stays curved along weft
        sheet s = make_sheet(EQUILATERAL, 48, 0, turn, 3, 1);
        roll(&s);
        CHECK_NEAR(energy_of(&s, s.x) / (0.5 * 3.0 * area_of(&s)), 1, 0.03);
        lay_out(&s, 1, 3);
        build(&s);
        CHECK_NEAR(energy_of(&s, s.x) / (0.5 * 1.0 * area_of(&s)), 1, 0.03);
        free_sheet(&s);
    }
}

static void check_rows(const wf_bending* b) {
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
}

WEFT_TEST(bending_matrix_keeps_its_promises) {
    for (int kind = 0; kind < LAYOUT_COUNT; ++kind) {
        sheet s = make_sheet((layout)kind, 10, 0.2f, 0.3, 8e-6f, 13e-6f);
        check_rows(&s.bending);
        free_sheet(&s);
    }
}

/// Pivots of the matrix, largest first: how many exceed `part` of the largest. None may be
/// negative beyond that.
static uint32_t rank_of(const wf_bending* b, double part) {
    uint32_t n = b->count, rank = 0;
    double* a = calloc((size_t)n * n, sizeof *a);
    for (uint32_t i = 0; i < n; ++i) {
        a[(size_t)i * n + i] = b->diagonal[i];
        for (uint32_t e = b->row[i]; e < b->row[i + 1]; ++e) {
            a[(size_t)i * n + b->column[e]] = b->value[e];
        }
    }
    double first = 0;
    for (uint32_t step = 0; step < n; ++step) {
        uint32_t p = 0;
        for (uint32_t i = 0; i < n; ++i) {
            p = a[(size_t)i * n + i] > a[(size_t)p * n + p] ? i : p;
        }
        double pivot = a[(size_t)p * n + p];
        first = step == 0 ? pivot : first;
        if (!(pivot > part * first)) {
            break;
        }
        ++rank;
        for (uint32_t i = 0; i < n; ++i) {
            double factor = i == p ? 0 : a[(size_t)i * n + p] / pivot;
            for (uint32_t j = 0; j < n && factor != 0; ++j) {
                a[(size_t)i * n + j] -= factor * a[(size_t)p * n + j];
            }
        }
        for (uint32_t j = 0; j < n; ++j) {
            a[(size_t)p * n + j] = a[(size_t)j * n + p] = 0;
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        CHECK_GT(a[(size_t)i * n + i], -part * first);
    }
    free(a);
    return rank;
}

/// The most entries of a row; none is so small that only rounding can have left it.
static uint32_t most_entries(const wf_bending* b) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < b->count; ++i) {
        most = b->row[i + 1] - b->row[i] > most ? b->row[i + 1] - b->row[i] : most;
        for (uint32_t e = b->row[i]; e < b->row[i + 1]; ++e) {
            CHECK_GT(fabsf(b->value[e]), 1e-9f * b->diagonal[i]);
        }
    }
    return most;
}

/// What is zero but for rounding is left out: half of what is not of neighbours in a grid along its
/// threads. A thread that is ten thousand times weaker than the other stays.
WEFT_TEST(bending_has_no_entries_of_rounding) {
    for (uint32_t n = 3; n < 70; n += 11) {
        sheet s = make_sheet(ONE_DIAGONAL, n, 0, 0, 8e-6f, 8e-6f);
        CHECK(most_entries(&s.bending) <= 12);
        free_sheet(&s);
    }
    sheet weak = make_sheet(ONE_DIAGONAL, 9, 0, 0, 1e-4f, 1);
    most_entries(&weak.bending);
    CHECK_EQ(rank_of(&weak.bending, 2e-7), weak.count - 3);
    free_sheet(&weak);
}

/// No checkerboard and no other mode is free: only the three affine functions.
WEFT_TEST(bending_leaves_only_affine_functions_free) {
    for (int kind = 0; kind < LAYOUT_COUNT; ++kind) {
        for (int i = 0; i < 3; ++i) {
            sheet s = make_sheet((layout)kind, 9, 0.15f * (float)i, 0.2, 1, i == 2 ? 0.2f : 1);
            CHECK_EQ(rank_of(&s.bending, 1e-5), s.count - 3);
            free_sheet(&s);
        }
    }
}

WEFT_TEST(bending_is_zero_when_flat_and_never_negative) {
    sheet s = make_sheet(EQUILATERAL, 10, 0.2f, 0.3, 3, 1);
    roll(&s);
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

/// The solver's row product is the gradient of the energy.
WEFT_TEST(bending_gradient_matches_differences) {
    sheet s = make_sheet(ALTERNATING, 6, 0.2f, 0.3, 3, 1);
    roll(&s);
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

/// Rigid motions change neither energy nor the size of the forces.
WEFT_TEST(bending_does_not_feel_rigid_motions) {
    sheet s = make_sheet(EQUILATERAL, 8, 0.2f, 0.3, 3, 1);
    roll(&s);
    double before = energy_of(&s, s.x);
    const double q[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6};
    for (uint32_t v = 0; v < s.count; ++v) {
        double* x = s.x + 3 * (size_t)v;
        double y[3];
        for (int k = 0; k < 3; ++k) {
            y[k] = q[3 * k] * x[0] + q[3 * k + 1] * x[1] + q[3 * k + 2] * x[2] + k;
        }
        memcpy(x, y, sizeof y);
    }
    CHECK_NEAR(energy_of(&s, s.x) / before, 1, 1e-6);
    free_sheet(&s);
}

/// Half the sheet is held flat, the rest leaves it at a small angle: half an edge of bend, all of
/// it on the free side.
WEFT_TEST(bending_at_a_clamp_takes_half_an_edge) {
    for (int kind = 0; kind < LAYOUT_COUNT; ++kind) {
        sheet s = make_sheet((layout)kind, 12, 0, 0, 2, 5);
        uint32_t line = s.rows / 2;
        for (uint32_t t = 0; t < s.triangle_count; ++t) {
            const uint32_t* v = s.triangles + 3 * (size_t)t;
            s.clamped[t] = 1;
            for (int k = 0; k < 3; ++k) {
                s.clamped[t] = s.clamped[t] && v[k] / (s.n + 1) <= line;
            }
        }
        build(&s);
        for (uint32_t v = 0; v < s.count; ++v) {
            uint32_t j = v / (s.n + 1);
            s.x[3 * v] = s.flat[2 * v];
            s.x[3 * v + 2] = s.flat[2 * v + 1];
            s.x[3 * v + 1] = j > line ? 0.01 * (j - line) * s.height : 0;
        }
        double ratio = energy_of(&s, s.x) / (0.5 * 5 * 0.01 * 0.01 / (0.5 * s.height));
        test_note("%s: %.4f", layout_names[kind], ratio);
        CHECK_NEAR(ratio, 1, 0.02);
        free_sheet(&s);
    }
}

/// Each panel has its own frame: a seam between two that are laid out apart bends like whole cloth.
WEFT_TEST(bending_crosses_a_seam_unchanged) {
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
        sheet s = make_sheet(EQUILATERAL, 8, 0.2f, 0.3, 2, 2);
        roll(&s);
        double whole = energy_of(&s, s.x);
        for (uint32_t t = s.triangle_count / 2; t < s.triangle_count; ++t) {
            for (int k = 0; k < 3; ++k) {
                float* p = s.rest + 6 * (size_t)t + 2 * k;
                float x = p[0], y = p[1];
                p[0] = 3.0f + 0.6f * x - 0.8f * y;
                p[1] = 0.8f * x + 0.6f * y;
                p[1] = mirrored ? -p[1] : p[1];
            }
        }
        build(&s);
        CHECK_NEAR(energy_of(&s, s.x) / whole, 1, 1e-4);
        check_rows(&s.bending);
        free_sheet(&s);
    }
}

/// A longer panel eased into a shorter one: flat in space, the seam has no force to bend.
WEFT_TEST(bending_of_an_eased_seam_is_zero_when_flat) {
    sheet s = make_sheet(ONE_DIAGONAL, 8, 0, 0, 2, 2);
    roll(&s);
    double scale = energy_of(&s, s.x);
    for (uint32_t t = s.triangle_count / 2; t < s.triangle_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            s.rest[6 * (size_t)t + 2 * k] *= 1.1f;
        }
    }
    build(&s);
    for (uint32_t v = 0; v < s.count; ++v) {
        s.x[3 * v] = s.flat[2 * v];
        s.x[3 * v + 1] = s.flat[2 * v + 1];
        s.x[3 * v + 2] = 0;
    }
    CHECK_NEAR(energy_of(&s, s.x), 0, 1e-5 * scale);
    free_sheet(&s);
}

typedef struct oddity {
    uint32_t count, triangle_count;
    uint32_t triangles[9];
    float points[10]; // material, 2 per vertex
} oddity;

static sheet make_odd(const oddity* o) {
    sheet s = {.count = o->count, .triangle_count = o->triangle_count};
    s.flat = calloc(2 * (size_t)s.count, sizeof *s.flat);
    s.x = calloc(3 * (size_t)s.count, sizeof *s.x);
    s.triangles = calloc(9, sizeof *s.triangles);
    s.rest = calloc(18, sizeof *s.rest);
    s.rigidity = calloc(6, sizeof *s.rigidity);
    s.clamped = calloc(3, sizeof *s.clamped);
    memcpy(s.triangles, o->triangles, sizeof o->triangles);
    for (uint32_t k = 0; k < 2 * s.count; ++k) {
        s.flat[k] = (double)o->points[k];
    }
    lay_out(&s, 1, 1);
    build(&s);
    return s;
}

WEFT_TEST(bending_survives_odd_meshes) {
    static const oddity odd[] = {
        {3, 2, {0, 1, 2, 1, 0, 2}, {0, 0, 1, 0, 0, 1}}, // a bag: both apexes are one
        {4, 2, {0, 1, 2, 1, 0, 3}, {0, 0, 1, 0, 0.5f, 1e-7f, 0.5f, -1}},               // a needle
        {4, 2, {0, 1, 2, 1, 0, 3}, {0, 0, 1, 0, 2, 0, 0.5f, -1}},                      // no area
        {4, 2, {0, 1, 2, 1, 0, 3}, {0, 0, 0, 0, 0, 0, 0, 0}},                          // a point
        {5, 3, {0, 1, 2, 1, 0, 3, 0, 1, 4}, {0, 0, 1, 0, 0.5f, 1, 0.5f, -1, 0.4f, 1}}, // a branch
        {3, 1, {0, 1, 2}, {0, 0, 1, 0, 0, 1}}, // nothing to bend
    };
    for (size_t k = 0; k < sizeof odd / sizeof *odd; ++k) {
        sheet s = make_odd(&odd[k]);
        for (uint32_t i = 0; i < s.count; ++i) {
            CHECK(isfinite(s.bending.diagonal[i]));
            for (uint32_t e = s.bending.row[i]; e < s.bending.row[i + 1]; ++e) {
                CHECK(s.bending.column[e] != i);
                CHECK(isfinite(s.bending.value[e]));
            }
        }
        free_sheet(&s);
    }
}

/// Three sheets on one edge: each of them costs something to bend.
WEFT_TEST(bending_of_a_branch_holds_every_sheet) {
    static const oddity branch = {
        5, 3, {0, 1, 2, 1, 0, 3, 0, 1, 4}, {0, 0, 1, 0, 0.5f, 1, 0.5f, -1, 0.4f, 1}};
    sheet s = make_odd(&branch);
    check_rows(&s.bending);
    for (uint32_t v = 2; v < 5; ++v) {
        s.x[3 * v] = 1;
        CHECK_GT(energy_of(&s, s.x), 0.1);
        s.x[3 * v] = 0;
    }
    free_sheet(&s);
}

WEFT_TEST(bending_without_rigidity_is_empty) {
    sheet s = make_sheet(EQUILATERAL, 4, 0.1f, 0, 0, 0);
    CHECK_EQ(s.bending.row[s.count], 0);
    lay_out(&s, 0, 1);
    build(&s);
    CHECK_GT(s.bending.row[s.count], 0);
    roll(&s); // curved along weft, which has none
    CHECK_NEAR(energy_of(&s, s.x), 0, 0.02);
    free_sheet(&s);
}

WEFT_TEST(bending_says_when_memory_is_out) {
    sheet s = make_sheet(EQUILATERAL, 4, 0, 0, 1, 1);
    wf_topology topology;
    REQUIRE(wf_topology_build(&s.memory, s.triangles, s.triangle_count, s.count, &topology));
    wf_bending_mesh mesh = {.vertex_count = s.count,
                            .triangle_count = s.triangle_count,
                            .fold_count = topology.fold_count,
                            .triangles = s.triangles,
                            .rest = s.rest,
                            .rigidity = s.rigidity,
                            .clamped = s.clamped,
                            .folds = topology.folds};
    for (uint32_t n = 1; n <= 9; ++n) {
        wf_memory memory = {.fail_in = n};
        wf_bending b;
        CHECK(!wf_bending_build(&memory, &mesh, &b));
        CHECK_EQ(memory.bytes, 0);
    }
    wf_topology_free(&s.memory, &topology);
    free_sheet(&s);
}
