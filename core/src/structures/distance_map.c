// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which segment a triangle of a body belongs to: that whose bones carry most of its three corners.
// Bull, Slater, Buxton 2003 have characters that come in segments; ours come as one skin.
#include "structures/distance_segments.h"

#include "base/report.h"

enum { CORNERS = 3, BONES = 4, MOST_LABELS = 256 };

weft_status wf_segments_label(const wf_segment_map* map, const wf_distance_mesh* mesh,
                              const uint16_t* bones, const float* weights, uint8_t* labels,
                              weft_report* report) {
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        float share[MOST_LABELS] = {0};
        uint32_t best = 0;
        for (uint32_t i = 0; i < CORNERS * BONES; ++i) {
            uint32_t vertex = mesh->triangles[CORNERS * (size_t)t + i / BONES];
            size_t at = BONES * (size_t)vertex + i % BONES;
            if (!(weights[at] > 0.0f)) {
                continue;
            }
            if (bones[at] >= map->bone_count) {
                return wf_report_fail(report, WEFT_ERROR_INDEX_OUT_OF_RANGE, "bone_indices", vertex,
                                      bones[at],
                                      "Vertex %u hangs on bone %u, which the map of segments does "
                                      "not have, as it ends after %u bones; give it that bone, or "
                                      "hang the vertex on another.",
                                      vertex, (uint32_t)bones[at], map->bone_count);
            }
            uint32_t label = map->segment[bones[at]];
            share[label] += weights[at];
            best = share[label] > share[best] ? label : best;
        }
        labels[t] = (uint8_t)best;
    }
    return wf_report_ok(report);
}
