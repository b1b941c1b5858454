// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Multipliers belong to pairs of features and are found again by hashing; a vertex that slid to the
// next face takes its own along.
#include "contact/touching.h"
#include "math/vec.h"

#include <string.h>

static uint32_t pair_hash(uint32_t kind, uint32_t a, uint32_t b) {
    uint32_t h = a * 0x9e3779b1u ^ b * 0x85ebca77u ^ kind * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 13;
}

uint32_t wf_touch_carrier(uint32_t kind, uint32_t a, uint32_t b) {
    bool first = kind == WF_NEAR_VERTEX_FACE || kind == WF_SELF_VERTEX_FACE;
    return first ? a : kind == WF_NEAR_FACE_VERTEX ? b : UINT32_MAX;
}

static void insert(wf_contact* c, uint32_t hash, uint32_t entry) {
    size_t at = hash & (c->table_size - 1);
    while (c->table[at] != UINT32_MAX) {
        at = (at + 1) & (c->table_size - 1);
    }
    c->table[at] = entry;
}

/// Every old touch by its pair and, in a second entry, by the vertex that carries it.
static bool index_old(wf_memory* m, wf_contact* c) {
    size_t size = 64;
    while (size < 4 * c->old_count) {
        size *= 2;
    }
    if (!wf_reserve(m, (void**)&c->table, &c->table_capacity, size, sizeof(uint32_t))) {
        return false;
    }
    c->table_size = size;
    memset(c->table, 0xff, size * sizeof(uint32_t));
    for (size_t i = 0; i < c->old_count; ++i) {
        const wf_touch* t = &c->old_touches[i];
        insert(c, pair_hash(t->kind, t->a, t->b), 2 * (uint32_t)i);
        uint32_t vertex = wf_touch_carrier(t->kind, t->a, t->b);
        if (vertex != UINT32_MAX) {
            insert(c, pair_hash(t->kind, vertex, UINT32_MAX), 2 * (uint32_t)i + 1);
        }
    }
    return true;
}

static const wf_touch* find_pair(const wf_contact* c, uint32_t kind, uint32_t a, uint32_t b) {
    size_t at = pair_hash(kind, a, b) & (c->table_size - 1);
    for (; c->table[at] != UINT32_MAX; at = (at + 1) & (c->table_size - 1)) {
        const wf_touch* t = &c->old_touches[c->table[at] / 2];
        if (c->table[at] % 2 == 0 && t->kind == kind && t->a == a && t->b == b) {
            return t;
        }
    }
    return NULL;
}

static const wf_touch* find_carrier(const wf_contact* c, const wf_touch* p) {
    uint32_t vertex = wf_touch_carrier(p->kind, p->a, p->b);
    if (vertex == UINT32_MAX) {
        return NULL;
    }
    const wf_touch* best = NULL;
    float best_cosine = WF_SAME_NORMAL;
    size_t at = pair_hash(p->kind, vertex, UINT32_MAX) & (c->table_size - 1);
    for (; c->table[at] != UINT32_MAX; at = (at + 1) & (c->table_size - 1)) {
        const wf_touch* t = &c->old_touches[c->table[at] / 2];
        if (c->table[at] % 2 == 1 && t->kind == p->kind &&
            wf_touch_carrier(t->kind, t->a, t->b) == vertex) {
            float cosine = wf_v3_dot(wf_v3_load(t->n), wf_v3_load(p->n));
            if (cosine > best_cosine) {
                best_cosine = cosine;
                best = t;
            }
        }
    }
    return best;
}

bool wf_touch_was(const wf_contact* c, uint32_t kind, uint32_t a, uint32_t b) {
    return find_pair(c, kind, a, b) != NULL;
}

void wf_touch_inherit(const wf_contact* c, wf_touch* t, float memory) {
    const wf_touch* old = find_pair(c, t->kind, t->a, t->b);
    old = old != NULL ? old : find_carrier(c, t);
    if (old == NULL) {
        t->load = -1.0f;
        return;
    }
    t->lambda = memory * old->lambda;
    t->load = old->load;
    wf_v3 n = wf_v3_load(t->n), tangent = wf_v3_load(old->tangent);
    wf_v3_store(t->tangent, wf_v3_muladd(tangent, n, -wf_v3_dot(n, tangent)));
}

bool wf_touches_renew(wf_memory* m, wf_contact* c) {
    wf_touches* touches = &c->touches;
    wf_touch* emptied = c->old_touches;
    size_t capacity = c->old_capacity;
    c->old_touches = touches->items;
    c->old_capacity = touches->capacity;
    c->old_count = touches->count;
    touches->items = emptied;
    touches->capacity = capacity;
    touches->count = 0;
    return index_old(m, c);
}

void wf_touches_keep_layers(wf_touches* touches) {
    size_t count = 0;
    for (size_t i = 0; i < touches->count; ++i) {
        if (touches->items[i].kind >= WF_SELF_VERTEX_FACE) {
            touches->items[count++] = touches->items[i];
        }
    }
    touches->count = count;
}
