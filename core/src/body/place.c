// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the vertices of a body are at a time: morphs shape the rest mesh, a pose moves it, and
// between the two ends of a step they go by poses where there are bones (an arm turns, it does not
// shrink) and by straight lines where there are none.
#include "body/motion.h"

#include "base/parallel.h"
#include "math/simd.h"

#include <string.h>

// ---- morphs -------------------------------------------------------------------------------------

bool wf_body_is_morphing(const wf_body* body) {
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        if (body->morphs[i].step < body->morphs[i].steps) {
            return true;
        }
    }
    return false;
}

static float weight_at(const wf_morph* morph, float fraction) {
    if (morph->step >= morph->steps) {
        return morph->to;
    }
    float t = ((float)morph->step + fraction) / (float)morph->steps;
    return t < 1.0f ? morph->from + (morph->to - morph->from) * t : morph->to;
}

static void add_morph(const wf_morph* morph, float weight, float* shaped) {
    for (size_t i = 0; i < morph->count; ++i) {
        float* x = shaped + 4 * (size_t)morph->vertex[i];
        for (int k = 0; k < 3; ++k) {
            x[k] += weight * morph->delta[3 * i + k];
        }
    }
}

// Brings `shaped` to the weights at a fraction of the step; nothing when it has them already.
void wf_body_shape_at(wf_body* body, float fraction) {
    bool changed = false;
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        changed |= weight_at(&body->morphs[i], fraction) != body->morphs[i].applied;
    }
    if (!changed) {
        return;
    }
    memcpy(body->shaped, body->rest, wf_body_wide_bytes(body));
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        wf_morph* morph = &body->morphs[i];
        morph->applied = weight_at(morph, fraction);
        if (morph->applied != 0.0f) {
            add_morph(morph, morph->applied, body->shaped);
        }
    }
}

bool wf_body_add_morph(wf_memory* memory, wf_body* body, const wf_morph* morph) {
    if (!wf_reserve(memory, (void**)&body->morphs, &body->morph_capacity,
                    (size_t)body->morph_count + 1, sizeof *morph)) {
        return false;
    }
    body->morphs[body->morph_count++] = *morph;
    return true;
}

void wf_body_morph(wf_body* body, uint32_t index, float weight, uint32_t steps) {
    wf_morph* morph = &body->morphs[index];
    // Without time it is there at once, so a scene can begin with a morph before anything has
    // moved.
    morph->from = steps > 0 ? weight_at(morph, 0.0f) : weight;
    morph->to = weight;
    morph->step = 0;
    morph->steps = steps;
    // Where the host or an animation put the vertices, `still` is all there is to know.
    if (body->posed && body->vertex_frames == 0) {
        body->still_valid = false;
    }
}

void wf_body_advance_morphs(wf_body* body) {
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        wf_morph* morph = &body->morphs[i];
        if (morph->step < morph->steps) {
            morph->step += 1;
        }
    }
}

// ---- places of the vertices ---------------------------------------------------------------------

/// Nothing to copy for an empty slot, which has no arrays.
static void copy_wide(const wf_body* body, const float* from, float* to) {
    if (body->vertex_count > 0) {
        memcpy(to, from, wf_body_wide_bytes(body));
    }
}

typedef struct skinning {
    const wf_body* body;
    float* out;
} skinning;

static void skin_vertices(void* given, uint32_t begin, uint32_t end) {
    const skinning* a = given;
    const wf_body* body = a->body;
    const float home[3] = {0.0f, 0.0f, 0.0f};
    size_t at = 4 * (size_t)begin;
    wf_skin(body->shaped + at, body->bone_indices + at, body->bone_weights + at, body->columns,
            home, end - begin, a->out + at);
}

void wf_body_place_pose(wf_body* body, const float* pose, struct wf_pool* const* pool, float* out) {
    if (body->bone_count == 0) {
        copy_wide(body, body->shaped, out);
        return;
    }
    wf_pose_columns(pose, body->rest_heads, body->bone_count, body->columns);
    skinning a = {body, out};
    wf_parallel_for(pool, body->vertex_count, WF_BODY_BLOCK, skin_vertices, &a);
    (void)pool; // in a build without threads
}

const float* wf_body_make_still(wf_body* body) {
    if (!body->still_valid && body->vertex_count > 0) {
        wf_body_shape_at(body, 0.0f);
        wf_body_place_pose(body, body->pose_start, NULL, body->still);
        body->still_valid = true;
    }
    return body->still;
}

static void lerp_vertices(const float* a, const float* b, float t, size_t vertex_count,
                          float* out) {
    wf_f4 lane = wf_f4_splat(t);
    for (size_t i = 0; i < 4 * vertex_count; i += 4) {
        wf_f4 from = wf_f4_load(a + i);
        wf_f4 step = wf_f4_sub(wf_f4_load(b + i), from);
        wf_f4_store(out + i, wf_f4_muladd(step, lane, from));
    }
}

static void place_between_poses(wf_body* body, float fraction, struct wf_pool* const* pool,
                                float* out) {
    wf_body_shape_at(body, fraction);
    if (fraction >= 1.0f) {
        wf_body_place_pose(body, body->pose_end, pool, out);
        return;
    }
    wf_pose_lerp(body->pose_start, body->pose_end, fraction, body->bone_count, body->pose);
    wf_body_place_pose(body, body->pose, pool, out);
}

void wf_body_positions_at(wf_body* body, float fraction, struct wf_pool* const* pool, float* out) {
    if (body->motion == WF_MOTION_POSE) {
        place_between_poses(body, fraction, pool, out);
    } else if (body->motion == WF_MOTION_NONE) {
        copy_wide(body, wf_body_make_still(body), out);
    } else if (fraction >= 1.0f) {
        copy_wide(body, body->host, out);
    } else {
        lerp_vertices(body->still, body->host, fraction, body->vertex_count, out);
    }
}

void wf_body_positions_now(wf_body* body, float* out) {
    copy_wide(body, wf_body_make_still(body), out);
}

void wf_body_publish_now(wf_body* body) {
    const float* still = wf_body_make_still(body);
    for (size_t v = 0; v < body->vertex_count; ++v) {
        memcpy(body->published + 3 * v, still + 4 * v, 3 * sizeof(float));
    }
}
