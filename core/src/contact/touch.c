// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a touch does: it is a constraint c >= 0 with a multiplier (augmented Lagrangian), force =
// max(0, lambda - rho c). Friction is a second multiplier in the tangent plane, kept inside the
// Coulomb disk of the normal load, so a loaded contact sticks without creeping. After Zheng, Luo,
// Li 2025 (multipliers without barriers).
#include "contact/contact.h"
#include "math/vec.h"

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

static wf_v3 point_of(const wf_touch* t, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < t->count; ++k) {
        sum = wf_v3_muladd(sum, wf_v3_load(x + 4 * (size_t)t->particle[k]), t->weight[k]);
    }
    return sum;
}

static float constraint(const wf_touch* t, wf_v3 point) {
    return wf_v3_dot(wf_v3_load(t->n), point) - t->offset;
}

/// Tangential multiplier that the slip of this substep asks for, before the disk.
static wf_v3 tangential_trial(const wf_touch* t, wf_v3 point) {
    wf_v3 n = wf_v3_load(t->n);
    wf_v3 slip = wf_v3_sub(point, wf_v3_load(t->anchor));
    slip = wf_v3_muladd(slip, n, -wf_v3_dot(n, slip));
    return wf_v3_muladd(wf_v3_load(t->tangent), slip, t->rho);
}

static float friction_radius(const wf_touch* t) {
    return t->load > 0.0f ? t->friction * t->load : 0.0f;
}

float wf_touch_hover(const wf_touch* t, const float* z, const float* y) {
    float part = 1.0f - constraint(t, point_of(t, z)) / HOVER;
    bool would_press = t->lambda > t->rho * constraint(t, point_of(t, y));
    return would_press && part > 0.0f ? (part < 1.0f ? part : 1.0f) : 0.0f;
}

wf_touch_response wf_touch_respond(const wf_touch* t, const float* z, float hover) {
    wf_touch_response out = {{0.0f, 0.0f, 0.0f}, 0.0f, 0.0f};
    wf_v3 point = point_of(t, z);
    float push = t->lambda - t->rho * constraint(t, point);
    float part = push > 0.0f ? 1.0f : hover;
    if (part <= 0.0f) {
        return out;
    }
    wf_v3 force = wf_v3_scale(wf_v3_load(t->n), part * push);
    out.normal = part * t->rho;
    float radius = friction_radius(t);
    if (radius > 0.0f) {
        wf_v3 trial = tangential_trial(t, point);
        float size = wf_v3_length(trial);
        float scale = size > radius ? radius / size : 1.0f;
        force = wf_v3_muladd(force, trial, -scale);
        out.tangential = t->rho * scale;
    }
    wf_v3_store(out.force, force);
    return out;
}

static void update_multipliers(wf_touch* t, wf_v3 point, float radius) {
    float lambda = t->lambda - DUAL_STEP * t->rho * constraint(t, point);
    float cap = LAMBDA_CAP * t->rho * radius;
    t->lambda = lambda < 0.0f ? 0.0f : lambda > cap ? cap : lambda;
    float most = friction_radius(t);
    wf_v3 trial = tangential_trial(t, point);
    float size = wf_v3_length(trial);
    wf_v3_store(t->tangent, size > most ? wf_v3_scale(trial, most / size) : trial);
}

void wf_contact_dual(wf_contact* c, const float* z) {
    for (size_t i = 0; i < c->touch_count; ++i) {
        update_multipliers(&c->touches[i], point_of(&c->touches[i], z), c->radius);
    }
}

void wf_contact_settle(wf_contact* c, const float* z) {
    for (size_t i = 0; i < c->touch_count; ++i) {
        wf_touch* t = &c->touches[i];
        wf_v3 point = point_of(t, z);
        float push = t->lambda - t->rho * constraint(t, point);
        push = push > 0.0f ? push : 0.0f;
        update_multipliers(t, point, c->radius);
        t->load = t->load < 0.0f ? push : t->load + LOAD_STEP * (push - t->load);
    }
}

size_t wf_contact_save(const weft_world* world, void* bytes, size_t capacity) {
    const wf_contact* c = world->contact;
    uint64_t header[2] = {c == NULL ? 0 : c->touch_count, c == NULL ? 0 : c->particle_count};
    size_t touches = (size_t)header[0] * sizeof(wf_touch),
           need = sizeof header + touches + (size_t)header[1];
    if (capacity >= need) {
        char* to = bytes;
        memcpy(to, header, sizeof header);
        if (touches > 0) {
            memcpy(to + sizeof header, c->touches, touches);
        }
        if (header[1] > 0) {
            memcpy(to + sizeof header + touches, c->captured, (size_t)header[1]);
        }
    }
    return need;
}

static bool is_sound(const wf_touch* t, uint32_t particle_count) {
    bool sound = t->count <= 4;
    for (uint32_t k = 0; k < t->count && sound; ++k) {
        sound = t->particle[k] < particle_count;
    }
    const float* values[] = {t->weight, t->n, t->anchor, t->tangent};
    const int counts[] = {4, 3, 3, 3};
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < counts[k]; ++i) {
            sound &= isfinite(values[k][i]);
        }
    }
    return sound && isfinite(t->offset) && isfinite(t->rho) && isfinite(t->lambda) &&
           isfinite(t->load) && isfinite(t->friction) && isfinite(t->normal) &&
           isfinite(t->tangential);
}

bool wf_contact_load(weft_world* world, const void* bytes, size_t byte_count) {
    wf_contact* c = world->contact;
    const char* from = bytes;
    uint64_t header[2];
    if (c == NULL || byte_count < sizeof header) {
        return false;
    }
    memcpy(header, from, sizeof header);
    size_t room = byte_count - sizeof header;
    if (header[1] != c->particle_count || header[1] > room ||
        header[0] != (room - (size_t)header[1]) / sizeof(wf_touch) ||
        !wf_reserve(&world->memory, (void**)&c->touches, &c->touch_capacity, (size_t)header[0] + 1,
                    sizeof(wf_touch))) {
        return false;
    }
    size_t touches = (size_t)header[0] * sizeof(wf_touch);
    memcpy(c->touches, from + sizeof header, touches);
    c->touch_count = (size_t)header[0];
    for (size_t i = 0; i < c->touch_count; ++i) {
        if (!is_sound(&c->touches[i], c->particle_count)) {
            c->touch_count = 0;
            return false;
        }
    }
    c->captured_count = 0;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        c->captured[i] = from[sizeof header + touches + i] != 0;
        c->captured_count += c->captured[i];
    }
    return true;
}
