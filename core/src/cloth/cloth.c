// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Making and freeing cloths, and the course of their sewing and holds.
#include "cloth/cloth.h"

#include "base/report.h"
#include "math/vec.h"
#include "mesh/normals.h"

#include <math.h>
#include <string.h>

static void* copy_of(wf_memory* memory, const void* source, size_t bytes) {
    void* copy = wf_alloc(memory, bytes);
    if (copy && source) {
        memcpy(copy, source, bytes);
    }
    return copy;
}

static bool copy_optional(wf_memory* memory, const void* source, size_t bytes, void** out) {
    if (!source || bytes == 0) {
        return true;
    }
    *out = copy_of(memory, source, bytes);
    return *out != NULL;
}

static bool copy_definition(wf_memory* memory, const weft_cloth_def* def, wf_cloth* cloth) {
    size_t vertices = def->vertex_count;
    cloth->start = copy_of(memory, def->positions, 3 * sizeof(float) * vertices);
    cloth->triangles =
        copy_of(memory, def->triangles, 3 * sizeof(uint32_t) * (size_t)def->triangle_count);
    return cloth->start && cloth->triangles &&
           copy_optional(memory, def->velocities, 3 * sizeof(float) * vertices,
                         (void**)&cloth->start_velocity) &&
           copy_optional(memory, def->material, 2 * sizeof(float) * vertices,
                         (void**)&cloth->material) &&
           copy_optional(memory, def->seams, 2 * sizeof(uint32_t) * (size_t)def->seam_count,
                         (void**)&cloth->seams) &&
           copy_optional(memory, def->bands, sizeof(weft_band) * (size_t)def->band_count,
                         (void**)&cloth->bands) &&
           copy_optional(memory, def->pins, sizeof(weft_pin) * (size_t)def->pin_count,
                         (void**)&cloth->pins);
}

static bool alloc_published(wf_memory* memory, const weft_cloth_def* def, wf_cloth* cloth) {
    size_t vertices = def->vertex_count;
    cloth->particle = WF_ALLOC(memory, uint32_t, vertices);
    cloth->merge = WF_ALLOC(memory, uint32_t, vertices);
    cloth->seam_rest = WF_ALLOC(memory, float, def->seam_count);
    cloth->positions = copy_of(memory, def->positions, 3 * sizeof(float) * vertices);
    cloth->velocities = copy_of(memory, def->velocities, 3 * sizeof(float) * vertices);
    cloth->normals = WF_ALLOC(memory, float, 3 * vertices);
    cloth->strain = WF_ALLOC(memory, float, vertices);
    cloth->pressure = WF_ALLOC(memory, float, vertices);
    cloth->captured = WF_ALLOC(memory, uint8_t, vertices);
    cloth->calm_places = WF_ALLOC(memory, float, 3 * vertices);
    cloth->normal_sums = WF_ALLOC(memory, float, 4 * vertices);
    return cloth->particle && cloth->merge && (cloth->seam_rest || def->seam_count == 0) &&
           cloth->positions && cloth->velocities && cloth->normals && cloth->strain &&
           cloth->pressure && cloth->captured && cloth->normal_sums && cloth->calm_places;
}

static float gap_of(const wf_cloth* cloth, const uint32_t* pair) {
    const float* a = cloth->start + 3 * (size_t)pair[0];
    const float* b = cloth->start + 3 * (size_t)pair[1];
    float x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    return sqrtf((x * x + y * y) + z * z);
}

float wf_cloth_spacing(const weft_cloth_def* def) {
    const float* x = def->material ? def->material : def->positions;
    size_t stride = def->material ? 2 : 3;
    float area = 0.0f;
    for (size_t t = 0; t < def->triangle_count; ++t) {
        wf_v3 at[3];
        for (size_t k = 0; k < 3; ++k) {
            const float* p = x + stride * def->triangles[3 * t + k];
            at[k] = wf_v3_set(p[0], p[1], stride == 3 ? p[2] : 0.0f);
        }
        wf_v3 n = wf_v3_cross(wf_v3_sub(at[1], at[0]), wf_v3_sub(at[2], at[0]));
        area += 0.5f * wf_v3_length(n);
    }
    return sqrtf(area / (float)def->vertex_count);
}

bool wf_cloth_create(wf_memory* memory, const weft_cloth_def* def, float frame_seconds,
                     wf_cloth* out) {
    *out = (wf_cloth){
        .generation = 1,
        .vertex_count = def->vertex_count,
        .triangle_count = def->triangle_count,
        .seam_count = def->seam_count,
        .pin_count = def->pin_count,
        .band_count = def->band_count,
        .pin_capacity = def->pin_count,
        .layer = def->layer,
        .fabric = def->fabric,
        .collision = def->collision,
        .seam_frames = (uint32_t)floorf(def->seam_close_seconds / frame_seconds + 0.5f),
        .seams_open = def->seam_count,
        .spacing = wf_cloth_spacing(def),
        .hold_factor_from = 1.0f,
        .hold_factor_to = 1.0f,
    };
    wf_copy_name(out->name, def->name, sizeof out->name);
    if (!copy_definition(memory, def, out) || !alloc_published(memory, def, out)) {
        wf_cloth_destroy(memory, out);
        return false;
    }
    for (uint32_t v = 0; v < def->vertex_count; ++v) {
        out->merge[v] = v;
    }
    for (size_t i = 0; i < def->seam_count; ++i) {
        out->seam_rest[i] = gap_of(out, out->seams + 2 * i);
    }
    wf_cloth_update_normals(out);
    return true;
}

void wf_cloth_destroy(wf_memory* memory, wf_cloth* cloth) {
    void* blocks[] = {
        cloth->start,       cloth->start_velocity, cloth->material,   cloth->triangles,
        cloth->seams,       cloth->seam_rest,      cloth->pins,       cloth->particle,
        cloth->merge,       cloth->positions,      cloth->velocities, cloth->normals,
        cloth->strain,      cloth->pressure,       cloth->captured,   cloth->normal_sums,
        cloth->calm_places, cloth->bands,
    };
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        wf_free(memory, blocks[i]);
    }
    *cloth = (wf_cloth){0};
}

void wf_cloth_update_normals(wf_cloth* cloth) {
    if (cloth->vertex_count > 0) { // else the slot is empty
        wf_normals(cloth->positions, cloth->triangles, cloth->triangle_count, cloth->merge,
                   cloth->vertex_count, cloth->normal_sums, cloth->normals);
    }
}

// The value at a number of frames into the change.
static float hold_at(const wf_cloth* cloth, float from, float to, uint32_t step) {
    if (step >= cloth->hold_steps) {
        return to;
    }
    return from + (to - from) * ((float)step / (float)cloth->hold_steps);
}

void wf_cloth_hold(wf_cloth* cloth, float factor, float lift, uint32_t steps) {
    uint32_t now = cloth->hold_step;
    float factor_now = hold_at(cloth, cloth->hold_factor_from, cloth->hold_factor_to, now);
    float lift_now = hold_at(cloth, cloth->hold_lift_from, cloth->hold_lift_to, now);
    cloth->hold_factor_from = factor_now;
    cloth->hold_factor_to = factor;
    cloth->hold_lift_from = lift_now;
    cloth->hold_lift_to = lift;
    cloth->hold_step = 0;
    cloth->hold_steps = steps;
}
