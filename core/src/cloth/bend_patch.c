// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Each side has a bend b: the jump of the slope across it, times its length, over the area of both
// triangles. Two readings of three bends as a curvature tensor are known:
//   weak    H = sum n n^T b         (n across the side): does exact work on every mesh, since what
//                                   one triangle adds to a side's slope the other takes away
//                                   [Morley 1968; Onate, Zarate 2000; Grinspun and others 2006],
//   strong  H = sum P b, P dual to the bends of quadratic functions: exact for each of these.
// They agree where the patch is an affine image of the equilateral one. Elsewhere the first alone
// is too stiff, the second too soft. The energy takes one factor of each, made symmetric.
// Double, sums in fixed order. Tensors are triples (xx, yy, xy) scaled by the roots of their
// rigidities, so that the energy density of a tensor is half its square.
#include "cloth/bend_patch.h"

#include <math.h>
#include <string.h>

/// A triangle lower than this fraction of its longest side bends its neighbours no more than one
/// of this height.
static const double least_height = 2e-3;

/// The energy of any three bends is at least this part of that of the strong reading.
static const double least_energy = 0.0625;

/// Below this part of the stiffer thread, a rigidity counts as this.
static const double least_rigidity = 1e-6;

typedef double triple[3];

/// A side as one of its triangles sees it.
typedef struct half {
    double length, height; // m
    double foot;           // of the apex, from the middle of the side towards its second end, m
    double tx, ty;         // unit vector from first to second
    double nx, ny;         // across, towards the apex
    double slim;           // 1, or less for a needle
} half;

typedef struct bends {
    double stencil[3][6]; // per side: its bend from the six vertices, 1/m
    triple strong[3];     // per side: its bend for the tensors xx, yy, xy
    triple weak[3];
    bool missing[3];
} bends;

static double squared(const float* rest, int i, int j) {
    double x = (double)rest[2 * j] - rest[2 * i], y = (double)rest[2 * j + 1] - rest[2 * i + 1];
    return x * x + y * y;
}

static half half_of(const float* rest, int first, int second, int apex) {
    half s;
    double x = (double)rest[2 * apex] - rest[2 * first];
    double y = (double)rest[2 * apex + 1] - rest[2 * first + 1];
    s.length = sqrt(squared(rest, first, second));
    double inverse = s.length > 0.0 ? 1.0 / s.length : 0.0;
    s.tx = ((double)rest[2 * second] - rest[2 * first]) * inverse;
    s.ty = ((double)rest[2 * second + 1] - rest[2 * first + 1]) * inverse;
    double cross = s.tx * y - s.ty * x;
    s.height = fabs(cross);
    s.nx = cross < 0.0 ? s.ty : -s.ty;
    s.ny = cross < 0.0 ? -s.tx : s.tx;
    s.foot = s.tx * x + s.ty * y - 0.5 * s.length;
    double a = squared(rest, first, apex), b = squared(rest, second, apex), l = s.length * s.length;
    double longest = sqrt(a > b ? (a > l ? a : l) : (b > l ? b : l));
    s.slim = s.height < least_height * longest ? s.height / (least_height * longest) : 1.0;
    return s;
}

static double area_of(const half* s) {
    return 0.5 * s->length * s->height;
}

/// Slope of the plane through (first, second, apex) against the side, towards the apex.
static void add_slope(const half* s, double factor, double* first, double* second, double* apex) {
    double slope = factor / s->height, shift = s->foot / s->length;
    *first -= slope * (0.5 - shift);
    *second -= slope * (0.5 + shift);
    *apex += slope;
}

/// What add_slope gives for a quadratic function without slope in the middle of the side, by its
/// second derivatives across (nn), mixed (nt, t as the caller has it) and along (tt).
static void add_quadratic(const half* s, double factor, double turn, double out[3]) {
    double l = s->length;
    out[0] += factor * 0.5 * s->height;
    out[1] += factor * turn * s->foot;
    out[2] += factor * (s->foot * s->foot - 0.25 * l * l) / (2.0 * s->height);
}

/// The form nn, nt, tt on tensors xx, yy, xy.
static void to_material(const half* s, const double form[3], triple out) {
    double n = s->nx, m = s->ny, t = s->tx, u = s->ty;
    out[0] = form[0] * n * n + form[1] * n * t + form[2] * t * t;
    out[1] = form[0] * m * m + form[1] * m * u + form[2] * u * u;
    out[2] = 2.0 * form[0] * n * m + form[1] * (n * u + m * t) + 2.0 * form[2] * t * u;
}

/// False for sides without length or height: they cannot tell a slope.
static bool read_side(const wf_bend_patch* patch, int k, const triple root, bends* b) {
    int second = (k + 1) % 3, apex = (k + 2) % 3;
    half own = half_of(patch->rest, k, second, apex), other = own;
    const wf_bend_neighbour* across = &patch->across[k];
    b->missing[k] = across->rest == NULL;
    if (!b->missing[k]) {
        other = half_of(across->rest, across->first, across->second, across->apex);
    }
    if (!(area_of(&own) > 0.0) || !(area_of(&other) > 0.0)) {
        return false;
    }
    // At a border and at a clamp the slope of the side is its own: the jump counts from there.
    bool alone = b->missing[k] || across->clamped;
    double slim = own.slim < other.slim ? own.slim : other.slim;
    double areas = alone ? area_of(&own) : area_of(&own) + area_of(&other);
    double factor = 0.5 * (own.length + other.length) / areas;
    double* stencil = b->stencil[k];
    if (!b->missing[k]) {
        add_slope(&own, slim * factor, &stencil[k], &stencil[second], &stencil[apex]);
        add_slope(&other, slim * factor, &stencil[k], &stencil[second], &stencil[3 + k]);
    }
    double form[3] = {0.0, 0.0, 0.0};
    add_quadratic(&own, factor, 1.0, form);
    if (!alone) {
        add_quadratic(&other, factor, -1.0, form);
    }
    to_material(&own, form, b->strong[k]);
    triple across_side = {own.nx * own.nx, own.ny * own.ny, own.nx * own.ny};
    for (int i = 0; i < 3; ++i) {
        b->strong[k][i] /= root[i];
        b->weak[k][i] = across_side[i] * root[i];
    }
    return true;
}

/// Roots of the rigidities of xx, yy and xy; the last makes the rigidity of a fold in direction n
/// weft n_x^2 + warp n_y^2.
static bool roots(const wf_bend_patch* patch, triple root) {
    double sum = patch->weft + patch->warp, least = least_rigidity * sum;
    root[0] = sqrt(patch->weft > least ? patch->weft : least);
    root[1] = sqrt(patch->warp > least ? patch->warp : least);
    root[2] = sqrt(sum);
    return sum > 0.0;
}

static double dot(const triple a, const triple b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const triple a, const triple b, triple out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/// Rows of the inverse transposed: dual[i] . rows[j] is 1 for i = j and else 0.
static bool dual_of(const triple rows[3], triple dual[3]) {
    cross(rows[1], rows[2], dual[0]);
    cross(rows[2], rows[0], dual[1]);
    cross(rows[0], rows[1], dual[2]);
    double determinant = dot(rows[0], dual[0]);
    double size = dot(rows[0], rows[0]) + dot(rows[1], rows[1]) + dot(rows[2], rows[2]);
    if (!(determinant * determinant > 1e-24 * size * size * size)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            dual[i][j] /= determinant;
        }
    }
    return true;
}

/// Is the symmetric matrix positive semidefinite, pivot by pivot?
static bool is_semidefinite(const triple m[3]) {
    double a = m[0][0], b = m[1][1] * a - m[0][1] * m[0][1];
    double c = m[2][2] * a - m[0][2] * m[0][2], d = m[1][2] * a - m[0][1] * m[0][2];
    return a > 0.0 && b > 0.0 && c >= 0.0 && b * c - d * d >= 0.0;
}

/// 1 + W + W^T + f W W^T, W_ij = sum_k strong_ki weak_kj - 1: the energy on tensors of the strong
/// reading. Is it at least `least_energy`?
static bool is_enough(const triple strong[3], const triple weak[3], double f) {
    triple w[3], m[3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            w[i][j] = strong[0][i] * weak[0][j] + strong[1][i] * weak[1][j] +
                      strong[2][i] * weak[2][j] - (i == j ? 1.0 : 0.0);
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double one = i == j ? 1.0 - least_energy : 0.0;
            m[i][j] = one + w[i][j] + w[j][i] + f * dot(w[i], w[j]);
        }
    }
    return is_semidefinite(m);
}

/// How much of the square of the difference is added: 0 where the symmetric product is positive
/// enough by itself, 1 gives the weak reading alone.
static double excess(const triple strong[3], const triple weak[3]) {
    if (is_enough(strong, weak, 0.0)) {
        return 0.0;
    }
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 20; ++i) {
        double middle = 0.5 * (low + high);
        if (is_enough(strong, weak, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/// Energy density on the three bends: R R^T + Z R^T + R Z^T + f Z Z^T with R the strong reading
/// and Z what the weak one has more.
static void combine(const bends* b, triple m[3]) {
    triple dual[3], more[3];
    double f = 1.0;
    if (dual_of(b->strong, dual)) {
        f = excess(b->strong, b->weak);
    }
    for (int i = 0; i < 3 && f < 1.0; ++i) {
        for (int j = 0; j < 3; ++j) {
            more[i][j] = b->weak[i][j] - dual[i][j];
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            m[i][j] = m[j][i] = f < 1.0 ? dot(dual[i], dual[j]) + dot(more[i], dual[j]) +
                                              dot(dual[i], more[j]) + f * dot(more[i], more[j])
                                        : dot(b->weak[i], b->weak[j]);
        }
    }
}

/// A border takes the bend that costs least, so no moment acts on it.
static void release_borders(const bool missing[3], triple m[3]) {
    for (int k = 0; k < 3; ++k) {
        double pivot = m[k][k];
        if (!missing[k] || !(pivot > 0.0)) {
            continue;
        }
        triple row = {m[k][0], m[k][1], m[k][2]};
        for (int i = 0; i < 3; ++i) {
            for (int j = i; j < 3; ++j) {
                m[i][j] = m[j][i] = i == k || j == k ? 0.0 : m[i][j] - row[i] * row[j] / pivot;
            }
        }
    }
}

static void expand(const bends* b, const triple m[3], double area, double matrix[6][6]) {
    double bent[3][6]; // per bend: its moment for each vertex, before the area
    for (int j = 0; j < 6; ++j) {
        triple column = {b->stencil[0][j], b->stencil[1][j], b->stencil[2][j]};
        for (int k = 0; k < 3; ++k) {
            bent[k][j] = dot(m[k], column);
        }
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = i; j < 6; ++j) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) {
                sum += b->stencil[k][i] * bent[k][j];
            }
            matrix[i][j] = matrix[j][i] = area * sum;
        }
    }
}

static double patch_area(const wf_bend_patch* patch) {
    half side = half_of(patch->rest, 0, 1, 2);
    return area_of(&side);
}

bool wf_bend_patch_matrix(const wf_bend_patch* patch, double matrix[6][6]) {
    triple root, m[3];
    bends b;
    memset(&b, 0, sizeof b);
    if (!roots(patch, root)) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        if (!read_side(patch, k, root, &b)) {
            return false;
        }
    }
    combine(&b, m);
    release_borders(b.missing, m);
    expand(&b, m, patch_area(patch), matrix);
    return true;
}

bool wf_bend_hinge_matrix(const wf_bend_patch* patch, int side, double matrix[6][6]) {
    triple root, m[3];
    bends b;
    memset(&b, 0, sizeof b);
    memset(m, 0, sizeof m);
    if (!roots(patch, root) || !read_side(patch, side, root, &b)) {
        return false;
    }
    m[side][side] = dot(b.weak[side], b.weak[side]);
    expand(&b, m, patch_area(patch), matrix);
    return true;
}
