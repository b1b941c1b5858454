// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#ifdef WEFT_THREADS

#include "solve/slices.h"

#include <string.h>

/// Targets of late entries that a thread takes at a time.
enum { TARGET_BLOCK = 256 };

/// What a target is before its late entries are numbered.
#define NOBODYS UINT32_MAX
#define SHARED (UINT32_MAX - 1)

/// Targets of one kind: `at` is where the first element has its twelve, `count` of all that are.
typedef struct kind {
    const wf_system* s;
    uint32_t slice;
    uint32_t count;
    size_t at;       // in wf_element
    size_t way;      // in wf_element_way
    uint32_t floats; // of an entry
} kind;

static const uint32_t* targets_of(const kind* k, uint32_t element) {
    return (const uint32_t*)((const char*)&k->s->elements[element] + k->at);
}

static bool is_padded(const kind* k, uint32_t element, uint32_t entry) {
    return k->s->elements[element].slot[0][entry % 4] == UINT32_MAX;
}

/// Whose each target is.
static void find_owners(const kind* k, uint32_t* owner) {
    memset(owner, 0xff, sizeof(uint32_t) * k->count);
    for (uint32_t e = 0; e < k->s->element_count; ++e) {
        const uint32_t* target = targets_of(k, e);
        for (uint32_t n = 0; n < 12; ++n) {
            if (!is_padded(k, e, n)) {
                uint32_t* own = &owner[target[n]];
                *own = *own == NOBODYS || *own == e / k->slice ? e / k->slice : SHARED;
            }
        }
    }
}

/// Counts the entries of shared targets in `entries`; how many there are.
static uint32_t count_entries(const kind* k, const uint32_t* owner, uint32_t* entries) {
    uint32_t total = 0;
    for (uint32_t e = 0; e < k->s->element_count; ++e) {
        const uint32_t* target = targets_of(k, e);
        for (uint32_t n = 0; n < 12; ++n) {
            if (!is_padded(k, e, n) && owner[target[n]] == SHARED) {
                entries[target[n]] += 1;
                total += 1;
            }
        }
    }
    return total;
}

/// Lists the shared targets; `entries` then is where the next entry of each goes.
static void list_targets(const kind* k, const uint32_t* owner, uint32_t* entries, wf_late* late) {
    uint32_t total = 0;
    for (uint32_t t = 0; t < k->count; ++t) {
        if (owner[t] == SHARED) {
            uint32_t here = entries[t];
            late->target[late->count] = t;
            late->first[late->count++] = entries[t] = total;
            total += here;
        }
    }
    late->first[late->count] = total;
}

static void number_entries(const kind* k, const uint32_t* owner, uint32_t* next,
                           wf_element_way* ways) {
    for (uint32_t e = 0; e < k->s->element_count; ++e) {
        const uint32_t* target = targets_of(k, e);
        uint32_t* way = (uint32_t*)((char*)&ways[e] + k->way);
        for (uint32_t n = 0; n < 12; ++n) {
            if (is_padded(k, e, n)) {
                way[n] = UINT32_MAX;
            } else if (owner[target[n]] == SHARED) {
                way[n] = WF_LATE | next[target[n]]++;
            } else {
                way[n] = target[n];
            }
        }
    }
}

static bool cut(wf_memory* m, const kind* k, wf_element_way* ways, wf_late* late) {
    uint32_t* owner = WF_ALLOC(m, uint32_t, k->count + 1);
    uint32_t* entries = WF_ALLOC(m, uint32_t, k->count + 1);
    bool done = owner != NULL && entries != NULL;
    if (done) {
        find_owners(k, owner);
        uint32_t total = count_entries(k, owner, entries);
        late->target = WF_ALLOC(m, uint32_t, total + 1);
        late->first = WF_ALLOC(m, uint32_t, total + 1);
        late->entry = WF_ALLOC(m, float, k->floats*((size_t)total + 1));
        done = late->target != NULL && late->first != NULL && late->entry != NULL;
    }
    if (done) {
        list_targets(k, owner, entries, late);
        number_entries(k, owner, entries, ways);
    }
    wf_free(m, owner);
    wf_free(m, entries);
    return done;
}

/// The mean of the first particles of a slice; an empty one comes last.
static double place_of(const wf_system* s, uint32_t begin, uint32_t end) {
    double sum = 0.0, count = 0.0;
    for (uint32_t e = begin; e < end && e < s->element_count; ++e) {
        sum += s->elements[e].corner[0][0];
        count += 1.0;
    }
    return count > 0.0 ? sum / count : UINT32_MAX;
}

/// By insertion.
static void order_slices(const wf_system* s, wf_slices* slices) {
    double place[WF_SLICES];
    for (uint32_t k = 0; k < WF_SLICES; ++k) {
        double own = place_of(s, k * slices->elements, (k + 1) * slices->elements);
        uint32_t at = k;
        for (; at > 0 && place[at - 1] > own; --at) {
            place[at] = place[at - 1];
            slices->order[at] = slices->order[at - 1];
        }
        place[at] = own;
        slices->order[at] = k;
    }
}

wf_slices* wf_slices_create(wf_memory* m, const wf_system* s) {
    wf_slices* slices = WF_ALLOC(m, wf_slices, 1);
    if (slices == NULL) {
        return NULL;
    }
    slices->elements = s->element_count / WF_SLICES + 1;
    order_slices(s, slices);
    slices->way = WF_ALLOC(m, wf_element_way, s->element_count + 1);
    kind gradient = {.s = s,
                     .slice = slices->elements,
                     .count = s->particles.count,
                     .at = offsetof(wf_element, corner),
                     .way = offsetof(wf_element_way, corner),
                     .floats = 4};
    kind block = {.s = s,
                  .slice = slices->elements,
                  .count = s->row[s->particles.count],
                  .at = offsetof(wf_element, slot),
                  .way = offsetof(wf_element_way, slot),
                  .floats = 12};
    if (slices->way == NULL || !cut(m, &gradient, slices->way, &slices->gradient) ||
        !cut(m, &block, slices->way, &slices->block)) {
        wf_slices_free(m, slices);
        return NULL;
    }
    return slices;
}

static void free_late(wf_memory* m, wf_late* late) {
    wf_free(m, late->target);
    wf_free(m, late->first);
    wf_free(m, late->entry);
}

void wf_slices_free(wf_memory* m, wf_slices* slices) {
    if (slices == NULL) {
        return;
    }
    free_late(m, &slices->gradient);
    free_late(m, &slices->block);
    wf_free(m, slices->way);
    wf_free(m, slices);
}

static void add_entries(const wf_late* late, uint32_t target, uint32_t floats, float* base) {
    float* to = base + floats * (size_t)late->target[target];
    for (uint32_t n = late->first[target]; n < late->first[target + 1]; ++n) {
        const float* from = late->entry + floats * (size_t)n;
        for (uint32_t k = 0; k < floats; k += 4) {
            wf_f4_store(to + k, wf_f4_add(wf_f4_load(to + k), wf_f4_load(from + k)));
        }
    }
}

/// Targets of the gradient, then those of the matrix.
static void join_targets(void* given, uint32_t begin, uint32_t end) {
    const wf_system* s = given;
    const wf_late *gradient = &s->slices->gradient, *block = &s->slices->block;
    for (uint32_t t = begin; t < end; ++t) {
        if (t < gradient->count) {
            add_entries(gradient, t, 4, s->gradient);
        } else {
            add_entries(block, t - gradient->count, 12, s->block);
        }
    }
}

void wf_slices_join(const wf_system* s) {
    wf_system_for(s, s->slices->gradient.count + s->slices->block.count, TARGET_BLOCK, join_targets,
                  (void*)s);
}

#else

// Not an empty file.
typedef int wf_no_slices;

#endif
