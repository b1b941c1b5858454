// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The solver of Bull, Slater, Buxton 2003, section 4.1: masses and springs that explicit Euler
// carries on in steps as short as it needs, with tension, bending, viscous drag and a constant
// wind. Theirs are the parts and that the step is Euler's; formulas are not printed, so each is
// ours or from whom its file names: springs (solve/edge_springs.h), bending of the core, the step
// as Provot 1995 has it (a place takes the new velocity: with the old one, forward Euler, waves
// across a thread under tension grow whatever the step), and as an option Provot's limit: a spring
// that is longer than it may be is shortened from both ends, one after the other, and what that
// moves is taken into the velocities.
//
// Touches are impacts without rebound, in every step, with Coulomb friction: their system has such
// where a mass point comes to a surface.
#include "cloth/isotropic.h"
#include "solve/explicit.h"
#include "weft/lab.h"

#include <string.h>

/// No limit on stretch within the material.
#define LIMITLESS 10.0f
/// What touches and filter moved counts from here on, m: rounding is less.
#define MOVED 1e-7f
static void destroy(wf_memory* memory, wf_system* s) {
    wf_explicit* e = s->explicit_steps;
    if (e != NULL) {
        void* blocks[] = {e->springs, e->row, e->sum, e->way, e->v, e->force, e->whole};
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; ++k) {
            wf_free(memory, blocks[k]);
        }
        wf_free(memory, e);
        s->explicit_steps = NULL;
    }
}

/// The fabric that the system is built with.
static void take_material(const float* values, weft_fabric* fabric) {
    if (values[WF_EXPLICIT_MATERIAL] > 0.0f) {
        const wf_isotropic m = {values[WF_EXPLICIT_YOUNG], values[WF_EXPLICIT_POISSON],
                                values[WF_EXPLICIT_DENSITY], values[WF_EXPLICIT_THICKNESS]};
        wf_isotropic_to_fabric(&m, fabric);
    }
    fabric->strain_limit = LIMITLESS;
    if (values[WF_EXPLICIT_AIR] > 0.0f) {
        fabric->drag = fabric->lift = 0.0f;
    }
}

static bool create(wf_memory* memory, wf_system* s) {
    wf_explicit* e = s->explicit_steps = WF_ALLOC(memory, wf_explicit, 1);
    size_t n = (size_t)s->particles.count + 1;
    if (e == NULL) {
        return false;
    }
    float** vectors[] = {&e->way, &e->v, &e->force, &e->whole};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; ++k) {
        *vectors[k] = WF_ALLOC(memory, float, 4 * n);
    }
    e->row = WF_ALLOC(memory, float, n);
    e->sum = WF_ALLOC(memory, float, n);
    e->springs = wf_edge_springs_build(memory, s);
    e->least_soft = 1.0f;
    if (memory->failed) {
        return false;
    }
    wf_explicit_bound_rows(s, e->row);
    return true;
}

// ---- steps --------------------------------------------------------------------------------------

static void show(wf_system* s, size_t i) {
    const float* way = s->explicit_steps->way;
    wf_f4 start = wf_f4_load(s->particles.x_start + 4 * i);
    wf_f4_store(s->particles.z + 4 * i, wf_f4_add(start, wf_f4_load(way + 4 * i)));
}

/// What is prescribed goes its way evenly; `part` of it is done then.
static void advance(wf_system* s, float part) {
    const wf_explicit* e = s->explicit_steps;
    wf_f4 dt = wf_f4_splat(e->plan.dt);
    for (size_t i = 0; i < s->particles.count; ++i) {
        if (s->particles.fixed[i]) {
            wf_f4_store(e->way + 4 * i, wf_f4_mul(wf_f4_load(e->whole + 4 * i), wf_f4_splat(part)));
        } else {
            wf_f4 before = wf_f4_load(e->v + 4 * i), way = wf_f4_load(e->way + 4 * i);
            wf_f4 change = wf_f4_splat(e->plan.dt / s->particles.mass[i]);
            wf_f4 v = wf_f4_muladd(change, wf_f4_load(e->force + 4 * i), before);
            wf_f4_store(e->v + 4 * i, v);
            wf_f4_store(e->way + 4 * i, wf_f4_muladd(dt, v, way));
        }
        show(s, i);
    }
}

static void shift(wf_system* s, uint32_t i, wf_v3 by) {
    const wf_explicit* e = s->explicit_steps;
    wf_explicit_add(e->way, i, by);
    wf_explicit_add(e->v, i, wf_v3_scale(by, 1.0f / e->plan.dt));
    show(s, i);
}

/// Provot 1995, section 5: springs that are more than the limit longer than at rest are shortened
/// to it, once each.
static void shorten(wf_system* s, float limit) {
    const wf_explicit* e = s->explicit_steps;
    const wf_particles* p = &s->particles;
    for (uint32_t k = 0; k < p->edge_count; ++k) {
        const wf_edge_spring* spring = &e->springs[k];
        wf_v3 d = wf_v3_sub(wf_v3_load(p->z + 4 * (size_t)spring->b),
                            wf_v3_load(p->z + 4 * (size_t)spring->a));
        float length = wf_v3_length(d), most = spring->rest * (1.0f + limit);
        float wa = p->fixed[spring->a] ? 0.0f : 1.0f / p->mass[spring->a];
        float wb = p->fixed[spring->b] ? 0.0f : 1.0f / p->mass[spring->b];
        if (length > most && wa + wb > 0.0f) {
            float by = (length - most) / (length * (wa + wb));
            shift(s, spring->a, wf_v3_scale(d, by * wa));
            shift(s, spring->b, wf_v3_scale(d, -by * wb));
        }
    }
}

/// A touch as an impact without rebound: its surface goes evenly from where it is, or from where
/// cloth is that is behind it already, to where it ends; who would be behind it is put on it, and
/// loses of its slip what Coulomb says.
static void stop(wf_system* s, wf_touch* t, float part) {
    const wf_explicit* e = s->explicit_steps;
    const wf_particles* p = &s->particles;
    wf_v3 n = wf_v3_load(t->n), zero = wf_v3_set(0.0f, 0.0f, 0.0f);
    wf_v3 point = zero, now = zero, start = zero, v = zero;
    float give = 0.0f; // 1/kg
    for (uint32_t k = 0; k < t->count; ++k) {
        size_t at = 4 * (size_t)t->particle[k];
        float w = t->weight[k];
        point = wf_v3_muladd(point, wf_v3_load(p->z + at), w);
        now = wf_v3_muladd(now, wf_v3_load(p->x + at), w);
        start = wf_v3_muladd(start, wf_v3_load(p->x_start + at), w);
        v = wf_v3_muladd(v, wf_v3_load(e->v + at), w);
        give += p->fixed[t->particle[k]] ? 0.0f : w * w / p->mass[t->particle[k]];
    }
    wf_v3 move = wf_v3_sub(wf_v3_load(t->anchor), now); // of the body, in what is left
    float first = t->offset - wf_v3_dot(n, move), behind = wf_v3_dot(n, start);
    first = behind < first ? behind : first;
    float missing = first + part * (t->offset - first) - wf_v3_dot(n, point);
    if (!(missing > 0.0f) || give == 0.0f) {
        return;
    }
    wf_v3 slip = wf_v3_scale(wf_v3_muladd(v, move, -1.0f / s->h), e->plan.dt);
    slip = wf_v3_muladd(slip, n, -wf_v3_dot(slip, n));
    float length = wf_v3_length(slip), most = t->friction * missing;
    float kept = length > most ? most / length : 1.0f;
    wf_v3 by = wf_v3_muladd(wf_v3_scale(n, missing), slip, -kept);
    for (uint32_t k = 0; k < t->count; ++k) {
        uint32_t i = t->particle[k];
        if (!p->fixed[i]) {
            shift(s, i, wf_v3_scale(by, t->weight[k] / (p->mass[i] * give)));
        }
    }
    t->lambda += missing / (give * e->plan.dt * s->h);
}

static void begin(wf_system* s, wf_touches* touches) {
    const wf_explicit* e = s->explicit_steps;
    for (size_t i = 0; i < s->particles.count; ++i) {
        wf_f4 start = wf_f4_load(s->particles.x_start + 4 * i);
        wf_f4 whole = wf_f4_sub(wf_f4_load(s->particles.z + 4 * i), start);
        wf_f4 pace = wf_f4_mul(whole, wf_f4_splat(1.0f / s->h));
        bool fixed = s->particles.fixed[i];
        wf_f4_store(e->whole + 4 * i, whole); // of what is prescribed
        wf_f4_store(e->v + 4 * i, fixed ? pace : wf_f4_load(s->particles.v + 4 * i));
        wf_f4_store(e->way + 4 * i, wf_f4_zero());
        show(s, i);
    }
    for (size_t k = 0; k < touches->count; ++k) {
        touches->items[k].lambda = 0.0f; // from here on the mean force of the impacts
        memset(touches->items[k].tangent, 0, sizeof touches->items[k].tangent);
    }
}

/// From the start of the substep in every round: only touches are others. The momentum of a piece
/// is what it is: nobody is to put it back to y.
static void solve(wf_system* s, wf_touches* touches, uint32_t round) {
    const wf_explicit* e = s->explicit_steps;
    size_t bytes = 16 * (size_t)s->particles.count;
    (void)round;
    wf_explicit_plan_steps(s);
    begin(s, touches);
    for (uint32_t k = 1; k <= e->plan.steps; ++k) {
        float part = (float)k / (float)e->plan.steps;
        wf_explicit_gather(s);
        advance(s, part);
        if (s->values[WF_EXPLICIT_LIMIT] > 0.0f) {
            shorten(s, s->values[WF_EXPLICIT_LIMIT]);
        }
        for (size_t i = 0; i < touches->count; ++i) {
            stop(s, &touches->items[i], part);
        }
    }
    memcpy(s->particles.y, s->particles.z, bytes);
    memset(s->particles.carry, 0, bytes);
    memset(s->particles.carried, 0, bytes);
}

// ---- velocities ---------------------------------------------------------------------------------

/// Velocity at the end of the substep. What a filter has cut is stopped, along the way that it took
/// back: no faster there than it came through.
static wf_v3 velocity_after(const wf_system* s, size_t i) {
    const wf_explicit* e = s->explicit_steps;
    wf_v3 moved =
        wf_v3_sub(wf_v3_load(s->particles.x + 4 * i), wf_v3_load(s->particles.x_start + 4 * i));
    wf_v3 back = wf_v3_sub(moved, wf_v3_load(e->way + 4 * i)), v = wf_v3_load(e->v + 4 * i);
    float length = wf_v3_length(back);
    if (!(length > MOVED)) {
        return v;
    }
    wf_v3 along = wf_v3_scale(back, 1.0f / length);
    float before = wf_v3_dot(v, along), mean = wf_v3_dot(moved, along) / s->h;
    float after = before + length / s->h;
    after = after < mean ? after : mean;
    return after > before ? wf_v3_muladd(v, along, after - before) : v;
}

static void settle(wf_system* s) {
    for (size_t i = 0; i < s->particles.count; ++i) {
        if (!s->particles.fixed[i]) {
            float loss = s->objects->cloths[s->particles.cloth_of[i]].drag_rate;
            wf_v3 v = wf_v3_scale(velocity_after(s, i), 1.0f / (1.0f + loss * s->h));
            wf_v3_store(s->particles.v + 4 * i, v);
        }
    }
}

static bool figure(const wf_system* s, uint32_t index, weft_lab_figure* out) {
    const wf_explicit* e = s->explicit_steps;
    if (e == NULL) {
        return false;
    }
    const weft_lab_figure all[] = {
        {.what = "explicit steps", .unit = "a substep", .value = (double)e->plan.steps},
        {.what = "most explicit steps", .unit = "a substep", .value = (double)e->most_steps},
        {.what = "explicit step", .unit = "ms", .value = 1e3 * (double)e->plan.dt},
        {.what = "least stiffness", .unit = "of all", .value = (double)e->least_soft}};
    if (index >= sizeof all / sizeof all[0]) {
        return false;
    }
    *out = all[index];
    out->body = UINT32_MAX;
    out->part = "";
    return true;
}

const wf_solver wf_solver_explicit_euler = {.create = create,
                                            .destroy = destroy,
                                            .solve = solve,
                                            .take_material = take_material,
                                            .settle = settle,
                                            .figure = figure};
