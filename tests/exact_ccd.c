// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Features meet when a triangle of differences D_i(t) = A_i + t B_i has the origin (two edges: one
// of two triangles). When they do so first at a time after the start, then that time is a root of
// det(D0, D1, D2), or of a component of some D_i x D_j, or of a component of some D_i: unless the
// determinant vanishes always, and so on. So it is enough to look at all these roots. They are
// algebraic numbers, kept as a polynomial without double roots and a dyadic interval; whether
// another polynomial vanishes there is a question of common divisors. All numbers fit in 128 bits
// because the grid is small.
#include "exact_ccd.h"

#include <stdlib.h>

typedef __int128 wide;

enum { DEEPEST = 34 };

typedef struct poly {
    int degree; // -1 for zero
    wide c[4];
} poly;

/// Start `m` 2^-k of a dyadic interval of length 2^-k that has one root of p, or the root itself.
typedef struct moment {
    poly p;
    wide m;
    int k;
    bool exact;
} moment;

static poly trimmed(poly p) {
    p.degree = 3;
    while (p.degree >= 0 && p.c[p.degree] == 0) {
        p.degree -= 1;
    }
    return p;
}

static poly linear(int from, int to) {
    return trimmed((poly){0, {from, to - from, 0, 0}});
}

static poly times(poly a, poly b) {
    poly p = {0, {0, 0, 0, 0}};
    for (int i = 0; i <= a.degree; ++i) {
        for (int j = 0; j <= b.degree; ++j) {
            p.c[i + j] += a.c[i] * b.c[j];
        }
    }
    return trimmed(p);
}

static poly plus(poly a, poly b, int sign) {
    for (int i = 0; i < 4; ++i) {
        a.c[i] += sign * b.c[i];
    }
    return trimmed(a);
}

static poly derivative(poly p) {
    for (int i = 0; i < 3; ++i) {
        p.c[i] = (i + 1) * p.c[i + 1];
    }
    p.c[3] = 0;
    return trimmed(p);
}

static wide magnitude(wide a) {
    return a < 0 ? -a : a;
}

static poly primitive(poly p) {
    wide g = 0;
    for (int i = 0; i < 4; ++i) {
        wide a = magnitude(p.c[i]);
        while (a != 0) {
            wide rest = g % a;
            g = a;
            a = rest;
        }
    }
    for (int i = 0; i < 4 && g > 1; ++i) {
        p.c[i] /= g;
    }
    return p;
}

/// a modulo b times a power of b's first coefficient; the quotient likewise.
static poly pseudo_remainder(poly a, poly b, poly* quotient) {
    *quotient = (poly){-1, {0, 0, 0, 0}};
    while (a.degree >= b.degree) {
        int shift = a.degree - b.degree;
        wide lead = a.c[a.degree], by = b.c[b.degree];
        for (int i = 0; i < 4; ++i) {
            a.c[i] *= by;
            quotient->c[i] *= by;
        }
        for (int i = 0; i <= b.degree; ++i) {
            a.c[i + shift] -= lead * b.c[i];
        }
        quotient->c[shift] += lead;
        a = trimmed(a);
    }
    *quotient = trimmed(*quotient);
    return a;
}

static poly common_divisor(poly a, poly b) {
    poly quotient;
    while (b.degree >= 0) {
        poly rest =
            b.degree == 0 ? (poly){-1, {0, 0, 0, 0}} : primitive(pseudo_remainder(a, b, &quotient));
        a = b;
        b = rest;
    }
    return primitive(a);
}

/// The same roots, each once.
static poly without_doubles(poly p) {
    poly quotient;
    p = primitive(p);
    pseudo_remainder(p, common_divisor(p, derivative(p)), &quotient);
    return primitive(quotient);
}

/// p(m 2^-k) 2^(k degree).
static wide value(poly p, wide m, int k) {
    wide sum = 0;
    for (int i = p.degree; i >= 0; --i) {
        sum = sum * m + p.c[i] * ((wide)1 << k * (p.degree - i));
    }
    return sum;
}

/// Whether p has no root in [m, m + 1] 2^-k, part of [0, 1], as its slope cannot take it there.
static bool is_clear(poly p, wide m, int k) {
    wide slope = 0;
    for (int i = 1; i <= p.degree; ++i) {
        slope += i * magnitude(p.c[i]);
    }
    int shift = k * (p.degree - 1);
    return p.degree == 0 || magnitude(value(p, m, k)) > slope * ((wide)1 << shift);
}

static int sign_of(wide a) {
    return (a > 0) - (a < 0);
}

/// The sign of f at a moment, which may be narrowed.
static int sign_at(poly f, moment* t) {
    if (f.degree < 0) {
        return 0;
    }
    if (t->exact) {
        return sign_of(value(f, t->m, t->k));
    }
    poly g = common_divisor(f, t->p);
    if (g.degree > 0 && sign_of(value(g, t->m, t->k)) != sign_of(value(g, t->m + 1, t->k))) {
        return 0;
    }
    while (!is_clear(f, t->m, t->k)) {
        if (t->k >= DEEPEST) {
            printf("exact_ccd: too close to tell\n");
            abort();
        }
        t->k += 1;
        t->m *= 2;
        wide middle = value(t->p, t->m + 1, t->k);
        if (middle == 0) {
            t->m += 1;
            t->exact = true;
            return sign_of(value(f, t->m, t->k));
        }
        t->m += sign_of(middle) == sign_of(value(t->p, t->m, t->k));
    }
    return sign_of(value(f, t->m, t->k));
}

typedef struct triangle {
    poly d[3][3];
    poly cross[3][3]; // d_i x d_j, j after i
    poly dot[3];
    poly determinant;
} triangle;

/// Whether the triangle has the origin at a moment. It is on an edge when the cross product of its
/// ends vanishes and they do not point the same way. It is inside when the plane has the origin and
/// some view shows it on the same side of all edges.
static bool has_origin(const triangle* t, moment* at) {
    for (int i = 0; i < 3; ++i) {
        if (sign_at(t->cross[i][0], at) == 0 && sign_at(t->cross[i][1], at) == 0 &&
            sign_at(t->cross[i][2], at) == 0 && sign_at(t->dot[i], at) <= 0) {
            return true;
        }
    }
    for (int k = 0; k < 3; ++k) {
        int side = sign_at(t->cross[0][k], at);
        if (side != 0 && side == sign_at(t->cross[1][k], at) &&
            side == sign_at(t->cross[2][k], at)) {
            return sign_at(t->determinant, at) == 0;
        }
    }
    return false;
}

static void try_moment(const triangle* t, moment at, exact_answer* answer) {
    if (!has_origin(t, &at)) {
        return;
    }
    double time = ((double)at.m + (at.exact ? 0.0 : 1.0)) / (double)((int64_t)1 << at.k);
    if (!answer->hit || time < answer->time) {
        *answer = (exact_answer){true, time};
    }
}

/// Tries the roots of p in [m, m + 1) 2^-k; p has no double roots.
static void try_roots(const triangle* t, poly p, poly slope, wide m, int k, exact_answer* answer) {
    if (is_clear(p, m, k)) {
        return;
    }
    if (k >= DEEPEST) {
        printf("exact_ccd: roots too close to tell\n");
        abort();
    }
    // narrow intervals, so that the time is known well
    if (k >= 24 && is_clear(slope, m, k)) {
        wide from = value(p, m, k), to = value(p, m + 1, k);
        if (from == 0 || sign_of(from) * sign_of(to) < 0) {
            try_moment(t, (moment){p, m, k, from == 0}, answer);
        }
        return;
    }
    try_roots(t, p, slope, 2 * m, k + 1, answer);
    try_roots(t, p, slope, 2 * m + 1, k + 1, answer);
}

static void try_all_roots(const triangle* t, poly p, exact_answer* answer) {
    if (p.degree > 0) {
        p = without_doubles(p);
        try_roots(t, p, derivative(p), 0, 0, answer);
    }
}

static void fill_triangle(triangle* t) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        t->dot[i] = (poly){-1, {0, 0, 0, 0}};
        for (int k = 0; k < 3; ++k) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            t->cross[i][k] = plus(times(t->d[i][u], t->d[j][v]), times(t->d[i][v], t->d[j][u]), -1);
            t->dot[i] = plus(t->dot[i], times(t->d[i][k], t->d[j][k]), 1);
        }
    }
    t->determinant = (poly){-1, {0, 0, 0, 0}};
    for (int k = 0; k < 3; ++k) {
        t->determinant = plus(t->determinant, times(t->cross[0][k], t->d[2][k]), 1);
    }
}

static void try_triangle(triangle* t, exact_answer* answer) {
    fill_triangle(t);
    for (int end = 0; end < 2; ++end) {
        try_moment(t, (moment){.m = end, .k = 0, .exact = true}, answer);
    }
    try_all_roots(t, t->determinant, answer);
    for (int i = 0; i < 9; ++i) {
        try_all_roots(t, t->cross[i / 3][i % 3], answer);
        try_all_roots(t, t->d[i / 3][i % 3], answer);
    }
}

static void set_difference(const exact_query* q, int a, int b, poly d[3]) {
    for (int k = 0; k < 3; ++k) {
        d[k] = linear(q->at[0][a][k] - q->at[0][b][k], q->at[1][a][k] - q->at[1][b][k]);
    }
}

exact_answer exact_ccd(const exact_query* q) {
    static const int of_face[1][3][2] = {{{0, 1}, {0, 2}, {0, 3}}};
    static const int of_edges[2][3][2] = {{{0, 2}, {1, 2}, {1, 3}}, {{0, 2}, {0, 3}, {1, 3}}};
    bool face = q->kind == WF_CCD_VERTEX_FACE;
    exact_answer answer = {false, 0};
    for (int part = 0; part < (face ? 1 : 2); ++part) {
        triangle t;
        for (int i = 0; i < 3; ++i) {
            const int* pair = face ? of_face[part][i] : of_edges[part][i];
            set_difference(q, pair[0], pair[1], t.d[i]);
        }
        try_triangle(&t, &answer);
    }
    return answer;
}

// ---- random queries
// -----------------------------------------------------------------------------------------

const char* const exact_kind_name[EXACT_KINDS] = {
    "any",
    "in one plane at both ends",
    "in one plane that moves",
    "two equal points",
    "nothing moves",
    "one feature does not move",
    "contact at the start",
    "contact at the end",
    "on one line",
    "crowded",
};

static void set_plane(exact_query* q, int end, int height) {
    for (int i = 0; i < 4; ++i) {
        q->at[end][i][2] = height;
    }
}

static void copy(exact_query* q, int end, int from, int to) {
    memcpy(q->at[end][to], q->at[end][from], sizeof q->at[end][to]);
}

/// A point of each feature, and one of them again: makes the features touch at one end.
static void touch(exact_query* q, test_random* random, int end) {
    int a = q->kind == WF_CCD_VERTEX_FACE ? 0 : (int)test_below(random, 2);
    int b = q->kind == WF_CCD_VERTEX_FACE ? 1 + (int)test_below(random, 3)
                                          : 2 + (int)test_below(random, 2);
    copy(q, end, a, b);
}

exact_query exact_random(test_random* random, wf_ccd_kind kind, int degenerate) {
    exact_query q = {.kind = kind};
    uint32_t extent = degenerate == 9 ? 3 : 5;
    for (int i = 0; i < 24; ++i) {
        (&q.at[0][0][0])[i] = (int)test_below(random, extent);
    }
    int one = (int)test_below(random, 4), other = (one + 1 + (int)test_below(random, 3)) % 4;
    switch (degenerate) {
    case 1:
        set_plane(&q, 0, (int)test_below(random, 5));
        set_plane(&q, 1, (int)test_below(random, 5));
        break;
    case 2: // z = x + y at all times
        for (int i = 0; i < 8; ++i) {
            int* x = q.at[i / 4][i % 4];
            x[0] %= 3;
            x[1] %= 3;
            x[2] = x[0] + x[1];
        }
        break;
    case 3:
        copy(&q, 0, one, other);
        copy(&q, 1, one, other);
        break;
    case 4:
        memcpy(q.at[1], q.at[0], sizeof q.at[1]);
        break;
    case 5:
        for (int i = 0; i < (kind == WF_CCD_VERTEX_FACE ? 1 : 2); ++i) {
            memcpy(q.at[1][i], q.at[0][i], sizeof q.at[1][i]);
        }
        break;
    case 6:
    case 7:
        touch(&q, random, degenerate - 6);
        break;
    case 8:
        for (int i = 0; i < 8; ++i) {
            int* x = q.at[i / 4][i % 4];
            x[1] = 4 - x[0];
            x[2] = 1;
        }
        break;
    default:
        break;
    }
    return q;
}
