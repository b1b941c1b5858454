// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Capture. Two parts of a body may close on the cloth between them, or a scene may begin with cloth
// in the body. Holding the filter there would stop the body or keep the cloth on the wrong side for
// good. So the vertices are declared: their pairs leave the filter, the audit counts their
// crossings apart, and flypaper holds each in the middle of what closes on it, or leads it out. A
// vertex is released once it is outside and no triangle around it crosses.
// After Baraff, Witkin, Kass 2003 (flypaper).
#include "contact/capture.h"

#include "contact/allowance.h"
#include "contact/flypaper.h"
#include "contact/gaps.h"
#include "particles/particles.h"

/// A captured vertex this far outside may be released, m.
#define RELEASE_DISTANCE 0.0005f

/// A vertex that may be captured.
enum { MARKED = 2 };

void wf_capture_exempt(wf_contact* c) {
    bool any = c->captured_count > 0 || c->capturing;
    for (size_t i = 0; any && i < c->pairs.count; ++i) {
        wf_plane* plane = &c->pairs.planes[i];
        for (uint32_t k = 0; k < plane->upper; ++k) {
            if (c->captured[plane->point[k]]) {
                plane->upper = 0;
            }
        }
    }
}

/// Marks with `mark` the vertices that are not captured yet and whose pairs leave less than `share`
/// of the way that body and cloth want to close.
static bool mark_violated(wf_contact* c, const float* displacement, float share, uint8_t mark) {
    bool any = false;
    for (size_t i = 0; i < c->pairs.count; ++i) {
        const wf_plane* plane = &c->pairs.planes[i];
        float allowed = wf_close_allowance(plane->gap);
        for (uint32_t k = 0; k < plane->upper; ++k) {
            float wanted = plane->height[k] - wf_height_over_body(plane, displacement, k);
            if (wf_height_over_body(plane, displacement, k) < plane->gap - allowed &&
                allowed < share * wanted) {
                uint8_t* captured = &c->captured[plane->point[k]];
                any = any || *captured == 0;
                *captured = *captured == 0 ? mark : *captured;
            }
        }
    }
    return any;
}

/// Takes the mark from what does not lie between two faces.
static bool keep_between_faces(wf_contact* c) {
    bool any = false;
    wf_flypaper_find(c);
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        if (c->captured[i] == MARKED) {
            c->captured[i] = wf_flypaper_holds(c, i);
            any = any || c->captured[i];
        }
    }
    return any;
}

float wf_capture_pinched(wf_contact* c, const float* displacement, float share, bool between) {
    bool any = mark_violated(c, displacement, share, between ? MARKED : 1);
    if (any && between) {
        any = keep_between_faces(c);
    }
    if (any) {
        c->capturing = true;
        wf_capture_exempt(c);
    }
    return wf_gaps_fraction(c, displacement);
}

/// Marks in the filter's scratch every captured vertex that has to stay: near the surface from
/// inside.
static void mark_inside(wf_contact* c, uint8_t* stays) {
    wf_flypaper_find(c);
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        if (c->captured[i] && wf_flypaper_height(c, i) < RELEASE_DISTANCE) {
            stays[i] = 1;
        }
    }
}

static void mark_crossing(const wf_contact* c, uint8_t* stays) {
    for (uint32_t i = 0; i < c->audit.listed_count; ++i) {
        const uint32_t* t = c->particles->triangles + 3 * (size_t)c->audit.listed[i].a;
        stays[t[0]] = stays[t[1]] = stays[t[2]] = 1;
    }
}

void wf_capture_add(wf_contact* c, uint32_t particle) {
    c->captured_count += c->captured[particle] == 0;
    c->captured[particle] = 1;
}

void wf_capture_update(wf_contact* c, bool may_capture) {
    if ((c->structure_self == NULL && c->solids == NULL) ||
        (c->captured_count == 0 && c->audit.listed_count == 0 && !c->capturing)) {
        return;
    }
    uint8_t* stays = c->moved[0];
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        stays[i] = 0;
    }
    if (may_capture) {
        mark_inside(c, stays);
        mark_crossing(c, stays);
    }
    c->captured_count = 0;
    c->capturing = false;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        c->captured[i] = stays[i];
        c->captured_count += stays[i];
    }
}
