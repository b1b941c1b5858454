// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the energy of a world is: the sums of what solve/terms.h says of each particle, element,
// seam, band and hold. What goes from one to the other shows how true a motion is, and what leaves
// the sum how much a scheme damps.
#include "weft/lab.h"

#ifdef WEFT_LAB

#include "base/assert.h"
#include "particles/particles.h"
#include "solve/terms.h"
#include "world/world.h"

static void add_particles(const weft_world* world, weft_lab_energy* e) {
    const wf_particles* p = world->particles;
    for (uint32_t i = 0; i < p->count; ++i) {
        const float *x = p->x + 4 * (size_t)i, *v = p->v + 4 * (size_t)i;
        double mass = p->fixed[i] ? 0.0 : (double)p->mass[i], speed2 = 0.0, fall = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            double speed = (double)v[axis] + (double)p->late[4 * (size_t)i + (size_t)axis];
            speed2 += speed * speed;
            fall += (double)world->def.gravity[axis] * (double)x[axis];
        }
        e->kinetic += 0.5 * mass * speed2;
        e->height -= mass * fall;
        e->bending += wf_bending_value(&world->system->bending, i, p->x, NULL);
    }
}

weft_lab_energy weft_lab_energy_of(const weft_world* world) {
    WEFT_ASSERT(world != NULL);
    weft_lab_energy e = {0};
    const wf_system* s = world->system;
    if (s == NULL || s->particles.count == 0) {
        return e;
    }
    const float* x = s->particles.x;
    add_particles(world, &e);
    for (uint32_t k = 0; k < s->element_count; ++k) {
        wf_membrane m = s->elements[k].m;
        m.area = s->elements[k].area;
        e.membrane += wf_membrane_value(&m, s->elements[k].corner, x);
    }
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        wf_seam_term t = wf_seam_at(&s->seams[k], x, wf_seam_rest(s, &s->seams[k]));
        *(s->seams[k].slackens ? &e.bands : &e.seams) += wf_seam_value(&t);
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        e.holds += wf_hold_value(&s->holds[k], x + 4 * (size_t)s->holds[k].particle);
    }
    return e;
}

#endif
