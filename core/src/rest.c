// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What keeps cloth awake is looked for in the state itself, so that it makes no difference who
// changed it. Gusts, seams that close, waistbands that move and cloth on its way out of a body all
// need their steps.
//
// Nobody who sleeps can be touched in a step that leaves him asleep: while somebody sleeps, no
// particle leaves a box around the place where it began the step (`leash`), and who is nearer to
// awake cloth than that wakes first; then those who are near him, and so on. What lies on each
// other so sleeps and wakes together, without a list of who does.
#include "rest.h"

#include "contact/contact.h"
#include "contact/partners.h"
#include "contact/thickness.h"
#include "handover.h"
#include "nearness.h"
#include "repair/repair.h"
#include "solve/system.h"

#include <string.h>

/// So many calm steps send cloth to sleep: the turn of a swing is over sooner.
enum { CALM_STEPS = 30 };
/// No vertex may get further than this in them, m: a hand's breadth in half a minute. Speeds would
/// not do: where a touch opens or closes a vertex twitches by a tenth of a millimetre at 1 cm/s.
#define CALM_WAY 0.0015f
/// What comes this near wakes even if it cannot touch yet, m: forces reach a little ahead.
#define AHEAD 0.01f
/// Who is to fall asleep must have this much more room than who sleeps, m, or it would wake again
/// with the next move of what is near it.
#define MORE_ROOM 0.05f

// ---- calm
// ---------------------------------------------------------------------------------------------

bool wf_rest_is_clean(const weft_step_report* report) {
    return report->status == WEFT_OK && report->blocked == 0 && report->captured == 0 &&
           report->tangled == 0 && report->rolled_back == 0;
}

static bool is_clear(const weft_world* world) {
    const weft_step_report* report = &world->report;
    return wf_rest_is_clean(report) && report->crossings_declared == 0 &&
           !(report->body_lag_max > 0.0f) && !(world->def.gust > 0.0f);
}

static bool is_held(const weft_world* world, uint32_t cloth) {
    bool held = false;
    for (uint32_t k = 0; k < WEFT_HANDS; ++k) {
        held |= world->hands.hand[k].active && world->hands.hand[k].cloth == cloth;
    }
    return held;
}

bool wf_rest_is_busy(const weft_world* world, uint32_t k) {
    const wf_cloth* cloth = &world->objects.cloths[k];
    return cloth->hold_step < cloth->hold_steps || cloth->seams_open > 0 || is_held(world, k);
}

static bool is_there(const weft_world* world, uint32_t cloth) {
    return world->objects.cloths[cloth].vertex_count > 0;
}

static void count_asleep(weft_world* world) {
    world->report.cloths_asleep = 0;
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        world->report.cloths_asleep += world->objects.cloths[k].asleep;
    }
}

static bool has_stayed(const wf_particles* particles, const wf_cloth* cloth) {
    bool stayed = true;
    for (uint32_t v = 0; v < cloth->vertex_count && stayed; ++v) {
        const float* from = cloth->calm_places + 3 * (size_t)v;
        wf_f4 x = wf_f4_load(particles->x + 4 * (size_t)cloth->particle[v]);
        wf_f4 way = wf_f4_sub(x, wf_f4_set(from[0], from[1], from[2], 0.0f));
        stayed = wf_f4_dot3(way, way) <= CALM_WAY * CALM_WAY;
    }
    return stayed;
}

/// Begins to count anew, from where the cloth is.
static void note_places(const wf_particles* particles, wf_cloth* cloth) {
    cloth->calm_steps = 0;
    for (size_t v = 0; v < cloth->vertex_count; ++v) {
        memcpy(cloth->calm_places + 3 * v, particles->x + 4 * (size_t)cloth->particle[v], 12);
    }
}

void wf_rest_watch(weft_world* world) {
    const wf_particles* particles = world->particles;
    if (!world->def.sleep) {
        return;
    }
    bool clear = is_clear(world);
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        wf_cloth* cloth = &world->objects.cloths[k];
        if (cloth->asleep) {
            continue;
        }
        bool calm = clear && cloth->calm_steps > 0 && !wf_rest_is_busy(world, k) &&
                    has_stayed(particles, cloth);
        if (!calm) {
            note_places(particles, cloth);
        }
        cloth->calm_steps += clear && cloth->calm_steps < CALM_STEPS;
    }
    count_asleep(world);
}

// ---- waking
// -------------------------------------------------------------------------------------------

void wf_rest_rouse(weft_world* world, uint32_t cloth) {
    world->objects.cloths[cloth].calm_steps = 0;
}

void wf_rest_rouse_all(weft_world* world) {
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        wf_rest_rouse(world, k);
    }
}

static void hear(weft_world* world, const weft_event* event) {
    switch (event->kind) {
    case WEFT_EVENT_PLAY:
    case WEFT_EVENT_MORPH: // a body, which is seen when it moves
        break;
    case WEFT_EVENT_DRAG:
    case WEFT_EVENT_DROP: // of what is held, and so awake
        break;
    case WEFT_EVENT_GRAVITY:
    case WEFT_EVENT_WIND:
    case WEFT_EVENT_FRICTION:
    case WEFT_EVENT_BODY_COLLISION:
    case WEFT_EVENT_CLOTH_COLLISION:
        wf_rest_rouse_all(world);
        break;
    default:
        wf_rest_rouse(world, event->target);
        break;
    }
}

void wf_rest_hear(weft_world* world, uint32_t first) {
    for (uint32_t i = first; i < world->event_next; ++i) {
        hear(world, &world->events[i]);
    }
}

// ---- a world that sleeps
// ------------------------------------------------------------------------------

static bool do_bodies_move(weft_world* world) {
    bool moves = false;
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body_begin_step(&world->objects.bodies[k]);
        moves |= world->objects.bodies[k].motion != WF_MOTION_NONE;
    }
    return moves;
}

/// Cloth that nothing keeps awake but what may come near.
static bool is_tired(const weft_world* world, uint32_t k) {
    return is_there(world, k) && world->objects.cloths[k].calm_steps >= CALM_STEPS &&
           !wf_rest_is_busy(world, k);
}

bool wf_rest_is_asleep(weft_world* world, bool heard) {
    bool asleep = world->def.sleep && !heard && !world->topology_changed && world->step > 0 &&
                  !(world->def.gust > 0.0f) && !(world->report.body_lag_max > 0.0f);
    for (uint32_t k = 0; k < world->objects.cloth_count && asleep; ++k) {
        asleep = !is_there(world, k) || is_tired(world, k);
    }
    return asleep && !do_bodies_move(world);
}

/// Going to sleep: what little is left of motion ends.
static void stop_cloth(wf_cloth* cloth) {
    if (cloth->vertex_count > 0) {
        memset(cloth->velocities, 0, 12 * (size_t)cloth->vertex_count);
    }
}

static void stop(weft_world* world) {
    wf_particles* particles = world->particles;
    if (particles->count > 0) {
        memset(particles->v, 0, 16 * (size_t)particles->count);
        wf_particles_forget(particles);
    }
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        stop_cloth(&world->objects.cloths[k]);
    }
}

void wf_rest_skip(weft_world* world) {
    weft_step_report* report = &world->report;
    if (!report->asleep) {
        stop(world);
    }
    for (uint32_t k = 0; k < world->objects.body_count; ++k) {
        wf_body_end_step(&world->objects.bodies[k]);
    }
    report->cloths_asleep = 0;
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        report->cloths_asleep += is_there(world, k);
    }
    report->asleep = 1;
    report->substeps = report->rounds = report->throttled = report->grown = 0;
    report->speed_max = 0.0f;
    memset(report->ms, 0, sizeof report->ms);
    world->step += 1;
    report->step = world->step;
}

// ---- who sleeps
// ---------------------------------------------------------------------------------------

/// How far a particle may go in the step along an axis, m. In a substep none goes further than this
/// of itself: what the filter's box leaves it, or a pin.
static float find_leash(const weft_world* world) {
    return (float)world->report.substeps * (WEFT_PREDICTION_CAP + WEFT_BOX_SLACK_MOST);
}

static float room_of(const weft_world* world, const wf_cloth* cloth) {
    float ahead = wf_wider(AHEAD, wf_contact_reach(world->contact));
    return cloth->asleep ? ahead : ahead + MORE_ROOM;
}

/// Whether a body comes near to a cloth, or carries a pin of it away.
static bool do_bodies_disturb(const weft_world* world, const wf_cloth* cloth) {
    const wf_obstacle* o = &world->obstacle;
    bool any = false;
    for (uint32_t k = 0; k < world->objects.body_count && !any; ++k) {
        const wf_body* body = &world->objects.bodies[k];
        any = wf_may_touch(&cloth->collision, &body->collision) &&
              wf_body_comes_near(o, body, cloth, room_of(world, cloth));
    }
    for (uint32_t i = 0; i < cloth->pin_count && !any; ++i) {
        const weft_pin* pin = &cloth->pins[i];
        any = (pin->kind == WEFT_PIN_BODY || pin->kind == WEFT_PIN_HEIGHT) &&
              wf_body_goes(o, &world->objects.bodies[pin->body]);
    }
    return any;
}

/// Whether cloth that stays awake is near.
static bool do_others_disturb(const weft_world* world, const wf_cloth* cloth) {
    float margin = find_leash(world) + room_of(world, cloth);
    bool any = false;
    for (uint32_t k = 0; k < world->objects.cloth_count && !any; ++k) {
        const wf_cloth* other = &world->objects.cloths[k];
        any = other != cloth && is_there(world, k) && !other->tired &&
              wf_may_touch(&cloth->collision, &other->collision) &&
              wf_cloths_are_near(other, cloth, margin);
    }
    return any;
}

/// Marks as tired who sleeps in this step; true when there are any.
static bool find_tired(weft_world* world) {
    bool any = false;
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        wf_cloth* cloth = &world->objects.cloths[k];
        bool disturbed = is_tired(world, k) && do_bodies_disturb(world, cloth);
        cloth->calm_steps = disturbed ? 0 : cloth->calm_steps;
        cloth->tired = is_tired(world, k);
        any |= cloth->tired;
    }
    bool fewer = any;
    while (fewer) {
        fewer = any = false;
        for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
            wf_cloth* cloth = &world->objects.cloths[k];
            bool woken = cloth->tired && do_others_disturb(world, cloth);
            cloth->tired = cloth->tired && !woken;
            fewer |= woken;
            any |= cloth->tired;
        }
    }
    return any;
}

bool wf_rest_settle(weft_world* world, bool* changed) {
    *changed = false;
    if (!world->def.sleep) {
        return true;
    }
    bool any = find_tired(world);
    for (uint32_t k = 0; k < world->objects.cloth_count; ++k) {
        wf_cloth* cloth = &world->objects.cloths[k];
        *changed |= cloth->asleep != cloth->tired;
        if (cloth->tired && !cloth->asleep) {
            stop_cloth(cloth);
        }
        cloth->calm_steps = cloth->asleep && !cloth->tired ? 0 : cloth->calm_steps;
        cloth->asleep = cloth->tired;
    }
    bool done = !*changed || wf_handover_rebuild(world);
    if (done) {
        world->contact->leash = any ? find_leash(world) : 0.0f;
    }
    return done;
}
