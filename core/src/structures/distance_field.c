// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Making a distance field, and asking it. Inside is what the border cannot be reached from without
// passing through a voxel of the surface, face by face.
#include "structures/distance_field.h"

#include "base/report.h"
#include "mesh/check.h"

#include <math.h>
#include <string.h>

/// Bytes a voxel takes at the height of the making: what is kept, and the waves of the propagation.
enum { BYTES_PER_VOXEL = 32 };

void wf_distance_free(wf_memory* memory, wf_distance_field* field) {
    wf_free(memory, field->sites);
    wf_free(memory, field->polygon_first);
    wf_free(memory, field->polygons);
    wf_free(memory, field->normals);
    wf_free(memory, field->squared);
    wf_free(memory, field->inside);
    wf_free(memory, field->owner_first);
    wf_free(memory, field->owners);
    *field = (wf_distance_field){0};
}

// ---- the grid -----------------------------------------------------------------------------------

static weft_status check_def(const wf_distance_def* def, weft_report* report) {
    if (!(def->cell >= WF_DISTANCE_LEAST_CELL && def->cell <= WF_DISTANCE_MOST_CELL)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "cell", 0, WF_NO_OTHER,
                              "A voxel of a distance field cannot have this side; take one between "
                              "half a millimetre and ten centimetres.");
    }
    if (def->margin < 1) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "margin", 0, WF_NO_OTHER,
                              "A distance field needs an empty voxel round the body; take a margin "
                              "of 1 or more.");
    }
    return WEFT_OK;
}

static weft_status check_mesh(wf_memory* memory, const wf_distance_mesh* mesh,
                              weft_report* report) {
    weft_status status =
        wf_check_corners(mesh->triangles, mesh->triangle_count, mesh->vertex_count, report);
    status = status != WEFT_OK
                 ? status
                 : wf_check_values(mesh->x, 4 * (size_t)mesh->vertex_count, 4, 1e4f, "x", report);
    if (status != WEFT_OK || mesh->trusted) {
        return status;
    }
    status = wf_check_manifold(memory, mesh->triangles, mesh->triangle_count, true, report);
    return status != WEFT_ERROR_OPEN_BODY
               ? status
               : wf_report_fail(
                     report, WEFT_ERROR_OPEN_BODY, "triangles", report ? report->element : 0,
                     WF_NO_OTHER,
                     "A body with a hole has no inside for a distance field; close it, or "
                     "choose another response.");
}

/// Sizes in double, so that a field beyond all bounds is found out before it is a number of voxels.
static weft_status lay_out(const wf_distance_def* def, const wf_distance_mesh* mesh,
                           wf_distance_field* f, weft_report* report) {
    double voxels = 1.0, extent[3];
    for (int axis = 0; axis < 3; ++axis) {
        double lo = INFINITY, hi = -INFINITY;
        for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
            double x = (double)mesh->x[4 * (size_t)i + (size_t)axis];
            lo = x < lo ? x : lo;
            hi = x > hi ? x : hi;
        }
        extent[axis] = floor((hi - lo) / (double)def->cell) + 2.0 * (def->margin + 1.0) + 1.0;
        f->origin[axis] = (float)(lo - (def->margin + 1.0) * (double)def->cell);
        voxels *= extent[axis];
    }
    size_t most = def->most_bytes > 0 ? def->most_bytes : WF_DISTANCE_MOST_BYTES;
    if (!(voxels * BYTES_PER_VOXEL <= (double)most)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "cell", 0, WF_NO_OTHER,
                              "A distance field of such small voxels would take more than %u MB; "
                              "take larger ones.",
                              (uint32_t)(most >> 20));
    }
    for (int axis = 0; axis < 3; ++axis) {
        f->size[axis] = (uint32_t)extent[axis];
    }
    f->count = (uint32_t)voxels;
    f->cell = def->cell;
    f->per_cell = 1.0f / def->cell;
    f->shell = def->shell;
    return WEFT_OK;
}

static bool is_border(const wf_distance_field* f, uint32_t x, uint32_t y, uint32_t z) {
    return x == 0 || y == 0 || z == 0 || x + 1 == f->size[0] || y + 1 == f->size[1] ||
           z + 1 == f->size[2];
}

void wf_distance_begin(wf_distance_field* f) {
    uint32_t voxel = 0;
    for (uint32_t z = 0; z < f->size[2]; ++z) {
        for (uint32_t y = 0; y < f->size[1]; ++y) {
            for (uint32_t x = 0; x < f->size[0]; ++x) {
                f->squared[voxel++] =
                    (uint16_t)(is_border(f, x, y, z) ? WF_DISTANCE_BORDER : WF_DISTANCE_FAR);
            }
        }
    }
    for (uint32_t i = 0; i < f->site_count; ++i) {
        f->squared[f->sites[i]] = 0;
    }
}

// ---- inside -------------------------------------------------------------------------------------

/// What is left of `inside` when all that the first empty voxel reaches face by face is taken away.
static bool find_inside(wf_memory* memory, wf_distance_field* f) {
    uint32_t* stack = WF_ALLOC(memory, uint32_t, f->count);
    if (stack == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < f->count; ++v) {
        f->inside[v] = f->squared[v] != WF_DISTANCE_BORDER;
    }
    for (uint32_t i = 0; i < f->site_count; ++i) {
        f->inside[f->sites[i]] = 0;
    }
    const uint32_t row = f->size[0], slice = f->size[0] * f->size[1];
    uint32_t count = 1;
    stack[0] = wf_distance_index(f, 1, 1, 1);
    f->inside[stack[0]] = 0;
    while (count > 0) {
        uint32_t v = stack[--count];
        const uint32_t next[6] = {v - 1, v + 1, v - row, v + row, v - slice, v + slice};
        for (int k = 0; k < 6; ++k) {
            if (f->inside[next[k]]) {
                f->inside[next[k]] = 0;
                stack[count++] = next[k];
            }
        }
    }
    wf_free(memory, stack);
    return true;
}

// ---- making -------------------------------------------------------------------------------------

static bool fill(wf_memory* memory, const wf_distance_def* def, const wf_distance_mesh* mesh,
                 wf_distance_field* f) {
    f->squared = WF_ALLOC(memory, uint16_t, f->count);
    f->inside = WF_ALLOC(memory, uint8_t, f->count);
    f->owner_first = WF_ALLOC(memory, uint32_t, (size_t)f->count + 1);
    if (!f->squared || !f->inside || !f->owner_first || !wf_distance_voxelise(memory, mesh, f)) {
        return false;
    }
    wf_distance_begin(f);
    return find_inside(memory, f) &&
           (def->generator == WF_DISTANCE_EXACT ? wf_distance_transform(memory, f)
                                                : wf_distance_propagate(memory, f));
}

weft_status wf_distance_check(wf_memory* memory, const wf_distance_def* def,
                              const wf_distance_mesh* mesh, weft_report* report) {
    if (mesh->vertex_count == 0 || mesh->triangle_count == 0) {
        return wf_report_fail(report, WEFT_ERROR_EMPTY_MESH, "triangles", 0, WF_NO_OTHER,
                              "A distance field needs a body with triangles.");
    }
    weft_status status = check_def(def, report);
    return status != WEFT_OK ? status : check_mesh(memory, mesh, report);
}

weft_status wf_distance_build(wf_memory* memory, const wf_distance_def* def,
                              const wf_distance_mesh* mesh, wf_distance_field* field,
                              weft_report* report) {
    *field = (wf_distance_field){0};
    weft_status status = wf_distance_check(memory, def, mesh, report);
    status = status != WEFT_OK ? status : lay_out(def, mesh, field, report);
    if (status != WEFT_OK) {
        *field = (wf_distance_field){0};
        return status;
    }
    size_t before = memory->bytes;
    if (!fill(memory, def, mesh, field)) {
        wf_distance_free(memory, field);
        return wf_report_memory(report, "a distance field");
    }
    field->bytes = memory->bytes - before;
    return wf_report_ok(report);
}

// ---- asking -------------------------------------------------------------------------------------

bool wf_distance_locate(const wf_distance_field* f, const float point[3], int32_t at[3]) {
    bool within = true;
    for (int axis = 0; axis < 3; ++axis) {
        float place = (point[axis] - f->origin[axis]) * f->per_cell;
        float last = (float)(f->size[axis] - 1);
        within &= place >= 1.0f && place < last;
        at[axis] = place > 0.0f ? (int32_t)(place < last ? place : last) : 0; // of NaN the border
    }
    return within;
}

void wf_distance_normal(const wf_distance_field* f, uint32_t voxel, float normal[3]) {
    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = f->owner_first[voxel]; i < f->owner_first[voxel + 1]; ++i) {
        const float* n = f->normals + 3 * (size_t)f->owners[i];
        for (int k = 0; k < 3; ++k) {
            sum[k] += n[k];
        }
    }
    float length = sqrtf((sum[0] * sum[0] + sum[1] * sum[1]) + sum[2] * sum[2]);
    for (int k = 0; k < 3; ++k) {
        normal[k] = length > 1e-3f ? sum[k] / length : 0.0f;
    }
}
