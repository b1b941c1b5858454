// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bundles follow the colours, so the particles of one share no triangle, seam or bend, and what
// moves in one lane is constant in the others.
#include "solve/spokes.h"

#include "solve/grab.h"

#include <string.h>

/// Where particle i is a corner: element * 16 + lane * 4 + corner of the element, whose corners are
/// in the order of their particles, not in that of the triangle.
typedef struct uses {
    uint32_t* row;
    uint32_t* item;
} uses;

static uint32_t corner_of(const wf_system* s, uint32_t triangle, uint32_t k) {
    return s->elements[triangle / 4].corner[k][triangle % 4];
}

static bool list_uses(wf_memory* m, const wf_system* s, uses* out) {
    out->row = WF_ALLOC(m, uint32_t, (size_t)s->particles.count + 2);
    out->item = WF_ALLOC(m, uint32_t, 3 * (size_t)s->particles.triangle_count + 1);
    if (m->failed) {
        return false;
    }
    for (uint32_t t = 0; t < 3 * s->particles.triangle_count; ++t) {
        out->row[corner_of(s, t / 3, t % 3) + 2] += 1;
    }
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        out->row[i + 2] += out->row[i + 1];
    }
    for (uint32_t t = 0; t < 3 * s->particles.triangle_count; ++t) {
        uint32_t triangle = t / 3, at = triangle / 4 * 16 + triangle % 4 * 4 + t % 3;
        out->item[out->row[corner_of(s, triangle, t % 3) + 1]++] = at;
    }
    return true;
}

static void copy_lane(wf_f4* to, int to_lane, wf_f4 from, int from_lane) {
    float a[4], b[4];
    wf_f4_store(a, *to);
    wf_f4_store(b, from);
    a[to_lane] = b[from_lane];
    *to = wf_f4_load(a);
}

static void copy_spoke(wf_spoke* to, int lane, const wf_element* e, uint32_t from,
                       uint32_t corner) {
    const wf_f4* in = (const wf_f4*)&e->m;
    wf_f4* out = (wf_f4*)&to->m;
    for (size_t k = 6; k < sizeof(wf_membrane) / sizeof(wf_f4); ++k) {
        copy_lane(&out[k], lane, in[k], (int)from);
    }
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t source = (corner + k) % 3;
        copy_lane(&to->m.gu[k], lane, e->m.gu[source], (int)from);
        copy_lane(&to->m.gv[k], lane, e->m.gv[source], (int)from);
        to->damping[lane] = e->damping[from];
        to->corner[k][lane] = e->corner[source][from];
    }
}

static void fill_bundle(wf_sweeper* w, const wf_system* s, const uses* u, wf_bundle* b) {
    b->first_spoke = w->spoke_count;
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        uint32_t n = u->row[b->particle[lane] + 1] - u->row[b->particle[lane]];
        b->spoke_count = n > b->spoke_count ? n : b->spoke_count;
    }
    w->spoke_count += b->spoke_count;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        uint32_t i = b->particle[lane];
        for (uint32_t k = 0; k < b->spoke_count; ++k) {
            wf_spoke* to = &w->spokes[b->first_spoke + k];
            uint32_t n = u->row[i] + k;
            to->corner[0][lane] = to->corner[1][lane] = to->corner[2][lane] = i;
            if (lane < b->count && n < u->row[i + 1]) {
                uint32_t use = u->item[n];
                const wf_element* e = &s->elements[use / 16];
                uint32_t from = use / 4 % 4, place = 0;
                while (e->corner[place][from] != i) {
                    ++place;
                }
                copy_spoke(to, (int)lane, e, from, place);
            }
        }
    }
}

static bool list_seams(wf_memory* m, const wf_system* s, wf_sweeper* w) {
    w->seam_row = WF_ALLOC(m, uint32_t, (size_t)s->particles.count + 2);
    w->seam_of = WF_ALLOC(m, uint32_t, 2 * (size_t)s->spring_count + 1);
    if (m->failed) {
        return false;
    }
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        w->seam_row[s->seams[k].a + 2] += 1;
        w->seam_row[s->seams[k].b + 2] += 1;
    }
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        w->seam_row[i + 2] += w->seam_row[i + 1];
    }
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        w->seam_of[w->seam_row[s->seams[k].a + 1]++] = k;
        w->seam_of[w->seam_row[s->seams[k].b + 1]++] = k;
    }
    return true;
}

static void fill_bundles(wf_sweeper* w, const wf_system* s, const uses* u) {
    for (uint32_t c = 0; c < s->colours.count; ++c) {
        for (uint32_t k = s->colours.row[c]; k < s->colours.row[c + 1]; k += 4) {
            wf_bundle* b = &w->bundles[w->bundle_count++];
            uint32_t left = s->colours.row[c + 1] - k;
            b->count = left < 4 ? left : 4;
            for (uint32_t lane = 0; lane < 4; ++lane) {
                b->particle[lane] = s->colours.item[k + (lane < b->count ? lane : 0)];
            }
            fill_bundle(w, s, u, b);
        }
    }
}

bool wf_sweeper_create(wf_memory* m, wf_system* s) {
    wf_sweeper* w = s->sweeper = WF_ALLOC(m, wf_sweeper, 1);
    uses u = {0};
    bool built = w != NULL && list_uses(m, s, &u) && list_seams(m, s, w);
    if (built) {
        w->bundles = WF_ALLOC(m, wf_bundle, s->particles.count / 4 + s->colours.count + 1);
        w->spokes = WF_ALLOC(m, wf_spoke, 3 * (size_t)s->particles.triangle_count + 1);
        w->hold_first = WF_ALLOC(m, uint32_t, s->particles.count);
        w->hold_next = WF_ALLOC(m, uint32_t, s->hold_count + WEFT_HANDS * WF_GRAB_MOST);
        built = !m->failed;
    }
    if (built) {
        fill_bundles(w, s, &u);
    }
    wf_free(m, u.row);
    wf_free(m, u.item);
    return built;
}

void wf_sweeper_destroy(wf_memory* m, wf_system* s) {
    wf_sweeper* w = s->sweeper;
    if (w == NULL) {
        return;
    }
    void* blocks[] = {w->bundles, w->spokes, w->seam_row, w->seam_of, w->hold_first, w->hold_next};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; ++k) {
        wf_free(m, blocks[k]);
    }
    wf_free(m, w);
    s->sweeper = NULL;
}

void wf_sweeper_begin(wf_system* s) {
    wf_sweeper* w = s->sweeper;
    for (uint32_t k = 0; k < w->spoke_count; ++k) {
        wf_spoke* p = &w->spokes[k];
        p->m.damping_rate = wf_f4_mul(wf_f4_load(p->damping), wf_f4_splat(1.0f / s->h));
    }
    memset(w->hold_first, 0xff, sizeof(uint32_t) * s->particles.count);
    for (uint32_t k = s->hold_count; k-- > 0;) {
        w->hold_next[k] = w->hold_first[s->holds[k].particle];
        w->hold_first[s->holds[k].particle] = k;
    }
}
