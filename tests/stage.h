// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A stage for the structures: a sleeve that moves with a deforming body, and lists of pairs.
#pragma once

#include "structures/structure.h"
#include "test_macros.h"
#include "torus.h"

enum { BODY_N = 60, BODY_M = 24, SLEEVE_N = 22, SLEEVE_M = 20 };

/// Positions of a body and a sleeve at two times.
typedef struct stage {
    wf_memory memory;
    torus_mesh body, body_next, sleeve, sleeve_next;
    wf_sweep cloth_sweep, body_sweep;
} stage;

static inline wf_sweep sweep_of(const torus_mesh* from, const torus_mesh* to, float grow) {
    return (wf_sweep){from->x, to->x, from->triangles, from->vertex_count, from->triangle_count,
                      grow,    false};
}

static inline void stage_pose(stage* s, double t) {
    torus_pose(&s->body, BODY_N, BODY_M, t);
    torus_pose(&s->body_next, BODY_N, BODY_M, t + 1.0 / 120);
    sleeve_pose(&s->sleeve, SLEEVE_N, SLEEVE_M, 1.8, 0.008, t);
    sleeve_pose(&s->sleeve_next, SLEEVE_N, SLEEVE_M, 1.8, 0.008, t + 1.0 / 120);
}

static inline stage stage_make(float cloth_grow, float body_grow) {
    stage s = {.body = torus_make(BODY_N, BODY_M, 0),
               .body_next = torus_make(BODY_N, BODY_M, 0),
               .sleeve = sleeve_make(SLEEVE_N, SLEEVE_M, 1.8, 0.008, 0),
               .sleeve_next = sleeve_make(SLEEVE_N, SLEEVE_M, 1.8, 0.008, 0)};
    stage_pose(&s, 0);
    s.cloth_sweep = sweep_of(&s.sleeve, &s.sleeve_next, cloth_grow);
    s.body_sweep = sweep_of(&s.body, &s.body_next, body_grow);
    s.body_sweep.straight = true;
    return s;
}

static inline void stage_free(stage* s) {
    torus_free(&s->body);
    torus_free(&s->body_next);
    torus_free(&s->sleeve);
    torus_free(&s->sleeve_next);
}

static inline void pairs_free(stage* s, wf_pairs* pairs) {
    wf_free(&s->memory, pairs->a);
    wf_free(&s->memory, pairs->b);
    *pairs = (wf_pairs){0};
}

static inline void pairs_collect(const wf_structure* kind, void* self, stage* s, wf_pairs* pairs) {
    CHECK(kind->refresh_body(&s->memory, self, &s->body_sweep));
    CHECK(kind->refresh_cloth(&s->memory, self, &s->cloth_sweep));
    CHECK(kind->collect(&s->memory, self, &s->cloth_sweep, &s->body_sweep, pairs));
}

static inline bool pairs_equal(const wf_pairs* a, const wf_pairs* b) {
    return a->count == b->count && (a->count == 0 || (memcmp(a->a, b->a, 4 * a->count) == 0 &&
                                                      memcmp(a->b, b->b, 4 * a->count) == 0));
}

static inline uint64_t pair_key(const wf_pairs* pairs, size_t i) {
    return (uint64_t)pairs->a[i] << 32 | pairs->b[i];
}

static inline bool pairs_ascend(const wf_pairs* pairs) {
    for (size_t i = 1; i < pairs->count; ++i) {
        if (pair_key(pairs, i - 1) >= pair_key(pairs, i)) {
            return false;
        }
    }
    return true;
}

static inline bool pairs_include(const wf_pairs* outer, const wf_pairs* inner) {
    size_t o = 0;
    for (size_t i = 0; i < inner->count; ++i) {
        while (o < outer->count && pair_key(outer, o) < pair_key(inner, i)) {
            ++o;
        }
        if (o == outer->count || pair_key(outer, o) != pair_key(inner, i)) {
            return false;
        }
    }
    return true;
}
