// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Springs from the rest shape that the elements keep: gradients of the material coordinates, whose
// inverse is the triangle. Where seams join two panels an edge has two lengths; the stiffer side
// counts for more.
#include "solve/edge_springs.h"

#include "cloth/isotropic.h"

#include <math.h>

float wf_edge_spring_part(float pull, float poisson, float area, float length, float cotangent) {
    float even = pull / (1.0f + poisson) * area / (length * length);
    float across = pull * poisson / (1.0f - poisson * poisson) * 0.5f * cotangent;
    return even + across > 0.0f ? even + across : 0.0f;
}

static float lane_of(wf_f4 value, int lane) {
    float lanes[4];
    wf_f4_store(lanes, value);
    return lanes[lane];
}

/// Material points of the corners of a lane, from corner 0.
static void corners_of(const wf_membrane* m, int lane, float out[3][2]) {
    float a = lane_of(m->gu[1], lane), b = lane_of(m->gv[1], lane);
    float c = lane_of(m->gu[2], lane), d = lane_of(m->gv[2], lane);
    float scale = 1.0f / (a * d - b * c);
    out[0][0] = out[0][1] = 0.0f;
    out[1][0] = d * scale;
    out[1][1] = -c * scale;
    out[2][0] = -b * scale;
    out[2][1] = a * scale;
}

/// What of a fabric a lane has.
static weft_fabric fabric_of(const wf_membrane* m, int lane) {
    weft_fabric f = {.stretch_weft = lane_of(m->stretch_u, lane),
                     .stretch_warp = lane_of(m->stretch_v, lane),
                     .shear = lane_of(m->shear, lane),
                     .compression = lane_of(m->compression, lane)};
    float smaller = f.stretch_weft < f.stretch_warp ? f.stretch_weft : f.stretch_warp;
    f.poisson = lane_of(m->coupling, lane) / smaller;
    return f;
}

/// The edge of a triangle between two particles.
static uint32_t edge_between(const wf_system* s, uint32_t triangle, uint32_t p, uint32_t q) {
    const uint32_t* own = s->particles.triangle_edges + 3 * (size_t)triangle;
    for (int k = 0; k < 2; ++k) {
        const uint32_t* ends = s->particles.edges + 2 * (size_t)own[k];
        if ((ends[0] == p && ends[1] == q) || (ends[0] == q && ends[1] == p)) {
            return own[k];
        }
    }
    return own[2];
}

/// Adds what a triangle gives to the edge that faces its corner k. `weight` sums the constants.
static void add_edge(const wf_system* s, uint32_t triangle, int k, wf_edge_spring* springs,
                     float* weight) {
    const wf_element* e = &s->elements[triangle / 4];
    int lane = (int)(triangle % 4), i = (k + 1) % 3, j = (k + 2) % 3;
    float at[3][2];
    corners_of(&e->m, lane, at);
    weft_fabric fabric = fabric_of(&e->m, lane);
    float x = at[j][0] - at[i][0], y = at[j][1] - at[i][1], length = sqrtf(x * x + y * y);
    float px = at[i][0] - at[k][0], py = at[i][1] - at[k][1];
    float qx = at[j][0] - at[k][0], qy = at[j][1] - at[k][1];
    float area = lane_of(e->m.area, lane), cotangent = (px * qx + py * qy) / (2.0f * area);
    float pull = wf_fabric_pull(&fabric, x / length, y / length);
    float part = wf_edge_spring_part(pull, fabric.poisson, area, length, cotangent);
    uint32_t edge = edge_between(s, triangle, e->corner[i][lane], e->corner[j][lane]);
    float share = part + 1e-6f * pull; // a length where every part is 0
    springs[edge].k += part;
    springs[edge].rest += share * length;
    springs[edge].push += share * fabric.compression;
    weight[edge] += share;
}

wf_edge_spring* wf_edge_springs_build(wf_memory* memory, const wf_system* s) {
    const wf_particles* p = &s->particles;
    wf_edge_spring* springs = WF_ALLOC(memory, wf_edge_spring, (size_t)p->edge_count + 1);
    float* weight = WF_ALLOC(memory, float, (size_t)p->edge_count + 1);
    if (springs == NULL || weight == NULL) {
        wf_free(memory, springs);
        wf_free(memory, weight);
        return NULL;
    }
    for (uint32_t i = 0; i < 3 * p->triangle_count; ++i) {
        if (lane_of(s->elements[i / 12].m.area, (int)(i / 3 % 4)) > 0.0f) {
            add_edge(s, i / 3, (int)(i % 3), springs, weight);
        }
    }
    for (uint32_t i = 0; i < p->edge_count; ++i) {
        springs[i].a = p->edges[2 * (size_t)i];
        springs[i].b = p->edges[2 * (size_t)i + 1];
        if (weight[i] > 0.0f) {
            springs[i].rest /= weight[i];
            springs[i].push /= weight[i];
        }
    }
    wf_free(memory, weight);
    return springs;
}
