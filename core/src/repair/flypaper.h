// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth between two parts of a body that have closed on it has no place that is right. It is best
// held in the middle, as on flypaper, and moved along with the two, until they part again.
//   Baraff, Witkin, Kass, "Untangling cloth", 2003.
#pragma once

#include "repair/crossings.h"

/// A vertex on the flypaper: its feet on the two parts of the body, which carry it.
typedef struct wf_flypaper {
    uint32_t triangle[2];
    float weight[2][3];
} wf_flypaper;

/// Catches the point p if, of the given triangles of a body, two face each other across it (normals
/// more than 120 degrees apart), both within `room` of it, that leave less than `room` in between
/// or overlap. Takes the nearest and the nearest of those that face it.
bool wf_flypaper_catch(const wf_repair_mesh* body, const float p[3], const uint32_t* triangles,
                       uint32_t count, float room, wf_flypaper* out);

/// The middle of the feet where the body is now, m. Returns how far the parts are from each other:
/// the second foot over the surface at the first, negative when they overlap. What is held may be
/// let go once that is more than the room it needs.
float wf_flypaper_follow(const wf_flypaper* held, const wf_repair_mesh* body, float target[3]);
