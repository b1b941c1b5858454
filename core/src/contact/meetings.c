// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "contact/meetings.h"

#include "contact/allowance.h"
#include "math/vec.h"

/// A push shorter than this leaves the particles in one place as far as welding asks, m.
#define SAME_PLACE 2.5e-7f

static wf_v3 end_of(const wf_contact* c, const float* displacement, uint32_t i) {
    return wf_v3_add(wf_v3_load(c->particles->x + 4 * (size_t)i),
                     wf_v3_load(displacement + 4 * (size_t)i));
}

/// The place of the particle that was pushed furthest from where they met; false when none was.
static bool find_place(const wf_contact* c, uint32_t g, const float* displacement,
                       const uint8_t* moves, wf_v3* place) {
    const wf_rows* groups = &c->particles->groups;
    wf_v3 from = wf_v3_load(c->particles->meeting + 4 * (size_t)g);
    float furthest2 = SAME_PLACE * SAME_PLACE;
    bool any = false;
    for (uint32_t k = groups->row[g]; k < groups->row[g + 1]; ++k) {
        wf_v3 end = end_of(c, displacement, groups->item[k]), way = wf_v3_sub(end, from);
        float far2 = wf_v3_dot(way, way);
        if (moves[groups->item[k]] && far2 > furthest2) {
            furthest2 = far2;
            *place = end;
            any = true;
        }
    }
    return any;
}

void wf_meetings_hold(const wf_contact* c, float* displacement, uint8_t* moves) {
    const wf_rows* groups = &c->particles->groups;
    for (uint32_t g = 0; g < groups->count; ++g) {
        wf_v3 place;
        if (c->particles->meeting[4 * (size_t)g + 3] == 0.0f ||
            !find_place(c, g, displacement, moves, &place)) {
            continue;
        }
        wf_v3_store(c->particles->meeting + 4 * (size_t)g, place);
        for (uint32_t k = groups->row[g]; k < groups->row[g + 1]; ++k) {
            uint32_t i = groups->item[k];
            wf_v3 from = wf_v3_load(c->particles->x + 4 * (size_t)i);
            wf_v3_store(displacement + 4 * (size_t)i, wf_v3_sub(place, from));
            wf_clip_to_box(c, displacement, i);
            moves[i] = 1;
        }
    }
}
