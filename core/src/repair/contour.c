// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The gradient of one crossing is made where it is traced (crossings.c).
#include "repair/contour.h"

#include "base/assert.h"

#include <math.h>

/// Gradient at which a move reaches 0.7 of its length; a crossing gives at most about 2.
#define HALF_GRADIENT 0.5f

static wf_f4 bounded(wf_f4 gradient, float reach) {
    float size2 = wf_lanes_dot(gradient, gradient);
    return wf_lanes_scale(gradient, reach / sqrtf(size2 + HALF_GRADIENT * HALF_GRADIENT));
}

void wf_contour_move(const wf_crossings* c, const wf_contour* contour, float reach, wf_f4* moves) {
    WEFT_DEBUG_ASSERT(reach > 0.0f && contour >= c->contours);
    const uint32_t* order = c->order + contour->first;
    wf_f4 together = wf_f4_zero(); // of surface 0 against surface 1
    for (uint32_t n = 0; n < contour->count && !contour->mixed; ++n) {
        const wf_crossing* k = &c->items[order[n]];
        together = wf_lanes_muladd(together, k->gradient, k->sheet == 0 ? 1.0f : -1.0f);
    }
    for (uint32_t n = 0; n < contour->count; ++n) {
        const wf_crossing* k = &c->items[order[n]];
        wf_f4 g = wf_lanes_muladd(k->gradient, together, k->sheet == 0 ? 1.0f : -1.0f);
        moves[order[n]] = bounded(g, reach);
    }
}
