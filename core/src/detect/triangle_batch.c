// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "detect/triangle_batch.h"

#include "weft/constants.h"

#include <stddef.h>

static wf_v3x4 unit_across(const wf_v3x4 p[3]) {
    wf_v3x4 n = wf_v3x4_cross(wf_v3x4_sub(p[1], p[0]), wf_v3x4_sub(p[2], p[0]));
    wf_f4 length = wf_f4_sqrt(wf_f4_max(wf_v3x4_dot(n, n), wf_f4_splat(1e-30f)));
    return wf_v3x4_scale(n, wf_f4_div(wf_f4_splat(1.0f), length));
}

WF_INLINE void heights(wf_v3x4 n, const wf_v3x4 p[3], wf_f4* low, wf_f4* high) {
    wf_f4 a = wf_v3x4_dot(n, p[0]), b = wf_v3x4_dot(n, p[1]), c = wf_v3x4_dot(n, p[2]);
    *low = wf_f4_min(wf_f4_min(a, b), c);
    *high = wf_f4_max(wf_f4_max(a, b), c);
}

/// Not inlined: it is long, and needed three times. What stands ends where it is.
static void find_span(const wf_v3x4* n, const wf_v3x4 now[3], const wf_v3x4 to[3], wf_f4 slack,
                      wf_span4* s) {
    heights(*n, now, &s->now_low, &s->now_high);
    if (to == now) {
        s->to_low = s->now_low;
        s->to_high = s->now_high;
    } else {
        heights(*n, to, &s->to_low, &s->to_high);
    }
    wf_f4 size = wf_f4_add(wf_f4_add(wf_f4_abs(n->x), wf_f4_abs(n->y)), wf_f4_abs(n->z));
    wf_f4 room = wf_f4_mul(size, slack);
    s->end_low = wf_f4_sub(s->to_low, room);
    s->end_high = wf_f4_add(s->to_high, room);
}

/// Where a lies over b all the way.
static wf_f4 lies_over(const wf_span4* a, const wf_span4* b, wf_f4 reach) {
    wf_f4 clear = wf_f4_less(wf_f4_splat(WEFT_UNCLEAR_GAP), wf_f4_sub(a->now_low, b->now_high));
    wf_f4 far = wf_f4_less(reach, wf_f4_sub(a->to_low, b->to_high));
    wf_f4 apart =
        wf_f4_less(wf_f4_splat(2.0f * WEFT_SAFETY_GAP), wf_f4_sub(a->end_low, b->end_high));
    return wf_f4_and(wf_f4_and(clear, far), apart);
}

static wf_f4 parted(const wf_span4* a, const wf_span4* b, wf_f4 reach) {
    return wf_f4_or(lies_over(a, b, reach), lies_over(b, a, reach));
}

void wf_triangle_side_find(const wf_surface* cloth, uint32_t triangle, wf_triangle_side* side) {
    const uint32_t* corner = cloth->triangles + 3 * (size_t)triangle;
    float slack = 0.0f;
    side->origin = wf_v3x4_splat(cloth->from + 4 * (size_t)corner[0]);
    for (int k = 0; k < 3; ++k) {
        size_t i = corner[k];
        side->now[k] = wf_v3x4_sub(wf_v3x4_splat(cloth->from + 4 * i), side->origin);
        side->to[k] = wf_v3x4_sub(wf_v3x4_splat(cloth->to + 4 * i), side->origin);
        float own = cloth->slack != NULL ? cloth->slack[i] : 0.0f;
        slack = own > slack ? own : slack;
    }
    side->slack = wf_f4_splat(slack);
    side->n = unit_across(side->now);
    find_span(&side->n, side->now, side->to, side->slack, &side->own);
}

int wf_triangle_batch_apart(const wf_triangle_side* side, const wf_surface* body,
                            const uint32_t triangles[4], float reach) {
    wf_v3x4 now[3], later[3];
    const wf_v3x4* to = body->to != body->from ? later : now;
    for (size_t j = 0; j < 3; ++j) {
        uint32_t corner[4];
        for (int k = 0; k < 4; ++k) {
            corner[k] = body->triangles[3 * (size_t)triangles[k] + j];
        }
        now[j] = wf_v3x4_sub(wf_v3x4_gather(body->from, corner), side->origin);
        if (to != now) {
            later[j] = wf_v3x4_sub(wf_v3x4_gather(body->to, corner), side->origin);
        }
    }
    wf_f4 far = wf_f4_splat(reach);
    wf_span4 of_body, of_cloth;
    find_span(&side->n, now, to, wf_f4_zero(), &of_body);
    wf_f4 apart = parted(&side->own, &of_body, far);
    if (wf_f4_mask(apart) == 15) {
        return 15;
    }
    wf_v3x4 n = unit_across(now);
    find_span(&n, side->now, side->to, side->slack, &of_cloth);
    find_span(&n, now, to, wf_f4_zero(), &of_body);
    return wf_f4_mask(wf_f4_or(apart, parted(&of_cloth, &of_body, far)));
}
