// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Forces inside a piece of cloth add up to nothing, so a piece that nothing holds or touches must
// arrive with the centre and the angular momentum of its inertial target y. Conjugate gradients
// that stop early and sweeps that go round in one order leave a little of both; it is taken out by
// a translation and a small rotation.
#include "solve/pieces.h"

#include "contact/touching.h"
#include "math/vec.h"

#include <string.h>

/// Sums over a piece; doubles, because the parts of a fast spin nearly cancel.
typedef struct balance {
    double mass, centre[3], shift[3];
    double inertia[6]; // xx xy xz yy yz zz
    double angular[3];
    double rotation[3];
} balance;

static void mark_piece(const wf_system* s, uint32_t seed, uint32_t label, uint32_t* queue) {
    uint32_t head = 0, tail = 0;
    s->particles.piece[seed] = label;
    queue[tail++] = seed;
    while (head < tail) {
        uint32_t i = queue[head++];
        for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
            uint32_t j = s->column[k];
            if (s->particles.piece[j] == UINT32_MAX) {
                s->particles.piece[j] = label;
                queue[tail++] = j;
            }
        }
    }
}

bool wf_pieces_find(wf_memory* m, wf_system* s) {
    s->particles.piece = WF_ALLOC(m, uint32_t, s->particles.count);
    uint32_t* queue = WF_ALLOC(m, uint32_t, s->particles.count);
    if (s->particles.piece == NULL || queue == NULL) {
        wf_free(m, queue);
        return false;
    }
    memset(s->particles.piece, 0xff, sizeof(uint32_t) * s->particles.count);
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        if (s->particles.piece[i] == UINT32_MAX) {
            mark_piece(s, i, s->particles.piece_count++, queue);
        }
    }
    wf_free(m, queue);
    s->particles.piece_free = WF_ALLOC(m, uint8_t, s->particles.piece_count);
    s->balance = WF_ALLOC(m, balance, s->particles.piece_count);
    s->swing = WF_ALLOC(m, wf_swing, s->particles.piece_count);
    return s->particles.piece_free != NULL && s->balance != NULL && s->swing != NULL;
}

static void find_free(wf_system* s, const wf_touches* touches) {
    memset(s->particles.piece_free, 1, s->particles.piece_count);
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        s->particles.piece_free[s->particles.piece[i]] &= !s->particles.fixed[i];
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        s->particles.piece_free[s->particles.piece[s->holds[k].particle]] = 0;
    }
    for (size_t k = 0; k < touches->count; ++k) {
        const wf_touch* t = &touches->items[k];
        uint32_t piece = s->particles.piece[t->particle[0]],
                 other = s->particles.piece[t->particle[t->count - 1]];
        // What a piece does to itself leaves its momentum alone.
        bool among = t->kind >= WF_SELF_VERTEX_FACE && t->kind < WF_TOUCH_OUTSIDE;
        bool within = among && piece == other;
        s->particles.piece_free[piece] &= within;
        s->particles.piece_free[other] &= within;
    }
}

static void sum_places(wf_system* s, balance* b) {
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        balance* piece = &b[s->particles.piece[i]];
        piece->mass += (double)s->particles.mass[i];
        for (int k = 0; k < 3; ++k) {
            double z = (double)s->particles.z[4 * (size_t)i + k],
                   y = (double)s->particles.y[4 * (size_t)i + k];
            piece->centre[k] += (double)s->particles.mass[i] * z;
            piece->shift[k] += (double)s->particles.mass[i] * (y - z);
        }
    }
    for (uint32_t p = 0; p < s->particles.piece_count; ++p) {
        for (int k = 0; k < 3; ++k) {
            b[p].centre[k] /= b[p].mass;
            b[p].shift[k] /= b[p].mass;
        }
    }
}

static void sum_turns(wf_system* s, balance* b) {
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        balance* p = &b[s->particles.piece[i]];
        double r[3], d[3], m = (double)s->particles.mass[i];
        for (int k = 0; k < 3; ++k) {
            r[k] = (double)s->particles.z[4 * (size_t)i + k] - p->centre[k];
            d[k] = (double)s->particles.y[4 * (size_t)i + k] -
                   (double)s->particles.z[4 * (size_t)i + k] - p->shift[k];
        }
        double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        p->inertia[0] += m * (square - r[0] * r[0]);
        p->inertia[1] -= m * r[0] * r[1];
        p->inertia[2] -= m * r[0] * r[2];
        p->inertia[3] += m * (square - r[1] * r[1]);
        p->inertia[4] -= m * r[1] * r[2];
        p->inertia[5] += m * (square - r[2] * r[2]);
        p->angular[0] += m * (r[1] * d[2] - r[2] * d[1]);
        p->angular[1] += m * (r[2] * d[0] - r[0] * d[2]);
        p->angular[2] += m * (r[0] * d[1] - r[1] * d[0]);
    }
}

/// rotation = inertia^-1 angular; none for a piece without extent.
static void solve_rotation(balance* p) {
    const double* a = p->inertia;
    double c0 = a[3] * a[5] - a[4] * a[4], c1 = a[2] * a[4] - a[1] * a[5],
           c2 = a[1] * a[4] - a[2] * a[3];
    double determinant = a[0] * c0 + a[1] * c1 + a[2] * c2;
    double trace = a[0] + a[3] + a[5];
    if (!(determinant > 1e-9 * trace * trace * trace)) {
        return;
    }
    double d0 = a[0] * a[5] - a[2] * a[2], d1 = a[1] * a[2] - a[0] * a[4],
           e0 = a[0] * a[3] - a[1] * a[1];
    const double* l = p->angular;
    p->rotation[0] = (c0 * l[0] + c1 * l[1] + c2 * l[2]) / determinant;
    p->rotation[1] = (c1 * l[0] + d0 * l[1] + d1 * l[2]) / determinant;
    p->rotation[2] = (c2 * l[0] + d1 * l[1] + e0 * l[2]) / determinant;
}

static void move_pieces(wf_system* s, const balance* b) {
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        const balance* p = &b[s->particles.piece[i]];
        if (!s->particles.piece_free[s->particles.piece[i]]) {
            continue;
        }
        float* z = s->particles.z + 4 * (size_t)i;
        double r[3], w[3] = {p->rotation[0], p->rotation[1], p->rotation[2]};
        for (int k = 0; k < 3; ++k) {
            r[k] = (double)z[k] - p->centre[k];
        }
        const double turn[3] = {w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2],
                                w[0] * r[1] - w[1] * r[0]};
        for (int k = 0; k < 3; ++k) {
            // The correction is often below the rounding of a place: what is lost of it is carried
            // on.
            double exact = (double)z[k] + (p->shift[k] + turn[k]);
            z[k] = (float)exact;
            float lost = (float)(exact - (double)z[k]);
            s->particles.carry[4 * (size_t)i + k] += lost;
            s->particles.carried[4 * (size_t)i + k] += lost;
        }
    }
}

void wf_pieces_balance(wf_system* s, const wf_touches* touches) {
    find_free(s, touches);
    bool any = false;
    for (uint32_t p = 0; p < s->particles.piece_count; ++p) {
        any = any || s->particles.piece_free[p];
    }
    if (!any) {
        return;
    }
    balance* b = s->balance;
    memset(b, 0, sizeof(balance) * s->particles.piece_count);
    sum_places(s, b);
    sum_turns(s, b);
    for (uint32_t p = 0; p < s->particles.piece_count; ++p) {
        solve_rotation(&b[p]);
    }
    move_pieces(s, b);
}
