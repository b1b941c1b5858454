// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Motion that comes as vertices: from the host, checked before it is taken, and from the frames of
// a vertex animation.
#include "body/motion.h"

#include "weft/constants.h"

#include <math.h>
#include <string.h>

// ---- vertex animation ---------------------------------------------------------------------------

static void read_animation(const wf_body* body, uint32_t frame, float* out) {
    size_t count = body->vertex_count;
    const float* from = body->vertex_animation +
                        3 * count * wf_frame_at(frame, body->vertex_frames, body->vertex_loop);
    for (size_t v = 0; v < count; ++v) {
        for (size_t k = 0; k < 3; ++k) {
            out[4 * v + k] = (float)((double)from[3 * v + k] - body->home[k]);
        }
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

static bool goes_on(const wf_body* body) {
    return body->player.playing && body->vertex_frames > 1 &&
           (body->vertex_loop || body->player.frame + 1 < body->vertex_frames);
}

bool wf_body_next_animation(wf_body* body) {
    if (!goes_on(body)) {
        return false;
    }
    read_animation(body, body->player.frame + 1, body->host);
    return true;
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

/// A solid goes with its vertices, so these have to stay a solid.
static weft_status check_shape(const wf_body* body) {
    bool fits = !wf_is_solid(&body->shape) ||
                wf_shape_is_rigid(body->rest, body->spare, body->vertex_count);
    return fits ? WEFT_OK : WEFT_ERROR_INVALID_ARGUMENT;
}

static weft_status accept_spare(wf_body* body) {
    weft_status status = check_places(body->spare, body->vertex_count);
    status = status == WEFT_OK ? check_shape(body) : status;
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

static void widen(const float* packed, size_t vertex_count, float* wide) {
    for (size_t v = 0; v < vertex_count; ++v) {
        memcpy(wide + 4 * v, packed + 3 * v, 3 * sizeof(float));
        wide[4 * v + 3] = 1.0f;
    }
}

weft_status wf_body_host_positions(wf_memory* memory, wf_body* body, const float* positions) {
    if (!wf_body_alloc_host(memory, body)) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    widen(positions, body->vertex_count, body->spare);
    weft_status status = accept_spare(body);
    if (status == WEFT_OK) {
        body->host_posed = false;
    }
    return status;
}

static void keep_matrices(wf_body* body, const float* matrices, const float place[3]) {
    size_t floats = 12 * (size_t)body->bone_count;
    memcpy(body->host_matrices, matrices, sizeof(float) * floats);
    for (size_t i = 0; i < floats; i += 4) {
        body->host_matrices[i + 3] += place[i / 4 % 3];
    }
}

weft_status wf_body_host_pose(wf_memory* memory, wf_body* body, const float* matrices,
                              const float* rest, const float place[3]) {
    if (body->bone_count == 0) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    if (!wf_body_alloc_host(memory, body)) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    if (rest) {
        widen(rest, body->vertex_count, body->spare);
    } else {
        wf_body_shape_at(body, 0.0f);
    }
    wf_rows_to_columns(matrices, body->bone_count, body->columns);
    wf_skin(rest ? body->spare : body->shaped, body->bone_indices, body->bone_weights,
            body->columns, place, body->vertex_count, body->spare);
    weft_status status = accept_spare(body);
    if (status == WEFT_OK) {
        body->host_posed = true;
        keep_matrices(body, matrices, place);
    }
    return status;
}

/// A rotation of unit length, to a thousandth.
static bool is_rotation(const float q[4]) {
    float square = ((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3];
    return fabsf(square - 1.0f) <= 2e-3f;
}

weft_status wf_body_host_transform(wf_memory* memory, wf_body* body, const float place[3],
                                   const float rotation[4]) {
    bool finite = isfinite(rotation[0]) && isfinite(rotation[1]) && isfinite(rotation[2]) &&
                  isfinite(rotation[3]);
    if (body->bone_count > 0 || !is_rotation(rotation)) {
        return finite ? WEFT_ERROR_INVALID_ARGUMENT : WEFT_ERROR_NOT_FINITE;
    }
    if (!wf_body_alloc_host(memory, body)) {
        return WEFT_ERROR_OUT_OF_MEMORY;
    }
    double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    double s = 2.0 / (((x * x + y * y) + z * z) + w * w);
    double row[3][3] = {
        {1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
        {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
        {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)},
    };
    for (size_t v = 0; v < body->vertex_count; ++v) {
        const float* from = body->rest + 4 * v;
        for (size_t k = 0; k < 3; ++k) {
            double turned = (row[k][0] * from[0] + row[k][1] * from[1]) + row[k][2] * from[2];
            body->spare[4 * v + k] = (float)(turned + place[k]);
        }
        body->spare[4 * v + 3] = 1.0f;
    }
    weft_status status = accept_spare(body);
    if (status == WEFT_OK) {
        body->host_posed = false;
    }
    return status;
}
