// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Distance fields for tests and benchmarks: of scattered voxels, and of meshes.
#pragma once

#include "meshes.h"
#include "structures/distance_field.h"

#include <stdlib.h>
#include <string.h>

static inline int compare_voxels(const void* a, const void* b) {
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

/// An empty field of so many voxels whose surface is a list of voxels, which this sorts; none
/// twice. False when memory is out.
static inline bool scatter_field(wf_memory* memory, const uint32_t size[3], uint32_t* sites,
                                 uint32_t site_count, uint32_t shell, wf_distance_field* f) {
    *f = (wf_distance_field){.cell = 1, .per_cell = 1, .shell = shell, .site_count = site_count};
    memcpy(f->size, size, sizeof f->size);
    f->count = size[0] * size[1] * size[2];
    f->sites = WF_ALLOC(memory, uint32_t, site_count);
    f->normals = WF_ALLOC(memory, float, 3 * (size_t)site_count);
    f->squared = WF_ALLOC(memory, uint16_t, f->count);
    f->inside = WF_ALLOC(memory, uint8_t, f->count);
    f->owner_first = WF_ALLOC(memory, uint32_t, (size_t)f->count + 1);
    if (!f->sites || !f->normals || !f->squared || !f->inside || !f->owner_first) {
        return false;
    }
    qsort(sites, site_count, sizeof *sites, compare_voxels);
    memcpy(f->sites, sites, site_count * sizeof *sites);
    wf_distance_begin(f);
    return true;
}

/// Places with four floats a vertex; to be freed.
static inline float* four_wide(const test_mesh* mesh) {
    float* x = malloc(16 * (size_t)mesh->vertex_count);
    for (uint32_t i = 0; x != NULL && i < mesh->vertex_count; ++i) {
        memcpy(x + 4 * (size_t)i, mesh->positions + 3 * (size_t)i, 12);
        x[4 * (size_t)i + 3] = 1.0f;
    }
    return x;
}

/// The squared distance between the centres of two voxels.
static inline uint32_t squared_between(const wf_distance_field* f, uint32_t a, uint32_t b) {
    int32_t p[3], q[3], sum = 0;
    wf_distance_place(f, a, p);
    wf_distance_place(f, b, q);
    for (int k = 0; k < 3; ++k) {
        sum += (p[k] - q[k]) * (p[k] - q[k]);
    }
    return (uint32_t)sum;
}

/// The squared distance to the nearest site, by trying all.
static inline uint32_t nearest_squared(const wf_distance_field* f, uint32_t voxel) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < f->site_count; ++i) {
        uint32_t d = squared_between(f, voxel, f->sites[i]);
        best = d < best ? d : best;
    }
    return best;
}
