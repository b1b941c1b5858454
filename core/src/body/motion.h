// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the files of body/ share about a body in motion: its shape at a time, its vertices in a
// pose, and where they stand.
#pragma once

#include "body/body.h"
#include "body/skinning.h"

static inline size_t wf_body_wide_bytes(const wf_body* body) {
    return 4 * sizeof(float) * (size_t)body->vertex_count;
}

static inline size_t wf_body_pose_bytes(const wf_body* body) {
    return WF_POSE_FLOATS * sizeof(float) * (size_t)body->bone_count;
}

/// The frame of a clip of `frame_count` that is shown after `frame` frames.
uint32_t wf_frame_at(uint32_t frame, uint32_t frame_count, bool loop);

/// Does a morph change in this step? Moves all changes on by a step.
bool wf_body_is_morphing(const wf_body* body);
void wf_body_advance_morphs(wf_body* body);

/// Brings `shaped` to the weights at a fraction of the step; nothing when it has them already.
void wf_body_shape_at(wf_body* body, float fraction);

/// The shaped vertices in a pose; without bones as they are.
void wf_body_place_pose(wf_body* body, const float* pose, struct wf_pool* const* pool, float* out);

/// `still`, brought up to date.
const float* wf_body_make_still(wf_body* body);

/// Vertex animation: does it go on in this step, and if so its end of the step into `host`.
bool wf_body_next_animation(wf_body* body);
