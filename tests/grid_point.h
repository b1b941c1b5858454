// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Points with whole coordinates: what is computed of them is exact.
#pragma once

#include <stdint.h>

typedef struct point {
    int64_t at[3];
} point;

static inline point minus(point a, point b) {
    return (point){{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}

static inline int64_t dot(point a, point b) {
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static inline point cross(point a, point b) {
    return (point){{a.at[1] * b.at[2] - a.at[2] * b.at[1], a.at[2] * b.at[0] - a.at[0] * b.at[2],
                    a.at[0] * b.at[1] - a.at[1] * b.at[0]}};
}
