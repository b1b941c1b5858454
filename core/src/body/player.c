// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pose a body has at a time: clips, fades, morph weights, vertex animation, and what the host
// says. A step takes the body from where it stands to an end; in between it goes by poses where
// there are bones (an arm turns, it does not shrink) and by straight lines where there are none.
#include "body/body.h"

#include "body/skinning.h"
#include "math/simd.h"
#include "weft/constants.h"

#include <math.h>
#include <string.h>

static size_t wide_bytes(const wf_body* body) {
    return 4 * sizeof(float) * (size_t)body->vertex_count;
}

static size_t pose_bytes(const wf_body* body) {
    return WF_POSE_FLOATS * sizeof(float) * (size_t)body->bone_count;
}

// ---- clips and fades ----------------------------------------------------------------------------

static uint32_t frame_at(uint32_t frame, uint32_t frame_count, bool loop) {
    if (loop) {
        return frame % frame_count;
    }
    return frame < frame_count ? frame : frame_count - 1;
}

static void read_clip(const wf_body* body, uint32_t frame, float* pose) {
    const wf_clip* clip = &body->clips[body->player.clip];
    size_t first = (size_t)frame_at(frame, clip->frame_count, clip->loop) * body->bone_count;
    for (size_t bone = 0; bone < body->bone_count; ++bone) {
        float* p = pose + WF_POSE_FLOATS * bone;
        memcpy(p, clip->rotation + 4 * (first + bone), 4 * sizeof(float));
        memcpy(p + 4, clip->head + 3 * (first + bone), 3 * sizeof(float));
    }
}

static float smoothstep(float t) {
    return t * t * (3.0f - 2.0f * t);
}

static void evaluate_end_pose(wf_body* body) {
    const wf_player* player = &body->player;
    if (body->clip_count == 0 || !player->playing) {
        memcpy(body->pose_end, body->pose_start, pose_bytes(body));
        return;
    }
    read_clip(body, player->frame + 1, body->pose_end);
    uint32_t blended = player->blend_frame + 1;
    if (blended < player->blend_frames) {
        float t = smoothstep((float)blended / (float)player->blend_frames);
        wf_pose_lerp(body->pose_from, body->pose_end, t, body->bone_count, body->pose_end);
    }
}

static void show_pose(wf_body* body, const float* pose) {
    wf_pose_columns(pose, body->rest_heads, body->bone_count, body->columns);
    wf_columns_to_rows(body->columns, body->bone_count, body->matrices);
}

bool wf_body_add_clip(wf_memory* memory, wf_body* body, const wf_clip* clip) {
    if (!wf_reserve(memory, (void**)&body->clips, &body->clip_capacity,
                    (size_t)body->clip_count + 1, sizeof *clip)) {
        return false;
    }
    body->clips[body->clip_count++] = *clip;
    if (body->clip_count == 1) {
        read_clip(body, 0, body->pose_start);
        show_pose(body, body->pose_start);
        body->still_valid = false;
    }
    return true;
}

void wf_body_play(wf_body* body, uint32_t clip, uint32_t frame, uint32_t blend_frames) {
    memcpy(body->pose_from, body->pose_start, pose_bytes(body));
    body->player =
        (wf_player){.clip = clip, .frame = frame, .blend_frames = blend_frames, .playing = true};
    body->host_pending = false;
    body->host_posed = false;
}

// ---- morphs -------------------------------------------------------------------------------------

static bool is_morphing(const wf_body* body) {
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
static void shape_at(wf_body* body, float fraction) {
    bool changed = false;
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        changed |= weight_at(&body->morphs[i], fraction) != body->morphs[i].applied;
    }
    if (!changed) {
        return;
    }
    memcpy(body->shaped, body->rest, wide_bytes(body));
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

static void advance_morphs(wf_body* body) {
    for (uint32_t i = 0; i < body->morph_count; ++i) {
        wf_morph* morph = &body->morphs[i];
        if (morph->step < morph->steps) {
            morph->step += 1;
        }
    }
}

// ---- places of the vertices ---------------------------------------------------------------------

static void place_pose(wf_body* body, const float* pose, float* out) {
    if (body->bone_count == 0) {
        memcpy(out, body->shaped, wide_bytes(body));
        return;
    }
    wf_pose_columns(pose, body->rest_heads, body->bone_count, body->columns);
    wf_skin(body->shaped, body->bone_indices, body->bone_weights, body->columns, body->vertex_count,
            out);
}

static const float* make_still(wf_body* body) {
    if (!body->still_valid) {
        shape_at(body, 0.0f);
        place_pose(body, body->pose_start, body->still);
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

static void place_between_poses(wf_body* body, float fraction, float* out) {
    shape_at(body, fraction);
    if (fraction >= 1.0f) {
        place_pose(body, body->pose_end, out);
        return;
    }
    wf_pose_lerp(body->pose_start, body->pose_end, fraction, body->bone_count, body->pose);
    place_pose(body, body->pose, out);
}

void wf_body_positions_at(wf_body* body, float fraction, float* out) {
    if (body->motion == WF_MOTION_POSE) {
        place_between_poses(body, fraction, out);
    } else if (body->motion == WF_MOTION_NONE) {
        memcpy(out, make_still(body), wide_bytes(body));
    } else if (fraction >= 1.0f) {
        memcpy(out, body->host, wide_bytes(body));
    } else {
        lerp_vertices(body->still, body->host, fraction, body->vertex_count, out);
    }
}

void wf_body_positions_now(wf_body* body, float* out) {
    memcpy(out, make_still(body), wide_bytes(body));
}

void wf_body_publish_now(wf_body* body) {
    const float* still = make_still(body);
    for (size_t v = 0; v < body->vertex_count; ++v) {
        memcpy(body->published + 3 * v, still + 4 * v, 3 * sizeof(float));
    }
}

// ---- vertex animation ---------------------------------------------------------------------------

static void read_animation(const wf_body* body, uint32_t frame, float* out) {
    size_t count = body->vertex_count;
    const float* from = body->vertex_animation +
                        3 * count * frame_at(frame, body->vertex_frames, body->vertex_loop);
    for (size_t v = 0; v < count; ++v) {
        memcpy(out + 4 * v, from + 3 * v, 3 * sizeof(float));
        out[4 * v + 3] = 1.0f;
    }
}

bool wf_body_set_animation(wf_memory* memory, wf_body* body, float* frames, uint32_t frame_count,
                           bool loop) {
    if (!body->host) {
        body->host = WF_ALLOC(memory, float, 4 * (size_t)body->vertex_count);
        if (!body->host) {
            return false;
        }
    }
    body->vertex_animation = frames;
    body->vertex_frames = frame_count;
    body->vertex_loop = loop;
    body->player.playing = true;
    read_animation(body, 0, body->still);
    body->still_valid = true;
    return true;
}

static bool animation_goes_on(const wf_body* body) {
    return body->player.playing && body->vertex_frames > 1 &&
           (body->vertex_loop || body->player.frame + 1 < body->vertex_frames);
}

// ---- the host -----------------------------------------------------------------------------------

// In range means finite too: a comparison with NaN is false.
static weft_status check_places(const float* wide, size_t vertex_count) {
    for (size_t i = 0; i < 4 * vertex_count; ++i) {
        if (!(fabsf(wide[i]) <= WEFT_WORLD_EXTENT)) {
            return isfinite(wide[i]) ? WEFT_ERROR_INVALID_ARGUMENT : WEFT_ERROR_NOT_FINITE;
        }
    }
    return WEFT_OK;
}

bool wf_body_alloc_host(wf_memory* memory, wf_body* body) {
    size_t floats = 4 * (size_t)body->vertex_count;
    body->host = body->host ? body->host : WF_ALLOC(memory, float, floats);
    body->spare = body->spare ? body->spare : WF_ALLOC(memory, float, floats);
    if (body->bone_count > 0 && !body->host_matrices) {
        body->host_matrices = WF_ALLOC(memory, float, 12 * (size_t)body->bone_count);
    }
    return body->host && body->spare && (body->host_matrices || body->bone_count == 0);
}

static weft_status accept_spare(wf_body* body) {
    weft_status status = check_places(body->spare, body->vertex_count);
    if (status == WEFT_OK) {
        float* host = body->host;
        body->host = body->spare;
        body->spare = host;
        body->host_pending = true;
        body->player.external = true;
        body->player.playing = false;
    }
    return status;
}

weft_status wf_body_host_positions(wf_memory* memory, wf_body* body, const float* positions) {
    if (!wf_body_alloc_host(memory, body)) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    for (size_t v = 0; v < body->vertex_count; ++v) {
        memcpy(body->spare + 4 * v, positions + 3 * v, 3 * sizeof(float));
        body->spare[4 * v + 3] = 1.0f;
    }
    weft_status status = accept_spare(body);
    if (status == WEFT_OK) {
        body->host_posed = false;
    }
    return status;
}

weft_status wf_body_host_pose(wf_memory* memory, wf_body* body, const float* matrices) {
    if (body->bone_count == 0) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    if (!wf_body_alloc_host(memory, body)) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    shape_at(body, 0.0f);
    wf_rows_to_columns(matrices, body->bone_count, body->columns);
    wf_skin(body->shaped, body->bone_indices, body->bone_weights, body->columns, body->vertex_count,
            body->spare);
    weft_status status = accept_spare(body);
    if (status == WEFT_OK) {
        body->host_posed = true;
        memcpy(body->host_matrices, matrices, 12 * sizeof(float) * (size_t)body->bone_count);
    }
    return status;
}

// ---- the step -----------------------------------------------------------------------------------

static wf_motion begin_own_motion(wf_body* body) {
    if (body->vertex_frames > 0) {
        if (!animation_goes_on(body)) {
            return WF_MOTION_NONE;
        }
        read_animation(body, body->player.frame + 1, body->host);
        return WF_MOTION_LINE;
    }
    bool moves = is_morphing(body);
    if (body->bone_count > 0) {
        evaluate_end_pose(body);
        moves |= memcmp(body->pose_start, body->pose_end, pose_bytes(body)) != 0;
    }
    return moves || !body->posed ? WF_MOTION_POSE : WF_MOTION_NONE;
}

void wf_body_begin_step(wf_body* body) {
    body->motion = WF_MOTION_NONE;
    if (body->host_pending) {
        body->motion = WF_MOTION_LINE;
    } else if (!body->player.external) {
        body->motion = begin_own_motion(body);
    }
    // After host input the poses do not say where the body stands: go straight to the new pose.
    if (body->motion == WF_MOTION_POSE && !body->posed) {
        shape_at(body, 1.0f);
        place_pose(body, body->pose_end, body->host);
        body->motion = WF_MOTION_LINE;
    } else if (body->motion == WF_MOTION_LINE &&
               memcmp(make_still(body), body->host, wide_bytes(body)) == 0) {
        body->motion = WF_MOTION_NONE;
    }
}

static void finish_line(wf_body* body) {
    float* still = body->still;
    body->still = body->host;
    body->host = still;
    body->still_valid = true;
    body->posed = !body->player.external;
    if (body->host_pending && body->host_posed) {
        memcpy(body->matrices, body->host_matrices, 12 * sizeof(float) * (size_t)body->bone_count);
    }
}

void wf_body_end_step(wf_body* body) {
    if (body->motion == WF_MOTION_LINE) {
        finish_line(body);
    } else if (body->motion == WF_MOTION_POSE) {
        body->still_valid = false;
    }
    if (!body->player.external && body->bone_count > 0 && body->motion != WF_MOTION_NONE) {
        memcpy(body->pose_start, body->pose_end, pose_bytes(body));
        show_pose(body, body->pose_start);
    }
    if (body->player.playing) {
        body->player.frame += 1;
        body->player.blend_frame += 1;
    }
    advance_morphs(body);
    body->host_pending = false;
    body->motion = WF_MOTION_NONE;
}
