// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fitting a rigid motion: the mean of places, and the rotation next to their covariance.
#include "structures/rigid_fit.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { NEWTON_STEPS = 24 };

/// Nine cofactors and the determinant of a matrix by rows.
static double cofactors(const double m[9], double out[9]) {
    for (int i = 0; i < 9; ++i) {
        int r = i / 3, c = i % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3,
            c2 = (c + 2) % 3;
        out[i] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    }
    return (m[0] * out[0] + m[1] * out[1]) + m[2] * out[2];
}

static double size_of(const double m[9]) {
    double sum = 0.0;
    for (int i = 0; i < 9; ++i) {
        sum += m[i] * m[i];
    }
    return sqrt(sum);
}

/// The rotation next to a matrix; no rotation for one that is flat or mirrors.
static void nearest_rotation(double m[9]) {
    double size = size_of(m), inverse[9];
    bool sound = size > 0.0;
    for (int i = 0; i < 9 && sound; ++i) {
        m[i] /= size;
    }
    for (int step = 0; step < NEWTON_STEPS && sound; ++step) {
        double det = cofactors(m, inverse);
        sound = det > 1e-9;
        // The inverse transposed is the cofactors over the determinant.
        double scale = sound ? sqrt(size_of(inverse) / det / size_of(m)) : 1.0;
        for (int i = 0; i < 9 && sound; ++i) {
            m[i] = 0.5 * (scale * m[i] + inverse[i] / det / scale);
        }
    }
    for (int i = 0; i < 9 && !sound; ++i) {
        m[i] = i % 4 == 0;
    }
}

wf_segment_pose wf_rigid_fit(const uint32_t* vertices, const float* rest, uint32_t count,
                             const float* x) {
    wf_segment_pose pose = {{0}, {0}};
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            pose.middle[k] += (double)x[4 * (size_t)vertices[i] + (size_t)k] / count;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        const float *now = x + 4 * (size_t)vertices[i], *then = rest + 3 * (size_t)i;
        for (int k = 0; k < 9; ++k) {
            pose.turn[k] += ((double)now[k / 3] - pose.middle[k / 3]) * (double)then[k % 3];
        }
    }
    nearest_rotation(pose.turn);
    return pose;
}
