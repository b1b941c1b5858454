// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Moves stand for velocities over the step. Points without inverse mass move as they are told; a
// zone that meets them follows them instead of its own momentum, and they do not join zones to one
// another.
#include "contact/impact_zones.h"

#include "contact/impact_rigid.h"
#include "detect/closest.h"

#include <math.h>
#include <string.h>

/// What is too close opens by this part of what it lacks in one step.
#define OPENING 0.1f
/// After an impulse features move apart by so much, m, so that rounding does not let them meet.
#define LEAST_PARTING 4e-6
/// The last resort stops this part of the way to the first contact.
#define STOP_BEFORE 0.8
enum { SHORTER_WAYS = 4 };

struct wf_impact_zone {
    wf_rigid rigid;
    bool is_told;
};

bool wf_impact_zones_create(wf_memory* memory, const wf_impact_surface* cloth,
                            const wf_impact_surface* body, wf_impact_zones* out) {
    *out = (wf_impact_zones){.told_count = 0};
    if (!wf_impact_pairs_create(memory, cloth, body, &out->pairs)) {
        return false;
    }
    size_t points = out->pairs.point_count;
    out->move = WF_ALLOC(memory, float, 4 * points);
    out->wanted = WF_ALLOC(memory, float, 4 * points);
    out->parent = WF_ALLOC(memory, uint32_t, points);
    out->joined = WF_ALLOC(memory, uint8_t, points);
    out->zones = WF_ALLOC(memory, wf_impact_zone, points);
    return !memory->failed;
}

void wf_impact_zones_free(wf_memory* memory, wf_impact_zones* z) {
    wf_impact_pairs_free(memory, &z->pairs);
    wf_free(memory, z->move);
    wf_free(memory, z->wanted);
    wf_free(memory, z->parent);
    wf_free(memory, z->joined);
    wf_free(memory, z->zones);
    wf_free(memory, z->told);
    *z = (wf_impact_zones){.told_count = 0};
}

/// What is committed: the sum as it is rounded.
static void set_end(wf_impact_zones* z, uint32_t point, float alpha) {
    for (size_t k = 4 * (size_t)point; k < 4 * (size_t)point + 3; ++k) {
        z->pairs.x1[k] = alpha * z->move[k] + z->pairs.x0[k];
    }
}

/// Bodies that go all their way end where they were told to.
static void set_ends(wf_impact_zones* z, float alpha) {
    uint32_t count = alpha == 1.0f ? z->pairs.cloth_points : z->pairs.point_count;
    for (uint32_t i = 0; i < count; ++i) {
        set_end(z, i, alpha);
    }
}

static void take_body_moves(wf_impact_zones* z) {
    for (size_t k = 4 * (size_t)z->pairs.cloth_points; k < 4 * (size_t)z->pairs.point_count; ++k) {
        z->move[k] = z->pairs.x1[k] - z->pairs.x0[k];
    }
}

// ---- impulses
// ------------------------------------------------------------------------------------------------

typedef struct worker {
    wf_impact_zones* zones;
    wf_memory* memory;
    float thickness;
    uint32_t hits;     // features that meet
    uint32_t impulses; // that were given
    double first;      // time of the first contact
    bool out_of_memory;
} worker;

/// Gives the points an impulse along n so that sum w move is `wanted` along n at least. False when
/// it is already, or when nothing can move.
static bool part(wf_impact_zones* z, const wf_impact_feature* f, const double w[4],
                 const double n[3], double wanted) {
    double along = 0.0, mobility = 0.0;
    for (int i = 0; i < 4; ++i) {
        const float* move = z->move + 4 * (size_t)f->point[i];
        along += w[i] * ((n[0] * move[0] + n[1] * move[1]) + n[2] * move[2]);
        mobility += w[i] * w[i] * z->pairs.inverse_mass[f->point[i]];
    }
    if (!(along < wanted) || !(mobility > 0.0)) {
        return false;
    }
    double impulse = (wanted - along) / mobility;
    for (int i = 0; i < 4; ++i) {
        double share = impulse * w[i] * z->pairs.inverse_mass[f->point[i]];
        float* move = z->move + 4 * (size_t)f->point[i];
        for (int k = 0; k < 3; ++k) {
            move[k] += (float)(share * n[k]);
        }
        if (share != 0.0) {
            set_end(z, f->point[i], 1.0f);
        }
    }
    return true;
}

/// Weights of the closest points at the start, second feature negative; false when they lie on a
/// border, which other pairs of features have inside.
static bool closest_weights(const wf_impact_pairs* p, const wf_impact_feature* f, double w[4]) {
    const float* x[4];
    float s, t, face[3];
    for (int i = 0; i < 4; ++i) {
        x[i] = p->x0 + 4 * (size_t)f->point[i];
    }
    if (f->kind == WF_CCD_EDGE_EDGE) {
        bool inside = wf_closest_segments(x[0], x[1], x[2], x[3], &s, &t);
        memcpy(w, (double[4]){1.0 - s, s, t - 1.0, -t}, 4 * sizeof *w);
        return inside;
    }
    bool inside = wf_closest_point_triangle(x[0], x[1], x[2], x[3], face);
    memcpy(w, (double[4]){1.0, -face[0], -face[1], -face[2]}, 4 * sizeof *w);
    return inside;
}

/// Bridson's repulsion with its cap taken for its strength: no approach within the thickness, and a
/// tenth of what is lacking is made good.
static void repel(void* context, const wf_impact_feature* f) {
    worker* work = context;
    const wf_impact_pairs* p = &work->zones->pairs;
    double w[4], n[3] = {0.0, 0.0, 0.0};
    if (!closest_weights(p, f, w)) {
        return;
    }
    for (int i = 0; i < 12; ++i) {
        n[i % 3] += w[i / 3] * p->x0[4 * (size_t)f->point[i / 3] + (size_t)(i % 3)];
    }
    double distance = sqrt((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]);
    if (!(distance > 0.0) || !(distance < work->thickness)) {
        return;
    }
    for (int k = 0; k < 3; ++k) {
        n[k] /= distance;
    }
    double wanted = OPENING * (work->thickness - distance);
    work->impulses += part(work->zones, f, w, n, wanted);
}

static void give_impulse(void* context, const wf_impact_feature* f) {
    worker* work = context;
    wf_ccd_query query = wf_impact_query(&work->zones->pairs, f);
    wf_ccd_hit hit;
    if (wf_ccd(f->kind, &query, &hit)) {
        work->hits += 1;
        work->impulses += part(work->zones, f, hit.weight, hit.n, LEAST_PARTING);
    }
}

// ---- zones
// ---------------------------------------------------------------------------------------------------

static uint32_t root_of(wf_impact_zones* z, uint32_t point) {
    while (z->parent[point] != point) {
        z->parent[point] = z->parent[z->parent[point]];
        point = z->parent[point];
    }
    return point;
}

/// The smaller root leads, so that the order of hits makes no difference.
static void unite(wf_impact_zones* z, uint32_t a, uint32_t b) {
    uint32_t ra = root_of(z, a), rb = root_of(z, b);
    z->parent[ra > rb ? ra : rb] = ra < rb ? ra : rb;
}

static bool is_free(const wf_impact_zones* z, uint32_t point) {
    return z->pairs.inverse_mass[point] > 0.0f;
}

static bool tell(worker* work, uint32_t free, uint32_t told) {
    wf_impact_zones* z = work->zones;
    if (!wf_reserve(work->memory, (void**)&z->told, &z->told_capacity, 2 * (z->told_count + 1),
                    sizeof(uint32_t))) {
        return false;
    }
    z->told[2 * z->told_count] = free;
    z->told[2 * z->told_count + 1] = told;
    z->told_count += 1;
    return true;
}

static void join(void* context, const wf_impact_feature* f) {
    worker* work = context;
    wf_impact_zones* z = work->zones;
    wf_ccd_query query = wf_impact_query(&z->pairs, f);
    wf_ccd_hit hit;
    if (!wf_ccd(f->kind, &query, &hit)) {
        return;
    }
    work->hits += 1;
    uint32_t first = UINT32_MAX;
    for (int i = 0; i < 4; ++i) {
        if (is_free(z, f->point[i])) {
            first = first == UINT32_MAX ? f->point[i] : first;
            unite(z, first, f->point[i]);
            z->joined[f->point[i]] = 1;
        }
    }
    for (int i = 0; i < 4; ++i) {
        if (!is_free(z, f->point[i]) && !tell(work, first, f->point[i])) {
            work->out_of_memory = true;
        }
    }
}

typedef void add_fn(wf_rigid* rigid, double mass, const float x[3], const float move[3]);

static void gather(wf_impact_zones* z, add_fn* add) {
    const wf_impact_pairs* p = &z->pairs;
    for (size_t i = 0; i < z->told_count; ++i) {
        wf_impact_zone* zone = &z->zones[root_of(z, z->told[2 * i])];
        size_t at = 4 * (size_t)z->told[2 * i + 1];
        zone->is_told = true;
        add(&zone->rigid, 1.0, p->x0 + at, z->wanted + at);
    }
    for (uint32_t i = 0; i < p->cloth_points; ++i) {
        wf_impact_zone* zone = &z->zones[z->joined[i] ? root_of(z, i) : i];
        if (z->joined[i] && !zone->is_told) {
            size_t at = 4 * (size_t)i;
            add(&zone->rigid, 1.0 / p->inverse_mass[i], p->x0 + at, z->wanted + at);
        }
    }
}

static bool leads(const wf_impact_zones* z, uint32_t point) {
    return z->joined[point] && z->parent[point] == point;
}

static uint32_t move_zones(wf_impact_zones* z) {
    uint32_t count = z->pairs.cloth_points, moved = 0;
    memset(z->zones, 0, count * sizeof *z->zones);
    gather(z, wf_rigid_add);
    for (uint32_t i = 0; i < count; ++i) {
        if (leads(z, i)) {
            wf_rigid_settle(&z->zones[i].rigid);
        }
    }
    gather(z, wf_rigid_add_turn);
    for (uint32_t i = 0; i < count; ++i) {
        if (leads(z, i)) {
            wf_rigid_finish(&z->zones[i].rigid);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (z->joined[i]) {
            size_t at = 4 * (size_t)i;
            wf_rigid_move(&z->zones[root_of(z, i)].rigid, z->pairs.x0 + at, z->move + at);
            set_end(z, i, 1.0f);
            moved += 1;
        }
    }
    return moved;
}

// ---- the passes
// ----------------------------------------------------------------------------------------------

static void note_time(void* context, const wf_impact_feature* f) {
    worker* work = context;
    wf_ccd_query query = wf_impact_query(&work->zones->pairs, f);
    wf_ccd_hit hit;
    if (wf_ccd(f->kind, &query, &hit)) {
        work->hits += 1;
        work->first = hit.time < work->first ? hit.time : work->first;
    }
}

/// Searches and visits; the number of features that meet is left in the worker.
static bool pass(worker* work, float reach, wf_impact_visit* visit) {
    work->hits = 0;
    work->first = 1.0;
    if (!wf_impact_pairs_search(work->memory, &work->zones->pairs, reach)) {
        return false;
    }
    wf_impact_pairs_visit(&work->zones->pairs, reach, visit, work);
    return !work->out_of_memory;
}

static bool impulse_passes(worker* work, const wf_impact_limits* limits, wf_impact_result* result) {
    if (limits->thickness > 0.0f && limits->passes > 0 && !pass(work, limits->thickness, repel)) {
        return false;
    }
    work->hits = 1;
    while (work->hits > 0 && result->passes < limits->passes) {
        if (!pass(work, 0.0f, give_impulse)) {
            return false;
        }
        result->passes += 1;
    }
    result->impulses = work->impulses;
    return true;
}

static bool zone_passes(worker* work, const wf_impact_limits* limits, wf_impact_result* result) {
    wf_impact_zones* z = work->zones;
    memcpy(z->wanted, z->move, 16 * (size_t)z->pairs.point_count);
    memset(z->joined, 0, z->pairs.point_count);
    z->told_count = 0;
    for (uint32_t i = 0; i < z->pairs.point_count; ++i) {
        z->parent[i] = i;
    }
    while (work->hits > 0 && result->zone_passes < limits->zone_passes) {
        if (!pass(work, 0.0f, join)) {
            return false;
        }
        if (work->hits > 0) {
            result->zone_points = move_zones(z);
        }
        result->zone_passes += 1;
    }
    return true;
}

/// The part of all moves that ends before the first contact; the start when even that fails.
static bool shorten(worker* work, wf_impact_result* result) {
    for (int i = 0; i < SHORTER_WAYS; ++i) {
        if (!pass(work, 0.0f, note_time)) {
            return false;
        }
        if (work->hits == 0) {
            return true;
        }
        result->alpha *= (float)(STOP_BEFORE * work->first);
        set_ends(work->zones, result->alpha);
    }
    result->alpha = 0.0f;
    return true;
}

bool wf_impact_zones_resolve(wf_memory* memory, wf_impact_zones* z, const wf_impact_limits* limits,
                             wf_impact_result* result) {
    worker work = {.zones = z, .memory = memory, .thickness = limits->thickness};
    *result = (wf_impact_result){.alpha = 1.0f};
    take_body_moves(z);
    set_ends(z, 1.0f);
    return impulse_passes(&work, limits, result) &&
           (work.hits == 0 || zone_passes(&work, limits, result)) &&
           (work.hits == 0 || shorten(&work, result));
}
