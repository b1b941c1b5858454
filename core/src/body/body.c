// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Making and freeing bodies: copies of the definition in the layout that skinning reads.
#include "body/body.h"

#include "base/report.h"
#include "body/frame.h"
#include "body/skinning.h"

#include <string.h>

static void* copy_of(wf_memory* memory, const void* source, size_t bytes) {
    void* copy = wf_alloc(memory, bytes);
    if (copy) {
        memcpy(copy, source, bytes);
    }
    return copy;
}

static void widen(const float* packed, uint32_t count, float* out) {
    for (size_t v = 0; v < count; ++v) {
        memcpy(out + 4 * v, packed + 3 * v, 3 * sizeof(float));
        out[4 * v + 3] = 1.0f;
    }
}

static bool alloc_vertices(wf_memory* memory, const weft_body_def* def, wf_body* body) {
    size_t wide = 4 * (size_t)def->vertex_count;
    body->triangles =
        copy_of(memory, def->triangles, 3 * sizeof(uint32_t) * (size_t)def->triangle_count);
    body->rest = WF_ALLOC(memory, float, wide);
    body->shaped = WF_ALLOC(memory, float, wide);
    body->still = WF_ALLOC(memory, float, wide);
    body->published = WF_ALLOC(memory, float, 3 * (size_t)def->vertex_count);
    if (def->parts) {
        body->parts = copy_of(memory, def->parts, sizeof(uint32_t) * (size_t)def->triangle_count);
    }
    return body->triangles && body->rest && body->shaped && body->still && body->published &&
           (body->parts || !def->parts);
}

// Insertion sort of four, heaviest first: skinning stops at the first zero.
static void sort_influences(uint16_t* bone, float* weight) {
    for (int i = 1; i < 4; ++i) {
        for (int k = i; k > 0 && weight[k] > weight[k - 1]; --k) {
            float w = weight[k];
            uint16_t b = bone[k];
            weight[k] = weight[k - 1];
            bone[k] = bone[k - 1];
            weight[k - 1] = w;
            bone[k - 1] = b;
        }
    }
}

static bool alloc_skin(wf_memory* memory, const weft_body_def* def, wf_body* body) {
    size_t influences = 4 * (size_t)def->vertex_count;
    body->bone_indices = copy_of(memory, def->bone_indices, sizeof(uint16_t) * influences);
    body->bone_weights = WF_ALLOC(memory, float, influences);
    if (!body->bone_indices || !body->bone_weights) {
        return false;
    }
    for (size_t i = 0; i < influences; ++i) {
        body->bone_weights[i] =
            def->bone_shares ? def->bone_shares[i] : (float)def->bone_weights[i] / 65535.0f;
    }
    for (size_t i = 0; i < influences; i += 4) {
        sort_influences(body->bone_indices + i, body->bone_weights + i);
    }
    return true;
}

static bool alloc_bones(wf_memory* memory, const weft_body_def* def, wf_body* body) {
    size_t bones = def->bone_count;
    body->rest_heads = copy_of(memory, def->bone_heads, 3 * sizeof(float) * bones);
    body->pose_from = WF_ALLOC(memory, float, WF_POSE_FLOATS* bones);
    body->pose_start = WF_ALLOC(memory, float, WF_POSE_FLOATS* bones);
    body->pose_end = WF_ALLOC(memory, float, WF_POSE_FLOATS* bones);
    body->pose = WF_ALLOC(memory, float, WF_POSE_FLOATS* bones);
    body->columns = WF_ALLOC(memory, float, 16 * bones);
    body->matrices = WF_ALLOC(memory, float, 12 * bones);
    return body->rest_heads && body->pose_from && body->pose_start && body->pose_end &&
           body->pose && body->columns && body->matrices;
}

static void stand_at_rest(wf_body* body) {
    for (size_t bone = 0; bone < body->bone_count; ++bone) {
        float* p = body->pose_start + WF_POSE_FLOATS * bone;
        p[3] = 1.0f;
        memcpy(p + 4, body->rest_heads + 3 * bone, 3 * sizeof(float));
    }
    if (body->bone_count > 0) {
        wf_pose_columns(body->pose_start, body->rest_heads, body->bone_count, body->columns);
        wf_columns_to_rows(body->columns, body->bone_count, body->matrices);
    }
}

bool wf_body_create(wf_memory* memory, const weft_body_def* def, wf_body* out) {
    *out = (wf_body){
        .generation = 1,
        .open = def->open,
        .vertex_count = def->vertex_count,
        .triangle_count = def->triangle_count,
        .bone_count = def->bone_count,
        .friction = def->friction,
        .collision = def->collision,
        .posed = true,
        .fresh = true,
    };
    wf_copy_name(out->name, def->name, sizeof out->name);
    if (!alloc_vertices(memory, def, out) ||
        (def->bone_count > 0 &&
         (!alloc_skin(memory, def, out) || !alloc_bones(memory, def, out)))) {
        wf_body_destroy(memory, out);
        return false;
    }
    widen(def->positions, def->vertex_count, out->rest);
    out->frame_corners =
        wf_frame_corners(memory, out->rest, def->vertex_count, def->triangles, def->triangle_count);
    if (!out->frame_corners || !wf_shape_create(memory, def, &out->shape)) {
        wf_body_destroy(memory, out);
        return false;
    }
    memcpy(out->shaped, out->rest, 4 * sizeof(float) * (size_t)def->vertex_count);
    memcpy(out->published, def->positions, 3 * sizeof(float) * (size_t)def->vertex_count);
    stand_at_rest(out);
    return true;
}

static void destroy_clips(wf_memory* memory, wf_body* body) {
    for (uint32_t i = 0; i < body->clip_count; ++i) {
        wf_free(memory, body->clips[i].rotation);
        wf_free(memory, body->clips[i].head);
    }
    wf_free(memory, body->clips);
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        wf_free(memory, body->morphs[i].vertex);
        wf_free(memory, body->morphs[i].delta);
    }
    wf_free(memory, body->morphs);
}

void wf_body_destroy(wf_memory* memory, wf_body* body) {
    destroy_clips(memory, body);
    wf_shape_free(memory, &body->shape);
    void* blocks[] = {
        body->frame_corners, body->triangles,     body->parts,
        body->bone_indices,  body->bone_weights,  body->rest,
        body->shaped,        body->rest_heads,    body->vertex_animation,
        body->pose_from,     body->pose_start,    body->pose_end,
        body->pose,          body->columns,       body->matrices,
        body->still,         body->host,          body->spare,
        body->published,     body->host_matrices,
    };
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
        wf_free(memory, blocks[i]);
    }
    *body = (wf_body){0};
}
