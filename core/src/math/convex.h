// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A convex solid in one pose, as what it is and not as triangles: a ball is round. Points and
// directions are taken into its own axes, in double, where every kind has a closed form for how far
// it reaches along a direction (its support) and how high a point is over it. Ball and capsule are
// a core, a point and a segment, with a radius round it.
//   C. Ericson, "Real-Time Collision Detection", 2005, 9.5: supports.
#pragma once

#include "weft/types.h"

#include <math.h>

typedef struct wf_convex {
    uint32_t kind;     // weft_shape_kind
    double at[3];      // m: its middle, of a plane a point of its surface
    double axis[3][3]; // its axes in the world, unit
    double radius;     // m: of a ball, a capsule, the base of a cone
    double half[3];    // m: of a box; the second also of a capsule's segment and of a cone
    uint32_t corner_count;
    const double* corners; // of a hull, 3 each, in its axes
    uint32_t face_count;
    const double* faces; // of a hull, 4 each: outward unit normal and how far out
} wf_convex;

/// A point, and a direction, of the world in the axes of the solid, and a direction back.
void wf_convex_point_in(const wf_convex* c, const float world[3], double out[3]);
void wf_convex_way_in(const wf_convex* c, const double world[3], double out[3]);
void wf_convex_way_out(const wf_convex* c, const double local[3], double out[3]);

/// Round what lies the solid's surface: the radius of a ball or a capsule, else 0, m.
double wf_convex_rounding(const wf_convex* c);

/// The point of the core that is foremost along a direction; not of a plane.
void wf_convex_foremost(const wf_convex* c, const double way[3], double point[3]);

/// The most that a point of the solid has along a direction of any length, and of a plane what
/// those have that are within `reach`, m, of the foot of `around`. All in its axes. Infinite where
/// a direction leads into a plane.
double wf_convex_support(const wf_convex* c, const double way[3], const double around[3],
                         double reach);

/// How high a point is over the surface, less than nothing inside, with the unit direction in which
/// it is. Over a hull only a bound from below, which is exact inside: distances outside of it are
/// those of detect/convex_distance.h.
double wf_convex_height(const wf_convex* c, const double point[3], double way[3]);

/// The box of the solid in the world, m; of a plane all of space.
void wf_convex_bounds(const wf_convex* c, double lo[3], double hi[3]);

/// How far the solid may reach beyond the straight way between two poses while it turns, m, as an
/// addition to how far it advances along any direction: its middle goes straight, its axes turn
/// evenly or nearly so. `lever` is how far from its middle a plane counts.
double wf_convex_bulge(const wf_convex* from, const wf_convex* to, double lever);
