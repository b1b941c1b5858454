// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Neighbours are most of the candidates of a cloth with itself, and almost all of them are cleared
// by boxes of their features or by one plane in lanes of four.
#include "detect/self.h"

#include "math/simd.h"
#include "weft/constants.h"

bool wf_self_boxes_create(wf_memory* m, wf_self_boxes* scratch, const wf_surface* cloth) {
    scratch->vertex = WF_ALLOC(m, float, 12 * (size_t)cloth->vertex_count);
    scratch->edge = WF_ALLOC(m, float, 12 * (size_t)cloth->edge_count);
    scratch->triangle = WF_ALLOC(m, float, 12 * (size_t)cloth->triangle_count);
    return !m->failed;
}

void wf_self_boxes_free(wf_memory* m, wf_self_boxes* scratch) {
    wf_free(m, scratch->vertex);
    wf_free(m, scratch->edge);
    wf_free(m, scratch->triangle);
}

// ---- boxes in moving frames
// ----------------------------------------------------------------------------

/// A box b whose frame moves by `by` against that of another one covers all of this on its way.
static inline void sweep_box(wf_f4 by, wf_f4* lo, wf_f4* hi) {
    *lo = wf_f4_add(*lo, wf_f4_min(by, wf_f4_zero()));
    *hi = wf_f4_add(*hi, wf_f4_max(by, wf_f4_zero()));
}

/// Box of a feature in the frame of the mean move of its particles.
static void frame_box(const float* vertex, const uint32_t* particle, uint32_t count, float* to) {
    wf_f4 sum = wf_f4_zero();
    for (uint32_t k = 0; k < count; ++k) {
        sum = wf_f4_add(sum, wf_f4_load(vertex + 12 * (size_t)particle[k] + 8));
    }
    wf_f4 mean = wf_f4_mul(sum, wf_f4_splat(1.0f / (float)count));
    wf_f4 lo = wf_f4_splat(1e30f), hi = wf_f4_splat(-1e30f);
    for (uint32_t k = 0; k < count; ++k) {
        const float* from = vertex + 12 * (size_t)particle[k];
        wf_f4 l = wf_f4_load(from), h = wf_f4_load(from + 4);
        sweep_box(wf_f4_sub(wf_f4_load(from + 8), mean), &l, &h);
        lo = wf_f4_min(lo, l);
        hi = wf_f4_max(hi, h);
    }
    wf_f4_store(to, lo);
    wf_f4_store(to + 4, hi);
    wf_f4_store(to + 8, mean);
}

static bool any_late(const uint8_t* late, const uint32_t* particle, uint32_t count) {
    uint8_t any = late == NULL;
    for (uint32_t k = 0; k < count && late != NULL; ++k) {
        any |= late[particle[k]];
    }
    return any != 0;
}

/// Boxes of all features, or of those with a late particle.
static void fill_boxes(const wf_surface* cloth, const uint8_t* late, wf_self_boxes* out) {
    for (uint32_t i = 0; i < cloth->vertex_count; ++i) {
        if (any_late(late, &i, 1)) {
            size_t at = 12 * (size_t)i;
            wf_f4 p = wf_f4_load(cloth->from + 4 * (size_t)i), slack = wf_f4_splat(cloth->slack[i]);
            wf_f4 to = wf_f4_load(cloth->to + 4 * (size_t)i);
            wf_f4_store(out->vertex + at, wf_f4_sub(p, slack));
            wf_f4_store(out->vertex + at + 4, wf_f4_add(p, slack));
            wf_f4_store(out->vertex + at + 8, wf_f4_sub(to, p));
        }
    }
    for (size_t e = 0; e < cloth->edge_count; ++e) {
        if (any_late(late, cloth->edges + 2 * e, 2)) {
            frame_box(out->vertex, cloth->edges + 2 * e, 2, out->edge + 12 * e);
        }
    }
    for (size_t t = 0; t < cloth->triangle_count; ++t) {
        if (any_late(late, cloth->triangles + 3 * t, 3)) {
            frame_box(out->vertex, cloth->triangles + 3 * t, 3, out->triangle + 12 * t);
        }
    }
}

static inline bool apart(const float* a, const float* b, wf_f4 reach) {
    wf_f4 lo = wf_f4_load(b), hi = wf_f4_load(b + 4);
    sweep_box(wf_f4_sub(wf_f4_load(b + 8), wf_f4_load(a + 8)), &lo, &hi);
    wf_f4 gap = wf_f4_or(wf_f4_less(wf_f4_add(wf_f4_load(a + 4), reach), lo),
                         wf_f4_less(wf_f4_add(hi, reach), wf_f4_load(a)));
    return (wf_f4_mask(gap) & 7) != 0;
}

// ---- pairs
// ------------------------------------------------------------------------------------------

/// Bit 3 k + l: corner k of a and corner l of b are or will be one particle.
static unsigned shared_corners(const uint32_t* same, const uint32_t* a, const uint32_t* b) {
    unsigned shared = 0;
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned l = 0; l < 3; ++l) {
            shared |= (unsigned)(same[a[k]] == same[b[l]]) << (3 * k + l);
        }
    }
    return shared;
}

/// Corners of an edge, as rows (of a) and columns (of b) of the bits of shared_corners.
static const unsigned corner_row[3] = {07, 070, 0700}, corner_column[3] = {0111, 0222, 0444};

/// Bit k: corner k of the first triangle is shared.
static unsigned shared_rows(unsigned shared) {
    return (unsigned)((shared & corner_row[0]) != 0) |
           (unsigned)((shared & corner_row[1]) != 0) << 1 |
           (unsigned)((shared & corner_row[2]) != 0) << 2;
}

static unsigned shared_columns(unsigned shared) {
    return (shared | shared >> 3 | shared >> 6) & 7u;
}

static void expand_faces(wf_near_search* c, const wf_self_boxes* f, uint32_t a, uint32_t b,
                         unsigned shared, wf_f4 reach) {
    const uint32_t *ta = c->upper.triangles + 3 * (size_t)a,
                   *tb = c->upper.triangles + 3 * (size_t)b;
    unsigned of_a = c->upper.owns[a] & 7u & ~shared_rows(shared);
    unsigned of_b = c->upper.owns[b] & 7u & ~shared_columns(shared);
    for (unsigned left = of_a | of_b; left != 0; left &= left - 1) {
        int k = __builtin_ctz(left);
        if ((of_a >> k & 1) &&
            !apart(f->vertex + 12 * (size_t)ta[k], f->triangle + 12 * (size_t)b, reach)) {
            wf_near_put_over(c, ta[k], b);
        }
        if ((of_b >> k & 1) &&
            !apart(f->vertex + 12 * (size_t)tb[k], f->triangle + 12 * (size_t)a, reach)) {
            wf_near_put_over(c, tb[k], a);
        }
    }
}

static void expand_edges(wf_near_search* c, const wf_self_boxes* f, uint32_t a, uint32_t b,
                         unsigned shared, wf_f4 reach) {
    const uint32_t *ea = c->upper.triangle_edges + 3 * (size_t)a,
                   *eb = c->upper.triangle_edges + 3 * (size_t)b;
    unsigned of_b = (unsigned)c->upper.owns[b] >> 3 & 7u;
    unsigned of_a = of_b == 0 ? 0 : (unsigned)c->upper.owns[a] >> 3 & 7u;
    for (; of_a != 0; of_a &= of_a - 1) {
        int k = __builtin_ctz(of_a);
        unsigned rows = shared & ~corner_row[k]; // an edge lies opposite its corner
        const float* box = f->edge + 12 * (size_t)ea[k];
        for (unsigned left = of_b; left != 0; left &= left - 1) {
            int l = __builtin_ctz(left);
            if ((rows & ~corner_column[l]) == 0 &&
                !apart(box, f->edge + 12 * (size_t)eb[l], reach)) {
                wf_near_put_edges(c, ea[k], eb[l]);
            }
        }
    }
}

static void expand(wf_near_search* c, const wf_self_boxes* f, uint32_t a, uint32_t b) {
    const uint32_t *ta = c->upper.triangles + 3 * (size_t)a,
                   *tb = c->upper.triangles + 3 * (size_t)b;
    if (apart(f->triangle + 12 * (size_t)a, f->triangle + 12 * (size_t)b, wf_f4_splat(c->reach))) {
        return;
    }
    // What shares a corner is joined by an edge, and the joined are only kept from touching.
    unsigned shared = shared_corners(c->joins->same, ta, tb);
    wf_f4 reach = wf_f4_splat(shared != 0 ? 2.0f * WEFT_SAFETY_GAP : c->reach);
    expand_faces(c, f, a, b, shared, reach);
    expand_edges(c, f, a, b, shared, reach);
}

bool wf_self_collect(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                     const wf_joins* joins, float reach, const uint8_t* late,
                     wf_self_boxes* scratch, wf_near_list* out) {
    wf_near_search c = {.memory = memory,
                        .upper = *cloth,
                        .lower = *cloth,
                        .joins = joins,
                        .reach = reach,
                        .late = late != NULL,
                        .out = out};
    fill_boxes(cloth, late, scratch);
    for (size_t i = 0; i < candidates->count; ++i) {
        uint32_t a = candidates->a[i], b = candidates->b[i];
        if (late == NULL || wf_is_late(late, cloth->triangles + 3 * (size_t)a) ||
            wf_is_late(late, cloth->triangles + 3 * (size_t)b)) {
            expand(&c, scratch, a, b);
        }
    }
    return wf_near_flush(&c);
}
