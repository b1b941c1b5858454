// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Asking a distance field for a place. Bull, Slater, Buxton 2003 take what the voxel says; a sheet
// that slides over such an offset surface goes up and down stairs ("the problematic effects of
// sliding along jagged, voxel offset surfaces"). Mixing eight voxels is ours.
#include "structures/distance_field.h"

#include <math.h>

/// Adds what a voxel says, signed; false when it is border.
static bool add_voxel(const wf_distance_field* f, uint32_t voxel, float weight,
                      wf_distance_sample* sum) {
    if (f->squared[voxel] == WF_DISTANCE_BORDER) {
        return false;
    }
    float far = sqrtf((float)f->squared[voxel]), n[3];
    sum->distance += weight * (f->inside[voxel] ? -far : far);
    wf_distance_normal(f, voxel, n);
    for (int k = 0; k < 3; ++k) {
        sum->normal[k] += weight * n[k];
    }
    return true;
}

static bool add_around(const wf_distance_field* f, const float point[3], wf_distance_sample* sum) {
    int32_t at[3];
    float part[3];
    for (int k = 0; k < 3; ++k) {
        float place = (point[k] - f->origin[k]) * f->per_cell - 0.5f, low = floorf(place);
        if (!(low >= 1.0f && low < (float)(f->size[k] - 2))) {
            return false;
        }
        at[k] = (int32_t)low;
        part[k] = place - low;
    }
    bool within = true;
    for (uint32_t i = 0; i < 8 && within; ++i) {
        const uint32_t d[3] = {i & 1, i >> 1 & 1, i >> 2};
        float weight = (d[0] ? part[0] : 1.0f - part[0]) * (d[1] ? part[1] : 1.0f - part[1]) *
                       (d[2] ? part[2] : 1.0f - part[2]);
        within = add_voxel(f,
                           wf_distance_index(f, (uint32_t)at[0] + d[0], (uint32_t)at[1] + d[1],
                                             (uint32_t)at[2] + d[2]),
                           weight, sum);
    }
    return within;
}

bool wf_distance_look_up(const wf_distance_field* f, const float point[3], bool smooth,
                         wf_distance_sample* out) {
    int32_t at[3];
    *out = (wf_distance_sample){0};
    if (!wf_distance_locate(f, point, at)) {
        return false;
    }
    uint32_t voxel = wf_distance_index(f, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
    uint32_t most = (f->shell + 1) * (f->shell + 1);
    if ((!f->inside[voxel] && f->squared[voxel] > most) ||
        !(smooth ? add_around(f, point, out) : add_voxel(f, voxel, 1.0f, out))) {
        return false;
    }
    const float* n = out->normal;
    float length = sqrtf((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]);
    for (int k = 0; k < 3; ++k) {
        out->normal[k] = length > 1e-3f ? out->normal[k] / length : 0.0f;
    }
    return true;
}
