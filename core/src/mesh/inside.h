// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inside or outside of a closed mesh, decided exactly: crossings of a ray along +x are counted,
// with a rule by which a ray through an edge or a vertex counts as one that passes a little below
// it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// +1 or -1 when the ray from p along +x leaves or enters through the triangle, else 0; 0 too when
/// p lies in its plane.
int wf_ray_crosses(const float* a, const float* b, const float* c, const float p[3]);

/// Where p lies: 1 inside, 0 on the surface, -1 outside, by the parity of the crossings. `x` has 4
/// floats per vertex, `triangles` 3 vertices each. Needs every edge in an even number of triangles.
int wf_point_side(const float p[3], const float* x, const uint32_t* triangles,
                  uint32_t triangle_count);
