// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A contour has one order: a few of its crossings tell which way the normals of both sheets look,
// by the body or against each other.
#include "repair/order.h"

/// Crossings of a contour that are asked, and of all contours together where there are bodies: each
/// looks at all of their vertices. Contours beyond that have no order in this step.
enum { ASKED = 8, ASKED_IN_ALL = 256 };
/// Sheets that look less than this (a mean cosine) out or in give no order.
#define LEAST_FACING 0.1f

wf_f4 wf_edge_normal(const wf_repair_mesh* mesh, uint32_t edge) {
    wf_f4 sum = wf_f4_zero();
    for (int i = 0; i < 2; ++i) {
        uint32_t t = mesh->edge_triangles[2 * (size_t)edge + (size_t)i];
        if (t != UINT32_MAX) {
            sum = wf_f4_add(sum, wf_lanes_normal(mesh->x, mesh->triangles + 3 * (size_t)t));
        }
    }
    return wf_lanes_unit(sum);
}

/// Where the nearest surface of a body faces.
static wf_f4 outward(const wf_repair_mesh* body, wf_f4 place) {
    float least2 = 1e30f;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < body->vertex_count; ++i) {
        wf_f4 way = wf_f4_sub(wf_lanes_at(body->x, i), place);
        float far2 = wf_f4_dot3(way, way);
        nearest = far2 < least2 ? i : nearest;
        least2 = far2 < least2 ? far2 : least2;
    }
    return wf_lanes_unit(wf_lanes_at(body->normals, nearest));
}

static int8_t sign_of(float facing, uint32_t asked) {
    float least = LEAST_FACING * (float)asked;
    return facing > least ? 1 : facing < -least ? -1 : 0;
}

static void find_order(const wf_crossings* c, wf_contour* contour, const wf_repair_mesh mesh[2]) {
    const wf_repair_mesh *cloth = &mesh[WF_CLOTH], *body = &mesh[WF_BODY];
    uint32_t stride = (contour->count + ASKED - 1) / ASKED, asked = 0, inner = 1u - contour->outer;
    float facing[2] = {0.0f, 0.0f};
    for (uint32_t n = 0; n < contour->count; n += stride) {
        const wf_crossing* k = &c->items[c->order[contour->first + n]];
        wf_f4 normal[2];
        normal[k->sheet] = wf_edge_normal(cloth, k->edge);
        normal[1 - k->sheet] = k->normal;
        wf_f4 out = body->vertex_count > 0 ? outward(body, k->place) : normal[inner];
        facing[0] += wf_lanes_dot(out, normal[0]);
        facing[1] += wf_lanes_dot(out, normal[1]);
        asked += 1;
    }
    contour->out[0] = sign_of(facing[0], asked);
    contour->out[1] = sign_of(facing[1], asked);
}

void wf_order_contours(wf_crossings* c, const wf_repair_mesh mesh[2]) {
    const uint32_t* layer = mesh[WF_CLOTH].layer;
    uint32_t left = mesh[WF_BODY].vertex_count > 0 ? ASKED_IN_ALL : UINT32_MAX;
    for (uint32_t n = 0; n < c->contour_count && layer != NULL; ++n) {
        wf_contour* contour = &c->contours[n];
        const wf_crossing* k = &c->items[c->order[contour->first]];
        if (contour->body || layer[k->end[0]] == layer[k->corner[0]] || left < ASKED) {
            continue;
        }
        contour->ordered = true;
        contour->outer =
            layer[k->end[0]] > layer[k->corner[0]] ? k->sheet : (uint8_t)(1 - k->sheet);
        find_order(c, contour, mesh);
        left -= ASKED;
    }
}
