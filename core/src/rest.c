// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What keeps a world awake is looked for in the state itself, so that it makes no difference who
// changed it. Gusts, seams that close, waistbands that move and cloth on its way out of a body all
// need their steps.
#include "rest.h"

#include "contact/contact.h"
#include "solve/system.h"

#include <string.h>

/// Below this, m/s, cloth counts as calm: a hand's breadth in half a minute.
#define CALM_SPEED 0.003f
/// So many calm steps send a world to sleep: the turn of a swing is over sooner.
enum { CALM_STEPS = 30 };

static bool is_clear(const weft_step_report* report) {
    return report->status == WEFT_OK && report->blocked == 0 && report->captured == 0 &&
           report->tangled == 0 && report->rolled_back == 0 && report->crossings_declared == 0 &&
           !(report->body_lag_max > 0.0f);
}

void wf_rest_watch(weft_world* world) {
    const weft_step_report* report = &world->report;
    bool calm = is_clear(report) && report->speed_max < CALM_SPEED && report->seams_open == 0;
    world->calm_steps = calm && world->calm_steps < CALM_STEPS ? world->calm_steps + 1
                        : calm                                 ? world->calm_steps
                                                               : 0;
}

static bool is_busy(const weft_world* world) {
    bool busy = world->def.gust > 0.0f || wf_is_thrown(world);
    for (uint32_t k = 0; k < world->cloth_count; ++k) {
        const wf_cloth* cloth = &world->cloths[k];
        busy |= cloth->hold_step < cloth->hold_steps || cloth->seams_open > 0;
    }
    return busy;
}

static bool do_bodies_move(weft_world* world) {
    bool moves = false;
    for (uint32_t k = 0; k < world->body_count; ++k) {
        wf_body_begin_step(&world->bodies[k]);
        moves |= world->bodies[k].motion != WF_MOTION_NONE;
    }
    return moves;
}

bool wf_rest_is_asleep(weft_world* world, bool woken) {
    bool asleep = world->def.sleep && world->calm_steps >= CALM_STEPS && !woken &&
                  !world->topology_changed && !is_busy(world) && !do_bodies_move(world);
    if (!asleep && world->calm_steps >= CALM_STEPS) {
        world->calm_steps = 0;
    }
    return asleep;
}

/// Going to sleep: what little is left of motion ends.
static void stop(weft_world* world) {
    wf_system* s = world->system;
    if (s->count > 0) {
        memset(s->v, 0, 16 * (size_t)s->count);
    }
    for (uint32_t k = 0; k < world->cloth_count; ++k) {
        wf_cloth* cloth = &world->cloths[k];
        if (cloth->vertex_count > 0) {
            memset(cloth->velocities, 0, 12 * (size_t)cloth->vertex_count);
        }
    }
}

void wf_rest_skip(weft_world* world) {
    weft_step_report* report = &world->report;
    if (!report->asleep) {
        stop(world);
    }
    for (uint32_t k = 0; k < world->body_count; ++k) {
        wf_body_end_step(&world->bodies[k]);
    }
    report->asleep = 1;
    report->substeps = report->rounds = report->throttled = report->grown = 0;
    report->speed_max = 0.0f;
    memset(report->ms, 0, sizeof report->ms);
    world->step += 1;
    report->step = world->step;
}
