// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a cloth definition must be: a sound mesh with a rest shape, seams that do not fold a
// triangle onto itself, pins that hold on to something, a fabric of this world.
#include "cloth/cloth.h"

#include "base/report.h"
#include "cloth/fabric.h"
#include "cloth/pins.h"
#include "mesh/check.h"
#include "weft/constants.h"

#include <math.h>

#define MAX_SPEED 100.0f       // m/s
#define MAX_MATERIAL 100.0f    // m, a bolt of cloth
#define MAX_SEAM_SECONDS 60.0f // s
#define MAX_LAYER 255u
#define MIN_BAND 1e-4f          // m
#define MAX_BAND_STIFFNESS 1e5f // N
#define MAX_BAND_MASS 1.0f      // kg

static weft_status check_fabric(const weft_fabric* fabric, weft_report* report) {
    const char* field = wf_fabric_check(fabric);
    if (field == NULL) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "fabric", 0, WF_NO_OTHER,
                          "The fabric's %s is out of range or NaN; fabrics are in SI units, start "
                          "from a preset.",
                          field);
}

static uint32_t micrometres(float length) {
    return (uint32_t)(1e6f * length + 0.5f);
}

weft_status wf_cloth_check_thickness(float thickness, float spacing, float contact_radius,
                                     weft_report* report) {
    if (thickness <= spacing || thickness <= contact_radius) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "fabric", 0, WF_NO_OTHER,
                          "A fabric %u um thick needs vertices as far apart, and these are %u um; "
                          "take a coarser mesh or a thinner fabric.",
                          micrometres(thickness), micrometres(spacing));
}

// ---- mesh ---------------------------------------------------------------------------------------

static weft_status check_counts(const weft_cloth_def* def, weft_report* report) {
    if (!def->positions || !def->triangles || def->vertex_count == 0 || def->triangle_count == 0) {
        return wf_report_fail(report, WEFT_ERROR_EMPTY_MESH, "positions", 0, WF_NO_OTHER,
                              "A cloth needs positions and triangles.");
    }
    if (def->vertex_count > WF_MAX_VERTICES || def->triangle_count > WF_MAX_TRIANGLES ||
        def->seam_count > WF_MAX_VERTICES || def->pin_count > WF_MAX_VERTICES ||
        def->band_count > WF_MAX_VERTICES) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "positions", 0, WF_NO_OTHER,
                              "A cloth may have %u vertices, seams, pins and pieces of band and "
                              "%u triangles at most.",
                              WF_MAX_VERTICES, WF_MAX_TRIANGLES);
    }
    const char* missing = def->seam_count > 0 && !def->seams   ? "seams"
                          : def->pin_count > 0 && !def->pins   ? "pins"
                          : def->band_count > 0 && !def->bands ? "bands"
                                                               : NULL;
    if (missing != NULL) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, missing, 0, WF_NO_OTHER,
                              "There is a count without the array it counts.");
    }
    if (def->layer > MAX_LAYER) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "layer", 0, WF_NO_OTHER,
                              "The layer lies between 0 and %u.", MAX_LAYER);
    }
    if (!(def->seam_close_seconds >= 0.0f && def->seam_close_seconds <= MAX_SEAM_SECONDS)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "seam_close_seconds", 0,
                              WF_NO_OTHER, "Seams close within 0 to 60 seconds.");
    }
    return WEFT_OK;
}

static weft_status check_numbers(const weft_cloth_def* def, weft_report* report) {
    size_t vertices = def->vertex_count;
    weft_status status =
        wf_check_values(def->positions, 3 * vertices, 3, WEFT_WORLD_EXTENT, "positions", report);
    if (status == WEFT_OK && def->velocities) {
        status = wf_check_values(def->velocities, 3 * vertices, 3, MAX_SPEED, "velocities", report);
    }
    if (status == WEFT_OK && def->material) {
        status = wf_check_values(def->material, 2 * vertices, 2, MAX_MATERIAL, "material", report);
    }
    return status;
}

static weft_status check_mesh(wf_memory* memory, const weft_cloth_def* def, weft_report* report) {
    const float* rest = def->material ? def->material : def->positions;
    weft_status status =
        wf_check_corners(def->triangles, def->triangle_count, def->vertex_count, report);
    if (status == WEFT_OK) {
        status = wf_check_areas(rest, def->material ? 2 : 3, def->triangles, def->triangle_count,
                                report);
    }
    if (status == WEFT_OK) {
        status = wf_check_manifold(memory, def->triangles, def->triangle_count, false, report);
    }
    if (status == WEFT_OK) {
        status =
            wf_check_used(memory, def->triangles, def->triangle_count, def->vertex_count, report);
    }
    return status;
}

// ---- seams --------------------------------------------------------------------------------------

static weft_status check_seam_indices(const weft_cloth_def* def, weft_report* report) {
    for (uint32_t i = 0; i < def->seam_count; ++i) {
        const uint32_t* pair = def->seams + 2 * (size_t)i;
        uint32_t high = pair[0] > pair[1] ? pair[0] : pair[1];
        if (high >= def->vertex_count) {
            return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "seams", i, high,
                                  "Seam pair %u names vertex %u but there are only %u.", i, high,
                                  def->vertex_count);
        }
        if (pair[0] == pair[1]) {
            return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "seams", i, high,
                                  "Seam pair %u sews vertex %u to itself; remove it.", i, high);
        }
    }
    return WEFT_OK;
}

static void join_seams(const weft_cloth_def* def, uint32_t* parent) {
    for (uint32_t v = 0; v < def->vertex_count; ++v) {
        parent[v] = v;
    }
    for (size_t i = 0; i < def->seam_count; ++i) {
        wf_join_sets(parent, def->seams[2 * i], def->seams[2 * i + 1]);
    }
}

// Once welded, the corners of every triangle must still be three.
static weft_status check_seams(wf_memory* memory, const weft_cloth_def* def, weft_report* report) {
    weft_status status = check_seam_indices(def, report);
    if (status != WEFT_OK || def->seam_count == 0) {
        return status;
    }
    uint32_t* parent = WF_ALLOC(memory, uint32_t, def->vertex_count);
    if (!parent) {
        return wf_report_memory(report, "seams");
    }
    join_seams(def, parent);
    uint32_t t = 0;
    for (; t < def->triangle_count; ++t) {
        const uint32_t* corner = def->triangles + 3 * (size_t)t;
        uint32_t a = wf_find_root(parent, corner[0]);
        uint32_t b = wf_find_root(parent, corner[1]);
        uint32_t c = wf_find_root(parent, corner[2]);
        if (a == b || b == c || c == a) {
            break;
        }
    }
    wf_free(memory, parent);
    if (t == def->triangle_count) {
        return WEFT_OK;
    }
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "seams", t, WF_NO_OTHER,
                          "The seams sew two corners of triangle %u together, which would close "
                          "it; leave one pair out.",
                          t);
}

// ---- pins ---------------------------------------------------------------------------------------

static weft_status check_pins(const weft_cloth_def* def, wf_pin_targets targets,
                              weft_report* report) {
    for (uint32_t i = 0; i < def->pin_count; ++i) {
        weft_status status = wf_pin_check(&def->pins[i], i, def->vertex_count, targets, report);
        if (status != WEFT_OK) {
            return status;
        }
    }
    return WEFT_OK;
}

// ---- bands --------------------------------------------------------------------------------------

static weft_status check_band(const weft_cloth_def* def, uint32_t i, weft_report* report) {
    const weft_band* band = &def->bands[i];
    uint32_t a = band->vertices[0], b = band->vertices[1], high = a > b ? a : b;
    if (high >= def->vertex_count) {
        return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "bands", i, high,
                              "Piece %u of a band names vertex %u but there are only %u.", i, high,
                              def->vertex_count);
    }
    bool sound = band->rest >= MIN_BAND && band->rest <= MAX_MATERIAL && band->stiffness >= 0.0f &&
                 band->stiffness <= MAX_BAND_STIFFNESS && band->mass >= 0.0f &&
                 band->mass <= MAX_BAND_MASS;
    if (a == b || !sound) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "bands", i, high,
                              "Piece %u of a band needs two vertices, a rest length of 0.1 mm to "
                              "100 m, a stiffness of 0 to 1e5 N and a mass of 0 to 1 kg.",
                              i);
    }
    return WEFT_OK;
}

static weft_status check_bands(const weft_cloth_def* def, weft_report* report) {
    weft_status status = WEFT_OK;
    for (uint32_t i = 0; i < def->band_count && status == WEFT_OK; ++i) {
        status = check_band(def, i, report);
    }
    return status;
}

weft_status wf_cloth_check(wf_memory* memory, const weft_cloth_def* def, wf_pin_targets targets,
                           weft_report* report) {
    weft_status status = check_counts(def, report);
    if (status == WEFT_OK) {
        status = check_fabric(&def->fabric, report);
    }
    if (status == WEFT_OK) {
        status = wf_check_collision(&def->collision, report);
    }
    if (status == WEFT_OK) {
        status = check_numbers(def, report);
    }
    if (status == WEFT_OK) {
        status = check_mesh(memory, def, report);
    }
    if (status == WEFT_OK) {
        status = check_seams(memory, def, report);
    }
    if (status == WEFT_OK) {
        status = check_bands(def, report);
    }
    return status == WEFT_OK ? check_pins(def, targets, report) : status;
}
