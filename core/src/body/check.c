// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a body definition must be: a sound mesh, and a skin whose weights and bones add up.
#include "body/body.h"

#include "base/report.h"
#include "mesh/check.h"
#include "weft/constants.h"

#define MAX_BONES 4096u
#define PART_COUNT 8u

static weft_status check_counts(const weft_body_def* def, weft_report* report) {
    if (!def->positions || !def->triangles || def->vertex_count == 0 || def->triangle_count == 0) {
        return wf_report_fail(report, WEFT_ERROR_EMPTY_MESH, "positions", 0, WF_NO_OTHER,
                              "A body needs positions and triangles.");
    }
    if (def->vertex_count > WF_MAX_VERTICES || def->triangle_count > WF_MAX_TRIANGLES) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "positions", 0, WF_NO_OTHER,
                              "A body may have %u vertices and %u triangles at most.",
                              WF_MAX_VERTICES, WF_MAX_TRIANGLES);
    }
    if (def->bone_count > MAX_BONES) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "bone_count", 0, WF_NO_OTHER,
                              "A body may have %u bones at most, not %u.", MAX_BONES,
                              def->bone_count);
    }
    if (!(def->friction >= 0.0f && def->friction <= 100.0f)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "friction", 0, WF_NO_OTHER,
                              "The friction factor of a body lies between 0 and 100.");
    }
    return WEFT_OK;
}

static weft_status check_parts(const weft_body_def* def, weft_report* report) {
    for (uint32_t t = 0; def->parts && t < def->triangle_count; ++t) {
        if (def->parts[t] >= PART_COUNT) {
            return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "parts", t, def->parts[t],
                                  "Triangle %u has part %u; parts go from 0 to %u.", t,
                                  def->parts[t], PART_COUNT - 1);
        }
    }
    return WEFT_OK;
}

static weft_status check_influences(const weft_body_def* def, uint32_t vertex,
                                    weft_report* report) {
    uint32_t sum = 0;
    for (size_t i = 4 * (size_t)vertex; i < 4 * (size_t)vertex + 4; ++i) {
        sum += def->bone_weights ? def->bone_weights[i] : 0;
        if (def->bone_indices[i] >= def->bone_count) {
            return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "bone_indices", vertex,
                                  def->bone_indices[i],
                                  "Vertex %u names bone %u but there are only %u; add that bone, "
                                  "or hang the vertex on another.",
                                  vertex, (uint32_t)def->bone_indices[i], def->bone_count);
        }
        if (def->bone_shares && !(def->bone_shares[i] >= 0.0f && def->bone_shares[i] <= 4.0f)) {
            return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "bone_weights", vertex,
                                  WF_NO_OTHER, "A weight of vertex %u lies outside 0 to 4.",
                                  vertex);
        }
    }
    if (sum != 65535 && !def->bone_shares) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "bone_weights", vertex, sum,
                              "The weights of vertex %u sum to %u; they must sum to 65535.", vertex,
                              sum);
    }
    return WEFT_OK;
}

static weft_status check_skin(const weft_body_def* def, weft_report* report) {
    if (def->bone_count == 0) {
        return WEFT_OK;
    }
    bool weighted = (def->bone_weights != NULL) != (def->bone_shares != NULL);
    if (!def->bone_indices || !weighted || !def->bone_heads) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "bone_count", 0, WF_NO_OTHER,
                              "A body with bones needs bone_indices, bone_weights and bone_heads.");
    }
    for (uint32_t vertex = 0; vertex < def->vertex_count; ++vertex) {
        weft_status status = check_influences(def, vertex, report);
        if (status != WEFT_OK) {
            return status;
        }
    }
    return wf_check_values(def->bone_heads, 3 * (size_t)def->bone_count, 3, WEFT_WORLD_EXTENT,
                           "bone_heads", report);
}

weft_status wf_body_check(wf_memory* memory, const weft_body_def* def, weft_report* report) {
    weft_status status = wf_shape_check(def, report);
    if (status == WEFT_OK) {
        status = check_counts(def, report);
    }
    if (status == WEFT_OK) {
        status = wf_check_values(def->positions, 3 * (size_t)def->vertex_count, 3,
                                 WEFT_WORLD_EXTENT, "positions", report);
    }
    if (status == WEFT_OK) {
        status = wf_check_corners(def->triangles, def->triangle_count, def->vertex_count, report);
    }
    if (status == WEFT_OK) {
        status = wf_check_areas(def->positions, 3, def->triangles, def->triangle_count, report);
    }
    bool meets = def->shape.kind == WEFT_SHAPE_MESH; // of a solid the mesh only shows where it is
    if (status == WEFT_OK && meets) {
        status = wf_check_manifold(memory, def->triangles, def->triangle_count, !def->open, report);
    }
    if (status == WEFT_OK && meets && !def->open) {
        status = wf_check_outward(memory, def->positions, def->triangles, def->triangle_count,
                                  def->vertex_count, report);
    }
    if (status == WEFT_OK) {
        status = wf_check_collision(&def->collision, report);
    }
    if (status == WEFT_OK) {
        status = check_parts(def, report);
    }
    if (status == WEFT_OK) {
        status = wf_shape_check_mesh(def, report);
    }
    return status == WEFT_OK ? check_skin(def, report) : status;
}
