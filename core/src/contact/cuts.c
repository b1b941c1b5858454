// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "contact/cuts.h"

#ifdef WEFT_LAB

#include "contact/layers.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

static wf_v3 cut_of(const wf_cuts* cuts, const float* displacement, uint32_t i) {
    return wf_v3_sub(wf_v3_load(cuts->before + 4 * (size_t)i),
                     wf_v3_load(displacement + 4 * (size_t)i));
}

/// The largest part of each particle's cut along the normal of a plane that it is a point of.
/// `both`: the lower side is cloth too.
static void find_most(const wf_near_list* pairs, bool both, const float* displacement,
                      wf_cuts* cuts) {
    for (size_t k = 0; k < pairs->count; ++k) {
        const wf_plane* p = &pairs->planes[k];
        uint32_t points = both && p->upper > 0 ? 4 : p->upper;
        for (uint32_t n = 0; n < points; ++n) {
            uint32_t i = p->point[n];
            float along = fabsf(wf_v3_dot(wf_v3_load(p->n), cut_of(cuts, displacement, i)));
            cuts->most[i] = along > cuts->most[i] ? along : cuts->most[i];
        }
    }
}

void wf_cuts_begin(wf_contact* c, const float* displacement) {
    wf_cuts* cuts = c->cuts;
    size_t n = c->particle_count;
    if (cuts == NULL || !cuts->counting || n == 0) {
        return;
    }
    cuts->counting =
        wf_reserve(c->memory, (void**)&cuts->before, &cuts->before_capacity, 4 * n,
                   sizeof(float)) &&
        wf_reserve(c->memory, (void**)&cuts->most, &cuts->most_capacity, n, sizeof(float));
    if (cuts->counting) {
        memcpy(cuts->before, displacement, 16 * n);
        memset(cuts->most, 0, sizeof(float) * n);
    }
}

void wf_cuts_end(wf_contact* c, const float* displacement, bool pushed) {
    wf_cuts* cuts = c->cuts;
    if (cuts == NULL || !cuts->counting) {
        return;
    }
    if (!pushed) {
        find_most(&c->pairs, false, displacement, cuts);
        find_most(&c->layers->pairs, true, displacement, cuts);
    }
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        wf_v3 cut = cut_of(cuts, displacement, i);
        float size2 = wf_v3_dot(cut, cut), along2 = cuts->most[i] * cuts->most[i];
        along2 = pushed || along2 > size2 ? size2 : along2;
        cuts->normal += sqrt((double)along2);
        cuts->tangential += sqrt((double)(size2 - along2));
    }
}

#endif
