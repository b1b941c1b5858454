// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a snapshot keeps of the contact: multipliers, who is captured, and where cloth that lies
// still has its place, with who is loose in its fourth float. All else follows from these.
#include "contact/capture.h"
#include "contact/contact.h"
#include "contact/still.h"

#include <math.h>
#include <string.h>

/// Ahead of the rest.
typedef struct saved_header {
    uint64_t touches, particles;
    uint32_t known, in_vain, unused[2]; // of cloth that lies still
} saved_header;

static size_t place_bytes(const saved_header* h) {
    return h->known ? 16 * (size_t)h->particles : 0;
}

static void save_places(const wf_still* s, uint64_t count, char* to) {
    for (size_t i = 0; i < count; ++i) {
        float place[4];
        memcpy(place, s->place + 4 * i, sizeof place);
        place[3] = (float)(s->loose[i] != 0);
        memcpy(to + sizeof place * i, place, sizeof place);
    }
}

size_t wf_contact_save(const wf_contact* c, void* bytes, size_t capacity) {
    saved_header header = {0};
    if (c != NULL) {
        header = (saved_header){c->touches.count,
                                c->particle_count,
                                c->still.loose_count < c->particle_count,
                                c->still.in_vain,
                                {0}};
    }
    size_t touches = (size_t)header.touches * sizeof(wf_touch), places = place_bytes(&header),
           need = sizeof header + touches + places + (size_t)header.particles;
    if (capacity >= need) {
        char* to = bytes;
        memcpy(to, &header, sizeof header);
        to += sizeof header;
        if (touches > 0) {
            memcpy(to, c->touches.items, touches);
        }
        if (places > 0) {
            save_places(&c->still, header.particles, to + touches);
        }
        if (header.particles > 0) {
            memcpy(to + touches + places, c->captured, (size_t)header.particles);
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

static bool load_touches(wf_contact* c, const char* from, size_t count) {
    if (!wf_reserve(c->memory, (void**)&c->touches.items, &c->touches.capacity, count + 1,
                    sizeof(wf_touch))) {
        return false;
    }
    memcpy(c->touches.items, from, count * sizeof(wf_touch));
    c->touches.count = count;
    for (size_t i = 0; i < count; ++i) {
        if (!is_sound(&c->touches.items[i], c->particle_count)) {
            c->touches.count = 0;
            return false;
        }
    }
    return true;
}

/// What is near what is found again when it is asked for.
static bool load_still(wf_contact* c, const saved_header* header, const char* from) {
    wf_still* s = &c->still;
    wf_still_forget(c);
    s->in_vain = header->in_vain < c->particle_count ? header->in_vain : 0;
    if (header->known == 0) {
        return true;
    }
    memcpy(s->place, from, place_bytes(header));
    bool finite = true;
    for (size_t i = 0; i < c->particle_count; ++i) {
        float* place = s->place + 4 * i;
        finite &= isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]);
        s->loose[i] = place[3] != 0.0f;
        s->loose_count -= !s->loose[i];
        place[3] = 0.0f;
    }
    if (finite) {
        wf_still_forget_lists(c);
    } else {
        wf_still_forget(c);
    }
    return finite;
}

bool wf_contact_load(wf_contact* c, const void* bytes, size_t byte_count) {
    const char* from = bytes;
    saved_header header;
    if (c == NULL || byte_count < sizeof header) {
        return false;
    }
    memcpy(&header, from, sizeof header);
    size_t left = byte_count - sizeof header,
           fixed = (size_t)c->particle_count + place_bytes(&header);
    if (header.particles != c->particle_count || fixed > left ||
        header.touches != (left - fixed) / sizeof(wf_touch)) {
        return false;
    }
    from += sizeof header;
    if (!load_touches(c, from, (size_t)header.touches)) {
        return false;
    }
    from += (size_t)header.touches * sizeof(wf_touch);
    if (!load_still(c, &header, from)) {
        return false;
    }
    from += place_bytes(&header);
    c->captured_count = 0;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        c->captured[i] = from[i] < WF_SUNK ? from[i] : WF_SUNK;
        c->captured_count += c->captured[i] != WF_FREE;
    }
    return true;
}
