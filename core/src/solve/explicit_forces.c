// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The forces of the solver `explicit_euler`: springs or triangles with the damping of their rate,
// bends, seams, holds, weight and air.
#include "solve/explicit.h"
#include "solve/terms.h"

static void add_springs(wf_system* s, float soft, float beta) {
    const wf_explicit* e = s->explicit_steps;
    const float* z = s->particles.z;
    for (uint32_t k = 0; k < s->particles.edge_count; ++k) {
        const wf_edge_spring* p = &e->springs[k];
        size_t a = 4 * (size_t)p->a, b = 4 * (size_t)p->b;
        wf_v3 d = wf_v3_sub(wf_v3_load(z + b), wf_v3_load(z + a));
        float length = wf_v3_length(d);
        if (!(length > 1e-9f)) {
            continue;
        }
        wf_v3 n = wf_v3_scale(d, 1.0f / length);
        float rate = wf_v3_dot(n, wf_v3_sub(wf_v3_load(e->v + b), wf_v3_load(e->v + a)));
        float stiffness = soft * (length < p->rest ? p->k * p->push : p->k);
        float pull = stiffness * (length - p->rest + beta * rate);
        wf_explicit_add(e->force, p->a, wf_v3_scale(n, pull));
        wf_explicit_add(e->force, p->b, wf_v3_scale(n, -pull));
    }
}

/// Strains and their rate from where the corners come at their present velocity.
static void add_elements(wf_system* s, float soft, float beta, float dt) {
    const wf_explicit* e = s->explicit_steps;
    wf_f4 back = wf_f4_splat(-dt);
    for (size_t i = 0; i < 4 * (size_t)s->particles.count; i += 4) {
        wf_f4 z = wf_f4_load(s->particles.z + i);
        wf_f4_store(s->p + i, wf_f4_muladd(back, wf_f4_load(e->v + i), z));
    }
    for (uint32_t k = 0; k < s->element_count; ++k) {
        const wf_element* element = &s->elements[k];
        wf_membrane m = element->m;
        wf_membrane_result r;
        wf_f4 u[3], v[3], u0[3], v0[3];
        m.damping_rate = wf_f4_splat(beta / dt);
        wf_membrane_directions(&m, element->corner, s->particles.z, u, v);
        wf_membrane_directions(&m, element->corner, s->p, u0, v0);
        wf_membrane_strains start = wf_membrane_strains_at(u0, v0);
        wf_membrane_evaluate(&m, u, v, &start, &r);
        for (int corner = 0; corner < 3; ++corner) {
            float lanes[3][4];
            for (int axis = 0; axis < 3; ++axis) {
                wf_f4_store(lanes[axis], wf_membrane_gradient(&m, &r, corner, axis));
            }
            for (int lane = 0; lane < 4 && 4 * k + (uint32_t)lane < s->particles.triangle_count;
                 ++lane) {
                wf_v3 g = wf_v3_set(lanes[0][lane], lanes[1][lane], lanes[2][lane]);
                wf_explicit_add(e->force, element->corner[corner][lane], wf_v3_scale(g, -soft));
            }
        }
    }
}

static void add_bends(wf_system* s, float soft, float beta) {
    const wf_explicit* e = s->explicit_steps;
    wf_f4 lead = wf_f4_splat(beta), scale = wf_f4_splat(-soft);
    for (size_t i = 0; i < 4 * (size_t)s->particles.count; i += 4) {
        wf_f4 z = wf_f4_load(s->particles.z + i);
        wf_f4_store(s->q + i, wf_f4_muladd(lead, wf_f4_load(e->v + i), z));
    }
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        wf_f4 own = wf_f4_load(s->q + 4 * (size_t)i), g = wf_f4_zero();
        for (uint32_t k = s->bending.row[i]; k < s->bending.row[i + 1]; ++k) {
            wf_f4 other = wf_f4_load(s->q + 4 * (size_t)s->bending.column[k]);
            g = wf_f4_muladd(wf_f4_splat(s->bending.value[k]), wf_f4_sub(other, own), g);
        }
        float* to = e->force + 4 * (size_t)i;
        wf_f4_store(to, wf_f4_muladd(scale, g, wf_f4_load(to)));
    }
}

static void add_seams_and_holds(wf_system* s, float soft) {
    const wf_explicit* e = s->explicit_steps;
    for (uint32_t k = 0; k < s->spring_count; ++k) {
        const wf_seam* seam = &s->seams[k];
        wf_seam_term t = wf_seam_at(seam, s->particles.z, wf_seam_rest(s, seam));
        wf_explicit_add(e->force, seam->a, wf_v3_scale(t.n, soft * t.pull));
        wf_explicit_add(e->force, seam->b, wf_v3_scale(t.n, -soft * t.pull));
    }
    for (uint32_t k = 0; k < s->hold_count; ++k) {
        const wf_hold* hold = &s->holds[k];
        float g[3] = {0.0f, 0.0f, 0.0f}, block[12] = {0.0f};
        wf_add_hold(hold, s->particles.z + 4 * (size_t)hold->particle, g, block);
        wf_explicit_add(e->force, hold->particle, wf_v3_scale(wf_v3_load(g), -soft));
    }
}

/// Weight and, of a constant wind, what it drags along.
static void start_forces(wf_system* s, float dt) {
    const wf_explicit* e = s->explicit_steps;
    const wf_particles* p = &s->particles;
    wf_f4 wind = wf_f4_set(s->wind[0], s->wind[1], s->wind[2], 0.0f);
    for (size_t i = 0; i < p->count; ++i) {
        float most = p->mass[i] / dt, c = s->values[WF_EXPLICIT_AIR] * p->area[i];
        wf_f4 past = wf_f4_sub(wind, wf_f4_load(e->v + 4 * i));
        wf_f4 drag = wf_f4_splat(c < most ? c : most);
        wf_f4 f = wf_f4_load(p->force + 4 * i);
        wf_f4_store(e->force + 4 * i, wf_f4_muladd(drag, past, f));
    }
}

void wf_explicit_gather(wf_system* s) {
    const wf_explicit_plan* plan = &s->explicit_steps->plan;
    start_forces(s, plan->dt);
    if (s->values[WF_EXPLICIT_ELEMENTS] > 0.0f) {
        add_elements(s, plan->soft, s->values[WF_EXPLICIT_DAMPING], plan->dt);
    } else {
        add_springs(s, plan->soft, s->values[WF_EXPLICIT_DAMPING]);
    }
    add_bends(s, plan->soft, s->values[WF_EXPLICIT_DAMPING]);
    add_seams_and_holds(s, plan->soft);
}
