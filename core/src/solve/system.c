// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What holds particles from outside: anchors that ride on bodies, waistbands, seams that close. And
// the small accessors of the system.
#include "solve/system.h"

#include "body/frame.h"
#include "math/vec.h"
#include "solve/grab.h"

#include <math.h>
#include <string.h>

static float ramp(float from, float to, uint32_t step, uint32_t steps, float fraction) {
    if (steps == 0) {
        return to;
    }
    float t = ((float)step + fraction) / (float)steps;
    t = t < 1.0f ? t : 1.0f;
    return from + (to - from) * t;
}

/// The way of a pin that was moved: evenly over the step, and in a substep no further than cloth
/// can follow. One that stands has no way.
static wf_v3 lead_anchor(const wf_system* s, const wf_anchor* a, float fraction) {
    wf_v3 to = wf_v3_load(a->place),
          from = wf_v3_load(s->particles.x_good + 4 * (size_t)a->particle);
    if (fraction < 1.0f) {
        to = wf_v3_muladd(from, wf_v3_sub(to, from), fraction);
    }
    wf_v3 x = wf_v3_load(s->particles.x + 4 * (size_t)a->particle), way = wf_v3_sub(to, x);
    float length = wf_v3_length(way);
    return length > WEFT_PREDICTION_CAP ? wf_v3_muladd(x, way, WEFT_PREDICTION_CAP / length) : to;
}

/// The place on a body: the offset turns with the triangle it is fixed to. Far from the axis of a
/// turn it can be faster than the body itself, which moves no further than cloth can follow.
static wf_v3 carried(const wf_system* s, const wf_obstacle* o, const wf_anchor* a) {
    wf_v3 at = wf_v3_load(o->x1 + 4 * (size_t)a->vertex), offset = wf_v3_load(a->place);
    if (a->others[0] == UINT32_MAX) {
        return wf_v3_add(offset, at);
    }
    wf_v3 x = wf_v3_load(s->particles.x + 4 * (size_t)a->particle);
    wf_frame frame;
    if (wf_frame_of(at, wf_v3_load(o->x1 + 4 * (size_t)a->others[0]),
                    wf_v3_load(o->x1 + 4 * (size_t)a->others[1]), &frame)) {
        offset = wf_frame_out(&frame, offset);
    } else { // folded to nothing: as it was
        offset = wf_v3_sub(x, wf_v3_load(o->x0 + 4 * (size_t)a->vertex));
    }
    wf_v3 way = wf_v3_sub(wf_v3_add(at, offset), x);
    float length = wf_v3_length(way);
    return length > WEFT_PREDICTION_CAP ? wf_v3_muladd(x, way, WEFT_PREDICTION_CAP / length)
                                        : wf_v3_add(at, offset);
}

static void place_anchor(wf_system* s, const wf_anchor* a, float fraction) {
    float* z = s->particles.z + 4 * (size_t)a->particle;
    wf_v3_store(z,
                a->vertex == UINT32_MAX ? lead_anchor(s, a, fraction) : carried(s, s->obstacle, a));
    memcpy(s->particles.y + 4 * (size_t)a->particle, z, 16);
}

static float triangle_height(const wf_obstacle* o, uint32_t triangle) {
    const uint32_t* t = o->triangles + 3 * (size_t)triangle;
    return (o->x1[4 * (size_t)t[0] + 1] + o->x1[4 * (size_t)t[1] + 1] +
            o->x1[4 * (size_t)t[2] + 1]) /
           3.0f;
}

static void place_hold(wf_system* s, wf_hold* h, float fraction) {
    const wf_cloth* c = &s->objects->cloths[h->cloth];
    memcpy(h->target, h->place, sizeof h->target);
    h->now = h->stiffness;
    if (h->triangle == UINT32_MAX) {
        return;
    }
    h->target[1] += triangle_height(s->obstacle, h->triangle) +
                    ramp(c->hold_lift_from, c->hold_lift_to, c->hold_step, c->hold_steps, fraction);
    h->now *= ramp(c->hold_factor_from, c->hold_factor_to, c->hold_step, c->hold_steps, fraction);
}

void wf_system_prescribe(wf_system* s, const wf_hands* hands, float fraction) {
    for (uint32_t i = 0; i < s->anchor_count; ++i) {
        place_anchor(s, &s->anchors[i], fraction);
    }
    wf_grab_place(s, hands);
    for (uint32_t i = 0; i < s->hold_count; ++i) {
        place_hold(s, &s->holds[i], fraction);
    }
    s->seam_fraction = fraction;
}

void wf_system_move_pin(wf_system* s, uint32_t cloth, const weft_pin* pin) {
    uint32_t particle = s->objects->cloths[cloth].particle[pin->vertex];
    for (uint32_t i = 0; i < s->anchor_count; ++i) {
        if (s->anchors[i].particle == particle) {
            memcpy(s->anchors[i].place, pin->offset, sizeof pin->offset);
        }
    }
    for (uint32_t i = 0; i < s->hold_count - s->grab_holds; ++i) {
        if (s->holds[i].particle == particle) {
            memcpy(s->holds[i].place, pin->offset, sizeof pin->offset);
            s->holds[i].stiffness = pin->stiffness;
        }
    }
}

/// Vectors that travel with a system.
enum { SAVED_VECTORS = 6 };

static void list_saved(const wf_particles* p, float* arrays[SAVED_VECTORS]) {
    float* all[SAVED_VECTORS] = {p->x, p->v, p->carry, p->pull, p->mean, p->late};
    memcpy(arrays, all, sizeof all);
}

size_t wf_system_save(const wf_system* s, void* bytes, size_t capacity) {
    size_t n = s == NULL ? 0 : s->particles.count, need = (16 * SAVED_VECTORS + 5) * n + 4;
    if (capacity >= need && s != NULL) {
        char* to = bytes;
        memcpy(to, &s->h, 4);
        to += 4;
        float* arrays[SAVED_VECTORS];
        list_saved(&s->particles, arrays);
        for (size_t k = 0; k < SAVED_VECTORS && n > 0; ++k, to += 16 * n) {
            memcpy(to, arrays[k], 16 * n);
        }
        if (n > 0) {
            memcpy(to, s->particles.along, 4 * n);
            memcpy(to + 4 * n, s->particles.ease, n);
        }
    }
    return need;
}

static bool are_finite(const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

bool wf_system_load(wf_system* s, const void* bytes, size_t byte_count) {
    size_t n = s == NULL ? 0 : s->particles.count;
    if (byte_count != (16 * SAVED_VECTORS + 5) * n + 4) {
        return false;
    }
    if (n == 0) {
        return true;
    }
    const char* from = bytes;
    memcpy(&s->h, from, 4);
    from += 4;
    bool good = s->h >= 0.0f && are_finite(&s->h, 1);
    float* arrays[SAVED_VECTORS];
    list_saved(&s->particles, arrays);
    for (size_t k = 0; k < SAVED_VECTORS; ++k, from += 16 * n) {
        memcpy(arrays[k], from, 16 * n);
        good = good && are_finite(arrays[k], 4 * n);
    }
    memcpy(s->particles.along, from, 4 * n);
    memcpy(s->particles.ease, from + 4 * n, n);
    return good && are_finite(s->particles.along, n);
}
