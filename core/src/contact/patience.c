// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A running median, of a substep, as a step of fast bodies or cloth cannot do with fewer. It rises
// by a fixed share when a step costs more, and falls by the same share when it costs less. A mean
// would follow the very peaks that it is to tell from the rest.
#include "contact/patience.h"

/// A step is busy from so many times the usual work of the substeps that have begun on: what the
/// first one spends, the last one lacks.
#define BUSY 1.25f
/// A round costs about as much for four particles as for a pair.
#define PARTICLE_WORK 0.25f
/// Steps after which the median has settled: the first ones, while a garment is put on, say little
/// about what follows.
#define SETTLED_STEPS 256.0f

void wf_patience_begin(wf_patience* p) {
    p->work = 0.0f;
    p->begun = 0;
}

void wf_patience_begin_substep(wf_patience* p) {
    p->begun += 1;
}

void wf_patience_spend(wf_patience* p, size_t particle_count, size_t pair_count) {
    p->work += PARTICLE_WORK * (float)particle_count + (float)pair_count;
}

bool wf_patience_is_busy(const wf_patience* p) {
    return p->usual > 0.0f && p->work > BUSY * p->usual * (float)p->begun;
}

void wf_patience_learn(wf_patience* p, uint32_t step, uint32_t substeps) {
    float steps = (float)step, work = p->work / (float)substeps;
    float share = 1.0f / (steps < SETTLED_STEPS ? steps + 1.0f : SETTLED_STEPS);
    if (!(p->usual > 0.0f)) {
        p->usual = work;
    } else {
        p->usual = work > p->usual ? p->usual * (1.0f + share) : p->usual / (1.0f + share);
    }
}
