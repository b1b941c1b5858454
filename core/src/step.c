// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The step: a list of named phases. A step is split into substeps so that no body near cloth moves
// further than the limit in one; a substep is a few rounds of refresh, detect, solve and filter,
// usually one.
#include "step.h"

#include "base/clock.h"
#include "contact/blocks.h"
#include "contact/contact.h"
#include "contact/layers.h"
#include "contact/patience.h"
#include "contact/response.h"
#include "inertia.h"
#include "math/vec.h"
#include "mend.h"
#include "pace.h"
#include "refusal.h"
#include "repair/repair.h"
#include "rest.h"
#include "solve/pieces.h"
#include "solve/sewing.h"
#include "solve/swing.h"
#include "solve/system.h"
#include "substeps.h"

#include <math.h>
#include <string.h>

/// A later round starts at most this far from the committed pose, m.
#define RESTART_REACH 0.005f
/// So far back bodies may be after another such step without losing the pins that keep them from
/// arriving, m.
#define PATIENT_LAG 0.13f
/// Rounds of a substep whose body has arrived, and how many more rounds than substeps a step has
/// for such while a hand holds cloth or has just let it go: what is cut then waits for the next
/// substep. Cloth that is thrown about is cut in every substep, and rounds cost what substeps cost.
/// Cloth that moves by itself gets its rounds: one that slides fast over another comes to grief
/// without.
enum { ROUNDS_ARRIVED = 3, THROWN_ROUNDS = 1 };
/// The same for bodies that have not arrived, in a step that follows a blocked one.
enum { WAITING_ROUNDS = 2 };
/// Where the last round still cuts more than this share of what the first cut, later rounds do not
/// help (a crumple whose folds hold each other, a lap that pinches): so many substeps after it make
/// do with one.
#define HELPLESS_SHARE 0.75f
enum { HASTY_SUBSTEPS = 8 };

typedef struct phase_clock {
    weft_step_report* report;
    double since;
} phase_clock;

static void lap(phase_clock* clock, weft_phase phase) {
    double now = wf_clock_now();
    clock->report->ms[phase] += (float)(now - clock->since);
    clock->since = now;
}

// ---- pose
// -------------------------------------------------------------------------------------------

/// A step of one substep has its bodies placed before it is planned.
static void place_bodies(weft_world* world, float fraction) {
    if (world->obstacle.placed == fraction) {
        return;
    }
    world->obstacle.placed = fraction;
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body* body = &world->objects.bodies[k];
        wf_body_positions_at(body, fraction, WF_WORLD_POOL(world),
                             world->obstacle.x1 + 4 * (size_t)body->first_vertex);
    }
}

/// Before the first step bodies stand as its events left them: a morph without time has no path to
/// sweep. Whether somebody looked at the world before, and so had it built, must make no
/// difference.
static void stand_bodies(weft_world* world) {
    world->obstacle.stands = false;
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body* body = &world->objects.bodies[k];
        wf_body_positions_now(body, world->obstacle.x0 + 4 * (size_t)body->first_vertex);
    }
}

/// What is known of bodies that stand need not be found again in every step: they may have many
/// times the triangles of what hangs beside them.
static void note_standing(weft_world* world) {
    wf_obstacle* o = &world->obstacle;
    bool stood = o->stands;
    if (!stood) {
        wf_obstacle_face(o);
    }
    size_t bytes = 16 * (size_t)o->vertex_count;
    o->stands = bytes == 0 || memcmp(o->x0, o->x1, bytes) == 0;
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        o->stands &= world->objects.bodies[k].motion == WF_MOTION_NONE;
    }
    o->fitted &= stood && o->stands;
    o->shown &= stood && o->stands;
}

/// False when memory is out: cloth that wakes needs some.
static bool pose(weft_world* world, bool was_blocked) {
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body_begin_step(&world->objects.bodies[k]);
    }
    world->obstacle.placed = WF_NOT_PLACED;
    place_bodies(world, 1.0f);
    note_standing(world);
    bool changed = true, done = true;
    while (done && changed) {
        wf_substeps_plan(world, was_blocked);
        done = wf_rest_settle(world, &changed);
    }
    return done;
}

// ---- rounds
// -----------------------------------------------------------------------------------------

static bool is_finite(const wf_particles* particles) {
    // A sum over all lanes is NaN or infinite as soon as one value is; positions are metres.
    wf_f4 sum = wf_f4_zero();
    for (size_t i = 0; i < particles->count; ++i) {
        sum = wf_f4_add(sum, wf_f4_abs(wf_f4_load(particles->z + 4 * i)));
    }
    return isfinite(wf_f4_sum(sum));
}

static void want(void* given, uint32_t begin, uint32_t end) {
    const wf_system* s = given;
    const wf_particles* particles = &s->particles;
    for (size_t i = 4 * (size_t)begin; i < 4 * (size_t)end; i += 4) {
        wf_f4_store(s->d + i,
                    wf_f4_sub(wf_f4_load(particles->z + i), wf_f4_load(particles->x + i)));
    }
}

static void want_all(wf_system* s) {
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, want, s);
}

/// Where few are cut their neighbours give way to that, and all is filtered once more: what is cut
/// then asks for another round. Not beside captured cloth, which would be drawn further in.
static wf_filter_result filter(weft_world* world, uint32_t round) {
    wf_system* s = world->system;
    wf_contact* c = world->contact;
    if (c->response->limit == NULL) {
        return (wf_filter_result){1.0f, 0, 0};
    }
    wf_filter_result result = c->response->limit(c, s->d, round);
    bool asked = s->is_filtered && s->solver->yield != NULL && c->captured_count == 0;
    if (asked && result.alpha == 1.0f && result.changed > 0 && s->solver->yield(s, &c->touches)) {
        want_all(s);
        wf_filter_result again = c->response->limit(c, s->d, round);
        result.alpha = again.alpha;
        result.changed = again.changed;
    }
    return result;
}

/// Moves cloth and bodies by the same fraction. At 1 the body's place is taken over exactly.
static void advance(weft_world* world, float alpha) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    wf_obstacle* o = &world->obstacle;
    wf_f4 part = wf_f4_splat(alpha);
    for (size_t i = 0; i < 4 * (size_t)particles->count; i += 4) {
        wf_f4_store(particles->x + i,
                    wf_f4_muladd(part, wf_f4_load(s->d + i), wf_f4_load(particles->x + i)));
    }
    if (alpha == 1.0f && o->vertex_count > 0) {
        if (!o->stands) {
            memcpy(o->x0, o->x1, 16 * (size_t)o->vertex_count);
        }
        return;
    }
    for (size_t i = 0; i < 4 * (size_t)o->vertex_count; i += 4) {
        wf_f4 from = wf_f4_load(o->x0 + i);
        wf_f4_store(o->x0 + i, wf_f4_muladd(part, wf_f4_sub(wf_f4_load(o->x1 + i), from), from));
    }
}

/// The proposal of the next round starts at the committed pose, a little towards where it wanted to
/// go: keeping the old proposal lets it run away.
static void restart(weft_world* world) {
    wf_particles* particles = world->particles;
    for (size_t i = 0; i < particles->count; ++i) {
        if (particles->fixed[i]) {
            continue;
        }
        wf_f4 x = wf_f4_load(particles->x + 4 * i),
              d = wf_f4_sub(wf_f4_load(particles->z + 4 * i), x);
        float length2 = wf_f4_dot3(d, d);
        if (length2 > RESTART_REACH * RESTART_REACH) {
            d = wf_f4_mul(d, wf_f4_splat(RESTART_REACH / sqrtf(length2)));
        }
        wf_f4_store(particles->z + 4 * i, wf_f4_add(x, d));
    }
}

/// The first proposal of a substep may be made twice: where forces change too much for the rule.
static void solve(weft_world* world, uint32_t round) {
    wf_system* s = world->system;
    wf_touches* touches = &world->contact->touches;
    if (round == 0) {
        bool seen = wf_response_is(world, WEFT_METHOD_NO_CROSSINGS) && !s->is_mended;
        wf_swing_act(s, touches, seen);
    }
    s->solver->solve(s, touches, round);
    if (round == 0 && wf_swing_doubt(s, touches)) {
        s->solver->solve(s, touches, round);
    }
    wf_pieces_balance(s, touches);
    wf_sewing_snap(s);
}

/// The substep that touches are as stiff for, s. In longer ones they keep it: softer touches let
/// layers sink into each other, and leave the solver's work to the filter.
static float touch_seconds(const weft_world* world) {
    float h = world->system->h, usual = wf_pace_short_seconds(world);
    return h < usual ? h : usual;
}

/// Whether a proposal that leaves its boxes gets new ones round it: what these cut would be cut
/// along planes, too. The first of a substep in a steady step. Where cloth lands or is crumpled
/// boxes take what it would bounce with.
static bool follows(const weft_world* world, uint32_t round) {
    return round == 0 && world->system->is_steady &&
           wf_response_is(world, WEFT_METHOD_NO_CROSSINGS) && wf_contact_can_follow(world->contact);
}

/// The pairs that matter to proposals about the present guess.
static bool search(weft_world* world, uint32_t round, phase_clock* clock) {
    wf_contact* c = world->contact;
    wf_contact_boxes(c, world->system->particles.z, c->body_drift, round, follows(world, round));
    bool done = wf_contact_refresh(c);
    lap(clock, WEFT_PHASE_REFRESH);
    return done && wf_contact_detect(c);
}

static bool follow(weft_world* world, uint32_t round, phase_clock* clock) {
    wf_system* s = world->system;
    want_all(s);
    if (!follows(world, round) || wf_contact_count_strays(world->contact, s->d) == 0) {
        return true;
    }
    lap(clock, WEFT_PHASE_SOLVE);
    bool done = wf_contact_follow(world->contact, s->d);
    lap(clock, WEFT_PHASE_DETECT);
    return done;
}

static bool propose(weft_world* world, uint32_t round, phase_clock* clock) {
    wf_system* s = world->system;
    bool done = search(world, round, clock) &&
                world->contact->response->push(world->contact, touch_seconds(world)) &&
                wf_repair_push(world->repair, world->def.frame_seconds, s->h) &&
                wf_touches_index(&world->memory, &world->contact->touches);
    wf_layers_share(world->contact);
    lap(clock, WEFT_PHASE_DETECT);
    if (done) {
        solve(world, round);
    }
    return done && is_finite(&s->particles) && follow(world, round, clock);
}

/// Rounds until everything has arrived and little was cut, or patience ends. Substeps count from 1.
/// False: a NaN or no memory.
static bool run_rounds(weft_world* world, uint32_t substep, bool was_blocked, phase_clock* clock) {
    weft_step_report* report = &world->report;
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    uint32_t most = was_blocked ? WAITING_ROUNDS : WEFT_SPARE_ROUNDS, first_cut = 0;
    bool hasty = world->patience.hasty > 0;
    world->patience.hasty -= hasty;
    for (uint32_t round = 0; round < WEFT_MAX_ROUNDS; ++round) {
        if (!propose(world, round, clock)) {
            return false;
        }
        wf_patience_spend(&world->patience, world->particles->count,
                          world->contact->found + wf_layers_pair_count(world->contact));
        wf_filter_result cut = filter(world, round);
        if (world->memory.failed) {
            return false;
        }
        advance(world, cut.alpha);
        lap(clock, WEFT_PHASE_SOLVE);
        report->rounds += 1;
        report->throttled += cut.throttled;
        uint32_t spare = report->rounds - substep;
        bool thrown = wf_is_thrown(world);
        bool patient =
            !hasty && !wf_contact_is_busy(world->contact) && (!thrown || spare < THROWN_ROUNDS);
        bool settled = 100 * (uint64_t)cut.changed <= particles->count ||
                       round + 1 >= ROUNDS_ARRIVED || !patient;
        first_cut = round == 0 ? cut.changed : first_cut;
        if (cut.alpha == 1.0f && settled) {
            bool helpless = round > 0 && (float)cut.changed > HELPLESS_SHARE * (float)first_cut;
            world->patience.hasty = helpless ? HASTY_SUBSTEPS : world->patience.hasty;
            return true;
        }
        if (cut.alpha < 1.0f && (round + 1 == WEFT_MAX_ROUNDS || spare >= most)) {
            report->blocked += 1;
            wf_blocks_note(world->contact, s->d);
            return true;
        }
        restart(world);
    }
    return true;
}

// ---- commit
// -----------------------------------------------------------------------------------------

/// What a substep leaves to the next.
static void settle(weft_world* world) {
#ifdef WEFT_LAB
    if (world->system->solver->settle != NULL) {
        world->system->solver->settle(world->system);
    }
#endif
    wf_touches_settle(&world->contact->touches, WF_WORLD_POOL(world), world->particles->x);
}

/// Goes back to where the step began, at rest and without forces. The body may have come there
/// meanwhile: what crosses is declared before the next audit.
static void give_up(weft_world* world, const float* x_good) {
    wf_particles* particles = world->particles;
    memcpy(particles->x, x_good, 16 * (size_t)particles->count);
    memset(particles->v, 0, 16 * (size_t)particles->count);
    memset(particles->along, 0, 4 * (size_t)particles->count);
    memset(particles->carry, 0, 16 * (size_t)particles->count);
    wf_particles_forget(particles);
    world->contact->touches.count = 0;
    world->repair->fresh = true;
    world->report.status = WEFT_ERROR_NON_FINITE_STATE;
    if (world->memory.failed) {
        world->report.status = WEFT_ERROR_OUT_OF_MEMORY;
        world->memory.failed = false;
    }
}

static void move_cloth(weft_world* world, bool was_blocked, phase_clock* clock) {
    wf_system* s = world->system;
    wf_particles* particles = &s->particles;
    if (particles->count == 0) {
        advance(world, 1.0f);
        return;
    }
    uint32_t substeps = world->report.substeps;
    float h = world->def.frame_seconds / (float)substeps;
    memcpy(particles->x_good, particles->x, 16 * (size_t)particles->count);
    wf_inertia_gather(world);
    wf_system_damp_bends(world->system);
    wf_patience_begin(&world->patience);
    s->factor_stale = true;
    s->is_mended = world->repair->active;
    s->is_filtered = world->contact->response->yields;
    s->is_steady = wf_pace_is_steady(world);
    s->is_long = h > wf_pace_short_seconds(world);
    s->hangs = world->hangs;
    for (uint32_t k = 1; k <= substeps; ++k) {
        wf_patience_begin_substep(&world->patience);
        float fraction = (float)k / (float)substeps;
        if (!world->obstacle.stands) {
            place_bodies(world, fraction);
        }
        if (world->contact->body_move > WF_LONGEST_STRIDE) {
            wf_substeps_hold_bodies(world);
        }
        lap(clock, WEFT_PHASE_POSE);
        float mean = wf_inertia_predict(world, h);
        wf_system_prescribe(world->system, &world->hands, fraction);
        lap(clock, WEFT_PHASE_PREDICT);
        if (!run_rounds(world, k, was_blocked, clock)) {
            give_up(world, particles->x_good);
            return;
        }
        wf_swing_remember(s, &world->contact->touches);
        wf_inertia_commit(world, h, mean);
        settle(world);
        lap(clock, WEFT_PHASE_COMMIT);
    }
    wf_patience_learn(&world->patience, world->step, world->report.substeps);
}

// ---- the step
// ---------------------------------------------------------------------------------------

static float body_lag(const wf_obstacle* o) {
    float lag2 = 0.0f;
    for (size_t i = 0; i < o->vertex_count && !o->stands; ++i) {
        wf_f4 d = wf_f4_sub(wf_f4_load(o->x1 + 4 * i), wf_f4_load(o->x0 + 4 * i));
        float length2 = wf_f4_dot3(d, d);
        lag2 = length2 > lag2 ? length2 : lag2;
    }
    return sqrtf(lag2);
}

static void end_step(weft_world* world) {
    if (world->contact->body_move > WF_LONGEST_STRIDE) {
        place_bodies(world, 1.0f); // where they should be
    }
#ifdef WEFT_LAB // the defaults take everything
    if (world->contact->trouble != WEFT_OK && world->report.status == WEFT_OK) {
        world->report.status = world->contact->trouble;
    }
    world->contact->trouble = WEFT_OK;
#endif
    world->report.body_lag_max = body_lag(&world->obstacle);
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body_end_step(&world->objects.bodies[k]);
    }
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        world->objects.cloths[k].hold_step +=
            world->objects.cloths[k].hold_step < world->objects.cloths[k].hold_steps;
    }
    world->report.pairs = (uint32_t)world->contact->found + wf_layers_pair_count(world->contact);
    world->report.contacts = (uint32_t)world->contact->touches.count;
    world->report.seam_gap_max = wf_sewing_gap(world->system);
    world->topology_changed |= wf_sewing_weld(world->system);
    world->report.seams_open = wf_sewing_open(&world->objects);
    world->step += 1;
    world->report.step = world->step;
}

/// Where a step is blocked like the one before, and bodies would be far back after another one,
/// they lose the pins that are in their way. `lag_before` is how far back they were then, m,
/// infinite when that step was not blocked.
static void drop_pins(weft_world* world, float lag_before) {
    weft_step_report* report = &world->report;
    float lag = report->body_lag_max;
    if (report->blocked > 0 && lag >= lag_before && 2.0f * lag - lag_before > PATIENT_LAG) {
        report->pins_dropped = wf_blocks_drop_pins(&world->blocks, world->objects.cloths);
        world->topology_changed |= report->pins_dropped > 0;
    }
}

weft_step_report weft_world_step(weft_world* world) {
    weft_step_report* report = &world->report;
    world->memory.grown = 0;
    double start = wf_clock_now();
    wf_home_keep(world);
    uint32_t heard = world->event_next;
    bool applied = wf_world_apply_events(world);
    wf_rest_hear(world, heard);
    if (applied && wf_rest_is_asleep(world, heard != world->event_next)) {
        wf_rest_skip(world);
        return *report;
    }
    if (heard != world->event_next) {
        wf_pace_stir(world);
    }
    bool was_blocked = report->blocked > 0;
    float lag_before = was_blocked ? report->body_lag_max : INFINITY;
    memset(report, 0, sizeof *report);
    report->step = world->step; // of a step that is not done
    world->blocks.count = 0;
    phase_clock clock = {report, start};
#ifdef WEFT_LAB
    if (applied && (world->topology_changed || world->unasked)) {
        report->status = wf_refuse_or_rebuild(world, NULL);
    }
    if (report->status != WEFT_OK) {
        return *report;
    }
#endif
    if (!applied || !wf_world_complete(world)) {
        report->status = WEFT_ERROR_OUT_OF_MEMORY;
        world->memory.failed = false;
        return *report;
    }
    if (world->step == 0) {
        stand_bodies(world);
    }
    bool posed = pose(world, was_blocked);
    lap(&clock, WEFT_PHASE_POSE);
    if (!posed || !wf_mend_begin(world)) {
        report->status = WEFT_ERROR_OUT_OF_MEMORY;
        world->memory.failed = false;
        return *report;
    }
    lap(&clock, WEFT_PHASE_REPAIR);
    move_cloth(world, was_blocked, &clock);
    end_step(world);
    drop_pins(world, lag_before);
    lap(&clock, WEFT_PHASE_COMMIT);
    wf_mend_begin(world); // after a step that failed
    wf_mend_audit(world);
    lap(&clock, WEFT_PHASE_AUDIT);
    wf_mend_undo(world);
    wf_mend_repair(world);
    lap(&clock, WEFT_PHASE_REPAIR);
    wf_measure_cloth(world);
    wf_rest_watch(world);
    wf_pace_watch(world);
    wf_world_publish(world);
    lap(&clock, WEFT_PHASE_PUBLISH);
    report->grown = world->memory.grown;
    return *report;
}
