// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a particle may end in a round: boxes for displacements.
#include "contact/boxes.h"

#include "base/parallel.h"
#include "math/simd.h"
#include "particles/particles.h"
#include "weft/constants.h"

#include <math.h>
#include <string.h>

/// Hull of no move and the predicted move, which is capped in length, grown by the slack, which is
/// returned.
static float cloth_box(const wf_contact* c, const wf_particles* particles, const float* guess,
                       float base, float most, uint32_t i) {
    size_t at = 4 * (size_t)i;
    wf_f4 x = wf_f4_load(particles->x + at);
    wf_f4 move = wf_f4_sub(wf_f4_load(guess + at), x);
    float length = sqrtf(wf_f4_dot3(move, move));
    if (length > WEFT_PREDICTION_CAP && !particles->fixed[i]) {
        move = wf_f4_mul(move, wf_f4_splat(WEFT_PREDICTION_CAP / length));
        length = WEFT_PREDICTION_CAP;
    }
    float slack = base + WEFT_BOX_SLACK_FACTOR * length;
    slack = particles->fixed[i] ? 0.0f : slack < most ? slack : most;
    float calm = WEFT_CALM_SLACK + WEFT_CALM_SLACK_FACTOR * length;
    c->slacks[i] = calm < slack ? calm : slack;
    wf_f4 zero = wf_f4_zero(), grow = wf_f4_splat(slack);
    wf_f4_store(c->cloth_lo + at, wf_f4_sub(wf_f4_min(move, zero), grow));
    wf_f4_store(c->cloth_hi + at, wf_f4_add(wf_f4_max(move, zero), grow));
    wf_f4_store(c->predicted + at, wf_f4_add(x, move));
    return slack;
}

typedef struct boxing {
    const wf_contact* c;
    const float* guess;
    float base, most; // m
} boxing;

static void box_blocks(void* given, uint32_t begin, uint32_t end) {
    const boxing* a = given;
    const wf_contact* c = a->c;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t first = block * WF_BOX_BLOCK, left = c->particle_count - first;
        uint32_t last = first + (left < WF_BOX_BLOCK ? left : WF_BOX_BLOCK);
        float widest = 0.0f;
        for (uint32_t i = first; i < last; ++i) {
            float slack = cloth_box(c, c->particles, a->guess, a->base, a->most, i);
            widest = slack > widest ? slack : widest;
        }
        c->widest[block] = widest;
    }
}

/// Nobody goes so far that it could touch cloth that sleeps. No move is always in the box.
static void shorten_boxes(wf_contact* c, const wf_particles* particles) {
    wf_f4 zero = wf_f4_zero(), leash = wf_f4_splat(c->leash);
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        size_t at = 4 * (size_t)i;
        wf_f4 back = wf_f4_sub(wf_f4_load(particles->x_good + at), wf_f4_load(particles->x + at));
        wf_f4 lo = wf_f4_min(wf_f4_sub(back, leash), zero);
        wf_f4 hi = wf_f4_max(wf_f4_add(back, leash), zero);
        if (!particles->fixed[i]) {
            wf_f4_store(c->cloth_lo + at, wf_f4_max(wf_f4_load(c->cloth_lo + at), lo));
            wf_f4_store(c->cloth_hi + at, wf_f4_min(wf_f4_load(c->cloth_hi + at), hi));
        }
    }
}

void wf_contact_boxes(wf_contact* c, const float* guess, float body_drift, uint32_t round,
                      bool followed) {
    float more = (float)(1u << (round < 3 ? round : 3));
    float base = more * (WEFT_BOX_SLACK_LEAST + WEFT_BOX_SLACK_BODY * body_drift);
    boxing a = {c, guess, base, more * WEFT_BOX_SLACK_MOST};
    if (followed) {
        a.base = base = WEFT_FOLLOWED_SLACK_LEAST + WEFT_FOLLOWED_SLACK_BODY * body_drift;
        a.most = WEFT_FOLLOWED_SLACK_MOST;
    }
    uint32_t blocks = (c->particle_count + WF_BOX_BLOCK - 1) / WF_BOX_BLOCK;
    wf_parallel_for(c->pool, blocks, 1, box_blocks, &a);
    c->least_slack = base;
    c->most_slack = a.most;
    c->slack = 0.0f;
    for (uint32_t block = 0; block < blocks; ++block) {
        c->slack = c->widest[block] > c->slack ? c->widest[block] : c->slack;
    }
    if (c->leash > 0.0f) {
        shorten_boxes(c, c->particles);
    }
}

/// A displacement may be cut by this much to stay in its box, m.
#define BOX_OVERFLOW 2e-5f

static bool leaves_box(const wf_contact* c, const float* displacement, size_t at) {
    wf_f4 spare = wf_f4_splat(BOX_OVERFLOW), d = wf_f4_load(displacement + at);
    wf_f4 under = wf_f4_less(wf_f4_add(d, spare), wf_f4_load(c->cloth_lo + at));
    wf_f4 over = wf_f4_less(wf_f4_add(wf_f4_load(c->cloth_hi + at), spare), d);
    return (wf_f4_mask(wf_f4_or(under, over)) & 7) != 0;
}

uint32_t wf_contact_count_strays(const wf_contact* c, const float* displacement) {
    uint32_t count = 0;
    for (size_t i = 0; i < c->particle_count; ++i) {
        count += leaves_box(c, displacement, 4 * i);
    }
    return count;
}

void wf_contact_box_strays(wf_contact* c, const float* displacement, float* ends, uint8_t* strays) {
    const wf_particles* p = c->particles;
    memcpy(ends, c->predicted, 16 * (size_t)c->particle_count);
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        size_t at = 4 * (size_t)i;
        strays[i] = !p->fixed[i] && leaves_box(c, displacement, at);
        if (strays[i] == 0) {
            continue;
        }
        wf_f4 predicted = wf_f4_load(c->predicted + at), x = wf_f4_load(p->x + at);
        float calm = c->slacks[i];
        wf_f4_store(ends + at, wf_f4_add(x, wf_f4_load(displacement + at)));
        float slack = cloth_box(c, p, ends, c->least_slack, c->most_slack, i);
        c->slack = slack > c->slack ? slack : c->slack;
        memcpy(ends + at, c->predicted + at, 16);
        wf_f4_store(c->predicted + at, predicted);
        c->slacks[i] = calm;
    }
    if (c->leash > 0.0f) {
        shorten_boxes(c, p);
    }
}
