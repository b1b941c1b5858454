// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Discrete Voronoi distance propagation, after L. Bull, M. Slater, B. Buxton, "Prometheus cloth
// simulation", 2003, section 4.2.1 and Table 1. From the surface outwards in the order of exact
// distances. What is reached at the offset (x, y, z), y <= z <= x but for signs and order, is
// reached from
//     (x - 1, y, z)          through a face    x > z
//     (x - 1, 0, z - 1)      through an edge   x = z, y = 0
//     (x - 1, y - 1, z - 1)  through a corner  x = z, y > 0
// and since every offset has one source, what an offset reached (its wave) spreads at known later
// distances, to all neighbours of the kind. Whatever is there already belongs to somebody nearer;
// what comes at the same distance gets several owners. Within the shell a wave carries the owners,
// beyond it distances alone.
//
// This is no exact transform: where cells of three sites meet, the way that the rule knows to a
// voxel may lead through voxels of another site, and then the voxel comes later, by a longer
// offset.
#include "structures/distance_field.h"

#include <string.h>

/// Neighbours by kind: faces, edges, corners.
enum { FACES = 6, EDGES = 12, CORNERS = 8, NEIGHBOURS = 26 };
static const uint8_t kind_first[3] = {0, FACES, FACES + EDGES};
static const uint8_t kind_count[3] = {FACES, EDGES, CORNERS};

/// What was reached at one offset: entries of the list.
typedef struct wave {
    uint32_t begin, end;
    uint16_t x, y, z;
} wave;

/// A wave spreads once at each of the distances that the rule names.
typedef struct action {
    uint32_t wave, next; // of the same distance; 0 ends the list, which counts from 1
    uint32_t kind;
} action;

typedef struct spread {
    wf_memory* memory;
    wf_distance_field* field;
    int32_t neighbour[NEIGHBOURS];
    uint32_t* voxel; // per entry
    uint32_t* owner; // per entry within the shell
    uint32_t* older; // per entry within the shell: the one before of its voxel, from 1; 0 for none
    uint32_t* stamp; // per voxel: its last entry, from 1; beyond the shell its last wave, from 1
    uint32_t* due;   // per squared distance: its first action, from 1
    wave* waves;
    action* actions;
    size_t count, owned; // entries; of them within the shell
    size_t wave_count, action_count;
    size_t voxel_capacity, owner_capacity, older_capacity, wave_capacity, action_capacity;
    uint32_t unreached;
} spread;

static void list_neighbours(spread* s) {
    uint32_t at[3] = {kind_first[0], kind_first[1], kind_first[2]};
    const int32_t row = (int32_t)s->field->size[0];
    const int32_t slice = row * (int32_t)s->field->size[1];
    for (int32_t i = 0; i < 27; ++i) {
        int32_t x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
        int32_t kind = x * x + y * y + z * z - 1;
        if (kind >= 0) {
            s->neighbour[at[kind]++] = x + row * y + slice * z;
        }
    }
}

static void step_to(const wave* w, uint32_t kind, uint16_t to[3]) {
    to[0] = (uint16_t)(w->x + 1);
    to[1] = (uint16_t)(w->y + (kind == 2));
    to[2] = (uint16_t)(w->z + (kind > 0));
}

static uint32_t square(const uint16_t at[3]) {
    return (uint32_t)at[0] * at[0] + (uint32_t)at[1] * at[1] + (uint32_t)at[2] * at[2];
}

static bool plan(spread* s, uint32_t index, uint32_t kind) {
    uint16_t to[3];
    step_to(&s->waves[index], kind, to);
    uint32_t at = square(to);
    if (at >= WF_DISTANCE_FAR) {
        return true;
    }
    if (!wf_reserve(s->memory, (void**)&s->actions, &s->action_capacity, s->action_count + 1,
                    sizeof *s->actions)) {
        return false;
    }
    s->actions[s->action_count++] = (action){index, s->due[at], kind};
    s->due[at] = (uint32_t)s->action_count;
    return true;
}

/// Ends a wave that began with entry `begin` and plans what it will do.
static bool end_wave(spread* s, size_t begin, const uint16_t at[3]) {
    if (s->count == begin) {
        return true;
    }
    if (!wf_reserve(s->memory, (void**)&s->waves, &s->wave_capacity, s->wave_count + 1,
                    sizeof *s->waves)) {
        return false;
    }
    uint32_t index = (uint32_t)s->wave_count++;
    s->waves[index] = (wave){(uint32_t)begin, (uint32_t)s->count, at[0], at[1], at[2]};
    bool diagonal = at[0] == at[2];
    return plan(s, index, 0) && (!diagonal || at[1] > 0 || plan(s, index, 1)) &&
           (!diagonal || plan(s, index, 2));
}

static bool make_room(spread* s, size_t more, bool owned) {
    size_t need = s->count + more;
    return wf_reserve(s->memory, (void**)&s->voxel, &s->voxel_capacity, need, sizeof *s->voxel) &&
           (!owned ||
            (wf_reserve(s->memory, (void**)&s->owner, &s->owner_capacity, need, sizeof *s->owner) &&
             wf_reserve(s->memory, (void**)&s->older, &s->older_capacity, need, sizeof *s->older)));
}

/// Whether the wave that began with entry `begin` has brought this owner to the voxel.
static bool has_owner(const spread* s, uint32_t voxel, uint32_t owner, size_t begin) {
    for (uint32_t i = s->stamp[voxel]; i > begin; i = s->older[i - 1]) {
        if (s->owner[i - 1] == owner) {
            return true;
        }
    }
    return false;
}

static void add_owned(spread* s, uint32_t voxel, uint32_t owner) {
    s->voxel[s->count] = voxel;
    s->owner[s->count] = owner;
    s->older[s->count] = s->stamp[voxel];
    s->stamp[voxel] = (uint32_t)++s->count;
}

static void spread_owned(spread* s, uint32_t entry, uint32_t kind, uint32_t label, size_t begin) {
    uint16_t* squared = s->field->squared;
    for (uint32_t k = 0; k < kind_count[kind]; ++k) {
        uint32_t v = s->voxel[entry] + (uint32_t)s->neighbour[kind_first[kind] + k];
        if (squared[v] == WF_DISTANCE_FAR) {
            squared[v] = (uint16_t)label;
            s->unreached -= 1;
            add_owned(s, v, s->owner[entry]);
        } else if (squared[v] == label && !has_owner(s, v, s->owner[entry], begin)) {
            add_owned(s, v, s->owner[entry]);
        }
    }
}

static void spread_plain(spread* s, const wave* from, uint32_t kind, uint32_t label,
                         uint32_t stamp) {
    uint16_t* squared = s->field->squared;
    const int32_t* neighbour = s->neighbour + kind_first[kind];
    const uint32_t neighbours = kind_count[kind];
    size_t count = s->count;
    for (uint32_t e = from->begin; e < from->end; ++e) {
        for (uint32_t k = 0; k < neighbours; ++k) {
            uint32_t v = s->voxel[e] + (uint32_t)neighbour[k], now = squared[v];
            if (now != WF_DISTANCE_FAR && (now != label || s->stamp[v] == stamp)) {
                continue;
            }
            s->unreached -= now == WF_DISTANCE_FAR;
            squared[v] = (uint16_t)label;
            s->stamp[v] = stamp;
            s->voxel[count++] = v;
        }
    }
    s->count = count;
}

static bool act(spread* s, const action* a, uint32_t label, bool owned) {
    wave from = s->waves[a->wave];
    size_t begin = s->count;
    if (!make_room(s, (size_t)(from.end - from.begin) * kind_count[a->kind], owned)) {
        return false;
    }
    if (owned) {
        for (uint32_t e = from.begin; e < from.end; ++e) {
            spread_owned(s, e, a->kind, label, begin);
        }
    } else {
        spread_plain(s, &from, a->kind, label, (uint32_t)s->wave_count + 1);
    }
    uint16_t to[3];
    step_to(&from, a->kind, to);
    return end_wave(s, begin, to);
}

/// The surface is the wave of offset 0; every site owns itself.
static bool start(spread* s) {
    wf_distance_field* f = s->field;
    s->stamp = WF_ALLOC(s->memory, uint32_t, f->count);
    s->due = WF_ALLOC(s->memory, uint32_t, WF_DISTANCE_FAR);
    if (s->stamp == NULL || s->due == NULL || !make_room(s, f->count / 4 + f->site_count, true)) {
        return false;
    }
    for (uint32_t i = 0; i < f->site_count; ++i) {
        add_owned(s, f->sites[i], i);
    }
    for (uint32_t v = 0; v < f->count; ++v) {
        s->unreached += f->squared[v] == WF_DISTANCE_FAR;
    }
    s->owned = s->count;
    return end_wave(s, 0, (const uint16_t[3]){0, 0, 0});
}

static bool run(spread* s) {
    uint32_t within = s->field->shell * s->field->shell;
    for (uint32_t label = 1; label < WF_DISTANCE_FAR && s->unreached > 0; ++label) {
        for (uint32_t i = s->due[label]; i > 0; i = s->actions[i - 1].next) {
            action a = s->actions[i - 1];
            if (!act(s, &a, label, label <= within)) {
                return false;
            }
        }
        s->owned = label <= within ? s->count : s->owned;
    }
    return true;
}

/// Whether an earlier entry of the same voxel has the owner of this one.
static bool is_repeated(const spread* s, size_t entry) {
    for (uint32_t i = s->older[entry]; i > 0; i = s->older[i - 1]) {
        if (s->owner[i - 1] == s->owner[entry]) {
            return true;
        }
    }
    return false;
}

/// Lists the owners of every voxel, in the order in which they came.
static bool keep_owners(spread* s) {
    wf_distance_field* f = s->field;
    uint32_t* first = f->owner_first;
    for (size_t e = 0; e < s->owned; ++e) {
        first[s->voxel[e]] += !is_repeated(s, e);
    }
    uint32_t total = 0;
    for (uint32_t v = 0; v < f->count; ++v) {
        uint32_t here = first[v];
        first[v] = total;
        total += here;
    }
    f->owners = WF_ALLOC(s->memory, uint32_t, total);
    if (f->owners == NULL) {
        return total == 0;
    }
    for (size_t e = 0; e < s->owned; ++e) {
        if (!is_repeated(s, e)) {
            f->owners[first[s->voxel[e]]++] = s->owner[e];
        }
    }
    for (uint32_t v = f->count; v > 0; --v) {
        first[v] = first[v - 1];
    }
    first[0] = 0;
    return true;
}

bool wf_distance_propagate(wf_memory* memory, wf_distance_field* field) {
    spread s = {.memory = memory, .field = field};
    list_neighbours(&s);
    bool done = start(&s) && run(&s) && keep_owners(&s);
    wf_free(memory, s.voxel);
    wf_free(memory, s.owner);
    wf_free(memory, s.older);
    wf_free(memory, s.stamp);
    wf_free(memory, s.due);
    wf_free(memory, s.waves);
    wf_free(memory, s.actions);
    return done;
}
