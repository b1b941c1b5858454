// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which pose a body has at a time: clips, fades, and the course of a step, which takes the body
// from where it stands to where clips, morphs, frames or the host want it.
#include "body/motion.h"

#include <string.h>

// ---- clips and fades ----------------------------------------------------------------------------

uint32_t wf_frame_at(uint32_t frame, uint32_t frame_count, bool loop) {
    if (loop) {
        return frame % frame_count;
    }
    return frame < frame_count ? frame : frame_count - 1;
}

static void read_clip(const wf_body* body, uint32_t frame, float* pose) {
    const wf_clip* clip = &body->clips[body->player.clip];
    size_t first = (size_t)wf_frame_at(frame, clip->frame_count, clip->loop) * body->bone_count;
    for (size_t bone = 0; bone < body->bone_count; ++bone) {
        float* p = pose + WF_POSE_FLOATS * bone;
        memcpy(p, clip->rotation + 4 * (first + bone), 4 * sizeof(float));
        for (size_t k = 0; k < 3; ++k) {
            p[4 + k] = (float)((double)clip->head[3 * (first + bone) + k] - body->home[k]);
        }
    }
}

static float smoothstep(float t) {
    return t * t * (3.0f - 2.0f * t);
}

static void evaluate_end_pose(wf_body* body) {
    const wf_player* player = &body->player;
    if (body->clip_count == 0 || !player->playing) {
        memcpy(body->pose_end, body->pose_start, wf_body_pose_bytes(body));
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
    memcpy(body->pose_from, body->pose_start, wf_body_pose_bytes(body));
    body->player =
        (wf_player){.clip = clip, .frame = frame, .blend_frames = blend_frames, .playing = true};
    body->host_pending = false;
    body->host_posed = false;
}

// ---- the step -----------------------------------------------------------------------------------

static wf_motion begin_own_motion(wf_body* body) {
    if (body->vertex_frames > 0) {
        return wf_body_next_animation(body) ? WF_MOTION_LINE : WF_MOTION_NONE;
    }
    bool moves = wf_body_is_morphing(body);
    if (body->bone_count > 0) {
        evaluate_end_pose(body);
        moves |= memcmp(body->pose_start, body->pose_end, wf_body_pose_bytes(body)) != 0;
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
        wf_body_shape_at(body, 1.0f);
        wf_body_place_pose(body, body->pose_end, NULL, body->host);
        body->motion = WF_MOTION_LINE;
    } else if (body->motion == WF_MOTION_LINE &&
               memcmp(wf_body_make_still(body), body->host, wf_body_wide_bytes(body)) == 0) {
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

void wf_body_take_host(wf_body* body) {
    finish_line(body);
    body->host_pending = false;
    wf_body_publish_now(body);
}

void wf_body_end_step(wf_body* body) {
    if (body->motion == WF_MOTION_LINE) {
        finish_line(body);
    } else if (body->motion == WF_MOTION_POSE) {
        body->still_valid = false;
    }
    if (!body->player.external && body->bone_count > 0 && body->motion != WF_MOTION_NONE) {
        memcpy(body->pose_start, body->pose_end, wf_body_pose_bytes(body));
        show_pose(body, body->pose_start);
    }
    if (body->player.playing) {
        body->player.frame += 1;
        body->player.blend_frame += 1;
    }
    wf_body_advance_morphs(body);
    body->fresh = false;
    body->host_pending = false;
    body->motion = WF_MOTION_NONE;
}
