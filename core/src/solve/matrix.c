// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The linear system of a Newton step: mass / h2 + membrane + bending + seams + bands + holds.
// Membrane, seams, bands and what neighbours have of bending are 3x3 blocks in rows, the rest of
// bending constant scalars in rows of its own, the diagonal of everything together. Contact stays
// outside, since it changes within a solve.
#include "solve/rows.h"
#include "solve/slices.h"
#include "solve/terms.h"

#include <string.h>

typedef struct block9 {
    wf_f4 e[9]; // row major, lanes are triangles
} block9;

static wf_f4 mix(wf_f4 a, wf_f4 x, wf_f4 b, wf_f4 y) {
    return wf_f4_muladd(a, x, wf_f4_mul(b, y));
}

/// Hessian block of corners i and j in lanes.
WF_APART block9 corner_block(const wf_element* e, const wf_membrane_result* r, int i, int j) {
    static const int symmetric[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    wf_f4 uu = wf_f4_mul(e->m.gu[i], e->m.gu[j]);
    wf_f4 vv = wf_f4_mul(e->m.gv[i], e->m.gv[j]);
    wf_f4 uv = wf_f4_mul(e->m.gu[i], e->m.gv[j]);
    wf_f4 vu = wf_f4_mul(e->m.gv[i], e->m.gu[j]);
    block9 b;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            int k = 3 * row + column;
            wf_f4 same = mix(uu, r->uu[symmetric[k]], vv, r->vv[symmetric[k]]);
            wf_f4 cross = mix(uv, r->uv[k], vu, r->uv[3 * column + row]);
            b.e[k] = wf_f4_add(same, cross);
        }
    }
    return b;
}

/// Where entries are added.
typedef struct goal {
    float* base;
#ifdef WEFT_THREADS
    float* late; // null where nothing is (slices.h)
#endif
} goal;

/// Adds an entry of some lanes of four floats to its place.
WF_INLINE void put(goal to, uint32_t place, const wf_f4* entry, size_t lanes, size_t stride) {
#ifdef WEFT_THREADS
    if (to.late != NULL && (place & WF_LATE) != 0) {
        float* at = to.late + 4 * lanes * (size_t)(place & ~WF_LATE);
        for (size_t k = 0; k < lanes; ++k) {
            wf_f4_store(at + 4 * k, entry[k * stride]);
        }
        return;
    }
#endif
    float* at = to.base + 4 * lanes * (size_t)place;
    for (size_t k = 0; k < lanes; ++k) {
        wf_f4_store(at + 4 * k, wf_f4_add(wf_f4_load(at + 4 * k), entry[k * stride]));
    }
}

/// Adds each lane's block, as columns (e[c], e[3 + c], e[6 + c], 0), to where it belongs.
WF_APART void scatter_block(const block9* b, const uint32_t slot[4], goal to) {
    wf_f4 column[3][4];
    for (int c = 0; c < 3; ++c) {
        column[c][0] = b->e[c];
        column[c][1] = b->e[3 + c];
        column[c][2] = b->e[6 + c];
        column[c][3] = wf_f4_zero();
        wf_f4_transpose(&column[c][0], &column[c][1], &column[c][2], &column[c][3]);
    }
    for (int lane = 0; lane < 4; ++lane) {
        if (slot[lane] != UINT32_MAX) {
            put(to, slot[lane], &column[0][lane], 3, 4);
        }
    }
}

WF_APART void scatter_gradient(const wf_element* e, const wf_membrane_result* r, int corner,
                               const uint32_t particle[4], goal to) {
    wf_f4 g[4];
    for (int axis = 0; axis < 3; ++axis) {
        g[axis] = wf_membrane_gradient(&e->m, r, corner, axis);
    }
    g[3] = wf_f4_zero();
    wf_f4_transpose(&g[0], &g[1], &g[2], &g[3]);
    for (int lane = 0; lane < 4; ++lane) {
        if (e->slot[0][lane] != UINT32_MAX) {
            put(to, particle[lane], &g[lane], 1, 1);
        }
    }
}

void wf_membrane_directions(const wf_membrane* m, const uint32_t corner[3][4], const float* x,
                            wf_f4 u[3], wf_f4 v[3]) {
    wf_f4 p[3][3];
    for (int k = 0; k < 3; ++k) {
        wf_f4_gather3(x, corner[k], p[k]);
    }
    for (int axis = 0; axis < 3; ++axis) {
        // Differences first: the sum of gu_i x_i would cancel metres against millimetres.
        wf_f4 a = wf_f4_sub(p[1][axis], p[0][axis]);
        wf_f4 b = wf_f4_sub(p[2][axis], p[0][axis]);
        u[axis] = mix(m->gu[1], a, m->gu[2], b);
        v[axis] = mix(m->gv[1], a, m->gv[2], b);
    }
}

WF_INLINE void linearise_element(wf_system* s, wf_element* e, uint32_t particle[3][4],
                                 uint32_t slot[3][4], goal gradient, goal block) {
    e->m.damping_rate = wf_f4_mul(wf_f4_load(e->damping), wf_f4_splat(1.0f / s->h));
    if (!s->starts_known) {
        e->start = wf_membrane_start(s, &e->m, e->corner);
    }
    wf_f4 u[3], v[3];
    wf_membrane_result r;
    wf_membrane_directions(&e->m, e->corner, s->particles.z, u, v);
    wf_membrane_evaluate(&e->m, u, v, &e->start, &r);
    for (int k = 0; k < 3; ++k) {
        scatter_gradient(e, &r, k, particle[k], gradient);
        block9 b = corner_block(e, &r, wf_element_pairs[k][0], wf_element_pairs[k][1]);
        scatter_block(&b, slot[k], block);
    }
}

/// In one thread.
static void linearise_all(wf_system* s) {
    for (uint32_t e = 0; e < s->element_count; ++e) {
        wf_element* element = &s->elements[e];
        linearise_element(s, element, element->corner, element->slot, (goal){.base = s->gradient},
                          (goal){.base = s->block});
    }
}

#ifdef WEFT_THREADS
static void linearise_slice(wf_system* s, uint32_t slice) {
    const wf_slices* slices = s->slices;
    goal gradient = {s->gradient, slices->gradient.entry}, block = {s->block, slices->block.entry};
    uint32_t first = slice * slices->elements, end = first + slices->elements;
    for (uint32_t e = first; e < end && e < s->element_count; ++e) {
        wf_element_way* way = &slices->way[e];
        linearise_element(s, &s->elements[e], way->corner, way->slot, gradient, block);
    }
}

static void linearise_slices(void* given, uint32_t begin, uint32_t end) {
    wf_system* s = given;
    for (uint32_t k = begin; k < end; ++k) {
        linearise_slice(s, s->slices->order[k]);
    }
}

static void linearise_elements(wf_system* s) {
    if (s->pool == NULL || *s->pool == NULL) {
        linearise_all(s);
        return;
    }
    wf_system_for(s, WF_SLICES, 1, linearise_slices, s);
    wf_slices_join(s);
}
#else
static void linearise_elements(wf_system* s) {
    linearise_all(s);
}
#endif

static void linearise_seam(wf_system* s, const wf_seam* seam, float rest) {
    wf_seam_term t = wf_seam_at(seam, s->particles.z, rest);
    wf_add_seam_block(&t, -1.0f, s->block + 12 * (size_t)seam->slot);
    wf_add_seam_pull(&t, -1.0f, s->gradient + 4 * (size_t)seam->a);
    wf_add_seam_pull(&t, 1.0f, s->gradient + 4 * (size_t)seam->b);
}

static void linearise_hold(wf_system* s, const wf_hold* hold) {
    size_t i = hold->particle;
    wf_add_hold(hold, s->particles.z + 4 * i, s->gradient + 4 * i, s->diagonal + 12 * i);
}

/// Mass, bending and its damping in the gradient; empties the blocks above the diagonal.
static void begin_row(wf_system* s, uint32_t i) {
    wf_f4_store(s->gradient + 4 * (size_t)i, wf_inertia_and_bends(s, i));
    float* block = s->block + 12 * (size_t)s->upper[i];
    const float* end = s->block + 12 * (size_t)s->row[i + 1];
    for (; block < end; block += 4) {
        wf_f4_store(block, wf_f4_zero());
    }
}

/// Adds the neighbours' part of bending above the diagonal; what bending has on it comes back.
static float bend_row(wf_system* s, uint32_t i) {
    float scale = s->bend_scale[i], far = s->bending.diagonal[i];
    for (uint32_t k = s->bending.row[i]; k < s->bend_far[i]; ++k) {
        far += s->bending.value[k];
        if (s->bending.column[k] > i) {
            wf_add_identity(s->block + 12 * (size_t)s->bend_slot[k], scale * s->bending.value[k]);
        }
    }
    return far;
}

/// Copies what is below the diagonal from above it; rows before this one are done. Moving
/// everything alike costs no energy of membrane, seams and bending, so the diagonal is mass less
/// the sum of the row.
static void mirror_and_sum_row(wf_system* s, uint32_t i, float far) {
    const uint32_t* mirror = s->mirror;
    float* block = s->block;
    wf_f4 a = wf_f4_zero(), b = a, c = a;
    uint32_t k = s->row[i];
    for (uint32_t end = s->upper[i]; k < end; ++k) {
        const float* from = block + 12 * (size_t)mirror[k];
        wf_f4 x = wf_f4_load(from), y = wf_f4_load(from + 4), z = wf_f4_load(from + 8);
        wf_f4 none = wf_f4_zero();
        wf_f4_transpose(&x, &y, &z, &none);
        float* to = block + 12 * (size_t)k;
        wf_f4_store(to, x);
        wf_f4_store(to + 4, y);
        wf_f4_store(to + 8, z);
        a = wf_f4_sub(a, x);
        b = wf_f4_sub(b, y);
        c = wf_f4_sub(c, z);
    }
    for (uint32_t end = s->row[i + 1]; k < end; ++k) {
        const float* from = block + 12 * (size_t)k;
        a = wf_f4_sub(a, wf_f4_load(from));
        b = wf_f4_sub(b, wf_f4_load(from + 4));
        c = wf_f4_sub(c, wf_f4_load(from + 8));
    }
    float* diagonal = s->diagonal + 12 * (size_t)i;
    wf_f4_store(diagonal, a);
    wf_f4_store(diagonal + 4, b);
    wf_f4_store(diagonal + 8, c);
    wf_add_inertia_and_bends(s, i, far, diagonal);
}

#ifdef WEFT_THREADS
/// bend_row's value again, added up in the same order.
static float near_bends(const wf_system* s, uint32_t i) {
    float far = s->bending.diagonal[i];
    for (uint32_t k = s->bending.row[i]; k < s->bend_far[i]; ++k) {
        far += s->bending.value[k];
    }
    return far;
}

static void bend_rows(void* system, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        bend_row(system, i);
    }
}

/// Writes below the diagonal and on it, reads above it.
static void sum_rows(void* system, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        mirror_and_sum_row(system, i, near_bends(system, i));
    }
}
#else
static void end_row(wf_system* s, uint32_t i) {
    mirror_and_sum_row(s, i, bend_row(s, i));
}
#endif

static void lead_rows(void* system, uint32_t begin, uint32_t end) {
    wf_system* s = system;
    for (uint32_t i = begin; i < end; ++i) {
        wf_lead_bends(s, i);
        s->bend_scale[i] = wf_system_bend_scale(s, i);
    }
}

static void begin_rows(void* system, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        begin_row(system, i);
    }
}

/// Rows read what other rows have above the diagonal, so with threads that is whole before.
static void end_rows(wf_system* s) {
#ifdef WEFT_THREADS
    wf_system_for(s, s->particles.count, WF_ROW_BLOCK, bend_rows, s);
    wf_system_for(s, s->particles.count, WF_ROW_BLOCK, sum_rows, s);
#else
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        end_row(s, i);
    }
#endif
}

void wf_system_linearise(wf_system* s) {
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, lead_rows, s);
    wf_system_for(s, s->particles.count, WF_ROW_BLOCK, begin_rows, s);
    linearise_elements(s);
    s->starts_known = true;
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        linearise_seam(s, &s->seams[k], wf_seam_rest(s, &s->seams[k]));
    }
    end_rows(s);
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        linearise_hold(s, &s->holds[k]);
    }
}

typedef struct factors {
    const wf_system* s;
    const float *a, *b;
} factors;

static void dot_block(const factors* f, size_t begin, size_t end) {
    wf_f4 even = wf_f4_zero(), odd = wf_f4_zero(); // one sum would wait for each addition
    const float *a = f->a, *b = f->b;
    size_t i = 4 * begin;
    for (; i + 8 <= 4 * end; i += 8) {
        even = wf_f4_muladd(wf_f4_load(a + i), wf_f4_load(b + i), even);
        odd = wf_f4_muladd(wf_f4_load(a + i + 4), wf_f4_load(b + i + 4), odd);
    }
    if (i < 4 * end) {
        even = wf_f4_muladd(wf_f4_load(a + i), wf_f4_load(b + i), even);
    }
    wf_f4_store(f->s->part + 4 * (begin / WF_PARTICLE_BLOCK), wf_f4_add(even, odd));
}

static void dot_blocks(void* given, uint32_t begin, uint32_t end) {
    for (uint32_t first = begin; first < end; first += WF_PARTICLE_BLOCK) {
        dot_block(given, first, wf_block_end(first, end));
    }
}

typedef struct product {
    const wf_system* s;
    const wf_touches* touches;
    const float* d;
    float* out;
} product;

/// Adds the forces of touches that press on a particle to `sum`.
WF_INLINE wf_f4 add_pressing(const wf_touches* touches, uint32_t i, wf_f4 sum) {
    for (uint32_t k = touches->first[i], end = touches->pressed_end[i]; k < end; ++k) {
        uint32_t at = touches->pressed[k];
        const wf_pressing* t = &touches->pressing[at >> 2];
        sum = wf_f4_muladd(wf_f4_splat(t->weight[at & 3]), wf_f4_load(t->force), sum);
    }
    return sum;
}

static void multiply_rows(const product* p, uint32_t begin, uint32_t end) {
    const wf_matrix_view m = wf_matrix_of(p->s);
    const uint8_t* fixed = p->s->particles.fixed;
    const wf_touches* touches = p->touches;
    const float* d = p->d;
    float* out = p->out;
    for (uint32_t i = begin; i < end; ++i) {
        wf_f4 sum = wf_f4_zero();
        if (!fixed[i]) {
            wf_f4 x = wf_f4_load(d + 4 * (size_t)i);
            sum =
                wf_f4_add(wf_matrix_row(&m, d, i), wf_apply_block(m.diagonal + 12 * (size_t)i, x));
            sum = touches != NULL ? add_pressing(touches, i, sum) : sum;
        }
        wf_f4_store(out + 4 * (size_t)i, sum);
    }
}

/// A block is multiplied by itself while it is in the cache.
static void multiply_blocks(void* given, uint32_t begin, uint32_t end) {
    const product* p = given;
    factors f = {p->s, p->d, p->out};
    for (uint32_t first = begin; first < end; first += WF_PARTICLE_BLOCK) {
        uint32_t last = wf_block_end(first, end);
        multiply_rows(p, first, last);
        dot_block(&f, first, last);
    }
}

float wf_system_multiply(const wf_system* s, const wf_touches* touches, const float* d,
                         float* out) {
    product p = {s, touches, d, out};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, multiply_blocks, &p);
    return wf_system_sum_parts(s);
}

float wf_system_sum_parts(const wf_system* s) {
    wf_f4 sum = wf_f4_zero();
    for (size_t first = 0; first < s->particles.count; first += WF_PARTICLE_BLOCK) {
        sum = wf_f4_add(sum, wf_f4_load(s->part + 4 * (first / WF_PARTICLE_BLOCK)));
    }
    return wf_f4_sum(sum);
}

float wf_system_dot(const wf_system* s, const float* a, const float* b) {
    factors f = {s, a, b};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, dot_blocks, &f);
    return wf_system_sum_parts(s);
}
