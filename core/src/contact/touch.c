// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a touch does: it is a constraint c >= 0 with a multiplier (augmented Lagrangian), force =
// max(0, lambda - rho c). Friction is a second multiplier in the tangent plane, kept inside the
// Coulomb disk of the normal load, so a loaded contact sticks without creeping. After Zheng, Luo,
// Li 2025 (multipliers without barriers).
#include "contact/touch.h"

#include "base/parallel.h"
#include "math/simd.h"

#include <math.h>
#include <string.h>

/// Part of rho c that a dual update moves into the multiplier.
#define DUAL_STEP 0.3f
/// A sheet at rest hovers by less than this, m.
#define HOVER 5e-5f
/// Part of the difference between the force and the load that a substep makes up for. A touch that
/// opens and closes in turn carries its mean; a load that were the last force alone would be 0
/// whenever it closes, and such a stack would slide as on ice.
#define LOAD_STEP 0.5f
/// Largest multiplier as a part of rho r, r the world's contact radius: a pinch must not wind it
/// up.
#define LAMBDA_CAP 0.2f

/// Touches that a thread takes at a time.
enum { TOUCH_BLOCK = 256 };

static wf_f4 point_of(const wf_touch* t, const float* x) {
    wf_f4 sum = wf_f4_zero();
    for (uint32_t k = 0; k < t->count; ++k) {
        wf_f4 place = wf_f4_load(x + 4 * (size_t)t->particle[k]);
        sum = wf_f4_muladd(place, wf_f4_splat(t->weight[k]), sum);
    }
    return sum;
}

static float constraint(const wf_touch* t, wf_f4 point) {
    return wf_f4_dot3(wf_f4_load(t->n), point) - t->offset;
}

/// Tangential multiplier that the slip of this substep asks for, before the disk; whatever last.
static wf_f4 tangential_trial(const wf_touch* t, wf_f4 point) {
    wf_f4 n = wf_f4_load(t->n), slip = wf_f4_sub(point, wf_f4_load(t->anchor));
    slip = wf_f4_muladd(n, wf_f4_splat(-wf_f4_dot3(n, slip)), slip);
    return wf_f4_muladd(slip, wf_f4_splat(t->rho), wf_f4_load(t->tangent));
}

static float length3(wf_f4 a) {
    return sqrtf(wf_f4_dot3(a, a));
}

static float friction_radius(const wf_touch* t) {
    return t->load > 0.0f ? t->friction * t->load : 0.0f;
}

float wf_touch_hover(const wf_touch* t, const float* z, const float* y) {
    float part = 1.0f - constraint(t, point_of(t, z)) / HOVER;
    bool would_press = t->lambda > t->rho * constraint(t, point_of(t, y));
    return would_press && part > 0.0f ? (part < 1.0f ? part : 1.0f) : 0.0f;
}

void wf_touch_respond(const wf_touch* t, const float* z, float hover, wf_touch_response* out) {
    wf_f4 point = point_of(t, z), force = wf_f4_zero();
    float push = t->lambda - t->rho * constraint(t, point);
    float part = push > 0.0f ? 1.0f : hover, normal = 0.0f, tangential = 0.0f;
    if (part > 0.0f) {
        force = wf_f4_mul(wf_f4_load(t->n), wf_f4_splat(part * push));
        normal = part * t->rho;
        float radius = friction_radius(t);
        if (radius > 0.0f) {
            wf_f4 trial = tangential_trial(t, point);
            float size = length3(trial);
            float scale = size > radius ? radius / size : 1.0f;
            force = wf_f4_muladd(trial, wf_f4_splat(-scale), force);
            tangential = t->rho * scale;
        }
    }
    // Each is stored once, as it will be read: what is wider than the last stores waits for them.
    wf_f4_store(out->force, wf_f4_xyz(force));
    out->normal = normal;
    out->tangential = tangential;
}

static void update_multipliers(wf_touch* t, wf_f4 point, float radius) {
    float lambda = t->lambda - DUAL_STEP * t->rho * constraint(t, point);
    float cap = (LAMBDA_CAP + t->hold) * t->rho * radius;
    t->lambda = lambda < 0.0f ? 0.0f : lambda > cap ? cap : lambda;
    float most = friction_radius(t);
    wf_f4 trial = tangential_trial(t, point);
    float size = length3(trial), lanes[4];
    wf_f4_store(lanes, size > most ? wf_f4_mul(trial, wf_f4_splat(most / size)) : trial);
    memcpy(t->tangent, lanes, sizeof t->tangent);
}

void wf_touch_dual(const wf_touches* touches, wf_touch* touch, const float* z) {
    update_multipliers(touch, point_of(touch, z), touches->radius);
}

void wf_touches_dual(wf_touches* touches, const float* z) {
    for (size_t i = 0; i < touches->count; ++i) {
        wf_touch_dual(touches, &touches->items[i], z);
    }
}

typedef struct settling {
    const wf_touches* touches;
    const float* z;
} settling;

static void settle_touches(void* given, uint32_t begin, uint32_t end) {
    const settling* a = given;
    for (size_t n = begin; n < end; ++n) {
        wf_touch* t = &a->touches->items[wf_touch_at(a->touches, n)];
        wf_f4 point = point_of(t, a->z);
        float push = t->lambda - t->rho * constraint(t, point);
        push = push > 0.0f ? push : 0.0f;
        update_multipliers(t, point, a->touches->radius);
        t->load = t->load < 0.0f ? push : t->load + LOAD_STEP * (push - t->load);
    }
}

void wf_touches_settle(wf_touches* touches, struct wf_pool* const* pool, const float* z) {
    settling a = {touches, z};
    wf_parallel_for(pool, (uint32_t)touches->count, TOUCH_BLOCK, settle_touches, &a);
    (void)pool; // in a build without threads
}

bool wf_touches_create(wf_memory* m, wf_touches* touches, uint32_t particle_count, float radius) {
    *touches = (wf_touches){.particle_count = particle_count, .radius = radius};
    touches->first = WF_ALLOC(m, uint32_t, (size_t)particle_count + 1);
    touches->pressed_end = WF_ALLOC(m, uint32_t, (size_t)particle_count + 1);
#ifdef WEFT_THREADS
    touches->lead = WF_ALLOC(m, uint32_t, (size_t)particle_count + 1);
#endif
    return !m->failed;
}

void wf_touches_free(wf_memory* m, wf_touches* touches) {
    wf_free(m, touches->items);
    wf_free(m, touches->first);
    wf_free(m, touches->incident);
    wf_free(m, touches->pressing);
    wf_free(m, touches->pressed);
    wf_free(m, touches->pressed_end);
#ifdef WEFT_THREADS
    wf_free(m, touches->led);
    wf_free(m, touches->lead);
#endif
}

wf_touch* wf_touches_room(wf_memory* m, wf_touches* touches, size_t more) {
    bool room = wf_reserve(m, (void**)&touches->items, &touches->capacity, touches->count + more,
                           sizeof(wf_touch));
    return room ? &touches->items[touches->count] : NULL;
}

#ifdef WEFT_THREADS
/// Out of the finished lists of the particles.
static bool list_led(wf_memory* m, wf_touches* touches) {
    uint32_t* lead = touches->lead;
    if (!wf_reserve(m, (void**)&touches->led, &touches->led_capacity, touches->count,
                    sizeof(uint32_t))) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < touches->particle_count; ++i) {
        lead[i] = count;
        for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
            if ((touches->incident[k] & 3) == 0) {
                touches->led[count++] = touches->incident[k] >> 2;
            }
        }
    }
    lead[touches->particle_count] = count;
    return true;
}
#else
static bool list_led(wf_memory* m, wf_touches* touches) {
    (void)m, (void)touches;
    return true;
}
#endif

bool wf_touches_index(wf_memory* m, wf_touches* touches) {
    uint32_t* first = touches->first;
    memset(first, 0, sizeof(uint32_t) * ((size_t)touches->particle_count + 1));
    size_t total = 0;
    for (size_t i = 0; i < touches->count; ++i) {
        for (uint32_t k = 0; k < touches->items[i].count; ++k) {
            first[touches->items[i].particle[k] + 1] += 1;
            total += 1;
        }
    }
    if (!wf_reserve(m, (void**)&touches->incident, &touches->incident_capacity, total + 1,
                    sizeof(uint32_t)) ||
        !wf_reserve(m, (void**)&touches->pressed, &touches->pressed_capacity, total + 1,
                    sizeof(uint32_t)) ||
        !wf_reserve(m, (void**)&touches->pressing, &touches->pressing_capacity, touches->count,
                    sizeof(wf_pressing))) {
        return false;
    }
    for (uint32_t i = 0; i < touches->particle_count; ++i) {
        first[i + 1] += first[i];
    }
    for (size_t i = touches->count; i-- > 0;) {
        for (uint32_t k = touches->items[i].count; k-- > 0;) {
            uint32_t particle = touches->items[i].particle[k];
            touches->incident[--first[particle + 1]] = (uint32_t)(4 * i + k);
        }
    }
    // The loop above moved every start one slot up; the last entry is lost and restored here.
    memmove(first, first + 1, sizeof(uint32_t) * touches->particle_count);
    first[touches->particle_count] = (uint32_t)total;
    return list_led(m, touches);
}
