// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The filter: whatever displacement the solver proposes, what is committed keeps every pair apart.
//
// Each pair has a plane (gaps.c). Three stages keep it apart: push passes move cloth ahead of the
// body, the local fraction shortens displacements of cloth that still goes through, and the global
// fraction stops everything, body included, for what cloth alone cannot satisfy.
#include "base/parallel.h"
#include "contact/allowance.h"
#include "contact/capture.h"
#include "contact/contact.h"
#include "contact/cuts.h"
#include "contact/gaps.h"
#include "contact/layers.h"
#include "contact/meetings.h"
#include "contact/patience.h"
#include "contact/response.h"
#include "math/simd.h"
#include "math/vec.h"
#include "particles/particles.h"

#include <string.h>

/// Cloth is pushed until nothing is in the way or these run out; shortening is the last resort, as
/// what it holds back holds back all that follows it.
/// In a busy step cloth that two bodies push to and fro gets fewer.
enum { PUSH_PASSES = 24, PUSH_ROUNDS = 6, LOCAL_PASSES = 40 };
enum { BUSY_PUSH_PASSES = 12, BUSY_PUSH_ROUNDS = 2 };

/// Rounds of shortening; one is usual. When they do not do, nothing moves.
enum { LOCAL_ROUNDS = 16 };

/// How far over its slack a displacement may be by rounding of the sums, m.
#define LATE_ROUNDING 1e-6f

/// Where less than this share of the way can be granted in a later round there is a pinch. It
/// captures what grants no more: what lies between two faces first, and the rest only where that
/// does not do. A busy step captures all that is in the way, and in its first round too: it has
/// asked often enough.
#define CAPTURE_FRACTION 0.5f
/// Where less than this share can be granted in the first round there is a pinch, plainly: another
/// round, the dearest there are, would say so again.
#define PLAIN_FRACTION 0.05f

#ifdef WEFT_LAB
#define NOTE(call) call
#else
#define NOTE(call) (void)0
#endif

static bool push_pass(const wf_contact* c, const wf_pass* pass) {
    bool any = wf_gaps_push(c, pass);
    wf_meetings_hold(c, pass->displacement, pass->moves);
    return any;
}

typedef bool pass_fn(const wf_contact*, const wf_pass*);

/// Runs a pass until nothing moves: first over all particles, then only over what the last pass
/// moved. False when the limit came first.
static bool run_passes(wf_contact* c, pass_fn* pass, int limit, float* displacement) {
    uint8_t *now = c->moved[0], *next = c->moved[1];
    memset(now, 1, c->particle_count);
    memset(next, 0, c->particle_count);
    now[c->particle_count] = next[c->particle_count] = 0;
    for (int n = 0; n < limit; ++n) {
        wf_pass one = {n, displacement, now, next};
        if (!pass(c, &one)) {
            return true;
        }
        memcpy(now, next, c->particle_count);
        memset(next, 0, c->particle_count);
    }
    return false;
}

static void count_changes(const wf_contact* c, const float* before, const float* after,
                          wf_filter_result* result) {
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        wf_v3 b = wf_v3_load(before + 4 * (size_t)i);
        wf_v3 change = wf_v3_sub(wf_v3_load(after + 4 * (size_t)i), b);
        float size2 = wf_v3_dot(change, change);
        if (size2 > 1e-8f) {
            result->throttled += 1;
            result->changed += size2 > 0.0025f * wf_v3_dot(b, b);
        }
    }
}

/// Marks the particles whose displacement has left the slack around the prediction, and predicts
/// that they end where they are now, with twice the slack. True when there are any.
static bool mark_late(wf_contact* c, const float* displacement, uint8_t* late) {
    const wf_particles* particles = c->particles;
    bool any = false;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        size_t at = 4 * (size_t)i;
        wf_f4 end = wf_f4_add(wf_f4_load(particles->x + at), wf_f4_load(displacement + at));
        wf_f4 off = wf_f4_abs(wf_f4_sub(end, wf_f4_load(c->predicted + at)));
        if ((wf_f4_mask(wf_f4_less(wf_f4_splat(c->slacks[i] + LATE_ROUNDING), off)) & 7) != 0) {
            wf_f4_store(c->predicted + at, end);
            c->slacks[i] *= 2.0f;
            late[i] = 1;
            any = true;
        }
    }
    return any;
}

/// Adds the pairs of the particles that have left their slack, or are marked already. `more` tells
/// whether there are any; false when memory is out.
static bool find_late(wf_contact* c, const float* displacement, bool marked, bool* more) {
    uint8_t* late = c->layers->late;
    *more = mark_late(c, displacement, late) || marked;
    return !*more || (wf_contact_detect_late(c, late) && wf_gaps_reserve(c));
}

/// Pushes until nobody is in anybody's way or patience ends. Cloth that is held up meets the cloth
/// that follows it: its pairs are found as it falls behind.
static bool push(wf_contact* c, float* displacement) {
    bool more = true;
    bool busy = wf_contact_is_busy(c);
    int most = busy ? BUSY_PUSH_ROUNDS : PUSH_ROUNDS;
    int passes = busy ? BUSY_PUSH_PASSES : PUSH_PASSES;
    for (int n = 0; n < most && more; ++n) {
        bool settled = run_passes(c, push_pass, passes, displacement);
        if (!find_late(c, displacement, false, &more)) {
            return false;
        }
        more = more || !settled;
    }
    return true;
}

/// Shortens what still goes through, until nothing new falls behind or bends. False when memory is
/// out or that does not end.
static bool shorten(wf_contact* c, float* displacement) {
    bool more = true;
    for (int n = 0; n < LOCAL_ROUNDS && more; ++n) {
        run_passes(c, wf_gaps_shorten, LOCAL_PASSES, displacement);
        bool bent = wf_layers_bend(c, displacement);
        if (!find_late(c, displacement, bent, &more)) {
            return false;
        }
    }
    return !more;
}

static bool push_and_shorten(wf_contact* c, float* displacement) {
    NOTE(wf_cuts_begin(c, displacement));
    if (!push(c, displacement)) {
        return false;
    }
    NOTE(wf_cuts_end(c, displacement, true));
    NOTE(wf_cuts_begin(c, displacement));
    if (!shorten(c, displacement)) {
        return false;
    }
    NOTE(wf_cuts_end(c, displacement, false));
    return true;
}

/// Particles that a thread takes at a time.
enum { PARTICLE_BLOCK = 512 };

typedef struct clipping {
    const wf_contact* c;
    float* displacement;
} clipping;

/// Keeps what was proposed, and what of it lies in the box.
static void clip_particles(void* given, uint32_t begin, uint32_t end) {
    const clipping* a = given;
    const wf_contact* c = a->c;
    size_t count = end - begin;
    memcpy(c->proposed + 4 * (size_t)begin, a->displacement + 4 * (size_t)begin, 16 * count);
    memset(c->layers->late + begin, 0, count);
    for (uint32_t i = begin; i < end; ++i) {
        wf_clip_to_box(c, a->displacement, i);
    }
}

wf_filter_result wf_filter_apply(wf_contact* c, float* displacement, bool later) {
    wf_filter_result result = {1.0f, 0, 0};
    clipping a = {c, displacement};
    NOTE(wf_cuts_begin(c, displacement));
    wf_parallel_for(c->pool, c->particle_count, PARTICLE_BLOCK, clip_particles, &a);
    NOTE(wf_cuts_end(c, displacement, false));
    if (!wf_gaps_reserve(c) || !push_and_shorten(c, displacement)) {
        result.alpha = 0.0f;
        return result;
    }
    result.alpha = wf_gaps_fraction(c, displacement);
    bool busy = wf_contact_is_busy(c);
    float share = busy ? 1.0f : CAPTURE_FRACTION;
    for (int all = 0; all < 2; ++all) {
        bool asked = busy || later || (all == 0 && result.alpha < PLAIN_FRACTION);
        if (asked && result.alpha < share) {
            result.alpha = wf_capture_pinched(c, displacement, share, all == 0);
        }
    }
    count_changes(c, c->proposed, displacement, &result);
    return result;
}

static wf_filter_result limit(wf_contact* c, float* displacement, uint32_t round) {
    return wf_filter_apply(c, displacement, round > 0);
}

const wf_response wf_response_filter = {.push = wf_contact_select, .limit = limit, .yields = true};
