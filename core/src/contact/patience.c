// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A running median, of a substep, as a step of fast bodies or cloth cannot do with fewer. It rises
// by a fixed share when a step costs more, and falls by the same share when it costs less. A mean
// would follow the very peaks that it is to tell from the rest.
#include "contact/patience.h"

#include "contact/contact.h"
#include "contact/layers.h"
#include "particles/particles.h"

/// A step is busy from so many times the usual work of the substeps that have begun on: what the
/// first one spends, the last one lacks.
#define BUSY 1.25f
/// A round costs about as much for four particles as for a pair.
#define PARTICLE_WORK 0.25f
/// Steps after which the median has settled: the first ones, while a garment is put on, say little
/// about what follows.
#define SETTLED_STEPS 256.0f

void wf_patience_begin(weft_world* world) {
    world->patience.work = 0.0f;
    world->patience.begun = 0;
}

void wf_patience_begin_substep(weft_world* world) {
    world->patience.begun += 1;
}

void wf_patience_spend(weft_world* world) {
    size_t pairs = world->contact->found + wf_layers_pair_count(world);
    world->patience.work += PARTICLE_WORK * (float)world->particles->count + (float)pairs;
}

bool wf_patience_is_busy(const weft_world* world) {
    const wf_patience* p = &world->patience;
    return world->contact->captured_count > 0 && p->usual > 0.0f &&
           p->work > BUSY * p->usual * (float)p->begun;
}

void wf_patience_learn(weft_world* world) {
    wf_patience* p = &world->patience;
    float steps = (float)world->step, work = p->work / (float)world->report.substeps;
    float share = 1.0f / (steps < SETTLED_STEPS ? steps + 1.0f : SETTLED_STEPS);
    if (!(p->usual > 0.0f)) {
        p->usual = work;
    } else {
        p->usual = work > p->usual ? p->usual * (1.0f + share) : p->usual / (1.0f + share);
    }
}
