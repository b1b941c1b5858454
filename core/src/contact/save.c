// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a snapshot keeps of the contact: multipliers and who is captured. All else follows from the
// places.
#include "contact/contact.h"

#include <math.h>
#include <string.h>

size_t wf_contact_save(const wf_contact* c, void* bytes, size_t capacity) {
    uint64_t header[2] = {c == NULL ? 0 : c->touches.count, c == NULL ? 0 : c->particle_count};
    size_t touches = (size_t)header[0] * sizeof(wf_touch),
           need = sizeof header + touches + (size_t)header[1];
    if (capacity >= need) {
        char* to = bytes;
        memcpy(to, header, sizeof header);
        if (touches > 0) {
            memcpy(to + sizeof header, c->touches.items, touches);
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
           isfinite(t->load) && isfinite(t->friction) && isfinite(t->hold) && isfinite(t->normal) &&
           isfinite(t->tangential);
}

bool wf_contact_load(wf_contact* c, const void* bytes, size_t byte_count) {
    const char* from = bytes;
    uint64_t header[2];
    if (c == NULL || byte_count < sizeof header) {
        return false;
    }
    memcpy(header, from, sizeof header);
    size_t room = byte_count - sizeof header;
    if (header[1] != c->particle_count || header[1] > room ||
        header[0] != (room - (size_t)header[1]) / sizeof(wf_touch) ||
        !wf_reserve(c->memory, (void**)&c->touches.items, &c->touches.capacity,
                    (size_t)header[0] + 1, sizeof(wf_touch))) {
        return false;
    }
    size_t touches = (size_t)header[0] * sizeof(wf_touch);
    memcpy(c->touches.items, from + sizeof header, touches);
    c->touches.count = (size_t)header[0];
    for (size_t i = 0; i < c->touches.count; ++i) {
        if (!is_sound(&c->touches.items[i], c->particle_count)) {
            c->touches.count = 0;
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
