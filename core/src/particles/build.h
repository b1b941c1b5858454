// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From cloths to particles: see build.c.
#pragma once

#include "base/memory.h"
#include "particles/objects.h"
#include "particles/particles.h"

/// Where a triangle of the particles comes from.
typedef struct wf_triangle_source {
    uint32_t cloth, triangle;
} wf_triangle_source;

/// Numbers the particles of all cloth that is awake, and counts them and their triangles.
void wf_particles_number(const wf_objects* objects, wf_particles* p);

/// Arrays for as many. False when memory is out.
bool wf_particles_allocate(wf_memory* m, wf_particles* p);
void wf_particles_free(wf_memory* m, wf_particles* p);

/// Takes places and velocities as the cloths have published them.
void wf_particles_take_state(const wf_objects* objects, wf_particles* p);

/// Lists the triangles in particles, and where each comes from. One whose corners were welded
/// together is gone.
void wf_particles_list_triangles(const wf_objects* objects, wf_particles* p,
                                 wf_triangle_source* source);

/// Gathers the particles that seams join, chains and corners included, in ascending order. `seams`
/// are pairs of particles. False when memory is out.
bool wf_particles_group(wf_memory* m, wf_particles* p, const uint32_t* seams, uint32_t seam_count);

/// Sums the mass of what is free. A vertex in no triangle has none: it stays where it is.
void wf_particles_weigh(wf_particles* p);
