// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Segments and triangles that meet, from the signs of orientations alone. What lies in one plane
// meets in space exactly when it meets in all three views along the axes: what meets in space meets
// in every view, and at least one view keeps the plane, or the line, as it is.
#include "math/predicates.h"

static bool within(float a, float b, float c) {
    return a < b ? a <= c && c <= b : b <= c && c <= a;
}

/// Whether c, on the line ab, lies between a and b or on them.
static bool between(const float a[2], const float b[2], const float c[2]) {
    return within(a[0], b[0], c[0]) && within(a[1], b[1], c[1]);
}

static bool segments_meet_2d(const float p[2], const float q[2], const float a[2],
                             const float b[2]) {
    int pa = wf_orient2d(p, q, a), pb = wf_orient2d(p, q, b);
    int ap = wf_orient2d(a, b, p), aq = wf_orient2d(a, b, q);
    if (pa * pb < 0 && ap * aq < 0) {
        return true;
    }
    return (pa == 0 && between(p, q, a)) || (pb == 0 && between(p, q, b)) ||
           (ap == 0 && between(a, b, p)) || (aq == 0 && between(a, b, q));
}

static bool point_in_triangle_2d(const float p[2], const float a[2], const float b[2],
                                 const float c[2]) {
    int ab = wf_orient2d(a, b, p), bc = wf_orient2d(b, c, p), ca = wf_orient2d(c, a, p);
    if (ab == 0 && bc == 0 && ca == 0) { // a triangle without area, seen from its line
        return between(a, b, p) || between(b, c, p);
    }
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/// Drops coordinate `axis`.
static void flatten(const float x[3], int axis, float flat[2]) {
    flat[0] = x[(axis + 1) % 3];
    flat[1] = x[(axis + 2) % 3];
}

/// All five points lie in one plane: what one projection that keeps the triangle's area says is so.
static bool meets_in_plane(const float p[3], const float q[3], const float a[3], const float b[3],
                           const float c[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        float p2[2], q2[2], a2[2], b2[2], c2[2];
        flatten(a, axis, a2);
        flatten(b, axis, b2);
        flatten(c, axis, c2);
        if (wf_orient2d(a2, b2, c2) != 0) {
            flatten(p, axis, p2);
            flatten(q, axis, q2);
            return point_in_triangle_2d(p2, a2, b2, c2) || segments_meet_2d(p2, q2, a2, b2) ||
                   segments_meet_2d(p2, q2, b2, c2) || segments_meet_2d(p2, q2, c2, a2);
        }
    }
    return false;
}

bool wf_segments_meet(const float p[3], const float q[3], const float a[3], const float b[3]) {
    bool meet = wf_orient3d(p, q, a, b) == 0;
    for (int axis = 0; axis < 3 && meet; ++axis) {
        float p2[2], q2[2], a2[2], b2[2];
        flatten(p, axis, p2);
        flatten(q, axis, q2);
        flatten(a, axis, a2);
        flatten(b, axis, b2);
        meet = segments_meet_2d(p2, q2, a2, b2);
    }
    return meet;
}

bool wf_point_meets_triangle(const float p[3], const float a[3], const float b[3],
                             const float c[3]) {
    bool meet = wf_orient3d(a, b, c, p) == 0;
    for (int axis = 0; axis < 3 && meet; ++axis) {
        float p2[2], a2[2], b2[2], c2[2];
        flatten(p, axis, p2);
        flatten(a, axis, a2);
        flatten(b, axis, b2);
        flatten(c, axis, c2);
        meet = point_in_triangle_2d(p2, a2, b2, c2);
    }
    return meet;
}

bool wf_segment_meets_triangle_sided(const float p[3], const float q[3], int side_p, int side_q,
                                     const float a[3], const float b[3], const float c[3]) {
    if (side_p * side_q > 0) {
        return false;
    }
    if (side_p == 0 && side_q == 0) {
        return meets_in_plane(p, q, a, b, c);
    }
    int ab = wf_orient3d(p, q, a, b), bc = wf_orient3d(p, q, b, c);
    if (ab * bc < 0) {
        return false;
    }
    int ca = wf_orient3d(p, q, c, a);
    return ab * ca >= 0 && bc * ca >= 0;
}

bool wf_segment_meets_triangle(const float p[3], const float q[3], const float a[3],
                               const float b[3], const float c[3]) {
    return wf_segment_meets_triangle_sided(p, q, wf_orient3d(a, b, c, p), wf_orient3d(a, b, c, q),
                                           a, b, c);
}

/// Without area: its corners lie on one line in every view.
static bool is_flat(const float* const t[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        float a[2], b[2], c[2];
        flatten(t[0], axis, a);
        flatten(t[1], axis, b);
        flatten(t[2], axis, c);
        if (wf_orient2d(a, b, c) != 0) {
            return false;
        }
    }
    return true;
}

/// The same for any triangle: one without area is its three edges.
static bool edge_meets(const float* p, const float* q, const float* const t[3], bool flat) {
    return flat ? wf_segments_meet(p, q, t[0], t[1]) || wf_segments_meet(p, q, t[1], t[2]) ||
                      wf_segments_meet(p, q, t[2], t[0])
                : wf_segment_meets_triangle(p, q, t[0], t[1], t[2]);
}

bool wf_triangles_meet(const float* const a[3], const float* const b[3]) {
    bool a_flat = is_flat(a), b_flat = is_flat(b);
    bool meet = false;
    for (int i = 0; i < 3 && !meet; ++i) {
        int j = (i + 1) % 3;
        meet = edge_meets(a[i], a[j], b, b_flat) || edge_meets(b[i], b[j], a, a_flat);
    }
    return meet;
}
