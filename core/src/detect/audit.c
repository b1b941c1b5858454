// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Boxes drop most pairs, a plane that clearly has the whole other triangle on one side drops most
// of the rest, four pairs at a time in float and what is left in double, and exact predicates
// decide about the few that remain.
#include "detect/audit.h"

#include "base/parallel.h"
#include "math/predicates.h"
#include "math/v3x4.h"

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

/// Triangles and pairs of a block.
enum { BOX_BLOCK = 512, PAIR_BLOCK = 1024 };

typedef struct counting {
    wf_audit* audit;
    const wf_pairs* pairs;
    const wf_audit_mesh *cloth, *body;
    bool boxed;
} counting;

static void store_boxes(void* given, uint32_t begin, uint32_t end) {
    const counting* c = given;
    for (uint32_t t = begin; t < end; ++t) {
        wf_f4 lo, hi;
        box_of(c->body, t, &lo, &hi);
        wf_f4_store(c->audit->boxes + 8 * (size_t)t, lo);
        wf_f4_store(c->audit->boxes + 8 * (size_t)t + 4, hi);
    }
}

/// The plane of a triangle in double, and what bounds the rounding of the side of a point: the
/// greatest coordinates of its two edges, multiplied.
typedef struct plane {
    double at[3], n[3];
    double size;
} plane;

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static inline plane plane_of(const triangle* t) {
    plane p;
    double u[3], v[3], u_size = 0, v_size = 0;
    for (int i = 0; i < 3; ++i) {
        p.at[i] = t->corner[0][i];
        u[i] = t->corner[1][i] - p.at[i];
        v[i] = t->corner[2][i] - p.at[i];
        u_size = larger(u_size, fabs(u[i]));
        v_size = larger(v_size, fabs(v[i]));
    }
    p.n[0] = u[1] * v[2] - u[2] * v[1];
    p.n[1] = u[2] * v[0] - u[0] * v[2];
    p.n[2] = u[0] * v[1] - u[1] * v[0];
    p.size = u_size * v_size;
    return p;
}

/// Whether a plane clearly has all corners of t on one side, apart from those that both share (bits
/// of `shared`). The bound is twice that of Shewchuk's filter for a determinant.
static inline bool parted(const plane* p, const triangle* t, unsigned shared) {
    unsigned above = shared, below = shared;
    for (unsigned k = 0; k < 3; ++k) {
        double x = t->corner[k][0] - p->at[0], y = t->corner[k][1] - p->at[1];
        double z = t->corner[k][2] - p->at[2];
        double side = p->n[0] * x + p->n[1] * y + p->n[2] * z;
        double bound = 1e-14 * p->size * larger(larger(fabs(x), fabs(y)), fabs(z));
        above |= (unsigned)(side > bound) << k;
        below |= (unsigned)(side < -bound) << k;
    }
    return above == 7 || below == 7;
}

/// Bit i: corner i of t is a corner of other.
static unsigned shared_corners(const uint32_t* same, const triangle* t, const triangle* other) {
    unsigned shared = 0;
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned j = 0; j < 3; ++j) {
            uint32_t a = t->vertex[i], b = other->vertex[j];
            shared |= (unsigned)(same == NULL ? a == b : same[a] == same[b]) << i;
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

/// Bit i: triangle `index` stands for its edge opposite corner i, and that edge does not end in a
/// shared corner.
static unsigned edges_to_count(const wf_audit_mesh* mesh, uint32_t index, unsigned shared) {
    unsigned owned = mesh->owns == NULL ? 7u : (unsigned)mesh->owns[index] >> 3 & 7u;
    // corner i ends the two edges that are not opposite to it
    unsigned touching = (shared & 1u ? 6u : 0u) | (shared & 2u ? 5u : 0u) | (shared & 4u ? 3u : 0u);
    return owned & ~touching;
}

/// Counts the edges of `t` in `edges` that cross the face.
static void count_edges(wf_audit* audit, const wf_audit_mesh* mesh, const triangle* t,
                        unsigned edges, const wf_audit_mesh* face_mesh, const triangle* face) {
    int side[3] = {0, 0, 0};
    for (unsigned i = 0; i < 3; ++i) {
        if ((edges & ~(1u << i)) != 0) { // the end of some edge
            side[i] = wf_orient3d(face->corner[0], face->corner[1], face->corner[2], t->corner[i]);
        }
    }
    for (int i = 0; i < 3; ++i) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        if ((edges >> i & 1u) == 0 ||
            !wf_segment_meets_triangle_sided(t->corner[p], t->corner[q], side[p], side[q],
                                             face->corner[0], face->corner[1], face->corner[2])) {
            continue;
        }
        uint32_t edge[2] = {t->vertex[p], t->vertex[q]};
        if (any_declared(face_mesh, face->vertex, 3) || any_declared(mesh, edge, 2)) {
            audit->declared += 1;
        } else {
            audit->crossings += 1;
        }
    }
}

/// Whether neither plane has the other triangle on one side; `cs` and `bs` are the corners of each
/// that they share.
static bool may_cross(const wf_audit_mesh* cloth, const triangle* ct, const wf_audit_mesh* body,
                      const triangle* bt, unsigned* cs, unsigned* bs) {
    bool same = cloth->x == body->x;
    *cs = same ? shared_corners(cloth->same, ct, bt) : 0;
    *bs = *cs ? shared_corners(cloth->same, bt, ct) : 0;
    if ((*cs & (*cs - 1)) != 0) {
        return false; // two shared corners leave no edge of one that does not touch the other
    }
    plane cp = plane_of(ct), bp = plane_of(bt);
    return !parted(&cp, bt, *bs) && !parted(&bp, ct, *cs);
}

static void audit_pair(wf_audit* audit, const wf_audit_mesh* cloth, uint32_t a,
                       const wf_audit_mesh* body, uint32_t b) {
    triangle ct = triangle_of(cloth, a), bt = triangle_of(body, b);
    unsigned cs, bs;
    if (!may_cross(cloth, &ct, body, &bt, &cs, &bs)) {
        return;
    }
    uint32_t before = audit->crossings, declared_before = audit->declared;
    count_edges(audit, cloth, &ct, edges_to_count(cloth, a, cs), body, &bt);
    count_edges(audit, body, &bt, edges_to_count(body, b, bs), cloth, &ct);
    bool crosses = audit->crossings > before || audit->declared > declared_before;
    if (crosses) {
        audit->undeclared[audit->listed_count] = audit->crossings > before;
        audit->listed[audit->listed_count++] = (wf_pair){a, b};
    }
}

// ---- what is to be looked at closely
// --------------------------------------------------------------------------------------------

/// Lists the pairs from `begin` to `end` whose boxes meet, from `place` on; returns where it ends.
static size_t list_meeting(const counting* c, size_t begin, size_t end, size_t place) {
    const wf_pairs* pairs = c->pairs;
    uint32_t index = UINT32_MAX;
    wf_f4 from_lo = wf_f4_zero(), from_hi = wf_f4_zero(), lo, hi;
    for (size_t i = begin; i < end; ++i) {
        uint32_t b = pairs->b[i];
        if (pairs->a[i] != index) {
            index = pairs->a[i];
            box_of(c->cloth, index, &from_lo, &from_hi);
        }
        if (c->boxed) {
            lo = wf_f4_load(c->audit->boxes + 8 * (size_t)b);
            hi = wf_f4_load(c->audit->boxes + 8 * (size_t)b + 4);
        } else {
            box_of(c->body, b, &lo, &hi);
        }
        wf_f4 met = wf_f4_and(wf_f4_less_equal(from_lo, hi), wf_f4_less_equal(lo, from_hi));
        c->audit->near[place] = (uint32_t)i;
        place += (wf_f4_mask(met) & 7) == 7;
    }
    return place;
}

static wf_f4 greatest(wf_v3x4 a) {
    return wf_f4_max(wf_f4_max(wf_f4_abs(a.x), wf_f4_abs(a.y)), wf_f4_abs(a.z));
}

/// Where the plane of a triangle p clearly has q on one side. Coordinates have an error of half an
/// ulp once the first corner is taken off, minors and the side of 3e-6 of what they are added up
/// of; the bound is three times that, and dwarfs what underflows.
static wf_f4 clearly_parted(const wf_v3x4 p[3], const wf_v3x4 q[3]) {
    wf_v3x4 u = wf_v3x4_sub(p[1], p[0]), v = wf_v3x4_sub(p[2], p[0]);
    wf_v3x4 n = wf_v3x4_cross(u, v);
    wf_f4 size = wf_f4_mul(wf_f4_splat(1e-5f), wf_f4_mul(greatest(u), greatest(v)));
    wf_f4 above = wf_f4_less_equal(size, size), below = above;
    for (int k = 0; k < 3; ++k) {
        wf_v3x4 d = wf_v3x4_sub(q[k], p[0]);
        wf_f4 side = wf_v3x4_dot(n, d);
        wf_f4 bound = wf_f4_muladd(size, greatest(d), wf_f4_splat(1e-30f));
        above = wf_f4_and(above, wf_f4_less(bound, side));
        below = wf_f4_and(below, wf_f4_less(bound, wf_f4_neg(side)));
    }
    return wf_f4_or(above, below);
}

static void gather_corners(const wf_audit_mesh* mesh, const uint32_t index[4], wf_v3x4 p[3]) {
    for (size_t j = 0; j < 3; ++j) {
        uint32_t corner[4];
        for (int k = 0; k < 4; ++k) {
            corner[k] = mesh->triangles[3 * (size_t)index[k] + j];
        }
        p[j] = wf_v3x4_gather(mesh->x, corner);
    }
}

/// Bit k: neither plane clearly parts the k-th of four pairs.
static unsigned unclear(const counting* c, const uint32_t* near) {
    uint32_t a[4], b[4];
    wf_v3x4 p[3], q[3];
    for (int k = 0; k < 4; ++k) {
        a[k] = c->pairs->a[near[k]];
        b[k] = c->pairs->b[near[k]];
    }
    gather_corners(c->cloth, a, p);
    gather_corners(c->body, b, q);
    wf_f4 clear = clearly_parted(p, q); // of most fours one plane each is enough
    if (wf_f4_mask(clear) != 15) {
        clear = wf_f4_or(clear, clearly_parted(q, p));
    }
    return ~(unsigned)wf_f4_mask(clear) & 15u;
}

/// Lists the pairs of some blocks that have to be looked at closely.
static void find_near(void* given, uint32_t first, uint32_t last) {
    const counting* c = given;
    uint32_t* near = c->audit->near;
    for (uint32_t block = first; block < last; ++block) {
        size_t begin = (size_t)block * PAIR_BLOCK, end = begin + PAIR_BLOCK, place = begin;
        end = end < c->pairs->count ? end : c->pairs->count;
        size_t met = list_meeting(c, begin, end, begin);
        for (size_t i = begin; i < met; i += 4) {
            uint32_t four[4];
            for (size_t k = 0; k < 4; ++k) {
                four[k] = near[i + k < met ? i + k : i];
            }
            unsigned left = unclear(c, four) & ((1u << (met - i < 4 ? met - i : 4)) - 1u);
            for (; left != 0; left &= left - 1) {
                uint32_t pair = four[__builtin_ctz(left)];
                triangle ct = triangle_of(c->cloth, c->pairs->a[pair]);
                triangle bt = triangle_of(c->body, c->pairs->b[pair]);
                unsigned cs, bs;
                near[place] = pair;
                place += may_cross(c->cloth, &ct, c->body, &bt, &cs, &bs);
            }
        }
        c->audit->near_count[block] = (uint32_t)(place - begin);
    }
}

/// Room for so many crossing pairs in the list.
static bool make_room(wf_memory* memory, wf_audit* audit, size_t count) {
    return wf_reserve(memory, (void**)&audit->listed, &audit->listed_capacity, count,
                      sizeof(wf_pair)) &&
           wf_reserve(memory, (void**)&audit->undeclared, &audit->undeclared_capacity, count, 1);
}

/// Room for what threads leave, which must not ask for any.
static bool make_blocks(wf_memory* memory, const counting* c, size_t blocks) {
    wf_audit* audit = c->audit;
    return wf_reserve(memory, (void**)&audit->near, &audit->near_capacity, blocks * PAIR_BLOCK,
                      sizeof(uint32_t)) &&
           wf_reserve(memory, (void**)&audit->near_count, &audit->near_count_capacity, blocks,
                      sizeof(uint32_t)) &&
           (!c->boxed || wf_reserve(memory, (void**)&audit->boxes, &audit->boxes_capacity,
                                    8 * (size_t)c->body->triangle_count, sizeof(float)));
}

bool wf_audit_count(wf_memory* memory, wf_audit* audit, const wf_pairs* pairs,
                    const wf_audit_mesh* cloth, const wf_audit_mesh* body) {
    audit->crossings = audit->declared = audit->listed_count = 0;
    // A box costs what a comparison does: they are worth keeping where pairs are more.
    counting c = {audit, pairs, cloth, body, pairs->count > body->triangle_count};
    uint32_t blocks = (uint32_t)((pairs->count + PAIR_BLOCK - 1) / PAIR_BLOCK);
    if (!make_blocks(memory, &c, blocks) || !make_room(memory, audit, WF_AUDIT_ROOM)) {
        return false;
    }
    if (c.boxed) {
        wf_parallel_for(audit->pool, body->triangle_count, BOX_BLOCK, store_boxes, &c);
    }
    if (blocks > 0) {
        wf_parallel_for(audit->pool, blocks, 1, find_near, &c);
    }
    for (uint32_t block = 0; block < blocks; ++block) {
        const uint32_t* near = audit->near + (size_t)block * PAIR_BLOCK;
        for (uint32_t k = 0; k < audit->near_count[block]; ++k) {
            if (!make_room(memory, audit, (size_t)audit->listed_count + 1)) {
                return false;
            }
            audit_pair(audit, cloth, pairs->a[near[k]], body, pairs->b[near[k]]);
        }
    }
    return true;
}

void wf_audit_free(wf_memory* memory, wf_audit* audit) {
    wf_free(memory, audit->listed);
    wf_free(memory, audit->undeclared);
    wf_free(memory, audit->boxes);
    wf_free(memory, audit->near);
    wf_free(memory, audit->near_count);
    *audit = (wf_audit){0};
}
