// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Neighbours are most of the candidates of a cloth with itself, and almost all of them are cleared
// by boxes of their features or by one plane in lanes of four.
#include "detect/self.h"

#include "base/parallel.h"
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

/// Features whose boxes a thread fills at a time.
enum { FEATURE_BLOCK = 512 };

typedef struct filling {
    const wf_surface* cloth;
    const uint8_t* late;
    const wf_self_boxes* out;
} filling;

static void fill_vertices(void* given, uint32_t begin, uint32_t end) {
    const filling* f = given;
    const wf_surface* cloth = f->cloth;
    for (uint32_t i = begin; i < end; ++i) {
        if (any_late(f->late, &i, 1)) {
            float* box = f->out->vertex + 12 * (size_t)i;
            wf_f4 p = wf_f4_load(cloth->from + 4 * (size_t)i);
            wf_f4 slack = wf_f4_splat(cloth->slack != NULL ? cloth->slack[i] : 0.0f);
            wf_f4 to = wf_f4_load(cloth->to + 4 * (size_t)i);
            wf_f4_store(box, wf_f4_sub(p, slack));
            wf_f4_store(box + 4, wf_f4_add(p, slack));
            wf_f4_store(box + 8, wf_f4_sub(to, p));
        }
    }
}

static void fill_edges(void* given, uint32_t begin, uint32_t end) {
    const filling* f = given;
    for (size_t e = begin; e < end; ++e) {
        if (any_late(f->late, f->cloth->edges + 2 * e, 2)) {
            frame_box(f->out->vertex, f->cloth->edges + 2 * e, 2, f->out->edge + 12 * e);
        }
    }
}

static void fill_triangles(void* given, uint32_t begin, uint32_t end) {
    const filling* f = given;
    for (size_t t = begin; t < end; ++t) {
        if (any_late(f->late, f->cloth->triangles + 3 * t, 3)) {
            frame_box(f->out->vertex, f->cloth->triangles + 3 * t, 3, f->out->triangle + 12 * t);
        }
    }
}

/// Boxes of all features, or of those with a late particle.
static void fill_boxes(const wf_surface* cloth, const uint8_t* late, struct wf_pool* const* pool,
                       const wf_self_boxes* out) {
    filling f = {cloth, late, out};
    (void)pool; // a build without threads does not look at it
    wf_parallel_for(pool, cloth->vertex_count, FEATURE_BLOCK, fill_vertices, &f);
    wf_parallel_for(pool, cloth->edge_count, FEATURE_BLOCK, fill_edges, &f);
    wf_parallel_for(pool, cloth->triangle_count, FEATURE_BLOCK, fill_triangles, &f);
}

/// 1 unless they are apart by more than the reach.
WF_INLINE unsigned meets(const float* a, const float* b, wf_f4 reach) {
    wf_f4 lo = wf_f4_load(b), hi = wf_f4_load(b + 4);
    sweep_box(wf_f4_sub(wf_f4_load(b + 8), wf_f4_load(a + 8)), &lo, &hi);
    wf_f4 gap = wf_f4_or(wf_f4_less(wf_f4_add(wf_f4_load(a + 4), reach), lo),
                         wf_f4_less(wf_f4_add(hi, reach), wf_f4_load(a)));
    return ((unsigned)wf_f4_mask(gap) & 7u) == 0;
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

/// Bits of a candidate: two for each corner, of the first triangle over the second and the other
/// way round, then three for each edge of the first one.
enum { OF_FACES = 6 };

typedef struct layers {
    const wf_pairs* candidates;
    const wf_near_search* search;
    const wf_self_boxes* boxes;
} layers;

static unsigned meet_faces(const layers* l, uint32_t a, uint32_t b, unsigned shared, wf_f4 reach) {
    const wf_surface* cloth = &l->search->upper;
    const wf_self_boxes* f = l->boxes;
    const uint32_t *ta = cloth->triangles + 3 * (size_t)a, *tb = cloth->triangles + 3 * (size_t)b;
    unsigned of_a = cloth->owns[a] & 7u & ~shared_rows(shared);
    unsigned of_b = cloth->owns[b] & 7u & ~shared_columns(shared), bits = 0;
    for (; of_a != 0; of_a &= of_a - 1) {
        int k = __builtin_ctz(of_a);
        bits |= meets(f->vertex + 12 * (size_t)ta[k], f->triangle + 12 * (size_t)b, reach) << 2 * k;
    }
    for (; of_b != 0; of_b &= of_b - 1) {
        int k = __builtin_ctz(of_b);
        bits |= meets(f->vertex + 12 * (size_t)tb[k], f->triangle + 12 * (size_t)a, reach)
                << (2 * k + 1);
    }
    return bits;
}

static unsigned meet_edges(const layers* l, uint32_t a, uint32_t b, unsigned shared, wf_f4 reach) {
    const wf_surface* cloth = &l->search->upper;
    const wf_self_boxes* f = l->boxes;
    const uint32_t *ea = cloth->triangle_edges + 3 * (size_t)a,
                   *eb = cloth->triangle_edges + 3 * (size_t)b;
    unsigned of_b = (unsigned)cloth->owns[b] >> 3 & 7u, bits = 0;
    unsigned of_a = of_b == 0 ? 0 : (unsigned)cloth->owns[a] >> 3 & 7u;
    for (; of_a != 0; of_a &= of_a - 1) {
        int k = __builtin_ctz(of_a);
        unsigned rows = shared & ~corner_row[k]; // an edge lies opposite its corner
        const float* box = f->edge + 12 * (size_t)ea[k];
        for (unsigned left = of_b; left != 0; left &= left - 1) {
            int n = __builtin_ctz(left);
            unsigned apart = (rows & ~corner_column[n]) == 0;
            bits |= (apart & meets(box, f->edge + 12 * (size_t)eb[n], reach)) << (3 * k + n);
        }
    }
    return bits << OF_FACES;
}

static unsigned meet(const layers* l, uint32_t a, uint32_t b) {
    const wf_surface* cloth = &l->search->upper;
    const uint32_t *ta = cloth->triangles + 3 * (size_t)a, *tb = cloth->triangles + 3 * (size_t)b;
    float far = l->search->reach;
    if (!meets(l->boxes->triangle + 12 * (size_t)a, l->boxes->triangle + 12 * (size_t)b,
               wf_f4_splat(far))) {
        return 0;
    }
    // What shares a corner is joined by an edge, and the joined are only kept from touching.
    unsigned shared = shared_corners(l->search->joins->same, ta, tb);
    bool only_kept = shared != 0 && cloth->slack != NULL;
    wf_f4 reach = wf_f4_splat(only_kept ? 2.0f * WEFT_SAFETY_GAP : far);
    return meet_faces(l, a, b, shared, reach) | meet_edges(l, a, b, shared, reach);
}

static void meet_candidates(const void* context, uint32_t begin, uint32_t end, uint16_t* bits) {
    const layers* l = context;
    for (uint32_t i = begin; i < end; ++i) {
        bits[i - begin] = (uint16_t)meet(l, l->candidates->a[i], l->candidates->b[i]);
    }
}

/// The features that bit `bit` of a pair of triangles stands for.
static wf_meeting name_bit(const wf_surface* cloth, uint32_t a, uint32_t b, unsigned bit) {
    if (bit < OF_FACES) {
        uint32_t vertex = bit & 1 ? b : a, face = bit & 1 ? a : b;
        return (wf_meeting){cloth->triangles[3 * (size_t)vertex + bit / 2] | WF_MEET_OVER, face};
    }
    size_t k = (bit - OF_FACES) / 3, n = (bit - OF_FACES) % 3;
    return (wf_meeting){cloth->triangle_edges[3 * (size_t)a + k] | WF_MEET_EDGES,
                        cloth->triangle_edges[3 * (size_t)b + n]};
}

static wf_meeting* name_candidates(const void* context, uint32_t begin, uint32_t end,
                                   const uint16_t* bits, wf_meeting* out) {
    const layers* l = context;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t a = l->candidates->a[i], b = l->candidates->b[i];
        for (unsigned left = bits[i - begin]; left != 0; left &= left - 1) {
            *out++ = name_bit(&l->search->upper, a, b, (unsigned)__builtin_ctz(left));
        }
    }
    return out;
}

/// Appends pairs, or keeps what is near; of all candidates, or of those with a marked particle.
static bool collect(wf_memory* memory, const wf_pairs* candidates, const wf_near_search* search,
                    const uint8_t* marks, wf_self_boxes* scratch, wf_collect_work* work,
                    wf_near_list* pairs, wf_meetings* near) {
    const wf_surface* cloth = &search->upper;
    candidates = wf_marked_choose(memory, &work->marked, candidates, cloth, marks, true);
    if (candidates == NULL) {
        return false;
    }
    layers l = {candidates, search, scratch};
    wf_collect_way way = {meet_candidates, name_candidates, &l};
    fill_boxes(cloth, marks, work->pool, scratch);
    return near != NULL ? wf_collect_near(memory, search, &way, candidates, work, near)
                        : wf_collect(memory, search, &way, candidates->count, work, pairs);
}

bool wf_self_collect(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                     const wf_joins* joins, float reach, const uint8_t* late,
                     wf_self_boxes* scratch, wf_collect_work* work, wf_near_list* out) {
    wf_near_search search = {
        .upper = *cloth, .lower = *cloth, .joins = joins, .reach = reach, .late = late != NULL};
    return collect(memory, candidates, &search, late, scratch, work, out, NULL);
}

bool wf_self_collect_near(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                          const wf_joins* joins, float reach, wf_self_boxes* scratch,
                          wf_collect_work* work, wf_meetings* out) {
    wf_near_search search = {.upper = *cloth, .lower = *cloth, .joins = joins, .reach = reach};
    return collect(memory, candidates, &search, NULL, scratch, work, NULL, out);
}
