// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How fast the fastest mode of cloth can be: sums of rows of the stiffness.
#include "solve/explicit.h"

#include <math.h>
#include <string.h>

/// No eigenvalue of M^-1 K is larger than the largest sum of a row (Gershgorin). A spring or a
/// triangle that turns or stretches has no more: what tension adds across is less than k.
static void bound_springs(const wf_system* s, float* row) {
    const wf_explicit* e = s->explicit_steps;
    for (uint32_t k = 0; k < s->particles.edge_count; ++k) {
        row[e->springs[k].a] += 2.0f * e->springs[k].k;
        row[e->springs[k].b] += 2.0f * e->springs[k].k;
    }
}

static void bound_element(const wf_element* e, int lane, float* row) {
    float gu[3], gv[3], lanes[4], values[5];
    const wf_f4 of[5] = {e->m.area, e->m.stretch_u, e->m.stretch_v, e->m.coupling, e->m.shear};
    for (int k = 0; k < 5; ++k) {
        wf_f4_store(lanes, of[k]);
        values[k] = lanes[lane];
    }
    for (int k = 0; k < 3; ++k) {
        wf_f4_store(lanes, e->m.gu[k]);
        gu[k] = lanes[lane];
        wf_f4_store(lanes, e->m.gv[k]);
        gv[k] = lanes[lane];
    }
    float stretch = (values[1] > values[2] ? values[1] : values[2]) + values[3];
    float k = values[0] * (stretch > 2.0f * values[4] ? stretch : 2.0f * values[4]);
    for (int i = 0; i < 3 && values[0] > 0.0f; ++i) {
        for (int j = 0; j < 3; ++j) {
            row[e->corner[i][lane]] += k * fabsf(gu[i] * gu[j] + gv[i] * gv[j]);
        }
    }
}

static void bound_bends(const wf_system* s, float* row) {
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        float off = 0.0f, sum = 0.0f;
        for (uint32_t k = s->bending.row[i]; k < s->bending.row[i + 1]; ++k) {
            off += fabsf(s->bending.value[k]);
            sum += s->bending.value[k];
        }
        row[i] += off + fabsf(sum);
    }
}

void wf_explicit_bound_rows(const wf_system* s, float* row) {
    if (s->values[WF_EXPLICIT_ELEMENTS] > 0.0f) {
        for (uint32_t t = 0; t < s->particles.triangle_count; ++t) {
            bound_element(&s->elements[t / 4], (int)(t % 4), row);
        }
    } else {
        bound_springs(s, row);
    }
    bound_bends(s, row);
}

/// Of what changes: seams that are still open, bands and holds. The fastest mode there can be,
/// 1/s2.
static float bound_now(const wf_system* s) {
    const wf_explicit* e = s->explicit_steps;
    float largest = 0.0f;
    memcpy(e->sum, e->row, sizeof(float) * s->particles.count);
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        e->sum[s->seams[k].a] += 2.0f * s->seams[k].stiffness;
        e->sum[s->seams[k].b] += 2.0f * s->seams[k].stiffness;
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        e->sum[s->holds[k].particle] += s->holds[k].now;
    }
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        float square = e->sum[i] / s->particles.mass[i];
        largest = !s->particles.fixed[i] && square > largest ? square : largest;
    }
    return largest;
}

/// Loss to the air of the lightest particle, 1/s.
static float air_rate(const wf_system* s) {
    float most = 0.0f;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        float rate = s->values[WF_EXPLICIT_AIR] * s->particles.area[i] / s->particles.mass[i];
        most = !s->particles.fixed[i] && rate > most ? rate : most;
    }
    return most;
}

void wf_explicit_plan_steps(wf_system* s) {
    wf_explicit* e = s->explicit_steps;
    const float* values = s->values;
    const wf_explicit_mode mode = {.square = bound_now(s),
                                   .beta = values[WF_EXPLICIT_DAMPING],
                                   .air = air_rate(s),
                                   .safety = values[WF_EXPLICIT_SAFETY]};
    e->plan = wf_explicit_plan_of(&mode, s->h, (uint32_t)values[WF_EXPLICIT_STEPS]);
    e->most_steps = e->plan.steps > e->most_steps ? e->plan.steps : e->most_steps;
    e->least_soft = e->plan.soft < e->least_soft ? e->plan.soft : e->least_soft;
}
