// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The filter is meant to let nothing through, and the audit does not take its word for it. Cloth
// that crosses all the same goes back to the pose in which the step began, which was clean: first
// the corners of what crosses, then what these meet on their way back, a ring more each time, in
// the end the whole pieces. Against a body the old place is good only if the body has not come
// there; else the cloth stays where it went and is captured.
#include "repair/rollback.h"

#include "contact/contact.h"
#include "contact/layers.h"
#include "particles/particles.h"
#include "repair/audit.h"

#include <string.h>

/// Audits until patience ends; the last one comes after whole pieces went back.
enum { PASSES = 8 };

/// Where a particle is.
enum { FORWARD, BACK, NOT_BACK /* its old place is in a body by now */ };

typedef struct rollback {
    wf_contact* contact;
    uint8_t* place;   // per particle
    const float* now; // 4 per particle: where the step led it
} rollback;

static const uint32_t* corners(const rollback* r, uint32_t triangle) {
    return r->contact->particles->triangles + 3 * (size_t)triangle;
}

static bool send(rollback* r, uint32_t particle, uint8_t from, uint8_t to) {
    wf_particles* particles = r->contact->particles;
    if (r->place[particle] != from) {
        return false;
    }
    r->place[particle] = to;
    const float* x = to == BACK ? particles->x_good : r->now;
    memcpy(particles->x + 4 * (size_t)particle, x + 4 * (size_t)particle, 16);
    return true;
}

static bool send_triangle(rollback* r, uint32_t triangle, uint8_t from, uint8_t to) {
    const uint32_t* t = corners(r, triangle);
    bool first = send(r, t[0], from, to), second = send(r, t[1], from, to);
    return send(r, t[2], from, to) || first || second;
}

static bool is_forward(const rollback* r, uint32_t triangle) {
    const uint32_t* t = corners(r, triangle);
    return r->place[t[0]] == FORWARD || r->place[t[1]] == FORWARD || r->place[t[2]] == FORWARD;
}

/// Cloth that is back, all of a triangle, and crosses a body comes forward again.
static bool leave_crossing(rollback* r) {
    const wf_audit* across = &r->contact->audit;
    bool any = false;
    for (uint32_t i = 0; i < across->listed_count; ++i) {
        uint32_t t = across->listed[i].a;
        if (across->undeclared[i] && !is_forward(r, t)) {
            any = send_triangle(r, t, BACK, NOT_BACK) || any;
        }
    }
    return any;
}

/// Sends back what crosses. False when nothing changed.
static bool send_crossing(rollback* r) {
    const wf_contact* c = r->contact;
    const wf_audit *self = &c->layers->audit, *across = &c->audit;
    bool any = leave_crossing(r);
    for (uint32_t i = 0; i < self->listed_count; ++i) {
        if (self->undeclared[i]) {
            any = send_triangle(r, self->listed[i].a, FORWARD, BACK) || any;
            any = send_triangle(r, self->listed[i].b, FORWARD, BACK) || any;
        }
    }
    for (uint32_t i = 0; i < across->listed_count; ++i) {
        if (across->undeclared[i]) {
            any = send_triangle(r, across->listed[i].a, FORWARD, BACK) || any;
        }
    }
    return any;
}

/// Sends back the neighbours of all that is back.
static void send_ring(rollback* r) {
    const wf_particles* particles = r->contact->particles;
    uint8_t* ring = r->contact->moved[1];
    memset(ring, 0, particles->count);
    for (uint32_t e = 0; e < particles->edge_count; ++e) {
        const uint32_t* v = particles->edges + 2 * (size_t)e;
        ring[v[0]] |= r->place[v[1]] == BACK;
        ring[v[1]] |= r->place[v[0]] == BACK;
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        if (ring[i]) {
            send(r, i, FORWARD, BACK);
        }
    }
}

/// Sends back every piece of which a part is back.
static void send_pieces(rollback* r) {
    wf_particles* particles = r->contact->particles;
    memset(particles->piece_free, 0, particles->piece_count);
    for (uint32_t i = 0; i < particles->count; ++i) {
        particles->piece_free[particles->piece[i]] |= r->place[i] == BACK;
    }
    for (uint32_t i = 0; i < particles->count; ++i) {
        if (particles->piece_free[particles->piece[i]]) {
            send(r, i, FORWARD, BACK);
        }
    }
}

/// What went back starts from rest; returns how many particles did.
static uint32_t stop(rollback* r) {
    uint32_t count = 0;
    wf_particles* particles = r->contact->particles;
    for (size_t i = 0; i < particles->count; ++i) {
        if (r->place[i] == BACK) {
            memset(particles->v + 4 * i, 0, 16);
            memset(particles->carry + 4 * i, 0, 16);
            particles->along[i] = 0.0f;
            count += memcmp(particles->x + 4 * i, r->now + 4 * i, 12) != 0;
        }
    }
    if (count > 0) {
        wf_particles_forget(particles);
    }
    return count;
}

bool wf_rollback(wf_contact* c, const uint8_t* tangled, weft_step_report* report) {
    wf_particles* particles = c->particles;
    // Scratch of the filter and of the prediction, which the next step fills anew.
    rollback r = {c, c->moved[0], particles->y};
    memset(r.place, FORWARD, particles->count);
    memcpy(particles->y, particles->x, 16 * (size_t)particles->count);
    bool done = true;
    for (uint32_t n = 1; done && n <= PASSES; ++n) {
        if (report->crossings_body + report->crossings_cloth == 0 || !send_crossing(&r)) {
            break;
        }
        if (n == PASSES) {
            send_pieces(&r);
        } else if (n > 1) {
            send_ring(&r);
        }
        done = wf_audit_afresh(c, tangled, report);
    }
    report->rolled_back += stop(&r);
    return done;
}
