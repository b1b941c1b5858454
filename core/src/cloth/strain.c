// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Positive floats sort like their bits, so the k-th smallest is found by counting digits, from the
// highest down: exact, without moving or copying anything.
#include "cloth/strain.h"

#include "base/parallel.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static uint32_t key_of(float stretch) {
    uint32_t bits;
    memcpy(&bits, &stretch, sizeof bits);
    return bits & 0x7fffffffu;
}

/// The digit at `shift` of the element of that rank among those that share `prefix` above it; the
/// rank becomes that among the elements with this digit too.
static uint32_t pick_digit(const float* stretch, uint32_t count, uint32_t prefix, uint32_t shift,
                           uint32_t* rank) {
    uint32_t counts[DIGITS] = {0};
    uint32_t above = shift + DIGIT_BITS;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t key = key_of(stretch[i]);
        counts[(key >> shift) & (DIGITS - 1)] +=
            (uint64_t)key >> above == (uint64_t)prefix >> above;
    }
    uint32_t digit = 0;
    while (digit < DIGITS - 1 && *rank >= counts[digit]) {
        *rank -= counts[digit++];
    }
    return digit;
}

static float select_rank(const float* stretch, uint32_t count, uint32_t rank) {
    uint32_t prefix = 0;
    for (int32_t shift = 2 * DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
        prefix |= pick_digit(stretch, count, prefix, (uint32_t)shift, &rank) << shift;
    }
    float value;
    memcpy(&value, &prefix, sizeof value);
    return value;
}

static float largest(const float* stretch, uint32_t count) {
    float largest = stretch[0];
    for (uint32_t i = 1; i < count; ++i) {
        largest = stretch[i] > largest ? stretch[i] : largest;
    }
    return largest;
}

/// Nearest rank: the smallest element that at least `percent` of all do not exceed.
static uint32_t rank_of(uint32_t count, uint32_t percent) {
    return (uint32_t)(((uint64_t)count * percent + 99) / 100) - 1;
}

enum { MIDDLE, NEARLY_ALL, ALL, PARTS };

typedef struct summing {
    const float* stretch;
    uint32_t count;
    float found[PARTS];
} summing;

/// Each of the figures by itself.
static void find_figures(void* given, uint32_t begin, uint32_t end) {
    static const uint32_t percent[] = {50, 99};
    summing* a = given;
    for (uint32_t k = begin; k < end; ++k) {
        a->found[k] = k == ALL ? largest(a->stretch, a->count)
                               : select_rank(a->stretch, a->count, rank_of(a->count, percent[k]));
    }
}

wf_strain_summary wf_strain_summarise(const float* stretch, uint32_t count,
                                      struct wf_pool* const* pool) {
    (void)pool; // in a build without threads
    if (count == 0) {
        return (wf_strain_summary){0};
    }
    summing a = {.stretch = stretch, .count = count};
    wf_parallel_for(pool, PARTS, 1, find_figures, &a);
    return (wf_strain_summary){a.found[MIDDLE] - 1.0f, a.found[NEARLY_ALL] - 1.0f,
                               a.found[ALL] - 1.0f};
}

void wf_strain_mean(const float* stretch, const uint32_t* triangles, uint32_t triangle_count,
                    uint32_t particle_count, uint32_t* triangles_around, float* strain) {
    memset(triangles_around, 0, particle_count * sizeof *triangles_around);
    memset(strain, 0, particle_count * sizeof *strain);
    for (uint32_t t = 0; t < triangle_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            uint32_t i = triangles[3 * (size_t)t + k];
            strain[i] += stretch[t] - 1.0f;
            ++triangles_around[i];
        }
    }
    for (uint32_t i = 0; i < particle_count; ++i) {
        strain[i] = triangles_around[i] ? strain[i] / (float)triangles_around[i] : 0.0f;
    }
}
