// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Capture. Two parts of a body may close on the cloth between them, or a scene may begin with cloth
// in the body. Holding the filter there would stop the body or keep the cloth on the wrong side for
// good. So the vertices are declared: their pairs leave the filter, the audit counts their
// crossings apart, and flypaper holds each in the middle of what closes on it, or leads it out. A
// vertex is released once it is outside. What was pinched is, though triangles around it still
// cross with another corner inside: left to itself it would be drawn in after that one, and its
// neighbours after it. What has sunk in deep must come out by one side, with all that crosses round
// it. After Baraff, Witkin, Kass 2003 (flypaper).
#include "contact/capture.h"

#include "contact/allowance.h"
#include "contact/flypaper.h"
#include "contact/gaps.h"
#include "math/predicates.h"
#include "particles/particles.h"

/// A captured vertex this far outside may be released, m.
#define RELEASE_DISTANCE 0.0005f

/// A vertex that may be pinched.
enum { MARKED = 3 };
/// Why a vertex stays captured.
enum { CROSSES = 1, INSIDE = 2 };

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
            c->captured[i] = wf_flypaper_holds(c, i) ? WF_PINCHED : WF_FREE;
            any = any || c->captured[i] != WF_FREE;
        }
    }
    return any;
}

float wf_capture_pinched(wf_contact* c, const float* displacement, float share, bool between) {
    bool any = mark_violated(c, displacement, share, between ? MARKED : WF_PINCHED);
    if (any && between) {
        any = keep_between_faces(c);
    }
    if (any) {
        c->capturing = true;
        wf_capture_exempt(c);
    }
    return wf_gaps_fraction(c, displacement);
}

/// The corners of what crosses are looked at, too. Where some have sunk in, or nobody was captured,
/// all of them have.
static void mark_corners(wf_contact* c) {
    for (uint32_t i = 0; i < c->audit.listed_count; ++i) {
        const uint32_t* t = c->particles->triangles + 3 * (size_t)c->audit.listed[i].a;
        uint8_t how[3] = {c->captured[t[0]], c->captured[t[1]], c->captured[t[2]]};
        bool known = how[0] % MARKED || how[1] % MARKED || how[2] % MARKED;
        bool sunk = !known || how[0] == WF_SUNK || how[1] == WF_SUNK || how[2] == WF_SUNK;
        for (int k = 0; k < 3; ++k) {
            c->captured[t[k]] = sunk ? WF_SUNK : how[k] != WF_FREE ? how[k] : MARKED;
        }
    }
}

/// Marks in the filter's scratch every vertex that has to stay: near the surface from inside. What
/// was free is pressed that near and is outside.
static void mark_inside(wf_contact* c, uint8_t* stays) {
    wf_flypaper_find(c);
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        float clear = c->captured[i] == MARKED ? 0.0f : RELEASE_DISTANCE;
        if (c->captured[i] && wf_flypaper_height(c, i) < clear) {
            stays[i] = INSIDE;
        }
    }
}

/// All corners of a triangle stay, unless one is inside: then the others are free.
static void stay_unless_inside(uint8_t* stays, const uint32_t* t) {
    bool inside = stays[t[0]] == INSIDE || stays[t[1]] == INSIDE || stays[t[2]] == INSIDE;
    for (int k = 0; k < 3 && !inside; ++k) {
        stays[t[k]] = CROSSES;
    }
}

/// Whether an edge goes through a face of a body; `side` of its ends is not positive behind that.
static bool goes_through(const wf_contact* c, const uint32_t edge[2], uint32_t face, int side[2]) {
    const uint32_t* t = c->obstacle->triangles + 3 * (size_t)face;
    const float *b = c->obstacle->x0, *end[2];
    const float* corner[3] = {b + 4 * (size_t)t[0], b + 4 * (size_t)t[1], b + 4 * (size_t)t[2]};
    for (int k = 0; k < 2; ++k) {
        end[k] = c->particles->x + 4 * (size_t)edge[k];
        side[k] = wf_orient3d(corner[0], corner[1], corner[2], end[k]);
    }
    return wf_segment_meets_triangle_sided(end[0], end[1], side[0], side[1], corner[0], corner[1],
                                           corner[2]);
}

/// Of an edge that goes through a face the end behind it stays, unless one is known to be inside:
/// one that is deep in a body may be nearer to another.
static void stay_behind(uint8_t* stays, const uint32_t edge[2], const int side[2]) {
    bool known = stays[edge[0]] == INSIDE || stays[edge[1]] == INSIDE;
    for (int k = 0; k < 2 && !known; ++k) {
        stays[edge[k]] = side[k] > 0 ? stays[edge[k]] : CROSSES;
    }
}

/// Corners of a triangle that crosses a face, or a solid (`face` is UINT32_MAX).
static void mark_pinched(const wf_contact* c, const uint32_t* t, uint32_t face, uint8_t* stays) {
    bool through = false;
    for (int k = 0; k < 3 && face != UINT32_MAX; ++k) {
        uint32_t edge[2] = {t[k], t[(k + 1) % 3]};
        int side[2];
        if (goes_through(c, edge, face, side)) {
            stay_behind(stays, edge, side);
            through = true;
        }
    }
    if (!through) { // an edge of the body does, or it is a solid
        stay_unless_inside(stays, t);
    }
}

static void mark_crossing(const wf_contact* c, uint8_t* stays) {
    for (uint32_t i = 0; i < c->audit.listed_count; ++i) {
        const uint32_t* t = c->particles->triangles + 3 * (size_t)c->audit.listed[i].a;
        if (c->captured[t[0]] != WF_SUNK) {
            mark_pinched(c, t, i < c->audit.mesh_count ? c->audit.listed[i].b : UINT32_MAX, stays);
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            stays[t[k]] = stays[t[k]] == INSIDE ? INSIDE : CROSSES;
        }
    }
}

void wf_capture_add(wf_contact* c, uint32_t particle, uint8_t how) {
    uint8_t* is = &c->captured[particle];
    c->captured_count += *is == WF_FREE;
    *is = *is == WF_FREE ? how : *is;
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
        mark_corners(c);
        mark_inside(c, stays);
        mark_crossing(c, stays);
    }
    c->captured_count = 0;
    c->capturing = false;
    for (uint32_t i = 0; i < c->particle_count; ++i) {
        uint8_t how = c->captured[i] == WF_SUNK ? WF_SUNK : WF_PINCHED;
        c->captured[i] = stays[i] != 0 ? how : WF_FREE;
        c->captured_count += stays[i] != 0;
    }
}
