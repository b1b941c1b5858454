// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the energy of a world is: the sums of what solve/terms.h says of each particle, element,
// seam, band and hold. Velocities live between two places in time, so the energy of places is the
// mean of that at both ends of the last move, unless the solver replaces them. What goes from one
// to the other shows how true a motion is, and what leaves the sum how much a scheme damps.
#include "weft/lab.h"

#ifdef WEFT_LAB

#include "base/assert.h"
#include "math/vec.h"
#include "particles/particles.h"
#include "solve/terms.h"
#include "world/world.h"

/// At places of the particles, with this weight.
static void add_places(const weft_world* world, const float* x, double weight, weft_lab_energy* e) {
    const wf_system* s = world->system;
    const wf_particles* p = &s->particles;
    for (uint32_t i = 0; i < p->count; ++i) {
        double fall = 0.0;
        for (size_t axis = 0; axis < 3; ++axis) {
            fall += (double)world->def.gravity[axis] * (double)x[4 * (size_t)i + axis];
        }
        e->height -= p->fixed[i] ? 0.0 : weight * (double)p->mass[i] * fall;
        e->bending += weight * wf_bending_value(&s->bending, i, x, NULL);
    }
    for (uint32_t k = 0; k < s->element_count; ++k) {
        wf_membrane m = s->elements[k].m;
        m.area = s->elements[k].area;
        e->membrane += weight * wf_membrane_value(&m, s->elements[k].corner, x);
    }
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        wf_seam_term t = wf_seam_at(&s->seams[k], x, wf_seam_rest(s, &s->seams[k]));
        *(s->seams[k].slackens ? &e->bands : &e->seams) += weight * wf_seam_value(&t);
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        e->holds += weight * wf_hold_value(&s->holds[k], x + 4 * (size_t)s->holds[k].particle);
    }
}

weft_lab_energy weft_lab_energy_of(const weft_world* world) {
    WEFT_ASSERT(world != NULL);
    weft_lab_energy e = {0};
    const wf_system* s = world->system;
    if (s == NULL || s->particles.count == 0) {
        return e;
    }
    const wf_particles* p = &s->particles;
    for (size_t i = 0; i < 4 * (size_t)p->count; i += 4) {
        wf_f4 v = wf_f4_load(p->v + i), speed = wf_f4_add(v, wf_f4_load(p->late + i));
        double mass = p->fixed[i / 4] ? 0.0 : (double)p->mass[i / 4];
        e.kinetic += 0.5 * mass * (double)wf_f4_dot3(speed, speed);
        wf_f4_store(s->d + i, wf_f4_muladd(wf_f4_splat(-s->h), v, wf_f4_load(p->x + i)));
    }
    bool between = s->solver->settle == NULL;
    add_places(world, between ? s->d : p->x, 0.5, &e);
    add_places(world, p->x, 0.5, &e);
    return e;
}

#endif
