// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// An expansion is a sum of doubles that do not overlap, smallest first, so its sign is that of its
// last term. Determinants become expansions in one of two ways: from differences of coordinates
// when these are exact, else as the full polynomial in the coordinates.
#include "math/predicates.h"

#include <math.h>

/// Half an ulp of 1.
static const double epsilon = 1.1102230246251565e-16;

typedef struct expansion {
    int count;
    double terms[96];
} expansion;

/// a + b == *sum + *error, exactly.
static inline void two_sum(double a, double b, double* sum, double* error) {
    double s = a + b, b_seen = s - a, a_seen = s - b_seen;
    *error = (a - a_seen) + (b - b_seen);
    *sum = s;
}

/// The upper and the lower half of the digits.
static inline void split(double a, double* hi, double* lo) {
    double c = 134217729.0 * a; // 2^27 + 1
    *hi = c - (c - a);
    *lo = a - *hi;
}

/// a * b == *product + *error, exactly.
static inline void two_product(double a, double b, double* product, double* error) {
    double p = a * b, a_hi, a_lo, b_hi, b_lo;
    split(a, &a_hi, &a_lo);
    split(b, &b_hi, &b_lo);
    double missing = ((p - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo;
    *error = a_lo * b_lo - missing;
    *product = p;
}

/// e += value.
static void grow(expansion* e, double value) {
    int kept = 0;
    for (int i = 0; i < e->count; ++i) {
        double error;
        two_sum(value, e->terms[i], &value, &error);
        if (error != 0) {
            e->terms[kept++] = error;
        }
    }
    if (value != 0) {
        e->terms[kept++] = value;
    }
    e->count = kept;
}

static void grow_product(expansion* e, double a, double b) {
    double product, error;
    two_product(a, b, &product, &error);
    grow(e, error);
    grow(e, product);
}

/// e += factor * other.
static void grow_scaled(expansion* e, const expansion* other, double factor) {
    for (int i = 0; i < other->count; ++i) {
        grow_product(e, other->terms[i], factor);
    }
}

static int sign_of(double a) {
    return (a > 0) - (a < 0);
}

static int sign_of_expansion(const expansion* e) {
    return e->count == 0 ? 0 : sign_of(e->terms[e->count - 1]);
}

/// x = a - b for three coordinates; false when a difference had to be rounded.
static bool subtract(const float a[3], const float b[3], double x[3]) {
    bool exact = true;
    for (int i = 0; i < 3; ++i) {
        double difference, error;
        two_sum((double)a[i], -(double)b[i], &difference, &error);
        x[i] = difference;
        exact &= error == 0;
    }
    return exact;
}

/// e += factor * (u0 v1 - u1 v0).
static void grow_minor(expansion* e, const double u[3], const double v[3], int i, int j,
                       double factor) {
    expansion minor;
    minor.count = 0;
    grow_product(&minor, u[i], v[j]);
    grow_product(&minor, -u[j], v[i]);
    grow_scaled(e, &minor, factor);
}

/// The determinant of three vectors whose coordinates are exact.
static int sign_of_vectors(const double u[3], const double v[3], const double w[3]) {
    expansion e;
    e.count = 0;
    grow_minor(&e, u, v, 1, 2, w[0]);
    grow_minor(&e, u, v, 2, 0, w[1]);
    grow_minor(&e, u, v, 0, 1, w[2]);
    return sign_of_expansion(&e);
}

/// e += factor * det(p, q, r). A product of two floats is exact in double.
static void grow_triple(expansion* e, const float p[3], const float q[3], const float r[3],
                        double factor) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        grow_product(e, (double)p[i] * (double)q[j], factor * (double)r[k]);
        grow_product(e, (double)p[i] * (double)q[k], -factor * (double)r[j]);
    }
}

/// The full polynomial of 24 products: correct for any floats.
static int sign_of_points(const float a[3], const float b[3], const float c[3], const float d[3]) {
    expansion e;
    e.count = 0;
    grow_triple(&e, b, c, d, 1.0);
    grow_triple(&e, a, c, d, -1.0);
    grow_triple(&e, a, b, d, 1.0);
    grow_triple(&e, a, b, c, -1.0);
    return sign_of_expansion(&e);
}

int wf_orient3d(const float a[3], const float b[3], const float c[3], const float d[3]) {
    double u[3], v[3], w[3];
    bool exact = subtract(b, a, u);
    exact &= subtract(c, a, v);
    exact &= subtract(d, a, w);
    double determinant = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double left = u[j] * v[k], right = u[k] * v[j];
        determinant += (left - right) * w[i];
        size += (fabs(left) + fabs(right)) * fabs(w[i]);
    }
    if (fabs(determinant) > (7.0 + 56.0 * epsilon) * epsilon * size) {
        return sign_of(determinant);
    }
    if (!(size > 0)) {
        return exact ? 0 : sign_of_points(a, b, c, d);
    }
    return exact ? sign_of_vectors(u, v, w) : sign_of_points(a, b, c, d);
}

int wf_orient2d(const float a[2], const float b[2], const float c[2]) {
    double ax = a[0], ay = a[1], bx = b[0], by = b[1], cx = c[0], cy = c[1];
    double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
    double determinant = left - right;
    if (fabs(determinant) > (3.0 + 16.0 * epsilon) * epsilon * (fabs(left) + fabs(right))) {
        return sign_of(determinant);
    }
    expansion e;
    e.count = 0; // products of two floats are exact
    grow(&e, ax * by);
    grow(&e, -ay * bx);
    grow(&e, bx * cy);
    grow(&e, -by * cx);
    grow(&e, cx * ay);
    grow(&e, -cy * ax);
    return sign_of_expansion(&e);
}
