// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The filter between cloth and cloth. Along n the least height of the upper side over the greatest
// of the lower is a concave function of the fraction of the displacements that is granted, so a
// pair that is apart at the start and at the end is apart on the whole way.
#include "contact/layers_filter.h"
#include "contact/allowance.h"

/// Heights at the end: the least of the upper side and the greatest of the lower.
typedef struct span {
    float low, top;
} span;

static float height_end(const wf_plane* p, const float* displacement, uint32_t k) {
    const float* d = displacement + 4 * (size_t)p->point[k];
    return p->height[k] + ((p->n[0] * d[0] + p->n[1] * d[1]) + p->n[2] * d[2]);
}

/// With `moving` only the particles that it marks have their displacement.
static span span_end(const wf_plane* p, const float* displacement, const uint8_t* moving) {
    span s = {1e30f, -1e30f};
    for (uint32_t k = 0; k < 4; ++k) {
        bool moves = moving == NULL || moving[p->point[k]];
        float end = moves ? height_end(p, displacement, k) : p->height[k];
        if (k < p->upper) {
            s.low = end < s.low ? end : s.low;
        } else {
            s.top = end > s.top ? end : s.top;
        }
    }
    return s;
}

static bool any_moved(const wf_plane* p, const uint8_t* moved) {
    return p->upper != 0 &&
           (moved[p->point[0]] | moved[p->point[1]] | moved[p->point[2]] | moved[p->point[3]]) != 0;
}

static float mean_give(const wf_layers* l, const wf_plane* p, const uint8_t* fixed, uint32_t from,
                       uint32_t to) {
    float sum = 0.0f;
    for (uint32_t k = from; k < to; ++k) {
        sum += fixed[p->point[k]] ? 0.0f : l->give[p->point[k]];
    }
    return sum / (float)(to - from);
}

/// Both sides are moved to their side of a gap of the wanted width, each by its share.
static bool push_pair(const wf_contact* c, const wf_plane* p, const uint8_t* fixed,
                      float* displacement, uint8_t* moves) {
    const wf_layers* l = c->layers;
    span s = span_end(p, displacement, NULL);
    float lack = (p->gap - wf_push_allowance(p->gap)) - (s.low - s.top);
    if (!(lack > WF_HEIGHT_ROUNDING)) {
        return false;
    }
    float up = mean_give(l, p, fixed, 0, p->upper), down = mean_give(l, p, fixed, p->upper, 4);
    if (!(up + down > 0.0f)) {
        return false;
    }
    float part = up / (up + down);
    float least = s.low + part * lack, most = s.top - (1.0f - part) * lack;
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t i = p->point[k];
        float end = height_end(p, displacement, k);
        float by =
            k < p->upper ? (end < least ? least - end : 0.0f) : (end > most ? most - end : 0.0f);
        if (by == 0.0f || fixed[i]) {
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            displacement[4 * (size_t)i + axis] += by * p->n[axis];
        }
        wf_clip_to_box(c, displacement, i);
        moves[i] = 1;
    }
    return true;
}

bool wf_layers_push(const wf_contact* c, const uint8_t* fixed, float* displacement,
                    const uint8_t* moved, uint8_t* moves) {
    const wf_layers* l = c->layers;
    bool any = false;
    for (size_t i = 0; l != NULL && i < l->pairs.count; ++i) {
        const wf_plane* p = &l->pairs.planes[i];
        if (any_moved(p, moved) && push_pair(c, p, fixed, displacement, moves)) {
            any = true;
        }
    }
    return any;
}

/// A pair so near that rounding could close it stays as it is, unless it parts clearly.
static bool freeze_pair(const wf_plane* p, const uint8_t* fixed, float* displacement,
                        uint8_t* moves) {
    span end = span_end(p, displacement, NULL);
    bool any = false;
    for (uint32_t k = 0; k < 4 && end.low - end.top < p->gap + WEFT_FROZEN_GAP; ++k) {
        if (!fixed[p->point[k]]) {
            any = wf_freeze(displacement, p->point[k], moves) || any;
        }
    }
    return any;
}

/// A pair that would be apart without the moves of its own particles gets them shortened until it
/// is; with others it has to wait for the global fraction.
static bool shorten_pair(const wf_plane* p, const uint8_t* fixed, float* displacement,
                         uint8_t* moves) {
    if (p->gap < WEFT_FROZEN_GAP) {
        return freeze_pair(p, fixed, displacement, moves);
    }
    float least = p->gap - wf_close_allowance(p->gap);
    span end = span_end(p, displacement, NULL);
    if (end.low - end.top >= least - WF_HEIGHT_ROUNDING) {
        return false;
    }
    span still = span_end(p, displacement, fixed);
    float room = still.low - still.top - least;
    if (!(room >= 0.0f)) {
        return false;
    }
    float t = 0.999f * room / ((still.low - still.top) - (end.low - end.top));
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t i = p->point[k];
        if (fixed[i]) {
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            displacement[4 * (size_t)i + axis] *= t;
        }
        moves[i] = 1;
    }
    return true;
}

bool wf_layers_shorten(const wf_contact* c, const uint8_t* fixed, float* displacement,
                       const uint8_t* moved, uint8_t* moves) {
    const wf_layers* l = c->layers;
    bool any = false;
    for (size_t i = 0; l != NULL && i < l->pairs.count; ++i) {
        const wf_plane* p = &l->pairs.planes[i];
        if (any_moved(p, moved) && shorten_pair(p, fixed, displacement, moves)) {
            any = true;
        }
    }
    return any;
}

float wf_layers_fraction(const wf_contact* c, const float* displacement) {
    const wf_layers* l = c->layers;
    float alpha = 1.0f;
    for (size_t i = 0; l != NULL && i < l->pairs.count; ++i) {
        const wf_plane* p = &l->pairs.planes[i];
        if (p->upper == 0) {
            continue;
        }
        float least = p->gap - wf_close_allowance(p->gap);
        span end = span_end(p, displacement, NULL);
        float width = end.low - end.top;
        if (width < least - WF_HEIGHT_ROUNDING) {
            float t = 0.999f * (p->gap - least) / (p->gap - width);
            alpha = t < alpha ? t : alpha;
        }
    }
    return alpha;
}
