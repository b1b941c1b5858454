// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "contact/still.h"

#include "contact/response.h"
#include "contact/thickness.h"
#include "math/simd.h"
#include "weft/constants.h"

#include <string.h>

/// With more than this share of the particles loose nothing is gained.
#define MOST_LOOSE 0.875f

/// Particles settle when so many of all were calm and loose, summed over rounds.
#define SHARE_TO_SETTLE 0.25f

#ifdef WEFT_LAB
bool wf_still_can_mark(const wf_contact* c) {
    enum { FIRST_OF_LAB = 2, UPDATE = 5, TRAVERSE = 7, SELF = 8, LEAF_TEST = 10, SEPARATION = 11 };
    static const int plain[] = {FIRST_OF_LAB, 3, 4, UPDATE, TRAVERSE, SELF, LEAF_TEST, SEPARATION};
    bool can = c->structure->is_dop_tree;
    for (size_t k = 0; k < sizeof plain / sizeof *plain && can; ++k) {
        can = c->structure_values[plain[k]] == 0.0f;
    }
    return can;
}
#endif

/// Pairs of features that a method of the lab finds for itself are all found in every round.
static bool is_allowed(const wf_contact* c) {
#ifdef WEFT_LAB
    return c->response->narrow == NULL;
#else
    (void)c;
    return true;
#endif
}

static float way2(const float* from, const float* to) {
    wf_f4 way = wf_f4_sub(wf_f4_load(to), wf_f4_load(from));
    return wf_f4_dot3(way, way);
}

void wf_still_forget(wf_contact* c) {
    wf_still* s = &c->still;
    s->used = false;
    s->in_vain = 0;
    s->loose_count = c->particle_count;
    if (c->particle_count > 0) {
        memset(s->loose, 1, c->particle_count);
    }
    wf_still_forget_lists(c);
}

/// Marks who has strayed, now or as predicted, and counts who is loose but calm.
static uint32_t mark_strays(wf_contact* c) {
    wf_still* s = &c->still;
    uint32_t calm_count = 0, loose_count = 0;
    for (size_t i = 0; i < c->particle_count; ++i) {
        const float *place = s->place + 4 * i, *x = c->particles->x + 4 * i,
                    *aim = c->predicted + 4 * i;
        bool strays = wf_wider(way2(place, x), way2(place, aim)) > WF_STILL_STRAY * WF_STILL_STRAY;
        s->loose[i] |= strays;
        loose_count += s->loose[i];
        calm_count += s->loose[i] && way2(x, aim) <= WF_STILL_MOVE * WF_STILL_MOVE;
    }
    s->loose_count = loose_count;
    return calm_count;
}

/// Who is calm has its place where it is.
static void settle(wf_contact* c) {
    wf_still* s = &c->still;
    for (size_t i = 0; i < c->particle_count; ++i) {
        const float* x = c->particles->x + 4 * i;
        bool calm = way2(x, c->predicted + 4 * i) <= WF_STILL_MOVE * WF_STILL_MOVE;
        if (s->loose[i] && calm) {
            memcpy(s->place + 4 * i, x, 3 * sizeof(float));
            s->loose[i] = 0;
            s->loose_count -= 1;
        }
    }
    s->in_vain = 0;
}

/// Of triangles; those whose last loose corner settled are lacking in what is listed.
static void follow_loose(wf_contact* c) {
    wf_still* s = &c->still;
    bool lacks = false;
    for (size_t t = 0; t < c->particles->triangle_count; ++t) {
        bool loose = wf_is_late(s->loose, c->particles->triangles + 3 * t);
        bool settled = s->has_loose[t] && !loose;
        s->has_loose[t] = loose;
        s->bodies.lacking[t] = settled || (s->bodies.lacking[t] && !loose);
        s->layers.lacking[t] = settled || (s->layers.lacking[t] && !loose);
        lacks |= settled;
    }
    s->bodies.lacks |= lacks;
    s->layers.lacks |= lacks;
    wf_still_drop_loose(c);
}

void wf_still_look(wf_contact* c) {
    wf_still* s = &c->still;
    s->used = false;
    if (!c->obstacle->stands || c->captured_count > 0 || c->particle_count == 0 || !is_allowed(c)) {
        if (s->loose_count < c->particle_count) {
            wf_still_forget(c);
        }
        return;
    }
    if (c->least_slack > WEFT_BOX_SLACK_LEAST) {
        return; // a later round, whose boxes are larger
    }
    uint32_t before = s->loose_count;
    s->in_vain += mark_strays(c);
    if (s->loose_count != before) {
        follow_loose(c);
    }
    if ((float)s->in_vain >= SHARE_TO_SETTLE * (float)c->particle_count) {
        settle(c);
        follow_loose(c);
    }
    s->used = (float)s->loose_count <= MOST_LOOSE * (float)c->particle_count;
}
