// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Medians and other quantiles of times.
#pragma once

#include <stdlib.h>

static inline int quantile_compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/// Sorts the values; the one below which are so many of them, 0..1.
static inline double quantile(double* values, int count, double part) {
    qsort(values, (size_t)count, sizeof *values, quantile_compare);
    return values[(int)(part * (count - 1))];
}

/// Sorts the values; of an even number the upper one in the middle.
static inline double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof *values, quantile_compare);
    return values[count / 2];
}
