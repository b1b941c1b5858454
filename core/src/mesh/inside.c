// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Crossings of a ray along x. Seen against the ray, triangles tile the plane around p without
// gaps or overlaps because an edge gives both of its triangles the same answer.
#include "mesh/inside.h"

#include "math/predicates.h"

/// Seen against the x axis, y to the right and z up: 1 or -1 when the edge ab runs right or left
/// below p, else 0. A point on an edge counts as above it, whichever triangle asks, and the ends of
/// edges count once, so p is in one triangle of a closed surface and never between two.
static int edge_passes(const float* a, const float* b, const float p[3]) {
    bool a_right = a[1] >= p[1], b_right = b[1] >= p[1];
    if (a_right == b_right) {
        return 0;
    }
    const float* left = a_right ? b : a;
    const float* right = a_right ? a : b;
    bool below = wf_orient2d(left + 1, right + 1, p + 1) >= 0;
    return below ? (b_right ? 1 : -1) : 0;
}

int wf_ray_crosses(const float* a, const float* b, const float* c, const float p[3]) {
    int turn = edge_passes(a, b, p) + edge_passes(b, c, p) + edge_passes(c, a, p);
    if (turn == 0) {
        return 0;
    }
    // counter-clockwise from ahead, its front looks along the ray: p must be behind it
    return wf_orient3d(a, b, c, p) * turn < 0 ? turn : 0;
}

static bool spans(const float* a, const float* b, const float* c, float at, int axis) {
    bool above = a[axis] >= at || b[axis] >= at || c[axis] >= at;
    return above && (a[axis] <= at || b[axis] <= at || c[axis] <= at);
}

int wf_point_side(const float p[3], const float* x, const uint32_t* triangles,
                  uint32_t triangle_count) {
    int winding = 0;
    for (size_t t = 0; t < triangle_count; ++t) {
        const float* a = x + 4 * (size_t)triangles[3 * t];
        const float* b = x + 4 * (size_t)triangles[3 * t + 1];
        const float* c = x + 4 * (size_t)triangles[3 * t + 2];
        if (!spans(a, b, c, p[1], 1) || !spans(a, b, c, p[2], 2)) {
            continue;
        }
        if (spans(a, b, c, p[0], 0) && wf_point_meets_triangle(p, a, b, c)) {
            return 0;
        }
        winding += wf_ray_crosses(a, b, c, p);
    }
    return winding % 2 != 0 ? 1 : -1;
}
