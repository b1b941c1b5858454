// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Rigid motion with given momentum.
#include "contact/impact_rigid.h"

#include "detect/closest.h"

#include <math.h>

/// Moments of inertia below this part of the largest count as none.
#define LEAST_MOMENT 1e-9
enum { JACOBI_SWEEPS = 12 };

void wf_rigid_add(wf_rigid* r, double mass, const float x[3], const float move[3]) {
    r->mass += mass;
    for (int k = 0; k < 3; ++k) {
        r->centre[k] += mass * x[k];
        r->move[k] += mass * move[k];
    }
}

void wf_rigid_settle(wf_rigid* r) {
    for (int k = 0; k < 3; ++k) {
        r->centre[k] /= r->mass;
        r->move[k] /= r->mass;
    }
}

void wf_rigid_add_turn(wf_rigid* r, double mass, const float x[3], const float move[3]) {
    double arm[3], relative[3], turn[3];
    for (int k = 0; k < 3; ++k) {
        arm[k] = x[k] - r->centre[k];
        relative[k] = move[k] - r->move[k];
    }
    wf_cross(arm, relative, turn);
    double length2 = wf_dot(arm, arm);
    for (int k = 0; k < 3; ++k) {
        r->momentum[k] += mass * turn[k];
        r->inertia[k] += mass * (length2 - arm[k] * arm[k]);
        r->inertia[3 + k] -= mass * arm[k] * arm[(k + 1) % 3];
    }
}

/// One rotation that makes entry (p, q) of a zero; the columns of v follow.
static void jacobi_rotate(double a[3][3], double v[3][3], int p, int q) {
    if (a[p][q] == 0.0) {
        return;
    }
    double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; ++k) {
        double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; ++k) {
        double pk = a[p][k], qk = a[q][k], vp = v[k][p], vq = v[k][q];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        v[k][p] = c * vp - s * vq;
        v[k][q] = s * vp + c * vq;
    }
}

void wf_rigid_finish(wf_rigid* r) {
    const double* i = r->inertia;
    double a[3][3] = {{i[0], i[3], i[5]}, {i[3], i[1], i[4]}, {i[5], i[4], i[2]}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < JACOBI_SWEEPS; ++sweep) {
        jacobi_rotate(a, v, 0, 1);
        jacobi_rotate(a, v, 1, 2);
        jacobi_rotate(a, v, 0, 2);
    }
    double most = fabs(a[0][0]);
    most = fabs(a[1][1]) > most ? fabs(a[1][1]) : most;
    most = fabs(a[2][2]) > most ? fabs(a[2][2]) : most;
    for (int k = 0; k < 3; ++k) {
        r->half_turn[k] = 0.0;
    }
    for (int axis = 0; axis < 3; ++axis) {
        double along[3] = {v[0][axis], v[1][axis], v[2][axis]};
        double rate =
            a[axis][axis] > LEAST_MOMENT * most ? wf_dot(along, r->momentum) / a[axis][axis] : 0.0;
        for (int k = 0; k < 3; ++k) {
            r->half_turn[k] += 0.5 * rate * along[k];
        }
    }
}

void wf_rigid_move(const wf_rigid* r, const float x[3], float move[3]) {
    double arm[3], once[3], twice[3];
    for (int k = 0; k < 3; ++k) {
        arm[k] = x[k] - r->centre[k];
    }
    wf_cross(r->half_turn, arm, once);
    wf_cross(r->half_turn, once, twice);
    double part = 2.0 / (1.0 + wf_dot(r->half_turn, r->half_turn));
    for (int k = 0; k < 3; ++k) {
        move[k] = (float)(r->move[k] + part * (once[k] + twice[k]));
    }
}
