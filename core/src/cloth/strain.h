// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the strain of all triangles comes to: percentiles for the report, means for the picture.
#pragma once

#include "weft/types.h"

struct wf_pool; // base/parallel.h

/// Principal stretch minus 1 over all triangles.
typedef struct wf_strain_summary {
    float p50, p99, max;
} wf_strain_summary;

/// `stretch`: largest principal stretch a triangle. Zero triangles give zeros. `pool` may be null.
wf_strain_summary wf_strain_summarise(const float* stretch, uint32_t count,
                                      struct wf_pool* const* pool);

/// Mean strain of the triangles around each of `particle_count` particles into `strain`;
/// `triangles_around` is scratch of as many counters.
void wf_strain_mean(const float* stretch, const uint32_t* triangles, uint32_t triangle_count,
                    uint32_t particle_count, uint32_t* triangles_around, float* strain);
