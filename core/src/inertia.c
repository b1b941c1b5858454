// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Velocities live between two places in time, so outside forces act over the mean of the last and
// this substep: a body in free fall then follows its parabola exactly, whatever the substeps
// (Stoermer). Where long ones begin and end the cloth's own forces do, too, by its inertia: cloth
// that lies would else be kicked. What rounding takes from a place is carried to the next move. The
// guess keeps only as much of gravity as acted in the last substep, so that a sheet at rest starts
// at rest.
#include "inertia.h"

#include "cloth/air.h"
#include "math/vec.h"
#include "pace.h"
#include "solve/system.h"

/// What the loops over particles work with.
typedef struct inertia {
    weft_world* world;
    wf_particles* particles;
    float h, mean;  // s
    float strength; // m/s2, of gravity
    wf_f4 down;     // its direction; 0 without
} inertia;

static inertia make_inertia(weft_world* world, float h, float mean) {
    wf_v3 gravity = wf_v3_load(world->def.gravity);
    float strength = wf_v3_length(gravity);
    wf_v3 down = strength > 0.0f ? wf_v3_scale(gravity, 1.0f / strength) : gravity;
    return (inertia){world,    &world->system->particles,
                     h,        mean,
                     strength, wf_f4_set(down.x, down.y, down.z, 0.0f)};
}

static void weigh_particles(void* given, uint32_t begin, uint32_t end) {
    const inertia* a = given;
    const wf_particles* particles = a->particles;
    const float* g = a->world->def.gravity;
    wf_f4 gravity = wf_f4_set(g[0], g[1], g[2], 0.0f);
    for (size_t i = begin; i < end; ++i) {
        wf_f4_store(particles->force + 4 * i, wf_f4_mul(gravity, wf_f4_splat(particles->mass[i])));
    }
}

/// The blocks of the matrix, which every linearisation makes anew; null where they are too few.
static float* scratch_of(const wf_system* s) {
    size_t there = 12 * (size_t)s->row[s->particles.count];
    return there >= 4 * (size_t)s->particles.triangle_count + 12 ? s->block : NULL;
}

void wf_inertia_gather(weft_world* world) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    inertia a = make_inertia(world, 0.0f, 0.0f);
    wf_system_for(s, particles->count, WF_PARTICLE_BLOCK, weigh_particles, &a);
    wf_air air = {world->def.air_density,
                  {world->def.wind[0], world->def.wind[1], world->def.wind[2]},
                  world->def.gust,
                  {world->origin[0], world->origin[1], world->origin[2]}};
    wf_blown cloth = {particles->x, particles->v,    particles->triangles,      s->drag,
                      s->lift,      particles->mass, particles->triangle_count, particles->count};
    wf_air_forces(&air, &cloth, (float)world->step * world->def.frame_seconds,
                  world->def.frame_seconds, WF_WORLD_POOL(world), scratch_of(s), particles->force);
}

static void predict_particles(void* given, uint32_t begin, uint32_t end) {
    const inertia* a = given;
    const wf_particles* particles = a->particles;
    float span = a->h * a->mean;
    wf_f4 h = wf_f4_splat(a->h);
    for (size_t i = begin; i < end; ++i) {
        wf_f4 x = wf_f4_load(particles->x + 4 * i);
        wf_f4 hv = wf_f4_mul(wf_f4_load(particles->v + 4 * i), h);
        wf_f4 far =
            wf_f4_mul(wf_f4_load(particles->force + 4 * i), wf_f4_splat(span / particles->mass[i]));
        float along = particles->along[i] < 0.0f          ? 0.0f
                      : particles->along[i] > a->strength ? a->strength
                                                          : particles->along[i];
        wf_f4 fall = wf_f4_mul(a->down, wf_f4_splat(along * span));
        wf_f4 inert = wf_f4_add(hv, far), old = wf_f4_load(particles->carry + 4 * i);
        wf_f4 move = wf_f4_add(inert, old);
        wf_f4_store(particles->inert + 4 * i, inert);
        wf_f4 y = wf_f4_add(x, move);
        wf_f4_store(particles->x_start + 4 * i, x);
        wf_f4_store(particles->y + 4 * i, y);
        wf_f4_store(particles->z + 4 * i, wf_f4_add(x, wf_f4_add(hv, fall)));
        wf_f4 rest = wf_f4_sub(move, wf_f4_sub(y, x));
        wf_f4_store(particles->carry + 4 * i, rest);
        wf_f4_store(particles->carried + 4 * i, wf_f4_sub(rest, old));
    }
}

float wf_inertia_predict(weft_world* world, float h) {
    wf_system* s = world->system;
    float mean = 0.5f * (s->h + h);
    bool paced = (s->h > h ? s->h : h) > wf_pace_short_seconds(world);
    s->square = paced ? h * mean : h * h;
    s->h = h;
    s->starts_known = false;
    inertia a = make_inertia(world, h, mean);
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, predict_particles, &a);
    return mean;
}

static void commit_particles(void* given, uint32_t begin, uint32_t end) {
    const inertia* a = given;
    const wf_particles* particles = a->particles;
    wf_f4 per_h = wf_f4_splat(1.0f / a->h);
    for (size_t i = begin; i < end; ++i) {
        float drag = a->world->objects.cloths[particles->cloth_of[i]].drag_rate;
        wf_f4 move =
            wf_f4_sub(wf_f4_load(particles->x + 4 * i), wf_f4_load(particles->x_start + 4 * i));
        move = wf_f4_add(move, wf_f4_load(particles->carried + 4 * i));
        wf_f4 v = wf_f4_mul(move, per_h);
        wf_f4 change = wf_f4_sub(v, wf_f4_load(particles->v + 4 * i));
        particles->along[i] = wf_f4_dot3(change, a->down) / a->mean;
        wf_f4 kept = wf_f4_splat(1.0f / (1.0f + drag * a->h));
        wf_f4 late = wf_f4_load(particles->late + 4 * i);
        wf_f4_store(particles->v + 4 * i, wf_f4_mul(v, kept));
        wf_f4_store(particles->late + 4 * i, wf_f4_mul(late, kept));
    }
}

void wf_inertia_commit(weft_world* world, float h, float mean) {
    inertia a = make_inertia(world, h, mean);
    wf_system_for(world->system, a.particles->count, WF_PARTICLE_BLOCK, commit_particles, &a);
}
