// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Over a body each particle answers for itself: one that stands `height` above the foremost vertex
// and moves by D ends at height + n.D - approach, and both ends of a straight path above the plane
// mean the whole path is. Between layers both sides answer: along n the least height of the upper
// side over the greatest of the lower is a concave function of the fraction of the displacements
// that is granted, so a pair that is apart at the start and at the end is apart on the whole way.
#include "contact/gaps.h"

#include "base/parallel.h"
#include "contact/allowance.h"
#include "contact/layers.h"
#include "contact/turn.h"
#include "detect/solids.h"
#include "math/v3x4.h"

static float least_gap(const wf_plane* p) {
    return p->gap - wf_close_allowance(p->gap);
}

static void shorten(float* displacement, uint32_t particle, float t, uint8_t* moves) {
    float* d = displacement + 4 * (size_t)particle;
    for (int axis = 0; axis < 3; ++axis) {
        d[axis] *= t;
    }
    moves[particle] = 1;
}

/// Moves a particle along the plane's direction, within its box.
static void push(const wf_contact* c, const wf_plane* p, float* displacement, uint32_t particle,
                 float by, uint8_t* moves) {
    float* d = displacement + 4 * (size_t)particle;
    for (int axis = 0; axis < 3; ++axis) {
        d[axis] += by * p->n[axis];
    }
    wf_clip_to_box(c, displacement, particle);
    moves[particle] = 1;
}

// ---- over bodies
// -----------------------------------------------------------------------------------------

/// By how much a particle would end too near to the body, m.
static float lack_over_body(const wf_plane* p, const wf_pass* pass, uint32_t k) {
    return p->gap - wf_push_allowance(p->gap) - wf_height_over_body(p, pass->displacement, k);
}

/// Over bodies that go further against cloth in a substep, m, planes stay: these jump, and cloth
/// that slips aside between two of them is stretched where they close on it.
#define LEAP 0.016f

/// A solid is behind its plane as a whole, not with the points of a feature.
static bool turn_over_body(const wf_contact* c, wf_plane* p, const float* displacement) {
    const wf_near* pair = &c->pairs.items[p - c->pairs.planes];
    return pair->kind != WF_NEAR_SOLID && c->body_drift <= LEAP &&
           wf_turn_plane(c, p, false, displacement);
}

static bool push_off_body(const wf_contact* c, wf_plane* p, const wf_pass* pass) {
    bool any = false;
    for (uint32_t k = 0; k < p->upper; ++k) {
        uint32_t i = p->point[k];
        if (!pass->moved[i] || c->particles->fixed[i] ||
            !(lack_over_body(p, pass, k) > WF_HEIGHT_ROUNDING)) {
            continue;
        }
        if (!any && turn_over_body(c, p, pass->displacement)) {
            return false;
        }
        push(c, p, pass->displacement, i, lack_over_body(p, pass, k), pass->moves);
        any = true;
    }
    return any;
}

/// A particle that could stay clear by moving less does; others wait for the global fraction.
static bool shorten_over_body(const wf_contact* c, wf_plane* p, const wf_pass* pass) {
    bool any = false;
    for (uint32_t k = 0; k < p->upper; ++k) {
        uint32_t i = p->point[k];
        if (!pass->moved[i] || c->particles->fixed[i]) {
            continue;
        }
        float least = least_gap(p), end = wf_height_over_body(p, pass->displacement, k);
        float still = p->height[k] - p->approach; // where it would be without moving
        if (p->gap < WEFT_FROZEN_GAP && p->approach <= 0.0f && end < p->gap + WEFT_FROZEN_GAP) {
            any = wf_freeze(pass->displacement, i, pass->moves) || any;
        } else if (end < least - WF_HEIGHT_ROUNDING && still > least && end < still) {
            if (!any && turn_over_body(c, p, pass->displacement)) {
                return false;
            }
            shorten(pass->displacement, i, 0.999f * (still - least) / (still - end), pass->moves);
            any = true;
        }
    }
    return any;
}

/// Heights change linearly, so this is where the first particle reaches the least gap.
static float fraction_over_body(const wf_plane* p, const float* displacement) {
    float alpha = 1.0f, least = least_gap(p);
    for (uint32_t k = 0; k < p->upper; ++k) {
        float end = wf_height_over_body(p, displacement, k);
        if (end < least - WF_HEIGHT_ROUNDING) {
            float t = 0.999f * (p->height[k] - least) / (p->height[k] - end);
            alpha = t < alpha ? t : alpha;
        }
    }
    return alpha;
}

// ---- between layers
// --------------------------------------------------------------------------------------

/// Heights at the end: the least of the upper side and the greatest of the lower.
typedef struct span {
    float low, top;
} span;

/// Where the points of a plane end along its direction, in lanes.
WF_INLINE wf_f4 heights_end(const wf_plane* p, const float* displacement) {
    wf_v3x4 way = wf_v3x4_gather(displacement, p->point);
    return wf_f4_add(wf_f4_load(p->height), wf_v3x4_dot(wf_v3x4_splat(p->n), way));
}

WF_INLINE span span_of(const wf_plane* p, wf_f4 heights) {
    wf_f4 upper = wf_f4_less(wf_f4_set(0.0f, 1.0f, 2.0f, 3.0f), wf_f4_splat((float)p->upper));
    wf_f4 low = wf_f4_select(upper, heights, wf_f4_splat(1e30f));
    wf_f4 top = wf_f4_select(upper, wf_f4_splat(-1e30f), heights);
    return (span){wf_f4_x(wf_f4_least(low)), wf_f4_x(wf_f4_greatest(top))};
}

static span span_end(const wf_plane* p, const float* displacement) {
    return span_of(p, heights_end(p, displacement));
}

/// Where only the particles of a pair that are prescribed move.
static span span_without_own(const wf_contact* c, const wf_plane* p, const float* displacement) {
    float heights[4];
    wf_f4_store(heights, heights_end(p, displacement));
    for (uint32_t k = 0; k < 4; ++k) {
        heights[k] = c->particles->fixed[p->point[k]] ? heights[k] : p->height[k];
    }
    return span_of(p, wf_f4_load(heights));
}

float wf_gap_between_layers(const wf_plane* p, const float* displacement) {
    span s = span_end(p, displacement);
    return s.low - s.top;
}

static float mean_give(const wf_contact* c, const wf_plane* p, uint32_t from, uint32_t to) {
    float sum = 0.0f;
    for (uint32_t k = from; k < to; ++k) {
        sum += c->particles->fixed[p->point[k]] ? 0.0f : c->layers->give[p->point[k]];
    }
    return sum / (float)(to - from);
}

/// Both sides are moved to their side of a gap of the wanted width, each by its share.
static bool push_layers(const wf_contact* c, wf_plane* p, const wf_pass* pass) {
    if (p->upper == 0) {
        return false;
    }
    span s = span_end(p, pass->displacement);
    float lack = (p->gap - wf_push_allowance(p->gap)) - (s.low - s.top);
    if (!(lack > WF_HEIGHT_ROUNDING) || wf_turn_plane(c, p, true, pass->displacement)) {
        return false;
    }
    float up = mean_give(c, p, 0, p->upper), down = mean_give(c, p, p->upper, 4);
    if (!(up + down > 0.0f)) {
        return false;
    }
    float part = up / (up + down);
    float least = s.low + part * lack, most = s.top - (1.0f - part) * lack;
    for (uint32_t k = 0; k < 4; ++k) {
        float end = wf_height_end(p, pass->displacement, k);
        float by =
            k < p->upper ? (end < least ? least - end : 0.0f) : (end > most ? most - end : 0.0f);
        if (by != 0.0f && !c->particles->fixed[p->point[k]]) {
            push(c, p, pass->displacement, p->point[k], by, pass->moves);
        }
    }
    return true;
}

/// A pair so near that rounding could close it stays as it is, unless it parts clearly.
static bool freeze_layers(const wf_contact* c, const wf_plane* p, float* displacement,
                          uint8_t* moves) {
    float width = wf_gap_between_layers(p, displacement);
    bool any = false;
    for (uint32_t k = 0; k < 4 && width < p->gap + WEFT_FROZEN_GAP; ++k) {
        if (!c->particles->fixed[p->point[k]]) {
            any = wf_freeze(displacement, p->point[k], moves) || any;
        }
    }
    return any;
}

/// A pair that would be apart without the moves of its own particles gets them shortened until it
/// is; with others it has to wait for the global fraction.
static bool shorten_layers(const wf_contact* c, wf_plane* p, const wf_pass* pass) {
    if (p->upper == 0) {
        return false;
    }
    if (p->gap < WEFT_FROZEN_GAP) {
        return freeze_layers(c, p, pass->displacement, pass->moves);
    }
    float least = least_gap(p), width = wf_gap_between_layers(p, pass->displacement);
    if (width >= least - WF_HEIGHT_ROUNDING || wf_turn_plane(c, p, true, pass->displacement)) {
        return false;
    }
    const uint8_t* fixed = c->particles->fixed;
    span still = span_without_own(c, p, pass->displacement);
    float room = still.low - still.top - least;
    if (!(room >= 0.0f)) {
        return false;
    }
    float t = 0.999f * room / ((still.low - still.top) - width);
    for (uint32_t k = 0; k < 4; ++k) {
        if (!fixed[p->point[k]]) {
            shorten(pass->displacement, p->point[k], t, pass->moves);
        }
    }
    return true;
}

static float fraction_of_layers(const wf_plane* p, const float* displacement) {
    if (p->upper == 0) {
        return 1.0f;
    }
    float least = least_gap(p), width = wf_gap_between_layers(p, displacement);
    return width < least - WF_HEIGHT_ROUNDING ? 0.999f * (p->gap - least) / (p->gap - width) : 1.0f;
}

// ---- all pairs
// -------------------------------------------------------------------------------------------

static const wf_near_list no_pairs = {0};

static const wf_near_list* layer_pairs(const wf_contact* c) {
    return c->layers != NULL ? &c->layers->pairs : &no_pairs;
}

bool wf_gaps_reserve(wf_contact* c) {
    const wf_near_list* lists[2] = {&c->pairs, layer_pairs(c)};
    bool ok = true;
    for (int k = 0; k < 2; ++k) {
        wf_points* p = &c->points[k];
        ok = ok && wf_reserve(c->memory, (void**)&p->items, &p->capacity, 4 * lists[k]->count,
                              sizeof(uint32_t));
    }
    return ok;
}

/// The particles of a pair that passes look at, nobody's number in place of others.
WF_INLINE void note_points(const wf_plane* p, bool layers, uint32_t nobody, uint32_t* points) {
    uint32_t count = layers && p->upper != 0 ? 4 : p->upper;
    for (uint32_t k = 0; k < 4; ++k) {
        points[k] = k < count ? p->point[k] : nobody;
    }
}

static bool is_marked(const uint8_t* marks, const uint32_t* points) {
    return (marks[points[0]] | marks[points[1]] | marks[points[2]] | marks[points[3]]) != 0;
}

/// What a pair does in a pass; true when it moved a particle.
typedef bool pair_fn(const wf_contact*, wf_plane*, const wf_pass*);

/// The second pass notes for those that follow whom each pair has, which is a quarter of its plane;
/// noted in the first it would cost more than it spares where the second is the last.
WF_INLINE bool for_each(const wf_contact* c, bool layers, pair_fn* act, const wf_pass* pass) {
    const wf_near_list* pairs = layers ? layer_pairs(c) : &c->pairs;
    bool any = false;
    for (size_t i = 0; i < pairs->count; ++i) {
        uint32_t* points = c->points[layers].items + 4 * i;
        if (pass->number == 1) {
            note_points(&pairs->planes[i], layers, c->particle_count, points);
        }
        if (pass->number == 0 || is_marked(pass->moved, points)) {
            any = act(c, &pairs->planes[i], pass) || any;
        }
    }
    return any;
}

bool wf_gaps_push(const wf_contact* c, const wf_pass* pass) {
    bool any = for_each(c, false, push_off_body, pass);
    return for_each(c, true, push_layers, pass) || any;
}

bool wf_gaps_shorten(const wf_contact* c, const wf_pass* pass) {
    bool any = for_each(c, false, shorten_over_body, pass);
    return for_each(c, true, shorten_layers, pass) || any;
}

typedef float fraction_fn(const wf_plane*, const float*);

/// Parts of the pairs, each with the least fraction of its own.
enum { FRACTION_PARTS = 16 };

typedef struct fractions {
    const wf_contact* c;
    const float* displacement;
    float least[FRACTION_PARTS];
} fractions;

WF_INLINE float least_fraction(const wf_near_list* pairs, fraction_fn* of,
                               const float* displacement, uint64_t part) {
    float alpha = 1.0f;
    size_t end = (size_t)(pairs->count * (part + 1) / FRACTION_PARTS);
    for (size_t i = (size_t)(pairs->count * part / FRACTION_PARTS); i < end; ++i) {
        float t = of(&pairs->planes[i], displacement);
        alpha = t < alpha ? t : alpha;
    }
    return alpha;
}

static void find_fractions(void* given, uint32_t begin, uint32_t end) {
    fractions* a = given;
    for (uint32_t part = begin; part < end; ++part) {
        float alpha = least_fraction(&a->c->pairs, fraction_over_body, a->displacement, part);
        float other = least_fraction(layer_pairs(a->c), fraction_of_layers, a->displacement, part);
        a->least[part] = other < alpha ? other : alpha;
    }
}

float wf_gaps_fraction(const wf_contact* c, const float* displacement) {
    fractions a = {.c = c, .displacement = displacement};
    wf_parallel_for(c->pool, FRACTION_PARTS, 1, find_fractions, &a);
    float alpha = 1.0f;
    for (int part = 0; part < FRACTION_PARTS; ++part) {
        alpha = a.least[part] < alpha ? a.least[part] : alpha;
    }
    return alpha < 0.0f ? 0.0f : alpha;
}
