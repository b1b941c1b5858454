// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is kept of cloth that lies still. The bounds: a particle within STRAY of its place, now and
// as predicted, moves any height along any direction by no more than that. So features that some
// plane held further apart than their reach and the strays of both sides are still apart by their
// reach.
#include "contact/still.h"

#include "contact/thickness.h"
#include "math/simd.h"
#include "structures/pairs.h"
#include "weft/constants.h"

#include <string.h>

#define STRAY WF_STILL_STRAY

/// Slacks of a box of the filter and round a predicted place, m: of particles that stay within
/// STRAY, in a first round where no body moves.
#define BOX_SLACK (WEFT_BOX_SLACK_LEAST + WEFT_BOX_SLACK_FACTOR * 2.0f * STRAY)
#define CALM_SLACK (WEFT_CALM_SLACK + WEFT_CALM_SLACK_FACTOR * 2.0f * STRAY)

/// How far from its place a particle may end, and be searched late, m.
#define ROOM (STRAY + BOX_SLACK + WF_LATE_REACH)

/// A slack is along an axis, a reach along any direction.
#define DIAGONAL 1.7321f

float wf_still_reach_of_bodies(const wf_contact* c) {
    float slack = 2.0f * WEFT_SAFETY_GAP + DIAGONAL * CALM_SLACK;
    return wf_wider(wf_contact_reach(c), slack) + STRAY;
}

float wf_still_reach_of_layers(const wf_contact* c) {
    float slack = 2.0f * (WEFT_SAFETY_GAP + DIAGONAL * CALM_SLACK);
    return wf_wider(wf_layers_reach(c), slack) + 2.0f * STRAY;
}

/// Boxes of bodies that stand grow by half of their reach at least.
wf_sweep wf_still_sweep(const wf_contact* c) {
    const wf_particles* p = c->particles;
    float grow = wf_wider(ROOM, 0.5f * wf_still_reach_of_layers(c));
    grow = wf_wider(grow, wf_still_reach_of_bodies(c) - 0.5f * wf_contact_reach(c));
    const float* place = c->still.place;
    return (wf_sweep){place, place, p->triangles, p->count, p->triangle_count, grow, false};
}

wf_surface wf_still_cloth(const wf_contact* c) {
    wf_surface cloth = wf_contact_cloth(c);
    cloth.from = cloth.to = c->still.place;
    cloth.slack = NULL;
    return cloth;
}

// ---- what goes
// ------------------------------------------------------------------------------------

static void forget_list(wf_meetings* near, const uint8_t* has_loose, uint32_t triangle_count) {
    near->count = near->candidates.count = 0;
    near->lacks = false;
    for (uint32_t t = 0; t < triangle_count; ++t) {
        near->lacking[t] = !has_loose[t];
        near->lacks |= !has_loose[t];
    }
}

void wf_still_forget_lists(wf_contact* c) {
    wf_still* s = &c->still;
    uint32_t count = c->particles->triangle_count;
    for (size_t t = 0; t < count; ++t) {
        s->has_loose[t] = wf_is_late(s->loose, c->particles->triangles + 3 * t);
    }
    forget_list(&s->bodies, s->has_loose, count);
    forget_list(&s->layers, s->has_loose, count);
}

/// Some candidates of a list that follow each other, with their meetings.
typedef struct run {
    size_t begin, end; // candidates
    size_t first_meeting, meetings;
} run;

/// Copies a run to the end of another list, which has room, or further to the front of its own.
static void copy_run(const wf_meetings* list, const run* r, wf_meetings* out) {
    size_t at = out->candidates.count, count = r->end - r->begin;
    if (count > 0) {
        memmove(out->candidates.a + at, list->candidates.a + r->begin, count * sizeof(uint32_t));
        memmove(out->candidates.b + at, list->candidates.b + r->begin, count * sizeof(uint32_t));
        memmove(out->held + at, list->held + r->begin, count);
    }
    if (r->meetings > 0) {
        memmove(out->items + out->count, list->items + r->first_meeting,
                r->meetings * sizeof(wf_meeting));
    }
    out->candidates.count += count;
    out->count += r->meetings;
}

static void add_to_run(const wf_meetings* list, run* r) {
    r->meetings += list->held[r->end++] & WF_HELD_COUNT;
}

/// Leaves out the candidate behind a run, and begins the next one there.
static void skip_to_next(const wf_meetings* list, run* r) {
    size_t left = list->held[r->end] & WF_HELD_COUNT;
    *r = (run){r->end + 1, r->end + 1, r->first_meeting + r->meetings + left, 0};
}

static void drop_from(wf_meetings* near, const uint8_t* loose, bool of_layers) {
    size_t count = near->candidates.count;
    run r = {0};
    near->count = near->candidates.count = 0;
    while (r.end < count) {
        uint32_t a = near->candidates.a[r.end], b = near->candidates.b[r.end];
        if ((loose[a] | (of_layers ? loose[b] : 0)) == 0) {
            add_to_run(near, &r);
        } else {
            copy_run(near, &r, near);
            skip_to_next(near, &r);
        }
    }
    copy_run(near, &r, near);
}

void wf_still_drop_loose(wf_contact* c) {
    drop_from(&c->still.bodies, c->still.has_loose, false);
    drop_from(&c->still.layers, c->still.has_loose, true);
}

// ---- what comes
// -----------------------------------------------------------------------------------

typedef struct box {
    wf_f4 lo, hi;
} box;

static box box_of(const float* x, const uint32_t* corner, float grow) {
    box b = {wf_f4_splat(1e30f), wf_f4_splat(-1e30f)};
    for (int k = 0; k < 3; ++k) {
        wf_f4 p = wf_f4_load(x + 4 * (size_t)corner[k]);
        b.lo = wf_f4_min(b.lo, p);
        b.hi = wf_f4_max(b.hi, p);
    }
    b.lo = wf_f4_sub(b.lo, wf_f4_splat(grow));
    b.hi = wf_f4_add(b.hi, wf_f4_splat(grow));
    return b;
}

static bool are_apart(const box* a, const box* b) {
    wf_f4 gap = wf_f4_or(wf_f4_less(a->hi, b->lo), wf_f4_less(b->hi, a->lo));
    return (wf_f4_mask(gap) & 7) != 0;
}

/// Which of the candidates that were found may come close to each other.
static void mark_close(const wf_contact* c, wf_meetings* found, const wf_obstacle* body) {
    const wf_particles* p = c->particles;
    const float *place = c->still.place, *other = body != NULL ? body->x0 : place;
    const uint32_t* corners = body != NULL ? body->triangles : p->triangles;
    for (size_t i = 0; i < found->candidates.count; ++i) {
        size_t a = found->candidates.a[i], b = found->candidates.b[i];
        box upper = box_of(place, p->triangles + 3 * a, ROOM);
        box lower = box_of(other, corners + 3 * b, body != NULL ? 0.0f : ROOM);
        found->held[i] |= are_apart(&upper, &lower) ? 0 : WF_HELD_CLOSE;
    }
}

static bool comes_first(const wf_pairs* p, size_t i, const wf_pairs* q, size_t k) {
    return p->a[i] != q->a[k] ? p->a[i] < q->a[k] : p->b[i] < q->b[k];
}

/// The candidates of a list that come before candidate k of another one.
static void copy_before(const wf_meetings* list, run* r, const wf_pairs* others, size_t k,
                        wf_meetings* out) {
    while (r->end < list->candidates.count &&
           (k == others->count || comes_first(&list->candidates, r->end, others, k))) {
        add_to_run(list, r);
    }
    copy_run(list, r, out);
    *r = (run){r->end, r->end, r->first_meeting + r->meetings, 0};
}

/// Two lists, each in its order, become one; of the second only what is of use.
static void merge(const wf_meetings* near, const wf_meetings* found, wf_meetings* out) {
    run old = {0}, fresh = {0};
    out->count = out->candidates.count = 0;
    for (; fresh.end < found->candidates.count; skip_to_next(found, &fresh)) {
        if (found->held[fresh.end] == 0) {
            continue;
        }
        copy_before(near, &old, &found->candidates, fresh.end, out);
        run one = fresh;
        add_to_run(found, &one);
        copy_run(found, &one, out);
    }
    copy_before(near, &old, &found->candidates, found->candidates.count, out);
}

bool wf_still_add(wf_contact* c, wf_meetings* near, const wf_obstacle* body) {
    wf_meetings *found = &c->still.found, *merged = &c->still.merged;
    mark_close(c, found, body);
    if (!wf_meetings_reserve(c->memory, merged, near->candidates.count + found->candidates.count,
                             near->count + found->count)) {
        return false;
    }
    merge(near, found, merged);
    wf_meetings swap = *near;
    *near = *merged;
    near->lacking = swap.lacking;
    near->lacks = false;
    *merged = swap;
    merged->lacking = NULL;
    memset(near->lacking, 0, c->particles->triangle_count);
    return true;
}

bool wf_still_recall(wf_contact* c, const wf_meetings* near, wf_pairs* candidates, size_t* kept) {
    size_t count = 0, own = candidates->count;
    for (size_t i = 0; i < near->candidates.count; ++i) {
        count += near->held[i] >> 7;
    }
    *kept = count;
    if (!wf_pairs_reserve(c->memory, candidates, count + own + 1)) {
        return false;
    }
    if (count > 0 && own > 0) {
        memmove(candidates->a + count, candidates->a, own * sizeof(uint32_t));
        memmove(candidates->b + count, candidates->b, own * sizeof(uint32_t));
    }
    size_t at = 0;
    for (size_t i = 0; at < count; ++i) {
        candidates->a[at] = near->candidates.a[i];
        candidates->b[at] = near->candidates.b[i];
        at += near->held[i] >> 7;
    }
    candidates->count = count + own;
    return true;
}
