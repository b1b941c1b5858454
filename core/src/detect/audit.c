// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Boxes drop most pairs, a plane that clearly has the whole other triangle on one side drops most
// of the rest, and exact predicates decide about the few that remain.
#include "detect/audit.h"

#include "math/predicates.h"
#include "math/simd.h"

#include <math.h>

typedef struct triangle {
    const float* corner[3];
    uint32_t vertex[3];
} triangle;

static inline triangle triangle_of(const wf_audit_mesh* mesh, uint32_t index) {
    triangle t;
    for (int i = 0; i < 3; ++i) {
        t.vertex[i] = mesh->triangles[3 * (size_t)index + (size_t)i];
        t.corner[i] = mesh->x + 4 * (size_t)t.vertex[i];
    }
    return t;
}

static inline void box_of(const wf_audit_mesh* mesh, uint32_t index, wf_f4* lo, wf_f4* hi) {
    triangle t = triangle_of(mesh, index);
    wf_f4 a = wf_f4_load(t.corner[0]), b = wf_f4_load(t.corner[1]), c = wf_f4_load(t.corner[2]);
    *lo = wf_f4_min(wf_f4_min(a, b), c);
    *hi = wf_f4_max(wf_f4_max(a, b), c);
}

static bool store_boxes(wf_memory* memory, wf_audit* audit, const wf_audit_mesh* mesh) {
    if (!wf_reserve(memory, (void**)&audit->boxes, &audit->boxes_capacity,
                    8 * (size_t)mesh->triangle_count, sizeof(float))) {
        return false;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        wf_f4 lo, hi;
        box_of(mesh, t, &lo, &hi);
        wf_f4_store(audit->boxes + 8 * (size_t)t, lo);
        wf_f4_store(audit->boxes + 8 * (size_t)t + 4, hi);
    }
    return true;
}

/// Whether the plane of t clearly has all corners of other on one side, apart from those that they
/// share (bits of `shared`). The bound on rounding is that of the determinant of three vectors no
/// longer than `size` by coordinate, twice over.
static bool parted_by_plane(const triangle* t, const triangle* other, unsigned shared) {
    double u[3], v[3], w[3][3], size = 0;
    for (int i = 0; i < 3; ++i) {
        double at = t->corner[0][i];
        u[i] = t->corner[1][i] - at;
        v[i] = t->corner[2][i] - at;
        size = fabs(u[i]) > size ? fabs(u[i]) : size;
        size = fabs(v[i]) > size ? fabs(v[i]) : size;
        for (int k = 0; k < 3; ++k) {
            w[k][i] = other->corner[k][i] - at;
            size = fabs(w[k][i]) > size ? fabs(w[k][i]) : size;
        }
    }
    double nx = u[1] * v[2] - u[2] * v[1], ny = u[2] * v[0] - u[0] * v[2];
    double nz = u[0] * v[1] - u[1] * v[0], bound = 1e-14 * size * size * size;
    unsigned above = shared, below = shared;
    for (unsigned k = 0; k < 3; ++k) {
        double side = nx * w[k][0] + ny * w[k][1] + nz * w[k][2];
        above |= (unsigned)(side > bound) << k;
        below |= (unsigned)(side < -bound) << k;
    }
    return above == 7 || below == 7;
}

/// Bit i: corner i of t is a corner of other.
static unsigned shared_corners(const triangle* t, const triangle* other) {
    unsigned shared = 0;
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned j = 0; j < 3; ++j) {
            shared |= (unsigned)(t->vertex[i] == other->vertex[j]) << i;
        }
    }
    return shared;
}

static bool any_declared(const wf_audit_mesh* mesh, const uint32_t* vertex, int count) {
    bool any = false;
    for (int i = 0; i < count && mesh->declared != NULL; ++i) {
        any |= mesh->declared[vertex[i]] != 0;
    }
    return any;
}

/// Counts the edges that triangle `index` of `mesh` stands for and that cross the face, without
/// those that end in a shared corner.
static void count_edges(wf_audit* audit, const wf_audit_mesh* mesh, uint32_t index,
                        const wf_audit_mesh* face_mesh, const triangle* face, unsigned shared) {
    triangle t = triangle_of(mesh, index);
    unsigned owned = mesh->owns == NULL ? 7u : (unsigned)mesh->owns[index] >> 3 & 7u;
    int side[3];
    for (int i = 0; i < 3; ++i) {
        side[i] = wf_orient3d(face->corner[0], face->corner[1], face->corner[2], t.corner[i]);
    }
    bool face_declared = any_declared(face_mesh, face->vertex, 3);
    for (int i = 0; i < 3; ++i) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        if ((owned >> i & 1u) == 0 || ((shared >> p | shared >> q) & 1u) != 0 ||
            !wf_segment_meets_triangle_sided(t.corner[p], t.corner[q], side[p], side[q],
                                             face->corner[0], face->corner[1], face->corner[2])) {
            continue;
        }
        uint32_t edge[2] = {t.vertex[p], t.vertex[q]};
        if (face_declared || any_declared(mesh, edge, 2)) {
            audit->declared += 1;
        } else {
            audit->crossings += 1;
        }
    }
}

static void audit_pair(wf_audit* audit, const wf_audit_mesh* cloth, uint32_t c,
                       const wf_audit_mesh* body, uint32_t b) {
    triangle ct = triangle_of(cloth, c), bt = triangle_of(body, b);
    bool same = cloth->x == body->x;
    unsigned cs = same ? shared_corners(&ct, &bt) : 0, bs = same ? shared_corners(&bt, &ct) : 0;
    if ((cs & (cs - 1)) != 0 || parted_by_plane(&bt, &ct, cs) || parted_by_plane(&ct, &bt, bs)) {
        return; // two shared corners leave no edge of one that does not touch the other
    }
    uint32_t before = audit->crossings + audit->declared;
    count_edges(audit, cloth, c, body, &bt, cs);
    count_edges(audit, body, b, cloth, &ct, bs);
    if (audit->crossings + audit->declared > before && audit->listed_count < WF_AUDIT_LISTED) {
        audit->listed[audit->listed_count++] = (wf_pair){c, b};
    }
}

bool wf_audit_count(wf_memory* memory, wf_audit* audit, const wf_pairs* pairs,
                    const wf_audit_mesh* cloth, const wf_audit_mesh* body) {
    audit->crossings = audit->declared = audit->listed_count = 0;
    if (!store_boxes(memory, audit, body) ||
        !wf_reserve(memory, (void**)&audit->listed, &audit->listed_capacity, WF_AUDIT_LISTED,
                    sizeof(wf_pair))) {
        return false;
    }
    uint32_t last = UINT32_MAX;
    wf_f4 lo = wf_f4_zero(), hi = lo;
    for (size_t i = 0; i < pairs->count; ++i) {
        if (pairs->cloth[i] != last) {
            last = pairs->cloth[i];
            box_of(cloth, last, &lo, &hi);
        }
        const float* box = audit->boxes + 8 * (size_t)pairs->body[i];
        wf_f4 met = wf_f4_and(wf_f4_less_equal(lo, wf_f4_load(box + 4)),
                              wf_f4_less_equal(wf_f4_load(box), hi));
        if ((wf_f4_mask(met) & 7) == 7) {
            audit_pair(audit, cloth, last, body, pairs->body[i]);
        }
    }
    return true;
}

void wf_audit_free(wf_memory* memory, wf_audit* audit) {
    wf_free(memory, audit->listed);
    wf_free(memory, audit->boxes);
    *audit = (wf_audit){0};
}
