// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Most triangles of a body do not go as far as the farthest that was found near cloth, so the ways
// of the vertices are measured first, and the rest is left for few.
#include "substeps.h"

#include "contact/contact.h"
#include "drift.h"
#include "math/vec.h"
#include "pace.h"
#include "solid_drift.h"
#include "solve/system.h"
#include "step.h"

#include <math.h>

/// Bodies further than this from the box of all cloth do not ask for substeps, m.
#define NEAR_CLOTH 0.05f

/// Bodies and the box of all cloth, for the loops over triangles.
typedef struct outlook {
    const wf_obstacle* o;
    wf_f4 lo, hi;
} outlook;

static void bound_cloth(const wf_particles* particles, outlook* out) {
    wf_f4 lo = wf_f4_splat(1e30f), hi = wf_f4_splat(-1e30f);
    for (size_t i = 0; i < particles->count; ++i) {
        wf_f4 x = wf_f4_load(particles->x + 4 * i);
        lo = wf_f4_min(lo, x);
        hi = wf_f4_max(hi, x);
    }
    out->lo = wf_f4_sub(lo, wf_f4_splat(NEAR_CLOTH));
    out->hi = wf_f4_add(hi, wf_f4_splat(NEAR_CLOTH));
}

static void measure_ways(void* given, uint32_t begin, uint32_t end) {
    const outlook* a = given;
    const float *x0 = a->o->x0, *x1 = a->o->x1;
    float* way2 = a->o->way2;
    for (size_t i = begin; i < end; ++i) {
        wf_f4 d = wf_f4_sub(wf_f4_load(x1 + 4 * i), wf_f4_load(x0 + 4 * i));
        way2[i] = wf_f4_dot3(d, d);
    }
}

static bool is_near(const outlook* a, const uint32_t* corner) {
    wf_f4 least = wf_f4_splat(1e30f), most = wf_f4_splat(-1e30f);
    for (size_t k = 0; k < 3; ++k) {
        size_t at = 4 * (size_t)corner[k];
        wf_f4 from = wf_f4_load(a->o->x0 + at), to = wf_f4_load(a->o->x1 + at);
        least = wf_f4_min(least, wf_f4_min(from, to));
        most = wf_f4_max(most, wf_f4_max(from, to));
    }
    wf_f4 out = wf_f4_or(wf_f4_less(most, a->lo), wf_f4_less(a->hi, least));
    return (wf_f4_mask(out) & 7) == 0;
}

static void find_longest(void* given, uint32_t begin, uint32_t end) {
    const outlook* a = given;
    for (uint32_t block = begin; block < end; ++block) {
        uint32_t last = wf_obstacle_block_end(a->o, block);
        float longest2 = 0.0f;
        for (uint32_t t = block * WF_BODY_BLOCK; t < last; ++t) {
            float way2 = wf_obstacle_way2(a->o, t);
            bool longer = way2 > longest2 && is_near(a, a->o->triangles + 3 * (size_t)t);
            longest2 = longer ? way2 : longest2;
        }
        a->o->most[block] = longest2;
    }
}

/// Longest move this step of a body's triangle near cloth, m: its corners may lie far away.
static float body_move(const weft_world* world) {
    const wf_obstacle* o = &world->obstacle;
    outlook a = {.o = o};
    bound_cloth(world->particles, &a);
    float longest2 = 0.0f;
    if (!o->stands) {
        uint32_t blocks = wf_obstacle_block_count(o);
        wf_system_for(world->system, o->vertex_count, WF_BODY_BLOCK, measure_ways, &a);
        wf_system_for(world->system, blocks, 1, find_longest, &a);
        longest2 = wf_obstacle_most(o, longest2);
    }
    float meshes = sqrtf(longest2), solids = wf_solid_move(world, a.lo, a.hi);
    return meshes > solids ? meshes : solids;
}

/// Bodies move at most the limit against the cloth near them in a substep, and no vertex of either
/// further than the filter predicts.
static uint32_t count_substeps(const weft_world* world, float move, float drift, bool was_blocked) {
    uint32_t finer = wf_pace_refinement(world);
    float wanted = (float)finer * ceilf(drift / world->def.body_move_limit);
    float own = wf_measure_speed(world) * world->def.frame_seconds,
          longest = move > own ? move : own;
    float strides = ceilf(longest / (0.9f * WEFT_PREDICTION_CAP));
    uint32_t least = finer * wf_pace_short_count(world), fewest = wf_pace_long_count(world);
    least = least < WEFT_MAX_SUBSTEPS ? least : WEFT_MAX_SUBSTEPS;
    if (wf_pace_is_long(world) && drift <= wf_pace_long_way(world) && strides <= (float)fewest) {
        return fewest;
    }
    wanted = strides > wanted ? strides : wanted;
    if (!(wanted > (float)least)) {
        return least;
    }
    uint32_t most = was_blocked ? WEFT_BLOCKED_SUBSTEPS : WEFT_MAX_SUBSTEPS;
    most = most > least ? most : least;
    return wanted < (float)most ? (uint32_t)wanted : most;
}

void wf_substeps_plan(weft_world* world, bool was_blocked) {
    float move = body_move(world);
    float calm = wf_pace_is_long(world)
                     ? wf_pace_long_way(world)
                     : (float)wf_pace_short_count(world) * world->def.body_move_limit;
    float drift = move > calm ? wf_drift_measure(world, calm) : move;
    world->report.substeps = count_substeps(world, move, drift, was_blocked);
    world->contact->body_move = move / (float)world->report.substeps;
    world->contact->body_drift = drift / (float)world->report.substeps;
}

void wf_substeps_hold_bodies(weft_world* world) {
    wf_obstacle* o = &world->obstacle;
    float move = body_move(world);
    if (!(move > WF_LONGEST_STRIDE)) {
        return;
    }
    wf_f4 part = wf_f4_splat(WF_LONGEST_STRIDE / move);
    o->placed = WF_NOT_PLACED;
    for (size_t i = 0; i < 4 * (size_t)o->vertex_count; i += 4) {
        wf_f4 from = wf_f4_load(o->x0 + i), way = wf_f4_sub(wf_f4_load(o->x1 + i), from);
        wf_f4_store(o->x1 + i, wf_f4_muladd(part, way, from));
    }
}
