// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A pair is found with the plane across its closest points, before anybody knows where it will be.
// Cloth that bends by 20 degrees in a substep takes its features past such planes without their
// coming near each other: of what proposals do to a fold that falls, nineteen of twenty planes that
// stop it could be others. Whatever has a gap along the same direction at both ends of a straight
// way has it in between, so when the proposal is known the direction of the closest points at its
// end is tried, and some between that and the first.
#include "contact/turn.h"

#include "contact/allowance.h"
#include "contact/gaps.h"
#include "detect/closest.h"
#include "math/vec.h"

/// Directions that are tried: that at the end, then nearer and nearer to the present one.
enum { DIRECTIONS = 4 };

/// The four points of a pair at the two ends of the way.
typedef struct pose {
    float from[4][4], to[4][4];
} pose;

static pose find_pose(const wf_contact* c, const wf_plane* p, bool of_layers,
                      const float* displacement) {
    pose out;
    for (uint32_t k = 0; k < 4; ++k) {
        size_t at = 4 * (size_t)p->point[k];
        bool cloth = of_layers || k < p->upper;
        wf_f4 from = wf_f4_load((cloth ? c->particles->x : c->obstacle->x0) + at);
        wf_f4_store(out.from[k], from);
        wf_f4_store(out.to[k], cloth ? wf_f4_add(from, wf_f4_load(displacement + at))
                                     : wf_f4_load(c->obstacle->x1 + at));
    }
    return out;
}

/// From the lower closest point to the upper one, at the end.
static wf_v3 between_closest(const pose* at, uint32_t upper) {
    const float* point[4] = {at->to[0], at->to[1], at->to[2], at->to[3]};
    float weight[4];
    wf_closest_features(point, upper, weight);
    wf_v3 n = wf_v3_scale(wf_v3_load(point[0]), weight[0]);
    for (int k = 1; k < 4; ++k) {
        n = wf_v3_muladd(n, wf_v3_load(point[k]), weight[k]);
    }
    return n;
}

/// Heights of one side: the one nearest to the other at both ends.
typedef struct span {
    float from, to;
} span;

static wf_plane plane_along(const pose* at, const wf_plane* p, bool of_layers, wf_v3 n,
                            float* end) {
    wf_plane out = *p;
    span low = {1e30f, 1e30f}, top = {-1e30f, -1e30f};
    wf_v3 origin = wf_v3_load(at->from[3]);
    for (uint32_t k = 0; k < 4; ++k) {
        float from = wf_v3_dot(n, wf_v3_sub(wf_v3_load(at->from[k]), origin));
        float to = wf_v3_dot(n, wf_v3_sub(wf_v3_load(at->to[k]), origin));
        out.height[k] = from;
        if (k < p->upper) {
            low.from = from < low.from ? from : low.from;
            low.to = to < low.to ? to : low.to;
        } else {
            top.from = from > top.from ? from : top.from;
            top.to = to > top.to ? to : top.to;
        }
    }
    for (uint32_t k = 0; k < 4; ++k) {
        out.height[k] -= top.from;
    }
    out.gap = low.from - top.from;
    out.approach = of_layers ? 0.0f : top.to - top.from;
    wf_v3_store(out.n, n);
    *end = low.to - top.to;
    return out;
}

bool wf_turn_plane(const wf_contact* c, wf_plane* p, bool of_layers, const float* displacement) {
    pose at = find_pose(c, p, of_layers, displacement);
    wf_v3 far = between_closest(&at, p->upper), here = wf_v3_load(p->n);
    float length = wf_v3_length(far);
    if (!(length > 2.0f * WEFT_SAFETY_GAP)) {
        return false;
    }
    far = wf_v3_scale(far, 1.0f / length);
    for (int k = 0; k < DIRECTIONS; ++k) {
        float part = (float)k / (float)DIRECTIONS, end;
        wf_v3 n = wf_v3_muladd(wf_v3_scale(far, 1.0f - part), here, part);
        float size = wf_v3_length(n);
        if (!(size > 0.1f)) {
            continue;
        }
        wf_plane turned = plane_along(&at, p, of_layers, wf_v3_scale(n, 1.0f / size), &end);
        if (turned.gap > 2.0f * WEFT_SAFETY_GAP &&
            end >= turned.gap - wf_push_allowance(turned.gap)) {
            *p = turned;
            return true;
        }
    }
    return false;
}
