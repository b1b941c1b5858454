// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Galerkin sums over the patches, a dense Cholesky factor in lanes of four.
#include "solve/coarse.h"

#include "solve/block.h"
#include "solve/patches.h"

#include <math.h>
#include <string.h>

/// Parts that the patches of every level are dealt out in, at most: each has the same particles of
/// all, but for its rim.
enum { PATCH_PARTS = 16 };

static uint32_t part_size(const wf_system* s) {
    return (s->particles.count + PATCH_PARTS - 1) / PATCH_PARTS;
}

/// Particles a patch should have at least; fewer gain nothing.
enum { PATCH_PARTICLES = 48 };

/// Particles in a patch of the first level, growth from one level to the next, and by how much the
/// patches of the dense level are at least larger than those of the last.
enum { FIRST_PATCH = 8, PATCH_GROWTH = 8, LEAST_STEP = 4 };

/// The levels between the particles and patches of `limit` of them.
static bool create_levels(wf_memory* m, const wf_system* s, uint32_t limit, uint32_t* queue,
                          wf_coarse* c) {
    for (uint32_t size = FIRST_PATCH;
         LEAST_STEP * size <= limit && c->level_count < WF_COARSE_LEVELS; size *= PATCH_GROWTH) {
        if (!wf_level_create(m, s, size, part_size(s), queue, &c->level[c->level_count++])) {
            return false;
        }
    }
    return true;
}

static uint32_t part_count(const wf_system* s) {
    return (s->particles.count + part_size(s) - 1) / part_size(s);
}

static bool deal(wf_memory* m, const wf_system* s, wf_coarse* c) {
    uint32_t n = s->particles.count;
    return wf_patches_deal(m, &c->members, n, part_size(s), &c->parts) &&
           wf_patches_deal(m, &c->members, n, WF_PARTICLE_BLOCK, &c->blocks);
}

bool wf_coarse_create(wf_memory* m, wf_system* s) {
    wf_coarse* c = s->coarse = WF_ALLOC(m, wf_coarse, 1);
    uint32_t* queue = WF_ALLOC(m, uint32_t, s->particles.count);
    if (c == NULL || (c->patch = WF_ALLOC(m, uint32_t, s->particles.count)) == NULL ||
        queue == NULL) {
        wf_free(m, queue);
        return s->particles.count == 0;
    }
    uint32_t limit = (s->particles.count + WEFT_MAX_AGGREGATES / 2 - 1) / (WEFT_MAX_AGGREGATES / 2);
    limit = limit > PATCH_PARTICLES ? limit : PATCH_PARTICLES;
    // Leftovers between patches make the count larger than asked: grow again with larger patches
    // until it fits.
    while ((c->count = wf_patches_grow(s, limit, c->patch, queue)) > WEFT_MAX_AGGREGATES &&
           limit < s->particles.count) {
        limit += limit / 4 + 1;
    }
    bool done = create_levels(m, s, limit, queue, c);
    wf_free(m, queue);
    if (!done) {
        return false;
    }
    if (c->count > WEFT_MAX_AGGREGATES) {
        c->count = 0; // more separate pieces than patches: the fine level has to do
        return true;
    }
    c->size = (3 * c->count + 3) & ~3u;
    c->matrix = WF_ALLOC(m, float, (size_t)c->size * c->size);
    c->inverse = WF_ALLOC(m, float, c->size);
    c->rhs = WF_ALLOC(m, float, c->size);
    c->sums = WF_ALLOC(m, float, 4 * (size_t)c->count);
    c->members.count = c->count;
    return wf_rows_of_labels(m, c->patch, s->particles.count, &c->members) && deal(m, s, c) &&
           !m->failed;
}

void wf_coarse_destroy(wf_memory* m, wf_system* s) {
    wf_coarse* c = s->coarse;
    if (c == NULL) {
        return;
    }
    for (uint32_t k = 0; k < c->level_count; ++k) {
        wf_level_free(m, &c->level[k]);
    }
    wf_free(m, c->patch);
    wf_rows_free(m, &c->members);
    wf_rows_free(m, &c->parts);
    wf_rows_free(m, &c->blocks);
    wf_free(m, c->matrix);
    wf_free(m, c->inverse);
    wf_free(m, c->rhs);
    wf_free(m, c->sums);
    wf_free(m, c);
    s->coarse = NULL;
}

/// Adds a block given as three columns to the coarse block of two patches (lower triangle only).
static void gather_block(wf_coarse* c, uint32_t a, uint32_t b, const float* columns) {
    if (b > a) {
        return;
    }
    for (int row = 0; row < 3; ++row) {
        float* at = c->matrix + (size_t)(3 * a + row) * c->size + 3 * b;
        for (int column = 0; column < 3; ++column) {
            at[column] += columns[4 * column + row];
        }
    }
}

static void gather_scalar(wf_coarse* c, uint32_t a, uint32_t b, float value) {
    for (int row = 0; row < 3 && b <= a; ++row) {
        c->matrix[(size_t)(3 * a + row) * c->size + 3 * b + row] += value;
    }
}

/// The block of a patch with itself, as three columns: most of what its rows have.
typedef struct own_block {
    wf_f4 column[3];
} own_block;

static void add_own(own_block* own, const float* columns) {
    for (int k = 0; k < 3; ++k) {
        own->column[k] = wf_f4_add(own->column[k], wf_f4_load(columns + 4 * k));
    }
}

static void add_own_scalar(own_block* own, float value) {
    own->column[0] = wf_f4_add(own->column[0], wf_f4_set(value, 0.0f, 0.0f, 0.0f));
    own->column[1] = wf_f4_add(own->column[1], wf_f4_set(0.0f, value, 0.0f, 0.0f));
    own->column[2] = wf_f4_add(own->column[2], wf_f4_set(0.0f, 0.0f, value, 0.0f));
}

static void gather_row(wf_coarse* c, const wf_system* s, uint32_t i, own_block* own) {
    uint32_t a = c->patch[i];
    add_own(own, s->diagonal + 12 * (size_t)i);
    for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
        uint32_t j = s->column[k];
        if (!s->particles.fixed[j] && c->patch[j] == a) {
            add_own(own, s->block + 12 * (size_t)k);
        } else if (!s->particles.fixed[j]) {
            gather_block(c, a, c->patch[j], s->block + 12 * (size_t)k);
        }
    }
    float scale = s->bend_scale[i];
    for (uint32_t k = s->bend_far[i]; k < s->bending.row[i + 1]; ++k) {
        uint32_t j = s->bending.column[k];
        if (!s->particles.fixed[j] && c->patch[j] == a) {
            add_own_scalar(own, scale * s->bending.value[k]);
        } else if (!s->particles.fixed[j]) {
            gather_scalar(c, a, c->patch[j], scale * s->bending.value[k]);
        }
    }
}

/// A touch holds patches against the body, or against each other.
static void gather_touch(wf_coarse* c, const wf_system* s, const wf_touch* t) {
    float columns[12] = {0}, weight[4];
    wf_add_touch_block(columns, t, 1.0f, t->normal, t->tangential);
    for (uint32_t k = 0; k < t->count; ++k) {
        weight[k] = wf_patch_weight(s, c->patch, t, k);
    }
    for (uint32_t k = 0; k < t->count; ++k) {
        for (uint32_t l = 0; l < t->count && weight[k] != 0.0f; ++l) {
            float scaled[12], scale = weight[k] * weight[l];
            for (int i = 0; i < 12; ++i) {
                scaled[i] = scale * columns[i];
            }
            if (scale != 0.0f) {
                gather_block(c, c->patch[t->particle[k]], c->patch[t->particle[l]], scaled);
            }
        }
    }
}

/// The dense matrix is worked on by four rows at a time: what a row waits for, others have not.
enum { LANES = 4 };

/// Sums of row[k] b[k] over k < n, n a multiple of 4, for four rows in lanes, in two chains each.
static wf_f4 dot_rows(const float* first, uint32_t size, const float* b, uint32_t n) {
    wf_f4 even[LANES], odd[LANES];
    for (int r = 0; r < LANES; ++r) {
        even[r] = odd[r] = wf_f4_zero();
    }
    uint32_t k = 0;
    for (; k + 8 <= n; k += 8) {
        wf_f4 b0 = wf_f4_load(b + k), b1 = wf_f4_load(b + k + 4);
        for (int r = 0; r < LANES; ++r) {
            const float* row = first + (size_t)r * size + k;
            even[r] = wf_f4_muladd(wf_f4_load(row), b0, even[r]);
            odd[r] = wf_f4_muladd(wf_f4_load(row + 4), b1, odd[r]);
        }
    }
    for (int r = 0; r < LANES; ++r) {
        if (k < n) {
            const float* row = first + (size_t)r * size + k;
            even[r] = wf_f4_muladd(wf_f4_load(row), wf_f4_load(b + k), even[r]);
        }
        even[r] = wf_f4_add(even[r], odd[r]);
    }
    wf_f4_transpose(&even[0], &even[1], &even[2], &even[3]);
    return wf_f4_add(wf_f4_add(wf_f4_add(even[0], even[1]), even[2]), even[3]);
}

/// Four columns of four rows whose diagonal lies further on.
static void factor_columns(wf_coarse* c, float* rows, uint32_t j) {
    wf_f4 column[LANES];
    for (int r = 0; r < LANES; ++r) {
        column[r] = wf_f4_load(rows + (size_t)r * c->size + j);
    }
    wf_f4_transpose(&column[0], &column[1], &column[2], &column[3]);
    for (uint32_t k = 0; k < LANES; ++k) {
        const float* other = c->matrix + (size_t)(j + k) * c->size;
        wf_f4 sum = dot_rows(rows, c->size, other, j);
        for (uint32_t l = 0; l < k; ++l) {
            sum = wf_f4_muladd(column[l], wf_f4_splat(other[j + l]), sum);
        }
        column[k] = wf_f4_mul(wf_f4_sub(column[k], sum), wf_f4_splat(c->inverse[j + k]));
    }
    wf_f4_transpose(&column[0], &column[1], &column[2], &column[3]);
    for (int r = 0; r < LANES; ++r) {
        wf_f4_store(rows + (size_t)r * c->size + j, column[r]);
    }
}

static float inverse_pivot(float diagonal, float taken) {
    float pivot = diagonal - taken;
    // Rounding can eat a pivot; a small one only weakens the correction.
    float floor = 1e-4f * diagonal;
    pivot = pivot > floor ? pivot : floor;
    return pivot > 0.0f ? 1.0f / sqrtf(pivot) : 0.0f;
}

/// The four rows from i on, i a multiple of 4.
static void factor_rows(wf_coarse* c, uint32_t i) {
    float* rows = c->matrix + (size_t)i * c->size;
    for (uint32_t j = 0; j < i; j += LANES) {
        factor_columns(c, rows, j);
    }
    for (uint32_t k = 0; k < LANES; ++k) {
        float sums[LANES];
        const float* other = rows + (size_t)k * c->size;
        wf_f4_store(sums, dot_rows(rows, c->size, other, i));
        for (uint32_t r = k; r < LANES; ++r) {
            float* row = rows + (size_t)r * c->size;
            for (uint32_t l = i; l < i + k; ++l) {
                sums[r] += row[l] * other[l];
            }
            if (r == k) {
                c->inverse[i + k] = inverse_pivot(row[i + k], sums[r]);
            } else {
                row[i + k] = (row[i + k] - sums[r]) * c->inverse[i + k];
            }
        }
    }
}

/// Rows of the dense matrix, one patch after another: none has an entry with another one.
static void gather_dense(wf_coarse* c, const wf_system* s, uint32_t begin, uint32_t end) {
    for (uint32_t n = c->parts.row[begin]; n < c->parts.row[end]; ++n) {
        uint32_t p = c->parts.item[n];
        memset(c->matrix + 3 * (size_t)p * c->size, 0, 3 * sizeof(float) * c->size);
        own_block own = {{wf_f4_zero(), wf_f4_zero(), wf_f4_zero()}};
        for (uint32_t k = c->members.row[p]; k < c->members.row[p + 1]; ++k) {
            if (!s->particles.fixed[c->members.item[k]]) {
                gather_row(c, s, c->members.item[k], &own);
            }
        }
        float columns[12];
        for (int k = 0; k < 3; ++k) {
            wf_f4_store(columns + 4 * k, own.column[k]);
        }
        gather_block(c, p, p, columns);
    }
}

static void factor_dense(wf_coarse* c, const wf_system* s, const wf_touches* touches) {
    if (c->count == 0) {
        return;
    }
    size_t used = 3 * (size_t)c->count;
    memset(c->matrix + used * c->size, 0, sizeof(float) * (c->size - used) * c->size);
    for (size_t k = 0; k < touches->count; ++k) {
        if (touches->items[k].normal != 0.0f) {
            gather_touch(c, s, &touches->items[k]);
        }
    }
    for (uint32_t i = 0; i < c->size; i += LANES) {
        factor_rows(c, i);
    }
}

/// What loops over patches and levels work with.
typedef struct correction {
    const wf_system* s;
    const wf_touches* touches;
    const float* r;
    float* out;
} correction;

static void gather_patches(void* given, uint32_t begin, uint32_t end) {
    const correction* a = given;
    wf_coarse* c = a->s->coarse;
    if (c->count > 0) {
        gather_dense(c, a->s, begin, end);
    }
    for (uint32_t k = 0; k < c->level_count; ++k) {
        wf_level_gather(&c->level[k], a->s, begin, end);
    }
}

static void factor_levels(void* given, uint32_t begin, uint32_t end) {
    const correction* a = given;
    wf_coarse* c = a->s->coarse;
    for (uint32_t k = begin; k < end; ++k) {
        if (k == 0) {
            factor_dense(c, a->s, a->touches);
        } else {
            wf_level_factor(&c->level[k - 1], a->s, a->touches);
        }
    }
}

void wf_coarse_factor(wf_system* s, const wf_touches* touches) {
    correction a = {.s = s, .touches = touches};
    wf_system_for(s, part_count(s), 1, gather_patches, &a);
    wf_system_for(s, s->coarse->level_count + 1, 1, factor_levels, &a);
}

/// b = L^-1 b for the four rows from i on, once those before are done.
static void solve_forward(const wf_coarse* c, uint32_t i, float* b) {
    const float* rows = c->matrix + (size_t)i * c->size;
    float sums[LANES];
    wf_f4_store(sums, dot_rows(rows, c->size, b, i));
    for (uint32_t r = 0; r < LANES; ++r) {
        const float* row = rows + (size_t)r * c->size;
        for (uint32_t k = i; k < i + r; ++k) {
            sums[r] += row[k] * b[k];
        }
        b[i + r] = (b[i + r] - sums[r]) * c->inverse[i + r];
    }
}

/// b = L^-T b for the four rows from i on, once those behind are done.
static void solve_backward(const wf_coarse* c, uint32_t i, float* b) {
    const float* rows = c->matrix + (size_t)i * c->size;
    wf_f4 x[LANES];
    for (uint32_t r = LANES; r-- > 0;) {
        const float* row = rows + (size_t)r * c->size;
        b[i + r] *= c->inverse[i + r];
        for (uint32_t k = i; k < i + r; ++k) {
            b[k] -= row[k] * b[i + r];
        }
        x[r] = wf_f4_splat(b[i + r]);
    }
    for (uint32_t k = 0; k < i; k += 4) {
        wf_f4 left = wf_f4_load(b + k);
        for (uint32_t r = LANES; r-- > 0;) {
            const float* row = rows + (size_t)r * c->size;
            left = wf_f4_sub(left, wf_f4_mul(wf_f4_load(row + k), x[r]));
        }
        wf_f4_store(b + k, left);
    }
}

static void solve_factor(const wf_coarse* c) {
    for (uint32_t i = 0; i < c->size; i += LANES) {
        solve_forward(c, i, c->rhs);
    }
    for (uint32_t i = c->size; i > 0; i -= LANES) {
        solve_backward(c, i - LANES, c->rhs);
    }
}

/// Sums of the residual over patches of the dense level.
static void sum_patches(void* given, uint32_t begin, uint32_t end) {
    const correction* a = given;
    const wf_coarse* c = a->s->coarse;
    for (uint32_t k = c->parts.row[begin]; k < c->parts.row[end]; ++k) {
        uint32_t p = c->parts.item[k];
        wf_f4_store(c->sums + 4 * (size_t)p, wf_patch_sum(&c->members, p, a->r));
    }
}

void wf_coarse_sum(const wf_system* s, const float* r) {
    correction a = {.s = s, .r = r};
    if (s->coarse->count > 0) {
        wf_system_for(s, part_count(s), 1, sum_patches, &a);
    }
}

void wf_coarse_sum_after(const wf_system* s, uint32_t block, const float* r, const float* product,
                         float step) {
    const wf_coarse* c = s->coarse;
    const wf_rows* members = &c->members;
    wf_f4 back = wf_f4_splat(-step);
    uint32_t end = c->count > 0 ? c->blocks.row[block + 1] : 0;
    for (uint32_t n = c->count > 0 ? c->blocks.row[block] : 0; n < end; ++n) {
        uint32_t p = c->blocks.item[n];
        wf_f4 sum = wf_f4_zero();
        for (uint32_t k = members->row[p]; k < members->row[p + 1]; ++k) {
            size_t i = 4 * (size_t)members->item[k];
            sum = wf_f4_add(sum, wf_f4_muladd(back, wf_f4_load(product + i), wf_f4_load(r + i)));
        }
        wf_f4_store(c->sums + 4 * (size_t)p, sum);
    }
}

/// What each patch of the dense level moves by, in place of its sum.
static void solve_dense(const wf_coarse* c) {
    memset(c->rhs, 0, sizeof(float) * c->size);
    for (size_t p = 0; p < c->count; ++p) {
        memcpy(c->rhs + 3 * p, c->sums + 4 * p, 3 * sizeof(float));
    }
    solve_factor(c);
    for (size_t p = 0; p < c->count; ++p) {
        wf_f4_store(c->sums + 4 * p,
                    wf_f4_set(c->rhs[3 * p], c->rhs[3 * p + 1], c->rhs[3 * p + 2], 0.0f));
    }
}

/// The dense level, which is one block, beside the others.
static void solve_levels(void* given, uint32_t begin, uint32_t end) {
    const correction* a = given;
    const wf_coarse* c = a->s->coarse;
    if (begin == 0 && c->count > 0) {
        solve_dense(c);
    }
    uint32_t first = begin > 0 ? begin - 1 : 0;
    for (uint32_t k = 0; k < c->level_count; ++k) {
        wf_level_solve(&c->level[k], a->r, first, end - 1);
    }
}

/// What the levels move a particle by is added in their order, whatever order they were solved in;
/// the block's part of r . out is left where sums are made of parts.
static void add_block(const correction* a, size_t begin, size_t end) {
    const wf_coarse c = *a->s->coarse; // out may be anything for all that a compiler knows
    const uint8_t* fixed = a->s->particles.fixed;
    const float *r = a->r, *inverse = a->s->inverse;
    float* out = a->out;
    wf_f4 even = wf_f4_zero(), odd = wf_f4_zero(); // one sum would wait for each addition
    for (size_t i = begin; i < end; ++i) {
        wf_f4 left = wf_f4_load(r + 4 * i);
        wf_f4 sum = wf_apply_block(inverse + 12 * i, left);
        if (!fixed[i]) {
            for (uint32_t k = 0; k < c.level_count; ++k) {
                const wf_level* level = &c.level[k];
                sum = wf_f4_add(sum, wf_f4_load(level->residual + 4 * (size_t)level->patch[i]));
            }
            if (c.count > 0) {
                sum = wf_f4_add(sum, wf_f4_load(c.sums + 4 * (size_t)c.patch[i]));
            }
        }
        wf_f4_store(out + 4 * i, sum);
        wf_f4 along = wf_f4_muladd(left, sum, even);
        even = odd;
        odd = along;
    }
    wf_f4_store(a->s->part + 4 * (begin / WF_PARTICLE_BLOCK), wf_f4_add(even, odd));
}

static void add_levels(void* given, uint32_t begin, uint32_t end) {
    for (uint32_t first = begin; first < end; first += WF_PARTICLE_BLOCK) {
        add_block(given, first, wf_block_end(first, end));
    }
}

void wf_coarse_correct(const wf_system* s, const float* r, float* out) {
    correction a = {.s = s, .r = r, .out = out};
    wf_system_for(s, part_count(s) + 1, 1, solve_levels, &a);
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, add_levels, &a);
}
